"""Where every key is another than usual, whatever the client says names none of the usual ones."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Prompt, Seat
from protocol.games.ys.prompts import PickBid, Place, PlayCards
from tests.support.framed import FramedApp, after, table
from tests.support.remapped import LITERAL, REMAPPED
from tests.support.screen import ScreenApp, Told, snapshot
from tests.tui.games.scenes import moments, results
from tests.tui.screens.test_count import round_seen
from ys_tui.client.refusals import words as refused
from ys_tui.client.snapshot import Absence, Snapshot, TableSnapshot
from ys_tui.config import Solo
from ys_tui.games.ys.aim import Aim, settle
from ys_tui.games.ys.asking import Desk, scene_of, sentences
from ys_tui.games.ys.count import Count
from ys_tui.games.ys.draw_answers import row_of
from ys_tui.games.ys.keys import press
from ys_tui.games.ys.legend import legend
from ys_tui.games.ys.lesson import lesson, with_keys
from ys_tui.keymap import Keymap
from ys_tui.lines import plain
from ys_tui.looks import UNICODE
from ys_tui.mentions import MENTION, named
from ys_tui.screens.connect import ConnectScreen
from ys_tui.screens.dialogs import Ask, ask_end_server, ask_kept
from ys_tui.screens.people import ask_rematch
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.screens.settings import SettingsScreen
from ys_tui.screens.urgent import urgent
from ys_tui.themes import NIGHT
from ys_tui.topics import topics
from ys_tui.tuning import SETTINGS
from ys_tui.widgets.choices import Choices

KEYS = ("enter", "u", "p", "c", "f", "g", "escape", "0", "9", "s", "q", "up", "z")


class RemappedScreen(ScreenApp):
    """The table of an app whose keys are all others."""

    keymap: Keymap = REMAPPED


class RemappedFrame(FramedApp):
    """Another screen of such an app."""

    keymap: Keymap = REMAPPED


def check(said: str) -> None:
    """Fail where a sentence names a usual key, or has one that was not put in."""
    assert not MENTION.search(said), said
    assert not LITERAL.search(said), said


def asked() -> Iterator[tuple[str, TableSnapshot, Aim]]:
    """Yield moments with every kind of question, and with what stands there while nothing is asked."""
    for name, (seen, aim) in moments().items():
        yield name, seen, settle(seen, aim, seen.prompt)
        yield f"{name}, sent", replace(seen, sent=True), aim
        yield f"{name}, carding", seen, replace(aim, carding=isinstance(seen.prompt, Place), value=None)
    told = Told(4)
    seat = told.run(1, Place)
    waits = told.sees((seat + 1) % 4)
    assert waits.seat is not None
    yield "a vote", replace(waits, may_vote=(seat,)), Aim()
    yield "a pause", replace(waits, paused=True, votes=((Seat(0), NATURE, "pause"),)), Aim()
    yield "a wish", replace(waits, votes=((seat, NATURE, "pause"),)), Aim()
    yield "a wish of one's own", replace(waits, votes=((waits.seat, NATURE, "pause"),)), Aim()
    yield "ended", replace(waits, ended=True, awaited=()), Aim()
    for absence in Absence:
        yield absence, replace(waits, absence=absence), Aim()
    mine = told.sees(seat)
    yield "a vote beside", replace(mine, may_vote=(Seat((seat + 1) % 4),)), Aim()
    yield "a pause beside", replace(mine, paused=True), Aim()


@pytest.mark.parametrize(("seen", "aim"), [pytest.param(seen, aim, id=name) for name, seen, aim in asked()])
def test_questions_and_refusals_at_the_table(seen: TableSnapshot, aim: Aim) -> None:
    """What is asked, what helps with it, why a key does nothing, and what must not be overlooked."""
    desk = Desk(seen, aim, scene_of(seen, aim, NIGHT, UNICODE), keymap=REMAPPED)
    for said in sentences(desk):
        check(said)
    for line in urgent(seen, NIGHT, REMAPPED):
        check(plain(line))
    check(plain(row_of(desk, (), 78)))
    for held in (aim, replace(aim, jumping=True), replace(aim, value=None, cursor=None, option=None)):
        for key in KEYS:
            done = press(key, held, seen)
            check(named("" if done is None else done.word, REMAPPED))


@pytest.mark.parametrize("prompt", [PickBid, Place, PlayCards])
def test_the_tutorial(prompt: type[Prompt]) -> None:
    """Its first words name the key of the help."""
    told = Told(4)
    seen = told.sees(told.run(1, prompt))
    said = lesson(seen, Aim())
    assert said is not None
    for paragraph in with_keys(said, REMAPPED).body:
        check("".join(part if isinstance(part, str) else "" for part in paragraph))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ask_end_server(2, UNICODE, REMAPPED),
        lambda: ask_kept(table("Ada", "Greedy"), Solo(), "ys", UNICODE, keymap=REMAPPED, count=3),
        lambda: ask_rematch(("Ben",), UNICODE, REMAPPED),
    ],
)
def test_questions_above_a_screen(ask: Callable[[], Ask]) -> None:
    """In the question, and in its answers."""
    question = ask()
    check(question._question)
    for _, words in question._answers:
        check(words)


def test_refusals_of_the_server_name_no_key() -> None:
    """They are said line by line as well, where nothing is a key."""
    for code in ("name-taken", "too-early", "seated", "not-there", "no-such-code"):
        check(refused(code, "'Ada' is here already"))


def test_the_help() -> None:
    """Its topics, but for the signs, the rules and the list of the keys itself."""
    for topic in topics("ys", legend(UNICODE), REMAPPED):
        if topic.name not in {"screen", "rules", "keys"}:
            check(topic.text)
        assert not MENTION.search(topic.text)


async def test_the_start_screen_and_the_settings() -> None:
    """The word to who is here for the first time, and the sentence about each setting."""
    start = ConnectScreen(Snapshot(), name="Ada")
    app = RemappedFrame(start)
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        start.welcome()
        await after(pilot)
        check(start._word)
        assert start._word in " ".join(app.text().split())
    app = RemappedFrame(SettingsScreen(Snapshot(), {}))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        for number in range(len(SETTINGS)):
            app.screen.query_one(Choices).highlighted = number
            await after(pilot)
            assert not MENTION.search(app.text())
            assert "Enter" not in app.text()


async def test_words_at_the_table_and_a_count() -> None:
    """While a count is told, what the question behind it waits for; and why something cannot be shown."""
    before, later = round_seen()
    app = RemappedScreen(snapshot(before), pace="slow")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.table_screen.snapshot = snapshot(later)
        await pilot.pause()
        count = app.screen.query_one(Count)
        assert count.is_asked
        for skipped in (0, 1, 2):
            count._skipped = skipped
            check(count._call())
        app.table_screen.action_outlook()
        check(app.table_screen.board.word)
        count.catch_up()
        assert app.table_screen.board._pressed("s")  # type: ignore[attr-defined]  # that of Ys
        await pilot.pause()
        assert "Speed of the count" in app.text()
        assert not LITERAL.search(next(line for line in app.text().splitlines() if "Speed of" in line))


async def test_looking_back_and_the_result() -> None:
    """While the table waits, where one leads back to it; and what the panel of the facts says."""
    told = Told(4)
    seen = told.sees(told.run(1, Place, turn=2))
    app = RemappedScreen(snapshot(seen))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.table_screen.action_look_back()
        await app.workers.wait_for_complete()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "Your turn: " in app.text()
        assert "Esc" not in app.text()
        await pilot.press("3")
        check(" ".join(note.message for note in app._notifications))
    over = results()["result-4"]
    for size in ((80, 24), (140, 44)):
        shown = RemappedFrame(ResultScreen(snapshot(replace(over, entries=told.match.log))))
        async with shown.run_test(size=size) as pilot:
            await shown.workers.wait_for_complete()
            await after(pilot)
            assert "board" in shown.text()
            assert "Enter" not in shown.text()
