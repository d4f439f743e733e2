"""One table as this client has it: a chair, what happened there, and the entry under way. Sans-IO.

It decides what leaves and when: one `Act` at a time, nothing before the log extends the seat's note, nothing
ever again after an alarm.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any, Final

from protocol.game import Action, Game, Illegal, Seat, Setup
from protocol.match import Desync, Entry, Match, MatchError
from protocol.messages import AnyClientMessage, Behind, Entries, TableInfo, Waiting, Watch
from protocol.seat import Chair
from protocol.vault import Vault
from ys_tui.client import refusals, silence
from ys_tui.client.alarms import Alarms
from ys_tui.client.chronicle import chronicle
from ys_tui.client.givingback import TOO_EARLY, VOTE_LOST, GivingBack
from ys_tui.client.homecoming import STOLEN, STOLEN_WORDS, Homecoming
from ys_tui.client.keyring import KeyringError, Note, Notes, UnwrittenError
from ys_tui.client.logs import Log
from ys_tui.client.marks import Marks, Tell
from ys_tui.client.naming import lie
from ys_tui.client.noted import FORGOTTEN, Forgotten, Noted
from ys_tui.client.outbox import Kind, Outbox, Sending
from ys_tui.client.pause import Pause
from ys_tui.client.plan import PLAN_CUT, Planned, is_asked
from ys_tui.client.silence import Silence
from ys_tui.client.snapshot import Absence, Alarm, Chat, Chronicle, TableSnapshot
from ys_tui.client.trust import LYING as LYING_SETUP
from ys_tui.client.trust import REUSED
from ys_tui.client.unwritten import Unwritten, words

Messages = list[AnyClientMessage]
CHECKPOINT = 20
"""Every so many entries there is a history that stays the same for a while, to be compared by voice."""
_TWO_WINDOWS: Final = "The server shows another window of yours another history of this table than this one."


class _Stage(Enum):
    """What may be sent."""

    AWAY = auto()
    """Nothing: there is no connection."""
    CATCHING_UP = auto()
    """Nothing: entries are still coming."""
    LIVE = auto()
    HALTED = auto()
    """Nothing any more: there was an alarm."""


class Table:
    """A table with a running or finished game, from the seat of `vault` or, without one, as a spectator."""

    def __init__(
        self,
        number: int,
        game: Game[Any],
        setup: Setup,
        own: tuple[Seat, Vault] | None,
        *,
        notes: Notes,
        refs: Callable[[], int],
        tell: Tell,
        marks: Marks | None = None,
        returns: Callable[[], Sequence[Vault]] = tuple,
        rests: Callable[[], bool] = bool,
        log: Log | None = None,
    ) -> None:
        """Come to the table with what `log` has of it on disk; raise Illegal if the setup cannot be played.

        `returns` gives the vaults with which the player has asked for the seat again, if it was lost; while
        it `rests`, nothing leaves by itself.
        """
        self.number = number
        self._rests, self._refs, self._tell = rests, refs, tell
        self._game, self._setup, self._own = game, setup, own
        self._home, self._giving = Homecoming(own, returns), GivingBack(number, refs)
        self._alarms = Alarms(number, setup, marks or Marks(notes, tell))
        self._noted = Noted(notes, setup, own)
        self._chair: Chair[Any] = self._home.chair(game, setup)
        self._stage = _Stage.AWAY
        self._outbox, self._plan = Outbox(number, refs), Planned()
        self._restarted = False
        self._is_empty = False
        """Whether the log was thrown away and nothing has come since: what was on its way is of no use."""
        self._waiting: tuple[tuple[Seat, int], ...] = ()
        self._journal: list[Chronicle] = []
        self._silence, self._pause, self._unwritten = Silence(), Pause(), Unwritten()
        self._watching = 0
        """The latest request for what is not held yet."""
        self._log = log or Log(setup)
        self._is_log_failing = False
        self._recall()

    @property
    def home(self) -> Seat | None:
        """The seat that is the player's by the setup, whoever holds it now; None for a spectator."""
        return self._home.seat

    @property
    def setup(self) -> Setup:
        """What the game began with."""
        return self._setup

    @property
    def match(self) -> Match[Any]:
        """The log that is held here, and its state."""
        return self._chair.match

    @property
    def is_live(self) -> bool:
        """Whether all that happened here so far is held, and nothing is wrong with it."""
        return self._stage is _Stage.LIVE and self._noted.expected is None

    @property
    def turn(self) -> int | None:
        """The number of entries since which the player is asked something here; None when nothing is."""
        prompt = None if self._chair.seat is None else self.match.prompts.get(self._chair.seat)
        if prompt is None or prompt.automatic or self._chair.pending is not None:
            return None
        assert self._chair.seat is not None
        return self.match.since(self._chair.seat)

    @property
    def absence(self) -> Absence:
        """Whether the player has the seat; a spectator has none to lose."""
        return self._home.absence(self.match)

    @property
    def alarms(self) -> tuple[Alarm, ...]:
        """What is wrong here, as it was seen at this start or an earlier one."""
        return self._alarms.all()

    @property
    def happened(self) -> int:
        """How many things the journal holds."""
        return len(self._journal)

    # --- the link ----------------------------------------------------------------------------------

    def resume(self) -> Messages:
        """Ask for everything that is not held yet."""
        if self._stage is _Stage.HALTED:
            return []
        self._stage, self._restarted = _Stage.CATCHING_UP, False
        self._giving.settle()
        self._noted.is_other_ahead = False
        return [self._watch()]

    def expect(self) -> Messages:
        """Wait for the entries that were asked for before the setup was known."""
        self._stage = _Stage.CATCHING_UP
        return []

    def follow(self) -> Messages:
        """Play on with nothing to catch up: the game begins with this client at the table."""
        if self.match.log:  # a server that has lost the whole log, not the beginning
            return self.resume()
        self._stage = _Stage.LIVE
        try:
            self._noted.compare(self.match, is_all=True)
        except MatchError as error:
            return self.halt(error.code, str(error))
        return self._go()

    @property
    def is_timed(self) -> bool:
        """Whether the time matters here: the server owes something, or something is done later."""
        if self._stage is _Stage.HALTED:
            return False
        is_behind = self._own is not None and self._log.is_behind(len(self.match.log))
        is_linked = self._stage is not _Stage.AWAY
        is_paused = self._pause.is_running or self._unwritten.is_running
        return is_behind or is_paused or (is_linked and self._is_waiting)

    @property
    def _is_stuck(self) -> bool:
        return self._stage is _Stage.LIVE and self._outbox.is_stuck(len(self.match.log))

    @property
    def _is_waiting(self) -> bool:
        return self._is_stuck or self._stage is not _Stage.LIVE or self._outbox.sending is not None

    def tick(self, now: float) -> bool:
        """Take the time; tell whether the server has just been found to leave something unanswered."""
        if self._stage is _Stage.HALTED:
            return False
        is_stuck, is_waiting = self._is_stuck, self._is_waiting
        is_linked = self._stage is not _Stage.AWAY and not self._pause.is_excused
        self._pause.tick(now)
        self._unwritten.tick(now)
        self.save()
        if not self._silence.tick(now, is_waiting=is_waiting, is_linked=is_linked):
            return False
        due = silence.due(self._outbox.sending, len(self.match.log), is_stuck=is_stuck)
        return self._alarms.blame(*due)

    def late(self) -> Messages:
        """Return what a busy server turned away, or could not be noted, if it is to leave again now."""
        if self._stage is _Stage.LIVE and self._unwritten.take():
            return self._go()
        if not self._pause.take():
            return []
        if self._stage is _Stage.CATCHING_UP:
            return [self._watch()]
        return self._repeat() if self._stage is _Stage.LIVE else []

    def offline(self) -> None:
        """Send nothing until `resume`; what was under way is sent again then."""
        self.save()
        if self._stage is not _Stage.HALTED:
            self._stage = _Stage.AWAY
        self._waiting = ()
        self._pause.end()

    # --- what the server says ----------------------------------------------------------------------

    def entries(self, message: Entries) -> Messages:
        """Extend the log and return what follows from it for this seat."""
        if self._stage is _Stage.HALTED or (self._is_empty and message.start > 0):
            return []
        self._is_empty = False
        number, entry, held = message.start, None, len(self.match.log)
        try:
            for number, entry in enumerate(message.entries, message.start):
                is_last = number + 1 == message.start + len(message.entries)
                self._extend(number, (entry,), message.digest if is_last else b"")
            if entry is None:
                self._extend(message.start, (), message.digest)
        except Desync as desync:
            return self._begin_again(desync)
        except Forgotten as error:
            return self._ask_again(held) or self.halt(error.code, str(error))
        except MatchError as error:
            return self.halt(error.code, lie(error, number, entry, self.match))
        if message.digest and self._stage is _Stage.CATCHING_UP:
            return self._caught_up(message.start + len(message.entries))
        return self._go()

    def _caught_up(self, length: int) -> Messages:
        """Play on, if the `length` entries that the server has are all that are held."""
        if length < len(self.match.log):
            return self._claim(length)
        self._stage = _Stage.LIVE
        self._giving.settle()
        self._pause.answered()
        self._alarms.relieve(silence.UNSHOWN)
        if (illegal := self._outbox.take_up(self._chair)) is not None:
            self._tell_cut(illegal)
        return self._repeat() or self._go()

    def halt(self, code: str, detail: str) -> Messages:
        """Raise an alarm: from now on nothing leaves this table, nothing more is opened there.

        A lie of the server marks the table, also for the next start.
        """
        self._stage = _Stage.HALTED
        alarm = Alarm(code, detail)
        if code == KeyringError.code:
            self._alarms.show(alarm)
        else:
            self._alarms.mark(alarm)
        return []

    def warn(self, alarm: Alarm) -> None:
        """Show an alarm that does not end what this client does at the table."""
        self._alarms.show(alarm)

    def waiting(self, message: Waiting) -> Messages:
        """Note whom the table waits for, and how long."""
        self._waiting = message.seats
        return []

    def behind(self, message: Behind) -> Messages:
        """Offer the server the entries that it lost, in pieces."""
        if self._stage is _Stage.HALTED:
            return []
        return [*self._giving.offers(self.match.log, message.length)]

    def refused(self, ref: int, code: str, detail: str) -> Messages:
        """Note that a request of this table was not carried out: the draft stays, and the player is told."""
        if code == "other-history":
            return self.halt(code, "The server shows another history of this table than the one seen here.")
        self._home.refused(ref)
        if code in refusals.LIMITS and (ref == self._watching or self._outbox.carries(ref)):
            return self._postpone(code, detail)
        if self._giving.is_too_early(ref, code):
            return self._wait_to_offer()
        is_contested = code not in refusals.ELSEWHERE
        sending = self._outbox.refused(ref, self._chair, is_contested=is_contested)
        detail = refusals.words(code, detail)
        if sending is None:
            if not self._outbox.is_needless(ref):
                self._tell(code, detail)
            return []
        is_hopeless = is_contested and self._is_refused_again(sending, code)
        is_overtaken = code == "overtaken"
        if not is_overtaken or (sending.kind is Kind.DRAFT and not self._chair.is_bound):
            self._tell(code, detail)
        is_free = sending.kind is Kind.DECLARATION or (is_overtaken and self._chair.is_bound)
        return self._go() if is_free and not is_hopeless else []

    def _postpone(self, code: str, detail: str) -> Messages:
        """Keep what a busy server has turned away, to be sent again; the player is told the first time."""
        if self._pause.begin(detail):
            self._tell(code, refusals.words(code, detail))
        return []

    def _wait_to_offer(self) -> Messages:
        """Offer a vote that the server has lost once more, until its clock has run as far again."""
        if self._pause.begin(""):
            self._tell(TOO_EARLY, VOTE_LOST)
        return []

    # --- what the player wants ---------------------------------------------------------------------

    def pick(self, action: Action) -> Messages:
        """Add an action to the draft, or to what is prepared for the next question; or tell why not."""
        self._plan.wait()
        self._unwritten.let_go()
        try:
            if is_asked(self._chair):
                self._chair.pick(action)
            else:
                self._plan.pick(self._chair, action)
        except Illegal as illegal:
            self._tell(illegal.code, illegal.detail)
        return []

    def undo(self) -> Messages:
        """Take the last action of the draft back, or of what is prepared."""
        self._plan.wait()
        self._unwritten.let_go()
        if not self._chair.undo():
            self._plan.undo()
        return []

    def confirm(self) -> Messages:
        """Send the draft, or keep it ready until it can leave: asked for, noted on disk, and with a link."""
        if not is_asked(self._chair):
            self._plan.confirm()
            return []
        return self._leave(is_wished=True)

    def declare(self, action: Action) -> Messages:
        """Send a ballot or a resignation as soon as nothing else is under way."""
        if self._chair.seat is not None:
            self._outbox.declare(action)
        return self._go()

    def come_back(self, ref: int) -> None:
        """Note that the seat is asked for again, by the request `ref`."""
        self._home.ask(ref)

    # --- what the screen shows ---------------------------------------------------------------------

    def snapshot(self, info: TableInfo | None, chat: tuple[Chat, ...]) -> TableSnapshot:
        """Return all of it, frozen."""
        chair, match = self._chair, self.match
        voters = match.voters()
        is_due = chair.seat in voters and all(left <= 0 for _, left in self._waiting)
        return TableSnapshot(
            info=info,
            setup=self._setup,
            seat=chair.seat,
            view=chair.view(),
            confirmed=match.state,
            draft=chair.draft,
            sent=chair.pending is not None,
            bound=chair.is_bound,
            prompt=chair.prompt,
            legal=chair.legal(),
            awaited=tuple(match.prompts.items()),
            left=self._waiting,
            votes=tuple((voter, about, choice) for (voter, about), choice in match.ballots.items()),
            may_vote=tuple(seat for seat, _ in self._waiting if is_due and seat in match.prompts),
            journal=tuple(self._journal),
            chat=chat,
            alarms=self.alarms,
            checkpoints=self._checkpoints(),
            chairs=match.seating.chairs,
            home=self.home,
            paused=match.is_paused,
            ended=match.seating.is_ended,
            absence=self.absence,
            voters=voters,
            parted=self._game.left(match.state),
            succeeded=tuple(seat for seat, ballots in match.seating.vacant.items() if ballots),
            plan=None if self._stage is _Stage.HALTED else self._plan.shown(chair),
            entries=tuple(match.log),
        )

    # --- within ------------------------------------------------------------------------------------

    def _recall(self) -> None:
        """Take up what is on disk, as if the server had shown it; what does not hold is forgotten."""
        expected = self._noted.expected
        try:
            for number, entry in enumerate(self._log.read()):
                self._extend(number, (entry,), b"")
        except MatchError:
            self._log.forget()
            self._noted.expected = expected
            self._sit_again()

    def _sit_again(self) -> None:
        """Go back to the beginning of the game: what happened is told anew."""
        self._chair, self._journal = self._home.chair(self._game, self._setup), []
        self._alarms.acquit()

    def save(self) -> None:
        """Have on disk what is held, unless there was an alarm; say so, once, when that cannot be."""
        if self._own is None or self._stage is _Stage.HALTED:
            return
        try:
            self._log.write(self.match.log)
        except KeyringError as error:
            if not self._is_log_failing:
                self._tell(error.code, str(error))
            self._is_log_failing = True
        else:
            self._is_log_failing = False

    def _claim(self, length: int) -> Messages:
        """Say to a server that shows `length` entries how many are held; if it still shows no more, halt."""
        if not self._giving.claim():
            return self.halt(Forgotten.code, FORGOTTEN.format(shown=length, seen=len(self.match.log)))
        return [self._watch()]

    def _watch(self) -> Watch:
        have = len(self.match.log)
        self._watching = self._refs()
        return Watch(self._watching, self.number, have, self.match.chain if have else b"")

    def _extend(self, start: int, entries: Sequence[Entry], digest: bytes) -> None:
        length, before, voters = len(self.match.log), self.match.seating, self.match.voters()
        events = self._chair.extend(start, entries, digest)
        if len(self.match.log) > length:
            self._journal.extend(chronicle(self.match, length, events, before, voters))
            if self._home.take(events, self._chair):
                self._alarms.blame(STOLEN, STOLEN_WORDS)
            self._alarms.watch(events, self._chair)
            if self._outbox.close(entries[-1], self._chair):
                self._silence.answered()
                self._pause.answered()
                self._alarms.relieve(silence.UNANSWERED, silence.REFUSED)
                self.save()
            if self._chair.cut is not None:
                self._unwritten.let_go()
                self._tell_cut(self._chair.cut)
            if (let_go := self._plan.follow(self._chair)) is not None:
                self._tell(PLAN_CUT, f"What you prepared is not sent: {let_go.sentence}")
        self._noted.compare(self.match, is_all=bool(digest))

    def _checkpoints(self) -> tuple[tuple[int, bytes], ...]:
        """Return the histories to compare by voice: that of now, and one that stays the same for a while."""
        now = len(self.match.log)
        lengths = dict.fromkeys((now - now % CHECKPOINT, now))
        return tuple((length, self.match.chain_at(length) or b"") for length in lengths)

    def _is_refused_again(self, sending: Sending, code: str) -> bool:
        """Name a server that again and again refuses what is by the rules; a vote may come too early."""
        if sending.kind is Kind.DECLARATION or not self._silence.refused(len(self.match.log)):
            return False
        self._alarms.blame(*silence.disputed(sending, len(self.match.log), code))
        return True

    def _ask_again(self, held: int) -> Messages:
        """Ask for what news since `held` entries still lack, if it is on its way: else return nothing."""
        if not self._noted.is_on_its_way(self.match, held):
            return []
        self._stage = _Stage.CATCHING_UP
        return [self._watch()]

    def _begin_again(self, desync: Desync) -> Messages:
        """Ask for everything anew, once; the second time is an alarm."""
        if self._restarted:
            return self.halt(desync.code, lie(desync, 0, None, self.match))
        self._outbox.carry(self._chair)
        self._noted.expect(self.match)
        self._sit_again()
        self._plan = Planned()
        self._stage, self._restarted, self._is_empty = _Stage.CATCHING_UP, True, True
        return [self._watch()]

    def _tell_cut(self, illegal: Illegal) -> None:
        """Say why a draft was cut, unless the player decides nothing here any more."""
        if self.match.prompts and self._chair.seat not in self._game.left(self.match.state):
            self._tell("draft-cut", f"Your choice no longer fits: {illegal.sentence}")

    def go_on(self) -> Messages:
        """Send what has rested, if it rests no longer."""
        return self._go()

    def _repeat(self) -> Messages:
        """Send what is under way once more."""
        again = self._outbox.repeat() if not self._rests() else None
        return [again] if again is not None else []

    def _go(self) -> Messages:
        """Send what is to be sent without asking anybody."""
        if not self.is_live or self._rests():
            return []
        found = self._outbox.next(self._chair)
        if found is not None:
            return self._start(*found)
        if self._outbox.sending is not None:
            return []
        is_due = self._plan.take_due(self._chair) or self._unwritten.is_confirmed(self._chair.draft)
        return self._leave() if is_due else []

    def _leave(self, *, is_wished: bool = False) -> Messages:
        """Send the draft, unless something is under way."""
        if self._stage is _Stage.HALTED or self._outbox.sending is not None:
            return []
        is_bound = self._chair.is_bound
        if (entry := self._chair.confirm()) is None:
            return []
        out = self._start(entry, Kind.DRAFT, is_wished=is_wished)
        if self._outbox.sending is None:  # no opening of it has left
            self._chair.is_bound = is_bound
        return out

    def _start(self, entry: Entry, kind: Kind, *, is_wished: bool = False) -> Messages:
        """Note how far the seat has seen, then send `entry` if there is a connection.

        What cannot be noted is not sent, and the draft is the player's again, who is told so once, and
        whenever it `is_wished`; it leaves later.
        """
        self.save()
        try:
            noted = self._noted.write(self.match, entry.at)
        except UnwrittenError as error:
            if self._chair.pending == entry:
                self._chair.refused()
            if kind is Kind.DRAFT:
                self._unwritten.keep(self._chair.draft)
            if self._unwritten.begin() or is_wished:
                self._tell(error.code, words(error))
            return []
        except KeyringError as error:
            return self.halt(error.code, str(error))
        self._unwritten.written()
        if noted.setup != self._setup.digest():
            return self.halt(LYING_SETUP, REUSED)
        self._pause.end()
        act = self._outbox.send(entry, kind)
        if kind is Kind.DRAFT:
            self._unwritten.let_go()
        if (seen := self.match.chain_at(noted.length)) is None:
            return self._wait_for(noted)
        if seen != noted.chain:
            return self.halt("other-history", _TWO_WINDOWS)
        return [act] if self._stage is _Stage.LIVE else []

    def _wait_for(self, noted: Note) -> Messages:
        """Send nothing before the log here goes on from what another window of the player has seen."""
        self._noted.expected = noted
        if self._stage is not _Stage.LIVE:
            return []
        asked = self.resume()
        self._noted.is_other_ahead = True
        return asked
