"""What is refused before a table is opened or joined: too many of them, another version, other rules."""

from typing import Any

from protocol import VERSION
from protocol.game import Game
from ys_server.effects import Refusal
from ys_server.lobby import Lobby
from ys_server.people import Client, Person


def check_room_for(lobby: Lobby, person: Person) -> None:
    """Refuse one more table of `person` when there are too many."""
    live = [room for room in lobby.rooms.values() if room.stage != "over"]
    if len(live) >= lobby.limits.tables:
        full = f"{lobby.limits.tables} tables are open or playing, as many as this server holds"
        raise Refusal("too-many-tables", f"{full}; {lobby.limits.again}")
    if sum(room.host == person.key for room in live) >= lobby.limits.tables_per_person:
        most = lobby.limits.tables_per_person
        raise Refusal("too-many-tables", f"you host {most} tables; finish one first")


def game_for(lobby: Lobby, client: Client, key: str) -> Game[Any]:
    """Return the game that `client` wants to play, or refuse because it plays it by other rules."""
    game = lobby.games.get(key)
    if game is None:
        raise Refusal("no-such-game", f"{key!r} is not played here")
    if client.version != VERSION:
        raise Refusal("other-version", f"your client speaks version {client.version}, this server {VERSION}")
    theirs = client.rules.get(key)
    if theirs != game.rules:
        has = f"rules {theirs}" if theirs else "no rules"
        raise Refusal("other-rules", f"your client has {has} of {game.title}, this server {game.rules}")
    return game
