"""The settings: a line for each, changed at once and kept at once; and where the keys are chosen."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message

from ys_tui.client.snapshot import Snapshot
from ys_tui.lines import Line, Lines, pad, style, wrap
from ys_tui.looks import UNICODE, Marks
from ys_tui.palettes import CHOICES
from ys_tui.preferences import THEME
from ys_tui.screens.frame import Framed, Keys, Tuned, sentence, up_and_down
from ys_tui.tuning import SETTINGS, Setting, setting
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.region import Region

_TITLE: Final = 12
"""Cells of the titles."""
_ROOMY: Final = 74
"""Cells from which on there is room for the longer words, and for blanks between the choices."""
_ONE_THEME: Final = "one for this terminal: it has few colours, or NO_COLOR is set"
"""What stands in the place of the themes where the terminal chooses."""


class _Rows(Choices):
    """The settings as lines; left and right change the one under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
    ]

    class Turned(Message):
        """The setting under the cursor is to be changed."""

        def __init__(self, step: int) -> None:
            """Carry by how much."""
            super().__init__()
            self.step = step

    def action_turn(self, step: int) -> None:
        """Ask for the choice beside the present one."""
        self.post_message(self.Turned(step))


class SettingsScreen(Framed):
    """What can be set, with what is in force, and a sentence about the line under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,comma,f2", "ask('back')", show=False)]
    DEFAULT_CSS = """
    SettingsScreen Choices { margin: 1 0; }
    """

    def __init__(
        self,
        snapshot: Snapshot,
        chosen: Mapping[str, str],
        *,
        fixed: Mapping[str, str] | None = None,
        keys: str = "",
        marks: Marks = UNICODE,
    ) -> None:
        """Show what was `chosen`; `fixed` names the flags that go before it, `keys` tells of the keys."""
        super().__init__(snapshot, marks=marks)
        self._chosen = {each.name: each.known(chosen.get(each.name, "")) for each in SETTINGS}
        self._fixed, self._keys = dict(fixed or {}), keys

    def body(self) -> ComposeResult:
        """Yield the lines, and what is told about them."""
        with Vertical(classes="body"):
            yield Region(id="title")
            yield _Rows(marks=self.marks)
            yield Region(id="told")

    def on_mount(self) -> None:
        """Let the keys go to the lines."""
        self.query_one(_Rows).focus()

    def heading(self) -> str:
        """Return what this is."""
        return "settings"

    def keys(self) -> Keys:
        """Return how to change something."""
        sides = "left right" if self.marks.ascii else self.marks.arrows[-2:]
        return ((up_and_down(self.marks), "move"), (sides, "change"), ("?", "help"), ("esc", "back"))

    def show(self) -> None:
        """Draw the lines."""
        title = sentence("What you set is kept at once, in your profile.", self.palette, "label")
        self.query_one("#title", Region).lines = (title,)
        self.query_one(_Rows).offer(self._lines())
        self.query_one("#told", Region).lines = tuple(self._told())

    def on_option_list_option_highlighted(self) -> None:
        """Tell of the line under the cursor."""
        self.query_one("#told", Region).lines = tuple(self._told())

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Change the line that was clicked on, or on which Enter was pressed."""
        self._turn(1)

    def on__rows_turned(self, message: _Rows.Turned) -> None:
        """Change the line under the cursor."""
        self._turn(message.step)

    def _turn(self, step: int) -> None:
        name = self.query_one(_Rows).chosen
        if name is None or (name == THEME and self.app.theme not in CHOICES):
            return
        word = setting(name).beside(self._in_force(name), step)
        self._chosen[name] = word
        self.post_message(Tuned(name, word))
        self.refresh_all()

    def _in_force(self, name: str) -> str:
        return self.app.theme if name == THEME else self._chosen[name]

    def _lines(self) -> Iterator[tuple[str, Line]]:
        for each in SETTINGS:
            yield each.name, self._line(each)

    def _line(self, each: Setting) -> Line:
        night, is_narrow = self.palette.night, self.cells < _ROOMY
        if each.name == THEME and self.app.theme not in CHOICES:
            words = "one: few colours, or NO_COLOR is set" if is_narrow else _ONE_THEME
            return (
                Segment(pad(each.title, _TITLE), style(self.palette.text, night)),
                Segment(words, style(self.palette.dim, night)),
            )
        parts = [Segment(pad(each.title, _TITLE), style(self.palette.text, night))]
        for name, words in each.choices:
            is_chosen = name == self._in_force(each.name)
            look = style(self.palette.key, night, bold=True) if is_chosen else style(self.palette.dim, night)
            parts.append(Segment(f"[{words}]" if is_chosen else f" {words} ", look))
            parts.append(Segment("" if is_narrow else " ", look))
        return tuple(parts)

    def _told(self) -> Iterator[Line]:
        name = self.query_one(_Rows).chosen
        said: list[Lines] = []
        if name is not None:
            said.append(wrap(sentence(self.named(setting(name).told), self.palette), self.cells))
            if name in self._fixed:
                words = f"This time {self._fixed[name]} was typed, which goes before what is set here."
                said.append(wrap(sentence(words, self.palette, "key"), self.cells))
        said.append(((), *wrap(sentence(self._keys, self.palette, "label"), self.cells, 2)))
        for lines in said:
            yield from lines
