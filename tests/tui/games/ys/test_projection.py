"""The projection agrees with the engine, knows no more than its viewer, and explains ties."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

import pytest
from msgspec.structs import replace

from protocol.game import View
from protocol.games.ys import events
from protocol.games.ys.board import BOARD, COLOURS, COLUMN_OF, GEMS, THRONE
from protocol.games.ys.game import YS
from protocol.games.ys.phases.market import columns_ranked
from protocol.games.ys.prompts import Place, PlayCards
from protocol.games.ys.state import Phase, State, add_gem, layout_of
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


@cache
def counts(seats: int, options: tuple[str, ...]) -> Sequence[tuple[Told, tuple[Section, ...], int]]:
    """Return games after a round, what was projected before, and the length of the journal then."""
    return tuple(_counts(seats, options))


def _counts(seats: int, options: tuple[str, ...]) -> Iterator[tuple[Told, tuple[Section, ...], int]]:
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
            assert line.partition(" Takes: ")[0].endswith(f":{why} Sums: {sums}.")
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_gems_that_are_projected_are_taken(seats: int, options: tuple[str, ...]) -> None:
    """With all known: so many gems of a neighborhood go to each player, by choice, and to nobody else."""
    compared = 0
    for told, sections, length in counts(seats, options):
        lines = {section.title: said(told, section.lines[0]) for section in sections}
        for number in layout_of(told.match.state).neighborhoods:
            taken: dict[str, int] = {}
            for event in (each.event for each in told.journal[length:]):
                if isinstance(event, events.RoundBegan):
                    break
                if isinstance(event, events.Gained) and event.why == f"neighborhood-{number}":
                    name = names(told.setup)[event.seat]
                    taken[name] = taken.get(name, 0) + event.amount
            projected = lines[f"Neighborhood {number}"].partition(" Takes: ")[2].rstrip(".")
            pairs = (part.rsplit(" ", 1) for part in projected.split(", ") if part)
            assert {name: int(count) for name, count in pairs} == taken
            compared += len(taken)
    assert compared > 10


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_columns_and_prices_that_are_projected_come_about(seats: int, options: tuple[str, ...]) -> None:
    """With all known: each column's sum, its brokers and the price it leads to; a tie names who decides."""
    compared = 0
    for told, sections, length in counts(seats, options):
        market = next((each for each in sections if each.title == "Market"), None)
        happened = [each.event for each in told.journal[length:]]
        ranked = next(each for each in happened if isinstance(each, events.ColumnsRanked))
        prices = {
            each.colour: each.after
            for each in happened[: happened.index(ranked) + 5]
            if isinstance(each, events.Priced) and each.why == "market"
        }
        lines = [] if market is None else [said(told, line) for line in market.lines]
        groups = {
            colour: line
            for line in lines
            if line.startswith("Column ")
            for colour in line.removeprefix("Column ").partition(":")[0].split(", ")
        }
        for column in ranked.columns if lines else ():
            line = groups[column.colour]
            assert f": {column.total} of {column.brokers} broker" in line
            if "Tied" in line:
                assert ranked.deciders
                assert f"Tied: {names(told.setup)[ranked.deciders[0].seat]} decides" in line
            else:
                assert f" to {prices[column.colour]}." in line
            compared += 1
    assert compared > 10


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("seed", range(6, 8))
def test_the_final_scoring_of_now_is_the_engines(seed: int, seats: int, options: tuple[str, ...]) -> None:
    """Before the step that ends a game, with the prices and gems that it leads to: it comes out like that."""
    told = Told(seed, NAMES[:seats], options)
    while told.match.prompts:
        before, length = told.match.state, len(told.journal)
        view = all_known(before, told)
        told.step(any_of)
    happened = [each.event for each in told.journal[length:]]
    for event in takewhile(lambda event: not isinstance(event, events.ColourScored), happened):
        if isinstance(event, events.Priced):
            at = COLOURS.index(event.colour)
            prices = (*before.prices[:at], event.after, *before.prices[at + 1 :])
            before = replace(before, prices=prices)
        elif isinstance(event, events.Gained) and event.what in GEMS:
            before = add_gem(before, event.seat, event.what, event.why).state
        elif isinstance(event, events.Revealed):
            view.known[event.token] = Opening(event.value, bytes(32))  # type: ignore[index]
    lines = [said(told, line) for line in projection(replace(view, state=before))[-1].lines]
    scored = [each for each in happened if isinstance(each, events.ColourScored)]
    assert len(scored) == len(COLOURS)
    for event in scored:
        (line,) = (each for each in lines if each.startswith(f"{event.colour.capitalize()} "))
        for seat, gems in enumerate(event.gems):
            words = f"{names(told.setup)[seat]} {gems} → {event.points[seat]} VP"
            assert (words in line) == bool(gems)
        is_tied = len(set(filter(None, event.places))) < len(tuple(filter(None, event.places)))
        assert ("(R76)" in line) == is_tied
        assert ("(R74, R75)" in line) == (0 in event.gems and any(event.gems))
    outcome = YS.outcome(told.match.state)
    assert outcome is not None
    for points, name in zip(outcome.points, NAMES, strict=False):
        assert f"{name} {points}" in lines[-1]
    winner = NAMES[outcome.places.index(1)]
    assert lines[-1].startswith(winner) or "would win, shared" in lines[-1] or " would win, " in lines[-1]
    dearest = max(range(len(COLOURS)), key=lambda at: (before.prices[at], -at))
    assert lines[0].startswith(f"Prices: {COLOURS[dearest]} {before.prices[dearest]}, ")
    assert ("(R72)" in lines[0]) == (len(set(before.prices)) < len(before.prices))


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
