"""Ys, the game: what `protocol.game.Game` asks of it, put together from the modules beside this one."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from protocol import keys
from protocol.codec import CodecError, unpack
from protocol.game import (
    Action,
    Ahead,
    Illegal,
    Option,
    Outcome,
    Prompt,
    Resign,
    Seat,
    Setup,
    Step,
    View,
    check_table,
)
from protocol.games.ys import knowledge, scoring
from protocol.games.ys.actions import YsAction
from protocol.games.ys.ahead import ahead
from protocol.games.ys.board import FIRST_STEP, SHIPS
from protocol.games.ys.characters import DOCUMENTED_DECK, YELLOW_DECK
from protocol.games.ys.handlers import AFTER, HANDLERS
from protocol.games.ys.layout import FULL, OPTIONS, TABLES, layout
from protocol.games.ys.legal import legal
from protocol.games.ys.phases.agenda import worked
from protocol.games.ys.phases.cards import gone_on
from protocol.games.ys.phases.leaving import departed
from protocol.games.ys.phases.sealing import begun, reseated
from protocol.games.ys.prompts import prompt, prompts
from protocol.games.ys.state import Left, Phase, Player, State, YsStep
from protocol.keys import SeatKeys
from protocol.seals import Opening, Token
from protocol.vault import Vault

RULES: Final = 2
"""Revision of the rules. What revision 1 played, four seats without options, goes the same by this one."""


class Ys:
    """The board game Ys for two, three and four seats."""

    key = "ys"
    title = "Ys"
    rules = RULES
    tables: Mapping[int, str] = TABLES
    options: tuple[Option, ...] = OPTIONS
    bots: tuple[str, ...] = ("random", "greedy")

    def start(self, setup: Setup) -> State:
        """Return the state before the first hands are sealed (R13–R17), or raise Illegal."""
        _check(setup)
        fixed = layout(setup)
        players = [Player(link=seat.anchor, box=seat.box) for seat in setup.seats]
        if fixed.neutral is not None:
            players.append(Player(link=b""))
        state = State(
            setup=setup,
            table=setup.digest(),
            phase=Phase.SEAL,
            round=0,
            players=tuple(players),
            left=Left(
                characters=DOCUMENTED_DECK if fixed.is_documented else YELLOW_DECK,
                ships=tuple(range(len(SHIPS))),
            ),
            nature=setup.nature.anchor,
            links=(),
            prices=(FIRST_STEP, FIRST_STEP, FIRST_STEP, FIRST_STEP),
        )
        return begun(state, 1)

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Return who is asked what; empty when the game is over."""
        return prompts(state)

    def apply(self, state: State, seat: Seat, action: Action) -> YsStep:
        """Return the step that `action` by `seat` makes, up to the next question; or raise Illegal."""
        if type(action) is Resign and 0 <= seat < len(state.setup.seats) and seat not in state.leavers:
            return self.leave(state, seat)
        asked = prompt(state, seat)
        handler = None if asked is None else HANDLERS.get((type(asked), type(action)))
        if asked is None or handler is None:
            raise Illegal("not-asked", f"seat {seat} is not asked for {type(action).__name__}")
        return settled(handler(state, seat, asked, action))

    def leave(self, state: State, seat: Seat) -> YsStep:
        """Return the step of a seat leaving for good (R52c); the seat has not left before."""
        assert seat not in state.leavers
        if state.phase is Phase.OVER:
            raise Illegal("over", "the game is over", "R52c")
        return settled(departed(state, seat))

    def reseat(self, state: State, seat: Seat, keys: SeatKeys) -> YsStep:
        """Return the step of somebody else taking `seat` as a round begins (R52c), or raise Illegal."""
        return reseated(state, seat, keys)

    def left(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that have left, in the order they did."""
        return state.leavers

    def legal(self, view: View[State]) -> Sequence[Action]:
        """Return every action the view's seat may take now, lazily; none to an automatic prompt."""
        return legal(view)

    def ahead(self, state: State, seat: Seat) -> Ahead[State] | None:
        """Return what `seat` decides now or next, as far as that can be foreseen."""
        return ahead(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result (R78), or None while the game goes on."""
        return scoring.outcome(state) if state.phase is Phase.OVER else None

    def decode(self, raw: bytes) -> Action:
        """Return the action packed in `raw`, or raise Illegal."""
        try:
            return unpack(raw, cast("type[Action]", YsAction))
        except CodecError as error:
            raise Illegal("bad-action", str(error)) from None

    def knows(self, state: State, seat: Seat, vault: Vault) -> Mapping[Token, Opening]:
        """Return the own brokers, also in the throne room, neutral ones in hand, and what a spy saw."""
        return knowledge.knows(state, seat, vault)

    def owed(self, state: State, seat: Seat, vault: Vault) -> tuple[Action, ...]:
        """Return the answers to the seat's automatic prompts, NATURE's included; empty when none is owed."""
        return knowledge.owed(state, seat, vault)

    def lent(
        self, state: State, seat: Seat, locked: Mapping[Token, Opening], nature: Vault
    ) -> tuple[Action, ...]:
        """Return nature's answers for `seat` to `Reveal` and `ShowSpy`, out of what it has locked."""
        return knowledge.lent(state, seat, locked, nature)


def settled(step: YsStep) -> YsStep:
    """Return `step` and all that follows without a decision, until somebody is asked or the game is over."""
    state, events = step.state, step.events
    while (more := _moved(state)) is not None:
        state, events = more.state, events + more.events
    return Step(state, events)


def _moved(state: State) -> YsStep | None:
    if state.phase is Phase.OVER or state.peeks:
        return None
    if state.asking is not None:
        return gone_on(state, state.asking)
    if state.waiting:
        return None
    if state.agenda:
        return worked(state)
    return AFTER[state.phase](state)


def _check(setup: Setup) -> None:
    if setup.game != Ys.key:
        raise Illegal("wrong-game", f"this is {Ys.key}, not {setup.game}")
    if not 1 <= setup.rules <= RULES:
        raise Illegal("wrong-rules", f"this is revision {RULES} of the rules, not {setup.rules}")
    check_table(YS, len(setup.seats), setup.options)
    if setup.rules == 1 and (len(setup.seats) != FULL or setup.options):
        raise Illegal("wrong-rules", "revision 1 of the rules is for four seats without options")
    if not all(keys.is_usable(seat.box) for seat in setup.seats):
        raise Illegal("wrong-keys", "a box key with which no exchange is possible", "R32")


YS: Final = Ys()
"""The game as the registry lists it."""
