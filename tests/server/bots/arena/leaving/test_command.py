"""`python -m ys_server.bots leaving`: the same figures whatever the number of processes."""

import pytest

from ys_server.bots.__main__ import main
from ys_server.bots.arena.leaving.policies import POLICIES

TYPED = ("leaving", "--games", "3", "--bots", "random,random,random,random")


def test_processes_do_not_change_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """One process and two print the same text, which names the table and every policy."""
    said = []
    for processes in ("1", "2"):
        assert main([*TYPED, "--processes", processes]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert said[0].startswith("3 games, 4 seats, random,random,random,random, seed 1")
    assert all(f"\n{policy.key}: {policy.text}\n" in said[0] for policy in POLICIES)


def test_greedy_sits_everywhere_when_nobody_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --bots the strongest bot sits at every seat."""
    monkeypatch.setattr("ys_server.bots.arena.leaving.command.measured", lambda *_: ())
    assert main(["leaving", "--games", "1", "--processes", "1"]) == 0
    assert "greedy,greedy,greedy,greedy" in capsys.readouterr().out


def test_two_are_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    """Where one of two leaves nothing goes on, and nothing is measured."""
    with pytest.raises(SystemExit) as ended:
        main(["leaving", "--seats", "2"])
    assert ended.value.code == 2
    assert "the other has won" in capsys.readouterr().err


def test_processes_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """No process at all cannot play."""
    with pytest.raises(SystemExit) as ended:
        main([*TYPED, "--processes", "0"])
    assert ended.value.code == 2
    assert "'0' is not a number of processes" in capsys.readouterr().err
