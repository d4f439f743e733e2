"""What the player can choose now, in words, each with the keys that do it: what the palette lists. Pure."""

from collections.abc import Iterator

from protocol.games.ys.actions import UseCard
from protocol.games.ys.prompts import PickBid, Place
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import (
    LETTER_OF,
    Aim,
    chooses_spot,
    hand_values,
    may_send,
    options,
    places,
    values,
    wants_place,
    way_of,
)
from ys_tui.games.ys.answers import answers
from ys_tui.games.ys.planned import is_planned, is_ready

Listed = tuple[tuple[str, ...], str]
"""Keys by the names that the board knows, one after the other, and what they do."""
_JUMP = "g"


def listed(table: TableSnapshot, aim: Aim) -> tuple[Listed, ...]:
    """Return every choice that is legal now, as the player has got to it; nothing while none is asked."""
    if table.sent or (is_planned(table) and is_ready(table)):
        return ()
    sending = ((("enter",), "Send what is chosen"),) if may_send(table) else ()
    return (*sending, *_choices(table, aim))


def _choices(table: TableSnapshot, aim: Aim) -> Iterator[Listed]:
    prompt = table.prompt
    if isinstance(prompt, PickBid):
        yield from _bids(table, aim)
    elif wants_place(table, aim):
        yield from _places(table, aim)
    elif isinstance(prompt, Place) and not aim.carding:
        way = way_of(prompt, aim)
        for value in dict.fromkeys(values(table, aim)):
            yield (str(value),), f"Take the {value}, to place it {way}"
    else:
        yield from _answers(table, aim)


def _bids(table: TableSnapshot, aim: Aim) -> Iterator[Listed]:
    held = list(hand_values(table))
    for value in aim.bid:
        held.remove(value)
    for value in dict.fromkeys(held):
        yield (str(value),), f"Bid {' and '.join(f'a {each}' for each in (*aim.bid, value))}"


def _places(table: TableSnapshot, aim: Aim) -> Iterator[Listed]:
    what = "Choose" if chooses_spot(table) else f"Place the {aim.value} {way_of(table.prompt, aim)} in"
    lead = () if aim.jumping else (_JUMP,)
    for spot in places(table, aim):
        yield (*lead, LETTER_OF[spot]), f"{what} {words.place_name(spot)}"


def _answers(table: TableSnapshot, aim: Aim) -> Iterator[Listed]:
    told = {answer.action: answer.words[-1].told for answer in answers(table)}
    for option in options(table, aim):
        action = option.action
        use = f"Use the {words.card_name(option.name)}" if isinstance(action, UseCard) else ""
        if option.key and option.is_open:
            yield (option.key,), use or f"Choose {told[action]}"
