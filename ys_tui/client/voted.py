"""What votes have done at a table, as events beside those of the game: no game knows of them."""

from protocol.game import Event, Seat


class Balloted(Event, frozen=True):
    """A seat has voted about another one, or with NATURE in its place about a pause."""

    voter: Seat
    about: Seat
    choice: str


class EndedByVote(Event, frozen=True):
    """The table has voted to end the game here: it has no result."""
