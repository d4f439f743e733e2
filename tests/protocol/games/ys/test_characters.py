"""What each character does: one scenario per registered card, in the test that bears its name."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from protocol.game import Choice, Seat
from protocol.games.ys import characters
from protocol.games.ys.actions import Pass, UseCard
from protocol.games.ys.board import COLOURS, Spot
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import CardWon, Gained, Moved, Peeked, PeekShown, Placed, Ranked, Swapped
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import Place, PlayCards
from protocol.games.ys.state import ENOUGH, Broker, Phase
from tests.support.builders import A, B, C, D, counting, placed, told
from tests.support.ys_driver import Table


def won(card: str) -> Table:
    """Return a table at which a alone was in palace 1, where this card was."""
    table = counting(placed(a="0up@palace-1", port=("red",) * 4, palaces=(card, "spy", "spy", "spy")))
    assert told(table, CardWon) == [CardWon(A, card, Spot("palace-1"))]
    return table


def brokers(table: Table, seat: Seat) -> Sequence[Broker]:
    """Return what `seat` has on the board."""
    return [broker for broker in table.state.brokers if broker.owner == seat and "-" in broker.spot]


@pytest.mark.parametrize("card", sorted(CHARACTERS))
def test_every_card_has_its_scenario(card: str) -> None:
    """No card is registered without a test of its name in this module."""
    assert f"test_{card}" in globals()


def test_no_card_is_named_outside_the_characters() -> None:
    """What a card does is in its class alone: no other module of the game has its name in a string."""
    folder = Path(characters.__file__).parent
    modules = [path for path in folder.parent.rglob("*.py") if folder not in path.parents]
    words = {
        node.value
        for path in modules
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert "market" in words
    assert words & set(CHARACTERS) == set()


@pytest.mark.rule("R48")
def test_prince() -> None:
    """Scores 4 points when it is won, and is gone."""
    table = won("prince")
    assert Gained(A, "points", 4, "prince") in table.events
    assert table.state.players[A].sources == (0, 0, 4, 0, 0)
    assert table.state.players[A].cards == ()


@pytest.mark.rule("R48")
def test_king() -> None:
    """Scores 5 points when it is won, and is gone."""
    table = won("king")
    assert Gained(A, "points", 5, "king") in table.events
    assert table.state.players[A].sources == (0, 0, 5, 0, 0)
    assert table.state.players[A].cards == ()


@pytest.mark.rule("R48")
def test_jeweller() -> None:
    """Gives a gem of a colour of choice when it is won."""
    table = won("jeweller")
    assert table.prompts() == {A: Choice(what="colour", among=COLOURS, why="jeweller")}
    table.take("yellow")
    assert Gained(A, "yellow", 1, "jeweller") in table.events
    assert table.state.players[A].gems[2] == 1
    assert table.state.players[A].cards == ()


@pytest.mark.rule("R19")
def test_courtier() -> None:
    """The blue-edged card gives a gem of a colour of choice when it is won, and nothing else."""
    table = won("courtier")
    assert table.prompts() == {A: Choice(what="colour", among=COLOURS, why="courtier")}
    table.take("blue")
    assert table.state.players[A].gems == (1, 0, 0, 2, 0)
    assert table.state.players[A].points == 0
    assert table.state.players[A].cards == ()


def test_smuggler() -> None:
    """Gives a black gem when it is won."""
    table = won("smuggler")
    assert Gained(A, "black", 1, "smuggler") in table.events
    assert table.state.players[A].gems[4] == 1


@pytest.mark.rule("R32", "R52b")
def test_spy() -> None:
    """Looks at up to three face-down brokers of others; they stay so, and nobody else learns their values."""
    table = placed(
        b="4down@palace-1 0down@market-1-red 3up@port-1",
        c="2down@port-1 1down@port-1",
        phase=Phase.PLACE,
        cards={A: ("spy", "spy")},
    )
    counting(table)
    table.do(A, UseCard(card="spy"))
    hidden = [broker for broker in table.state.brokers if broker.spot != "hand" and not broker.up]
    assert len(hidden) == 4
    looked = tuple(broker.token for broker in hidden[:3])
    table.take(*map(str, looked))
    assert Peeked(A, looked) in table.events
    assert [(shown.seat, shown.spy) for shown in told(table, PeekShown)] == [(B, A), (B, A), (C, A)]
    known = table.view(A).known
    owners = {broker.token: table.view(broker.owner).known[broker.token] for broker in hidden}
    assert {token: known[token] for token in looked} == {token: owners[token] for token in looked}
    assert hidden[3].token not in known
    assert not any(token in table.view(D).known for token in looked)
    assert all(broker.value is None for broker in table.state.brokers if broker.token in looked)
    assert isinstance(table.prompts()[A], Place), "its turn goes on"
    table.do(A, UseCard(card="spy"))
    assert told(table, Peeked)[1] == Peeked(A, (hidden[3].token,)), (
        "the only one it has not seen is named unasked"
    )


@pytest.mark.rule("R52b")
def test_a_spy_needs_something_to_look_at() -> None:
    """Without another's face-down broker on the board the card is not offered; one is enough."""
    for b, cards in (("4up@palace-1", ()), ("4down@palace-1", ("spy",))):
        table = counting(placed(a="1down@port-1", b=b, phase=Phase.PLACE, cards={A: ("spy",)}))
        (asked,) = table.prompts().values()
        assert isinstance(asked, Place)
        assert asked.cards == cards


def test_a_spy_may_stop_early() -> None:
    """`enough` ends the naming."""
    table = placed(b="4down@palace-1 0down@port-1 1down@port-1", phase=Phase.PLACE, cards={A: ("spy",)})
    counting(table)
    table.do(A, UseCard(card="spy"))
    first = str(brokers(table, B)[0].token)
    table.take(first, ENOUGH)
    assert [peeked.tokens for peeked in told(table, Peeked)] == [(int(first),)]


def test_herald() -> None:
    """Moves an own broker to any other legal place; it keeps its face, and the market pays nothing for it."""
    table = placed(
        a="4down@palace-1 3up@market-1-blue",
        b="1up@market-1-red",
        cards={A: ("herald",)},
        phase=Phase.SHOW_LAST,
    )
    counting(table)
    table.do(A, UseCard(card="herald"))
    own = {broker.spot: broker.token for broker in brokers(table, A)}
    assert table.prompts()[A] == Choice(
        what="broker", among=tuple(str(broker.token) for broker in brokers(table, A)), why="herald"
    )
    table.take(str(own[Spot("palace-1")]))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Choice)
    assert asked.what == "spot"
    assert len(asked.among) == 24 - 3, "not where it stands, and on no taken square"
    table.do(A, YS.legal(table.view(A))[asked.among.index("market-2-red")])
    moved = next(broker for broker in table.state.brokers if broker.token == own[Spot("palace-1")])
    assert told(table, Moved) == [Moved(A, moved.token, Spot("palace-1"), Spot("market-2-red"), "herald")]
    assert [broker.spot for broker in table.state.brokers if broker.token == moved.token] == ["market-2-red"]
    assert not moved.up
    assert table.state.players[A].points == 0


def test_magician() -> None:
    """Exchanges two own brokers in different places; each keeps its face."""
    table = placed(
        a="4down@palace-1 3up@market-1-blue 3up@palace-1", cards={A: ("magician",)}, phase=Phase.SHOW_LAST
    )
    counting(table)
    table.do(A, UseCard(card="magician"))
    hidden = next(broker for broker in brokers(table, A) if not broker.up)
    trader = next(broker for broker in brokers(table, A) if broker.spot == "market-1-blue")
    table.take(str(hidden.token))
    swapped = Swapped(A, (hidden.token, trader.token), (trader.spot, hidden.spot), "magician")
    assert told(table, Swapped) == [swapped], "the only one elsewhere is named unasked"


def test_a_magician_needs_two_places() -> None:
    """With all own brokers in one place the card is not offered."""
    for a, offered in (("4up@palace-1 3up@palace-1", False), ("4up@palace-1 3up@port-1", True)):
        table = counting(placed(a=a, cards={A: ("magician",)}, phase=Phase.SHOW_LAST))
        assert (table.prompts() == {A: PlayCards(cards=("magician",))}) is offered


@pytest.mark.rule("R33", "R45")
def test_intriguer() -> None:
    """Wins every tie of the counting, also between columns (F1), to the end of the round."""
    table = placed(
        a="3up@palace-1",
        b="3up@palace-1 4@bid 4@bid 3@last",
        cards={A: ("intriguer",)},
        phase=Phase.SHOW_LAST,
    )
    counting(table)
    table.do(A, UseCard(card="intriguer"))
    table.take("blue", "blue", "green")
    ranking = told(table, Ranked)[0].ranking
    assert [(place.seat, place.decided) for place in ranking] == [(A, "intriguer"), (B, "")]
    assert table.prompts()[A] == Choice(what="column", among=COLOURS, why="market")
    table.take("blue", "green", "yellow")
    assert table.state.in_force == ()


def test_envoy() -> None:
    """Both brokers of the turn go face down; the next turn is as ever."""
    table = counting(placed(phase=Phase.PLACE, cards={A: ("envoy", "envoy")}))
    table.do(A, UseCard(card="envoy"))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Place)
    assert (asked.up, asked.down, asked.cards) == (0, 2, ())
    table.until(lambda at: len(told(at, Placed)) == 2)
    assert [event.value for event in told(table, Placed)] == [None, None]
    (after,) = table.prompts().values()
    assert isinstance(after, Place)
    assert (after.up, after.down) == (1, 1)
    assert C not in table.prompts()
    assert Pass not in {type(action) for action in YS.legal(table.view(B))}
