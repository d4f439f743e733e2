"""Which screen a snapshot asks for, and how it is made. What stands above it, the app decides."""

from typing import TYPE_CHECKING

from msgspec import Struct
from textual.screen import Screen
from typing_extensions import TypeIs

from protocol.games import GAMES
from ys_tui.client.berths import Running
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.config import Plan
from ys_tui.looks import Marks
from ys_tui.nearby import Found
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.frame import Framed
from ys_tui.screens.starting import StartingScreen

if TYPE_CHECKING:
    from ys_tui.screens.table import TableScreen


class Ways(Struct, frozen=True):
    """What the screens are made with besides the snapshot."""

    marks: Marks
    name: str
    """The name to propose."""
    invitation: str = ""
    """What others type to join a server of our own."""
    before: Plan | None = None
    """What was played last: a game alone is proposed again."""
    found: Found | None = None
    """The servers around; None where nothing is looked for."""
    is_starting: bool = False
    """Whether a game alone is being set: the lobby of the private server is not shown meanwhile."""
    is_said: bool = False
    """Whether the command line says where to play, and nothing else was shown so far."""
    pace: str = ""
    """The speed at which counts are told, "" for the usual one."""
    is_taught: bool = False
    """Whether the game is that of the tutorial."""
    running: tuple[Running, ...] = ()
    """The games of the player's that are on at servers, as far as that was read."""
    is_doubtful: bool = False
    """Whether the server that was to be joined last has never answered."""


def wanted(snapshot: Snapshot, ways: Ways) -> "type[Framed | TableScreen]":
    """Return the kind of screen that `snapshot` asks for."""
    if snapshot.table is not None:
        return _at_table()
    is_refused = snapshot.connection is Connection.REFUSED
    if not snapshot.server or is_refused or ways.is_starting:
        return StartingScreen if ways.is_said and not is_refused else ConnectScreen
    return _in_lobby(snapshot)


def fits(screen: Screen[object] | None, snapshot: Snapshot, ways: Ways) -> bool:
    """Tell whether `screen` can go on showing what `snapshot` asks for."""
    if not isinstance(screen, wanted(snapshot, ways)):
        return False
    if not is_table(screen) or screen.snapshot.table is None or snapshot.table is None:
        return True
    return screen.snapshot.table.setup == snapshot.table.setup


def made(snapshot: Snapshot, ways: Ways) -> "Framed | TableScreen":
    """Return a new screen of the kind that `snapshot` asks for."""
    kind = wanted(snapshot, ways)
    if kind is ConnectScreen:
        return ConnectScreen(
            snapshot,
            marks=ways.marks,
            name=ways.name,
            before=ways.before,
            found=ways.found,
            running=ways.running,
            is_doubtful=ways.is_doubtful,
        )
    if kind is StartingScreen:
        return StartingScreen(snapshot, marks=ways.marks)
    if snapshot.table is not None:
        return _at_table()(snapshot, marks=ways.marks, pace=ways.pace, is_taught=ways.is_taught)
    return _in_lobby(snapshot)(snapshot, marks=ways.marks, invitation=ways.invitation)


def _in_lobby(snapshot: Snapshot) -> type[Framed]:
    """Return the lobby's screen, or that of a table that is being set; a first frame shows neither."""
    if snapshot.at is not None:
        from ys_tui.screens.room import RoomScreen  # noqa: PLC0415  # where the player goes there

        return RoomScreen
    from ys_tui.screens.lobby import LobbyScreen  # noqa: PLC0415  # where the player goes there

    return LobbyScreen


def _at_table() -> "type[TableScreen]":
    """Return the screen of a table that plays, which a first frame does not show either."""
    from ys_tui.screens.table import TableScreen  # noqa: PLC0415  # where the player goes there

    return TableScreen


def is_table(screen: object) -> "TypeIs[TableScreen]":
    """Tell whether `screen` is that of a table that plays."""
    return isinstance(screen, _at_table())


def has_chair(snapshot: Snapshot) -> bool:
    """Tell whether the player has a chair at the table that the player is at."""
    from ys_tui.screens.listing import is_ours  # noqa: PLC0415  # where the player goes there

    tables = (table for table in snapshot.lobby.tables if table.id == snapshot.at)
    return any(is_ours(table, snapshot) for table in tables)


def load() -> None:
    """Import what no first frame needs: sockets, signatures, what is kept, questions, tables, the games."""
    from ys_tui import belongings  # noqa: F401, PLC0415
    from ys_tui.client import thread  # noqa: F401, PLC0415  # with link and store
    from ys_tui.games.ys import board  # noqa: F401, PLC0415
    from ys_tui.screens import dialogs, people, table  # noqa: F401, PLC0415

    tuple(GAMES.values())
