"""What the player is asked, in sentences, and which keys answer it."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from protocol.game import Choice, Prompt
from protocol.games.ys.actions import Pass, UseCard
from protocol.games.ys.board import CARDS_A_ROUND, COLOURS, ROUNDS, THRONE_POINTS, WHITE
from protocol.games.ys.events import Ranked
from protocol.games.ys.phases.market import column_sums
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.ranking import deciders
from protocol.games.ys.state import Phase, Player, layout_of
from ys_tui.client.snapshot import Connection, TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim, Way, letters, options, places, values, wants_place, way_of, ways
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.marking import marked, picked
from ys_tui.games.ys.neutral import looks
from ys_tui.games.ys.planned import KEY, can_prepare, is_planned, is_ready
from ys_tui.games.ys.presence import LOST, away, is_cut_off, parted, returning, waiting
from ys_tui.games.ys.seated import bots_now, names_now
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.looks import Marks, Palette
from ys_tui.mentions import named


class Desk(Struct, frozen=True):
    """Everything that a drawing of the hand depends on."""

    table: TableSnapshot
    aim: Aim
    scene: Scene
    word: str = ""
    """A word to the player: why something was refused."""
    link: Connection = Connection.ONLINE
    left: int | None = None
    """Seconds until others may vote about somebody who is awaited; None when that is not to come."""
    is_refusal: bool = True
    """Whether `word` says why something was refused; else it says what was done."""
    keymap: Keymap = DEFAULT
    """The keys in force: sentences mention them."""

    def named(self, words: str) -> str:
        """Return words of ours with the keys in force, as `ys_tui.mentions` reads them."""
        return named(words, self.keymap)


def scene_of(table: TableSnapshot, aim: Aim, palette: Palette, marks: Marks) -> Scene:
    """Return what the board shows: the table, the draft as if it were played, the cursor."""
    before = {broker.token: broker.spot for broker in table.confirmed.brokers}
    moved = (broker.token for broker in table.view.state.brokers if before.get(broker.token) != broker.spot)
    palette, marks = looks(table.setup, palette, marks)
    return Scene(
        view=table.view,
        palette=palette,
        marks=marks,
        fresh=frozenset(moved) if table.draft else frozenset(),
        cursor=aim.cursor if wants_place(table, aim) or aim.jumping else None,
        legal=places(table, aim),
        letters=letters(table, aim),
        awaited=tuple(seat for seat, _ in table.awaited),
        away=away(table),
        succeeded=table.succeeded,
        returning=returning(table),
        lit=marked(table, aim),
        picked=picked(table, aim),
        people=names_now(table),
        bots=bots_now(table),
    )


def sentences(desk: Desk) -> words.Ask:
    """Return what the player is to do now, and what helps to do it, with the keys in force."""
    table = desk.table
    if is_cut_off(desk.link) and (table.sent or (table.prompt is None and not table.draft)):
        return LOST
    if table.sent:
        return words.Ask("Sent. Waiting for the server.", "")
    if desk.aim.jumping:
        return words.Ask(desk.named("Press the letter of a place; {table:Esc} leaves."), "")
    asked = _ahead(desk) if is_planned(table) else _SAID.get(type(table.prompt), _plainly)(desk)
    return words.Ask(asked.question, LOST.question) if is_cut_off(desk.link) else asked


def _ahead(desk: Desk) -> words.Ask:
    """Return what the player can prepare, or how far that has got."""
    table = desk.table
    if is_ready(table):
        return words.Ask(
            "Prepared: it is sent by itself when you are asked, if it is legal then.",
            desk.named("Nobody has seen it yet; {table:u} takes it back."),
        )
    if table.prompt is None:
        question = desk.named("{table:Enter}: it is sent when you are asked; {table:u} takes it back.")
        return words.Ask(question, "Nobody has seen it yet.")
    asked = _SAID.get(type(table.prompt), _plainly)(desk)
    if isinstance(table.prompt, PlayCards):
        question = desk.named("Prepare: {table:p} to use no card when you are asked.")
        return words.Ask(question, "It is sent by itself then.")
    return words.Ask(f"Prepare: {asked.question[:1].lower()}{asked.question[1:]}", asked.hint)


def _plainly(desk: Desk) -> words.Ask:
    assert desk.table.prompt is not None
    return words.Ask(*map(desk.named, words.ask(desk.table.prompt)))


def _bidding(desk: Desk) -> words.Ask:
    asked = _plainly(desk)
    second = desk.named("And the second broker of your bid: press {table:0–4}.")
    return words.Ask(second, asked.hint) if desk.aim.bid else asked


def _choosing(desk: Desk) -> words.Ask:
    prompt = desk.table.prompt
    assert isinstance(prompt, Choice)
    return _CHOSEN.get(prompt.what, _plainly)(desk)


def _gem(desk: Desk) -> words.Ask:
    prompt = desk.table.prompt
    assert isinstance(prompt, Choice)
    hint = "White: you name its colour at once." if WHITE in prompt.among else ""
    rank = _rank(desk, prompt.why)
    more = sum(task.do == "gem" and task.seat == desk.table.seat for task in desk.scene.state.agenda)
    which = "a gem" if rank else "the first of two gems" if more > 1 else "the second of two gems"
    return words.Ask(f"{words.reason(prompt, rank)}: take {which if rank is not None else 'a gem'}.", hint)


def _broker(desk: Desk) -> words.Ask:
    """Return which broker is asked for, and how many are named already."""
    asking, asked = desk.scene.state.asking, _plainly(desk)
    count = 0 if asking is None else len(asking.chosen)
    if not count:
        return asked
    named = "one is picked" if count == 1 else f"{count} are picked"
    question = asked.question.replace("choose a broker.", f"choose another broker; {named}.")
    return words.Ask(question, desk.named("{table:u} takes the last one back."))


def _column(desk: Desk) -> words.Ask:
    """Return which rank is to be given to one of the equal columns."""
    prompt, state = desk.table.prompt, desk.scene.state
    assert isinstance(prompt, Choice)
    sums = column_sums(state)
    rank = sum(sums[colour] >= sums[prompt.among[0]] and colour not in prompt.among for colour in COLOURS)
    return words.rank_columns(deciders(state)[0].decided, rank, prompt)


_CHOSEN: Final[Mapping[str, Callable[[Desk], words.Ask]]] = {
    "gem": _gem,
    "broker": _broker,
    "column": _column,
}


def _cards(desk: Desk) -> words.Ask:
    """Return what is asked about cards; the hint is what the card under the cursor does."""
    hint = _card_text(desk) or words.kept_cards(desk.scene.state.round)
    limit = words.card_limit(_player(desk))
    question = "Use a card or pass ({table:p})"
    if desk.table.draft:
        has_passed = isinstance(desk.table.draft[-1], Pass)
        other = "before counting use a card" if has_passed else "use another card"
        question = f"{{table:Enter}} sends what you chose; or {other}, or pass ({{table:p}})"
    return words.Ask(desk.named(f"{question}: {limit}. {_later(desk)}".rstrip()), hint)


def _player(desk: Desk) -> Player:
    assert desk.table.seat is not None
    return desk.scene.state.players[desk.table.seat]


def _later(desk: Desk) -> str:
    """Return which cards the player holds for a later window."""
    prompt, state = desk.table.prompt, desk.scene.state
    now = prompt.cards if isinstance(prompt, PlayCards | Place) else ()
    return words.later_cards(_player(desk), state.round, now)


def _spent(desk: Desk) -> str:
    """Return which cards cannot be used any more when the draft uses the last card of the round (R49)."""
    uses_card = any(isinstance(action, UseCard) for action in desk.table.draft)
    return _later(desk) if uses_card and _player(desk).used == CARDS_A_ROUND else ""


def _card_text(desk: Desk) -> str:
    answers = options(desk.table, desk.aim)
    number = 0 if len(answers) == 1 else desk.aim.option
    if number is None or number >= len(answers):
        return ""
    return words.card_text(answers[number].name, has_throne=_has_throne(desk))


def _has_throne(desk: Desk) -> bool:
    return layout_of(desk.scene.state).has_throne


def _rank(desk: Desk, where: str) -> int | None:
    """Return which place the player has in the ranking of `where`, from 0; None when it was not told."""
    for told in reversed(desk.table.journal):
        if isinstance(told.event, Ranked) and told.event.where == where:
            return next(
                (n for n, each in enumerate(told.event.ranking) if each.seat == desk.table.seat), None
            )
    return None


def _idle(desk: Desk) -> words.Ask | None:
    """Return what is said when nobody is waited for, None when somebody is."""
    table = desk.table
    if table.draft:
        once = " as soon as the link is back" * is_cut_off(desk.link)
        hint = _spent(desk) or "Nobody has seen it yet."
        return words.Ask(desk.named(f"{{table:Enter}} sends it{once}, {{table:u}} takes it back."), hint)
    if desk.scene.state.phase is Phase.OVER:
        return words.Ask("The game is over.", "")
    if table.ended:
        votes = desk.named("{table:r} tells the votes.")
        return words.Ask("The table has ended the game by vote: there is no result.", votes)
    if table.past:
        return words.Ask("Looking back." if table.seat is not None else "", "")
    return None if table.awaited else words.Ask("One moment…", "")


def _waiting(desk: Desk) -> words.Ask:
    table, idle = desk.table, _idle(desk)
    if idle is not None:
        return idle
    asked, out = waiting(table, desk.left, desk.keymap), parted(table, desk.keymap)
    if out:
        return words.Ask(out, asked.question)
    ahead = can_prepare(table)
    prepare = desk.named(f"{{table:{KEY}}}: prepare {ahead} meanwhile.") if ahead else ""
    return words.Ask(asked.question, asked.hint or prepare)


def _throne(desk: Desk) -> words.Ask:
    """Return what is asked about the throne room, and what its points are for (R68, R71)."""
    asked, state = _plainly(desk), desk.scene.state
    paid = ", ".join(map(str, THRONE_POINTS[: layout_of(state).seats]))
    two = " A 2 replaces it." if state.round < ROUNDS else ""
    return words.Ask(asked.question, f"Face down to the end; then sums score {paid} VP.{two}")


def _placing(desk: Desk) -> words.Ask:
    prompt, aim = desk.table.prompt, desk.aim
    assert isinstance(prompt, Place)
    if aim.carding:
        none = desk.named("{table:c}: none")
        return words.Ask(
            f"Which card do you use? ({none}; {words.card_limit(_player(desk))})", _card_text(desk)
        )
    way = way_of(prompt, aim)
    if way is Way.NEUTRAL:
        return _placing_neutral(desk)
    if aim.value is None:
        question = desk.named(f"Choose the broker to place {way} ({{table:0–4}}), then its place.")
        return words.Ask(question, _usable(desk, prompt))
    return words.Ask(f"Where does your {aim.value} go, {way}? {desk.named(words.HOW_TO_PLACE)}", _prize(desk))


def _placing_neutral(desk: Desk) -> words.Ask:
    """Return what is asked about a broker of the neutral player (R61)."""
    if desk.aim.value is None:
        held = ", ".join(desk.named(f"{{table:{value}}}") for value in values(desk.table, desk.aim))
        hint = "Only a Spy sees it there. It wins every tie except against an Intriguer."
        return words.Ask(f"Choose a neutral broker to place ({held}), then its place.", hint)
    question = f"Where does the neutral {desk.aim.value} go? {desk.named(words.HOW_TO_PLACE)}"
    return words.Ask(question, _prize(desk))


def _usable(desk: Desk, prompt: Place) -> str:
    """Return which cards can be used before placing or later; without any, what the places give."""
    later = _later(desk)
    if prompt.cards:
        names = ", ".join(map(words.card_name, prompt.cards))
        use = desk.named("{table:c}: use a card")
        return f"{use} ({names}): {words.card_limit(_player(desk))}. {later}".rstrip()
    return words.PRIZES if desk.table.draft else later or words.PRIZES


def _prize(desk: Desk) -> str:
    spot = desk.aim.cursor
    return "" if spot is None else words.prize(desk.scene.state, spot)


_SAID: Final[Mapping[type[Prompt] | type[None], Callable[[Desk], words.Ask]]] = {
    type(None): _waiting,
    PickBid: _bidding,
    PickThrone: _throne,
    Place: _placing,
    PlayCards: _cards,
    Choice: _choosing,
}

# --- the keys --------------------------------------------------------------------------------------

Keys = tuple[tuple[str, str], ...]
"""Keys, and what each of them does."""


def keys(desk: Desk) -> Keys:
    """Return the keys of the board that do something now, and what."""
    table, aim = desk.table, desk.aim
    if table.sent:
        return ()
    if aim.jumping:
        return (("letter", "place"), ("esc", "back"))
    undo: Keys = (("u", "undo"),) if table.draft or aim.value is not None or aim.bid else ()
    if is_planned(table):
        return _ahead_keys(desk, undo)
    return (*_KEYS[type(table.prompt)](desk), *undo)


def _ahead_keys(desk: Desk, undo: Keys) -> Keys:
    """Return the keys that prepare what comes next."""
    table = desk.table
    if table.prompt is None:
        return undo if is_ready(table) else (("enter", "send on my turn"), *undo)
    own = (("p", "pass"),) if isinstance(table.prompt, PlayCards) else _KEYS[type(table.prompt)](desk)
    return (*own, *(undo or ((KEY, "not now"),)))


def _idle_keys(desk: Desk) -> Keys:
    if desk.table.draft:
        return (("enter", "send"),)
    return ((KEY, "prepare"),) if can_prepare(desk.table) else ()


def _order_keys(desk: Desk) -> Keys:
    prompt = desk.table.prompt
    assert isinstance(prompt, PickOrder)
    first, *_, last = (*prompt.among, prompt.among[-1])
    is_whole = len(prompt.among) == last - first + 1 > 1
    cards = f"{first}-{last}" if is_whole else ",".join(map(str, prompt.among))
    return ((cards, "card"), *_answer_keys(desk))


def _throne_keys(desk: Desk) -> Keys:
    return (("0-4", "broker"), *_answer_keys(desk))


def _answer_keys(desk: Desk) -> Keys:
    """Return the keys that choose one of the answers: Enter takes the one that is marked, if one is."""
    take: Keys = (("enter", "take"),) if desk.aim.option is not None else ()
    return ((desk.scene.marks.arrows, "choose"), *take)


def _bid_keys(desk: Desk) -> Keys:
    return (("0-4", "broker"),)


def _place_keys(desk: Desk) -> Keys:
    prompt = desk.table.prompt
    assert isinstance(prompt, Place)
    if desk.aim.carding:
        return (*_answer_keys(desk), ("c", "no card"))
    possible = ways(prompt)
    other = possible[(possible.index(way_of(prompt, desk.aim)) + 1) % len(possible)]
    flip: Keys = (("f", other),) if len(possible) > 1 else ()
    if wants_place(desk.table, desk.aim):
        return (*_spot_keys(desk), *flip)
    return (("0-4", "broker"), *flip, *((("c", "card"),) if prompt.cards else ()))


def _spot_keys(desk: Desk) -> Keys:
    return ((desk.scene.marks.arrows, "place"), ("g", "jump"), ("enter", "put"))


def _card_keys(desk: Desk) -> Keys:
    send: Keys = (("enter", "send"),) if desk.table.draft and desk.aim.option is None else ()
    return (*_answer_keys(desk), *send, ("p", "pass"))


def _choice_keys(desk: Desk) -> Keys:
    return _spot_keys(desk) if wants_place(desk.table, desk.aim) else _answer_keys(desk)


_KEYS: Final[Mapping[type[Prompt] | type[None], Callable[[Desk], Keys]]] = {
    type(None): _idle_keys,
    PickBid: _bid_keys,
    PickOrder: _order_keys,
    PickThrone: _throne_keys,
    Place: _place_keys,
    PlayCards: _card_keys,
    Choice: _choice_keys,
}
