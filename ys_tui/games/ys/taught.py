"""The board of Ys as the tutorial has it: with a note that explains what is asked, over it or beside it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.events import Click
from textual.message import Message

from ys_tui.games.ys.advice import JUMP
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.count import Count
from ys_tui.games.ys.draw_lesson import pages, panels, reminder
from ys_tui.games.ys.formats import Box, Format
from ys_tui.games.ys.lesson import QUIET, Lesson, lesson, with_keys
from ys_tui.games.ys.log import Pen
from ys_tui.games.ys.seated import names_now
from ys_tui.keymap import in_force
from ys_tui.lines import Lines
from ys_tui.widgets.region import Region

KEY: Final = "o"
"""The key that opens the note again, or turns its page."""
_ON: Final = frozenset({"enter", "space"})
"""The keys that go on in a note that covers the hand."""
_BESIDE: Final = frozenset({Format.MIDDLE, Format.LARGE})
"""Formats with room for a note that stays."""
_JOURNAL: Final = {Format.MIDDLE: 0.36, Format.LARGE: 0.34}
"""The part of its room that the journal keeps beside or above the note."""


class Note(Region):
    """Where the tutorial's words stand; a click on it goes on."""

    DEFAULT_CSS = """
    Note { position: absolute; display: none; layer: count; }
    """

    class GoOn(Message):
        """The player has clicked on it."""

    def on_click(self, event: Click) -> None:
        """Say so."""
        event.stop()
        self.post_message(self.GoOn())


class TaughtBoard(YsBoard):
    """A board whose player learns the game."""

    def __init__(self, pace: str = "") -> None:
        """Have explained nothing yet."""
        super().__init__(pace)
        self._taught: set[str] = set()
        """Kinds of decisions that were explained."""
        self._lesson: Lesson | None = None
        self._page = 0
        """The page that is shown."""
        self._is_noted = False
        """Whether the note covers the hand."""
        self._note_room = Box(0, 0, 0, 0)

    def compose(self) -> ComposeResult:
        """Yield the board, and the note above it."""
        yield from super().compose()
        yield Note()

    # --- where it stands ---------------------------------------------------------------------------

    @property
    def _is_beside(self) -> bool:
        return self.shape in _BESIDE

    def boxes(self) -> Mapping[str, Box]:
        """Return where everything stands: the note has the room of what is said, where there is any."""
        boxes = dict(super().boxes())
        if self.shape is Format.LIST:
            self._note_room = boxes["list"]
        elif not self._is_beside:
            self._note_room = boxes["count"]
        else:
            self._note_room = self._share(boxes)
        return boxes

    def _share(self, boxes: dict[str, Box]) -> Box:
        """Return the note's room beside the journal, which gets less of it."""
        journal, talk = boxes["journal"], boxes.pop("talk")
        part = _JOURNAL[self.shape]
        if self.shape is Format.MIDDLE:
            cells = round((journal.width + talk.width) * part)
            boxes["journal"] = journal._replace(width=cells)
            return Box(journal.x + cells, journal.y, journal.width + talk.width - cells, journal.height)
        rows = round((journal.height + talk.height) * part)
        boxes["journal"] = journal._replace(height=rows)
        return Box(journal.x, journal.y + rows, journal.width, journal.height + talk.height - rows)

    # --- what it says ------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw everything, the note above it."""
        self._follow()
        super().show()
        self._draw_note()

    def _follow(self) -> None:
        """Take up what is to be said now, and open the note for what comes for the first time."""
        if self._seen is None or not self.children:
            return
        count = self.query_one(Count)
        shown = None if count.step is None else count.step.view.state
        said = lesson(self._seen, self._aim, self._taught, shown)
        if self._is_noted and said is not None and self._lesson is not None and said.kind in QUIET:
            return  # what is being read stays until the player goes on
        self._is_noted = self._is_noted and not self._is_beside
        before, self._lesson = self._lesson, said
        if said is None:
            self._is_noted = False
            return
        if before is None or said.kind != before.kind:
            self._page = 0
            if before is not None and self._is_beside:
                self._taught.add(before.kind)
        if not self._is_beside and said.kind not in self._taught | QUIET and not self._is_noted:
            self._is_noted, self._page = True, 0
            if count.is_telling:
                count.hold()

    def _all_pages(self) -> tuple[Lines, ...]:
        if self._lesson is None or self._seen is None or not self._note_room.width:
            return ()
        said = self._typed(self._lesson)
        if self.shape is Format.LARGE:
            return panels(said, self._named(), self._note_room[2:])
        named, room, closing = self._named(), self._note_room[2:], self._shown("enter")
        return pages(said, named, room, is_lasting=self._is_beside, closing=closing)

    def _typed(self, said: Lesson) -> Lesson:
        """Return the same with the keys in force."""
        said = with_keys(said, in_force(self.app))
        if said.advice is None:
            return said
        keys = [""] if not said.advice.keys else ["", *said.advice.keys]
        shown = (key if before == JUMP else self._shown(key) for before, key in pairwise(keys))
        return replace(said, advice=replace(said.advice, keys=tuple(shown)))

    def _named(self) -> Pen:
        assert self._seen is not None
        return Pen(names_now(self._seen), self.palette, self.marks)

    def _draw_note(self) -> None:
        for note in self.query(Note):
            shown = self._all_pages() if self._is_noted or self._is_beside else ()
            note.display = bool(shown)
            if shown:
                note.marks = self.marks
                note.styles.offset = (self._note_room.x, self._note_room.y)
                note.styles.width, note.styles.height = self._note_room.width, self._note_room.height
                note.lines = shown[min(self._page, len(shown) - 1)]

    def aside(self, cells: int) -> Lines:
        """Return in a line or two what would be good now, while no note says it."""
        good = None if self._lesson is None else self._typed(self._lesson).advice
        if good is None or self._is_noted or self._is_beside:
            return ()
        rows = 2 if self.shape is Format.LIST else 1
        why = f"{self._shown(KEY)}: why" if self._is_key else ""
        return reminder(good, self._named(), (cells, rows), why)

    @property
    def is_asking(self) -> bool:
        """Whether a decision is asked for, and no note covers it."""
        return super().is_asking and not self._is_noted

    @property
    def _is_key(self) -> bool:
        """Whether the lesson's key is one now: while letters stand at the places each of them is a place."""
        return not self.has_all_keys

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys that work now: those of the note while it covers the hand."""
        if self._is_noted:
            is_last = self._page + 1 >= len(self._all_pages())
            return (("enter", "to the board" if is_last else "go on"),)
        more: tuple[tuple[str, str], ...] = ()
        is_more = not self._is_beside or len(self._all_pages()) > 1
        if self._lesson is not None and self._is_key and is_more:
            more = ((KEY, "more" if self._is_beside else "lesson"),)
        return (*super().keys(), *more)

    # --- what is done ------------------------------------------------------------------------------

    def on_note_go_on(self, message: Note.GoOn) -> None:
        """Go on in the note."""
        message.stop()
        self._turn_page()
        self.show()

    def _pressed(self, key: str) -> bool:
        if self._is_noted:
            if key in _ON:
                self._turn_page()
                self.show()
                return True
            if key == "escape":
                self._close_note()
                self.show()
                return True
            if self._seen is not None and len(key) == 1 and key.isdigit():
                self._close_note()
        elif key == KEY and self._is_key and self._lesson is not None:
            self._turn_page() if self._is_beside else self._open_note()
            self.show()
            return True
        return super()._pressed(key)

    def _open_note(self) -> None:
        self._is_noted, self._page = True, 0
        count = self.query_one(Count)
        if count.is_telling:
            count.hold()

    def _turn_page(self) -> None:
        """Show the next page; behind the last one the board, or the first one where the note stays."""
        if self._page + 1 < len(self._all_pages()):
            self._page += 1
        elif self._is_beside:
            self._page = 0
        else:
            self._close_note()

    def _close_note(self) -> None:
        self._is_noted, self._page = False, 0
        if self._lesson is not None:
            self._taught.add(self._lesson.kind)
        count = self.query_one(Count)
        if count.is_telling:
            count.run_on()
