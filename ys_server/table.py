"""One running table: its match, nature's vault, its clocks, and who is told what happens.

Nothing of a game is known here beyond `Match`: what is legal, the engine says.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from protocol.game import NATURE, Ballot, Game, Illegal, Reseat, Seat, Setup
from protocol.keys import SeatKeys
from protocol.match import Desync, Entry, Match, MatchError
from protocol.messages import Began, Behind, Entries, Waiting, pieces
from protocol.vault import Vault
from ys_server.effects import Conn, Effect, Ended, Played, Refusal, Save, Timed, send
from ys_server.patience import Asked, Patience

KEEP_SECONDS: Final = 60.0
"""How often what seats have used of their time is saved while nothing happens: a crash gives so much back."""


class Table:
    """A game in progress, or one that is over and can still be looked at."""

    def __init__(self, number: int, game: Game[Any], setup: Setup, nature: Vault, patience: Patience) -> None:
        """Begin the game of `setup`; raise Illegal when it cannot be played with it."""
        self.number = number
        self.match: Match[Any] = Match(game, setup)
        self.watchers: dict[Conn, None] = {}
        """Who is told of every entry, in the order they came."""
        self._nature = nature
        self._kept = 0
        """How many entries have been handed out to be saved: a fault in between leaves none out."""
        self._patience = patience
        self._timed_at = 0.0
        self._sitters: dict[Seat, SeatKeys] = {}
        """Who takes a seat as the next round begins."""
        self.touched = 0.0
        """When a person last did something here."""

    @property
    def setup(self) -> Setup:
        """What was fixed before the game."""
        return self.match.setup

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked anything more."""
        return not self.match.prompts

    def holds(self, key: bytes) -> bool:
        """Tell whether a seat of this table belongs to `key` now and has not left."""
        left = self.match.game.left(self.match.state)
        return any(
            seat.sign == key and Seat(n) not in left for n, seat in enumerate(self.match.seating.chairs)
        )

    def people(self) -> tuple[SeatKeys, ...]:
        """Return who sat here at first and who sits here now."""
        return tuple(dict.fromkeys((*self.setup.seats, *self.match.seating.chairs)))

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for."""
        return tuple(sorted(seat for seat in self.match.prompts if seat != NATURE))

    def restore(self, entries: Sequence[Entry], sitters: Iterable[tuple[int, SeatKeys]] = ()) -> None:
        """Play what was saved, without saving it again; raise MatchError when it does not fit."""
        self.match.extend(0, entries)
        self._kept = len(self.match.log)
        self._sitters = {Seat(seat): keys for seat, keys in sitters}

    # --- seats that change hands ---

    def wanted(self) -> tuple[Seat, ...]:
        """Return the seats that wait for a bot, by the others' vote."""
        vacant = self.match.seating.vacant.items()
        return tuple(seat for seat, agreed in vacant if agreed and seat not in self._sitters)

    def returning(self) -> tuple[tuple[int, SeatKeys], ...]:
        """Return the persons who have their seat again as the next round begins."""
        return tuple((seat, keys) for seat, keys in sorted(self._sitters.items()) if not keys.bot)

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
        self._sitters[seat] = keys
        return seat

    def stand(self, key: bytes) -> None:
        """Let nobody with `key` wait for a seat any more."""
        self._sitters = {seat: keys for seat, keys in self._sitters.items() if keys.sign != key}

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
        for seat, keys in tuple(self._sitters.items()):
            action = self._reseat(seat, keys)
            try:
                self.match.seating.reseated(NATURE, action, self.setup)
            except Illegal:  # somebody else has the seat, or the vote is another one: this claim is void
                del self._sitters[seat]
                continue
            try:
                self.match.submit(self.match.sign(NATURE, self._nature, (action,)))
            except Illegal:  # no round begins now
                continue
            del self._sitters[seat]
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
        if self._patience.follow(self._asked(), now, is_paused=self.match.is_paused):
            effects = [*self.timed(now), *effects, *self._waiting(everybody, now)]
        return effects

    def timed(self, now: float) -> list[Effect]:
        """Return the saving of what the seats have used of their time, where that outlasts the server."""
        self._timed_at = now
        if not self._patience.is_kept:
            return []
        return [Save(Timed(self.number, self._patience.spans(now)), self.number)]

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

    def tick(self, now: float) -> list[Effect]:
        """Tell the watchers when a seat's time has run out: from now on the others may vote."""
        is_due = self._patience.is_running and now - self._timed_at >= KEEP_SECONDS
        saving = self.timed(now) if is_due else []
        return [*saving, *(self._waiting(self.watchers, now) if self._patience.is_news(now) else [])]

    def _goes_by_itself(self) -> bool:
        """Let nature do the next thing that is up to it; tell whether there was one."""
        if self._seat_next():  # before all else: nobody can have sealed anything in the new round yet
            return True
        owed = self.match.owed(NATURE, self._nature)
        if owed:
            self.match.submit(self.match.sign(NATURE, self._nature, owed))
        return bool(owed)

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
        seconds = self._patience.seconds_left(action.seat, now) if isinstance(action, Ballot) else 0
        if seconds:
            raise Illegal("too-early", f"the table waits {seconds} more seconds before it votes", "R52c")

    def _waiting(self, conns: Iterable[Conn], now: float) -> list[Effect]:
        left, is_paused = self._patience.left(now), self._patience.is_paused
        return send(conns, Waiting(self.number, left, is_paused), self.number)

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
