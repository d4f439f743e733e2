"""The form for a table: what it shows comes from the game, what it sends can be played."""

from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from protocol.game import ESCROW, check_table
from tests.support.options import RICH
from ys_tui import themes
from ys_tui.forms import Go, Row, rows
from ys_tui.tables import TableOrder, alone
from ys_tui.widgets.form import TableForm

FOUR = TableOrder(4)


class FormApp(App[None]):
    """Nothing but the form."""

    def __init__(self, order: TableOrder = FOUR) -> None:
        """Begin with `order`."""
        super().__init__()
        themes.install(self)
        self._order = order
        self.sent: list[TableOrder] = []

    def compose(self) -> ComposeResult:
        """Yield the form."""
        yield TableForm(RICH, self._order, "Go on")

    def on_mount(self) -> None:
        """Let the keys go to it."""
        self.query_one(TableForm).focus()

    def on_table_form_sent(self, message: TableForm.Sent) -> None:
        """Note what is sent."""
        self.sent.append(message.order)

    def lines(self) -> list[str]:
        """Return what is shown, without blank lines."""
        shown = (strip.text.rstrip() for strip in self.screen._compositor.render_strips())
        return [line for line in shown if line]


async def pressed(pilot: Pilot[None], *keys: str) -> list[str]:
    """Press keys and return what is shown."""
    await pilot.press(*keys)
    await pilot.pause()
    app = pilot.app
    assert isinstance(app, FormApp)
    return app.lines()


async def test_everything_comes_from_the_game() -> None:
    """Numbers of seats, titles, sentences and reasons are the game's, and literal."""
    async with FormApp().run_test() as pilot:
        assert await pressed(pilot) == [
            "▸ Seats      2  3 [4]",
            "  [ ] Long game",
            "   -  Trio  Only three play the trio.",
            "  [ ] Dear game",
            "  Go on",
            "Everybody pays [double].",
        ]


async def test_number_of_seats_changes_what_is_possible() -> None:
    """With other seats another option is impossible, at once; what was chosen for them comes back."""
    async with FormApp().run_test() as pilot:
        lines = await pressed(pilot, "down", "space", "up", "left", "left")
        assert lines[:4] == [
            "▸ Seats     [2] 3  4",
            "   -  Long game  Two play the short game.",
            "   -  Trio  Only three play the trio.",
            "  [ ] Dear game",
        ]
        assert lines[-1] == "A third hand is on the table."
        lines = await pressed(pilot, "right")
        assert lines[1:3] == ["  [x] Long game", "  [ ] Trio"]


async def test_impossible_option_says_why_and_stays() -> None:
    """At the cursor its reason is told in full; no key chooses it."""
    app = FormApp()
    async with app.run_test() as pilot:
        lines = await pressed(pilot, "down", "down", "space")
        assert lines[2] == "▸  -  Trio  Only three play the trio."
        assert lines[-1] == "Not available: Only three play the trio."
        await pressed(pilot, "enter")
    assert [order.wanted for order in app.sent] == [()]


async def test_option_at_the_cursor_is_told() -> None:
    """The sentence below the rows is about the one at the cursor; space chooses and takes back."""
    async with FormApp().run_test() as pilot:
        lines = await pressed(pilot, "down", "down", "down", "space")
        assert lines[3] == "▸ [x] Dear game"
        assert lines[-1] == "The prize counts twice."
        assert (await pressed(pilot, "space"))[3] == "▸ [ ] Dear game"


async def test_bots_follow_the_seats() -> None:
    """There is a line for each bot that has a seat, with its levels to choose from."""
    app = FormApp(alone(RICH, ("greedy",), ()))
    async with app.run_test() as pilot:
        lines = await pressed(pilot)
        assert lines[4:6] == ["  Bot 1      random [greedy]", "  Go on"]
        lines = await pressed(pilot, "right", "right", "down", "down", "down", "down", "down", "left")
        assert lines[4:7] == [
            "  Bot 1      random [greedy]",
            "▸ Bot 2     [random] greedy",
            "  Bot 3      random [greedy]",
        ]
        await pressed(pilot, "enter")
    assert [order.bots for order in app.sent] == [("greedy", "random", "greedy")]


async def test_last_line_sends_by_space_and_by_mouse() -> None:
    """Who does not know of Enter finds the line that ends the form."""
    app = FormApp()
    async with app.run_test() as pilot:
        await pressed(pilot, "down", "down", "down", "down", "space")
        form = app.query_one(TableForm)
        await pilot.click(form, offset=(4, 6))
    assert app.sent == [FOUR, FOUR]


async def test_mouse_chooses_what_it_points_at() -> None:
    """A click on a number of seats, a level or an option does what the keys would; on a blank, nothing."""
    app = FormApp(alone(RICH, ("greedy", "greedy", "greedy"), ()))
    async with app.run_test() as pilot:
        form = app.query_one(TableForm)
        for offset in ((16, 0), (40, 0), (5, 1), (5, 2), (4, 3), (14, 6), (30, 6)):
            await pilot.click(form, offset=offset)
        await pilot.pause()
        assert form.order.seats == 3
        assert form.order.options(RICH) == ("long", "trio")
        assert form.order.bots == ("random", "greedy")
    assert app.sent == []


async def test_trust_is_offered_where_a_decision_has_days() -> None:
    """Without such a clock the option is not there, and what was chosen before does not count."""
    app = FormApp(TableOrder(4, clock="live-60"))
    async with app.run_test(size=(80, 30)) as pilot:
        form = app.query_one(TableForm)
        before = await pressed(pilot, *["down"] * (len(RICH.options) + 1))
        height = form.size.height
        assert not any(ESCROW.title in line for line in before)
        chosen = await pressed(pilot, "right", "down", "space")
        assert any(f"[x] {ESCROW.title}" in line for line in chosen)
        assert "this table trusts its host" in " ".join(" ".join(chosen).split())
        assert form.order.options(RICH) == ("escrow",)
        assert not form.order.obstacle(ESCROW)
        assert form.size.height == height
        await pressed(pilot, "up", "left")
        assert form.order.options(RICH) == ()
        assert form.order.obstacle(ESCROW) == ESCROW.otherwise


async def test_short_form_has_no_blank_lines() -> None:
    """Where there is no room the groups stand close."""
    app = FormApp()
    async with app.run_test() as pilot:
        form = app.query_one(TableForm)
        tall = form.size.height
        form.is_short = True
        await pilot.pause()
        assert form.size.height == tall - 3


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from((-1, 1))), max_size=30), st.booleans())
def test_whatever_is_pressed_can_be_played(keys: list[tuple[int, int]], has_bots: bool) -> None:
    """Every order that the rows can make is a table that the game allows, with a level for each bot."""
    order = alone(RICH, ("random",), ("trio",)) if has_bots else FOUR
    for at, by in keys:
        form: tuple[Row, ...] = rows(RICH, order, "Go on")
        assert isinstance(form[-1], Go)
        order = form[at % len(form)].turned(order, by)
        check_table(RICH, order.seats, order.options(RICH))
        assert len(order.bots) == (order.seats - 1 if has_bots else 0)
        assert set(order.bots) <= set(RICH.bots)
