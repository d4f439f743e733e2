"""Positions of Ys in a line: `placed(a="4up@palace-2 0down@port-1", d="3@bid 1@bid 2@last")`.

Every broker is one of its player's real hand, so that clients can open it. Seats are called a, b, c, d.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from protocol.game import Event, Seat, Step
from protocol.games.ys.board import BOARD, BROKERS, Spot
from protocol.games.ys.game import YS, settled
from protocol.games.ys.state import Broker, Held, Phase, Player, State
from protocol.seals import Opening, Token
from tests.support.ys_driver import Table, setup_of, vault

E = TypeVar("E", bound=Event)

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
SEED = 1
PORT = ("blue", "blue", "green", "red")
"""What lies in each port unless a test says otherwise."""
MARKET = ("blue", "green", "yellow")
PALACES = ("spy", "spy", "spy", "spy")


def hand(seat: Seat, name: str = "round-1") -> tuple[Opening, ...]:
    """Return the hand of `seat` in the positions made here."""
    return vault(SEED, seat).hand(YS.start(setup_of(SEED)).table, name, BROKERS)


def dealt(seed: int = SEED) -> Table:
    """Return a table whose first round is dealt: everybody is to bid."""
    return Table(seed).until(lambda table: table.state.phase is Phase.BID)


def tokens(table: Table, seat: Seat, *values: int) -> tuple[Token, ...]:
    """Return brokers of these values that `seat` still has behind its screen, ascending."""
    known = table.view(seat).known
    free = [broker.token for broker in table.state.brokers if broker.owner == seat and broker.spot == "hand"]
    chosen: list[Token] = []
    for value in values:
        chosen.append(next(token for token in free if known[token].value == value and token not in chosen))
    return tuple(sorted(chosen))


def placed(
    *,
    a: str = "",
    b: str = "",
    c: str = "",
    d: str = "",
    phase: Phase = Phase.CARDS,
    area: int = 0,
    number: int = 1,
    orders: Sequence[int] = (1, 2, 3, 4),
    prices: tuple[int, int, int, int] = (8, 8, 8, 8),
    port: tuple[str, ...] = PORT,
    market: tuple[str, ...] = MARKET,
    palaces: tuple[str, ...] = PALACES,
    cards: Mapping[Seat, Sequence[str]] | None = None,
    in_force: tuple[tuple[Seat, str], ...] = (),
    leavers: tuple[Seat, ...] = (),
) -> Table:
    """Return a table at the end of `phase` (and of neighborhood `area`), with these brokers placed.

    Cards count as won before this round.
    """
    table = dealt()
    state = table.state
    for seat, text in zip((A, B, C, D), (a, b, c, d), strict=True):
        for word in text.split():
            state = _put(state, seat, word)
    players = tuple(
        _player(player, order, (cards or {}).get(Seat(seat), ()))
        for seat, (player, order) in enumerate(zip(state.players, orders, strict=True))
    )
    table.state = replace(
        state,
        phase=phase,
        area=area,
        round=number,
        players=players,
        prices=prices,
        ports=(port,) * 4,
        market=market,
        palaces=palaces,
        in_force=in_force,
        leavers=leavers,
        waiting=(),
    )
    table.events.clear()
    return table


def counting(table: Table) -> Table:
    """Return the table after everything that needs no decision, and after all automatic answers."""
    step = settled(Step(table.state))
    table.state = step.state
    table.events.extend(step.events)
    table.pay()
    return table


def told(table: Table, kind: type[E]) -> list[E]:
    """Return what happened of one kind."""
    return [event for event in table.events if isinstance(event, kind)]


def _player(player: Player, order: int, cards: Sequence[str]) -> Player:
    return replace(player, order=order, cards=tuple(Held(card, 0) for card in cards))


def _put(state: State, seat: Seat, word: str) -> State:
    face, place = word.split("@")
    value, down = int(face[0]), face.endswith("down")
    spot = Spot(place)
    assert spot in (*BOARD, "bid", "last")
    openings = hand(seat)
    first = seat * len(BROKERS)
    index = next(
        first + at
        for at, opening in enumerate(openings)
        if opening.value == value and state.brokers[first + at].spot == "hand"
    )
    put: Broker = replace(state.brokers[index], spot=spot, value=None if down else value, up=not down)
    return replace(state, brokers=(*state.brokers[:index], put, *state.brokers[index + 1 :]))
