"""The table of the players as lines: what everybody owns, and who is awaited."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from protocol.game import Seat
from protocol.games.ys.board import BID, COLOURS, LAST
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene
from ys_tui.games.ys.draw_terms import short_terms
from ys_tui.games.ys.seated import shortened
from ys_tui.games.ys.words import card_name
from ys_tui.lines import Line, Lines, crop, pad, place, right, style, width
from ys_tui.looks import LETTERS, readable
from ys_tui.panels import panel


class Columns(NamedTuple):
    """Where each column of the table begins."""

    name: int
    points: int
    gems: int
    tie: int
    cards: int


_WIDE: Final = Columns(5, 22, 28, 43, 50)
_NARROW: Final = Columns(5, 19, 24, 38, 43)


def players(scene: Scene, cells: int = BOARD_WIDTH) -> Lines:
    """Return the table of the players in turn order, the neutral one last: points, gems, ties, cards."""
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
        *(_player(scene, seat, at, cells) for seat in in_order(scene.state)),
    )


def columns(cells: int) -> Columns:
    """Return where the columns begin in a table of so many cells."""
    return _WIDE if cells >= BOARD_WIDTH else _NARROW


_BOT_NEXT: Final = ("has left; a bot from next round", "a bot from next round", "bot next round", "bot next")
"""What is said of a seat that a bot takes, the longest first."""


def in_order(state: State) -> tuple[Seat, ...]:
    """Return the players in turn order, the neutral one last."""
    neutral = layout_of(state).neutral
    orders = tuple(player.order for player in state.players)
    return tuple(
        map(Seat, sorted(range(len(orders)), key=lambda seat: (seat == neutral, orders[seat], seat)))
    )


def players_panel(scene: Scene, cells: int, rows: int) -> Lines:
    """Return the table in a frame, in whose edge stands what is special here."""
    terms = short_terms(scene.state.setup)
    return panel("Players", players(scene, cells - 2), (cells, rows), scene.palette, note=terms)


def _player(scene: Scene, seat: Seat, at: Columns, cells: int) -> Line:
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
        (at.cards, _cards(scene, seat, ground, cells - at.cards, has_left=has_left)),
    )
    return place(pieces, cells, style(palette.text, ground))


def _name(scene: Scene, seat: Seat, room: int, shown: Style, ground: str) -> Line:
    dim = style(scene.palette.dim, ground)
    name = shortened(scene.names[seat], room - 1)
    if seat in scene.away and seat not in scene.state.leavers:
        away = Segment(" (away)", style(scene.palette.bad, ground))
        return (Segment(crop(name, room - len(away.text)), dim), away)
    is_own = seat == scene.view.seat and cell_len(name) + 6 <= room
    return (
        Segment(pad(name, cell_len(name)) if is_own else pad(name, room - 1), shown),
        Segment(" (you)" * is_own, dim),
    )


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


def _cards(scene: Scene, seat: Seat, ground: str, room: int, *, has_left: bool) -> Line:
    """Return the cards of a seat: first those in force for the rest of the round, then those held.

    Where there is no room for all of them their names are shortened; `+2` says that there are two more.
    """
    dim = style(scene.palette.dim, ground)
    if has_left:
        return (Segment(_left(scene, seat, room), dim),)
    if seat == layout_of(scene.state).neutral:
        words = "wins ties; cannot win"
        return (Segment(words if len(words) <= room else "wins ties", dim),)
    for names in (_WHOLE, _SHORT):
        pieces = (*_in_force(scene, seat, ground, names), *_held(scene, seat, ground, names))
        if width(line := _listed(pieces, dim)) <= room:
            return line
    for shown in range(len(pieces) - 1, -1, -1):
        line = (*_listed(pieces[:shown], dim), Segment(f" +{len(pieces) - shown}", dim))
        if width(line) <= room:
            return line
    return ()


def _left(scene: Scene, seat: Seat, room: int) -> str:
    """Return what is said of a seat that has left: who plays on for it, if anybody does (R52c)."""
    if seat not in scene.succeeded:
        return "has left"
    return next((words for words in _BOT_NEXT if len(words) <= room), _BOT_NEXT[-1])


class _Names(NamedTuple):
    """How cards are called."""

    longest: int
    """Letters of a name that is not shortened."""
    in_force: str
    """What is said of one that is in force for the rest of the round."""

    def of(self, card: str) -> str:
        """Return the name of a card."""
        name = card_name(card)
        return name if len(name) <= self.longest else f"{name[: self.longest - 1]}."


_WHOLE: Final = _Names(99, "in force")
_SHORT: Final = _Names(5, "now")


def _listed(pieces: Sequence[Segment], dim: Style) -> Line:
    comma = Segment(", ", dim)
    return tuple(
        part for number, piece in enumerate(pieces) for part in ((comma, piece) if number else (piece,))
    )


def _in_force(scene: Scene, seat: Seat, ground: str, names: _Names) -> Line:
    bold = style(scene.palette.key, ground, bold=True)
    return tuple(
        Segment(f"{names.of(card)} {names.in_force}", bold)
        for owner, card in scene.state.in_force
        if owner == seat
    )


def _held(scene: Scene, seat: Seat, ground: str, names: _Names) -> Line:
    """Return the cards held, equal ones together: `Envoy ×2`; in brackets those won in this round (R48)."""
    held = [(each.card, each.won < scene.state.round) for each in scene.state.players[seat].cards]
    pieces = []
    for card, is_ready in dict.fromkeys(held):
        count = held.count((card, is_ready))
        name = names.of(card) + (f" ×{count}" if count > 1 else "")
        colour = scene.palette.character if is_ready else scene.palette.dim
        pieces.append(Segment(name if is_ready else f"({name})", style(colour, ground)))
    return tuple(pieces)
