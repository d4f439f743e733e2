"""Comparisons of Ys in words: who has how much, who is first, which step decided between equal ones (R33)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from protocol.game import Seat
from protocol.games.ys import events
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import Standing
from ys_tui.games.ys.words import Phrase, card_name, place_name


def standings(event: events.BidsRanked | events.Ranked) -> Phrase:
    """Return who has how much in a comparison, best first."""
    return strengths(event.ranking)


OLD_CARD: Final = "order card"
"""What equal bids are decided by: the card of the round before (R23)."""
DEALT: Final = "first turn order, dealt:"
"""The same in the first round, when nobody has taken a card yet (R14)."""


def decided(event: events.BidsRanked | events.Ranked, card: str = OLD_CARD) -> Phrase:
    """Return what a comparison is about, and what decided it; without who has how much.

    `card` is what decides between equal bids.
    """
    ranking = event.ranking
    if isinstance(event, events.BidsRanked):
        why = decisions(ranking, card) or (" ", ranking[0].seat, " is first.")
        return ("Choosing the order:", *why)
    name = "market majority" if event.where == "market" else place_name(event.where)
    where = name[0].upper() + name[1:]
    if event.where.startswith("neighborhood"):
        return (f"{where}:", *(decisions(ranking) or (" ", ranking[0].seat, " is first.")))
    return (f"{where}: ", ranking[0].seat, " wins", ", alone." if len(ranking) == 1 else won_by(*ranking[:2]))


def listed(seats: Sequence[Seat]) -> Phrase:
    """Return seats with commas between them."""
    return tuple(part for number, seat in enumerate(seats) for part in ((", ", seat) if number else (seat,)))


def strengths(ranking: Sequence[Standing]) -> Phrase:
    """Return who has how much, best first."""
    return tuple(
        part
        for number, standing in enumerate(ranking)
        for part in (*((", ",) if number else ()), standing.seat, f" {standing.strength}")
    )


def scores(gems: Sequence[int], points: Sequence[int], places: Sequence[int] = ()) -> Phrase:
    """Return who has how many gems, and what they score, the most first; with `places` whoever has one."""
    best_first = sorted(range(len(gems)), key=lambda seat: (-gems[seat], seat))
    scored: Phrase = tuple(
        part
        for seat in best_first
        if (places or gems)[seat]
        for part in (", ", Seat(seat), f" {gems[seat]} → {points[seat]} VP")
    )
    return scored[1:] or ("nobody has any",)


def _step(above: Standing, below: Standing, card: str = "") -> str:
    """Return the step that decided between two neighbors of a ranking, "" when it was strength (R33).

    `card` is what order cards are called where no tie-breaks are compared before them (R23).
    """
    card = card or f"equal tie-breaks of {above.tie}, order card"
    steps = {
        "tie-break": f"tie-break {above.tie} against {below.tie}",
        "order": f"{card} {above.order} before {below.order}",
        "neutral": "the neutral player wins ties",
        "stayed": "who left loses ties",
    }
    return by_card(above.decided) if above.decided in CHARACTERS else steps.get(above.decided, "")


def by_card(card: str) -> str:
    """Return that a character decided a tie."""
    return f"the {card_name(card)} wins ties"


def won_by(winner: Standing, second: Standing) -> str:
    """Return by what a comparison was won."""
    return f", {_step(winner, second) or f'{winner.strength} against {second.strength}'}."


def decisions(ranking: Sequence[Standing], card: str = "") -> Phrase:
    """Return every tie of a ranking and the step that decided it; `card` as order cards decide bids (R23)."""
    return tuple(
        part
        for above, below in pairwise(ranking)
        if (step := _step(above, below, card))
        for part in (" ", above.seat, " before ", below.seat, f": {step}.")
    )
