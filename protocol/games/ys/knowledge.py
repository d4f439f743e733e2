"""What a seat knows beyond the public state, and what its client answers by itself: both from its vault."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import singledispatch

from protocol.game import NATURE, Action, Chance, Seat
from protocol.games.ys.actions import Lend, Open, Opened, SealHand, SealTrio, Shown
from protocol.games.ys.board import BROKERS, HAND, NEUTRAL_BROKERS, TRIO_SIZE
from protocol.games.ys.prompts import Deal, Reveal, SealBrokers, SealTieBreak, ShowSpy, prompt
from protocol.games.ys.state import (
    Broker,
    Peek,
    State,
    broker_at,
    deal_name,
    hand_of,
    layout_of,
    pieces,
    place_of,
    round_of,
    throne_of,
    trio_values,
)
from protocol.keys import lock
from protocol.seals import Opening, Token, opens, seal
from protocol.vault import Vault


def knows(state: State, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
    """Return the seat's own sealed brokers, and those shown to it as a spy that are true to their seals.

    A neutral broker is known to who holds it until it is placed (R61).
    """
    if seat == NATURE or not state.brokers or seat in state.leavers:
        return {}
    hand = zip(hand_of(state, seat), _hand(state, seat, vault), strict=True)
    known = {
        broker.token: opening
        for broker, opening in hand
        if broker.seal and (broker.owner == seat or broker.spot == HAND)
    }
    kept = (broker for broker in throne_of(state, seat) if broker.seal)
    known.update((broker.token, _recalled(state, broker, vault)) for broker in kept)
    for broker in state.brokers:
        if broker.boxes and broker.value is None:
            known.update((broker.token, seen) for seen in _seen(state, broker, seat, vault))
    return known


def owed(state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    """Return the answers to the automatic prompt of `seat`; none if it has none."""
    return _answers(prompt(state, seat), state, seat, vault)


def lent(state: State, seat: Seat, locked: Mapping[Token, Opening], nature: Vault) -> tuple[Action, ...]:
    """Return nature's answers for `seat` from what that has `locked` for it: no opening that misses its seal.

    A broker that its holder has shown to a spy itself opens with that box's key, which nature has not.
    """
    asked = prompt(state, seat)
    tokens = asked.tokens if isinstance(asked, Reveal) else ()
    if tokens and all(_fits(state, token, locked) and not _at(state, token).shown for token in tokens):
        return (Open(opened=tuple(Opened(token, locked[token]) for token in tokens)),)
    return tuple(
        Lend(token=peek.token, box=_boxed(state, peek, nature, locked[peek.token]))
        for peek in (asked.peeks if isinstance(asked, ShowSpy) else ())
        if _fits(state, peek.token, locked)
    )


def _fits(state: State, token: Token, locked: Mapping[Token, Opening]) -> bool:
    broker = _at(state, token)
    return token in locked and opens(broker.seal, place_of(state, broker), locked[token])


@singledispatch
def _answers(asked: object, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return ()


@_answers.register
def _(asked: SealBrokers, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    seals = _seals(state, hand_of(state, seat), _hand(state, seat, vault))
    return (SealHand(seals=seals, link=vault.link(state.round - state.players[seat].joined)),)


@_answers.register
def _(asked: Deal, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return (Chance(link=vault.link(state.round - 1)),)


@_answers.register
def _(asked: SealTieBreak, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    trio = [broker for broker in throne_of(state, seat) if broker.token in asked.tokens]
    values = tuple(sorted(trio_values(state, seat)))
    one, two, three = _seals(state, trio, vault.hand(state.table, _trio_label(state.round), values))
    return (SealTrio(seals=(one, two, three)),)


@_answers.register
def _(asked: Reveal, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return (Open(opened=tuple(_opened(state, seat, vault, token) for token in asked.tokens)),)


@_answers.register
def _(asked: ShowSpy, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return tuple(
        Shown(token=peek.token, box=_boxed(state, peek, vault, _own(state, seat, vault, peek.token)))
        for peek in asked.peeks
    )


def _boxed(state: State, peek: Peek, vault: Vault, opening: Opening) -> bytes:
    """Return `opening`, locked by `vault` for the spy alone (R32)."""
    key = _peek_key(state, vault, peek.token, peek.spy)
    return lock(state.players[peek.spy].box, key, opening.content())


def _opened(state: State, seat: Seat, vault: Vault, token: Token) -> Opened:
    broker = _at(state, token)
    keys = (_peek_key(state, vault, token, shot.spy) for shot in broker.shown)
    return Opened(token, _own(state, seat, vault, token), tuple(keys))


def _peek_key(state: State, vault: Vault, token: Token, spy: Seat) -> bytes:
    return vault.peek_key(state.table, deal_name(round_of(state, token)), token, spy)


def _own(state: State, seat: Seat, vault: Vault, token: Token) -> Opening:
    hand = hand_of(state, seat)
    index = token - hand[0].token
    if 0 <= index < len(hand):
        return _hand(state, seat, vault)[index]
    return _recalled(state, _at(state, token), vault)


def _at(state: State, token: Token) -> Broker:
    broker = broker_at(state, token)
    assert broker is not None
    return broker


def _hand(state: State, seat: Seat, vault: Vault) -> tuple[Opening, ...]:
    """Return the openings of the round's hand: own brokers in secret order, then neutral ones likewise."""
    fixed, deal = layout_of(state), deal_name(state.round)
    hand = vault.hand(state.table, deal, _own_values(state, seat, vault) if fixed.has_throne else BROKERS)
    if fixed.neutral is None:
        return hand
    return hand + vault.hand(state.table, _neutral_label(state.round), NEUTRAL_BROKERS)


def _own_values(state: State, seat: Seat, vault: Vault) -> tuple[int, ...]:
    """Return the values in hand: all but what is in the throne room and what lies beside the board (R68)."""
    gone = Counter(
        _recalled(state, broker, vault).value
        for broker in throne_of(state, seat)
        if round_of(state, broker.token) < state.round
    )
    return tuple(sorted((pieces(state, seat) - gone).elements()))


def _recalled(state: State, broker: Broker, vault: Vault) -> Opening:
    """Return the opening of a broker that was sealed in an earlier round, or to go to the throne room.

    Its value is in no log and in no file: it is the one whose seal fits.
    """
    fixed, where = layout_of(state), place_of(state, broker)
    number, at = divmod(broker.token, fixed.block)
    if at < fixed.seats * fixed.hand:
        label, index = deal_name(number + 1), at % fixed.hand
    else:
        label, index = _trio_label(number + 1), (at - fixed.seats * fixed.hand) % TRIO_SIZE
    openings = (vault.salted(state.table, label, index, value) for value in sorted(set(BROKERS)))
    return next(opening for opening in openings if opens(broker.seal, where, opening))


def _neutral_label(number: int) -> str:
    return f"neutral-{number}"


def _trio_label(number: int) -> str:
    return f"throne-{number}"


def _seals(state: State, brokers: Sequence[Broker], openings: Sequence[Opening]) -> tuple[bytes, ...]:
    return tuple(
        seal(place_of(state, broker), opening) for broker, opening in zip(brokers, openings, strict=True)
    )


def _seen(state: State, broker: Broker, seat: Seat, vault: Vault) -> tuple[Opening, ...]:
    where = place_of(state, broker)
    looks = (vault.unlock(shot.box) for shot in broker.boxes if shot.spy == seat)
    return tuple(seen for seen in looks if seen is not None and opens(broker.seal, where, seen))
