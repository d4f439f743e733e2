"""Which lines help at this moment: on what is pointed at, marked or asked, and on all of the board. Pure."""

from collections.abc import Iterator
from typing import Final

from protocol.game import Choice
from protocol.games.ys.actions import PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import BOARD, COLOURS, NEIGHBORHOOD_OF, RING_OF, Spot
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.layout import FULL
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, options, wants_place
from ys_tui.games.ys.ruling import numbered, rules
from ys_tui.games.ys.seated import bots_now, names_now
from ys_tui.games.ys.things import (
    GATE,
    PRICE,
    RULES,
    TERMS,
    all_things,
    kind_of,
    title,
    told_alike,
    told_alone,
)

_PHASES: Final = {
    Phase.BID: "bid",
    Phase.SHOW_BID: "bid",
    Phase.ORDER: "order",
    Phase.PLACE: "market",
    Phase.SHOW_LAST: "ties",
    Phase.CARDS: "cards",
    Phase.CITY: "count",
    Phase.MARKET: "count",
    Phase.SEAL_TRIO: "throne",
    Phase.FAVOR: "throne",
    Phase.THRONE: "throne",
    Phase.OVER: "end",
}
"""What the rules are asked about while the player is asked nothing, by the phase that is shown."""


def topic(table: TableSnapshot, aim: Aim, shown: State | None = None, pointed: str = "") -> tuple[str, ...]:
    """Return the paragraphs that help now; `shown` is the board of a count that is told.

    First what the mouse is at (`pointed`), the place, card or answer that is marked, then what is asked,
    what the whole draft is about, or what is going on; at the end everything else on the board, each thing
    by its name.
    """
    at = (*_place(table, _spot_of(pointed)), *_thing(table, pointed)) if pointed else ()
    if shown is not None:
        return tuple(dict.fromkeys((*at, *rules(table, _PHASES.get(shown.phase, "")))))
    if table.prompt is not None:
        asked = rules(table, "")
    else:
        asked = tuple(_draft(table)) or rules(table, _PHASES.get(_phase(table), "gems"))
    marked = _place(table, aim.cursor if wants_place(table, aim) else None)
    return tuple(dict.fromkeys((*at, *marked, *_card(table, aim), *asked, *_board(table))))


def _spot_of(what: str) -> Spot | None:
    return next((spot for spot in BOARD if spot == what), None)


def _thing(table: TableSnapshot, what: str) -> tuple[str, ...]:
    """Return what is told of a thing that is no place, and the rules on it."""
    kind = kind_of(what)
    if not kind:
        return ()
    fixed = layout_of(table.view.state)
    more = {GATE: ("R55",) * (fixed.seats < FULL)}.get(kind, ())
    if kind == TERMS:
        more = (*(("R68", "R71") * fixed.has_throne), *(("R59", "R62") * (fixed.neutral is not None)))
    return (_told(table, what), *_alike(table, what), *numbered((*RULES[kind], *more)))


def _told(table: TableSnapshot, what: str) -> str:
    names = names_now(table)
    return f"{title(what, names, bots_now(table))}: {' '.join(told_alone(table.view, what, names))}"


def _alike(table: TableSnapshot, what: str) -> tuple[str, ...]:
    """Return what is so of each neighborhood: a paragraph that stands there once."""
    return tuple(f"Each neighborhood: {sentence}" for sentence in told_alike(table.view, what))


def _board(table: TableSnapshot) -> tuple[str, ...]:
    """Return what there is to know of everything on the board that is no place."""
    if not table.view.state.ports:
        return ()
    things = all_things(table.view.state)
    alike = dict.fromkeys(paragraph for what in things for paragraph in _alike(table, what))
    return ("ON THE BOARD", *alike, *(_told(table, what) for what in things))


def _phase(table: TableSnapshot) -> Phase:
    state: State = table.confirmed
    return state.phase


def _place(table: TableSnapshot, spot: Spot | None) -> tuple[str, ...]:
    """Return what can be won at a place, the card that lies there, and the rules on it."""
    if spot is None:
        return ()
    name, state = words.place_name(spot), table.view.state
    ring = RING_OF.get(spot, "market")
    here = f"{name[:1].upper()}{name[1:]}: {words.prize(state, spot)}"
    card = state.palaces[NEIGHBORHOOD_OF[spot] - 1] if ring == "palace" and state.palaces else ""
    return (here, *(rules(table, card)[:1] if card else ()), *rules(table, ring))


def _draft(table: TableSnapshot) -> Iterator[str]:
    """Yield what there is to know of the places and cards in the draft, in its order."""
    for action in table.draft:
        if isinstance(action, UseCard):
            yield from rules(table, action.card)
        elif isinstance(action, PlaceUp | PlaceDown):
            yield from _place(table, action.spot)
        elif isinstance(action, Take):
            yield from _place(table, _spot_of(action.what))


def _card(table: TableSnapshot, aim: Aim) -> tuple[str, ...]:
    """Return what the marked card does, or the one that asks; of a marked colour, how its price stands."""
    answers = options(table, aim)
    number = 0 if len(answers) == 1 else aim.option
    if number is not None and number < len(answers):
        action = answers[number].action
        if isinstance(action, UseCard):
            return rules(table, action.card)
        if isinstance(action, Take) and (colour := action.what.rstrip("+-")) in COLOURS:
            return (_told(table, f"{PRICE}{colour}"), *_asking(table))
    return _asking(table)


def _asking(table: TableSnapshot) -> tuple[str, ...]:
    """Return what the card does that asks, if one does."""
    prompt = table.prompt
    return rules(table, prompt.why) if isinstance(prompt, Choice) and prompt.why in CHARACTERS else ()
