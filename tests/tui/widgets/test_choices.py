"""A list to choose from: a mark at the cursor, headings that are passed over, literal text."""

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult

from ys_tui import themes
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.widgets.choices import Choices, broken


class ChoicesApp(App[None]):
    """Nothing but a list."""

    def __init__(self, marks: Marks = UNICODE) -> None:
        """Use these marks."""
        super().__init__()
        themes.install(self)
        self._marks = marks
        self.taken: list[str | None] = []

    def compose(self) -> ComposeResult:
        """Yield the list."""
        yield Choices(("", "Heading"), ("a", "Alpha [b]"), ("b", "Beta [/"), marks=self._marks)

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Note what is taken."""
        self.taken.append(message.option_id)

    def rows(self) -> list[str]:
        """Return what is shown."""
        return [strip.text.rstrip() for strip in self.screen._compositor.render_strips()][:4]


@pytest.mark.parametrize(("marks", "sign"), [(UNICODE, "▸"), (ASCII, ">")])
async def test_mark_stands_at_the_cursor(marks: Marks, sign: str) -> None:
    """The line under the cursor has the mark before it, without any colour; it moves with the cursor."""
    app = ChoicesApp(marks)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.rows()[:3] == ["Heading", f"{sign} Alpha [b]", "  Beta [/"]
        await pilot.press("down", "enter")
        assert app.rows()[:3] == ["Heading", "  Alpha [b]", f"{sign} Beta [/"]
    assert app.taken == ["b"]


async def test_cursor_stays_at_its_key() -> None:
    """New lines around it leave the cursor where it was; a line that is gone gives it to the first."""
    app = ChoicesApp()
    async with app.run_test() as pilot:
        await pilot.press("down")
        choices = app.query_one(Choices)
        choices.offer((("z", (Segment("New"),)), ("b", (Segment("Beta"),))))
        assert choices.chosen == "b"
        choices.offer((("", (Segment("Heading"),)), ("c", (Segment("Gamma"),))))
        assert choices.chosen == "c"
        choices.offer(())
        assert choices.chosen is None


async def test_a_choice_may_be_several_rows_high() -> None:
    """The mark stands at its first row, the others stand below; the cursor goes from choice to choice."""
    app = ChoicesApp()
    async with app.run_test() as pilot:
        long = broken(((Segment("Alpha"),), (Segment("and more"),)))
        app.query_one(Choices).offer((("a", long), ("b", (Segment("Beta"),))))
        await pilot.pause()
        assert app.rows()[:3] == ["▸ Alpha", "  and more", "  Beta"]
        await pilot.press("down", "enter")
        assert app.rows()[:3] == ["  Alpha", "  and more", "▸ Beta"]
        await pilot.press("up")
        assert app.rows()[:3] == ["▸ Alpha", "  and more", "  Beta"]
    assert app.taken == ["b"]
