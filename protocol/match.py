"""One game at one table: a setup and a signed log make the state; nothing else does.

Server tables, clients, bots, the verifier and the tests all hold a Match. It knows no particular game
and no clock: who takes how long is the server's affair, and its only trace here are the ballots.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Generic, TypeVar

from msgspec import Meta, Struct

from protocol import escrow, keys
from protocol.codec import pack
from protocol.game import (
    Action,
    AnswerFor,
    Ballot,
    Event,
    Game,
    Illegal,
    Prompt,
    Reseat,
    Resign,
    Seat,
    Setup,
    View,
    hash32,
    state_digest,
)
from protocol.keys import Bytes64
from protocol.position import Position, first
from protocol.seating import Seating
from protocol.vault import Vault

S = TypeVar("S")

BATCH: Final = 16
"""Most actions of one entry."""
ACTION_BYTES: Final = 2_048
"""Longest packed action; a sealing of fifteen brokers needs about 600."""

_ALONE: Final = (Ballot, Resign, Reseat)
"""Actions that are entries of their own."""

RawAction = Annotated[bytes, Meta(min_length=1, max_length=ACTION_BYTES)]


class Entry(Struct, frozen=True, array_like=True):
    """One batch of a seat's actions, bound by its signature to the log as the seat had seen it.

    `at` is the length of that log; `sign` is over the chain at `at`, the seat, `at` and the actions.
    """

    seat: Seat
    at: Annotated[int, Meta(ge=0)]
    actions: Annotated[tuple[RawAction, ...], Meta(min_length=1, max_length=BATCH)]
    sign: Bytes64


class MatchError(Exception):
    """A log that was received does not fit the one held here; what is held is as before."""

    code = "match"


class Desync(MatchError):
    """The entries are valid, but the sender's state differs, or entries between are missing."""

    code = "desync"


class Forged(MatchError):
    """An entry is not by the seat it names, or against the rules: an honest server sends no such thing."""

    code = "forged"


class Rollback(MatchError):
    """An entry contradicts one that is held here: two logs of one table exist."""

    code = "rollback"


class Match(Generic[S]):
    """A game in progress: the state, and the log of entries that led to it."""

    def __init__(self, game: Game[S], setup: Setup) -> None:
        """Begin the game that `setup` describes; raise Illegal when the game cannot be played with it."""
        self.game = game
        self.setup = setup
        self._log: list[Entry] = []
        self._chains = [setup.digest()]
        self._signed_here: dict[Entry, tuple[Action, ...]] = {}
        self._decoded: tuple[Entry, tuple[Action, ...]] | None = None
        """The entry that was looked into last."""
        self._now = first(game, setup)

    @property
    def state(self) -> S:
        """The public state after the whole log."""
        return self._now.state

    @property
    def prompts(self) -> Mapping[Seat, Prompt]:
        """Who is asked what now; empty when the game is over."""
        return self._now.prompts

    @property
    def log(self) -> Sequence[Entry]:
        """All entries so far, the first first."""
        return self._log

    @property
    def chain(self) -> bytes:
        """32 bytes over the setup and the whole log: equal only for equal histories."""
        return self._chains[-1]

    @property
    def seating(self) -> Seating:
        """Who sits where now, and what the table has voted."""
        return self._now.seating

    @property
    def ballots(self) -> Mapping[tuple[Seat, Seat], str]:
        """The votes that stand, by (voter, seat voted about); NATURE stands for the table."""
        return {pair: vote.choice for pair, vote in self.seating.votes.items()}

    @property
    def is_paused(self) -> bool:
        """Whether the table has voted for a pause: no clock runs then."""
        is_asked = bool(self.prompts and self.seating.votes)
        return is_asked and self.seating.is_paused(self._now.left)

    def chain_at(self, length: int) -> bytes | None:
        """Return the chain after the first `length` entries, or None when there are not so many."""
        return self._chains[length] if 0 <= length < len(self._chains) else None

    def since(self, seat: Seat) -> int:
        """Return the log length since which `seat` has been asked what it is asked now."""
        return self._now.since[seat]

    def digest(self) -> bytes:
        """Return 8 bytes over state and seating: they differ when two sides have lost each other."""
        seats = self.seating
        return state_digest(
            (self.state, sorted(self.ballots.items()), seats.chairs, sorted(seats.vacant.items()))
        )

    def view(self, seat: Seat | None, vault: Vault | None) -> View[S]:
        """Return the state as `seat`, holding `vault`, sees it; without them, as a spectator does."""
        known = {} if seat is None or vault is None else self.game.knows(self.state, seat, vault)
        return View(self.state, seat, known)

    def owed(self, seat: Seat, vault: Vault) -> tuple[Action, ...]:
        """Return the answers to what `seat` is asked automatically; empty when nothing is.

        Where the host is trusted, what is sealed is locked for it, too.
        """
        prompt = self._now.prompts.get(seat)
        owed = self.game.owed(self.state, seat, vault) if prompt and prompt.automatic else ()
        if not (owed and prompt and prompt.seals and self._now.escrows.is_chosen):
            return owed
        return (*owed, escrow.of_sealed(self.game, self.setup, self.view(seat, vault), vault, owed))

    def lent(self, seat: Seat, nature: Vault) -> tuple[Action, ...]:
        """Return what `nature` answers for `seat` with what that has locked for it; empty where it cannot.

        It is refused when the seat would be found to have lied: then the table waits for the seat itself.
        """
        prompt, boxes = self._now.prompts.get(seat), self._now.escrows.of(seat)
        if not (prompt and prompt.automatic and prompt.opened_by and boxes):
            return ()
        answers = self.game.lent(self.state, seat, escrow.unlocked(nature, boxes), nature)
        return tuple(AnswerFor(seat, pack(answer)) for answer in answers)

    def voters(self) -> tuple[Seat, ...]:
        """Return the seats that may vote about another: persons who play and are not themselves awaited."""
        return self._now.voters

    def sign(self, seat: Seat, vault: Vault, actions: Sequence[Action]) -> Entry:
        """Return the entry by which `seat` does `actions` after all it has seen; nothing is played yet.

        This match will take the actions as they are; everybody else will see what `decode` makes of them.
        """
        at = len(self._log)
        raw = tuple(pack(action) for action in actions)
        entry = Entry(seat, at, raw, vault.sign(_signed(self.chain, seat, at, raw)))
        if vault.keys.sign == self._now.key(seat):
            self._signed_here[entry] = tuple(actions)
        return entry

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        """Play `entry` whole and return what happened, or raise Illegal and change nothing."""
        self._check_origin(entry)
        decoded = self.actions(entry)
        if len(decoded) > 1 and any(isinstance(action, _ALONE) for action in decoded):
            raise Illegal("not-alone", "a ballot, a resignation or a change of seats is an entry of its own")
        self._check_time(entry, decoded[0])
        position, events = self._now.after(entry.seat, decoded)
        self._append(entry, position)
        return events

    def extend(self, start: int, entries: Sequence[Entry], digest: bytes = b"") -> tuple[Event, ...]:
        """Take entries number `start` and following, and return what the new ones made happen.

        Raises Rollback when one contradicts an entry held, Forged when a new one is not valid, Desync when
        entries are missing before `start` or the state after the last one has another digest than given.
        """
        if start > len(self._log):
            raise Desync(f"entries {len(self._log)} to {start - 1} are missing")
        known = min(len(self._log) - start, len(entries))
        if list(entries[:known]) != self._log[start : start + known]:
            raise Rollback(f"another history from entry {start} on than the one seen before")
        before, length = self._now, len(self._log)
        try:
            events = tuple(event for entry in entries[known:] for event in self._received(entry))
            if digest and start + len(entries) == len(self._log) and digest != self.digest():
                raise Desync(f"the state after entry {len(self._log) - 1} differs from the sender's")
        except MatchError:
            self._now = before
            del self._log[length:], self._chains[length + 1 :]
            raise
        return events

    def actions(self, entry: Entry) -> tuple[Action, ...]:
        """Return what `entry` does, or raise Illegal when that is nothing of this game."""
        if self._decoded is None or self._decoded[0] is not entry:
            actions = self._signed_here.get(entry) or tuple(map(self.game.decode, entry.actions))
            self._decoded = entry, actions
        return self._decoded[1]

    def find(self, entry: Entry) -> int | None:
        """Return the number of `entry` in the log, or None: an entry sent again is no new one."""
        later = range(entry.at, len(self._log))
        return next((number for number in later if self._log[number] == entry), None)

    def _received(self, entry: Entry) -> tuple[Event, ...]:
        try:
            return self.submit(entry)
        except Illegal as illegal:
            raise Forged(f"entry {len(self._log)} by seat {entry.seat}: {illegal.detail}") from illegal

    def _check_origin(self, entry: Entry) -> None:
        key = self._now.key(entry.seat)
        if key is None:
            raise Illegal("no-such-seat", f"there is no seat {entry.seat}")
        if entry.at > len(self._log):
            raise Illegal("overtaken", f"the log has {len(self._log)} entries, not {entry.at}")
        if entry in self._signed_here:
            return
        message = _signed(self._chains[entry.at], entry.seat, entry.at, entry.actions)
        if not keys.check(key, message, entry.sign):
            raise Illegal("bad-signature", f"the entry is not signed by seat {entry.seat} after this history")

    def _check_time(self, entry: Entry, action: Action) -> None:
        """Refuse what was decided on another position than the one it would be played in."""
        if entry.at < self._now.earliest(entry.seat, action):
            raise Illegal("overtaken", "what is asked has changed since this was decided")

    def _append(self, entry: Entry, position: Position[S]) -> None:
        self._signed_here.pop(entry, None)
        if position.seating.chairs != self.seating.chairs:
            # What was signed for a seat that has changed hands is not by who has it now.
            self._signed_here.clear()
        self._log.append(entry)
        self._chains.append(hash32(b"ys chain", self._chains[-1], pack(entry)))
        self._now = position


def _signed(chain: bytes, seat: Seat, at: int, actions: Sequence[bytes]) -> bytes:
    return hash32(b"ys entry", chain, pack((seat, at, tuple(actions))))
