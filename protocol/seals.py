"""Seals: commitments to hidden values, each bound to the one place where it may be opened.

Who keeps the openings is `vault`'s affair; what a value means is the game's.
"""

import hashlib
import hmac
from typing import Annotated, Final, NewType

from msgspec import Meta, Struct

from protocol.keys import Bytes16

Token = NewType("Token", int)
"""A number that stands for one sealed thing; unique within a table."""

VALUE: Final = 255
"""Largest value a seal can hide."""
CONTENT: Final = 17
"""Bytes of an opening as it is sealed and locked."""


class Opening(Struct, frozen=True, array_like=True):
    """A hidden value and the salt that makes its seal impossible to guess. Never shown by repr."""

    value: Annotated[int, Meta(ge=0, le=VALUE)]
    salt: Bytes16

    def __repr__(self) -> str:
        """Return a text that tells nothing of the value: reprs end up in logs."""
        return "Opening(…)"

    def __rich_repr__(self) -> list[tuple[str, object]]:
        """Return no field: tools that print values prettily are told nothing, either."""
        return []

    def content(self) -> bytes:
        """Return the 17 bytes that are sealed and locked: as long for every value."""
        return bytes((self.value,)) + self.salt


def place(setup: bytes, deal: str, seat: int, token: Token) -> bytes:
    """Return the bytes that name where a seal stands: one table, one dealing, one seat, one token."""
    return setup + f"{deal}/{seat}/{token}".encode()


def seal(where: bytes, opening: Opening) -> bytes:
    """Return the 32-byte seal of `opening` at the place `where`; it tells nothing without the salt."""
    return hashlib.blake2b(
        where + opening.content(), digest_size=32, key=opening.salt, person=b"ys seal"
    ).digest()


def opens(sealed: bytes, where: bytes, opening: Opening) -> bool:
    """Tell whether `opening` is what `sealed` hides at the place `where`."""
    return hmac.compare_digest(sealed, seal(where, opening))
