"""Who plays is called by name: before a bot took the seat, while it has it, and when its person is back."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from protocol.game import NATURE, Reseated, Seat
from protocol.games.ys.events import BidMade
from protocol.games.ys.prompts import Place
from protocol.seating import PAUSE
from tests.support.screen import NAMES, Told
from ys_tui.ballots import votes_so_far
from ys_tui.client.snapshot import Chronicle, TableSnapshot
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import scene_of
from ys_tui.games.ys.draw_bar import awaited
from ys_tui.games.ys.draw_players import players
from ys_tui.games.ys.log import Log, Pen, news
from ys_tui.games.ys.presence import waiting
from ys_tui.games.ys.readout import players as read
from ys_tui.games.ys.seated import shortened
from ys_tui.games.ys.spoken import happened
from ys_tui.lines import GLUE, plain, text_of
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

PEN = Pen(NAMES, NIGHT, UNICODE)


@pytest.fixture
def held() -> tuple[TableSnapshot, Seat]:
    """Return a table that waits for a bot which has taken a person's seat, and that seat."""
    told = Told(4)
    seat = told.run(1, Place)
    table = told.sees((seat + 1) % 4)
    bot = replace(table.chairs[seat], name="Salaün", bot=True)
    chairs = (*table.chairs[:seat], bot, *table.chairs[seat + 1 :])
    return replace(table, chairs=chairs), seat


def test_board_calls_a_bot_in_a_persons_seat_by_its_name(held: tuple[TableSnapshot, Seat]) -> None:
    """Players, bar, waiting line, votes and what is read aloud name who sits there now, as a bot."""
    table, seat = held
    voted = replace(table, votes=((seat, NATURE, PAUSE), (seat, seat, "wait")), may_vote=(seat,))
    told = (
        text_of(players(scene_of(table, Aim(), NIGHT, UNICODE))),
        plain(awaited(table, NIGHT, UNICODE)),
        waiting(table, None).question,
        waiting(voted, None).question,
        votes_so_far(voted, seat),
        "\n".join(read(table)),
    )
    for words in told:
        assert "Salaün (bot)" in words
        assert NAMES[seat] not in words


def test_log_calls_everybody_by_the_name_of_then(held: tuple[TableSnapshot, Seat]) -> None:
    """What came before the bot is the person's, what follows the bot's, and after the return the person's."""
    table, seat = held
    person = NAMES[seat]
    events = (
        BidMade(seat),
        Reseated(seat, "Salaün", bot=True),
        BidMade(seat),
        Reseated(seat, person, bot=False),
        BidMade(seat),
    )
    table = replace(table, journal=tuple(Chronicle(number, event) for number, event in enumerate(events)))
    expected = [
        f"{person} bids",
        f"A bot, Salaün, takes {person}'s seat.",
        "Salaün (bot) bids",
        f"{person} is back.",
        f"{person} bids",
    ]
    for drawn in (Log().lines(table, PEN, 100), news(table, PEN, 5, 100)):
        lines = [plain(line).strip().replace(f"{UNICODE.up[seat]}{GLUE}", "") for line in drawn]
        assert len(lines) == len(expected)
        assert [line[: len(words)] for line, words in zip(lines, expected, strict=True)] == expected
    for number, words in enumerate(expected):
        assert happened(table, number).startswith(words)


@pytest.mark.parametrize(
    ("name", "cells", "shown"),
    [("Salaün (bot)", 12, "Salaün (bot)"), ("Salaün (bot)", 10, "Sal… (bot)"), ("Salaün", 4, "Sal…")],
)
def test_mark_of_a_bot_is_never_cut_off(name: str, cells: int, shown: str) -> None:
    """Where there is no room for the whole name, the name itself is cut."""
    assert shortened(name, cells) == shown
    assert cell_len(shown) <= cells
