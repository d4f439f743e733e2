"""What a screen does with a game that is over or goes on: saves a copy, exports it, verifies it again.

What that needs is loaded when it is first asked for, and works on a thread.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

from textual.app import App
from textual.screen import Screen

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.screens.looking_back import play_again
from ys_tui.widgets.bars import KeyBar

if TYPE_CHECKING:
    from ys_tui.replay import Replay

_SHOWN: Final = 10
"""Seconds for which the names of files stand there."""


class Tell(Protocol):
    """Tells the player what came of it, in a line for each file."""

    def __call__(self, words: str, *, is_bad: bool = False) -> None:
        """Show `words`; `is_bad` when it did not come about."""


def noted(screen: Screen[None]) -> Tell:
    """Return what tells it in a note above `screen`, for a while."""

    def tell(words: str, *, is_bad: bool = False) -> None:
        severity: Any = "warning" if is_bad else "information"
        screen.notify(words, severity=severity, timeout=_SHOWN, markup=False)

    return tell


def pictured(app: App[Any]) -> str:
    """Return the screen of `app` as SVG, without the bar of keys: they do nothing in a picture."""
    bars = [(bar, bar.lines) for bar in app.screen.query(KeyBar)]
    for bar, _ in bars:
        bar.lines = ((),)
    svg = app.export_screenshot(title="Ys")
    for bar, lines in bars:
        bar.lines = lines
    return svg


def save(screen: Screen[None], table: TableSnapshot, tell: Tell) -> None:
    """Write a copy of the game at `table`, and `tell` where that is."""
    from ys_tui import exporting  # noqa: PLC0415  # not needed to play

    play_again(
        screen,
        table,
        lambda replay: _told(tell, lambda: _files("Saved", exporting.copy(replay, exporting.folder()))),
    )


def _files(what: str, *paths: str) -> str:
    """Return what was written: a name is short enough for a line of its own, the folder stands there once."""
    folder, _, _ = paths[0].rpartition("/")
    names = "\n".join(path.rpartition("/")[2] for path in paths)
    return f"{what}:\n{names}\nin {folder or '/'}"


def export(screen: Screen[None], table: TableSnapshot, tell: Tell) -> None:
    """Write the journal of the game at `table`, and a picture of `screen`, and `tell` where they are."""
    svg = pictured(screen.app)
    play_again(screen, table, lambda replay: written(replay, svg, "result", tell))


def written(replay: "Replay", svg: str, what: str, tell: Tell) -> None:
    """Write the journal of a game and a picture of `what`, and `tell` where they are."""
    from ys_tui import exporting  # noqa: PLC0415  # not needed to play
    from ys_tui.games.kept import journal  # noqa: PLC0415

    def write() -> str:
        name, folder = exporting.stem(replay), exporting.folder()
        told = exporting.text(journal(replay, replay.last), f"{name}-journal", folder)
        return _files("Journal and picture", told, exporting.picture(svg, f"{name}-{what}", folder))

    _told(tell, write)


def _told(tell: Tell, write: Callable[[], str]) -> None:
    from ys_tui.exporting import ExportError  # noqa: PLC0415  # not needed to play

    try:
        tell(write())
    except ExportError as error:
        tell(str(error), is_bad=True)


def verify(screen: Screen[None], table: TableSnapshot, tell: Tell) -> None:
    """Play every entry at `table` again, and `tell` whether all of it holds."""
    from protocol.games import GAMES  # noqa: PLC0415  # not needed to play
    from protocol.verdict import Flaw, judge  # noqa: PLC0415
    from ys_tui.games.kept import record_of  # noqa: PLC0415

    record = record_of(table)

    def check() -> None:
        found = judge(record, GAMES)
        is_bad = isinstance(found, Flaw) and not found.has_no_result
        if isinstance(found, Flaw) and is_bad:
            words = f"It does not hold: {found.detail}."
        else:
            words = f"All {len(record.entries)} entries hold: signatures, seals, draws, every rule."
        screen.app.call_from_thread(lambda: tell(words, is_bad=is_bad))

    screen.run_worker(check, thread=True, exclusive=True, group="verify")
