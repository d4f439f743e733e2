"""The table of the players as lines: what everybody owns, and who is awaited."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style

from protocol.game import Seat
from protocol.games.ys.board import BID, COLOURS, LAST
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene
from ys_tui.games.ys.draw_cards import Cells, cards, heights
from ys_tui.games.ys.draw_terms import short_terms
from ys_tui.games.ys.seated import own, shortened
from ys_tui.lines import Line, Lines, crop, pad, place, right, style, width
from ys_tui.looks import LETTERS, readable
from ys_tui.panels import panel, room_for_note


class Columns(NamedTuple):
    """Where each column of the table begins."""

    name: int
    points: int
    gems: int
    tie: int
    cards: int


_HEAD: Final = 1
"""Rows of the titles of the columns."""
_PLENTY: Final = 99
"""Rows in which there is room for whatever anybody holds."""
_WIDE: Final = Columns(5, 22, 28, 43, 50)
_NARROW: Final = Columns(5, 19, 24, 38, 43)


def players(scene: Scene, cells: int = BOARD_WIDTH, rows: int = 0) -> Lines:
    """Return the table of the players in turn order, the neutral one last: points, gems, ties, cards.

    Cards for which a row has no room go on below it while there are so many `rows`.
    """
    palette = scene.palette
    at = columns(cells)
    dim = style(palette.dim, palette.panel)
    gems = tuple(
        (at.gems + 3 * n, (Segment(LETTERS[gem], dim),)) for n, gem in enumerate((*COLOURS, "black"))
    )
    titles = ((at.name, "seat"), (at.points, " VP"))
    head = tuple((column, (Segment(text, dim),)) for column, text in titles)
    is_closed = any(held.won == scene.state.round for player in scene.state.players for held in player.cards)
    notes = ("  ( ) from next round on", "  ( ) next round", "") if is_closed else ("",)
    note = next(each for each in notes if at.cards + len("cards" + each) <= cells or not each)
    tail = ((at.tie, (Segment("tie", dim),)), (at.cards, (Segment(f"cards{note}", dim),)))
    return (
        place((*head, *gems, *tail), cells, dim),
        *(
            line
            for seat, height in seat_rows(scene.state, cells, rows).items()
            for line in _player(scene, seat, at, cells, height)
        ),
    )


def seat_rows(state: State, cells: int, rows: int = 0) -> Mapping[Seat, int]:
    """Return the players in turn order, each with how many lines of a table of so many `rows` it has."""
    seats, at = in_order(state), columns(cells)
    return heights(state, seats, _room(at, cells), max(rows - _HEAD - len(seats), 0))


def _room(at: Columns, cells: int) -> Cells:
    """Return how much room cards have: below the row of a player they may begin below the name."""
    return Cells(cells - at.cards, cells - at.name)


def rows_wanted(state: State, cells: int) -> int:
    """Return with how many rows a table of so many cells has room for the whole names of all cards."""
    return _HEAD + sum(seat_rows(state, cells, _PLENTY).values())


def columns(cells: int) -> Columns:
    """Return where the columns begin in a table of so many cells."""
    return _WIDE if cells >= BOARD_WIDTH else _NARROW


def in_order(state: State) -> tuple[Seat, ...]:
    """Return the players in turn order, the neutral one last."""
    neutral = layout_of(state).neutral
    orders = tuple(player.order for player in state.players)
    return tuple(
        map(Seat, sorted(range(len(orders)), key=lambda seat: (seat == neutral, orders[seat], seat)))
    )


def players_panel(scene: Scene, cells: int, rows: int) -> Lines:
    """Return the table in a frame, in whose edge stands what is special here."""
    title = "Players"
    terms = short_terms(scene.state.setup, room_for_note(title, cells))
    return panel(title, players(scene, cells - 2, rows - 2), (cells, rows), scene.palette, note=terms)


def _player(scene: Scene, seat: Seat, at: Columns, cells: int, height: int) -> Lines:
    """Return the row of a player, and below it the cards for which it has no room."""
    palette, player = scene.palette, scene.state.players[seat]
    is_awaited, has_left = seat in scene.awaited, seat in scene.state.leavers
    ground = palette.row if is_awaited else palette.panel
    dim, strong = style(palette.dim, ground), style(palette.bright, ground, bold=True)
    order = player.choice if scene.state.phase is Phase.ORDER else player.order
    name_style = (
        dim if has_left else strong if is_awaited or seat == scene.view.seat else style(palette.text, ground)
    )
    pieces = (
        (
            0,
            (
                Segment("▸" if is_awaited else " ", style(palette.key, ground, bold=True)),
                Segment(" " if seat == layout_of(scene.state).neutral else str(order or "·"), dim),
            ),
        ),
        (3, (Segment(scene.marks.up[seat], style(palette.dim if has_left else palette.seat(seat), ground)),)),
        (at.name, _name(scene, seat, at.points - at.name, name_style, ground)),
        (at.points, (Segment(right(str(player.points), 3), strong),)),
        *(
            (at.gems - 1 + 3 * n, (_gem_count(scene, n, count, ground),))
            for n, count in enumerate(player.gems)
        ),
        (at.tie - 1, (Segment(right(tie_words(scene.state, seat), 4), style(palette.text, ground)),)),
    )
    held, *more = cards(scene, seat, ground, _room(at, cells), height)
    plain = style(palette.text, ground)
    below = (place(((min(at.cards, cells - width(line)), line),), cells, plain) for line in more)
    return (place((*pieces, (at.cards, held)), cells, plain), *below)


def _name(scene: Scene, seat: Seat, room: int, shown: Style, ground: str) -> Line:
    dim = style(scene.palette.dim, ground)
    name = shortened(scene.names[seat], room - 1)
    if seat in scene.away and seat not in scene.state.leavers:
        away = Segment(" (away)", style(scene.palette.bad, ground))
        return (Segment(crop(name, room - len(away.text)), dim), away)
    is_own = seat == scene.view.seat
    name, you = own(scene.names[seat], room) if is_own else (pad(name, room - 1), "")
    return Segment(name, shown), Segment(you, dim)


def _gem_count(scene: Scene, number: int, count: int, ground: str) -> Segment:
    palette = scene.palette
    colour = (*COLOURS, "black")[number]
    ink = palette.label if colour == "black" else readable(palette.gem(colour), ground, palette.text)
    return Segment(
        right(str(count) if count else "·", 2), style(ink if count else palette.dim, ground, bold=bool(count))
    )


def tie_words(state: State, seat: Seat) -> str:
    """Return the sum of a seat's open tie-break brokers: `5+` before all three are, `??` for a closed bid."""
    if seat == layout_of(state).neutral:
        return ""
    brokers = tuple(b for b in state.brokers if b.owner == seat and b.spot in {BID, LAST})
    values = tuple(broker.value for broker in brokers if broker.value is not None)
    if not values:
        return "??" if brokers else "·"
    return f"{sum(values)}{'+' if len(values) < 3 else ' '}"  # noqa: PLR2004 -- two of the bid and the last one
