"""The arena as a command: its JSON, its table, its files, its refusals."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from protocol.game import Option, combinations
from protocol.games import GAMES
from protocol.games.ys.game import YS
from protocol.record import load
from protocol.verdict import Proved, judge
from ys_server.bots.__main__ import main
from ys_server.bots.arena.statistics import wilson

TIMED = ("games_per_s", "us_per_decision")


def _arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["arena", "--json", *arguments]) == 0
    line, end = capsys.readouterr().out.split("\n")
    assert end == ""
    figures: dict[str, Any] = json.loads(line)
    return figures


def test_json_of_the_process() -> None:
    """The command prints one line of JSON with a figure for each seat, nothing on stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "ys_server.bots", "arena", "--json", "--games", "4", "--seed", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    figures = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert (figures["games"], figures["seed"]) == (4, 2)
    assert figures["bots"] == ["greedy", "random", "random", "random"]
    for key in ("mean_points", "wins", "win_shares", "win_intervals"):
        assert len(figures[key]) == 4
    assert sum(figures["win_shares"]) == pytest.approx(1)
    assert sum(figures["mean_points"]) == pytest.approx(figures["mean_total"])
    assert figures["win_intervals"][0] == pytest.approx(wilson(figures["wins"][0], 4), abs=1e-4)
    assert all(figures[key] > 0 for key in TIMED)


def test_equal_seeds_give_equal_games(capsys: pytest.CaptureFixture[str]) -> None:
    """All figures but the timings repeat with the seed, and differ with another."""
    arguments = ("--games", "3", "--bots", "random,greedy,random,greedy", "--seed")
    first, second = _arena(capsys, *arguments, "7"), _arena(capsys, *arguments, "7")
    other = _arena(capsys, *arguments, "8")
    for key in TIMED:
        del first[key], second[key]
    assert first == second
    assert first["mean_points"] != other["mean_points"]


def test_a_longer_run_begins_with_the_same_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Game 1 of a seed is the same however many follow."""
    _arena(capsys, "--games", "1", "--seed", "3", "--save", str(tmp_path / "one"))
    _arena(capsys, "--games", "2", "--seed", "3", "--save", str(tmp_path / "two"))
    (only,), (first, _) = sorted((tmp_path / "one").iterdir()), sorted((tmp_path / "two").iterdir())
    assert only.name == first.name
    assert only.read_bytes() == first.read_bytes()


def test_saved_games_prove_themselves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A saved game is verified entry by entry, signatures included, and leads to the same points."""
    figures = _arena(capsys, "--games", "1", "--bots", "random,random,random,random", "--save", str(tmp_path))
    (path,) = tmp_path.iterdir()
    record = load(path.read_bytes())
    verdict = judge(record, GAMES)
    assert isinstance(verdict, Proved)
    assert list(verdict.outcome.points) == figures["mean_points"]
    assert path.name == f"ys-4-0000001-{verdict.match.chain.hex()[:8]}.ysgame"


def test_the_table_names_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json the figures come as a table that fits 80 columns."""
    assert main(["arena", "--games", "2", "--bots", "greedy,random,greedy,random"]) == 0
    text = capsys.readouterr().out
    assert text.count("greedy") == 2
    assert text.count("random") == 2
    assert "µs a decision" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--games", "0"), "'0' is not a number of games"),
        (("--games", "many"), "'many' is not a number of games"),
        (("--bots", "greedy,clever,random,random"), "there is no bot 'clever'; there are random, greedy"),
        (("--bots", "greedy,random,random,random", "--seats", "3"), "4 bots are named for 3 seats"),
        (("--bots", "greedy"), "1 bot is named; the game is for "),
        (("--seats", "9"), "seats, not '9'"),
        (("--options", "fast"), "Ys has no option fast; it has "),
        (("--options", "kings-favor", "--options", "fast"), "Ys has no option fast; it has "),
        (("--seed", "x"), "'x' is no whole number"),
    ],
)
def test_bad_arguments(arguments: tuple[str, str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong argument ends with 2 and a sentence that quotes it."""
    with pytest.raises(SystemExit) as ended:
        main(["arena", *arguments])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seats", "option"),
    [(seats, option) for option in YS.options for seats in YS.tables if seats not in option.seats],
)
def test_an_impossible_combination(seats: int, option: Option, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that so many cannot play with is refused with its own reason, before anything is played."""
    with pytest.raises(SystemExit) as ended:
        main(["arena", "--seats", str(seats), "--options", option.key])
    assert ended.value.code == 2
    assert option.otherwise.rstrip(".") in capsys.readouterr().err


def test_the_help_lists_every_table_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    """`arena --help` says of each number of seats what is special, of each option title, seats and text."""
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    for seats, special in YS.tables.items():
        assert f"{seats} seats {special}".rstrip() in said
    for option in YS.options:
        at = " or ".join(map(str, option.seats))
        assert f"{option.key} {option.title}, for {at} seats. {option.text}" in said


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
def test_every_table_is_played(
    seats: int, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each number of seats with each set of options, in any order, is played and named in the figures."""
    typed = ",".join(reversed(options))
    bots = ["random"] * seats
    figures = _arena(capsys, "--games", "1", "--bots", ",".join(bots), "--options", typed)
    assert (figures["seats"], tuple(figures["options"])) == (seats, options)
    assert figures["bots"] == bots
    assert len(figures["wins"]) == seats
    points = [sum(source) for source in zip(*figures["mean_sources"].values(), strict=True)]
    assert points == figures["mean_points"]


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
def test_the_table_of_every_table_fits(
    seats: int, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --json the figures name seats and options and stay within 80 columns."""
    bots = ",".join(["random"] * seats)
    assert main(["arena", "--games", "1", "--bots", bots, "--options", ",".join(options)]) == 0
    text = capsys.readouterr().out
    assert ", ".join((f"{seats} seats", *options)) in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where games cannot be saved, none is played."""
    (tmp_path / "file").touch()
    assert main(["arena", "--games", "1", "--save", str(tmp_path / "file" / "folder")]) == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_ends_the_run_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that cannot be written ends the arena with 2 and a sentence."""
    monkeypatch.setattr("ys_server.bots.arena.command._name", lambda played, number: "full")
    (tmp_path / "full").symlink_to("/dev/full")
    assert main(["arena", "--games", "1", "--save", str(tmp_path)]) == 2
    assert "No space left" in capsys.readouterr().err


@pytest.mark.rule("R73", "R77")
def test_random_games_add_up_to_what_an_independent_count_gave(capsys: pytest.CaptureFixture[str]) -> None:
    """Forty random games: the four scores add up to about 293 (each game varies by about 11)."""
    figures = _arena(capsys, "--games", "40", "--bots", "random,random,random,random", "--seed", "1")
    assert 286 <= figures["mean_total"] <= 300


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_greedy_wins_most_of_two_hundred_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Against three random bots greedy wins at least 60 %, even at the interval's low end, in any seat."""
    for seat in range(4):
        bots = ["random"] * 4
        bots[seat] = "greedy"
        figures = _arena(capsys, "--games", "50", "--bots", ",".join(bots), "--seed", "1")
        assert figures["win_intervals"][seat][0] >= 0.6


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_two_hundred_random_games(capsys: pytest.CaptureFixture[str]) -> None:
    """The four scores add up to 283–303 on average."""
    figures = _arena(capsys, "--games", "200", "--bots", "random,random,random,random", "--seed", "1")
    assert 283 <= figures["mean_total"] <= 303
