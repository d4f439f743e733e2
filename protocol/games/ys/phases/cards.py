"""Using character cards: the windows after placing (R52a), and a card while it asks its player (R48–R50)."""

from typing import Final

from msgspec.structs import replace

from protocol.game import Choice, Illegal, Seat
from protocol.games.ys.actions import Pass, Take, UseCard
from protocol.games.ys.characters import CHARACTERS, When
from protocol.games.ys.events import CardUsed
from protocol.games.ys.handlers import after, on
from protocol.games.ys.phases.agenda import answered, sole_answer
from protocol.games.ys.prompts import Place, PlayCards
from protocol.games.ys.state import (
    Asking,
    Phase,
    State,
    Task,
    YsStep,
    in_order,
    told,
    with_player,
)

WINDOWS: Final = (When.PLACED, When.COUNT)
"""The windows between placing and counting, the one wholly before the other (R52a)."""


@after(Phase.SHOW_LAST)
def open_windows(state: State) -> YsStep:
    """Return the step after which W2 and then W3 are offered, each in the order of the cards."""
    agenda = (Task("cards", seat, window) for window in WINDOWS for seat in in_order(state))
    return told(replace(state, phase=Phase.CARDS, agenda=tuple(agenda)))


@on(Place, UseCard)
def use_in_turn(state: State, seat: Seat, prompt: Place, action: UseCard) -> YsStep:
    """Return the step in which a card is used before placing (W1)."""
    return used(state, seat, prompt.cards, action.card)


@on(PlayCards, UseCard)
def use_in_window(state: State, seat: Seat, prompt: PlayCards, action: UseCard) -> YsStep:
    """Return the step in which a card is used between placing and counting (W2, W3)."""
    return used(state, seat, prompt.cards, action.card)


def used(state: State, seat: Seat, usable: tuple[str, ...], card: str) -> YsStep:
    """Return the step in which a card held since an earlier round is used and discarded (R48–R50)."""
    if card not in usable:
        raise Illegal("not-offered", f"{card} cannot be used now", "R52")
    player = state.players[seat]
    at = next(index for index, held in enumerate(player.cards) if held.card == card)
    player = replace(player, cards=(*player.cards[:at], *player.cards[at + 1 :]), used=player.used + 1)
    return told(replace(with_player(state, seat, player), asking=Asking(card, seat)), CardUsed(seat, card))


@on(PlayCards, Pass)
def use_none(state: State, seat: Seat, prompt: PlayCards, action: Pass) -> YsStep:
    """Return the step after which `seat` is not asked again in this window (R52a)."""
    return told(replace(state, agenda=state.agenda[1:]))


@on(Choice, Take)
def take(state: State, seat: Seat, prompt: Choice, action: Take) -> YsStep:
    """Return the step that the answer to a choice makes: a card's, or that of the task at hand."""
    if action.what not in prompt.among:
        raise Illegal("not-offered", f"{action.what} is none of {', '.join(prompt.among)}")
    if state.asking is not None:
        return _chosen(state, state.asking, action.what)
    return answered(state, action.what)


def gone_on(state: State, asking: Asking) -> YsStep | None:
    """Return the step by which the card goes on without its player, or None when that has to choose."""
    card = CHARACTERS[asking.card]
    asked = card.ask(state, asking.seat, asking.chosen)
    if asked is None:
        return card.act(replace(state, asking=None), asking.seat, asking.chosen)
    only = sole_answer(asked)
    return None if only is None else _chosen(state, asking, only)


def _chosen(state: State, asking: Asking, word: str) -> YsStep:
    return told(replace(state, asking=replace(asking, chosen=(*asking.chosen, word))))
