"""`ys verify` as a program: its exit codes, what it says, and that no file can make it misbehave."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.codec import pack
from protocol.game import NATURE, Ballot, Reseat, Seat, combinations
from protocol.games import GAMES
from protocol.games.ys.prompts import PickBid, SealBrokers
from protocol.record import LIMIT, Record, save
from protocol.vault import Vault
from tests.support.driver import seated, secret
from tests.support.records import TABLES, Table, altered, label, record, whole
from ys_tui.__main__ import main
from ys_tui.client import verify, words

YS = ("ys", 4, ())
YS_GAME = GAMES["ys"]


def _ys(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ys_tui", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def _file(folder: Path, data: bytes, name: str = "a.ysgame") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.fixture(name="good")
def _good(tmp_path: Path) -> Path:
    return _file(tmp_path, save(whole(YS)), "good.ysgame")


@pytest.fixture(name="flawed")
def _flawed(tmp_path: Path) -> Path:
    entries = list(whole(YS).entries)
    entries[5] = replace(entries[5], sign=bytes(64))
    return _file(tmp_path, save(Record(whole(YS).setup, tuple(entries))), "flawed.ysgame")


def test_a_good_game_is_summed_up(good: Path) -> None:
    """Exit code 0: the table, every player with place, points and words, the number of entries, the chain."""
    done = _ys("verify", good)
    assert (done.returncode, done.stderr) == (0, "")
    checked = verify.check(good)
    seats = verify.players(checked.found)  # type: ignore[arg-type]  # proved, as the exit code says
    assert f"{good}: every entry is verified\n  Ys, 4 players; rules {GAMES['ys'].rules}\n" in done.stdout
    for player in seats:
        assert f"{player.place}. {player.points:3} points  {player.name}" in done.stdout
        assert words.of_key(player.key) in done.stdout
    assert f"{len(whole(YS).entries)} entries: " in done.stdout
    assert max(map(len, done.stdout.splitlines()[1:])) <= 80
    assert [player.place for player in seats] == sorted(player.place for player in seats)


def test_a_flawed_game_names_the_entry(flawed: Path) -> None:
    """Exit code 1: the number of the first entry that fails, whose it is, why, and the stable code."""
    done = _ys("verify", flawed)
    assert (done.returncode, done.stderr) == (1, "")
    name = whole(YS).setup.seats[whole(YS).entries[5].seat].name
    assert f"{flawed}: FAILS: entry 5 (of 0 to {len(whole(YS).entries) - 1}), by {name}: " in done.stdout
    assert done.stdout.endswith("[bad-signature]\n")


def test_an_unfinished_game_fails(tmp_path: Path) -> None:
    """Exit code 1: a game that is not over is not proved."""
    path = _file(tmp_path, save(Record(whole(YS).setup, whole(YS).entries[:-1])))
    checked = verify.check(path)
    assert checked.exit is verify.Exit.FLAWED
    assert "[unfinished]" in "".join(verify.summary(checked))


def test_what_is_no_game_is_told_from_it(tmp_path: Path, good: Path) -> None:
    """Exit code 2: text, an empty file, half a game, a folder, no file at all."""
    for path, code in (
        (_file(tmp_path, b"# Ys\n", "text"), "no-game"),
        (_file(tmp_path, b"", "empty"), "no-game"),
        (_file(tmp_path, good.read_bytes()[:-1], "half"), "not-canonical"),
        (_file(tmp_path, b"ys game 2\n", "later"), "other-format"),
        (tmp_path, "unreadable"),
        (tmp_path / "none", "unreadable"),
    ):
        checked = verify.check(path)
        assert checked.exit is verify.Exit.NO_GAME
        (line,) = verify.summary(checked)
        assert line.startswith(f"{path}: no game: ")
        assert line.endswith(f"[{code}]")
    done = _ys("verify", tmp_path / "text")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith(f"{tmp_path / 'text'}: no game: ")


def test_nothing_named_is_a_wrong_call() -> None:
    """Without a file the command says how it is used."""
    done = _ys("verify")
    assert done.returncode == 2
    assert done.stderr == "ys: FILE is missing. ys verify --help tells what can be typed.\n"


def test_a_file_that_is_far_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    """No more is read than a record can have, be it a thousand times as long; a device is not read at all."""
    long = tmp_path / "long"
    long.touch()
    os.truncate(long, 1 << 34)
    checked = verify.check(long)
    assert checked.exit is verify.Exit.NO_GAME
    assert f"{LIMIT} bytes at most" in str(checked.found)
    assert "it is no regular file" in str(verify.check("/dev/zero").found)


def test_the_worst_file_decides(tmp_path: Path, good: Path, flawed: Path) -> None:
    """Every file is told about, in order; the highest exit code is the answer."""
    text = _file(tmp_path, b"text", "text")
    for files, code in (((good, good), 0), ((flawed, good), 1), ((good, text, flawed), 2)):
        done = _ys("verify", *files)
        assert done.returncode == code
        told = [line.split(": ")[0] for line in done.stdout.splitlines() if not line.startswith(" ")]
        assert told == list(map(str, files))


def test_json_has_a_line_for_each_file(tmp_path: Path, good: Path, flawed: Path) -> None:
    """With --json each file is one object with the same fields."""
    done = _ys("verify", "--json", good, flawed, tmp_path / "none")
    assert done.returncode == 2
    first, second, third = answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert first.keys() == second.keys() == third.keys()
    assert [answer["exit"] for answer in answers] == [0, 1, 2]
    assert [answer["verdict"] for answer in answers] == ["proved", "flawed", "no-game"]
    assert (first["game"], first["entries"], first["code"]) == ("ys", len(whole(YS).entries), None)
    assert sorted(player["name"] for player in first["players"]) == ["Ada", "Ben", "Cara", "Dan"]
    assert bytes.fromhex(first["chain"])[:1] != b""
    assert first["covered"] <= first["entries"]
    assert (second["entry"], second["code"], second["players"]) == (5, "bad-signature", None)
    assert (third["code"], third["entries"]) == ("unreadable", None)


def test_paths_cannot_harm_the_terminal(tmp_path: Path) -> None:
    """A file name with control characters, or none that can be decoded, is shown without them."""
    harmful = os.fsdecode(os.fsencode(tmp_path) + b"/\x1b[2J\xff[bold]")
    done = subprocess.run(
        [sys.executable, "-m", "ys_tui", "verify", harmful], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (2, b"")
    assert b"\x1b" not in done.stdout
    assert b"[2J" in done.stdout
    assert b"[bold]" in done.stdout
    answer = json.loads(verify.as_json(verify.check(harmful)))
    assert answer["file"] == harmful


def test_a_terminal_without_unicode_is_served(tmp_path: Path) -> None:
    """Names that the terminal cannot show are written in another way, and the verdict stands."""
    first, *others = whole(YS).setup.seats
    setup = replace(whole(YS).setup, seats=(replace(first, name="Zoë"), *others))
    path = _file(tmp_path, save(Record(setup, whole(YS).entries)))
    command = [sys.executable, "-m", "ys_tui", "verify", str(path)]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, timeout=60, check=False, env=env)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_reader_who_has_enough_is_no_trouble(good: Path) -> None:
    """When the pipe is closed the command ends without a traceback, and not as if all had been told."""
    command = [sys.executable, "-m", "ys_tui", "verify", *[str(good)] * 3]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_an_interruption_is_no_trouble(monkeypatch: pytest.MonkeyPatch, good: Path) -> None:
    """Ctrl-C ends the command without a traceback."""

    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "run", interrupted)
    assert main(["verify", str(good)]) == 130


def test_no_screen_is_loaded(good: Path) -> None:
    """A game is checked without Textual, what draws for it, and the link."""
    code = (
        "import sys\n"
        "from ys_tui.__main__ import main\n"
        f"assert main(['verify', {str(good)!r}]) == 0\n"
        "heavy = {'textual', 'rich.console', 'websockets', 'asyncio', 'sqlite3'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_options_are_named_in_words() -> None:
    """What a table plays with is told by the titles of its options."""
    for seats, options in combinations(GAMES["ys"]):
        told = verify.table(whole(("ys", seats, options)))
        assert told.startswith(f"Ys, {seats} players")
        assert told.count(",") == 1 + len(options)


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] in GAMES], ids=label)
def test_a_spoilt_file_is_always_told_about(table: Table, tmp_path: Path) -> None:
    """Whatever byte is changed, the answer is exit code 1 or 2 and one line, in text and in JSON."""
    for _, data in altered(save(whole(table)), 15, Random(label(table))):
        checked = verify.check(_file(tmp_path, data))
        assert checked.exit in {verify.Exit.FLAWED, verify.Exit.NO_GAME}
        (line,) = verify.summary(checked)
        assert line.isprintable()
        assert json.loads(verify.as_json(checked))["exit"] == checked.exit


def test_an_entry_by_nobody_is_named_by_its_number(tmp_path: Path) -> None:
    """An entry of a seat that the table does not have fails as such."""
    stranger: Any = replace(whole(YS).entries[0], seat=7)
    checked = verify.check(_file(tmp_path, save(Record(whole(YS).setup, (stranger,)))))
    (line,) = verify.summary(checked)
    assert "entry 0 (of 0 to 0), by seat 7: " in line
    assert "[no-such-seat]" in line


def test_who_took_a_seat_over_is_named(tmp_path: Path) -> None:
    """A seat that a bot has at the end is told with both names; the key is that of its first player."""
    table = seated(YS_GAME, 4, 3, with_chairs=False)
    robin = Vault(secret("bot"), secret("bot", size=16), "Robin", bot=True)
    table.until(PickBid)
    for seat in range(3):
        table.do(seat, YS_GAME.legal(table.match.view(Seat(seat), table.vaults[Seat(seat)]))[0])
    for seat in range(2):
        table.do(seat, Ballot(Seat(3), "bot"))
    table.until(SealBrokers)
    table.do(NATURE, Reseat(Seat(3), robin.keys, table.match.seating.vacant[Seat(3)]))
    table.vaults[Seat(3)] = robin
    for _ in table.steps():
        pass
    checked = verify.check(_file(tmp_path, save(record(table.match))))
    assert checked.exit is verify.Exit.PROVED
    told = "\n".join(verify.summary(checked))
    assert f"Dan  (Robin at the end)  key: {words.of_key(table.setup.seats[3].sign)}" in told
    holders = {player["name"]: player["holder"] for player in json.loads(verify.as_json(checked))["players"]}
    assert holders == {"Ada": None, "Ben": None, "Cara": None, "Dan": "Robin"}


def test_nature_is_named(tmp_path: Path) -> None:
    """An entry of the server's own seat that fails is told as nature's."""
    number = next(n for n, entry in enumerate(whole(YS).entries) if entry.seat < 0)
    spoilt = replace(whole(YS).entries[number], actions=(pack({"do": "chance", "link": bytes(32)}),))
    entries = (*whole(YS).entries[:number], spoilt)
    checked = verify.check(_file(tmp_path, save(Record(whole(YS).setup, entries))))
    (line,) = verify.summary(checked)
    assert f"entry {number} (of 0 to {number}), by nature: " in line
