"""The client without pixels and sockets: server messages and wishes in, messages and snapshots out.

`received` and `intend` return what is to be sent, in order, what the seats owe included. Nothing here waits.
"""

from collections.abc import Mapping
from math import inf

from msgspec.structs import replace

from protocol import messages
from protocol.messages import LOBBY, AnyServerMessage
from ys_tui.client import snapshot as up
from ys_tui.client.heard import HEARD
from ys_tui.client.intents import Intent
from ys_tui.client.lag import noticed
from ys_tui.client.snapshot import OFFLINE, Alarm, Connection, Snapshot
from ys_tui.client.table import Messages, Table
from ys_tui.client.visit import Visit
from ys_tui.client.wishes import ALWAYS, WISHES


class Store(Visit):
    """Everything one person has to do with one server."""

    @property
    def snapshot(self) -> Snapshot:
        """Everything the screens may show now."""
        if self.shown is None:
            at = self.plain.at
            table = self.tables.get(at)
            heard = self.hall.chat(LOBBY if at is None else at)
            chat = tuple(line for line in heard if line.key not in self.muted)
            faces = self.faces(at)
            self.shown = replace(
                self.plain,
                lobby=self.hall.lobby,
                table=self._seen(table, chat) if table is not None else None,
                faces=faces,
                chat=chat,
                alarms=self.tables.alarms,
                marks=tuple(self.tables.marks.all.items()),
                invite=self.hall.invite(at),
                unread=self.hall.unread,
                turns=self.tables.turns,
                own=tuple((t.number, t.absence) for t in self.held if t.home is not None),
                muted=self.muted.people,
                voice=self.tables.server,
                invited=self.invited,
                rematch=None if at is None else self.rematches.get(at),
            )
        return self.shown

    @property
    def held(self) -> tuple[Table, ...]:
        """Every table with a running or finished game that is held."""
        return self.tables.all

    @property
    def alarmed(self) -> Mapping[int, Alarm]:
        """The tables that are not held, or without the player's chair, and why."""
        return self.tables.alarmed

    def title(self, number: int) -> str:
        """Return what a table is called, "" when the server has not said it."""
        info = self.hall.find(number)
        return "" if info is None else info.title

    # --- the link ----------------------------------------------------------------------------------

    def online(self) -> None:
        """Note that there is a connection; the server speaks first."""
        self.show(connection=Connection.CONNECTING, problem="")

    def offline(self, retry: float, problem: str) -> None:
        """Note that there is none, and in how many seconds it is tried again; a refusal stays a refusal."""
        if self.plain.connection is not Connection.REFUSED:
            self.show(connection=Connection.LOST, retry=retry, problem=problem or self.plain.problem, lag=0.0)
        self.hall.give_up()
        self.tables.offline()
        self.is_looking, self.again, self.is_finding = False, None, False

    def measured(self, seconds: float) -> bool:
        """Take how long the server took to answer, infinite for an answer that is overdue.

        Tells whether there is something new to show.
        """
        before, self.latest_answer = self.latest_answer, seconds
        lag = noticed(seconds if seconds == inf else min(before, seconds))  # one late answer is no slow line
        is_new = lag != self.plain.lag
        if is_new:
            self.show(lag=lag)
        return is_new

    def moved(self, server: str) -> None:
        """Note that the server is at another address from now on; its key tells that it is the same."""
        self.offline(0.0, "")
        self.show(server=server)

    @property
    def is_timed(self) -> bool:
        """Whether the time matters: something is waited for, or to be done later. Else no `tick` is due."""
        return self.tables.is_timed

    def tick(self, now: float) -> bool:
        """Take the time, which comes from outside; tell whether there is something new to show."""
        is_new = self.tables.tick(now)
        if is_new:
            self.shown = None
        return is_new

    def refresh(self) -> Messages:
        """Take what another window of this profile has noted of people and tables; return what follows."""
        self.shown = None
        self.people.refresh()
        self.tables.marks.refresh()
        for table in self.held:
            self.check_keys(table.number)
        return self._out([message for table in self.held for message in table.go_on()])

    def late(self) -> Messages:
        """Return what was put off and is to leave now, the time having come by the latest `tick`."""
        if out := self.tables.late():
            self.shown = None
        return self._out(out)

    @property
    def is_refused(self) -> bool:
        """Whether the server does not want this client: trying again is of no use."""
        return self.plain.connection is Connection.REFUSED

    # --- what is said ------------------------------------------------------------------------------

    def received(self, message: AnyServerMessage) -> Messages:
        """Take a message and return the answers to it."""
        self.shown = None
        return self._out(HEARD[type(message)](self, message))

    def intend(self, intent: Intent) -> Messages:
        """Take a wish and return the requests that carry it out; what cannot be is told."""
        self.shown = None
        if not self.is_welcome and type(intent) not in ALWAYS:
            self.tell(OFFLINE, "There is no connection to the server now.")
            return []
        return self._out(WISHES[type(intent)](self, intent))

    def _out(self, out: Messages) -> Messages:
        """Return what is to be sent, and that the lobby is looked at from now on, or no longer, if so."""
        for watch in out:
            if isinstance(watch, messages.Watch):
                self.hall.replay(watch.table)
        is_looking = self.plain.at is None and not self.is_unattended
        if not self.is_welcome or is_looking == self.is_looking:
            return out
        self.is_looking = is_looking
        return [*out, messages.Look(self.tables.ref(), on=is_looking)]

    def _seen(self, table: Table, chat: tuple[up.Chat, ...]) -> up.TableSnapshot:
        return replace(table.snapshot(self.hall.find(table.number), chat), kept=self.archive.of(table))
