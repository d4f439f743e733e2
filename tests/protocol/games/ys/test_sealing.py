"""Sealing the hands and dealing the round (R14–R21)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Action, Chance, Illegal, Seat
from protocol.games.ys.actions import SealHand
from protocol.games.ys.board import ROUNDS, SHIPS
from protocol.games.ys.characters import BLUE_DECK, YELLOW_DECK
from protocol.games.ys.events import OrdersDealt, RoundBegan
from protocol.games.ys.game import YS
from protocol.games.ys.layout import layout
from protocol.games.ys.state import Phase
from tests.support.builders import A, B, told
from tests.support.ys_driver import Table, play, setup_of, vault


def refused(table: Table, seat: Seat, action: Action) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        YS.apply(table.state, seat, action)
    return refusal.value.code


def hand_of(table: Table, seat: Seat) -> SealHand:
    """Return the sealing that an honest client sends."""
    (sealing,) = table.answers(seat)
    assert isinstance(sealing, SealHand)
    return sealing


@pytest.mark.rule("R3")
def test_a_hand_is_eleven_new_seals_and_the_next_link() -> None:
    """A wrong number, a seal that is there twice, and a link of no chain are refused."""
    table = Table(1)
    sealing = hand_of(table, A)
    assert refused(table, A, replace(sealing, seals=sealing.seals[:10])) == "bad-seals"
    assert refused(table, A, replace(sealing, seals=sealing.seals[:10] + sealing.seals[:1])) == "bad-seals"
    assert refused(table, A, replace(sealing, link=vault(1, A).link(1))) == "bad-link"
    table.do(A, sealing)
    other = hand_of(table, B)
    assert refused(table, B, replace(other, seals=sealing.seals)) == "bad-seals"
    assert refused(table, B, replace(other, link=sealing.link)) == "bad-link"
    assert A not in table.prompts(), "a hand is sealed once"


def test_nature_gives_the_next_link() -> None:
    """Nothing is dealt by another link than nature's next."""
    table = Table(1).until(lambda at: at.state.phase is Phase.DRAW)
    assert list(table.prompts()) == [NATURE]
    assert refused(table, NATURE, Chance(link=vault(1, NATURE).link(1))) == "bad-link"
    table.step()
    assert table.state.phase is Phase.BID


def test_a_draw_needs_every_link() -> None:
    """Another link of any one seat or of nature gives another draw."""
    table = Table(1).until(lambda at: at.state.phase is Phase.DRAW)
    (chance,) = table.answers(NATURE)
    dealt = YS.apply(table.state, NATURE, chance).state
    for seat in range(4):
        links = tuple(bytes(32) if at == seat else link for at, link in enumerate(table.state.links))
        other = YS.apply(replace(table.state, links=links), NATURE, chance).state
        assert (other.palaces, other.ports, other.market) != (dealt.palaces, dealt.ports, dealt.market)


@pytest.mark.rule("R12", "R14")
def test_order_cards_1_to_4_are_dealt_once() -> None:
    """Each seat gets one, other games give other ones, later rounds deal none."""
    tables = [play(seed) for seed in range(4)]
    dealings = [told(table, OrdersDealt) for table in tables]
    assert {len(dealing) for dealing in dealings} == {1}
    assert {tuple(sorted(dealing[0].orders)) for dealing in dealings} == {(1, 2, 3, 4)}
    assert len({dealing[0].orders for dealing in dealings}) > 1


@pytest.mark.rule("R2", "R15", "R16", "R18", "R19")
def test_what_four_rounds_deal() -> None:
    """Twelve of the yellow deck in rounds 1 to 3, blue ones in round 4, 20 different ships."""
    table = play(1)
    rounds = told(table, RoundBegan)
    assert [began.round for began in rounds] == list(range(1, ROUNDS + 1))
    yellow = Counter(card for began in rounds[:3] for card in began.palaces)
    assert yellow.total() == 12
    assert yellow <= Counter(YELLOW_DECK)
    assert rounds[3].palaces == BLUE_DECK
    cargoes = Counter(
        tuple(sorted(gems)) for began in rounds for gems in (*map(set, began.ports), began.market)
    )
    assert cargoes.total() == 20
    ships = Counter(tuple(sorted(ship)) for ship in SHIPS)
    assert cargoes <= ships
    assert len(table.state.left.ships) == 4


@pytest.mark.rule("R20")
def test_a_port_offers_the_large_gem_twice() -> None:
    """Four gems, two of them of one colour, which is never white."""
    for began in told(play(2), RoundBegan):
        for large, twin, *small in began.ports:
            assert large == twin != "white"
            assert (large, *small) in SHIPS


@pytest.mark.rule("R21")
def test_the_markets_gems() -> None:
    """One of each; white on line 1, the others in the card's order."""
    fixed = layout(setup_of(1))
    assert fixed.market(("red", "blue", "green")) == ("red", "blue", "green")
    assert fixed.market(("red", "blue", "white")) == ("white", "red", "blue")
    began = told(play(2), RoundBegan)
    assert all(len(set(round_.market)) == 3 for round_ in began)


@pytest.mark.rule("R17", "R47")
def test_each_round_begins_with_a_fresh_hand() -> None:
    """At every sealing 44 new tokens lie behind the screens and nothing of the old round is left."""
    table = Table(5)
    for number in range(1, ROUNDS + 1):
        while table.state.round < number:
            table.step()
        state = table.state
        assert state.phase is Phase.SEAL
        assert [broker.token for broker in state.brokers] == list(range((number - 1) * 44, number * 44))
        assert {(broker.spot, broker.value, broker.boxes) for broker in state.brokers} == {("hand", None, ())}
        assert (state.ports, state.market, state.palaces, state.in_force) == ((), (), (), ())
        assert {player.used for player in state.players} == {0}
