"""One table from one seat, sans-IO: match, vault and draft in, the entries to send out.

Used by the client's store, the bots and the tests. It sends nothing itself and keeps no time.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from protocol.game import Action, Event, Game, Illegal, Prompt, Seat, Setup, View
from protocol.match import Entry, Match
from protocol.seals import Opening
from protocol.vault import Vault

S = TypeVar("S")


class Chair(Generic[S]):
    """A seat (or, without vault, a spectator's place) at one table, with what its player is about to do.

    While somebody else has the seat (a bot, R52c) this is a spectator's place, too; it is a seat again once
    the log says that its player is back, with the keys of a vault given to `come_back`.

    The draft is what the player has chosen and not sent: it is applied to the state for display, taken
    back action by action, and sent whole. At most one entry is under way at a time (`pending`).
    """

    def __init__(self, game: Game[S], setup: Setup, seat: Seat | None, vault: Vault | None) -> None:
        """Sit down at the table of `setup`; `vault` must be the one whose keys stand at `seat` there.

        A seat without a vault is for somebody who takes it later (`come_back`).
        """
        assert vault is None or (seat is not None and setup.seats[seat] == vault.keys)
        self.match = Match(game, setup)
        self._vaults = () if vault is None else (vault,)
        self._home = seat
        self.pending: Entry | None = None
        """The entry that was handed out for sending and is not in the log yet."""
        self.is_bound = False
        """Whether an opening of the draft has left already: then it is offered again, never changed."""
        self.cut: Illegal | None = None
        """Why the draft was cut short at the last `extend`; None when it was not."""
        self._ahead: tuple[tuple[Action, S], ...] = ()

    @property
    def seat(self) -> Seat | None:
        """The seat that is this player's now; None for a spectator, and while somebody else has it."""
        return None if self._vault is None else self._home

    @property
    def _vault(self) -> Vault | None:
        if self._home is None:
            return None
        keys = self.match.seating.chairs[self._home]
        return next((vault for vault in self._vaults if vault.keys == keys), None)

    def come_back(self, vault: Vault) -> None:
        """Be ready to have the seat again with the keys of `vault`, once the log says so."""
        self._vaults = (*self._vaults, vault)

    @property
    def draft(self) -> tuple[Action, ...]:
        """What the player has chosen and the log does not hold yet."""
        return tuple(action for action, _ in self._ahead)

    @property
    def state(self) -> S:
        """The state as if the draft were played."""
        return self._ahead[-1][1] if self._ahead else self.match.state

    @property
    def prompt(self) -> Prompt | None:
        """What the player is asked after the draft; None when nothing needs a human."""
        if self.seat is None:
            return None
        prompts = self.match.game.prompts(self.state) if self._ahead else self.match.prompts
        prompt = prompts.get(self.seat)
        return None if prompt is None or prompt.automatic else prompt

    def view(self) -> View[S]:
        """Return what this seat sees, the draft included: what is not sent is not forgotten yet (R61)."""
        return self.sees(self.state)

    def sees(self, state: S) -> View[S]:
        """Return what this seat would see of `state`, which its player has in mind; it forgets nothing."""
        if self.seat is None or self._vault is None:
            return View(state, None, {})
        known = self.match.game.knows(state, self.seat, self._vault)
        if state is not self.match.state:
            known = {**self.match.game.knows(self.match.state, self.seat, self._vault), **known}
        return View(state, self.seat, known)

    def legal(self) -> Sequence[Action]:
        """Return what the player may choose next; empty when nothing is asked."""
        return self.match.game.legal(self.view()) if self.prompt is not None else ()

    def pick(self, action: Action) -> None:
        """Add `action` to the draft, or raise Illegal and leave the draft as it is."""
        if self.pending is not None or self.is_bound:
            raise Illegal("under-way", "your last choice is still under way")
        self._add(action)

    def undo(self) -> bool:
        """Take the last action of the draft back; tell whether there was one that had not been sent."""
        if not self._ahead or self.pending is not None or self.is_bound:
            return False
        self._ahead = self._ahead[:-1]
        return True

    def confirm(self) -> Entry | None:
        """Return the draft as the entry to send, or None when there is none or one is under way."""
        entry = self._send(self.draft)
        self.is_bound = self.is_bound or (entry is not None and any(map(_has_opening, self.draft)))
        return entry

    def answer(self) -> Entry | None:
        """Return the entry that answers what is asked automatically, or None when nothing is owed."""
        if self.seat is None or self._vault is None:
            return None
        return self._send(self.match.owed(self.seat, self._vault))

    def declare(self, action: Action) -> Entry | None:
        """Return the entry of an action that needs no prompt (ballot, resignation); None for a spectator."""
        if self.seat is None or self._vault is None:
            return None
        return self.match.sign(self.seat, self._vault, (action,))

    def refused(self) -> None:
        """Note that the pending entry was not taken; the draft is kept and may be sent again."""
        self.pending = None

    def extend(self, start: int, entries: Sequence[Entry], digest: bytes = b"") -> tuple[Event, ...]:
        """Take entries from the server and return what happened; raises what `Match.extend` raises.

        The draft is cleared when it is among them, else applied anew and cut at its first illegal action.
        """
        length = len(self.match.log)
        events = self.match.extend(start, entries, digest)
        new = self.match.log[length:]
        if new:
            self._follow(new)
        return events

    def _follow(self, new: Sequence[Entry]) -> None:
        draft, self.cut = self.draft, None
        if self.pending is not None and self.pending in new:
            draft, self.pending = (), None
        elif self.pending is not None and (
            self.seat is None or self.pending.at < self.match.since(self.pending.seat)
        ):
            self.pending = None
        self._ahead = ()
        for action in draft:
            try:
                self._add(action)
            except Illegal as illegal:
                self.cut = illegal
                break
        self.is_bound = self.is_bound and self.draft == draft != ()

    def _add(self, action: Action) -> None:
        if self.seat is None or self.prompt is None:
            raise Illegal("not-asked", "nothing is asked of you now")
        step = self.match.game.apply(self.state, self.seat, action)
        self._ahead = (*self._ahead, (action, step.state))

    def _send(self, actions: Sequence[Action]) -> Entry | None:
        if not actions or self.seat is None or self._vault is None or self.pending is not None:
            return None
        self.pending = self.match.sign(self.seat, self._vault, actions)
        return self.pending


def _has_opening(value: object) -> bool:
    if isinstance(value, Opening):
        return True
    if isinstance(value, Struct):
        return any(map(_has_opening, astuple(value)))
    return isinstance(value, tuple) and any(map(_has_opening, value))
