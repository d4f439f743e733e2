"""The market, and the prices with the rank of each colour, as lines."""

from typing import Final

from rich.segment import Segment

from protocol.games.ys.board import COLOURS, FIRST_STEP, LINE_OF, LINES, STEPS, Spot
from protocol.games.ys.scoring import colours_ranked
from protocol.games.ys.state import Phase, layout_of
from ys_tui.games.ys.draw import Scene, chip, gem_chip, lead, on_panel
from ys_tui.games.ys.words import gem_of_line
from ys_tui.lines import Line, Lines, place, right, style
from ys_tui.looks import LETTERS
from ys_tui.panels import panel

MARKET_SIZE: Final = (28, 10)

COLUMN: Final = 9
STRIDE: Final = 5
"""Where the first square of a line stands, and cells from one to the next."""


def market(scene: Scene) -> Lines:
    """Return the market with the gem of each line, and below it the prices with the rank of each colour."""
    bold = style(scene.palette.bright, scene.palette.night, bold=True)
    return (*_market(scene, (Segment(_market_title(scene), bold),)), *_prices(scene, " Prices"))


def market_panel(scene: Scene, cells: int, rows: int) -> Lines:
    """Return the market in a frame."""
    inside = on_panel(scene)
    lines = _market(inside, (Segment(" line", style(scene.palette.dim, scene.palette.panel)),))
    edge = scene.palette.key if scene.state.phase is Phase.MARKET else ""
    title = _market_title(scene).strip()
    return panel(title, lines, (cells, rows), scene.palette, note="1 VP a broker", edge=edge)


def prices_panel(scene: Scene, cells: int, rows: int) -> Lines:
    """Return the prices in a frame."""
    lines = _prices(on_panel(scene), " rank")
    return panel("Prices", lines, (cells, rows), scene.palette, note="1 low, 15 high")


def _market(scene: Scene, title: Line) -> Lines:
    night = style(scene.palette.text, scene.palette.night)
    columns = tuple((COLUMN + STRIDE * n, (gem_chip(scene, colour),)) for n, colour in enumerate(COLOURS))
    return (
        place(((0, title), *columns), MARKET_SIZE[0], night),
        *(_market_line(scene, line) for line in LINES),
        _closed(scene, 0),
    )


def _prices(scene: Scene, title: str) -> Lines:
    palette = scene.palette
    night, bold = style(palette.text, palette.night), style(palette.bright, palette.night, bold=True)
    dim = style(palette.dim, palette.night)
    ranks = tuple(
        (
            COLUMN + STRIDE * n,
            (Segment(f"{n + 1} ", dim), Segment(LETTERS[colour], style(palette.label, palette.night))),
        )
        for n, colour in enumerate(colours_ranked(scene.state.prices))
    )
    return (
        place(((0, (Segment(title, bold if title == " Prices" else dim),)), *ranks), MARKET_SIZE[0], night),
        *(_price(scene, n) for n in range(len(COLOURS))),
    )


def _market_title(scene: Scene) -> str:
    return "▸Market" if scene.state.phase is Phase.MARKET else " Market"


def _closed(scene: Scene, line: int) -> Line:
    """Return a line that nobody can place on (R28, R56)."""
    dim = style(scene.palette.dim, scene.palette.night)
    return place(((1, (Segment(f"{line} closed", dim),)),), MARKET_SIZE[0], dim)


def _market_line(scene: Scene, line: int) -> Line:
    palette, state = scene.palette, scene.state
    if line not in layout_of(state).lines:
        return _closed(scene, line)
    gem = gem_of_line(state, line)
    dim = style(palette.dim, palette.night)
    squares = tuple(Spot(f"market-{line}-{colour}") for colour in COLOURS)
    cells = tuple((COLUMN - 1 + STRIDE * n, square(scene, spot)) for n, spot in enumerate(squares))
    is_lit = f"line-{line}" in scene.lit
    mark = Segment("▸" if is_lit else " ", style(palette.key, palette.night, bold=True))
    number = Segment(str(line), style(palette.key, palette.night, bold=True) if is_lit else dim)
    head = ((0, (mark, number)), (3, (gem_chip(scene, gem),)))
    return place((*head, *cells), MARKET_SIZE[0], dim)


def square(scene: Scene, spot: Spot) -> Line:
    """Return one square of the market, at most five cells: a mark, and its broker or a dot."""
    palette = scene.palette
    broker = next((broker for broker in scene.state.brokers if broker.spot == spot), None)
    is_drafted = broker is not None and broker.token in scene.fresh
    is_lit = (
        scene.cursor == spot
        or is_drafted
        or not (scene.lit | scene.picked).isdisjoint({spot, f"line-{LINE_OF[spot]}"})
    )
    ground = palette.row if is_lit else palette.night
    before = lead(scene, spot, ground, is_drafted=is_drafted)[:1]
    mark = Segment(before[0].text[:1], before[0].style)
    if broker is None:
        can = spot in scene.legal
        return (mark, Segment(" · ", style(palette.label if can else palette.dim, ground)))
    return (mark, chip(scene, broker, ground))


def _price(scene: Scene, column: int) -> Line:
    palette, step = scene.palette, scene.state.prices[column]
    track, middle = style(palette.line, palette.night), style(palette.dim, palette.night)
    marker = style(palette.bright, palette.night, bold=True)
    before, after = "─" * (step - 1), "─" * (STEPS - step)
    centre = FIRST_STEP - 1
    rail: tuple[Segment, ...] = (Segment(before, track), Segment("┃", marker), Segment(after, track))
    if step < FIRST_STEP:
        left = centre - step
        rail = (
            Segment(before, track),
            Segment("┃", marker),
            Segment("─" * left, track),
            Segment("┼", middle),
            Segment("─" * (STEPS - FIRST_STEP), track),
        )
    elif step > FIRST_STEP:
        rail = (
            Segment("─" * centre, track),
            Segment("┼", middle),
            Segment("─" * (step - FIRST_STEP - 1), track),
            Segment("┃", marker),
            Segment(after, track),
        )
    is_lit = f"price-{COLOURS[column]}" in scene.lit
    number = Segment(right(str(step), 3), marker if is_lit else style(palette.label, palette.night))
    mark = Segment("▸" if is_lit else " ", style(palette.key, palette.night, bold=True))
    pieces = (
        (2, (mark,)),
        (3, (gem_chip(scene, COLOURS[column]),)),
        (COLUMN, rail),
        (COLUMN + STEPS, (number,)),
    )
    return place(pieces, MARKET_SIZE[0], track)
