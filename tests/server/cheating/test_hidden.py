"""Cheating with hidden values: copied seals, openings and looks that lie, hands that were not dealt."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import keys
from protocol.game import Action, Seat, View
from protocol.games.ys.actions import Bid, Open, PlaceDown, PlaceUp, SealHand, Shown
from protocol.games.ys.events import Caught, Departed, PeekShown, RoundBegan
from protocol.games.ys.prompts import PickBid, Place, Reveal, SealBrokers, ShowSpy
from protocol.games.ys.state import deal_name
from protocol.seals import Opening, Token
from protocol.vault import Vault
from tests.support.driver import any_of
from tests.support.party import ADA, EVE, LAST_PLACE, Party, party, spying


def with_first(action: Open, opening: Opening) -> Open:
    """Return `action` with another opening of its first broker."""
    first, *others = action.opened
    return replace(action, opened=(replace(first, opening=opening), *others))


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
        assert guests.places[EVE] == LAST_PLACE


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


async def test_swapped_seal() -> None:
    """Two of one's own brokers cannot be exchanged after sealing: each seal is bound to its place."""
    async with party() as guests:
        await guests.asks(EVE, Reveal)
        (honest,) = guests.answers(EVE)
        assert isinstance(honest, Open)
        one, other = honest.opened
        swapped = (replace(one, opening=other.opening), replace(other, opening=one.opening))
        assert await guests.refuses(guests.guests[EVE], (Open(opened=swapped),)) == "bad-seal"
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
        assert guests.places[EVE] == LAST_PLACE


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
        key = liar.peek_key(match.setup.digest(), deal_name(match.state.round), honest.token, spy)
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
        assert guests.places[owner] == LAST_PLACE


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
        assert guests.places[owner] == LAST_PLACE


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
