"""Characters that give a gem at once, the blue-edged ones among them (R19)."""

from protocol.game import Choice, Seat
from protocol.games.ys.board import BLACK, COLOURS
from protocol.games.ys.characters.character import Character, Edge, Origin, When
from protocol.games.ys.state import State, YsStep, add_gem


class Jeweller(Character):
    """A coloured gem."""

    when = When.WON
    copies = 2
    text = "Take one blue, green, yellow or red gem at once."
    source = Origin.DESIGNED

    def ask(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> Choice | None:
        """Return the question for the colour."""
        return None if chosen else Choice(what="colour", among=COLOURS, why=self.name)

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step in which the gem is taken."""
        return add_gem(state, seat, chosen[0], self.name)


class Courtier(Jeweller):
    """The blue-edged card of round 4: a white gem, which is exchanged at once (R9, R19)."""

    when = When.WON
    copies = 4
    text = "Take one blue, green, yellow or red gem at once."
    edge = Edge.BLUE
    source = Origin.DOCUMENTED


class Smuggler(Character):
    """A black gem."""

    when = When.WON
    copies = 1
    text = "Take one black gem at once."
    source = Origin.DESIGNED

    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return the step in which the gem is taken."""
        return add_gem(state, seat, BLACK, self.name)
