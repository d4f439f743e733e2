"""Phase 4a: the neighborhoods are counted one after another (R35–R41)."""

from typing import Final

from msgspec.structs import replace

from protocol.game import Seat
from protocol.games.ys.board import (
    AREAS,
    BACK,
    BLACK,
    COLOURS,
    COMMERCE_POINTS,
    NEIGHBORHOOD_OF,
    NEIGHBORHOODS,
    RINGS,
    Spot,
)
from protocol.games.ys.characters import CHARACTERS, When
from protocol.games.ys.events import CardWon, CountBegan, Discarded, Ranked, Returned
from protocol.games.ys.handlers import after, answer, forgone, neutral, step
from protocol.games.ys.phases.gems import dearest, gem_won
from protocol.games.ys.phases.market import market_begun
from protocol.games.ys.ranking import ranked, strengths
from protocol.games.ys.state import (
    Asking,
    Held,
    Phase,
    Source,
    State,
    Task,
    YsStep,
    add_gem,
    add_points,
    first_to_do,
    joined,
    layout_of,
    told,
    with_player,
)

SPOTS: Final = {
    number: frozenset(spot for spot in AREAS if NEIGHBORHOOD_OF[spot] == number) for number in NEIGHBORHOODS
}
"""The areas of each neighborhood."""


@after(Phase.CARDS)
@after(Phase.CITY)
def next_neighborhood(state: State) -> YsStep:
    """Return the step to the next neighborhood, which is revealed; in the end to the market (R35)."""
    if state.area == len(layout_of(state).neighborhoods):
        return market_begun(state)
    area = state.area + 1
    where = f"neighborhood-{area}"
    tasks = (
        Task("gems", where=where),
        *(Task(ring, where=f"{ring}-{area}") for ring in RINGS),
        Task("return"),
    )
    holders = {
        broker.holder for broker in state.brokers if broker.spot in SPOTS[area] and broker.value is None
    }
    state = replace(state, phase=Phase.CITY, area=area, waiting=tuple(sorted(holders)), agenda=tasks)
    return told(state, CountBegan(area))


@step("gems")
def share_gems(state: State, task: Task) -> YsStep:
    """Return the step after which the first takes two gems, the others one each as long as there are any.

    That is the second and with four gems the third (R36, R55).
    """
    ranking = ranked(state, strengths(state, SPOTS[state.area]))
    takers = [ranking[place].seat for place in layout_of(state).shares if place < len(ranking)]
    tasks = (*(Task("gem", seat, task.where) for seat in takers), Task("rest", where=task.where))
    return told(first_to_do(state, *tasks), *((Ranked(task.where, ranking),) if ranking else ()))


@answer("gem")
def take_gem(state: State, task: Task, gem: str) -> YsStep:
    """Return the step in which a gem leaves the port; a white one is exchanged at once (R9, F2)."""
    return gem_won(_port_without(state, gem), task.seat, gem, task.where)


@neutral("gem")
def dearest_gem(state: State, task: Task) -> str:
    """Return the gem that is taken for who does not choose (R52c, R64)."""
    return dearest(state.prices, state.ports[state.area - 1])


@forgone("gem")
def lose_gem(state: State, task: Task) -> YsStep:
    """Return the step in which the gem that a seat which left would take goes out of the game (R52c)."""
    gem = dearest_gem(state, task)
    return told(_port_without(state, gem), Discarded((gem,), task.where))


@step("rest")
def discard_rest(state: State, task: Task) -> YsStep:
    """Return the step in which the gems nobody takes go back to the supply (R36)."""
    left = state.ports[state.area - 1]
    return told(_with_port(state, ()), *((Discarded(left, task.where),) if left else ()))


@step("port")
def count_port(state: State, task: Task) -> YsStep:
    """Return the step in which the best in the port gets a black gem (R37)."""
    seat, events = _best(state, task)
    if seat is None:
        return told(state, *events, Discarded((BLACK,), task.where))
    return joined(told(state, *events), add_gem(state, seat, BLACK, task.where))


@step("commerce")
def count_commerce(state: State, task: Task) -> YsStep:
    """Return the step in which the best in the commercial area scores 3 points (R38)."""
    seat, events = _best(state, task)
    if seat is None:
        # Points are there to be lost only if somebody stood there.
        return told(state, *events, *(Discarded(("points",), lost.where) for lost in events))
    return joined(told(state, *events), add_points(state, seat, COMMERCE_POINTS, task.where, Source.COMMERCE))


@step("palace")
def count_palace(state: State, task: Task) -> YsStep:
    """Return the step in which the best in the palace gets the card; it may act at once (R39, R48, R63)."""
    seat, events = _best(state, task)
    card = state.palaces[state.area - 1]
    palaces = (*state.palaces[: state.area - 1], "", *state.palaces[state.area :])
    state = replace(state, palaces=palaces)
    if seat is None:
        return told(state, *events, Discarded((card,), task.where))
    if seat == layout_of(state).neutral and not CHARACTERS[card].serves_neutral:
        won = told(state, *events, CardWon(seat, card, Spot(task.where)), Discarded((card,), task.where))
        return joined(won, add_gem(state, seat, dearest(state.prices, COLOURS), card))
    if CHARACTERS[card].when is When.WON:
        state = replace(state, asking=Asking(card, seat))
    else:
        player = state.players[seat]
        state = with_player(state, seat, replace(player, cards=(*player.cards, Held(card, state.round))))
    return told(state, *events, CardWon(seat, card, Spot(task.where)))


@step("return")
def give_back(state: State, task: Task) -> YsStep:
    """Return the step in which the neighborhood's brokers go back to their owners (R35, F6)."""
    spots = SPOTS[state.area]
    brokers = tuple(
        replace(broker, spot=BACK) if broker.spot in spots else broker for broker in state.brokers
    )
    return told(replace(state, brokers=brokers), Returned(state.area))


def _best(state: State, task: Task) -> tuple[Seat | None, tuple[Ranked, ...]]:
    ranking = ranked(state, strengths(state, (Spot(task.where),)))
    best = next((standing.seat for standing in ranking[:1] if standing.seat not in state.leavers), None)
    return best, ((Ranked(task.where, ranking),) if ranking else ())


def _port_without(state: State, gem: str) -> State:
    gems = state.ports[state.area - 1]
    at = gems.index(gem)
    return _with_port(state, (*gems[:at], *gems[at + 1 :]))


def _with_port(state: State, gems: tuple[str, ...]) -> State:
    return replace(state, ports=(*state.ports[: state.area - 1], gems, *state.ports[state.area :]))
