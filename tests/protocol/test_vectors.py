"""The vectors: what this implementation computes is what every other one must.

The second half computes them with hashlib, msgpack and PyNaCl alone, as docs/protocol.md tells it.
"""

import json
from hashlib import blake2b
from typing import Any

import msgpack
import nacl.signing
import pytest

from tests.protocol.vectors import FILE, vectors, written


def test_the_vectors_hold() -> None:
    """Nothing computed has changed since the file was written by `python -m tests.protocol.vectors`.

    A difference means that logs, seals or signatures made before can no longer be read: a new revision.
    """
    assert FILE.read_text(encoding="utf-8") == written()


def test_the_vectors_cover_the_core() -> None:
    """Numbers, chain, seals, vault, box, packing and a game with its digests are all there."""
    assert set(vectors()) == {"about", "rng", "chain", "seals", "vault", "box", "codec", "game"}


@pytest.fixture(name="given", scope="module")
def _given() -> dict[str, Any]:
    """Return the vectors as another implementation reads them."""
    given: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return given


def _hash(person: bytes, *parts: bytes) -> bytes:
    total = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return blake2b(total, digest_size=32, person=person).digest()


def test_a_log_can_be_checked_with_the_documents_alone(given: dict[str, Any]) -> None:
    """Setup digest, what each entry signs, the signature and the chain after it follow from its bytes."""
    game = given["game"]
    setup = msgpack.unpackb(bytes.fromhex(game["setup"]))
    chains = [_hash(b"ys setup", bytes.fromhex(game["setup"]))]
    assert chains[0].hex() == game["setup_digest"]
    for step in game["log"]:
        packed = bytes.fromhex(step["entry"])
        seat, at, actions, signature = msgpack.unpackb(packed)
        signed = _hash(b"ys entry", chains[at], msgpack.packb([seat, at, actions]))
        key = setup["nature" if seat == game["nature_seat"] else "seats"]
        key = key["sign"] if seat == game["nature_seat"] else key[seat]["sign"]
        nacl.signing.VerifyKey(key).verify(signed, signature)
        chains.append(_hash(b"ys chain", chains[-1], packed))
        assert (seat, at, signed.hex()) == (step["seat"], step["at"], step["signed"])
        assert chains[-1].hex() == step["chain_after"]


def test_a_record_can_be_written_with_the_documents_alone(given: dict[str, Any]) -> None:
    """The file is its first line, then setup and log, packed: nothing else."""
    game = given["game"]
    log = [msgpack.unpackb(bytes.fromhex(step["entry"])) for step in game["log"]]
    body = {"setup": msgpack.unpackb(bytes.fromhex(game["setup"])), "log": [log]}
    assert (b"ys game 1\n" + msgpack.packb(body)).hex() == game["record"]


def test_seals_can_be_checked_with_the_documents_alone(given: dict[str, Any]) -> None:
    """A seal is a keyed hash over its place, its value and its salt."""
    for case in given["seals"]:
        salt = bytes.fromhex(case["salt"])
        place = bytes.fromhex(case["setup"]) + f"{case['deal']}/{case['seat']}/{case['token']}".encode()
        content = bytes((case["value"],)) + salt
        assert place.hex() == case["place"]
        seal = blake2b(place + content, digest_size=32, key=salt, person=b"ys seal")
        assert seal.hexdigest() == case["seal"]
