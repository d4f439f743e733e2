"""What each region of the board shows in which format: its name, and the drawing that fits its box. Pure."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol.games.ys.state import State, layout_of
from ys_tui.games.ys import pointing
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.draw_city import city
from ys_tui.games.ys.draw_hand import hand, hand_panel, spans
from ys_tui.games.ys.draw_info import hint, info_panel, told_beside
from ys_tui.games.ys.draw_list import board_list
from ys_tui.games.ys.draw_market import market, market_panel, prices_panel
from ys_tui.games.ys.draw_players import players, players_panel, rows_wanted
from ys_tui.games.ys.draw_terms import short_terms, terms
from ys_tui.games.ys.formats import UPPER, Box, Format
from ys_tui.games.ys.things import TERMS
from ys_tui.lines import Lines

OfScene = Callable[[Scene, Format, Box], Lines]
OfDesk = Callable[[Desk, str, Format, Box], Lines]
"""A drawing of the desk, and of what the mouse is at."""


def _terms(scene: Scene, shape: Format, box: Box) -> Lines:
    return (terms(scene, box.width),)


def _city(scene: Scene, shape: Format, box: Box) -> Lines:
    if shape is not Format.LARGE:
        return city(scene, box.width)
    from ys_tui.games.ys.draw_round import round_city  # noqa: PLC0415  # on large terminals alone

    return round_city(scene, box.width, box.height)


def _market(scene: Scene, shape: Format, box: Box) -> Lines:
    return market_panel(scene, box.width, box.height) if shape is Format.LARGE else market(scene)


def _prices(scene: Scene, shape: Format, box: Box) -> Lines:
    return prices_panel(scene, box.width, box.height)


def _players(scene: Scene, shape: Format, box: Box) -> Lines:
    if shape is Format.LARGE:
        return players_panel(scene, box.width, box.height)
    return players(scene, box.width, box.height)


def rows_more(shape: Format, boxes: Mapping[str, Box], state: State) -> int:
    """Return how many rows more than usual the players need to tell all cards by their whole names."""
    if shape is not Format.LARGE:
        return 0
    box, edges = boxes["players"], 2 * _edge(shape)
    return max(rows_wanted(state, box.width - edges) + edges - UPPER, 0)


def _hand(desk: Desk, pointed: str, shape: Format, box: Box) -> Lines:
    if shape is Format.LARGE:
        return hand_panel(desk, box.width, box.height, told_beside(desk, pointed))
    return hand(desk, box.width, hint(desk.scene, pointed) if pointed else ())


def _info(desk: Desk, pointed: str, shape: Format, box: Box) -> Lines:
    return info_panel(desk, pointed, box.width, box.height)


def _list(desk: Desk, pointed: str, shape: Format, box: Box) -> Lines:
    return board_list(desk, box.width, box.height)


OF_SCENE: Final[Mapping[str, OfScene]] = {
    "terms": _terms,
    "city": _city,
    "market": _market,
    "prices": _prices,
    "players": _players,
}
"""The regions that draw the scene."""
OF_DESK: Final[Mapping[str, OfDesk]] = {"hand": _hand, "info": _info, "list": _list}
"""The regions that draw the desk."""
SIDES: Final = ("journal", "talk")
"""The regions that tell what happened and what was said."""


def what_at(name: str, at: tuple[int, int], shape: Format, box: Box, state: State) -> str:
    """Return what stands at a cell of a region, as `pointing` names it; "" for nothing."""
    find = _FOUND.get(name)
    return "" if find is None else find(at, shape, box, state)


def _at_city(at: tuple[int, int], shape: Format, box: Box, state: State) -> str:
    if shape is Format.LARGE:
        return pointing.in_round_city(*at, (box.width, box.height), layout_of(state))
    return pointing.in_city(*at, box.width, layout_of(state))


def _at_market(at: tuple[int, int], shape: Format, box: Box, state: State) -> str:
    (x, y), edge = at, _edge(shape)
    if not edge and y >= _PRICES:
        return pointing.in_prices(y - _PRICES)
    return pointing.in_market(x - edge, y - edge, layout_of(state))


def _at_players(at: tuple[int, int], shape: Format, box: Box, state: State) -> str:
    (x, y), edge = at, _edge(shape)
    return pointing.in_players(x - edge, y - edge, (box.width - 2 * edge, box.height - 2 * edge), state)


def _edge(shape: Format) -> int:
    return int(shape is Format.LARGE)


_PRICES: Final = 5
"""The row of the market at which the prices begin where they stand below it."""
_FOUND: Final[Mapping[str, Callable[[tuple[int, int], Format, Box, State], str]]] = {
    "city": _at_city,
    "market": _at_market,
    "prices": lambda at, shape, box, state: pointing.in_prices(at[1] - _edge(shape)),
    "players": _at_players,
    "terms": lambda at, shape, box, state: TERMS if short_terms(state.setup) else "",
}


def key_at(name: str, at: tuple[int, int], shape: Format, box: Box, desk: Desk) -> str:
    """Return the key of the answer or the broker at a cell of a region; "" for none."""
    if name != "hand":
        return ""
    (x, y), edge = at, int(shape is Format.LARGE)
    found = spans(desk, box.width - 2 * edge)
    return next((key for row, first, last, key in found if row == y - edge and first <= x - edge < last), "")
