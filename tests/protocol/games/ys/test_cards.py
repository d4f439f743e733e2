"""When character cards may be used (R48–R52b); what each does is in `test_characters`."""

import pytest
from msgspec.structs import replace

from protocol.game import Action, Choice, Illegal, Seat
from protocol.games.ys.actions import Pass, PlaceDown, Take, UseCard
from protocol.games.ys.board import Spot
from protocol.games.ys.characters import CHARACTERS, When
from protocol.games.ys.events import CardUsed, CountBegan
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import Place, PlayCards
from protocol.games.ys.state import ENOUGH, Held, Phase
from tests.support.builders import A, B, C, D, counting, placed, tokens, told
from tests.support.ys_driver import Table


def windows(cards: dict[Seat, tuple[str, ...]], orders: tuple[int, ...] = (1, 2, 3, 4)) -> Table:
    """Return a table at which the last brokers were shown; a and b have some on the board."""
    on_board = "4up@palace-1 3up@port-1"
    return counting(placed(a=on_board, b=on_board, cards=cards, orders=orders, phase=Phase.SHOW_LAST))


def refused(table: Table, seat: Seat, action: Action) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        YS.apply(table.state, seat, action)
    return refusal.value.code


@pytest.mark.rule("R52")
def test_every_card_has_its_window() -> None:
    """Spy and Envoy before placing, Herald and Magician after it, Intriguer then, the rest at once."""
    assert {name: card.when for name, card in CHARACTERS.items()} == {
        "spy": When.TURN,
        "envoy": When.TURN,
        "herald": When.PLACED,
        "magician": When.PLACED,
        "intriguer": When.COUNT,
        "prince": When.WON,
        "king": When.WON,
        "jeweller": When.WON,
        "smuggler": When.WON,
        "courtier": When.WON,
    }


@pytest.mark.rule("R48")
def test_a_card_waits_for_the_round_after_it_was_won() -> None:
    """In the round in which it was won it is not offered, in the next it is."""
    table = placed(phase=Phase.PLACE, cards={A: ("envoy",)})
    won_now = replace(table.state.players[A], cards=(Held("envoy", table.state.round),))
    table.state = replace(table.state, players=(won_now, *table.state.players[1:]))
    counting(table)
    assert refused(table, A, UseCard(card="envoy")) == "not-offered"
    later = counting(placed(phase=Phase.PLACE, cards={A: ("envoy",)}))
    later.do(A, UseCard(card="envoy"))


@pytest.mark.rule("R52a")
def test_placing_closes_the_window_of_the_turn() -> None:
    """Cards are offered with the placing, and no more once a broker is placed."""
    table = counting(placed(phase=Phase.PLACE, cards={A: ("envoy", "herald", "envoy")}))
    (asked,) = table.prompts().values()
    assert isinstance(asked, Place)
    assert asked.cards == ("envoy",)
    (token,) = tokens(table, A, 1)
    table.do(A, PlaceDown(token=token, spot=Spot("port-1")))
    assert refused(table, A, UseCard(card="envoy")) == "not-offered"


@pytest.mark.rule("R52", "R52a")
def test_the_later_windows_in_turn() -> None:
    """First all of W2, then all of W3, each by ascending order card; who has nothing to use is not asked."""
    cards = {
        A: ("herald", "intriguer"),
        B: ("magician", "intriguer"),
        C: ("spy", "prince"),
        D: ("intriguer",),
    }
    table = windows(cards, orders=(3, 1, 2, 4))
    asked = ((B, "magician"), (A, "herald"), (B, "intriguer"), (A, "intriguer"), (D, "intriguer"))
    for seat, card in asked:
        assert table.prompts() == {seat: PlayCards(cards=(card,))}
        table.do(seat, Pass())
    assert CountBegan(1) in table.events


@pytest.mark.rule("R49")
def test_two_cards_a_round() -> None:
    """After the second nothing is offered; a pass is for good."""
    table = windows({A: ("herald", "herald", "herald", "intriguer")})
    for _ in range(2):
        table.do(A, UseCard(card="herald"))
        table.take(str(tokens_on(table, A)), "port-3" if table.state.players[A].used == 1 else "port-4")
    assert [used.card for used in told(table, CardUsed)] == ["herald", "herald"]
    assert [held.card for held in table.state.players[A].cards] == ["herald", "intriguer"]
    assert CountBegan(1) in table.events


@pytest.mark.rule("R49")
def test_cards_that_act_at_once_do_not_count() -> None:
    """Winning two of them leaves both uses of the round."""
    table = counting(
        placed(a="4up@palace-1 3up@palace-2", port=("red",) * 4, palaces=("prince", "king", "spy", "spy"))
    )
    assert table.state.players[A].used == 0
    assert table.state.players[A].points == 9


@pytest.mark.rule("R50")
def test_a_used_card_is_discarded() -> None:
    """One copy goes, the other stays; what its player does not have cannot be used."""
    table = windows({A: ("intriguer", "intriguer")})
    assert refused(table, A, UseCard(card="herald")) == "not-offered"
    table.do(A, UseCard(card="intriguer"))
    assert [held.card for held in table.state.players[A].cards] == ["intriguer"]
    assert CountBegan(1) in table.events, "a second Intriguer would change nothing and is not offered"


@pytest.mark.rule("R52b")
def test_all_is_named_before_anything_is_shown() -> None:
    """The spy's own brokers cannot be named; `enough` is offered after the first."""
    table = counting(
        placed(
            a="1down@port-1",
            b="4down@palace-1 3up@port-1",
            c="2down@port-1 1down@port-1",
            phase=Phase.PLACE,
            cards={A: ("spy",)},
        )
    )
    table.do(A, UseCard(card="spy"))
    hidden = [str(broker.token) for broker in table.state.brokers if broker.spot != "hand" and not broker.up]
    others = tuple(hidden[1:])
    assert table.prompts() == {A: Choice(what="broker", among=others, why="spy")}
    table.take(others[0])
    assert not table.state.peeks
    assert table.prompts() == {A: Choice(what="broker", among=(*others[1:], ENOUGH), why="spy")}
    table.do(A, Take(what=ENOUGH))
    assert [str(peek.token) for peek in table.state.peeks] == [others[0]]


def tokens_on(table: Table, seat: Seat) -> int:
    """Return a broker of `seat` that is on the board."""
    return next(
        broker.token for broker in table.state.brokers if broker.owner == seat and broker.spot != "hand"
    )
