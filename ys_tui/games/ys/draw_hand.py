"""What the player holds and is asked, as lines: own brokers, the question, the answers."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Choice, Seat
from protocol.games.ys.actions import Order, ToThrone, UseCard
from protocol.games.ys.board import BID, LAST
from protocol.games.ys.prompts import PlayCards
from protocol.games.ys.state import ENOUGH, Broker, layout_of
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import (
    Option,
    Way,
    columns,
    hand_values,
    is_placing,
    options,
    way_of,
)
from ys_tui.games.ys.asking import Desk, sentences
from ys_tui.games.ys.draw import BOARD_WIDTH, chip, gem_chip
from ys_tui.games.ys.draw_draft import broker_of, draft
from ys_tui.lines import Line, Lines, fit, style, width

HAND_SIZE: Final = (BOARD_WIDTH, 5)


def hand(desk: Desk) -> Lines:
    """Return the five lines below the players: brokers, draft, question and what helps to answer it."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    answers = options(desk.table, desk.aim)
    question, hint = _question(desk)
    row = _row(desk, answers)
    rows: tuple[Line, ...] = ((), _brokers(desk), draft(desk), question, hint)
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
        return (chip(scene, broker_of(desk, option.action.token), ground),)
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
