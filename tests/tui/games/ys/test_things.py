"""Everything on the board can be asked about: each thing tells what it means now, and its rules."""

import pytest

from protocol.game import Choice, View
from protocol.games.ys.board import BOARD, COLOURS
from protocol.games.ys.events import BidMade
from protocol.games.ys.layout import layout
from protocol.games.ys.prompts import PickBid, PickOrder, Place
from protocol.games.ys.scoring import scored
from protocol.games.ys.state import State
from tests.support.screen import NAMES, Told
from tests.tui.games.scenes import moments
from ys_tui.games.ys.aim import Aim, settle
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.things import OWNED, PRICE, TERMS, TIE, all_things, kind_of, title, told
from ys_tui.games.ys.topic import topic
from ys_tui.games.ys.words import card_text

TABLES = [(4, ()), (3, ("three-neighborhoods",)), (2, ()), (4, ("kings-favor",))]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_thing_is_told_at_every_moment(seats: int, options: tuple[str, ...]) -> None:
    """From the first bid to the end: a title, and sentences that end."""
    game = Told(4, NAMES[:seats], options)
    while game.match.prompts:
        table = game.sees(0)
        for what in (*all_things(table.view.state), TERMS):
            assert kind_of(what)
            assert title(what, names(table.setup))
            lines = told(table.view, what, names(table.setup))
            assert lines
            assert all(line.endswith(".") for line in lines), lines
        game.step(lambda view, choices, rng: choices[rng.randrange(len(choices))])


@pytest.mark.parametrize("what", [*BOARD, *all_things(moments()["place"][0].view.state)])
def test_what_the_mouse_is_at_comes_first(what: str) -> None:
    """A question mark tells of it before anything else, with rules by their numbers."""
    table = moments()["place"][0]
    lines = topic(table, Aim(), None, what)
    assert any(line.startswith("R") and line[1].isdigit() for line in lines[1:])
    first = lines[0].casefold()
    assert title(what, names(table.setup)).casefold() in first if kind_of(what) else what[:4] in first


def test_a_price_says_what_the_colour_pays() -> None:
    """Its step, its rank, the points for each place, and who has how many gems of it."""
    game = Told(4)
    game.run(2, PickBid)
    table = game.sees(0)
    state: State = table.view.state
    for colour in COLOURS:
        first, second = told(table.view, f"{PRICE}{colour}", NAMES)
        assert f"Step {state.prices[COLOURS.index(colour)]} of 15" in first
        for name, player in zip(NAMES, state.players, strict=True):
            count = player.gems[COLOURS.index(colour)]
            assert (f"{name} {count}" in second) == bool(count)


def test_what_gems_would_score_is_what_the_engine_scores() -> None:
    """The points that gems are told to be worth are those of the final scoring at the prices of now."""
    game = Told(4)
    while game.match.prompts:
        state: State = game.match.state
        ended = scored(state).state
        for seat, player in enumerate(state.players):
            (line,) = told(View(state, None, {}), f"{OWNED}{seat}", NAMES)
            points = ended.players[seat].points - player.points
            assert f"{points} VP in all" in line if any(player.gems) else line == "None yet."
        game.step(lambda view, choices, rng: choices[rng.randrange(len(choices))])


def test_a_closed_bid_shows_its_values_to_its_owner_alone() -> None:
    """Others read that it is closed; the owner reads the two values and their sum."""
    game = Told(4)
    seat = game.run(1, PickBid)
    game.step(lambda view, choices, rng: choices[0])
    bidder = next(each.event.seat for each in game.journal if isinstance(each.event, BidMade))
    own = " ".join(told(game.sees(bidder).view, f"{TIE}{bidder}", NAMES))
    other = " ".join(told(game.sees((bidder + 1) % 4).view, f"{TIE}{bidder}", NAMES))
    assert "A closed bid" in own
    assert "Yours is " in own
    assert "Yours" not in other
    assert seat >= 0


def test_an_order_card_not_taken_yet_is_told_as_open() -> None:
    """While the cards are chosen, whoever has none reads so; whoever has one, when they place."""
    game = Told(4)
    game.run(1, PickOrder)
    table = game.sees(0)
    words = [told(table.view, f"order-{seat}", NAMES)[0] for seat in range(4)]
    assert any("Not chosen yet" in line for line in words)


def test_the_marked_colour_tells_its_price() -> None:
    """Of a gem, a colour or a price that is to be chosen the price stands first."""
    game = Told(4)
    table = game.sees(game.run(1, Choice, what="gem"))
    aim = settle(table, Aim(option=0), table.prompt)
    assert topic(table, aim)[0].startswith("The price of ")


def test_the_card_of_a_palace_is_told_with_the_place() -> None:
    """Whoever marks a palace reads what its card does."""
    game = Told(4)
    table = game.sees(game.run(1, Place))
    card = table.view.state.palaces[1]
    assert card_text(card) in " ".join(topic(table, Aim(value=3, cursor=BOARD[5])))


def test_all_of_the_board_is_told_to_whoever_has_no_mouse() -> None:
    """Behind the rules on what is asked stands every price, line, neighborhood and row of a player."""
    table = moments()["place"][0]
    lines = topic(table, Aim())
    for what in all_things(table.view.state):
        assert any(line.startswith(f"{title(what, names(table.setup))}: ") for line in lines), what
    assert layout(table.setup).seats == 4


@pytest.mark.parametrize("pointed", ["", "neighborhood-2"])
def test_how_gems_are_taken_is_told_once_and_by_itself(pointed: str) -> None:
    """It is so of each neighborhood, and no part of what the card does that lies in one."""
    lines = topic(moments()["place"][0], Aim(), None, pointed)
    words = "Each neighborhood: Its gems go by the sums in its three areas: 2 to the first, 1 to the second"
    assert [line for line in lines if "three areas:" in line] == [f"{words}, 1 to the third."]
