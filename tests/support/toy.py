"""A toy game with one of everything the core offers: sealing, chance, a bid, openings, a choice, leaving.

Each seat seals the values 1, 2, 2, nature deals a prize, each seat bids one token, all hands are opened and
compared with what everybody has, the best bid keeps the prize or gives it away.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol import chance, seals
from protocol import game as g
from protocol.codec import CodecError, unpack
from protocol.game import (
    NATURE,
    Action,
    Ahead,
    Chance,
    Choice,
    Illegal,
    Option,
    Outcome,
    Prompt,
    Seat,
    Setup,
    Step,
    View,
)
from protocol.keys import Bytes32, SeatKeys
from protocol.seals import Opening, Token
from protocol.vault import Vault

T = TypeVar("T")
HAND: Final = (1, 2, 2)
AFTER: Final = {"seal": "deal", "deal": "bid", "bid": "show", "show": "take", "take": "over"}


class Seal(Action, frozen=True):
    """Answers `SealHand`: the hand sealed, and the next link."""

    seals: Annotated[tuple[Bytes32, ...], Meta(min_length=3, max_length=3)]
    link: Bytes32


class Bid(Action, frozen=True):
    """Answers `PickBid`: one token, still sealed."""

    token: Token


class Show(Action, frozen=True):
    """Answers `Reveal`: the whole hand."""

    openings: Annotated[tuple[Opening, ...], Meta(min_length=3, max_length=3)]


class Take(Action, frozen=True):
    """Answers the choice of who gets the prize."""

    what: Annotated[str, Meta(max_length=8)]


_Actions = Chance | g.Resign | g.Ballot | g.Escrow | g.AnswerFor | Seal | Bid | Show | Take


class SealHand(Prompt, frozen=True, kw_only=True):
    """Seal three values."""

    seals = True
    automatic: bool = True


class Deal(SealHand, frozen=True, kw_only=True):
    """Asked of NATURE, answered by `Chance`."""

    seals = False


class PickBid(Prompt, frozen=True):
    """Bid one of three tokens."""


class Reveal(SealHand, frozen=True, kw_only=True):
    """Open the hand."""

    seals = False
    opened_by = (Show,)


class Happened(g.Event, frozen=True):
    """A seat did something in a phase, or left in it."""

    seat: Seat
    phase: str


class ToyState(Struct, frozen=True):
    """A toy as everybody sees it; seat n has the tokens 3n, 3n + 1, 3n + 2, and 0 stands for nothing yet."""

    setup: Setup
    waiting: tuple[Seat, ...]
    links: tuple[bytes | None, ...]
    hands: tuple[tuple[bytes, ...], ...]
    bids: tuple[Token, ...]
    values: tuple[int, ...]
    points: tuple[int, ...]
    phase: str = "seal"
    prize: int = 0
    leavers: tuple[Seat, ...] = ()


class Toy:
    """The game itself."""

    key, title, rules = "toy", "Toy", 1
    tables: Mapping[int, str] = dict.fromkeys((2, 3, 4), "")
    options: tuple[Option, ...] = ()
    bots: tuple[str, ...] = ("random", "greedy")

    def start(self, setup: Setup) -> ToyState:
        """Return the state with everybody asked to seal."""
        seats = tuple(map(Seat, range(len(setup.seats))))
        is_known = (setup.game, setup.rules) == ("toy", 1) and set(setup.options) <= {g.ESCROW.key}
        if not is_known or len(seats) not in self.tables:
            raise Illegal("bad-setup", f"{len(seats)} seats cannot play {setup.game} {setup.rules}")
        nothing = (0,) * len(seats)
        bids = tuple(map(Token, nothing))
        return ToyState(setup, seats, (None,) * len(seats), ((),) * len(seats), bids, nothing, nothing)

    def prompts(self, state: ToyState) -> Mapping[Seat, Prompt]:
        """Return what each awaited seat is asked in this phase."""
        if state.phase == "take":
            (seat,) = state.waiting
            return {seat: Choice(what="prize", among=_answers(state, seat), why="prize")}
        return dict.fromkeys(state.waiting, _PROMPTS[state.phase]) if state.waiting else {}

    def apply(self, state: ToyState, seat: Seat, action: Action) -> Step[ToyState]:
        """Take `action` if it answers what the seat is asked."""
        prompt = self.prompts(state).get(seat)
        handler = _HANDLERS.get((type(prompt), type(action)))
        if handler is None:
            raise Illegal("not-asked", f"seat {seat} is not asked for {type(action).__name__}")
        return _settled(handler(state, seat, action), seat)

    def leave(self, state: ToyState, seat: Seat) -> Step[ToyState]:
        """Go on without the seat; a link that it gave stays in the draw."""
        return _settled(replace(state, leavers=(*state.leavers, seat)), seat)

    def reseat(self, state: ToyState, seat: Seat, keys: SeatKeys) -> Step[ToyState]:
        """Refuse: there is no later round at whose sealing somebody could sit down."""
        raise Illegal("not-now", "a toy has one round")

    def left(self, state: ToyState) -> tuple[Seat, ...]:
        """Return the leavers."""
        return state.leavers

    def legal(self, view: View[ToyState]) -> Sequence[Action]:
        """Return one bid per value (the one with the smallest salt), or the answers of the choice."""
        prompt = None if view.seat is None else self.prompts(view.state).get(view.seat)
        if isinstance(prompt, Choice):
            return tuple(map(Take, prompt.among))
        by_salt = sorted(view.known, key=lambda token: view.known[token].salt, reverse=True)
        best = {view.known[token].value: token for token in by_salt}
        return tuple(Bid(best[value]) for value in sorted(best)) if isinstance(prompt, PickBid) else ()

    def ahead(self, state: ToyState, seat: Seat) -> Ahead[ToyState] | None:
        """Return the bid, which a seat can prepare once its hand is sealed."""
        if self.prompts(state).get(seat) == PickBid():
            return Ahead("bid", state)
        if state.phase not in {"seal", "deal"} or seat in (*state.waiting, *state.leavers):
            return None
        return Ahead("bid", replace(state, phase="bid", waiting=(*state.waiting, seat)))

    def outcome(self, state: ToyState) -> Outcome | None:
        """Return points and places; who left is behind all others."""
        ranks = [-1 if Seat(n) in state.leavers else points for n, points in enumerate(state.points)]
        places = tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
        return Outcome(state.points, places, "points") if state.phase == "over" else None

    def decode(self, raw: bytes) -> Action:
        """Return the action in `raw`."""
        try:
            return unpack(raw, cast("type[Action]", _Actions))
        except CodecError as error:
            raise Illegal("bad-action", str(error)) from None

    def knows(self, state: ToyState, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
        """Return the seat's own hand, once it is sealed."""
        return _hand(state, seat, vault) if seat != NATURE and state.hands[seat] else {}

    def owed(self, state: ToyState, seat: Seat, vault: Vault) -> tuple[Action, ...]:
        """Return the sealing, the link or the openings."""
        prompt, known = self.prompts(state).get(seat), _hand(state, seat, vault)
        if isinstance(prompt, Reveal):
            return (Show(tuple(known.values())),)
        if isinstance(prompt, Deal):
            return (Chance(vault.link(0)),)
        sealed = tuple(seals.seal(_place(state, token), opening) for token, opening in known.items())
        return (Seal(sealed, vault.link(0)),) if isinstance(prompt, SealHand) else ()

    def lent(
        self, state: ToyState, seat: Seat, locked: Mapping[Token, Opening], nature: Vault
    ) -> tuple[Action, ...]:
        """Return the openings of the hand, whether they fit or not."""
        hand = tuple(locked[token] for token in _tokens(seat) if token in locked)
        return (Show(hand),) if isinstance(self.prompts(state).get(seat), Reveal) and hand else ()


def _hand(state: ToyState, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
    return dict(zip(_tokens(seat), vault.hand(state.setup.digest(), "1", HAND), strict=True))


def _tokens(seat: Seat) -> tuple[Token, ...]:
    return tuple(Token(3 * seat + n) for n in range(3))


def _place(state: ToyState, token: Token) -> bytes:
    return seals.place(state.setup.digest(), "1", token // 3, token)


def _answers(state: ToyState, seat: Seat) -> tuple[str, ...]:
    others = (n for n in range(len(state.points)) if n != seat and Seat(n) not in state.leavers)
    return ("keep", *map(str, others))


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _seal(state: ToyState, seat: Seat, action: Seal) -> ToyState:
    if chance.step(action.link) != state.setup.seats[seat].anchor:
        raise Illegal("bad-link", "the link does not come before the anchor")
    hands = _with(state.hands, seat, action.seals)
    if len({sealed for hand in hands for sealed in hand}) < sum(map(len, hands)):
        raise Illegal("copied-seal", "a seal is there twice")
    return replace(state, hands=hands, links=_with(state.links, seat, action.link))


def _deal(state: ToyState, seat: Seat, action: Chance) -> ToyState:
    if chance.step(action.link) != state.setup.nature.anchor:
        raise Illegal("bad-link", "the link does not come before the anchor")
    return replace(state, prize=1 + chance.joined(action.link, state.links).below(6))


def _bid(state: ToyState, seat: Seat, action: Bid) -> ToyState:
    if action.token not in _tokens(seat):
        raise Illegal("not-yours", f"{action.token} is not yours")
    return replace(state, bids=_with(state.bids, seat, action.token))


def _show(state: ToyState, seat: Seat, action: Show) -> ToyState:
    shown = dict(zip(_tokens(seat), action.openings, strict=True))
    for sealed, (token, opening) in zip(state.hands[seat], shown.items(), strict=True):
        if not seals.opens(sealed, _place(state, token), opening):
            raise Illegal("bad-opening", f"the opening of {token} does not fit its seal")
    if tuple(sorted(opening.value for opening in action.openings)) != HAND:
        return replace(state, leavers=(*state.leavers, seat))
    return replace(state, values=_with(state.values, seat, shown[state.bids[seat]].value))


def _take(state: ToyState, seat: Seat, action: Take) -> ToyState:
    if action.what not in _answers(state, seat):
        raise Illegal("no-such-choice", f"{action.what} is no answer")
    winner = seat if action.what == "keep" else Seat(int(action.what))
    return replace(state, points=_with(state.points, winner, state.prize))


_HANDLERS: Final[Mapping[tuple[object, type[Action]], Any]] = {
    (SealHand, Seal): _seal,
    (Deal, Chance): _deal,
    (PickBid, Bid): _bid,
    (Reveal, Show): _show,
    (Choice, Take): _take,
}
_PROMPTS: Final = {"seal": SealHand(), "deal": Deal(), "bid": PickBid(), "show": Reveal()}


def _settled(state: ToyState, seat: Seat) -> Step[ToyState]:
    """Return the step after which `seat` is not asked, and the next phase has come if nobody else is."""
    events = (Happened(seat, state.phase),)
    here = tuple(s for s in map(Seat, range(len(state.points))) if s not in state.leavers)
    state = replace(state, waiting=tuple(other for other in state.waiting if other != seat))
    if len(here) == 1:
        return Step(replace(state, phase="over", waiting=()), events)
    while not state.waiting and state.phase != "over":
        phase, best = AFTER[state.phase], max(here, key=lambda s: (state.values[s], -s))
        asked: Mapping[str, tuple[Seat, ...]] = {"deal": (NATURE,), "take": (best,), "over": ()}
        state = replace(state, phase=phase, waiting=asked.get(phase, here))
    return Step(state, events)


TOY: Final = Toy()
"""The one toy: games have no state of their own."""
