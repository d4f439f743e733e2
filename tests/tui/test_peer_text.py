"""Words of other people in every place where a front end writes them: read as they are, and nothing more.

What would move a cursor, turn or hide text is no name, title or line at all; the rest is shown literally.
"""

import asyncio
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from protocol import VERSION
from protocol.beacon import Beacon
from protocol.messages import OpenTable, Say
from protocol.record import Record, save
from protocol.text import NAME_LENGTH, TITLE_LENGTH, Line, Name, Title, clean
from tests.support.framed import BEN, seen, table
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.hostile import ESCAPES, MARKUP
from tests.support.screen import Told, snapshot
from tests.support.terminal import Terminal
from ys_tui import finding, replaying, reporting, turns
from ys_tui.client import verify
from ys_tui.client.snapshot import Chat, Face, Standing
from ys_tui.client.turns import Asked
from ys_tui.client.unattended import News, What
from ys_tui.games.kept import journal, kept
from ys_tui.looks import UNICODE
from ys_tui.nearby import Server
from ys_tui.plain.console import Console
from ys_tui.plain.lobby import Lobby
from ys_tui.plain.paper import Paper
from ys_tui.plain.people import People
from ys_tui.plain.room import Room
from ys_tui.plain.table import AtTable
from ys_tui.plain.telling import news
from ys_tui.replay import Replay
from ys_tui.replay_app import ReplayApp, picture

LETTERS: Final = ("😀🎲", "漢字かな", "שלום", "سلام", "Ω≈ç√", "é")
"""Words in which nothing is markup: wide, from right to left, of several characters."""
WORDS: Final = tuple(word for word in (*MARKUP, *LETTERS) if len(word) <= NAME_LENGTH)
TITLES: Final = tuple(word for word in (*MARKUP, *LETTERS) if len(word) <= TITLE_LENGTH)
HIDDEN: Final = {
    **ESCAPES,
    "right to left from here": "abc\u202exyz",
    "isolated": "\u2067abc\u2069",
    "a mark of direction": "abc\u200fxyz",
    "nothing wide": "a\u200bb",
    "a joiner": "👩\u200d🚀",
    "a selector": "❤\ufe0f",
    "a stack of marks": "Z\u0335\u0321\u0327",
    "a soft hyphen": "a\xadb",
    "two lines": "a\nb",
    "a tag": "a\U000e0041",
}
"""What is no text of others at all."""
_UNSEEN: Final = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]"
)


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
@pytest.mark.parametrize("kind", [Name, Title, Line], ids=["name", "title", "line"])
def test_what_could_do_something_never_arrives(kind: Any, text: str) -> None:  # noqa: ANN401  # a type
    """It is refused as a name, a title and a line; what is left of it when it is cleaned is plain."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, kind)
    assert not _UNSEEN.search(clean(text))


# --- lines of text -----------------------------------------------------------------------------------


@cache
def replay(name: str) -> Replay:
    """Return a whole game in which a player has this name."""
    told = Told(3, ("Ada", name, "Cara"))
    for _ in told.steps():
        pass
    table = told.sees(None)
    return replay_of(Record(told.setup, table.entries))  # type: ignore[arg-type]  # a tuple


def replay_of(record: Record) -> Replay:
    """Return the game of `record`, by way of its file."""
    return kept(str(_file(record)))


def _file(record: Record) -> Path:
    path = Path.cwd() / "game.ysgame"
    path.write_bytes(save(record))
    return path


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def _server(name: str) -> Server:
    return Server("x", Beacon(name, VERSION, finding.rules(), 1), ("192.0.2.5",), 4747)


def _turns(word: str, *, is_json: bool) -> str:
    """Return what `ys turns` says of a table with this title."""
    stream = io.StringIO()
    with redirect_stdout(stream):
        turns._print(Asked("ws://harbour", (table("Ada", title=word),)), is_json=is_json)
    return stream.getvalue()


def _console(shown: Any) -> tuple[io.StringIO, Console]:  # noqa: ANN401  # a snapshot
    stream = io.StringIO()
    console = Console(Paper(stream), float, print)
    console.snapshot = shown
    return stream, console


def _plain(mode: type, shown: Any, command: str = "") -> str:  # noqa: ANN401  # a snapshot
    stream, console = _console(shown)
    here = mode(console)
    if command:
        next(each for each in here.commands if each.name == command).do("")
    else:
        here.enter()
    return stream.getvalue()


@cache
def _at_table(name: str) -> Any:  # noqa: ANN401  # a snapshot
    told = Told(3, ("Ada", name, "Cara"))
    for _ in zip(range(30), told.steps(), strict=False):
        pass
    return snapshot(told.sees(0))


def _in_room(title: str) -> Any:  # noqa: ANN401  # a snapshot
    return seen(table("Ada", title=title), at=1)


def _faces(name: str) -> Any:  # noqa: ANN401  # a snapshot
    return replace(seen(table("Ada"), at=1), faces=(Face(name, BEN, Standing.KNOWN, 1, 0),))


def _told(chat: Chat) -> str:
    before = _at_table("Bran")
    return "\n".join(news(before, replace(before, chat=(chat,))))


def _checked(name: str) -> str:
    """Return what `ys verify` and `ys games` say of a file with this name in it."""
    told = replay(name)
    return "\n".join(verify.summary(verify.check(_file(told.record))))


NAMED: Final[Mapping[str, Callable[[str], str]]] = {
    "ys find": lambda name: "\n".join(finding.table([_server(name)])),
    "ys find --json": lambda name: json.loads(finding.as_json(_server(name)))["name"],
    "ys verify": _checked,
    "ys replay --journal": lambda name: "\n".join(journal(replay(name), replay(name).last)),
    "ys replay --plain": lambda name: "\n".join(replaying.readout(replay(name), 40)),
    "who speaks, line by line": lambda name: _told(Chat(name, "hello", key=BEN)),
    "a table line by line": lambda name: _plain(AtTable, _at_table(name)),
    "its board": lambda name: _plain(AtTable, _at_table(name), "board"),
    "its log": lambda name: _plain(AtTable, _at_table(name), "log"),
    "who is who, line by line": lambda name: _plain(People, _faces(name), "who"),
    "chairs, line by line": lambda name: _plain(Room, seen(table("Ada", name), at=1)),
    "chairs in the lobby, line by line": lambda name: _plain(Lobby, seen(table("Ada", name))),
}
"""Where the name of a player or of a server is written."""
WHOLE: Final = frozenset({"ys verify", "ys replay --journal", "ys replay --plain"})
"""Those for which a whole game is played: a few names do."""
TITLED: Final[Mapping[str, Callable[[str], str]]] = {
    "ys turns": lambda title: _turns(title, is_json=False),
    "ys turns --json": lambda title: json.loads(_turns(title, is_json=True))["title"],
    "ys keep": lambda title: reporting.line("ws://harbour", News(What.WAITS, 3, title)),
    "ys keep --json": lambda title: json.loads(
        reporting.record("now", "ws://harbour", News(What.WAITS, 3, title))
    )["title"],
    "the lobby line by line": lambda title: _plain(Lobby, seen(table("Ada", title=title))),
    "a room line by line": lambda title: _plain(Room, _in_room(title)),
    "what is said, line by line": lambda title: _told(Chat("Bran", title, key=BEN)),
    "a warning of ys keep": lambda title: reporting.line("ws://h", News(What.WARNING, 3, "T", title)),
}
"""Where the title of a table, or a line that somebody wrote, is written."""


@pytest.mark.parametrize("place", NAMED)
def test_names_are_written_as_they_are(place: str) -> None:
    """Every letter of them, in order, and not one that cannot be seen."""
    for name in WORDS[::4] if place in WHOLE else WORDS:
        text = NAMED[place](name)
        assert name in text
        assert not _UNSEEN.search(text)


@pytest.mark.parametrize("place", TITLED)
def test_titles_and_lines_are_written_as_they_are(place: str) -> None:
    """Every letter of them, in order, and not one that cannot be seen."""
    for title in TITLES:
        text = TITLED[place](title)
        assert title in text
        assert not _UNSEEN.search(text)


# --- pictures and screens ----------------------------------------------------------------------------


def test_names_are_text_in_a_picture() -> None:
    """The picture of a board is well-formed, and has no element that a name brought with it."""
    plain = {element.tag for element in _drawn("Bran").iter()}
    for name in ("[b]x[/b]", "<a>&x;", "😀🎲"):
        root = _drawn(name)
        assert {element.tag for element in root.iter()} == plain
        assert name in "".join(root.itertext()).replace("\xa0", " ")


def _drawn(name: str) -> ET.Element:
    return ET.fromstring(picture(replay(name), 20, UNICODE, (80, 24)))  # noqa: S314  # our own picture


def _shown(app: App[None]) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def _does_something(app: App[None]) -> bool:
    segments = [segment for strip in app.screen._compositor.render_strips() for segment in strip]
    styles = [segment.style for segment in segments if segment.style is not None]
    return any(style.link or "app." in repr(style.meta) for style in styles)


@pytest.mark.parametrize("keys", [(), ("L",)], ids=["board", "journal"])
async def test_names_are_literal_in_a_replay(keys: Sequence[str]) -> None:
    """On the board and in the journal: no colour, no link, no action."""
    for name in WORDS[::4]:
        app = ReplayApp(replay(name), 60, UNICODE)
        async with app.run_test(size=(120, 36)) as pilot:
            await _press(pilot, *keys)
            assert name in _shown(app)
            assert not _does_something(app)


async def _press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


@pytest.mark.timeout(180)
async def test_nothing_of_others_is_in_a_command_to_the_terminal() -> None:
    """Neither its title nor a notification is set by what somebody wrote: a call has words of its own."""
    ada = Guest("[b]Ada")
    async with Hall() as hall:
        await ada.enter(hall.url)
        assert await ada.ask(OpenTable(0, "ys", 3, (), "[@click=app.bell]x[/]")) == ""
        with Terminal("join", hall.url, "--name", "Cara", variables={"TERM": "foot"}) as terminal:
            await asyncio.to_thread(terminal.wait_for, "Welcome to Ys")
            terminal.press("\r")
            await asyncio.to_thread(terminal.wait_for, "[@click=app.bell]x[/]")
            assert await ada.ask(Say(0, 0, "[red]hello[/] 漢字")) == ""
            await asyncio.to_thread(terminal.wait_for, "[b]Ada: [red]hello[/]")
            commands = re.findall(rb"\x1b\](.*?)(?:\x07|\x1b\\)", terminal.output)
            assert [each for each in commands if b"Ada" in each or b"click" in each or b"red" in each] == []
        await ada.leave()
