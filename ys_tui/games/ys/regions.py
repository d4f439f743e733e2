"""The regions of the board of Ys: each draws one value in its format, and says what is pointed at."""

from textual import events
from textual.message import Message
from textual.reactive import reactive

from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.drawings import OF_DESK, OF_SCENE, key_at, what_at
from ys_tui.games.ys.formats import Box, Format
from ys_tui.widgets.region import Region


class Placed(Region):
    """A region with a box on the board; without one it is not shown."""

    DEFAULT_CSS = """
    Placed { position: absolute; display: none; }
    """

    class Pointed(Message):
        """The mouse is at something else: a place, a neighborhood, a player; "" for nothing."""

        def __init__(self, what: str) -> None:
            """Carry `what`."""
            super().__init__()
            self.what = what

    class Clicked(Message):
        """The player has clicked on `what`, or at what stands for `key`."""

        def __init__(self, what: str = "", key: str = "") -> None:
            """Carry both."""
            super().__init__()
            self.what, self.key = what, key

    def __init__(self, name: str) -> None:
        """Stand nowhere yet; the plan of a format has its box under this name."""
        super().__init__(name=name)
        self.called = name
        self.shape = Format.COMPACT
        self.box = Box(0, 0, 0, 0)
        self._at = ""

    def take(self, shape: Format, box: Box | None) -> None:
        """Stand in `box` from now on, in this format."""
        self.display = box is not None
        if box is not None and (shape, box) != (self.shape, self.box):
            self.shape, self.box = shape, box
            self.styles.offset = (box.x, box.y)
            self.styles.width, self.styles.height = box.width, box.height
            self.draw()

    def draw(self) -> None:
        """Draw what there is in the box; nothing while there is none."""

    def what_at(self, x: int, y: int) -> str:
        """Return what stands at a cell of the region."""
        return ""

    def key_at(self, x: int, y: int) -> str:
        """Return the key of the answer that stands at a cell of the region."""
        return ""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what the mouse is at when that has changed."""
        self._point(self.what_at(event.x, event.y))

    def on_leave(self) -> None:
        """Say that it is at nothing."""
        self._point("")

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked on."""
        what, key = self.what_at(event.x, event.y), self.key_at(event.x, event.y)
        if what or key:
            self.post_message(self.Clicked(what, key))

    def _point(self, what: str) -> None:
        if what != self._at:
            self._at = what
            self.post_message(self.Pointed(what))


class OfScene(Placed):
    """A region that draws the scene."""

    scene: reactive[Scene | None] = reactive(None, repaint=False)

    def watch_scene(self) -> None:
        """Draw it."""
        self.draw()

    def draw(self) -> None:
        """Draw it in the box."""
        if self.scene is not None and self.box.width:
            self.lines = OF_SCENE[self.called](self.scene, self.shape, self.box)

    def what_at(self, x: int, y: int) -> str:
        """Return the place, the neighborhood or the player."""
        scene = self.scene
        return "" if scene is None else what_at(self.called, (x, y), self.shape, self.box, scene.state)


class OfDesk(Placed):
    """A region that draws the desk, and what is pointed at."""

    desk: reactive[Desk | None] = reactive(None, repaint=False)
    pointed: reactive[str] = reactive("", repaint=False)

    def watch_desk(self) -> None:
        """Draw it."""
        self.draw()

    def watch_pointed(self) -> None:
        """Draw it."""
        self.draw()

    def draw(self) -> None:
        """Draw it in the box."""
        if self.desk is not None and self.box.width:
            self.lines = OF_DESK[self.called](self.desk, self.pointed, self.shape, self.box)

    def key_at(self, x: int, y: int) -> str:
        """Return the key of the answer or the broker."""
        desk = self.desk
        return "" if desk is None else key_at(self.called, (x, y), self.shape, self.box, desk)


class Side(Placed):
    """The journal, or what was said: drawn by the board, which knows how to tell it."""
