"""The keys of the board: from a key to a wish, or to another aim."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Choice, Prompt
from protocol.games.ys.actions import Bid, Pass, UseCard
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import broker_at
from protocol.seals import Token
from ys_tui.client.intents import Confirm, Intent, Pick, Undo
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import (
    LETTER_OF,
    Aim,
    Option,
    Way,
    chooses_spot,
    columns,
    hand_values,
    is_placing,
    letters,
    may_send,
    options,
    placement,
    places,
    towards,
    values,
    wants_place,
    way_of,
    ways,
)
from ys_tui.games.ys.planned import is_planned, is_ready
from ys_tui.games.ys.words import HOW_TO_PLACE, place_name

STEP_KEYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Pressed(Struct, frozen=True):
    """What a key did: the aim after it, a wish for the client, a word to the player."""

    aim: Aim
    intent: Intent | None = None
    word: str = ""
    is_refusal: bool = True
    """Whether `word` says why the key did nothing; else it says what it did."""


def press(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    """Return what a key does; None when it is not one of the board's keys now."""
    if aim.jumping and is_placing(table) and key.isdigit():
        aim = replace(aim, jumping=False)
    if aim.jumping and (done := _jump(key, aim, table)) is not None:
        return done
    if table.sent:
        return Pressed(aim, word="Your choice is under way.") if key in {"enter", "u"} else None
    handler = _COMMANDS.get(key)
    by_prompt = None if table.prompt is None else _BY_PROMPT.get(type(table.prompt))
    done = by_prompt(key, aim, table) if by_prompt else None
    return done or (handler(aim, table) if handler else None)


def _jump(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    """Return what a key does while letters stand at the places; None for one that is no answer to them."""
    target = next((spot for spot, letter in letters(table, aim).items() if letter == key), None)
    landed = replace(aim, jumping=False)
    if target is not None:
        landed = replace(landed, cursor=target)
        return _put(landed, table) if wants_place(table, landed) else Pressed(landed)
    if key == "escape":
        return Pressed(landed)
    if key in STEP_KEYS:
        return _over_board(key, landed, table)
    if key in LETTER_OF.values():
        return Pressed(
            aim, word=f"The place of the letter {key} cannot be chosen now ({{table:Esc}} leaves)."
        )
    is_other = len(key) > 1 and key != "enter"
    return None if is_other else Pressed(aim, word="Press the letter of a place, or {table:Esc}.")


def _undo(aim: Aim, table: TableSnapshot) -> Pressed:
    if aim.carding or aim.value is not None or aim.bid:
        return Pressed(Aim(cursor=aim.cursor, way=aim.way))
    if table.bound:
        return Pressed(aim, word="This choice was opened already: it can only be sent again ({table:Enter}).")
    return Pressed(aim, Undo()) if table.draft else Pressed(aim, word="There is nothing to take back.")


def _enter(aim: Aim, table: TableSnapshot) -> Pressed:
    if is_planned(table) and is_ready(table):
        return Pressed(aim, word="It leaves by itself when you are asked.", is_refusal=False)
    if may_send(table):
        return Pressed(aim, Confirm())
    if isinstance(table.prompt, Place):
        return Pressed(aim, word="First press the broker you want to place ({table:0–4}).")
    if isinstance(table.prompt, PickBid):
        return Pressed(aim, word="First press the two brokers of your bid ({table:0–4}).")
    word = "Nothing is marked yet: press the key of an answer, or {choosing:arrows} and {table:Enter}."
    return Pressed(aim, word="" if table.prompt is None else word)


_COMMANDS: Final[Mapping[str, Callable[[Aim, TableSnapshot], Pressed]]] = {"u": _undo, "enter": _enter}


def _bid(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    if not key.isdigit():
        return None
    value, held = int(key), list(hand_values(table))
    for chosen in aim.bid:
        held.remove(chosen)
    if value not in held:
        return Pressed(aim, word=f"You have no {'other ' * (value in aim.bid)}{value} in your hand.")
    if not aim.bid:
        return Pressed(replace(aim, bid=(value,)))
    wanted = sorted((*aim.bid, value))
    known = table.view.known
    bids = (action for action in table.legal if isinstance(action, Bid))
    bid = next((each for each in bids if sorted(known[token].value for token in each.tokens) == wanted), None)
    return Pressed(Aim(cursor=aim.cursor), None if bid is None else Pick(bid))


def _answer(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    answers = options(table, aim)
    chosen = next((option for option in answers if option.key == key), None)
    if chosen is None and key == "enter" and aim.option is not None and aim.option < len(answers):
        chosen = answers[aim.option]
    if chosen is not None and not chosen.is_open:
        return Pressed(aim, word=_closed(chosen, table))
    if chosen is not None:
        return Pressed(Aim(cursor=aim.cursor), Pick(chosen.action))
    if key in STEP_KEYS and answers:
        across, down = STEP_KEYS[key]
        rows = columns(answers) if len(answers) > columns(answers) else 1
        start = -1 if aim.option is None else aim.option
        there = start + across + rows * down
        is_off = aim.option is not None and not 0 <= there < len(answers) and rows > 1 and down
        return Pressed(aim if is_off else replace(aim, option=there % len(answers)))
    return None


def _closed(option: Option, table: TableSnapshot) -> str:
    """Return why an answer cannot be given: a Magician exchanges brokers in different places."""
    if option.is_picked:
        return f"{option.key} is picked already ({{table:u}} takes it back)."
    broker = broker_at(table.view.state, Token(int(option.name)))
    assert broker is not None
    return f"{option.key} is in {place_name(broker.spot)}, as the other is: choose one in another place."


def _throne(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    done = _answer(key, aim, table)
    is_other = done is None and key.isdigit() and table.prompt is not None
    return Pressed(aim, word=f"None of your three tie-break brokers is a {key}.") if is_other else done


def _card(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    assert isinstance(table.prompt, PlayCards)
    if key == "p":
        return Pressed(Aim(cursor=aim.cursor), Pick(Pass()))
    if key == "c":
        return (
            Pressed(aim, Pick(UseCard(table.prompt.cards[0])))
            if len(table.prompt.cards) == 1
            else Pressed(aim)
        )
    return _answer(key, aim, table)


def _choose(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    return _over_board(key, aim, table) if chooses_spot(table) else _answer(key, aim, table)


def _place(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    prompt = table.prompt
    assert isinstance(prompt, Place)
    if key == "c" and prompt.cards:
        return Pressed(replace(aim, carding=not aim.carding, option=0))
    if aim.carding:
        return _answer(key, aim, table)
    if key.isdigit():
        if int(key) in values(table, aim):
            return Pressed(replace(aim, value=int(key)))
        kind = "neutral " * (way_of(prompt, aim) is Way.NEUTRAL)
        return Pressed(aim, word=f"You have no {kind}{key} in hand.")
    if key == "f":
        return _flip(aim, prompt)
    word = "You have no card to use now." if key == "c" else ""
    return Pressed(aim, word=word) if word else _over_board(key, aim, table)


def _flip(aim: Aim, prompt: Place) -> Pressed:
    possible, way = ways(prompt), way_of(prompt, aim)
    if len(possible) > 1:
        return Pressed(replace(aim, way=possible[(possible.index(way) + 1) % len(possible)]))
    only = "Only a neutral broker is left to place" if way is Way.NEUTRAL else f"This broker lies {way}"
    return Pressed(aim, word=f"{only}.")


def _over_board(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    if key == "g":
        return Pressed(replace(aim, jumping=True))
    if key in STEP_KEYS:
        return Pressed(replace(aim, cursor=towards(places(table, aim), aim.cursor, STEP_KEYS[key])))
    if key == "enter" and wants_place(table, aim):
        return _put(aim, table)
    return None


def _put(aim: Aim, table: TableSnapshot) -> Pressed:
    if aim.cursor is None:
        return Pressed(aim, word=f"No place is marked yet. {HOW_TO_PLACE}")
    action = placement(table, aim, aim.cursor)
    if action is None:
        return Pressed(aim, word="That place cannot be chosen.")
    return Pressed(Aim(cursor=aim.cursor), Pick(action))


_BY_PROMPT: Final[Mapping[type[Prompt], Callable[[str, Aim, TableSnapshot], Pressed | None]]] = {
    PickBid: _bid,
    PickOrder: _answer,
    PickThrone: _throne,
    Place: _place,
    PlayCards: _card,
    Choice: _choose,
}
