"""The events of Ys in words: what happened and why, comparisons with their sums and what decided them."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from protocol.game import NATURE, Event, Reseated, Seat
from protocol.games.ys import events
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import Standing
from protocol.games.ys.layout import Layout
from protocol.seating import BOT, END, GO_ON, PAUSE, WAIT
from ys_tui.client.voted import Balloted, EndedByVote
from ys_tui.games.ys.comparing import OLD_CARD, by_card, decisions, listed, scores, strengths, won_by
from ys_tui.games.ys.words import Phrase, card_name, gem_names, place_name

BALLOT_WORDS: Final = {
    WAIT: ("wait for ", "."),
    GO_ON: ("go on without ", "."),
    BOT: ("let a bot play for ", "."),
    END: ("end the game here.", ""),
}
"""What each ballot is a vote for: the words before and behind the name of the seat that is voted about."""


@singledispatch
def tell(event: Event) -> Phrase:
    """Return what happened, and why."""
    raise AssertionError(event)


@tell.register
def _(event: events.RoundBegan) -> Phrase:
    ports = "; ".join(
        f"neighborhood {number}: {gem_names(gems)}" for number, gems in enumerate(event.ports, 1)
    )
    palaces = ", ".join(map(card_name, event.palaces))
    market = ", ".join(event.market)
    return (f"Round {event.round} begins. Characters: {palaces}. Gems: {ports}; market: {market}.",)


@tell.register
def _(event: events.OrdersDealt) -> Phrase:
    order = sorted(range(len(event.orders)), key=lambda seat: event.orders[seat])
    return ("The first turn order is ", *listed(tuple(Seat(seat) for seat in order)), ".")


@tell.register
def _(event: events.BidMade) -> Phrase:
    return (event.seat, " bids two brokers, still closed.")


@tell.register
def _(event: events.BidShown) -> Phrase:
    low, high = event.values
    return (event.seat, f" bid {low} and {high}: {low + high}.")


@tell.register
def _(event: events.BidsRanked) -> Phrase:
    return ranked_bids(event)


@tell.register
def _(event: events.OrderTaken) -> Phrase:
    return (event.seat, f" takes order card {event.card}.")


@tell.register
def _(event: events.Placed) -> Phrase:
    broker = "a broker face down" if event.value is None else f"{event.value} face up"
    return (event.seat, f" places {broker} in {place_name(event.spot)}.")


@tell.register
def _(event: events.LastShown) -> Phrase:
    return (event.seat, f" keeps {event.value} as last broker: tie-break {event.tie}.")


@tell.register
def _(event: events.CardUsed) -> Phrase:
    return (event.seat, f" uses the {card_name(event.card)}.")


@tell.register
def _(event: events.Moved) -> Phrase:
    origin, spot = place_name(event.origin), place_name(event.spot)
    return (event.seat, f" moves a broker from {origin} to {spot} by the {card_name(event.why)}.")


@tell.register
def _(event: events.Swapped) -> Phrase:
    first, second = (place_name(spot) for spot in event.spots)
    return (event.seat, f" exchanges two brokers between {first} and {second} by the {card_name(event.why)}.")


@tell.register
def _(event: events.Peeked) -> Phrase:
    count = len(event.tokens)
    return (event.seat, f" looks at {count} face-down broker{'s' * (count != 1)}.")


@tell.register
def _(event: events.PeekShown) -> Phrase:
    if event.by_host:
        return ("The server has shown ", event.spy, " a broker of ", event.seat, ", and nobody else.")
    return (event.seat, " has shown a broker to ", event.spy, ", and to nobody else.")


@tell.register
def _(event: events.Revealed) -> Phrase:
    return (event.seat, f" turns over {event.value} in {place_name(event.spot)}.")


@tell.register
def _(event: events.Enthroned) -> Phrase:
    two = " A 2 takes its place." if event.has_two else ""
    return (event.seat, f" puts a tie-break broker face down into the throne room.{two}")


@tell.register
def _(event: events.CountBegan) -> Phrase:
    return (f"Counting neighborhood {event.area}." if event.area else "Counting the market.",)


@tell.register
def _(event: events.Ranked) -> Phrase:
    name = "market majority" if event.where == "market" else place_name(event.where)
    where = name[0].upper() + name[1:]
    if not event.ranking:
        return (f"{where}: nobody is there.",)
    if event.where.startswith("neighborhood"):
        return (f"{where}: ", *strengths(event.ranking), ".", *decisions(event.ranking))
    winner = event.ranking[0]
    alone = len(event.ranking) == 1
    won: Phrase = (". ", winner.seat, " wins", ", alone there." if alone else won_by(*event.ranking[:2]))
    return (f"{where}: ", *strengths(event.ranking), *won)


@tell.register
def _(event: events.Gained) -> Phrase:
    if event.what == "points":
        return (event.seat, f" scores {event.amount} VP ({place_name(event.why)}).")
    gems = f"{event.amount} {event.was or event.what} gem{'s' * (event.amount != 1)}"
    became = f" as {event.what}" if event.was else ""
    return (event.seat, f" takes {gems}{became} ({place_name(event.why)}).")


@tell.register
def _(event: events.CardWon) -> Phrase:
    return (event.seat, f" wins the {card_name(event.card)} ({place_name(event.spot)}).")


@tell.register
def _(event: events.Discarded) -> Phrase:
    cards = [f"the {card_name(each)}" for each in event.what if each in CHARACTERS]
    gems = gem_names([each for each in event.what if each not in CHARACTERS])
    what = ", ".join(filter(None, (*cards, gems)))
    return (f"Nobody gets {what} ({place_name(event.why)}).",)


_COLUMN_STEPS: Final = {
    "brokers": "by more brokers",
    "choice": "by choice",
}


@tell.register
def _(event: events.ColumnsRanked) -> Phrase:
    columns = ", ".join(
        f"{column.colour} {column.total}"
        + (f" ({_COLUMN_STEPS[column.decided]})" if column.decided in _COLUMN_STEPS else "")
        for column in event.columns
    )
    return (f"Columns: {columns}.", *_settled(event.deciders))


def _settled(deciders: Sequence[Standing]) -> Phrase:
    """Return who chose between equal columns, and why it was theirs to choose (R45, F1)."""
    if not deciders:
        return ()
    first = deciders[0]
    second = deciders[1] if len(deciders) > 1 else first
    why = {
        "tie-break": f"best tie-break, {first.tie} against {second.tie}",
        "order": f"equal tie-breaks of {first.tie}, order card {first.order} before {second.order}",
        "": "the only one who stayed",
    }.get(first.decided) or by_card(first.decided)
    return (" ", first.seat, f" chooses between equal columns: {why}.")


@tell.register
def _(event: events.Priced) -> Phrase:
    moved = event.after - event.before
    if not moved:
        return (f"The price of {event.colour} stays at {event.after}, the end of its track.",)
    way = "rises" if moved > 0 else "falls"
    return (f"{event.colour.capitalize()} {way} from {event.before} to {event.after}.",)


def moved_by(seat: Seat, event: events.Priced) -> Phrase:
    """Return the step of a price that `seat` chose, having the majority in the market (R46)."""
    if event.after == event.before:
        return (seat, f" chooses {event.colour}: its price stays at {event.after}, the end of its track.")
    way = "up" if event.after > event.before else "down"
    return (seat, f" moves the price of {event.colour} {way} from {event.before} to {event.after}.")


@tell.register
def _(event: events.Returned) -> Phrase:
    where = f" of neighborhood {event.area}" if event.area else ""
    return (f"The brokers{where} go back to their owners.",)


@tell.register
def _(event: events.Caught) -> Phrase:
    lie = "played brokers it does not own" if event.lie == "hand" else "showed a Spy something else"
    return (event.seat, f" was caught: it {lie}.")


@tell.register
def _(event: events.Departed) -> Phrase:
    return (event.seat, " has left the game.")


@tell.register
def _(event: Reseated) -> Phrase:
    if event.bot:
        return (f"A bot, {event.name}, takes ", event.seat, "'s seat.")
    return (event.seat, " is back.")


@tell.register
def _(event: Balloted) -> Phrase:
    if event.about == NATURE:
        return _vote_words(event)
    before, after = BALLOT_WORDS[event.choice]
    return (event.voter, f" votes to {before}", *((event.about, after) if after else ()))


@tell.register
def _(event: EndedByVote) -> Phrase:
    return ("The game ends here by vote, without a result.",)


def told(event: Event, before: Event | None, fixed: Layout | None) -> Phrase:
    """Return an event in words that know the neutral player's ways (R61-R65), and what was just `before`."""
    if fixed is None or fixed.neutral is None:
        return tell(event)
    if isinstance(event, events.Placed) and event.seat == fixed.neutral:
        holder = Seat(event.token % fixed.block // fixed.hand)
        return (holder, f" places a neutral broker face down in {place_name(event.spot)}.")
    if (
        isinstance(event, events.Ranked)
        and event.where == "market"
        and event.ranking[0].seat == fixed.neutral
    ):
        return (*tell(event), " It moves no price.")
    is_its_card = isinstance(before, events.CardWon) and before.seat == fixed.neutral
    if is_its_card and isinstance(event, events.Discarded):
        return (f"The {card_name(event.what[0])} is discarded; a gem is taken instead.",)
    return tell(event)


def parted(seat: Seat, votes: tuple[int, ...], before: Event | None, choice: str = "") -> Phrase:
    """Return how a seat left: given up by so many of so many votes, caught just before, or by itself."""
    if votes and choice == BOT:
        return ("A bot will play for ", seat, f" from the next round on: {votes[0]} of {votes[1]} votes.")
    if votes:
        return ("The table went on without ", seat, f": {votes[0]} of {votes[1]} votes.")
    return (seat, " has left the game." if isinstance(before, events.Caught) else " has resigned.")


def about_pause(event: Balloted, votes: tuple[int, ...], carried: str) -> Phrase:
    """Return a vote for a pause or for playing on: how many it takes, and what it has brought about."""
    if carried:
        became = "is paused: no clock runs" if carried == PAUSE else "goes on"
        return (*_vote_words(event), f" The game {became}.")
    if event.choice != PAUSE or not votes:
        return _vote_words(event)
    return (event.voter, f" votes to pause: {votes[0]} of {votes[1] // 2 + 1} votes needed.")


def _vote_words(event: Balloted) -> Phrase:
    return (event.voter, f" votes to {'pause' if event.choice == PAUSE else 'play on'}.")


def ranked_bids(event: events.BidsRanked, card: str = OLD_CARD) -> Phrase:
    """Return who chooses an order card before whom; `card` is what decides between equal bids (R23)."""
    return ("Choosing the order: ", *strengths(event.ranking), ".", *decisions(event.ranking, card))


def left_over(event: events.OrderTaken) -> Phrase:
    """Return that there was nothing to choose: one order card was left, for the last one."""
    return (f"Order card {event.card} was left for ", event.seat, ".")


@tell.register
def _(event: events.ColourScored) -> Phrase:
    head = (
        f"{event.colour.capitalize()} is worth most"
        if event.rank == 1
        else f"{event.colour.capitalize()} ranks {event.rank}"
    )
    lowest = " Equal numbers all take the lowest of their places (R76)." if _has_ties(event.places) else ""
    return (f"{head}: ", *scores(event.gems, event.points), f".{lowest}")


@tell.register
def _(event: events.ThroneScored) -> Phrase:
    shared = " Equal sums share what their places pay." if _has_ties(event.places) else ""
    return ("Throne room: ", *scores(event.sums, event.points, event.places), f".{shared}")


def _has_ties(places: Sequence[int]) -> bool:
    taken = [place for place in places if place]
    return len(set(taken)) < len(taken)


@tell.register
def _(event: events.BlackScored) -> Phrase:
    return ("Black gems: ", *scores(event.gems, event.points), ".")


_ENDS: Final = {
    "points": "",
    "gems": ", by more gems",
    "shared": ", shared",
    "alone": ", the only one who stayed",
}


@tell.register
def _(event: events.GameOver) -> Phrase:
    winners = tuple(Seat(seat) for seat, rank in enumerate(event.places) if rank == 1)
    order = sorted(range(len(event.places)), key=lambda seat: event.places[seat])
    totals: Phrase = tuple(
        part
        for number, seat in enumerate(order)
        for part in (*((" · ",) if number else ()), Seat(seat), f" {event.points[seat]}")
    )
    verb = " wins the game" if len(winners) == 1 else " win the game"
    return (*listed(winners), f"{verb}{_ENDS.get(event.reason, '')}: ", *totals, ".")
