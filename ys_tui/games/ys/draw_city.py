"""The city as lines: its neighborhoods, those that are closed, and the throne room."""

from typing import Final

from rich.segment import Segment

from protocol.game import Seat
from protocol.games.ys.board import (
    AREAS,
    EXTRA_BROKERS,
    NEIGHBORHOOD_OF,
    RING_OF,
    RINGS,
    THRONE,
    Spot,
)
from protocol.games.ys.state import Phase, layout_of, stayed
from ys_tui.games.ys.draw import Scene, brokers_line, gem_chip, group, lead, spaced
from ys_tui.games.ys.words import card_name
from ys_tui.lines import Line, Lines, fit, pad, place, right, style, width

CITY_SIZE: Final = (51, 10)
_LABEL: Final = 11
_SHORT_LABEL: Final = 5


def city(scene: Scene, cells: int = CITY_SIZE[0]) -> Lines:
    """Return the four neighborhoods, two beside two, and below them the throne room if there is one."""
    night = style(scene.palette.text, scene.palette.night)
    blank, half = fit((), cells, night), (cells - 1) // 2
    lines: list[Line] = []
    for west, east in ((1, 2), (3, 4)):
        pairs = zip(neighborhood(scene, west, half), neighborhood(scene, east, half), strict=True)
        lines += [place(((0, left), (half + 1, its)), cells, night) for left, its in pairs]
        lines.append(blank)
    return (*lines[:-1], throne_room(scene, cells) if layout_of(scene.state).has_throne else blank)


def neighborhood(scene: Scene, number: int, cells: int = 25) -> Lines:
    """Return a neighborhood: its gems and character, then its three areas; or that it is closed (R54)."""
    if number not in layout_of(scene.state).neighborhoods:
        return _closed(scene, number, cells)
    areas = tuple(spot for spot in AREAS if NEIGHBORHOOD_OF[spot] == number)
    return (_gate(scene, number, cells), *(area(scene, spot, cells) for spot in areas))


def _closed(scene: Scene, number: int, cells: int) -> Lines:
    palette = scene.palette
    gate = style(palette.dim, palette.night)
    shut = style(palette.dim, palette.panel)
    rows = tuple(fit((Segment("  " + "─" * (cells - 4), shut),), cells, shut) for _ in RINGS)
    return (place(((0, (Segment(f" {number} closed", gate),)),), cells, gate), *rows)


def _gate(scene: Scene, number: int, cells: int) -> Line:
    palette, state = scene.palette, scene.state
    gems = state.ports[number - 1] if len(state.ports) >= number else ()
    card = state.palaces[number - 1] if len(state.palaces) >= number else ""
    is_counted = state.phase is Phase.CITY and state.area == number
    head = Segment(
        f"{'▸' if is_counted else ' '}{number} ",
        style(palette.key if is_counted else palette.bright, palette.night, bold=True),
    )
    name = Segment(
        right(card_name(card), 9) if card else right("—", 9),
        style(palette.character if card else palette.dim, palette.night),
    )
    return place(
        ((0, (head, *(gem_chip(scene, gem) for gem in gems))), (cells - 9, (name,))),
        cells,
        style(palette.text, palette.night),
    )


def area(scene: Scene, spot: Spot, cells: int) -> Line:
    """Return one area: the mark of the cursor, its name, the brokers that stand there."""
    palette = scene.palette
    brokers = tuple(broker for broker in scene.state.brokers if broker.spot == spot)
    is_drafted = any(broker.token in scene.fresh for broker in brokers)
    is_lit = scene.cursor == spot or is_drafted or spot in scene.lit | scene.picked
    ground = palette.ring(RING_OF[spot], lit=is_lit)
    before = lead(scene, spot, ground, is_drafted=is_drafted)
    name = RING_OF[spot].capitalize()
    long = brokers_line(scene, brokers, cells - _LABEL, ground, last=False)
    label_size = _SHORT_LABEL if long is None else _LABEL
    label = name[:2] if long is None else name
    line = long or brokers_line(scene, brokers, cells - _SHORT_LABEL, ground) or ()
    colour = palette.bright if is_lit else palette.label
    fill = style(colour, ground)
    parts: Line = (*before, Segment(pad(label, label_size - 2), fill), *line)
    return fit(parts, cells, fill)


def throne_room(scene: Scene, cells: int = CITY_SIZE[0]) -> Line:
    """Return the throne room in a line: who has which brokers there, and how many 2s are left (R68)."""
    palette, state = scene.palette, scene.state
    is_lit = THRONE in scene.lit or state.phase in {Phase.SEAL_TRIO, Phase.FAVOR, Phase.THRONE}
    ground = palette.palace_lit if is_lit else palette.bar
    there = tuple(broker for broker in state.brokers if broker.spot == THRONE)
    # A closed one first: then the sign of all of them is hollow.
    closed_first = sorted(there, key=lambda broker: broker.up)
    groups = tuple(
        group(scene, [broker for broker in closed_first if broker.owner == seat], ground)
        for seat in sorted({broker.owner for broker in there})
    )
    plain = style(palette.bright if is_lit else palette.label, ground)
    mark = Segment("▸" if is_lit else " ", style(palette.key, ground, bold=True))
    inside = spaced(groups, " ", ground) if groups else (Segment("empty", style(palette.dim, ground)),)
    beside = (Segment(f"spare 2s {_twos_left(scene)} ", plain),) if state.phase is not Phase.OVER else ()
    parts = (mark, Segment("Throne room  ", plain), *inside)
    return place(((0, parts), (cells - width(beside), beside)), cells, plain)


def _twos_left(scene: Scene) -> str:
    """Return how many 2s the player has left; for who only watches, the least and the most of all."""
    if scene.view.seat is not None:
        return str(_twos(scene, scene.view.seat))
    counts = [_twos(scene, seat) for seat in stayed(scene.state)]
    return "-".join(str(count) for count in sorted({min(counts), max(counts)}))


def _twos(scene: Scene, seat: Seat) -> int:
    """Return how many 2s lie beside the board for `seat`: each broker in the throne room took one (R68)."""
    sent = sum(broker.spot == THRONE and broker.owner == seat for broker in scene.state.brokers)
    return max(len(EXTRA_BROKERS) - sent, 0)
