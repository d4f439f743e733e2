"""The client without pixels and sockets: server messages and wishes in, messages and snapshots out.

`received` and `intend` return what is to be sent, in order, what the seats owe included. Nothing here waits.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from protocol import VERSION, messages
from protocol.game import Ballot, Game, Resign
from protocol.keys import sign, signing_pair
from protocol.messages import AnyServerMessage, TableInfo, greeting
from protocol.text import LINE_LENGTH, TITLE_LENGTH, clean
from protocol.vault import NONCE, Vault
from ys_tui.client import snapshot as up
from ys_tui.client.archive import Archive, Keeps
from ys_tui.client.hall import Hall
from ys_tui.client.keyring import KeyringError, Notes
from ys_tui.client.people import People
from ys_tui.client.snapshot import Alarm, Connection, Face, Intent, Notice, Snapshot, Standing
from ys_tui.client.table import Messages, Table
from ys_tui.client.tables import Tables

GONE: Final = frozenset({"no-such-table", "stopped"})
"""Refusals that mean that the table is there no longer."""
FINAL: Final = frozenset({"bad-signature", "name-taken"})
"""Reasons of a `Bye` after which trying again would only meet the same answer."""
CHANGED_KEY: Final = "changed-key"
"""The code of the alarm about somebody known who has another key; it stops nothing."""


class Store:
    """Everything one person has to do with one server."""

    def __init__(
        self,
        identity: bytes,
        name: str,
        *,
        notes: Notes,
        entropy: Callable[[int], bytes],
        games: Mapping[str, Game[Any]],
        server: str = "",
        shelf: Keeps | None = None,
        people: People | None = None,
    ) -> None:
        """Begin without a connection; `entropy` gives as many random bytes as it is asked for.

        Finished games are kept on `shelf`; `people` are those who are known.
        """
        self._identity, self._name, self._notes = identity, name, notes
        self._entropy, self._games = entropy, games
        self._public, self._secret = signing_pair(identity)
        self._hall = Hall(self._public, games)
        self._tables = Tables(identity, games, notes, self._tell)
        self._archive = Archive(shelf, self._tell)
        self._plain = Snapshot(server=server, name=name, key=self._public)
        """The snapshot without lobby and table."""
        self._shown: Snapshot | None = None
        self._people = people or People()
        if self._people.problem:
            self._tell("people", self._people.problem)

    @property
    def snapshot(self) -> Snapshot:
        """Everything the screens may show now."""
        if self._shown is None:
            at = self._plain.at
            table = self._tables.get(at)
            chat, faces = self._hall.chat(at), self._faces(at)
            self._shown = replace(
                self._plain,
                lobby=self._hall.lobby,
                table=self._seen(table, chat, faces) if table is not None else None,
                faces=faces,
                chat=chat,
                alarms=self._tables.alarms,
                marks=tuple(self._tables.marks.all.items()),
            )
        return self._shown

    # --- the link ----------------------------------------------------------------------------------

    def online(self) -> None:
        """Note that there is a connection; the server speaks first."""
        self._show(connection=Connection.CONNECTING, problem="")

    def offline(self, retry: float, problem: str) -> None:
        """Note that there is none, and in how many seconds it is tried again; a refusal stays a refusal."""
        if self._plain.connection is not Connection.REFUSED:
            self._show(connection=Connection.LOST, retry=retry, problem=problem or self._plain.problem)
        self._hall.give_up()
        self._tables.offline()

    def moved(self, server: str) -> None:
        """Note that the server is at another address from now on; its key tells that it is the same."""
        self.offline(0.0, "")
        self._show(server=server)

    def tick(self, now: float) -> bool:
        """Take the time, which comes from outside; tell whether there is something new to show."""
        is_new = self._tables.tick(now)
        if is_new:
            self._shown = None
        return is_new

    @property
    def is_refused(self) -> bool:
        """Whether the server does not want this client: trying again is of no use."""
        return self._plain.connection is Connection.REFUSED

    @property
    def is_welcome(self) -> bool:
        """Whether the server has let this client in."""
        return self._plain.connection is Connection.ONLINE

    # --- what the server says ----------------------------------------------------------------------

    def received(self, message: AnyServerMessage) -> Messages:
        """Take a message and return the answers to it."""
        self._shown = None
        return self._HANDLERS[type(message)](self, message)

    def _challenge(self, message: messages.Challenge) -> Messages:
        self._tables.server = message.key
        self._tables.marks.at(message.key)
        return [
            messages.Hello(
                VERSION,
                tuple((key, game.rules) for key, game in self._games.items()),
                self._name,
                self._public,
                sign(self._secret, greeting(message.key, message.nonce, VERSION)),
            )
        ]

    def _welcome(self, message: messages.Welcome) -> Messages:
        if message.version != VERSION:
            self._refuse("version", f"The server speaks revision {message.version}, this client {VERSION}.")
            return []
        self._show(name=message.name)
        return [messages.Look(self._tables.ref(), on=True)]

    def _renamed(self, message: messages.Renamed) -> Messages:
        self._show(name=message.name)
        return []

    def _all(self, message: messages.Lobby) -> Messages:
        self._hall.listed(message)
        self._show(connection=Connection.ONLINE, problem="")
        out = self._tables.resume()
        for info in message.tables:
            out += self._come_back(info)
        at = self._plain.at
        if at is not None and self._tables.get(at) is None and self._hall.find(at) is None:
            self._show(at=None)
        return out

    def _news(self, message: messages.LobbyChanged) -> Messages:
        self._hall.news(message)
        out: Messages = []
        for info in message.tables:
            out += self._changed(messages.TableChanged(info))
        for number in message.gone:
            out += self._gone(messages.TableGone(number))
        return out

    def _changed(self, message: messages.TableChanged) -> Messages:
        info = message.table
        is_opened, is_seated = self._hall.changed(message)
        if is_seated:
            self._show(at=info.id)
        return self._sit(info.id) if is_opened else self._come_back(info)

    def _gone(self, message: messages.TableGone) -> Messages:
        if self._plain.at == message.table:
            self._tell("table-gone", "That table is there no longer.")
        self._drop(message.table)
        return []

    def _began(self, message: messages.Began) -> Messages:
        is_new = self._tables.is_first(message)
        out = self._tables.began(message)
        if is_new and self._tables.get(message.table) is not None:
            self._try(lambda: self._people.met(self._faces(message.table)))
        return out

    def _bye(self, message: messages.Bye) -> Messages:
        if message.code in FINAL:
            self._refuse(message.code, message.detail)
        else:
            self._show(problem=message.detail)
        return []

    def _refused(self, message: messages.Refused) -> Messages:
        number = self._tables.owner(message)
        table = self._tables.get(number)
        if message.code in GONE and number is not None:
            self._drop(number)
        elif table is not None:
            return table.refused(message.ref, message.code, message.detail)
        if number is not None and self._hall.is_sitting(number):
            self._stand(number)
        self._hall.give_up()
        self._tell(message.code, message.detail)
        return []

    def _entries(self, message: messages.Entries) -> Messages:
        table = self._tables.get(message.table)
        if table is None:
            return []
        answers = table.entries(message)
        self._archive.look(table)
        return answers

    def _waiting(self, message: messages.Waiting) -> Messages:
        table = self._tables.get(message.table)
        return table.waiting(message) if table is not None else []

    def _behind(self, message: messages.Behind) -> Messages:
        table = self._tables.get(message.table)
        return table.behind(message) if table is not None else []

    def _said(self, message: messages.Said) -> Messages:
        table = self._tables.get(message.table)
        self._hall.said(message, 0 if table is None else table.happened)
        is_heard = message.table == self._plain.at and message.name != self._plain.name
        if is_heard and self._at is not None:
            self._tell("chat", f"{message.name}: {message.line}")
        return []

    def _nothing(self, message: messages.ServerMessage) -> Messages:
        return []

    _HANDLERS: ClassVar[Mapping[type[messages.ServerMessage], Callable[[Any, Any], Messages]]] = {
        messages.Challenge: _challenge,
        messages.Welcome: _welcome,
        messages.Renamed: _renamed,
        messages.Lobby: _all,
        messages.LobbyChanged: _news,
        messages.TableChanged: _changed,
        messages.TableGone: _gone,
        messages.Invite: _nothing,
        messages.Rematched: _nothing,
        messages.BotWanted: _nothing,
        messages.Began: _began,
        messages.Entries: _entries,
        messages.Waiting: _waiting,
        messages.Behind: _behind,
        messages.Said: _said,
        messages.Refused: _refused,
        messages.Bye: _bye,
    }

    # --- what the player wants ---------------------------------------------------------------------

    def intend(self, intent: Intent) -> Messages:
        """Take a wish and return the requests that carry it out; what cannot be is told."""
        self._shown = None
        if not self.is_welcome and type(intent) not in self._ALWAYS:
            self._tell("offline", "There is no connection to the server now.")
            return []
        return self._WISHES[type(intent)](self, intent)

    def _open(self, intent: up.OpenTable) -> Messages:
        self._hall.opens()
        title = clean(intent.title, TITLE_LENGTH) or "Table"
        return [messages.OpenTable(self._tables.ref(), intent.game, intent.seats, intent.options, title)]

    def _sit_down(self, intent: up.SitDown) -> Messages:
        info = self._hall.find(intent.table)
        if info is None:
            self._tell("table-gone", "That table is there no longer.")
            return []
        if not self._can_play(info):
            return []
        if self._hall.has_chair(info):
            self._show(at=info.id)
            return self._come_back(info)
        return self._sit(info.id)

    def _watch(self, intent: up.WatchTable) -> Messages:
        info = self._hall.find(intent.table)
        if info is None or not self._can_play(info):
            return []
        self._show(at=info.id)
        return self._tables.ask(info.id) if info.stage != "open" else []

    def _seat_bot(self, intent: up.SeatBot) -> Messages:
        return [messages.SeatBot(self._tables.ref(), intent.table, intent.level)]

    def _start(self, intent: up.StartGame) -> Messages:
        return [messages.Start(self._tables.ref(), intent.table)]

    def _leave(self, intent: up.LeaveTable) -> Messages:
        at, table = self._plain.at, self._at
        self._show(at=None)
        if at is None or (table is not None and table.seat is not None):
            return []
        info = self._hall.find(at)
        if self.is_welcome and info is not None and info.stage == "open":
            self._stand(at)
        self._tables.drop(at)
        return [messages.Leave(self._tables.ref(), at)]

    def _pick(self, intent: up.Pick) -> Messages:
        return self._at.pick(intent.action) if self._at else []

    def _undo(self, intent: up.Undo) -> Messages:
        return self._at.undo() if self._at else []

    def _confirm(self, intent: up.Confirm) -> Messages:
        return self._at.confirm() if self._at else []

    def _vote(self, intent: up.Vote) -> Messages:
        return self._at.declare(Ballot(intent.seat, intent.choice)) if self._at else []

    def _resign(self, intent: up.ResignGame) -> Messages:
        return self._at.declare(Resign()) if self._at else []

    def _accept(self, intent: up.AcceptKey) -> Messages:
        is_playing = self._at is not None and self._at.seat is not None
        self._try(lambda: self._people.accept(intent.name, intent.key, is_playing=is_playing))
        return []

    def _say(self, intent: up.SayLine) -> Messages:
        line, at = clean(intent.line, LINE_LENGTH), self._plain.at
        return [messages.Say(self._tables.ref(), at, line)] if line and at is not None else []

    _WISHES: ClassVar[Mapping[type[Intent], Callable[[Any, Any], Messages]]] = {
        up.OpenTable: _open,
        up.SitDown: _sit_down,
        up.WatchTable: _watch,
        up.SeatBot: _seat_bot,
        up.StartGame: _start,
        up.LeaveTable: _leave,
        up.Pick: _pick,
        up.Undo: _undo,
        up.Confirm: _confirm,
        up.Vote: _vote,
        up.ResignGame: _resign,
        up.AcceptKey: _accept,
        up.SayLine: _say,
    }
    _ALWAYS: ClassVar = frozenset(
        {up.Pick, up.Undo, up.Confirm, up.Vote, up.ResignGame, up.LeaveTable, up.AcceptKey}
    )
    """What can be wished without a connection: a move leaves when there is one."""

    # --- within ------------------------------------------------------------------------------------

    @property
    def _at(self) -> Table | None:
        return self._tables.get(self._plain.at)

    def _seen(self, table: Table, chat: tuple[up.Chat, ...], faces: tuple[Face, ...]) -> up.TableSnapshot:
        seen = table.snapshot(self._hall.find(table.number), chat)
        changed = (Alarm(CHANGED_KEY, face.word) for face in faces if face.standing is Standing.CHANGED)
        return replace(seen, kept=self._archive.of(table), alarms=(*changed, *seen.alarms))

    def _faces(self, number: int | None) -> tuple[Face, ...]:
        """Return who sits at a table: by its setup, or by the lobby before there is one."""
        table, info = self._tables.get(number), self._hall.find(number) if number is not None else None
        if table is not None:
            chairs = [(seat.name, seat.sign, seat.bot) for seat in table.setup.seats]
        else:
            chairs = [(chair.name, chair.key, chair.bot) for chair in info.chairs] if info is not None else []
        own = self._public
        return tuple(
            self._people.face(name, key, is_own=key == own, is_bot=is_bot) for name, key, is_bot in chairs
        )

    def _try(self, do: Callable[[], object]) -> None:
        """Do something with a file of the profile, or tell why it cannot be."""
        try:
            do()
        except KeyringError as error:
            self._tell(error.code, str(error))

    def _show(self, **changes: object) -> None:
        self._plain, self._shown = replace(self._plain, **changes), None

    def _tell(self, code: str, detail: str) -> None:
        number = self._plain.notice.number + 1 if self._plain.notice is not None else 1
        self._show(notice=Notice(number, code, detail))

    def _refuse(self, code: str, detail: str) -> None:
        self._show(connection=Connection.REFUSED, problem=detail)
        self._tell(code, detail)

    def _can_play(self, info: TableInfo) -> bool:
        obstacle = self._hall.obstacle(info)
        if obstacle:
            self._tell("rules", obstacle)
        return not obstacle

    def _sit(self, number: int) -> Messages:
        nonce = self._entropy(NONCE)
        try:
            self._notes.sit(self._tables.server, number, nonce)
        except KeyringError as error:
            self._tell(error.code, str(error))
            return []
        self._hall.sits(number)
        vault = Vault(self._identity, nonce, self._plain.name)
        return [messages.Sit(self._tables.ref(number), number, vault.keys)]

    def _stand(self, number: int) -> None:
        self._try(lambda: self._notes.stand(self._tables.server, number))

    def _come_back(self, info: TableInfo) -> Messages:
        """Ask for a table with a chair of ours that is not held here yet."""
        if info.stage != "playing" and self._plain.at != info.id:
            return []
        if info.stage == "open":
            return []
        if not self._hall.has_chair(info):
            self._check_chair(info)
            return []
        return self._tables.ask(info.id)

    def _check_chair(self, info: TableInfo) -> None:
        self._try(lambda: self._tables.check_chair(info.id))

    def _drop(self, number: int) -> None:
        self._tables.drop(number)
        self._hall.gone(number)
        if self._plain.at == number:
            self._show(at=None)
