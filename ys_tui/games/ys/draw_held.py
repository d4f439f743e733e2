"""The brokers that the player holds, as a line: in the hand, and beside the screen since the bid."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Seat
from protocol.games.ys.board import BID, HAND, LAST
from protocol.games.ys.state import Broker, layout_of
from ys_tui.games.ys.aim import Way, hand_values, is_placing, way_of
from ys_tui.games.ys.asking import Desk
from ys_tui.lines import Line, style, width

CHIP: Final = 3
"""Cells of a broker in the hand."""
_TITLE: Final = "Your brokers  "
_SHORT_TITLE: Final = "Hand "
_NEUTRAL: Final = " neutral "
_NONE: Final = "none left in your hand "


def _own(desk: Desk, *spots: str) -> tuple[Broker, ...]:
    return tuple(b for b in desk.scene.state.brokers if b.owner == desk.table.seat and b.spot in spots)


def brokers(desk: Desk) -> Line:
    """Return the brokers in the hand, those of the neutral player, and those beside the screen."""
    palette, table = desk.scene.palette, desk.table
    bold, dim = style(palette.text, palette.night, bold=True), style(palette.dim, palette.night)
    if table.seat is None:
        return (Segment("Looking back." if table.past else "You are looking on.", bold),)
    gap = " " * (layout_of(desk.scene.state).neutral is None)
    held = _hand(desk, table.seat, gap) or (Segment(_NONE, dim),)
    return (Segment(_TITLE, bold), *held, *neutral_line(desk), *_trio(desk))


def chips_at(desk: Desk) -> Iterator[tuple[int, int]]:
    """Yield the first cell of each broker in the row of the hand that a number would take up, and its value.

    Those are the neutral player's while one of them is placed, else the player's own.
    """
    own, stride = hand_values(desk.table), CHIP + (layout_of(desk.scene.state).neutral is None)
    start, held = 1 + len(_TITLE), own
    if _is_neutral(desk):
        start += len(own) * stride + len(_NEUTRAL) if own else len(_NONE) + len(_NEUTRAL)
        held = hand_values(desk.table, neutral=True)
    yield from ((start + stride * number, value) for number, value in enumerate(held))


def labelled(desk: Desk, cells: int, beside: int = 0) -> Line:
    """Return the player's own brokers in the hand and what they are, nothing without any.

    In the form that leaves `beside` of `cells` free, else in one that fits at all.
    """
    assert desk.table.seat is not None
    bold = style(desk.scene.palette.text, desk.scene.palette.night, bold=True)
    forms = []
    for title, gap in ((_TITLE, " "), (_TITLE, ""), (_SHORT_TITLE, " "), (_SHORT_TITLE, "")):
        held = _hand(desk, desk.table.seat, gap)
        forms.append((Segment(title, bold), *held) if held else ())
    fitting = (form for room in (cells - beside, cells) for form in forms if width(form) <= room)
    return next(fitting, forms[-1])


def neutral_line(desk: Desk) -> Line:
    """Return the neutral player's brokers in the hand (R59), nothing where there are none."""
    neutral = layout_of(desk.scene.state).neutral
    its = () if neutral is None else hand_values(desk.table, neutral=True)
    if neutral is None or not its:
        return ()
    bold = style(desk.scene.palette.text, desk.scene.palette.night, bold=True)
    picked = [desk.aim.value] if _is_neutral(desk) and desk.aim.value is not None else []
    return (Segment(_NEUTRAL, bold), *_chips(desk, its, picked, neutral, ""))


def _hand(desk: Desk, seat: Seat, gap: str) -> Line:
    taken = list(desk.aim.bid)
    if desk.aim.value is not None and not _is_neutral(desk):
        taken.append(desk.aim.value)
    return (*_chips(desk, hand_values(desk.table), taken, seat, gap), *_untold(desk, seat))


def _untold(desk: Desk, seat: Seat) -> Line:
    """Return how many brokers were in the hand whose values are not known.

    Those are brokers of an earlier moment that left the game unopened, with their player (R52c).
    """
    known = desk.table.view.known
    count = sum(broker.holder == seat and broker.token not in known for broker in _own(desk, HAND))
    dim = style(desk.scene.palette.dim, desk.scene.palette.night)
    return (Segment(f"{count} of unknown value ", dim),) if count else ()


def _is_neutral(desk: Desk) -> bool:
    """Tell whether a neutral broker is being placed."""
    return is_placing(desk.table) and way_of(desk.table.prompt, desk.aim) is Way.NEUTRAL


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
