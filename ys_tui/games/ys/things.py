"""What there is to know of the things on a board that are no places: prices, lines, what players have. Pure.

A thing is named as `pointing` names it; what is told of it are sentences, the most useful first.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from protocol.game import TABLE_OPTIONS, Seat, View
from protocol.games.ys.board import BID, COLOURS, GEM_POINTS, GEMS, LAST, STEPS, WHITE
from protocol.games.ys.layout import OPTIONS
from protocol.games.ys.phases.market import SPOTS as SQUARES_OF
from protocol.games.ys.scoring import black_points, colours_ranked, gem_places, gem_points
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.games.ys.words import ORDINALS, card_name, card_text, gem_names, gem_of_line

GATE: Final = "neighborhood-"
LINE: Final = "line-"
PRICE: Final = "price-"
SEAT: Final = "seat-"
ORDER: Final = "order-"
OWNED: Final = "gems-"
TIE: Final = "tie-"
TERMS: Final = "terms"
"""What the names of things begin with."""
_TRIO: Final = 3

RULES: Final[Mapping[str, tuple[str, ...]]] = {
    GATE: ("R20", "R36", "R37", "R38", "R39"),
    LINE: ("R43", "R9", "R21"),
    PRICE: ("R6", "R44", "R46", "R72", "R73"),
    SEAT: ("R48", "R49", "R50"),
    ORDER: ("R24", "R26", "R33"),
    OWNED: ("R73", "R74", "R76", "R77"),
    TIE: ("R22", "R30", "R33"),
    TERMS: (),
}
"""The rules that apply to each kind of thing."""


def kind_of(what: str) -> str:
    """Return which kind of thing it is, "" for none that is told here."""
    return next((kind for kind in RULES if what.startswith(kind)), "")


def title(what: str, names: Sequence[str], bots: Sequence[str] = ()) -> str:
    """Return what a thing is called; of cards also whose bot has them, if `bots` has that of the seat."""
    kind = kind_of(what)
    rest = what.removeprefix(kind)
    if kind in _OF_SEAT:
        bot = next(iter(bots[int(rest) : int(rest) + 1]), "") if kind == SEAT else ""
        return f"{names[int(rest)]}'s {_OF_SEAT[kind]}{f' ({bot})' if bot else ''}"
    if kind == PRICE:
        return f"The price of {rest}"
    return {GATE: f"Neighborhood {rest}", LINE: f"Market line {rest}"}.get(kind, "This table")


_OF_SEAT: Final = {SEAT: "cards", ORDER: "order card", OWNED: "gems", TIE: "tie-break"}


def told(view: View[State], what: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return what there is to know of a thing, in sentences; nothing of what is none."""
    return (*told_alone(view, what, names), *told_alike(view, what))


def told_alone(view: View[State], what: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of the sentences that are of this thing alone."""
    kind = kind_of(what)
    return _TOLD[kind](view, what.removeprefix(kind), names) if kind else ()


def told_alike(view: View[State], what: str) -> tuple[str, ...]:
    """Return those that are the same of each thing of its kind: how a neighborhood's gems are taken (R36)."""
    fixed = layout_of(view.state)
    if kind_of(what) != GATE or int(what.removeprefix(GATE)) not in fixed.neighborhoods:
        return ()
    shares = ", ".join(
        f"{fixed.shares.count(place)} to the {ORDINALS[place]}" for place in dict.fromkeys(fixed.shares)
    )
    return (f"Its gems go by the sums in its three areas: {shares}.",)


def _gate(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    state, number = view.state, int(rest)
    fixed = layout_of(state)
    if number not in fixed.neighborhoods:
        return ("It is closed at this table.",)
    gems = state.ports[number - 1] if len(state.ports) >= number else ()
    card = state.palaces[number - 1] if len(state.palaces) >= number else ""
    effect = f"{card_name(card)}: {card_text(card, has_throne=fixed.has_throne)}" if card else ""
    return (
        f"Gems: {gem_names(gems)}." if gems else "Its gems are taken.",
        effect or "Its card is gone.",
    )


def _line(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    state, line = view.state, int(rest)
    if line not in layout_of(state).lines:
        return ("It is closed at this table.",)
    gem = gem_of_line(state, line)
    there = sum(broker.spot in SQUARES_OF[line] for broker in state.brokers)
    won = f"Its {gem} gem goes to the best sum in the line." if gem else "Its gem is taken."
    white = " White becomes a colour of choice." if gem == WHITE else ""
    return (f"{won}{white}", f"{there or 'No'} broker{'s' * (there != 1)} there so far.")


def _price(view: View[State], colour: str, names: Sequence[str]) -> tuple[str, ...]:
    state = view.state
    rank, at = colours_ranked(state.prices).index(colour), COLOURS.index(colour)
    paid = GEM_POINTS[rank][: len(state.players)]
    owners = ", ".join(
        f"{names[seat]} {player.gems[at]}" for seat, player in enumerate(state.players) if player.gems[at]
    )
    pays = f"the most gems of it score {paid[0]} VP at the end, then {', '.join(map(str, paid[1:]))}"
    return (
        f"Step {state.prices[at]} of {STEPS}, the {ORDINALS[rank]} in price: {pays}.",
        f"Owned: {owners}." if owners else "Nobody has one.",
    )


def _cards(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    state = view.state
    has_throne = layout_of(state).has_throne
    cards = [each.card for each in state.players[int(rest)].cards]
    several = {card: f" ×{cards.count(card)}" * (cards.count(card) > 1) for card in cards}
    return tuple(
        f"{card_name(card)}{times}: {card_text(card, has_throne=has_throne)}"
        for card, times in several.items()
    ) or ("None.",)


def _order(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    state, seat = view.state, int(rest)
    if seat == layout_of(state).neutral:
        return ("It has none: it places nothing itself, and wins every tie.",)
    player = state.players[seat]
    if state.phase is Phase.ORDER and not player.choice:
        return ("Not chosen yet for this round.", "The best bid chooses first.")
    card = player.choice if state.phase is Phase.ORDER else player.order
    return (
        f"Card {card}: places {ORDINALS[card - 1]}." if card else "None yet.",
        "Of players whose sums and tie-breaks are equal the lower card wins.",
    )


def _tie(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    state, seat = view.state, Seat(int(rest))
    if seat == layout_of(state).neutral:
        return ("It needs none: it wins every tie, except against an Intriguer.",)
    lying = [broker for broker in state.brokers if broker.owner == seat and broker.spot in {BID, LAST}]
    values = [broker.value for broker in lying if broker.value is not None]
    if not lying:
        return ("No bid yet.", "Its two brokers and the last one left in hand break this player's ties.")
    if not values:
        own = [view.known[broker.token].value for broker in lying if broker.token in view.known]
        mine = f" Yours is {' + '.join(map(str, own))} = {sum(own)}." if len(own) == len(lying) else ""
        return (f"A closed bid of two brokers: all bids are opened at once.{mine}",)
    total = f"{' + '.join(map(str, values))} = {sum(values)}"
    more = "" if len(values) == _TRIO else " The last broker left in hand comes to it after placing."
    return (f"{total}: decides between equal sums, the higher one wins.{more}",)


def _owned(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    seat = int(rest)
    gems = view.state.players[seat].gems
    points = _points(view.state, seat)
    parts = [f"{count} {gem} {points[gem]} VP" for gem, count in zip(GEMS, gems, strict=True) if count]
    if not parts:
        return ("None yet.",)
    return (f"If the game ended now: {', '.join(parts)}; {sum(points.values())} VP in all.",)


def _points(state: State, seat: int) -> Mapping[str, int]:
    """Return what each kind of gem would score for a player at the prices of now (R72-R77)."""
    ranks = colours_ranked(state.prices)
    points = {
        colour: gem_points(
            ranks.index(colour) + 1, gem_places([player.gems[at] for player in state.players])
        )[seat]
        for at, colour in enumerate(COLOURS)
    }
    return {**points, GEMS[-1]: black_points(state.players[seat].gems[-1])}


def _terms(view: View[State], rest: str, names: Sequence[str]) -> tuple[str, ...]:
    options = (*OPTIONS, *TABLE_OPTIONS)
    chosen = tuple(f"{each.title}: {each.text}" for each in options if each.key in view.state.setup.options)
    return chosen or ("Nothing special is played here.",)


_TOLD: Final[Mapping[str, Callable[[View[State], str, Sequence[str]], tuple[str, ...]]]] = {
    GATE: _gate,
    LINE: _line,
    PRICE: _price,
    SEAT: _cards,
    ORDER: _order,
    OWNED: _owned,
    TIE: _tie,
    TERMS: _terms,
}


def all_things(state: State) -> tuple[str, ...]:
    """Return every thing on the board that is no place, in the order in which one reads them."""
    fixed = layout_of(state)
    return (
        *(f"{GATE}{number}" for number in fixed.neighborhoods),
        *(f"{LINE}{line}" for line in fixed.lines),
        *(f"{PRICE}{colour}" for colour in COLOURS),
        *(f"{kind}{seat}" for kind in (ORDER, TIE, OWNED, SEAT) for seat in range(len(state.players))),
    )
