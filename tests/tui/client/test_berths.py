"""Where games of the profile are on: what `ys turns` asks."""

from pathlib import Path

import pytest

from protocol.codec import pack
from protocol.games.ys.game import YS
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import secret
from ys_tui.client.berths import Berth, Berths, Running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the file lies."""
    return tmp_path / "servers"


def test_servers_are_remembered_while_games_are_on(path: Path) -> None:
    """A server is there with its tables until the last game has ended; at another address it is the same."""
    key = secret("server")
    Berths(path).note("ws://one", key, 3, is_on=True)
    Berths(path).note("ws://two", key, 4, is_on=True)
    assert Berths(path).all == (Berth("ws://two", key, (3, 4)),)
    for table in (3, 4):
        Berths(path).note("ws://two", key, table, is_on=False)
    assert Berths(path).all == ()


def test_games_are_named_and_last_as_long_as_they_are_on(path: Path) -> None:
    """Each has address and title; one on a server of one's own says so, also when another window notes it."""
    Berths(path).note("ws://one", secret("one"), 3, is_on=True, title="Ada's table")
    Berths(path).of_own().note("ws://two", secret("two"), 4, is_on=True)
    Berths(path, moves=False).note("ws://two", secret("two"), 4, is_on=True, title="Two")
    assert Berths(path).games == (
        Running("ws://two", 4, "Two", is_own=True),
        Running("ws://one", 3, "Ada's table"),
    )
    Berths(path).note("ws://one", secret("one"), 3, is_on=False)
    assert [game.table for game in Berths(path).games] == [4]


def test_file_without_titles_can_be_read(path: Path) -> None:
    """What was written before games were named is as good, and gets the title with the next news."""
    path.write_bytes(pack(({"address": "ws://one", "key": SERVER, "tables": (3,)},)))
    assert Berths(path).games == (Running("ws://one", 3),)
    Berths(path).note("ws://one", SERVER, 3, is_on=True, title="Three")
    assert Berths(path).games == (Running("ws://one", 3, "Three"),)


def test_damaged_file_says_of_no_server(path: Path) -> None:
    """What cannot be read is as if nothing was there, and is written anew."""
    path.write_bytes(b"no such thing")
    assert Berths(path).all == ()
    Berths(path).note("ws://one", SERVER, 3, is_on=True)
    assert len(Berths(path).all) == 1


def test_store_notes_the_beginning_and_the_end_of_a_game() -> None:
    """With the game the server is remembered; ended by vote, it is not any more."""
    desk = Desk(seats=4, game=YS)
    desk.begin()
    desk.deliver()
    assert [(game.table, bool(game.title)) for game in desk.berths.games] == [(TABLE, True)]
    for seat in (1, 2, 3):
        desk.resigns(seat)
    assert desk.berths.all == ()
