"""Tables that trust their host: what seats lock for nature, and what nature may do with it."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol import escrow, keys
from protocol.codec import pack
from protocol.game import NATURE, Action, AnswerFor, Escrow, Exposed, Illegal, Resign, Seat
from protocol.games.ys.actions import Lend, Open, Opened, SealHand, SealTrio, Shown
from protocol.games.ys.events import PeekShown
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid, Reveal, ShowSpy
from protocol.games.ys.state import broker_at
from protocol.match import Forged
from protocol.record import Record, load, save
from protocol.seals import Opening, Token
from protocol.vault import Vault
from protocol.verdict import Proved, judge
from tests.support.driver import Seated, any_of, seated, secret, vault
from tests.support.toy import TOY, Bid, Seal, Show, ToyState
from tests.support.toy import PickBid as ToyBid
from tests.support.toy import Reveal as ToyReveal
from tests.support.ys_driver import card_first

A, B, C = Seat(0), Seat(1), Seat(2)
OPTION = ("escrow",)


def toy(seats: int = 2, *, options: Sequence[str] = OPTION) -> Seated[ToyState]:
    """Return a table of the toy that trusts its host, nothing played."""
    return seated(TOY, seats, options=options)


def by_hand(table: Seated[Any], prompt: type) -> Seat:
    """Play on until somebody is asked a `prompt`, without nature answering for anybody; return who is."""
    while not any(isinstance(asked, prompt) for asked in table.match.prompts.values()):
        seat = next(iter(table.match.prompts))
        owed = table.match.owed(seat, table.vaults[seat])
        table.do(seat, *(owed or _chosen(table, seat)))
    return next(seat for seat, asked in table.match.prompts.items() if isinstance(asked, prompt))


def _chosen(table: Seated[Any], seat: Seat) -> tuple[Action, ...]:
    view, choose = table.match.view(seat, table.vaults[seat]), card_first if table.game is YS else any_of
    return (choose(view, table.game.legal(view), table.rng),)


def refusal(table: Seated[Any], seat: Seat, *actions: Action) -> str:
    """Return the code with which an entry is refused; everything is as before."""
    match = table.match
    before = (match.state, match.chain, len(match.log), match.prompts, match._now.escrows)
    with pytest.raises(Illegal) as refused:
        match.submit(match.sign(seat, table.vaults[seat], actions))
    assert before == (match.state, match.chain, len(match.log), match.prompts, match._now.escrows)
    return refused.value.code


def answer(seat: Seat, action: Action) -> AnswerFor:
    """Return nature's answer for a seat, honest or not."""
    return AnswerFor(seat, pack(action))


class Lying(Vault):
    """A vault that deals itself a hand that nobody owns."""

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return a hand of equal values."""
        return super().hand(setup, deal, (2,) * len(values))


def with_liar(seats: int) -> Seated[Any]:
    """Return a table at which the first seat seals a hand of its own making."""
    honest = vault(0, 0)
    lying = Lying(secret(0, "identity", 0), honest.keys.nonce, honest.keys.name)
    table = seated(YS, seats, options=OPTION, with_chairs=False)
    table.vaults[A] = lying
    return table


# --- what is locked --------------------------------------------------------------------------------


def test_openings_come_back_out_of_a_box() -> None:
    """Nature reads what was locked, and nobody else; the box is as long whatever the values are."""
    setup, ada, nature = toy().setup, vault(0, 0), vault(0, NATURE)
    some = {Token(5): Opening(0, bytes(16)), Token(300): Opening(255, bytes(range(16)))}
    others = {token: replace(opening, value=7) for token, opening in some.items()}
    box = escrow.locked(setup, ada, some).box
    assert escrow.unlocked(nature, (box,)) == some
    assert escrow.unlocked(vault(0, 1), (box,)) == {}
    assert len(box) == len(escrow.locked(setup, ada, others).box) == 48 + 2 * 21
    assert box == escrow.locked(setup, ada, dict(reversed(some.items()))).box


def test_no_ephemeral_key_locks_two_contents() -> None:
    """What differs in content or table has another half: no keystream is used twice."""
    ada, some = vault(0, 0), {Token(5): Opening(0, bytes(16))}
    others = {Token(5): Opening(1, bytes(16))}
    boxes = [
        escrow.locked(toy().setup, ada, some).box,
        escrow.locked(toy().setup, ada, others).box,
        escrow.locked(toy(3).setup, ada, some).box,
    ]
    assert len({box[:32] for box in boxes}) == 3


def test_rubbish_is_read_as_nothing() -> None:
    """Bytes that do not open, and contents of another length, tell nothing; the rest is read all the same."""
    setup, nature = toy().setup, vault(0, NATURE)
    good = escrow.locked(setup, vault(0, 0), {Token(5): Opening(0, bytes(16))}).box
    odd = keys.lock(setup.nature.box, secret("ephemeral"), bytes(20))
    assert escrow.unlocked(nature, (bytes(1), bytes(100), odd)) == {}
    assert set(escrow.unlocked(nature, (bytes(100), good, odd))) == {Token(5)}


def test_each_sealing_is_locked_in_the_same_entry() -> None:
    """What a client answers when it is asked to seal has the seals and a box with just what they hide."""
    table = toy()
    entry = table.chairs[A].answer()
    assert entry is not None
    sealing, locking = table.match.actions(entry)
    assert (type(sealing), type(locking)) == (Seal, Escrow)
    table.take(entry)
    assert isinstance(locking, Escrow)
    known = table.match.view(A, table.vaults[A]).known
    assert escrow.unlocked(table.vaults[NATURE], (locking.box,)) == known


def test_a_sealing_that_is_not_locked_is_refused() -> None:
    """Without a box, with the box before it, with two, or with something in between."""
    table = toy()
    seal, lock = table.match.owed(A, table.vaults[A])
    assert refusal(table, A, seal) == "no-escrow"
    assert refusal(table, A, lock, seal) == "no-escrow"
    assert refusal(table, A, seal, lock, lock) == "no-escrow"
    assert refusal(table, A, seal, Bid(Token(0)), lock) in {"no-escrow", "not-asked"}
    assert refusal(table, A, lock) == "no-escrow"
    table.do(A, seal, lock)
    assert refusal(table, A, lock) == "no-escrow"


def test_elsewhere_nothing_is_locked() -> None:
    """At a table that trusts nobody a box is refused, and so is an answer by nature; clients make neither."""
    table = toy(options=())
    (seal,) = table.match.owed(A, table.vaults[A])
    box = escrow.locked(table.setup, table.vaults[A], {}).box
    assert refusal(table, A, seal, Escrow(box)) == "no-escrow"
    by_hand(table, ToyReveal)
    (show,) = table.match.owed(A, table.vaults[A])
    assert table.match.lent(A, table.vaults[NATURE]) == ()
    assert refusal(table, NATURE, answer(A, show)) == "not-asked"


def test_without_natures_secret_the_log_tells_nothing() -> None:
    """No byte string of a log before the reveal has a salt in it, and no other seat's key opens a box."""
    table = seated(YS, 4, options=OPTION)
    table.until(PickBid)
    log = b"".join(map(pack, table.match.log))
    boxes = [
        action.box
        for entry in table.match.log
        for action in table.match.actions(entry)
        if isinstance(action, Escrow)
    ]
    assert len(boxes) == 4
    for seat in map(Seat, range(4)):
        known = table.match.view(seat, table.vaults[seat]).known
        assert len(known) == 11
        assert not any(opening.salt in log for opening in known.values())
        assert escrow.unlocked(table.vaults[seat], boxes) == {}
    assert len(escrow.unlocked(table.vaults[NATURE], boxes)) == 44


# --- what nature answers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options"), [(2, ()), (3, ("kings-favor",)), (4, ()), (4, ("kings-favor", "documented-deck"))]
)
def test_nobody_opens_anything_in_person(seats: int, options: tuple[str, ...]) -> None:
    """In whole games every reveal and look is nature's, nobody is caught, and the record proves itself."""
    table = seated(YS, seats, seed=2, options=(*options, *OPTION))
    looks = 0
    for entry in table.steps(card_first):
        actions = table.match.actions(entry)
        assert not any(isinstance(action, Open | Shown) for action in actions)
        seals = sum(isinstance(action, SealHand | SealTrio) for action in actions)
        assert seals == sum(isinstance(action, Escrow) for action in actions)
        answers = [YS.decode(action.action) for action in actions if isinstance(action, AnswerFor)]
        assert entry.seat == NATURE or not answers
        looks += sum(isinstance(action, Lend) for action in answers)
    assert looks or seats == 2
    found = judge(load(save(Record(table.setup, tuple(table.match.log)))), {YS.key: YS})
    assert isinstance(found, Proved)
    assert found.exposed == ()


@given(
    st.integers(0, 2**16),
    st.sampled_from([(2, ()), (3, ("kings-favor",)), (3, ()), (4, ("kings-favor",)), (4, ())]),
)
@settings(max_examples=12)
def test_whoever_opens_the_game_goes_on(seed: int, table: tuple[int, tuple[str, ...]]) -> None:
    """Seats open in person or nature does, as it falls: nobody is caught, and the record proves itself."""
    seats, options = table
    game = seated(YS, seats, seed, options=(*options, *OPTION), with_chairs=False)
    match, nature = game.match, game.vaults[NATURE]
    while match.prompts:
        seat = game.rng.choice(tuple(match.prompts))
        lent = match.lent(seat, nature)
        if lent and game.rng.random() < 0.5:
            game.do(NATURE, *lent)
        else:
            game.do(seat, *(match.owed(seat, game.vaults[seat]) or _chosen(game, seat)))
    found = judge(load(save(Record(game.setup, tuple(match.log)))), {YS.key: YS})
    assert isinstance(found, Proved)
    assert found.exposed == ()


def test_who_is_there_may_open_first() -> None:
    """A seat's own answer is an entry as ever; the other one, signed before, is then refused as overtaken."""
    table = toy()
    by_hand(table, ToyReveal)
    nature, match = table.vaults[NATURE], table.match
    own = {
        seat: match.sign(seat, table.vaults[seat], match.owed(seat, table.vaults[seat])) for seat in (A, B)
    }
    late = match.sign(NATURE, nature, match.lent(A, nature))
    table.take(own[A])
    with pytest.raises(Illegal) as overtaken:
        match.submit(late)
    assert overtaken.value.code == "overtaken"
    table.do(NATURE, *match.lent(B, nature))
    with pytest.raises(Illegal) as overtaken:
        match.submit(own[B])
    assert overtaken.value.code == "overtaken"


def test_a_client_goes_on_when_nature_was_first() -> None:
    """Its own answer is under way no more, and nothing is cut or owed."""
    table = toy()
    by_hand(table, ToyReveal)
    chair = table.chairs[A]
    assert chair.answer() is not None
    table.do(NATURE, *table.match.lent(A, table.vaults[NATURE]))
    assert (chair.pending, chair.cut, chair.answer()) == (None, None, None)


def test_looks_go_to_the_spy_alone() -> None:
    """Nature locks a broker for the spy's key; it opens later without any key of its holder's."""
    table = seated(YS, 4, seed=2, options=OPTION)
    owner = by_hand(table, ShowSpy)
    lent = table.match.lent(owner, table.vaults[NATURE])
    prompt = table.match.prompts[owner]
    assert isinstance(prompt, ShowSpy)
    events = table.match.submit(table.match.sign(NATURE, table.vaults[NATURE], lent))
    spy, token = prompt.peeks[0].spy, prompt.peeks[0].token
    assert PeekShown(owner, spy, token, by_host=True) in events
    seen = table.match.view(spy, table.vaults[spy]).known[token]
    assert seen == table.match.view(owner, table.vaults[owner]).known[token]
    broker = broker_at(table.match.state, token)
    assert broker is not None
    assert (len(broker.boxes), broker.shown) == (1, ())


def test_a_look_given_in_person_is_opened_in_person() -> None:
    """Nature has not the key of that box: for such a broker the table waits for its holder."""
    table = seated(YS, 4, seed=2, options=OPTION, with_chairs=False)
    owner = by_hand(table, ShowSpy)
    prompt = table.match.prompts[owner]
    assert isinstance(prompt, ShowSpy)
    table.do(owner, *table.match.owed(owner, table.vaults[owner]))
    nature, token = table.vaults[NATURE], prompt.peeks[0].token
    while not (isinstance(asked := table.match.prompts.get(owner), Reveal) and token in asked.tokens):
        table.step(card_first)
    assert table.match.lent(owner, nature) == ()
    known = table.match.view(owner, table.vaults[owner]).known
    keyless = Open(opened=tuple(Opened(token, known[token]) for token in asked.tokens))
    assert refusal(table, NATURE, answer(owner, keyless)) == "bad-key"
    table.do(owner, *table.match.owed(owner, table.vaults[owner]))


# --- what nature cannot ----------------------------------------------------------------------------


def test_nature_opens_no_other_value() -> None:
    """An opening that misses its seal, or is for another seat, is refused."""
    table = toy()
    by_hand(table, ToyReveal)
    (show,) = table.match.owed(A, table.vaults[A])
    assert isinstance(show, Show)
    one, two, three = show.openings
    assert refusal(table, NATURE, answer(A, Show((two, one, three)))) == "bad-opening"
    assert refusal(table, NATURE, answer(B, show)) == "bad-opening"
    table.do(NATURE, answer(A, show))


def test_nature_decides_nothing_and_seals_nothing() -> None:
    """It does not bid, resign, seal or choose for a seat, and it answers nobody who is not asked."""
    table = toy()
    seal, lock = table.match.owed(A, table.vaults[A])
    assert table.match.lent(A, table.vaults[NATURE]) == ()
    for action in (seal, lock, Resign(), answer(A, seal)):
        assert refusal(table, NATURE, answer(A, action)) == "not-asked"
    by_hand(table, ToyBid)
    bid = TOY.legal(table.match.view(A, table.vaults[A]))[0]
    assert refusal(table, NATURE, answer(A, bid)) == "not-asked"
    by_hand(table, ToyReveal)
    (show,) = table.match.owed(A, table.vaults[A])
    assert refusal(table, NATURE, answer(A, Resign())) == "not-asked"
    assert refusal(table, NATURE, AnswerFor(A, b"\xc0")) == "bad-action"
    assert refusal(table, NATURE, answer(Seat(7), show)) == "not-asked"
    assert refusal(table, NATURE, answer(NATURE, show)) == "not-asked"
    assert refusal(table, A, answer(A, show)) == "not-asked"
    assert refusal(table, B, answer(A, show)) == "not-asked"


def test_only_nature_lends_a_look() -> None:
    """A holder answers for what it shows: it cannot show in nature's way, nor can nature in the holder's."""
    table = seated(YS, 4, seed=2, options=OPTION, with_chairs=False)
    owner = by_hand(table, ShowSpy)
    (shown, *_) = table.match.owed(owner, table.vaults[owner])
    assert isinstance(shown, Shown)
    assert refusal(table, owner, Lend(token=shown.token, box=shown.box)) == "not-asked"
    assert refusal(table, NATURE, answer(owner, shown)) == "not-asked"
    assert refusal(table, NATURE, answer(owner, Lend(token=Token(999), box=shown.box))) == "not-as-asked"


def test_a_false_look_by_nature_blames_nobody_at_the_table() -> None:
    """The spy does not know the broker by it; when it opens, its holder stays."""
    table = seated(YS, 4, seed=2, options=OPTION, with_chairs=False)
    owner = by_hand(table, ShowSpy)
    prompt = table.match.prompts[owner]
    assert isinstance(prompt, ShowSpy)
    peek = prompt.peeks[0]
    lie = keys.lock(table.setup.seats[peek.spy].box, secret("lie"), Opening(4, bytes(16)).content())
    table.do(NATURE, answer(owner, Lend(token=peek.token, box=lie)))
    assert peek.token not in table.match.view(peek.spy, table.vaults[peek.spy]).known
    events = list[object]()
    submit = table.match.submit
    while table.match.prompts:
        entry = table._answer() or table._decision(card_first)
        events += submit(entry)
    assert not any(isinstance(event, Exposed) for event in events)


def test_nature_exposes_nobody() -> None:
    """Who sealed a hand that is not dealt opens it in person, and is caught as ever."""
    table = with_liar(3)
    nature, match = table.vaults[NATURE], table.match
    while True:
        seat = next(iter(match.prompts))
        lent = match.lent(seat, nature)
        if lent and seat == A and _exposes(table, A, *match.owed(A, table.vaults[A])):
            break
        table.do(seat, *(match.owed(seat, table.vaults[seat]) or _chosen(table, seat)))
    assert refusal(table, NATURE, *lent) == "not-asked"
    table.do(A, *match.owed(A, table.vaults[A]))
    assert A in YS.left(match.state)


def _exposes(table: Seated[Any], seat: Seat, *actions: Action) -> bool:
    state, events = table.match.state, list[object]()
    for action in actions:
        step = table.game.apply(state, seat, action)
        state, events = step.state, [*events, *step.events]
    return any(isinstance(event, Exposed) for event in events)


def test_who_locks_rubbish_opens_in_person() -> None:
    """Nature answers nothing out of it, which is no error: the table waits for the seat itself."""
    table = seated(YS, 3, options=OPTION, with_chairs=False)
    own, copied = (table.match.owed(seat, table.vaults[seat]) for seat in (A, B))
    table.do(B, *copied)
    table.do(A, own[0], copied[1])
    by_hand(table, Reveal)
    assert table.match.lent(A, table.vaults[NATURE]) == ()
    assert table.match.lent(B, table.vaults[NATURE])
    table.do(A, *table.match.owed(A, table.vaults[A]))
    table.do(NATURE, *table.match.lent(B, table.vaults[NATURE]))


def test_a_client_takes_no_wrong_answer_from_a_server() -> None:
    """An entry in which nature frames or impersonates a seat is named as forged, whoever passes it on."""
    table = toy()
    by_hand(table, ToyBid)
    bid = TOY.legal(table.match.view(A, table.vaults[A]))[0]
    forged = table.match.sign(NATURE, table.vaults[NATURE], (answer(A, bid),))
    with pytest.raises(Forged, match="openings alone"):
        table.chairs[B].extend(len(table.match.log), (forged,))
