"""The round city in lines: four quarters of three rings, the harbour's edge, the gates at the corners."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rich.segment import Segment
from rich.style import Style

from protocol.games.ys.board import NEIGHBORHOODS, RING_OF, RINGS, Spot
from protocol.games.ys.state import Phase, layout_of
from ys_tui.games.ys.disc import BESIDE, Cell, Pixel, Slot, grid, half_of, size, slots
from ys_tui.games.ys.draw import Scene, brokers_rows, gem_chip, lead
from ys_tui.games.ys.draw_city import throne_room
from ys_tui.games.ys.words import card_name
from ys_tui.lines import Line, Lines, fit, style, width


def round_city(scene: Scene, cells: int, rows: int) -> Lines:
    """Return the city as large as it can be in so many cells and rows, and blank beside it."""
    half = half_of(cells, rows)
    columns, height = size(half)
    night = style(scene.palette.text, scene.palette.night)
    lit = _lit(scene)
    colours = _colours(scene, half, lit)
    pieces = defaultdict[int, list[tuple[int, Line]]](list)
    for at, column, line in (*_words(scene, half, lit), *_gates(scene, columns, height)):
        if line:
            pieces[at].append((column, line))
    lines = []
    for row, painted in enumerate(grid(half)):
        middle = _laid(_ground(scene, painted, colours), pieces[row])
        if row == half and layout_of(scene.state).has_throne:
            middle = throne_room(scene, columns)
        lines.append(fit(middle, cells, night))
    return (*lines, *(fit((), cells, night) for _ in range(rows - height)))


def _lit(scene: Scene) -> frozenset[str]:
    """Return the areas that are lit: at the cursor, of the draft, of the count."""
    drafted = {broker.spot for broker in scene.state.brokers if broker.token in scene.fresh}
    aimed = {scene.cursor} if scene.cursor is not None else set()
    return frozenset((*scene.lit, *scene.picked, *drafted, *aimed))


def _ground(scene: Scene, cells: Sequence[Cell], colours: Mapping[Pixel | None, str]) -> list[Segment]:
    """Return what lies below the words of a row, by cells: half blocks, in ASCII the edges of the rings."""
    text, dim = scene.palette.text, scene.palette.dim
    if scene.marks.ascii:
        return [Segment(cell.edge or " ", style(dim, colours[cell.above])) for cell in cells]
    found = ((colours[cell.above], colours[cell.below]) for cell in cells)
    return [
        Segment(" ", style(text, above)) if above == below else Segment("▀", style(above, below))
        for above, below in found
    ]


def _colours(scene: Scene, half: int, lit: frozenset[str]) -> Mapping[Pixel | None, str]:
    """Return the colour of everything that is painted."""
    pixels = {pixel for row in grid(half) for cell in row for pixel in (cell.above, cell.below)}
    return {pixel: _colour(scene, pixel, lit) for pixel in pixels}


def _colour(scene: Scene, painted: Pixel | None, lit: frozenset[str]) -> str:
    palette = scene.palette
    if painted is None:
        return palette.night
    if painted.number not in layout_of(scene.state).neighborhoods:
        return palette.panel
    is_lit = f"{painted.ring}-{painted.number}" in lit
    if painted.is_rim and not is_lit:
        return palette.port_lit
    return palette.ring(painted.ring, lit=is_lit)


def _laid(ground: list[Segment], pieces: list[tuple[int, Line]]) -> Line:
    """Return the ground with each piece laid over it at its column."""
    line: list[Segment] = list(ground)
    end = len(ground)
    for column, piece in sorted(pieces, key=lambda each: -each[0]):
        shown = fit(piece, end - column, Style()) if width(piece) > end - column else piece
        line[column : column + width(shown)] = shown
        end = column
    return tuple(Segment.simplify(line))


_Piece = tuple[int, int, Line]
"""Words at a row and a column."""


def _words(scene: Scene, half: int, lit: frozenset[str]) -> Iterator[_Piece]:
    """Yield what is written in the areas: names, brokers."""
    for number in layout_of(scene.state).neighborhoods:
        for ring in RINGS:
            rooms, spot = slots(half, number, ring), Spot(f"{ring}-{number}")
            drawn = _area(scene, spot, rooms, is_lit=spot in lit)
            yield from ((slot.row, column, line) for slot, (column, line) in zip(rooms, drawn, strict=True))


def _area(scene: Scene, spot: Spot, rooms: Sequence[Slot], *, is_lit: bool) -> list[tuple[int, Line]]:
    """Return the rows of words of an area, each with its column: its name with what marks it, its brokers.

    They stand one below the other if all brokers have room there, else each as far out as its row begins;
    a cell at both ends of a row parts them from the edges of the ring.
    """
    palette, ring = scene.palette, RING_OF[spot]
    ground = palette.ring(ring, lit=is_lit)
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot == spot)
    is_drafted = any(broker.token in scene.fresh for broker in brokers)
    name = Segment(ring.capitalize(), style(palette.bright if is_lit else palette.label, ground))
    mark = lead(scene, spot, ground, is_drafted=is_drafted)[0]
    begins = [slot.column + 1 for slot in rooms]
    ends = [slot.column + slot.cells - 1 for slot in rooms]
    at = _column(rooms[0], len(ring), max(begins), has_letter=spot in scene.letters)
    gap = spot in scene.letters and at - rooms[0].column > 1
    head: Line = (Segment(mark.text[:1], mark.style), *((Segment(" ", name.style),) if gap else ()), name)
    heading = (at - 1 - gap, head)
    columns = [max(at, begin) for begin in begins]
    below = brokers_rows(scene, brokers, _between(columns[1:], ends[1:]), ground, last=False)
    if below is None:
        columns = begins
        below = brokers_rows(scene, brokers, _between(begins[1:], ends[1:]), ground) or ()
    return [heading, *zip(columns[1:], below, strict=True)]


def _between(begins: Sequence[int], ends: Sequence[int]) -> list[int]:
    """Return how many cells there are from each beginning to its end."""
    return [end - begin for begin, end in zip(begins, ends, strict=True)]


def _column(slot: Slot, size: int, wanted: int, *, has_letter: bool) -> int:
    """Return where a name of `size` stands in its row: where it is `wanted`, if that leaves what it needs.

    That is a gap behind it, and before it room for a letter and a gap; where not all of it fits, for a mark.
    """
    room = slot.cells - size
    before = 2 if room >= BESIDE or (has_letter and room == BESIDE - 1) else 1
    return slot.column + max(min(wanted - slot.column, room - 1), before)


def _gates(scene: Scene, columns: int, height: int) -> Iterator[_Piece]:
    """Yield what stands in the corners: number, gems and card of each neighborhood."""
    for number in NEIGHBORHOODS:
        is_west, is_north = number % 2 == 1, number in NEIGHBORHOODS[:2]
        for at, line in enumerate(gate(scene, number)):
            yield at if is_north else height - 1 - at, 0 if is_west else columns - width(line), line


def gate(scene: Scene, number: int) -> Lines:
    """Return number and gems of a neighborhood, and its card; or that it is closed (R54)."""
    palette, state = scene.palette, scene.state
    if number not in layout_of(state).neighborhoods:
        return ((Segment(f" {number} closed ", style(palette.dim, palette.night)),), ())
    gems = state.ports[number - 1] if len(state.ports) >= number else ()
    card = state.palaces[number - 1] if len(state.palaces) >= number else ""
    is_marked = (state.phase is Phase.CITY and state.area == number) or f"neighborhood-{number}" in scene.lit
    head = Segment(
        f"{'▸' if is_marked else ' '}{number} ",
        style(palette.key if is_marked else palette.bright, palette.night, bold=True),
    )
    shown = Segment(
        f" {card_name(card)} " if card else " ",
        style(palette.character, palette.night),
    )
    return ((head, *(gem_chip(scene, gem) for gem in gems), Segment(" ", head.style)), (shown,))
