"""Characters that decide ties."""

from msgspec.structs import replace

from protocol.game import Seat
from protocol.games.ys.characters.character import Character, When
from protocol.games.ys.state import State, YsStep, told


class Intriguer(Character):
    """All ties of the counting, for the rest of the round."""

    when = When.COUNT
    copies = 2
    documented_copies = 2
    text = "Before the counting: win every tie for the rest of the round."

    def usable(self, state: State, seat: Seat) -> bool:
        """Tell whether none is in force yet for `seat`: a second one would change nothing."""
        return (seat, self.name) not in state.in_force

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step after which the card is in force."""
        return told(replace(state, in_force=(*state.in_force, (seat, self.name))))

    def wins_ties(self, state: State, seat: Seat) -> bool:
        """Tell that it does."""
        return True
