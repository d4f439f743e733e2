"""Leaving the game: by resigning, by the others' vote, or for a lie that was found out (R52c)."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.game import Event, Seat
from protocol.games.ys.audit import is_possible
from protocol.games.ys.board import GONE, THRONE
from protocol.games.ys.events import Caught, Departed, Discarded, GameOver
from protocol.games.ys.scoring import outcome
from protocol.games.ys.state import Asking, Broker, Phase, State, YsStep, broker_at, joined, stayed, told
from protocol.seals import Token


def departed(state: State, seat: Seat) -> YsStep:
    """Return the step after which `seat` is asked nothing any more, its unopened brokers gone.

    With one seat left, that seat has won.
    """
    turn = state.waiting[:1] == (seat,)
    events: tuple[Event, ...] = (Departed(seat), *_given_up(state.asking, seat))
    state = replace(
        state,
        leavers=(*state.leavers, seat),
        brokers=tuple(
            replace(broker, spot=GONE) if broker.holder == seat and _leaves(broker) else broker
            for broker in state.brokers
        ),
        waiting=tuple(other for other in state.waiting if other != seat),
        placed=(0, 0, 0) if turn else state.placed,
        down=1 if turn else state.down,
        asking=None if state.asking is not None and state.asking.seat == seat else state.asking,
    )
    # Looks at what is gone have no object, those of who left no eye.
    state = replace(
        state,
        peeks=tuple(peek for peek in state.peeks if peek.spy != seat and _lies_there(state, peek.token)),
    )
    gone = told(state, *events)
    return gone if len(stayed(state)) > 1 else joined(gone, ended(state))


def ended(state: State) -> YsStep:
    """Return the step in which the game is over and its result is known (R78, R52c)."""
    over = replace(
        state, phase=Phase.OVER, brokers=(), waiting=(), agenda=(), asking=None, peeks=(), in_force=()
    )
    result = outcome(over)
    return told(over, GameOver(result.points, result.places, result.reason))


def audited(state: State, seat: Seat, tokens: Sequence[Token]) -> YsStep:
    """Return the step in which `seat` leaves if what it has opened cannot be what it owns (R3, R59, R68)."""
    return told(state) if is_possible(state, seat) else caught(state, seat, "hand", tokens[-1])


def caught(state: State, seat: Seat, lie: str, token: Token) -> YsStep:
    """Return the step in which `seat` leaves because `token` told that it lied."""
    return joined(told(state, Caught(seat, lie, token)), departed(state, seat))


def _leaves(broker: Broker) -> bool:
    return broker.value is None or broker.spot == THRONE


def _given_up(asking: Asking | None, seat: Seat) -> tuple[Event, ...]:
    return (Discarded((asking.card,), asking.card),) if asking is not None and asking.seat == seat else ()


def _lies_there(state: State, token: Token) -> bool:
    broker = broker_at(state, token)
    return broker is not None and broker.spot != GONE
