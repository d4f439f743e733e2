"""What may be chosen in Ys, as words that can be typed: every legal answer, each by its own words. Pure."""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Any, Final

from protocol.game import Choice, Prompt
from protocol.games.ys.actions import Bid, Pass, PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import BOARD, COLUMN_OF, LINE_OF
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import ENOUGH, Broker, broker_at, layout_of
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, Way, options, ways
from ys_tui.games.ys.readout import lying
from ys_tui.spoken import Answer, Word

TYPED: Final[Mapping[Way, str]] = {Way.UP: "up", Way.DOWN: "down", Way.NEUTRAL: "neutral"}
"""The word that is typed for each way to place a broker."""


def answers(table: TableSnapshot) -> tuple[Answer, ...]:
    """Return what the player may choose next; empty when nothing is asked."""
    find = None if table.prompt is None else _ANSWERS.get(type(table.prompt))
    return () if find is None else tuple(find(table))


def place_word(spot: str) -> Word:
    """Return how a place is typed and told."""
    name = words.place_name(spot).removeprefix("the ")
    forms = (name, spot) if spot in BOARD else (name,)
    if spot in LINE_OF:
        forms = (*forms, f"market {COLUMN_OF[spot]} {LINE_OF[spot]}")  # type: ignore[index]
    return Word(tuple(dict.fromkeys(forms)), name)


def _bids(table: TableSnapshot) -> Iterator[Answer]:
    known = table.view.known
    pairs = {
        pair: bid
        for bid in table.legal
        if isinstance(bid, Bid)
        for pair in permutations(known[token].value for token in bid.tokens)
    }
    for pair in sorted(pairs):
        yield Answer(tuple(Word((str(value),), str(value)) for value in pair), pairs[pair])


def _placements(table: TableSnapshot) -> Iterator[Answer]:
    first, neutral = ways(table.prompt)[0], layout_of(table.view.state).neutral
    brokers: dict[int, Broker | None] = {}
    taken: dict[tuple[Way, int], Word] = {}
    spots = {spot: place_word(spot) for spot in BOARD}
    for action in table.legal:
        if isinstance(action, UseCard):
            yield _use(table, action)
            continue
        assert isinstance(action, PlaceUp | PlaceDown)
        if action.token not in brokers:
            brokers[action.token] = broker_at(table.view.state, action.token)
        broker, value = brokers[action.token], table.view.known[action.token].value
        is_neutral = broker is not None and broker.owner == neutral
        way = Way.UP if isinstance(action, PlaceUp) else Way.NEUTRAL if is_neutral else Way.DOWN
        word = taken.setdefault((way, value), _broker_word(way, value, is_first=way is first))
        yield Answer((word, spots[action.spot]), action)


def _broker_word(way: Way, value: int, *, is_first: bool) -> Word:
    """Return a broker to be placed; of the way that comes first its value alone says enough."""
    form = f"{TYPED[way]} {value}"
    return Word((form, str(value)) if is_first else (form,), form)


def _use(table: TableSnapshot, action: UseCard) -> Answer:
    name = words.card_name(action.card).lower()
    text = words.card_text(action.card, has_throne=layout_of(table.view.state).has_throne)
    return Answer((Word((f"card {name}", name), text),), action)


def _cards(table: TableSnapshot) -> Iterator[Answer]:
    for action in table.legal:
        if isinstance(action, UseCard):
            yield _use(table, action)
    yield Answer((Word(("pass",), "use no further card"),), Pass())


def _orders(table: TableSnapshot) -> Iterator[Answer]:
    for option in options(table, Aim()):
        yield Answer((Word((option.key, f"card {option.key}"), f"order card {option.key}"),), option.action)


def _thrones(table: TableSnapshot) -> Iterator[Answer]:
    for option in options(table, Aim()):
        yield Answer((Word((option.key,), f"your {option.key}"),), option.action)


def _choices(table: TableSnapshot) -> Iterator[Answer]:
    prompt = table.prompt
    assert isinstance(prompt, Choice)
    if prompt.what == "spot":
        yield from (Answer((place_word(word),), Take(word)) for word in prompt.among)
        return
    for number, option in enumerate(options(table, Aim()), start=1):
        if option.is_open:
            yield Answer((_choice_word(table, prompt.what, option.name, number),), option.action)


def _choice_word(table: TableSnapshot, what: str, name: str, number: int) -> Word:
    """Return one answer to a question with a list; brokers keep their numbers while a card asks for more."""
    if name == ENOUGH:
        return Word(("0", ENOUGH), words.option(what, name))
    if what == "broker":
        return Word((str(number),), lying(table, int(name)))
    told = words.option(what, name)
    return Word(tuple(dict.fromkeys((str(number), told, name))), told)


_ANSWERS: Final[Mapping[type[Prompt], Callable[[Any], Iterator[Answer]]]] = {
    PickBid: _bids,
    PickOrder: _orders,
    PickThrone: _thrones,
    Place: _placements,
    PlayCards: _cards,
    Choice: _choices,
}
