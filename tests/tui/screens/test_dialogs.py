"""The questions above a screen: what they end with, their keys, their frames."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from textual.events import Paste
from textual.widgets import Input

from protocol.games.ys.game import YS
from protocol.text import LINE_LENGTH
from tests.support.framed import FramedApp, after, seen, table
from ys_tui.config import Solo
from ys_tui.keymap import DEFAULT
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.screens.dialogs import (
    Ask,
    Dialog,
    Say,
    Welcome,
    ask_kept,
    ask_leave_room,
    ask_leave_server,
    ask_leave_table,
    ask_resign,
    guests,
)
from ys_tui.screens.forms import NewSolo, NewTable
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.widgets.chatting import ChatLine

MADE: list[tuple[Callable[[Marks], Dialog[Any]], str]] = [
    (lambda marks: ask_kept(table("Ada", "Greedy"), Solo(), "ys", marks, keymap=DEFAULT), "enter choose"),
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


@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_an_answer_of_several_rows_stands_below_itself(size: tuple[int, int]) -> None:
    """What has no room in the first row goes on in the next below its first word, not below the mark."""
    bots = Solo(bots=("greedy", "random"))
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=size) as pilot:
        app.push_screen(ask_kept(table("Ada", "Greedy"), bots, "ys", UNICODE, keymap=DEFAULT))
        await after(pilot)
        rows = [line.strip("│ ").rstrip() for line in app.text().splitlines()]
        inner = [line.partition("│")[2] for line in app.text().splitlines()]
    first = next(number for number, row in enumerate(rows) if "Begin the table" in row)
    assert "random" not in rows[first], "it takes several rows"
    begins = [line.index(line.strip("│▸ ")[0]) for line in inner[first : first + 2]]
    assert begins[0] == begins[1]


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


async def test_lone_sign_is_no_name_at_the_first_start() -> None:
    """A key pressed for help is refused and stays to be mended; the name proposed is always taken."""
    app = FramedApp(LobbyScreen(seen()))
    given: list[str | None] = []
    async with app.run_test() as pilot:
        await pilot.pause()
        app.push_screen(Welcome("A word.", "root"), given.append)
        await after(pilot, "ctrl+u", "?", "enter")
        assert "A name needs a letter or a digit." in app.text()
        assert given == []
        await after(pilot, "é", "enter")
        app.push_screen(Welcome("A word.", "★"), given.append)
        await after(pilot, "enter")
    assert given == ["?é", "★"]


async def test_name_that_was_said_is_not_asked_for() -> None:
    """The first start tells of the identity all the same; one key goes on."""
    app = FramedApp(LobbyScreen(seen()))
    given: list[str | None] = []
    async with app.run_test() as pilot:
        await pilot.pause()
        app.push_screen(Welcome("A word.", "Zoe", is_said=True), given.append)
        await after(pilot)
        assert "Welcome to Ys, Zoe." in app.text()
        assert "A word." in app.text()
        assert not app.screen.query(Input)
        await after(pilot, "enter")
    assert given == ["Zoe"]


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


@pytest.mark.parametrize(
    ("chosen", "first"),
    [
        (Solo(("greedy", "greedy", "random")), "go-on"),
        (Solo(("greedy",)), "new"),
        (Solo(("greedy", "greedy", "random"), options=("kings-favor",)), "new"),
    ],
)
async def test_a_game_that_waits_is_named_and_the_table_just_chosen_comes_first(
    chosen: Solo, first: str
) -> None:
    """Which game it is, against whom; Enter goes on with it only if the same table was chosen."""
    kept = table("Ada", "Hedda", "Ivo", "Jon", stage="playing")
    app = FramedApp(LobbyScreen(seen()))
    answers: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(ask_kept(kept, chosen, "ys", UNICODE, keymap=DEFAULT), answers.append)
        await after(pilot)
        told = " ".join(line.strip("│ ") for line in app.text().splitlines())
        assert "A game is waiting for you: Ys for 4 against Hedda, Ivo, Jon." in told
        assert f"Ys for {len(chosen.bots) + 1} against {', '.join(chosen.bots)}" in told
        assert ("with King's Favor" in told) == bool(chosen.options)
        await after(pilot, "enter")
    assert answers == [first]


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (None, "Quit; the game is kept"),
        (0, "Quit and end your server, nobody else is connected; the game is kept"),
        (1, "Quit and end your server, for 1 other too; the game is kept"),
        (3, "Quit and end your server, for 3 others too; the game is kept"),
    ],
)
async def test_a_host_is_told_for_how_many_the_server_ends(others: int | None, words: str) -> None:
    """Quitting a server that others are on ends it for them: the answer says so, and for how many."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(ask_leave_table(UNICODE, others))
        await after(pilot)
        told = " ".join(" ".join(line.strip("│ ") for line in app.text().splitlines()).split())
        assert words in told


@pytest.mark.parametrize(("count", "is_told"), [(1, False), (3, True)])
async def test_other_games_that_wait_are_counted(count: int, *, is_told: bool) -> None:
    """Where several games wait, the question says how many, and where all of them are listed."""
    kept = table("Ada", "Hedda", stage="playing")
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(ask_kept(kept, Solo(), "ys", UNICODE, keymap=DEFAULT, count=count))
        await after(pilot)
        told = _whole(app)
    assert ("3 games are waiting for you, the latest: Ys for " in told) == is_told
    assert ("The lobby lists all of them: q at the table, then To the lobby." in told) == is_told
    assert ("A game is waiting for you: Ys for " in told) != is_told


@pytest.mark.parametrize("made", [ask_leave_table, ask_leave_server])
async def test_leaving_says_whether_the_game_is_kept(made: Callable[..., Ask]) -> None:
    """A game with a seed is not kept, and none of the answers promises that it is."""
    for is_kept in (True, False):
        app = FramedApp(LobbyScreen(seen()))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.push_screen(made(UNICODE, is_kept=is_kept))
            await after(pilot)
            told = _whole(app)
        assert ("game with a seed is not kept" in told.lower()) != is_kept
        assert ("the game goes on and waits for you" in told or "games are kept" in told) == is_kept
        assert ("the game is kept" in told or "games are kept" in told) == is_kept


async def test_the_form_shows_its_mark_as_soon_as_the_keys_go_there() -> None:
    """The first arrow down from the title puts the mark at Seats; back at the title there is none."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(NewTable("Harbour"))
        await after(pilot)
        assert "▸ Seats" not in app.text()
        await after(pilot, "down")
        assert "▸ Seats" in app.text()
        await after(pilot, "up")
        assert "▸ Seats" not in app.text()


def _whole(app: FramedApp) -> str:
    """Return what a question says, without its frame, as one line."""
    return " ".join(" ".join(line.strip("│ ") for line in app.text().splitlines()).split())


def test_guests_are_people_and_counted_once() -> None:
    """Those in the lobby and those at tables; neither bots nor the player, nor who is away."""
    shown = seen(table("Ada", "Ben", "Hedda", stage="playing"))
    away = replace(shown.lobby.tables[0].chairs[1], name="Dan", here=False)
    tables = (replace(shown.lobby.tables[0], chairs=(*shown.lobby.tables[0].chairs, away)),)
    lobby = replace(shown.lobby, tables=tables, people=("Ada", "Ben", "Cleo"))
    assert guests(replace(shown, lobby=lobby)) == 2


@pytest.mark.parametrize(
    ("made", "key", "topic"),
    [
        (lambda marks: NewSolo(Solo(), marks=marks), "question_mark", "tables"),
        (lambda marks: NewTable("Harbour", marks=marks), "f1", "tables"),
        (ask_leave_table, "question_mark", "keys"),
        (Say, "f1", "keys"),
    ],
)
async def test_help_is_one_key_away_from_a_question(
    made: Callable[[Marks], Dialog[Any]], key: str, topic: str
) -> None:
    """F1 even where a line is typed; it opens where it tells of the question, which stays as it was."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        question = made(UNICODE)
        app.push_screen(question)
        await after(pilot, key)
        assert app.asked == ["help"]
        assert question.topic == topic
        assert app.screen is question


async def test_a_line_that_nobody_could_hear_stays() -> None:
    """While the link is lost Enter says so and keeps what was typed; later it is said as it stands."""
    said: list[str | None] = []
    ways: list[str] = []
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Say(is_heard=lambda: bool(ways)), said.append)
        await after(pilot, "h", "i", "enter")
        assert "There is no connection now: the line stays here" in " ".join(app.text().split())
        assert said == []
        ways.append("there")
        await after(pilot, "enter")
    assert said == ["hi"]


@pytest.mark.parametrize(
    ("typed", "pasted", "line", "word"),
    [
        ("a ", "one line", "a one line", ""),
        ("", "first\n\n  second \r\nthird\n", "first second third", "3 lines were joined to one."),
        ("", "x" * 400, "x" * LINE_LENGTH, f"longer than {LINE_LENGTH} characters was cut off."),
        ("ab", "\n" + "y" * 400, "ab" + "y" * (LINE_LENGTH - 2), "was cut off."),
    ],
)
@pytest.mark.parametrize("is_copied", [False, True])
async def test_what_is_pasted_into_chat_is_not_lost_unsaid(
    typed: str, pasted: str, line: str, word: str, *, is_copied: bool
) -> None:
    """Several lines become one, too many letters are cut, and the dialog says both."""
    said: list[str | None] = []
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Say(), said.append)
        await after(pilot, *("space" if letter == " " else letter for letter in typed))
        if is_copied:
            app.copy_to_clipboard(pasted)
            await after(pilot, "ctrl+v")
        else:
            app.screen.query_one(ChatLine).post_message(Paste(pasted))
            await after(pilot)
        shown = " ".join(app.text().split())
        assert word in shown
        assert ("joined" in shown or "cut off" in shown) == bool(word)
        await after(pilot, "enter")
    assert said == [line]
