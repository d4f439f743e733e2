"""The processes in which bots think: each way to fail, and what it does to the others."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from protocol.codec import pack
from protocol.games import GAMES
from tests.server.bots.house import House
from tests.support.driver import secret
from tests.support.odd.bots import WORKER
from tests.support.odd.levels import ODD
from tests.support.terminal import all_gone
from ys_server.bots.chairs import Decision
from ys_server.bots.pool import Failed, Pool, Worker
from ys_server.bots.question import READY, Question, asked

AGES = 3_600.0
"""A limit that no test waits for."""
MOMENT = 0.2
GONE_SECONDS = 30.0
YS = GAMES["ys"]


def decisions(count: int, seed: int = 1) -> list[Decision]:
    """Return the first decisions of the bots in a game."""
    house = House(("greedy",) * 3, seed)
    found: list[Decision] = []

    def is_enough() -> bool:
        decision = house.crew.due()
        if decision is not None and decision not in found:
            found.append(decision)
        return len(found) == count

    house.play(is_enough)
    return found


def question(level: str = "greedy", seed: int = 1) -> Question:
    """Return a first question for a bot of that level."""
    return replace(decisions(1, seed)[0].question(1.0), level=level)


def odd(size: int = 1, seconds: float = AGES, megabytes: int = 512) -> Pool:
    """Return a pool whose processes know the odd levels."""
    return Pool(size, seconds, megabytes, WORKER)


def put(level: str) -> Callable[[], bytes]:
    """Return the way in which a bot of that level is asked."""
    made = asked(question(level))
    return lambda: made


def pids(pool: Pool) -> list[int]:
    """Return the processes of `pool` that are idle."""
    return [worker._process.pid for worker in pool._idle]


async def test_a_process_chooses_what_the_crew_would() -> None:
    """The same for the same decision: where it is thought over makes no difference."""
    async with odd() as pool:
        for decision in decisions(12):
            raw = await pool.think(lambda due=decision: asked(due.question(1.0)))  # type: ignore[misc]
            assert raw == pack(decision.think(1.0))
            assert YS.decode(raw) in decision.options


@pytest.mark.parametrize(
    ("level", "code"),
    [
        ("hangs", "slow"),
        ("spins", "slow"),
        ("raises", "raised"),
        ("exits", "ended"),
        ("dies", "ended"),
        ("eats", "memory"),
        ("unheard-of", "raised"),
    ],
)
async def test_a_bot_that_fails_is_told_of_and_the_next_is_asked_as_ever(level: str, code: str) -> None:
    """Whatever it did to its process, the one place there is serves the next question."""
    async with odd(seconds=MOMENT if code == "slow" else AGES, megabytes=128) as pool:
        with pytest.raises(Failed) as failed:
            await pool.think(put(level))
        assert failed.value.code == code
        assert len(pids(pool)) == (code == "raised")
        pool._seconds = AGES
        assert await pool.think(put("greedy"))


async def test_what_a_bot_raises_is_told_without_its_words() -> None:
    """They may be about hidden values: the class and the line of code are enough to find it."""
    async with odd() as pool:
        with pytest.raises(Failed) as failed:
            await pool.think(put("raises"))
    assert failed.value.detail.startswith("ValueError at levels.py:")
    assert "hidden" not in failed.value.detail


async def test_what_a_bot_prints_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    """It is no answer, and no line of a log: it may be about hidden values."""
    async with odd() as pool:
        assert YS.decode(await pool.think(put("babbles"))) in YS.legal(question().view)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("level", ["cheats", "mumbles"])
async def test_what_is_no_legal_action_is_an_answer_all_the_same(level: str) -> None:
    """Whether an answer is legal, the crew finds out."""
    async with odd() as pool:
        assert await pool.think(put(level)) == pack(ODD[level].choose(*([None] * 4)))  # type: ignore[arg-type]


async def test_a_bot_that_hangs_keeps_no_other_waiting() -> None:
    """While one process gets nowhere, the other answers one question after the other."""
    async with odd(2) as pool:
        hanging = asyncio.create_task(pool.think(put("hangs")))
        for _ in range(5):
            assert await pool.think(put("greedy"))
        assert not hanging.done()
        hanging.cancel()
        await asyncio.wait((hanging,))


async def test_what_is_out_of_date_when_its_turn_comes_is_not_asked() -> None:
    """Then no process is started for it."""

    def late() -> bytes:
        raise KeyError

    async with odd() as pool:
        with pytest.raises(KeyError):
            await pool.think(late)
        assert pids(pool) == []


async def test_processes_are_started_when_they_are_needed() -> None:
    """One thought after the other is thought in one process, however many there may be."""
    async with odd(4) as pool:
        for _ in range(3):
            await pool.think(put("greedy"))
        assert len(pids(pool)) == 1


async def test_a_process_that_was_killed_meanwhile_is_replaced_before_it_is_asked() -> None:
    """Nobody's bot has failed by that."""
    async with odd() as pool:
        await pool.think(put("greedy"))
        (pid,) = pids(pool)
        os.kill(pid, signal.SIGKILL)
        await pool._idle[0]._process.wait()
        assert await pool.think(put("greedy"))
        assert pids(pool) != [pid]


async def test_no_process_outlives_the_pool() -> None:
    """Not one that waits, and not one in the middle of a thought that nobody waits for any more."""
    async with odd(2) as pool:
        hanging = asyncio.create_task(pool.think(put("spins")))
        await pool.think(put("greedy"))
        there = pids(pool)
        hanging.cancel()
        await asyncio.wait((hanging,))
        assert pool._ending
    assert all_gone(there, 0)
    assert not pool._ending


@pytest.mark.parametrize("level", ["greedy", "hangs", "spins"])
async def test_a_process_ends_when_nobody_can_ask_it_any_more(level: str) -> None:
    """The crew may be killed without a word: its processes end by themselves, thinking or not."""
    process = await asyncio.create_subprocess_exec(
        *WORKER, "512", str(AGES), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    worker = Worker(process)
    assert await worker.answer() == READY
    thinking = asyncio.create_task(worker.ask(put(level)()))
    if level == "greedy":
        await thinking
    else:
        await asyncio.wait((thinking,), timeout=MOMENT)
        assert not thinking.done()
    assert process.stdin is not None
    process.stdin.close()
    assert await process.wait() == 0
    await asyncio.wait((thinking,))
    if level != "greedy":
        with pytest.raises(Failed):
            thinking.result()


@pytest.mark.parametrize(
    "command", [("/nowhere/python",), (sys.executable, "-c", "0"), (sys.executable, "-c", "print('x' * 99)")]
)
async def test_where_no_process_begins_the_table_need_not_wait(command: tuple[str, ...]) -> None:
    """The machine may have no more, or the program be broken: that is a failure like others."""
    async with Pool(1, command=command) as pool:
        with pytest.raises(Failed) as failed:
            await pool.think(put("greedy"))
    assert failed.value.code == "not-started"


def test_a_question_holds_what_the_seat_sees_and_no_key() -> None:
    """With all questions of a game in hand nobody can sign, give a link, look or open for a seat.

    Of what is hidden it has what its own seat knows.
    """
    house = House(("greedy",) * 3, 3)
    seen = 0

    def look() -> bool:
        nonlocal seen
        decision = house.crew.due()
        if decision is not None:
            seen += 1
            data = asked(decision.question(1.0))
            assert not [what for what in _hidden(house, decision) if what in data]
        return house.is_over

    house.play(look)
    assert seen > 100


def _hidden(house: House, decision: Decision) -> Iterator[bytes]:
    """Yield the secrets of all bots that the one who decides must not know."""
    own = {opening.salt for opening in decision.view.known.values()}
    yield secret(3, "crew")
    for place in house.places:
        vault, state = place.vault, place.chair.match.state
        yield from (vault._hands, vault._box, vault._peeks)
        given = vault._chain.index(state.players[place.chair.seat or 0].link)
        yield from vault._chain[given + 1 :]
        yield from (opening.salt for opening in place.chair.view().known.values() if opening.salt not in own)
