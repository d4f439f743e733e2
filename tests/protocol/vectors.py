"""What any implementation of this protocol must compute.

`python -m tests.protocol.vectors` writes the vectors anew.
"""

import json
from pathlib import Path
from typing import Any, Final

from protocol import chance, keys
from protocol.codec import pack
from protocol.escrow import locked
from protocol.game import NATURE, Chance, Event, Setup, hash32
from protocol.games.ys.actions import SealHand
from protocol.games.ys.board import ROUNDS, SHIPS
from protocol.games.ys.characters import BLUE_DECK, YELLOW_DECK
from protocol.games.ys.events import GameOver, OrdersDealt, RoundBegan
from protocol.games.ys.game import YS
from protocol.match import Match
from protocol.messages import greeting
from protocol.record import Record, save
from protocol.seals import Opening, Token, place, seal
from protocol.vault import Vault
from tests.support.driver import play, seated
from tests.support.toy import TOY

FILE: Final = Path(__file__).parents[1] / "data" / "vectors.json"
IDENTITY: Final = bytes(range(32))
NONCE: Final = bytes(range(16))
SETUP: Final = bytes(range(32, 64))
SALT: Final = bytes(range(64, 80))
EPHEMERAL: Final = bytes(range(96, 128))


def vectors() -> dict[str, Any]:
    """Return all vectors: bytes in hex, inputs beside what follows from them."""
    return {
        "about": "Bytes in hex. `game` is the toy of tests/support, `ys` is Ys for three, both by chance.",
        "rng": _rng(),
        "chain": _chain(),
        "seals": [
            _seal(value, deal, seat, token)
            for value, deal, seat, token in ((0, "1", 0, 0), (4, "12", 3, 130))
        ],
        "vault": _vault(),
        "box": _box(),
        "escrow": _escrow(),
        "codec": [
            [repr(value), pack(value).hex()]
            for value in (None, True, -1, 255, 1 << 32, "é", b"\xff", (1, ()))
        ],
        "game": _game(),
        "ys": _ys(),
    }


def _rng() -> dict[str, Any]:
    rng = chance.Rng(IDENTITY)
    return {
        "seed": IDENTITY.hex(),
        "below": [
            [bound, rng.below(bound)] for bound in (1, 2, 6, 52, 1 << 32, (1 << 63) + 1, (1 << 64) - 1) * 3
        ],
        "then_shuffle_of_0_to_9": list(rng.shuffle(range(10))),
    }


def _chain() -> dict[str, Any]:
    links = chance.chain(IDENTITY)
    return {
        "secret": IDENTITY.hex(),
        "anchor": links[0].hex(),
        "first": links[1].hex(),
        "last": links[-1].hex(),
        "joined_first_last_none_below_1000000": chance.joined(links[1], (links[-1], None)).below(1_000_000),
    }


def _seal(value: int, deal: str, seat: int, token: int) -> dict[str, Any]:
    where = place(SETUP, deal, seat, Token(token))
    return {
        "setup": SETUP.hex(),
        "deal": deal,
        "seat": seat,
        "token": token,
        "place": where.hex(),
        "value": value,
        "salt": SALT.hex(),
        "seal": seal(where, Opening(value, SALT)).hex(),
    }


def _vault() -> dict[str, Any]:
    vault = Vault(IDENTITY, NONCE, "Ada")
    return {
        "identity": IDENTITY.hex(),
        "nonce": NONCE.hex(),
        "keys": pack(vault.keys).hex(),
        "link_0": vault.link(0).hex(),
        "hand_of_deal_1": [[o.value, o.salt.hex()] for o in vault.hand(SETUP, "1", (0, 1, 2, 3, 4))],
        "peek_key_deal_1_token_2_spy_3": vault.peek_key(SETUP, "1", Token(2), 3).hex(),
        "signature_of_setup": vault.sign(SETUP).hex(),
        "greeting": greeting(SETUP, IDENTITY, 1).hex(),
    }


def _box() -> dict[str, Any]:
    content = Opening(3, SALT).content()
    return {
        "secret": IDENTITY.hex(),
        "public": keys.box_half(IDENTITY).hex(),
        "ephemeral": EPHEMERAL.hex(),
        "content": content.hex(),
        "box": keys.lock(keys.box_half(IDENTITY), EPHEMERAL, content).hex(),
    }


def _escrow() -> dict[str, Any]:
    vault, nature = Vault(IDENTITY, NONCE, "Ada"), Vault(SETUP, NONCE, "nature")
    setup = Setup("toy", 1, ("escrow",), (vault.keys,), nature.keys)
    box = locked(setup, vault, {Token(2): Opening(3, SALT), Token(300): Opening(0, NONCE)}).box
    return {
        "nature_identity": SETUP.hex(),
        "nature_nonce": NONCE.hex(),
        "nature_box_key": nature.keys.box.hex(),
        "openings": [[2, 3, SALT.hex()], [300, 0, NONCE.hex()]],
        "content": (nature.read(box) or b"").hex(),
        "box": box.hex(),
    }


def _game() -> dict[str, Any]:
    match = play(TOY, 3, seed=1, with_chairs=False)
    outcome = TOY.outcome(match.state)
    assert outcome is not None
    return {
        "setup": pack(match.setup).hex(),
        "nature_seat": NATURE,
        "setup_digest": match.setup.digest().hex(),
        "log": [
            {
                "entry": pack(entry).hex(),
                "seat": entry.seat,
                "at": entry.at,
                "signed": signed(match, number).hex(),
                "chain_after": (match.chain_at(number + 1) or b"").hex(),
            }
            for number, entry in enumerate(match.log)
        ],
        "state_digest_at_end": match.digest().hex(),
        "points": outcome.points,
        "places": outcome.places,
        "record": save(Record(match.setup, tuple(match.log))).hex(),
    }


def _ys() -> dict[str, Any]:
    """Return a whole game of Ys: its record, and for each round what was drawn from which links."""
    table = seated(YS, 3, seed=1, with_chairs=False)
    for _ in table.steps():
        pass
    log, again = table.match.log, Match(YS, table.setup)
    rounds: list[dict[str, Any]] = [{"links": {}} for _ in range(ROUNDS)]
    event: Event | None = None
    for number, entry in enumerate(log):
        for action in again.actions(entry):
            if isinstance(action, SealHand | Chance):
                rounds[again.state.round - 1]["links"][str(entry.seat)] = action.link.hex()
        for event in again.extend(number, (entry,)):
            if isinstance(event, OrdersDealt):
                rounds[0]["orders"] = event.orders
            elif isinstance(event, RoundBegan):
                drawn = {"palaces": event.palaces, "ports": event.ports, "market": event.market}
                rounds[event.round - 1].update(drawn)
    assert isinstance(event, GameOver)
    return {
        "ships": SHIPS,
        "deck_of_rounds_1_to_3": YELLOW_DECK,
        "deck_of_round_4": BLUE_DECK,
        "rounds": rounds,
        "points": event.points,
        "places": event.places,
        "record": save(Record(again.setup, tuple(log))).hex(),
    }


def signed(match: Match[Any], number: int) -> bytes:
    """Return the 32 bytes that the signature of entry `number` is over."""
    entry = match.log[number]
    packed = pack((entry.seat, entry.at, entry.actions))
    return hash32(b"ys entry", match.chain_at(entry.at) or b"", packed)


def written() -> str:
    """Return the vectors as they stand in the file."""
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(), encoding="utf-8")
