"""Words of others that look like markup, in every place where they are shown: text, and nothing else."""

from collections.abc import Sequence
from typing import Any, Final

import pytest
from msgspec.structs import replace
from textual.app import App

from protocol.games.ys.prompts import Place
from protocol.text import NAME_LENGTH
from tests.support.framed import BEN, FramedApp, seen, table
from tests.support.hostile import MARKUP
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui.client.snapshot import Alarm, Chat, Connection, Face, Notice, Snapshot, Standing
from ys_tui.screens.frame import Framed
from ys_tui.screens.lobby import LobbyScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.screens.room import RoomScreen
from ys_tui.screens.who import WhoScreen

SIZE: Final = (120, 60)
NAMES: Final = tuple(word for word in MARKUP if len(word) <= NAME_LENGTH)
CHAT: Final = tuple(Chat("Ben", word, key=BEN) for word in MARKUP)
ALARMS: Final = tuple(Alarm("forged", word) for word in MARKUP)
FACES: Final = tuple(Face(word, BEN, Standing.RENAMED, 1, 0, word) for word in NAMES)
TABLES: Final = tuple(table("Ada", number=number, title=word) for number, word in enumerate(MARKUP, 1))
SEATED: Final = tuple(table(*NAMES[at : at + 4], number=at + 1) for at in range(0, len(NAMES), 4))
LOST: Final = replace(seen(), connection=Connection.LOST, problem=" ".join(MARKUP))
PLACES: Final[dict[str, tuple[type[Framed], Snapshot, Sequence[str]]]] = {
    "titles": (LobbyScreen, seen(*TABLES), MARKUP),
    "what is wrong with the link": (LobbyScreen, LOST, MARKUP),
    "alarms in the lobby": (LobbyScreen, replace(seen(), alarms=ALARMS), MARKUP),
    **{
        f"talk in the lobby {at}": (LobbyScreen, replace(seen(), chat=CHAT[at : at + 3]), MARKUP[at : at + 3])
        for at in range(0, len(MARKUP), 3)
    },
    **{
        f"talk in a room {at}": (
            RoomScreen,
            seen(table("Ada"), at=1, chat=CHAT[at : at + 7]),
            MARKUP[at : at + 7],
        )
        for at in range(0, len(MARKUP), 7)
    },
    "title of a room": (RoomScreen, seen(TABLES[0], at=1), MARKUP[:1]),
    **{
        f"names in room {number}": (RoomScreen, seen(info, at=info.id), [chair.name for chair in info.chairs])
        for number, info in enumerate(SEATED, 1)
    },
    "people": (WhoScreen, replace(seen(table("Ada"), at=1), faces=FACES), NAMES),
}


def squeezed(text: str) -> str:
    """Return `text` without blanks and ends of lines: where it is broken does not matter here."""
    return "".join(text.split())


def shows(app: App[None], words: Sequence[str]) -> None:
    """Fail if one of the words is not on the screen as it is, or made anything of the screen do something."""
    strips = app.screen._compositor.render_strips()
    text = squeezed("".join(strip.text for strip in strips))
    assert [word for word in words if squeezed(word) not in text] == []
    done = [segment.style.meta for strip in strips for segment in strip if segment.style is not None]
    links = [segment.style.link for strip in strips for segment in strip if segment.style is not None]
    assert not any("app." in repr(meta) for meta in done)
    assert not any(links)


@pytest.mark.parametrize("place", PLACES)
async def test_text_with_brackets_is_shown_literally(place: str) -> None:
    """No exception, no colour, no link, no action: what was written is what is read."""
    screen, shown, words = PLACES[place]
    app = FramedApp(screen(shown))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        shows(app, words)


@pytest.fixture(scope="module")
def finished() -> Told:
    """Return a game of people with such names, played to its end."""
    told = Told(3, NAMES[:4])
    for _ in told.steps():
        pass
    return told


@pytest.mark.parametrize("at", range(0, len(NAMES) - 3, 4))
async def test_names_and_news_with_brackets_are_shown_literally_at_the_table(at: int) -> None:
    """The players' names, the title, what the server refuses and why, and what was said during the game."""
    told = Told(2, NAMES[at : at + 4])
    told.run(1, Place)
    seat = told.sees(0)
    assert seat.info is not None
    before = snapshot(replace(seat, info=replace(seat.info, title=MARKUP[at])))
    app = ScreenApp(before)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        shows(app, (*NAMES[at : at + 4], MARKUP[at]))
        for number, word in enumerate(MARKUP, 1):
            app.table_screen.snapshot = replace(before, notice=Notice(number, "refused", word))
            await pilot.pause()
            shows(app, (word,))
        for word in MARKUP:
            alarmed = replace(seat, alarms=(Alarm("forged", word),), chat=(Chat("Ben", word, 1),))
            app.table_screen.snapshot = snapshot(alarmed)
            await pilot.pause()
            shows(app, (word,))


async def test_names_with_brackets_are_shown_literally_with_the_result(finished: Told) -> None:
    """And the alarms, wherever the game is kept."""
    table: Any = replace(finished.sees(0), alarms=ALARMS)
    app = FramedApp(ResultScreen(snapshot(table)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        shows(app, (*NAMES[:4], MARKUP[0]))
