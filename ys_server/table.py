"""One running table: its match, nature's vault, its clocks, and who is told what happens.

Nothing of a game is known here beyond `Match`: what is legal, the engine says.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from protocol.game import NATURE, Ballot, Game, Illegal, Seat, Setup
from protocol.match import Desync, Entry, Match, MatchError
from protocol.messages import Began, Behind, Entries, Waiting, pieces
from protocol.vault import Vault
from ys_server.effects import Conn, Effect, Ended, Played, Refusal, Save, send
from ys_server.patience import Patience


class Table:
    """A game in progress, or one that is over and can still be looked at."""

    def __init__(self, number: int, game: Game[Any], setup: Setup, nature: Vault, patience: float) -> None:
        """Begin the game of `setup`; raise Illegal when it cannot be played with it."""
        self.number = number
        self.match: Match[Any] = Match(game, setup)
        self.watchers: dict[Conn, None] = {}
        """Who is told of every entry, in the order they came."""
        self._nature = nature
        self._kept = 0
        """How many entries have been handed out to be saved: a fault in between leaves none out."""
        self._patience = Patience(patience)

    @property
    def setup(self) -> Setup:
        """What was fixed before the game."""
        return self.match.setup

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked anything more."""
        return not self.match.prompts

    def holds(self, key: bytes) -> bool:
        """Tell whether a seat of this table belongs to `key` and has not left."""
        left = self.match.game.left(self.match.state)
        return any(seat.sign == key and Seat(n) not in left for n, seat in enumerate(self.setup.seats))

    def restore(self, entries: Sequence[Entry]) -> None:
        """Play what was saved, without saving it again; raise MatchError when it does not fit."""
        self.match.extend(0, entries)
        self._kept = len(self.match.log)

    def go_on(self, now: float, also: Iterable[Conn] = ()) -> list[Effect]:
        """Let nature pay what it owes, and return the saving and telling of all that is new in the log."""
        start = self._kept
        while owed := self.match.owed(NATURE, self._nature):
            self.match.submit(self.match.sign(NATURE, self._nature, owed))
        new = self.match.log[start:]
        self._kept = len(self.match.log)
        effects: list[Effect] = [
            Save(Played(self.number, number, entry), self.number) for number, entry in enumerate(new, start)
        ]
        if new and self.is_over:
            effects.append(Save(Ended(self.number), self.number))
        if new:
            effects += self._entries(self._everybody(also), start)
        if self._patience.follow(self._awaited(), now):
            effects += self._waiting(self._everybody(also), now)
        return effects

    def began(self, conns: Iterable[Conn]) -> list[Effect]:
        """Return the message that this table's game has begun."""
        return send(conns, Began(self.number, self.setup), self.number)

    def watch(self, conn: Conn, have: int, chain: bytes, now: float) -> list[Effect]:
        """Tell `conn` everything from entry `have` on, and from now on all that happens, without a gap."""
        if have > len(self.match.log):
            return send((conn,), Behind(self.number, len(self.match.log)), self.number)
        if (have or chain) and chain != self.match.chain_at(have):
            raise Refusal("other-history", f"table {self.number} has another history up to entry {have}")
        self.watchers[conn] = None
        began = self.began((conn,)) if have == 0 else []
        return [*began, *self._entries((conn,), have), *self._waiting((conn,), now)]

    def act(self, conn: Conn, key: bytes, entry: Entry, now: float) -> list[Effect]:
        """Play `entry` if it is its seat's and legal; one that is there already is shown again."""
        seats = self.setup.seats
        if not (0 <= entry.seat < len(seats) and seats[entry.seat].sign == key):
            raise Refusal("not-your-seat", f"seat {entry.seat} of table {self.number} is not yours")
        number = self.match.find(entry)
        if number is not None:
            return self._entries((conn,), number)
        try:
            self._check_ballot(entry, now)
            self.match.submit(entry)
        except Illegal as illegal:
            raise Refusal(illegal.code, illegal.detail) from illegal
        return self.go_on(now, (conn,))

    def offer(self, conn: Conn, start: int, entries: Sequence[Entry], now: float) -> list[Effect]:
        """Take entries that were lost here, as far as they are valid; `conn` is told of all from then on."""
        length = len(self.match.log)
        try:
            if start > length:
                raise Desync(f"entries {length} to {start - 1} are missing")
            known = min(length - start, len(entries))
            self.match.extend(start, entries[:known])
            for entry in entries[known:]:
                self._check_ballot(entry, now)
                self.match.extend(len(self.match.log), (entry,))
        except (MatchError, Illegal) as error:
            if len(self.match.log) == length:
                raise Refusal(error.code, str(error)) from error
        self.watchers[conn] = None
        return self.go_on(now) or self._entries((conn,), length)

    def tick(self, now: float) -> list[Effect]:
        """Tell the watchers when a seat's time has run out: from now on the others may vote."""
        return self._waiting(self.watchers, now) if self._patience.ran_out(now) else []

    def _everybody(self, also: Iterable[Conn]) -> tuple[Conn, ...]:
        return tuple(dict.fromkeys((*self.watchers, *also)))

    def _awaited(self) -> Mapping[Seat, int]:
        return {seat: self.match.since(seat) for seat in self.match.prompts}

    def _check_ballot(self, entry: Entry, now: float) -> None:
        """Refuse a vote about a seat whose time has not run out; the engine knows no clock."""
        action = self.match.game.decode(entry.actions[0])
        seconds = self._patience.seconds_left(action.seat, now) if isinstance(action, Ballot) else 0
        if seconds:
            raise Illegal("too-early", f"the table waits {seconds} more seconds before it votes", "R52c")

    def _waiting(self, conns: Iterable[Conn], now: float) -> list[Effect]:
        return send(conns, Waiting(self.number, self._patience.left(now)), self.number)

    def _entries(self, conns: Sequence[Conn], start: int) -> list[Effect]:
        """Return all from entry `start` on in pieces, the digest with the last; one at least."""
        if not conns:
            return []
        *before, (first, last) = tuple(pieces(self.match.log, start)) or ((start, ()),)
        messages = (
            *(Entries(self.number, number, entries, b"") for number, entries in before),
            Entries(self.number, first, last, self.match.digest()),
        )
        return [effect for message in messages for effect in send(conns, message, self.number)]
