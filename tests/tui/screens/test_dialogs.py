"""The questions above a screen: what they end with, their keys, their frames."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.widgets import Input

from protocol.games.ys.game import YS
from tests.support.framed import FramedApp, after, seen
from ys_tui.config import Solo
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.screens.dialogs import Dialog, Say, Welcome, ask_kept, ask_leave_room, ask_leave_table, ask_resign
from ys_tui.screens.forms import NewSolo, NewTable
from ys_tui.screens.lobby import LobbyScreen

MADE: list[tuple[Callable[[Marks], Dialog[Any]], str]] = [
    (ask_kept, "enter choose"),
    (ask_leave_room, "enter choose"),
    (ask_leave_table, "enter choose"),
    (lambda marks: ask_resign(("Ben",), marks), "enter choose"),
    (lambda marks: Welcome("A word.", "Ada", marks=marks), "enter go on"),
    (lambda marks: NewTable("Harbour", marks=marks), "enter open it"),
    (lambda marks: NewSolo(Solo(), marks=marks), "enter begin"),
    (Say, "enter say it"),
]


@pytest.mark.parametrize(("made", "key"), MADE)
async def test_dialog_shows_its_own_keys(made: Callable[[Marks], Dialog[Any]], key: str) -> None:
    """The bar below a question has the keys of the question, not those of the screen behind it."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(made(UNICODE))
        await after(pilot)
        assert key in app.bar()
        assert "new table" not in app.bar()


@pytest.mark.parametrize(("made", "key"), MADE)
async def test_dialog_in_plain_letters(made: Callable[[Marks], Dialog[Any]], key: str) -> None:
    """With --ascii every cell of a question is ASCII, its frame and its line included."""
    app = FramedApp(LobbyScreen(seen(), marks=ASCII))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(made(ASCII))
        await after(pilot)
        assert key in app.bar()
        assert app.text().isascii(), app.text()


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("enter",), "root"),
        (("escape",), "root"),
        (("end", "x", "enter"), "rootx"),
        (("home", "ctrl+k", "enter"), "root"),
    ],
)
async def test_first_start_ends_with_a_name(keys: tuple[str, ...], name: str) -> None:
    """The name proposed can be kept or changed; without one typed it stays."""
    app = FramedApp(LobbyScreen(seen()))
    given: list[str | None] = []
    async with app.run_test() as pilot:
        await pilot.pause()
        app.push_screen(Welcome("A word.", "root"), given.append)
        await after(pilot)
        assert app.screen.query_one(Input).value == "root"
        await after(pilot, *keys)
    assert given == [name]


async def test_escape_closes_the_line_and_nothing_else() -> None:
    """Esc with the chat line open says nothing and asks for nothing."""
    app = FramedApp(LobbyScreen(seen()))
    said: list[str | None] = []
    async with app.run_test() as pilot:
        await pilot.pause()
        app.push_screen(Say(), said.append)
        await after(pilot, "h", "i", "escape")
        assert app.screen is app.shown
    assert said == [""]
    assert app.asked == []


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (("Ben",), "Resign? Ben has won then, at once."),
        (("Ben", "Cara"), "Resign? Ben and Cara play on without you."),
        (("Ben", "Cara", "Dan"), "Resign? Ben, Cara and Dan play on without you."),
    ],
)
async def test_resigning_says_what_follows(others: tuple[str, ...], words: str) -> None:
    """With one other the game is over at once; more of them play on."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(ask_resign(others, UNICODE))
        await after(pilot)
        assert words in app.text()


@pytest.mark.parametrize("seats", [4, 3, 2])
async def test_reasons_of_impossible_options_are_whole(seats: int) -> None:
    """At 80×24 the form shows why an option is impossible to its last word, whatever the seats."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(NewTable("Harbour"))
        await after(pilot, "down", *["left"] * (4 - seats))
        text = app.text()
    impossible = [option for option in YS.options if seats not in option.seats]
    assert len(impossible) == {4: 1, 3: 0, 2: 2}[seats]
    assert all(f" -  {option.title}  {option.otherwise}" in text for option in impossible)
