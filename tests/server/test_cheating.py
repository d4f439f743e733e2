"""A dishonest client over a real socket: every cheat ends in a refusal that nobody else sees, or in R52c.

Each test plays at a real server; three honest guests and a spectator verify every entry for themselves.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from protocol import VERSION, keys
from protocol.game import NATURE, Action, Ballot, Chance, Resign, Seat, View
from protocol.games.ys.actions import Bid, Open, PlaceDown, PlaceUp, SealHand, Shown
from protocol.games.ys.events import Caught, Departed, PeekShown, RoundBegan
from protocol.games.ys.prompts import PickBid, PickOrder, Place, Reveal, SealBrokers, ShowSpy
from protocol.games.ys.state import deal_name
from protocol.messages import (
    Act,
    Began,
    Bye,
    Entries,
    Hello,
    Offer,
    OpenTable,
    SeatBot,
    Sit,
    Start,
    TableChanged,
    Waiting,
    Watch,
    greeting,
)
from protocol.seals import Opening, Token, opens, place
from protocol.vault import Vault
from protocol.wire import encode
from tests.support.driver import any_of, secret
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.party import ADA, BEN, EVE, Party, spying

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
LAST_PLACE = 4


@asynccontextmanager
async def party(seed: int = 1, **wishes: Any) -> AsyncIterator[Party]:  # noqa: ANN401  # those of Party
    """Open a server and seat everybody."""
    async with Hall() as hall, Party(hall, seed, **wishes) as guests:
        yield guests


def places(guests: Party) -> Sequence[int]:
    """Return the places in which the game ended for the four seats."""
    match = guests.lurker.match
    result = match.game.outcome(match.state)
    assert result is not None
    return result.places


def with_first(action: Open, opening: Opening) -> Open:
    """Return `action` with another opening of its first broker."""
    first, *others = action.opened
    return replace(action, opened=(replace(first, opening=opening), *others))


# --- hidden values -------------------------------------------------------------------------------------


async def test_copied_seals() -> None:
    """A neighbour's seals, all or one, are refused: nobody hears of it, and an own hand is taken then."""
    async with party() as guests:
        await guests.asks(EVE, SealBrokers)
        (honest,) = guests.answers(EVE)
        theirs = guests.guests[ADA].match.game.decode(guests.lurker.match.log[0].actions[0])
        assert isinstance(honest, SealHand)
        assert isinstance(theirs, SealHand)
        copied = replace(honest, seals=theirs.seals)
        one_copied = replace(honest, seals=(theirs.seals[0], *honest.seals[1:]))
        one_twice = replace(honest, seals=(honest.seals[1], *honest.seals[1:]))
        for action in (copied, one_copied, one_twice):
            assert await guests.refuses(guests.guests[EVE], (action,)) == "bad-seals"
        await guests.does(EVE, honest)
        await guests.goes_on()


async def test_copied_seals_opened_by_echoing() -> None:
    """A neighbour's seals of last round are taken, but their openings do not open them at one's own place.

    So the copier can open nothing, is given up by the table, and ends last.
    """
    async with party() as guests:
        await guests.until(lambda: len(guests.told(RoundBegan)) == 1 and EVE in guests.prompts)
        log = guests.lurker.match.log
        decode = guests.lurker.match.game.decode
        await guests.until(lambda: isinstance(guests.prompts.get(EVE), SealBrokers))
        neighbour = [decode(raw) for entry in log if entry.seat == ADA for raw in entry.actions]
        (sealed,) = (action for action in neighbour if isinstance(action, SealHand))
        (echo,) = [action for action in neighbour if isinstance(action, Open)][:1]
        first, second = (opened.token for opened in echo.opened)
        state = guests.lurker.match.state
        mine = [state.first + 11 * EVE + token % 11 for token in (first, second)]

        await guests.does(EVE, SealHand(seals=sealed.seals, link=guests.guests[EVE].vault.link(1)))
        await guests.until(lambda: isinstance(guests.prompts.get(EVE), PickBid))
        await guests.does(EVE, Bid(tokens=(Token(mine[0]), Token(mine[1]))))
        await guests.until(lambda: isinstance(guests.prompts.get(EVE), Reveal))
        opened = tuple(replace(one, token=Token(at)) for one, at in zip(echo.opened, mine, strict=True))
        assert await guests.refuses(guests.guests[EVE], (Open(opened=opened),)) == "bad-seal"
        await guests.until(lambda: list(guests.prompts) == [EVE], but=EVE)
        await guests.votes_out(EVE)
        await guests.goes_on()
        assert places(guests)[EVE] == LAST_PLACE


async def test_wrong_salt_or_value() -> None:
    """An opening that misses its seal, by salt or by value, is refused; the true one is taken after it."""
    async with party() as guests:
        await guests.asks(EVE, Reveal)
        (honest,) = guests.answers(EVE)
        assert isinstance(honest, Open)
        true = honest.opened[0].opening
        for false in (Opening(true.value, bytes(16)), Opening((true.value + 1) % 5, true.salt)):
            assert await guests.refuses(guests.guests[EVE], (with_first(honest, false),)) == "bad-seal"
        await guests.does(EVE, honest)
        await guests.goes_on()


async def test_placing_up_another_value() -> None:
    """A broker placed face up shows what it was sealed as, or is refused."""
    async with party(choose=face_up) as guests:
        await guests.asks(EVE, Place)
        (honest,) = guests.answers(EVE)
        assert isinstance(honest, PlaceUp)
        for value in {0, 1, 2, 3, 4} - {honest.opening.value}:
            false = replace(honest, opening=Opening(value, honest.opening.salt))
            assert await guests.refuses(guests.guests[EVE], (false,)) == "bad-seal"
        await guests.does(EVE, honest)


def face_up(view: View[Any], options: Sequence[Action], rng: Random) -> Action:
    """Return a placing face up where there is one, else any of the options."""
    return next((action for action in options if isinstance(action, PlaceUp)), any_of(view, options, rng))


class Fours(Vault):
    """Deals itself eleven brokers of 4."""

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return eleven fours."""
        return super().hand(setup, deal, (4,) * len(values))


class Third(Vault):
    """Deals itself a third 4 instead of one 0: the smallest of all lies."""

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return the hand of R3, one 0 of it a 4."""
        return super().hand(setup, deal, (4, *sorted(values)[1:]))


class Nines(Vault):
    """Deals itself a 9, which nobody has."""

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return the hand of R3, one 0 of it a 9."""
        return super().hand(setup, deal, (9, *sorted(values)[1:]))


@pytest.mark.rule("R3", "R47", "R52c")
@pytest.mark.parametrize("vault", [Fours, Third, Nines])
async def test_hand_that_is_not_dealt(vault: type[Vault]) -> None:
    """Sealing such a hand works; the opening that exceeds R3 shows it to everybody, in the same round.

    All see the lie named and its seat leave, the game goes on without it, and it ends last.
    """
    async with party(vaults={"Eve": vault}) as guests:
        await guests.until(lambda: bool(guests.told(Caught)))
        assert len(guests.told(RoundBegan)) == 1
        for guest in guests.everybody:
            caught = [event for event in guest.events if isinstance(event, Caught)]
            assert [(event.seat, event.lie) for event in caught] == [(EVE, "hand")]
            assert Departed(EVE) in guest.events
        await guests.goes_on()
        assert guests.left == (EVE,)
        assert places(guests)[EVE] == LAST_PLACE


async def asked_to_show(guests: Party) -> tuple[Seat, Shown]:
    """Play until an owner has to show a broker to a spy; return the seat and the honest answer."""
    await guests.until(lambda: any(isinstance(prompt, ShowSpy) for prompt in guests.prompts.values()))
    owner = next(seat for seat, prompt in guests.prompts.items() if isinstance(prompt, ShowSpy))
    shown = guests.answers(owner)[0]
    assert isinstance(shown, Shown)
    return owner, shown


@pytest.mark.rule("R32", "R52c")
async def test_false_peek() -> None:
    """A box with another value than sealed tells the spy nothing, and the opening proves the lie to all.

    Until then the others see what they always see of a look: that there was one.
    """
    async with party(26, choose=spying) as guests:
        owner, honest = await asked_to_show(guests)
        match = guests.lurker.match
        spy = match.state.peeks[0].spy
        liar = guests.guests[owner].vault
        key = liar.peek_key(match.setup.digest(), deal_name(match.state), honest.token, spy)
        true = guests.guests[owner].match.view(owner, liar).known[honest.token]
        lie = Opening((true.value + 1) % 5, true.salt)
        box = keys.lock(match.setup.seats[spy].box, key, lie.content())
        await guests.does(owner, Shown(token=honest.token, box=box))
        seer = guests.guests[spy]
        assert honest.token not in seer.match.view(spy, seer.vault).known
        assert guests.told(PeekShown)[-1] == PeekShown(owner, spy, honest.token)
        await guests.until(lambda: bool(guests.told(Caught)))
        assert guests.told(Caught) == [Caught(owner, "peek", honest.token)]
        assert owner in guests.left
        await guests.goes_on()
        assert places(guests)[owner] == LAST_PLACE


@pytest.mark.rule("R32", "R52c")
async def test_peek_of_nothing() -> None:
    """A box without content can never be opened with its broker: its owner is given up, and ends last."""
    async with party(26, choose=spying) as guests:
        owner, honest = await asked_to_show(guests)
        await guests.does(owner, replace(honest, box=bytes(65)))
        await guests.until(lambda: refers_to(guests, owner, honest.token), but=None)
        await guests.until(lambda: list(guests.prompts) == [owner], but=owner)
        assert await guests.refuses(guests.guests[owner], guests.answers(owner)) == "bad-key"
        await guests.votes_out(owner)
        await guests.goes_on()
        assert places(guests)[owner] == LAST_PLACE


def refers_to(guests: Party, owner: Seat, token: Token) -> bool:
    """Tell whether `owner` is asked to open `token`."""
    prompt = guests.prompts.get(owner)
    return isinstance(prompt, Reveal) and token in prompt.tokens


async def test_reused_token() -> None:
    """A broker bid twice, a bid broker or a placed one placed again, and a neighbour's: each is refused."""
    async with party() as guests:
        eve = guests.guests[EVE]
        await guests.asks(EVE, PickBid)
        first = Token(11 * EVE)
        assert await guests.refuses(eve, (Bid(tokens=(first, first)),)) == "not-as-asked"
        assert await guests.refuses(eve, (Bid(tokens=(Token(0), first)),)) == "not-your-broker"
        await guests.does(EVE, Bid(tokens=(first, Token(first + 1))))
        await guests.asks(EVE, Place)
        spot = guests.prompts[EVE].spots[0]  # type: ignore[attr-defined]  # asked just now
        down = PlaceDown(token=Token(first + 2), spot=spot)
        assert await guests.refuses(eve, (PlaceDown(token=first, spot=spot),)) == "not-there"
        assert await guests.refuses(eve, (PlaceDown(token=Token(0), spot=spot),)) == "not-your-broker"
        assert await guests.refuses(eve, (down, down)), "of a batch with one bad action nothing is played"
        await guests.does(EVE, down)
        await guests.goes_on()


async def test_second_thoughts() -> None:
    """A bid made once stands: another one is refused, before the others have bid and after."""
    async with party() as guests:
        await guests.until(lambda: isinstance(guests.prompts.get(EVE), PickBid))
        await guests.does(EVE, Bid(tokens=(Token(11 * EVE), Token(11 * EVE + 1))))
        other = (Bid(tokens=(Token(11 * EVE + 3), Token(11 * EVE + 4))),)
        assert await guests.refuses(guests.guests[EVE], other) == "not-asked"
        await guests.asks(EVE, Reveal)
        assert await guests.refuses(guests.guests[EVE], other), "the others' bids are open"


# --- entries -------------------------------------------------------------------------------------------


async def test_forged_seat() -> None:
    """An entry for another's seat, signed by me, is refused, whoever sends it: a player or a spectator."""
    async with party() as guests:
        await guests.asks(ADA, PickBid)
        bid = guests.answers(ADA)
        for liar in (guests.guests[EVE], guests.lurker):
            assert await guests.refuses(liar, liar.sign(*bid, seat=ADA)) == "not-your-seat"
            assert await guests.refuses(liar, guests.guests[ADA].sign(*bid)) == "not-your-seat"
            for seat in (NATURE, Seat(4)):
                nobody = replace(liar.sign(*bid, seat=ADA), seat=seat)
                assert await guests.refuses(liar, nobody) == "not-your-seat"
        await guests.goes_on()


async def test_wrong_signature() -> None:
    """My own seat with a signature of somebody else, or over something else, is refused."""
    async with party() as guests:
        await guests.asks(EVE, PickBid)
        eve = guests.guests[EVE]
        true = eve.sign(*guests.answers(EVE))
        by_another = guests.guests[ADA].sign(*guests.answers(EVE), seat=EVE)
        for false in (
            by_another,
            replace(true, sign=bytes(64)),
            replace(true, at=true.at - 1),
            replace(true, actions=eve.sign(Bid(tokens=(Token(40), Token(41)))).actions),
        ):
            assert await guests.refuses(eve, false) in {"bad-signature", "overtaken"}
        assert await eve.act(true) == ""
        await guests.see(eve)


async def test_forged_entries_offered_as_lost() -> None:
    """What somebody offers as lost by the server has to verify: no move of another, no other past."""
    async with party() as guests:
        await guests.asks(ADA, PickBid)
        eve, log = guests.guests[EVE], guests.lurker.match.log
        forged = eve.sign(*guests.answers(ADA), seat=ADA)
        draw = eve.sign(Chance(link=bytes(32)), seat=NATURE)
        before = guests.lurker.match.chain
        offers = {
            (len(log), forged): "forged",
            (len(log), draw): "forged",
            (len(log) - 1, forged): "rollback",
            (0, forged): "rollback",
            (len(log) + 1, forged): "desync",
        }
        for (start, entry), code in offers.items():
            assert await eve.ask(Offer(0, eve.table, start, (entry,))) == code
        await guests.lurker.settle()
        assert guests.lurker.match.chain == before
        await guests.goes_on()


async def test_replayed_move() -> None:
    """A move sent again is shown as it is in the log; nothing is played twice, nobody else hears of it."""
    async with party() as guests:
        await guests.until(lambda: len(guests.lurker.match.log) > 30)
        eve, match = guests.guests[EVE], guests.lurker.match
        before = match.chain
        for entry in [entry for entry in match.log if entry.seat == EVE]:
            assert await eve.act(entry) == ""
        await guests.lurker.settle()
        assert guests.lurker.match.chain == before
        await guests.goes_on()


async def test_reordered_moves() -> None:
    """Of two moves sent in the wrong order the later is refused: it was signed after the other."""
    async with party() as guests:
        await guests.asks(EVE, Place)
        eve, other = guests.guests[EVE], guests.guests[BEN].match
        first = eve.sign(*guests.answers(EVE))
        ahead = Guest("Eve", 1)
        ahead.seat = EVE
        ahead._match = type(other)(other.game, other.setup)
        ahead._match.extend(0, (*other.log, first))
        prompt = ahead.match.prompts.get(EVE)
        later = ahead.sign(*(guests.answers(EVE) if prompt is None else (Resign(),)))
        assert await guests.refuses(eve, later) == "overtaken"
        assert await eve.act(first) == ""
        await guests.see(eve)
        assert await eve.act(later) == ""


async def test_stale_insertion() -> None:
    """A move signed and held back is refused once its seat has acted: a bid, a vote, a resignation."""
    async with party() as guests:
        await guests.asks(EVE, PickBid)
        eve = guests.guests[EVE]
        held = [eve.sign(*guests.answers(EVE)), eve.sign(Resign()), eve.sign(Ballot(ADA, "go-on"))]
        await guests.does(EVE, *guests.answers(EVE))
        await guests.asks(ADA, PickOrder)
        for entry in held:
            assert await guests.refuses(eve, entry) in {"overtaken", "too-early"}
        await guests.goes_on()


async def test_stacked_draw_by_a_player() -> None:
    """A link that is not the chain's next one is refused: nobody chooses what is drawn."""
    async with party() as guests:
        await guests.asks(EVE, SealBrokers)
        (honest,) = guests.answers(EVE)
        assert isinstance(honest, SealHand)
        eve = guests.guests[EVE]
        for link in (bytes(32), eve.vault.link(1), eve.vault.keys.anchor, guests.guests[ADA].vault.link(0)):
            assert await guests.refuses(eve, (replace(honest, link=link),)) == "bad-link"
        await guests.goes_on()


# --- seats ---------------------------------------------------------------------------------------------


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
                where = place(lou.match.setup.digest(), deal_name(lou.match.state), seat, token)
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


# --- silence -------------------------------------------------------------------------------------------


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("why", ["bid", "last", "neighborhood", "market"])
async def test_silent_seat(why: str) -> None:
    """A seat that never opens is voted out once the table's patience ends, and is last: silence does not pay.

    Before that no vote is taken; all see how long the table waits; the game is finished without the seat.
    """
    async with party(3) as guests:
        await guests.until(lambda: getattr(guests.prompts.get(EVE), "why", "") == why)
        await guests.until(lambda: list(guests.prompts) == [EVE], but=EVE)
        ballot = (Ballot(EVE, "go-on"),)
        assert await guests.refuses(guests.guests[ADA], ballot) == "too-early"
        guests.hall.pass_time(179.0)
        assert await guests.refuses(guests.guests[ADA], ballot) == "too-early"
        assert await guests.refuses(guests.guests[EVE], (Ballot(ADA, "go-on"),)) == "not-awaited"
        guests.hall.pass_time(1.0)
        shown = await guests.lurker.next(Waiting)
        assert (EVE, 0) in shown.seats
        await guests.does(ADA, *ballot)
        assert not guests.told(Departed), "one of three is no majority"
        await guests.does(BEN, *ballot)
        assert guests.told(Departed) == [Departed(EVE)]
        await guests.goes_on()
        assert places(guests)[EVE] == LAST_PLACE


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("number", [0, 1, 4, 9, 14, 17])
async def test_withholding_never_beats_opening(number: int) -> None:
    """Who leaves at an opening, whichever of the game, ends last; who opens there ends no worse."""
    async with party(1) as opening:
        await opening.goes_on()
        honest = places(opening)[EVE]
    async with party(1) as withholding:
        for _ in range(number):
            await withholding.until(lambda: isinstance(withholding.prompts.get(EVE), Reveal))
            await withholding.does(EVE, *withholding.answers(EVE))
        await withholding.until(lambda: isinstance(withholding.prompts.get(EVE), Reveal))
        await withholding.until(lambda: list(withholding.prompts) == [EVE], but=EVE)
        await withholding.votes_out(EVE)
        await withholding.goes_on()
        assert places(withholding)[EVE] == LAST_PLACE
        assert honest < LAST_PLACE, "the seat would have had something to lose"
