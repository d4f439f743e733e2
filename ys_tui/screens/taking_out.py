"""What a screen does with a game that is over or goes on: saves a copy, exports it, verifies it again.

What that needs is loaded when it is first asked for, and works on a thread.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from textual.screen import Screen

from ys_tui.client.snapshot import TableSnapshot
from ys_tui.screens.looking_back import play_again

if TYPE_CHECKING:
    from ys_tui.replay import Replay

_SHOWN = 10
"""Seconds for which the names of files stand there."""


def save(screen: Screen[None], table: TableSnapshot) -> None:
    """Write a copy of the game at `table`, and say where that is."""
    from ys_tui import exporting  # noqa: PLC0415  # not needed to play

    play_again(
        screen,
        table,
        lambda replay: _told(screen, lambda: _copied(exporting.copy(replay, exporting.folder()))),
    )


def _copied(path: str) -> str:
    return _files("Saved", path)


def _files(what: str, *paths: str) -> str:
    """Return what was written: a name is short enough for a line of its own, the folder stands there once."""
    folder, _, _ = paths[0].rpartition("/")
    names = "\n".join(path.rpartition("/")[2] for path in paths)
    return f"{what}:\n{names}\nin {folder or '/'}"


def export(screen: Screen[None], table: TableSnapshot) -> None:
    """Write the journal of the game at `table`, and a picture of `screen`, and say where they are."""
    svg = screen.app.export_screenshot(title="Ys")
    play_again(screen, table, lambda replay: written(screen, replay, svg, "result"))


def written(screen: Screen[None], replay: "Replay", svg: str, what: str) -> None:
    """Write the journal of a game and a picture of `what`, and say where they are."""
    from ys_tui import exporting  # noqa: PLC0415  # not needed to play
    from ys_tui.games.kept import journal  # noqa: PLC0415

    def write() -> str:
        name, folder = exporting.stem(replay), exporting.folder()
        told = exporting.text(journal(replay, replay.last), f"{name}-journal", folder)
        return _files("Journal and picture", told, exporting.picture(svg, f"{name}-{what}", folder))

    _told(screen, write)


def _told(screen: Screen[None], write: Callable[[], str]) -> None:
    from ys_tui.exporting import ExportError  # noqa: PLC0415  # not needed to play

    try:
        screen.notify(write(), timeout=_SHOWN, markup=False)
    except ExportError as error:
        screen.notify(str(error), severity="warning", markup=False)


def verify(screen: Screen[None], table: TableSnapshot) -> None:
    """Play every entry at `table` again, and say whether all of it holds."""
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
        severity: Literal["warning", "information"] = "warning" if is_bad else "information"
        screen.app.call_from_thread(screen.notify, words, severity=severity, markup=False)

    screen.run_worker(check, thread=True, exclusive=True, group="verify")
