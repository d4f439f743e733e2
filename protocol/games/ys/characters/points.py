"""Characters that score points at once."""

from protocol.game import Seat
from protocol.games.ys.characters.character import Character, When
from protocol.games.ys.state import Source, State, YsStep, add_points


class Prince(Character):
    """Four points."""

    when = When.WON
    copies = 1
    documented_copies = 2
    text = "Score 4 points at once."
    serves_neutral = True

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step in which 4 points are scored."""
        return add_points(state, seat, 4, self.name, Source.CHARACTERS)


class King(Character):
    """Five points."""

    when = When.WON
    copies = 1
    documented_copies = 2
    text = "Score 5 points at once."
    serves_neutral = True

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step in which 5 points are scored."""
        return add_points(state, seat, 5, self.name, Source.CHARACTERS)
