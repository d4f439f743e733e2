"""`ys games` as a program: what lies on the shelf of a profile, with the player's own place in each game."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.game import Setup
from protocol.games import GAMES
from protocol.record import Record
from protocol.vault import Vault
from protocol.verdict import Proved, judge
from tests.support.driver import Seated, seated, secret
from tests.support.records import record, whole
from ys_tui import config
from ys_tui.client.keyring import Keyring
from ys_tui.client.shelf import Shelf
from ys_tui.client.snapshot import Alarm

YS = GAMES["ys"]
ALARM = Alarm("lying-server", "What Ben showed you is not what Ben sealed.")


def _games(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ys_tui", "games", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def _shelf(profile: str = config.PROFILE, day: int = 30) -> Shelf:
    return Shelf(config.folder(profile) / config.GAMES_FOLDER, lambda: date(2026, 11, day))


def _end(game: Record) -> bytes:
    found = judge(game, GAMES)
    assert isinstance(found, Proved)
    return found.match.chain


def _played_by(identity: bytes, seats: int = 2) -> Record:
    """Return a game in which seat 0 is the person with this identity."""
    table: Seated[Any] = seated(YS, seats, seed=7, with_chairs=False)
    me = Vault(identity, secret("mine", size=16), "Me")
    setup: Setup = replace(table.setup, seats=(me.keys, *table.setup.seats[1:]))
    own = Seated(YS, setup, {**table.vaults, next(iter(table.vaults)): me}, seed=7, with_chairs=False)
    for _ in own.steps():
        pass
    return record(own.match)


@pytest.fixture(name="kept")
def _kept() -> Callable[..., Path]:
    """Return how a game is put on the shelf of a profile."""

    def keep(game: Record, day: int = 30, alarms: tuple[Alarm, ...] = ()) -> Path:
        return _shelf(day=day).keep(game, _end(game), alarms)

    return keep


def test_no_games_are_no_trouble() -> None:
    """A profile without games, or without anything at all, has none; nothing is made of it."""
    done = _games()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("0 games in ")
    assert not config.folder(config.PROFILE).exists()
    assert _games("--json").stdout == ""


def test_my_place_and_points_are_told(kept: Callable[..., Path]) -> None:
    """A game that I played tells which place I had with how many points; one that I watched does not."""
    mine = _played_by(Keyring(config.folder(config.PROFILE)).identity)
    path, other = kept(mine), kept(whole(("ys", 4, ())), 29)
    found = judge(mine, GAMES)
    assert isinstance(found, Proved)
    points, place = found.outcome.points[0], found.outcome.places[0]
    done = _games()
    assert (done.returncode, done.stderr) == (0, "")
    first, table, me, *rest = done.stdout.splitlines()
    assert (first, me) == (other.name, "  you: looked on; every entry is verified")
    assert table.startswith("  2026-11-29  Ys, 4 players: ")
    assert rest[0].startswith("  ys replay ")
    assert rest[0].endswith(other.name)
    assert rest[1] == path.name
    assert f"Me {points}" in rest[2]
    assert rest[3] == f"  you: {'1st' if place == 1 else '2nd'} with {points} points; every entry is verified"
    assert rest[5].startswith("2 games in ")


def test_games_are_searched(kept: Callable[..., Path]) -> None:
    """A word is looked for in date, table and names, whatever its capitals; what has it not is not listed."""
    mine = _played_by(Keyring(config.folder(config.PROFILE)).identity)
    path, other = kept(mine), kept(whole(("ys", 4, ("kings-favor",))), 29)
    for word, names in (("me ", {path.name}), ("KING'S", {other.name}), ("2026-11", {path.name, other.name})):
        lines = _games("--search", word).stdout.splitlines()
        assert {line for line in lines if line.endswith(".ysgame") and line[:1] != " "} == names, word
        assert lines[-1].startswith(f"{len(names)} game")
    assert _games("--search", "nobody").stdout.startswith("0 games with “nobody” in ")
    assert len(_games("--search", "me ", "--json").stdout.splitlines()) == 1


def test_my_results_are_counted(kept: Callable[..., Path]) -> None:
    """With --stats my own results are told, in all and by seats; games that I only watched do not count."""
    assert _games("--stats").stdout.startswith("No game of your own yet")
    mine = _played_by(Keyring(config.folder(config.PROFILE)).identity)
    kept(mine)
    kept(whole(("ys", 4, ())), 29)
    found = judge(mine, GAMES)
    assert isinstance(found, Proved)
    points, place = found.outcome.points[0], found.outcome.places[0]
    everything, duels = map(json.loads, _games("--stats", "--json").stdout.splitlines())
    assert everything["of"] == "all games"
    assert (everything["games"], everything["points"], everything["best"]) == (1, points, points)
    assert everything["places"] == [int(place == 1), int(place == 2)]
    assert duels == {**everything, "of": "Ys for 2"}
    lines = _games("--stats").stdout.splitlines()
    assert lines[0].split() == ["games", "1st", "2nd", "won", "points", "best"]
    assert [line[:9].strip() for line in lines[1:]] == ["all games", "Ys for 2"]


def test_json_for_scripts(kept: Callable[..., Path]) -> None:
    """With --json a line for each game: as ys verify, with date, own seats and alarms."""
    path = kept(_played_by(Keyring(config.folder(config.PROFILE)).identity), alarms=(ALARM,))
    (answer,) = map(json.loads, _games("--json").stdout.splitlines())
    assert (answer["file"], answer["verdict"], answer["date"]) == (str(path), "proved", "2026-11-30")
    (mine,) = answer["mine"]
    assert mine["name"] == "Me"
    assert mine["points"] == next(p["points"] for p in answer["players"] if p["name"] == "Me")
    assert answer["alarms"] == [{"code": ALARM.code, "detail": ALARM.detail}]


def test_an_alarm_is_shown_with_its_game(kept: Callable[..., Path]) -> None:
    """A game at whose table something was wrong says so."""
    kept(whole(("ys", 4, ())), alarms=(ALARM,))
    assert f"  ! {ALARM.detail}\n" in _games().stdout


def test_a_spoilt_game_is_listed_as_such(kept: Callable[..., Path]) -> None:
    """A file that was changed is named with its flaw; the exit code tells it when it was asked for."""
    path = kept(whole(("ys", 4, ())))
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    path.with_name("2026-11-31-ys-4-00000000.ysgame").write_bytes(b"no game")
    done = _games()
    assert done.returncode == 0
    assert "\n  FAILS: entry " in done.stdout
    assert "\n  no game: " in done.stdout
    assert _games("--verify").returncode == 2
    assert _games("--verify", "--json").returncode == 2
    path.with_name("2026-11-31-ys-4-00000000.ysgame").unlink()
    assert _games("--verify").returncode == 1


def test_all_games_that_hold_are_exit_code_0(kept: Callable[..., Path]) -> None:
    """Asked strictly, a shelf without a flaw is no failure."""
    kept(whole(("ys", 4, ())))
    assert _games("--verify").returncode == 0


def test_each_profile_has_its_own(kept: Callable[..., Path]) -> None:
    """Another profile does not show these games."""
    kept(whole(("ys", 4, ())))
    done = _games("--profile", "bob")
    assert done.stdout.startswith("0 games in ")
    assert "bob" in done.stdout


def test_an_unusable_identity_is_told_in_one_line(kept: Callable[..., Path]) -> None:
    """Without a readable identity nobody's place can be told: the reason is."""
    folder = config.folder(config.PROFILE)
    kept(whole(("ys", 4, ())))
    (folder / "identity").write_bytes(b"short")
    (folder / "identity").chmod(0o600)
    done = _games()
    assert done.returncode == 2
    assert done.stderr.startswith("ys: ")
    assert done.stderr.count("\n") == 1
