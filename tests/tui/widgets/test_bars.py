"""The bars: everything fits, and nothing that somebody typed moves a column."""

from math import inf

import pytest
from msgspec.structs import replace
from rich.segment import Segment

from protocol.game import Prompt, Seat
from protocol.games.ys.prompts import PickBid, Place, PlayCards, Reveal
from tests.support.screen import Told, snapshot
from ys_tui.client.snapshot import Connection
from ys_tui.games.ys.draw_bar import awaited as bar_awaited
from ys_tui.games.ys.words import deed
from ys_tui.lines import Line, plain, width
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT
from ys_tui.widgets.bars import key_line, top_line


@pytest.mark.parametrize("title", ["Harbour", "漢" * 32, "[b]x[/", "i" * 32])
@pytest.mark.parametrize("cells", [80, 124])
def test_the_top_bar_keeps_its_columns(title: str, cells: int) -> None:
    """Round, phase and connection stand where they stand, whatever the title."""
    told = Told(1)
    told.run(1, Place)
    shown = snapshot(told.sees(0))
    where = (("Round 1/4", "Placing 1/4"), (Segment("Cara places"),))
    line = top_line(shown, title, where, NIGHT, cells)
    left = (cells - 80) // 2
    assert width(line) == cells
    before = plain(line).partition("Round")[0]
    assert width((Segment(before),)) == left + 26
    assert plain(line).rstrip().endswith("● ok")


def awaited(name: str, deed: str) -> Line:
    """Return who is awaited, as a board says it."""
    return Segment("● "), Segment(name), Segment(f" {deed}")


@pytest.mark.parametrize("name", ["Cara", "日本語😀", "Bartholomew"])
def test_who_is_awaited_is_told_whole_where_there_is_room(name: str) -> None:
    """Names of up to eleven cells are not cut behind the longest phase, whatever cells their letters take."""
    shown = snapshot(Told(1).sees(0))
    line = top_line(shown, "Harbour", (("Round 1/4", "Bidding"), awaited(name, "picks a card")), NIGHT, 80)
    assert f"● {name} picks a card" in plain(line)
    assert width(line) == 80
    assert plain(line).rstrip().endswith(" ● ok")


def test_a_name_gives_way_before_what_is_done() -> None:
    """Too long for the bar, the name is cut and the verb is whole; then the verb is, and the link stays."""
    told = snapshot(Told(1).sees(0))
    where = ("Round 1/4", "Turn order")
    line = plain(top_line(told, "t", (where, awaited("漢" * 16, "picks an order card")), NIGHT, 80))
    assert "… picks an order card" in line
    lost = type(told)(connection=Connection.LOST, table=told.table)
    line = plain(top_line(lost, "t", (where, awaited("漢" * 16, "picks an order card")), NIGHT, 80))
    assert "● 漢… picks an" in line
    assert line.rstrip().endswith("○ link lost")


def test_a_lost_link_is_said_in_words() -> None:
    """What the dot means is not left to its colour."""
    told = Told(1)
    told.run(1, Place)
    shown = snapshot(told.sees(0))
    for connection, words in ((Connection.LOST, "link lost"), (Connection.CONNECTING, "connecting")):
        other = type(shown)(connection=connection, table=shown.table)
        assert words in plain(top_line(other, "t", (("", ""), ()), NIGHT, 80))


def test_many_keys_fit() -> None:
    """The gaps shrink before a key is cut off."""
    keys = (
        ("↑↓←→", "place"), ("g", "jump"), ("enter", "put"), ("f", "face down"), ("u", "undo"), ("c", "card"),
        ("L", "log"), ("?", "help"), ("q", "leave"),
    )  # fmt: skip
    text = plain(key_line(keys, NIGHT, 80))
    assert len(text) == 80
    assert text.rstrip().endswith("q leave")


@pytest.mark.parametrize(("lag", "words"), [(0.0, "● ok"), (0.5, "● 0.5 s"), (inf, "● no answer")])
def test_late_answers_are_told_beside_the_dot(lag: float, words: str) -> None:
    """In the place of the word for a good link; nothing else moves for it."""
    shown = replace(snapshot(Told(1).sees(0)), lag=lag)
    where = (("Round 1/4", "Turn order"), awaited("Cara", "picks a card"))
    line = plain(top_line(shown, "Harbour", where, NIGHT, 80))
    assert line.rstrip().endswith(words)
    assert line.index("Round 1/4") == 26


@pytest.mark.parametrize("cells", [50, 60, 80, 100])
@pytest.mark.parametrize("prompt", [Reveal, PickBid, PlayCards])
def test_ones_own_deed_is_told_whole_beside_others(cells: int, prompt: type[Prompt]) -> None:
    """How many others are awaited goes as a whole where there is no room: no word of the bar is cut."""
    told = Told(4)
    seat = told.run(1, prompt)
    asked = told.match.prompts[seat]
    table = replace(told.sees(seat), awaited=tuple((Seat(each), asked) for each in range(4)))
    for phase in ("Bidding", "Last broker", "Characters", "King's Favor"):
        where = (("Round 1/4", phase), bar_awaited(table, NIGHT, UNICODE))
        line = plain(top_line(snapshot(table), "Harbour", where, NIGHT, (cells, cells)))
        assert f"you {deed(asked, several=True)}" in line
        assert "…" not in line
        assert ", and 3 others" in plain(where[1])
