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


async def test_help_opens_with_what_applies_at_the_moment() -> None:
    """The paragraphs on it stand before all else; n leads back to them from anywhere."""
    topic = ("R22: Everybody bids.", "R23: Who bids most chooses.")
    app = FramedApp(HelpScreen(replace(seen(), table=None), topic=topic))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        rows = [row.strip() for row in app.text().split("\n")]
        assert rows[1:7] == ["", "AT THIS MOMENT", "", topic[0], "", topic[1]]
        assert "n now" in app.bar()
        await after(pilot, "r")
        assert topic[0] not in app.text()
        await after(pilot, "n")
        assert topic[0] in app.text()


async def test_help_without_a_moment_has_no_section_for_it() -> None:
    """In the lobby nothing is asked: the key does nothing and is not offered."""
    app = FramedApp(HelpScreen(replace(seen(), table=None)))
    async with app.run_test(size=(80, 24)) as pilot:
        before = (await after(pilot)).text()
        assert "AT THIS MOMENT" not in before
        assert "n now" not in app.bar()
        assert (await after(pilot, "n")).text() == before


async def test_help_opens_at_a_section() -> None:
    """A form asks for the help on tables: that is what is seen first."""
    app = FramedApp(HelpScreen(replace(seen(), table=None), start="tables"))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert app.text().split("\n")[1:5].count(" TABLES") == 1
