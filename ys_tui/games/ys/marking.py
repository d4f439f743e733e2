"""Which places an answer in a list is about: they are marked on the board in every format. Pure."""

from collections.abc import Iterator

from protocol.game import Choice
from protocol.games.ys.actions import Take, ToThrone
from protocol.games.ys.board import THRONE
from protocol.games.ys.state import Phase, State
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, Option, options


def marked(table: TableSnapshot, aim: Aim) -> frozenset[str]:
    """Return the places of the answer under the cursor."""
    answers = options(table, aim)
    if aim.option is None or aim.option >= len(answers):
        return frozenset()
    return frozenset(places_of(table, answers[aim.option]))


def picked(table: TableSnapshot, aim: Aim) -> frozenset[str]:
    """Return the places of what was picked for the same card before."""
    return frozenset(
        spot for option in options(table, aim) if option.is_picked for spot in places_of(table, option)
    )


def places_of(table: TableSnapshot, option: Option) -> Iterator[str]:
    """Yield the places that an answer is about, as events name them."""
    state: State = table.view.state
    prompt = table.prompt
    if isinstance(option.action, ToThrone):
        yield THRONE
    elif isinstance(option.action, Take) and isinstance(prompt, Choice):
        if prompt.what == "broker" and option.name.isdigit():
            yield from (broker.spot for broker in state.brokers if str(broker.token) == option.name)
        elif prompt.what in {"price", "column"}:
            yield f"price-{option.name.rstrip('+-')}"
        elif prompt.what in {"gem", "colour"} and state.phase is Phase.CITY:
            yield f"neighborhood-{state.area}"
