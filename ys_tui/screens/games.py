"""The finished games of the profile: search them, step through one, count one's own results."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from protocol.game import Seat
from protocol.text import TITLE_LENGTH
from ys_tui import charts
from ys_tui.client import listing
from ys_tui.client.keyring import KeyringError
from ys_tui.client.listing import Listed
from ys_tui.client.results import Result, shares, table
from ys_tui.client.shelf import Shelf
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import GAMES_FOLDER
from ys_tui.games.kept import kept
from ys_tui.lines import Line, Lines, crop, wrap
from ys_tui.looks import UNICODE, Marks
from ys_tui.progress import progress
from ys_tui.replay import Replay, ReplayError
from ys_tui.screens.frame import Framed, Keys, sentence, up_and_down
from ys_tui.screens.replay import ReplayScreen
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.region import Region

_MARK: Final = 2
"""Cells before the words of a choice."""
_WIDEST: Final = 120
"""Cells of the body where the terminal has them."""
_AROUND: Final = 6
"""Rows that are taken by all but the statistics."""
_CHART: Final = 16
"""Rows of the chart below them, at most."""
_LEAST: Final = 7
"""Rows from which on it is worth while."""


class GamesScreen(Framed):
    """Every finished game that the profile has kept, the newest first."""

    scope = "games"
    width = _WIDEST
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", show=False),
        Binding("s", "statistics", show=False),
        Binding("escape,q", "back", show=False),
    ]
    DEFAULT_CSS = """
    GamesScreen .body { width: 120; }
    GamesScreen Choices, GamesScreen Choices:focus { height: 1fr; }
    GamesScreen Input, GamesScreen Input:focus { display: none; height: 1; border: none; padding: 0; }
    GamesScreen.-finding Input, GamesScreen.-finding Input:focus { display: block; border: none; }
    GamesScreen #numbers { display: none; }
    GamesScreen.-counted #numbers { display: block; }
    GamesScreen.-counted Choices, GamesScreen.-counted #told { display: none; }
    """

    class Read(Message):
        """Another game was read from the shelf, or all of them were (None)."""

        def __init__(self, found: Listed | None, problem: str = "") -> None:
            """Carry it, or why the shelf cannot be read."""
            super().__init__()
            self.found, self.problem = found, problem

    class Opened(Message):
        """A game was played again, or could not be."""

        def __init__(self, replay: Replay | None, problem: str = "") -> None:
            """Carry it, or why not."""
            super().__init__()
            self.replay, self.problem = replay, problem

    def __init__(self, folder: Path, snapshot: Snapshot, *, marks: Marks = UNICODE) -> None:
        """Show the games of the profile in `folder`."""
        super().__init__(snapshot, marks=marks)
        self._folder = folder
        self._found: list[Listed] = []
        self._is_read = self._has_charts = False
        self._word = self._problem = ""

    def body(self) -> ComposeResult:
        """Yield how many there are, the games, and the one under the cursor in full; or the statistics."""
        with Vertical(classes="body"):
            yield Region(id="words")
            yield Input(placeholder="a name, a date, an option", max_length=TITLE_LENGTH)
            yield Choices(marks=self.marks)
            yield Region(id="told")
            yield Region(id="numbers")

    def on_mount(self) -> None:
        """Begin to read the shelf: every game is played again, which takes a moment each."""
        self.query_one(Choices).focus()
        self.run_worker(self._read, thread=True, group="reading")

    def _read(self) -> None:
        worker = get_current_worker()
        shelf = Shelf(self._folder / GAMES_FOLDER)
        try:
            for found in listing.games(self._folder, shelf, is_newest_first=True):
                if worker.is_cancelled:
                    return
                self.post_message(self.Read(found))
        except KeyringError as error:
            self.post_message(self.Read(None, str(error)))
            return
        self.post_message(self.Read(None))

    def on_games_screen_read(self, message: Read) -> None:
        """List it below those that are newer."""
        if message.found is not None:
            self._found.append(message.found)
        else:
            self._is_read, self._problem = True, message.problem
        self.refresh_all()

    def on_games_screen_opened(self, message: Opened) -> None:
        """Step through it, or say why not."""
        self._problem = message.problem
        self.refresh_all()
        if message.replay is not None and self.is_current:
            seat = self._seat_in(message.replay)
            self.app.push_screen(ReplayScreen(message.replay, 0, marks=self.marks, seat=seat))

    def _seat_in(self, replay: Replay) -> Seat | None:
        """Return the player's seat in a game, the first if there are several."""
        own = next((listed.own for listed in self._found if listed.own is not None), None)
        seats = (Seat(n) for n, keys in enumerate(replay.record.setup.seats) if keys.sign == own)
        return next(seats, None)

    def heading(self) -> str:
        """Return what this is."""
        return "your games"

    def keys(self) -> Keys:
        """Return what can be done with the game under the cursor, and with all."""
        if self._is_read and not self._found:
            return (("esc", "back"),)
        if self.query_one(Input).has_focus:
            return (("enter", "to the games"), ("esc", "show all again"))
        if self.has_class("-counted"):
            return (("s", "the games"), ("/", "search"), ("esc", "back"))
        own = (("enter", "step through"), (up_and_down(self.marks), "choose")) if self._shown() else ()
        return (*own, ("/", "search"), ("s", "statistics"), ("esc", "back"))

    def show(self) -> None:
        """Bring list, details and statistics up to date."""
        shown = self._shown()
        self.query_one("#words", Region).lines = (*self._words(len(shown)), ())
        self.query_one(Choices).offer((str(listed.path), self._row(listed)) for listed in shown)
        self.query_one("#told", Region).lines = self._told()
        self.query_one("#numbers", Region).lines = self._numbers(listing.results(shown))

    def _numbers(self, results: Sequence[Result]) -> Lines:
        """Return the statistics of results, the latest first, and below how they went over time."""
        lines = (sentence(line, self.palette) for line in table(shares(results), self.cells))
        counted = tuple(part for line in lines for part in wrap(line, self.cells))
        rows = min(self.size.height - _AROUND - len(counted), _CHART)
        if not self._has_charts or rows < _LEAST:
            return counted
        return (*counted, (), *progress(results[::-1], (self.cells, rows), self.palette, self.marks))

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show what has the word in it."""
        self._word = message.value.strip()
        self.refresh_all()

    def on_input_submitted(self) -> None:
        """Go to what was found."""
        self.query_one(Choices).focus()

    def on_option_list_option_highlighted(self) -> None:
        """Tell of the game under the cursor."""
        self.query_one("#told", Region).lines = self._told()

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Play it again, on a thread: a long game takes a moment."""
        message.stop()
        path = message.option_id or ""

        def play() -> None:
            try:
                self.post_message(self.Opened(kept(path)))
            except ReplayError as error:
                self.post_message(self.Opened(None, str(error)))

        self.run_worker(play, thread=True, exclusive=True, group="opening")

    def action_find(self) -> None:
        """Let the player type what to find."""
        self.add_class("-finding")
        self.query_one(Input).focus()
        self.refresh_keys()

    def action_statistics(self) -> None:
        """Show the statistics of the games that are listed, or these again."""
        self.toggle_class("-counted")
        if not self.has_class("-counted"):
            self.query_one(Choices).focus()  # which it lost when it was hidden
        self.refresh_keys()
        if not self._has_charts:
            self.run_worker(self._load_charts, thread=True, exclusive=True, group="charts")

    def _load_charts(self) -> None:
        charts.load()
        self.app.call_from_thread(self._chart)

    def _chart(self) -> None:
        """Draw the chart from now on."""
        self._has_charts = True
        self.refresh_all()

    def action_back(self) -> None:
        """Show all again where something was searched, the games where it is statistics; else leave."""
        if self.has_class("-finding"):
            self.remove_class("-finding")
            self.query_one(Input).value = ""
            self.query_one(Choices).focus()
            self.refresh_keys()
        elif self.has_class("-counted"):
            self.action_statistics()
        else:
            self.dismiss()

    # --- within ------------------------------------------------------------------------------------

    def _shown(self) -> list[Listed]:
        """Return the games that have the word in them."""
        return [listed for listed in self._found if listing.matches(listed, self._word)]

    def _words(self, count: int) -> Lines:
        if self._is_read and not self._found and not self._problem:
            return (sentence("No game yet: each one that you finish is kept here.", self.palette, "label"),)
        number = f"{count} game{'s' * (count != 1)}{f' with “{self._word}”' if self._word else ''}"
        reading = "" if self._is_read else ", reading …"
        problem = (sentence(self._problem, self.palette, "bad", bold=True),) if self._problem else ()
        lines = (sentence(number + reading, self.palette, bold=True), *problem)
        return tuple(part for line in lines for part in wrap(line, self.cells))

    def _row(self, listed: Listed) -> Line:
        """Return a game in one line: when, the own place, who played."""
        names = ", ".join(f"{player.name} {player.points}" for player in listed.players)
        own = ", ".join(f"{player.place}." for player in listed.mine) or "–"
        words = f"{listed.date}  {own:3} {names or 'does not prove itself'}"
        role = "bad" if listed.alarms or not listed.players else "text"
        return sentence(crop(words, self.cells - _MARK), self.palette, role)

    def _told(self) -> Lines:
        """Return what is told of the game under the cursor."""
        chosen = self.query_one(Choices).chosen
        listed = next((each for each in self._found if str(each.path) == chosen), None)
        if listed is None:
            return ()
        lines = (sentence(line.strip(), self.palette, "label") for line in listing.summary(listed))
        return ((), *(part for line in lines for part in wrap(line, self.cells)))
