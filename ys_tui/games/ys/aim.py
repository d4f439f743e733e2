"""What the player is about to do and what can be chosen, pure. Only what is legal can be reached.

An `Aim` is what the fingers hold before it is in the draft: a broker picked up, the place under the cursor.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import chain, repeat
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Action, Choice, Prompt
from protocol.games.ys.actions import Order, PlaceDown, PlaceUp, Take, ToThrone, UseCard
from protocol.games.ys.board import (
    AREAS,
    BOARD,
    COLOURS,
    COLUMN_OF,
    HAND,
    LINE_OF,
    NEIGHBORHOOD_OF,
    RING_OF,
    RINGS,
    THRONE,
    Spot,
)
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.prompts import PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import ENOUGH, State, broker_at, layout_of
from ys_tui.client.snapshot import TableSnapshot


class Way(StrEnum):
    """How the next broker is placed (R26, R61), in the order in which it is done unless one chooses."""

    UP = "face up"
    DOWN = "face down"
    NEUTRAL = "neutral"


class Aim(Struct, frozen=True):
    """What was chosen and is not in the draft yet."""

    value: int | None = None
    """The broker picked up to be placed."""
    way: Way = Way.UP
    """How it is to be placed, where that is still possible."""
    bid: tuple[int, ...] = ()
    """The first broker of a bid."""
    cursor: Spot | None = None
    option: int | None = None
    """The answer under the cursor of the picker."""
    jumping: bool = False
    """Whether every legal place shows the letter that jumps to it."""
    carding: bool = False
    """Whether a card is being chosen while placing."""


class Option(Struct, frozen=True):
    """An answer that can be picked: the key that picks it, and what it is."""

    key: str
    action: Action
    name: str
    """A card, an order card or a word of `Choice.among`."""
    is_picked: bool = False
    """Whether an earlier answer to the same card was this."""
    is_open: bool = True
    """Whether it can be chosen now."""


LETTER_OF: Final[Mapping[Spot, str]] = dict(zip(BOARD, "abcdefhijklmnopqrstuvwxy", strict=True))
"""The letter that jumps to a place: the same one all game, whatever is free. Not g, which shows them."""
OPTION_KEYS: Final = "123456789abdeimnvxyzhjk"
"""Keys of the picker; the letters left out are commands. What comes behind them the arrows reach."""
ENOUGH_KEY: Final = "0"
"""The key of `ENOUGH`, whatever number of answers is before it."""
_PLACES: Final = (*BOARD, THRONE)
"""Where a broker can stand that a card is about, in the order in which such brokers are listed."""

# --- what can be chosen ----------------------------------------------------------------------------


def is_placing(table: TableSnapshot) -> bool:
    """Tell whether a broker is to be placed."""
    return isinstance(table.prompt, Place)


def chooses_spot(table: TableSnapshot) -> bool:
    """Tell whether a place on the board is the answer to a choice."""
    return isinstance(table.prompt, Choice) and table.prompt.what == "spot"


def may_send(table: TableSnapshot) -> bool:
    """Tell whether the draft can be sent as it is: it has something in it, and nothing of it is open."""
    return bool(table.draft) and not isinstance(table.prompt, Place | Choice)


def wants_place(table: TableSnapshot, aim: Aim) -> bool:
    """Tell whether the next thing to choose is a place on the board."""
    return chooses_spot(table) or (is_placing(table) and aim.value is not None and not aim.carding)


def ways(prompt: Prompt | None) -> tuple[Way, ...]:
    """Return how brokers can still be placed in this turn."""
    assert isinstance(prompt, Place)
    left = ((Way.UP, prompt.up), (Way.DOWN, prompt.down), (Way.NEUTRAL, prompt.neutral))
    return tuple(way for way, count in left if count)


def way_of(prompt: Prompt | None, aim: Aim) -> Way:
    """Return how the next broker is placed: as aimed where that is possible."""
    possible = ways(prompt)
    return aim.way if aim.way in possible else possible[0]


def hand_values(table: TableSnapshot, *, neutral: bool = False) -> tuple[int, ...]:
    """Return the values of the brokers still in the player's hand, in order: own ones, or neutral ones."""
    state: State = table.view.state
    known = table.view.known
    tokens = (
        broker.token
        for broker in state.brokers
        if broker.holder == table.seat and broker.spot == HAND and (broker.owner != table.seat) == neutral
    )
    return tuple(sorted(known[token].value for token in tokens if token in known))


def values(table: TableSnapshot, aim: Aim) -> tuple[int, ...]:
    """Return the values of the brokers that can be picked up now, in order."""
    return hand_values(table, neutral=is_placing(table) and way_of(table.prompt, aim) is Way.NEUTRAL)


def places(table: TableSnapshot, aim: Aim) -> tuple[Spot, ...]:
    """Return the places that can be chosen now, in the order of the board."""
    if isinstance(table.prompt, Choice):
        return tuple(map(Spot, table.prompt.among)) if table.prompt.what == "spot" else ()
    if not isinstance(table.prompt, Place) or aim.carding:
        return ()
    return table.prompt.spots


def placement(table: TableSnapshot, aim: Aim, spot: Spot) -> Action | None:
    """Return the legal action that puts the broker in the fingers, or the answer, at `spot`."""
    if chooses_spot(table):
        return Take(spot)
    way = way_of(table.prompt, aim)
    kind = PlaceUp if way is Way.UP else PlaceDown
    owner = layout_of(table.view.state).neutral if way is Way.NEUTRAL else table.seat
    known = table.view.known
    for action in table.legal:
        if isinstance(action, kind) and action.spot == spot and known[action.token].value == aim.value:
            broker = broker_at(table.view.state, action.token)
            if broker is not None and broker.owner == owner:
                return action
    return None


def options(table: TableSnapshot, aim: Aim) -> tuple[Option, ...]:
    """Return the answers that the picker shows; empty when the answer is given on the board or by a value."""
    prompt = table.prompt
    found: tuple[tuple[Action, str], ...] = ()
    if isinstance(prompt, PickOrder):
        return tuple(Option(str(card), Order(card), str(card)) for card in prompt.among)
    if isinstance(prompt, PickThrone):
        return _for_throne(table)
    if isinstance(prompt, PlayCards) or (isinstance(prompt, Place) and aim.carding):
        found = tuple((UseCard(card), card) for card in prompt.cards)
    elif isinstance(prompt, Choice) and prompt.what == "broker":
        return _brokers(table, prompt)
    elif isinstance(prompt, Choice) and prompt.what != "spot":
        found = tuple((Take(word), word) for word in prompt.among)
    return tuple(Option(key, *each) for key, each in zip(OPTION_KEYS, found, strict=False))


def _for_throne(table: TableSnapshot) -> tuple[Option, ...]:
    """Return the tie-break brokers that can go to the throne room, each under its value."""
    known = table.view.known
    return tuple(
        Option(str(known[action.token].value), action, str(action.token))
        for action in table.legal
        if isinstance(action, ToThrone)
    )


def _brokers(table: TableSnapshot, prompt: Choice) -> tuple[Option, ...]:
    """Return all brokers that a card can be about, under the same keys for each of its questions."""
    state: State = table.view.state
    assert table.seat is not None
    first = CHARACTERS[prompt.why].ask(state, table.seat, ())
    picked = () if state.asking is None else state.asking.chosen
    among = prompt.among if first is None else first.among
    words = (*_by_place(state, among), *(word for word in among if word == ENOUGH))
    brokers = tuple(
        Option(key, Take(word), word, is_picked=word in picked, is_open=word in prompt.among)
        for key, word in zip(chain(OPTION_KEYS, repeat("")), words, strict=False)
        if word != ENOUGH
    )
    return (*brokers, *((Option(ENOUGH_KEY, Take(ENOUGH), ENOUGH),) if ENOUGH in prompt.among else ()))


def _by_place(state: State, among: Sequence[str]) -> tuple[str, ...]:
    """Return the brokers among answers in the order of the board: the city, the market, the throne room."""
    spots = {str(broker.token): broker.spot for broker in state.brokers}
    found = (word for word in among if word in spots)
    return tuple(sorted(found, key=lambda word: (_PLACES.index(spots[word]), int(word))))


def columns(answers: Sequence[Option]) -> int:
    """Return in how many columns answers stand when they need several rows: brokers have long names."""
    return 3 if any(isinstance(option.action, Take) and option.name.isdigit() for option in answers) else 4


def letters(table: TableSnapshot, aim: Aim) -> Mapping[Spot, str]:
    """Return the letter that jumps to each place, while they are shown."""
    return {spot: LETTER_OF[spot] for spot in places(table, aim)} if aim.jumping else {}


def settle(table: TableSnapshot, aim: Aim, before: Prompt | None, *, is_prepared: bool = False) -> Aim:
    """Return `aim` as it fits what is asked now: empty if that is new, the cursor on a legal place.

    A question that follows upon another of the same draft has no answer marked: an Enter meant for the first
    would give it; unless it only `is_prepared`, and leaves later. A place that is asked for is under the
    cursor at once.
    """
    fresh = aim if _is_still_asked(before, table.prompt) else Aim(cursor=aim.cursor)
    follows = isinstance(table.prompt, Choice) and bool(table.draft) and not is_prepared
    answers = options(table, fresh)
    if answers and fresh.option is None and not follows and not isinstance(table.prompt, PlayCards):
        fresh = replace(fresh, option=0)
    legal = places(table, fresh)
    if fresh.value is not None and fresh.value not in values(table, fresh):
        fresh = replace(fresh, value=None)
    if legal and fresh.cursor not in legal:
        return replace(fresh, cursor=legal[0])
    return fresh


def _is_still_asked(before: Prompt | None, prompt: Prompt | None) -> bool:
    """Tell whether the question is the one of before: where brokers can be placed may have changed."""
    if isinstance(before, Place) and isinstance(prompt, Place):
        return replace(before, spots=prompt.spots) == prompt
    return prompt == before


# --- the way over the board ------------------------------------------------------------------------


def position(spot: Spot, *, is_round: bool = False) -> tuple[int, int]:
    """Return column and row of a place, as the eye finds them; a round city has its palaces in the middle."""
    if spot in AREAS:
        number = NEIGHBORHOOD_OF[spot] - 1
        rings = RINGS[::-1] if is_round and number // 2 else RINGS
        return 26 * (number % 2), 5 * (number // 2) + rings.index(RING_OF[spot])
    return 60 + 5 * COLOURS.index(COLUMN_OF[spot]), LINE_OF[spot] - 1


def towards(
    legal: tuple[Spot, ...], spot: Spot | None, step: tuple[int, int], *, is_round: bool = False
) -> Spot | None:
    """Return the legal place nearest to `spot` in a direction; `spot` itself when there is none."""
    if spot is None:
        return legal[0] if legal else None
    column, row = position(spot, is_round=is_round)

    def cost(other: Spot) -> int:
        x, y = position(other, is_round=is_round)
        across, down = x - column, y - row
        along, aside = (across * step[0], abs(down) * 8) if step[0] else (down * step[1] * 8, abs(across))
        return along + 3 * aside if along > 0 else 0

    ahead = [(cost(other), other) for other in legal if cost(other)]
    return min(ahead)[1] if ahead else spot
