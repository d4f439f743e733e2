"""What the player holds and is asked, as lines: own brokers, the draft, the question, the answers, the keys."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from rich.segment import Segment

from protocol.game import Action, Choice, Prompt, Seat
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import BID, LAST, SQUARES
from protocol.games.ys.prompts import ENOUGH, PickBid, PickOrder, Place, PlayCards
from protocol.games.ys.state import Broker, Phase
from protocol.seals import Token
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, Option, hand_values, is_placing, lies_up, options, wants_place
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene, chip, gem_chip, standing_here
from ys_tui.lines import Line, Lines, fit, place, style, width

HAND_SIZE: Final = (BOARD_WIDTH, 5)
_FEW: Final = 9
"""Answers up to which they stand in one row below the own brokers."""


class Desk(Struct, frozen=True):
    """Everything that a drawing of the hand depends on."""

    table: TableSnapshot
    aim: Aim
    scene: Scene
    word: str = ""
    """A word to the player: why something was refused."""


def desk(state: Desk) -> Lines:
    """Return the five lines below the players: brokers, draft, question and what helps to answer it."""
    night = style(state.scene.palette.text, state.scene.palette.night)
    answers = options(state.table, state.aim)
    question, hint = _question(state)
    if len(answers) > _FEW or any(
        option.name.isdigit() for option in answers if isinstance(option.action, Take)
    ):
        rows: tuple[Line, ...] = (question, *_grid(state, answers, HAND_SIZE[1] - 1))
    elif answers:
        rows = ((), _brokers(state), question, _row(state, answers), hint)
    else:
        rows = ((), _brokers(state), _draft(state), question, hint)
    return tuple(fit(((Segment(" ", night)), *row), HAND_SIZE[0], night) for row in rows[: HAND_SIZE[1]])


# --- own brokers -----------------------------------------------------------------------------------


def _own(state: Desk, *spots: str) -> tuple[Broker, ...]:
    return tuple(b for b in state.scene.state.brokers if b.owner == state.table.seat and b.spot in spots)


def _brokers(state: Desk) -> Line:
    palette, table = state.scene.palette, state.table
    bold, dim = style(palette.text, palette.night, bold=True), style(palette.dim, palette.night)
    if table.seat is None:
        return (Segment("You are looking on.", bold),)
    held, taken = hand_values(table), list(state.aim.bid)
    if state.aim.value is not None:
        taken.append(state.aim.value)
    parts: list[Segment] = [Segment("Your brokers  ", bold)]
    for value in held:
        is_taken = value in taken
        if is_taken:
            taken.remove(value)
        ground = palette.spent if is_taken else palette.seat(table.seat)
        parts += [
            Segment(f"[{value}]" if is_taken else f" {value} ", style(palette.ink, ground, bold=True)),
            Segment(" ", dim),
        ]
    if not held:
        parts.append(Segment("none left in your hand ", dim))
    return (*parts, *_trio(state))


def _trio(state: Desk) -> Line:
    """Return the brokers beside the screen: the bid, and the last one that with it breaks ties (R30)."""
    palette = state.scene.palette
    text, dim = style(palette.text, palette.night), style(palette.dim, palette.night)
    bid, last = (
        tuple(str(value) for broker in _own(state, spot) if (value := state.scene.value(broker)) is not None)
        for spot in (BID, LAST)
    )
    if not bid:
        return ()
    sum_words = f" = {sum(map(int, (*bid, *last)))}"
    title = " tie-break " if last else " bid "
    return (Segment(title, dim), Segment(" + ".join((*bid, *last)) + sum_words, text))


# --- the draft -------------------------------------------------------------------------------------


def _draft(state: Desk) -> Line:
    """Return what is in the draft and in the fingers."""
    palette, night = state.scene.palette, state.scene.palette.night
    parts: Line = ()
    for action in state.table.draft:
        drawn = _DRAFTED[type(action)](state, action) if type(action) in _DRAFTED else ()
        parts += (*((Segment("   ", style(night, night)),) if parts else ()), *drawn)
    parts += _fingers(state, bool(parts))
    if state.table.draft and state.table.prompt is None:
        return (
            *parts,
            Segment("   on its way…" if state.table.sent else "   not sent yet", style(palette.key, night)),
        )
    here = (
        standing_here(state.scene, state.aim.cursor)
        if wants_place(state.table, state.aim) and state.aim.cursor
        else ()
    )
    if here and width(parts) + width(here) + 4 <= HAND_SIZE[0]:
        return place(
            ((0, parts), (HAND_SIZE[0] - 2 - width(here), here)), HAND_SIZE[0] - 1, style(night, night)
        )
    return parts


def _fingers(state: Desk, follows: bool) -> Line:
    palette, table, aim = state.scene.palette, state.table, state.aim
    text, dim = style(palette.bright, palette.night, bold=True), style(palette.dim, palette.night)
    gap = "   " * follows
    if isinstance(table.prompt, PickBid):
        return (
            Segment(f"{gap}your bid  ", dim),
            Segment(" + ".join((*map(str, aim.bid), *("_" for _ in range(2 - len(aim.bid))))), text),
        )
    if not is_placing(table) or table.seat is None:
        return ()
    is_up = lies_up(table.prompt, aim)
    ways = "face up" if is_up else "face down"
    glyph = (state.scene.marks.up if is_up else state.scene.marks.down)[table.seat]
    value = "_" if aim.value is None else str(aim.value)
    where = words.place_name(aim.cursor) if aim.cursor and aim.value is not None else "?"
    broker = Segment(f"{glyph}{value}", style(palette.seat(table.seat), palette.night, bold=True))
    parts: Line = (
        Segment(f"{gap}{ways}  ", dim),
        broker,
        Segment(" → ", dim),
        Segment(where, text if aim.value is not None else dim),
    )
    assert isinstance(table.prompt, Place)
    if is_up and table.prompt.down and not follows:
        parts += (Segment("   then face down", dim),)
    elif not is_up and table.prompt.up and not follows:
        parts += (Segment("   then face up", dim),)
    return parts


def _value_chip(state: Desk, token: Token, *, is_up: bool) -> Segment:
    scene = state.scene
    broker = next(each for each in scene.state.brokers if each.token == token)
    if is_up:
        return chip(scene, broker, scene.palette.night)
    return chip(scene, broker, scene.palette.night)


def _placed(state: Desk, action: Action) -> Line:
    assert isinstance(action, PlaceUp | PlaceDown)
    palette = state.scene.palette
    is_up = isinstance(action, PlaceUp)
    return (
        Segment("face up  " if is_up else "face down  ", style(palette.dim, palette.night)),
        _value_chip(state, action.token, is_up=is_up),
        Segment(f" → {words.place_name(action.spot)}", style(palette.bright, palette.night, bold=True)),
    )


def _bid(state: Desk, action: Action) -> Line:
    assert isinstance(action, Bid)
    palette, known = state.scene.palette, state.scene.view.known
    low, high = (known[token].value for token in action.tokens)
    return (
        Segment("your bid  ", style(palette.dim, palette.night)),
        Segment(f"{low} + {high} = {low + high}", style(palette.bright, palette.night, bold=True)),
    )


def _said(say: Callable[[Action], str]) -> Callable[[Desk, Action], Line]:
    def drawn(state: Desk, action: Action) -> Line:
        return (
            Segment(say(action), style(state.scene.palette.bright, state.scene.palette.night, bold=True)),
        )

    return drawn


def _answer_words(action: Action) -> str:
    assert isinstance(action, Take)
    return (
        "a broker"
        if action.what.isdigit()
        else words.place_name(action.what).lower()
        if action.what in SQUARES
        else action.what.replace("-", " ")
    )


def _order_words(action: Action) -> str:
    assert isinstance(action, Order)
    return f"order card {action.card}"


def _use_words(action: Action) -> str:
    assert isinstance(action, UseCard)
    return f"use {words.card_name(action.card)}"


def _pass_words(action: Action) -> str:
    return "pass"


_DRAFTED: Final[Mapping[type[Action], Callable[[Desk, Action], Line]]] = {
    PlaceUp: _placed,
    PlaceDown: _placed,
    Bid: _bid,
    Order: _said(_order_words),
    UseCard: _said(_use_words),
    Take: _said(_answer_words),
    Pass: _said(_pass_words),
}

# --- the question ----------------------------------------------------------------------------------


def _question(state: Desk) -> tuple[Line, Line]:
    """Return the question and the line below it: a word to the player if there is one, else a hint."""
    palette, night = state.scene.palette, state.scene.palette.night
    question, hint = _sentences(state)
    asked = state.table.prompt is not None or bool(state.table.draft)
    first = (Segment(question, style(palette.key if asked else palette.label, night, bold=asked)),)
    if state.word:
        return first, (Segment(f"! {state.word}", style(palette.bad, night, bold=True)),)
    return first, (Segment(hint, style(palette.dim, night)),)


def _sentences(state: Desk) -> words.Ask:
    table, aim = state.table, state.aim
    if table.sent:
        return words.Ask("Sent. Waiting for the server.", "")
    if aim.jumping:
        return words.Ask("Press the letter of a place; any other key ends this.", "")
    if table.prompt is None:
        return _waiting(state)
    if isinstance(table.prompt, Place):
        return _placing(state, table.prompt)
    asked = words.ask(table.prompt)
    if isinstance(table.prompt, PickBid) and aim.bid:
        return words.Ask("And the second broker of your bid: press 0–4.", asked.hint)
    if isinstance(table.prompt, PlayCards) and table.draft:
        return words.Ask("Enter sends this. Or use another card, or pass (p).", asked.hint)
    return asked


def _waiting(state: Desk) -> words.Ask:
    table = state.table
    if table.draft:
        return words.Ask("Enter sends it, u takes it back.", "Nobody has seen it yet.")
    if state.scene.state.phase is Phase.OVER:
        return words.Ask("The game is over.", "")
    if not table.awaited:
        return words.Ask("One moment…", "")
    return words.Ask(waiting_words(state.scene, table.awaited), "")


def waiting_words(scene: Scene, awaited: Sequence[tuple[Seat, Prompt]]) -> str:
    """Return whom the table waits for, and for what."""
    people = tuple((seat, prompt) for seat, prompt in awaited if seat >= 0)
    if not people:
        return "The cards of the round are being dealt."
    names = " and ".join(scene.state.setup.seats[seat].name for seat, _ in people)
    return f"Waiting: {names} {words.deed(people[0][1], several=len(people) > 1)}."


def _placing(state: Desk, prompt: Place) -> words.Ask:
    aim = state.aim
    way = "face up" if lies_up(prompt, aim) else "face down"
    flip = f" f: face {'down' if lies_up(prompt, aim) else 'up'} first." if prompt.up and prompt.down else ""
    cards = f" c: use {', '.join(map(words.card_name, prompt.cards))}." if prompt.cards else ""
    if aim.carding:
        return words.Ask("Which card do you use? (c: none)", "")
    if aim.value is None:
        return words.Ask(f"Choose the broker to place {way} (0–4), then its place.", (flip + cards).strip())
    return words.Ask(
        f"Where does your {aim.value} go, {way}? Arrows, then Enter; or g and a letter.",
        (flip + cards).strip(),
    )


# --- the answers -----------------------------------------------------------------------------------


def _label(state: Desk, option: Option, ground: str) -> Line:
    """Return what an answer looks like: a gem, a broker and its place, a card."""
    palette, scene = state.scene.palette, state.scene
    plain = style(palette.text, ground)
    if isinstance(option.action, UseCard):
        return (Segment(words.card_name(option.name), style(palette.character, ground)),)
    if isinstance(option.action, Order):
        return (Segment("card " + option.name, plain),)
    if option.name.isdigit():
        broker = next(each for each in scene.state.brokers if str(each.token) == option.name)
        return (chip(scene, broker, ground), Segment(f" {words.place_name(broker.spot)}", plain))
    what = state.table.prompt.what if isinstance(state.table.prompt, Choice) else ""
    named = words.option(what, option.name)
    colour = option.name.rstrip("+-")
    if what != "spot" and hasattr(palette, colour) and option.name != ENOUGH:
        return (gem_chip(scene, colour), Segment(f" {named}", plain))
    return (Segment(named, plain),)


def _shown(state: Desk, number: int, option: Option) -> Line:
    palette = state.scene.palette
    is_lit = state.aim.option == number
    ground = palette.row if is_lit else palette.night
    mark = "▸" if is_lit else " "
    key = (Segment(f"{mark}{option.key} ", style(palette.key, ground, bold=True)),)
    return (*key, *_label(state, option, ground), Segment(" ", style(palette.text, ground)))


def _row(state: Desk, answers: Sequence[Option]) -> Line:
    night = style(state.scene.palette.text, state.scene.palette.night)
    drawn = tuple(_shown(state, number, option) for number, option in enumerate(answers))
    gap = "  " if sum(map(width, drawn)) + 2 * len(drawn) < HAND_SIZE[0] else ""
    row = tuple(part for each in drawn for part in (*each, Segment(gap, night)))
    if isinstance(state.table.prompt, PlayCards):
        row += (
            Segment("  p ", style(state.scene.palette.key, state.scene.palette.night, bold=True)),
            Segment("pass", night),
        )
    return row


def _grid(state: Desk, answers: Sequence[Option], rows: int) -> Lines:
    """Return the answers in columns, scrolled so that the cursor is among them."""
    night = style(state.scene.palette.text, state.scene.palette.night)
    columns = 3 if len(answers) <= 3 * rows else 4
    size = (HAND_SIZE[0] - 2) // columns
    first = max(0, (state.aim.option or 0) // columns - rows + 1)
    shown = tuple(enumerate(answers))[first * columns : (first + rows) * columns]
    lines = [shown[start : start + columns] for start in range(0, len(shown), columns)]
    drawn = [
        tuple(part for number, option in line for part in fit(_shown(state, number, option), size, night))
        for line in lines
    ]
    return (*drawn, *(() for _ in range(rows - len(drawn))))


# --- the keys --------------------------------------------------------------------------------------


def keys(state: Desk) -> tuple[tuple[str, str], ...]:
    """Return the keys of the board that do something now, and what."""
    table, aim, arrows = state.table, state.aim, state.scene.marks.arrows
    prompt = table.prompt
    undo = (("u", "undo"),) if table.draft or aim.value is not None or aim.bid else ()
    if table.sent:
        return ()
    if prompt is None:
        return (("enter", "send"), *undo) if table.draft else ()
    if isinstance(prompt, PickBid):
        return (("0-4", "broker"), *undo)
    if isinstance(prompt, PickOrder):
        return (("1-4", "card"), (arrows, "choose"), ("enter", "take"), *undo)
    if wants_place(table, aim):
        flip = (("f", "flip"),) if isinstance(prompt, Place) and prompt.up and prompt.down else ()
        return ((arrows, "place"), ("g", "jump"), ("enter", "put"), *flip, *undo)
    if isinstance(prompt, Place) and not aim.carding:
        flip = (("f", "flip"),) if prompt.up and prompt.down else ()
        return (("0-4", "broker"), *flip, *((("c", "card"),) if prompt.cards else ()), *undo)
    passing = (("p", "pass"),) if isinstance(prompt, PlayCards) else ()
    return ((arrows, "choose"), ("enter", "send" if table.draft and passing else "take"), *passing, *undo)
