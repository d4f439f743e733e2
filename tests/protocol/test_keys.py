"""Signatures and boxes: they open for whom they are meant, and false keys are refused without a crash."""

from typing import Final

import nacl.exceptions
import pytest
from msgspec.structs import replace

from protocol import keys
from tests.support.driver import secret, vault

LOW_ORDER: Final = (
    bytes(32),
    b"\x01" + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
)
SECRET: Final = secret("box")
BOX: Final = keys.box_half(SECRET)
EPHEMERAL: Final = secret("ephemeral")
CONTENT: Final = bytes(range(17))


def test_a_signature_is_checked() -> None:
    """It holds for its signer and its message only."""
    public, signing = keys.signing_pair(secret("sign"))
    signature = keys.sign(signing, b"message")
    assert keys.check(public, b"message", signature)
    assert not keys.check(public, b"messagf", signature)
    assert not keys.check(keys.signing_pair(secret("other"))[0], b"message", signature)
    assert not keys.check(public, b"message", bytes(64))


@pytest.mark.parametrize("cut", [0, 1, 31, 33])
def test_keys_and_signatures_of_another_length_are_refused(cut: int) -> None:
    """Neither a short key nor a signature that borrows from the message passes, and nothing is raised."""
    public, signing = keys.signing_pair(secret("sign"))
    signature = keys.sign(signing, b"message")
    assert not keys.check((public + b"x")[:cut], b"message", signature)
    assert not keys.check(public, signature[63:] + b"message", signature[:63])
    assert not keys.check(public, b"", b"")


def test_a_lock_opens_for_its_key_only() -> None:
    """The holder of the box key gets the content; anybody else, and any other bytes, get None."""
    locked = keys.lock(BOX, EPHEMERAL, CONTENT)
    assert keys.unlock(SECRET, locked) == CONTENT
    assert keys.unlock(secret("other"), locked) is None
    for wrong in (b"", locked[:31], locked[:32], locked[:-1], locked + b"x", bytes(65), *LOW_ORDER):
        assert keys.unlock(SECRET, wrong) is None
        assert keys.unlock(SECRET, wrong + bytes(33)) is None


def test_a_lock_is_deterministic_and_says_no_length() -> None:
    """Whoever has the ephemeral key makes the same 65 bytes; any other key makes others."""
    locked = keys.lock(BOX, EPHEMERAL, CONTENT)
    assert keys.lock(BOX, EPHEMERAL, CONTENT) == locked
    assert keys.lock(BOX, secret("false"), CONTENT) != locked
    assert locked[:32] == keys.box_half(EPHEMERAL)
    assert {len(keys.lock(BOX, EPHEMERAL, bytes((value,)) + CONTENT[1:])) for value in range(256)} == {65}


@pytest.mark.parametrize("box", LOW_ORDER)
def test_low_order_keys_are_refused(box: bytes) -> None:
    """A box key with which every exchange gives the same secret is not usable; locking with it fails."""
    assert keys.is_usable(BOX)
    assert not keys.is_usable(box)
    with pytest.raises(nacl.exceptions.CryptoError):
        keys.lock(box, EPHEMERAL, CONTENT)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_box_keys_of_another_length_are_refused(length: int) -> None:
    """A key of another length is not usable."""
    assert not keys.is_usable((BOX + b"x")[:length])


def test_seats_with_equal_or_useless_keys_cannot_play_together() -> None:
    """Nonce, box and anchor are each seat's own, and every box can be used; persons may hold two seats."""
    one, other = vault(1, 0).keys, vault(1, 1).keys
    assert keys.flaw((one, replace(other, sign=one.sign, name=one.name))) == ""
    assert keys.flaw((one, replace(other, nonce=one.nonce))) == "two seats have the same nonce"
    assert keys.flaw((one, replace(other, box=one.box))) == "two seats have the same box"
    assert keys.flaw((one, replace(other, anchor=one.anchor))) == "two seats have the same anchor"
    assert "Ben" in keys.flaw((one, replace(other, box=bytes(32))))
