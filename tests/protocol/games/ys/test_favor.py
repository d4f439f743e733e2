"""King's Favor: what goes to the throne room, what may be done there, what it is worth (R67–R71)."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from protocol.game import Action, Choice, Illegal, Resign, Seat
from protocol.games.ys.actions import Pass, SealTrio, Take, ToThrone, UseCard
from protocol.games.ys.board import BROKERS, EXTRA_BROKERS, THRONE, TRIO, Spot
from protocol.games.ys.events import (
    BlackScored,
    Caught,
    ColourScored,
    Enthroned,
    GameOver,
    Peeked,
    Ranked,
    Returned,
    Revealed,
    Swapped,
    ThroneScored,
)
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickThrone, Place, PlayCards, SealTieBreak
from protocol.games.ys.scoring import scored, throne_scored
from protocol.games.ys.state import (
    Broker,
    Held,
    Phase,
    broker_at,
    hand_of,
    held_by,
    throne_of,
    trio_values,
)
from protocol.seals import Token
from protocol.vault import Vault
from tests.support.builders import A, B, C, D, counting, dealt, enthroned, placed, told
from tests.support.ys_driver import Table, card_first, play

FAVOR = ("kings-favor",)
SEATS = (A, B, C, D)


def refused(table: Table, seat: Seat, action: Action) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        YS.apply(table.state, seat, action)
    return refusal.value.code


def sealing(seed: int = 1) -> Table:
    """Return a table at which the first trios are to be sealed anew."""
    return dealt(seed, options=FAVOR).until(lambda at: at.state.phase is Phase.SEAL_TRIO)


def choosing(seed: int = 1) -> Table:
    """Return a table at which the first brokers for the throne room are to be chosen."""
    table = sealing(seed)
    table.pay()
    assert table.state.phase is Phase.FAVOR
    return table


def throne(table: Table, seat: Seat) -> list[Token]:
    """Return what `seat` has in the throne room."""
    return [broker.token for broker in held_by(table.state, seat) if broker.spot == THRONE]


def royal(
    a: str, *cards: str, value: int = 4, b: str = "", number: int = 2, cards_of_b: Sequence[str] = ()
) -> Table:
    """Return a table at the end of placing: a has a broker of `value` in the throne room, and these cards."""
    table = placed(
        a=a,
        b=b,
        number=number,
        options=FAVOR,
        throne={A: (value,) * (number - 1)},
        cards={A: cards, B: cards_of_b},
        phase=Phase.SHOW_LAST,
    )
    return counting(table)


def late(turn: int, *, throne: Mapping[Seat, Sequence[int]], cards: Sequence[str]) -> Table:
    """Return a table in round 2 at which a is to place for the `turn`-th time or, by 5, to use cards.

    It is a real game, but for the cards of a.
    """
    table = dealt(options=FAVOR, number=2, throne=throne)
    phase = Phase.PLACE if turn in range(1, 5) else Phase.SHOW_LAST
    table.until(lambda at: at.state.phase is phase)
    held = tuple(Held(card, 1) for card in cards)
    player = replace(table.state.players[A], cards=held)
    table.state = replace(table.state, players=(player, *table.state.players[1:]))
    while not isinstance(asked := table.prompts().get(A), Place | PlayCards) or asked.cards != tuple(cards):
        seat = next(iter(table.prompts()))
        playing = isinstance(table.prompts()[seat], PlayCards)
        for action in (Pass(),) if playing else table.answers(seat):
            table.do(seat, action)
    return table


def swap(table: Table, one: Token, other: Token) -> None:
    """Let a exchange two brokers by a Magician."""
    table.do(A, UseCard(card="magician"))
    for token in (one, other):
        if isinstance(asked := table.prompts().get(A), Choice) and str(token) in asked.among:
            table.do(A, Take(what=str(token)))


def on_board(table: Table, spot: str) -> Broker:
    """Return a's broker at a place."""
    return next(broker for broker in held_by(table.state, A) if broker.spot == spot)


@pytest.mark.rule("R67", "R3")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_extra_2s_are_beside_the_board_at_first(seats: int) -> None:
    """Round 1 is played with the usual eleven; three more 2s for each are there, and never more."""
    table = dealt(seats=seats, options=FAVOR)
    for seat in SEATS[:seats]:
        assert sorted(opening.value for opening in table.view(seat).known.values()) == sorted(BROKERS)
    assert EXTRA_BROKERS == (2, 2, 2)
    with pytest.raises(Illegal) as refusal:
        dealt(seats=2, options=FAVOR)
    assert refusal.value.code == "wrong-options"


@pytest.mark.rule("R68", "R47")
def test_phase_5_comes_right_after_the_counting() -> None:
    """Everybody takes back three brokers, closed, and puts one of them face down into the throne room."""
    table = sealing()
    assert told(table, Returned)[-1] == Returned(0)
    assert table.state.round == 1
    board = [broker for broker in table.state.brokers if broker.spot.startswith(("market", "port", "palace"))]
    assert board == [], "all brokers of the board are behind the screens again"
    assert set(table.prompts()) == set(SEATS)
    for seat, asked in table.prompts().items():
        assert isinstance(asked, SealTieBreak)
        assert asked.automatic
        assert len(asked.tokens) == 3
        assert {broker.spot for broker in throne_of(table.state, seat)} == {TRIO}
    table.pay()
    for seat, prompt in table.prompts().items():
        assert isinstance(prompt, PickThrone)
        known = table.view(seat).known
        values = sorted(known[token].value for token in prompt.tokens)
        assert values == sorted(trio_values(table.state, seat))
    table.until(lambda at: at.state.round == 2)
    assert sorted(event.seat for event in told(table, Enthroned)) == list(SEATS)
    for seat in SEATS:
        (token,) = throne(table, seat)
        broker = broker_at(table.state, token)
        assert broker is not None
        assert broker.value is None
        assert not broker.up


@pytest.mark.rule("R68")
def test_a_2_replaces_what_went_to_the_throne_room() -> None:
    """The next hand is what is left of the eleven, and one 2 more: in rounds 2, 3 and 4."""
    table = Table(7, seats=3, options=FAVOR)
    rounds = 0
    while table.prompts():
        if table.state.phase is Phase.BID and len(table.state.waiting) == 3:
            rounds += 1
            for seat in (A, B, C):
                known = table.view(seat).known
                gone = Counter(known[token].value for token in throne(table, seat))
                hand = Counter(known[broker.token].value for broker in hand_of(table.state, seat))
                assert hand + gone == Counter(BROKERS + (2,) * (rounds - 1))
                assert hand.total() == 11
        table.step()
    assert rounds == 4


@pytest.mark.rule("R68")
def test_one_of_the_three_is_chosen_and_no_other() -> None:
    """Others', the ones as they lay in the round, and a second one are refused."""
    table = choosing()
    asked = table.prompts()[A]
    assert isinstance(asked, PickThrone)
    trio = [action.token for action in YS.legal(table.view(A)) if isinstance(action, ToThrone)]
    assert set(trio) <= set(asked.tokens)
    values = {table.view(A).known[token].value for token in trio}
    assert values == set(trio_values(table.state, A)), "one for each value"
    theirs = throne_of(table.state, B)[0].token
    before = hand_of(table.state, A)[0].token
    for wrong in (theirs, before, Token(10_000)):
        assert refused(table, A, ToThrone(token=wrong)) == "not-offered"
    table.do(A, ToThrone(token=trio[0]))
    assert refused(table, A, ToThrone(token=trio[-1])) == "not-asked"
    assert Enthroned in {type(event) for event in table.events}


@pytest.mark.rule("R68")
def test_the_choice_is_simultaneous_and_secret() -> None:
    """All are asked at once; what a seat chose shows nothing but that it chose (F15)."""
    table = choosing()
    assert set(table.prompts()) == set(SEATS)
    table.do(C, next(iter(YS.legal(table.view(C)))))
    assert set(table.prompts()) == {A, B, D}
    (token,) = throne(table, C)
    assert not any(token in table.view(seat).known for seat in (A, B, D))
    assert told(table, Enthroned) == [Enthroned(C, token, has_two=True)]


@pytest.mark.rule("R68")
def test_three_seals_are_made_anew() -> None:
    """Two or four, or one that is there already, are refused: the old seal would tell which broker it is."""
    table = sealing()
    (honest,) = table.answers(A)
    assert isinstance(honest, SealTrio)
    one, two, _ = honest.seals
    assert refused(table, A, SealTrio(seals=(one, two, two))) == "bad-seals"
    old = next(broker.seal for broker in hand_of(table.state, A) if broker.spot == "bid")
    assert refused(table, A, SealTrio(seals=(one, two, old))) == "bad-seals"
    table.do(A, honest)
    assert refused(table, A, honest) == "not-asked"


@pytest.mark.rule("R69")
@pytest.mark.parametrize("seats", [3, 4])
def test_everybody_ends_with_four(seats: int) -> None:
    """Phase 5 is there in all four rounds, in the last one without a 2; then the throne room is opened."""
    table = Table(2, seats=seats, options=FAVOR)
    while table.prompts() and table.state.phase is not Phase.THRONE:
        table.step()
    closed = 0
    for seat in SEATS[:seats]:
        lying = [broker_at(table.state, token) for token in throne(table, seat)]
        assert len(lying) == 4
        closed += sum(broker is not None and broker.value is None for broker in lying)
    sent = told(table, Enthroned)
    assert [event.has_two for event in sent] == [True] * 3 * seats + [False] * seats
    before = len(told(table, Revealed))
    table.pay()
    shown = told(table, Revealed)[before:]
    assert [event.spot for event in shown] == ["throne"] * closed
    assert closed > 2 * seats
    assert told(table, GameOver)


@pytest.mark.rule("R70")
def test_a_herald_has_no_power_there() -> None:
    """Neither can it take a broker from the throne room nor bring one there."""
    table = royal("3up@palace-1", "herald")
    table.do(A, UseCard(card="herald"))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Choice)
    assert asked.what == "spot", "the only one on the board is named unasked"
    assert not set(asked.among) & {"throne", "trio", "bid", "hand"}
    alone = royal("4@bid", "herald")
    assert not any(isinstance(asked, PlayCards) for asked in alone.prompts().values())


@pytest.mark.rule("R70")
def test_an_intriguer_has_no_power_there() -> None:
    """Equal sums are shared whoever has one in force."""
    state = replace(enthroned(5, 5, 1, 0).state, in_force=((A, "intriguer"),))
    assert throne_scored(state).points == (9, 9, 3, 0)


@pytest.mark.rule("R70", "R52b")
def test_a_spy_may_look_into_the_throne_room() -> None:
    """Three brokers in all, those there included; nobody else learns them, and they stay face down."""
    table = late(1, throne={B: (4,), C: (3,)}, cards=("spy",))
    table.do(A, UseCard(card="spy"))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Choice)
    (of_b,), (of_c,), (own,) = (throne(table, seat) for seat in (B, C, A))
    assert {str(of_b), str(of_c)} <= set(asked.among)
    assert str(own) not in asked.among
    other = next(word for word in asked.among if int(word) not in (of_b, of_c))
    table.take(str(of_b), str(of_c), other)
    assert told(table, Peeked)[-1] == Peeked(A, (of_b, of_c, Token(int(other))))
    known = table.view(A).known
    assert (known[of_b].value, known[of_c].value) == (4, 3)
    assert not any(of_b in table.view(seat).known for seat in (C, D))
    seen = broker_at(table.state, of_b)
    assert seen is not None
    assert (seen.value, seen.spot) == (None, THRONE)
    while table.prompts():
        table.step()
    assert told(table, Caught) == [], "the key of the look is shown with the broker in the end"


@pytest.mark.rule("R70", "R52c")
def test_a_look_is_nothing_to_who_takes_the_spy_s_seat() -> None:
    """It was locked for somebody else; who showed it honestly is no liar when the broker is opened."""
    table = late(1, throne={B: (4,)}, cards=("spy",))
    table.do(A, UseCard(card="spy"))
    (of_b,) = throne(table, B)
    others = [str(throne(table, seat)[0]) for seat in (C, D)]
    table.take(str(of_b), *others)
    table.do(A, Resign())
    table.until(lambda at: at.state.round == 3)
    heir = Vault(bytes(32), bytes(16), "Heir")
    table.state = YS.reseat(table.state, A, heir.keys).state
    table.vaults[A] = heir
    while table.prompts():
        table.step()
    assert told(table, Caught) == []
    assert YS.left(table.state) == ()


@pytest.mark.rule("R70")
def test_a_magician_brings_a_broker_from_the_throne_room_face_down() -> None:
    """It takes the closed place of the one it replaces, which goes face down to the throne room (F15)."""
    table = royal("0down@palace-1", "magician", b="3up@palace-1")
    (king,), pawn = throne(table, A), on_board(table, "palace-1").token
    swap(table, king, pawn)
    assert told(table, Swapped) == [Swapped(A, (king, pawn), (Spot("palace-1"), THRONE), "magician")]
    assert throne(table, A) == [pawn]
    risen = on_board(table, "palace-1")
    assert (risen.token, risen.value, risen.up) == (king, None, False)
    table.until(lambda at: any(event.where == "palace-1" for event in told(at, Ranked)))
    (ranked,) = [event for event in told(table, Ranked) if event.where == "palace-1"]
    assert [(place.seat, place.strength) for place in ranked.ranking] == [(A, 4), (B, 3)]
    assert Revealed(A, king, Spot("palace-1"), 4) in table.events


@pytest.mark.rule("R70")
def test_a_magician_brings_a_broker_from_the_throne_room_face_up() -> None:
    """In the place of an open one it lies open, at once; the other lies closed, its value no secret (F15)."""
    table = royal("0up@palace-1", "magician")
    (king,), pawn = throne(table, A), on_board(table, "palace-1").token
    swap(table, pawn, king)
    (asked,) = table.prompts().values()
    assert getattr(asked, "why", "") == "swap"
    assert getattr(asked, "tokens", ()) == (king,)
    table.pay()
    risen, sunken = on_board(table, "palace-1"), broker_at(table.state, pawn)
    assert (risen.token, risen.value, risen.up) == (king, 4, True)
    assert sunken is not None
    assert (sunken.spot, sunken.value, sunken.up) == (THRONE, 0, False)
    assert Revealed(A, king, Spot("palace-1"), 4) in table.events


@pytest.mark.rule("R70", "R52a")
def test_two_magicians_swap_there_and_back() -> None:
    """All is as before but for what was opened on the way; the second may also bring another place in."""
    table = royal("0up@palace-1 3down@port-1", "magician", "magician")
    (king,), pawn = throne(table, A), on_board(table, "palace-1").token
    swap(table, king, pawn)
    table.pay()
    swap(table, king, pawn)
    table.pay()
    assert throne(table, A) == [king]
    back = on_board(table, "palace-1")
    assert (back.token, back.value, back.up) == (pawn, 0, True)
    held = broker_at(table.state, king)
    assert held is not None
    assert (held.value, held.up) == (4, False), "it was seen, and lies face down"
    assert table.state.players[A].used == 2


@pytest.mark.rule("R70")
def test_a_value_that_is_public_already_needs_no_opening() -> None:
    """An open one that was sent to the throne room comes back for a closed one: it lies face down there."""
    table = royal("0up@palace-1 3down@port-1", "magician", "magician")
    (king,), pawn, other = (
        throne(table, A),
        on_board(table, "palace-1").token,
        on_board(table, "port-1").token,
    )
    swap(table, king, pawn)
    table.pay()
    swap(table, pawn, other)
    assert "swap" not in {getattr(asked, "why", "") for asked in table.prompts().values()}
    back = broker_at(table.state, pawn)
    assert back is not None
    assert (back.spot, back.value, back.up) == ("port-1", 0, False)
    assert throne(table, A) == [other]


@pytest.mark.rule("R70")
def test_a_magician_exchanges_no_two_of_the_throne_room() -> None:
    """One of the two may be there, not both; and it needs one on the board."""
    table = royal("0up@palace-1", "magician", number=3)
    assert len(throne(table, A)) == 2
    table.do(A, UseCard(card="magician"))
    table.do(A, Take(what=str(throne(table, A)[0])))
    assert len(told(table, Swapped)) == 1, "the only one on the board is named unasked"
    nobody = royal("3@bid", "magician", number=3)
    assert not any(isinstance(asked, PlayCards) for asked in nobody.prompts().values())


@pytest.mark.rule("R70", "R68")
def test_what_was_brought_from_the_throne_room_is_in_the_next_hand() -> None:
    """It is counted, goes back behind the screen, and can be bid; what took its place stays there."""
    table = late(5, throne={A: (4,)}, cards=("magician",))
    (king,) = throne(table, A)
    pawn = next(
        broker.token
        for broker in hand_of(table.state, A)
        if "-" in broker.spot and table.view(A).known[broker.token].value == 0
    )
    swap(table, king, pawn)
    table.until(lambda at: at.state.round == 3 and at.state.phase is Phase.BID)
    known = table.view(A).known
    assert pawn in throne(table, A)
    assert king not in known
    assert known[pawn].value == 0
    hand = Counter(known[broker.token].value for broker in hand_of(table.state, A))
    assert hand + Counter(known[token].value for token in throne(table, A)) == Counter((*BROKERS, 2, 2))
    assert Revealed in {type(event) for event in table.events}
    while table.prompts():
        table.step()
    assert told(table, Caught) == []


@pytest.mark.rule("R71")
@pytest.mark.parametrize(
    ("sums", "places", "points"),
    [
        ((10, 8, 3), (1, 2, 3), (12, 7, 3)),
        ((8, 8, 3), (1, 1, 3), (9, 9, 3)),
        ((3, 8, 3), (2, 1, 2), (5, 12, 5)),
        ((8, 8, 8), (1, 1, 1), (7, 7, 7)),
        ((0, 0, 0), (1, 1, 1), (7, 7, 7)),
    ],
)
def test_three_share_12_7_and_3(
    sums: tuple[int, ...], places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """With three players there is no fourth place (F16)."""
    result = throne_scored(enthroned(*sums).state)
    assert (result.sums, result.places, result.points) == (sums, places, points)


@pytest.mark.rule("R71")
def test_the_throne_room_is_scored_after_the_black_gems() -> None:
    """As a source of points of its own."""
    step = scored(enthroned(10, 8, 8, 3).state)
    kinds = [type(event) for event in step.events]
    assert kinds == [ColourScored] * 4 + [BlackScored, ThroneScored]
    assert [player.sources[4] for player in step.state.players] == [12, 5, 5, 0]
    assert [player.points for player in step.state.players] == [12, 5, 5, 0]
    plain = scored(placed().state)
    assert ThroneScored not in {type(event) for event in plain.events}


@pytest.mark.rule("R71", "R69")
def test_a_whole_game_scores_what_was_sent() -> None:
    """The sums are those of the brokers in the throne room, whatever Magicians did there."""
    swaps = 0
    for seed in range(8):
        table = play(seed, card_first, options=("kings-favor", "documented-deck"))
        (result,) = told(table, ThroneScored)
        shown = Counter[Seat]()
        for event in told(table, Revealed):
            if event.spot == "throne":
                shown[event.seat] += event.value
        known = [total - shown[Seat(seat)] for seat, total in enumerate(result.sums)]
        assert min(known) >= 0, "what was public before is not shown again"
        assert [player.sources[4] for player in table.state.players] == list(result.points)
        swaps += any("throne" in event.spots for event in told(table, Swapped))
    assert swaps > 0
