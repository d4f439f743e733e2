"""What the board looked like while things happened: events applied to a state, for drawing only. Pure.

The rules are not asked again: each event says what it did, and no more than what is drawn follows it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from protocol.game import Event, Seat
from protocol.games.ys import events
from protocol.games.ys.board import (
    BACK,
    BOARD,
    GEMS,
    GONE,
    HAND,
    LAST,
    NEIGHBORHOOD_OF,
    THRONE,
    TRIO,
    Spot,
)
from protocol.games.ys.characters import CHARACTERS, When
from protocol.games.ys.phases.favor import favor_begun
from protocol.games.ys.state import (
    Broker,
    Held,
    Phase,
    Player,
    State,
    broker_at,
    hand_of,
    layout_of,
    with_broker,
    with_player,
)
from protocol.seals import Token
from ys_tui.client.snapshot import TableSnapshot

FOLLOWED: Final = frozenset(
    {
        Phase.PLACE,
        Phase.SHOW_LAST,
        Phase.CARDS,
        Phase.CITY,
        Phase.MARKET,
        Phase.SEAL_TRIO,
        Phase.FAVOR,
        Phase.THRONE,
    }
)
"""Phases from which on events tell all that is drawn, up to the end of the round."""


def retold(state: State, happened: Iterable[Event]) -> State:
    """Return `state`, of one of the phases FOLLOWED, as it is drawn after what `happened` in its round."""
    for event in happened:
        state = retold_one(state, event)
    return state


def retold_table(table: TableSnapshot, happened: Iterable[Event]) -> TableSnapshot:
    """Return `table` as it is drawn after some of what its next entry makes happen; nobody is awaited."""
    state = table.confirmed
    if state.phase in FOLLOWED:
        state = retold(state, happened)
    return replace(table, confirmed=state, view=replace(table.view, state=state), awaited=())


def retold_one(state: State, event: Event) -> State:
    """Return `state` as it is drawn after `event`."""
    apply = _APPLY.get(type(event))
    return state if apply is None else apply(state, event)


def _placed(state: State, event: events.Placed) -> State:
    is_up = event.value is not None
    return _changed(state, event.token, spot=event.spot, value=event.value, up=is_up)


def _last_shown(state: State, event: events.LastShown) -> State:
    """Return the state with the only broker that is left in the hand beside the bid (R30)."""
    left = (
        broker for broker in hand_of(state, event.seat) if broker.spot == HAND and broker.owner == event.seat
    )
    last = next(left, None)
    if last is None:
        return state
    return with_broker(state, replace(last, spot=LAST, value=event.value, up=True))


def _card_used(state: State, event: events.CardUsed) -> State:
    player = state.players[event.seat]
    names = [held.card for held in player.cards]
    if event.card not in names:
        return state
    at = names.index(event.card)
    cards = (*player.cards[:at], *player.cards[at + 1 :])
    state = with_player(state, event.seat, replace(player, cards=cards, used=player.used + 1))
    if CHARACTERS[event.card].when is When.COUNT:
        state = replace(state, in_force=(*state.in_force, (event.seat, event.card)))
    return state


def _moved(state: State, event: events.Moved) -> State:
    return _changed(state, event.token, spot=event.spot)


def _swapped(state: State, event: events.Swapped) -> State:
    brokers = tuple(broker_at(state, token) for token in event.tokens)
    for broker, partner, spot in zip(brokers, reversed(brokers), event.spots, strict=True):
        if broker is not None and partner is not None:
            up = partner.up if broker.spot == THRONE else broker.up and spot != THRONE
            state = _changed(state, broker.token, spot=spot, up=up)
    return state


def _revealed(state: State, event: events.Revealed) -> State:
    state = _changed(state, event.token, value=event.value, up=True)
    return replace(state, phase=Phase.THRONE) if event.spot == THRONE else state


def _enthroned(state: State, event: events.Enthroned) -> State:
    """Return the state with one of the three in the throne room, the others back (R68)."""
    state = _all_moved(state, lambda broker: broker.spot == TRIO and broker.holder == event.seat, BACK)
    return _changed(state, event.token, spot=THRONE)


def _count_began(state: State, event: events.CountBegan) -> State:
    return replace(state, phase=Phase.CITY if event.area else Phase.MARKET, area=event.area)


def _gained(state: State, event: events.Gained) -> State:
    player = state.players[event.seat]
    if event.what == "points":
        return with_player(state, event.seat, replace(player, points=player.points + event.amount))
    gems = list(player.gems)
    gems[GEMS.index(event.what)] += event.amount
    state = with_player(state, event.seat, _with_gems(player, gems))
    return _without_gem(state, event.was or event.what, event.why)


def _card_won(state: State, event: events.CardWon) -> State:
    state = _without_card(state, event.spot)
    if CHARACTERS[event.card].when is When.WON or event.seat == layout_of(state).neutral:
        return state  # it acts at once and is gone, or is discarded
    player = state.players[event.seat]
    held = (*player.cards, Held(event.card, state.round))
    return with_player(state, event.seat, replace(player, cards=held))


def _discarded(state: State, event: events.Discarded) -> State:
    if event.why.startswith("palace"):
        return _without_card(state, event.why)
    for gem in event.what:
        state = _without_gem(state, gem, event.why)
    return state


def _priced(state: State, event: events.Priced) -> State:
    prices = list(state.prices)
    prices[GEMS.index(event.colour)] = event.after
    blue, green, yellow, red = prices
    return replace(state, prices=(blue, green, yellow, red))


def _returned(state: State, event: events.Returned) -> State:
    """Return the state without the brokers that went back; at the end of a round those of the market.

    With King's Favor the tie-break brokers are there to be chosen from then (R68).
    """
    back = _all_moved(
        state,
        lambda broker: (
            broker.spot in BOARD and (not event.area or NEIGHBORHOOD_OF.get(broker.spot) == event.area)
        ),
        BACK,
    )
    return back if event.area or not layout_of(state).has_throne else favor_begun(back)


def _departed(state: State, event: events.Departed) -> State:
    gone = replace(state, leavers=(*state.leavers, event.seat))
    return _all_moved(
        gone,
        lambda broker: broker.holder == event.seat and (broker.value is None or broker.spot == THRONE),
        GONE,
    )


def _scored(state: State, event: events.ColourScored | events.BlackScored | events.ThroneScored) -> State:
    for seat, points in enumerate(event.points):
        player = state.players[seat]
        state = with_player(state, Seat(seat), replace(player, points=player.points + points))
    return replace(state, phase=Phase.OVER)


def _game_over(state: State, event: events.GameOver) -> State:
    return replace(state, phase=Phase.OVER, brokers=(), in_force=())


# Each entry takes the type that stands before it.
_APPLY: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    events.Placed: _placed,
    events.LastShown: _last_shown,
    events.CardUsed: _card_used,
    events.Moved: _moved,
    events.Swapped: _swapped,
    events.Revealed: _revealed,
    events.CountBegan: _count_began,
    events.Gained: _gained,
    events.CardWon: _card_won,
    events.Discarded: _discarded,
    events.Priced: _priced,
    events.Returned: _returned,
    events.Departed: _departed,
    events.Enthroned: _enthroned,
    events.ColourScored: _scored,
    events.BlackScored: _scored,
    events.ThroneScored: _scored,
    events.GameOver: _game_over,
}


def _changed(state: State, token: Token, **changes: object) -> State:
    broker = broker_at(state, token)
    return state if broker is None else with_broker(state, replace(broker, **changes))


def _all_moved(state: State, is_meant: Callable[[Broker], bool], spot: Spot) -> State:
    moved = (replace(broker, spot=spot) if is_meant(broker) else broker for broker in state.brokers)
    return replace(state, brokers=tuple(moved))


def _with_gems(player: Player, gems: Iterable[int]) -> Player:
    blue, green, yellow, red, black = gems
    return replace(player, gems=(blue, green, yellow, red, black))


def _without_gem(state: State, gem: str, where: str) -> State:
    """Return the state in which one such gem has left the port or line `where`, if it lay there."""
    kind, _, number = where.partition("-")
    if kind == "line":
        at = layout_of(state).lines.index(int(number))
        return replace(state, market=(*state.market[:at], "", *state.market[at + 1 :]))
    if kind != "neighborhood" or gem not in state.ports[int(number) - 1]:
        return state
    at = int(number)
    gems = state.ports[at - 1]
    lies = gems.index(gem)
    left = (*gems[:lies], *gems[lies + 1 :])
    return replace(state, ports=(*state.ports[: at - 1], left, *state.ports[at:]))


def _without_card(state: State, palace: str) -> State:
    at = int(palace[-1])
    return replace(state, palaces=(*state.palaces[: at - 1], "", *state.palaces[at:]))
