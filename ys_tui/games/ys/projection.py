"""What would come out if all that one knows were counted now, and if the game ended now. Pure.

The comparisons are the engine's own: nothing of the rules is written here a second time.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.game import Event, Seat, View
from protocol.games.ys import events
from protocol.games.ys.board import (
    BOARD,
    COLOURS,
    COLUMN_MOVES,
    COLUMN_OF,
    NEIGHBORHOOD_OF,
    NEIGHBORHOODS,
    RINGS,
    STEPS,
    THRONE,
    Spot,
)
from protocol.games.ys.phases.city import SPOTS as AREAS_OF
from protocol.games.ys.phases.market import SPOTS as SQUARES_OF
from protocol.games.ys.phases.market import WHERE as MARKET
from protocol.games.ys.phases.market import column_sums, columns_ranked
from protocol.games.ys.ranking import deciders, ranked, strengths
from protocol.games.ys.scoring import colours_ranked, outcome, scored
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.games.ys.comparing import decided
from ys_tui.games.ys.telling import tell
from ys_tui.games.ys.words import Phrase, card_name, gem_names, gem_of_line, place_name, price_moves

_COUNTED: Final = frozenset({Phase.MARKET, Phase.SEAL_TRIO, Phase.FAVOR, Phase.THRONE, Phase.OVER})
"""Phases in which the city has been counted."""
_NEIGHBORHOODS: Final = frozenset(f"neighborhood-{number}" for number in NEIGHBORHOODS)
_GEMS: Final = "Gems"
"""What the comparison in a whole neighborhood is about; its section names it."""
_NONE: Final = " None is no place and no points (R74, R75)."
_LEFT: Final = " Of equal prices the first of blue, green, yellow and red ranks higher (R72)."


class Section(Struct, frozen=True):
    """Lines about one thing, below a title."""

    title: str
    lines: tuple[Phrase, ...]


def projection(view: View[State]) -> tuple[Section, ...]:
    """Return what counting now would compare, place by place, and the final scoring as of now.

    A broker that the viewer does not know counts 0, and is told with a question mark: 4+2? is 4 and two such.
    """
    known = _Known(view)
    return (*_city(known), *_market(known), _end(known))


class _Known:
    """The state with every value that the viewer knows, and how many brokers stay unknown where."""

    def __init__(self, view: View[State]) -> None:
        state = view.state
        self._closed = {
            broker.token
            for broker in state.brokers
            if broker.spot in (*BOARD, THRONE) and broker.value is None and broker.token not in view.known
        }
        brokers = (
            replace(broker, value=view.known[broker.token].value if broker.token in view.known else 0)
            if broker.spot in (*BOARD, THRONE) and broker.value is None
            else broker
            for broker in state.brokers
        )
        self.state = replace(state, brokers=tuple(brokers))

    def ranked(self, where: str, spots: Collection[Spot]) -> events.Ranked:
        """Return the comparison at `spots` as the engine makes it."""
        return events.Ranked(where, ranked(self.state, strengths(self.state, spots)))

    def unknown(self, spots: Collection[Spot], owner: Seat | None = None) -> int:
        """Return how many brokers at `spots`, of `owner` alone if given, are not known."""
        return sum(
            broker.spot in spots and broker.token in self._closed and owner in {None, broker.owner}
            for broker in self.state.brokers
        )

    def sums(self, ranking: events.Ranked, spots: Collection[Spot]) -> Phrase:
        """Return who has how much in a comparison, best first."""
        parts: list[str | Seat] = []
        for standing in ranking.ranking:
            more = _more(self.unknown(spots, standing.seat))
            parts += [", " if parts else "", standing.seat, f" {standing.strength}{more}"]
        return tuple(part for part in parts if part != "")


def _more(unknown: int) -> str:
    return f"+{unknown}?" if unknown else ""


def _compared(known: _Known, where: str, spots: Collection[Spot], prize: str) -> Phrase:
    """Return who would win a place, what decides it, and who has how much there."""
    event = known.ranked(where, spots)
    if not event.ranking:
        name = "the market" if where == MARKET else place_name(where)
        name = _GEMS if where in _NEIGHBORHOODS else name
        return (f"{name[:1].upper()}{name[1:]}{prize}: nobody is there.",)
    (head, *rest), sums = decided(event), known.sums(event, spots)
    assert isinstance(head, str)
    name, colon, more = head.partition(":")
    name = _GEMS if where in _NEIGHBORHOODS else name
    return (f"{name}{prize}{colon}{more}", *rest, " Sums: ", *sums, ".")


def _city(known: _Known) -> Iterable[Section]:
    state = known.state
    if not state.ports or state.phase in _COUNTED:
        return
    for number in layout_of(state).neighborhoods:
        if state.phase is Phase.CITY and number < state.area:
            continue
        gems, card = state.ports[number - 1], state.palaces[number - 1]
        prizes = {
            "port": " (black gem)",
            "commerce": " (3 VP)",
            "palace": f" ({card_name(card)})" if card else "",
        }
        areas = {ring: Spot(f"{ring}-{number}") for ring in RINGS}
        assert all(NEIGHBORHOOD_OF[spot] == number for spot in areas.values())
        lines = [
            _shared(known, number, gems),
            *(_compared(known, spot, (spot,), prizes[ring]) for ring, spot in areas.items()),
        ]
        yield Section(f"Neighborhood {number}", tuple(lines))


def _shared(known: _Known, number: int, gems: Sequence[str]) -> Phrase:
    """Return who is before whom in a whole neighborhood, and how many gems each would take (R36, R55)."""
    where, spots = f"neighborhood-{number}", AREAS_OF[number]
    compared = _compared(known, where, spots, f" ({gem_names(gems)})" if gems else "")
    ranking = known.ranked(where, spots).ranking
    # A neighborhood that is being counted has given some of its gems away.
    if not ranking or len(gems) < len(layout_of(known.state).shares):
        return compared
    takers = [ranking[place].seat for place in layout_of(known.state).shares if place < len(ranking)]
    parts: list[str | Seat] = []
    for seat in dict.fromkeys(takers):
        parts += [", " if parts else " Takes: ", seat, f" {takers.count(seat)}"]
    return (*compared, *parts, ".")


def _market(known: _Known) -> Iterable[Section]:
    state = known.state
    if not any(broker.spot in COLUMN_OF for broker in state.brokers):
        return
    lines = [
        _compared(known, f"line-{line}", SQUARES_OF[line], f" ({gem_of_line(state, line) or 'no gem'})")
        for line in layout_of(state).lines
    ]
    yield Section("Market", (*lines, *_columns(known), _compared(known, MARKET, COLUMN_OF, " (one price)")))


def _columns(known: _Known) -> Iterable[Phrase]:
    """Yield each group of columns, best first: its sums, how its prices move, and who settles a tie."""
    state, groups = known.state, columns_ranked(known.state)
    sums = column_sums(state)
    starts = accumulate((len(group) for group in groups), initial=0)
    for group, start in zip(groups, starts, strict=False):
        moves = " or ".join(price_moves(start, len(group)))
        moves += f" to {_moved(state, group[0], start)}" * (len(group) == 1)
        names = ", ".join(group)
        spots = {spot for spot, colour in COLUMN_OF.items() if colour in group}
        total = f"{sums[group[0]].total}{_more(known.unknown(spots))}"
        brokers = sums[group[0]].brokers
        words = f"Column {names}: {total} of {brokers} broker{'s' * (brokers != 1)}, price {moves}."
        if any(sums[other[0]].total == sums[group[0]].total for other in groups if other != group):
            words += " Equal sums rank by the number of brokers (R45)."
        if len(group) > 1:
            yield (f"{words} Tied: ", deciders(state)[0].seat, " decides by the best tie-break (R45).")
        else:
            yield (words,)


def _moved(state: State, colour: str, rank: int) -> int:
    """Return the price of `colour` once its column ranks so, from 0; its track ends (R44, R7)."""
    return min(max(state.prices[COLOURS.index(colour)] + COLUMN_MOVES[rank], 1), STEPS)


def _end(known: _Known) -> Section:
    """Return the final scoring as of now: gems at the prices of now, the throne room as far as known."""
    step = scored(known.state)
    lines = [*_prices(known.state), *((*tell(event), *_without(event)) for event in step.events)]
    closed = known.unknown((THRONE,))
    if closed:
        brokers = f"{closed} broker{'s' * (closed != 1)}"
        lines.append((f"Throne room: {brokers} that you do not know, counted as 0.",))
    result = outcome(step.state)
    total = events.GameOver(result.points, result.places, result.reason)
    return Section("If the game ended now", (*lines, _total(total)))


def _prices(state: State) -> Iterable[Phrase]:
    """Yield in which order the colours would pay, and that the left one of equal prices is before (R72)."""
    steps = dict(zip(COLOURS, state.prices, strict=True))
    ranked = colours_ranked(state.prices)
    equal = len(set(steps.values())) < len(steps)
    told = ", ".join(f"{colour} {steps[colour]}" for colour in ranked)
    yield (f"Prices: {told}.{_LEFT if equal else ''}",)


def _without(event: Event) -> Phrase:
    """Return what having no gem of a colour does."""
    if not isinstance(event, events.ColourScored):
        return ()
    return (_NONE,) if any(event.gems) and not all(event.gems) else ()


def _total(event: events.GameOver) -> Phrase:
    """Return the totals, the best first, and what decides between equal ones (R78)."""
    said: Sequence[str | Seat] = tell(event)
    words = {" wins the game": " would win", " win the game": " would win"}

    def now(part: str | Seat) -> str | Seat:
        if not isinstance(part, str):
            return part
        for told, projected in words.items():
            if part.startswith(told):
                return projected + part.removeprefix(told)
        return part

    return tuple(map(now, said))
