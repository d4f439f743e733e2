"""Signatures, and boxes that only one seat can open: everything that needs PyNaCl.

Plain functions over bytes; who holds which secret is `vault`'s affair.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.text import Name

Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64 = Annotated[bytes, Meta(min_length=64, max_length=64)]

_PUBLIC: Final = 32
_SIGNATURE: Final = 64
_NONCE: Final = 24
_PROBE: Final = bytes(range(1, 33))


class SeatKeys(Struct, frozen=True):
    """What a seat shows of its keys before the game: its name, and the public halves of its secrets."""

    nonce: Bytes16
    sign: Bytes32
    box: Bytes32
    anchor: Bytes32
    name: Name
    bot: bool = False


def signing_pair(seed: bytes) -> tuple[bytes, bytes]:
    """Return the public key and the secret (64 bytes) for signing that follow from 32 bytes."""
    public, secret = _nacl().bindings.crypto_sign_seed_keypair(seed)
    return bytes(public), bytes(secret)


def sign(secret: bytes, message: bytes) -> bytes:
    """Return the 64 bytes with which the holder of `secret` signs `message`."""
    return bytes(_nacl().bindings.crypto_sign(message, secret)[:_SIGNATURE])


def check(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether `signature` is that of the holder of `public` over `message`."""
    if len(public) != _PUBLIC or len(signature) != _SIGNATURE:  # PyNaCl would read on
        return False
    try:
        _nacl().bindings.crypto_sign_open(signature + message, public)
    except _nacl().exceptions.CryptoError:
        return False
    return True


def box_half(secret: bytes) -> bytes:
    """Return the public half of a box key."""
    return bytes(_nacl().bindings.crypto_scalarmult_base(secret))


def is_usable(box: bytes) -> bool:
    """Tell whether an exchange with the public box key is possible (low-order keys allow none)."""
    if len(box) != _PUBLIC:  # PyNaCl would read on
        return False
    try:
        _nacl().bindings.crypto_scalarmult(_PROBE, box)
    except _nacl().exceptions.CryptoError:
        return False
    return True


def flaw(seats: Sequence[SeatKeys]) -> str:
    """Return why these seats cannot play together, or "" when they can; one person may hold several."""
    for what in ("nonce", "box", "anchor"):
        if len({getattr(seat, what) for seat in seats}) < len(seats):
            return f"two seats have the same {what}"
    unusable = (seat.name for seat in seats if not is_usable(seat.box))
    return next((f"no exchange is possible with the box key of {name}" for name in unusable), "")


def lock(box: bytes, ephemeral: bytes, content: bytes) -> bytes:
    """Return `content` locked for the usable key `box`: the ephemeral key's public half, then the lock.

    Nothing is random in it: whoever is shown `ephemeral` can make the same bytes and compare.
    """
    half = box_half(ephemeral)
    return half + bytes(_nacl().bindings.crypto_box(content, _nonce(half, box), box, ephemeral))


def unlock(secret: bytes, locked: bytes) -> bytes | None:
    """Return what was locked for the holder of the box key `secret`, or None when it does not open."""
    half, content = locked[:_PUBLIC], locked[_PUBLIC:]
    try:
        return bytes(_nacl().bindings.crypto_box_open(content, _nonce(half, box_half(secret)), half, secret))
    except _nacl().exceptions.CryptoError:
        return None


def _nonce(half: bytes, box: bytes) -> bytes:
    return hashlib.blake2b(half + box, digest_size=_NONCE, person=b"ys box").digest()


@cache
def _nacl() -> ModuleType:
    """Return PyNaCl, loaded when it is first needed: a client's first frame is there before."""
    import nacl.bindings  # noqa: PLC0415
    import nacl.exceptions  # noqa: PLC0415

    return nacl
