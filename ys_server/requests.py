"""What a client may ask about a table, one function each: open, sit, leave, start, watch, act.

Each is called for a known person and returns effects, or raises Refusal and has changed nothing. What only
a host may do is in `hosting`, what is said and looked at in `talk`.
"""

from protocol.clocks import CLOCKS
from protocol.game import Illegal, check_clock, check_table
from protocol.keys import SeatKeys
from protocol.messages import Act, Leave, Offer, OpenTable, Ready, Sit, Start, Watch
from ys_server.checks import check_room_for, game_for
from ys_server.desk import Desk
from ys_server.effects import Begun, Effect, Opened, Refusal, Save, Used
from ys_server.inviting import after
from ys_server.lobby import Lobby
from ys_server.locks import locked
from ys_server.people import Client, Person
from ys_server.room import Room


def open_table(lobby: Lobby, client: Client, person: Person, request: OpenTable, now: float) -> list[Effect]:
    """Open a table with `person` as its host."""
    game = game_for(lobby, client, request.game)
    try:
        check_table(game, request.seats, request.options)
        if request.clock not in CLOCKS:
            raise Refusal("no-such-clock", f"clocks are {', '.join(CLOCKS)}")
        check_clock(game, request.options, is_live=CLOCKS[request.clock].is_live)
    except Illegal as illegal:
        raise Refusal(illegal.code, illegal.detail) from None
    if bool(request.word) != (request.door == "password"):
        raise Refusal("no-password", "a table has a password if, and only if, its door is to have one")
    check_room_for(lobby, person)
    lock = locked(request.door, request.word, lobby.entropy)
    desk = Desk(
        game.key, request.options, request.title, request.seats, person.key, clock=request.clock, lock=lock
    )
    room = lobby.open_room(desk)
    room.visitors[client.conn] = None
    return [
        Save(Opened(room.number)),
        *lobby.remember(person),
        *lobby.tell_changed(room),
        *lobby.invite(room, client.conn, person.key),
    ]


def sit(lobby: Lobby, client: Client, person: Person, request: Sit, now: float) -> list[Effect]:
    """Give the person a chair, or its seat in the running game again as the next round begins."""
    room = lobby.room(request.table)
    seat, is_bot = request.keys, person.key == lobby.bots_key
    if not is_bot:
        lobby.entrance.enter(room, client, person, request.word, now)
    game_for(lobby, client, room.game.key)
    if seat.sign != person.key:
        raise Refusal("not-your-key", "a chair is taken with the key that said hello")
    if seat.bot != is_bot:
        raise Refusal("bot-flag", "only the server's bots sit as bots")
    if not is_bot and seat.name != person.name:
        raise Refusal("not-your-name", f"you are known here as {person.name!r}")
    if seat.nonce in lobby.nonces:
        raise Refusal("old-nonce", "that nonce was used before; sit down with a fresh one")
    if room.table is not None:
        return _come_back(lobby, client, room, seat, now)
    room.sit(seat, is_bot=is_bot)
    lobby.nonces.add(seat.nonce)
    room.visitors[client.conn] = None
    return [
        *lobby.remember(person),
        *lobby.tell_changed(room),
        *lobby.invite(room, client.conn, person.key),
    ]


def _come_back(lobby: Lobby, client: Client, room: Room, keys: SeatKeys, now: float) -> list[Effect]:
    """Let somebody take a seat of the running game as the next round begins."""
    table = room.playing()
    seat = table.sit(keys)
    lobby.nonces.add(keys.nonce)
    who = (
        f"A bot, {keys.name}, takes {table.setup.seats[seat].name}'s seat"
        if keys.bot
        else f"{keys.name} comes back"
    )
    effects = [
        Save(Used(keys.nonce), room.number),
        *lobby.announce(room, f"{who} as the next round begins.", now),
        *lobby.tell_changed(room),
    ]
    return [*effects, *after(lobby, room, table.go_on(now, (client.conn,)), now)]


def leave(lobby: Lobby, client: Client, person: Person, request: Leave, now: float) -> list[Effect]:
    """Free the person's chair at a table that has not begun; else only stop telling this connection."""
    room = lobby.room(request.table, person.key)
    room.audience.pop(client.conn, None)
    if room.table is None and (room.host == person.key or room.holds(person.key)):
        return lobby.leave(room, person.key)
    lobby.note(room)
    return lobby.shown(room, client.conn, person.key)


def ready(lobby: Lobby, client: Client, person: Person, request: Ready, now: float) -> list[Effect]:
    """Show the others whether the person is ready."""
    room = lobby.room(request.table, person.key)
    room.check_open()
    if not room.holds(person.key):
        raise Refusal("no-chair", f"you have no chair at table {room.number}")
    (room.ready.add if request.ready else room.ready.discard)(person.key)
    return lobby.tell_changed(room)


def start(lobby: Lobby, client: Client, person: Person, request: Start, now: float) -> list[Effect]:
    """Begin the game: the setup is saved, everybody at the table is told, nature pays its debts."""
    room = lobby.room(request.table, person.key)
    room.check_open()
    room.check_host(person.key)
    if len(room.chairs) < room.seats:
        raise Refusal("not-full", f"{room.seats - len(room.chairs)} chairs are still free")
    conns = dict.fromkeys((*room.visitors, *lobby.people.conns(seat.sign for seat in room.chairs)))
    try:
        setup = lobby.begin(room, now)
    except Illegal as illegal:
        raise Refusal(illegal.code, illegal.detail) from illegal
    table = room.awake()
    table.watchers.update(conns)
    room.sitting = setup.seats
    return [
        Save(Begun(room.number, room.title, room.host, setup), room.number),
        *table.began(table.watchers),
        *lobby.tell_changed(room),
        *table.go_on(now),
    ]


def watch(lobby: Lobby, client: Client, person: Person, request: Watch, now: float) -> list[Effect]:
    """Tell the connection of the table from now on, and what it has missed."""
    room = lobby.room(request.table)
    if person.key != lobby.bots_key:
        lobby.entrance.enter(room, client, person, request.word, now)
    is_free = client.conn in room.audience or room.holds(person.key)
    if not is_free and len(room.audience) >= lobby.limits.watchers:
        full = f"{lobby.limits.watchers} connections watch that table, as many as may"
        raise Refusal("too-many-watchers", f"{full}; {lobby.limits.again}")
    room.called.discard(client.conn)
    if room.table is not None:
        effects = room.awake().watch(client.conn, request.have, request.chain, now)
    elif request.have:
        raise Refusal("not-begun", f"the game of table {room.number} has not begun")
    else:
        room.visitors[client.conn] = None
        effects = lobby.shown(room, client.conn, person.key)
    lobby.note(room)
    return [*effects, *room.chat.tell(client.conn, now)]


def offer(lobby: Lobby, client: Client, person: Person, request: Offer, now: float) -> list[Effect]:
    """Take entries that were lost here."""
    room = lobby.room(request.table, person.key)
    table = room.playing()
    return after(lobby, room, table.offer(client.conn, request.start, request.entries, now), now)


def act(lobby: Lobby, client: Client, person: Person, request: Act, now: float) -> list[Effect]:
    """Play an entry."""
    room = lobby.room(request.table, person.key)
    return after(lobby, room, room.playing().act(client.conn, person.key, request.entry, now), now)
