"""Cheating with entries: forged, replayed, reordered, late, or with a draw that was stacked."""

from msgspec.structs import replace

from protocol.game import NATURE, Ballot, Chance, Resign, Seat
from protocol.games.ys.actions import Bid, SealHand
from protocol.games.ys.prompts import PickBid, PickOrder, Place, SealBrokers
from protocol.messages import (
    Offer,
)
from protocol.seals import Token
from tests.support.guest import Guest
from tests.support.party import ADA, BEN, EVE, party


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
