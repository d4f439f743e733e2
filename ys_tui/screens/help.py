"""Keys and rules, as text to scroll through."""

from importlib import resources
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ys_tui.config import GAME
from ys_tui.games import LEGENDS
from ys_tui.looks import ascii_twin
from ys_tui.screens.frame import Framed, Keys, up_and_down

_KEYS: Final = """\
KEYS
  The bar at the bottom lists the keys that work at that moment.

Everywhere
  ?        this help              Esc, q   back, or leave after asking
  arrows   move                   ctrl+c   as q
  Enter    do what is marked      ctrl+q   quit at once; games are kept

At the table
  What you have chosen is a draft: Enter sends it, u takes it back.
  l        the journal: what happened, and why
  t        say something          r        the result, after the end
  w, o     when somebody keeps the table waiting: vote to wait, or to
           go on without them

In the lobby
  Enter    sit down, come back    w        look in
  n        new table

Before a game begins
  b, r     the host adds a bot, greedy or random
  s        the host starts        d        sit down
  t        say something

Start screen
  s        play alone             o        alone at another table: seats,
  n        your name                       bots and options
  h        host: others join      j        join a server

New table
  up, down move                   space    change the line at the mark
  left, right                     Enter    open it, or begin
           change by one

"""


class HelpScreen(Framed):
    """How to read the screen, the keys, then the rules of the game as they stand in its package."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "ask('back')", show=False),
        Binding("space", "page", show=False),
        Binding("s", "section('legend')", show=False),
        Binding("k", "section('keys')", show=False),
        Binding("r", "section('rules')", show=False),
    ]
    DEFAULT_CSS = """
    HelpScreen Static { width: 100%; height: auto; }
    HelpScreen .body { padding: 1 0 0 1; scrollbar-size-vertical: 1; }
    """

    def body(self) -> ComposeResult:
        """Yield the text."""
        table = self.snapshot.table
        game = GAME if table is None else table.setup.game
        with VerticalScroll(classes="body"):
            yield self._static("\n".join(LEGENDS[game](self.marks)) + "\n", "legend")
            yield self._static(_KEYS + (f"{self.invitation}\n\n" if self.invitation else ""), "keys")
            yield self._static(rules(game), "rules")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def heading(self) -> str:
        """Return what this is."""
        return "help"

    def keys(self) -> Keys:
        """Return how to move."""
        sections = (("s", "the screen"), ("k", "keys"), ("r", "rules"))
        return ((up_and_down(self.marks), "scroll"), ("space", "page"), *sections, ("esc", "back"))

    def show(self) -> None:
        """Show nothing new: the text stays."""

    def action_page(self) -> None:
        """Scroll on by what is seen."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def action_section(self, name: str) -> None:
        """Scroll to a section."""
        self.query_one(VerticalScroll).scroll_to_widget(self.query_one(f"#{name}"), top=True, animate=False)

    def _static(self, text: str, name: str) -> Static:
        return Static(ascii_twin(text) if self.marks.ascii else text, id=name, markup=False)


def rules(game: str) -> str:
    """Return the rules of a game as plain text, each paragraph on one line that the screen wraps."""
    text = resources.files(f"protocol.games.{game}").joinpath("rules.md").read_text(encoding="utf-8")
    return "\n\n".join(map(_paragraph, text.replace("**", "").strip().split("\n\n")))


def _paragraph(text: str) -> str:
    is_listed = text.startswith(("|", "-", " "))
    return text if is_listed else " ".join(text.split()).lstrip("# ")
