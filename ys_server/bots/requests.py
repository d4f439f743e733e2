"""What the bots have asked of their server: numbered, known until it is refused, made again in a while."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from protocol.messages import Act, Offer, Sit, Watch

Request: TypeAlias = Sit | Watch | Offer | Act

TRIES: Final = 30
"""How often what was refused at one table is asked again."""
REMEMBERED: Final = 1_000
"""Requests that are remembered until they are refused."""


class Requests:
    """The requests of one connection after the other."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self._ref = 0
        self._asked: dict[int, Request] = {}
        """What was not refused, by number; only the latest are kept."""
        self._waiting: list[Request] = []
        self._refusals: dict[int, int] = {}
        """How often something was refused, by table."""

    def number(self, request: Request) -> Request:
        """Return `request` with the next number, and remember it by that."""
        self._ref += 1
        numbered = replace(request, ref=self._ref)
        self._asked[self._ref] = numbered
        self._asked.pop(self._ref - REMEMBERED, None)
        return numbered

    def refused(self, ref: int) -> Request | None:
        """Return the request of that number, which is settled now; None when it is not known."""
        return self._asked.pop(ref, None)

    def later(self, request: Request) -> bool:
        """Let `request` be made once more; tell that it is not, when too much was refused at its table."""
        tries = self._refusals[request.table] = self._refusals.get(request.table, 0) + 1
        if tries > TRIES:
            return False
        self._waiting.append(request)
        return True

    def again(self) -> Iterator[Request]:
        """Yield, under new numbers, what was to be made once more."""
        waiting, self._waiting = self._waiting, []
        yield from map(self.number, waiting)

    def offline(self) -> None:
        """Forget what was asked on a connection that is lost."""
        self._asked.clear()
        self._waiting.clear()

    def forget(self, table: int) -> None:
        """Forget how often something was refused at a table that is no more."""
        self._refusals.pop(table, None)
