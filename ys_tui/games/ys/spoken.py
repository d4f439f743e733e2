"""Ys played line by line: the questions of the screen without its keys, the draft, events and the result."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from protocol.game import Action, Choice, Prompt
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, ToThrone, UseCard
from protocol.games.ys.events import CountBegan, RoundBegan
from protocol.games.ys.game import YS
from protocol.games.ys.layout import layout
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import ENOUGH, State, broker_at, layout_of
from protocol.seals import Token
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import readout, words
from ys_tui.games.ys.aim import Aim, Way, may_send
from ys_tui.games.ys.answers import TYPED, answers
from ys_tui.games.ys.asking import Desk, scene_of, sentences
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.draw_final import by_source, titles
from ys_tui.games.ys.final import REASONS
from ys_tui.games.ys.foretold import foretold
from ys_tui.games.ys.lesson import counsel, lesson, with_keys
from ys_tui.games.ys.lesson_words import TEXTS
from ys_tui.games.ys.log import phrase
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.ruling import rules
from ys_tui.games.ys.seated import changes, names_now, names_then
from ys_tui.games.ys.spying import looked
from ys_tui.keymap import DEFAULT
from ys_tui.looks import ASCII, Palette
from ys_tui.spoken import Question, Said, Spoken, Word

_KEYS: Final = (
    (" Arrows, then Enter; or g and a letter.", ""),
    ("press ", "type "),
    ("Enter sends", "send sends"),
    ("u takes", "undo takes"),
    ("pass (p)", "pass"),
    ("c: use a card", "card: use a card"),
    ("c: come back", "back: come back"),
    ("r tells", "result tells"),
    ("v: vote", "vote: say"),
    ("P votes", "play votes"),
    ("P agrees", "pause agrees"),
    ("P takes", "play takes"),
)
"""Where the screen's sentences name a key, and what they say to who types."""
_COLOURLESS: Final = Palette(**dict.fromkeys(Palette.__struct_fields__, "#000000"))
_WAYS: Final[Mapping[str, Way]] = {word: way for way, word in TYPED.items()}
_KINDS: Final[Mapping[type[Prompt], str]] = {
    PickBid: "bid",
    PickOrder: "order",
    PickThrone: "throne",
    Place: "place",
    PlayCards: "card",
}
_WHERE: Final = "where"


def without_keys(sentence: str) -> str:
    """Return a sentence of the screen as it is said to who types words."""
    for key, word in _KEYS:
        sentence = sentence.replace(key, word)
    return sentence


def ask(table: TableSnapshot, chosen: Sequence[Word] = ()) -> Question:
    """Return what the player is asked, after these words of an answer; or whom the table waits for."""
    aim = _aim(table, chosen)
    asked = sentences(Desk(table, aim, scene_of(table, aim, _COLOURLESS, ASCII)))
    return Question(_kind(table, chosen), without_keys(asked.question), without_keys(asked.hint))


def _aim(table: TableSnapshot, chosen: Sequence[Word]) -> Aim:
    """Return what the fingers would hold after these words."""
    if not chosen:
        return Aim()
    first = chosen[0].typed[0]
    if isinstance(table.prompt, PickBid):
        return Aim(bid=(int(first),))
    way, _, value = first.partition(" ")
    return Aim(way=_WAYS[way], value=int(value)) if way in _WAYS else Aim()


def _kind(table: TableSnapshot, chosen: Sequence[Word]) -> str:
    prompt = table.prompt
    if prompt is None:
        return "send" if table.draft and not table.sent else ""
    if isinstance(prompt, Choice):
        return _WHERE if prompt.what == "spot" else prompt.what
    return _WHERE if chosen and isinstance(prompt, Place) else _KINDS[type(prompt)]


def taught(table: TableSnapshot, chosen: Sequence[Word], read: Collection[str]) -> Said | None:
    """Return what the tutorial says after these words of an answer, to whom these kinds were explained."""
    said = lesson(table, _aim(table, chosen), read)
    if said is None or said.advice is None:
        return None
    counted = _COUNTED if any(isinstance(each.event, CountBegan) for each in table.journal) else ()
    fresh = tuple(kind for kind in counted if kind not in read)
    texts = tuple(TEXTS[kind].body for kind in fresh)
    if said.kind not in read:
        people, body = names_now(table), with_keys(said, DEFAULT).body
        bodies = ("".join(part if isinstance(part, str) else people[part] for part in each) for each in body)
        texts = (*texts, *bodies)
    why = f" {said.advice.why}" if said.advice.why else ""
    return Said((*fresh, said.kind), texts, f"{counsel(said.advice, is_typed=True)}{why}")


_COUNTED: Final = ("count-city", "count-market")
"""What is explained once there was a count: nothing is asked while it goes on."""

# --- the draft -------------------------------------------------------------------------------------


def drafted(table: TableSnapshot) -> str:
    """Return what is in the draft, "" when nothing is."""
    passed = iter(words.PASSED)
    told = (
        next(passed) if isinstance(action, Pass) else _DRAFTED[type(action)](table, action)
        for action in table.draft
        if isinstance(action, Pass) or type(action) in _DRAFTED
    )
    return "; ".join(filter(None, told))


def _placed(table: TableSnapshot, action: Action) -> str:
    assert isinstance(action, PlaceUp | PlaceDown)
    broker = broker_at(table.view.state, action.token)
    is_neutral = broker is not None and broker.owner == layout_of(table.view.state).neutral
    way = Way.UP if isinstance(action, PlaceUp) else Way.NEUTRAL if is_neutral else Way.DOWN
    return f"{table.view.known[action.token].value} {way} in {words.place_name(action.spot)}"


def _bid(table: TableSnapshot, action: Action) -> str:
    assert isinstance(action, Bid)
    low, high = (table.view.known[token].value for token in action.tokens)
    return f"your bid {low} and {high}, sum {low + high}"


def _answered(table: TableSnapshot, action: Action) -> str:
    assert isinstance(action, Take)
    if action.what == ENOUGH:
        return ""
    if not action.what.isdigit():
        return words.answer(action.what)
    before: State = table.confirmed  # a broker that is being moved is told by where it stood
    known = broker_at(before, Token(int(action.what)))
    return "" if known is None else readout.lying(table, int(action.what))


_DRAFTED: Final[Mapping[type[Action], Callable[[TableSnapshot, Action], str]]] = {
    PlaceUp: _placed,
    PlaceDown: _placed,
    Bid: _bid,
    Order: lambda table, action: f"order card {action.card}" if isinstance(action, Order) else "",
    ToThrone: lambda table, action: "a broker to the throne room",
    UseCard: lambda table, action: (
        f"use {words.card_name(action.card)}" if isinstance(action, UseCard) else ""
    ),
    Take: _answered,
}

# --- what happened ---------------------------------------------------------------------------------


def happened(table: TableSnapshot, number: int) -> str:
    """Return an entry of the journal in a sentence, each seat by its name."""
    told = phrase(table.journal, number, layout(table.setup), looked(table.view))
    people = names_then(names(table.setup), changes(table.journal), number)
    return "".join(part if isinstance(part, str) else people[part] if part >= 0 else "" for part in told)


def result(table: TableSnapshot) -> tuple[str, ...]:
    """Return who has won and why, then everybody's points by source; nothing while the game goes on."""
    outcome = YS.outcome(table.confirmed)
    if outcome is None:
        return ()
    people = names_now(table)
    seats = sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat))
    winners = [people[seat] for seat in seats if outcome.places[seat] == 1]
    won = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} the game."
    lines = [" ".join(filter(None, (won, REASONS.get(outcome.reason, ""))))]
    for seat in (*seats, *range(len(seats), len(people))):
        sources = zip(titles(table), by_source(table, seat), strict=True)
        of = ", ".join(f"{title} {points}" for title, points in sources)
        is_neutral = seat >= len(seats)
        who = f"{people[seat]}, who cannot win" if is_neutral else f"{outcome.places[seat]}. {people[seat]}"
        lines.append(f"{who}: {table.confirmed.players[seat].points} points ({of}).")
    return tuple(lines)


YS_SPOKEN: Final = Spoken(
    seen=as_chosen,
    ask=ask,
    answers=answers,
    drafted=drafted,
    may_send=may_send,
    happened=happened,
    where=readout.where,
    board={
        "city": readout.city,
        "market": readout.market,
        "prices": readout.prices,
        "players": readout.players,
        "mine": readout.mine,
    },
    foretold=foretold,
    begins=lambda event: isinstance(event, RoundBegan),
    result=result,
    taught=taught,
    rules=rules,
)
"""Ys, line by line."""
