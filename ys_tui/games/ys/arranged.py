"""The regions of the board in the format that fits: where each stands, and what is pointed at and clicked on.

What they show and what keys do is the board's own affair.
"""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Resize
from textual.reactive import reactive

from protocol.games.ys.state import State
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.count import Count
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.drawings import OF_DESK, OF_SCENE, SIDES, rows_more
from ys_tui.games.ys.formats import MOST, Box, Format, format_of, has_room, plan
from ys_tui.games.ys.regions import OfDesk, OfScene, Placed, Side
from ys_tui.widgets.board import BREADTH, Board


class ArrangedBoard(Board):
    """A board whose regions stand where the format has them; keys and counts are for a subclass."""

    least: ClassVar[tuple[int, int]] = (36, 9)
    DEFAULT_CSS = """
    ArrangedBoard { width: 100%; height: 1fr; layers: ground count; overflow: hidden; }
    ArrangedBoard.-compact { width: 80; height: 21; }
    ArrangedBoard Placed { layer: ground; }
    ArrangedBoard Count { layer: count; position: absolute; }
    """

    scene: reactive[Scene | None] = reactive(None, repaint=False)
    desk: reactive[Desk | None] = reactive(None, repaint=False)
    pointed: reactive[str] = reactive("", repaint=False)
    """What the mouse is at: a place, a neighborhood, a player; "" for nothing."""
    shape: reactive[Format] = reactive(Format.COMPACT, repaint=False)
    """The format that is on."""

    def __init__(self, pace: str = "") -> None:
        """Begin in the format of 80×24."""
        super().__init__(pace)
        self.add_class("-compact")
        self._more = 0
        """Rows that the players need beyond the usual, where the format can give them."""

    def compose(self) -> ComposeResult:
        """Yield the regions, bound to what they draw."""
        for name in OF_SCENE:
            yield OfScene(name).data_bind(ArrangedBoard.scene, ArrangedBoard.marks)
        for name in OF_DESK:
            yield OfDesk(name).data_bind(ArrangedBoard.desk, ArrangedBoard.pointed, ArrangedBoard.marks)
        for name in SIDES:
            yield Side(name).data_bind(ArrangedBoard.marks)
        yield self.teller()

    # --- formats -----------------------------------------------------------------------------------

    def fit_to(self, columns: int, rows: int) -> None:
        """Take the format for a terminal of this size."""
        self.shape = format_of(columns, rows)

    @property
    def has_news(self) -> bool:
        """Whether the board itself shows what happened, or has no room for it: then nobody else has to."""
        return self.shape is not Format.COMPACT

    @property
    def breadth(self) -> int:
        """Cells that it takes in the middle of the screen."""
        return BREADTH if self.shape is Format.COMPACT else min(self.app.size.width, MOST)

    def watch_shape(self, shape: Format) -> None:
        """Put the regions where they belong."""
        self.set_class(shape is Format.COMPACT, "-compact")
        self.put()

    def on_resize(self, event: Resize) -> None:
        """Put the regions where they belong."""
        self.put()

    def put(self) -> None:
        """Put the regions where the format has them, at the size that the board has.

        The format is that of the terminal, with which the board grows a moment later: until then all stays.
        """
        if self._can_put:
            self._put()
            self.show()

    @property
    def _can_put(self) -> bool:
        return bool(self.children) and bool(self.size.width) and has_room(self.shape, *self.size)

    def _put(self) -> None:
        boxes = self.boxes()
        for region in self.query(Placed):
            region.take(self.shape, boxes.get(region.called))
        teller, box = self.query_one(Count), boxes["count"]
        teller.styles.offset = (box.x, box.y)
        teller.styles.width, teller.styles.height = box.width, box.height
        teller.cells = box.width

    def make_room(self, state: State) -> None:
        """Have rows enough for the cards of all players in `state`, as far as the format can give them."""
        if self._can_put and self._more != (more := rows_more(self.shape, self.boxes(), state)):
            self._more = more
            self._put()

    def boxes(self) -> Mapping[str, Box]:
        """Return where each region stands at the size that the board has."""
        return plan(self.shape, self.size.width, self.size.height, self._more)

    def side(self, name: str) -> Side:
        """Return the journal, or what was said."""
        return next(each for each in self.children if isinstance(each, Side) and each.called == name)

    # --- the mouse ---------------------------------------------------------------------------------

    def on_placed_pointed(self, message: Placed.Pointed) -> None:
        """Tell about what the mouse is at."""
        message.stop()
        self.pointed = message.what

    def on_placed_clicked(self, message: Placed.Clicked) -> None:
        """Do what a key would do."""
        message.stop()
        self.clicked(message.what, message.key)

    # What follows is the board's own; why it is not marked abstract, `ys_tui.widgets.board` says.

    def teller(self) -> Count:
        """Return what tells a count in place of the hand."""
        raise NotImplementedError

    def clicked(self, what: str, key: str) -> None:
        """Do what the player means by a click on a place, or on what stands for a key."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw everything where it stands now."""
        raise NotImplementedError
