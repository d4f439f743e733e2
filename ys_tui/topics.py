"""The help by topic, as text: what one looks up while playing. Pure.

It is taken from the rules, the tables and the list of keys; `ys_tui.about` is written for the help alone.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from protocol.game import Game, options_of
from protocol.games import GAMES
from ys_tui.about import BOTS, FAIR, LOBBY, PLAYING, TROUBLE, VOTES
from ys_tui.actions import SCOPES, Action, Scope
from ys_tui.keymap import Keymap
from ys_tui.keynames import shown
from ys_tui.mentions import named
from ys_tui.tables import chosen, kind, special

_CARDS: Final = "Cards"
"""The part of a game's legend that has its cards."""
_RULED: Final[Mapping[str, tuple[str, ...]]] = {
    "count": ("Counting the city", "Counting the market", "Ties"),
    "scoring": ("The end",),
}
"""The topics that are sections of a game's rules."""
CELLS: Final = 74
"""Cells of a line of the keys at most."""
_KEYS: Final = 14
"""Cells of the keys before what they do."""
_FIXED: Final = (("ctrl+c", "as {everywhere:q}; it never does anything else"),)
_DIGIT: Final = "digit-"


class Topic(Struct, frozen=True):
    """Something to look up."""

    name: str
    """The word that is typed for it."""
    title: str
    told: str
    """What is in it, in a few words."""
    text: str

    def found(self, typed: str) -> str | None:
        """Return a line of it in which words begin as each of `typed`, "" for its title; None without any."""
        words = typed.casefold().split()
        if _has(f"{self.name} {self.title} {self.told}", words):
            return ""
        lines = (" ".join(line.split()) for line in self.text.splitlines())
        return next((line for line in lines if _has(line, words)), None)


def _has(text: str, words: Sequence[str]) -> bool:
    """Tell whether `text` has each of the `words`, which are in lower case, where a word of it begins."""
    return all(re.search(rf"(?<!\w){re.escape(word)}", text.casefold()) for word in words)


def topics(
    game: str,
    legend: Sequence[str],
    keymap: Keymap,
    *,
    own: Sequence[str] = (),
    invitation: str = "",
    cells: int = CELLS,
) -> tuple[Topic, ...]:
    """Return the topics of the help for `game`, whose board is read as `legend` tells.

    `own` are the paragraphs on the player's table, `invitation` is what others type to join it; lines of keys
    are broken at `cells`, for what follows the first of them is indented.
    """
    signs, cards = _parted(legend)
    ruled = sections(game)

    def told(text: str) -> str:
        return flowing(named(text, keymap))

    tables = "\n\n".join((*own, *manual(GAMES[game]), "BOTS", told(BOTS)))
    return (
        Topic("playing", "Playing", "a round in short, how to choose and send", told(PLAYING)),
        Topic("keys", "Keys", "what each key does, and how to choose others", key_text(keymap, cells)),
        Topic("screen", "The screen", "signs, colours, numbers and where they stand", signs),
        Topic("cards", _CARDS, "what the characters do", cards),
        *(
            Topic(name, *titles, "\n\n".join(ruled[each] for each in _RULED[name] if each in ruled))
            for name, titles in (
                ("count", ("The count", "who wins what in city and market, and ties")),
                ("scoring", ("Scoring", "what gems are worth at the end")),
            )
        ),
        Topic("tables", "Tables and options", "for how many, and what a table may choose", tables),
        Topic(
            "lobby",
            "The lobby",
            "finding a table, opening one, the host's part",
            f"{invitation}\n\n{told(LOBBY)}" if invitation else told(LOBBY),
        ),
        Topic("votes", "Votes, clocks and pauses", "when somebody keeps the table waiting", told(VOTES)),
        Topic("fair", "Fair play", "why nobody can look or lie, alarms, the six words", told(FAIR)),
        Topic("trouble", "Trouble", "no link, a small or old terminal, no colours", told(TROUBLE)),
        Topic("rules", "The rules", "all of them, numbered", rules(game)),
    )


def _parted(legend: Sequence[str]) -> tuple[str, str]:
    """Return a legend without its cards, and the cards."""
    at = legend.index(_CARDS) if _CARDS in legend else len(legend)
    return "\n".join(legend[:at]).strip("\n"), "\n".join(legend[at:])


def key_text(keymap: Keymap, cells: int = CELLS) -> str:
    """Return the keys in force, by the part of the client in which they are there, in so many cells."""
    head = (
        "The bar at the bottom tells the keys that work just now; a click there is as good as the key. "
        "Letters that stand at places, keys of answers and text that is typed are what they are. Every other "
        "key can be chosen: ys keys prints a file of them, and says where it is read."
    )
    parts = [textwrap.fill(head, cells)]
    for scope in SCOPES:
        rows = [*_rows(scope, keymap), *(_FIXED if scope.name == "everywhere" else ())]
        if rows:
            parts.append(
                "\n".join((scope.title, *(_row(keys, named(told, keymap), cells) for keys, told in rows)))
            )
    return "\n\n".join(parts)


def _rows(scope: Scope, keymap: Keymap) -> Iterator[tuple[str, str]]:
    digits = [action for action in scope.actions if action.name.startswith(_DIGIT)]
    for action in scope.actions:
        if action not in digits:
            yield _typed(scope, action, keymap), action.told
    if digits:
        firsts = [shown(keymap.keys(scope, action)[0]) for action in digits]
        usual = [action.does[0] for action in digits]
        yield "0-9" if firsts == usual else "".join(firsts), "a broker of that value (0 to 4), or that answer"


def _typed(scope: Scope, action: Action, keymap: Keymap) -> str:
    return " ".join(map(shown, keymap.keys(scope, action)))


def _row(keys: str, told: str, cells: int) -> str:
    lead = f"  {keys.ljust(_KEYS - 1)} "
    return textwrap.fill(told, cells, initial_indent=lead, subsequent_indent=" " * (_KEYS + 2))


def flowing(text: str) -> str:
    """Return paragraphs each on one line, which a screen wraps as it has room."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def rules(game: str) -> str:
    """Return the rules of a game as plain text, each paragraph on one line that the screen wraps."""
    return "\n\n".join(map(_paragraph, _ruled(game).split("\n\n")))


def sections(game: str) -> dict[str, str]:
    """Return the sections of a game's rules by their titles, in the same form."""
    _, *parts = f"\n{_ruled(game)}".split("\n## ")
    return {
        title: "\n\n".join(map(_paragraph, (title, *text.strip().split("\n\n"))))
        for title, _, text in (part.partition("\n") for part in parts)
    }


def manual(game: Game[Any]) -> tuple[str, ...]:
    """Return the paragraphs that tell for how many a game is, and what a table may choose."""
    seats = (_item(f"For {seats}", text) for seats, text in game.tables.items())
    options = (
        _item(option.title, " ".join(filter(None, (option.text, option.otherwise))))
        for option in options_of(game)
    )
    return ("TABLES", *seats, *options)


def this_table(game: str, seats: int, options: Sequence[str]) -> tuple[str, ...]:
    """Return the paragraphs that tell what one table plays."""
    played = (_item(option.title, option.text) for option in chosen(game, options))
    return ("THIS TABLE", _item(kind(game, seats), special(game, seats)), *played)


def _item(head: str, text: str) -> str:
    return f"{head}: {text}" if text else head


def _ruled(game: str) -> str:
    text = resources.files(f"protocol.games.{game}").joinpath("rules.md").read_text(encoding="utf-8")
    return text.replace("**", "").strip()


def _paragraph(text: str) -> str:
    is_listed = text.startswith(("|", "-", " "))
    return text if is_listed else " ".join(text.split()).lstrip("# ")
