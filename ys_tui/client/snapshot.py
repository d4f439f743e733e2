"""What the client's own thread shows the screens, whole and frozen. What they wish for is in `intents`."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

if TYPE_CHECKING:  # msgspec reads no annotation of what it never packs: a first frame needs none of these
    from protocol.game import Action, Event, Prompt, Seat, Setup, View
    from protocol.keys import SeatKeys
    from protocol.match import Entry
    from protocol.messages import TableInfo

BOT_MARK: Final = " (bot)"
"""What stands behind the name of a bot that plays in a person's seat."""


class Connection(StrEnum):
    """How the link to the server is doing."""

    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"
    """It will be tried again by itself, in `Snapshot.retry` seconds."""
    REFUSED = "refused"
    """The server does not want this client; `Snapshot.problem` says why. It is not tried again."""


class Lobby(Struct, frozen=True):
    """What the server shows of its tables and people."""

    tables: "tuple[TableInfo, ...]" = ()
    people: tuple[str, ...] = ()
    put_out: frozenset[int] = frozenset()
    """Tables whose host does not want the player."""


class Chronicle(Struct, frozen=True):
    """One thing that happened, for the journal; `entry` is the number of the log entry behind it."""

    entry: int
    event: "Event"
    votes: tuple[int, ...] = ()
    """When a vote brought it about, or it is one for a pause: how many voted for it, and of how many."""
    choice: str = ""
    """When a vote brought it about, or is one that has paused the game or lets it go on: what it said."""


class Chat(Struct, frozen=True):
    """A line that somebody said at the table, or in the lobby."""

    name: str
    line: str
    at: int = 0
    """How many things the journal held when it was said: it stands behind them there."""
    key: bytes = b""
    """Who said it; the server speaks with its own key."""
    when: int = 0
    """When it was said, in seconds of the common clock; 0 when that is not known."""
    past: bool = False
    """Whether the server told it as history, to who came or came back: the last event may be newer."""
    again: bool = False
    """Whether that is a line which this client had heard before."""


class Alarm(Struct, frozen=True):
    """Something that must not be overlooked: a forged entry, a rollback, a lying peek, a lost agreement."""

    code: str
    detail: str


class Kept(Struct, frozen=True):
    """Where a finished game is kept, or why it could not be."""

    path: str = ""
    problem: str = ""


def called(name: str, *, is_bot: bool) -> str:
    """Return the name of who plays in a person's seat; a bot is marked as one."""
    return f"{name}{BOT_MARK}" if is_bot else name


class Standing(StrEnum):
    """How well somebody is known here, by key."""

    SELF = "you"
    BOT = "bot"
    NEW = "new"
    KNOWN = "known"
    RENAMED = "renamed"
    """A known key under another name."""
    CHANGED = "changed"
    """A known name with another key, which the player has not accepted."""


class Face(Struct, frozen=True):
    """Somebody at the player's table."""

    name: str
    key: bytes
    standing: Standing
    games: int = 0
    """Games begun together; of a changed key, those with the known one."""
    last: int = 0
    """When they met last, in seconds of the common clock."""
    word: str = ""
    """What the player should hear about it, "" when there is nothing to say."""
    level: str | None = None
    """How a bot plays, as far as the server tells; None for a person."""


class Absence(StrEnum):
    """Whether the player has the seat."""

    HERE = "here"
    GIVEN_UP = "given-up"
    """The table has given it up: nobody plays for it."""
    HELD = "held"
    """A bot plays for it."""
    COMING = "coming"
    """The player has asked for it, and has it again as the next round begins."""


class Plan(Struct, frozen=True):
    """What the player can prepare for the question that comes next, and what is prepared of it.

    Nothing of it has left this client.
    """

    base: Any
    """The state as if the question were asked now."""
    view: "View[Any]"
    """That state with what is prepared applied, and what the player knows."""
    draft: "tuple[Action, ...]"
    prompt: "Prompt | None"
    """What is still to be chosen; None when nothing is."""
    legal: "Sequence[Action]"
    is_ready: bool
    """Whether it leaves as soon as it is asked, if it is legal then as it stands."""


class TableSnapshot(Struct, frozen=True):
    """One table as the player sees it now."""

    info: "TableInfo | None"
    """The table in the lobby's words; None when the server has not shown it."""
    setup: "Setup"
    seat: "Seat | None"
    """The player's seat; None for a spectator."""
    view: "View[Any]"
    """State with the draft applied as if it were played, and what the player knows."""
    confirmed: Any
    """State without the draft."""
    draft: "tuple[Action, ...]"
    sent: bool
    """Whether the draft is under way to the server: nothing can be taken back."""
    bound: bool
    """Whether the draft was refused after an opening left with it: it can only be sent again."""
    prompt: "Prompt | None"
    """What the player is asked after the draft; None when nothing needs them."""
    legal: "Sequence[Action]"
    """What the player may choose next, complete, perhaps lazy; empty when nothing is asked."""
    awaited: "tuple[tuple[Seat, Prompt], ...]"
    """Whom the table waits for, and what they are asked, in the confirmed state."""
    left: "tuple[tuple[Seat, int], ...]"
    """Seconds, as the server last said, until the others may vote about each awaited seat."""
    votes: "tuple[tuple[Seat, Seat, str], ...]"
    """Ballots that stand: voter, about whom, choice."""
    may_vote: "tuple[Seat, ...]"
    """Seats about which the player may vote now (their time is over)."""
    journal: tuple[Chronicle, ...]
    chat: tuple[Chat, ...]
    alarms: tuple[Alarm, ...]
    checkpoints: tuple[tuple[int, bytes], ...] = ()
    """Histories to compare by voice: after how many entries, and the chain there; the last is that of now."""
    kept: Kept | None = None
    """What became of the file of a game that is over; None when none is written."""
    chairs: "tuple[SeatKeys, ...]" = ()
    """Who sits in each seat now: a bot may have taken one, or its player come back to it."""
    home: "Seat | None" = None
    """The seat that is the player's by the setup, whoever holds it now; None for a spectator."""
    paused: bool = False
    """Whether the table has voted for a pause: no clock runs."""
    ended: bool = False
    """Whether the table has voted to end the game before its end."""
    absence: Absence = Absence.HERE
    """Whether the player has lost the seat for a while, and asked to have it again."""
    voters: "tuple[Seat, ...]" = ()
    """Who may vote about a seat that is awaited."""
    parted: "tuple[Seat, ...]" = ()
    """The seats that have left the game."""
    succeeded: "tuple[Seat, ...]" = ()
    """Those of them that a bot takes by the others' vote as the next round begins."""
    plan: Plan | None = None
    """What can be prepared while others are awaited; None when nothing can."""
    entries: "Sequence[Entry]" = ()
    """The log so far: with the setup it is all that is needed to play the game again."""
    past: bool = False
    """Whether it is how the table was at an earlier moment: nobody waits for anything there."""

    @property
    def sitting(self) -> "tuple[SeatKeys, ...]":
        """Who sits in each seat now; before anybody has changed, as the game began."""
        return self.chairs or self.setup.seats

    @property
    def names(self) -> tuple[str, ...]:
        """What those who sit in each seat now are called; a bot in a person's seat is marked."""
        pairs = zip(self.sitting, self.setup.seats, strict=True)
        return tuple(called(now.name, is_bot=now.bot and not first.bot) for now, first in pairs)

    @property
    def others(self) -> tuple[str, ...]:
        """The names of those who play, without the player."""
        away = {*self.parted, self.seat}
        return tuple(chair.name for seat, chair in enumerate(self.sitting) if seat not in away)


OFFLINE: Final = "offline"
"""Code of the word that there is no connection for what was wished."""


class Notice(Struct, frozen=True):
    """A word to the player (a refusal, a cut draft, somebody left); `number` grows with each new one."""

    number: int
    code: str
    detail: str


class Snapshot(Struct, frozen=True):
    """Everything the screens may show."""

    connection: Connection = Connection.CONNECTING
    server: str = ""
    """Address of the server, as the player would type it."""
    retry: float = 0.0
    """Seconds until the next try when the link is lost."""
    lag: float = 0.0
    """Seconds in which the server answers, 0 when that is not noticed, infinite while it does not (`lag`)."""
    problem: str = ""
    name: str = ""
    """The player's name, as the server knows it."""
    key: bytes = b""
    """The player's public key: finds the own chairs in the lobby."""
    voice: bytes = b""
    """The public key of the server, with which it speaks in the chat; b"" before it has greeted."""
    lobby: Lobby = Lobby()
    at: int | None = None
    """Id of the table the player is at (sitting or watching), None for the lobby."""
    table: TableSnapshot | None = None
    """The running or finished game there; None before it begins."""
    notice: Notice | None = None
    """The latest word to the player."""
    chat: tuple[Chat, ...] = ()
    """What was said at the table the player is at, before its game begins as well."""
    alarms: tuple[Alarm, ...] = ()
    """Of tables that cannot be shown at all, because their setup lies."""
    marks: tuple[tuple[int, tuple[Alarm, ...]], ...] = ()
    """Tables of this server at which a lie was found, now or at an earlier start, and what was seen."""
    faces: tuple[Face, ...] = ()
    """Who sits at the table the player is at, in the order of the chairs."""
    invite: str = ""
    """The code by which others come to the table the player is at, "" if it needs none."""
    unread: tuple[tuple[int, int], ...] = ()
    """How many lines were said at a table (0: in the lobby) since the player looked there last."""
    turns: tuple[tuple[int, int], ...] = ()
    """The tables that wait for a decision of the player, each with the number of entries since which."""
    own: tuple[tuple[int, Absence], ...] = ()
    """The tables whose game began with a seat of the player's, and whether the player has it now."""
    muted: tuple[tuple[bytes, str], ...] = ()
    """Whom the player does not want to hear: key, and the name by which they were muted."""
    invited: int | None = None
    """The latest open table at which those play again with whom the player has, None for none."""
    rematch: int | None = None
    """The table at which those of the player's table play again, None when nobody has opened one."""

    def __repr__(self) -> str:
        """Show nothing: a table's code is in it."""
        return f"Snapshot({self.connection})"
