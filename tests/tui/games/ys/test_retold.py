"""What is drawn of a count that is told agrees with the real state, in whole games, however news come."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import pytest

from protocol.game import Event, Resign, Seat, combinations
from protocol.games.ys.board import THRONE, WHITE
from protocol.games.ys.game import YS
from protocol.games.ys.layout import KINGS_FAVOR
from protocol.games.ys.state import Phase, State
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.retold import FOLLOWED, retold

every_table = pytest.mark.parametrize(
    ("seats", "options"),
    combinations(YS),
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else str(value),
)
COUNTED = frozenset({Phase.CITY, Phase.MARKET, Phase.OVER})


class Update(NamedTuple):
    """A piece of a game: the state before it, what happened, the state after it."""

    before: State
    happened: tuple[Event, ...]
    after: State


def updates(told: Told) -> Iterator[Update]:
    """Play a game to its end, and yield each of its updates."""
    before, length = told.match.state, len(told.journal)
    for _ in told.steps():
        yield Update(before, tuple(each.event for each in told.journal[length:]), told.match.state)
        before, length = told.match.state, len(told.journal)


def in_chunks(pieces: Sequence[Update], rng: Random) -> Iterator[Update]:
    """Yield the same game in fewer updates: one to six at once, as when news pile up."""
    start = 0
    while start < len(pieces):
        chunk = pieces[start : start + rng.randint(1, 6)]
        happened = tuple(event for piece in chunk for event in piece.happened)
        yield Update(chunk[0].before, happened, chunk[-1].after)
        start += len(chunk)


def owned(state: State) -> object:
    """Return what the table of the players and the prices show."""
    players = tuple((each.points, each.gems, each.order, each.cards) for each in state.players)
    return players, state.prices


def gems(state: State, *, is_naming: bool) -> object:
    """Return the gems that lie on the board; while a white one is being named it is told nowhere yet."""
    untold = {"", WHITE} if is_naming else set()
    return tuple(tuple(gem for gem in place if gem not in untold) for place in (*state.ports, state.market))


def shown(state: State, real: State) -> object:
    """Return everything that is drawn of `state`, as far as events up to `real` can have told it."""
    is_naming = any(task.do == "colour" for task in real.agenda[:1])
    brokers = tuple((each.spot, each.value, each.up) for each in state.brokers)
    phase = (state.phase, state.area) if real.phase in COUNTED else None
    on_board = (gems(state, is_naming=is_naming), state.palaces, brokers)
    return owned(state), on_board, state.in_force, state.leavers, phase


def check(update: Update) -> None:
    """Check one update, unless it begins where nothing is told."""
    if update.before.phase not in FOLLOWED:
        return
    seen = retold(update.before, update.happened)
    if update.after.round == update.before.round:
        assert shown(seen, update.after) == shown(update.after, update.after)
    elif update.after.phase in {Phase.SEAL, Phase.DRAW, Phase.BID}:
        assert owned(seen) == owned(update.after)


@pytest.mark.parametrize("seed", range(2))
@every_table
def test_every_update_of_a_game_is_retold_truly(seats: int, options: tuple[str, ...], seed: int) -> None:
    """Players, prices, ports, market, palaces and brokers are those of the real state, update by update."""
    pieces = list(updates(Told(seed, NAMES[:seats], options)))
    assert pieces[-1].after.phase is Phase.OVER
    for piece in pieces:
        check(piece)


@pytest.mark.parametrize("seed", range(2))
@every_table
def test_updates_that_come_together_are_retold_truly(seats: int, options: tuple[str, ...], seed: int) -> None:
    """The same when several come at once, the end of a round and the final count among them."""
    pieces = list(updates(Told(seed, NAMES[:seats], options)))
    for chunk in in_chunks(pieces, Random(seed)):
        check(chunk)


@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.CARDS, Phase.CITY, Phase.MARKET, Phase.FAVOR])
@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (4, 4), (3, 1)])
def test_leavers_are_retold_truly(seats: int, seed: int, phase: Phase) -> None:
    """Somebody leaves while a phase goes on: what is given up with it is retold as well, to the end."""
    options = (KINGS_FAVOR.key,) if phase is Phase.FAVOR else ()
    told = Told(seed, NAMES[:seats], options)
    while told.match.state.phase is not phase or not told.match.state.round > (phase is Phase.FAVOR):
        told.step()
    leaver = max(seat for seat in told.match.prompts if seat in told.chairs)
    before, length = told.match.state, len(told.journal)
    told.do(leaver, Resign())
    happened = tuple(each.event for each in told.journal[length:])
    assert told.match.state.leavers == (Seat(leaver),)
    check(Update(before, happened, told.match.state))
    for piece in updates(told):
        check(piece)


def test_who_leaves_with_the_throne_room_open_is_retold_truly() -> None:
    """What the leaver has opened there leaves with it; the others' stays (R52c)."""
    told = Told(1, NAMES[:3], (KINGS_FAVOR.key,))
    while not any(broker.spot == THRONE and broker.up for broker in told.match.state.brokers):
        told.step()
    before, length = told.match.state, len(told.journal)
    leaver = next(broker.owner for broker in before.brokers if broker.spot == THRONE and broker.up)
    told.do(leaver, Resign())
    assert len(told.match.prompts) > 0
    check(Update(before, tuple(each.event for each in told.journal[length:]), told.match.state))
