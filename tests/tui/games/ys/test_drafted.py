"""A draft shows the choice itself: no result of it, nobody else's, no question that comes after results."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from protocol.game import Action, Choice, Seat, View
from protocol.games.ys import events
from protocol.games.ys.actions import PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import BOARD, THRONE
from protocol.games.ys.prompts import PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import Broker, Phase, State
from tests.support.driver import any_of
from tests.support.screen import NAMES, Told
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import scene_of
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.draw import chip
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

COUNTING = {Phase.CARDS, Phase.CITY, Phase.MARKET, Phase.FAVOR}
SHOWN = ("prices", "phase", "area", "palaces", "round")
"""What only the telling of results may change, but for the price that one moves oneself."""


def drafts(seed: int, options: tuple[str, ...] = ()) -> Iterator[tuple[Told, Seat, TableSnapshot]]:
    """Yield every whole draft that a game's players make while it is counted, before it is sent."""
    told = Told(seed, options=options)
    while told.match.prompts:
        for seat, prompt in told.match.prompts.items():
            if prompt.automatic or told.match.state.phase not in COUNTING:
                continue
            chair = told.chairs[seat]
            while chair.prompt is not None:
                chair.pick(chair.legal()[0])
                yield told, seat, told.sees(seat)
            while chair.undo():
                pass
        told.step(any_of)


@pytest.mark.parametrize("options", [(), ("kings-favor",)])
def test_no_draft_of_a_count_shows_a_result_of_others(options: tuple[str, ...]) -> None:
    """Points and gems of others, cards won, prices of columns, the next place: all stay as they were told."""
    count = 0
    for told, seat, table in drafts(4, options):
        now: State = told.match.state
        shown: State = as_chosen(table).view.state
        for other in range(len(now.players)):
            if other != seat:
                assert shown.players[other] == now.players[other]
        own, before = shown.players[seat], now.players[seat]
        assert own.gems[-1] == before.gems[-1]
        moved = [name for name in SHOWN if getattr(shown, name) != getattr(now, name)]
        assert moved in ([], ["prices"])
        if moved:
            assert sum(new != old for new, old in zip(shown.prices, now.prices, strict=True)) == 1
        count += 1
    assert count > 50


def test_two_gems_are_one_choice_and_what_follows_is_asked_later() -> None:
    """After the first gem the second is asked; after that nothing, though the rules would go on at once."""
    told = Told(4)
    seat = told.run(1, Choice, what="gem")
    chair = told.chairs[seat]
    gems = sum(told.match.state.players[seat].gems)
    while isinstance(chair.prompt, Choice) and chair.prompt.what in {"gem", "colour"}:
        table = as_chosen(told.sees(seat))
        assert table.prompt == chair.prompt
        chair.pick(chair.legal()[0])
    table = as_chosen(told.sees(seat))
    assert table.prompt is None
    assert table.legal == ()
    assert sum(table.view.state.players[seat].gems) == gems + 2


def test_a_pass_before_the_count_shows_no_count() -> None:
    """Whoever passes last sees the board as it was: the first neighborhood is not begun."""
    for seed in range(4, 30):
        told = Told(seed)
        while not (
            len(told.match.prompts) == 1
            and isinstance(next(iter(told.match.prompts.values())), PlayCards)
            and told.match.state.phase is Phase.CARDS
        ):
            told.step(any_of)
        (seat,) = told.match.prompts
        chair = told.chairs[seat]
        chair.pick(chair.legal()[-1])
        table = as_chosen(told.sees(seat))
        if table.view.state.phase is not chair.state.phase:
            assert table.view.state == told.match.state
            return
    raise AssertionError("no pass begins a count")


def test_an_order_card_in_the_draft_asks_for_no_placing() -> None:
    """The card that is left goes to somebody else: placing is asked once that was told."""
    for seed in range(4, 30):
        told = Told(seed)
        seat = told.run(1, PickOrder)
        while len(told.match.prompts[seat].among) > 2 if seat in told.match.prompts else True:  # type: ignore[attr-defined]
            told.step(any_of)
            seat = next(iter(told.match.prompts))
        chair = told.chairs[seat]
        chair.pick(chair.legal()[0])
        if chair.prompt is not None:
            assert as_chosen(told.sees(seat)).prompt is None
            return
    raise AssertionError("nobody who chooses last places first")


def test_a_table_without_a_draft_is_itself() -> None:
    """Nothing is computed for it; nor for the draft that nothing follows from."""
    told = Told(4, options=("kings-favor",))
    seat = told.run(1, Choice, what="gem")
    table = told.sees(seat)
    assert as_chosen(table) is table
    watched = told.sees(None)
    assert as_chosen(watched) is watched


def test_the_last_choice_for_the_throne_room_clears_no_board() -> None:
    """Though the round is over with it: the broker lies in the throne room, and all else as it was."""
    told = Told(4, options=("kings-favor",))
    seat = told.run(1, PickThrone)
    while len(told.match.prompts) > 1:
        told.step(any_of)
        seat = next(iter(told.match.prompts))
    chair = told.chairs[seat]
    chair.pick(chair.legal()[0])
    assert chair.state.phase is not Phase.FAVOR
    shown: State = as_chosen(told.sees(seat)).view.state
    assert shown.phase is Phase.FAVOR
    assert shown.players == told.match.state.players
    assert any(isinstance(told_of.event, events.Returned) for told_of in told.journal)


def exchanging() -> Iterator[tuple[Told, Seat, tuple[Broker, Broker]]]:
    """Yield games in which a Magician exchanges a broker of the throne room with one on the board."""
    for seed in range(4, 60):
        told = Told(seed, options=("kings-favor",))
        try:
            seat = told.run(2, Choice, what="broker", why="magician", choose=card_if_any)
        except LookupError:
            continue
        state: State = told.match.state
        own = [each for each in state.brokers if each.owner == seat]
        inside = next((each for each in own if each.spot == THRONE), None)
        outside = next((each for each in own if each.spot in BOARD and each.up), None)
        if inside is not None and outside is not None:
            yield told, seat, (inside, outside)


def card_if_any(view: View[State], choices: Sequence[Action], rng: Random) -> Action:
    """Use a card if there is one, else do anything."""
    return choices[0] if isinstance(choices[0], UseCard) else any_of(view, choices, rng)


def test_brokers_exchanged_with_the_throne_room_lie_as_those_they_replace() -> None:
    """In the draft, in the list of answers and on the board: face up on the board, face down in the room."""
    told, seat, (inside, outside) = next(exchanging())
    chair = told.chairs[seat]
    chair.pick(Take(str(inside.token)))
    chair.pick(Take(str(outside.token)))
    table = as_chosen(told.sees(seat))
    scene = scene_of(table, Aim(), NIGHT, UNICODE)
    brokers = {each.token: each for each in scene.state.brokers}
    moved, gone = brokers[inside.token], brokers[outside.token]
    assert (moved.spot, gone.spot) == (outside.spot, THRONE)
    value = scene.value(moved)
    assert value is not None
    assert chip(scene, moved, NIGHT.night).text == f"{UNICODE.up[seat]}{value}"
    assert chip(scene, gone, NIGHT.night).text == f"{UNICODE.down[seat]}{outside.value}"
    while chair.undo():
        pass
    shown = scene_of(told.sees(seat), Aim(), NIGHT, UNICODE)
    assert chip(shown, outside, NIGHT.night).text == f"{UNICODE.up[seat]}{outside.value}"
    assert chip(shown, inside, NIGHT.night).text.startswith(UNICODE.down[seat])


def test_a_neutral_broker_in_the_draft_is_shown_like_ones_own() -> None:
    """Of two players: it lies where it was put, and its point in the market is there."""
    told = Told(4, NAMES[:2])
    seat = told.run(1, Place, turn=2)
    chair = told.chairs[seat]
    while placing := [each for each in chair.legal() if isinstance(each, PlaceUp | PlaceDown)]:
        chair.pick(placing[-1])
        table = told.sees(seat)
        shown = as_chosen(table)
        assert shown.prompt == table.prompt
        assert shown.view.state.brokers == table.view.state.brokers
        assert [each.points for each in shown.view.state.players] == [
            each.points for each in table.view.state.players
        ]
    assert len(chair.draft) == 3
