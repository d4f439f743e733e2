"""The phases of a round, one module each; importing this package fills the tables of `handlers`."""

from typing import Final

from protocol.games.ys.phases import (
    bidding,
    cards,
    city,
    ending,
    favor,
    leaving,
    market,
    opening,
    placing,
    sealing,
)

__all__ = ["MODULES"]

MODULES: Final = (sealing, bidding, opening, placing, cards, city, market, favor, ending, leaving)
"""Every module whose functions are in the tables."""
