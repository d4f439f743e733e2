"""Whole games line by line, on a real process with pipes: alone with bots, and people among each other."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.support.reader import Reader
from ys_tui.hosting import Hosted

pytestmark = pytest.mark.timeout(300)
NONSENSE: Final = (
    "xyzzy",
    "42",
    "up",
    "port",
    "up 9 port 1",
    "send me",
    "[red]bold[/]",
    "\x1b[2J",
    "é" * 2_000,
)
RESULT: Final = re.compile(r"^1\. .+: \d+ points \(market ", re.MULTILINE)


@pytest.mark.parametrize(
    ("bots", "options"),
    [("random", ""), ("greedy,random", "three-neighborhoods"), ("random,random,random", "kings-favor")],
)
def test_a_whole_game_alone(bots: str, options: str) -> None:
    """For two, three and four seats a player who reads prompts and types answers gets to the result."""
    with Reader("solo", "--seed", "5", "--bots", bots, "--options", options, seed=1) as reader:
        words = set()
        while (word := reader.decide()) != "over":
            words.add(word)
        assert {"bid", "place", "where", "send"} <= words
        assert "wins the game" in reader.output
        reader.enter("quit")
        assert reader.ended() == 0
    assert RESULT.search(reader.output)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", reader.output), "a control character was printed"


def test_nonsense_changes_nothing() -> None:
    """At every prompt of a round nonsense is answered in a line, and the same is asked as before."""
    rng, prompts = Random(3), 0
    with Reader("solo", "--seed", "6", "--bots", "random,random", seed=2) as reader:
        reader.wait_for("still closed.", times=2)  # from then on nothing happens by itself
        while (word := reader.prompt()) and "Round 2 begins" not in reader.output:
            question, board = _said(reader, ""), _said(reader, "board")
            for line in rng.sample(NONSENSE, 3):
                answer = _said(reader, line)
                assert len(answer) == 1, answer
                assert reader.word == word
            assert _said(reader, "board") == board
            assert _said(reader, "") == question
            reader.decide()
            prompts += 1
    assert prompts > 10


def _said(reader: Reader, line: str) -> list[str]:
    """Return what is said to a line."""
    return [each for each in reader.ask(line).splitlines() if each]


def test_people_meet_line_by_line(tmp_path: Path) -> None:
    """Two people open, join, set and begin a table by typed commands, talk, and play to the same result."""
    server = Hosted(
        ("--host", "127.0.0.1", "--database", str(tmp_path / "server.db")), tmp_path / "server.log"
    )
    try:
        address = server.local()
        with (
            Reader("join", address, "--name", "Alix", home=tmp_path / "alix", seed=1) as alix,
            Reader("join", address, "--name", "Bran", home=tmp_path / "bran", seed=2) as bran,
        ):
            assert alix.prompt() == "lobby"
            assert bran.prompt() == "lobby"
            alix.enter("open 3 nowhere")
            alix.wait_for("Ys has no option nowhere")
            alix.enter("open 3 title=A table [b]of[/b] ours")
            alix.wait_for("Chairs: 1 Alix (you, host). 2 free.")
            bran.wait_for_lobby("A table [b]of[/b] ours")
            bran.enter("sit 1")
            alix.wait_for("2 Bran. 1 free.")
            alix.enter("say hello \x1b[31mred\x1b[0m")
            bran.wait_for("Alix says: hello [31mred [0m")
            bran.enter("start")
            bran.wait_for("Only the host of the table can do that.")
            alix.seat_bot("random")
            alix.wait_for("All are here: start begins the game.")
            bran.enter("ready")
            alix.wait_for("2 Bran (ready)")
            alix.enter("start")
            with ThreadPoolExecutor(2) as both:
                ends = list(both.map(_play, (alix, bran)))
    finally:
        server.stop()
    assert ends[0] == ends[1]


def _play(reader: Reader) -> str:
    """Play to the end and return the result."""
    reader.wait_for("Bid two brokers")
    while reader.decide() != "over":
        pass
    reader.enter("quit")
    assert reader.ended() == 0
    found = RESULT.search(reader.output)
    assert found is not None
    return reader.output[found.start() :].partition("Saved;")[0]
