"""A line to type in has a frame that the terminal can show, wherever it stands."""

import pytest
from textual.app import App, ComposeResult
from textual.screen import Screen

from ys_tui import themes
from ys_tui.widgets.field import Field


class Asking(Screen[None]):
    """Two lines to type in."""

    def compose(self) -> ComposeResult:
        """Yield them: the first has the focus."""
        yield Field("Ada")
        yield Field("Ben")


class FieldApp(App[None]):
    """An app with that screen."""

    def __init__(self, classes: str) -> None:
        """Show the screen with these classes."""
        super().__init__()
        themes.install(self)
        self._classes_of_it = classes

    def on_mount(self) -> None:
        """Put it on."""
        self.push_screen(Asking(classes=self._classes_of_it))


@pytest.mark.parametrize(("classes", "frame"), [("", "round"), ("-ascii", "ascii")])
async def test_the_frame_is_that_of_the_screen(classes: str, frame: str) -> None:
    """With the focus and without it; in ASCII every cell is."""
    app = FieldApp(classes)
    async with app.run_test(size=(20, 8)) as pilot:
        await pilot.pause()
        fields = list(app.screen.query(Field))
        assert [field.has_focus for field in fields] == [True, False]
        assert {edge for field in fields for edge, _ in field.styles.border} == {frame}
        text = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert text.isascii() == (frame == "ascii")
        assert " Ada " in text
