"""What a place, a neighborhood or a player is about, told in a panel when it is pointed at."""

from collections.abc import Collection, Mapping
from typing import Final

from rich.segment import Segment

from protocol.game import Seat
from protocol.games.ys.board import BOARD, NEIGHBORHOOD_OF, RING_OF, Spot
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.phases.city import SPOTS as AREAS_OF
from protocol.games.ys.phases.market import SPOTS as SQUARES_OF
from protocol.games.ys.state import layout_of
from ys_tui.games.ys.aim import wants_place
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import Scene, on_panel, standing, standing_here
from ys_tui.games.ys.things import GATE, LINE, kind_of, title, told
from ys_tui.games.ys.words import PRIZES, card_name, card_text, place_name, prize
from ys_tui.lines import Line, Lines, style, wrap
from ys_tui.panels import panel


def info_panel(desk: Desk, pointed: str, cells: int, rows: int) -> Lines:
    """Return what there is to know of what is pointed at, of the place under the cursor, or of own cards."""
    scene = on_panel(desk.scene)
    marked = next((spot for spot in BOARD if spot in desk.scene.lit), None)
    spot = desk.aim.cursor if wants_place(desk.table, desk.aim) else marked
    what = pointed or spot or ""
    head, lines = _told(scene, what)
    blank = Segment(" ", style(scene.palette.text, scene.palette.night))
    body = tuple((blank, *part) for line in lines for part in wrap(line, cells - 4))
    return panel(head, body, (cells, rows), desk.scene.palette)


def hint(scene: Scene, pointed: str) -> Line:
    """Return the same in a line, for where there is no panel."""
    head, lines = _told(scene, pointed)
    gap = Segment("  ", style(scene.palette.dim, scene.palette.night))
    return (
        Segment(f"{head}: ", style(scene.palette.bright, scene.palette.night, bold=True)),
        *(part for number, line in enumerate(lines) for part in ((gap, *line) if number else line)),
    )


def _told(scene: Scene, what: str) -> tuple[str, Lines]:
    if what in BOARD:
        return _capital(place_name(what)), _place(scene, Spot(what))
    if kind_of(what):
        return title(what, scene.names), _thing(scene, what)
    seat_cards = () if scene.view.seat is None else _cards_of(scene, scene.view.seat)
    if seat_cards and scene.view.seat is not None and scene.state.players[scene.view.seat].cards:
        return "Your cards", seat_cards
    return "What places give", (_said(scene, PRIZES),)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _place(scene: Scene, spot: Spot) -> Lines:
    here = standing_here(scene, spot)
    lines: list[Line] = [here] if here else []
    if RING_OF.get(spot) == "palace":
        lines += _card(scene, _palace(scene, NEIGHBORHOOD_OF[spot]))
    return (*lines, _said(scene, prize(scene.state, spot)))


def _thing(scene: Scene, what: str) -> Lines:
    """Return what is told of a thing, a line each; the name of a card in the colour of cards."""
    kind, number = kind_of(what), what[-1]
    spots = _COMPARED.get(kind, {}).get(number, ())
    here = standing(scene, spots, "there")
    return (
        *((here,) if here else ()),
        *(_named(scene, each) for each in told(scene.view, what, scene.names)),
    )


_COMPARED: Final[Mapping[str, Mapping[str, Collection[Spot]]]] = {
    GATE: {str(number): spots for number, spots in AREAS_OF.items()},
    LINE: {str(number): spots for number, spots in SQUARES_OF.items()},
}
"""The places that are compared as a whole, by kind of thing and number."""


def _named(scene: Scene, sentence: str) -> Line:
    name, colon, text = sentence.partition(": ")
    if name.partition(" ×")[0].lower().replace(" ", "-") not in CHARACTERS:
        return _said(scene, sentence)
    head = Segment(f"{name}{colon}", style(scene.palette.character, scene.palette.night, bold=True))
    return (head, *_said(scene, text))


def _palace(scene: Scene, number: int) -> str:
    return scene.state.palaces[number - 1] if len(scene.state.palaces) >= number else ""


def _cards_of(scene: Scene, seat: Seat) -> Lines:
    held = tuple(dict.fromkeys(each.card for each in scene.state.players[seat].cards))
    return tuple(line for card in held for line in _card(scene, card)) or (_said(scene, "None."),)


def _card(scene: Scene, card: str) -> Lines:
    if not card:
        return ()
    text = card_text(card, has_throne=layout_of(scene.state).has_throne)
    name = Segment(f"{card_name(card)}: ", style(scene.palette.character, scene.palette.night, bold=True))
    return ((name, *_said(scene, text)),)


def _said(scene: Scene, words: str) -> Line:
    return (Segment(words, style(scene.palette.text, scene.palette.night)),)
