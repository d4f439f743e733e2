"""The help: a list of topics to search by typing, and a page for each, which may be opened at once."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from ys_tui.client.snapshot import Snapshot
from ys_tui.config import GAME
from ys_tui.games.boards import LEGENDS
from ys_tui.keymap import in_force
from ys_tui.lines import Line, crop, pad, style
from ys_tui.looks import UNICODE, Marks, ascii_twin
from ys_tui.screens.frame import Framed, Keys, up_and_down
from ys_tui.topics import CELLS, Topic, manual, rules, this_table, topics
from ys_tui.widgets.finder import Finder

_TITLE: Final = 26
"""Cells of a title before what is told of it."""
_BESIDE: Final = 3
"""Cells beside a line of a page: its margins and the bar that tells the scrolling."""
_NOW: Final = "now"
"""The topic of what applies at the moment."""
_NOTHING: Final = "No topic has that in it."


class _Page(Static):
    """The text of a topic; as soon as it is laid out it shows the paragraph that was sought."""

    sought: str = ""
    """How that paragraph begins, "" for none."""

    def on_resize(self, event: Resize) -> None:
        """Scroll to it, once."""
        start, self.sought = self.sought[: event.size.width // 2], ""
        rows = (strip.text for strip in self.render_lines(event.size.region)) if start else iter(())
        row = next((number for number, text in enumerate(rows) if start in " ".join(text.split())), None)
        if row is not None and isinstance(self.parent, VerticalScroll):
            self.call_after_refresh(self.parent.scroll_to, y=row, animate=False)


class HelpScreen(Framed):
    """Topics with a line each; on a page the arrows scroll."""

    scope = "help"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("q,question_mark,f1", "ask('back')", show=False),
        Binding("slash,t", "topics", show=False),
        Binding("space", "page", show=False),
    ]
    DEFAULT_CSS = """
    HelpScreen Static { width: 100%; height: auto; }
    HelpScreen .body { padding: 1 0 0 1; }
    HelpScreen VerticalScroll { display: none; height: 1fr; scrollbar-size-vertical: 1; }
    HelpScreen Input, HelpScreen Input:focus { height: 1; border: none; padding: 0 2; }
    HelpScreen.-page VerticalScroll { display: block; }
    HelpScreen.-page Finder { display: none; }
    """

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        marks: Marks = UNICODE,
        invitation: str = "",
        topic: Sequence[str] = (),
        start: str = "",
    ) -> None:
        """Show the topics, or the one called `start`; with `topic`, the paragraphs on the moment."""
        super().__init__(snapshot, marks=marks, invitation=invitation)
        self._now, self._start = tuple(topic), start or (_NOW if topic else "")
        self._topics: tuple[Topic, ...] = ()
        self._open: Topic | None = None
        self._broken_at = 0
        """For how many cells the lines of the keys are broken."""

    def body(self) -> ComposeResult:
        """Yield the line to type in, the list, and a page."""
        with Vertical(classes="body"):
            yield Finder(self._found, hint="type what you look for", nothing=_NOTHING, marks=self.marks)
            with VerticalScroll():
                yield _Page(markup=False)

    def on_mount(self) -> None:
        """Show the list, or the page that was asked for."""
        self._topics = tuple(self._all())
        if self._start:
            self._show(self._start)
        else:
            self.action_topics()

    def on_resize(self, event: Resize) -> None:
        """Break the lines of the keys where the page ends."""
        if self._topics and self._broken_at != self._breadth:
            self._topics = tuple(self._all())
            name = "" if self._open is None else self._open.name
            self._open = next((each for each in self._topics if each.name == name), None)
            self._write()

    @property
    def _breadth(self) -> int:
        """Cells of a line of the keys."""
        return max(min(CELLS, self.app.size.width - _BESIDE), 1)

    def heading(self) -> str:
        """Return what this is."""
        return "help" if self._open is None else f"help: {self._open.title}"

    def keys(self) -> Keys:
        """Return how to find and to read."""
        if self._open is None:
            return ((up_and_down(self.marks), "move"), ("enter", "open"), ("esc", "back"))
        return (
            (up_and_down(self.marks), "scroll"),
            ("space", "page"),
            ("/", "all topics, search"),
            ("esc", "back" if self._start else "back to the topics"),
        )

    def show(self) -> None:
        """Draw the list with what was typed."""
        if self._open is None:
            self.query_one(Finder).list_found()

    def on_finder_chosen(self, message: Finder.Chosen) -> None:
        """Open it."""
        self._show(message.key)

    def action_topics(self) -> None:
        """Show the list, and let the keys go to the line above it."""
        self._open, self._start = None, ""
        self.remove_class("-page")
        self.query_one(Finder).begin()
        self.refresh_all()

    def action_back(self) -> None:
        """Go from a page to the list it was opened from, else back to where help was asked for."""
        if self._open is None or self._start:
            self.ask("back")
        else:
            self.action_topics()

    def action_page(self) -> None:
        """Scroll on by what is seen."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def _show(self, name: str) -> None:
        """Open the page called `name`, at the first line with what was typed."""
        topic = next((each for each in self._topics if each.name == name), None)
        if topic is None:
            return
        typed = self.query_one(Finder).typed
        self._open = topic
        self._write()
        page, scroll = self.query_one(_Page), self.query_one(VerticalScroll)
        page.sought = (topic.found(typed) or "") if typed else ""
        self.add_class("-page")
        scroll.focus()
        scroll.scroll_home(animate=False)
        self.refresh_all()

    def _write(self) -> None:
        """Put the text of the open topic on the page."""
        if self._open is not None:
            text = f"{self._open.title.upper()}\n\n{self._open.text}\n"
            self.query_one(_Page).update(ascii_twin(text) if self.marks.ascii else text)

    def _all(self) -> Iterator[Topic]:
        self._broken_at = self._breadth
        table = self.snapshot.table
        game = GAME if table is None else table.setup.game
        if self._now:
            text = "\n\n".join(self._now)
            yield Topic(_NOW, "At this moment", "the rules on what you are asked or have marked", text)
        own = () if table is None else this_table(game, len(table.setup.seats), table.setup.options)
        legend = LEGENDS[game](self.marks, None if table is None else table.setup)
        keymap = in_force(self.app)
        yield from topics(game, legend, keymap, own=own, invitation=self.invitation, cells=self._breadth)

    def _found(self, typed: str) -> Sequence[tuple[str, Line]]:
        """Return the topics that have every word of `typed` in them, as lines."""
        found = [(each, line) for each in self._topics if (line := each.found(typed)) is not None]
        found.sort(key=lambda each: bool(each[1]))  # those that have it in the title come first
        return [(each.name, self._line(each, line)) for each, line in found]

    def _line(self, topic: Topic, found: str) -> Line:
        """Return a topic as a line: with what is told of it, or where what was typed is in it."""
        said = crop(f"… {found}" if found else topic.told, max(self.cells - _TITLE - 2, 0))
        return (
            Segment(pad(topic.title, _TITLE), style(self.palette.text, self.palette.night, bold=True)),
            Segment(said, style(self.palette.label, self.palette.night)),
        )


__all__ = ["HelpScreen", "manual", "rules", "this_table"]
