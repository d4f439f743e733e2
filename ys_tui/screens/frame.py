"""What all screens but the table share: a bar that tells, a body, a bar of keys, and one snapshot."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from protocol import PORT
from ys_tui.client.lag import lag_words
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.keyed import as_typed
from ys_tui.keymap import Typing, in_force
from ys_tui.lines import Line, Lines, crop, place, style, width, wrap
from ys_tui.looks import UNICODE, Marks, Palette
from ys_tui.mentions import named
from ys_tui.screens.cramped import leads_out
from ys_tui.themes import palette_of
from ys_tui.widgets.bars import BAR_WIDTH, KeyBar, TopBar
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.region import Region

COLUMNS, ROWS = 60, 16
"""Cells that these screens need."""

_MARGIN = 2
_LEADING: Final = frozenset({"?", ",", "esc", "q"})
"""Keys in bars that lead elsewhere, however small the terminal is."""

Keys = Sequence[tuple[str, str]]


class Asked(Message):
    """A screen asks the app for another one, or to do what only the app can: `what` names it."""

    def __init__(self, what: str) -> None:
        """Ask for `what`."""
        super().__init__()
        self.what = what


class Tuned(Message):
    """The player has chosen `word` for the setting `name` (`ys_tui.tuning`)."""

    def __init__(self, name: str, word: str) -> None:
        """Carry both."""
        super().__init__()
        self.name, self.word = name, word


class Framed(Screen[None]):
    """A screen between two bars. A subclass says what stands in each of them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1", "ask('help')", show=False)]
    DEFAULT_CSS = """
    Framed { background: $background; color: $foreground; layout: vertical; }
    Framed TopBar, Framed KeyBar { width: 100%; }
    Framed KeyBar { dock: bottom; }
    Framed #middle { height: 1fr; }
    Framed .body { width: 80; max-width: 100%; height: 1fr; padding: 1 2 0 2; }
    Framed Region { width: 100%; }
    Framed #small { display: none; width: 100%; height: 1fr; padding: 1; }
    Framed.-small #middle { display: none; }
    Framed.-small #small { display: block; }
    """

    width: ClassVar[int] = BAR_WIDTH
    """Cells of the body, its margins included, where the terminal has them."""

    scope: ClassVar[str] = "question"
    """The part of the list of keys that is this screen's (`ys_tui.actions`)."""

    topic: ClassVar[str] = ""
    """The section of the help that tells of it, "" for the list of them."""

    way_out: ClassVar[str] = "back"
    """What the app is asked for to leave this screen."""

    snapshot: reactive[Snapshot] = reactive(Snapshot(), repaint=False)

    def __init__(self, snapshot: Snapshot, *, marks: Marks = UNICODE, invitation: str = "") -> None:
        """Show `snapshot` with these glyphs; `invitation` is what others type to join this server."""
        super().__init__(classes="-ascii" if marks.ascii else "")
        self.marks, self.invitation = marks, invitation
        self._left: Widget | None = None
        """What had the keys before the terminal was too small."""
        self.set_reactive(Framed.snapshot, snapshot)
        self._fitted = Size()
        """For which size all is drawn."""

    def compose(self) -> ComposeResult:
        """Yield the bars and what is between them."""
        yield TopBar()
        with Center(id="middle"):
            yield from self.body()
        yield Region(id="small")
        yield KeyBar()

    @abstractmethod
    def body(self) -> ComposeResult:
        """Yield what stands between the bars, of class `body`."""

    @abstractmethod
    def heading(self) -> str:
        """Return what the bar at the top says."""

    @abstractmethod
    def keys(self) -> Keys:
        """Return the keys that do something now."""

    @abstractmethod
    def show(self) -> None:
        """Bring what stands between the bars up to date."""

    @property
    def palette(self) -> Palette:
        """The colours of the theme that is on."""
        return palette_of(self.app.theme_variables)

    @property
    def cells(self) -> int:
        """How wide a line between the bars may be."""
        return min(self.size.width, self.width) - 2 * _MARGIN

    def on_mount(self) -> None:
        """Give the drawings their glyphs and draw."""
        for region in self.query(Region):
            region.marks = self.marks
        self._fitted = self.size
        self.refresh_all()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.refresh_all())

    def on_unmount(self) -> None:
        """Hear of no more themes: the app would hold all that has ever listened."""
        self.app.theme_changed_signal.unsubscribe(self)

    def named(self, words: str) -> str:
        """Return words of ours with the keys in force, as `ys_tui.mentions` reads them."""
        return named(words, in_force(self.app))

    def offered(self) -> frozenset[str] | None:
        """Return the keys of its own that do something just now, None where all of them may."""
        return None

    def draw_with(self, marks: Marks) -> None:
        """Draw with other glyphs from now on."""
        self.marks = marks
        self.set_class(marks.ascii, "-ascii")
        for region in self.query(Region):
            region.marks = marks
        for choices in self.query(Choices):
            choices.marks = marks
        self.refresh_all()

    def watch_snapshot(self) -> None:
        """Draw anew."""
        self.refresh_all()

    def on_resize(self, event: Resize) -> None:
        """Draw for another size, and say so when it is too small; then keys do nothing to what is hidden."""
        size, is_small = event.size, not has_room(event.size)
        if size == self._fitted and not is_small:
            return  # as it is when the screen comes up: all is drawn for it
        self._fitted = size
        self._confine(is_small=is_small)
        words = f"Ys needs {COLUMNS}×{ROWS} cells here; this terminal has {size.width}×{size.height}."
        ground = style(self.palette.key, self.palette.night, bold=True)
        self.query_one("#small", Region).lines = wrap((Segment(words, ground),), max(size.width - 2, 1))
        self.refresh_all()

    def _confine(self, *, is_small: bool) -> None:
        """Take the keys from what is between the bars, or give them back to what had them."""
        was_small = self.has_class("-small")
        if is_small and not was_small:
            self._left = self.focused if self.focused in self.focus_chain else None
            self.set_focus(None)
        self.set_class(is_small, "-small")
        self.query_one("#middle").disabled = is_small
        if was_small and not is_small:
            if self._left is not None and self._left.is_attached:
                self.set_focus(self._left)
            else:  # only then is it there again
                self.call_after_refresh(self.focus_next)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let keys only lead out of here while the terminal is too small."""
        return not self.has_class("-small") or leads_out(action, parameters, self.way_out)

    def refresh_all(self) -> None:
        """Draw bars and body."""
        if self.size.width and self.query(TopBar):
            self.query_one(TopBar).lines = (self._top(),)
            self.show()
            self.refresh_keys()

    def refresh_keys(self) -> None:
        """Draw the bar of keys."""
        breadth = min(max(self.width, BAR_WIDTH), self.size.width)
        keys = tuple(each for each in self.keys() if not self.has_class("-small") or each[0] in _LEADING)
        self.query_one(KeyBar).tell(as_typed(self, keys), self.palette, self.size.width, breadth)

    def on_descendant_focus(self) -> None:
        """Show the keys that work where the focus is now."""
        self.refresh_keys()

    def typing(self) -> Typing:
        """Return what keys mean here."""
        return Typing(self.scope)

    def ask(self, what: str) -> None:
        """Ask the app for `what`."""
        self.post_message(Asked(what))

    def action_ask(self, what: str) -> None:
        """Ask the app for `what`."""
        self.ask(what)

    def _top(self) -> Line:
        palette, cells = self.palette, self.size.width
        shown = min(cells, max(self.width, BAR_WIDTH))
        left = (cells - shown) // 2
        link = connection_words(self.snapshot, palette)
        name = self.snapshot.name
        right = shown - 1 - width(link)
        bright = style(palette.bright, palette.bar, bold=True)
        at = max(right - 2 - width((Segment(name),)), 0)
        pieces = [
            (1, (Segment("YS", style(palette.key, palette.bar, bold=True)),)),
            (4, (Segment(crop(self.heading(), max(at - 6, 0)), style(palette.text, palette.bar)),)),
            (at, (Segment(name, bright),)),
            (right, link),
        ]
        return place(
            [(left + column, line) for column, line in pieces], cells, style(palette.text, palette.bar)
        )


def has_room(size: Size) -> bool:
    """Tell whether a terminal of that size is large enough for these screens."""
    return size.width >= COLUMNS and size.height >= ROWS


def fitting(first: Keys, last: Keys, cells: int) -> Keys:
    """Return as many of the keys `first` as there is room for in the bar before those of `last`."""
    room = min(cells, BAR_WIDTH) - 2 - sum(len(key) + len(what) + 2 for key, what in last)
    kept: list[tuple[str, str]] = []
    for key, what in first:
        room -= len(key) + len(what) + 2
        if room < -1:
            break
        kept.append((key, what))
    return (*kept, *last)


def up_and_down(marks: Marks) -> str:
    """Return the two arrow keys as the bar shows them."""
    return marks.arrows if marks.ascii else marks.arrows[:2]


def place_of(server: str) -> str:
    """Return a server's address as a player would say it."""
    short = server.removeprefix("ws://").removesuffix(f":{PORT}")
    return "this machine" if short.startswith("127.0.0.1") else short


def address_of(server: str) -> str:
    """Return a server's address in full, and that it is on this machine if it is."""
    full, place = server.removeprefix("ws://"), place_of(server)
    return f"{place} ({full})" if place == "this machine" else full


def connection_words(snapshot: Snapshot, palette: Palette) -> Line:
    """Return how the connection is: a glyph and a word."""
    late = lag_words(snapshot.lag)
    words = {
        Connection.ONLINE: (f"● {late or 'ok'}", palette.key if late else palette.good),
        Connection.LOST: ("○ link lost", palette.bad),
        Connection.REFUSED: ("○ refused", palette.bad),
        Connection.CONNECTING: ("○ connecting", palette.dim),
    }
    if not snapshot.server:
        return ()
    said, colour = words[snapshot.connection]
    return (Segment(said, style(colour, palette.bar, bold=True)),)


def sentence(text: str, palette: Palette, role: str = "text", *, bold: bool = False) -> Line:
    """Return one line of literal text in the colour of `role` on the night."""
    return (Segment(text, style(getattr(palette, role), palette.night, bold=bold)),)


_KEPT: Final = "your games are kept"
"""What a server that ends says as well."""


def link_trouble(snapshot: Snapshot, palette: Palette) -> Lines:
    """Return what is to be said about the connection; nothing when all is well.

    A server that has shown nobody yet is named with its port: the address may be a wrong one.
    """
    if snapshot.connection is Connection.ONLINE or not snapshot.server:
        return ()
    problem = snapshot.problem.rstrip(".")
    kept = f"; {_KEPT}" if snapshot.lobby.tables and _KEPT not in problem else ""
    is_known = bool(snapshot.lobby.people) or snapshot.connection is Connection.REFUSED
    server = place_of(snapshot.server) if is_known else address_of(snapshot.server)
    why = f": {problem}" if problem else ""
    words = {
        Connection.CONNECTING: f"Connecting to {server} …",
        Connection.LOST: f"No link to {server}{why}. It is tried again by itself{kept}.",
        Connection.REFUSED: f"{server} does not let you in{why}.",
    }
    return (sentence(words[snapshot.connection], palette, "bad"),)
