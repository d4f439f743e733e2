"""What a seat knows beyond the public state, and what its client answers by itself: both from its vault."""

from collections.abc import Mapping
from functools import singledispatch

from protocol.game import NATURE, Action, Chance, Seat
from protocol.games.ys.actions import Open, Opened, SealHand, Shown
from protocol.games.ys.board import BROKERS
from protocol.games.ys.prompts import Deal, Reveal, SealBrokers, ShowSpy, prompt
from protocol.games.ys.state import Broker, State, broker_at, deal_name, hand_of
from protocol.keys import lock
from protocol.seals import Opening, Token, opens, place, seal
from protocol.vault import Vault


def knows(state: State, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
    """Return the round's own brokers, and those shown to `seat` as a spy that are true to their seals."""
    if seat == NATURE or not state.brokers or seat in state.leavers:
        return {}
    first = hand_of(state, seat)[0].token
    known = {Token(token): opening for token, opening in enumerate(_hand(state, vault), start=first)}
    for broker in state.brokers:
        if broker.boxes and broker.value is None:
            known.update((broker.token, seen) for seen in _seen(state, broker, seat, vault))
    return known


def owed(state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    """Return the answers to the automatic prompt of `seat`; none if it has none."""
    return _answers(prompt(state, seat), state, seat, vault)


@singledispatch
def _answers(asked: object, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return ()


@_answers.register
def _(asked: SealBrokers, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    tokens = (broker.token for broker in hand_of(state, seat))
    seals = (
        seal(place(state.table, deal_name(state), seat, token), opening)
        for token, opening in zip(tokens, _hand(state, vault), strict=True)
    )
    return (SealHand(seals=tuple(seals), link=vault.link(state.round - 1)),)


@_answers.register
def _(asked: Deal, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return (Chance(link=vault.link(state.round - 1)),)


@_answers.register
def _(asked: Reveal, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return (Open(opened=tuple(_opened(state, seat, vault, token) for token in asked.tokens)),)


@_answers.register
def _(asked: ShowSpy, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
    return tuple(
        Shown(
            token=peek.token,
            box=lock(
                state.setup.seats[peek.spy].box,
                vault.peek_key(state.table, deal_name(state), peek.token, peek.spy),
                _own(state, seat, vault, peek.token).content(),
            ),
        )
        for peek in asked.peeks
    )


def _opened(state: State, seat: Seat, vault: Vault, token: Token) -> Opened:
    broker = broker_at(state, token)
    assert broker is not None
    keys = (vault.peek_key(state.table, deal_name(state), token, shot.spy) for shot in broker.boxes)
    return Opened(token, _own(state, seat, vault, token), tuple(keys))


def _own(state: State, seat: Seat, vault: Vault, token: Token) -> Opening:
    return _hand(state, vault)[token - hand_of(state, seat)[0].token]


def _hand(state: State, vault: Vault) -> tuple[Opening, ...]:
    return vault.hand(state.table, deal_name(state), BROKERS)


def _seen(state: State, broker: Broker, seat: Seat, vault: Vault) -> tuple[Opening, ...]:
    where = place(state.table, deal_name(state), broker.owner, broker.token)
    looks = (vault.unlock(shot.box) for shot in broker.boxes if shot.spy == seat)
    return tuple(seen for seen in looks if seen is not None and opens(broker.seal, where, seen))
