"""The events and prompts of Ys in words. Who and what, never how it looks: a phrase names seats, drawing paints them."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final, NamedTuple

from protocol.game import Choice, Event, Prompt, Seat
from protocol.games.ys import events, prompts
from protocol.games.ys.board import COLUMN_OF, LINE_OF, NEIGHBORHOOD_OF, RING_OF, Spot
from protocol.games.ys.events import Standing
from protocol.games.ys.state import Phase, State

Phrase = tuple[str | Seat, ...]
"""Words in a row; a seat stands for its glyph and its name."""


class Ask(NamedTuple):
    """A prompt in words: what to do, and what helps to do it."""

    question: str
    hint: str


# --- names -----------------------------------------------------------------------------------------

_PLACES: Final = {"market": "the market", "bid": "the bid", "hand": "the hand", "last": "the last broker"}
_NUMBERED: Final = {"neighborhood": "neighborhood", "line": "market line", "round": "round"}


def place_name(spot: str) -> str:
    """Return where a spot, or any place that events name, is: "port 2", "market 1 blue"."""
    if spot in RING_OF:
        return f"{RING_OF[Spot(spot)]} {NEIGHBORHOOD_OF[Spot(spot)]}"
    if spot in LINE_OF:
        return f"market {LINE_OF[Spot(spot)]} {COLUMN_OF[Spot(spot)]}"
    kind, _, number = spot.partition("-")
    if number.isdigit() and kind in _NUMBERED:
        return f"{_NUMBERED[kind]} {number}"
    return _PLACES.get(spot, card_name(spot))


def card_name(card: str) -> str:
    """Return the name of a character card."""
    return card.replace("-", " ").capitalize()


def gem_names(gems: Sequence[str]) -> str:
    """Return gems, or cards, in a row: "2 blue, red"."""
    kinds = tuple(dict.fromkeys(gems))
    counts = ((gems.count(kind), kind) for kind in kinds)
    return ", ".join(f"{count} {kind}" if count > 1 else kind for count, kind in counts)


def phase_name(state: State) -> str:
    """Return where in the round the game is."""
    if state.phase is Phase.PLACE:
        return f"Placing {state.turn}/4"
    if state.phase is Phase.CITY:
        return f"Counting {state.area}"
    return _PHASES[state.phase]


_PHASES: Final = {
    Phase.SEAL: "Setting up",
    Phase.DRAW: "Setting up",
    Phase.BID: "Bidding",
    Phase.SHOW_BID: "Bidding",
    Phase.ORDER: "Turn order",
    Phase.SHOW_LAST: "Last broker",
    Phase.CARDS: "Characters",
    Phase.MARKET: "Market",
    Phase.OVER: "The end",
}

# --- prompts ---------------------------------------------------------------------------------------

_CHOICES: Final = {
    "gem": ("Take a gem", "choose a gem"),
    "colour": ("Choose the colour of your gem", "choose a colour"),
    "broker": ("Choose a broker", "choose a broker"),
    "spot": ("Choose the place it moves to", "choose a place"),
    "column": ("These columns are tied: which one ranks next", "rank tied columns"),
    "price": ("Move one price up or down a step", "move a price"),
    "seat": ("Choose a player", "choose a player"),
}
_REASONS: Final = {
    "market": "You have the majority in the market",
    "columns": "You are best by tie-break brokers",
    "white": "A white gem becomes a gem of your choice",
}
_CARD_HINTS: Final = {
    "spy": "Look at up to three face-down brokers of others",
    "herald": "Move one of your brokers to another place",
    "magician": "Exchange the places of two of your brokers",
    "intriguer": "Win every tie of this counting",
    "envoy": "Place both brokers of this turn face down",
    "jeweller": "The Jeweller brings you a gem",
}


@singledispatch
def ask(prompt: Prompt) -> Ask:
    """Return what the player is asked, as a sentence and a hint."""
    raise AssertionError(prompt)


@ask.register
def _(prompt: prompts.SealBrokers) -> Ask:
    return Ask("Your brokers are being sealed.", "")


@ask.register
def _(prompt: prompts.Deal) -> Ask:
    return Ask("Cards are being dealt.", "")


@ask.register
def _(prompt: prompts.PickBid) -> Ask:
    return Ask(
        "Bid two brokers for the turn order: press two of 0–4.",
        "The highest sum chooses its order first. Bid and last broker break your ties.",
    )


@ask.register
def _(prompt: prompts.Reveal) -> Ask:
    return Ask("Brokers are being turned over.", "")


@ask.register
def _(prompt: prompts.PickOrder) -> Ask:
    return Ask(
        f"Choose your place in the turn order: {', '.join(map(str, prompt.among))}.",
        "1 places first and wins ties that are still equal; 4 places last and sees more.",
    )


@ask.register
def _(prompt: prompts.Place) -> Ask:
    kinds = " and ".join(
        words for count, words in ((prompt.up, "one face up"), (prompt.down, _downs(prompt.down))) if count
    )
    return Ask(f"Place {kinds}: press a broker (0–4), then choose its place.", "")


def _downs(count: int) -> str:
    return "two face down" if count > 1 else "one face down"


@ask.register
def _(prompt: prompts.PlayCards) -> Ask:
    return Ask("Use a character card now, or pass (p).", "Two cards a round at most; what you keep waits.")


@ask.register
def _(prompt: prompts.ShowSpy) -> Ask:
    return Ask("Brokers are being shown to a Spy.", "")


@ask.register
def _(prompt: Choice) -> Ask:
    question = _CHOICES.get(prompt.what, (f"Choose a {prompt.what}", ""))[0]
    return Ask(f"{reason(prompt.why)}: {question[0].lower()}{question[1:]}.", "")


def reason(why: str) -> str:
    """Return why a choice is asked, as the beginning of a sentence."""
    if why in _REASONS:
        return _REASONS[why]
    if why in _CARD_HINTS:
        return f"{card_name(why)} — {_CARD_HINTS[why]}"
    kind = why.partition("-")[0]
    if kind in {"neighborhood", "line", "port", "commerce", "palace"}:
        return f"You won in {place_name(why)}"
    return place_name(why).capitalize()


def card_hint(card: str) -> str:
    """Return what a card does, in a few words."""
    return _CARD_HINTS.get(card, "")


_DEEDS: Final[dict[type[Prompt], tuple[str, str]]] = {
    prompts.SealBrokers: ("seals its brokers", "seal their brokers"),
    prompts.Deal: ("deals", "deal"),
    prompts.PickBid: ("bids", "bid"),
    prompts.Reveal: ("turns brokers over", "turn brokers over"),
    prompts.PickOrder: ("chooses its order", "choose their order"),
    prompts.Place: ("places", "place"),
    prompts.PlayCards: ("may use a card", "may use a card"),
    prompts.ShowSpy: ("shows a Spy brokers", "show a Spy brokers"),
}


def deed(prompt: Prompt, *, several: bool = False) -> str:
    """Return what somebody who is asked this is doing: "places", or of several "place"."""
    if isinstance(prompt, Choice):
        verb = _CHOICES.get(prompt.what, ("", f"choose a {prompt.what}"))[1]
        first, _, rest = verb.partition(" ")
        return verb if several else f"{first}s {rest}"
    return _DEEDS[type(prompt)][several]


def options(prompt: Choice) -> tuple[str, ...]:
    """Return each answer of a choice in words."""
    return tuple(option(prompt.what, answer) for answer in prompt.among)


def option(what: str, answer: str) -> str:
    """Return one answer of a choice in words; brokers are the drawing's affair."""
    if answer == prompts.ENOUGH:
        return "that is enough"
    if what == "price":
        return f"{answer[:-1]} up" if answer.endswith("+") else f"{answer[:-1]} down"
    if what == "spot":
        return place_name(answer)
    return answer


# --- events ----------------------------------------------------------------------------------------


@singledispatch
def tell(event: Event) -> Phrase:
    """Return what happened, and why."""
    raise AssertionError(event)


@tell.register
def _(event: events.RoundBegan) -> Phrase:
    ports = "; ".join(f"port {number} {gem_names(gems)}" for number, gems in enumerate(event.ports, 1))
    palaces = ", ".join(map(card_name, event.palaces))
    return (
        f"Round {event.round} begins. Palaces 1–4: {palaces}. {ports}. Market: {', '.join(event.market)}.",
    )


@tell.register
def _(event: events.OrdersDealt) -> Phrase:
    order = sorted(range(len(event.orders)), key=lambda seat: event.orders[seat])
    return ("The first turn order is ", *_listed(tuple(Seat(seat) for seat in order)), ".")


@tell.register
def _(event: events.BidMade) -> Phrase:
    return (event.seat, " bids two brokers, still closed.")


@tell.register
def _(event: events.BidShown) -> Phrase:
    low, high = event.values
    return (event.seat, f" bid {low} and {high}: {low + high}.")


@tell.register
def _(event: events.BidsRanked) -> Phrase:
    return ("Choosing the order: ", *_strengths(event.ranking), ".", *_decisions(event.ranking))


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
    hint = card_hint(event.card)
    return (
        event.seat,
        f" uses the {card_name(event.card)}",
        f" ({hint[0].lower()}{hint[1:]})." if hint else ".",
    )


@tell.register
def _(event: events.Moved) -> Phrase:
    origin, spot = place_name(event.origin), place_name(event.spot)
    return (event.seat, f" moves a broker from {origin} to {spot} by the {card_name(event.why)}.")


@tell.register
def _(event: events.Swapped) -> Phrase:
    first, second = (place_name(spot) for spot in event.spots)
    return (event.seat, f" exchanges its brokers in {first} and {second} by the {card_name(event.why)}.")


@tell.register
def _(event: events.Peeked) -> Phrase:
    count = len(event.tokens)
    return (event.seat, f" looks at {count} face-down broker{'s' * (count != 1)}.")


@tell.register
def _(event: events.PeekShown) -> Phrase:
    return (event.seat, " has shown a broker to ", event.spy, ", and to nobody else.")


@tell.register
def _(event: events.Revealed) -> Phrase:
    return (event.seat, f" turns over {event.value} in {place_name(event.spot)}.")


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
        return (f"{where}: ", *_strengths(event.ranking), ".", *_decisions(event.ranking))
    winner = event.ranking[0]
    alone = len(event.ranking) == 1
    won: Phrase = (" — ", winner.seat, " wins", ", alone there." if alone else _won(*event.ranking[:2]))
    return (f"{where}: ", *_strengths(event.ranking), *won)


@tell.register
def _(event: events.Gained) -> Phrase:
    if event.what == "points":
        return (event.seat, f" scores {event.amount} VP ({place_name(event.why)}).")
    gems = f"{event.amount} {event.what} gem{'s' * (event.amount != 1)}"
    return (event.seat, f" takes {gems} ({place_name(event.why)}).")


@tell.register
def _(event: events.CardWon) -> Phrase:
    return (event.seat, f" wins the {card_name(event.card)} ({place_name(event.spot)}).")


@tell.register
def _(event: events.Discarded) -> Phrase:
    what = gem_names(tuple(card_name(each) if each in _CARD_HINTS else each for each in event.what))
    return (f"Nobody gets {what} ({place_name(event.why)}).",)


_COLUMN_STEPS: Final = {
    "brokers": "by more brokers",
    "choice": "by choice of the best tie-break",
}


@tell.register
def _(event: events.ColumnsRanked) -> Phrase:
    columns = ", ".join(
        f"{column.colour} {column.total}"
        + (f" ({_COLUMN_STEPS[column.decided]})" if column.decided in _COLUMN_STEPS else "")
        for column in event.columns
    )
    decider: Phrase = () if event.decider is None else (" ", event.decider, " settles the tie.")
    return (f"Columns: {columns}.", *decider)


@tell.register
def _(event: events.Priced) -> Phrase:
    moved = event.after - event.before
    if not moved:
        return (f"The price of {event.colour} stays at {event.after}, the end of its track.",)
    return (
        f"{event.colour.capitalize()} {'rises' if moved > 0 else 'falls'} from {event.before} to {event.after}.",
    )


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
def _(event: events.ColourScored) -> Phrase:
    head = (
        f"{event.colour.capitalize()} is worth most"
        if event.rank == 1
        else f"{event.colour.capitalize()} ranks {event.rank}"
    )
    return (f"{head}: ", *_scores(event.gems, event.points), ".")


@tell.register
def _(event: events.BlackScored) -> Phrase:
    return ("Black gems: ", *_scores(event.gems, event.points), ".")


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
    totals = " · ".join(str(event.points[seat]) for seat in order)
    verb = " wins the game" if len(winners) == 1 else " win the game"
    return (*_listed(winners), f"{verb}{_ENDS.get(event.reason, '')}: {totals}.")


def _listed(seats: Sequence[Seat]) -> Phrase:
    """Return seats with commas between them."""
    return tuple(part for number, seat in enumerate(seats) for part in ((", ", seat) if number else (seat,)))


def _strengths(ranking: Sequence[Standing]) -> Phrase:
    """Return who has how much, best first."""
    return tuple(
        part
        for number, standing in enumerate(ranking)
        for part in (*((", ",) if number else ()), standing.seat, f" {standing.strength}")
    )


def _scores(gems: Sequence[int], points: Sequence[int]) -> Phrase:
    """Return who has how many gems, and what they score."""
    scored: Phrase = tuple(
        part
        for seat, count in enumerate(gems)
        if count
        for part in (", ", Seat(seat), f" {count} → {points[seat]} VP")
    )
    return scored[1:] or ("nobody has any",)


def _step(above: Standing, below: Standing) -> str:
    """Return the step that decided between two neighbors of a ranking, "" when it was strength (R33)."""
    steps = {
        "tie-break": f"tie-break {above.tie} against {below.tie}",
        "order": f"order card {above.order} before {below.order}",
        "intriguer": "the Intriguer wins ties",
        "stayed": "who left loses ties",
    }
    return steps.get(above.decided, "")


def _won(winner: Standing, second: Standing) -> str:
    """Return by what a comparison was won."""
    return f", {_step(winner, second) or f'{winner.strength} against {second.strength}'}."


def _decisions(ranking: Sequence[Standing]) -> Phrase:
    """Return every tie of a ranking and the step that decided it."""
    return tuple(
        part
        for above, below in zip(ranking, ranking[1:], strict=False)
        if _step(above, below)
        for part in (" ", above.seat, " before ", below.seat, f": {_step(above, below)}.")
    )
