"""A game of the player's that is on at a server: in words, and as the way to it."""

from urllib.parse import urlsplit

from protocol import PORT
from ys_tui.client.berths import Running
from ys_tui.config import Host, Join


def going_on(game: Running) -> str:
    """Return the words that offer a running game."""
    title = game.title or f"table {game.table}"
    return f"Go on: {title} {'on your own server' if game.is_own else f'at {typed(game.address)}'}"


def way_to(game: Running) -> Host | Join:
    """Return the way to a running game: a server of one's own is started again, on its port."""
    if game.is_own:
        return Host(urlsplit(game.address).port or PORT, table=game.table)
    return Join(game.address, game.table)


def typed(url: str) -> str:
    """Return an address as it would be typed."""
    return url.removeprefix("ws://").removesuffix(f":{PORT}")
