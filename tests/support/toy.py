"""A toy game with one of everything the core offers: sealing, chance, a bid, openings, a choice, leaving.

Every round each seat seals the values 1, 2, 2, nature deals a prize, each seat bids one sealed value, all
bids are opened, the best one takes the prize or gives it away, the other values are opened and audited.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol import chance, seals
from protocol.codec import CodecError, unpack
from protocol.game import (
    NATURE,
    Action,
    Ballot,
    Chance,
    Choice,
    Event,
    Illegal,
    Outcome,
    Prompt,
    Resign,
    Seat,
    Setup,
    Step,
    View,
)
from protocol.keys import Bytes32
from protocol.seals import Opening, Token
from protocol.vault import Vault

HAND: Final = (1, 2, 2)


class Seal(Action, frozen=True):
    """Seal the hand, and give the next link."""

    seals: Annotated[tuple[Bytes32, ...], Meta(min_length=len(HAND), max_length=len(HAND))]
    link: Bytes32


class Bid(Action, frozen=True):
    """Bid one thing, still sealed."""

    token: Token


class Show(Action, frozen=True):
    """Open what is asked, in ascending order."""

    openings: Annotated[tuple[Opening, ...], Meta(max_length=len(HAND))]


class Take(Action, frozen=True):
    """Keep the prize or give it away."""

    what: Annotated[str, Meta(max_length=8)]


class SealHand(Prompt, frozen=True, kw_only=True):
    """Answered by `Seal`."""

    automatic: bool = True


class Deal(Prompt, frozen=True, kw_only=True):
    """Answered by `Chance`."""

    automatic: bool = True


class PickBid(Prompt, frozen=True, kw_only=True):
    """Answered by `Bid`."""


class Reveal(Prompt, frozen=True, kw_only=True):
    """Answered by `Show` of these tokens."""

    tokens: tuple[Token, ...]
    automatic: bool = True


class Happened(Event, frozen=True):
    """All that a toy tells: a word, a seat, a number."""

    what: str
    seat: Seat
    number: int = 0


class Thing(Struct, frozen=True):
    """One sealed value of the round."""

    owner: Seat
    seal: bytes
    is_bid: bool = False
    value: int | None = None


class ToyState(Struct, frozen=True):
    """A toy as everybody sees it; the token of a thing is 100 × round + its index."""

    table: bytes
    links: tuple[bytes, ...]
    nature: bytes
    given: tuple[bytes | None, ...]
    points: tuple[int, ...]
    waiting: tuple[Seat, ...]
    rounds: int
    phase: str = "seal"
    round: int = 1
    prize: int = 0
    things: tuple[Thing, ...] = ()
    leavers: tuple[Seat, ...] = ()


ToyAction = Chance | Resign | Ballot | Seal | Bid | Show | Take


class Toy:
    """The game itself."""

    key = "toy"
    title = "Toy"
    rules = 1
    seats = range(2, 5)
    options: Mapping[str, str] = MappingProxyType({"long": "Four rounds instead of two."})

    def start(self, setup: Setup) -> ToyState:
        """Return the state with everybody asked to seal."""
        count = len(setup.seats)
        if setup.game != self.key or setup.rules != self.rules or count not in self.seats:
            raise Illegal("bad-setup", f"{count} seats of {setup.game} {setup.rules} cannot be played")
        if not set(setup.options) <= set(self.options):
            raise Illegal("bad-setup", f"no such options: {setup.options}")
        return ToyState(
            table=setup.digest(),
            links=tuple(seat.anchor for seat in setup.seats),
            nature=setup.nature.anchor,
            given=(None,) * count,
            points=(0,) * count,
            waiting=tuple(map(Seat, range(count))),
            rounds=4 if "long" in setup.options else 2,
        )

    def prompts(self, state: ToyState) -> Mapping[Seat, Prompt]:
        """Return what each awaited seat is asked in this phase."""
        return {seat: self._prompt(state, seat) for seat in state.waiting}

    def apply(self, state: ToyState, seat: Seat, action: Action) -> Step[ToyState]:
        """Take `action` if it answers the seat's prompt."""
        handlers: Mapping[tuple[str, type[Action]], Any] = {
            ("seal", Seal): _seal,
            ("deal", Chance): _deal,
            ("bid", Bid): _bid,
            ("show", Show): _show,
            ("take", Take): _take,
            ("audit", Show): _show,
        }
        handler = handlers.get((state.phase, type(action)))
        if seat not in state.waiting or handler is None:
            raise Illegal("not-asked", f"seat {seat} is not asked for {type(action).__name__}")
        step: Step[ToyState] = handler(state, seat, action)
        return step

    def leave(self, state: ToyState, seat: Seat) -> Step[ToyState]:
        """Go on without the seat; a link that it gave stays in the draw."""
        waiting = tuple(other for other in state.waiting if other != seat)
        gone = replace(state, leavers=(*state.leavers, seat), waiting=waiting)
        event = Happened("left", seat)
        if len(gone.leavers) >= len(gone.points) - 1:
            return Step(replace(gone, phase="over", waiting=()), (event,))
        return _settled(gone, event) if state.waiting else Step(gone, (event,))

    def left(self, state: ToyState) -> tuple[Seat, ...]:
        """Return the leavers."""
        return state.leavers

    def legal(self, view: View[ToyState]) -> Sequence[Action]:
        """Return one bid per value (the one with the smallest salt), or the answers of the choice."""
        state, seat = view.state, view.seat
        if seat is None or seat not in state.waiting:
            return ()
        if state.phase == "take":
            return tuple(Take(what) for what in _answers(state, seat))
        if state.phase != "bid":
            return ()
        known = {token: opening for token, opening in view.known.items() if token // 100 == state.round}
        best: dict[int, tuple[bytes, Token]] = {}
        for token, opening in known.items():
            best[opening.value] = min(best.get(opening.value, (opening.salt, token)), (opening.salt, token))
        return tuple(Bid(token) for _, (_, token) in sorted(best.items()))

    def outcome(self, state: ToyState) -> Outcome | None:
        """Return points and places; who left is behind all others."""
        if state.phase != "over":
            return None
        ranks = [(-1 if Seat(n) in state.leavers else points) for n, points in enumerate(state.points)]
        return Outcome(state.points, tuple(1 + sum(o > mine for o in ranks) for mine in ranks), "points")

    def decode(self, raw: bytes) -> Action:
        """Return the action in `raw`."""
        try:
            return unpack(raw, ToyAction)  # type: ignore[arg-type]  # mypy: a union is no type[T]
        except CodecError as error:
            raise Illegal("bad-action", str(error)) from None

    def knows(self, state: ToyState, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
        """Return the seat's own hand of this round, from its sealing on."""
        hand = vault.hand(state.table, str(state.round), HAND)
        return dict(zip(_tokens(state, seat), hand, strict=False))

    def owed(self, state: ToyState, seat: Seat, vault: Vault) -> tuple[Action, ...]:
        """Return the sealing, the link or the openings."""
        if seat not in state.waiting:
            return ()
        if state.phase == "deal":
            return (Chance(vault.link(state.round - 1)),)
        hand = vault.hand(state.table, str(state.round), HAND)
        if state.phase == "seal":
            sealed = tuple(
                seals.seal(_place(state, seat, index), opening) for index, opening in enumerate(hand)
            )
            return (Seal(sealed, vault.link(state.round - 1)),)
        prompt = self._prompt(state, seat)
        known = self.knows(state, seat, vault)
        return (Show(tuple(known[t] for t in prompt.tokens)),) if isinstance(prompt, Reveal) else ()

    def _prompt(self, state: ToyState, seat: Seat) -> Prompt:
        if state.phase in ("show", "audit"):
            return Reveal(tokens=_asked(state, seat))
        if state.phase == "take":
            return Choice(what="prize", among=_answers(state, seat), why="prize")
        plain: Mapping[str, type[Prompt]] = {"seal": SealHand, "deal": Deal, "bid": PickBid}
        return plain[state.phase]()


def _tokens(state: ToyState, seat: Seat) -> tuple[Token, ...]:
    return tuple(Token(100 * state.round + n) for n, t in enumerate(state.things) if t.owner == seat)


def _thing(state: ToyState, token: Token) -> Thing:
    return state.things[token % 100]


def _changed(state: ToyState, token: Token, thing: Thing) -> ToyState:
    at = token % 100
    return replace(state, things=(*state.things[:at], thing, *state.things[at + 1 :]))


def _asked(state: ToyState, seat: Seat) -> tuple[Token, ...]:
    wants_bid = state.phase == "show"
    return tuple(t for t in _tokens(state, seat) if _thing(state, t).is_bid == wants_bid)


def _answers(state: ToyState, seat: Seat) -> tuple[str, ...]:
    others = (n for n in range(len(state.points)) if n != seat and Seat(n) not in state.leavers)
    return ("keep", *map(str, others))


def _place(state: ToyState, seat: Seat, index: int) -> bytes:
    return seals.place(state.table, str(state.round), seat, Token(index))


def _seal(state: ToyState, seat: Seat, action: Seal) -> Step[ToyState]:
    if chance.step(action.link) != state.links[seat]:
        raise Illegal("bad-link", "the link does not follow the one before")
    if len({thing.seal for thing in state.things} | set(action.seals)) != len(state.things) + len(HAND):
        raise Illegal("copied-seal", "a seal is there twice")
    things = tuple(Thing(seat, sealed) for sealed in action.seals)
    links = (*state.links[:seat], action.link, *state.links[seat + 1 :])
    given = (*state.given[:seat], action.link, *state.given[seat + 1 :])
    return _done(
        replace(state, things=state.things + things, links=links, given=given), seat, Happened("sealed", seat)
    )


def _deal(state: ToyState, seat: Seat, action: Chance) -> Step[ToyState]:
    if chance.step(action.link) != state.nature:
        raise Illegal("bad-link", "the link does not follow the one before")
    prize = 1 + chance.joined(action.link, state.given).below(6)
    return _done(replace(state, nature=action.link, prize=prize), seat, Happened("dealt", NATURE, prize))


def _bid(state: ToyState, seat: Seat, action: Bid) -> Step[ToyState]:
    if action.token not in _tokens(state, seat):
        raise Illegal("not-yours", f"{action.token} is not yours")
    bid = replace(_thing(state, action.token), is_bid=True)
    return _done(_changed(state, action.token, bid), seat, Happened("bid", seat))


def _show(state: ToyState, seat: Seat, action: Show) -> Step[ToyState]:
    tokens = _asked(state, seat)
    if len(tokens) != len(action.openings):
        raise Illegal("not-asked", f"{len(tokens)} openings are asked")
    first = _tokens(state, seat)[0]
    for token, opening in zip(tokens, action.openings, strict=True):
        if not seals.opens(_thing(state, token).seal, _place(state, seat, token - first), opening):
            raise Illegal("bad-opening", f"the opening does not fit the seal of {token}")
        state = _changed(state, token, replace(_thing(state, token), value=opening.value))
    shown = Happened("shown", seat, action.openings[0].value)
    hand = sorted(_thing(state, token).value or 0 for token in _tokens(state, seat))
    if state.phase == "audit" and tuple(hand) != HAND:
        return Toy().leave(state, seat)
    return _done(state, seat, shown)


def _take(state: ToyState, seat: Seat, action: Take) -> Step[ToyState]:
    if action.what not in _answers(state, seat):
        raise Illegal("no-such-choice", f"{action.what} is no answer")
    to = seat if action.what == "keep" else Seat(int(action.what))
    points = tuple(p + state.prize * (Seat(n) == to) for n, p in enumerate(state.points))
    return _done(replace(state, points=points), seat, Happened("took", to, state.prize))


def _done(state: ToyState, seat: Seat, event: Event) -> Step[ToyState]:
    return _settled(replace(state, waiting=tuple(s for s in state.waiting if s != seat)), event)


def _settled(state: ToyState, *events: Event) -> Step[ToyState]:
    """Go on to the next phase in which somebody is asked."""
    here = tuple(s for s in map(Seat, range(len(state.points))) if s not in state.leavers)
    while not state.waiting and state.phase != "over":
        if state.phase == "audit" and state.round == state.rounds:
            return Step(replace(state, phase="over"), (*events, Happened("over", NATURE)))
        following = {"seal": "deal", "deal": "bid", "bid": "show", "show": "take", "take": "audit"}
        state = replace(state, phase=following.get(state.phase, "seal"))
        if state.phase == "seal":
            state = replace(state, round=state.round + 1, things=(), given=(None,) * len(state.points))
        best = max(((t.value, -t.owner) for t in state.things if t.value and t.owner in here), default=(0, 0))
        asked = {"deal": (NATURE,), "take": (Seat(-best[1]),)}.get(state.phase, here)
        state = replace(state, waiting=asked)
    return Step(state, events)


TOY: Final = Toy()
"""The one toy: games have no state of their own."""
