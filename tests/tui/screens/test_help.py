"""The help: a list of topics to search by typing, a page for each, and what applies at the moment."""

import pytest
from msgspec.structs import replace
from textual.containers import VerticalScroll
from textual.widgets import Static

from protocol.games.ys.game import YS
from tests.support.framed import FramedApp, after, seen
from ys_tui.client.snapshot import Snapshot
from ys_tui.keymap import DEFAULT
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.screens.help import HelpScreen
from ys_tui.topics import key_text

SIZE = (80, 24)


def help_screen(*topic: str, start: str = "", marks: Marks = UNICODE, invitation: str = "") -> HelpScreen:
    """Return the help as it is opened outside a game."""
    shown: Snapshot = replace(seen(), table=None)
    return HelpScreen(shown, topic=topic, start=start, marks=marks, invitation=invitation)


async def test_topics_are_found_by_typing() -> None:
    """What is typed leaves the topics that have it; Enter opens the marked one, Esc leads back by steps."""
    app = FramedApp(help_screen())
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot)
        assert "Votes, clocks and pauses" in app.text()
        await after(pilot, *"black gem")
        assert "Votes, clocks and pauses" not in app.text()
        await after(pilot, "down", "down", "enter")
        assert "R72 The colours are ranked by price" in app.text()
        assert "help: Scoring" in app.text()
        await after(pilot, "escape")
        assert "black gem" in app.text()
        assert app.asked == []
        await after(pilot, "escape")
    assert app.asked == ["back"]


async def test_nothing_found_is_said() -> None:
    """A word that is nowhere leaves a line that says so, and Enter opens nothing."""
    app = FramedApp(help_screen())
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot, *"zebra", "enter")
        assert "No topic has that in it." in app.text()


async def test_a_page_opens_at_what_was_typed() -> None:
    """Where a word is far down on a long page, that is where it opens."""
    app = FramedApp(help_screen())
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot, *"r77 rules")
        await after(pilot, *("backspace",) * 6, "up", "enter")
        await after(pilot)
        assert any(row.strip().startswith("R77 Black gems") for row in app.text().splitlines()[1:4])


async def test_help_opens_with_what_applies_at_the_moment() -> None:
    """At a table the page on it is there at once; Esc leads back to the game, a key to all topics."""
    topic = ("R22: Everybody bids.", "R23: Who bids [b]most[/b] chooses.")
    app = FramedApp(help_screen(*topic))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot)
        rows = [row.strip() for row in app.text().split("\n")]
        assert rows[2:7] == ["AT THIS MOMENT", "", topic[0], "", topic[1]]
        await after(pilot, "slash")
        assert "▸ At this moment" in app.text()
        await after(pilot, "enter")
        assert topic[0] in app.text()
        await after(pilot, "escape")
        assert app.asked == []
    app = FramedApp(help_screen(*topic))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot, "escape")
    assert app.asked == ["back"]


async def test_help_opens_at_a_topic() -> None:
    """A form asks for the help on tables: that is what is seen."""
    app = FramedApp(help_screen(start="tables"))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot)
        assert "TABLES AND OPTIONS" in app.text()
        assert YS.options[0].title in app.text()


async def test_without_a_moment_there_is_no_topic_for_it() -> None:
    """In the lobby nothing is asked; what others type to join is in the topic on it."""
    app = FramedApp(help_screen(invitation="Others type:  ys join 192.0.2.7"))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot)
        assert "At this moment" not in app.text()
        await after(pilot, *"lobby", "enter")
        assert "Others type:  ys join 192.0.2.7" in app.text()


async def test_the_mouse_opens_topics() -> None:
    """A click on a line opens it, a click in the bar leads back."""
    app = FramedApp(help_screen())
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot)
        row = next(row for row, line in enumerate(app.text().splitlines()) if "Fair play" in line)
        await pilot.click(offset=(6, row))
        await after(pilot)
        assert "FAIR PLAY" in app.text()


async def test_help_in_plain_letters() -> None:
    """With --ascii every cell of the help is ASCII, page by page, the bar at its side included."""
    app = FramedApp(help_screen(marks=ASCII))
    async with app.run_test(size=SIZE) as pilot:
        await after(pilot)
        assert app.text().isascii(), app.text()
        for _ in app.shown._topics:  # type: ignore[attr-defined]  # of the help
            await after(pilot, "enter")
            scroll = app.screen.query_one(VerticalScroll)
            for _ in range(100):
                assert app.text().isascii(), app.text()
                assert "?? scroll" not in app.bar()
                if scroll.scroll_y >= scroll.max_scroll_y:
                    break
                await after(pilot, "space")
            assert scroll.scroll_y == scroll.max_scroll_y
            await after(pilot, "escape", "down")


@pytest.mark.parametrize("size", [(60, 16), (70, 20), (79, 24), (80, 24), (120, 36)])
@pytest.mark.parametrize("first", [(60, 16), (120, 36)])
async def test_the_keys_are_broken_once(first: tuple[int, int], size: tuple[int, int]) -> None:
    """Each line of their page is one row, whatever size the terminal has or gets."""
    app = FramedApp(help_screen(start="keys"))
    async with app.run_test(size=first) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(*size)
        await pilot.pause()
        page = app.screen.query_one(VerticalScroll).query_one(Static)
        text = str(page.content)
        assert page.size.height == len(text.split("\n"))
        assert max(map(len, text.splitlines())) > min(size[0], 70) - 8
    assert "".join(text.split()).endswith("".join(key_text(DEFAULT).split()))
