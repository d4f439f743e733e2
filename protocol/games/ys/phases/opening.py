"""Turning brokers over: what fits its seal is believed, what does not is refused, what lies is found out.

Bids, last brokers and the face-down ones of a place are opened by their holders' clients, all at once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from protocol import keys
from protocol.game import Event, Illegal, Seat
from protocol.games.ys.actions import Lend, Open, Opened, Shown
from protocol.games.ys.board import LAST
from protocol.games.ys.events import BidShown, LastShown, PeekShown, Revealed
from protocol.games.ys.handlers import on
from protocol.games.ys.phases.leaving import audited, caught
from protocol.games.ys.prompts import Reveal, ShowSpy
from protocol.games.ys.ranking import tie_breaks
from protocol.games.ys.state import (
    Broker,
    Lent,
    Peek,
    Phase,
    Shot,
    State,
    YsStep,
    broker_at,
    joined,
    place_of,
    told,
    with_broker,
    without,
)
from protocol.seals import Opening, Token, opens


def check_seal(state: State, broker: Broker, opening: Opening) -> None:
    """Raise Illegal unless `opening` is what the broker's seal hides."""
    if not opens(broker.seal, place_of(state, broker), opening):
        raise Illegal("bad-seal", f"the opening of broker {broker.token} does not fit its seal", "R32")


@on(Reveal, Open)
def open_brokers(state: State, seat: Seat, prompt: Reveal, action: Open) -> YsStep:
    """Return the step in which exactly the brokers asked for are turned over; a lie makes the seat leave."""
    tokens = tuple(opened.token for opened in action.opened)
    if tokens != prompt.tokens:
        raise Illegal("not-as-asked", f"{tokens} are not the brokers {prompt.tokens}")
    brokers = [_turned(state, opened) for opened in action.opened]
    lies = [opened.token for opened in action.opened if not _is_shown_truly(state, opened)]
    for broker in brokers:
        state = with_broker(state, broker)
    state = without(state, seat)
    shown = told(state, *_EVENTS[state.phase](state, brokers))
    return joined(shown, caught(state, seat, "peek", lies[0]) if lies else audited(state, seat, tokens))


def _turned(state: State, opened: Opened) -> Broker:
    broker = _broker(state, opened.token)
    check_seal(state, broker, opened.opening)
    halves = tuple(shot.box[:32] for shot in broker.shown)
    if tuple(keys.box_half(key) for key in opened.keys) != halves:
        raise Illegal("bad-key", f"not the keys of the boxes in which broker {opened.token} was shown", "R32")
    spot = LAST if state.phase is Phase.SHOW_LAST else broker.spot
    return replace(broker, spot=spot, value=opened.opening.value, up=True)


def _is_shown_truly(state: State, opened: Opened) -> bool:
    content = opened.opening.content()
    return all(
        keys.lock(state.players[shot.spy].box, key, content) == shot.box
        for shot, key in zip(_broker(state, opened.token).shown, opened.keys, strict=True)
    )


def _broker(state: State, token: Token) -> Broker:
    broker = broker_at(state, token)
    assert broker is not None
    return broker


def _bid_shown(state: State, brokers: Sequence[Broker]) -> tuple[Event, ...]:
    one, other = (broker.value or 0 for broker in brokers)
    return (BidShown(brokers[0].owner, (one, other)),)


def _last_shown(state: State, brokers: Sequence[Broker]) -> tuple[Event, ...]:
    (last,) = brokers
    return (LastShown(last.owner, last.value or 0, tie_breaks(state)[last.owner]),)


def _revealed(state: State, brokers: Sequence[Broker]) -> tuple[Event, ...]:
    return tuple(Revealed(broker.owner, broker.token, broker.spot, broker.value or 0) for broker in brokers)


_EVENTS: Final[Mapping[Phase, Callable[[State, Sequence[Broker]], tuple[Event, ...]]]] = {
    Phase.SHOW_BID: _bid_shown,
    Phase.SHOW_LAST: _last_shown,
    Phase.CARDS: _revealed,
    Phase.CITY: _revealed,
    Phase.MARKET: _revealed,
    Phase.THRONE: _revealed,
}


@on(ShowSpy, Shown)
def show(state: State, seat: Seat, prompt: ShowSpy, action: Shown) -> YsStep:
    """Return the step in which the holder has shown a broker to the spy alone (R32)."""
    peek = _asked(prompt, action.token)
    looked = _looked(state, peek, Shot(peek.spy, action.box))
    return told(looked, PeekShown(seat, peek.spy, peek.token))


@on(ShowSpy, Lend)
def lend(state: State, seat: Seat, prompt: ShowSpy, action: Lend) -> YsStep:
    """Return the step in which nature has shown it: the holder does not answer for that (R32)."""
    peek = _asked(prompt, action.token)
    looked = _looked(state, peek, Lent(peek.spy, action.box))
    return told(looked, PeekShown(seat, peek.spy, peek.token, by_host=True))


def _asked(prompt: ShowSpy, token: Token) -> Peek:
    peek = next((peek for peek in prompt.peeks if peek.token == token), None)
    if peek is None:
        raise Illegal("not-as-asked", f"no spy looks at broker {token} of yours", "R52b")
    return peek


def _looked(state: State, peek: Peek, shot: Shot) -> State:
    broker = _broker(state, peek.token)
    state = with_broker(state, replace(broker, boxes=(*broker.boxes, shot)))
    return replace(state, peeks=tuple(other for other in state.peeks if other != peek))
