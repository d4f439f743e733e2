"""What a player may wish, one function each: it returns the requests that carry the wish out."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from protocol import messages
from protocol.game import Ballot, Resign
from protocol.messages import LOBBY
from protocol.text import LINE_LENGTH, NAME_LENGTH, TITLE_LENGTH, clean
from protocol.vault import NONCE, Vault
from ys_tui.client import intents
from ys_tui.client.intents import Intent
from ys_tui.client.keyring import KeyringError, Note, Return
from ys_tui.client.snapshot import Absence
from ys_tui.client.table import Messages
from ys_tui.client.visit import Visit


def _open(visit: Visit, intent: intents.OpenTable) -> Messages:
    visit.hall.opens()
    title, word = clean(intent.title, TITLE_LENGTH) or "Table", clean(intent.word, TITLE_LENGTH)
    request = messages.OpenTable(
        visit.tables.ref(),
        intent.game,
        intent.seats,
        intent.options,
        title,
        clock=intent.clock,
        door=intent.door,  # type: ignore[arg-type]  # one of the doors of `ys_tui.tables`
        word=word,
    )
    return [request]


def sit_down(visit: Visit, intent: intents.SitDown) -> Messages:
    """Take a free chair, or come back to one's own."""
    info = visit.hall.find(intent.table)
    if info is None:
        visit.tell("table-gone", "That table is there no longer.")
        return []
    if not visit.can_play(info):
        return []
    if visit.hall.has_chair(info) or visit.is_home(info.id):
        visit.go_to(info.id)
        return visit.tables.look(info.id) if info.stage == "open" else visit.tables.ask(info.id)
    return visit.sit(info.id, clean(intent.word, TITLE_LENGTH))


def watch(visit: Visit, intent: intents.WatchTable) -> Messages:
    """Look on."""
    info = visit.hall.find(intent.table)
    if info is None or not visit.can_play(info):
        return []
    visit.go_to(info.id)
    word = clean(intent.word, TITLE_LENGTH)
    return visit.tables.look(info.id, word) if info.stage == "open" else visit.tables.ask(info.id, word)


def _find(visit: Visit, intent: intents.FindTable) -> Messages:
    word = clean(intent.word, TITLE_LENGTH)
    if not word:
        return []
    visit.is_finding = True
    return [messages.Find(visit.tables.ref(), word)]


def _kick(visit: Visit, intent: intents.KickOut) -> Messages:
    return [messages.Kick(visit.tables.ref(), intent.table, intent.key)]


def _hand(visit: Visit, intent: intents.HandOn) -> Messages:
    return [messages.Hand(visit.tables.ref(), intent.table, intent.key)]


def _ready(visit: Visit, intent: intents.BeReady) -> Messages:
    return [messages.Ready(visit.tables.ref(), intent.table, intent.ready)]


def _swap(visit: Visit, intent: intents.SwapChairs) -> Messages:
    return [messages.Swap(visit.tables.ref(), intent.table, intent.one, intent.other)]


def _rename(visit: Visit, intent: intents.CallMe) -> Messages:
    name = clean(intent.name, NAME_LENGTH)
    return [messages.Rename(visit.tables.ref(), name)] if name and name != visit.plain.name else []


def _mute(visit: Visit, intent: intents.Mute) -> Messages:
    visit.attempt(lambda: visit.muted.set(intent.name, intent.key, is_muted=intent.is_muted))
    return []


def _play_again(visit: Visit, intent: intents.PlayAgain) -> Messages:
    at = visit.plain.at
    if at is None:
        return []
    if at in visit.rematches:
        return follow(visit, at)
    visit.again = at
    return [messages.Rematch(visit.tables.ref(), at)]


def _ask_back(visit: Visit, intent: intents.ComeBack) -> Messages:
    table = visit.table
    if table is None or table.absence not in {Absence.HELD, Absence.GIVEN_UP}:
        return []
    nonce, name = visit.entropy(NONCE), visit.plain.name
    try:
        visit.notes.come_back(visit.tables.server, table.number, Return(nonce, name))
        setup = table.setup.digest()
        visit.notes.write(nonce, Note(setup, 0, setup))
    except KeyringError as error:
        visit.tell(error.code, str(error))
        return []
    ref = visit.tables.ref(table.number)
    table.come_back(ref)
    return [messages.Sit(ref, table.number, Vault(visit.identity, nonce, name).keys)]


def _seat_bot(visit: Visit, intent: intents.SeatBot) -> Messages:
    return [messages.SeatBot(visit.tables.ref(), intent.table, intent.level)]


def _start(visit: Visit, intent: intents.StartGame) -> Messages:
    return [messages.Start(visit.tables.ref(), intent.table)]


def _leave(visit: Visit, intent: intents.LeaveTable) -> Messages:
    at, table = visit.plain.at, visit.table
    visit.show(at=None)
    if at is None or (table is not None and table.home is not None):
        return []
    info = visit.hall.find(at)
    if visit.is_welcome and info is not None and info.stage == "open":
        visit.stand(at)
    visit.tables.drop(at)
    return [messages.Leave(visit.tables.ref(), at)]


def _pick(visit: Visit, intent: intents.Pick) -> Messages:
    return visit.table.pick(intent.action) if visit.table else []


def _undo(visit: Visit, intent: intents.Undo) -> Messages:
    return visit.table.undo() if visit.table else []


def _confirm(visit: Visit, intent: intents.Confirm) -> Messages:
    return visit.table.confirm() if visit.table else []


def _vote(visit: Visit, intent: intents.Vote) -> Messages:
    return visit.table.declare(Ballot(intent.seat, intent.choice)) if visit.table else []


def _resign(visit: Visit, intent: intents.ResignGame) -> Messages:
    return visit.table.declare(Resign()) if visit.table else []


def _accept(visit: Visit, intent: intents.AcceptKey) -> Messages:
    is_playing = visit.table is not None and visit.table.home is not None
    visit.attempt(lambda: visit.people.accept(intent.name, intent.key, is_playing=is_playing))
    for number in tuple(visit.tables.marks.all):
        visit.check_keys(number)
    return []


def _say(visit: Visit, intent: intents.SayLine) -> Messages:
    line, at = clean(intent.line, LINE_LENGTH), visit.plain.at
    return [messages.Say(visit.tables.ref(), LOBBY if at is None else at, line)] if line else []


def follow(visit: Visit, number: int) -> Messages:
    """Go where those of a table play again: to a chair, or to look on if one only looked on before."""
    visit.again, to = None, visit.rematches[number]
    if visit.hall.find(to) is None:
        visit.tell("table-gone", "The table of the rematch is there no longer.")
        return []
    wish = intents.SitDown(to) if visit.is_home(number) else intents.WatchTable(to)
    return WISHES[type(wish)](visit, wish)


WISHES: Final[Mapping[type[Intent], Callable[[Visit, Any], Messages]]] = {
    intents.OpenTable: _open,
    intents.SitDown: sit_down,
    intents.WatchTable: watch,
    intents.SeatBot: _seat_bot,
    intents.StartGame: _start,
    intents.LeaveTable: _leave,
    intents.Pick: _pick,
    intents.Undo: _undo,
    intents.Confirm: _confirm,
    intents.Vote: _vote,
    intents.ResignGame: _resign,
    intents.AcceptKey: _accept,
    intents.SayLine: _say,
    intents.FindTable: _find,
    intents.KickOut: _kick,
    intents.HandOn: _hand,
    intents.BeReady: _ready,
    intents.SwapChairs: _swap,
    intents.CallMe: _rename,
    intents.Mute: _mute,
    intents.PlayAgain: _play_again,
    intents.ComeBack: _ask_back,
}
"""What carries out each wish, and returns the requests for it; what cannot be is told."""
ALWAYS: Final = frozenset(
    {
        intents.Pick,
        intents.Undo,
        intents.Confirm,
        intents.Vote,
        intents.ResignGame,
        intents.LeaveTable,
        intents.AcceptKey,
        intents.Mute,
    }
)
"""What can be wished without a connection: a move leaves when there is one."""
