"""How far a seat has seen the log of its table, by its note on disk: what a server shows must go on there."""

from typing import Any, Final

from protocol.game import Seat, Setup
from protocol.match import Match, MatchError
from protocol.vault import Vault
from ys_tui.client.keyring import Note, Notes

FORGOTTEN: Final = "The server shows {shown} entries that do not go on from the {seen} seen before."


class Forgotten(MatchError):
    """The server's log does not contain what this seat noted before its last batch left."""

    code = "rollback"


class Noted:
    """What one seat noted, until the log that is held here has come as far; a spectator notes nothing."""

    def __init__(self, notes: Notes, setup: Setup, own: tuple[Seat, Vault] | None) -> None:
        """Expect what is noted of `setup`, if the player has a seat in it."""
        self._notes, self._setup, self._own = notes, setup, own
        self.expected: Note | None = notes.note(own[1].keys.nonce) if own else None
        """What the log has still to come to."""
        self.is_other_ahead = False
        """Whether another window has noted more while this one was live: news may be on their way here."""

    def compare(self, match: Match[Any], *, is_all: bool) -> None:
        """Expect nothing more if the log contains what is noted; raise Forgotten when it cannot any more.

        `is_all` tells whether it is all that the server has.
        """
        expected = self.expected
        if expected is None:
            return
        chain = match.chain_at(expected.length)
        if chain == expected.chain:
            self.expected = None
        elif chain is not None or is_all:
            raise Forgotten(FORGOTTEN.format(shown=len(match.log), seen=expected.length))

    def is_on_its_way(self, match: Match[Any], held: int) -> bool:
        """Tell whether news since `held` entries may have left before another window noted what it has seen.

        It falls short of that note, then, and contradicts nothing.
        """
        expected = self.expected if self.is_other_ahead else None
        is_open = expected is not None and match.chain_at(expected.length) is None
        return is_open and len(match.log) > held

    def expect(self, match: Match[Any]) -> None:
        """Expect all that `match` holds, which is being told anew, unless more is expected already."""
        if self.expected is None:
            self.expected = self._note(match, len(match.log))

    def write(self, match: Match[Any], length: int) -> Note:
        """Note that `length` entries were seen, and return what is on disk then, perhaps another window's.

        Raises KeyringError when it cannot be written: then nothing may leave.
        """
        assert self._own is not None
        return self._notes.write(self._own[1].keys.nonce, self._note(match, length))

    def _note(self, match: Match[Any], length: int) -> Note:
        chain = match.chain_at(length)
        assert chain is not None
        return Note(self._setup.digest(), length, chain)
