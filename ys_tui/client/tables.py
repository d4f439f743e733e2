"""All tables with a running or finished game that this client holds, and those it will not trust. Sans-IO."""

import itertools
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from protocol.game import Game, Illegal, Setup
from protocol.keys import signing_pair
from protocol.messages import Began, Refused, Watch
from protocol.vault import Vault
from ys_tui.client import refusals, silence, versions
from ys_tui.client.asked import Asked
from ys_tui.client.keyring import KeyringError, Notes, UnwrittenError
from ys_tui.client.logs import Logs
from ys_tui.client.marks import Marks, Tell
from ys_tui.client.naming import difference
from ys_tui.client.snapshot import Alarm
from ys_tui.client.table import Messages, Table
from ys_tui.client.trust import LYING, own_seat
from ys_tui.client.unwritten import words

CHAIR_LOST: Final = "chair-lost"
_CHAIR_LOST: Final = (
    "You had taken a chair at this table, but the game began without you: the host put you out, you were "
    "away for too long, or the server gave your chair away."
)


class Tables:
    """The tables of one person on one server, by number; and the numbers of all requests."""

    def __init__(
        self,
        identity: bytes,
        games: Mapping[str, Game[Any]],
        notes: Notes,
        tell: Tell,
        rests: Callable[[int], bool] = lambda _number: False,
        *,
        logs: Logs | None = None,
    ) -> None:
        """Hold none yet; nothing leaves by itself for a table that `rests`."""
        self.logs = logs or Logs()
        """What is on disk of the games in which this person has a seat."""
        self._identity, self._games, self._notes, self._tell = identity, games, notes, tell
        self._rests = rests
        self.marks = Marks(notes, tell)
        """The tables that are marked, and why."""
        self._held: dict[int, Table] = {}
        self._distrusted: dict[int, Alarm] = {}
        self._foreign: set[int] = set()
        """Tables that play what this version does not know."""
        self._lost: dict[int, Alarm] = {}
        """Tables that began without the chair this person had taken there."""
        self._missed: set[int] = set()
        """Tables asked for because a chair of this person is not there any more."""
        self._unwritten: set[int] = set()
        """Tables of which nothing can be noted yet."""
        self._asked = Asked()
        """Tables asked for before their setup was known."""
        self._refs = itertools.count(1)
        self._owners: dict[int, int] = {}
        """The table of each request that was about one."""
        self.server = b""
        """The key of the server, once it has said it."""

    def __getitem__(self, number: int) -> Table:
        return self._held[number]

    def get(self, number: int | None) -> Table | None:
        """Return the table that is held under `number`, or None."""
        return self._held.get(number) if number is not None else None

    @property
    def all(self) -> tuple[Table, ...]:
        """Every table that is held."""
        return tuple(self._held.values())

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """What is wrong with tables that began: why they are not held, or that the own chair is not there."""
        return tuple(self.alarmed.values())

    @property
    def alarmed(self) -> Mapping[int, Alarm]:
        """The tables those alarms are about."""
        return self._distrusted | self._lost

    def ref(self, table: int | None = None) -> int:
        """Return the number of the next request, about `table` if one is named."""
        ref = next(self._refs)
        if table is not None:
            self._owners[ref] = table
        return ref

    def ask(self, number: int, word: str = "") -> Messages:
        """Ask for a table that is not held yet, once; `word` opens its door."""
        if number in self._held or number in self._asked or number in self._refused:
            return []
        self._asked.begin(number, word)
        return [Watch(self.ref(number), number, 0, b"", word)]

    def look(self, number: int, word: str = "") -> Messages:
        """Ask to be told of a table whose game has not begun."""
        return [Watch(self.ref(number), number, 0, b"", word)]

    def resume(self) -> Messages:
        """Ask for what was missed at every table."""
        return [request for table in self._held.values() for request in table.resume()]

    def offline(self) -> None:
        """Expect no answers any more."""
        self._owners = {}
        self._asked.offline()
        for table in self._held.values():
            table.offline()

    @property
    def is_timed(self) -> bool:
        """Whether the time matters at some table."""
        return self._asked.is_timed or any(table.is_timed for table in self._held.values())

    def tick(self, now: float) -> bool:
        """Take the time; tell whether the server has just been found to leave something unanswered."""
        found = [table.tick(now) for table in self._held.values()]
        for number in self._asked.tick(now):
            words = f"The server has not shown this table for {silence.PATIENCE:.0f} seconds."
            found.append(all(mark.code != silence.UNSHOWN for mark in self.marks.of(number)))
            self.marks.put(number, Alarm(silence.UNSHOWN, words))
        return any(found)

    def late(self) -> Messages:
        """Return what was put off, by a busy server or a full disk, and is to leave now."""
        out: Messages = [Watch(self.ref(at), at, 0, b"", word) for at, word in self._asked.due()]
        return [*out, *(message for table in self._held.values() for message in table.late())]

    def drop(self, number: int) -> None:
        """Hold a table no longer."""
        self._held.pop(number, None)
        self._asked.end(number)

    def owner(self, refused: Refused) -> int | None:
        """Return the table that a refused request was about, or None; that table may be asked for again.

        What came too fast is asked for again by itself.
        """
        number = self._owners.pop(refused.ref, None)
        if number is not None and refused.code == refusals.TOO_FAST:
            self._asked.postpone(number, refused.detail)
        elif number is not None:
            self._asked.end(number)
            if number in self._missed and refused.code not in {**refusals.ELSEWHERE, **refusals.LIMITS}:
                self._lose(number)
        return number

    @property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """The tables that wait for a decision of this person, each with the number of entries since which."""
        return tuple(
            (number, turn) for number, table in self._held.items() if (turn := table.turn) is not None
        )

    def miss(self, number: int) -> Messages:
        """Ask for a running game in which the lobby shows no chair of this person, who had taken one.

        Its setup tells whether it began without this person, or the table gave the chair to a bot since.
        """
        if self._notes.sat(self.server, number) is None:
            return []
        self._missed.add(number)
        return self.ask(number)

    def _lose(self, number: int) -> Alarm:
        """Return what is said, once, of a table at which a chair of this person was given away."""
        if number not in self._lost:
            self._lost[number] = Alarm(CHAIR_LOST, _CHAIR_LOST)
            self.marks.put(number, self._lost[number])
            self._tell(CHAIR_LOST, _CHAIR_LOST)
        return self._lost[number]

    def is_first(self, message: Began) -> bool:
        """Tell whether this person is in the game and has not heard of its beginning before."""
        own, _ = signing_pair(self._identity)
        mine = (seat.nonce for seat in message.setup.seats if seat.sign == own)
        try:
            return any(self._notes.note(nonce) is None for nonce in mine)
        except KeyringError:
            return False

    def began(self, message: Began) -> Messages:
        """Hold the table from now on, or name why its setup cannot be trusted."""
        number, setup = message.table, message.setup
        known = self._held.get(number)
        if known is not None:
            if known.setup == setup:
                return []
            return known.halt(LYING, f"The table began a second time, with {difference(known.setup, setup)}.")
        is_asked = number in self._asked
        self.marks.lift(number, silence.UNSHOWN)
        try:
            table = self._taken(number, setup) if number not in self._refused else None
        except UnwrittenError as error:
            self._put_off(number, error)
            return []
        self._asked.end(number)
        self._unwritten.discard(number)
        if table is None:
            return []
        self._held[number] = table
        return table.expect() if is_asked else table.follow()

    def _put_off(self, number: int, error: UnwrittenError) -> None:
        """Ask for a table again later, of which nothing can be noted now; the player is told once."""
        if number not in self._unwritten:
            self._unwritten.add(number)
            self._tell(error.code, words(error))
        self._asked.put_off(number)

    @property
    def _refused(self) -> Collection[int]:
        """The tables that are not held, whatever the server shows of them."""
        return (*self._distrusted, *self._foreign)

    def _returned(self, number: int) -> tuple[Vault, ...]:
        """Return the vaults with which this person has asked for a seat again at that table."""
        try:
            asked = self._notes.returns(self.server, number)
        except KeyringError as error:
            self._tell(error.code, str(error))
            return ()
        return tuple(Vault(self._identity, again.nonce, again.name) for again in asked)

    def _taken(self, number: int, setup: Setup) -> Table | None:
        """Return the table with this setup; if there can be none, None, and the player is told why.

        Raises UnwrittenError when nothing can be noted of it now.
        """
        if newer := versions.obstacle(self._games, setup.game, setup.rules, setup.options):
            self._foreign.add(number)
            self._tell(versions.OTHER, newer)
            return None
        try:
            return self._made(number, setup)
        except UnwrittenError:
            raise
        except KeyringError as error:
            alarm = Alarm(error.code, str(error))
        except Illegal as error:
            alarm = Alarm(LYING, str(error))
            self.marks.put(number, alarm)
        self._distrusted[number] = alarm
        self._tell(alarm.code, alarm.detail)
        return None

    def _made(self, number: int, setup: Setup) -> Table:
        game = self._games[setup.game]
        own = own_seat(setup, self._identity, notes=self._notes, server=self.server, table=number)
        table = Table(
            number,
            game,
            setup,
            own,
            notes=self._notes,
            refs=lambda: self.ref(number),
            tell=self._tell,
            marks=self.marks,
            returns=lambda: self._returned(number),
            rests=lambda: self._rests(number),
            log=self.logs.of(self.server, number, setup) if own is not None else None,
        )
        if own is None and self._notes.sat(self.server, number) is not None:
            table.warn(self._lose(number))
        return table
