"""Places, cards, phases and prompts of Ys in words; what happened is told in `telling`."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final, NamedTuple

from protocol.game import Choice, Prompt, Seat
from protocol.games.ys import prompts
from protocol.games.ys.board import (
    BOARD,
    CARDS_A_ROUND,
    COLUMN_MOVES,
    COLUMN_OF,
    LINE_OF,
    NEIGHBORHOOD_OF,
    RING_OF,
    ROUNDS,
    Spot,
)
from protocol.games.ys.characters import CHARACTERS, When
from protocol.games.ys.state import ENOUGH, Phase, Player, State, layout_of

Phrase = tuple[str | Seat, ...]
"""Words in a row; a seat stands for its glyph and its name."""


class Ask(NamedTuple):
    """A prompt in words: what to do, and what helps to do it."""

    question: str
    hint: str


# --- names -----------------------------------------------------------------------------------------

_PLACES: Final = {
    "market": "the market",
    "bid": "the bid",
    "hand": "the hand",
    "last": "the last broker",
    "throne": "the throne room",
}
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
    Phase.SEAL_TRIO: "King's Favor",
    Phase.FAVOR: "King's Favor",
    Phase.THRONE: "Throne room",
    Phase.OVER: "The end",
}

# --- prompts ---------------------------------------------------------------------------------------

_CHOICES: Final = {
    "gem": ("take a gem", "choose a gem"),
    "colour": ("choose the colour it becomes", "choose a colour"),
    "broker": ("choose a broker", "choose a broker"),
    "spot": ("choose the place your broker goes to", "choose a place"),
    "column": ("these columns are tied, which one ranks next", "rank tied columns"),
    "price": ("move one price a step up or down", "move a price"),
    "seat": ("choose a player", "choose a player"),
}
ORDINALS: Final = ("first", "second", "third", "fourth")


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
def _(prompt: prompts.SealTieBreak) -> Ask:
    return Ask("Your tie-break brokers are being sealed anew.", "")


@ask.register
def _(prompt: prompts.PickThrone) -> Ask:
    return Ask(
        "King's Favor: which of your tie-break brokers goes to the throne room?",
        "It lies there face down to the end.",
    )


@ask.register
def _(prompt: prompts.PickBid) -> Ask:
    return Ask(
        "Bid two brokers for the turn order: press two of {table:0–4}.",
        "The highest sum chooses its order first. Bid and last broker break your ties.",
    )


@ask.register
def _(prompt: prompts.Reveal) -> Ask:
    return Ask("Brokers are being turned over.", "")


@ask.register
def _(prompt: prompts.PickOrder) -> Ask:
    hint = "A lower one places earlier and wins ties that are still equal; a higher one sees more."
    if prompt.among[0] == 1:
        hint = "1 places first and wins ties that are still equal; who places last sees more."
    if len(prompt.among) == 1:
        hint = "It is the only one that is left."
    return Ask(f"Choose your place in the turn order: {', '.join(map(str, prompt.among))}.", hint)


@ask.register
def _(prompt: prompts.Place) -> Ask:
    kinds = " and ".join(
        words
        for count, words in (
            (prompt.up, "one face up"),
            (prompt.down, _downs(prompt.down)),
            (prompt.neutral, "a neutral one"),
        )
        if count
    )
    return Ask(f"Place {kinds}: press a broker ({{table:0–4}}), then choose its place.", "")


def _downs(count: int) -> str:
    return "two face down" if count > 1 else "one face down"


@ask.register
def _(prompt: prompts.PlayCards) -> Ask:
    return Ask("Use a character card now, or pass ({table:p}).", "")


@ask.register
def _(prompt: prompts.ShowSpy) -> Ask:
    return Ask("Brokers are being shown to a Spy.", "")


@ask.register
def _(prompt: Choice) -> Ask:
    if prompt.what == "colour" and prompt.why in CHARACTERS:
        return Ask(f"{card_name(prompt.why)}: take one coloured gem, which colour?", "")
    question = _CHOICES.get(prompt.what, (f"choose a {prompt.what}", ""))[0]
    return Ask(f"{reason(prompt)}: {question}.", _effect(prompt.why))


def rank_columns(decided: str, rank: int, prompt: Choice) -> Ask:
    """Return the question which of equal columns gets `rank`, from 0; `decided` is why the player is asked.

    The hint says what this rank and those after it do to the prices (R44).
    """
    why = {
        "tie-break": "Your tie-break is the best",
        "order": "Your order card is the best",
        "": "You decide",
    }
    by = why.get(decided, f"Your {card_name(decided)} decides")
    moves = price_moves(rank, len(prompt.among))
    return Ask(
        f"{by}: which of these equal columns ranks {ORDINALS[rank]}?",
        f"Its price {moves[0]}; that of the next {', then '.join(moves[1:])}.",
    )


def price_moves(rank: int, count: int = 1) -> tuple[str, ...]:
    """Return what so many columns from `rank` on, from 0, do to their prices (R44)."""
    moves = COLUMN_MOVES[rank : rank + count]
    return tuple(f"{'rises' if moved > 0 else 'falls'} {abs(moved)}" for moved in moves)


def reason(prompt: Choice, rank: int | None = None) -> str:
    """Return why a choice is asked, the beginning of a sentence; `rank` is the place that was won, from 0."""
    why = prompt.why
    if why in CHARACTERS:
        return card_name(why)
    if prompt.what == "column":
        return "Your tie-break is the best"
    if why == "market":
        return "You have the majority in the market"
    if prompt.what == "colour":
        return f"Your white gem of {place_name(why)}"
    place = "first" if rank is None else ORDINALS[rank]
    return f"You are {place} in {place_name(why)}"


def prize(state: State, spot: Spot) -> str:
    """Return what can be won at a place: what a newcomer wants to know before placing there."""
    if spot in LINE_OF:
        line, colour = LINE_OF[spot], COLUMN_OF[spot]
        gem = gem_of_line(state, line)
        best = f" Most in line {line}: {gem} gem." if gem else ""
        return f"1 VP at once.{best} A strong column makes {colour} dearer."
    number = NEIGHBORHOOD_OF[spot]
    card = state.palaces[number - 1] if state.palaces else ""
    won = {
        "port": "a black gem",
        "commerce": "3 VP",
        "palace": f"the {card_name(card)}" if card else "the card",
    }
    gems = f"Most in neighborhood {number}: two of its gems."
    return f"Most in {place_name(spot)}: {won[RING_OF[spot]]}. {gems}"


def gem_of_line(state: State, line: int) -> str:
    """Return the gem on an open line of the market, "" when there is none."""
    at = layout_of(state).lines.index(line)
    return state.market[at] if len(state.market) > at else ""


HOW_TO_PLACE: Final = "{choosing:Arrows}, then {table:Enter}; or {table:g} and a letter."
"""How a place is chosen."""
PRIZES: Final = "Port: black gem. Commerce: 3 VP. Palace: its card. Market: 1 VP at once."
"""What the kinds of places give, in one line."""


def card_limit(player: Player) -> str:
    """Return how many cards the player may still use in this round (R49)."""
    more = CARDS_A_ROUND - player.used
    return (
        "at most two a round"
        if more > 1
        else "one of two left this round"
        if more
        else "none left this round"
    )


def later_cards(player: Player, current: int, now: Sequence[str]) -> str:
    """Return which cards of the player are offered later in round `current`, and when; "" without any (R52).

    `now` are those that can be used at this moment: the windows up to theirs are over. With one card left to
    be used (R49) it is one of all these; with none, that they stay unused is said.
    """
    held = tuple(dict.fromkeys(each.card for each in player.cards if each.won < current))
    is_over = [when for when in _WINDOWS if any(CHARACTERS[card].when is when for card in now)]
    windows = {
        words: [card_name(card) for card in held if CHARACTERS[card].when is when]
        for when, words in _WINDOWS.items()
        if not is_over or (when is When.COUNT and When.COUNT not in is_over)
    }
    later = [card for cards in windows.values() for card in cards]
    if not later:
        return ""
    more = CARDS_A_ROUND - player.used
    if not more:
        return f"Two cards are used: no {' or '.join(later)} this round."
    told = "; ".join(f"{', '.join(cards)} ({words})" for words, cards in windows.items() if cards)
    if more > 1:
        return f"Later: {told}."
    return f"Or later instead: {told}." if now else f"Later{', one of' * (len(later) > 1)}: {told}."


def kept_cards(current: int) -> str:
    """Return what becomes of cards that are not used in round `current`."""
    if current < ROUNDS:
        return "A card you keep can be used in a later round."
    return "This is the last round: a card you keep is worth nothing."


_WINDOWS: Final = {When.PLACED: "after placing", When.COUNT: "before counting"}
"""When a card is offered that is not offered while placing."""


def _effect(card: str) -> str:
    """Return what a card does without when it does it."""
    effect = card_text(card).rpartition(": ")[2]
    return effect[:1].upper() + effect[1:]


def card_text(card: str, *, has_throne: bool = False) -> str:
    """Return what a card does, with a throne room what it can do there too; "" for what is no card."""
    if card not in CHARACTERS:
        return ""
    more = CHARACTERS[card].favor_text if has_throne else ""
    return f"{CHARACTERS[card].text} {more}".rstrip()


_DEEDS: Final[dict[type[Prompt], tuple[str, str]]] = {
    prompts.SealBrokers: ("seals brokers", "seal brokers"),
    prompts.Deal: ("deals", "deal"),
    prompts.SealTieBreak: ("seals brokers", "seal brokers"),
    prompts.PickThrone: ("chooses", "choose"),
    prompts.PickBid: ("bids", "bid"),
    prompts.Reveal: ("turns brokers over", "turn brokers over"),
    prompts.PickOrder: ("picks an order card", "pick an order card"),
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


PASSED: Final = ("pass", "pass before counting too")
"""What passing is called in a draft, the first and the second time: that is in the next window (R52a)."""


def answer(word: str) -> str:
    """Return an answer as it stands in the draft, without its question: a place, a price's step, a gem."""
    if word[-1] in "+-":
        return f"{word[:-1]} one step {'up' if word.endswith('+') else 'down'}"
    return place_name(word) if word in BOARD else word


def option(what: str, answer: str) -> str:
    """Return one answer of a choice in words; brokers are the drawing's affair."""
    if answer == ENOUGH:
        return "that is enough"
    if what == "price":
        return f"{answer[:-1]} up" if answer.endswith("+") else f"{answer[:-1]} down"
    if what == "spot":
        return place_name(answer)
    return answer
