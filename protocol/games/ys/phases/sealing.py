"""Phase 1: hands are sealed, links join into a draw, characters and ships come to the board (R14–R21)."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol import chance
from protocol.chance import Rng
from protocol.game import NATURE, Chance, Event, Illegal, Seat
from protocol.games.ys.actions import SealHand
from protocol.games.ys.board import (
    BROKERS,
    GONE,
    HAND,
    LINES,
    NEIGHBORHOODS,
    ROUNDS,
    SHIPS,
    WHITE,
)
from protocol.games.ys.characters import BLUE_DECK
from protocol.games.ys.events import OrdersDealt, RoundBegan
from protocol.games.ys.handlers import after, on
from protocol.games.ys.prompts import Deal, SealBrokers
from protocol.games.ys.state import (
    Broker,
    Left,
    Phase,
    State,
    YsStep,
    hand_of,
    stayed,
    told,
    with_player,
    without,
)
from protocol.seals import Token


def begun(state: State, number: int) -> State:
    """Return the state at the start of round `number`: everybody who stayed seals eleven brokers (R17)."""
    first = Token((number - 1) * len(state.players) * len(BROKERS))
    brokers = (
        Broker(
            Token(first + seat * len(BROKERS) + index),
            Seat(seat),
            b"",
            GONE if seat in state.leavers else HAND,
        )
        for seat in range(len(state.players))
        for index in range(len(BROKERS))
    )
    return replace(
        state,
        phase=Phase.SEAL,
        round=number,
        players=tuple(replace(player, used=0) for player in state.players),
        links=(None,) * len(state.players),
        brokers=tuple(brokers),
        first=first,
        ports=(),
        market=(),
        palaces=(),
        turn=0,
        area=0,
        waiting=stayed(state),
        in_force=(),
    )


@on(SealBrokers, SealHand)
def seal_hand(state: State, seat: Seat, prompt: SealBrokers, action: SealHand) -> YsStep:
    """Return the step in which the hand of `seat` is sealed and its link given."""
    player = state.players[seat]
    if chance.step(action.link) != player.link:
        raise Illegal("bad-link", "the link does not come before the one given last")
    if len(action.seals) != len(BROKERS):
        raise Illegal("bad-seals", f"{len(action.seals)} seals for {len(BROKERS)} brokers", "R3")
    taken = {broker.seal for broker in state.brokers}
    if len(taken.union(action.seals)) != len(taken) + len(BROKERS):
        raise Illegal("bad-seals", "a seal is there twice")
    hand = hand_of(state, seat)
    at = hand[0].token - state.first
    sealed = tuple(replace(broker, seal=seal) for broker, seal in zip(hand, action.seals, strict=True))
    state = with_player(state, seat, replace(player, link=action.link))
    return told(
        replace(
            without(state, seat),
            brokers=(*state.brokers[:at], *sealed, *state.brokers[at + len(sealed) :]),
            links=(*state.links[:seat], action.link, *state.links[seat + 1 :]),
        )
    )


@after(Phase.SEAL)
def ask_nature(state: State) -> YsStep:
    """Return the step after which nature's link is due."""
    return told(replace(state, phase=Phase.DRAW, waiting=(NATURE,)))


@on(Deal, Chance)
def deal(state: State, seat: Seat, prompt: Deal, action: Chance) -> YsStep:
    """Return the step in which everything that the round draws is drawn, in the fixed sequence."""
    if chance.step(action.link) != state.nature:
        raise Illegal("bad-link", "the link does not come before the one given last")
    rng = chance.joined(action.link, state.links)
    state = replace(state, nature=action.link, waiting=())
    events: tuple[Event, ...] = ()
    if state.round == 1:
        orders = rng.shuffle(range(1, len(state.players) + 1))
        dealt = zip(state.players, orders, strict=True)
        state = replace(state, players=tuple(replace(player, order=order) for player, order in dealt))
        events = (OrdersDealt(orders),)
    return _set_up(state, rng, events)


def _set_up(state: State, rng: Rng, events: tuple[Event, ...]) -> YsStep:
    characters = BLUE_DECK if state.round == ROUNDS else state.left.characters
    palaces = rng.draw(characters, len(NEIGHBORHOODS))
    *ships, fair = rng.draw(state.left.ships, len(NEIGHBORHOODS) + 1)
    ports = tuple((large, large, *small) for large, *small in (SHIPS[ship] for ship in ships))
    market = market_gems(SHIPS[fair])
    left = Left(
        characters=_remove(characters, palaces),
        ships=tuple(ship for ship in state.left.ships if ship not in ships and ship != fair),
    )
    state = replace(state, palaces=palaces, ports=ports, market=market, left=left)
    return told(state, *events, RoundBegan(state.round, palaces, ports, market))


def market_gems(ship: Sequence[str]) -> tuple[str, ...]:
    """Return the gems of lines 1, 2, 3: a white one first, the others in the card's order (R21)."""
    assert len(ship) == len(LINES)
    return tuple(sorted(ship, key=lambda gem: gem != WHITE))


def _remove(cards: Sequence[str], drawn: Sequence[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in drawn:
        left.remove(card)
    return tuple(left)
