"""Tables in words."""

import pytest

from ys_tui.tables import table_words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "Ys for 3 against Ahès"),
        (("documented-deck",), "Ys for 3 against Ahès, with documented characters only"),
        (
            ("three-neighborhoods", "kings-favor"),
            "Ys for 3 against Ahès, with three neighborhoods, King's Favor",
        ),
        (("bla",), "Ys for 3 against Ahès, with bla (not known to this version of ys)"),
    ],
)
def test_options_stand_in_a_sentence_as_its_other_words(options: tuple[str, ...], words: str) -> None:
    """Only what is a name by itself has its capitals there."""
    assert table_words("ys", 3, ("Ahès",), options) == words
