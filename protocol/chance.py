"""Chance that nobody can choose: hash chains that are joined into draws, and the numbers made of a draw.

A chain is fixed before the game by its anchor; its links are given out one a dealing, and each is the
hash preimage of the one before. Nobody knows a draw while one link of it is missing.
"""

import hashlib
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")

LINKS: Final = 64
"""Links of one chain: the most dealings a game may have."""


class Rng:
    """Numbers from 32 bytes: the same on every machine. blake2b in counter mode, 8 bytes a number."""

    def __init__(self, seed: bytes) -> None:
        """Begin at the first number of `seed`."""
        self._seed = seed
        self._counter = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """Return the next number, uniform in 0 … bound - 1; bound is at least 1 and below 2**64."""
        assert 1 <= bound < 1 << 64
        limit = (1 << 64) - (1 << 64) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """Return `count` items of `pool` in drawn order, without putting any back."""
        left = list(pool)
        return tuple(left.pop(self.below(len(left))) for _ in range(count))

    def shuffle(self, pool: Sequence[T]) -> tuple[T, ...]:
        """Return all items of `pool` in drawn order."""
        return self.draw(pool, len(pool))

    def _word(self) -> int:
        if not self._words:
            block = hashlib.blake2b(
                self._counter.to_bytes(8, "big"), key=self._seed, person=b"ys rng"
            ).digest()
            self._counter += 1
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in range(56, -8, -8)]
        return self._words.pop()


def step(link: bytes) -> bytes:
    """Return the link that was given out before `link` (or the anchor, for the first)."""
    return hashlib.blake2b(link, digest_size=32, person=b"ys link").digest()


def chain(secret: bytes) -> tuple[bytes, ...]:
    """Return the anchor and then the links of the chain of `secret`, in the order they are given out."""
    links = [hashlib.blake2b(secret, digest_size=32, person=b"ys chain").digest()]
    for _ in range(LINKS):
        links.append(step(links[-1]))
    return tuple(reversed(links))


def joined(nature: bytes, links: Sequence[bytes | None]) -> Rng:
    """Return the draw of a dealing from nature's link and the seats' in seat order, None for who left."""
    draw = hashlib.blake2b(nature, digest_size=32, person=b"ys draw")
    for link in links:
        draw.update(b"\0" if link is None else b"\1" + link)
    return Rng(draw.digest())


def seeded(seed: int, whose: str) -> Callable[[int], bytes]:
    """Return a source of as many bytes as are asked for, all of which follow from `seed`.

    It stands for true chance in tests and in games that are to be repeated. `whose` keeps the sources of
    one seed apart: two people with the same bytes would be the same person.
    """
    numbers = count()

    def entropy(size: int) -> bytes:
        return hashlib.blake2b(
            f"{whose}/{seed}/{next(numbers)}".encode(), digest_size=size, person=b"ys seed"
        ).digest()

    return entropy
