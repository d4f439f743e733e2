"""A player with nothing but a mouse: clicks on what is on the screen, and never presses a key."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from textual.pilot import Pilot

from protocol.game import Choice
from protocol.games.ys.prompts import PickBid, Place, PlayCards
from tests.support.keys import until
from ys_tui.client.snapshot import Snapshot
from ys_tui.games.ys.aim import Way, options, places, values, wants_place, way_of
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.draw_hand import spans
from ys_tui.games.ys.regions import OfDesk, Placed
from ys_tui.screens.table import TableScreen
from ys_tui.widgets.bars import KeyBar

_CLICKS: Final = 2_000


class Mouse:
    """The mouse of one player at one terminal."""

    def __init__(self, pilot: Pilot[None], rng: Random) -> None:
        """Hold it; what is chosen follows from `rng`."""
        self._pilot, self._rng = pilot, rng
        self.clicks = 0

    @property
    def _app(self) -> Any:  # noqa: ANN401  # the real app, whose screens are many
        return self._pilot.app

    async def key(self, key: str) -> None:
        """Click on a key in the bar at the bottom."""
        bar = self._app.screen.query_one(KeyBar)
        at = self._in_bar(key)
        assert at is not None, f"{key} is not in the bar: {bar._spans}"
        await self._click(bar, (at, 0))

    async def key_until(self, key: str, holds: Callable[[], bool], what: str) -> None:
        """Click on a key in the bar until `holds`: the game may change the bar under the pointer."""
        while not holds():
            await self._back_from_log()
            await until(self._pilot, lambda: holds() or self._in_bar(key) is not None, what)
            if not holds():
                await self.key(key)

    def _in_bar(self, key: str) -> int | None:
        spans = self._app.screen.query_one(KeyBar)._spans
        return next((first for first, _, name in spans if name == key), None)

    async def words(self, words: str) -> None:
        """Click on words that stand somewhere on the screen."""
        rows = [strip.text for strip in self._app.screen._compositor.render_strips()]
        at = next(((row.index(words), y) for y, row in enumerate(rows) if words in row), None)
        assert at is not None, f"{words} is not on the screen"
        await self._click(None, at)

    async def play(self, is_over: Any) -> None:  # noqa: ANN401  # a question about a snapshot
        """Click until the game is over."""
        app = self._app

        def is_asked() -> bool:
            table = app.snapshot.table
            is_ours = table is not None and not table.sent and (table.prompt is not None or bool(table.draft))
            return is_over(app.snapshot) or (is_ours and isinstance(app.screen, TableScreen))

        for _ in range(_CLICKS):
            await until(self._pilot, is_asked, "somebody was asked")
            await self._back_from_log()
            if is_over(app.snapshot):
                return
            await self._decide(app.screen.query_one(YsBoard), app.snapshot)
        raise AssertionError("the game does not end")

    async def _back_from_log(self) -> None:
        """Leave the log, which a bar that changed under the pointer may have opened, as a person would."""
        screen = self._app.screen
        if isinstance(screen, TableScreen) and screen.has_class("-journal"):
            await self.key("l")

    async def _decide(self, board: YsBoard, snapshot: Snapshot) -> None:
        """Make one click at a decision of the player."""
        table, aim = board._seen, board._aim
        assert table is not None
        assert snapshot.table is not None
        if board.is_telling or table.prompt is None:
            await self.key("enter")
        elif isinstance(table.prompt, PlayCards) and (table.draft or self._rng.random() < 0.3):
            await self.key("p")
        elif wants_place(table, aim):
            await self._at_place(board, self._rng.choice(places(table, aim)))
        elif isinstance(table.prompt, PickBid):
            held = [str(value) for value in values(table, aim)]
            for value in aim.bid:
                held.remove(str(value))
            await self._at_key(board, self._rng.choice(held))
        elif isinstance(table.prompt, Place):
            if way_of(table.prompt, aim) is not Way.NEUTRAL and self._rng.random() < 0.2:
                await self._if_there("f")
            await self._at_key(board, str(self._rng.choice(values(board._seen or table, board._aim))))
        else:
            answers = [each for each in options(table, aim) if each.is_open and each.key]
            assert answers, table.prompt
            is_long = isinstance(table.prompt, Choice) and table.prompt.what == "broker"
            shown = (
                [each for each in answers if self._cell(board, each.key) is not None] if is_long else answers
            )
            await self._at_key(board, self._rng.choice(shown).key)

    async def _if_there(self, key: str) -> None:
        if self._in_bar(key) is not None:
            await self.key(key)

    def _cell(self, board: YsBoard, key: str) -> tuple[Placed, tuple[int, int]] | None:
        """Return where a click is one on an answer or a broker, as at 80×24."""
        hand = next(region for region in board.query(OfDesk) if region.called == "hand")
        assert hand.desk is not None
        found = spans(hand.desk, hand.box.width)
        at = next(((first, row) for row, first, _, name in found if name == key), None)
        return None if at is None else (hand, at)

    async def _at_key(self, board: YsBoard, key: str) -> None:
        found = self._cell(board, key)
        assert found is not None, f"{key} cannot be clicked on"
        await self._click(*found)

    async def _at_place(self, board: YsBoard, spot: str) -> None:
        cells = (
            (region, (x, y))
            for region in board.query(Placed)
            if region.display
            for y in range(region.size.height)
            for x in range(region.size.width)
            if region.what_at(x, y) == spot
        )
        await self._click(*next(cells))

    async def _click(self, widget: Any, at: tuple[int, int]) -> None:  # noqa: ANN401  # any widget, or none
        self.clicks += 1
        await self._pilot.click(widget, offset=at)
        await self._pilot.pause()
