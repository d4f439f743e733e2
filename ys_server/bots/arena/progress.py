"""The bar that tells how far a run of games is: on a terminal, nothing elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Advance(Protocol):
    """What tells the progress bar that a game is over."""

    def __call__(self) -> None:
        """Count one game more."""


@contextmanager
def progress(count: int) -> Iterator[Advance]:
    """Show a bar of `count` games for as long as the block lasts."""
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=count)
        yield lambda: bar.advance(task)
