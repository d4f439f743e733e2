"""One game between bots, everything in one process: a match, a vault for every seat and nature's."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from protocol.chance import Rng
from protocol.game import NATURE, Action, Event, Game, Outcome, Seat, Setup
from protocol.match import Match
from protocol.text import Code
from protocol.vault import IDENTITY, NONCE, Vault
from ys_server.bots.bot import Bot

SECONDS: Final = 1.0
"""What a bot is given for one decision."""


class Played(Struct, frozen=True):
    """A game that was played to its end."""

    match: Match[Any]
    events: tuple[Event, ...]
    outcome: Outcome
    decisions: int
    thought: float
    """Seconds spent on decisions: seeing, listing what is legal, choosing."""


def secret(seed: int, number: int, purpose: str, size: int = 32) -> bytes:
    """Return the bytes for one purpose in game `number` of the seed."""
    return blake2b(f"{seed}/{number}/{purpose}".encode(), digest_size=size, person=b"ys arena").digest()


def vaults(seed: int, number: int, levels: Sequence[str]) -> Mapping[Seat, Vault]:
    """Return the vaults of game `number`: a seat for each of `levels`, and nature."""
    names = {Seat(seat): f"{level}-{seat + 1}"[:16] for seat, level in enumerate(levels)} | {NATURE: "nature"}
    return {
        seat: Vault(
            secret(seed, number, f"identity/{seat}", IDENTITY),
            secret(seed, number, f"nonce/{seat}", NONCE),
            name,
            bot=seat != NATURE,
        )
        for seat, name in names.items()
    }


def begun(game: Game[Any], held: Mapping[Seat, Vault], options: Sequence[Code] = ()) -> Match[Any]:
    """Return the match of `game` with `options` between the vaults, before anything happened."""
    seats = tuple(vault.keys for seat, vault in held.items() if seat != NATURE)
    return Match(game, Setup(game.key, game.rules, tuple(options), seats, held[NATURE].keys))


def play(
    game: Game[Any],
    bots: Sequence[Bot],
    levels: Sequence[str],
    seed: int,
    number: int,
    *,
    options: Sequence[Code] = (),
) -> Played:
    """Return game `number` of `seed`, played to its end by `bots`, one a seat."""
    held = vaults(seed, number, levels)
    match = begun(game, held, options)
    chance = {seat: Rng(secret(seed, number, f"chance/{seat}")) for seat in held}
    events: list[Event] = []
    decisions, thought = 0, 0.0
    while match.prompts:
        seat, prompt = next(iter(match.prompts.items()))
        actions: tuple[Action, ...]
        if prompt.automatic:
            actions = match.owed(seat, held[seat])
        else:
            began = perf_counter()
            view = match.view(seat, held[seat])
            actions = (bots[seat].choose(view, game.legal(view), chance[seat], SECONDS),)
            thought += perf_counter() - began
            decisions += 1
        events += match.submit(match.sign(seat, held[seat], actions))
    outcome = game.outcome(match.state)
    assert outcome is not None
    return Played(match, tuple(events), outcome, decisions, thought)


def games(
    game: Game[Any],
    bots: Sequence[Bot],
    levels: Sequence[str],
    seed: int,
    count: int,
    *,
    options: Sequence[Code] = (),
) -> Iterator[Played]:
    """Yield the games 1 … `count` of `seed`, each as soon as it is over."""
    for number in range(1, count + 1):
        yield play(game, bots, levels, seed, number, options=options)
