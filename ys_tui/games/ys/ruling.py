"""Which rules of Ys apply to a question, a place, a card, a gem; the text is the rule book's. Pure."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

from protocol.game import Choice, Prompt
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.words import card_name, card_text

_PROMPTS: Final[Mapping[type[Prompt], tuple[str, ...]]] = {
    PickBid: ("R22", "R23", "R25"),
    PickOrder: ("R24", "R26"),
    PickThrone: ("R68", "R71"),
    Place: ("R26", "R27", "R28", "R29"),
    PlayCards: ("R48", "R49", "R52a"),
}
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "gem": ("R36", "R9"),
    "colour": ("R9", "R19"),
    "broker": ("R52b",),
    "spot": ("R27", "R28"),
    "column": ("R44", "R45"),
    "price": ("R46", "R7"),
}
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "bid": ("R22", "R23", "R25"),
    "order": ("R24", "R26"),
    "port": ("R20", "R36", "R37"),
    "commerce": ("R38",),
    "palace": ("R39", "R48"),
    "market": ("R28", "R29", "R43", "R44", "R46"),
    "gems": ("R73", "R74", "R75", "R76", "R77", "R9"),
    "black": ("R37", "R77"),
    "white": ("R9",),
    "prices": ("R6", "R44", "R46", "R72"),
    "cards": ("R48", "R49", "R50", "R52"),
    "ties": ("R33", "R34", "R30"),
    "count": ("R35", "R36", "R40", "R42"),
    "end": ("R72", "R73", "R74", "R75", "R76", "R77", "R78"),
    "leaving": ("R52c",),
    "neutral": ("R59", "R61", "R62", "R65"),
    "throne": ("R68", "R71"),
}
"""The rules on a word that one may ask about."""


def rules(table: TableSnapshot | None, word: str) -> tuple[str, ...]:
    """Return the rules on a word, or with "" on what is asked now, each with its number; else nothing."""
    name = word.strip().lower()
    if not name:
        prompt = None if table is None else table.prompt
        return _told(_on(prompt)) if prompt is not None else ()
    if name.replace(" ", "-") in CHARACTERS:
        card = name.replace(" ", "-")
        return (f"{card_name(card)}: {card_text(card, has_throne=True)}", *_told(("R48",)))
    number = name[:1].upper() + name[1:]
    return _told((number,)) if number in _book() else _told(TOPICS.get(name, ()))


def numbered(numbers: Sequence[str]) -> tuple[str, ...]:
    """Return these rules, each with its number."""
    return _told(tuple(numbers))


def _on(prompt: Prompt) -> tuple[str, ...]:
    return _CHOICES.get(prompt.what, ()) if isinstance(prompt, Choice) else _PROMPTS.get(type(prompt), ())


def _told(numbers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{number}: {_book()[number]}" for number in numbers)


@cache
def _book() -> Mapping[str, str]:
    """Return the rules by number."""
    text = resources.files("protocol.games.ys").joinpath("rules.md").read_text(encoding="utf-8")
    found = re.findall(r"^\*\*([RF]\d+[a-z]?)\*\*\s+(.+?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return {number: " ".join(rule.split()) for number, rule in found}
