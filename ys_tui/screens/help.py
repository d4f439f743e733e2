"""Keys and rules, as text to scroll through."""

from importlib import resources
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ys_tui.screens.frame import Framed, Keys

_KEYS: Final = """\
Everywhere
  ?        this help              Esc, q   back, or leave after asking
  arrows   move                   ctrl+q   quit at once; games are kept
  Enter    do what is marked

At the table
  The bar at the bottom lists the keys that work at that moment.
  What you have chosen is a draft: Enter sends it, u takes it back.
  l opens the journal: what happened, and why.
  When somebody keeps the table waiting for long: w votes to wait,
  o to go on without them.
"""


class HelpScreen(Framed):
    """The keys, then the rules of the game as they stand in its package."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "ask('back')", show=False),
        Binding("k", "top", show=False),
        Binding("r", "rules", show=False),
    ]
    DEFAULT_CSS = """
    HelpScreen Static { width: 100%; height: auto; }
    """

    def body(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(classes="body"):
            yield Static(_KEYS, markup=False)
            yield Static(rules("ys"), id="rules", markup=False)

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def heading(self) -> str:
        """Return what this is."""
        return "help"

    def keys(self) -> Keys:
        """Return how to move."""
        return (("↑↓", "scroll"), ("space", "page"), ("k", "keys"), ("r", "rules"), ("esc", "back"))

    def show(self) -> None:
        """Show nothing new: the text stays."""

    def action_top(self) -> None:
        """Scroll to the keys."""
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_rules(self) -> None:
        """Scroll to the rules."""
        self.query_one(VerticalScroll).scroll_to_widget(self.query_one("#rules"), top=True, animate=False)


def rules(game: str) -> str:
    """Return the rules of a game as plain text, each paragraph on one line that the screen wraps."""
    text = resources.files(f"protocol.games.{game}").joinpath("rules.md").read_text(encoding="utf-8")
    return "\n\n".join(map(_paragraph, text.replace("**", "").strip().split("\n\n")))


def _paragraph(text: str) -> str:
    is_listed = text.startswith(("|", "-", " "))
    return text if is_listed else " ".join(text.split()).lstrip("# ")
