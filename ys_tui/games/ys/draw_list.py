"""The board as a list, for terminals that are too small: the question, what can be chosen, how things stand.

Market, prices and players stand beside that where there is room, else below it. Pure.
"""

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style

from protocol.game import Seat
from protocol.games.ys.board import BOARD, COLOURS, LINE_OF, LINES, NEIGHBORHOOD_OF, Spot
from protocol.games.ys.state import Phase, layout_of
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import options, places, wants_place
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import Scene, brokers_line, chip, gem_chip, lead
from ys_tui.games.ys.draw_answers import asked, shown
from ys_tui.games.ys.draw_draft import draft
from ys_tui.games.ys.draw_held import labelled, neutral_line
from ys_tui.games.ys.draw_players import in_order, tie_words
from ys_tui.games.ys.seated import own, shortened
from ys_tui.lines import Line, Lines, fit, pad, right, style, width, wrap
from ys_tui.looks import LETTERS

_PLACE: Final = 16
"""Cells for the name of a place."""
_AREA: Final = 11
"""Cells for the name of an area."""
_COLUMN: Final = _PLACE + 3
"""Cells for a place with its mark and what parts it from the next one, at least."""
_NAME, _LONG_NAME = 5, 12
"""Cells for the name of a player, at least and at most."""
_SIDE: Final = 25
"""Cells of market, prices and players without the names."""
_MAIN: Final = 28
"""Cells of what stands beside them, at least."""
_LABEL, _STRIDE = 7, 5
"""Cells of what stands before the squares of the market, and from one to the next."""
_FULL_HEAD: Final = 40
"""Cells from which on the head of a neighborhood says what its number is."""
_MORE: Final = " …"
"""What stands behind words of which there are more."""
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
        *_first(question, cells - 1, _QUESTION, 0),
        *(_first(hint, cells - 1, _QUESTION if rows >= _MANY else 1) if width(hint) else ()),
    ]
    head += _held(desk, cells - 1)
    drafted = draft(desk)
    if width(drafted):
        head += _first(drafted, cells - 1, 2 if rows >= _MANY else 1)
    room = max(rows - len(head), 1)
    body = _lettered(desk, room, cells - 1) if desk.scene.letters else _beside_market(desk, room, cells - 1)
    lines = (*head, *body)[:rows]
    filled = (*lines, *((),) * (rows - len(lines)))
    return tuple(fit((Segment(" ", night), *line), cells, night) for line in filled)


def _first(line: Line, cells: int, rows: int, indent: int = 2) -> Lines:
    """Return a line broken at `cells`, in at most so many `rows`; where there is more, the last says so."""
    whole = wrap(line, cells, indent)
    if len(whole) <= rows:
        return whole
    *before, last = wrap(line, cells - len(_MORE), indent)[:rows]
    return (*before, (*last, Segment(_MORE, last[-1].style)))


def _beside_market(desk: Desk, rows: int, cells: int) -> Lines:
    """Return what can be chosen and how things stand, so that the cursor is in one of these rows."""
    scene = desk.scene
    night = style(scene.palette.text, scene.palette.night)
    is_wide = cells - 1 - _SIDE - _NAME >= _MAIN
    name = max(_NAME, min(cells - _SIDE - (1 + _MAIN) * is_wide, _LONG_NAME))
    market, seats = _market(scene), _players(scene, name)
    side = (*market, *seats)
    size = cells - 1 - _SIDE - name
    body, at = _body(desk, size if is_wide else cells)
    first = max(min(at - rows // 2, len(body) - rows), 0) if at else 0
    if not is_wide:
        is_asked = desk.table.prompt is not None or bool(desk.table.draft)
        return ((*body, *side) if is_asked else (*seats, *body, *market))[first : first + rows]
    body = body[first : first + rows]
    beside = max(len(body), len(side))
    left = (fit(line, size, night) for line in (*body, *((),) * (beside - len(body))))
    return tuple(
        (*line, Segment(" ", night), *its)
        for line, its in zip(left, (*side, *((),) * (beside - len(side))), strict=True)
    )


def _lettered(desk: Desk, rows: int, cells: int) -> Lines:
    """Return all places that a letter jumps to, in columns beside each other where they need it."""
    across = _across(desk, rows, cells)
    size = cells // across
    body = tuple(_place(desk.scene, spot, size - (across > 1)) for spot in places(desk.table, desk.aim))
    night = style(desk.scene.palette.text, desk.scene.palette.night)
    return body if across == 1 else _beside(body, across, size, night)


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
    its = neutral_line(desk)
    own = labelled(desk, cells, width(its))
    if width(own) + width(its) <= cells:
        return ((*own, *its),) if own or its else ()
    return own, its


def _body(desk: Desk, cells: int) -> tuple[Lines, int]:
    """Return what can be chosen, and which row of it the cursor is at; else the places with brokers."""
    scene, table, aim = desk.scene, desk.table, desk.aim
    if wants_place(table, aim):
        return _places(scene, places(table, aim), cells)
    taken = {broker.spot for broker in scene.state.brokers}
    standing, _ = _places(scene, tuple(spot for spot in BOARD if spot in taken - set(LINE_OF)), cells)
    answers = tuple(shown(desk, number, option) for number, option in enumerate(options(table, aim)))
    return (*answers, *standing), aim.option or 0


def _places(scene: Scene, spots: Sequence[Spot], cells: int) -> tuple[Lines, int]:
    """Return these places below the heads of their neighborhoods and lines, and the row of the cursor."""
    rows: list[Line] = []
    at = 0
    state, palette = scene.state, scene.palette
    for number in layout_of(state).neighborhoods:
        areas = [spot for spot in spots if NEIGHBORHOOD_OF.get(spot) == number]
        if areas or any((*state.ports[number - 1 : number], *state.palaces[number - 1 : number])):
            rows.append(_gate(scene, number, is_full=cells >= _FULL_HEAD))
        for spot in areas:
            at = len(rows) if spot == scene.cursor else at
            rows.append(_place(scene, spot, cells))
    for line in LINES:
        squares = [spot for spot in spots if LINE_OF.get(spot) == line]
        if squares:
            head = Segment(f"Market line {line}  ", style(palette.bright, palette.night, bold=True))
            rows.append((head, gem_chip(scene, words.gem_of_line(state, line))))
        for spot in squares:
            at = len(rows) if spot == scene.cursor else at
            rows.append(_place(scene, spot, cells))
    return tuple(rows), at


def _gate(scene: Scene, number: int, *, is_full: bool) -> Line:
    """Return the head of a neighborhood: whether it is counted, its gems and its card."""
    palette, state = scene.palette, scene.state
    key, night = style(palette.key, palette.night, bold=True), style(palette.text, palette.night)
    card = next(iter(state.palaces[number - 1 : number]), "")
    chips = [gem_chip(scene, gem) for gems in state.ports[number - 1 : number] for gem in gems]
    if not is_full:
        chips = [
            part for each in chips for part in (Segment(each.text.strip(), each.style), Segment(" ", night))
        ]
    name = f"Neighborhood {number}  " if is_full else f"Neighb. {number} "
    return (
        Segment("▸" * (state.phase is Phase.CITY and state.area == number), key),
        Segment(name, style(palette.bright, palette.night, bold=True)),
        *chips,
        Segment(
            f"{' ' * is_full}{words.card_name(card)}" if card else "", style(palette.character, palette.night)
        ),
    )


def _place(scene: Scene, spot: Spot, cells: int) -> Line:
    palette = scene.palette
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot == spot)
    is_drafted = any(broker.token in scene.fresh for broker in brokers)
    ground = palette.row if scene.cursor == spot else palette.night
    size = _PLACE if spot in LINE_OF or spot in scene.letters else _AREA
    return (
        *lead(scene, spot, ground, is_drafted=is_drafted),
        Segment(pad(words.place_name(spot), size), style(palette.label, ground)),
        *(brokers_line(scene, brokers, cells - size - 2, ground) or ()),
    )


def _market(scene: Scene) -> Lines:
    """Return the market with the gem of each line, and the price below each column."""
    palette, state = scene.palette, scene.state
    night, dim = style(palette.text, palette.night), style(palette.dim, palette.night)

    def row(title: Sequence[Segment], cells: Sequence[Segment]) -> Line:
        columns = (part for cell in cells for part in fit((cell,), _STRIDE, night))
        return (*fit(title, _LABEL, night), *columns)

    lines = []
    for line in layout_of(state).lines:
        gem = (Segment(f"{line} ", dim), gem_chip(scene, words.gem_of_line(state, line)))
        lines.append(row(gem, [_square(scene, Spot(f"market-{line}-{colour}")) for colour in COLOURS]))
    return (
        row((Segment("market", dim),), [gem_chip(scene, colour) for colour in COLOURS]),
        *lines,
        row((Segment("price", dim),), [Segment(right(str(price), 2), night) for price in state.prices]),
    )


def _square(scene: Scene, spot: Spot) -> Segment:
    palette = scene.palette
    broker = next((broker for broker in scene.state.brokers if broker.spot == spot), None)
    if broker is None:
        return Segment(" · ", style(palette.dim, palette.night))
    drawn = chip(scene, broker, palette.night)
    return Segment(f"+{drawn.text}", drawn.style) if broker.token in scene.fresh else drawn


def _players(scene: Scene, name: int) -> Lines:
    """Return a line for each player, names in so many cells: points, gems, tie-break sum."""
    dim = style(scene.palette.dim, scene.palette.night)
    titles = "".join(right(LETTERS[gem], 3) for gem in (*COLOURS, "black"))
    return (
        (Segment(f"{pad('', name + 3)} VP{titles} tie", dim),),
        *(_player(scene, seat, name) for seat in in_order(scene.state)),
    )


def _player(scene: Scene, seat: Seat, name: int) -> Line:
    palette, player = scene.palette, scene.state.players[seat]
    text, dim = style(palette.text, palette.night), style(palette.dim, palette.night)
    mark = "▸" if seat in scene.awaited else " "
    is_here = seat not in scene.state.leavers and seat not in scene.away
    gems = "".join(right(str(count or "·"), 3) for count in player.gems)
    called, you = shortened(scene.names[seat], name), ""
    if seat == scene.view.seat:
        called, you = own(scene.names[seat], name)
    return (
        Segment(mark, style(palette.key, palette.night, bold=True)),
        Segment(f"{scene.marks.up[seat]} ", style(palette.seat(seat), palette.night)),
        *fit((Segment(called, text if is_here else dim), Segment(you, dim)), name, text),
        Segment(right(str(player.points), 3), style(palette.bright, palette.night, bold=True)),
        Segment(gems, text),
        Segment(right(tie_words(scene.state, seat), 4), dim),
    )
