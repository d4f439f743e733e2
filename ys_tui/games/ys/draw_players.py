"""The table of the players as lines: what everybody owns, and who is awaited."""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from protocol.game import Seat
from protocol.games.ys.board import BID, COLOURS, LAST
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.words import card_name
from ys_tui.lines import Line, Lines, crop, pad, place, right, style
from ys_tui.looks import LETTERS

_NAME, _POINTS, _GEMS, _TIE, _CARDS = 5, 22, 28, 43, 50


def players(scene: Scene, cells: int = BOARD_WIDTH) -> Lines:
    """Return the table of the players in turn order, the neutral one last: points, gems, ties, cards."""
    palette, neutral = scene.palette, layout_of(scene.state).neutral
    dim = style(palette.dim, palette.panel)
    gems = tuple((_GEMS + 3 * n, (Segment(LETTERS[gem], dim),)) for n, gem in enumerate((*COLOURS, "black")))
    titles = ((_NAME, "seat"), (_POINTS, " VP"))
    head = tuple((column, (Segment(text, dim),)) for column, text in titles)
    is_closed = any(held.won == scene.state.round for player in scene.state.players for held in player.cards)
    cards = f"cards{'  ( ) from next round on' * is_closed}"
    tail = ((_TIE, (Segment("tie", dim),)), (_CARDS, (Segment(cards, dim),)))
    orders = tuple(player.order for player in scene.state.players)
    seats = sorted(range(len(orders)), key=lambda seat: (seat == neutral, orders[seat], seat))
    return (place((*head, *gems, *tail), cells, dim), *(_player(scene, Seat(seat), cells) for seat in seats))


def _player(scene: Scene, seat: Seat, cells: int) -> Line:
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
        (_NAME, _name(scene, seat, name_style, ground)),
        (_POINTS, (Segment(right(str(player.points), 3), strong),)),
        *((_GEMS - 1 + 3 * n, (_gem_count(scene, n, count, ground),)) for n, count in enumerate(player.gems)),
        (_TIE - 1, (Segment(right(tie_words(scene.state, seat), 4), style(palette.text, ground)),)),
        (_CARDS, _cards(scene, seat, ground, has_left=has_left)),
    )
    return place(pieces, cells, style(palette.text, ground))


def _name(scene: Scene, seat: Seat, shown: Style, ground: str) -> Line:
    dim = style(scene.palette.dim, ground)
    name = names(scene.state.setup)[seat]
    if seat in scene.away and seat not in scene.state.leavers:
        away = Segment(" (away)", style(scene.palette.bad, ground))
        return (Segment(crop(name, _POINTS - _NAME - len(away.text)), dim), away)
    is_own = seat == scene.view.seat and cell_len(name) + 6 <= _POINTS - _NAME
    return (
        Segment(pad(name, cell_len(name)) if is_own else pad(name, 16), shown),
        Segment(" (you)" * is_own, dim),
    )


def _gem_count(scene: Scene, number: int, count: int, ground: str) -> Segment:
    palette = scene.palette
    colour = (*COLOURS, "black")[number]
    ink = palette.label if colour == "black" else palette.gem(colour)
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


def _cards(scene: Scene, seat: Seat, ground: str, *, has_left: bool) -> Line:
    """Return the cards of a seat: first those in force for the rest of the round, then those held."""
    dim = style(scene.palette.dim, ground)
    if has_left:
        return (Segment("has left", dim),)
    if seat == layout_of(scene.state).neutral:
        return (Segment("wins ties; cannot win", dim),)
    bold = style(scene.palette.key, ground, bold=True)
    in_force = [card for owner, card in scene.state.in_force if owner == seat]
    held_cards = scene.state.players[seat].cards
    pieces = [Segment(f"{card_name(card)} in force{'  ' * bool(held_cards)}", bold) for card in in_force]
    for number, held in enumerate(held_cards):
        is_ready = held.won < scene.state.round
        name = card_name(held.card) if is_ready else f"({card_name(held.card)})"
        colour = scene.palette.character if is_ready else scene.palette.dim
        pieces.append(Segment(", " * bool(number) + name, style(colour, ground)))
    return tuple(pieces)
