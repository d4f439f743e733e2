"""A count on the table screen: all that is drawn is of the step that is told; the question waits for it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import pairwise
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.game import Choice
from protocol.games.ys import events
from protocol.games.ys.prompts import PickBid, PlayCards
from tests.support.driver import any_of
from tests.support.screen import ScreenApp, Told, snapshot
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.count import Count
from ys_tui.games.ys.pace import PACES
from ys_tui.looks import ASCII, UNICODE, Marks

SIZE = (80, 24)
GAME = 4


@pytest.fixture(autouse=True)
def standing() -> Iterator[None]:
    """Let no step follow by itself: the tests go on step by step."""
    with patch.dict(PACES, normal=600.0, slow=1200.0, fast=300.0):
        yield


def round_seen() -> tuple[TableSnapshot, TableSnapshot]:
    """Return what a seat sees before a round is counted, and when the bids of the next are asked for.

    The others are bots: nobody waits for the player while all is told.
    """
    told = Told(GAME)
    told.run(1, PlayCards)
    before = told.sees(0)
    told.run(2, PickBid)
    return among_bots(before), among_bots(told.sees(0))


def among_bots(table: TableSnapshot) -> TableSnapshot:
    """Return the table with a bot on every chair but the player's."""
    chairs = tuple(replace(keys, bot=seat != table.seat) for seat, keys in enumerate(table.chairs))
    return replace(table, chairs=chairs)


@asynccontextmanager
async def counting(
    before: TableSnapshot, *later: TableSnapshot, marks: Marks = UNICODE
) -> AsyncIterator[tuple[ScreenApp, Pilot[None], Count]]:
    """Show `before`, then what came later."""
    app = ScreenApp(snapshot(before), marks)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for table in later:
            app.table_screen.snapshot = snapshot(table)
            await pilot.pause()
        yield app, pilot, app.screen.query_one(Count)


async def text_of(table: TableSnapshot) -> str:
    """Return what a screen shows that was opened on this table: nothing is told there."""
    async with counting(table) as (app, _, count):
        assert not count.is_telling
        return app.text()


def board_tells(app: ScreenApp) -> bool:
    """Tell whether a count is being told."""
    return app.table_screen.board.is_telling


def rows(app: ScreenApp) -> list[str]:
    """Return the rows of the screen."""
    return app.text().split("\n")


async def test_nothing_of_the_next_round_is_seen_before_the_count_is_told() -> None:
    """Phase, question, points and prices are still those of before; the bar says how to catch up."""
    before, now = round_seen()
    gone = (await text_of(before)).split("\n")
    async with counting(before, now) as (app, _, count):
        assert count.is_telling
        assert "Round 2/4  Counting 1 " in rows(app)[0]
        assert "Bid two brokers" not in app.text()
        assert "you bid" not in app.text()
        assert rows(app)[12:17] == [row.replace("▸", " ", 1) for row in gone[12:17]]
        assert [row[52:] for row in rows(app)[3:12]] == [row[52:] for row in gone[3:12]]
        assert rows(app)[-1].startswith(" space next step enter your turn s speed: normal l log")
        assert rows(app)[21].startswith(" Then it is your turn: Enter goes there at once.")
        assert "Counting neighborhood 1" in rows(app)[17]


@pytest.mark.parametrize("key", ["enter", "3", "9"])
async def test_catching_up_shows_exactly_what_is_and_answers_nothing(key: str) -> None:
    """Enter or the key of an answer: the question comes, untouched, on the newest board."""
    before, now = round_seen()
    newest = await text_of(now)
    async with counting(before, now) as (app, pilot, count):
        await pilot.press(key)
        await pilot.pause()
        assert not count.is_telling
        assert app.text() == newest
        assert app.wishes == []


async def test_a_whole_round_is_told_place_by_place() -> None:
    """Every neighborhood and the market are on the screen, prices move in their step, then comes the bid."""
    before, now = round_seen()
    phases: list[str] = []
    prices: list[tuple[str, bool]] = []
    newest = await text_of(now)
    async with counting(before, now) as (app, pilot, count):
        while count.is_telling:
            shown = rows(app)
            phases.append(shown[0][37:50].strip())
            step = count.step
            assert step is not None
            is_priced = any(isinstance(event, events.Priced) for event in step.events)
            prices.append(("\n".join(row[60:] for row in shown[7:12]), is_priced))
            if step.view.state.area == 0:
                assert "▸Counting the market" in shown[17]
                assert "▸Market" in shown[2]
            else:
                assert f"▸Counting neighborhood {step.view.state.area}" in shown[17]
                assert f"▸{step.view.state.area} " in shown[2] + shown[7]
            count.advance()
            await pilot.pause()
        assert app.text() == newest
    assert list(dict.fromkeys(phases)) == [*(f"Counting {area}" for area in (1, 2, 3, 4)), "Market"]
    changes = [is_priced for (old, _), (new, is_priced) in pairwise(prices) if old != new]
    assert changes
    assert all(changes)


async def test_brokers_are_turned_over_where_they_stand() -> None:
    """In the step that turns them over, the area in the city shows every value, and is marked."""
    before, now = round_seen()
    async with counting(before, now) as (app, pilot, count):
        while not isinstance(count.step.events[0] if count.step else None, events.Revealed):
            count.advance()
        await pilot.pause()
        step = count.step
        assert step is not None
        turned = [event for event in step.events if isinstance(event, events.Revealed)]
        text = "\n".join(rows(app)[2:12])
        assert all(f"{UNICODE.up[event.seat]}{event.value}" in text for event in turned)
        assert "▸ " in text
        assert " turned over: " in rows(app)[18]


async def test_news_that_come_while_a_count_is_told_change_nothing_of_it() -> None:
    """Every update of the round comes by itself; the step that is shown stays as it was."""
    told = Told(GAME)
    told.run(1, PlayCards)
    tables = [among_bots(told.sees(0))]
    while tables[-1].confirmed.round == tables[0].confirmed.round:
        told.step(any_of)
        tables.append(among_bots(told.sees(0)))
    start = next(n for n, table in enumerate(tables) if table.confirmed.area == 1)
    newest = await text_of(tables[-1])
    async with counting(*tables[: start + 1]) as (app, pilot, count):
        first = rows(app)[:17]
        for table in tables[start + 1 :]:
            app.table_screen.snapshot = snapshot(table)
            await pilot.pause()
        assert rows(app)[:17] == first
        told_of = 0
        while count.is_telling:
            told_of += 1
            count.advance()
        await pilot.pause()
        assert told_of > 30
        assert app.text() == newest


async def test_the_question_comes_by_itself() -> None:
    """Without a key all is told, then the player is asked."""
    told = Told(GAME)
    told.run(1, PlayCards)
    before = told.sees(0)
    seat = told.run(1, Choice, what="gem")
    now = told.sees(seat)
    with patch.dict(PACES, normal=0.01):
        async with counting(replace(before, seat=seat)) as (app, pilot, count):
            app.table_screen.snapshot = snapshot(now)
            while count.is_telling or "You are first in neighborhood 1" not in app.text():
                await pilot.pause(0.01)
            await pilot.press("1")
            await pilot.pause()
            assert len(app.wishes) == 1


async def test_the_final_count_is_told_before_the_result() -> None:
    """Colours, black gems and the winner are steps; the board counts as telling until the last of them."""
    told = Told(GAME)
    told.run(4, Choice, what="price")
    before = told.sees(0)
    for _ in told.steps():
        pass
    now = told.sees(0)
    kinds = set()
    newest = await text_of(now)
    async with counting(before, now) as (app, pilot, count):
        while count.step is not None:
            assert app.table_screen.board.is_telling
            kinds |= {type(event) for event in count.step.events}
            count.advance()
        await pilot.pause()
        assert app.text() == newest
    assert {events.ColourScored, events.BlackScored, events.GameOver} <= kinds


async def test_a_history_that_is_built_anew_is_not_told() -> None:
    """When the journal does not go on from what was shown, the newest state is shown at once."""
    before, now = round_seen()
    other = replace(now, journal=now.journal[1:])
    async with counting(before, other) as (_, _, count):
        assert not count.is_telling
    start, newest = Told(GAME).sees(0), await text_of(now)
    async with counting(before, start, now) as (app, _, count):
        assert not count.is_telling
        assert app.text() == newest


async def test_the_speed_is_changed_while_a_count_is_told() -> None:
    """S: fast, then off, which shows the newest state at once, now and later; each choice is to be kept."""
    before, now = round_seen()
    async with counting(before, now) as (app, pilot, _):
        await pilot.press("s")
        await pilot.pause()
        assert board_tells(app)
        assert "s speed: fast" in rows(app)[-1]
        await pilot.press("s")
        await pilot.pause()
        assert not board_tells(app)
        assert "Bid two brokers" in app.text()
        assert app.paces == ["fast", "off"]
    async with counting(before) as (app, pilot, count):
        await pilot.press("s", "s")
        await pilot.pause()
        assert "Speed of the count: off" in app.text()
        app.table_screen.snapshot = snapshot(now)
        await pilot.pause()
        assert not count.is_telling


async def test_a_speed_that_was_kept_is_there_from_the_start() -> None:
    """A table that is opened with it tells at that speed."""
    before, now = round_seen()
    app = ScreenApp(snapshot(before), pace="slow")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.table_screen.snapshot = snapshot(now)
        await pilot.pause()
        assert "s speed: slow" in rows(app)[-1]


async def test_space_goes_on_step_by_step_and_holds() -> None:
    """Nothing follows by itself then, however fast the speed; s lets it run on."""
    before, now = round_seen()
    newest = await text_of(now)
    with patch.dict(PACES, normal=0.01):
        async with counting(before) as (app, pilot, count):
            with patch.dict(PACES, normal=600.0):
                app.table_screen.snapshot = snapshot(now)
                await pilot.pause()
                await pilot.press("space")
                await pilot.pause()
            assert count.is_held
            assert "s run on" in rows(app)[-1]
            step = count.step
            await pilot.pause(0.1)
            assert count.step is step
            await pilot.press("space")
            await pilot.pause()
            assert count.step is not step
            await pilot.press("s")
            while count.is_telling:
                await pilot.pause(0.01)
            await pilot.pause()
            assert app.text() == newest
            assert app.wishes == []
            assert app.paces == []


async def test_a_question_that_others_wait_for_comes_at_once() -> None:
    """The count goes to its last step; how much was left out is said, and the log opens where it began."""
    told = Told(GAME)
    told.run(1, PlayCards)
    before = told.sees(0)
    told.run(2, PickBid)
    async with counting(before, told.sees(0)) as (app, pilot, count):
        assert count.is_telling
        assert count.is_done
        assert "It is your turn: Enter. Skipped: " in rows(app)[21]
        assert "enter your turn" in rows(app)[-1]
        await pilot.press("l")
        await pilot.pause()
        assert "Counting neighborhood 1." in "\n".join(rows(app)[1:4])
        await pilot.press("l", "enter")
        await pilot.pause()
        assert "Bid two brokers" in app.text()
        await pilot.press("l")
        await pilot.pause()
        assert "Counting neighborhood 1." in "\n".join(rows(app)[1:4])


async def test_the_log_opens_at_its_end_again_after_the_next_move() -> None:
    """What was skipped is old by then."""
    before, now = round_seen()
    async with counting(before, now) as (app, pilot, count):
        await pilot.press("enter")
        await pilot.pause()
        assert count.missed is not None
        await pilot.press("3", "4")
        await pilot.pause()
        assert app.wishes
        assert count.missed is None


async def test_a_word_and_other_keys_do_their_work_meanwhile() -> None:
    """A refusal stands below the lines; the log opens and closes, and the count goes on."""
    before, now = round_seen()
    async with counting(before, now) as (app, pilot, count):
        app.table_screen.say("The host has gone.")
        await pilot.pause()
        assert rows(app)[21].startswith(" ! The host has gone.")
        await pilot.press("l")
        await pilot.pause()
        assert "Counting neighborhood 1" not in app.text()
        await pilot.press("l")
        await pilot.pause()
        assert count.is_telling


async def test_a_count_in_ascii_is_ascii() -> None:
    """No step shows anything else."""
    before, now = round_seen()
    async with counting(before, now, marks=ASCII) as (app, pilot, count):
        while count.is_telling:
            await pilot.pause()
            assert app.text().isascii()
            count.advance()
