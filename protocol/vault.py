"""The vault: every secret of one seat at one table, derived from its person's identity.

Nothing of it has to be written down: identity (32 bytes) and nonce (16 bytes) give the same vault again.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from protocol import chance, keys
from protocol.keys import SeatKeys
from protocol.seals import CONTENT, Opening, Token

IDENTITY: Final = 32
"""Bytes of a person's identity: the secret from which all others follow."""
NONCE: Final = 16
"""Bytes that a seat throws for each table, so that no two tables have the same setup."""


def _derive(key: bytes, purpose: str, *parts: object, size: int = 32) -> bytes:
    label = "/".join((purpose, *map(str, parts)))
    return hashlib.blake2b(label.encode(), digest_size=size, key=key, person=b"ys vault").digest()


class Vault:
    """The secrets of one seat; it hands out only what the game is ready to be shown."""

    def __init__(self, identity: bytes, nonce: bytes, name: str, *, bot: bool = False) -> None:
        """Derive the seat's secrets; equal arguments give an equal vault."""
        assert len(identity) == IDENTITY
        assert len(nonce) == NONCE
        public, self._signing = keys.signing_pair(identity)
        secret = _derive(identity, "seat", nonce.hex())
        self._box = _derive(secret, "box")
        self._hands = _derive(secret, "hands")
        self._peeks = _derive(secret, "peeks")
        self._chain = chance.chain(_derive(secret, "chain"))
        self.keys = SeatKeys(
            nonce=nonce,
            sign=public,
            box=keys.box_half(self._box),
            anchor=self._chain[0],
            name=name,
            bot=bot,
        )
        """What the seat shows of itself in the table's setup."""
        self._dealt: dict[tuple[bytes, str, tuple[int, ...]], tuple[Opening, ...]] = {}

    def sign(self, digest: bytes) -> bytes:
        """Return the seat's signature (64 bytes) over `digest`."""
        return keys.sign(self._signing, digest)

    def link(self, number: int) -> bytes:
        """Return the seat's chain link for dealing `number`, counted from 0."""
        assert 0 <= number < chance.LINKS
        return self._chain[number + 1]

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return one opening per value of `values`, salted and in an order that only this vault knows."""
        dealt = (setup, deal, tuple(values))
        hand = self._dealt.get(dealt)
        if hand is None:
            order = chance.Rng(_derive(self._hands, "order", setup.hex(), deal)).shuffle(values)
            hand = tuple(self.salted(setup, deal, number, value) for number, value in enumerate(order))
            self._dealt[dealt] = hand
        return hand

    def salted(self, setup: bytes, deal: str, number: int, value: int) -> Opening:
        """Return the opening that a hand of `deal` has at `number` if its value there is `value`.

        Whoever has forgotten which value it was finds it by the seal that fits.
        """
        return Opening(value, _derive(self._hands, "salt", setup.hex(), deal, number, size=16))

    def own_chance(self, number: int) -> bytes:
        """Return 32 bytes only this vault knows, for what its seat leaves to chance in decision `number`."""
        return _derive(self._hands, "chance", number)

    def peek_key(self, setup: bytes, deal: str, token: Token, spy: int) -> bytes:
        """Return the ephemeral secret with which this seat locks `token` of `deal` for seat `spy`."""
        return _derive(self._peeks, "peek", setup.hex(), deal, token, spy)

    def lock(self, setup: bytes, reader: bytes, content: bytes) -> bytes:
        """Return `content` locked for the box key `reader`; what differs has another ephemeral secret."""
        return keys.lock(
            reader, _derive(self._peeks, "lock", setup.hex(), reader.hex(), content.hex()), content
        )

    def read(self, box: bytes) -> bytes | None:
        """Return what was locked for this seat in `box`, or None when it does not open."""
        return keys.unlock(self._box, box)

    def unlock(self, box: bytes) -> Opening | None:
        """Return the opening that was locked for this seat in `box`, or None when it holds none."""
        content = self.read(box)
        if content is None or len(content) != CONTENT:
            return None
        return Opening(content[0], content[1:])
