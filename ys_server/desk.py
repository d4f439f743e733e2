"""What is kept of a table besides its game: who may do what there. It outlasts the server as it stands."""

from msgspec import Struct

from protocol.keys import SeatKeys
from ys_server.locks import Lock


class Desk(Struct, frozen=True):
    """A table without game and audience."""

    game: str
    options: tuple[str, ...]
    title: str
    seats: int
    host: bytes
    clock: str = "none"
    lock: Lock = Lock()
    chairs: tuple[SeatKeys, ...] = ()
    """Who sits there before the game begins, by the public halves of their keys."""
    ready: tuple[bytes, ...] = ()
    """Who of them is ready, by key."""
    levels: tuple[str, ...] = ()
    """Of the bots that sit there, in their order."""
    wanted: tuple[str, ...] = ()
    """Levels of the bots that were asked for and have not sat down."""
    rota: tuple[bytes, ...] = ()
    """In which order the chairs of a rematch are to stand, by key; a bot's is not told from another's."""
    admitted: tuple[bytes, ...] = ()
    """Who has known the right word, by key."""
    kicked: tuple[bytes, ...] = ()
    """Whom the host does not want to come back, by key."""
    sitters: tuple[tuple[int, SeatKeys], ...] = ()
    """Persons who have their seat again as the next round begins."""
    rematch: int = 0
    """The table at which the same people play again; 0 for none."""
    is_abandoned: bool = False
    """Whether the game was ended because nobody came any more."""
