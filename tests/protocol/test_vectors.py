"""The vectors: what this implementation computes is what every other one must.

The second half computes them with hashlib, msgpack and PyNaCl alone, as docs/protocol.md tells it.
"""

import json
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
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
    """Numbers, chain, seals, vault, boxes, packing, a game with its digests, and one of Ys with its draws."""
    parts = {"about", "rng", "chain", "seals", "vault", "box", "escrow", "codec", "game", "ys"}
    assert set(vectors()) == parts


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


def _log_of(record: str) -> tuple[dict[str, Any], list[tuple[int, dict[str, Any]]]]:
    """Return the setup of a record, and all actions of its log with their seats."""
    body = msgpack.unpackb(bytes.fromhex(record).removeprefix(b"ys game 1\n"))
    entries = [entry for part in body["log"] for entry in part]
    return body["setup"], [(entry[0], msgpack.unpackb(raw)) for entry in entries for raw in entry[2]]


def _words(seed: bytes) -> Iterator[int]:
    for number in count():
        block = blake2b(number.to_bytes(8, "big"), key=seed, person=b"ys rng").digest()
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 64, 8))


def _drawn(words: Iterator[int], pool: list[Any], size: int) -> list[Any]:
    """Return what is drawn from `pool`, which loses it."""

    def below(bound: int) -> int:
        good = 2**64 - 2**64 % bound
        return next(word for word in words if word < good) % bound

    return [pool.pop(below(len(pool))) for _ in range(size)]


def test_the_draws_of_ys_can_be_made_with_the_documents_alone(given: dict[str, Any]) -> None:
    """Links in the log give the seed of each round, and that the cards, ships and order cards."""
    game = given["ys"]
    setup, log = _log_of(game["record"])
    given_out: dict[int, list[bytes]] = {seat: [] for seat in (-1, 0, 1, 2)}
    for seat, action in log:
        if "link" in action:
            given_out[seat].append(action["link"])
    cards, ships = list(game["deck_of_rounds_1_to_3"]), list(game["ships"])
    for number, told in enumerate(game["rounds"]):
        links = {seat: given_out[seat][number] for seat in given_out}
        assert told["links"] == {str(seat): link.hex() for seat, link in links.items()}
        for seat, link in links.items():
            anchor = setup["nature" if seat < 0 else "seats"]
            anchor = anchor["anchor"] if seat < 0 else anchor[seat]["anchor"]
            before = given_out[seat][number - 1] if number else anchor
            assert blake2b(link, digest_size=32, person=b"ys link").digest() == before
        seed = links[-1] + b"".join(b"\1" + links[seat] for seat in (0, 1, 2))
        words = _words(blake2b(seed, digest_size=32, person=b"ys draw").digest())
        if not number:
            assert told["orders"] == _drawn(words, [1, 2, 3], 3)
        pool = cards if number < 3 else list(game["deck_of_round_4"])
        assert told["palaces"] == _drawn(words, pool, 4)
        *ports, market = _drawn(words, ships, 5)
        assert (told["ports"], sorted(told["market"])) == (ports, sorted(market[1:]))


def test_what_is_opened_in_ys_can_be_checked_with_the_documents_alone(given: dict[str, Any]) -> None:
    """Every opening of the log fits the seal of its token, three hands of eleven a round."""
    fixed, log = _log_of(given["ys"]["record"])
    setup = _hash(b"ys setup", msgpack.packb(fixed))
    seals: dict[int, tuple[int, int, bytes]] = {}
    sealed = opened = 0
    for seat, action in log:
        if action["do"] == "sealhand":
            number = sealed // 3
            first = number * 33 + seat * 11
            seals |= {first + at: (number + 1, seat, one) for at, one in enumerate(action["seals"])}
            sealed += 1
        openings = [one[:2] for one in action.get("opened", ())]
        if action["do"] == "placeup":
            openings = [(action["token"], action["opening"])]
        for token, (value, salt) in openings:
            number, owner, seal = seals[token]
            place = setup + f"round-{number}/{owner}/{token}".encode()
            content = place + bytes((value,)) + salt
            assert blake2b(content, digest_size=32, key=salt, person=b"ys seal").digest() == seal
            assert owner == seat
            opened += 1
    assert opened > 3 * 4 * 9
