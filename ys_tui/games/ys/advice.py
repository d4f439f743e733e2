"""What a good choice could be at a decision of Ys, by rules of thumb that a lesson can say in a line. Pure.

It sees what the player sees and no more, and it always names something legal: no best move, a sensible one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from protocol.game import Action, Choice, Prompt
from protocol.games.ys.actions import Bid, Order, PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import COLOURS, WHITE, Spot
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from protocol.games.ys.scoring import colours_ranked
from protocol.games.ys.state import ENOUGH, State, broker_at
from protocol.seals import Token
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import LETTER_OF, Aim, Way, may_send, options, way_of
from ys_tui.games.ys.answers import answers
from ys_tui.games.ys.outlook import best_placing, reason_for

BID: Final = (3, 3)
"""What is bid where one has it: a middling sum that leaves the strong brokers for the board."""
SEND: Final = "enter"
JUMP: Final = "g"
"""The key after which a letter is a place."""


class Advice(Struct, frozen=True):
    """A choice that would be sensible now, and how it is made."""

    what: str
    """The choice in words: "your 3 face up in palace 2"."""
    why: str
    """What speaks for it, a sentence; "" where the lesson says it all."""
    keys: tuple[str, ...]
    """The keys that make it, one after the other, from what the fingers hold by now."""
    typed: str
    """What is typed line by line."""
    spot: str = ""
    """The place it is about, if it is one."""


Found = tuple[Action, str]
"""A choice, and what speaks for it."""


def advice(table: TableSnapshot, aim: Aim) -> Advice | None:
    """Return what would be sensible now; None while the player has nothing to do."""
    if table.sent:
        return None
    if table.prompt is None:
        return Advice("", "", (SEND,), "send") if may_send(table) else None
    found = sensible(table, aim)
    if found is None:
        return None
    action, why = found
    typed = next((each for each in answers(table) if each.action == action), None)
    return Advice(
        _said(table, action),
        why,
        _keys(table, aim, action),
        "" if typed is None else " ".join(word.typed[0] for word in typed.words),
        action.spot if isinstance(action, PlaceUp | PlaceDown) else "",
    )


def sensible(table: TableSnapshot, aim: Aim) -> Found | None:
    """Return what would be sensible to choose next; None where nothing is asked that is known here."""
    choose = None if table.prompt is None else _CHOSEN.get(type(table.prompt))
    return None if choose is None else choose(table, aim)


# --- what to choose --------------------------------------------------------------------------------


def _bid(table: TableSnapshot, aim: Aim) -> Found | None:
    known = table.view.known
    bids = {
        tuple(sorted(known[token].value for token in action.tokens)): action
        for action in table.legal
        if isinstance(action, Bid)
    }
    fitting = [pair for pair in bids if not aim.bid or aim.bid[0] in pair]
    best = min(fitting, key=lambda pair: (pair != BID, abs(sum(pair) - sum(BID)), pair), default=None)
    return None if best is None else (bids[best], "It leaves you strong brokers for the board.")


def _order(table: TableSnapshot, aim: Aim) -> Found | None:
    prompt = table.prompt
    assert isinstance(prompt, PickOrder)
    return Order(max(prompt.among)), "The later you place, the more you have seen of the others."


def _placing(table: TableSnapshot, aim: Aim) -> Found | None:
    prompt = table.prompt
    assert isinstance(prompt, Place)
    if prompt.cards and aim.value is None:
        return UseCard(prompt.cards[0]), ""
    kind = PlaceUp if way_of(prompt, aim) is Way.UP else PlaceDown
    known = table.view.known
    possible = {
        (known[action.token].value, action.spot): action
        for action in table.legal
        if isinstance(action, kind) and aim.value in {None, known[action.token].value}
    }
    if not possible:
        return None
    value, spot = best_placing(table.view, tuple(possible), is_up=kind is PlaceUp)
    return possible[value, spot], reason_for(table.view, spot, value)


def _cards(table: TableSnapshot, aim: Aim) -> Found | None:
    prompt = table.prompt
    assert isinstance(prompt, PlayCards)
    return UseCard(prompt.cards[0]), ""


def _choice(table: TableSnapshot, aim: Aim) -> Found | None:
    prompt = table.prompt
    assert isinstance(prompt, Choice)
    choose = _ANSWERED.get(prompt.what)
    return None if choose is None else choose(table, prompt)


def _gem(table: TableSnapshot, prompt: Choice) -> Found:
    if WHITE in prompt.among:
        return Take(WHITE), "White becomes whatever colour you want."
    colour = min(prompt.among, key=_by_use(table).__getitem__)
    return Take(colour), _use_of(table, colour)


def _colour(table: TableSnapshot, prompt: Choice) -> Found:
    colour = min(prompt.among, key=_by_use(table).__getitem__)
    return Take(colour), _use_of(table, colour)


def _price(table: TableSnapshot, prompt: Choice) -> Found:
    colour = min(COLOURS, key=_by_use(table).__getitem__)
    return Take(f"{colour}+"), _use_of(table, colour)


def _broker(table: TableSnapshot, prompt: Choice) -> Found:
    open_now = [option for option in options(table, Aim()) if option.is_open and option.name != ENOUGH]
    if not open_now or prompt.why == _SWAP:
        return Take(prompt.among[0]), ""
    state: State = table.view.state
    own = {broker.spot for broker in state.brokers if broker.owner == table.seat}
    rivals = [each for each in open_now if _spot_of(state, each.name) in own]
    chosen = (rivals or open_now)[0]
    return chosen.action, "It stands where you stand, too." if rivals and chosen in rivals else ""


_SWAP: Final = "magician"


def _spot(table: TableSnapshot, prompt: Choice) -> Found:
    state: State = table.view.state
    moved = None if state.asking is None else broker_at(state, Token(int(state.asking.chosen[0])))
    value = 0 if moved is None else moved.value or 0
    places = tuple((value, Spot(spot)) for spot in prompt.among)
    _, spot = best_placing(table.view, places, is_up=True)
    return Take(spot), reason_for(table.view, spot, value)


_ANSWERED: Final[Mapping[str, Callable[[TableSnapshot, Choice], Found]]] = {
    "gem": _gem,
    "colour": _colour,
    "column": _colour,
    "price": _price,
    "broker": _broker,
    "spot": _spot,
}
_CHOSEN: Final[Mapping[type[Prompt], Callable[[TableSnapshot, Aim], Found | None]]] = {
    PickBid: _bid,
    PickOrder: _order,
    Place: _placing,
    PlayCards: _cards,
    Choice: _choice,
}


def _by_use(table: TableSnapshot) -> Mapping[str, tuple[int, int]]:
    """Return the colours by how much use the player has of them, the smallest key first (R73)."""
    state: State = table.view.state
    gems = state.players[table.seat or 0].gems
    ranks = colours_ranked(state.prices)
    return {colour: (-gems[at], ranks.index(colour)) for at, colour in enumerate(COLOURS)}


def _use_of(table: TableSnapshot, colour: str) -> str:
    state: State = table.view.state
    count = state.players[table.seat or 0].gems[COLOURS.index(colour)]
    if count:
        return f"You have {count} {colour}: at the end the most gems of a colour score most."
    return f"Of the colours it is now among the dearest: {state.prices[COLOURS.index(colour)]} of 15."


def _spot_of(state: State, word: str) -> str:
    broker = broker_at(state, Token(int(word)))
    return "" if broker is None else broker.spot


# --- how it is said and done -----------------------------------------------------------------------


def _said(table: TableSnapshot, action: Action) -> str:
    """Return a choice in words, as what it would be good to do."""
    return _SAID[type(action)](table, action)


def _said_bid(table: TableSnapshot, action: Action) -> str:
    assert isinstance(action, Bid)
    low, high = sorted(table.view.known[token].value for token in action.tokens)
    return f"a {low} and a {high}"


def _said_placing(table: TableSnapshot, action: Action) -> str:
    assert isinstance(action, PlaceUp | PlaceDown)
    way = Way.UP if isinstance(action, PlaceUp) else Way.DOWN
    return f"your {table.view.known[action.token].value} {way} in {words.place_name(action.spot)}"


def _said_answer(table: TableSnapshot, action: Action) -> str:
    assert isinstance(action, Take)
    if action.what == ENOUGH:
        return "that is enough"
    if action.what.isdigit():
        return f"the broker in {words.place_name(_spot_of(table.view.state, action.what))}"
    return words.answer(action.what)


_SAID: Final[Mapping[type[Action], Callable[[TableSnapshot, Any], str]]] = {
    Bid: _said_bid,
    Order: lambda table, action: f"card {action.card}",
    PlaceUp: _said_placing,
    PlaceDown: _said_placing,
    UseCard: lambda table, action: f"use the {words.card_name(action.card)}",
    Take: _said_answer,
}


def _keys(table: TableSnapshot, aim: Aim, action: Action) -> tuple[str, ...]:
    if isinstance(action, Bid):
        values = sorted(table.view.known[token].value for token in action.tokens)
        for value in aim.bid:
            values.remove(value)
        return tuple(map(str, values))
    if isinstance(action, PlaceUp | PlaceDown):
        return _placing_keys(table, aim, action)
    if isinstance(action, Take) and action.what in LETTER_OF:
        return _jump(aim, action.what)
    carding = isinstance(table.prompt, Place) and not aim.carding
    shown = Aim(carding=True) if carding else aim
    key = next((option.key for option in options(table, shown) if option.action == action), "")
    return (*(("c",) if carding else ()), *((key,) if key else ()))


def _placing_keys(table: TableSnapshot, aim: Aim, action: PlaceUp | PlaceDown) -> tuple[str, ...]:
    value = table.view.known[action.token].value
    lead: Sequence[str] = ("c",) if aim.carding else ()
    if aim.value == value:
        return (*lead, *_jump(aim, action.spot))
    return (*lead, str(value), *_jump(Aim(), action.spot))


def _jump(aim: Aim, spot: str) -> tuple[str, ...]:
    letter = LETTER_OF[Spot(spot)]
    return (letter,) if aim.jumping else (JUMP, letter)
