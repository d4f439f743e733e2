"""Comparing players by strength, and by everything that decides a tie (R33, R34, R62)."""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Final

from protocol.game import Seat
from protocol.games.ys.board import BID, LAST, Spot
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import Standing
from protocol.games.ys.state import State, layout_of, stayed

CARD_STEP: Final = 2
STEPS_OF_A_TIE: Final = ("strength", "stayed", "", "neutral", "tie-break", "order")
"""What is compared, in this order; at CARD_STEP it is the card in force."""


def strengths(state: State, spots: Collection[Spot]) -> Mapping[Seat, int]:
    """Return the strength at `spots` of every seat that is present there, be it with a 0 (R34)."""
    totals: dict[Seat, int] = {}
    for broker in state.brokers:
        if broker.spot in spots:
            assert broker.value is not None
            totals[broker.owner] = totals.get(broker.owner, 0) + broker.value
    return totals


def tie_breaks(state: State) -> tuple[int, ...]:
    """Return the sum of each player's open tie-break brokers (R30, R33)."""
    sums = [0] * len(state.players)
    for broker in state.brokers:
        if broker.value is not None and broker.spot in {BID, LAST}:
            sums[broker.owner] += broker.value
    return tuple(sums)


def ranked(state: State, totals: Mapping[Seat, int]) -> tuple[Standing, ...]:
    """Return the seats of `totals`, best first, and what decided each place (R33, R52c, R62)."""
    ties, neutral = tie_breaks(state), layout_of(state).neutral
    keys = {
        seat: (
            -total,
            seat in state.leavers,
            not _winning_card(state, seat),
            seat != neutral,
            -ties[seat],
            state.players[seat].order,
        )
        for seat, total in totals.items()
    }
    ranking = sorted(keys, key=keys.__getitem__)
    decided = [_decided(state, better, keys[better], keys[worse]) for better, worse in pairwise(ranking)]
    return tuple(
        Standing(seat, totals[seat], ties[seat], state.players[seat].order, step)
        for seat, step in zip(ranking, [*decided, ""], strict=False)
    )


def deciders(state: State) -> tuple[Standing, ...]:
    """Return those who stayed by their tie-breaks: the best settles tied columns (R45, R52c, F1)."""
    return ranked(state, dict.fromkeys(stayed(state), 0))


def _winning_card(state: State, seat: Seat) -> str:
    cards = (card for owner, card in state.in_force if owner == seat)
    return next((card for card in cards if CHARACTERS[card].wins_ties(state, seat)), "")


def _decided(state: State, seat: Seat, better: tuple[int, ...], worse: tuple[int, ...]) -> str:
    step = next(index for index, pair in enumerate(zip(better, worse, strict=True)) if pair[0] != pair[1])
    return _winning_card(state, seat) if step == CARD_STEP else STEPS_OF_A_TIE[step]
