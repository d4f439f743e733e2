"""What the player holds and is asked, as lines: own brokers, the draft, the question, the answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Action, Choice, Seat
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, ToThrone, UseCard
from protocol.games.ys.board import BID, BOARD, GEMS, LAST, WHITE
from protocol.games.ys.prompts import PickBid, PlayCards
from protocol.games.ys.state import ENOUGH, Broker, State, layout_of
from protocol.seals import Token
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import (
    Option,
    Way,
    columns,
    hand_values,
    is_placing,
    options,
    wants_place,
    way_of,
    ways,
)
from ys_tui.games.ys.asking import Desk, sentences
from ys_tui.games.ys.draw import BOARD_WIDTH, chip, gem_chip, standing_here
from ys_tui.games.ys.presence import is_cut_off
from ys_tui.lines import Line, Lines, fit, place, style, width

HAND_SIZE: Final = (BOARD_WIDTH, 5)


def hand(desk: Desk) -> Lines:
    """Return the five lines below the players: brokers, draft, question and what helps to answer it."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    answers = options(desk.table, desk.aim)
    question, hint = _question(desk)
    row = _row(desk, answers)
    rows: tuple[Line, ...] = ((), _brokers(desk), _draft(desk), question, hint)
    if answers and width(row) < HAND_SIZE[0] and len(answers) <= columns(answers):
        rows = ((), _brokers(desk), question, row, hint)
    elif answers and len(answers) <= columns(answers) * (HAND_SIZE[1] - 2):
        rows = (question, hint, *_grid(desk, answers, HAND_SIZE[1] - 2))
    elif answers:
        below = (Segment("  ", night), *hint)
        fits = width(question) + width(below) < HAND_SIZE[0]
        rows = ((*question, *(below if fits else ())), *_grid(desk, answers, HAND_SIZE[1] - 1))
        if desk.word:
            rows = (hint, *rows[1:])
    return tuple(fit((Segment(" ", night), *row), HAND_SIZE[0], night) for row in rows)


# --- own brokers -----------------------------------------------------------------------------------


def _own(desk: Desk, *spots: str) -> tuple[Broker, ...]:
    return tuple(b for b in desk.scene.state.brokers if b.owner == desk.table.seat and b.spot in spots)


def _brokers(desk: Desk) -> Line:
    palette, table = desk.scene.palette, desk.table
    bold, dim = style(palette.text, palette.night, bold=True), style(palette.dim, palette.night)
    if table.seat is None:
        return (Segment("You are looking on.", bold),)
    held, taken = hand_values(table), list(desk.aim.bid)
    is_neutral = is_placing(table) and way_of(table.prompt, desk.aim) is Way.NEUTRAL
    if desk.aim.value is not None and not is_neutral:
        taken.append(desk.aim.value)
    neutral = layout_of(desk.scene.state).neutral
    parts: Line = (
        Segment("Your brokers  ", bold),
        *_chips(desk, held, taken, table.seat, " " * (neutral is None)),
    )
    if not held:
        parts += (Segment("none left in your hand ", dim),)
    if neutral is not None:
        its = hand_values(table, neutral=True)
        picked = [desk.aim.value] if is_neutral and desk.aim.value is not None else []
        parts += (Segment(" neutral " * bool(its), bold), *_chips(desk, its, picked, neutral, ""))
    return (*parts, *_trio(desk))


def _chips(desk: Desk, held: Sequence[int], taken: Sequence[int], owner: Seat, gap: str) -> Line:
    """Return brokers of the hand by their values, those that are taken up in brackets."""
    palette, left = desk.scene.palette, list(taken)
    parts: list[Segment] = []
    for value in held:
        is_taken = value in left
        if is_taken:
            left.remove(value)
        ground = palette.spent if is_taken else palette.seat(owner)
        parts.append(
            Segment(f"[{value}]" if is_taken else f" {value} ", style(palette.ink, ground, bold=True))
        )
        if gap:
            parts.append(Segment(gap, style(palette.dim, palette.night)))
    return tuple(parts)


def _trio(desk: Desk) -> Line:
    """Return the brokers beside the screen: the bid, and the last one that with it breaks ties (R30)."""
    palette = desk.scene.palette
    text, dim = style(palette.text, palette.night), style(palette.dim, palette.night)
    bid, last = (
        tuple(str(value) for broker in _own(desk, spot) if (value := desk.scene.value(broker)) is not None)
        for spot in (BID, LAST)
    )
    if not bid:
        return ()
    sum_words = f" = {sum(map(int, (*bid, *last)))}"
    title = " tie-break " if last else " bid "
    return (Segment(title, dim), Segment(" + ".join((*bid, *last)) + sum_words, text))


_MARGIN: Final = 16
"""Cells for what stands behind a draft: how far it has got."""

# --- the draft -------------------------------------------------------------------------------------


def _draft(desk: Desk) -> Line:
    """Return what is in the draft and in the fingers."""
    palette, night = desk.scene.palette, desk.scene.palette.night
    began = _began(desk)
    verb = "" if began or not desk.table.draft else _verb(desk)
    first: Line = (Segment(verb, style(palette.dim, night)),) if verb else ()
    actions = (*began, *desk.table.draft)
    forms = tuple(_drafted(desk, actions, first, is_short=is_short) for is_short in (False, True))
    # The sign of a broker says how it lies: the words give way where the turn has many brokers.
    parts = next((form for form in forms if width(form) + _MARGIN <= HAND_SIZE[0]), forms[-1])
    if desk.table.draft and desk.table.prompt is None:
        room = HAND_SIZE[0] - 1 - width(parts)
        state = next((words for words in _states(desk) if len(words) <= room), "")
        return (*parts, *((Segment(state, style(palette.key, night)),) if state else ()))
    here = (
        standing_here(desk.scene, desk.aim.cursor)
        if wants_place(desk.table, desk.aim) and desk.aim.cursor
        else ()
    )
    if here and width(parts) + width(here) + 4 <= HAND_SIZE[0]:
        return place(
            ((0, parts), (HAND_SIZE[0] - 2 - width(here), here)), HAND_SIZE[0] - 1, style(night, night)
        )
    return parts


def _drafted(desk: Desk, actions: Sequence[Action], parts: Line, *, is_short: bool) -> Line:
    """Return `parts`, then these actions and what is in the fingers."""
    dim = style(desk.scene.palette.dim, desk.scene.palette.night)
    before: Action | None = None
    for action in actions:
        drawn = _DRAFTED[type(action)](desk, action) if type(action) in _DRAFTED else ()
        if is_short and isinstance(action, PlaceUp | PlaceDown):
            drawn = drawn[1:]
        gap = (Segment(_gap(before, action), dim),) if before and drawn else ()
        parts += (*gap, *drawn)
        before = action
    return (*parts, *_fingers(desk, bool(parts)))


def _states(desk: Desk) -> tuple[str, ...]:
    """Return how far a whole draft has got, in the words to be taken if they fit."""
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
    asked = next((prompt for seat, prompt in desk.table.awaited if seat == desk.table.seat), None)
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
    broker = _broker(desk, action.token)
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
        chip(desk.scene, _broker(desk, action.token), palette.night),
    )


def _broker(desk: Desk, token: Token) -> Broker:
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

# --- question and answers ----------------------------------------------------------------------------


def _question(desk: Desk) -> tuple[Line, Line]:
    """Return the question and the line below it: a word to the player if there is one, else a hint."""
    palette, night = desk.scene.palette, desk.scene.palette.night
    question, hint = sentences(desk)
    asked = desk.table.prompt is not None or bool(desk.table.draft or desk.table.may_vote)
    first = (Segment(question, style(palette.key if asked else palette.label, night, bold=asked)),)
    if desk.word:
        colour = palette.bad if desk.is_refusal else palette.good
        return first, (Segment(f"{'! ' * desk.is_refusal}{desk.word}", style(colour, night, bold=True)),)
    return first, (Segment(hint, style(palette.dim, night)),)


def _label(desk: Desk, option: Option, ground: str) -> Line:
    """Return what an answer looks like: a gem, a broker and its place, a card."""
    palette, scene = desk.scene.palette, desk.scene
    plain = style(palette.text, ground)
    if isinstance(option.action, UseCard):
        return (Segment(words.card_name(option.name), style(palette.character, ground)),)
    if isinstance(option.action, Order):
        return (Segment("card " + option.name, plain),)
    if isinstance(option.action, ToThrone):
        return (chip(scene, _broker(desk, option.action.token), ground),)
    if option.name.isdigit():
        broker = next(each for each in scene.state.brokers if str(each.token) == option.name)
        where = words.place_name(broker.spot)
        shown = plain if option.is_open else style(palette.dim, ground)
        return (chip(scene, broker, ground), Segment(f" {where}{' ✓' * option.is_picked}", shown))
    what = desk.table.prompt.what if isinstance(desk.table.prompt, Choice) else ""
    named = words.option(what, option.name)
    colour = option.name.rstrip("+-")
    if what != "spot" and hasattr(palette, colour) and option.name != ENOUGH:
        return (gem_chip(scene, colour), Segment(f" {named}", plain))
    return (Segment(named, plain),)


def _shown(desk: Desk, number: int, option: Option) -> Line:
    palette = desk.scene.palette
    is_lit = desk.aim.option == number
    ground = palette.row if is_lit else palette.night
    mark = "▸" if is_lit else " "
    colour = palette.key if option.is_open else palette.dim
    key = (Segment(f"{mark}{option.key or ' '} ", style(colour, ground, bold=option.is_open)),)
    return (*key, *_label(desk, option, ground), Segment(" ", style(palette.text, ground)))


def _row(desk: Desk, answers: Sequence[Option]) -> Line:
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    drawn = tuple(_shown(desk, number, option) for number, option in enumerate(answers))
    gap = "  " if sum(map(width, drawn)) + 2 * len(drawn) < HAND_SIZE[0] else ""
    row = tuple(part for each in drawn for part in (*each, Segment(gap, night)))
    if isinstance(desk.table.prompt, PlayCards):
        row += (
            Segment("  p ", style(desk.scene.palette.key, desk.scene.palette.night, bold=True)),
            Segment("pass", night),
        )
    return row


def _grid(desk: Desk, answers: Sequence[Option], rows: int) -> Lines:
    """Return the answers in columns, scrolled so that the cursor is among them."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    across = columns(answers)
    size = (HAND_SIZE[0] - 2) // across
    first = max(0, (desk.aim.option or 0) // across - rows + 1)
    shown = tuple(enumerate(answers))[first * across : (first + rows) * across]
    lines = [shown[start : start + across] for start in range(0, len(shown), across)]
    drawn = [
        tuple(part for number, option in line for part in fit(_shown(desk, number, option), size, night))
        for line in lines
    ]
    return (*drawn, *(() for _ in range(rows - len(drawn))))
