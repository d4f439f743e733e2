"""Input one piece after the other: each meets the screen, focus and draft that the piece before has led to.

Textual hands a key to what has the focus when the key comes in. Over a slow line, or after a stall, several
come at once, and all but the first would go where the first is about to lead away from.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from textual import events
from textual.app import App, ScreenStackError
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.errors import NoWidget
from textual.message_pump import MessagePump

Piece = events.Key | events.Paste | events.MouseDown | events.MouseUp
"""What is taken in turn. The mouse may move meanwhile: that leads nowhere."""
_ROUNDS: Final = 2
"""Ways from the focus up to the app: the key's own, and that of the message by which a widget tells of it."""
_LULL: Final = 0.03
"""Seconds after a piece, in which its frame is drawn, before it is asked for by itself whether it is done."""
_PATIENCE: Final = 2.0
"""Seconds that a piece waits for the one before it, at most: what was to say that it is done may be gone."""


class InTurn:
    """The pieces of input of one app that have come and are not taken yet."""

    def __init__(
        self,
        app: App[Any],
        take: Callable[[events.Event], Awaitable[None]],
        settle: Callable[[Callable[[], object]], object] = lambda then: then(),
    ) -> None:
        """Hand them to `take` in turn.

        `settle` calls what it is given, from any thread, once the app has been told what came of all that
        was wished for so far.
        """
        self._app, self._take, self._settle = app, take, settle
        self._waiting: deque[Piece] = deque()
        self._turn = 0
        """Counts the pieces that were taken."""
        self._is_busy = False
        """Whether the latest of them may still lead elsewhere."""
        self._asking: asyncio.TimerHandle | None = None
        """Who will ask whether it is done; None while nobody will, or somebody does."""
        self._ways: Sequence[MessagePump] = ()
        """Where it passes, and what it leads to after it."""
        self._timed = 0
        """The one behind which others wait, for so long at most."""

    @property
    def is_at_rest(self) -> bool:
        """Whether all that has come is done."""
        return not (self._is_busy or self._waiting)

    async def add(self, piece: Piece) -> None:
        """Take it now, or as soon as what came before it is done."""
        self._waiting.append(piece)
        if self._is_busy:
            self._ask()
        else:
            await self._next()

    async def _next(self) -> None:
        if self._is_busy or not self._waiting:
            return
        piece = self._waiting.popleft()
        self._ways = (*self._way(piece),) * _ROUNDS
        self._is_busy, self._turn = True, self._turn + 1
        await self._take(piece)
        self._asking = asyncio.get_running_loop().call_later(_LULL, self._find_out)
        if self._waiting:
            self._ask()

    def _ask(self) -> None:
        """Ask now whether the turn that is on is done, as others wait for it; they do not wait for ever."""
        if self._timed != self._turn:
            self._timed = turn = self._turn
            self._app.set_timer(_PATIENCE, lambda: self._done(turn))
        if self._asking is not None:
            self._asking.cancel()
            self._find_out()

    def _find_out(self) -> None:
        ways, self._ways, self._asking = self._ways, (), None  # what is left behind is not held on to
        if self._app.is_running:
            self._follow(self._turn, ways)

    def _way(self, piece: Piece) -> Sequence[MessagePump]:
        """Return where it will pass: from what it meets up to the app."""
        try:
            met = self._app.focused or self._app.screen
            if isinstance(piece, events.MouseEvent):
                met, _ = self._app.screen.get_widget_at(piece.x, piece.y)
        except (NoWidget, NoMatches, NoScreen, ScreenStackError):
            return (self._app,)
        return met.ancestors_with_self

    def _follow(self, turn: int, way: Sequence[MessagePump]) -> None:
        """Be called by each in turn when it has done all that had come to it; then see who is in front.

        A screen that has just been opened calls back when it stands and has a focus.
        """
        for number, pump in enumerate(way, 1):
            if pump.call_later(self._follow, turn, way[number:]):
                return
        if not self._app.screen.call_later(self._led, turn):
            self._led(turn)

    def _led(self, turn: int) -> None:
        """Wait for what came of it elsewhere, as a draft that the client keeps."""
        self._settle(lambda: self._app.call_later(self._done, turn))

    def _done(self, turn: int) -> None:
        if turn == self._turn and self._is_busy:
            self._is_busy = False
            self._app.call_later(self._next)
