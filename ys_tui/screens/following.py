"""A screen above the table that is told meanwhile how the game there goes on."""

from textual.reactive import reactive
from textual.screen import Screen

from ys_tui.client.snapshot import Snapshot


class Following(Screen[None]):
    """It is given the newest snapshot, and shows what it likes of it."""

    snapshot: reactive[Snapshot] = reactive(Snapshot(), repaint=False)
