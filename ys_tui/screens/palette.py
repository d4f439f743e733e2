"""Everything that can be done on the screen below, to find by typing: actions with keys, and settings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from ys_tui.actions import EVERYWHERE, SCOPES, Action, Scope
from ys_tui.keymap import Keymap, Typing
from ys_tui.keynames import shown
from ys_tui.lines import Line, crop, pad, style
from ys_tui.looks import UNICODE, Marks
from ys_tui.preferences import PACE
from ys_tui.screens.dialogs import NOT_KEPT, Dialog
from ys_tui.screens.frame import Keys, up_and_down
from ys_tui.themes import palette_of
from ys_tui.tuning import SETTINGS
from ys_tui.widgets.finder import Finder

Offers = Sequence[tuple[tuple[str, ...], str]]
"""Choices, each with the keys that make it, one after the other."""
_KEYS: Final = 12
"""Cells of the keys before what they do."""
_WIDTH: Final = 94
"""Cells of the frame, where the terminal has them."""
_EDGES: Final = 9
"""Cells of it that are not text: its sides, the mark, the bar that tells the scrolling."""
_NOT_HERE: Final = frozenset({"palette", "theme"})
"""What is shared and would say nothing here: this itself, and the next theme where all are listed."""
_TITLES: Final = {PACE: "Speed of counts"}
"""What a setting is called where its own title has not the word that one looks for."""
_NOTHING: Final = "Nothing of that name can be done here."


def entries(
    scope: str,
    offered: frozenset[str] | None,
    keymap: Keymap,
    chosen: Mapping[str, str],
    *,
    choices: Offers = (),
    is_kept: bool = True,
) -> Iterator[tuple[str, str, str]]:
    """Yield what can be done: keys that screens know or `name=word` of a setting; keys as typed; words.

    `offered` are the keys that do something now on a screen of that `scope`, None for all of them; `choices`
    are those of the board, which come first; `chosen` is what is set, as far as it can be changed; `is_kept`
    tells whether a game that is left lasts.
    """
    last = (keys[-1] for keys, _ in choices)
    typing = Typing(scope, literal=frozenset(key for key in last if len(key) == 1 and key.isalpha()))
    for keys, words in choices:
        yield " ".join(keys), " ".join(keymap.shown(key, typing) for key in keys), words
    own = next(each for each in SCOPES if each.name == scope)
    for where, action in (*_listed(own), *_listed(EVERYWHERE)):
        if action.name in _NOT_HERE or (
            where is own and offered is not None and not offered & set(action.does)
        ):
            continue
        if not action.name.startswith("digit-"):
            words = action.told if is_kept or action.name != "quit" else f"quit; {NOT_KEPT}"
            told = words[0].upper() + words[1:]
            yield action.does[0], " ".join(map(shown, keymap.keys(where, action))), told
    for each in SETTINGS:
        if each.name not in chosen:
            continue
        for word, words in each.choices:
            if word != each.known(chosen[each.name]):
                yield f"{each.name}={word}", "", f"{_TITLES.get(each.name, each.title)}: {words}"


def _listed(scope: Scope) -> Iterator[tuple[Scope, Action]]:
    return ((scope, action) for action in scope.actions)


class PaletteScreen(Dialog[str]):
    """A line to type in and what has it in it; ends with what `entries` has first, or "" for nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "cancel", show=False),
    ]
    DEFAULT_CSS = f"""
    PaletteScreen Vertical {{ width: {_WIDTH}; height: 80%; min-height: 12; padding: 0 1; }}
    PaletteScreen Input, PaletteScreen Input:focus {{ height: 1; border: none; padding: 0; }}
    """

    def __init__(self, offered: Sequence[tuple[str, str, str]], *, marks: Marks = UNICODE) -> None:
        """Offer what `entries` yields."""
        super().__init__(marks)
        self._offered = tuple(offered)

    def body(self) -> ComposeResult:
        """Yield the question, and where to find the answer."""
        yield Label("What do you want to do?", markup=False)
        yield Finder(self._found, hint="type a word of it", nothing=_NOTHING, marks=self.marks)

    def keys(self) -> Keys:
        """Return how to choose."""
        return ((up_and_down(self.marks), "move"), ("enter", "do it"), ("esc", "back"))

    def on_mount(self) -> None:
        """Show all, and let the keys go to the line."""
        finder = self.query_one(Finder)
        finder.list_found()
        finder.begin()

    def on_finder_chosen(self, message: Finder.Chosen) -> None:
        """Do it."""
        self.dismiss(message.key)

    def action_cancel(self) -> None:
        """End with nothing."""
        self.dismiss("")

    def _found(self, typed: str) -> Sequence[tuple[str, Line]]:
        """Return what can be done and has every word of `typed` in it, as lines."""
        words = typed.casefold().split()
        found = [each for each in self._offered if all(word in each[2].casefold() for word in words)]
        return [(each[0], self._line(*each[1:])) for each in found]

    def _line(self, keys: str, words: str) -> Line:
        palette = palette_of(self.app.theme_variables)
        words = crop(words, max(min(self.size.width, _WIDTH) - _EDGES - _KEYS, 0))
        return (
            Segment(pad(keys, _KEYS), style(palette.key, palette.panel, bold=True)),
            Segment(words, style(palette.text, palette.panel)),
        )
