"""How a game went, from its journal: at every round's end and at the end it is what the state holds."""

import pytest
from msgspec.structs import replace

from protocol.games.ys.events import RoundBegan
from protocol.games.ys.layout import layout
from protocol.games.ys.prompts import Place
from protocol.games.ys.state import State
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.course import course
from ys_tui.games.ys.final import sheet
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

TABLES = [(2, ()), (3, ()), (3, ("three-neighborhoods", "kings-favor")), (4, ("kings-favor",))]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_course_is_what_the_states_held(seats: int, options: tuple[str, ...]) -> None:
    """Prices, gems and points of all players, the neutral one too, as they were when each round began."""
    told = Told(7, NAMES[:seats], options)
    states: list[State] = []
    begun = 0
    for _ in told.steps():
        now = sum(isinstance(each.event, RoundBegan) for each in told.journal)
        if now > begun:
            begun = now
            states.append(told.match.state)
    states.append(told.match.state)
    went = course(told.journal, layout(told.setup).players)
    assert went.rounds == 4
    assert went.prices == tuple(state.prices for state in states)
    assert went.gems == tuple(tuple(player.gems for player in state.players) for state in states)
    *running, last = states
    assert went.points[:-1] == tuple(tuple(player.points for player in state.players) for state in running)
    scored = [sum(player.sources[:3]) for player in last.players]
    assert list(went.points[-1]) == scored, "the final scoring is not in it"


def test_charts_say_which_rounds_they_show() -> None:
    """One round is told as one, several from the first to the last; none before the first."""
    told = Told(7)
    told.run(1, Place)
    first = tuple(told.journal)
    told.run(2, Place)
    for journal, note in (((), ""), (first, "round 1"), (tuple(told.journal), "rounds 1–2")):
        table = replace(told.sees(0), journal=journal)
        assert {part.note for part in sheet(table, NIGHT, UNICODE).charts} == {note}


def test_a_game_that_has_just_begun_has_its_start() -> None:
    """Before the first round there is one step, from which all lines begin."""
    went = course((), 4)
    assert went.rounds == 0
    assert went.prices == ((8, 8, 8, 8),)
