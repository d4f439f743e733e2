"""Seals: they open at their place with their opening, and nowhere else."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.pretty import pretty_repr

from protocol.seals import CONTENT, VALUE, Opening, Token, opens, place, seal
from tests.support.driver import secret

SETUP = secret("setup")
OPENING = Opening(3, secret("salt", size=16))
WHERE = place(SETUP, "4", 1, Token(7))


def test_a_seal_opens_at_its_place() -> None:
    """It opens with the value and salt it was made of."""
    assert opens(seal(WHERE, OPENING), WHERE, OPENING)
    assert len(seal(WHERE, OPENING)) == 32


@pytest.mark.parametrize(
    "elsewhere",
    [
        place(secret("other setup"), "4", 1, Token(7)),
        place(SETUP, "5", 1, Token(7)),
        place(SETUP, "4", 2, Token(7)),
        place(SETUP, "4", 1, Token(8)),
    ],
    ids=["table", "deal", "seat", "token"],
)
def test_a_copied_seal_opens_nowhere_else(elsewhere: bytes) -> None:
    """At another table, dealing, seat or token the same seal does not open, not even with its own opening."""
    assert not opens(seal(WHERE, OPENING), elsewhere, OPENING)


def test_another_opening_does_not_open() -> None:
    """Neither another value nor another salt fits."""
    sealed = seal(WHERE, OPENING)
    assert not opens(sealed, WHERE, Opening(2, OPENING.salt))
    assert not opens(sealed, WHERE, Opening(3, secret("other", size=16)))
    assert not opens(sealed[:31], WHERE, OPENING)


numbers = st.tuples(st.integers(0, 999), st.integers(-1, 99), st.integers(0, 9999))


@given(one=numbers, other=numbers)
@example(one=(1, 11, 1), other=(11, 1, 1))
@example(one=(1, 1, 11), other=(1, 11, 1))
def test_places_are_unambiguous(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    """Two places are the same bytes only if dealing, seat and token are the same."""
    first, second = (place(SETUP, str(deal), seat, Token(token)) for deal, seat, token in (one, other))
    assert (first == second) == (one == other)


def test_an_opening_keeps_silent() -> None:
    """Its repr, str and what rich makes of it tell neither value nor salt, wherever it is nested."""
    assert repr(OPENING) == str(OPENING) == f"{OPENING}" == "Opening(…)"
    assert repr({"x": (OPENING,)}) == "{'x': (Opening(…),)}"
    assert pretty_repr({"x": (OPENING,)}) == "{'x': (Opening(),)}"


def test_the_content_is_as_long_for_every_value() -> None:
    """All 256 values give 17 bytes; larger ones are no opening."""
    assert {len(Opening(value, OPENING.salt).content()) for value in range(VALUE + 1)} == {CONTENT}
    for wrong in ([VALUE + 1, OPENING.salt], [-1, OPENING.salt], [3, OPENING.salt[:15]]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, Opening)
