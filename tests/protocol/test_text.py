"""Text of other people: what could harm a terminal is refused by type and removed by `clean`."""

import unicodedata
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.text import LINE_LENGTH, NAME_LENGTH, TITLE_LENGTH, Code, Line, Name, Title, clean, in_seconds

TYPES: Final[tuple[Any, ...]] = (Name, Title, Line)
HARMFUL: Final = {
    "bell": "\x07",
    "escape": "\x1b",
    "newline": "\n",
    "delete": "\x7f",
    "8-bit csi": "\x9b",
    "no-break space": "\xa0",
    "soft hyphen": "\xad",
    "combining acute": "\u0301",
    "combining ring overlay": "\u20dd",
    "enclosing millions": "\ua671",
    "arabic number sign": "\u0600",
    "hangul filler": "\u3164",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "line separator": "\u2028",
    "byte order mark": "\ufeff",
    "variation selector": "\ufe0f",
    "surrogate": "\ud800",
    "private use": "\ue000",
    "noncharacter": "\uffff",
    "tag": "\U000e0041",
    "plane 16": "\U00100000",
}


def is_accepted(text: str, kind: Any) -> bool:  # noqa: ANN401 - a type with its limits
    """Tell whether `text` is a value of the type."""
    try:
        msgspec.convert(text, kind)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("harmful", HARMFUL.values(), ids=HARMFUL)
def test_harmful_characters_are_refused_and_removed(harmful: str) -> None:
    """Wherever it stands, a harmful character makes the text unacceptable, and `clean` takes it out."""
    for text in (harmful, f"a{harmful}b", f"{harmful}b", f"a{harmful}"):
        assert not any(is_accepted(text, kind) for kind in TYPES)
        assert harmful not in clean(text)


def test_no_control_format_or_private_character_is_accepted() -> None:
    """Of all characters there are, none of the categories that show nothing of their own gets through."""
    hidden = {"Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp", "Me"}
    through = [
        f"{code:x}"
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in hidden and chr(code) != " " and is_accepted(chr(code), Line)
    ]
    assert through == []


@pytest.mark.parametrize(
    "text", ["Ada", "[b]x[/b]", "hi [/", "Zoë", "สวัสดี", "नमस्ते", "日本", "a b", "🎲", "<&>"]
)
def test_visible_text_is_taken_literally(text: str) -> None:
    """Other scripts and what looks like markup are text like any other."""
    assert all(is_accepted(text, kind) for kind in TYPES)
    assert clean(text) == text


@pytest.mark.parametrize("text", ["", " ", " a", "a ", "   "])
def test_blank_edges_are_refused(text: str) -> None:
    """A name is not empty and neither begins nor ends with a blank."""
    assert not any(is_accepted(text, kind) for kind in TYPES)
    assert clean(text) == text.strip()


@pytest.mark.parametrize(
    ("kind", "length"), [(Name, NAME_LENGTH), (Title, TITLE_LENGTH), (Line, LINE_LENGTH), (Code, 32)]
)
def test_lengths_are_limited(kind: Any, length: int) -> None:  # noqa: ANN401 - a type with its limits
    """The longest text of each type is accepted, one character more is not."""
    assert is_accepted("x" * length, kind)
    assert not is_accepted("x" * (length + 1), kind)


@pytest.mark.parametrize("text", ["A", "1a", "-a", "a_b", "a b", "a\n", "é", ""])
def test_codes_are_kebab_case(text: str) -> None:
    """A code is lower-case ASCII with digits and hyphens, and begins with a letter."""
    assert is_accepted("not-your-turn-2", Code)
    assert not is_accepted(text, Code)


@given(text=st.text(st.characters(exclude_categories=())), length=st.integers(1, LINE_LENGTH))
def test_clean_text_is_always_accepted(text: str, length: int) -> None:
    """Whatever comes in, what `clean` leaves is acceptable and short enough, or nothing."""
    cleaned = clean(text, length)
    assert cleaned == "" or is_accepted(cleaned, Line)
    assert len(cleaned) <= length
    assert clean(cleaned, length) == cleaned


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (1.0, "1 second"),
        (2.5, "2.5 seconds"),
        (1_209_600, "1209600 seconds"),
    ],
)
def test_seconds_are_told_in_words(count: float, words: str) -> None:
    """One is one second, any other number is of seconds; a large one is written out."""
    assert in_seconds(count) == words
