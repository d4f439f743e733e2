"""Keys and logs as words that two people can read to each other, over a voice that they know.

Twelve letters of a hash look alike; six words of the list of BIP39 (2,048 words, no two of which begin with
the same four letters) do not, and each says 11 bits.
"""

from functools import cache
from typing import Final

from protocol.game import hash32

KEY_WORDS: Final = 6
"""Words of a key, 66 bits: who wants to be taken for somebody has to try about 2⁶⁶ keys."""
LOG_WORDS: Final = 8
"""Words of a log, 88 bits: a server that tries two pasts until they agree has to sign about 2⁴⁴ entries."""
_BITS: Final = 11


def of_key(key: bytes) -> str:
    """Return the words of a person's public key: the same for everybody who holds it."""
    return _words(hash32(b"ys words", key), KEY_WORDS)


def of_log(chain: bytes) -> str:
    """Return the words of a history: the same for all who were shown the same setup and entries."""
    return _words(hash32(b"ys log words", chain), LOG_WORDS)


def _words(digest: bytes, count: int) -> str:
    bits = int.from_bytes(digest, "big") >> (8 * len(digest) - _BITS * count)
    places = ((bits >> _BITS * (count - 1 - at)) & ((1 << _BITS) - 1) for at in range(count))
    return " ".join(map(_list().__getitem__, places))


@cache
def _list() -> list[str]:
    from mnemonic import Mnemonic  # noqa: PLC0415  # loaded when words are first asked for, not at the start

    return Mnemonic("english").wordlist
