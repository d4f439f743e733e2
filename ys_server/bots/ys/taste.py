"""What the greedy bot likes: the numbers that no rule gives, found in games against itself."""

from msgspec import Struct


class Taste(Struct, frozen=True):
    """Weights in VP, unless it says otherwise."""

    tie: float = 0.25
    """A point of strength in the tie-break trio (R30, R33)."""
    kept: float = 0.8
    """A point of strength kept in hand while turns are to come."""
    kept_in_duel: float = 2.0
    """The same at a table of two, where what the rival loses is gained."""
    face: float = 0.1
    """A point by which a value laid face down differs from what others expect."""
    in_play: tuple[float, ...] = (0.0, 1.0, 1.9, 2.7, 3.4)
    """A broker of each value on the board, above a 0."""
    ranked: float = 1.2
    """Choosing the order card before one other player (R23)."""
    expected: float = 1.0
    """The strength that others are expected to bid; not in VP."""
    spread: float = 0.6
    """How far the strengths of bids differ, as the scale of a logistic curve; not in VP."""
    mood: float = 0.3
    """Bids that are worse than the best by no more than this are as good: nobody shall foresee them."""
    orders: tuple[float, ...] = (1.5, 0.5, 0.2, 0.1)
    """Each order card: the first wins ties and finds free squares, the last sees all but loses ties."""
    contested: float = 0.6
    """What is left of a prize where rivals stand already: they will not give it up for nothing."""
    threat: float = 0.05
    """How likely a broker that is still to be placed comes to a certain contest."""
    waiting: float = 1.0
    """A card must bring this much for being used while there are rounds to come."""
    throne: float = 1.2
    """A point in the throne room, above the same for oneself: the others have fewer (R71)."""
    missed: float = 1.5
    """Part of what a broker is worth on the board, by which it is missed in a round to come (R68)."""
