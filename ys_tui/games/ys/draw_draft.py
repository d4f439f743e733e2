"""What the player has chosen and not sent, and what the fingers hold, as a line."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Action, Choice
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, ToThrone, UseCard
from protocol.games.ys.board import BOARD, GEMS, WHITE
from protocol.games.ys.prompts import PickBid, PlayCards
from protocol.games.ys.prompts import prompt as prompt_of
from protocol.games.ys.state import ENOUGH, Broker, State, layout_of
from protocol.seals import Token
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Way, is_placing, wants_place, way_of, ways
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import BOARD_WIDTH, chip, standing_here
from ys_tui.games.ys.planned import is_planned, is_ready
from ys_tui.games.ys.presence import is_cut_off
from ys_tui.lines import Line, place, plain, style, width

_MARGIN: Final = 16
"""Cells for what stands behind a draft: how far it has got."""


def draft(desk: Desk, beside: str = "") -> Line:
    """Return what is in the draft and in the fingers, and what is known of the place under the cursor.

    The last leaves its room empty where it is said `beside`.
    """
    palette, night = desk.scene.palette, desk.scene.palette.night
    began = _began(desk)
    verb = "" if began or not desk.table.draft else _verb(desk)
    first: Line = (Segment(verb, style(palette.dim, night)),) if verb else ()
    actions = (*began, *desk.table.draft)
    forms = tuple(_drafted(desk, actions, first, is_short=is_short) for is_short in (False, True))
    # The sign of a broker says how it lies: the words give way where the turn has many brokers.
    parts = next((form for form in forms if width(form) + _MARGIN <= BOARD_WIDTH), forms[-1])
    if desk.table.draft and (desk.table.prompt is None or isinstance(desk.table.prompt, PlayCards)):
        room = BOARD_WIDTH - 1 - width(parts)
        state = next((words for words in _states(desk) if len(words) <= room), "")
        return (*parts, *((Segment(state, style(palette.key, night)),) if state else ()))
    here = (
        standing_here(desk.scene, desk.aim.cursor)
        if wants_place(desk.table, desk.aim) and desk.aim.cursor
        else ()
    )
    if here and width(parts) + width(here) + 4 <= BOARD_WIDTH:
        return place(
            ((0, parts), (BOARD_WIDTH - 2 - width(here), unless(beside, here))),
            BOARD_WIDTH - 1,
            style(night, night),
        )
    return parts


def unless(beside: str, line: Line) -> Line:
    """Return `line`, or as much blank where it is said `beside` already."""
    is_said = bool(beside) and plain(line).strip() in beside
    return tuple(Segment(" " * width((each,)), each.style) for each in line) if is_said else line


def _drafted(desk: Desk, actions: Sequence[Action], parts: Line, *, is_short: bool) -> Line:
    """Return `parts`, then these actions and what is in the fingers."""
    dim = style(desk.scene.palette.dim, desk.scene.palette.night)
    before: Action | None = None
    passes = 0
    for action in actions:
        drawn = _DRAFTED[type(action)](desk, action) if type(action) in _DRAFTED else ()
        if isinstance(action, Pass):
            drawn = (Segment(words.PASSED[passes], drawn[0].style),)
            passes += 1
        if is_short and isinstance(action, PlaceUp | PlaceDown):
            drawn = drawn[1:]
        gap = (Segment(_gap(before, action), dim),) if before and drawn else ()
        parts += (*gap, *drawn)
        before = action
    return (*parts, *_fingers(desk, bool(parts)))


def _states(desk: Desk) -> tuple[str, ...]:
    """Return how far a whole draft has got, in the words to be taken if they fit."""
    if is_planned(desk.table):
        return ("   prepared, not sent", "   prepared") if is_ready(desk.table) else ("   not sent yet",)
    if not is_cut_off(desk.link):
        return ("   on its way…" if desk.table.sent else "   not sent yet",)
    if desk.table.sent:
        return ("   kept: goes out when the link is back", "   kept: goes out later", "   kept")
    return ("   kept, not sent yet", "   kept")


def _began(desk: Desk) -> tuple[Action, ...]:
    """Return the card whose answer is in the draft, and its earlier answers, when they were sent before."""
    state: State = desk.table.confirmed
    asking = state.asking
    if asking is None or asking.seat != desk.table.seat:
        return ()
    return (UseCard(asking.card), *map(Take, asking.chosen))


def _verb(desk: Desk) -> str:
    """Return what the answers of the draft do, by the question that the first of them answers."""
    table = desk.table
    asked = next((prompt for seat, prompt in table.awaited if seat == table.seat), None)
    if is_planned(table) and table.seat is not None:
        asked = prompt_of(table.confirmed, table.seat)
    return _VERBS.get(asked.what, "") if isinstance(asked, Choice) else ""


_VERBS: Final = {"gem": "take ", "colour": "white becomes ", "column": "rank "}


def _gap(before: Action | None, action: Action) -> str:
    """Return what stands between two actions of the draft: answers follow the card or gem they belong to."""
    if not isinstance(action, Take) or not isinstance(before, UseCard | Take):
        return "   "
    if isinstance(before, UseCard):
        return ": "
    if before.what == WHITE:
        return " as "
    return " → " if action.what in BOARD else ", then " if action.what in GEMS else ", "


def _fingers(desk: Desk, follows: bool) -> Line:
    palette, table, aim = desk.scene.palette, desk.table, desk.aim
    text, dim = style(palette.bright, palette.night, bold=True), style(palette.dim, palette.night)
    gap = "   " * follows
    if isinstance(table.prompt, PickBid):
        return (
            Segment(f"{gap}your bid  ", dim),
            Segment(" + ".join((*map(str, aim.bid), *("_" for _ in range(2 - len(aim.bid))))), text),
        )
    if not is_placing(table) or table.seat is None:
        return ()
    way = way_of(table.prompt, aim)
    owner = layout_of(desk.scene.state).neutral if way is Way.NEUTRAL else table.seat
    assert owner is not None
    glyph = (desk.scene.marks.up if way is Way.UP else desk.scene.marks.down)[owner]
    value = "_" if aim.value is None else str(aim.value)
    where = words.place_name(aim.cursor) if aim.cursor and aim.value is not None else "?"
    broker = Segment(f"{glyph}{value}", style(palette.seat(owner), palette.night, bold=True))
    parts: Line = (
        Segment(f"{gap}{way}  ", dim),
        broker,
        Segment(" → ", dim),
        Segment(where, text if aim.value is not None else dim),
    )
    later = ", ".join(each for each in ways(table.prompt) if each is not way)
    return (*parts, Segment(f"   then {later}", dim)) if later and not follows else parts


def _placed(desk: Desk, action: Action) -> Line:
    assert isinstance(action, PlaceUp | PlaceDown)
    scene, palette = desk.scene, desk.scene.palette
    broker = broker_of(desk, action.token)
    down = Way.DOWN if broker.owner == broker.holder else Way.NEUTRAL
    way = Way.UP if isinstance(action, PlaceUp) else down
    return (
        Segment(f"{way}  ", style(palette.dim, palette.night)),
        chip(scene, broker, scene.palette.night),
        Segment(f" → {words.place_name(action.spot)}", style(palette.bright, palette.night, bold=True)),
    )


def _bid(desk: Desk, action: Action) -> Line:
    assert isinstance(action, Bid)
    palette, known = desk.scene.palette, desk.scene.view.known
    low, high = (known[token].value for token in action.tokens)
    return (
        Segment("your bid  ", style(palette.dim, palette.night)),
        Segment(f"{low} + {high} = {low + high}", style(palette.bright, palette.night, bold=True)),
    )


def _said(say: Callable[[Action], str]) -> Callable[[Desk, Action], Line]:
    def drawn(desk: Desk, action: Action) -> Line:
        return (Segment(say(action), style(desk.scene.palette.bright, desk.scene.palette.night, bold=True)),)

    return drawn


def _answered(desk: Desk, action: Action) -> Line:
    """Return an answer: a broker by its sign and where it stood, a place, a gem, a step of a price."""
    assert isinstance(action, Take)
    bold = style(desk.scene.palette.bright, desk.scene.palette.night, bold=True)
    if action.what == ENOUGH:
        return ()
    if not action.what.isdigit():
        return (Segment(words.answer(action.what), bold),)
    state: State = desk.table.confirmed
    broker = next(each for each in state.brokers if str(each.token) == action.what)
    place_words = f" {words.place_name(broker.spot)}"
    return (chip(desk.scene, broker, desk.scene.palette.night), Segment(place_words, bold))


def _enthroned(desk: Desk, action: Action) -> Line:
    assert isinstance(action, ToThrone)
    palette = desk.scene.palette
    return (
        Segment("to the throne room  ", style(palette.dim, palette.night)),
        chip(desk.scene, broker_of(desk, action.token), palette.night),
    )


def broker_of(desk: Desk, token: Token) -> Broker:
    """Return the broker of `token`, the draft included."""
    return next(broker for broker in desk.scene.state.brokers if broker.token == token)


def _order_words(action: Action) -> str:
    assert isinstance(action, Order)
    return f"order card {action.card}"


def _use_words(action: Action) -> str:
    assert isinstance(action, UseCard)
    return f"use {words.card_name(action.card)}"


def _pass_words(action: Action) -> str:
    return "pass"


_DRAFTED: Final[Mapping[type[Action], Callable[[Desk, Action], Line]]] = {
    PlaceUp: _placed,
    PlaceDown: _placed,
    Bid: _bid,
    Order: _said(_order_words),
    ToThrone: _enthroned,
    UseCard: _said(_use_words),
    Take: _answered,
    Pass: _said(_pass_words),
}
