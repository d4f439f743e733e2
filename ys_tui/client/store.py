"""The client without pixels and sockets: server messages and wishes in, messages and snapshots out.

`received` and `intend` return what is to be sent, in order, what the seats owe included. Nothing here waits.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from protocol import VERSION, messages
from protocol.game import ESCROW, Ballot, Game, Resign
from protocol.keys import sign, signing_pair
from protocol.messages import LOBBY, AnyServerMessage, TableInfo, greeting
from protocol.text import LINE_LENGTH, NAME_LENGTH, TITLE_LENGTH, clean
from protocol.vault import NONCE, Vault
from ys_tui.client import refusals, silence
from ys_tui.client import snapshot as up
from ys_tui.client.archive import Archive, Keeps
from ys_tui.client.berths import Berths
from ys_tui.client.hall import Hall
from ys_tui.client.keyring import KeyringError, Note, Notes, Return
from ys_tui.client.muted import Muted
from ys_tui.client.people import People
from ys_tui.client.snapshot import Absence, Alarm, Connection, Face, Intent, Notice, Snapshot, Standing
from ys_tui.client.table import Messages, Table
from ys_tui.client.tables import Tables

GONE: Final = frozenset({"no-such-table", "stopped"})
"""Refusals that mean that the table is there no longer."""
FINAL: Final = frozenset({"bad-signature", "name-taken"})
"""Reasons of a `Bye` after which trying again would only meet the same answer."""
SHUT: Final = frozenset({"locked", "wrong-word", "kicked", "too-many-guesses", "too-many-watchers"})
"""Refusals that mean that one does not get in to look."""
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
        muted: Muted | None = None,
        berths: Berths | None = None,
        clock: Callable[[], float] = time.time,
        expected: bytes | None = None,
        is_unattended: bool = False,
    ) -> None:
        """Begin without a connection; `entropy` gives as many random bytes as it is asked for.

        Finished games are kept on `shelf`; `people` are those who are known, `muted` those not to be heard,
        and `berths` where games are on. Unattended, nothing is answered at a table with a warning that
        somebody should look at first. With a key `expected`, no other server is spoken to.
        """
        self._expected = expected
        self._is_unattended = is_unattended
        self._identity, self._name, self._notes = identity, name, notes
        self._entropy, self._games = entropy, games
        self._public, self._secret = signing_pair(identity)
        self._hall = Hall(self._public, games)
        self._tables = Tables(identity, games, notes, self._tell, self._rests)
        self._archive = Archive(shelf, self._tell)
        self._plain = Snapshot(server=server, name=name, key=self._public)
        """The snapshot without lobby and table."""
        self._shown: Snapshot | None = None
        self._is_looking = False
        """Whether the server was told that the lobby is looked at."""
        self._is_finding = False
        """Whether a table is looked for by its code."""
        self._again: int | None = None
        """The table after whose game a rematch was wished, until it is known where that is."""
        self._rematches: dict[int, int] = {}
        """At which table the people of another one play again."""
        self._sought: set[int] = set()
        """Tables asked for only because a game of the player's was on there."""
        self._muted, self._clock, self._berths = muted or Muted(), clock, berths or Berths()
        self._people = people or People()
        if self._people.problem:
            self._tell("people", self._people.problem)

    @property
    def snapshot(self) -> Snapshot:
        """Everything the screens may show now."""
        if self._shown is None:
            at = self._plain.at
            table = self._tables.get(at)
            heard = self._hall.chat(LOBBY if at is None else at)
            chat = tuple(line for line in heard if line.key not in self._muted)
            faces = self._faces(at)
            self._shown = replace(
                self._plain,
                lobby=self._hall.lobby,
                table=self._seen(table, chat) if table is not None else None,
                faces=faces,
                chat=chat,
                alarms=self._tables.alarms,
                marks=tuple(self._tables.marks.all.items()),
                invite=self._hall.invite(at),
                unread=self._hall.unread,
                turns=self._tables.turns,
                muted=self._muted.people,
                rematch=None if at is None else self._rematches.get(at),
            )
        return self._shown

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table with a running or finished game that is held."""
        return self._tables.all

    @property
    def alarmed(self) -> Mapping[int, Alarm]:
        """The tables that are not held, or without the player's chair, and why."""
        return self._tables.alarmed

    def title(self, number: int) -> str:
        """Return what a table is called, "" when the server has not said it."""
        info = self._hall.find(number)
        return "" if info is None else info.title

    def rests(self, number: int) -> bool:
        """Tell whether nothing leaves by itself for a table, because nobody has looked at what is wrong."""
        return self._rests(number)

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
        self._is_looking, self._again, self._is_finding = False, None, False

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

    def refresh(self) -> Messages:
        """Take what another window of this profile has noted of people and tables; return what follows."""
        self._shown = None
        self._people.refresh()
        self._tables.marks.refresh()
        for table in self.tables:
            self._check_keys(table.number)
        return self._out([message for table in self.tables for message in table.go_on()])

    def late(self) -> Messages:
        """Return what a busy server had turned away, for which the time has come by the latest `tick`."""
        return self._out(self._tables.late())

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
        return self._out(self._HANDLERS[type(message)](self, message))

    def _challenge(self, message: messages.Challenge) -> Messages:
        if self._expected not in {None, message.key}:
            self._refuse("other-server", "another server answers there than the one you played on")
            return []
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
        self._is_looking = True
        return [messages.Look(self._tables.ref(), on=True)]

    def _renamed(self, message: messages.Renamed) -> Messages:
        self._show(name=message.name)
        return []

    def _all(self, message: messages.Lobby) -> Messages:
        is_first, out = not self.is_welcome, Messages()
        for info in message.tables:
            self._check_kept(info)
        self._hall.listed(message)
        self._show(connection=Connection.ONLINE, problem="")
        if is_first:
            out += self._tables.resume()
        for info in message.tables:
            out += self._come_back(info)
        at = self._plain.at
        info_at = self._hall.find(at) if at is not None else None
        if is_first and at is not None and self._tables.get(at) is None and info_at is None:
            self._show(at=None)
        if is_first and info_at is not None and info_at.stage == "open":
            out += self._tables.look(info_at.id)
        return out + self._seek() if is_first else out

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
        self._check_kept(info)
        is_opened, is_seated = self._hall.changed(message)
        if self._is_finding and info.door == "code" and not self._hall.has_chair(info):
            self._is_finding = False
            return self._watch(up.WatchTable(info.id))
        if is_seated:
            self._go_to(info.id)
            return self._tables.look(info.id) if info.stage == "open" else self._come_back(info)
        return self._sit(info.id) if is_opened else self._come_back(info)

    def _gone(self, message: messages.TableGone) -> Messages:
        if self._plain.at == message.table:
            self._tell("table-gone", "That table is there no longer.")
        self._drop(message.table)
        return []

    def _began(self, message: messages.Began) -> Messages:
        is_new = self._tables.is_first(message)
        out = self._tables.began(message)
        self._berth(message.table)
        if is_new and self._tables.get(message.table) is not None:
            self._try(lambda: self._people.met(self._faces(message.table)))
        self._check_keys(message.table)
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
            if number in self._sought:
                return []
        elif table is not None:
            return table.refused(message.ref, message.code, message.detail)
        if number is not None and self._hall.is_sitting(number):
            self._stand(number)
        elif number is not None and number == self._plain.at and message.code in SHUT:
            self._show(at=None)
        self._hall.give_up()
        self._again, self._is_finding = None, False
        self._tell(message.code, refusals.words(message.code, message.detail))
        return []

    def _entries(self, message: messages.Entries) -> Messages:
        table = self._tables.get(message.table)
        if table is None:
            return []
        answers = table.entries(message)
        self._archive.look(table)
        self._berth(message.table)
        return answers

    def _waiting(self, message: messages.Waiting) -> Messages:
        table = self._tables.get(message.table)
        return table.waiting(message) if table is not None else []

    def _behind(self, message: messages.Behind) -> Messages:
        table = self._tables.get(message.table)
        return table.behind(message) if table is not None else []

    def _said(self, message: messages.Said) -> Messages:
        table, at = self._tables.get(message.table), self._plain.at
        when = int(self._clock()) - message.ago
        is_new = self._hall.said(message, 0 if table is None else table.happened, when)
        if not is_new or message.ago or message.key == self._public or message.key in self._muted:
            return []
        if message.table not in {at, LOBBY}:
            self._hall.missed(message.table)
        elif message.table == at and self._at is not None:
            self._tell("chat", f"{message.name}: {message.line}")
        return []

    def _invite(self, message: messages.Invite) -> Messages:
        self._hall.invited(message.table, message.word)
        return []

    def _rematched(self, message: messages.Rematched) -> Messages:
        self._rematches[message.table] = message.to
        return self._follow(message.table) if self._again == message.table else []

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
        messages.Invite: _invite,
        messages.Rematched: _rematched,
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
        return self._out(self._WISHES[type(intent)](self, intent))

    def _open(self, intent: up.OpenTable) -> Messages:
        self._hall.opens()
        title, word = clean(intent.title, TITLE_LENGTH) or "Table", clean(intent.word, TITLE_LENGTH)
        request = messages.OpenTable(
            self._tables.ref(),
            intent.game,
            intent.seats,
            intent.options,
            title,
            clock=intent.clock,
            door=intent.door,  # type: ignore[arg-type]  # one of the doors of `ys_tui.tables`
            word=word,
        )
        return [request]

    def _sit_down(self, intent: up.SitDown) -> Messages:
        info = self._hall.find(intent.table)
        if info is None:
            self._tell("table-gone", "That table is there no longer.")
            return []
        if not self._can_play(info):
            return []
        if self._hall.has_chair(info) or self._is_home(info.id):
            self._go_to(info.id)
            return self._tables.look(info.id) if info.stage == "open" else self._tables.ask(info.id)
        return self._sit(info.id, clean(intent.word, TITLE_LENGTH))

    def _watch(self, intent: up.WatchTable) -> Messages:
        info = self._hall.find(intent.table)
        if info is None or not self._can_play(info):
            return []
        self._go_to(info.id)
        word = clean(intent.word, TITLE_LENGTH)
        return self._tables.look(info.id, word) if info.stage == "open" else self._tables.ask(info.id, word)

    def _find(self, intent: up.FindTable) -> Messages:
        word = clean(intent.word, TITLE_LENGTH)
        if not word:
            return []
        self._is_finding = True
        return [messages.Find(self._tables.ref(), word)]

    def _kick(self, intent: up.KickOut) -> Messages:
        return [messages.Kick(self._tables.ref(), intent.table, intent.key)]

    def _hand(self, intent: up.HandOn) -> Messages:
        return [messages.Hand(self._tables.ref(), intent.table, intent.key)]

    def _ready(self, intent: up.BeReady) -> Messages:
        return [messages.Ready(self._tables.ref(), intent.table, intent.ready)]

    def _swap(self, intent: up.SwapChairs) -> Messages:
        return [messages.Swap(self._tables.ref(), intent.table, intent.one, intent.other)]

    def _rename(self, intent: up.CallMe) -> Messages:
        name = clean(intent.name, NAME_LENGTH)
        return [messages.Rename(self._tables.ref(), name)] if name and name != self._plain.name else []

    def _mute(self, intent: up.Mute) -> Messages:
        self._try(lambda: self._muted.set(intent.name, intent.key, is_muted=intent.is_muted))
        return []

    def _play_again(self, intent: up.PlayAgain) -> Messages:
        at = self._plain.at
        if at is None:
            return []
        if at in self._rematches:
            return self._follow(at)
        self._again = at
        return [messages.Rematch(self._tables.ref(), at)]

    def _ask_back(self, intent: up.ComeBack) -> Messages:
        table = self._at
        if table is None or table.absence not in {Absence.HELD, Absence.GIVEN_UP}:
            return []
        nonce, name = self._entropy(NONCE), self._plain.name
        try:
            self._notes.come_back(self._tables.server, table.number, Return(nonce, name))
            setup = table.setup.digest()
            self._notes.write(nonce, Note(setup, 0, setup))
        except KeyringError as error:
            self._tell(error.code, str(error))
            return []
        ref = self._tables.ref(table.number)
        table.come_back(ref)
        return [messages.Sit(ref, table.number, Vault(self._identity, nonce, name).keys)]

    def _seat_bot(self, intent: up.SeatBot) -> Messages:
        return [messages.SeatBot(self._tables.ref(), intent.table, intent.level)]

    def _start(self, intent: up.StartGame) -> Messages:
        return [messages.Start(self._tables.ref(), intent.table)]

    def _leave(self, intent: up.LeaveTable) -> Messages:
        at, table = self._plain.at, self._at
        self._show(at=None)
        if at is None or (table is not None and table.home is not None):
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
        is_playing = self._at is not None and self._at.home is not None
        self._try(lambda: self._people.accept(intent.name, intent.key, is_playing=is_playing))
        for number in tuple(self._tables.marks.all):
            self._check_keys(number)
        return []

    def _say(self, intent: up.SayLine) -> Messages:
        line, at = clean(intent.line, LINE_LENGTH), self._plain.at
        return [messages.Say(self._tables.ref(), LOBBY if at is None else at, line)] if line else []

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
        up.FindTable: _find,
        up.KickOut: _kick,
        up.HandOn: _hand,
        up.BeReady: _ready,
        up.SwapChairs: _swap,
        up.CallMe: _rename,
        up.Mute: _mute,
        up.PlayAgain: _play_again,
        up.ComeBack: _ask_back,
    }
    _ALWAYS: ClassVar = frozenset(
        {up.Pick, up.Undo, up.Confirm, up.Vote, up.ResignGame, up.LeaveTable, up.AcceptKey, up.Mute}
    )
    """What can be wished without a connection: a move leaves when there is one."""

    # --- within ------------------------------------------------------------------------------------

    @property
    def _at(self) -> Table | None:
        return self._tables.get(self._plain.at)

    def _out(self, out: Messages) -> Messages:
        """Return what is to be sent, and that the lobby is looked at from now on, or no longer, if so."""
        for watch in out:
            if isinstance(watch, messages.Watch):
                self._hall.replay(watch.table)
        is_looking = self._plain.at is None and not self._is_unattended
        if not self.is_welcome or is_looking == self._is_looking:
            return out
        self._is_looking = is_looking
        return [*out, messages.Look(self._tables.ref(), on=is_looking)]

    def _go_to(self, number: int) -> None:
        self._hall.read(number)
        self._show(at=number)

    def _is_home(self, number: int) -> bool:
        """Tell whether a seat of that table was the player's when its game began."""
        table = self._tables.get(number)
        return table is not None and table.home is not None

    def _follow(self, number: int) -> Messages:
        """Go where those of a table play again: to a chair, or to look on if one only looked on before."""
        self._again, to = None, self._rematches[number]
        if self._hall.find(to) is None:
            self._tell("table-gone", "The table of the rematch is there no longer.")
            return []
        wish = up.SitDown(to) if self._is_home(number) else up.WatchTable(to)
        return self._WISHES[type(wish)](self, wish)

    def _check_kept(self, info: TableInfo) -> None:
        """Note that a chair of ours at a table that has not begun is there no longer."""
        before = self._hall.find(info.id)
        had = before is not None and before.stage == "open" and self._hall.has_chair(before)
        if not had or info.stage != "open" or self._hall.has_chair(info):
            return
        self._stand(info.id)
        if self._plain.at == info.id:
            self._show(at=None)
            self._tell("put-out", "Your chair is free again: the host put you out, or you were long away.")

    def _seen(self, table: Table, chat: tuple[up.Chat, ...]) -> up.TableSnapshot:
        return replace(table.snapshot(self._hall.find(table.number), chat), kept=self._archive.of(table))

    def _check_keys(self, number: int) -> None:
        """Mark a table at which somebody known has another key, until the player accepts that."""
        if faces := self._faces(number):
            changed = (face for face in faces if face.standing is Standing.CHANGED)
            alarms = (Alarm(CHANGED_KEY, face.word) for face in changed)
            self._tables.marks.renew(number, CHANGED_KEY, *alarms)

    def _faces(self, number: int | None) -> tuple[Face, ...]:
        """Return who sits at a table: by its setup, or by the lobby before there is one."""
        table, info = self._tables.get(number), self._hall.find(number) if number is not None else None
        if table is not None:
            chairs = [(seat.name, seat.sign, seat.bot) for seat in table.match.seating.chairs]
        else:
            chairs = [(chair.name, chair.key, chair.bot) for chair in info.chairs] if info is not None else []
        own = self._public
        return tuple(
            self._people.face(name, key, is_own=key == own, is_bot=is_bot) for name, key, is_bot in chairs
        )

    def _berth(self, number: int) -> None:
        """Keep whether a game of the player's is on at a table."""
        table, server = self._tables.get(number), self._tables.server
        if table is not None and table.home is not None and server:
            is_on = bool(table.match.prompts)
            self._try(lambda: self._berths.note(self._plain.server, server, number, is_on=is_on))

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

    def _sit(self, number: int, word: str = "") -> Messages:
        nonce, info = self._entropy(NONCE), self._hall.find(number)
        trusting = info is not None and ESCROW.key in info.options
        try:
            self._notes.sit(self._tables.server, number, nonce, trusting=trusting)
        except KeyringError as error:
            self._tell(error.code, str(error))
            return []
        self._hall.sits(number)
        vault = Vault(self._identity, nonce, self._plain.name)
        return [messages.Sit(self._tables.ref(number), number, vault.keys, word)]

    def _stand(self, number: int) -> None:
        self._try(lambda: self._notes.stand(self._tables.server, number))

    def _come_back(self, info: TableInfo) -> Messages:
        """Ask for a table with a chair of ours that is not held here yet."""
        if info.stage != "playing" and self._plain.at != info.id:
            return []
        if info.stage == "open":
            return []
        if self._hall.has_chair(info):
            return self._tables.ask(info.id)
        try:
            return self._tables.miss(info.id)
        except KeyringError as error:
            self._tell(error.code, str(error))
            return []

    def _seek(self) -> Messages:
        """Ask for the games of ours that are not shown as running: how they ended is not known here yet."""
        numbers = self._berths.at(self._tables.server)
        sought = [number for number in numbers if self._tables.get(number) is None]
        self._sought.update(sought)
        return [message for number in sought for message in self._tables.ask(number)]

    def _rests(self, number: int) -> bool:
        """Tell whether nothing leaves by itself for a table, because nobody has looked at what is wrong."""
        if not self._is_unattended:
            return False
        marks = (mark.code not in silence.CODES for mark in self._tables.marks.of(number))
        return any(marks) or any(face.standing is Standing.CHANGED for face in self._faces(number))

    def _drop(self, number: int) -> None:
        table, server = self._tables.get(number), self._tables.server
        if number in self._sought or (table is not None and table.home is not None):
            self._try(lambda: self._berths.note(self._plain.server, server, number, is_on=False))
        self._tables.drop(number)
        self._hall.gone(number)
        if self._plain.at == number:
            self._show(at=None)
