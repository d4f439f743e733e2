"""The start screen lists the servers around: a search runs exactly while somebody chooses there."""

import asyncio
from abc import abstractmethod
from collections.abc import Sequence

from textual.message import Message

from ys_tui.asking import Asking
from ys_tui.looks import Marks
from ys_tui.nearby import Found, Search
from ys_tui.screens.connect import ConnectScreen


class Heard(Message):
    """`search` has found something new."""

    def __init__(self, search: Search | None, found: Found) -> None:
        """Carry both."""
        super().__init__()
        self.search, self.found = search, found


class Looking(Asking):
    """An app whose start screen lists servers as they come and go."""

    def __init__(self, marks: Marks, lan: Sequence[str] | None) -> None:
        """Look on the networks of these addresses of ours, on all when there are none; with None, nowhere."""
        super().__init__(marks)
        self._lan = lan
        self._search: Search | None = None
        self.found = None if lan is None else Found()
        """The servers around, as far as they were heard; None where nothing is looked for."""

    async def on_unmount(self) -> None:
        """End the search."""
        if self._search is not None:
            self._search.stop()
            await asyncio.to_thread(self._search.join)

    @property
    @abstractmethod
    def is_choosing(self) -> bool:
        """Whether the player still has to say where to play."""

    def look(self) -> None:
        """Look around if somebody is choosing, else no longer: to be called when that may have changed."""
        if self.is_choosing and self._search is None and self._lan is not None:
            self._search = Search(lambda found: self.post_message(Heard(self._search, found)), self._lan)
            self._search.start()
        elif not self.is_choosing and self._search is not None:
            self._search.stop()
            self._search = None

    def on_heard(self, message: Heard) -> None:
        """Show what there is now, unless another search goes on meanwhile."""
        if message.search is self._search is not None:
            self.found = message.found
            for screen in self.screen_stack:
                if isinstance(screen, ConnectScreen):
                    screen.found = message.found
