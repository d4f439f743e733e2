"""Cheating about who one is: others' chairs, keys and hellos, nonsense, a spectator who asks for all."""

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from protocol import VERSION, keys
from protocol.game import Seat
from protocol.games.ys.prompts import Place
from protocol.games.ys.state import deal_name
from protocol.messages import (
    Act,
    Began,
    Bye,
    Entries,
    Hello,
    OpenTable,
    SeatBot,
    Sit,
    Start,
    TableChanged,
    Waiting,
    Watch,
    greeting,
)
from protocol.seals import opens, place
from protocol.vault import Vault
from protocol.wire import encode
from tests.support.driver import secret
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.party import ADA, EVE, party

LOW_ORDER = (
    bytes(32),
    (1).to_bytes(32, "little"),
    (2**255 - 20).to_bytes(32, "little"),
    (2**255 - 19).to_bytes(32, "little"),
    (2**255 - 18).to_bytes(32, "little"),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
)
"""Every public box key whose exchange is the same whatever the other's secret."""


async def test_low_order_box_key_at_sitting() -> None:
    """No box key without an exchange gets a chair: every spy's look would be readable by all."""
    async with Hall() as hall:
        host, eve = Guest("Ada"), Guest("Eve")
        for guest in (host, eve):
            await guest.enter(hall.url)
        assert await host.ask(OpenTable(0, "ys", 4, (), "Keys")) == ""
        table = next(m.table.id for m in host.messages if isinstance(m, TableChanged))
        for box in LOW_ORDER:
            assert await eve.ask(Sit(0, table, replace(eve.vault.keys, box=box))) == "bad-keys"
        assert await eve.ask(Sit(0, table, eve.vault.keys)) == ""
        for guest in (host, eve):
            await guest.leave()


async def test_stolen_chair() -> None:
    """A chair is taken with one's own key, name and a fresh nonce; anything of another's is refused."""
    async with party() as guests:
        lou, ada = guests.lurker, guests.guests[ADA].vault.keys
        assert await lou.ask(Sit(0, lou.table, lou.vault.keys)) == "begun"
        assert await lou.ask(OpenTable(0, "ys", 4, (), "Mine")) == ""
        table = max(m.table.id for m in lou.messages if isinstance(m, TableChanged))
        own = lou.vault.keys
        for false, code in (
            (ada, "not-your-key"),
            (replace(own, name="Ada"), "not-your-name"),
            (replace(own, nonce=ada.nonce), "old-nonce"),
            (replace(own, bot=True), "bot-flag"),
        ):
            assert await lou.ask(Sit(0, table, false)) == code
        await guests.goes_on()


async def test_copied_box_key_or_anchor() -> None:
    """Who sits down with a neighbour's box key or chain cannot play: the table does not begin."""
    async with Hall() as hall:
        people = [Guest(name) for name in ("Ada", "Ben", "Cara", "Eve")]
        for guest in people:
            await guest.enter(hall.url)
        for what in ("box", "anchor"):
            assert await people[0].ask(OpenTable(0, "ys", 4, (), what)) == ""
            table = max(m.table.id for m in people[0].messages if isinstance(m, TableChanged))
            vaults = [
                Vault(guest.identity, secret(what, guest.name, size=16), guest.name) for guest in people
            ]
            shown = [vault.keys for vault in vaults]
            shown[EVE] = replace(shown[EVE], **{what: getattr(shown[ADA], what)})
            codes = [await guest.ask(Sit(0, table, seat)) for guest, seat in zip(people, shown, strict=True)]
            codes.append(await people[0].ask(Start(0, table)))
            assert any(codes), f"a game began in which two seats have the same {what}"
        for guest in people:
            await guest.leave()


async def refused_hello(guest: Guest, hello: Hello) -> str:
    """Return the code with which the server ends the connection on which `hello` was said."""
    await guest.say(hello)
    goodbye = await guest.next(Bye)
    with pytest.raises(ConnectionClosed):
        await guest.hear()
    return goodbye.code


async def test_stolen_person() -> None:
    """Another's key is not enough: without its signature over this server and connection nobody gets in."""
    async with Hall() as hall:
        ada, eve = Guest("Ada"), Guest("Eve")
        challenge = await eve.connect(hall.url)
        forged = replace(eve.hello(challenge), name="Ada", key=ada.key)
        assert await refused_hello(eve, forged) == "bad-signature"
        await eve.connect(hall.url)
        old = ada.hello(challenge)
        assert await refused_hello(eve, old) == "bad-signature", "a hello is good for one connection"
        await eve.leave()


async def test_hello_passed_on_to_another_server() -> None:
    """What somebody signed to greet Eve's server opens no door elsewhere, even with the other's nonce."""
    async with Hall() as hall, Hall(seed="of eve") as mine:
        ada, eve = Guest("Ada"), Guest("Eve")
        theirs = await eve.connect(hall.url)
        assert theirs.key != mine.hub.key
        lured = ada.hello(replace(theirs, key=mine.hub.key))
        assert keys.check(ada.key, greeting(mine.hub.key, theirs.nonce, VERSION), lured.sign)
        assert await refused_hello(eve, lured) == "bad-signature"
        await eve.leave()


async def test_spectator_asks_for_everything() -> None:
    """Whatever a spectator asks for: it gets the bytes that players get, and may do nothing."""
    async with party() as guests:
        await guests.asks(EVE, Place)
        lou, host = guests.lurker, guests.guests[ADA]
        game = lou.match.game
        table = lou.table
        told = {guest.name: await watched(guest) for guest in (lou, host, guests.guests[EVE])}
        assert told["Lou"] == told["Ada"] == told["Eve"]
        assert lou.match.view(None, None).known == {}
        for seat in range(4):
            stolen = game.knows(lou.match.state, Seat(seat), lou.vault)
            brokers = {broker.token: broker for broker in lou.match.state.brokers}
            for token, opening in stolen.items():
                where = place(lou.match.setup.digest(), deal_name(lou.match.state.round), seat, token)
                assert not opens(brokers[token].seal, where, opening)
        for request, code in (
            (Act(0, table, lou.sign(*guests.answers(EVE), seat=EVE)), "not-your-seat"),
            (Sit(0, table, lou.vault.keys), "begun"),
            (Start(0, table), "not-host"),
            (SeatBot(0, table, "greedy"), "not-host"),
            (Watch(0, table, 3, bytes(32)), "other-history"),
            (Watch(0, table + 1, 0, b""), "no-such-table"),
        ):
            assert await lou.ask(request) in {code, "begun"}
        await guests.goes_on()


async def watched(guest: Guest) -> list[bytes]:
    """Return the frames about the game that answer a `Watch` from the start."""
    before = len(guest.messages)
    assert await guest.ask(Watch(0, guest.table, 0, b"")) == ""
    return [
        frame
        for frame, message in zip(guest.heard[before:], guest.messages[before:], strict=True)
        if isinstance(message, Began | Entries | Waiting)
    ]


async def test_nonsense_bytes() -> None:
    """Hostile frames end the connection they came on, with a word; the table does not notice."""
    async with party() as guests:
        true = encode(Watch(1, guests.lurker.table, 0, b""))
        for frame in (
            b"",
            b"\xc1",
            b"\x91" * 60_000,
            b"\xdf\xff\xff\xff\xff",
            b"\xc6\xff\xff\xff\xff",
            b"\xc7\x01\x05x",
            true + b"\x00",
            true[:-1],
        ):
            eve = Guest("Mallory")
            await eve.enter(guests.hall.url)
            await eve.say(frame)
            assert (await eve.next(Bye)).code == "bad-frame"
            await eve.leave()
        await guests.goes_on()
