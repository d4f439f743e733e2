"""How a game of Ys went, round by round: prices, gems and points, from its journal alone. Pure, no widget."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.games.ys.board import COLOURS, FIRST_STEP, GEMS
from protocol.games.ys.events import Gained, Priced, RoundBegan
from ys_tui.client.snapshot import Chronicle


class Course(Struct, frozen=True):
    """How things stood as the game began, and after each round; of an unfinished one, as it stands now."""

    prices: tuple[tuple[int, ...], ...]
    """Of each colour (R6)."""
    gems: tuple[tuple[tuple[int, ...], ...], ...]
    """Of each player, those of every colour and the black ones."""
    points: tuple[tuple[int, ...], ...]
    """Of each player, without the final scoring."""

    @property
    def rounds(self) -> int:
        """How many rounds have begun."""
        return len(self.prices) - 1


def course(journal: Sequence[Chronicle], players: int) -> Course:
    """Return how things stood after each round of a game with so many players."""
    prices = dict.fromkeys(COLOURS, FIRST_STEP)
    gems = [[0] * len(GEMS) for _ in range(players)]
    points = [0] * players
    stood: list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]] = []

    def stand() -> None:
        stood.append((tuple(prices.values()), tuple(map(tuple, gems)), tuple(points)))

    for told in journal:
        event = told.event
        if isinstance(event, RoundBegan):
            stand()
        elif isinstance(event, Priced):
            prices[event.colour] = event.after
        elif isinstance(event, Gained) and event.what == "points":
            points[event.seat] += event.amount
        elif isinstance(event, Gained):
            gems[event.seat][GEMS.index(event.what)] += event.amount
    stand()
    return Course(*zip(*stood, strict=True))
