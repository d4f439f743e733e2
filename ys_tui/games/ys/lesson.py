"""The tutorial of Ys: at every moment what is decided, why it matters, and what would be good. Pure.

It is computed from the table, so that it fits whatever the player has chosen; its texts are data.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Choice, Event, Prompt, Seat
from protocol.games.ys import events
from protocol.games.ys.board import COLUMN_OF, TURNS
from protocol.games.ys.characters import CHARACTERS, When
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from protocol.games.ys.state import Phase, State
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.advice import Advice, advice
from ys_tui.games.ys.aim import Aim, Way, way_of
from ys_tui.games.ys.comparing import decided
from ys_tui.games.ys.lesson_words import INTRO, TEXTS
from ys_tui.games.ys.telling import tell
from ys_tui.games.ys.words import Phrase, card_name, card_text, gem_names
from ys_tui.keymap import Keymap
from ys_tui.lines import GLUE
from ys_tui.mentions import named

QUIET: Final = frozenset({"wait"})
"""Kinds that are not worth a word of their own: nothing is to be done."""
KINDS: Final = frozenset(TEXTS) - QUIET
"""Everything that the tutorial explains."""


class Lesson(Struct, frozen=True):
    """What is said now."""

    kind: str
    """Which text it is: a decision of the same kind was explained when this one was.

    What a round has brought is of a kind of its own for each round.
    """
    title: str
    body: tuple[Phrase, ...]
    """Paragraphs."""
    advice: Advice | None = None


def lesson(
    table: TableSnapshot, aim: Aim, read: Collection[str] = (), shown: State | None = None
) -> Lesson | None:
    """Return what is said now to whom has `read` these kinds; `shown` is the board of a count that is told.

    None where the game is over, or nobody plays here.
    """
    state: State = table.confirmed
    if table.seat is None or state.phase is Phase.OVER:
        return None
    if shown is not None:
        return _made("count-market" if shown.phase is Phase.MARKET else "count-city", table)
    good = advice(table, aim)
    if good is None:
        return _made("wait", table)
    if "done" not in read and is_done(table):
        return _made("done", table, good)
    return _made(_kind(table, aim, good), table, good)


def is_done(table: TableSnapshot) -> bool:
    """Tell whether the player has made the decisions of a round, as far as the game has asked for them."""
    state: State = table.confirmed
    if state.round < _SECOND or not isinstance(table.prompt, Place) or table.prompt.cards or table.draft:
        return False
    assert table.seat is not None
    held = state.players[table.seat].cards
    is_coming = any(CHARACTERS[each.card].when is When.TURN and each.won < state.round for each in held)
    return not is_coming or state.turn == TURNS


_SECOND: Final = 2
"""The round in which cards can be used that were won in the first (R48)."""


def _kind(table: TableSnapshot, aim: Aim, good: Advice) -> str:
    prompt = table.prompt
    if isinstance(prompt, Choice):
        return prompt.what if prompt.what in TEXTS else "send"
    if isinstance(prompt, PickBid):
        state: State = table.confirmed
        return "bid" if state.round < _SECOND else f"{_ROUND}{state.round - 1}"
    if not isinstance(prompt, Place):
        return "send" if prompt is None else _ASKED.get(type(prompt), "send")
    if prompt.cards and aim.value is None:
        return "card"
    if good.spot in COLUMN_OF:
        return "market"
    return "up" if way_of(prompt, aim) is Way.UP else "down"


_ASKED: Final[dict[type[Prompt], str]] = {PickOrder: "order", PlayCards: "cards"}
_ROUND: Final = "round "
"""What the kind begins with that tells what a round has brought."""


def _made(kind: str, table: TableSnapshot, good: Advice | None = None) -> Lesson:
    text = TEXTS[kind.partition(" ")[0]]
    cards = _cards(table.prompt)
    name = card_name(cards[0]) if cards else ""
    effect = " ".join(f"{card_name(card)}: {_small(card_text(card))}" for card in cards)
    body = text.body.format(card=name, effect=effect).rstrip()
    before: tuple[Phrase, ...] = ((INTRO,),) if kind == "bid" else ()
    if kind.startswith(_ROUND):
        before = brought(table, int(kind.removeprefix(_ROUND)))
    return Lesson(kind, text.title, (*before, (body,)), good)


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def _cards(prompt: Prompt | None) -> Sequence[str]:
    if isinstance(prompt, Place | PlayCards):
        return prompt.cards
    return (prompt.why,) if isinstance(prompt, Choice) and prompt.why in CHARACTERS else ()


# --- what a round has brought ----------------------------------------------------------------------


def brought(table: TableSnapshot, number: int) -> tuple[Phrase, ...]:
    """Return what round `number` has brought to whom, the player first and why, then the prices."""
    happened = tuple(_of_round(table, number))
    mine = table.seat
    assert mine is not None
    seats = sorted({each.seat for each in happened if isinstance(each, _WON)}, key=lambda seat: seat != mine)
    gains = tuple((seat, f": {_gains(happened, seat)}.") for seat in seats)
    won = tuple(
        decided(replace(each, ranking=each.ranking[:2]))  # what the places behind were about is not asked
        for each in happened
        if isinstance(each, events.Ranked) and each.ranking and each.ranking[0].seat == mine
    )
    prices = " ".join(
        str(part) for each in happened if isinstance(each, events.Priced) for part in tell(each)
    )
    return (*gains[:1], *won, *gains[1:], *(((f"Prices: {prices}",),) if prices else ()))


_WON: Final = (events.Gained, events.CardWon)


def _of_round(table: TableSnapshot, number: int) -> Iterator[Event]:
    """Yield what happened in a round."""
    is_in = False
    for each in table.journal:
        if isinstance(each.event, events.RoundBegan):
            is_in = each.event.round == number
        if is_in:
            yield each.event


def _gains(happened: Sequence[Event], seat: Seat) -> str:
    won = [each for each in happened if isinstance(each, events.Gained) and each.seat == seat]
    points = sum(each.amount for each in won if each.what == "points")
    gems = gem_names([each.what for each in won if each.what != "points" for _ in range(each.amount)])
    cards = [
        f"the {card_name(each.card)}"
        for each in happened
        if isinstance(each, events.CardWon) and each.seat == seat
    ]
    parts = (f"{points} VP" if points else "", f"gems {gems}" if gems else "", *cards)
    return ", ".join(filter(None, parts)) or "nothing"


# --- in words --------------------------------------------------------------------------------------


def pressed(keys: Sequence[str]) -> str:
    """Return keys as they are told, "3, g, Enter", on one line."""
    return f",{GLUE}".join(key.capitalize() if len(key) > 1 else key for key in keys)


def with_keys(said: Lesson, keymap: Keymap) -> Lesson:
    """Return the same with the keys in force where its paragraphs mention some."""
    paragraphs = (
        tuple(named(part, keymap) if isinstance(part, str) else part for part in each) for each in said.body
    )
    return replace(said, body=tuple(paragraphs))


def counsel(good: Advice, *, is_typed: bool = False) -> str:
    """Return what would be good and how it is done: with keys, or with words that are typed."""
    do = f"Type {good.typed}." if is_typed else f"Press{GLUE}{pressed(good.keys)}."
    if good.what == "":
        return do
    return f"Good here: {good.what}. {do}"
