"""The question for a table's password: it stays until the server opens the door, and says why it does not."""

from typing import Any, Final

from msgspec.structs import replace
from textual.app import App

from ys_tui.client.intents import Intent, SitDown, WatchTable
from ys_tui.client.snapshot import Notice, Snapshot
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens.people import TypeWord
from ys_tui.wish import Wish

Knock = SitDown | WatchTable
_WRONG: Final = "wrong-word"
_SHUT: Final = frozenset({_WRONG, "locked", "kicked", "too-many-guesses"})
"""Refusals that are about the door."""


class AtDoor(TypeWord):
    """Asks for the password of the table called `title`, and wishes to go in with it."""

    def __init__(self, title: str, knock: Knock, *, refused: str = "", marks: Marks = UNICODE) -> None:
        """Ask for the word of `knock`; `refused` says why the one before did not open."""
        super().__init__(f"What is the password of “{title}”?", marks=marks)
        self._knock, self._refused = knock, refused

    def on_mount(self) -> None:
        """Say why it is asked once more, if it is."""
        super().on_mount()
        if self._refused:
            self.refuse(self._refused)

    def take(self, word: str) -> None:
        """Wish to go in; who is let in is soon elsewhere."""
        self.post_message(Wish(replace(self._knock, word=word)))


def turned_away(app: App[Any], wished: Intent | None, notice: Notice, snapshot: Snapshot) -> bool:
    """Tell in the question for a password that `notice` refuses the one `wished` with; False if it does not.

    Who looks in was at the table already when the refusal came: they are asked once more.
    """
    if not isinstance(wished, SitDown | WatchTable) or not wished.word or notice.code not in _SHUT:
        return False
    asked = next((each for each in app.screen_stack if isinstance(each, AtDoor)), None)
    table = next((table for table in snapshot.lobby.tables if table.id == wished.table), None)
    if asked is not None:
        asked.refuse(notice.detail)
    elif notice.code == _WRONG and table is not None:
        marks = getattr(app, "marks", UNICODE)
        app.push_screen(AtDoor(table.title, replace(wished, word=""), refused=notice.detail, marks=marks))
    else:
        return False
    return True
