"""One person at one server: what is held of it, and the steps that all else is made of. Sans-IO.

What a server may say is in `heard`, what a player may wish in `wishes`; `store` puts them together.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from protocol import messages
from protocol.game import ESCROW, Game
from protocol.keys import signing_pair
from protocol.messages import TableInfo
from protocol.vault import NONCE, Vault
from ys_tui.client import silence
from ys_tui.client.archive import Archive, Keeps
from ys_tui.client.berths import Berths
from ys_tui.client.hall import Hall
from ys_tui.client.keyring import KeyringError, Notes
from ys_tui.client.logs import Logs
from ys_tui.client.muted import Muted
from ys_tui.client.paths import shown
from ys_tui.client.people import People
from ys_tui.client.snapshot import Alarm, Connection, Face, Notice, Snapshot, Standing
from ys_tui.client.table import Messages, Table
from ys_tui.client.tables import Tables

CHANGED_KEY: Final = "changed-key"
"""The code of the alarm about somebody known who has another key; it stops nothing."""

_LOST: Final = (
    "The server does not know that table any more: it has ended it, or has come back with a copy of its "
    "database that is older than the table."
)


class Visit:
    """All of it, between one start of the client and its end, over any number of links."""

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
        logs: Logs | None = None,
        clock: Callable[[], float] = time.time,
        expected: bytes | None = None,
        is_unattended: bool = False,
    ) -> None:
        """Begin without a connection; `entropy` gives as many random bytes as it is asked for.

        Finished games are kept on `shelf`; `people` are those who are known, `muted` those not to be heard,
        `berths` where games are on, and `logs` what was seen of them. Unattended, nothing is answered at a
        table with a warning that somebody should look at first. With a key `expected`, no other server is
        spoken to.
        """
        self.expected, self.is_unattended = expected, is_unattended
        self.identity, self.name, self.notes = identity, name, notes
        self.entropy, self.games = entropy, games
        self.public, self.secret = signing_pair(identity)
        """The pair of keys that says who this person is."""
        self.hall = Hall(self.public, games)
        self.tables = Tables(identity, games, notes, self.tell, self.rests, logs=logs)
        self.archive = Archive(shelf, self.tell)
        self.plain = Snapshot(server=server, name=name, key=self.public)
        """The snapshot without lobby and table."""
        self.shown: Snapshot | None = None
        self.is_looking = False
        """Whether the server was told that the lobby is looked at."""
        self.is_finding = False
        """Whether a table is looked for by its code."""
        self.again: int | None = None
        """The table after whose game a rematch was wished, until it is known where that is."""
        self.rematches: dict[int, int] = {}
        """At which table the people of another one play again."""
        self.latest_answer = 0.0
        """Seconds that the server took for its latest answer that was measured."""
        self.sought: set[int] = set()
        """Tables asked for only because a game of the player's was on there."""
        self.muted, self.clock, self.berths = muted or Muted(), clock, berths or Berths()
        self.people = people or People()
        if self.people.problem:
            self.tell("people", self.people.problem)

    @property
    def is_welcome(self) -> bool:
        """Whether the server has let this client in."""
        return self.plain.connection is Connection.ONLINE

    @property
    def table(self) -> Table | None:
        """The running or finished game where the player is."""
        return self.tables.get(self.plain.at)

    def go_to(self, number: int) -> None:
        """Have the player at a table."""
        self.hall.read(number)
        self.show(at=number)

    def is_home(self, number: int) -> bool:
        """Tell whether a seat of that table was the player's when its game began."""
        table = self.tables.get(number)
        return table is not None and table.home is not None

    def check_kept(self, info: TableInfo) -> None:
        """Note that a chair of ours at a table that has not begun is there no longer."""
        before = self.hall.find(info.id)
        had = before is not None and before.stage == "open" and self.hall.has_chair(before)
        if not had or info.stage != "open" or self.hall.has_chair(info):
            return
        self.stand(info.id)
        if self.plain.at == info.id:
            self.show(at=None)
            self.tell("put-out", "Your chair is free again: you were away for longer than it is kept.")

    def check_keys(self, number: int) -> None:
        """Mark a table at which somebody known has another key, until the player accepts that."""
        if faces := self.faces(number):
            changed = (face for face in faces if face.standing is Standing.CHANGED)
            alarms = (Alarm(CHANGED_KEY, face.word) for face in changed)
            self.tables.marks.renew(number, CHANGED_KEY, *alarms)

    def faces(self, number: int | None) -> tuple[Face, ...]:
        """Return who sits at a table: by its setup, or by the lobby before there is one."""
        table, info = self.tables.get(number), self.hall.find(number) if number is not None else None
        listed = info.chairs if info is not None else ()
        if table is not None:
            chairs = [(seat.name, seat.sign, seat.bot) for seat in table.match.seating.chairs]
        else:
            chairs = [(chair.name, chair.key, chair.bot) for chair in listed]
        own, levels = self.public, {(chair.name, chair.key): chair.level for chair in listed}
        return tuple(
            replace(
                self.people.face(name, key, is_own=key == own, is_bot=is_bot),
                level=levels.get((name, key)),
            )
            for name, key, is_bot in chairs
        )

    @property
    def invited(self) -> int | None:
        """The latest table of a rematch of a game of the player's at which the player can still sit down."""
        for number, to in reversed(self.rematches.items()):
            info = self.hall.find(to) if self.is_home(number) else None
            if info is not None and info.stage == "open" and not self.hall.has_chair(info):
                return to
        return None

    def note_berth(self, number: int) -> None:
        """Keep whether a game of the player's is on at a table."""
        table, server = self.tables.get(number), self.tables.server
        if table is not None and table.home is not None and server:
            is_on, info = bool(table.match.prompts), self.hall.find(number)
            title, address = "" if info is None else info.title, self.plain.server
            self.attempt(lambda: self.berths.note(address, server, number, is_on=is_on, title=title))

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something with a file of the profile, or tell why it cannot be."""
        try:
            do()
        except KeyringError as error:
            self.tell(error.code, str(error))

    def show(self, **changes: object) -> None:
        """Have the screens show these changes."""
        self.plain, self.shown = replace(self.plain, **changes), None

    def tell(self, code: str, detail: str) -> None:
        """Say a word to the player."""
        number = self.plain.notice.number + 1 if self.plain.notice is not None else 1
        self.show(notice=Notice(number, code, detail))

    def refuse(self, code: str, detail: str) -> None:
        """Have nothing to do with this server any more, and say why."""
        self.show(connection=Connection.REFUSED, problem=detail)
        self.tell(code, detail)

    def can_play(self, info: TableInfo) -> bool:
        """Tell whether this client knows what is played at a table; say so if not."""
        obstacle = self.hall.obstacle(info)
        if obstacle:
            self.tell("rules", obstacle)
        return not obstacle

    def sit(self, number: int, word: str = "") -> Messages:
        """Ask for a chair at a table, with keys that are noted before."""
        nonce, info = self.entropy(NONCE), self.hall.find(number)
        trusting = info is not None and ESCROW.key in info.options
        try:
            self.notes.sit(self.tables.server, number, nonce, trusting=trusting)
        except KeyringError as error:
            self.tell(error.code, str(error))
            return []
        self.hall.sits(number)
        vault = Vault(self.identity, nonce, self.plain.name)
        return [messages.Sit(self.tables.ref(number), number, vault.keys, word)]

    def stand(self, number: int) -> None:
        """Forget the chair at a table."""
        self.attempt(lambda: self.notes.stand(self.tables.server, number))

    def come_back(self, info: TableInfo) -> Messages:
        """Ask for a table with a chair of ours that is not held here yet."""
        if info.stage != "playing" and self.plain.at != info.id:
            return []
        if info.stage == "open":
            return []
        if self.hall.has_chair(info):
            return self.tables.ask(info.id)
        try:
            return self.tables.miss(info.id)
        except KeyringError as error:
            self.tell(error.code, str(error))
            return []

    def seek(self) -> Messages:
        """Ask for the games of ours that are not shown as running: how they ended is not known here yet."""
        numbers = self.berths.at(self.tables.server)
        sought = [number for number in numbers if self.tables.get(number) is None]
        self.sought.update(sought)
        return [message for number in sought for message in self.tables.ask(number)]

    def rests(self, number: int) -> bool:
        """Tell whether nothing leaves by itself for a table, because nobody has looked at what is wrong."""
        if not self.is_unattended:
            return False
        marks = (mark.code not in silence.CODES for mark in self.tables.marks.of(number))
        return any(marks) or any(face.standing is Standing.CHANGED for face in self.faces(number))

    def drop(self, number: int) -> str:
        """Forget a table that is there no longer; return what to say if a game of ours was on."""
        table, server = self.tables.get(number), self.tables.server
        words = self._lost(number)
        if number in self.sought or (table is not None and table.home is not None):
            self.attempt(lambda: self.berths.note(self.plain.server, server, number, is_on=False))
        self.tables.drop(number)
        self.hall.gone(number)
        if self.plain.at == number:
            self.show(at=None)
        return words

    def _lost(self, number: int) -> str:
        table = self.tables.get(number)
        if table is not None:
            if table.home is None or not table.match.prompts:
                return ""
            table.save()
        elif number not in self.sought:
            return ""
        path = self.tables.logs.latest(self.tables.server, number)
        if path is None:
            return "" if table is None else _LOST
        return f"{_LOST} What you saw of it is kept: ys replay {shown(path)}"
