"""What holds for every game: those of the registry, and the toy. A new game is held to it by being listed."""

import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol import wire
from protocol.codec import pack
from protocol.game import (
    ESCROW,
    NATURE,
    Action,
    Ballot,
    Chance,
    Event,
    Game,
    Illegal,
    Resign,
    Seat,
    Setup,
    combinations,
)
from protocol.games import GAMES
from protocol.match import ACTION_BYTES, Match
from protocol.messages import Act, AnyClientMessage, AnyServerMessage, Began, Entries
from protocol.seals import Opening
from tests.support.driver import Seated, play, seated
from tests.support.toy import TOY
from tests.support.walk import openings, struct_types

ALL: Final[tuple[Game[Any], ...]] = (TOY, *GAMES.values())
OPENING_ACTIONS: Final = {"toy": {"Show"}, "ys": {"Open", "PlaceUp"}}
"""The actions of each game that are openings: no other may carry a hidden value."""
ROOT: Final = Path(__file__).parents[3]

every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: str(game.key))


class Board(NamedTuple):
    """A game with a number of seats and the options chosen: all that can be played."""

    game: Game[Any]
    seats: int
    options: tuple[str, ...] = ()

    def seated(self, seed: int, *, with_chairs: bool = False) -> Seated[Any]:
        """Return such a table, nothing played."""
        return seated(self.game, self.seats, seed, options=self.options, with_chairs=with_chairs)

    def played(self, seed: int = 1) -> Match[Any]:
        """Return a whole match of it."""
        return _played(self.game.key, self.seats, self.options, seed)

    def __str__(self) -> str:
        return "-".join((self.game.key, str(self.seats), *self.options))


TRUSTING: Final = (Board(TOY, 3, (ESCROW.key,)), Board(GAMES["ys"], 3, ("kings-favor", ESCROW.key)))
"""Tables that trust their host."""
OFFERED: Final = tuple(Board(game, *table) for game in ALL for table in combinations(game))
"""All that the games themselves offer."""
BOARDS: Final = (*OFFERED, *TRUSTING)
SOME: Final = BOARDS[::3]
"""Every third board, for what takes long."""
every_board = pytest.mark.parametrize("board", BOARDS, ids=str)


@cache
def _played(key: str, seats: int, options: tuple[str, ...], seed: int) -> Match[Any]:
    game = next(game for game in ALL if game.key == key)
    return play(game, seats, seed, options=options, with_chairs=False)


def _entries(match: Match[Any]) -> list[tuple[Seat, tuple[Action, ...]]]:
    return [(entry.seat, tuple(map(match.game.decode, entry.actions))) for entry in match.log]


def _own_types(game: Game[Any], base: type) -> list[type]:
    """Return the types below `base` that the game's package defines."""
    package = type(game).__module__.rpartition(".")[0]
    home = type(game).__module__ if package == "tests.support" else package
    below = [base]
    for kind in below:
        below.extend(kind.__subclasses__())
    return [kind for kind in below if kind.__module__.startswith(home)]


@every_board
def test_what_is_legal_is_accepted(board: Board) -> None:
    """Every action that `legal` lists is taken by `apply`, and looking does not change the state."""
    table, rng, tried = board.seated(2), Random(2), 0
    for _ in table.steps():
        state, digest = table.match.state, table.match.digest()
        for seat, prompt in table.match.prompts.items():
            legal = board.game.legal(table.match.view(seat, table.vaults[seat]))
            assert prompt.automatic or len(legal) > 0
            for at in sorted(rng.sample(range(len(legal)), min(len(legal), 12))):
                board.game.apply(state, seat, legal[at])
                tried += 1
        assert table.match.digest() == digest
    assert tried > board.seats


@every_board
def test_a_refused_action_changes_nothing(board: Board) -> None:
    """Actions out of place are refused with a code, and everything is as before."""
    table, rng, refused = board.seated(3), Random(3), 0
    pool = [action for _, actions in _entries(board.played()) for action in actions]
    for _ in table.steps():
        seat, action = rng.choice(tuple(table.vaults)), rng.choice(pool)
        before = _everything(table.match)
        refusal = _refusal(table, seat, action)
        if refusal is not None:
            refused += 1
            assert refusal.code
            assert refusal.detail
            assert _everything(table.match) == before
    assert refused > board.seats


def _everything(match: Match[Any]) -> object:
    return match.state, match.chain, match.digest(), dict(match.prompts), len(match.log), dict(match.ballots)


def _refusal(table: Seated[Any], seat: Seat, action: Action) -> Illegal | None:
    """Return how `action` is refused; what the game takes is left undone."""
    with suppress(Illegal):
        table.game.apply(table.match.state, seat, action)
        return None
    with pytest.raises(Illegal) as refused:
        table.do(seat, action)
    return refused.value


@every_board
def test_who_is_not_asked_is_refused(board: Board) -> None:
    """What one seat may do, no seat may do that is not asked."""
    table, refused = board.seated(4), 0
    for _, actions in _entries(board.played(4)):
        others = [seat for seat in table.vaults if seat not in table.match.prompts]
        for seat in others:
            with pytest.raises(Illegal):
                board.game.apply(table.match.state, seat, actions[0])
            refused += 1
        table.step()
    assert refused > board.seats


@every_board
def test_actions_and_messages_survive_the_wire(board: Board) -> None:
    """Every action and every message about a game is the same after encoding and decoding, and short."""
    match, game = board.played(), board.game
    for entry in match.log:
        assert all(pack(game.decode(raw)) == raw and len(raw) <= ACTION_BYTES for raw in entry.actions)
        assert wire.decode_client(wire.encode(Act(1, 1, entry))) == Act(1, 1, entry)
    began, entries = Began(1, match.setup), Entries(1, 0, tuple(match.log[:100]), match.digest())
    assert wire.decode_server(wire.encode(began)) == began
    assert wire.decode_server(wire.encode(entries)) == entries


@every_game
@given(raw=st.binary(max_size=200))
def test_junk_is_no_action(game: Game[Any], raw: bytes) -> None:
    """Bytes are an action or are refused; nothing else comes of them."""
    action = None
    with suppress(Illegal):
        action = game.decode(raw)
    assert action is None or pack(action) == raw


@every_board
def test_a_replay_gives_the_live_game(board: Board) -> None:
    """The log alone gives the same events, states, prompts and result again."""
    live, events, game = board.seated(5), 0, board.game
    copy = Match(game, live.setup)
    for entry in live.steps():
        events += len(copy.extend(len(copy.log), (entry,), live.match.digest()))
        assert copy.prompts == live.match.prompts
    whole = Match(game, live.setup)
    assert len(whole.extend(0, live.match.log, live.match.digest())) == events > 0
    assert whole.chain == live.match.chain
    assert game.outcome(whole.state) == game.outcome(live.match.state)


@every_board
def test_all_copies_stay_in_lockstep(board: Board) -> None:
    """The server and every seat hold the same history after every entry, whoever signed it."""
    table = board.seated(6, with_chairs=True)
    for _ in table.steps():
        chains = {chair.match.chain for chair in table.chairs.values()}
        assert chains == {table.match.chain}
    assert {chair.match.digest() for chair in table.chairs.values()} == {table.match.digest()}


def test_the_order_of_sets_decides_nothing() -> None:
    """Another process with other hash seeds plays the same games to the same digests."""
    script = (
        "from tests.protocol.games.test_conformance import SOME\n"
        "for board in SOME:\n"
        "    match = board.played()\n"
        "    print(board, match.chain.hex(), match.digest().hex())\n"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "77")
    }
    expected = "".join(
        f"{board} {match.chain.hex()} {match.digest().hex()}\n"
        for board in SOME
        for match in [board.played()]
    )
    assert results == {expected}


@every_board
def test_a_game_ends_with_a_result(board: Board) -> None:
    """Random play ends; then nobody is asked, and every seat has points and a place."""
    match, game = board.played(), board.game
    outcome = game.outcome(match.state)
    assert not match.prompts
    assert outcome is not None
    assert len(outcome.points) == len(outcome.places) == board.seats
    assert min(outcome.places) == 1
    assert all(outcome.places.count(place) > 0 for place in outcome.places)
    assert game.outcome(Match(game, match.setup).state) is None


@every_board
@pytest.mark.parametrize("every", [2, 3, 7])
def test_seats_can_leave_at_any_time(board: Board, every: int) -> None:
    """Whoever leaves is asked nothing more, and the others' game ends all the same."""
    table, game, seats = board.seated(every), board.game, board.seats
    for number, _ in enumerate(table.steps(), start=1):
        here = [Seat(n) for n in range(seats) if n not in game.left(table.match.state)]
        if number % every == 0 and table.match.prompts and len(here) > 1:
            leaver = here[number % len(here)]
            table.do(leaver, Resign())
            assert game.left(table.match.state)[-1] == leaver
        assert not set(game.left(table.match.state)) & set(table.match.prompts)
    assert game.left(table.match.state)
    assert game.outcome(table.match.state) is not None


@every_board
def test_only_openings_carry_hidden_values(board: Board) -> None:
    """An `Opening` can be in the actions that are openings; in no state, prompt, event, setup or message."""
    game = board.game
    carriers = {kind.__name__ for kind in _own_types(game, Action) if Opening in struct_types(kind)}
    state = type(board.played().state)
    public = [
        state,
        Setup,
        Chance,
        Ballot,
        Resign,
        AnyClientMessage,
        AnyServerMessage,
        *_own_types(game, Event),
    ]
    prompts = {type(prompt) for _, prompt in _prompts(board)}
    assert carriers == OPENING_ACTIONS[game.key]
    assert len(_own_types(game, Event)) > 0
    assert all(Opening not in struct_types(kind) for kind in (*public, *prompts))


def _prompts(board: Board) -> list[tuple[Seat, Any]]:
    table = board.seated(7)
    return [item for _ in table.steps() for item in table.match.prompts.items()]


@every_board
def test_no_secret_is_in_a_repr(board: Board) -> None:
    """What ends up in a log tells no salt and no value: neither of a view nor of a chair nor of a vault."""
    table = board.seated(8, with_chairs=True)
    seen = 0
    for _ in table.steps():
        seat = Seat(0)
        view = table.chairs[seat].view()
        shown = repr((view, table.chairs[seat], table.vaults[seat], table.match.state))
        hidden = [opening for opening in view.known.values() if opening.salt not in _opened(table)]
        assert not any(repr(opening.salt)[2:-1] in shown for opening in hidden)
        assert shown.count("Opening(") == shown.count("Opening(…)")
        seen += len(hidden)
        if len(table.match.log) > 60:
            break
    assert seen > 0


def _opened(table: Seated[Any]) -> set[bytes]:
    return {o.salt for _, actions in _entries(table.match) for action in actions for o in openings(action)}


@every_game
def test_only_its_own_setups_are_played(game: Game[Any]) -> None:
    """Another game, another revision, an unknown option, too few or too many seats are refused."""
    setup = seated(game).setup
    more = seated(TOY, 4).setup.seats + seated(TOY, 4, 9).setup.seats
    for wrong in (
        replace(setup, game="other"),
        replace(setup, rules=setup.rules + 1),
        replace(setup, options=("no-such-option",)),
        replace(setup, seats=setup.seats[: min(game.tables) - 1]),
        replace(setup, seats=more[: max(game.tables) + 1]),
    ):
        with pytest.raises(Illegal):
            game.start(wrong)


@every_board
def test_nature_is_asked_by_itself(board: Board) -> None:
    """Nature decides nothing: all it is ever asked is automatic, and it has no list of choices."""
    asked = [prompt for seat, prompt in _prompts(board) if seat == NATURE]
    assert asked
    assert all(prompt.automatic for prompt in asked)


@every_board
def test_what_is_foreseen_is_asked_of_a_person(board: Board) -> None:
    """What can be foreseen for a seat could be answered at once; when it is asked, it is what is asked.

    One word stands for one question: once another one came, it does not come again.
    """
    played = board.played()
    match, game = Match(board.game, played.setup), board.game
    words: dict[Seat, list[str]] = {Seat(seat): [] for seat in range(board.seats)}
    foreseen = 0
    for number, entry in enumerate(played.log):
        for seat, said in words.items():
            now, asked = game.ahead(match.state, seat), match.prompts.get(seat)
            if now is None:
                continue
            is_asked = asked is not None and not asked.automatic
            then = game.prompts(now.state).get(seat)
            assert then is not None
            assert not then.automatic
            assert not is_asked or now.state is match.state
            foreseen += not is_asked
            if said[-1:] != [now.about]:
                said.append(now.about)
        match.extend(number, (entry,))
    assert foreseen
    assert all(len(set(said)) == len(said) for said in words.values())


@every_game
def test_nothing_is_foreseen_for_who_has_left(game: Game[Any]) -> None:
    """Nor after the end."""
    match = _played(game.key, 3, (), 1)
    assert all(game.ahead(match.state, Seat(seat)) is None for seat in range(3))
    table = seated(game, 3)
    state = game.leave(table.match.state, Seat(1)).state
    assert game.ahead(state, Seat(1)) is None
