"""What the journal says of an entry: the game's events, and the ballots, of which no game knows. Pure.

Everybody derives the same from the same log.
"""

from collections.abc import Sequence
from typing import Any

from protocol.game import NATURE, Ballot, Event, Seat
from protocol.match import Match
from protocol.seating import DECIDING, END, PAUSE, Seating
from ys_tui.client.snapshot import Chronicle
from ys_tui.client.voted import Balloted, EndedByVote


def chronicle(
    match: Match[Any], number: int, events: Sequence[Event], before: Seating, voters: tuple[Seat, ...]
) -> tuple[Chronicle, ...]:
    """Return what entry `number` of `match`, the last one, made happen; `voters` could vote then (R52c)."""
    entry = match.log[number]
    action = match.game.decode(entry.actions[0])
    if not isinstance(action, Ballot):
        return tuple(Chronicle(number, event) for event in events)
    choice = action.choice
    if action.seat == NATURE:
        return (_paused(match, number, Balloted(entry.seat, NATURE, choice), before),)
    same = {voter for voter in voters if before.choice(voter, action.seat) == choice} | {entry.seat}
    count = (len(same), len(voters))
    ballot = Chronicle(number, Balloted(entry.seat, action.seat, choice))
    is_end = choice == END and match.seating.is_ended
    ended = (Chronicle(number, EndedByVote(), count, choice),) * is_end
    decided = choice if choice in DECIDING else ""
    return (ballot, *(Chronicle(number, event, count, decided) for event in events), *ended)


def _paused(match: Match[Any], number: int, ballot: Balloted, before: Seating) -> Chronicle:
    """Return a vote about a pause: how many are for one, of how many, and what that has brought about."""
    left, seating = match.game.left(match.state), match.seating
    persons = seating.persons(left)
    count = sum(seating.choice(seat, NATURE) == PAUSE for seat in persons)
    is_carried = before.is_paused(left) != seating.is_paused(left)
    return Chronicle(number, ballot, (count, len(persons)), ballot.choice if is_carried else "")
