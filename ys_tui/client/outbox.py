"""What one seat has under way to its table: one entry at a time, and what waits behind it."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import NATURE, Action, Ballot, Illegal
from protocol.match import Entry
from protocol.messages import Act
from protocol.seat import Chair


class Kind(Enum):
    """Where an entry comes from."""

    DRAFT = auto()
    """The player chose and confirmed it."""
    ANSWER = auto()
    """It was owed: nobody chose it."""
    DECLARATION = auto()
    """A ballot or a resignation, which needs no prompt."""


class Sending(Struct, frozen=True):
    """An entry under way, and the reference by which it may be refused."""

    entry: Entry
    kind: Kind
    ref: int


class Outbox:
    """The entries of one seat on their way out."""

    def __init__(self, table: int, refs: Callable[[], int]) -> None:
        """Begin with nothing under way."""
        self._table, self._refs = table, refs
        self._declared: list[Action] = []
        self._barren = -1
        """Length of the log at which an answer of ours was refused: it is not repeated there."""
        self._needless = 0
        """The request of an answer that nature, or another window of the profile, gave first."""
        self._is_contested = False
        """Whether that refusal was about the answer."""
        self.sending: Sending | None = None
        """What is under way."""
        self._carried: tuple[tuple[Action, ...], bool] | None = None
        """The draft, and whether it is bound, while the log is being told anew."""

    def declare(self, action: Action) -> None:
        """Let `action` leave as soon as nothing else is under way."""
        if action not in self._declared:
            self._declared.append(action)

    def next(self, chair: Chair[Any]) -> tuple[Entry, Kind] | None:
        """Return what is to leave now without asking anybody: an answer, a bound draft, a declaration."""
        if self.sending is not None:
            return None
        if len(chair.match.log) > self._barren and (answer := chair.answer()) is not None:
            return answer, Kind.ANSWER
        if chair.is_bound and (again := chair.confirm()) is not None:
            return again, Kind.DRAFT
        while self._declared:
            action = self._declared[0]
            about = (NATURE, *chair.match.prompts)
            is_stale = isinstance(action, Ballot) and action.seat not in about
            if not is_stale and (entry := chair.declare(action)) is not None:
                return entry, Kind.DECLARATION
            self._declared.pop(0)
        return None

    def send(self, entry: Entry, kind: Kind) -> Act:
        """Return the request that carries `entry`, which is under way from now on."""
        if kind is Kind.DECLARATION:
            self._declared.pop(0)
        self.sending = Sending(entry, kind, self._refs())
        return self._act(self.sending)

    def repeat(self) -> Act | None:
        """Return what is under way once more, byte for byte, under a new reference."""
        if self.sending is None:
            return None
        self.sending = replace(self.sending, ref=self._refs())
        return self._act(self.sending)

    def close(self, entry: Entry, chair: Chair[Any]) -> bool:
        """Forget what is under way if it is `entry`, now in the log, or if it can no longer get there.

        Tells whether it has got there; nothing is closed while the log is being told anew.
        """
        sending = self.sending
        if sending is None or self._carried is not None:
            return False
        is_dropped = sending.kind is not Kind.DECLARATION and chair.pending is None
        if is_dropped or entry == sending.entry:
            self.sending = None
        if is_dropped and sending.kind is Kind.ANSWER:
            self._needless = sending.ref
        return entry == sending.entry

    def is_stuck(self, length: int) -> bool:
        """Tell whether an answer that is owed at this length of the log was refused for what it is."""
        return self._is_contested and length <= self._barren

    def is_needless(self, ref: int) -> bool:
        """Tell whether `ref` carried an answer that is given already: that it is refused is no news."""
        return ref == self._needless

    def carries(self, ref: int) -> bool:
        """Tell whether what is under way left by the request `ref`."""
        return self.sending is not None and self.sending.ref == ref

    def refused(self, ref: int, chair: Chair[Any], *, is_contested: bool) -> Sending | None:
        """Take the refused entry back and return it; None when `ref` is of something else.

        `is_contested` tells whether it was refused for what it is: an answer is not repeated either way.
        """
        sending = self.sending
        if sending is None or not self.carries(ref):
            return None
        self.sending = None
        if chair.pending == sending.entry:
            chair.refused()
        if sending.kind is Kind.ANSWER:
            self._barren, self._is_contested = len(chair.match.log), is_contested
        return sending

    def carry(self, chair: Chair[Any]) -> None:
        """Keep the draft of `chair` while the log is being told anew: an answer may be tried on it."""
        self._carried = (chair.draft, chair.is_bound)
        self._barren = -1

    def take_up(self, chair: Chair[Any]) -> Illegal | None:
        """Put the draft that was kept into `chair`, as far as it is still legal; return why not all of it is.

        What was under way waits for its answer, unless it is in the log, or has to be decided anew.
        """
        if self._carried is None:
            return None
        (draft, is_bound), self._carried = self._carried, None
        if (sending := self.sending) is not None and chair.match.find(sending.entry) is not None:
            self.sending = None
            draft = () if sending.kind is Kind.DRAFT else draft
        elif sending is not None and sending.kind is not Kind.DECLARATION:
            self.sending = None
        cut = None
        try:
            for action in draft:
                chair.pick(action)
        except Illegal as illegal:
            cut = illegal
        chair.is_bound = is_bound and chair.draft == draft != ()
        return cut

    def _act(self, sending: Sending) -> Act:
        return Act(sending.ref, self._table, sending.entry)
