"""Who looks at the lobby, and what they have not been told yet: it goes out at most once a second."""

from collections.abc import Callable, Iterable, Iterator

from protocol.codec import pack
from protocol.messages import LobbyChanged, TableInfo
from ys_server.effects import Conn, Effect, send


class News:
    """What has changed in the lobby since it was told last."""

    def __init__(self, most_bytes: int) -> None:
        """Have nothing to tell; no message gets longer than about `most_bytes`."""
        self.lookers: dict[Conn, None] = {}
        self._most_bytes = most_bytes
        self._changed: dict[int, None] = {}
        self._gone: dict[int, None] = {}
        self._came: dict[str, None] = {}
        self._went: dict[str, None] = {}

    def changed(self, table: int) -> None:
        """Note that a listed table is new or has changed."""
        if self.lookers:
            self._changed[table] = None

    def gone(self, table: int) -> None:
        """Note that a listed table exists no longer."""
        self._changed.pop(table, None)
        if self.lookers:
            self._gone[table] = None

    def came(self, name: str) -> None:
        """Note that somebody is here."""
        self._went.pop(name, None)
        if self.lookers:
            self._came[name] = None

    def went(self, name: str) -> None:
        """Note that nobody is here under that name any more."""
        self._came.pop(name, None)
        if self.lookers:
            self._went[name] = None

    def told(self, info: Callable[[int], TableInfo]) -> list[Effect]:
        """Return what those who look are told now, `info` being how a table stands."""
        changed, gone = tuple(self._changed), tuple(self._gone)
        came, went = tuple(self._came), tuple(self._went)
        self._changed, self._gone, self._came, self._went = {}, {}, {}, {}
        if not self.lookers or not (changed or gone or came or went):
            return []
        first, *more = tuple(portions(map(info, changed), self._most_bytes)) or ((),)
        rest = (LobbyChanged(infos, (), (), ()) for infos in more)
        messages = [LobbyChanged(first, gone, came, went), *rest]
        return [effect for message in messages for effect in send(self.lookers, message)]


def portions(infos: Iterable[TableInfo], most_bytes: int) -> Iterator[tuple[TableInfo, ...]]:
    """Yield the tables in portions that are packed into about `most_bytes`, one table at least."""
    portion: list[TableInfo] = []
    size = 0
    for info in infos:
        portion.append(info)
        size += len(pack(info))
        if size >= most_bytes:
            yield tuple(portion)
            portion, size = [], 0
    if portion:
        yield tuple(portion)
