"""Lies about hidden brokers: refused, or found out and punished (R3, R32, R52c)."""

import pytest
from msgspec.structs import replace

from protocol import keys
from protocol.game import Action, Illegal, Seat
from protocol.games.ys.actions import Bid, Open, Opened, PlaceUp, SealHand, Shown, UseCard
from protocol.games.ys.board import Spot
from protocol.games.ys.events import Caught, Departed, Placed
from protocol.games.ys.game import YS
from protocol.games.ys.state import Phase, deal_name
from protocol.seals import Opening, Token, place, seal
from tests.support.builders import A, B, C, D, counting, placed, told
from tests.support.ys_driver import Table, vault


def refused(table: Table, seat: Seat, action: Action) -> str:
    """Return the code with which an action is refused."""
    before = table.state
    with pytest.raises(Illegal) as refusal:
        YS.apply(table.state, seat, action)
    assert table.state == before
    return refusal.value.code


def loaded(*values: int) -> tuple[Table, list[Opening]]:
    """Return a table at which a has sealed these values instead of its own hand, and bids are due."""
    table = Table(1)
    openings = [Opening(value, bytes([at]) * 16) for at, value in enumerate(values)]
    seals = tuple(
        seal(place(table.state.table, deal_name(table.state.round), A, Token(at)), opening)
        for at, opening in enumerate(openings)
    )
    (honest,) = table.answers(A)
    assert isinstance(honest, SealHand)
    table.do(A, replace(honest, seals=seals))
    table.pay()
    for seat in (A, B, C, D):
        table.do(seat, Bid(tokens=(Token(11 * seat), Token(11 * seat + 1))))
    return table, openings


@pytest.mark.rule("R3", "R52c")
@pytest.mark.parametrize("values", [(2, 2), (5, 1), (255, 255)])
def test_a_bid_of_brokers_one_does_not_have(values: tuple[int, int]) -> None:
    """It fits its seals and is shown; then its seat leaves."""
    table, openings = loaded(*values, *range(9))
    table.do(A, Open(opened=tuple(Opened(Token(at), openings[at]) for at in (0, 1))))
    assert [(caught.seat, caught.lie) for caught in told(table, Caught)] == [(A, "hand")]
    assert table.events.index(told(table, Caught)[0]) + 1 == table.events.index(Departed(A))
    assert YS.left(table.state) == (A,)


@pytest.mark.rule("R3", "R52c")
def test_a_third_four() -> None:
    """Two are everybody's; the third, placed face up, is one too many, and its seat leaves at once."""
    table, openings = loaded(4, 4, *[4] * 9)
    table.do(A, Open(opened=tuple(Opened(Token(at), openings[at]) for at in (0, 1))))
    assert YS.left(table.state) == ()
    table.pay()
    while table.prompts().keys() != {A} or table.state.phase is not Phase.PLACE:
        (seat,) = table.prompts()
        table.do(seat, YS.legal(table.view(seat))[0])
    table.do(A, PlaceUp(token=Token(5), opening=openings[5], spot=Spot("palace-1")))
    assert [caught.token for caught in told(table, Caught)] == [5]
    assert told(table, Placed)[-1].value == 4, "it lies there, open, till the end of the round"
    assert YS.left(table.state) == (A,)
    assert table.prompts()


def spying() -> Table:
    """Return a table at which b is to show c's spy a broker in palace 1 (order: c, a, b, d)."""
    table = placed(b="4down@palace-1", cards={C: ("spy",)}, phase=Phase.PLACE, orders=(2, 3, 1, 4))
    table.state = counting(table).state
    table.do(C, UseCard(card="spy"))
    assert list(table.prompts()) == [B]
    return table


def counted(table: Table) -> Table:
    """Return the table when palace 1 is to be revealed."""
    state = replace(table.state, phase=Phase.CARDS, waiting=(), agenda=())
    table.state = state
    step = YS.leave(state, D)
    table.state = step.state
    assert list(table.prompts()) == [B]
    return table


@pytest.mark.rule("R32")
def test_a_true_look() -> None:
    """The spy knows it, the opening proves it, nobody is caught."""
    table = spying()
    table.pay()
    token = next(iter(set(table.view(C).known) & set(table.view(B).known)))
    assert table.view(C).known[token] == table.view(B).known[token]
    counted(table)
    table.do(B, table.answers(B)[0])
    assert told(table, Caught) == []
    assert YS.left(table.state) == (D,)


@pytest.mark.rule("R32", "R52c")
def test_a_false_look_is_proved_when_the_broker_opens() -> None:
    """The spy's client knows nothing by it; the key that fits the box proves the lie, and the seat leaves."""
    table = spying()
    (honest,) = YS.owed(table.state, B, vault(table.seed, B))
    assert isinstance(honest, Shown)
    key = vault(table.seed, B).peek_key(table.state.table, "round-1", honest.token, C)
    false = keys.lock(table.state.setup.seats[C].box, key, Opening(0, bytes(16)).content())
    table.do(B, Shown(token=honest.token, box=false))
    assert honest.token not in table.view(C).known
    counted(table)
    table.do(B, table.answers(B)[0])
    assert told(table, Caught) == [Caught(B, "peek", honest.token)]
    assert YS.left(table.state) == (D, B)


@pytest.mark.rule("R32")
def test_a_box_of_nothing_tells_the_spy_nothing() -> None:
    """What does not unlock is not known; it can never be opened either, for no key fits."""
    table = spying()
    (honest,) = YS.owed(table.state, B, vault(table.seed, B))
    assert isinstance(honest, Shown)
    table.do(B, Shown(token=honest.token, box=bytes(65)))
    assert honest.token not in table.view(C).known
    counted(table)
    assert refused(table, B, table.answers(B)[0]) == "bad-key"


@pytest.mark.rule("R32")
def test_an_opening_carries_the_key_of_every_box() -> None:
    """None, another and one too many are refused."""
    table = spying()
    table.pay()
    counted(table)
    (honest,) = table.answers(B)
    assert isinstance(honest, Open)
    (opened,) = honest.opened
    for wrong in ((), (bytes(32),), opened.keys * 2):
        assert refused(table, B, Open(opened=(Opened(opened.token, opened.opening, wrong),))) == "bad-key"


@pytest.mark.rule("R32")
def test_only_what_was_asked_for_is_shown() -> None:
    """Another broker, or the same one twice, is refused."""
    table = spying()
    (honest,) = YS.owed(table.state, B, vault(table.seed, B))
    assert isinstance(honest, Shown)
    assert refused(table, B, replace(honest, token=Token(honest.token + 1))) == "not-as-asked"
    assert refused(table, A, honest) == "not-asked"
    table.do(B, honest)
    assert refused(table, B, honest) == "not-asked"


@pytest.mark.rule("R22", "R35")
def test_exactly_what_is_asked_for_is_opened() -> None:
    """Fewer, others, another order, and openings that miss their seals are refused."""
    table, openings = loaded(0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4)
    opened = tuple(Opened(Token(at), openings[at]) for at in range(3))
    assert refused(table, A, Open(opened=opened[:1])) == "not-as-asked"
    assert refused(table, A, Open(opened=opened)) == "not-as-asked"
    assert refused(table, A, Open(opened=opened[1::-1])) == "not-as-asked"
    assert refused(table, A, Open(opened=(opened[0], Opened(Token(1), openings[2])))) == "bad-seal"
    table.do(A, Open(opened=opened[:2]))
    assert told(table, Caught) == []
