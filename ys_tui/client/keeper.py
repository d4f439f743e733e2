"""One server that is watched without a screen: its link and its store, for as long as that is wanted."""

import asyncio
import random
from collections.abc import Callable
from typing import Final

from ys_tui.client.link import Delays, Link, jittered
from ys_tui.client.store import Store
from ys_tui.client.unattended import News, Unattended

AGAIN: Final = 60.0
"""Seconds until a server that does not want this client is asked once more."""
_REFRESH: Final = 10
"""Ticks between two looks at what another window of the profile has noted."""

Told = Callable[[str, News], object]
"""Hears a server's address, and what is new there."""


class Keeper:
    """The way to one server, its tables, and what is told of them."""

    def __init__(self, url: str, store: Store, told: Told, delays: Delays = jittered) -> None:
        """Stand ready; `store` has to be unattended."""
        self.url = url
        self._store, self._told, self._delays = store, told, delays
        self._unattended = Unattended(store)
        self._link: Link | None = None
        self._ticks = 0

    @property
    def is_needed(self) -> bool:
        """Whether a game of the player's is on there, as far as is known here."""
        return self._unattended.is_needed

    @property
    def is_connected(self) -> bool:
        """Whether the server has let this client in."""
        return self._store.is_welcome

    async def run(self) -> None:
        """Watch over the tables until cancelled; a server that does not want this client is asked again."""
        while True:
            self._link = Link(self.url, self._store, self._tell, self._delays)
            await self._link.run()
            await asyncio.sleep(AGAIN * random.uniform(1.0, 1.5))  # noqa: S311  # spreads load, guards nothing

    def tick(self, now: float) -> None:
        """Take the time: called about once a second."""
        self._store.tick(now)
        self._ticks += 1
        out = self._store.late()
        if self._ticks % _REFRESH == 0:
            out += self._store.refresh()
        if self._link is not None:
            self._link.send(out)
        self._tell()

    def moved(self, url: str) -> None:
        """Note that the server is at another address; `run` has to be begun anew."""
        self.url = url
        self._store.moved(url)

    def _tell(self) -> None:
        for news in self._unattended.news():
            self._told(self.url, news)
