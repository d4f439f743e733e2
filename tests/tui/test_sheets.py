"""The sheet of a result: all of it on pages that fit, for every size of terminal."""

import re

import pytest

from tests.tui.games.scenes import results
from ys_tui.charts import SHARED
from ys_tui.games.ys.final import sheet
from ys_tui.lines import Lines, text_of, width
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.palettes import PALETTES
from ys_tui.sheets import Sheet, drawn, facts_part, pages, tabs

NIGHT = PALETTES["ys-night"]
TITLES = ("Points", "Gems", "Prices", "Gems over the rounds", "Points over the rounds", "What decided it")
SIZES = [(140, 44), (120, 31), (112, 28), (111, 31), (100, 26), (96, 24), (80, 19), (76, 16)]


def result(name: str = "result-4") -> Sheet:
    """Return the result of a real game."""
    return sheet(results()[name], NIGHT, UNICODE)


def shown(found: Sheet, cells: int, rows: int, marked: int | None = 0) -> list[Lines]:
    """Return what stands on each page."""
    facts = facts_part(found.facts, marked, NIGHT, note="enter: board")
    return [drawn(page, cells, rows, NIGHT) for page in pages(found, facts, cells, rows)]


@pytest.mark.parametrize("name", list(results()))
@pytest.mark.parametrize(("cells", "rows"), SIZES)
def test_every_page_fits(name: str, cells: int, rows: int) -> None:
    """Each has exactly so many rows of so many cells, and each part stands on one of them, closed below."""
    found = shown(result(name), cells, rows)
    for lines in found:
        assert len(lines) == rows
        assert all(width(line) == cells for line in lines if line)
    text = "".join(map(text_of, found))
    for title in TITLES:
        assert f"╭ {title} ─" in text
    assert text.count("╭") == text.count("╰") == len(TITLES)


@pytest.mark.parametrize("marks", [UNICODE, ASCII])
@pytest.mark.parametrize("name", list(results()))
@pytest.mark.parametrize(("cells", "rows"), [*SIZES, (60, 12)])
def test_a_shared_point_is_explained_once_on_each_page(
    name: str, cells: int, rows: int, marks: Marks
) -> None:
    """In the edge of the uppermost chart that has one, beside its title; where there is none, nowhere."""
    sign = SHARED[marks.ascii]
    found = sheet(results()[name], NIGHT, marks)
    facts = facts_part(found.facts, 0, NIGHT, note="enter: board")
    for page in pages(found, facts, cells, rows):
        lines = [text_of((line,)) for line in drawn(page, cells, rows, NIGHT)]
        edges = [number for number, line in enumerate(lines) if f"{sign} several" in line]
        charts = [number for number, line in enumerate(lines) if sign in line and number not in edges]
        assert len(edges) == bool(charts)
        assert all(edge < min(charts) for edge in edges)
        assert all(lines[edge].count(f"{sign} several") == 1 for edge in edges)
        assert not any("…" in lines[edge] for edge in edges)


@pytest.mark.parametrize(("cells", "rows"), [(60, 12), (75, 40), (80, 14)])
def test_a_small_terminal_scrolls(cells: int, rows: int) -> None:
    """Where it is too small all parts stand one below the other."""
    (lines,) = shown(result(), cells, rows)
    assert len(lines) > rows
    text = text_of(lines)
    assert [title for title in TITLES if f"╭ {title} ─" in text] == list(TITLES)
    assert all(width(line) == cells for line in lines if line)


@pytest.mark.parametrize(("cells", "rows"), SIZES)
def test_the_marked_fact_is_in_sight(cells: int, rows: int) -> None:
    """However few rows there are, the fact that Enter opens can be read to its end."""
    found = result()
    for marked, fact in enumerate(found.facts):
        text = " ".join(text_of(shown(found, cells, rows, marked)[0]).replace("│", " ").split())
        end = "".join(segment.text for segment in fact.line).replace("\u00a0", " ").split()[-1]
        assert "▸" in text
        assert end in text


@pytest.mark.parametrize("rows", [4, 5, 7, 9, 12, 40])
@pytest.mark.parametrize("cells", [40, 76])
def test_facts_are_whole_and_the_rest_is_counted(cells: int, rows: int) -> None:
    """None ends in mid-sentence without a word: those that have no room are counted in the last row."""
    facts = result().facts
    for marked in range(len(facts)):
        lines = facts_part(facts, marked, NIGHT, note="").draw(cells, rows)
        assert len(lines) <= rows
        text = " ".join(text_of(lines).replace("▸", " ").split())
        told = [" ".join(text_of((fact.line,)).replace("\u00a0", " ").split()) for fact in facts]
        whole = sum(words in text.replace("\u00a0", " ") for words in told)
        hidden = sum(int(number) for number in re.findall(r"(\d+) more (?:above|below)", text))
        assert told[marked] in text.replace("\u00a0", " ")
        assert whole + hidden == len(facts)


def test_tabs_name_the_digits() -> None:
    """Each page has its digit."""
    line = tabs(("Points", "Gems"), 1, NIGHT)
    assert "".join(segment.text for segment in line) == " 1 Points   2 Gems "
