"""Positions of Ys in a line: `placed(a="4up@palace-2 0down@port-1", d="3@bid 1@bid 2@last")`.

Every broker is one of its player's real hand, so that clients can open it. Seats are called a, b, c, d.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from protocol.game import Action, Event, Seat, Step
from protocol.games.ys.actions import Bid, ToThrone
from protocol.games.ys.board import BOARD, HAND, THRONE, Spot
from protocol.games.ys.game import YS, settled
from protocol.games.ys.state import Broker, Held, Phase, Player, State, hand_of, layout_of, with_broker
from protocol.seals import Token
from tests.support.ys_driver import Table, at_random

E = TypeVar("E", bound=Event)

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
SEED = 1
PORT = ("blue", "blue", "green", "red")
"""What lies in each port unless a test says otherwise."""
MARKET = ("blue", "green", "yellow")
PALACES = ("spy", "spy", "spy", "spy")


def dealt(
    seed: int = SEED,
    seats: int = 4,
    options: Sequence[str] = (),
    *,
    number: int = 1,
    throne: Mapping[Seat, Sequence[int]] | None = None,
) -> Table:
    """Return a table at which round `number` is dealt: everybody is to bid.

    `throne` says which values lie in the throne room by then, one for each round that is over; of who is not
    in it any will do.
    """
    table = Table(seed, at_random, seats, options)
    while not (table.state.phase is Phase.BID and table.state.round == number):
        seat = next(iter(table.prompts()))
        wanted = dict(throne or {}).get(seat, ())[table.state.round - 1 : table.state.round]
        for action in _steered(table, seat, wanted):
            table.do(seat, action)
    table.events.clear()
    return table


def _steered(table: Table, seat: Seat, wanted: Sequence[int]) -> Sequence[Action]:
    """Return how `seat` acts so that a broker of the value `wanted` gets to the throne room."""
    if not wanted:
        return table.answers(seat)
    known = table.view(seat).known
    for action in YS.legal(table.view(seat)) if not table.prompts()[seat].automatic else ():
        if isinstance(action, Bid) and wanted[0] in {known[token].value for token in action.tokens}:
            return (action,)
        if isinstance(action, ToThrone) and known[action.token].value == wanted[0]:
            return (action,)
    return table.answers(seat)


def tokens(table: Table, seat: Seat, *values: int) -> tuple[Token, ...]:
    """Return brokers of these values that `seat` still has behind its screen, ascending."""
    known = table.view(seat).known
    own = hand_of(table.state, seat)
    free = [broker.token for broker in own if broker.owner == seat and broker.spot == HAND]
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
    seats: int = 4,
    options: Sequence[str] = (),
    throne: Mapping[Seat, Sequence[int]] | None = None,
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

    Cards count as won before this round. With something in the throne room, round `number` is a real one.
    """
    table = dealt(seats=seats, options=options, number=1 if throne is None else number, throne=throne)
    for seat, text in zip((A, B, C, D), (a, b, c, d), strict=True):
        for word in text.split():
            _put(table, seat, word)
    state, fixed = table.state, layout_of(table.state)
    players = tuple(
        _player(player, order, (cards or {}).get(Seat(seat), ()))
        for seat, (player, order) in enumerate(zip(state.players, _orders(state, orders), strict=True))
    )
    table.state = replace(
        state,
        phase=phase,
        area=area,
        round=number,
        players=players,
        prices=prices,
        ports=(port,) * len(fixed.neighborhoods),
        market=market[-len(fixed.lines) :],
        palaces=palaces[: len(fixed.neighborhoods)],
        in_force=in_force,
        leavers=leavers,
        waiting=(),
    )
    table.events.clear()
    return table


def enthroned(*sums: int) -> Table:
    """Return a table of King's Favor at which the seats' brokers in the throne room have these sums, open."""
    table = placed(seats=len(sums), options=("kings-favor",))
    brokers = (
        Broker(Token(1_000 + 3 * seat + at), Seat(seat), Seat(seat), b"", THRONE, value)
        for seat, total in enumerate(sums)
        for at, value in enumerate((min(total, 4), min(max(total - 4, 0), 4), max(total - 8, 0)))
    )
    table.state = replace(table.state, brokers=(*table.state.brokers, *brokers))
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


def _orders(state: State, orders: Sequence[int]) -> Sequence[int]:
    """Return an order card for each seat, and none for the neutral player."""
    fixed = layout_of(state)
    return (*orders[: fixed.seats], 0)[: fixed.players]


def _player(player: Player, order: int, cards: Sequence[str]) -> Player:
    return replace(
        player,
        order=order,
        cards=tuple(Held(card, 0) for card in cards),
        points=0,
        gems=(0, 0, 0, 0, 0),
        sources=(0, 0, 0, 0, 0),
    )


def _put(table: Table, seat: Seat, word: str) -> None:
    """Put a broker of `seat` where the word says; of "n4down@port-1" one of the neutral player's it holds."""
    face, place = word.removeprefix("n").split("@")
    value, down = int(face[0]), face.endswith("down")
    spot, known = Spot(place), table.view(seat).known
    assert spot in (*BOARD, "bid", "last")
    broker = next(
        broker
        for broker in hand_of(table.state, seat)
        if broker.spot == HAND
        and known[broker.token].value == value
        and (broker.owner != seat) is word.startswith("n")
    )
    put = replace(broker, spot=spot, value=None if down else value, up=not down)
    table.state = with_broker(table.state, put)
