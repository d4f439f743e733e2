"""Counting the neighborhoods (R35–R41)."""

import pytest

from protocol.game import Choice, Step
from protocol.games.ys.board import COLOURS, Spot
from protocol.games.ys.events import CardWon, CountBegan, Discarded, Gained, Ranked, Returned, Revealed
from protocol.games.ys.game import settled
from protocol.games.ys.prompts import Reveal
from protocol.games.ys.state import add_gem
from tests.support.builders import A, B, C, D, counting, placed, told
from tests.support.ys_driver import play


@pytest.mark.rule("R35")
def test_one_neighborhood_wholly_before_the_next() -> None:
    """The second neighborhood stays hidden until the first is counted and its brokers given back."""
    table = placed(a="4down@port-1 3down@port-2", b="3down@palace-1 4up@port-2")
    counting(table)
    assert told(table, CountBegan) == [CountBegan(1)]
    assert [shown.spot for shown in told(table, Revealed)] == ["port-1", "palace-1"]
    assert table.prompts() == {A: Choice(what="gem", among=("blue", "green", "red"), why="neighborhood-1")}
    table.take("blue", "blue", "green")
    assert table.events.index(Returned(1)) < table.events.index(CountBegan(2))
    assert [shown.spot for shown in told(table, Revealed)] == ["port-1", "palace-1", "port-2"]
    backs = [broker.owner for broker in table.state.brokers if broker.spot == "back"]
    assert backs == [A, B]


@pytest.mark.rule("R35", "R42")
def test_owners_reveal_all_at_once() -> None:
    """Everybody with a face-down broker there is asked, nobody else."""
    table = placed(a="4down@port-1", b="3up@palace-1", c="0down@commerce-1 1down@port-3")
    table.state = settled(Step(table.state)).state
    prompts = table.prompts()
    assert list(prompts) == [A, C]
    assert all(isinstance(asked, Reveal) and asked.why == "neighborhood" for asked in prompts.values())
    assert [len(asked.tokens) for asked in prompts.values() if isinstance(asked, Reveal)] == [1, 1]


@pytest.mark.rule("R36")
def test_two_gems_one_and_one() -> None:
    """The first takes two, then the second and the third one each; the fourth gets nothing."""
    table = counting(
        placed(
            a="4up@port-1",
            b="3up@port-1",
            c="2up@port-1",
            d="1up@port-1",
            port=("blue", "blue", "green", "red"),
        )
    )
    for seat, gem in ((A, "red"), (A, "blue"), (B, "green")):
        assert list(table.prompts()) == [seat]
        table.take(gem)
    gained = [(gain.seat, gain.what) for gain in told(table, Gained) if gain.why == "neighborhood-1"]
    assert gained == [(A, "red"), (A, "blue"), (B, "green"), (C, "blue")], "the last gem is taken unasked"


@pytest.mark.rule("R36")
def test_what_nobody_takes_goes_to_the_supply() -> None:
    """With one player present two gems are left; with none, all four."""
    table = counting(placed(a="0up@palace-1"))
    table.take("blue", "green")
    assert Discarded(("blue", "red"), "neighborhood-1") in table.events
    assert Discarded(("blue", "blue", "green", "red"), "neighborhood-2") in table.events
    assert told(table, Ranked)[0].where == "neighborhood-1"


@pytest.mark.rule("R9")
def test_a_white_gem_is_named_at_once() -> None:
    """Blue, green, yellow or red, before the second gem is taken, and also when taking it was forced (F2)."""
    table = counting(
        placed(a="4up@port-1", b="1up@port-1", c="0up@port-1", port=("red", "white", "red", "red"))
    )
    table.take("white")
    assert table.prompts() == {A: Choice(what="colour", among=COLOURS, why="neighborhood-1")}
    table.take("yellow")
    assert table.state.players[A].gems == (0, 0, 1, 1, 1), "the reds and the port's black came unasked"
    assert Gained(A, "yellow", 1, "neighborhood-1", was="white") in table.events
    forced = counting(placed(a="4up@port-1", port=("white", "white"), market=("red", "red", "red")))
    assert forced.prompts() == {A: Choice(what="colour", among=COLOURS, why="neighborhood-1")}


@pytest.mark.rule("R37")
def test_the_best_in_the_port_gets_a_black_gem() -> None:
    """The port alone counts for it, not the neighborhood; an empty port's is discarded."""
    table = counting(placed(a="4up@palace-1", b="1up@port-1", port=("red",) * 4))
    assert [player.gems[4] for player in table.state.players] == [0, 1, 0, 0]
    assert Discarded(("black",), "port-2") in table.events


@pytest.mark.rule("R38")
def test_the_best_in_the_commercial_area_scores_three() -> None:
    """Nobody there, nothing."""
    table = counting(placed(a="4up@palace-1", b="1up@commerce-1", port=("red",) * 4))
    assert [player.points for player in table.state.players] == [0, 3, 0, 0]
    assert [player.sources for player in table.state.players][1] == (0, 3, 0, 0, 0)


@pytest.mark.rule("R39", "R51")
def test_the_best_in_the_palace_gets_the_card() -> None:
    """It lies openly before its player with the round it was won in; an empty palace's is discarded."""
    table = counting(
        placed(a="4up@port-1", b="1up@palace-1", port=("red",) * 4, palaces=("herald", "spy", "spy", "spy"))
    )
    assert told(table, CardWon) == [CardWon(B, "herald", Spot("palace-1"))]
    assert [(held.card, held.won) for held in table.state.players[B].cards] == [("herald", 1)]
    assert Discarded(("spy",), "palace-2") in table.events
    assert table.state.palaces == ("", "", "", "")


@pytest.mark.rule("R40")
def test_every_broker_counts_for_its_area_and_its_neighborhood() -> None:
    """The order is gems, port, commercial area, palace; areas do not know of each other."""
    table = counting(
        placed(
            a="2up@port-1 1down@commerce-1",
            b="1up@port-1 3up@commerce-1",
            d="0up@palace-1",
            palaces=("smuggler", "spy", "spy", "spy"),
            port=("red",) * 4,
        )
    )
    where = [ranked.where for ranked in told(table, Ranked)]
    assert where == ["neighborhood-1", "port-1", "commerce-1", "palace-1"]
    assert [(place.seat, place.strength) for place in told(table, Ranked)[0].ranking] == [
        (B, 4),
        (A, 3),
        (D, 0),
    ]
    gained = [(gain.seat, gain.what, gain.why) for gain in told(table, Gained)]
    assert gained == [
        (B, "red", "neighborhood-1"),
        (B, "red", "neighborhood-1"),
        (A, "red", "neighborhood-1"),
        (D, "red", "neighborhood-1"),
        (A, "black", "port-1"),
        (B, "points", "commerce-1"),
        (D, "black", "smuggler"),
    ]


@pytest.mark.rule("R8")
def test_the_supply_never_runs_out() -> None:
    """Somebody with all thirty blue gems of the box wins another."""
    table = placed(a="4up@port-1", port=("blue",) * 4)
    for _ in range(30):
        table.state = add_gem(table.state, A, "blue", "").state
    counting(table)
    assert table.state.players[A].gems[0] == 32


@pytest.mark.rule("R41")
def test_gems_are_told_of_when_won() -> None:
    """What the events say was won is what everybody has in the end."""
    table = play(7)
    for seat, player in enumerate(table.state.players):
        won = [gain.what for gain in told(table, Gained) if gain.seat == seat and gain.what != "points"]
        assert tuple(won.count(gem) for gem in (*COLOURS, "black")) == player.gems
