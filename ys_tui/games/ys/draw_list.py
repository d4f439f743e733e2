"""The board as a list, for terminals that are too small: the question, then what can be chosen. Pure."""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style

from protocol.game import Seat
from protocol.games.ys.board import BOARD, COLOURS, Spot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import options, places, wants_place
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import Scene, brokers_line, lead
from ys_tui.games.ys.draw_answers import asked, shown
from ys_tui.games.ys.draw_draft import draft
from ys_tui.games.ys.draw_held import held_line, neutral_line
from ys_tui.games.ys.draw_players import in_order, tie_words
from ys_tui.games.ys.seated import shortened
from ys_tui.lines import Line, Lines, fit, pad, right, style, width, wrap
from ys_tui.looks import LETTERS

_PLACE: Final = 16
"""Cells for the name of a place."""
_COLUMN: Final = _PLACE + 3
"""Cells for a place with its mark and what parts it from the next one, at least."""
_NAME: Final = 10
_QUESTION: Final = 3
"""Rows that a question and what helps with it take at most, each."""
_MANY: Final = 14
"""Rows from which on there is room for all of that."""


def board_list(desk: Desk, cells: int, rows: int) -> Lines:
    """Return exactly `rows` lines of `cells`: why it is a list, the question, and below it the answers."""
    palette = desk.scene.palette
    night, dim = style(palette.text, palette.night), style(palette.dim, palette.night)
    question, hint = asked(desk)
    head: list[Line] = [
        (Segment("A list: the board needs 80×24 cells.", dim),),
        *wrap(question, cells - 1)[:_QUESTION],
        *(wrap(hint, cells - 1, 2)[: _QUESTION if rows >= _MANY else 1] if width(hint) else ()),
    ]
    head += _held(desk, cells - 1)
    drafted = draft(desk)
    if width(drafted):
        head += wrap(drafted, cells - 1, 2)[: 2 if rows >= _MANY else 1]
    room = max(rows - len(head), 1)
    across = _across(desk, room, cells - 1)
    size = (cells - 1) // across
    body, at = _body(desk, size if across == 1 else size - 1)
    if across > 1:
        body, at = _beside(body, across, size, night), 0
    first = max(min(at - room // 2, len(body) - room), 0)
    lines = (*head, *body[first : first + room])[:rows]
    filled = (*lines, *((),) * (rows - len(lines)))
    return tuple(fit((Segment(" ", night), *line), cells, night) for line in filled)


def _across(desk: Desk, rows: int, cells: int) -> int:
    """Return in how many columns the places stand: while letters are shown none of them is to be hidden."""
    return max(1, min(-(-len(desk.scene.letters) // rows), cells // _COLUMN))


def _beside(lines: Lines, across: int, size: int, ground: Style) -> Lines:
    """Return lines in columns of `size` beside each other."""
    down, gap = -(-len(lines) // across), Segment(" ", ground)
    return tuple(
        tuple(part for line in lines[row::down] for part in (*fit(line, size - 1, ground), gap))
        for row in range(down)
    )


def _held(desk: Desk, cells: int) -> Lines:
    """Return the brokers in the hand, own and neutral ones, in one line if there is room for both."""
    if desk.table.seat is None:
        return ()
    own, its = held_line(desk), neutral_line(desk)
    if width(own) + width(its) <= cells:
        return ((*own, *its),) if own or its else ()
    return own, its


def _body(desk: Desk, cells: int) -> tuple[Lines, int]:
    """Return what can be chosen, and which of it the cursor is at; without a choice, how things stand."""
    scene, table, aim = desk.scene, desk.table, desk.aim
    if wants_place(table, aim):
        spots = places(table, aim)
        at = spots.index(aim.cursor) if aim.cursor in spots else 0
        return tuple(_place(scene, spot, cells) for spot in spots), at
    answers = options(table, aim)
    if answers:
        lines = tuple(shown(desk, number, option) for number, option in enumerate(answers))
        return lines, aim.option or 0
    taken = {broker.spot for broker in scene.state.brokers}
    spots = tuple(spot for spot in BOARD if spot in taken)
    return (*_players(scene), *(_place(scene, spot, cells) for spot in spots)), 0


def _place(scene: Scene, spot: Spot, cells: int) -> Line:
    palette = scene.palette
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot == spot)
    is_drafted = any(broker.token in scene.fresh for broker in brokers)
    ground = palette.row if scene.cursor == spot else palette.night
    return (
        *lead(scene, spot, ground, is_drafted=is_drafted),
        Segment(pad(words.place_name(spot), _PLACE), style(palette.label, ground)),
        *(brokers_line(scene, brokers, cells - _PLACE - 2, ground) or ()),
    )


def _players(scene: Scene) -> Sequence[Line]:
    """Return a line for each player: order, points, gems, tie-break sum."""
    return tuple(_player(scene, seat) for seat in in_order(scene.state))


def _player(scene: Scene, seat: Seat) -> Line:
    palette, player = scene.palette, scene.state.players[seat]
    text, dim = style(palette.text, palette.night), style(palette.dim, palette.night)
    mark = "▸" if seat in scene.awaited else " "
    gems = " ".join(
        f"{LETTERS[gem]}{count}" for gem, count in zip((*COLOURS, "black"), player.gems, strict=True) if count
    )
    return (
        Segment(f"{mark} ", style(palette.key, palette.night, bold=True)),
        Segment(f"{scene.marks.up[seat]} ", style(palette.seat(seat), palette.night)),
        Segment(pad(shortened(scene.names[seat], _NAME), _NAME), text),
        Segment(f"{right(str(player.points), 3)} VP  ", style(palette.bright, palette.night, bold=True)),
        Segment(gems, text),
        Segment(f"  tie {tie}" if (tie := tie_words(scene.state, seat).strip()) else "", dim),
    )
