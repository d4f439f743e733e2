"""One running table with its match in memory: nature's vault, and who is told what happens.

Nothing of a game is known here beyond `Match`: what is legal, the engine says. Clocks are `course`'s.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from protocol.game import NATURE, Ballot, Illegal, Reseat, Seat
from protocol.keys import SeatKeys
from protocol.match import Desync, Entry, Match, MatchError
from protocol.messages import Began, Behind, Entries, pieces
from protocol.text import in_seconds
from protocol.vault import Vault
from ys_server.course import Course
from ys_server.effects import Conn, Effect, Ended, Played, Refusal, Save, send
from ys_server.outline import Outline
from ys_server.patience import Asked, Patience


class Table(Course):
    """A game in progress, or one that is over and can still be looked at, with all its entries."""

    def __init__(self, number: int, match: Match[Any], nature: Vault, patience: Patience) -> None:
        """Go on with `match`, whose log is saved; `nature` plays what is up to nobody."""
        super().__init__(number, match.setup, patience)
        self.match = match
        self._nature = nature
        self._kept = len(match.log)
        """How many entries have been handed out to be saved: a fault in between leaves none out."""
        self._closed: dict[Seat, int] = {}
        """The questions, by their place in the log, that nature cannot answer for a seat."""

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked anything more."""
        return not self.match.prompts

    @property
    def is_paused(self) -> bool:
        """Whether the table has voted for a pause."""
        return self.match.is_paused

    @property
    def chairs(self) -> tuple[SeatKeys, ...]:
        """Who sits where."""
        return self.match.seating.chairs

    @property
    def left(self) -> Collection[Seat]:
        """The seats that are out of the game."""
        return self.match.game.left(self.match.state)

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for."""
        return tuple(sorted(seat for seat in self.match.prompts if seat != NATURE))

    def outline(self) -> Outline:
        """Return how the game stands."""
        agreed = (seat for seat, ballots in self.match.seating.vacant.items() if ballots)
        return Outline(
            len(self.match.log),
            self.chairs,
            tuple(sorted(self.left)),
            tuple((seat, asked) for seat, asked in self._asked().items() if seat != NATURE),
            tuple(agreed),
            self.is_paused,
            self.is_over,
        )

    # --- seats that change hands ---

    def wanted(self) -> tuple[Seat, ...]:
        """Return the seats that wait for a bot, by the others' vote."""
        vacant = self.match.seating.vacant.items()
        return tuple(seat for seat, agreed in vacant if agreed and seat not in self.sitters)

    def sit(self, keys: SeatKeys) -> Seat:
        """Let somebody take a seat as the next round begins: its person, or a bot for which was voted.

        A person who comes back goes before a bot that waits for the same seat.
        """
        seat = next((seat for seat in self._claims(keys)), None)
        if seat is None or self.is_over:
            raise Refusal("begun", f"the game of table {self.number} has begun, and no seat of it is yours")
        chairs = self.match.seating.chairs
        if any(n != seat and other.name.casefold() == keys.name.casefold() for n, other in enumerate(chairs)):
            raise Refusal("name-taken", f"another {keys.name!r} sits at table {self.number}")
        try:
            self.match.seating.reseated(NATURE, self._reseat(seat, keys), self.setup)
        except Illegal as illegal:
            raise Refusal(illegal.code, illegal.detail) from illegal
        self.sitters[seat] = keys
        return seat

    def _claims(self, keys: SeatKeys) -> Iterable[Seat]:
        """Yield the seats that these keys may take."""
        seating = self.match.seating
        if keys.bot:
            yield from self.wanted()
            return
        for seat, first in enumerate(self.setup.seats):
            is_lost = seat in seating.vacant or seating.chairs[seat].bot
            if is_lost and first.sign == keys.sign and not first.bot:
                yield Seat(seat)

    def _reseat(self, seat: Seat, keys: SeatKeys) -> Reseat:
        return Reseat(seat, keys, self.match.seating.vacant.get(seat, ()) if keys.bot else ())

    def _seat_next(self) -> bool:
        """Let nature seat somebody who waits, if a round begins just now; tell whether it did."""
        for seat, keys in tuple(self.sitters.items()):
            action = self._reseat(seat, keys)
            try:
                self.match.seating.reseated(NATURE, action, self.setup)
            except Illegal:  # somebody else has the seat, or the vote is another one: this claim is void
                del self.sitters[seat]
                continue
            try:
                self.match.submit(self.match.sign(NATURE, self._nature, (action,)))
            except Illegal:  # no round begins now
                continue
            del self.sitters[seat]
            return True
        return False

    # --- playing ---

    def go_on(self, now: float, also: Iterable[Conn] = ()) -> list[Effect]:
        """Let nature pay what it owes, and return the saving and telling of all that is new in the log."""
        start = self._kept
        while self._goes_by_itself():
            pass
        new = self.match.log[start:]
        self._kept = len(self.match.log)
        effects: list[Effect] = [
            Save(Played(self.number, number, entry), self.number) for number, entry in enumerate(new, start)
        ]
        if new and self.is_over:
            effects.append(Save(Ended(self.number), self.number))
        everybody = self._everybody(also)
        if new:
            effects += self._entries(everybody, start)
        if self.patience.follow(self._asked(), now, is_paused=self.match.is_paused):
            effects = [*self.timed(now), *effects, *self._waiting(everybody, now)]
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
        first, chairs = self.setup.seats, self.match.seating.chairs
        if not 0 <= entry.seat < len(chairs) or key not in (first[entry.seat].sign, chairs[entry.seat].sign):
            raise Refusal("not-your-seat", f"seat {entry.seat} of table {self.number} is not yours")
        number = self.match.find(entry)
        if number is not None:
            return self._entries((conn,), number)
        if key != chairs[entry.seat].sign:
            raise Refusal("not-your-seat", f"somebody else has seat {entry.seat} of table {self.number} now")
        try:
            self._check_ballot(entry, now)
            self.match.submit(entry)
        except Illegal as illegal:
            raise Refusal(illegal.code, illegal.detail) from illegal
        if not chairs[entry.seat].bot:
            self.touched = now
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

    def _goes_by_itself(self) -> bool:
        """Let nature do the next thing that is up to it; tell whether there was one."""
        if self._seat_next():  # before all else: nobody can have sealed anything in the new round yet
            return True
        owed = self.match.owed(NATURE, self._nature)
        if owed:
            self.match.submit(self.match.sign(NATURE, self._nature, owed))
        return bool(owed) or any(self._opens_for(seat) for seat in self.awaited())

    def _opens_for(self, seat: Seat) -> bool:
        """Let nature answer for a seat out of what that has locked for it; tell whether it could."""
        question = self.match.since(seat)
        if self._closed.get(seat) == question:
            return False
        answers = self.match.lent(seat, self._nature)
        try:
            if answers:
                self.match.submit(self.match.sign(NATURE, self._nature, answers))
        except Illegal:  # it would be caught in a lie: that is for the seat to open itself
            answers = ()
        if not answers:
            self._closed[seat] = question
        return bool(answers)

    def _everybody(self, also: Iterable[Conn]) -> tuple[Conn, ...]:
        return tuple(dict.fromkeys((*self.watchers, *also)))

    def _asked(self) -> Mapping[Seat, Asked]:
        return {
            seat: Asked(self.match.since(seat), prompt.automatic)
            for seat, prompt in self.match.prompts.items()
        }

    def _check_ballot(self, entry: Entry, now: float) -> None:
        """Refuse a vote about a seat whose time has not run out; the engine knows no clock."""
        action = self.match.actions(entry)[0]
        seconds = self.patience.seconds_left(action.seat, now) if isinstance(action, Ballot) else 0
        if seconds:
            raise Illegal(
                "too-early", f"the table waits another {in_seconds(seconds)} before it votes", "R52c"
            )

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
