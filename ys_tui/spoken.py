"""What a game must offer to be played line by line: answers that can be typed, and everything in sentences.

Which game offers what is in `ys_tui.games.spoken`; what is done with it, in `ys_tui.plain`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from protocol.game import Action, Event
from ys_tui.client.snapshot import TableSnapshot


class Word(Struct, frozen=True):
    """One part of an answer: a broker, a place, a colour."""

    typed: tuple[str, ...]
    """How it can be typed, in lower case; the first form is the one that is shown."""
    told: str
    """How it is read out among other words that could be typed in its place."""


class Answer(Struct, frozen=True):
    """Something that may be chosen now: typed as its words in a row, or one after the other."""

    words: tuple[Word, ...]
    action: Action


class Question(Struct, frozen=True):
    """What is asked, in words."""

    kind: str
    """In a word what is to be typed: it stands before the `>` of the prompt."""
    text: str
    hint: str = ""


class Said(Struct, frozen=True):
    """What the tutorial says of a decision."""

    kinds: tuple[str, ...]
    """What was explained with it: it need not be said again."""
    explained: tuple[str, ...]
    """Paragraphs on what is explained for the first time."""
    advised: str
    """What would be good, and what is typed for it; "" when nothing is asked."""


class Spoken(Struct, frozen=True):
    """A game in words: lines of any length, without control characters."""

    seen: Callable[[TableSnapshot], TableSnapshot]
    """The table as it is told and answered: its draft shows a choice, and nothing that follows from it."""
    ask: Callable[[TableSnapshot, Sequence[Word]], Question]
    """What the player is asked, after these words of an answer; or whom the table waits for."""
    answers: Callable[[TableSnapshot], tuple[Answer, ...]]
    """What may be chosen next; empty when nothing is asked."""
    drafted: Callable[[TableSnapshot], str]
    """What is in the draft, "" when nothing is."""
    may_send: Callable[[TableSnapshot], bool]
    """Whether the draft, which is not empty, can be sent as it is."""
    happened: Callable[[TableSnapshot, int], str]
    """Entry number so and so of the journal in a sentence."""
    where: Callable[[TableSnapshot], str]
    """How far the game has got."""
    board: Mapping[str, Callable[[TableSnapshot], tuple[str, ...]]]
    """What can be read of the table, by name, in the order in which all of it is read."""
    foretold: Callable[[TableSnapshot], tuple[str, ...]]
    """What counting now would give, as far as the player knows; asked only while the game goes on."""
    begins: Callable[[Event], bool]
    """Whether an event begins a round, or whatever one goes to at once when a game is looked through."""
    result: Callable[[TableSnapshot], tuple[str, ...]]
    """Who has won, and where the points came from; nothing while the game goes on."""
    taught: Callable[[TableSnapshot, Sequence[Word], Collection[str]], Said | None]
    """What the tutorial says after these words of an answer, to whom these kinds were explained."""
    rules: Callable[[TableSnapshot | None, str], tuple[str, ...]]
    """The rules on a word that was typed, or with "" on what is asked now; nothing for an unknown word."""
