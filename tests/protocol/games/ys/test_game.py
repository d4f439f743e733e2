"""Starting a game, decoding actions, and who may act at all."""

import pytest
from msgspec.structs import replace

from protocol.codec import pack
from protocol.game import Ballot, Illegal, Resign, Seat, Setup, View
from protocol.games import GAMES
from protocol.games.ys.actions import Bid, Order, Pass, PlaceUp
from protocol.games.ys.board import Spot
from protocol.games.ys.game import YS
from protocol.games.ys.state import Phase
from protocol.seals import Opening, Token
from tests.support.builders import A, dealt
from tests.support.ys_driver import play, setup_of, vault


def refusal(setup: Setup) -> str:
    """Return the code with which a setup is refused."""
    with pytest.raises(Illegal) as refused:
        YS.start(setup)
    return refused.value.code


def test_the_registry_lists_it() -> None:
    """The game is found by its key."""
    assert GAMES["ys"] is YS


@pytest.mark.rule("R1")
def test_what_cannot_be_played_is_refused() -> None:
    """Five seats, one, another game, other rules, options that do not go together, and useless keys."""
    setup = setup_of(1)
    assert refusal(replace(setup, seats=setup.seats[:1])) == "wrong-seats"
    assert refusal(replace(setup, seats=setup.seats + setup.seats[:1])) == "wrong-seats"
    assert refusal(replace(setup, game="chess")) == "wrong-game"
    assert refusal(replace(setup, rules=3)) == "wrong-rules"
    assert refusal(replace(setup, rules=0)) == "wrong-rules"
    assert refusal(replace(setup, options=("three-neighborhoods",))) == "wrong-options"
    assert refusal(replace(setup, options=("kings-favor", "kings-favor"))) == "wrong-options"
    assert refusal(replace(setup, seats=setup.seats[:2], options=("kings-favor",))) == "wrong-options"
    weak = replace(setup.seats[0], box=bytes(32))
    assert refusal(replace(setup, seats=(weak, *setup.seats[1:]))) == "wrong-keys"


def test_what_the_first_revision_played_goes_on() -> None:
    """Four seats without options are the same game by both revisions; the first played nothing else."""
    setup = replace(setup_of(1), rules=1)
    assert YS.start(setup).setup == setup
    assert refusal(replace(setup, options=("kings-favor",))) == "wrong-rules"
    assert refusal(replace(setup, seats=setup.seats[:3])) == "wrong-rules"


@pytest.mark.rule("R13", "R17")
def test_the_start() -> None:
    """Nobody has points or gems, everybody seals eleven brokers."""
    state = YS.start(setup_of(1))
    assert [(player.points, player.gems, player.cards) for player in state.players] == [(0, (0,) * 5, ())] * 4
    assert [broker.spot for broker in state.brokers] == ["hand"] * 44
    assert list(YS.prompts(state)) == [0, 1, 2, 3]
    assert YS.outcome(state) is None


def test_actions_come_back_from_their_bytes() -> None:
    """What was packed is decoded; anything else is refused."""
    for action in (
        Resign(),
        Pass(),
        Bid(tokens=(Token(1), Token(2))),
        PlaceUp(token=Token(3), opening=Opening(4, bytes(16)), spot=Spot("palace-1")),
    ):
        assert YS.decode(pack(action)) == action
    harmful = [
        pack({"do": "take", "what": "\x1b[2J"}),
        pack({"do": "placedown", "token": 1, "spot": "a\x07"}),
    ]
    for raw in (b"", b"\xc1", pack({"do": "nonsense"}), pack({"do": "order", "card": "one"}), *harmful):
        with pytest.raises(Illegal) as refused:
            YS.decode(raw)
        assert refused.value.code == "bad-action"


def test_who_is_not_asked_may_not_act() -> None:
    """Another phase's action, a vote, and anything by a seat that does not exist are refused."""
    state = dealt().state
    for seat, action in (
        (A, Order(card=1)),
        (A, Ballot(seat=A, choice="wait")),
        (Seat(7), Resign()),
        (Seat(-1), Resign()),
    ):
        with pytest.raises(Illegal) as refused:
            YS.apply(state, seat, action)
        assert refused.value.code == "not-asked"


def test_over_is_over() -> None:
    """After the end nobody is asked, resigning is refused, the result stands, nothing is hidden or owed."""
    state = play(3).state
    assert state.phase is Phase.OVER
    assert YS.prompts(state) == {}
    assert YS.left(state) == ()
    result = YS.outcome(state)
    assert result is not None
    assert result.points == tuple(player.points for player in state.players)
    with pytest.raises(Illegal) as refused:
        YS.apply(state, A, Resign())
    assert refused.value.code == "over"
    assert YS.knows(state, A, vault(3, 0)) == {}
    assert YS.owed(state, A, vault(3, 0)) == ()
    assert len(YS.legal(View(state, A, {}))) == 0
