"""Who may come in at a table's door: an invite code or a password, and how it is kept. No secret is shown.

The code is kept as it is: who sits at the table is told it again. A password is what people use elsewhere,
too: it is kept only as a slow hash with a salt, and cannot be told again.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from protocol.messages import Door

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What a code is made of: nothing that is read as something else."""
CODE_LENGTH: Final = 8
"""31 to the 8th codes: by the guesses that `limits` allows, thousands of years."""
_SALT: Final = 16
_SCRYPT: Final = {"n": 4_096, "r": 8, "p": 1, "dklen": 32}
"""About ten milliseconds: it is done while everybody waits, and a guess costs credits besides."""


class Lock(Struct, frozen=True):
    """A table's door."""

    door: Door = "open"
    code: str = ""
    salt: bytes = b""
    hashed: bytes = b""

    def __repr__(self) -> str:
        """Show the kind alone."""
        return f"Lock({self.door})"

    @property
    def is_hidden(self) -> bool:
        """Whether the table is shown to nobody who does not know its code."""
        return self.door == "code"

    def opens(self, word: str) -> bool:
        """Tell whether `word` is the right one."""
        if self.door == "password":
            return bool(word) and hmac.compare_digest(_hashed(word, self.salt), self.hashed)
        return self.door == "open" or hmac.compare_digest(plain(word).encode(), plain(self.code).encode())


def locked(door: Door, word: str, entropy: Callable[[int], bytes]) -> Lock:
    """Return a fresh lock: with a code of its own, or for the password `word`."""
    if door == "code":
        letters = [LETTERS[int.from_bytes(entropy(8), "big") % len(LETTERS)] for _ in range(CODE_LENGTH)]
        return Lock(door, code=f"{''.join(letters[:4])}-{''.join(letters[4:])}")
    if door == "password":
        salt = entropy(_SALT)
        return Lock(door, salt=salt, hashed=_hashed(word, salt))
    return Lock()


def plain(code: str) -> str:
    """Return a code as it counts: however it was typed."""
    return "".join(code.casefold().split()).replace("-", "")


def _hashed(word: str, salt: bytes) -> bytes:
    return hashlib.scrypt(word.encode(), salt=salt, **_SCRYPT)
