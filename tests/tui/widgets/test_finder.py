"""The finder: typing, choosing and moving without leaving the line."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.app import App, ComposeResult

from ys_tui import themes
from ys_tui.lines import Line
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.finder import Finder

FRUIT = ("apple", "pear", "peach")


class Picking(App[None]):
    """Some fruit to find; what was chosen is in `chosen`."""

    def __init__(self) -> None:
        """Have chosen nothing."""
        super().__init__()
        themes.install(self)
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        """Yield the finder."""
        yield Finder(self._found, hint="a fruit", nothing="No such fruit.")

    def on_mount(self) -> None:
        """List all, and let the keys go to the line."""
        self.query_one(Finder).list_found()
        self.query_one(Finder).begin()

    def on_finder_chosen(self, message: Finder.Chosen) -> None:
        """Note it."""
        self.chosen.append(message.key)

    def listed(self) -> list[str]:
        """Return the lines of the list."""
        return [str(option.prompt).strip() for option in self.query_one(Choices).options]

    def _found(self, typed: str) -> Sequence[tuple[str, Line]]:
        return [(fruit, (Segment(fruit),)) for fruit in FRUIT if typed in fruit]


async def test_arrows_and_letters_go_to_list_and_line_at_once() -> None:
    """An arrow moves the mark, letters thin the list out and mark its first; Enter tells what is marked."""
    app = Picking()
    async with app.run_test() as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.chosen == ["pear"]
        await pilot.press("p", "e", "a")
        await pilot.pause()
        assert app.listed() == ["pear", "peach"]
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.chosen == ["pear", "peach"]
        await pilot.press("c", "enter")
        await pilot.pause()
        assert app.chosen == ["pear", "peach", "peach"]


async def test_nothing_found_can_not_be_chosen() -> None:
    """Where nothing has what was typed, a line says so; neither Enter nor a click chooses it."""
    app = Picking()
    async with app.run_test() as pilot:
        await pilot.press("z", "enter")
        await pilot.pause()
        assert app.listed() == ["No such fruit."]
        await pilot.click(Choices, offset=(3, 0))
        await pilot.pause()
    assert app.chosen == []


async def test_a_click_chooses() -> None:
    """A line that is clicked on is told; the keys stay with the line above."""
    app = Picking()
    async with app.run_test() as pilot:
        await pilot.click(Choices, offset=(3, 2))
        await pilot.pause()
        assert app.chosen == ["peach"]
        await pilot.press("a", "p")
        await pilot.pause()
        assert app.listed() == ["apple"]
