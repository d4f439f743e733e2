"""What the player is about to do: from keys to wishes, pure. Only what is legal can be reached.

An `Aim` is what the fingers hold before it is in the draft: a broker picked up, the place under the cursor.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Action, Choice, Prompt
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import (
    AREAS,
    COLOURS,
    COLUMN_OF,
    HAND,
    LINE_OF,
    NEIGHBORHOOD_OF,
    RING_OF,
    RINGS,
    Spot,
)
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from protocol.games.ys.state import State
from ys_tui.client.snapshot import Confirm, Intent, Pick, TableSnapshot, Undo


class Aim(Struct, frozen=True):
    """What was chosen and is not in the draft yet."""

    value: int | None = None
    """The broker picked up to be placed."""
    up: bool = True
    """Whether it is to lie face up, where both are still possible."""
    bid: tuple[int, ...] = ()
    """The first broker of a bid."""
    cursor: Spot | None = None
    option: int | None = None
    """The answer under the cursor of the picker."""
    jumping: bool = False
    """Whether every legal place shows the letter that jumps to it."""
    carding: bool = False
    """Whether a card is being chosen while placing."""


class Pressed(Struct, frozen=True):
    """What a key did: the aim after it, a wish for the client, a word to the player."""

    aim: Aim
    intent: Intent | None = None
    word: str = ""


class Option(Struct, frozen=True):
    """An answer that can be picked: the key that picks it, and what it is."""

    key: str
    action: Action
    name: str
    """A card, an order card or a word of `Choice.among`."""


LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""Letters of the jump overlay: 24 places at most."""
OPTION_KEYS: Final = "123456789abdeimnorstvwxyz"
"""Keys of the picker; the letters left out are commands."""
STEP_KEYS: Final = {
    "left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1),
    "h": (-1, 0), "l": (1, 0), "k": (0, -1), "j": (0, 1),
}  # fmt: skip

# --- what can be chosen ----------------------------------------------------------------------------


def is_placing(table: TableSnapshot) -> bool:
    """Tell whether a broker is to be placed."""
    return isinstance(table.prompt, Place)


def chooses_spot(table: TableSnapshot) -> bool:
    """Tell whether a place on the board is the answer to a choice."""
    return isinstance(table.prompt, Choice) and table.prompt.what == "spot"


def wants_place(table: TableSnapshot, aim: Aim) -> bool:
    """Tell whether the next thing to choose is a place on the board."""
    return chooses_spot(table) or (is_placing(table) and aim.value is not None and not aim.carding)


def lies_up(prompt: Prompt | None, aim: Aim) -> bool:
    """Tell whether the next broker is to lie face up: as aimed where both are possible."""
    assert isinstance(prompt, Place)
    return aim.up if prompt.up and prompt.down else prompt.up > 0


def hand_values(table: TableSnapshot) -> tuple[int, ...]:
    """Return the values of the player's brokers that are still in the hand, in order."""
    state: State = table.view.state
    known = table.view.known
    tokens = (broker.token for broker in state.brokers if broker.owner == table.seat and broker.spot == HAND)
    return tuple(sorted(known[token].value for token in tokens if token in known))


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
    kind = PlaceUp if lies_up(table.prompt, aim) else PlaceDown
    known = table.view.known
    for action in table.legal:
        if isinstance(action, kind) and action.spot == spot and known[action.token].value == aim.value:
            return action
    return None


def options(table: TableSnapshot, aim: Aim) -> tuple[Option, ...]:
    """Return the answers that the picker shows; empty when the answer is given on the board or by a value."""
    prompt = table.prompt
    found: tuple[tuple[Action, str], ...] = ()
    if isinstance(prompt, PickOrder):
        return tuple(Option(str(card), Order(card), str(card)) for card in prompt.among)
    if isinstance(prompt, PlayCards) or (isinstance(prompt, Place) and aim.carding):
        found = tuple((UseCard(card), card) for card in prompt.cards)
    elif isinstance(prompt, Choice) and prompt.what != "spot":
        found = tuple((Take(word), word) for word in prompt.among)
    return tuple(Option(key, *each) for key, each in zip(OPTION_KEYS, found, strict=False))


def letters(table: TableSnapshot, aim: Aim) -> Mapping[Spot, str]:
    """Return the letter that jumps to each place, while they are shown."""
    return dict(zip(places(table, aim), LETTERS, strict=False)) if aim.jumping else {}


def settle(table: TableSnapshot, aim: Aim, before: Prompt | None) -> Aim:
    """Return `aim` as it fits what is asked now: empty if that is new, the cursor on a legal place."""
    fresh = aim if table.prompt == before else Aim(cursor=aim.cursor)
    answers = options(table, fresh)
    if answers and fresh.option is None and not isinstance(table.prompt, PlayCards):
        fresh = replace(fresh, option=0)
    legal = places(table, fresh)
    if fresh.value is not None and fresh.value not in hand_values(table):
        fresh = replace(fresh, value=None)
    if legal and fresh.cursor not in legal:
        return replace(fresh, cursor=legal[0])
    return fresh


# --- the way over the board ------------------------------------------------------------------------


def position(spot: Spot) -> tuple[int, int]:
    """Return column and row of a place, as the eye finds them."""
    if spot in AREAS:
        number = NEIGHBORHOOD_OF[spot] - 1
        return 26 * (number % 2), 5 * (number // 2) + RINGS.index(RING_OF[spot])
    return 60 + 5 * COLOURS.index(COLUMN_OF[spot]), LINE_OF[spot] - 1


def towards(legal: tuple[Spot, ...], spot: Spot | None, step: tuple[int, int]) -> Spot | None:
    """Return the legal place nearest to `spot` in a direction; `spot` itself when there is none."""
    if spot is None:
        return legal[0] if legal else None
    column, row = position(spot)

    def cost(other: Spot) -> int:
        across, down = position(other)[0] - column, position(other)[1] - row
        along, aside = (across * step[0], abs(down) * 8) if step[0] else (down * step[1] * 8, abs(across))
        return along + 3 * aside if along > 0 else 0

    ahead = [(cost(other), other) for other in legal if cost(other)]
    return min(ahead)[1] if ahead else spot


# --- keys ------------------------------------------------------------------------------------------


def press(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    """Return what a key does; None when it is not one of the board's keys now."""
    if aim.jumping:
        return _jump(key, aim, table)
    if table.sent:
        return Pressed(aim, word="Your choice is under way.") if key in {"enter", "u"} else None
    handler = _COMMANDS.get(key)
    by_prompt = None if table.prompt is None else _BY_PROMPT.get(type(table.prompt))
    done = by_prompt(key, aim, table) if by_prompt else None
    return done or (handler(aim, table) if handler else None)


def _jump(key: str, aim: Aim, table: TableSnapshot) -> Pressed:
    target = next((spot for spot, letter in letters(table, aim).items() if letter == key), None)
    landed = replace(aim, jumping=False)
    if target is None:
        return Pressed(landed)
    landed = replace(landed, cursor=target)
    return _put(landed, table) if wants_place(table, landed) else Pressed(landed)


def _undo(aim: Aim, table: TableSnapshot) -> Pressed:
    if aim.carding or aim.value is not None or aim.bid:
        return Pressed(Aim(cursor=aim.cursor, up=aim.up))
    if table.bound:
        return Pressed(aim, word="This choice was opened already: it can only be sent again (Enter).")
    return Pressed(aim, Undo()) if table.draft else Pressed(aim, word="There is nothing to take back.")


def _enter(aim: Aim, table: TableSnapshot) -> Pressed:
    if table.draft and not isinstance(table.prompt, Place | Choice):
        return Pressed(aim, Confirm())
    if isinstance(table.prompt, Place):
        return Pressed(aim, word="First press the broker you want to place (0–4).")
    return Pressed(aim, word="" if table.prompt is None else "First choose, then Enter.")


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
    if chosen is not None:
        return Pressed(Aim(cursor=aim.cursor), Pick(chosen.action))
    if key in STEP_KEYS and key != "l" and answers:
        across, down = STEP_KEYS[key]
        start = -1 if aim.option is None else aim.option
        return Pressed(replace(aim, option=(start + across + down) % len(answers)))
    return None


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
        is_held = int(key) in hand_values(table)
        return (
            Pressed(replace(aim, value=int(key)))
            if is_held
            else Pressed(aim, word=f"You have no {key} in hand.")
        )
    if key == "f":
        return _flip(aim, prompt)
    word = "You have no card to use now." if key == "c" else ""
    return Pressed(aim, word=word) if word else _over_board(key, aim, table)


def _flip(aim: Aim, prompt: Place) -> Pressed:
    if prompt.up and prompt.down:
        return Pressed(replace(aim, up=not aim.up))
    return Pressed(aim, word=f"This broker lies face {'up' if prompt.up else 'down'}.")


def _over_board(key: str, aim: Aim, table: TableSnapshot) -> Pressed | None:
    if key == "g":
        return Pressed(replace(aim, jumping=True))
    if key in STEP_KEYS and (key != "l" or wants_place(table, aim)):
        return Pressed(replace(aim, cursor=towards(places(table, aim), aim.cursor, STEP_KEYS[key])))
    if key == "enter" and wants_place(table, aim):
        return _put(aim, table)
    return None


def _put(aim: Aim, table: TableSnapshot) -> Pressed:
    action = None if aim.cursor is None else placement(table, aim, aim.cursor)
    if action is None:
        return Pressed(aim, word="That place cannot be chosen.")
    return Pressed(Aim(cursor=aim.cursor), Pick(action))


_BY_PROMPT: Final[Mapping[type[Prompt], Callable[[str, Aim, TableSnapshot], Pressed | None]]] = {
    PickBid: _bid,
    PickOrder: _answer,
    Place: _place,
    PlayCards: _card,
    Choice: _choose,
}
