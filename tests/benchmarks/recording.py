"""Games played beforehand, as frames: what each seat sends, and what an honest server answers with.

A server with a seed draws its tables' secrets in the order of its connections and tables. So the games are
played with the very keys of the tables they will be played at, and every byte of the answers is known.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final

from msgspec import Struct

from protocol import wire
from protocol.chance import seeded
from protocol.game import NATURE, Action, Seat, Setup
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.messages import Act, Entries, Offer
from protocol.vault import IDENTITY, NONCE, Vault
from tests.support.driver import secret

YS: Final = GAMES["ys"]
SHORTEST: Final = {2: 170, 4: 300}
"""Moves that a game of so many seats has at least."""


class Spec(Struct, frozen=True):
    """A game that is to be recorded: at which table, by whom, and which part of it."""

    table: int
    lane: int
    """Which of the games that the same people play at a time."""
    people: tuple[int, ...]
    """The person in each chair."""
    identity: bytes
    nonce: bytes
    """Of nature."""
    begin: float = 0.0
    """Which part of the game is over when the recording begins."""
    most: int = 1 << 20
    """Moves that are recorded, at most."""


class Move(Struct, frozen=True):
    """What one seat sends, and the answer to everybody."""

    seat: int
    frame: bytes
    answer: bytes


class Recording(Struct, frozen=True):
    """A game as frames."""

    table: int
    lane: int
    people: tuple[int, ...]
    setup: Setup
    offer: bytes
    """What brings the table to where the moves begin; empty when that is its start."""
    moves: tuple[Move, ...]


def person(number: int, nonce: bytes = bytes(NONCE)) -> Vault:
    """Return the vault of a person at a table (or anywhere)."""
    return Vault(secret("crowd", number), nonce, f"P{number}")


def chair(table: int, number: int) -> Vault:
    """Return the vault with which a person sits at a table."""
    return person(number, secret("chair", table, number, size=NONCE))


def specs(
    seed: int, connections: int, tables: Sequence[tuple[int, tuple[int, ...]]], *, spread: bool, most: int
) -> list[Spec]:
    """Return what to record for a server with `seed`, to which `connections` come before the tables begin.

    Each of `tables` is a lane and who sits there. Those that are `spread` begin at different stages.
    """
    entropy = seeded(seed, "server")
    identity = entropy(IDENTITY)
    for _ in range(connections):
        entropy(IDENTITY)  # the challenge of each
    return [
        Spec(
            number,
            lane,
            people,
            identity,
            entropy(NONCE),
            (number * 0.618034) % 1 if spread else 0.0,  # evenly, whatever the number of tables
            most,
        )
        for number, (lane, people) in enumerate(tables, 1)
    ]


def record(spec: Spec) -> Recording:
    """Play a game by chance, as a server and its clients do, and keep the part that is asked for."""
    vaults = {Seat(seat): chair(spec.table, number) for seat, number in enumerate(spec.people)}
    vaults[NATURE] = Vault(spec.identity, spec.nonce, "nature")
    seats = tuple(vaults[Seat(seat)].keys for seat in range(len(spec.people)))
    setup = Setup(YS.key, YS.rules, (), seats, vaults[NATURE].keys)
    skip = int(spec.begin * max(0, SHORTEST[len(spec.people)] - spec.most))
    offered: Sequence[Entry] = ()
    moves: list[Move] = []
    for number, (match, start) in enumerate(_played(setup, vaults)):
        entries = tuple(match.log[start:])
        if number < skip:
            offered = match.log[:] if number == skip - 1 else ()
            continue
        act = Act(1, spec.table, next(entry for entry in entries if entry.seat != NATURE))
        answer = Entries(spec.table, start, entries, match.digest())
        moves.append(Move(act.entry.seat, wire.encode(act), wire.encode(answer)))
        if len(moves) == spec.most:
            break
    offer = wire.encode(Offer(1, spec.table, 0, tuple(offered))) if offered else b""
    return Recording(spec.table, spec.lane, spec.people, setup, offer, tuple(moves))


def recorded(wanted: Sequence[Spec]) -> list[Recording]:
    """Return the recordings, made on all processors."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(record, wanted, chunksize=4))


def _played(setup: Setup, vaults: dict[Seat, Vault]) -> Iterator[tuple[Match[Any], int]]:
    """Play, and after each move of a seat and all that nature does then yield where in the log it began."""
    match, rng = Match(YS, setup), Random(setup.digest())
    _nature(match, vaults[NATURE])
    while match.prompts:
        seat, actions = _move(match, vaults, rng)
        start = len(match.log)
        match.submit(match.sign(seat, vaults[seat], actions))
        _nature(match, vaults[NATURE])
        yield match, start


def _nature(match: Match[Any], vault: Vault) -> None:
    while owed := match.owed(NATURE, vault):
        match.submit(match.sign(NATURE, vault, owed))


def _move(match: Match[Any], vaults: dict[Seat, Vault], rng: Random) -> tuple[Seat, Sequence[Action]]:
    """Return what is answered automatically, or a decision by chance."""
    for seat, prompt in match.prompts.items():
        if prompt.automatic:
            return seat, match.owed(seat, vaults[seat])
    seat = rng.choice(tuple(match.prompts))
    return seat, (rng.choice(YS.legal(match.view(seat, vaults[seat]))),)
