"""A key in a test is done with when all that follows from it is."""

import asyncio
import time

from textual.app import App

_TURNS = 40


class Starved(App[None]):
    """An app whose work goes on over some turns of the loop, between which its process does not run."""

    turns = 0

    def on_key(self) -> None:
        """Begin it."""
        self.run_worker(self._work())

    async def _work(self) -> None:
        for _ in range(_TURNS):
            time.sleep(0.021)  # noqa: ASYNC251  # the machine has other things to do: what is tested
            await asyncio.sleep(0)
            self.turns += 1


class Timed(App[None]):
    """An app that draws, or does something else, a moment later."""

    is_done = False

    def on_key(self) -> None:
        """Set a timer as short as those by which screens are drawn."""
        self.set_timer(1 / 60, self._end)

    def _end(self) -> None:
        self.is_done = True


async def test_a_key_is_done_with_where_the_processor_is_elsewhere() -> None:
    """A process that is not let run has not come to rest: all of its turns are waited for."""
    app = Starved()
    async with app.run_test() as pilot:
        await pilot.press("a")
        assert app.turns == _TURNS


async def test_what_is_due_in_a_moment_is_part_of_it() -> None:
    """Screens are laid out and drawn by such timers."""
    app = Timed()
    async with app.run_test() as pilot:
        await pilot.press("a")
        assert app.is_done
