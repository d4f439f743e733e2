"""What a client may ask about a table, one function each: open, sit, leave, start, watch, act, say.

Each is called for a known person and returns effects, or raises Refusal and has changed nothing.
"""

from protocol.game import Illegal, Setup, check_table
from protocol.messages import (
    Act,
    BotWanted,
    Leave,
    Look,
    Offer,
    OpenTable,
    Request,
    Said,
    Say,
    SeatBot,
    Sit,
    Start,
    TableChanged,
    Watch,
)
from ys_server.effects import Begun, Effect, Opened, Refusal, Save, send
from ys_server.lobby import Lobby
from ys_server.people import Client, Person
from ys_server.table import Table


def open_table(lobby: Lobby, client: Client, person: Person, request: OpenTable, now: float) -> list[Effect]:
    """Open a table with `person` as its host."""
    game = lobby.game_for(client, request.game)
    try:
        check_table(game, request.seats, request.options)
    except Illegal as illegal:
        raise Refusal(illegal.code, illegal.detail) from None
    lobby.check_room_for(person)
    room = lobby.open_room(game, request.options, request, person)
    room.visitors[client.conn] = None
    return [
        Save(Opened(room.number)),
        *lobby.remember(person),
        *lobby.tell_changed(room.number),
    ]


def sit(lobby: Lobby, client: Client, person: Person, request: Sit, now: float) -> list[Effect]:
    """Give the person a chair."""
    room = lobby.room(request.table)
    lobby.game_for(client, room.game.key)
    seat, is_bot = request.keys, person.key == lobby.bots_key
    if seat.sign != person.key:
        raise Refusal("not-your-key", "a chair is taken with the key that said hello")
    if seat.bot != is_bot:
        raise Refusal("bot-flag", "only the server's bots sit as bots")
    if not is_bot and seat.name != person.name:
        raise Refusal("not-your-name", f"you are known here as {person.name!r}")
    if seat.nonce in lobby.nonces:
        raise Refusal("old-nonce", "that nonce was used before; sit down with a fresh one")
    room.sit(seat, is_bot=is_bot)
    lobby.nonces.add(seat.nonce)
    room.visitors[client.conn] = None
    return [*lobby.remember(person), *lobby.tell_changed(room.number)]


def leave(lobby: Lobby, client: Client, person: Person, request: Leave, now: float) -> list[Effect]:
    """Free the person's chair at a table that has not begun; else only stop telling this connection."""
    room = lobby.room(request.table)
    room.audience.pop(client.conn, None)
    if room.table is None and (room.host == person.key or room.holds(person.key)):
        return lobby.leave(room, person.key)
    return send((client.conn,), TableChanged(lobby.info(room)))


def seat_bot(lobby: Lobby, client: Client, person: Person, request: SeatBot, now: float) -> list[Effect]:
    """Offer a chair to the bots."""
    room = lobby.room(request.table)
    room.check_host(person.key)
    levels = room.game.bots
    if request.level not in levels:
        raise Refusal("no-such-level", f"bots here are {' or '.join(levels)}")
    bots = lobby.bots()
    if bots is None:
        raise Refusal("no-bots", "no bots are here now")
    room.invite(request.level)
    return send(bots.conns, BotWanted(room.number, request.level))


def start(lobby: Lobby, client: Client, person: Person, request: Start, now: float) -> list[Effect]:
    """Begin the game: the setup is saved, everybody at the table is told, nature pays its debts."""
    room = lobby.room(request.table)
    room.check_open()
    room.check_host(person.key)
    if len(room.chairs) < room.seats:
        raise Refusal("not-full", f"{room.seats - len(room.chairs)} chairs are still free")
    vault = lobby.nature()
    setup = Setup(room.game.key, room.game.rules, room.options, tuple(room.chairs), vault.keys)
    try:
        table = Table(room.number, room.game, setup, vault, lobby.patience)
    except Illegal as illegal:
        raise Refusal(illegal.code, illegal.detail) from illegal
    seated = [lobby.people.find(seat.sign) for seat in room.chairs]
    conns = (conn for sitting in seated if sitting for conn in sitting.conns)
    table.watchers.update(dict.fromkeys((*room.visitors, *conns)))
    room.table = table
    return [
        Save(Begun(room.number, room.title, room.host, setup), room.number),
        *table.began(table.watchers),
        *lobby.tell_changed(room.number),
        *table.go_on(now),
    ]


def watch(lobby: Lobby, client: Client, person: Person, request: Watch, now: float) -> list[Effect]:
    """Tell the connection of the table from now on, and what it has missed."""
    room = lobby.room(request.table)
    is_free = client.conn in room.audience or room.holds(person.key)
    if not is_free and len(room.audience) >= lobby.limits.watchers:
        full = f"{lobby.limits.watchers} connections watch that table, as many as may"
        raise Refusal("too-many-watchers", f"{full}; {lobby.limits.again}")
    if room.table is not None:
        return room.table.watch(client.conn, request.have, request.chain, now)
    if request.have:
        raise Refusal("not-begun", f"the game of table {room.number} has not begun")
    room.visitors[client.conn] = None
    return send((client.conn,), TableChanged(lobby.info(room)))


def offer(lobby: Lobby, client: Client, person: Person, request: Offer, now: float) -> list[Effect]:
    """Take entries that were lost here."""
    room = lobby.room(request.table)
    return lobby.after(room, room.running().offer(client.conn, request.start, request.entries, now), now)


def act(lobby: Lobby, client: Client, person: Person, request: Act, now: float) -> list[Effect]:
    """Play an entry."""
    room = lobby.room(request.table)
    return lobby.after(room, room.running().act(client.conn, person.key, request.entry, now), now)


def say(lobby: Lobby, client: Client, person: Person, request: Say, now: float) -> list[Effect]:
    """Pass a line on to everybody at the table."""
    room = lobby.room(request.table)
    if client.conn not in room.audience:
        raise Refusal("not-there", f"you are not at table {room.number}; watch it first")
    return send(room.audience, Said(room.number, person.name, person.key, request.line))


def look(lobby: Lobby, client: Client, person: Person, request: Look, now: float) -> list[Effect]:
    """Show the lobby."""
    return lobby.listing(client.conn) if request.on else []


def not_yet(lobby: Lobby, client: Client, person: Person, request: Request, now: float) -> list[Effect]:
    """Refuse."""
    raise Refusal("not-yet", "this server cannot do that yet")
