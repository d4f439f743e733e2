"""The projection agrees with the engine, knows no more than its viewer, and explains ties."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from protocol.game import View
from protocol.games.ys import events
from protocol.games.ys.board import BOARD, COLUMN_OF, THRONE
from protocol.games.ys.game import YS
from protocol.games.ys.phases.market import columns_ranked
from protocol.games.ys.prompts import Place, PlayCards
from protocol.games.ys.state import Phase, State, layout_of
from protocol.seals import Opening, Token
from tests.support.driver import any_of
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.comparing import decided
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.projection import Section, projection
from ys_tui.games.ys.words import Phrase

TABLES = [(4, ()), (3, ()), (2, ()), (4, ("kings-favor",)), (3, ("three-neighborhoods",))]


def said(told: Told, phrase: Phrase) -> str:
    """Return a phrase with names in place of seats."""
    return "".join(part if isinstance(part, str) else names(told.setup)[part] for part in phrase)


def all_known(state: State, told: Told) -> View[State]:
    """Return the view of somebody who knows every value that was turned over by now, and every own one."""
    known: dict[Token, Opening] = {}
    for chair in told.chairs.values():
        known.update(chair.view().known)
    for each in told.journal:
        if isinstance(each.event, events.Revealed):
            known[each.event.token] = Opening(each.event.value, bytes(32))
    return View(state, None, known)


def counts(seats: int, options: tuple[str, ...]) -> Iterator[tuple[Told, tuple[Section, ...], int]]:
    """Yield games after a round, what was projected before, and the length of the journal then."""
    for seed in range(4, 8):
        told = Told(seed, NAMES[:seats], options)
        while told.match.prompts:
            told.step(any_of)
            state: State = told.match.state
            if state.phase is not Phase.CITY or state.area != 1 or not state.waiting:
                continue
            number, length = state.round, len(told.journal)
            while told.match.prompts and told.match.state.round == number:
                told.step(any_of)
            yield told, projection(all_known(state, told)), length


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_is_projected_is_what_is_counted(seats: int, options: tuple[str, ...]) -> None:
    """With all known: the winner of every place, the sums and what decided, as the count tells them then."""
    compared = 0
    for told, sections, length in counts(seats, options):
        lines = {section.title: [said(told, line) for line in section.lines] for section in sections}
        for event in (each.event for each in told.journal[length:]):
            if isinstance(event, events.RoundBegan):
                break
            if not isinstance(event, events.Ranked):
                continue
            head, _, why = said(told, decided(event)).partition(":")
            kind, _, number = event.where.partition("-")
            section = "Market" if kind in {"line", "market"} else f"Neighborhood {number}"
            head = "Gems" if kind == "neighborhood" else head
            (line,) = (each for each in lines[section] if each.startswith((f"{head} (", f"{head}:")))
            sums = ", ".join(f"{names(told.setup)[each.seat]} {each.strength}" for each in event.ranking)
            assert line.endswith(f":{why} Sums: {sums}.")
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_final_scoring_of_now_is_the_engines(seats: int, options: tuple[str, ...]) -> None:
    """At the end of a game the projected totals just before are the result; so are the words but for it."""
    told = Told(4, NAMES[:seats], options)
    while told.match.prompts:
        before = projection(all_known(told.match.state, told))
        length = len(told.journal)
        told.step(any_of)
    end = [said(told, line) for line in before[-1].lines]
    scored = [each.event for each in told.journal[length:] if isinstance(each.event, events.ColourScored)]
    outcome = YS.outcome(told.match.state)
    assert outcome is not None
    if any(isinstance(each.event, events.Priced | events.Gained) for each in told.journal[length:]):
        return  # the last step still moved something: what was projected was of before
    assert scored
    for points, name in zip(outcome.points, NAMES, strict=False):
        assert f"{name} {points}" in end[-1]


def test_a_broker_that_is_not_known_counts_nothing_and_is_told() -> None:
    """Other values behind the same seals change no word of the projection; each is a question mark."""
    told = Told(4)
    seat = told.run(2, Place, turn=4)
    view = told.sees(seat).view
    closed = [
        b for b in view.state.brokers if b.spot in BOARD and b.value is None and b.token not in view.known
    ]
    assert closed
    lines = [said(told, line) for section in projection(view) for line in section.lines]
    text = "\n".join(lines)
    city = [broker for broker in closed if broker.spot not in COLUMN_OF]
    told_of = sum(
        int(part.partition("+")[2].rstrip("?.,"))
        for line in lines
        if line.startswith("Gems")
        for part in line.split()
        if part.rstrip(".,").endswith("?")
    )
    assert told_of == len(city)
    watched = projection(replace(view, seat=None, known={}))
    assert "?" in text
    assert watched != projection(view)


def test_tied_columns_are_named_with_who_decides() -> None:
    """Their order is open until that player has chosen (R45)."""
    for seed in range(4, 40):
        told = Told(seed)
        told.run(1, PlayCards)
        view = all_known(told.match.state, told)
        lines = [said(told, line) for section in projection(view) for line in section.lines]
        opened = replace(
            view.state,
            brokers=tuple(
                replace(b, value=view.known[b.token].value) if b.token in view.known else b
                for b in view.state.brokers
            ),
        )
        tied = [group for group in columns_ranked(opened) if len(group) > 1]
        told_of = [line for line in lines if "decides by the best tie-break (R45)" in line]
        assert len(told_of) == len(tied)
        if tied:
            assert f"Column {', '.join(tied[0])}: " in told_of[0]
            return
    raise AssertionError("no columns are tied")


def test_equal_gems_are_explained() -> None:
    """Whoever is tied reads why the points are fewer (R76), and that it is a projection."""
    told = Told(4)
    told.run(3, Place)
    lines = [said(told, line) for line in projection(told.sees(0).view)[-1].lines]
    assert any("lowest of their places (R76)" in line for line in lines)
    assert " would win" in lines[-1]


def test_the_throne_room_counts_as_far_as_it_is_known() -> None:
    """One's own brokers there are known; those of others count 0, and it is said how many they are (R71)."""
    told = Told(4, options=("kings-favor",))
    seat = told.run(3, Place)
    view = told.sees(seat).view
    others = sum(broker.spot == THRONE and broker.owner != seat for broker in view.state.brokers)
    (line,) = (said(told, line) for line in projection(view)[-1].lines if "you do not know" in str(line))
    assert line == f"Throne room: {others} brokers that you do not know, counted as 0."
    assert layout_of(view.state).has_throne
