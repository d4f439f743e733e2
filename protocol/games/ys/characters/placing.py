"""Characters that change how brokers are placed."""

from msgspec.structs import replace

from protocol.game import Seat
from protocol.games.ys.characters.character import Character, Origin, When
from protocol.games.ys.state import State, YsStep, told


class Envoy(Character):
    """A turn with both brokers face down."""

    when = When.TURN
    copies = 2
    text = "Before placing: place both brokers of this turn face down."
    source = Origin.DESIGNED

    def usable(self, state: State, seat: Seat) -> bool:
        """Tell whether the turn still has a broker to be placed face up."""
        return state.down == 1

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step after which both brokers of the turn go face down."""
        return told(replace(state, down=2))
