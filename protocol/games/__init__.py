"""The games that can be played, one line each."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from protocol.game import Game


class _OnUse(Mapping[str, "Game[Any]"]):
    """Games by key, each imported when it is first asked for: a client's first frame is there before."""

    def __init__(self, imports: Mapping[str, Callable[[], "Game[Any]"]]) -> None:
        self._imports = imports
        self._imported: dict[str, Game[Any]] = {}

    def __getitem__(self, key: str) -> "Game[Any]":
        if key not in self._imported:
            self._imported[key] = self._imports[key]()
        return self._imported[key]

    def __contains__(self, key: object) -> bool:
        return key in self._imports

    def __iter__(self) -> Iterator[str]:
        return iter(self._imports)

    def __len__(self) -> int:
        return len(self._imports)


def _ys() -> "Game[Any]":
    from protocol.games.ys.game import YS  # noqa: PLC0415  # not before it is asked for

    return YS


GAMES: Final[Mapping[str, "Game[Any]"]] = _OnUse({"ys": _ys})
"""Every game by its key; what state a game has is its own affair."""
