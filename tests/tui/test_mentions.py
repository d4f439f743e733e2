"""Sentences that mention keys say those in force: all that there are in the client."""

import pytest

from tests.support.remapped import LITERAL, REMAPPED, sentences
from ys_tui.keyfile import read
from ys_tui.keymap import DEFAULT
from ys_tui.mentions import MENTION, named

CHOSEN = read(
    """
    [everywhere]
    quit = "ctrl+x"
    [table]
    undo = "z"
    pass = "é"
    card = "ctrl+k"
    speed = "S"
    jump = "y"
    digit-0 = "à"
    digit-1 = "&"
    [moving]
    enter = ["f3"]
    back = ["f4"]
    """,
    "keys.toml",
)
NO_KEYS = (
    "actions.py",
    "keyfile.py",
    "keymap.py",
    "keynames.py",
    "mentions.py",
    "plain/",
    "games/ys/spoken.py",
)
"""What is about keys themselves, whatever is chosen, and what is for those who type words instead."""
FIXED = ("by Tab,", "nor ctrl+c;", "PgUp PgDn")
"""The shell's own key, one that is always the same, and two as a bar names them to itself."""


@pytest.mark.parametrize(
    ("text", "usual", "chosen"),
    [
        (
            "{table:Enter} sends, {table:u} takes back.",
            "Enter sends, u takes back.",
            "f3 sends, z takes back.",
        ),
        ("Use a card or pass ({table:p}).", "Use a card or pass (p).", "Use a card or pass (é)."),
        ("{table:c}: come back.", "c: come back.", "ctrl+k: come back."),
        ("Press a broker ({table:0–4}).", "Press a broker (0–4).", "Press a broker (à&234)."),
        ("{table:0-4} take one", "0-4 take one", "à&234 take one"),
        ("{table:l} ({choosing:l})", "l (L)", "l (L)"),
        ("{table:Esc} leaves, {room:d} sits", "Esc leaves, d sits", "f4 leaves, d sits"),
        ("{question:Ctrl+q} quits.", "Ctrl+q quits.", "ctrl+x quits."),
        ("Port: black gem. Commerce: 3 VP.",) * 3,
    ],
)
def test_named_keys_are_those_in_force(text: str, usual: str, chosen: str) -> None:
    """By the part of the client in which they are there; as they come, they are written as in a sentence."""
    assert named(text, DEFAULT) == usual
    assert named(text, CHOSEN) == chosen


@pytest.mark.parametrize(
    ("file", "moves"),
    [
        ("", "Arrows or hjkl"),
        ('[moving]\nup = "up"\n', "Arrows"),
        ('[table]\nundo = "h"\n', "Arrows"),
        ('[moving]\nup = ["up", "z"]\nleft = ["left", "k"]\n', "Arrows or kjzl"),
        ('[moving]\nup = "z"\ndown = "x"\nleft = "d"\nright = "y"\n', "zxdy"),
        ('[moving]\nup = "f3"\n', "f3/down/left/right"),
    ],
)
def test_the_keys_that_move_are_named_together(file: str, moves: str) -> None:
    """The arrows or what is typed for them, and their letters as long as each of them has one."""
    assert (
        named("{choosing:Arrows or hjkl} move the mark", read(file, "keys.toml")) == f"{moves} move the mark"
    )


@pytest.mark.parametrize(
    ("place", "text"),
    [pytest.param(place, text, id=place) for place, text in sentences() if MENTION.search(text)],
)
def test_every_mention_is_of_a_key_that_there_is(place: str, text: str) -> None:
    """Whatever is chosen for it is said instead: the part of the client knows the key."""
    for found in MENTION.finditer(text):
        if "…" not in found[0]:
            assert not set(named(found[0], REMAPPED)) & set(found["key"]), f"{place}: {found[0]}"
    assert not LITERAL.search(named(text, REMAPPED)), place


@pytest.mark.parametrize("text", ["{foo:bar}", "Ada says {a:b}.", "{:u}", "{table}"])
def test_braces_that_are_no_mention_stay(text: str) -> None:
    """Whatever else stands in braces is shown as it is, whoever has written it."""
    assert named(text, DEFAULT) == text


def test_no_sentence_names_a_key_that_may_be_another() -> None:
    """All others that mention one have it as `{table:u}`."""
    literal = [
        f"{place}: {text}"
        for place, text in sentences()
        if not place.startswith(NO_KEYS)
        and LITERAL.search(MENTION.sub("…", text))
        and not any(each in text for each in FIXED)
    ]
    assert not literal, "\n".join(literal)


@pytest.mark.parametrize(
    "text",
    [
        "Enter sends it, u takes it back.",
        "It is sent; u takes it back.",
        "Use a card or pass (p): one more.",
        "Which card do you use? (c: none; two)",
        "c: use a card (Spy, King).",
        "P votes to play on.",
        "Speed of the count: slow (s changes it).",
        "or g and a letter.",
        "Press the letter of a place; Esc leaves.",
        "First press the broker you want to place (0–4).",
        "press two of 0–4.",
        "The rules: ? shows them.",
        "Not now; r in the result does it later",
        "q at the table, then To the lobby.",
        "the arrows lead to everything else",
        "Space steps, and off shows the outcome.",
    ],
)
def test_a_key_in_a_sentence_is_found(text: str) -> None:
    """In each of the ways in which sentences of the client mention one."""
    assert LITERAL.search(text)
