"""`ys turns`: which tables wait, in lines and exit codes, asked of a real server on loopback."""

import asyncio
import json
import socket
from pathlib import Path

import pytest

from protocol.game import Seat
from tests.support.driver import secret
from tests.support.hall import Hall
from tests.support.party import party
from ys_tui import turns
from ys_tui.client.berths import Berths
from ys_tui.client.files import replace

SECONDS = 10.0


def profile(folder: Path, identity: bytes) -> Path:
    """Return a profile with that identity."""
    (folder / "notes").mkdir(parents=True)
    replace(folder / "identity", identity)
    return folder


async def asked(folder: Path, *servers: str, is_json: bool = False) -> int:
    """Return the exit code; the server goes on meanwhile."""
    return await asyncio.to_thread(turns.run, folder, "Nobody", servers, SECONDS, is_json=is_json)


async def test_table_that_waits_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for the table that waits for the profile, and 0; for a stranger nothing, and 1."""
    async with party() as guests:
        await guests.until(lambda: Seat(0) in guests.prompts, but=Seat(0))
        url, guest = guests.hall.url, guests.guests[0]
        mine = profile(tmp_path / "mine", guest.identity)
        assert await asked(mine, url) == turns.WAITS
        told = capsys.readouterr().out
        assert told.count("\n") == 1
        assert "waits for you (4 seats)" in told
        assert await asked(mine, url, is_json=True) == turns.WAITS
        assert json.loads(capsys.readouterr().out)["server"] == url
        stranger = profile(tmp_path / "stranger", secret("stranger"))
        assert await asked(stranger, url) == turns.NONE
        assert capsys.readouterr() == ("", "")


async def test_table_where_somebody_else_has_the_seat_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game of ours that goes on without our chair has a line of its own; nothing waits: the code is 1."""
    async with party() as guests:
        url = guests.hall.url
        mine = profile(tmp_path / "mine", secret("lost"))
        key, number = guests.hall.hub.key, guests.guests[0].table
        Berths(mine / "servers").note(url, key, number, is_on=True)
        assert await asked(mine) == turns.NONE
        assert "goes on with a bot in your seat; come back with ys (4 seats)" in capsys.readouterr().out
        assert await asked(mine, is_json=True) == turns.NONE
        assert json.loads(capsys.readouterr().out)["lost"] is True


async def test_servers_with_seats_are_asked_by_themselves(tmp_path: Path) -> None:
    """Without an address those are asked where games are on; one with another key there is no answer."""
    async with Hall() as hall:
        mine = profile(tmp_path / "mine", secret("me"))
        assert await asked(mine) == turns.NONE
        Berths(mine / "servers").note(hall.url, secret("another server"), 1, is_on=True)
        assert await asked(mine) == turns.TROUBLE


async def test_server_that_is_not_reached_is_trouble(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A named server where nobody answers is told on stderr with 2; one of our own that rests is none."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"ws://127.0.0.1:{free.getsockname()[1]}"
    mine = profile(tmp_path / "mine", secret("me"))
    assert await asked(mine, url) == turns.TROUBLE
    assert "nobody answers there" in capsys.readouterr().err
    Berths(mine / "servers").note(url, secret("ours"), 1, is_on=True)
    assert await asked(mine) == turns.NONE
    assert capsys.readouterr() == ("", "")


def test_without_a_profile_nothing_is_made(tmp_path: Path) -> None:
    """Who has never played has no tables, and gets no identity by asking."""
    assert turns.run(tmp_path / "none", "", (), SECONDS, is_json=False) == turns.NONE
    assert not (tmp_path / "none").exists()
