"""A game after so many entries, and what an action makes of it; logs and signatures are `match`'s affair.

A seat's vote, leaving and coming back, and what a host who is trusted does for it, are the table's; all else
is the game's.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from protocol.escrow import Escrows, escrows
from protocol.game import (
    NATURE,
    Action,
    AnswerFor,
    Ballot,
    Escrow,
    Event,
    Exposed,
    Game,
    Illegal,
    Prompt,
    Reseat,
    Resign,
    Seat,
    Setup,
    Step,
)
from protocol.seating import END, Seating, seating

S = TypeVar("S")


class _Taken(NamedTuple, Generic[S]):
    """What the actions of an entry have come to so far."""

    state: S
    seating: Seating
    escrows: Escrows
    events: tuple[Event, ...] = ()

    def then(self, step: Step[S]) -> "_Taken[S]":
        """Return what comes of a further step of the game."""
        return self._replace(state=step.state, events=(*self.events, *step.events))


class Position(NamedTuple, Generic[S]):
    """Everything that an entry changes."""

    game: Game[S]
    setup: Setup
    length: int
    """How many entries led here."""
    state: S
    seating: Seating
    escrows: Escrows
    prompts: Mapping[Seat, Prompt]
    """Who is asked what; empty when the game is over."""
    since: Mapping[Seat, int]
    """The length at which each seat was first asked what it is asked here."""
    acted: Mapping[Seat, int]
    """The length after each seat's latest entry."""

    @property
    def left(self) -> tuple[Seat, ...]:
        """The seats that have left the game."""
        return self.game.left(self.state)

    @property
    def voters(self) -> tuple[Seat, ...]:
        """The seats that may vote about another: persons who play and are not themselves awaited."""
        return tuple(seat for seat in self.seating.persons(self.left) if seat not in self.prompts)

    def key(self, seat: Seat) -> bytes | None:
        """Return the key that signs for `seat`, None when there is no such seat."""
        if seat == NATURE:
            return self.setup.nature.sign
        chairs = self.seating.chairs
        return chairs[seat].sign if 0 <= seat < len(chairs) else None

    def earliest(self, seat: Seat, action: Action) -> int:
        """Return the least length of the log that `seat` has to have seen to decide on `action` here."""
        if seat == NATURE:
            return self.length
        if isinstance(action, Ballot):
            asked = 0 if action.seat == NATURE else self.since.get(action.seat, 0)
            return max(asked, self.acted[seat])
        if isinstance(action, Resign):
            return self.acted[seat]
        return self.since[seat]

    def after(self, seat: Seat, actions: Sequence[Action]) -> tuple["Position[S]", tuple[Event, ...]]:
        """Return where one entry of `seat` leads and what it makes happen; raise Illegal if it cannot be."""
        taken = _Taken(self.state, self.seating, self.escrows)
        for action in actions:
            taken = self._take(taken, seat, action)
        taken.escrows.check()
        return self._then(taken, seat, actions), taken.events

    def _then(self, taken: _Taken[S], seat: Seat, actions: Sequence[Action]) -> "Position[S]":
        length = self.length + 1
        prompts = {} if taken.seating.is_ended else self.game.prompts(taken.state)
        answered = {action.seat for action in actions if isinstance(action, AnswerFor)}
        changed = {each for each in self.since if self.prompts.get(each) != prompts.get(each)} | answered
        if not isinstance(actions[0], Ballot):  # who votes has not answered what it is asked
            changed.add(seat)
        return self._replace(
            length=length,
            state=taken.state,
            seating=taken.seating.lapsed(changed - {NATURE}),
            escrows=taken.escrows,
            prompts=prompts,
            since={each: length if each in changed else at for each, at in self.since.items()},
            acted={**self.acted, seat: length},
        )

    def _take(self, taken: _Taken[S], seat: Seat, action: Action) -> _Taken[S]:
        if isinstance(action, Resign):
            self._check_resign(seat)
            return taken.then(self.game.leave(taken.state, seat))
        if isinstance(action, Ballot):
            voted = taken.seating.voted(seat, action, self.length, self.left, self.prompts)
            return self._decided(taken._replace(seating=voted), action.seat)
        if self.seating.is_ended:
            raise Illegal("over", "the table has ended the game", "R52c")
        if isinstance(action, Reseat):
            changed = taken.seating.reseated(seat, action, self.setup)
            step = self.game.reseat(taken.state, action.seat, action.keys)
            return taken._replace(seating=changed, escrows=taken.escrows.void(action.seat)).then(step)
        if isinstance(action, Escrow):
            return taken._replace(escrows=taken.escrows.locked(seat, action))
        if isinstance(action, AnswerFor):
            return self._answered(taken, seat, action)
        return self._played(taken, seat, action)

    def _played(self, taken: _Taken[S], seat: Seat, action: Action) -> _Taken[S]:
        if action.is_natures:
            raise Illegal("not-asked", f"{type(action).__name__} is for nature, where the host is trusted")
        prompt = self.game.prompts(taken.state).get(seat) if taken.escrows.is_chosen else None
        step = self.game.apply(taken.state, seat, action)
        return taken._replace(escrows=taken.escrows.acted(prompt)).then(step)

    def _answered(self, taken: _Taken[S], by: Seat, answer: AnswerFor) -> _Taken[S]:
        """Return what comes of nature's answer for a seat; it has to leave the seat in the game."""
        action = self.game.decode(answer.action)
        taken.escrows.check_answer(by, self.game.prompts(taken.state).get(answer.seat), action)
        step = self.game.apply(taken.state, answer.seat, action)
        if any(isinstance(event, Exposed) for event in step.events):
            raise Illegal("not-asked", f"what lets seat {answer.seat} leave it opens by itself", "R52c")
        return taken.then(step)

    def _decided(self, taken: _Taken[S], about: Seat) -> _Taken[S]:
        """Return what becomes of the table if most of its voters say the same about a seat."""
        persons = taken.seating.persons(self.left)
        decision = None if about == NATURE else taken.seating.decision(about, self.voters, persons)
        if decision is None:
            return taken
        if decision.choice == END:
            return taken._replace(seating=taken.seating._replace(is_ended=True))
        gone = taken._replace(seating=taken.seating.given_up(about, decision))
        return gone.then(self.game.leave(taken.state, about))

    def _check_resign(self, seat: Seat) -> None:
        if not self.prompts:
            raise Illegal("over", "the game is over")
        if seat == NATURE or seat in self.left:
            raise Illegal("has-left", f"seat {seat} is not in the game", "R52c")


def first(game: Game[S], setup: Setup) -> Position[S]:
    """Return the position before any entry; raise Illegal when the game cannot be played with `setup`."""
    state = game.start(setup)
    never = dict.fromkeys((*map(Seat, range(len(setup.seats))), NATURE), 0)
    return Position(game, setup, 0, state, seating(setup), escrows(setup), game.prompts(state), never, never)
