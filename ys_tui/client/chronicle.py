"""What the journal says of an entry: the game's events, and the ballots, of which no game knows. Pure.

Everybody derives the same from the same log.
"""

from collections.abc import Sequence
from typing import Any

from protocol.game import Ballot, Event, Seat
from protocol.match import Match
from protocol.seating import DECIDING, END, Seating
from ys_tui.client.snapshot import Balloted, Chronicle, EndedByVote


def chronicle(
    match: Match[Any], number: int, events: Sequence[Event], before: Seating, voters: tuple[Seat, ...]
) -> tuple[Chronicle, ...]:
    """Return what entry `number` of `match`, the last one, made happen; `voters` could vote then (R52c)."""
    entry = match.log[number]
    action = match.game.decode(entry.actions[0])
    if not isinstance(action, Ballot):
        return tuple(Chronicle(number, event) for event in events)
    choice = action.choice
    same = {voter for voter in voters if before.choice(voter, action.seat) == choice} | {entry.seat}
    count = (len(same), len(voters))
    ballot = Chronicle(number, Balloted(entry.seat, action.seat, choice))
    is_end = choice == END and match.seating.is_ended
    ended = (Chronicle(number, EndedByVote(), count, choice),) * is_end
    decided = choice if choice in DECIDING else ""
    return (ballot, *(Chronicle(number, event, count, decided) for event in events), *ended)
