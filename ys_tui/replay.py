"""A game that was kept, played again: what a spectator saw after each of its entries. Nothing is drawn here.

Entries are counted from 0, as `ys verify` counts them; moment 0 is before the first one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from protocol.game import Event, Game, Illegal, Prompt, Seat, View
from protocol.match import Entry, Match
from protocol.record import LIMIT, Record, RecordError, load
from protocol.seating import Seating
from ys_tui.client import files
from ys_tui.client.chronicle import chronicle
from ys_tui.client.snapshot import Chronicle, TableSnapshot

Begins = Callable[[Event], bool]
"""Tells whether an event begins a round, or whatever a game is divided into."""


class ReplayError(Exception):
    """The file holds no game that can be shown; the sentence says why."""

    code = "no-replay"


class _Moment(Struct, frozen=True):
    """What everybody saw after an entry."""

    state: Any
    prompts: Mapping[Seat, Prompt]
    seating: Seating
    voters: tuple[Seat, ...]
    parted: tuple[Seat, ...]
    paused: bool
    told: int
    """How many things the journal held."""


class Replay:
    """One game, from before its first entry to its end, or to the first entry that fails."""

    def __init__(
        self, record: Record, games: Mapping[str, Game[Any]], begins: Begins, *, is_running: bool = False
    ) -> None:
        """Play `record` again by the rules of one of `games`; raise ReplayError when it cannot be begun.

        Of a game that is running it is no flaw that it has no result.
        """
        self.record = record
        game = games.get(record.setup.game)
        if game is None:
            raise ReplayError(f"the game {record.setup.game} is not known here.")
        if record.setup.rules > game.rules:
            raise ReplayError(f"it was played by revision {record.setup.rules} of the rules, which is newer.")
        try:
            match = Match(game, record.setup)
        except Illegal as illegal:
            raise ReplayError(f"it cannot have begun like that: {illegal.detail}.") from None
        self.journal: list[Chronicle] = []
        """Everything that happened."""
        self._match = match
        self._moments = [self._seen(match)]
        self.is_running: Final = is_running
        """Whether the game goes on."""
        self._begins: Final = begins
        self.flaw = self._play(record.entries)
        """What is wrong with the entry at which it stops, or why there is no result; "" for a whole game."""

    def go_on(self, entries: Sequence[Entry]) -> bool:
        """Play what has been added to a running game since; tell whether there was anything."""
        have = len(self.record.entries)
        if self.flaw or len(entries) <= have:
            return False
        self.record = Record(self.record.setup, tuple(entries))
        self.flaw = self._play(self.record.entries[have:])
        return True

    @property
    def chain(self) -> bytes:
        """32 bytes over the game up to where it stops."""
        return self._match.chain

    def _play(self, entries: Sequence[Entry]) -> str:
        match = self._match
        for number, entry in enumerate(entries, start=len(match.log)):
            before, voters = match.seating, match.voters()
            try:
                events = match.submit(entry)
            except Illegal as illegal:
                return f"Entry {number} fails, and what follows it is not shown: {illegal.detail}."
            self.journal += chronicle(match, number, events, before, voters)
            self._moments.append(self._seen(match))
        has_result = not match.prompts and not match.seating.is_ended
        return "" if has_result or self.is_running else "The game has no result."

    def _seen(self, match: Match[Any]) -> _Moment:
        parted = match.game.left(match.state)
        return _Moment(
            match.state,
            dict(match.prompts),
            match.seating,
            match.voters(),
            parted,
            match.is_paused,
            len(self.journal),
        )

    @property
    def rounds(self) -> tuple[int, ...]:
        """The moments at which a round has just begun."""
        found = (told.entry + 1 for told in self.journal if self._begins(told.event))
        return tuple(dict.fromkeys(found))

    # --- moments -----------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self._moments) - 1

    def seen(self, moment: int) -> TableSnapshot:
        """Return the table as a spectator saw it at a moment: what was opened by then, and no more."""
        now = self._moments[moment]
        return TableSnapshot(
            info=None,
            setup=self.record.setup,
            seat=None,
            view=View(now.state, None, {}),
            confirmed=now.state,
            draft=(),
            sent=False,
            bound=False,
            prompt=None,
            legal=(),
            awaited=tuple(now.prompts.items()),
            left=(),
            votes=tuple((voter, about, vote.choice) for (voter, about), vote in now.seating.votes.items()),
            may_vote=(),
            journal=tuple(self.journal[: now.told]),
            chat=(),
            alarms=(),
            chairs=now.seating.chairs,
            paused=now.paused,
            ended=now.seating.is_ended,
            voters=now.voters,
            parted=now.parted,
            past=not (self.is_running and now.prompts) or moment < self.last,
        )

    def later(self, moment: int) -> Iterator[Any]:
        """Yield the states after a moment, the next one first."""
        return (each.state for each in self._moments[moment + 1 :])

    def after(self, entry: int) -> int:
        """Return the moment after an entry, the nearest there is."""
        return min(max(entry + 1, 0), self.last)

    def step(self, moment: int, way: int) -> int:
        """Return the next moment in this direction (1 or -1) at which something had just happened."""
        other = moment + way
        while 0 < other < self.last and self._moments[other].told == self._moments[other - 1].told:
            other += way
        return min(max(other, 0), self.last)

    def round(self, moment: int, way: int) -> int:
        """Return the moment at which the next round in this direction begins; else the first or the last."""
        if way > 0:
            return next((begun for begun in self.rounds if begun > moment), self.last)
        return next((begun for begun in reversed(self.rounds) if begun < moment), 0)

    def of(self, seat: Seat, moment: int, way: int) -> int:
        """Return the next moment in this direction at which something of a seat's happened; else this one."""
        own = [told.entry + 1 for told in self.journal if getattr(told.event, "seat", None) == seat]
        if way > 0:
            return next((at for at in own if at > moment), moment)
        return next((at for at in reversed(own) if at < moment), moment)


def opened(path: Path, games: Mapping[str, Game[Any]], begins: Mapping[str, Begins]) -> Replay:
    """Return the game in the file at `path`, or raise ReplayError; no more is read than a game can have."""
    try:
        with files.regular(path) as file:
            record = load(file.read(LIMIT + 1))
    except RecordError as error:
        raise ReplayError(f"no game: {error}.") from None
    except (OSError, ValueError) as error:  # a ValueError: no path can have a zero byte
        reason = error.strerror if isinstance(error, OSError) else error
        raise ReplayError(f"it cannot be read ({reason}).") from None
    return Replay(record, games, begins.get(record.setup.game, lambda _: False))
