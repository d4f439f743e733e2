"""Who is who: standing, words to read aloud, those of the log, what went wrong; a changed key is accepted."""

import pytest
from msgspec.structs import replace

from tests.support.driver import secret
from tests.support.framed import BEN, ME, FramedApp, after, seen, table
from tests.support.screen import Told
from ys_tui.client import words
from ys_tui.client.intents import AcceptKey
from ys_tui.client.snapshot import Alarm, Face, Snapshot, Standing
from ys_tui.looks import ASCII, UNICODE
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.room import RoomScreen
from ys_tui.screens.who import WhoScreen

SELF = Face("Ada", ME, Standing.SELF)
BOT = Face("Konan", secret("bots"), Standing.BOT)
CHANGED = Face("Ben", BEN, Standing.CHANGED, 5, 0, "Ben has another key than the Ben you know.")


def with_faces(*faces: Face, at: int = 1) -> Snapshot:
    """Return what Ada sees at a table with these people."""
    return replace(seen(table("Ada", "Ben", "Konan"), at=at), faces=faces)


@pytest.mark.parametrize("marks", [UNICODE, ASCII])
async def test_everybodys_words_are_there(marks: object) -> None:
    """Every person has the words of the key under the name, oneself included; a bot has none."""
    known = Face("Ben", BEN, Standing.KNOWN, 5)
    app = FramedApp(WhoScreen(with_faces(SELF, known, BOT), marks=marks))  # type: ignore[arg-type]  # Marks
    async with app.run_test() as pilot:
        await after(pilot)
        shown = app.text()
        assert "accept" not in app.bar()
    assert words.of_key(ME) in shown
    assert words.of_key(BEN) in shown
    assert words.of_key(BOT.key) not in shown
    assert "known, 5 games together" in shown
    assert marks is UNICODE or shown.isascii()


@pytest.mark.parametrize(("level", "told"), [("greedy", "a greedy bot of the server"), (None, "a bot of")])
async def test_who_is_who_tells_how_a_bot_plays(level: str | None, told: str) -> None:
    """As far as the server has told it."""
    app = FramedApp(WhoScreen(with_faces(SELF, replace(BOT, level=level))))
    async with app.run_test() as pilot:
        await after(pilot)
        assert told in app.text()


async def test_changed_key_is_accepted_by_a_key() -> None:
    """The bar says whose, and `a` wishes it."""
    app = FramedApp(WhoScreen(with_faces(SELF, CHANGED, BOT)))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "NOT the key you know" in app.text()
        assert "accept the new key of Ben" in app.bar()
        await after(pilot, "a")
    assert app.wishes == [AcceptKey("Ben", BEN)]


async def test_known_key_under_another_name_is_said_softly() -> None:
    """The old name stands below the words."""
    renamed = Face("Benno", BEN, Standing.RENAMED, 5, 0, "Benno has the key that you know as Ben.")
    app = FramedApp(WhoScreen(with_faces(SELF, renamed)))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "that you know as Ben" in app.text()


async def test_log_and_alarms_are_spelled_out() -> None:
    """At a running table the words of the log stand at their numbers of entries, alarms whole above all."""
    shown = replace(
        Told(1).sees(0),
        alarms=(Alarm("forged", "Entry 3, shown as by Ben, is not signed by Ben. " + "Look at it. " * 12),),
        checkpoints=((20, secret("at 20")), (24, secret("at 24"))),
    )
    app = FramedApp(WhoScreen(replace(with_faces(SELF), table=shown)))
    async with app.run_test(size=(80, 30)) as pilot:
        await after(pilot)
        text = " ".join(app.text().split())
    assert text.count("Look at it.") == 12
    assert f"after 20 entries {words.of_log(secret('at 20'))}" in text
    assert f"after 24 entries {words.of_log(secret('at 24'))}" in text


@pytest.mark.parametrize("seed", range(8))
async def test_words_of_the_log_stay_in_their_column(seed: int) -> None:
    """At 80 cells a word that does not fit stands below the first, not at the margin."""
    chain = secret(seed)
    shown = replace(Told(1).sees(0), checkpoints=((200, chain),))
    app = FramedApp(WhoScreen(replace(with_faces(SELF), table=shown)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        lines = app.text().splitlines()
    (first,) = (number for number, line in enumerate(lines) if "after 200 entries" in line)
    column = lines[first].index(words.of_log(chain).split()[0])
    told = lines[first][column:].split()
    if len(told) < 8:
        assert not lines[first + 1][:column].strip()
        told += lines[first + 1].split()
    assert told == words.of_log(chain).split()


async def test_changed_key_is_loud_in_the_waiting_room() -> None:
    """Before the game the room says it in words and at the chair; everybody's words are there."""
    app = FramedApp(RoomScreen(with_faces(SELF, CHANGED, BOT)))
    async with app.run_test() as pilot:
        await after(pilot, "i")
        shown = app.text()
    assert "! Ben has another key than the Ben you know." in shown
    assert "NOT the key you know" in shown
    assert words.of_key(BEN) in shown
    assert app.asked == ["who"]


async def test_marked_table_in_the_lobby() -> None:
    """A mark stands before the row of a table where a lie was seen, and what it was below the list."""
    marked = ((2, (Alarm("forged", "Entry 3, by Ben, is against the rules."),)),)
    snapshot = replace(
        seen(table("Ada", title="Fair"), table("Ada", number=2, title="Foul", stage="over")), marks=marked
    )
    app = FramedApp(LobbyScreen(snapshot))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "! Foul" in app.text()
        assert "! Fair" not in app.text()
        assert "against the rules" not in app.text()
        await after(pilot, "down")
        assert "! Entry 3, by Ben, is against the rules." in app.text()
