"""The questions about people: what each answer wishes, and what stands in the question."""

import io

import pytest
from msgspec.structs import replace

from protocol.game import Seat
from protocol.games.ys.prompts import Place
from tests.support.framed import BEN, ME, FramedApp, after, seen
from tests.support.screen import NAMES, Told
from ys_tui.ballots import votes_so_far
from ys_tui.client.intents import Mute, Vote
from ys_tui.client.snapshot import Chat
from ys_tui.keymap import DEFAULT
from ys_tui.looks import UNICODE
from ys_tui.plain.choosing import Refused
from ys_tui.plain.console import Console
from ys_tui.plain.paper import Paper
from ys_tui.plain.people import People
from ys_tui.screens.dialogs import Ask
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.people import ask_mute, ask_name, ask_rematch, ask_vote

EVE = b"e" * 32
VOICE = b"v" * 32


def table_with_votes() -> tuple[Told, Seat]:
    """Return a game in which a seat keeps the table waiting."""
    told = Told(4)
    return told, told.run(1, Place)


@pytest.mark.parametrize(("keys", "choice"), [(0, "wait"), (1, "bot"), (2, "go-on"), (3, "end")])
async def test_vote_offers_all_four_ways(keys: int, choice: str) -> None:
    """Wait, a bot, go on without, end: each says what it does, and is what is wished."""
    told, seat = table_with_votes()
    ask, wish = ask_vote(told.sees(None), seat, UNICODE)
    app = FramedApp(LobbyScreen(seen()))
    answers: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(ask, lambda answer: answers.append(answer or ""))
        await after(pilot)
        shown = " ".join(app.text().split())
        assert f"A bot plays for {NAMES[seat]} from the next round on" in shown
        assert "without a result" in shown
        await after(pilot, *("down",) * keys, "enter")
    assert [wish(answer) for answer in answers] == [Vote(seat, choice)]
    assert wish("") is None


def test_votes_so_far_stand_by_name() -> None:
    """Who has voted what about this seat is told, and how many decide; votes about others are not."""
    told, seat = table_with_votes()
    one, other, _ = (each for each in map(Seat, range(4)) if each != seat)
    table = replace(told.sees(None), votes=((one, seat, "go-on"), (other, one, "bot")))
    assert votes_so_far(table, seat) == f"2 of 3 votes for the same decide. So far {NAMES[one]}: go on."


def test_whom_not_to_hear_are_those_who_spoke() -> None:
    """Who has spoken can be muted, oneself cannot; who is muted can be heard again."""
    chat = (Chat("Ben", "hi", 0, BEN), Chat("Ada", "hi", 0, ME))
    question = ask_mute(replace(seen(chat=chat), muted=((EVE, "Eve"),)), UNICODE)
    assert question is not None
    ask, wish = question
    assert ask._answers == ((BEN.hex(), "Do not hear Ben any more"), (EVE.hex(), "Hear Eve again"))
    assert wish(BEN.hex()) == Mute("Ben", BEN, is_muted=True)
    assert wish(EVE.hex()) == Mute("Eve", EVE, is_muted=False)
    assert ask_mute(seen(), UNICODE) is None


def test_the_server_is_nobody_who_could_be_muted() -> None:
    """What it says is no chat of a person's: neither the question nor the word `mute` offers it."""
    chat = (Chat("server", "the host is another now", key=VOICE), Chat("Ben", "hi", key=BEN))
    snapshot = replace(seen(chat=chat), voice=VOICE)
    question = ask_mute(snapshot, UNICODE)
    assert question is not None
    ask, _ = question
    assert (ask.has(BEN.hex()), ask.has(VOICE.hex())) == (True, False)
    console = Console(Paper(io.StringIO()), float, print)
    console.snapshot = snapshot
    mute = next(command for command in People(console).commands if command.name == "mute")
    with pytest.raises(Refused, match=r"Type whom not to hear: Ben\."):
        mute.do("server")


@pytest.mark.parametrize(
    ("names", "words"), [(("Ben",), "Ben is there."), (("Ben", "Eve"), "Ben and Eve are there.")]
)
def test_rematch_names_who_is_there(names: tuple[str, ...], words: str) -> None:
    """The invitation says who sits at the new table already."""
    ask = ask_rematch(names, UNICODE, DEFAULT)
    assert isinstance(ask, Ask)
    assert words in ask._question


async def test_another_name_says_where_it_holds() -> None:
    """A game that has begun keeps its names, an open table binds the one with which one sits there."""
    app = FramedApp(LobbyScreen(seen()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(ask_name("Ada", UNICODE))
        await pilot.pause()
        words = " ".join(app.text().replace("│", " ").split())
        assert "A game that has begun keeps the one you have there" in words
        assert "while you sit at a table that has not begun, it cannot be changed." in words


async def test_another_name_has_a_letter_or_a_digit() -> None:
    """A lone sign is refused in words, and what is typed then is taken."""
    app = FramedApp(LobbyScreen(seen()))
    given: list[str | None] = []
    async with app.run_test() as pilot:
        await pilot.pause()
        app.push_screen(ask_name("Ada", UNICODE), given.append)
        await after(pilot, "ctrl+u", "?", "enter")
        assert "A name needs a letter or a digit." in app.text()
        assert given == []
        await after(pilot, "7", "enter")
    assert given == ["?7"]
