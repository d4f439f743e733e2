"""The brokers that the player holds, as a line: in the hand, and beside the screen since the bid."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Seat
from protocol.games.ys.board import BID, LAST
from protocol.games.ys.state import Broker, layout_of
from ys_tui.games.ys.aim import Way, hand_values, is_placing, way_of
from ys_tui.games.ys.asking import Desk
from ys_tui.lines import Line, style

TITLE: Final = "Your brokers  "


def _own(desk: Desk, *spots: str) -> tuple[Broker, ...]:
    return tuple(b for b in desk.scene.state.brokers if b.owner == desk.table.seat and b.spot in spots)


def brokers(desk: Desk) -> Line:
    """Return the brokers in the hand, those of the neutral player, and those beside the screen."""
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
        Segment(TITLE, bold),
        *_chips(desk, held, taken, table.seat, " " * (neutral is None)),
    )
    if not held:
        parts += (Segment("none left in your hand ", dim),)
    if neutral is not None:
        its = hand_values(table, neutral=True)
        picked = [desk.aim.value] if is_neutral and desk.aim.value is not None else []
        parts += (Segment(" neutral " * bool(its), bold), *_chips(desk, its, picked, neutral, ""))
    return (*parts, *_trio(desk))


def held_line(desk: Desk) -> Line:
    """Return nothing but the brokers in the player's hand."""
    assert desk.table.seat is not None
    taken = [*desk.aim.bid, *(() if desk.aim.value is None else (desk.aim.value,))]
    return _chips(desk, hand_values(desk.table), taken, desk.table.seat, " ")


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
