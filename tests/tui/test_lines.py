"""Lines of styled text: they are exactly as wide as they are asked to be, whatever is in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment

from ys_tui.lines import GLUE, crop, finish, fit, pad, place, plain, right, style, width, wrap
from ys_tui.looks import ASCII, UNICODE, ascii_twin, marks_for

GROUND = style("#ffffff", "#000000")
texts = st.text(st.sampled_from("ab ◆漢🧙…[/]"), max_size=30)


def line(text: str) -> tuple[Segment, ...]:
    """Return `text` in two pieces."""
    return Segment(text[: len(text) // 2], GROUND), Segment(text[len(text) // 2 :], GROUND)


@given(texts, st.integers(0, 20))
def test_cropped_text_fits(text: str, cells: int) -> None:
    """Cropped text is never wider than asked, and whole when it fits."""
    cropped = crop(text, cells)
    assert cell_len(cropped) <= cells
    assert cropped == text or cell_len(text) > cells


@given(texts, st.integers(1, 20))
def test_padded_text_and_lines_are_exactly_as_wide(text: str, cells: int) -> None:
    """Padding, aligning, fitting and placing give exactly the cells asked for."""
    assert cell_len(pad(text, cells)) == cell_len(right(text, cells)) == cells
    assert width(fit(line(text), cells, GROUND)) == cells
    assert width(place(((0, line(text)), (cells // 2, line(text))), cells, GROUND)) == cells


def test_placed_pieces_stand_at_their_columns() -> None:
    """A piece that reaches into the next is cut with an ellipsis."""
    placed = place(((1, line("abcdef")), (5, line("xy"))), 8, GROUND)
    assert plain(placed) == " abc…xy "


@given(st.lists(st.text("ab漢", min_size=1, max_size=6), max_size=12), st.integers(12, 30))
def test_wrapped_lines_fit_and_keep_the_words(words: list[str], cells: int) -> None:
    """Wrapping loses no word and is never wider than asked."""
    lines = wrap(line(" ".join(words)), cells, indent=2)
    assert all(width(each) <= cells for each in lines)
    assert "".join("".join(map(plain, lines)).split()) == "".join(words)


def test_word_longer_than_a_line_is_broken_not_cut() -> None:
    """All of a path can be read, at the width of the line, and what stands before it as well."""
    lines = wrap(line("See /srv/games/a-long-name/solo.log)"), 12)
    assert [plain(each) for each in lines] == ["See", "/srv/games/a", "-long-name/s", "olo.log)"]


@given(texts)
def test_the_ascii_twin_is_as_wide(text: str) -> None:
    """What has no twin in ASCII becomes question marks, as many cells wide."""
    twin = ascii_twin(text)
    assert twin.isascii()
    assert cell_len(twin) == cell_len(text)


@pytest.mark.parametrize(
    ("encoding", "is_ascii"),
    [("UTF-8", False), ("utf8", False), ("ascii", True), ("latin-1", True), (None, True)],
)
def test_glyphs_follow_the_encoding(encoding: str | None, is_ascii: bool) -> None:
    """Only a terminal of UTF-8 gets more than ASCII."""
    assert marks_for(encoding) is (ASCII if is_ascii else UNICODE)


def test_a_glued_blank_breaks_no_line() -> None:
    """A glyph stays beside its name, and what glues them is shown as a blank."""
    (first, second) = wrap((Segment(f"abc ▲{GLUE}Alix", GROUND),), 8)
    assert [plain(finish(each, UNICODE)) for each in (first, second)] == ["abc", "▲ Alix"]


def test_a_comma_stays_behind_its_word() -> None:
    """Segments without a space between them are one word: no line begins with a comma."""
    pieces = tuple(Segment(text, GROUND) for text in ("▲ ", "Alix", " 3", ", ", "■ ", "Bran", " 2", "."))
    for cells in range(8, 20):
        lines = wrap(pieces, cells)
        assert not any(plain(each).lstrip().startswith((",", ".")) for each in lines), cells
    assert [plain(each) for each in wrap(pieces, 9)] == ["▲ Alix 3,", "■ Bran 2."]


@pytest.mark.parametrize(
    ("name", "twin"), [("Salaün", "Salaun"), ("Zoë", "Zoe"), ("Łukasz", "Lukasz"), ("漢", "??")]
)
def test_letters_lose_their_accents(name: str, twin: str) -> None:
    """A name in ASCII is still a name; only what has no such letters becomes question marks."""
    assert ascii_twin(name) == twin
