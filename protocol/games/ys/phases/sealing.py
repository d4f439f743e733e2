"""Phase 1: hands are sealed, links join into a draw, characters and ships come to the board (R14–R21)."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol import chance
from protocol.chance import Rng
from protocol.game import NATURE, Chance, Event, Illegal, Reseated, Seat
from protocol.games.ys.actions import SealHand
from protocol.games.ys.board import (
    BROKERS,
    GONE,
    HAND,
    ROUNDS,
    SHIPS,
    THRONE,
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
    layout_of,
    stayed,
    told,
    with_player,
    without,
)
from protocol.keys import SeatKeys
from protocol.seals import Token


def begun(state: State, number: int) -> State:
    """Return the state at the start of round `number`: everybody who stayed seals a hand (R17, R59, R66).

    What is in the throne room stays there (R68).
    """
    fixed = layout_of(state)
    first = Token((number - 1) * fixed.block)
    hands = (
        Broker(
            token=Token(first + seat * fixed.hand + index),
            owner=Seat(seat) if index < len(BROKERS) or fixed.neutral is None else fixed.neutral,
            holder=Seat(seat),
            seal=b"",
            spot=GONE if seat in state.leavers else HAND,
        )
        for seat in range(fixed.seats)
        for index in range(fixed.hand)
    )
    kept = (broker for broker in state.brokers if broker.spot == THRONE)
    return replace(
        state,
        phase=Phase.SEAL,
        round=number,
        players=tuple(replace(player, used=0) for player in state.players),
        links=(None,) * fixed.seats,
        brokers=(*hands, *kept),
        first=first,
        ports=(),
        market=(),
        palaces=(),
        turn=0,
        area=0,
        waiting=stayed(state),
        in_force=(),
    )


def reseated(state: State, seat: Seat, keys: SeatKeys) -> YsStep:
    """Return the step in which somebody else has taken `seat`, with a fresh hand and an empty throne room.

    That is for the start of a round, before anybody has sealed (R52c). What the one before saw as a spy is
    forgotten.
    """
    if state.phase is not Phase.SEAL or any(state.links):
        raise Illegal("not-now", "a seat is taken as a round begins, before anybody has sealed", "R52c")
    hand = hand_of(state, seat)
    player = replace(state.players[seat], link=keys.anchor, box=keys.box, joined=state.round, thrones=((),))
    state = replace(
        with_player(state, seat, player),
        leavers=tuple(other for other in state.leavers if other != seat),
        waiting=tuple(sorted({*state.waiting, seat})),
        brokers=tuple(
            replace(broker, spot=HAND) if broker in hand else _unseen(broker, seat)
            for broker in state.brokers
            if broker in hand or broker.holder != seat
        ),
    )
    return told(state, Reseated(seat, keys.name, keys.bot))


def _unseen(broker: Broker, spy: Seat) -> Broker:
    """Return `broker` without the looks of `spy`: they were for the key of who had the seat before."""
    return replace(broker, boxes=tuple(shot for shot in broker.boxes if shot.spy != spy))


@on(SealBrokers, SealHand)
def seal_hand(state: State, seat: Seat, prompt: SealBrokers, action: SealHand) -> YsStep:
    """Return the step in which the hand of `seat` is sealed and its link given."""
    player = state.players[seat]
    if chance.step(action.link) != player.link:
        raise Illegal("bad-link", "the link does not come before the one given last")
    state = sealed(without(state, seat), hand_of(state, seat), action.seals)
    state = with_player(state, seat, replace(player, link=action.link))
    return told(replace(state, links=(*state.links[:seat], action.link, *state.links[seat + 1 :])))


def sealed(state: State, brokers: Sequence[Broker], seals: Sequence[bytes]) -> State:
    """Return the state in which `brokers`, which lie side by side, have these seals; or raise Illegal."""
    if len(seals) != len(brokers):
        raise Illegal("bad-seals", f"{len(seals)} seals for {len(brokers)} brokers", "R3")
    taken = {broker.seal for broker in state.brokers}
    if len(taken.union(seals)) != len(taken) + len(seals):
        raise Illegal("bad-seals", "a seal is there twice")
    at = state.brokers.index(brokers[0])
    closed = (replace(broker, seal=seal) for broker, seal in zip(brokers, seals, strict=True))
    return replace(state, brokers=(*state.brokers[:at], *closed, *state.brokers[at + len(brokers) :]))


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
        orders = rng.shuffle(range(1, layout_of(state).seats + 1))
        for number, order in enumerate(orders):
            state = with_player(state, Seat(number), replace(state.players[number], order=order))
        events = (OrdersDealt(orders),)
    return _set_up(state, rng, events)


def _set_up(state: State, rng: Rng, events: tuple[Event, ...]) -> YsStep:
    fixed = layout_of(state)
    characters = BLUE_DECK if state.round == ROUNDS else state.left.characters
    palaces = rng.draw(characters, len(fixed.neighborhoods))
    *ships, fair = rng.draw(state.left.ships, len(fixed.neighborhoods) + 1)
    ports = tuple(fixed.port(SHIPS[ship]) for ship in ships)
    market = fixed.market(SHIPS[fair])
    left = Left(
        characters=_remove(characters, palaces),
        ships=tuple(ship for ship in state.left.ships if ship not in ships and ship != fair),
    )
    state = replace(state, palaces=palaces, ports=ports, market=market, left=left)
    return told(state, *events, RoundBegan(state.round, palaces, ports, market))


def _remove(cards: Sequence[str], drawn: Sequence[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in drawn:
        left.remove(card)
    return tuple(left)
