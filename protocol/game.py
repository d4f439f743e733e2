"""The vocabulary of any game: seats, actions, prompts, events, views, and the interface a game offers.

Nothing here knows a particular game, and nothing here is ever unsure: no clock, no chance, no secrets.
"""

from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations as subsets
from typing import Annotated, Any, ClassVar, Final, Generic, NewType, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from protocol.codec import pack
from protocol.keys import Bytes32, SeatKeys
from protocol.seals import Opening, Token
from protocol.text import Code, Name
from protocol.vault import Vault

Seat = NewType("Seat", int)
"""A chair at the table, 0 … n-1; NATURE is the one that the server holds."""
NATURE: Final = Seat(-1)

S = TypeVar("S")


class Action(Struct, frozen=True, tag_field="do", tag=str.lower):
    """One atomic thing a seat does; `apply` takes it whole or refuses it."""

    is_natures: ClassVar[bool] = False
    """Whether only nature does it, in answering for a seat (`AnswerFor`)."""


class Chance(Action, frozen=True):
    """Nature's next chain link: what it deals is decided by it and by the links given before it."""

    link: Bytes32


class Resign(Action, frozen=True):
    """The seat leaves the game for good (R52c)."""


class Ballot(Action, frozen=True):
    """A vote about a seat that keeps the table waiting, or with NATURE as the seat about the whole table."""

    seat: Seat
    choice: Code


BALLOT_CHOICES: Final = ("wait", "go-on", "bot", "end")
"""What a `Ballot` about a seat may say: wait for it, go on without it, let a bot take it, end the game."""
TABLE_CHOICES: Final = ("pause", "play")
"""What a `Ballot` about the table may say."""


class Reseat(Action, frozen=True):
    """By NATURE, when a round begins: somebody else takes a seat, with these keys.

    A bot takes one for which the table voted so: `ballots` are the numbers of the entries that did. Or the
    person of the setup comes back to it: then there are none.
    """

    seat: Seat
    keys: SeatKeys
    ballots: Annotated[tuple[int, ...], Meta(max_length=8)] = ()


class Escrow(Action, frozen=True):
    """The openings of all that its seat has sealed just before, locked for nature's key (`escrow`)."""

    box: Annotated[bytes, Meta(min_length=1, max_length=1_024)]


class AnswerFor(Action, frozen=True):
    """By NATURE: what a seat is asked to open, answered out of what it has locked for nature (`escrow`)."""

    seat: Seat
    action: Annotated[bytes, Meta(min_length=1, max_length=2_000)]
    """The packed action of the game."""


class Illegal(Exception):
    """The action is against the rules; the state is as before, always."""

    def __init__(self, code: str, detail: str, rule: str = "") -> None:
        """Name the refusal by a stable kebab-case `code`, a sentence, and the rule's number if any."""
        super().__init__(f"{detail.rstrip('.')} ({rule})" if rule else detail)
        self.code = code
        self.detail = str(self)
        self.rule = rule

    @property
    def sentence(self) -> str:
        """The detail as it ends a sentence, with one full stop."""
        return f"{self.detail.rstrip('.')}."


class Setup(Struct, frozen=True):
    """Everything that is fixed before a game: which game, by which rules, who sits where with which keys."""

    game: Code
    rules: int
    options: tuple[Code, ...]
    seats: tuple[SeatKeys, ...]
    nature: SeatKeys

    def digest(self) -> bytes:
        """Return the 32 bytes that name this table and no other: every seat's fresh nonce is in them."""
        return hash32(b"ys setup", pack(self))


class Prompt(Struct, frozen=True, tag_field="ask", tag=str.lower):
    """What one seat is asked. If `automatic`, its client answers without the human."""

    seals: ClassVar[bool] = False
    """Whether it is answered by sealing something."""
    opened_by: ClassVar[tuple[type[Action], ...]] = ()
    """The actions by which nature may answer it, if it is automatic: openings alone are enough for them."""
    automatic: bool = False


class Choice(Prompt, frozen=True, kw_only=True):
    """A question with a list of answers: what kind of thing, among which, and why it is asked."""

    what: str
    among: tuple[str, ...]
    why: str


class Event(Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened; derived by everybody from the log, sent by nobody."""


class Reseated(Event, frozen=True):
    """Somebody else has taken a seat, or its person has come back."""

    seat: Seat
    name: Name
    bot: bool


class Exposed(Event, frozen=True):
    """A seat was caught lying and has to leave; `lie` names in a word what it lied about."""

    seat: Seat
    lie: str


class Outcome(Struct, frozen=True):
    """How a game ended: points and place (1 is best, equal places are shared) of each seat."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str


class Step(Struct, Generic[S], frozen=True):
    """The state after an action and what happened on the way."""

    state: S
    events: tuple[Event, ...] = ()


class View(Struct, Generic[S], frozen=True):
    """The public state and what one seat knows beyond it; a spectator (seat None) knows nothing more."""

    state: S
    seat: Seat | None
    known: Mapping[Token, Opening]


class Ahead(Struct, Generic[S], frozen=True):
    """What a seat decides now or next: which question that is, and the state as if it were asked at once."""

    about: str
    """The same word for the same question, whatever happens until it is asked, and for no other one."""
    state: S


class Option(Struct, frozen=True):
    """Something a table may choose before the game; lobby, arena, help and transcripts read it from here."""

    key: Code
    title: str
    """A few words for a form."""
    text: str
    """One sentence: what it changes."""
    seats: tuple[int, ...]
    """Numbers of seats at which it can be chosen."""
    otherwise: str = ""
    """One sentence: why it cannot be chosen with another number of seats, or without the clock it needs."""
    rule: str = ""
    needs_days: bool = False
    """Whether it is for tables whose clock gives days for a decision."""


ESCROW: Final = Option(
    key="escrow",
    title="Trust the host",
    text="Clients lock what they seal for the server's key: it opens that at a reveal, so that nobody need "
    "be there. Who runs the server can see face-down brokers: this table trusts its host.",
    seats=tuple(range(1, 9)),
    otherwise="It needs a clock with days for each decision.",
    needs_days=True,
)
TABLE_OPTIONS: Final = (ESCROW,)
"""What a table of any game may choose: no game knows of it. In a setup these come after the game's own."""


class Game(Protocol[S]):
    """What a game must offer to be played here; `games.GAMES` lists those that do."""

    key: str
    title: str
    rules: int
    tables: Mapping[int, str]
    """The numbers of seats it can be played with, and in one sentence what is special with so many."""
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    """Levels at which bots play it, the weakest first."""

    def start(self, setup: Setup) -> S:
        """Return the state before anybody acted; raise Illegal for a setup the game cannot be played with."""

    def prompts(self, state: S) -> Mapping[Seat, Prompt]:
        """Return who is asked what; empty when the game is over. The only source of legality."""

    def apply(self, state: S, seat: Seat, action: Action) -> Step[S]:
        """Return the step that `action` by `seat` makes, or raise Illegal."""

    def leave(self, state: S, seat: Seat) -> Step[S]:
        """Return the step of a seat leaving for good (R52c); the seat has not left before."""

    def reseat(self, state: S, seat: Seat, keys: SeatKeys) -> Step[S]:
        """Return the step of somebody with other keys taking `seat`; raise Illegal unless a round begins.

        What the seat held closed before is lost (R52c).
        """

    def left(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that have left, in the order they did."""

    def legal(self, view: View[S]) -> Sequence[Action]:
        """Return every action the view's seat may take now; complete for prompts that a human answers.

        The sequence may be lazy: hundreds of placements need not be built to pick one.
        """

    def ahead(self, state: S, seat: Seat) -> Ahead[S] | None:
        """Return what `seat` decides now or, as far as that can be foreseen, next; None when it cannot.

        An answer prepared for it means the same when it is asked, or is illegal then.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    def decode(self, raw: bytes) -> Action:
        """Return the action packed in `raw`, or raise Illegal."""

    def knows(self, state: S, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
        """Return the hidden values that `seat`, holding `vault`, knows now."""

    def owed(self, state: S, seat: Seat, vault: Vault) -> tuple[Action, ...]:
        """Return the answers to the seat's automatic prompts, NATURE's included; empty when none is owed."""

    def lent(
        self, state: S, seat: Seat, locked: Mapping[Token, Opening], nature: Vault
    ) -> tuple[Action, ...]:
        """Return nature's answers to what `seat` is asked to open, out of what it has `locked` for nature.

        They are of the kinds that the prompt names (`opened_by`); empty when the openings are not enough, or
        do not fit their seals.
        """


def options_of(game: Game[Any]) -> tuple[Option, ...]:
    """Return everything that a table of `game` may choose, in the order in which a setup has it."""
    return (*game.options, *TABLE_OPTIONS)


def check_table(game: Game[Any], seats: int, options: Sequence[str]) -> None:
    """Raise Illegal unless so many seats can play `game` with `options`, which are in its own order."""
    if seats not in game.tables:
        known = " or ".join(map(str, game.tables))
        raise Illegal("wrong-seats", f"{game.title} is for {known} seats, not {seats}", "R1")
    offered = {option.key: option for option in options_of(game)}
    for key in options:
        if key not in offered:
            raise Illegal("wrong-options", f"{game.title} has no option {key}; it has {', '.join(offered)}")
        if seats not in offered[key].seats:
            raise Illegal("wrong-options", offered[key].otherwise, offered[key].rule)
    if tuple(options) != ordered_options(game, options):
        raise Illegal("wrong-options", f"options are named once each, in the order {', '.join(offered)}")


def check_clock(game: Game[Any], options: Collection[str], *, is_live: bool) -> None:
    """Raise Illegal if one of `options` needs days for each decision and the table's clock gives none."""
    for option in options_of(game):
        if option.needs_days and is_live and option.key in options:
            raise Illegal("wrong-clock", f"{option.title} ({option.key}): {option.otherwise}")


def ordered_options(game: Game[Any], options: Collection[str]) -> tuple[Code, ...]:
    """Return those options that `options` names, each once: the game's in its order, then the table's."""
    return tuple(option.key for option in options_of(game) if option.key in options)


def chosen_options(
    game: Game[Any], seats: int, keys: Collection[str], *, is_live: bool = True
) -> tuple[Code, ...]:
    """Return the options that `keys` name in whatever order, as a setup has them, or raise Illegal.

    `is_live` says whether the table's clock gives no days for each decision.
    """
    known = ordered_options(game, keys)
    check_table(game, seats, (*known, *(key for key in keys if key not in known)))
    check_clock(game, known, is_live=is_live)
    return known


def combinations(game: Game[Any]) -> tuple[tuple[int, tuple[Code, ...]], ...]:
    """Return every table that `game` itself offers: a number of seats with options of its own chosen."""
    return tuple(
        (seats, chosen)
        for seats in game.tables
        for size in range(len(game.options) + 1)
        for chosen in subsets((option.key for option in game.options if seats in option.seats), size)
    )


def state_digest(state: object) -> bytes:
    """Return 8 bytes over `state`: equal states have equal ones. It finds desync; it proves nothing."""
    return hash32(b"ys state", msgspec.msgpack.encode(state, order="deterministic"))[:8]


def hash32(person: bytes, *parts: bytes) -> bytes:
    """Return the 32-byte hash of `parts`, each with its length, for the purpose `person`."""
    total = blake2b(digest_size=32, person=person)
    for part in parts:
        total.update(len(part).to_bytes(4, "big"))
        total.update(part)
    return total.digest()
