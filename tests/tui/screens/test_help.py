"""The help: what tables play, from the game's data."""

import pytest
from msgspec.structs import replace

from protocol.game import ESCROW, combinations
from protocol.games.ys.game import YS
from tests.support.framed import FramedApp, after, seen
from tests.support.options import RICH
from ys_tui.screens.help import HelpScreen, manual, this_table


def test_tables_are_told_from_the_data() -> None:
    """Each number of seats and each option has its paragraph; a sentence that is missing leaves no trace."""
    assert manual(RICH) == (
        "TABLES",
        "For 2: A third hand is on the table.",
        "For 3",
        "For 4: Everybody pays [double].",
        "Long game: It takes one round more. Two play the short game.",
        "Trio: All three bid at once. Only three play the trio.",
        "Dear game: The prize counts twice.",
        f"{ESCROW.title}: {ESCROW.text} {ESCROW.otherwise}",
    )


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
def test_own_table_is_told(seats: int, options: tuple[str, ...]) -> None:
    """At a table the help says what is played there, no more and no less."""
    _, kind, *played = this_table("ys", seats, options)
    assert kind == f"Ys for {seats}: {YS.tables[seats]}"
    assert played == [f"{option.title}: {option.text}" for option in YS.options if option.key in options]


async def test_tables_are_one_key_away() -> None:
    """The key t shows them, literally."""
    app = FramedApp(HelpScreen(replace(seen(), table=None)))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "t")
        assert app.text().split("\n")[1:5].count(" TABLES") == 1
        assert "t tables" in app.bar()
        assert YS.options[0].title in app.text()
