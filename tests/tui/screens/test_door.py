"""A table behind a password: a wrong one is refused in the question, and nothing that was typed is lost."""

import pytest

from protocol.games.ys.game import YS
from tests.support.framed import FramedApp, after, seen
from tests.support.keys import until
from tests.tui.test_solo import solo, text
from ys_tui.client.intents import OpenTable
from ys_tui.config import Host, Join, Settings
from ys_tui.screens.door import AtDoor
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.people import TypeWord, ask_code
from ys_tui.screens.room import RoomScreen
from ys_tui.wish import Wish


async def test_an_empty_line_is_refused_in_the_question() -> None:
    """Enter on an empty line, or on blanks, says so and stays; Esc ends with nothing."""
    app = FramedApp(LobbyScreen(seen()))
    given: list[str | None] = []
    async with app.run_test() as pilot:
        await after(pilot)
        app.push_screen(ask_code(app.shown.marks), given.append)
        await after(pilot, "enter", "space", "enter")
        assert "Nothing is typed yet; Esc goes back." in app.text()
        assert given == []
        await after(pilot, "escape")
    assert given == [""]


async def test_a_table_without_its_password_keeps_its_form() -> None:
    """Without a password no table is opened, and Esc leads back to the form as it was filled in."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 30)) as pilot:
        rows = len(YS.options) + 2
        await after(pilot, "n", "ctrl+u", "D", "u", "o", "down", "left", "left", *("down",) * rows)
        await after(pilot, "right", "right", "enter")
        assert isinstance(app.screen, TypeWord)
        await after(pilot, "enter", "escape")
        shown = " ".join(app.text().split())
        assert "Duo" in shown
        assert "[password]" in shown
        assert app.wishes == []
        await after(pilot, "enter", "x", "enter")
    (wish,) = app.wishes
    assert isinstance(wish, OpenTable)
    assert (wish.title, wish.seats, wish.door, wish.word) == ("Duo", 2, "password", "x")


@pytest.mark.timeout(180)
@pytest.mark.parametrize("key", ["enter", "w"])
async def test_a_wrong_password_is_said_in_the_question(key: str) -> None:
    """To sit down and to look in: a wrong one is refused there, and the right one typed then leads in."""
    async with solo(Settings("one", "Ada", plan=Host(0))) as (host, pilot):
        await until(pilot, lambda: isinstance(host.screen, LobbyScreen), "the lobby")
        host.post_message(Wish(OpenTable("ys", 4, (), "Den", door="password", word="sesame")))
        await until(pilot, lambda: isinstance(host.screen, RoomScreen), "the room")
        async with solo(Settings("two", "Ben", plan=Join(host.snapshot.server))) as (guest, other):
            await until(other, lambda: "Den" in text(guest), "the table")
            await other.press(key)
            await until(other, lambda: isinstance(guest.screen, AtDoor), "the question")
            await other.press("n", "o", "enter")
            await until(other, lambda: "That is not the password." in text(guest), "the refusal")
            assert isinstance(guest.screen, AtDoor)
            await other.press("ctrl+u", *"sesame", "enter")
            await until(other, lambda: isinstance(guest.screen, RoomScreen), "the guest's room")
            await until(
                other, lambda: guest.snapshot.at is not None and "Den" in text(guest), "the table's room"
            )
