"""What decided a game of Ys: facts that follow from its journal, those with the most points in them first.

Every fact names the moment at which the board shows it. Nothing here is a judgement. Pure, no widget.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from msgspec import Struct

from protocol.game import Event, Seat
from protocol.games.ys import events
from protocol.games.ys.board import COLOURS, GEM_POINTS, GEMS, ROUNDS
from protocol.games.ys.layout import layout
from protocol.games.ys.scoring import colours_ranked, gem_places, gem_points
from ys_tui.client.snapshot import Chronicle, TableSnapshot
from ys_tui.games.ys.comparing import listed, won_by
from ys_tui.games.ys.course import Course, course
from ys_tui.games.ys.words import Phrase, card_name, place_name

MOST: Final = 7
"""Facts that are told at most."""
_GEM: Final = 4
"""Points that a gem is about worth: places of a colour are so far apart on average (R73)."""
_CARD: Final = 5
"""Points that a card is about worth."""
_TURNED: Final = 20
"""What weighs more than all points: the game would have another winner."""
_PLACES: Final = ("1st", "2nd", "3rd", "4th")
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Found(Struct, frozen=True):
    """A fact: in words, and after how many entries the board shows it."""

    words: Phrase
    moment: int
    weight: float
    number: int
    """The entry of the journal that it is about: names are those of then."""


def decided(table: TableSnapshot) -> tuple[Found, ...]:
    """Return the weightiest facts of a game, the weightiest first; none of an empty one."""
    went = course(table.journal, layout(table.setup).players)
    found = (
        *_parted(table.journal),
        *_ties(table.journal),
        *_swing(table, went),
        *_prices(table, went),
        *_shared(table),
    )
    return tuple(sorted(found, key=lambda fact: (-fact.weight, fact.number))[:MOST])


def _rounds(journal: Sequence[Chronicle]) -> Iterator[tuple[int, int, Chronicle]]:
    """Yield every entry of the journal with its number and the round it is in."""
    now = 0
    for number, told in enumerate(journal):
        if isinstance(told.event, events.RoundBegan):
            now = told.event.round
        yield number, now, told


def _parted(journal: Sequence[Chronicle]) -> Iterator[Found]:
    for number, now, told in _rounds(journal):
        if isinstance(told.event, events.Departed):
            yield Found(
                (f"Round {now}: ", told.event.seat, " left the game."), told.entry + 1, _TURNED, number
            )


def _ties(journal: Sequence[Chronicle]) -> Iterator[Found]:
    """Yield what was won though others had as much: the step that decided, and the prize (R33)."""
    for number, now, told in _rounds(journal):
        event = told.event
        if not isinstance(event, events.Ranked) or len(event.ranking) < 2 or event.where.startswith("neigh"):  # noqa: PLR2004
            continue
        first, second = event.ranking[:2]
        if first.strength != second.strength or first.decided == "strength":
            continue
        prize, worth = _prize(journal, number, event)
        if prize:
            name = "market majority" if event.where == "market" else place_name(event.where)
            step = won_by(first, second).removeprefix(", ")
            words = (f"Round {now}, {name}: ", first.seat, f" won {prize} before ", second.seat, f": {step}")
            yield Found(words, told.entry, worth, number)


def _prize(journal: Sequence[Chronicle], number: int, event: events.Ranked) -> tuple[str, float]:
    """Return what the winner of a comparison got for it, and about how many points that is."""
    winner = event.ranking[0].seat
    after = (told.event for told in journal[number + 1 :])
    for got in takewhile(lambda each: not isinstance(each, events.Ranked | events.CountBegan), after):
        if isinstance(got, events.CardWon) and got.seat == winner:
            return f"the {card_name(got.card)}", _CARD
        if isinstance(got, events.Gained) and got.seat == winner and got.why == event.where:
            if got.what == "points":
                return f"{got.amount} points", got.amount
            return f"a {got.what} gem", _GEM
        if isinstance(got, events.Priced) and got.why == "majority":
            return "the last step of a price", _GEM
    return "", 0


def _swing(table: TableSnapshot, went: Course) -> Iterator[Found]:
    """Yield the round in which a player scored most before the end, if it was more than the others."""
    gains = [
        (after[seat] - before[seat], now, seat)
        for now, (before, after) in enumerate(pairwise(went.points), start=1)
        for seat in range(len(after))
    ]
    most = max(gains, default=(0, 0, 0))
    others = [gain for gain, now, _ in gains if now == most[1]]
    if not gains or sorted(others)[-2:].count(most[0]) > 1 or most[0] <= 0:
        return
    gain, now, seat = most
    began = next(number for number, at, _ in _rounds(table.journal) if at == now)
    average = sum(others) / len(others)
    words = (f"Round {now}: ", Seat(seat), f" scored {gain} points on the board, the most in one round.")
    yield Found(words, table.journal[began].entry + 1, gain - average, began)


def _prices(table: TableSnapshot, went: Course) -> Iterator[Found]:
    """Yield what the last market changed in the pay of a colour, for whom it changed most (R72)."""
    if went.rounds < ROUNDS or not any(isinstance(told.event, events.ColourScored) for told in table.journal):
        return
    before, after = colours_ranked(went.prices[-2]), colours_ranked(went.prices[-1])
    moved = {
        told.event.colour: (number, told)
        for number, now, told in _rounds(table.journal)
        if isinstance(told.event, events.Priced) and now == ROUNDS
    }
    yield from _turned(table, before, after, moved)
    for colour, (number, told) in moved.items():
        old, new = before.index(colour) + 1, after.index(colour) + 1
        gems = [has[GEMS.index(colour)] for has in went.gems[-1]]
        places = gem_places(gems)
        was, is_now = gem_points(old, places), gem_points(new, places)
        seat = max(range(len(gems)), key=lambda each: abs(is_now[each] - was[each]))
        if was[seat] != is_now[seat]:
            words = (
                f"Round {ROUNDS}, market: {colour} {'fell' if new > old else 'rose'} to {_PLACES[new - 1]}; ",
                Seat(seat),
                f"’s {_gems(gems[seat], colour)} paid {is_now[seat]}, not {was[seat]}.",
            )
            yield Found(words, told.entry, abs(is_now[seat] - was[seat]), number)


def _turned(
    table: TableSnapshot,
    before: Sequence[str],
    after: Sequence[str],
    moved: Mapping[str, tuple[int, Chronicle]],
) -> Iterator[Found]:
    """Yield that somebody else would have had the most points, if the colours had kept their ranks."""
    players = table.confirmed.players
    seats = [seat for seat in range(len(table.setup.seats)) if seat not in table.parted]
    points = {seat: players[seat].points for seat in seats}
    other = dict(points)
    for index, colour in enumerate(COLOURS):
        places = gem_places([player.gems[index] for player in players])
        was, is_now = (gem_points(order.index(colour) + 1, places) for order in (before, after))
        for seat in seats:
            other[seat] += was[seat] - is_now[seat]
    best, best_before = max(seats, key=points.__getitem__), max(seats, key=other.__getitem__)
    if moved and points[best_before] < points[best] and other[best_before] > other[best]:
        number, told = next(iter(moved.values()))
        words = (f"Round {ROUNDS}, market: by the prices before it ", Seat(best_before), " would have won.")
        yield Found(words, told.entry, _TURNED, number)


def _shared(table: TableSnapshot) -> Iterator[Found]:
    """Yield what it cost that several shared a place: all of them take the lowest of it (R74)."""
    for number, told in enumerate(table.journal):
        event: Event = told.event
        if not isinstance(event, events.ColourScored):
            continue
        for place in sorted(set(event.places) - {0}):
            seats = [Seat(seat) for seat, has in enumerate(event.places) if has == place]
            best = place - len(seats)
            pays = GEM_POINTS[event.rank - 1]
            lost = pays[best] - pays[place - 1]
            if len(seats) > 1 and lost:
                words = (
                    f"Final scoring, {event.colour}: ",
                    *_together(seats),
                    f" have {_count(event.gems[seats[0]])} each: {pays[place - 1]} points, not {pays[best]}.",
                )
                yield Found(words, told.entry + 1, lost, number)


def _together(seats: Sequence[Seat]) -> Phrase:
    return (*listed(seats[:-1]), " and ", seats[-1])


def _gems(number: int, colour: str) -> str:
    return f"{_count(number)} {colour} gem{'s' * (number != 1)}"


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
