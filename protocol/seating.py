"""Who sits where at a table, and what the table has voted: the part of a match that no game knows.

A seat that keeps the table waiting may be given up by the others' vote; a bot may take it as a later round
begins, and its person may come back (R52c).
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from protocol import keys
from protocol.game import BALLOT_CHOICES, NATURE, TABLE_CHOICES, Ballot, Illegal, Reseat, Seat, Setup
from protocol.keys import SeatKeys

WAIT, GO_ON, BOT, END = BALLOT_CHOICES
PAUSE, PLAY = TABLE_CHOICES
DECIDING: Final = (GO_ON, BOT, END)
"""What takes effect when most of the voters say it."""


class Vote(NamedTuple):
    """A ballot that stands: what it says, and the number of its entry."""

    choice: str
    entry: int


class Decision(NamedTuple):
    """What most of the voters said, and the numbers of the entries in which they did."""

    choice: str
    entries: tuple[int, ...]


class Seating(NamedTuple):
    """The chairs of a table and its votes, as an entry leaves them."""

    votes: Mapping[tuple[Seat, Seat], Vote]
    """What stands, by (voter, seat voted about); NATURE stands for the table."""
    chairs: tuple[SeatKeys, ...]
    """Who sits in each seat now."""
    vacant: Mapping[Seat, tuple[int, ...]]
    """The empty seats that the table has given up, with the entries that voted for a bot there, or none."""
    used: tuple[SeatKeys, ...]
    """All keys that somebody sat down with, and nature's: none comes twice."""
    is_ended: bool
    """Whether the table has voted to end the game before its end."""

    def persons(self, left: Collection[Seat]) -> tuple[Seat, ...]:
        """Return the seats of persons who have not `left`."""
        return tuple(
            Seat(seat) for seat, chair in enumerate(self.chairs) if not chair.bot and seat not in left
        )

    def is_paused(self, left: Collection[Seat]) -> bool:
        """Tell whether most of the persons who play have voted for a pause."""
        persons = self.persons(left)
        return sum(self.choice(seat, NATURE) == PAUSE for seat in persons) * 2 > len(persons)

    def choice(self, voter: Seat, about: Seat) -> str:
        """Return what `voter` says about a seat; "" when it has said nothing."""
        vote = self.votes.get((voter, about))
        return "" if vote is None else vote.choice

    def voted(
        self, seat: Seat, ballot: Ballot, entry: int, left: Collection[Seat], awaited: Collection[Seat]
    ) -> "Seating":
        """Return the seating with the ballot of `seat` counted, or raise Illegal."""
        is_about_table = ballot.seat == NATURE
        choices = TABLE_CHOICES if is_about_table else BALLOT_CHOICES
        if ballot.choice not in choices:
            raise Illegal("no-such-choice", f"such a ballot says one of {', '.join(choices)}", "R52c")
        if not (is_about_table or ballot.seat in awaited):
            raise Illegal("not-awaited", f"the table does not wait for seat {ballot.seat}", "R52c")
        if seat not in self.persons(left) or (seat in awaited and not is_about_table) or not awaited:
            raise Illegal("no-vote", f"seat {seat} has no vote now", "R52c")
        return self._replace(votes={**self.votes, (seat, ballot.seat): Vote(ballot.choice, entry)})

    def decision(self, about: Seat, voters: Collection[Seat], persons: Collection[Seat]) -> Decision | None:
        """Return what most of `voters` say about a seat, if that takes effect.

        The game is ended only if most of the other `persons` say so: those who still decide play it, too.
        """
        votes = [vote for voter in voters if (vote := self.votes.get((voter, about))) is not None]
        for choice in DECIDING:
            entries = tuple(sorted(vote.entry for vote in votes if vote.choice == choice))
            of = set(persons) - {about} if choice == END else voters
            if len(entries) * 2 > len(of):
                return Decision(choice, entries)
        return None

    def given_up(self, seat: Seat, decision: Decision) -> "Seating":
        """Return the seating in which the table has given `seat` up."""
        agreed = decision.entries if decision.choice == BOT else ()
        return self._replace(vacant={**self.vacant, seat: agreed})

    def reseated(self, by: Seat, action: Reseat, setup: Setup) -> "Seating":
        """Return the seating in which somebody else has the seat, or raise Illegal."""
        seat, sitter = action.seat, action.keys
        if by != NATURE or not 0 <= seat < len(self.chairs):
            raise Illegal("not-asked", "seats are changed by nature alone", "R52c")
        is_held = self.chairs[seat].bot and not setup.seats[seat].bot and not sitter.bot
        if seat not in self.vacant and not is_held:
            raise Illegal("not-vacant", f"the table has not given seat {seat} up", "R52c")
        agreed = self.vacant.get(seat, ()) if sitter.bot else ()
        if action.ballots != agreed or (sitter.bot and not agreed):
            raise Illegal("not-agreed", f"that is not what the table has voted about seat {seat}", "R52c")
        if not sitter.bot and sitter.sign != setup.seats[seat].sign:
            raise Illegal("not-your-seat", f"seat {seat} is another person's", "R52c")
        if flaw := keys.flaw((*self.used, sitter)):
            raise Illegal("wrong-keys", flaw)
        return self._replace(
            chairs=(*self.chairs[:seat], sitter, *self.chairs[seat + 1 :]),
            vacant={other: ballots for other, ballots in self.vacant.items() if other != seat},
            used=(*self.used, sitter),
        )

    def lapsed(self, changed: Collection[Seat]) -> "Seating":
        """Return the seating without the votes about seats that are asked something else now."""
        return self._replace(
            votes={pair: vote for pair, vote in self.votes.items() if pair[1] not in changed}
        )


def seating(setup: Setup) -> Seating:
    """Return how everybody sits before the game; raise Illegal when these keys cannot play together."""
    used = (*setup.seats, setup.nature)
    if flaw := keys.flaw(used):
        raise Illegal("wrong-keys", flaw)
    return Seating({}, setup.seats, {}, used, is_ended=False)
