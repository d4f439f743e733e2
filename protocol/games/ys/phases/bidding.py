"""Phase 2: bids are put down and opened, order cards chosen (R22–R25)."""

from itertools import pairwise

from msgspec.structs import replace

from protocol.game import Illegal, Seat
from protocol.games.ys.actions import Bid, Order
from protocol.games.ys.board import BID, HAND
from protocol.games.ys.events import BidMade, BidsRanked, OrderTaken, Standing
from protocol.games.ys.handlers import after, answer, on
from protocol.games.ys.phases.agenda import answered
from protocol.games.ys.phases.placing import own_broker, turn_begun
from protocol.games.ys.prompts import PickBid, PickOrder
from protocol.games.ys.ranking import tie_breaks
from protocol.games.ys.state import (
    Phase,
    State,
    Task,
    YsStep,
    stayed,
    told,
    with_broker,
    with_player,
    without,
)


@after(Phase.DRAW)
def ask_bids(state: State) -> YsStep:
    """Return the step after which everybody bids at once."""
    return told(replace(state, phase=Phase.BID, waiting=stayed(state)))


@on(PickBid, Bid)
def bid(state: State, seat: Seat, prompt: PickBid, action: Bid) -> YsStep:
    """Return the step in which two brokers lie closed in front of the screen (R22)."""
    if action.tokens[0] >= action.tokens[1]:
        raise Illegal("not-as-asked", f"{action.tokens} are not two brokers in ascending order", "R22")
    for token in action.tokens:
        state = with_broker(state, replace(own_broker(state, seat, token, HAND), spot=BID))
    return told(without(state, seat), BidMade(seat))


@after(Phase.BID)
def open_bids(state: State) -> YsStep:
    """Return the step after which everybody opens at once."""
    return told(replace(state, phase=Phase.SHOW_BID, waiting=stayed(state)))


@after(Phase.SHOW_BID)
def rank_bids(state: State) -> YsStep:
    """Return the step in which the bids are ranked: the higher sum, then the lower old order card (R23)."""
    sums, orders = tie_breaks(state), tuple(player.order for player in state.players)
    ranking = sorted(stayed(state), key=lambda seat: (-sums[seat], orders[seat]))
    steps = ["order" if sums[seat] == sums[below] else "strength" for seat, below in pairwise(ranking)]
    standings = (
        Standing(seat, sums[seat], 0, orders[seat], step)
        for seat, step in zip(ranking, [*steps, ""], strict=True)
    )
    agenda = tuple(Task("order", seat) for seat in ranking)
    return told(replace(state, phase=Phase.ORDER, agenda=agenda), BidsRanked(tuple(standings)))


@on(PickOrder, Order)
def order(state: State, seat: Seat, prompt: PickOrder, action: Order) -> YsStep:
    """Return the step in which `seat` takes a card that is still there (R24)."""
    if action.card not in prompt.among:
        raise Illegal("not-offered", f"order card {action.card} is not there", "R24")
    return answered(state, str(action.card))


@answer("order")
def take_order(state: State, task: Task, card: str) -> YsStep:
    """Return the step in which the card lies ready; it counts when everybody has chosen."""
    chosen = replace(state.players[task.seat], choice=int(card))
    return told(with_player(state, task.seat, chosen), OrderTaken(task.seat, int(card)))


@after(Phase.ORDER)
def renew_orders(state: State) -> YsStep:
    """Return the step in which the new cards replace the old ones (R24); the rest is for who left (R52c)."""
    players = state.players
    seats = len(state.setup.seats)
    late = sorted(
        (seat for seat in state.leavers if not players[seat].choice), key=lambda seat: players[seat].order
    )
    taken = {player.choice for player in players}
    left = [card for card in range(1, seats + 1) if card not in taken]
    given = dict(zip(late, left, strict=True))
    renewed = tuple(
        replace(player, order=given.get(Seat(seat), player.choice), choice=0)
        for seat, player in enumerate(players)
    )
    events = (OrderTaken(seat, card) for seat, card in given.items())
    return told(turn_begun(replace(state, phase=Phase.PLACE, players=renewed), 1), *events)
