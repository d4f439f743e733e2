"""A table of Ys read out: city, market, prices, players, one's own brokers; no drawing, no glyph. Pure."""

from collections.abc import Sequence
from typing import Final

from protocol.game import Seat
from protocol.games.ys.board import (
    AREAS,
    BID,
    COLOURS,
    GEMS,
    LAST,
    NEIGHBORHOOD_OF,
    ROUNDS,
    STEPS,
    THRONE,
    TURNS,
    Spot,
)
from protocol.games.ys.scoring import colours_ranked
from protocol.games.ys.state import Broker, Phase, State, broker_at, layout_of
from protocol.seals import Token
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import hand_values
from ys_tui.games.ys.presence import away, returning
from ys_tui.games.ys.seated import names_now

_TRIO: Final = 3
"""Tie-break brokers that a player has when all are laid open (R30)."""


def where(table: TableSnapshot) -> str:
    """Return how far the game has got."""
    state: State = table.confirmed
    if state.phase is Phase.OVER:
        return "The game is over."
    phase = f"placing, turn {state.turn} of {TURNS}" if state.phase is Phase.PLACE else _phase(state)
    return f"Round {state.round} of {ROUNDS}, {phase}."


def _phase(state: State) -> str:
    if state.phase is Phase.CITY:
        return f"counting neighborhood {state.area}"
    name = words.phase_name(state)
    return name[:1].lower() + name[1:] if not name.startswith("King") else name


def city(table: TableSnapshot) -> tuple[str, ...]:
    """Return each neighborhood with its gems and its character, and who stands in its areas."""
    state: State = table.view.state
    lines: list[str] = []
    for number in layout_of(state).neighborhoods:
        gems = state.ports[number - 1] if len(state.ports) >= number else ()
        card = state.palaces[number - 1] if len(state.palaces) >= number else ""
        lines.append(
            f"Neighborhood {number}: gems {words.gem_names(gems) or 'none'}; "
            f"character {words.card_name(card) if card else 'none'}."
        )
        areas = (spot for spot in AREAS if NEIGHBORHOOD_OF[spot] == number)
        lines += [f"  {_capital(words.place_name(spot))}: {_there(table, spot)}." for spot in areas]
    if layout_of(state).has_throne:
        lines.append(f"Throne room: {_there(table, THRONE)}.")
    return tuple(lines)


def market(table: TableSnapshot) -> tuple[str, ...]:
    """Return the gem of each open line of the market, and who stands on its squares."""
    state: State = table.view.state
    lines: list[str] = []
    for line in layout_of(state).lines:
        gem = words.gem_of_line(state, line)
        squares = (f"{colour} {_there(table, Spot(f'market-{line}-{colour}'))}" for colour in COLOURS)
        lines.append(f"Market line {line}, gem {gem or 'none'}: {'; '.join(squares)}.")
    return tuple(lines)


def prices(table: TableSnapshot) -> tuple[str, ...]:
    """Return the prices, the dearest first."""
    state: State = table.view.state
    steps = dict(zip(COLOURS, state.prices, strict=True))
    ranked = ", ".join(f"{colour} {steps[colour]}" for colour in colours_ranked(state.prices))
    return (f"Prices of {STEPS}, the dearest first: {ranked}.",)


def players(table: TableSnapshot) -> tuple[str, ...]:
    """Return what everybody owns, in turn order; the neutral player last."""
    state: State = table.view.state
    neutral = layout_of(state).neutral
    orders = [player.choice if state.phase is Phase.ORDER else player.order for player in state.players]
    seats = sorted(range(len(orders)), key=lambda seat: (seat == neutral, orders[seat], seat))
    return tuple(_player(table, Seat(seat), orders[seat], is_neutral=seat == neutral) for seat in seats)


def _player(table: TableSnapshot, seat: Seat, order: int, *, is_neutral: bool) -> str:
    state: State = table.view.state
    player = state.players[seat]
    gems = ", ".join(f"{count} {gem}" for gem, count in zip(GEMS, player.gems, strict=True) if count)
    turn = "cannot win" if is_neutral else f"order card {order}" if order else "no order card yet"
    in_force = [words.card_name(card) for owner, card in state.in_force if owner == seat]
    ready = [words.card_name(held.card) for held in player.cards if held.won < state.round]
    later = [words.card_name(held.card) for held in player.cards if held.won >= state.round]
    parts = (
        turn,
        f"{player.points} point{'s' if player.points != 1 else ''}",
        f"gems {gems or 'none'}",
        _tie(state, seat),
        f"cards {', '.join(ready)}" if ready else "",
        f"cards from next round on {', '.join(later)}" if later else "",
        f"in force {', '.join(in_force)}" if in_force else "",
        _presence(table, seat),
    )
    you = " (you)" if seat == table.seat else ""
    return f"{names_now(table)[seat]}{you}: {'; '.join(filter(None, parts))}."


def _presence(table: TableSnapshot, seat: Seat) -> str:
    """Return whether somebody is not there, and who plays on then; "" for who is."""
    if seat in returning(table):
        return "back from the next round on"
    if seat in table.view.state.leavers:
        next_round = ": a bot plays from the next round on, unless they come back" * (seat in table.succeeded)
        return f"has left the game{next_round}"
    return "away" if seat in away(table) else ""


def _tie(state: State, seat: Seat) -> str:
    """Return the tie-break as far as it is open (R30)."""
    lying = [broker for broker in state.brokers if broker.owner == seat and broker.spot in {BID, LAST}]
    values = [broker.value for broker in lying if broker.value is not None]
    if not values:
        return "bid closed" if lying else ""
    return f"tie-break {sum(values)}{' and the last broker' if len(values) < _TRIO else ''}"


def mine(table: TableSnapshot) -> tuple[str, ...]:
    """Return the player's own brokers: those in the hand, the bid, the last one."""
    state: State = table.view.state
    if table.seat is None:
        return ("You are looking on.",)
    held = ", ".join(map(str, hand_values(table))) or "none"
    lines = [f"Your brokers in hand: {held}."]
    if neutral := hand_values(table, neutral=True):
        lines.append(f"Neutral brokers in your hand: {', '.join(map(str, neutral))}.")
    own = [broker for broker in state.brokers if broker.owner == table.seat]
    for spot, name in ((BID, "Your bid"), (LAST, "Your last broker")):
        values = [value for each in own if each.spot == spot and (value := _known(table, each)) is not None]
        if values:
            total = f", sum {sum(values)}" if len(values) > 1 else ""
            lines.append(f"{name}: {' and '.join(map(str, values))}{total}.")
    return tuple(lines)


def lying(table: TableSnapshot, token: int) -> str:
    """Return a broker that lies somewhere: "Bran, face down, in port 2"."""
    broker = broker_at(table.view.state, Token(token))
    assert broker is not None
    return f"{_whose(table, broker.owner)} {_broker(table, broker)}, in {words.place_name(broker.spot)}"


def _there(table: TableSnapshot, spot: Spot) -> str:
    """Return who has which brokers in a place."""
    state: State = table.view.state
    brokers = [broker for broker in state.brokers if broker.spot == spot]
    owners = sorted({broker.owner for broker in brokers})
    told = (f"{_whose(table, owner)} {_those(table, brokers, owner)}" for owner in owners)
    return ", ".join(told) or "empty"


def _those(table: TableSnapshot, brokers: Sequence[Broker], owner: Seat) -> str:
    return " and ".join(_broker(table, broker) for broker in brokers if broker.owner == owner)


def _broker(table: TableSnapshot, broker: Broker) -> str:
    """Return one broker as far as the player knows it; an open one lies face up by now."""
    value = _known(table, broker)
    if broker.value is not None:
        return f"{value} face up"
    return "face down" if value is None else f"{value} face down"


def _known(table: TableSnapshot, broker: Broker) -> int | None:
    if broker.value is not None:
        return broker.value
    opening = table.view.known.get(broker.token)
    return None if opening is None else opening.value


def _whose(table: TableSnapshot, owner: Seat) -> str:
    return "you" if owner == table.seat else names_now(table)[owner]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
