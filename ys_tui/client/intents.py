"""What a player may wish for: with these the screens reach the client's own thread, and with nothing else."""

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:  # msgspec reads no annotation of what it never packs: a first frame needs neither
    from protocol.game import Action, Seat


class Intent(Struct, frozen=True):
    """A wish of the player."""


class OpenTable(Intent, frozen=True):
    """Open a table and sit down at it."""

    game: str
    seats: int
    options: tuple[str, ...]
    title: str
    clock: str = "none"
    door: str = "open"
    word: str = ""
    """The password, if the door asks for one."""

    def __repr__(self) -> str:
        """Show everything but the password."""
        return f"OpenTable({self.game!r}, {self.seats}, {self.options}, {self.title!r}, {self.door!r})"


class SitDown(Intent, frozen=True):
    """Take a free chair, or come back to one's own."""

    table: int
    word: str = ""
    """The password, where the table has one."""

    def __repr__(self) -> str:
        """Show everything but the password."""
        return f"SitDown({self.table})"


class WatchTable(Intent, frozen=True):
    """Look on."""

    table: int
    word: str = ""
    """The password, where the table has one."""

    def __repr__(self) -> str:
        """Show everything but the password."""
        return f"WatchTable({self.table})"


class FindTable(Intent, frozen=True):
    """Go to the table with this invite code."""

    word: str

    def __repr__(self) -> str:
        """Keep the code to oneself."""
        return "FindTable()"


class KickOut(Intent, frozen=True):
    """As host, before the game: free somebody's chair."""

    table: int
    key: bytes


class HandOn(Intent, frozen=True):
    """As host: let somebody else be the host."""

    table: int
    key: bytes


class BeReady(Intent, frozen=True):
    """Before the game: tell the others that one is ready, or not yet."""

    table: int
    ready: bool


class SwapChairs(Intent, frozen=True):
    """As host, before the game: let two chairs change places."""

    table: int
    one: int
    other: int


class CallMe(Intent, frozen=True):
    """Be called by another name."""

    name: str


class Mute(Intent, frozen=True):
    """Hear somebody no more, or again."""

    name: str
    key: bytes
    is_muted: bool


class PlayAgain(Intent, frozen=True):
    """After a game: play it once more with the same people, or go where they do."""


class ComeBack(Intent, frozen=True):
    """Have the seat again that the table has given up or that a bot holds."""


class SeatBot(Intent, frozen=True):
    """As host: let a bot of this level take a free chair."""

    table: int
    level: str


class StartGame(Intent, frozen=True):
    """As host: begin."""

    table: int


class LeaveTable(Intent, frozen=True):
    """Back to the lobby: stand up before the game, stop watching; a running game keeps the seat."""


class Pick(Intent, frozen=True):
    """Add an action to the draft."""

    action: "Action"


class Undo(Intent, frozen=True):
    """Take the last action of the draft back."""


class Confirm(Intent, frozen=True):
    """Send the draft."""


class Vote(Intent, frozen=True):
    """Vote about a seat that keeps the table waiting, or with NATURE as the seat about a pause."""

    seat: "Seat"
    choice: str


class ResignGame(Intent, frozen=True):
    """Leave the running game for good."""


class AcceptKey(Intent, frozen=True):
    """Take this key for that of somebody known by another one."""

    name: str
    key: bytes


class SayLine(Intent, frozen=True):
    """Say a line at the table, or in the lobby."""

    line: str


class ConnectTo(Intent, frozen=True):
    """Leave this server, if any, and connect to another address under this name."""

    server: str
    name: str


class FindAgain(Intent, frozen=True):
    """Look for this server at once, and from now on at this address; all that is known of it stays."""

    server: str


class HangUp(Intent, frozen=True):
    """Leave this server for good: nothing of it is shown any more."""
