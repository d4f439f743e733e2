"""What a server may say, one function each: it returns the answers to the message."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from protocol import VERSION, messages
from protocol.keys import sign
from protocol.messages import LOBBY, greeting
from ys_tui.client import intents, refusals, wishes
from ys_tui.client.snapshot import Connection
from ys_tui.client.table import Messages
from ys_tui.client.visit import Visit

GONE: Final = frozenset({"no-such-table", "stopped"})
"""Refusals that mean that the table is there no longer."""
FINAL: Final = frozenset({"bad-signature", "name-taken"})
"""Reasons of a `Bye` after which trying again would only meet the same answer."""
LOST: Final = "table-lost"
"""The code when a table is there no longer at which a game of the player's was on."""
SHUT: Final = frozenset({"locked", "wrong-word", "kicked", "too-many-guesses", "too-many-watchers"})
"""Refusals that mean that one does not get in to look."""


_ALL_LEFT: Final = "Everybody with a chair has left that table before its game began: it is there no longer."
"""What who looked in hears of a table without people."""


def _challenge(visit: Visit, message: messages.Challenge) -> Messages:
    if visit.expected not in {None, message.key}:
        visit.refuse("other-server", "another server answers there than the one you played on")
        return []
    visit.tables.server = message.key
    visit.tables.marks.at(message.key)
    return [
        messages.Hello(
            VERSION,
            tuple((key, game.rules) for key, game in visit.games.items()),
            visit.name,
            visit.public,
            sign(visit.secret, greeting(message.key, message.nonce, VERSION)),
        )
    ]


def _welcome(visit: Visit, message: messages.Welcome) -> Messages:
    if message.version != VERSION:
        visit.refuse("version", f"The server speaks revision {message.version}, this client {VERSION}.")
        return []
    wanted, visit.name = visit.name, message.name
    visit.show(name=message.name)
    visit.is_looking = True
    look = messages.Look(visit.tables.ref(), on=True)
    # Who is known there stays who they are until they say that they want another name, as by this start.
    is_other = wanted != message.name and not visit.is_unattended
    return [look, messages.Rename(visit.tables.ref(), wanted)] if is_other else [look]


def _renamed(visit: Visit, message: messages.Renamed) -> Messages:
    visit.name = message.name  # it is asked for when the link is made anew, too
    visit.show(name=message.name)
    return []


def _all(visit: Visit, message: messages.Lobby) -> Messages:
    is_first, out = not visit.is_welcome, Messages()
    for info in message.tables:
        visit.check_kept(info)
    visit.hall.listed(message)
    visit.show(connection=Connection.ONLINE, problem="")
    if is_first:
        out += visit.tables.resume()
    for info in message.tables:
        out += visit.come_back(info)
    at = visit.plain.at
    info_at = visit.hall.find(at) if at is not None else None
    if is_first and at is not None and visit.tables.get(at) is None and info_at is None:
        visit.show(at=None)
    if is_first and info_at is not None and info_at.stage == "open":
        out += visit.tables.look(info_at.id)
    return out + visit.seek() if is_first else out


def _news(visit: Visit, message: messages.LobbyChanged) -> Messages:
    visit.hall.news(message)
    out: Messages = []
    for info in message.tables:
        out += _changed(visit, messages.TableChanged(info))
    for number in message.gone:
        out += _gone(visit, messages.TableGone(number))
    return out


def _changed(visit: Visit, message: messages.TableChanged) -> Messages:
    info = message.table
    visit.check_kept(info)
    is_opened, is_seated = visit.hall.changed(message)
    if visit.is_finding and info.door == "code" and not visit.hall.has_chair(info):
        visit.is_finding = False
        return wishes.watch(visit, intents.WatchTable(info.id))
    if is_seated:
        visit.go_to(info.id)
        return visit.tables.look(info.id) if info.stage == "open" else visit.come_back(info)
    return visit.sit(info.id) if is_opened else visit.come_back(info)


def _put_out(visit: Visit, message: messages.PutOut) -> Messages:
    visit.hall.put_out.add(message.table)
    if visit.plain.at == message.table:
        visit.show(at=None)
        visit.tell("put-out", refusals.words("kicked", ""))
    return []


def _gone(visit: Visit, message: messages.TableGone) -> Messages:
    was_there, info = visit.plain.at == message.table, visit.hall.find(message.table)
    if lost := visit.drop(message.table):
        visit.tell(LOST, lost)
    elif was_there:
        is_empty = info is not None and info.stage == "open" and not visit.hall.has_chair(info)
        visit.tell("table-gone", _ALL_LEFT if is_empty else "That table is there no longer.")
    return []


def _began(visit: Visit, message: messages.Began) -> Messages:
    is_new = visit.tables.is_first(message)
    out = visit.tables.began(message)
    visit.note_berth(message.table)
    if is_new and visit.tables.get(message.table) is not None:
        visit.attempt(lambda: visit.people.met(visit.faces(message.table)))
    visit.check_keys(message.table)
    return out


def _bye(visit: Visit, message: messages.Bye) -> Messages:
    if message.code in FINAL:
        visit.refuse(message.code, message.detail)
    else:
        visit.show(problem=message.detail)
    return []


def _refused(visit: Visit, message: messages.Refused) -> Messages:
    number = visit.tables.owner(message)
    table, lost = visit.tables.get(number), ""
    if message.code in GONE and number is not None:
        words = visit.drop(number)
        lost = words if message.code == "no-such-table" else ""
        if lost and number in visit.sought:
            visit.tell(LOST, lost)
        if number in visit.sought:
            return []
    elif table is not None:
        return table.refused(message.ref, message.code, message.detail)
    if number is not None and visit.hall.is_sitting(number):
        visit.stand(number)
    elif number is not None and number == visit.plain.at and message.code in SHUT:
        visit.show(at=None)
    visit.hall.give_up()
    visit.again, visit.is_finding = None, False
    visit.tell(*((LOST, lost) if lost else (message.code, refusals.words(message.code, message.detail))))
    return []


def _entries(visit: Visit, message: messages.Entries) -> Messages:
    table = visit.tables.get(message.table)
    if table is None:
        return []
    answers = table.entries(message)
    visit.archive.look(table)
    visit.note_berth(message.table)
    return answers


def _waiting(visit: Visit, message: messages.Waiting) -> Messages:
    table = visit.tables.get(message.table)
    return table.waiting(message) if table is not None else []


def _behind(visit: Visit, message: messages.Behind) -> Messages:
    table = visit.tables.get(message.table)
    return table.behind(message) if table is not None else []


def _said(visit: Visit, message: messages.Said) -> Messages:
    table, at = visit.tables.get(message.table), visit.plain.at
    when = int(visit.clock()) - message.ago
    is_new = visit.hall.said(message, 0 if table is None else table.happened, when)
    if not is_new or message.ago or message.key == visit.public or message.key in visit.muted:
        return []
    if message.table not in {at, LOBBY}:
        visit.hall.missed(message.table)
    elif message.table == at and visit.table is not None:
        visit.tell("chat", f"{message.name}: {message.line}")
    return []


def _invite(visit: Visit, message: messages.Invite) -> Messages:
    visit.hall.invited(message.table, message.word)
    return []


def _rematched(visit: Visit, message: messages.Rematched) -> Messages:
    visit.rematches[message.table] = message.to
    if visit.again == message.table:
        return wishes.follow(visit, message.table)
    table, info = visit.tables.get(message.table), visit.hall.find(message.to)
    if visit.plain.at is None and visit.invited == message.to and table is not None and info is not None:
        names = (chair.name for chair in table.setup.seats if chair.sign == info.host and not chair.bot)
        visit.tell("rematch", f"{next(names, 'Somebody')} plays again with the same people: “{info.title}”.")
    return []


def _nothing(visit: Visit, message: messages.ServerMessage) -> Messages:
    return []


HEARD: Final[Mapping[type[messages.ServerMessage], Callable[[Visit, Any], Messages]]] = {
    messages.Challenge: _challenge,
    messages.Welcome: _welcome,
    messages.Renamed: _renamed,
    messages.Lobby: _all,
    messages.LobbyChanged: _news,
    messages.TableChanged: _changed,
    messages.TableGone: _gone,
    messages.Invite: _invite,
    messages.Rematched: _rematched,
    messages.PutOut: _put_out,
    messages.BotWanted: _nothing,
    messages.Began: _began,
    messages.Entries: _entries,
    messages.Waiting: _waiting,
    messages.Behind: _behind,
    messages.Said: _said,
    messages.Refused: _refused,
    messages.Bye: _bye,
}
"""What follows from each message of the server: the answers to it."""
