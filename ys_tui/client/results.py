"""Statistics of a player's own results: games, places and points, in all, by seats and by options. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from protocol.game import options_of
from protocol.games import GAMES

_PLAIN: Final = "no options"
_NUMBERS: Final = 30
"""Cells of the table beside the names and the places."""
_NARROW: Final = 25
"""The same where there is little room."""


class Result(Struct, frozen=True):
    """What came of one game for the player."""

    game: str
    seats: int
    options: tuple[str, ...]
    place: int
    points: int


class Share(Struct, frozen=True):
    """What came of several games together; there is at least one."""

    name: str
    """What they have in common."""
    places: tuple[int, ...]
    """How often each place was reached, the first first."""
    points: float
    """On average."""
    best: int

    @property
    def games(self) -> int:
        """How many they are."""
        return sum(self.places)


def shares(results: Sequence[Result]) -> tuple[Share, ...]:
    """Return the statistics of these games: of all, by seats, then by option; nothing without games."""
    return tuple(_shares(results))


def _shares(results: Sequence[Result]) -> Iterator[Share]:
    if results:
        yield _share("all games", results)
    for game, seats in sorted({(result.game, result.seats) for result in results}):
        own = [result for result in results if (result.game, result.seats) == (game, seats)]
        yield _share(f"{GAMES[game].title} for {seats}", own)
    for game in sorted({result.game for result in results}):
        of = [result for result in results if result.game == game]
        titles = {option.key: option.title for option in options_of(GAMES[game])}
        for key, title in titles.items():
            if own := [result for result in of if key in result.options]:
                yield _share(title, own)
        plain = [result for result in of if not result.options]
        if plain and len(plain) < len(of):
            yield _share(_PLAIN, plain)


def _share(name: str, results: Sequence[Result]) -> Share:
    most = max(result.seats for result in results)
    counts = [sum(result.place == place for result in results) for place in range(1, most + 1)]
    points = [result.points for result in results]
    return Share(name, tuple(counts), sum(points) / len(points), max(points))


def table(found: Sequence[Share], cells: int | None = None) -> Iterator[str]:
    """Yield the statistics as a table of plain columns; narrow ones and short names in so few `cells`."""
    if not found:
        yield "No game of your own yet: statistics tell of games that you have played to the end."
        return
    most = max(len(share.places) for share in found)
    width = max(len(share.name) for share in found)
    place, gap = 5, "  "
    if cells is not None and width + _NUMBERS + place * most > cells:
        place, gap = 4, " "
        width = min(width, max(cells - _NARROW - place * most, 1))
    heads = "".join(f"{head:>{place}}" for head in ("1st", "2nd", "3rd", "4th")[:most])
    yield f"{'':{width}}{gap}games{heads}  won {gap}{'points':>6}{gap} best"
    for share in found:
        places = "".join(f"{count:{place}}" for count in share.places) + " " * place * (
            most - len(share.places)
        )
        won = f"{100 * share.places[0] / share.games:3.0f}%"
        name = share.name if len(share.name) <= width else f"{share.name[: width - 1].rstrip()}…"
        yield f"{name:{width}}{gap}{share.games:5}{places} {won}{gap}{share.points:7.1f}{gap}{share.best:5}"


def facts(share: Share) -> dict[str, Any]:
    """Return the same for scripts."""
    return {
        "of": share.name,
        "games": share.games,
        "places": list(share.places),
        "points": round(share.points, 2),
        "best": share.best,
    }
