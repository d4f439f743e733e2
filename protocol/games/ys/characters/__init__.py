"""The character cards: importing this package registers all of them, by kind.

A new card is one class in one of the modules below; nothing else has to know it.
"""

from typing import Final

from protocol.games.ys.characters import brokers, gems, placing, points, ties
from protocol.games.ys.characters.character import CHARACTERS, Character, Edge, Origin, When, usable

__all__ = [
    "BLUE_DECK",
    "CHARACTERS",
    "DOCUMENTED_DECK",
    "YELLOW_DECK",
    "Character",
    "Edge",
    "Origin",
    "When",
    "usable",
]

KINDS: Final = (points, gems, brokers, ties, placing)
"""The modules that hold the cards."""


def _deck(edge: Edge, *, documented: bool) -> tuple[str, ...]:
    return tuple(
        card.name
        for card in CHARACTERS.values()
        if card.edge is edge
        for _ in range(card.documented_copies if documented else card.copies)
    )


YELLOW_DECK: Final = _deck(Edge.YELLOW, documented=False)
"""The cards of rounds 1–3 (R11, R15)."""
DOCUMENTED_DECK: Final = _deck(Edge.YELLOW, documented=True)
"""The cards of rounds 1–3 where no invented ones are wanted (R11)."""
BLUE_DECK: Final = _deck(Edge.BLUE, documented=False)
"""The cards of the last round (R18)."""
