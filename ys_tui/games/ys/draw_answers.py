"""The question and its answers, as lines: in a row, or in columns that scroll. Pure."""

from collections.abc import Sequence

from rich.segment import Segment

from protocol.game import Choice
from protocol.games.ys.actions import Order, ToThrone, UseCard
from protocol.games.ys.prompts import PlayCards
from protocol.games.ys.state import ENOUGH
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Option, columns
from ys_tui.games.ys.asking import Desk, sentences
from ys_tui.games.ys.draw import Scene, chip, gem_chip
from ys_tui.games.ys.draw_draft import broker_of
from ys_tui.lines import Line, Lines, fit, style, width


def asked(desk: Desk) -> tuple[Line, Line]:
    """Return the question and the line below it: a word to the player if there is one, else a hint."""
    palette, night = desk.scene.palette, desk.scene.palette.night
    question, hint = sentences(desk)
    is_asked = desk.table.prompt is not None or bool(desk.table.draft or desk.table.may_vote)
    first = (Segment(question, style(palette.key if is_asked else palette.label, night, bold=is_asked)),)
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
        return _standing(scene, option, ground)
    what = desk.table.prompt.what if isinstance(desk.table.prompt, Choice) else ""
    named = words.option(what, option.name)
    colour = option.name.rstrip("+-")
    if what != "spot" and hasattr(palette, colour) and option.name != ENOUGH:
        return (gem_chip(scene, colour), Segment(f" {named}", plain))
    return (Segment(named, plain),)


def _standing(scene: Scene, option: Option, ground: str) -> Line:
    """Return a broker and its place; with a mark if it is picked, dim if it cannot be chosen."""
    broker = next(each for each in scene.state.brokers if str(each.token) == option.name)
    drawn, where = chip(scene, broker, ground), words.place_name(broker.spot)
    if option.is_open:
        return (drawn, Segment(f" {where}", style(scene.palette.text, ground)))
    dim = style(scene.palette.dim, ground)
    return (
        (drawn, Segment(f" {where} ✓", dim)) if option.is_picked else (Segment(f"{drawn.text} {where}", dim),)
    )


def shown(desk: Desk, number: int, option: Option) -> Line:
    """Return an answer with its key, and the cursor if it is there; one that does not go has no key."""
    palette = desk.scene.palette
    is_lit = desk.aim.option == number
    ground = palette.row if is_lit else palette.night
    mark = "▸" if is_lit else " "
    colour = palette.key if option.is_open else palette.dim
    sign = option.key or " " if option.is_open or option.is_picked else "–"
    key = (Segment(f"{mark}{sign} ", style(colour, ground, bold=option.is_open)),)
    return (*key, *_label(desk, option, ground), Segment(" ", style(palette.text, ground)))


def row_of(desk: Desk, answers: Sequence[Option], cells: int) -> Line:
    """Return the answers in a row, with the way to pass where there is one."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    drawn = tuple(shown(desk, number, option) for number, option in enumerate(answers))
    gap = gap_of([width(each) for each in drawn], cells)
    row = tuple(part for each in drawn for part in (*each, Segment(gap, night)))
    if isinstance(desk.table.prompt, PlayCards):
        key, what = passing(desk)
        row += (
            Segment(f"  {key} ", style(desk.scene.palette.key, desk.scene.palette.night, bold=True)),
            Segment(what, night),
        )
    return row


def passing(desk: Desk) -> tuple[str, str]:
    """Return the key in force for using no card, and what stands behind it."""
    return desk.named("{table:p}"), "pass"


def gap_of(sizes: Sequence[int], cells: int) -> str:
    """Return what stands between answers of these sizes in a row."""
    return "  " if sum(sizes) + 2 * len(sizes) < cells else ""


def grid_of(desk: Desk, answers: Sequence[Option], rows: int, cells: int) -> Lines:
    """Return the answers in columns, scrolled so that the cursor is among them."""
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    across = columns(answers)
    size = (cells - 2) // across
    first = first_row(desk, across, rows)
    visible = tuple(enumerate(answers))[first * across : (first + rows) * across]
    lines = [visible[start : start + across] for start in range(0, len(visible), across)]
    drawn = [
        tuple(part for number, option in line for part in fit(shown(desk, number, option), size, night))
        for line in lines
    ]
    return (*drawn, *(() for _ in range(rows - len(drawn))))


def first_row(desk: Desk, across: int, rows: int) -> int:
    """Return the first row of answers that is shown, so that the cursor is among them."""
    return max(0, (desk.aim.option or 0) // across - rows + 1)
