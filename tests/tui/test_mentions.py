"""Sentences that mention keys say those in force."""

import pytest

from protocol.games.ys.prompts import PickBid, Place
from tests.support.screen import Told
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import Desk, scene_of, sentences
from ys_tui.keyfile import read
from ys_tui.keymap import DEFAULT, Typing
from ys_tui.looks import UNICODE
from ys_tui.mentions import named, spoken
from ys_tui.themes import NIGHT

TABLE = Typing("table")
CHOSEN = read(
    """
    [table]
    undo = "z"
    pass = "é"
    card = "ctrl+k"
    vote = "V"
    pause = "%"
    speed = "S"
    jump = "y"
    result = "R"
    digit-0 = "à"
    digit-1 = "&"
    [moving]
    enter = ["f3"]
    back = ["f4"]
    """,
    "keys.toml",
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Enter sends it, u takes it back.", "f3 sends it, z takes it back."),
        ("Use a card or pass (p): one more.", "Use a card or pass (é): one more."),
        ("Which card do you use? (c: none; two)", "Which card do you use? (ctrl+k: none; two)"),
        ("c: use a card (Spy, King).", "ctrl+k: use a card (Spy, King)."),
        ("A bot plays for you. c: come back.", "A bot plays for you. ctrl+k: come back."),
        (
            "Bran keeps the table waiting. v: vote what to do.",
            "Bran keeps the table waiting. V: vote what to do.",
        ),
        ("P votes to play on.", "% votes to play on."),
        ("Speed of the count: slow (s changes it).", "Speed of the count: slow (S changes it)."),
        ("Arrows, then Enter; or g and a letter.", "Arrows, then f3; or y and a letter."),
        ("Press the letter of a place; Esc leaves.", "Press the letter of a place; f4 leaves."),
        ("r tells the votes.", "R tells the votes."),
        (
            "First press the broker you want to place (0–4).",
            "First press the broker you want to place (à&234).",
        ),
        ("It is picked already (u takes it back).", "It is picked already (z takes it back)."),
        ("Port: black gem. Commerce: 3 VP.", "Port: black gem. Commerce: 3 VP."),
    ],
)
def test_chosen_keys_are_said(text: str, words: str) -> None:
    """Each way in which words of the game mention a key gives the one that is typed; nothing else changes."""
    assert spoken(text, CHOSEN, TABLE) == words
    assert spoken(text, DEFAULT, TABLE) == text


def test_questions_mention_the_keys_in_force() -> None:
    """What a player is asked names the keys that were chosen."""
    for prompt, words in ((PickBid, "press two of à&234"), (Place, "(à&234), then its place")):
        told = Told(4)
        table = told.sees(told.run(1, prompt))
        desk = Desk(table, Aim(), scene_of(table, Aim(), NIGHT, UNICODE), keymap=CHOSEN)
        assert words in sentences(desk).question


def test_named_keys_are_those_in_force() -> None:
    """By the part of the client in which they are there; as they come, they are written as in a sentence."""
    text = (
        "{table:Enter} sends, {table:u} takes back, {table:0-4} take one; {table:l} ({choosing:l}), {room:d}"
    )
    assert named(text, DEFAULT) == "Enter sends, u takes back, 0-4 take one; l (L), d"
    assert named(text, CHOSEN) == "f3 sends, z takes back, à&234 take one; l (L), d"
