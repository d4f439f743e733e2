"""Which lines of the rules help at this moment: on what is asked, on the marked place, on the card. Pure."""

from typing import Final

from protocol.game import Choice
from protocol.games.ys.actions import UseCard
from protocol.games.ys.board import LINE_OF, RING_OF
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.state import Phase, State
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, options, wants_place
from ys_tui.games.ys.ruling import rules

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


def topic(table: TableSnapshot, aim: Aim, shown: State | None = None) -> tuple[str, ...]:
    """Return the paragraphs that help now; `shown` is the board of a count that is told.

    First the place or the card that is marked, then what is asked, or what is going on.
    """
    if shown is not None:
        return rules(table, _PHASES.get(shown.phase, ""))
    asked = rules(table, "") if table.prompt is not None else rules(table, _PHASES.get(_phase(table), "gems"))
    return tuple(dict.fromkeys((*_place(table, aim), *_card(table, aim), *asked)))


def _phase(table: TableSnapshot) -> Phase:
    state: State = table.confirmed
    return state.phase


def _place(table: TableSnapshot, aim: Aim) -> tuple[str, ...]:
    """Return what can be won at the marked place, and the rules on it."""
    spot = aim.cursor
    if spot is None or not wants_place(table, aim):
        return ()
    name = words.place_name(spot)
    kind = "market" if spot in LINE_OF else RING_OF[spot]
    return (f"{name[:1].upper()}{name[1:]}: {words.prize(table.view.state, spot)}", *rules(table, kind))


def _card(table: TableSnapshot, aim: Aim) -> tuple[str, ...]:
    """Return what the marked card does, or the one that asks."""
    answers = options(table, aim)
    number = 0 if len(answers) == 1 else aim.option
    if number is not None and number < len(answers):
        action = answers[number].action
        if isinstance(action, UseCard):
            return rules(table, action.card)
    prompt = table.prompt
    return rules(table, prompt.why) if isinstance(prompt, Choice) and prompt.why in CHARACTERS else ()
