"""How many there are of what, for whoever watches over the server: numbers, no names."""

from msgspec import Struct


class Census(Struct, frozen=True):
    """The numbers of a moment."""

    connections: int
    people: int
    has_bots: bool
    tables: dict[tuple[str, ...], int]
    """By stage."""
    games: dict[tuple[str, ...], int]
    """That have begun and are listed: how many of them are awake, in memory, and how many asleep."""
    requests: dict[tuple[str, ...], int]
    """Since the start, by kind and outcome: "accepted" or the code of the refusal."""
    goodbyes: dict[tuple[str, ...], int]
    """Connections that were ended since the start, by code."""
