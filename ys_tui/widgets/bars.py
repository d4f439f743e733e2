"""The bar at the top, which says where the game is, and the one at the bottom, which tells the keys."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click, MouseDown
from textual.message import Message

from ys_tui.client.lag import lag_words
from ys_tui.client.snapshot import Connection, Snapshot
from ys_tui.lines import Line, crop, fit, place, style, width
from ys_tui.looks import Palette
from ys_tui.widgets.region import Region

BAR_WIDTH: Final = 80
NAME: Final = "YS"
"""The name of the game, at the left end of the bar at the top."""
_TITLE, _PHASE, _AWAITED = 4, 26, 50
Told = tuple[str, str, str]
"""A key by the name that screens know, "" for one that cannot be clicked on; as it is shown; what it does."""
_SIGN: Final = 2
"""Cells of the sign of somebody who is awaited."""
_GAP, _LEAST = 2, 3
"""Cells between phase and who is awaited, and to which a name is cut at most."""


class TopBar(Region):
    """Table, round and phase, who is awaited, how the connection is; a click on YS asks for all there is."""

    DEFAULT_CSS = """
    TopBar { height: 1; }
    """

    def on_click(self, event: Click) -> None:
        """Take a click on the name of the game for the key of the palette."""
        at = "".join(segment.text for line in self.lines for segment in line).find(NAME)
        if 0 <= at <= event.x < at + len(NAME):
            event.stop()
            self.post_message(KeyBar.Pressed("ctrl+p"))


class KeyBar(Region):
    """The keys that do something now; a click on one is as good as the key."""

    DEFAULT_CSS = """
    KeyBar { height: 1; }
    """

    class Pressed(Message):
        """The player has clicked on a key, by the name that the screens know it by."""

        def __init__(self, key: str) -> None:
            """Carry the key."""
            self.key = key
            super().__init__()

    def __init__(self) -> None:
        """Tell nothing yet."""
        super().__init__()
        self._spans: tuple[tuple[int, int, str], ...] = ()
        self._held = (0, 0, "")
        """Where the key stood on which a button of the mouse went down."""

    def tell(self, keys: Sequence[Told], palette: Palette, cells: int, body: int = BAR_WIDTH) -> None:
        """Tell `keys` in a bar of `cells`, above the `body` in its middle."""
        said = [(shown, words) for _, shown, words in keys]
        self.lines = (key_line(said, palette, cells, body),)
        places = _places(said, cells, body)
        self._spans = tuple(
            (first, last, keys[number][0]) for number, first, last in places if keys[number][0]
        )

    def on_mouse_down(self, event: MouseDown) -> None:
        """Keep what the button went down on: until it goes up the game may have changed the bar."""
        self._held = next((each for each in self._spans if each[0] <= event.x < each[1]), (0, 0, ""))

    def on_click(self, event: Click) -> None:
        """Take a click on a key for the key that stood there when the button went down."""
        first, last, key = self._held
        if key and first <= event.x < last:
            event.stop()
            self.post_message(self.Pressed(key))


def top_line(
    snapshot: Snapshot,
    title: str,
    told: tuple[tuple[str, str], Line],
    palette: Palette,
    cells: tuple[int, int] | int,
) -> Line:
    """Return the bar at the top; `told` is the phase, and who is awaited.

    `cells` is how wide it is, and how wide what stands in the middle below it: there it has its columns.
    Where these are few the table's title is left out.
    """
    cells, body = cells if isinstance(cells, tuple) else (cells, BAR_WIDTH)
    (phase, awaited), bar = told, palette.bar
    link = _link(snapshot, palette)
    left = max(cells - body, 0) // 2
    is_narrow = body < BAR_WIDTH
    at = _TITLE if is_narrow else _PHASE * body // BAR_WIDTH
    said = (
        Segment(
            phase[0].removeprefix("Round ") if is_narrow else phase[0], style(palette.bright, bar, bold=True)
        ),
        Segment(f"  {phase[1]}", style(palette.text, bar)),
    )
    end = body - 1 - width(link) - 1
    first = min(_AWAITED * body // BAR_WIDTH, max(end - width(awaited), at + width(said) + _GAP))
    if is_narrow:
        first = min(at + width(said) + _GAP, end)
    name = (Segment(crop(title, at - _TITLE - 1), style(palette.bright, bar, bold=True)),)
    pieces: list[tuple[int, Line]] = [
        (1, (Segment(NAME, style(palette.key, bar, bold=True)),)),
        *(() if is_narrow else ((_TITLE, name),)),
        (at, said),
        (first, _shortened(awaited, end - first)),
        (body - 1 - width(link), link),
    ]
    return place([(left + column, line) for column, line in pieces], cells, style(palette.text, bar))


def _shortened(awaited: Line, cells: int) -> Line:
    """Return who is awaited in at most `cells`: the name before the last words gives way first.

    What follows the player's own deed, before which no sign stands, goes whole.
    """
    excess = width(awaited) - cells
    if excess > 0 and len(awaited) > 1 and cell_len(awaited[0].text) > _SIGN:
        return _shortened(awaited[:1], cells)
    if excess <= 0 or len(awaited) < 2:  # noqa: PLR2004  # no name before the words
        return awaited if excess <= 0 else fit(awaited, cells, Style())
    *before, name, words = awaited
    size = cell_len(name.text)
    short = Segment(crop(name.text, max(size - excess, min(size, _LEAST))), name.style)
    line = (*before, short, words)
    return line if width(line) <= cells else fit(line, cells, Style())


def _link(snapshot: Snapshot, palette: Palette) -> Line:
    if snapshot.connection is Connection.ONLINE:
        late = lag_words(snapshot.lag)
        return (Segment(f"● {late or 'ok'}", style(palette.key if late else palette.good, palette.bar)),)
    words = {Connection.LOST: "link lost", Connection.REFUSED: "refused"}.get(
        snapshot.connection, "connecting"
    )
    return (Segment(f" ○ {words}", style(palette.bad, palette.bar, bold=True)),)


def key_line(keys: Sequence[tuple[str, str]], palette: Palette, cells: int, body: int = BAR_WIDTH) -> Line:
    """Return the bar at the bottom; the gaps shrink when there are many keys, then the last ones go."""
    bold, text = style(palette.key, palette.bar, bold=True), style(palette.label, palette.bar)
    parts = [
        (first, (Segment(keys[number][0], bold), Segment(f" {keys[number][1]}", text)))
        for number, first, _ in _places(keys, cells, body)
    ]
    return place(parts, cells, text)


def _places(keys: Sequence[tuple[str, str]], cells: int, body: int) -> Sequence[tuple[int, int, int]]:
    """Return which of the keys there is room for, each with its first cell and the one behind its last."""
    shown = list(range(len(keys)))
    while len(shown) > 1 and _size(keys, shown) + len(shown) - 1 > body - 2:
        shown.remove(next((each for each in reversed(shown) if keys[each][0] != "?"), shown[-1]))
    gap = max(1, min(3, (body - 2 - _size(keys, shown)) // max(1, len(shown) - 1)))
    at, places = max(cells - body, 0) // 2 + 1, []
    for number in shown:
        end = at + _size(keys, [number])
        places.append((number, at, end))
        at = end + gap
    return places


def _size(keys: Sequence[tuple[str, str]], shown: Sequence[int]) -> int:
    return sum(cell_len(keys[each][0]) + 1 + cell_len(keys[each][1]) for each in shown)
