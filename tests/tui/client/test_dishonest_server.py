"""A dishonest server on a real socket against the real client: every lie is named, and opens nothing more.

Each test says what Ada and Ben, whose clients are the real ones, see of it.
"""

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace

from protocol import keys
from protocol.game import NATURE, Action, Ballot, Chance, Resign, Seat, Setup
from protocol.games.ys.actions import Bid, Open, PlaceDown, PlaceUp, SealHand, Shown
from protocol.games.ys.events import Caught
from protocol.games.ys.prompts import Deal, PickBid, Place, Reveal, SealBrokers, ShowSpy
from protocol.games.ys.state import deal_name
from protocol.match import Entry, Match
from protocol.messages import Act, Began, Behind, Entries, Offer, Watch
from protocol.seals import Opening, Token
from protocol.vault import Vault
from tests.support.driver import NAMES, secret
from tests.support.liar import ADA, BEN, CARA, DAN, TABLE, YS, Liar, Victim
from tests.support.party import spying
from ys_tui.client import words
from ys_tui.client.intents import Confirm, Pick, ResignGame, Undo
from ys_tui.client.keyring import Keyring

SPYING = 35
"""The game in which Ada wins a Spy and uses it."""


@pytest.fixture
async def liar() -> AsyncIterator[Liar]:
    """Return a server that is about to lie."""
    async with Liar() as liar:
        yield liar


async def assert_nothing_leaves(liar: Liar, victim: Victim) -> None:
    """Nothing leaves for that table any more: not by itself, not by a wish, not after a new connection."""
    await liar.settles(victim)
    victim.said = []
    victim.wish(ResignGame(), Confirm())
    await liar.settles(victim)
    await liar.cuts(victim)
    await liar.settles(victim)
    assert not [message for message in victim.said if isinstance(message, Act | Offer)]
    assert not [message for message in victim.said if isinstance(message, Watch) and message.table == TABLE]


def assert_named(victim: Victim, number: int, *seats: Seat) -> None:
    """The alarm says which entry it was and whose, and the table is marked with it."""
    (alarm,) = victim.shown.alarms
    assert f"Entry {number}" in alarm.detail
    assert all(NAMES[seat] in alarm.detail for seat in seats)
    assert victim.store.snapshot.marks == ((TABLE, (alarm,)),)


# --- entries -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["signed by another", "altered", "against the rules"])
async def test_forged_entry(liar: Liar, how: str) -> None:
    """A bid in Cara's name that would make everybody open: "forged", and Ada opens nothing.

    It is the same whether it is another's, another than Cara signed, or signed by her and not legal.
    """
    ada = await liar.invites(ADA)
    await liar.until(CARA, PickBid, last=True)
    true = liar.decides(CARA)
    other = YS.decode(liar.entry(CARA, *(YS.legal(liar.match.view(CARA, liar.vaults[CARA]))[-1:])).actions[0])
    forged = {
        "signed by another": liar.match.sign(CARA, liar.vaults[DAN], (other,)),
        "altered": replace(true, actions=liar.entry(CARA, other).actions),
        "against the rules": liar.entry(CARA, replace(other, tokens=(0, 1))),
    }[how]
    if how == "altered":
        assert forged.actions != true.actions
    await liar.tells(ada, forged)
    assert ada.alarms == ["forged"]
    assert_named(ada, len(liar.match.log), CARA)
    await liar.tells(ada, true)
    await assert_nothing_leaves(liar, ada)


async def test_replayed_move(liar: Liar) -> None:
    """An entry of Cara's that is in the log already, told once more as a new one, is "forged"."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, Place)
    old = next(entry for entry in liar.match.log if entry.seat == CARA)
    await liar.tells(ada, old)
    assert ada.alarms == ["forged"]
    assert_named(ada, len(liar.match.log), CARA)
    await assert_nothing_leaves(liar, ada)


async def test_dropped_move(liar: Liar) -> None:
    """A move is left out: the client asks for everything once more, then the next signature betrays it."""
    ada = await liar.invites(ADA)
    await liar.until(CARA, PickBid, last=True)
    before = tuple(liar.match.log)
    dropped = liar.decides(CARA)
    liar.match.submit(dropped)
    opening = liar.decides(CARA)
    liar.match.submit(opening)
    liar.shown[ADA] = liar.branch(*before)
    await liar.tells(ada, opening, start=len(before) + 1)
    assert (await ada.says(Watch)).have == 0, "entries are missing: it asks again"
    await liar.settles(ada)
    assert ada.alarms == []
    await liar.tells(ada, opening)
    assert ada.alarms == ["forged"]
    assert_named(ada, len(before), CARA)
    await assert_nothing_leaves(liar, ada)


async def test_reordered_moves(liar: Liar) -> None:
    """Two bids told to Ada the other way round than they went in: "forged", with the next entry."""
    ada = await liar.invites(ADA)
    await liar.until(CARA, PickBid)
    while list(liar.match.prompts) != [CARA, DAN]:
        await liar.step(next(seat for seat in liar.match.prompts if seat not in (CARA, DAN)))
    first, second = liar.decides(CARA), liar.decides(DAN)
    for entry in (first, second):
        liar.match.submit(entry)
    following = liar.decides(CARA)
    await liar.tells(ada, second, first)
    assert ada.alarms == [], "the bids name the same past: both orders are possible"
    act = await ada.says(Act)
    assert not keys.check(liar.setup.seats[ADA].sign, liar.match.chain, act.entry.sign), (
        "what it opens now is signed for its own order only"
    )
    await liar.tells(ada, following)
    assert ada.alarms == ["forged"]
    await assert_nothing_leaves(liar, ada)


async def test_held_back_move(liar: Liar) -> None:
    """A choice of Ada's that was refused and comes after the one she made instead is "forged"."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid, last=True)
    ada.wish(Pick(ada.shown.legal[0]), Confirm())
    held = await ada.says(Act)
    await liar.refuses(ada, held, "overtaken")
    await liar.settles(ada)
    ada.wish(Undo())
    ada.wish(Pick(ada.shown.legal[-1]), Confirm())
    taken = await ada.says(Act)
    assert taken.entry != held.entry
    await liar.plays(taken.entry)
    await liar.tells(ada, held.entry)
    assert ada.alarms == ["forged"]
    await assert_nothing_leaves(liar, ada)


@pytest.mark.parametrize("action", [Resign(), Ballot(ADA, "go-on")])
async def test_held_back_resignation_or_vote(liar: Liar, action: Resign | Ballot) -> None:
    """Cara's resignation or vote of long ago, shown after she has played on, is "forged"."""
    ada = await liar.invites(ADA)
    await liar.until(CARA, PickBid)
    held = liar.entry(CARA, action)
    await liar.until(ADA, Place, last=True)
    await liar.tells(ada, held)
    assert ada.alarms == ["forged"]
    await assert_nothing_leaves(liar, ada)


async def test_stacked_draw(liar: Liar) -> None:
    """Nature's link that is not of its chain is refused by every client, though the server signed it."""
    ada, ben = await liar.invites(ADA), await liar.invites(BEN)
    await liar.until(NATURE, Deal)
    for link in (bytes(32), liar.vaults[NATURE].link(1)):
        with pytest.raises(Exception, match="link"):
            liar.branch(*liar.match.log).submit(liar.entry(NATURE, Chance(link=link)))
    for victim in (ada, ben):
        await liar.tells(victim, liar.entry(NATURE, Chance(link=secret("wished for"))))
        assert victim.alarms == ["forged"]
        assert f"Entry {len(liar.match.log)}, by the server" in victim.shown.alarms[0].detail
        await assert_nothing_leaves(liar, victim)


async def lie_of(liar: Liar, what: str) -> tuple[Action, ...]:
    """Play until Cara is about to tell a lie of this kind, and return it."""
    if what == "copied seals":
        await liar.until(CARA, SealBrokers)
        (honest,) = liar.match.owed(CARA, liar.vaults[CARA])
        await liar.step(DAN)
        theirs = YS.decode(liar.match.log[-1].actions[0])
        assert isinstance(honest, SealHand)
        assert isinstance(theirs, SealHand)
        return (replace(honest, seals=theirs.seals),)
    if what in ("reused token", "another's token"):
        await liar.until(CARA, Place)
        whose = CARA if what == "reused token" else DAN
        bid = next(YS.decode(entry.actions[0]) for entry in bids_of(liar, whose))
        assert isinstance(bid, Bid)
        token = next(token for token in _hand(liar, whose) if (token in bid.tokens) is (whose == CARA))
        options = YS.legal(liar.match.view(CARA, liar.vaults[CARA]))
        # Face down: nothing but the token tells that it is a lie.
        return (replace(next(one for one in options if isinstance(one, PlaceDown)), token=token),)
    await liar.until(CARA, Reveal)
    (honest,) = liar.match.owed(CARA, liar.vaults[CARA])
    assert isinstance(honest, Open)
    one, other = honest.opened[:2]
    if what == "swapped seal":
        return (Open(opened=(replace(one, opening=other.opening), replace(other, opening=one.opening))),)
    lie = Opening((one.opening.value + 1) % 5, one.opening.salt)
    return (Open(opened=(replace(one, opening=lie), other)),)


def _hand(liar: Liar, seat: Seat) -> list[Token]:
    """Return the tokens of the hand that a seat has sealed."""
    return [broker.token for broker in liar.match.state.brokers if broker.holder == seat]


def bids_of(liar: Liar, seat: Seat) -> list[Entry]:
    """Return the entries by which a seat has bid."""
    return [
        entry
        for entry in liar.match.log
        if entry.seat == seat and isinstance(YS.decode(entry.actions[0]), Bid)
    ]


LIES = {
    "lying at reveal": r"the opening of broker \d+ does not fit its seal \(R32\)",
    "copied seals": r"a seal is there twice",
    "reused token": r"broker \d+ is at bid, not hand \(R25\)",
    "another's token": r"broker \d+ is none of yours \(R3\)",
    "swapped seal": r"the opening of broker \d+ does not fit its seal \(R32\)",
}
"""What an accomplice may do, and what the alarm says is wrong with it."""


@pytest.mark.parametrize("what", LIES)
async def test_accomplices_lie_that_a_server_lets_through(liar: Liar, what: str) -> None:
    """What an honest server refuses is not believed when the server takes it: clients check it again.

    What is wrong is named, with the rule: no other fault of the same entry stands in for it.
    """
    ada, ben = await liar.invites(ADA), await liar.invites(BEN)
    lie = liar.entry(CARA, *await lie_of(liar, what))
    for victim in (ada, ben):
        await liar.tells(victim, lie)
        assert victim.alarms == ["forged"]
        assert_named(victim, len(liar.match.log), CARA)
        assert re.search(f"is against the rules: {LIES[what]}\\.$", victim.shown.alarms[0].detail)
        await assert_nothing_leaves(liar, victim)


class Fours(Vault):
    """Deals itself eleven brokers of 4."""

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return eleven fours."""
        return super().hand(setup, deal, (4,) * len(values))


@pytest.mark.rule("R3", "R47", "R52c")
async def test_hand_that_is_not_r3_is_told(liar: Liar) -> None:
    """Cara deals herself fours: in Ada's and Ben's journals she is caught, and leaves; they play on."""
    liar.vaults[CARA] = Fours(secret(liar.seed, "identity", CARA), liar.nonce(CARA), NAMES[CARA])
    ada, ben = await liar.invites(ADA), await liar.invites(BEN)
    while CARA not in YS.left(liar.match.state):
        await liar.step(next(iter(liar.match.prompts)))
    for victim in (ada, ben):
        caught = [one.event for one in victim.shown.journal if isinstance(one.event, Caught)]
        assert [(event.seat, event.lie) for event in caught] == [(CARA, "hand")]
        assert victim.alarms == []
    await liar.until(ADA, Place)


# --- other pasts ---------------------------------------------------------------------------------------


async def test_two_logs(liar: Liar) -> None:
    """Ada and Ben are shown different games of one table: each goes on until an entry of the other comes.

    That one is "forged" to both; and nature has signed two pasts of one length, which proves who lied.
    """
    ada, ben = await liar.invites(ADA), await liar.invites(BEN)
    while any(isinstance(liar.match.prompts.get(seat), SealBrokers) for seat in (ADA, BEN)):
        await liar.step(next(seat for seat in (ADA, BEN) if seat in liar.match.prompts))
    common = tuple(liar.match.log)
    cara, dan = liar.decides(CARA), liar.decides(DAN)
    mine, yours = liar.branch(*common, cara, dan), liar.branch(*common, dan, cara)
    draws = [liar.decides(NATURE, match) for match in (mine, yours)]
    for match, draw in zip((mine, yours), draws, strict=True):
        match.submit(draw)
    await liar.tells(ada, cara, dan, draws[0], digest=mine.digest())
    await liar.tells(ben, dan, cara, draws[1], digest=yours.digest())
    assert ada.alarms == ben.alarms == []
    assert ada.shown.confirmed.palaces == ben.shown.confirmed.palaces, "even so no other draw can be had"
    told = [victim.shown.checkpoints[-1] for victim in (ada, ben)]
    assert told[0][0] == told[1][0]
    assert words.of_log(told[0][1]) != words.of_log(told[1][1]), "read aloud, the words differ already"

    for victim in (ada, ben):
        liar.picks(victim)
    bids = [(await victim.says(Act)).entry for victim in (ada, ben)]
    await liar.tells(ben, bids[0])
    await liar.tells(ada, bids[1])
    assert ada.alarms == ben.alarms == ["forged"], "with the first entry that crosses over"
    assert_named(ada, len(mine.log), BEN)
    assert_named(ben, len(yours.log), ADA)
    assert draws[0].at == draws[1].at
    assert draws[0].actions == draws[1].actions
    assert draws[0].sign != draws[1].sign
    for match, draw in zip((mine, yours), draws, strict=True):
        assert match.find(draw) == draw.at, "each verifies with nature's key, over its own past"
    for victim in (ada, ben):
        await assert_nothing_leaves(liar, victim)


async def test_two_moves_of_one_seat(liar: Liar) -> None:
    """A seat that helps the server signs two bids at one place: told both, the client names it.

    Both carry the same seat, the same past and a valid signature: whoever holds them can prove it.
    """
    ada, ben = await liar.invites(ADA), await liar.invites(BEN)
    await liar.until(CARA, PickBid, last=True)
    options = YS.legal(liar.match.view(CARA, liar.vaults[CARA]))
    one, other = liar.entry(CARA, options[0]), liar.entry(CARA, options[-1])
    number = len(liar.match.log)
    await liar.tells(ada, one)
    await liar.tells(ben, other)
    await liar.tells(ada, other, start=number)
    assert ada.alarms == ["rollback"]
    assert_named(ada, number, CARA)
    assert (one.seat, one.at) == (other.seat, other.at)
    for entry in (one, other):
        liar.branch(*liar.match.log).submit(entry)
    await assert_nothing_leaves(liar, ada)


async def test_rollback(liar: Liar) -> None:
    """The server comes back with less, then with something else: Ada offers what she has, then names it."""
    ada = await liar.invites(ADA)
    await liar.until(CARA, PickBid, last=True)
    back = tuple(liar.match.log)[:-1]
    await liar.cuts(ada)
    watch = await ada.says(Watch)
    assert watch.have == len(back) + 1
    await liar.says(ada, Behind(TABLE, len(back)))
    offer = await ada.says(Offer)
    assert offer.entries == (liar.match.log[-1],), "a server that lost something may have it back"
    match = liar.branch(*back)
    seat = next(iter(match.prompts))
    other = match.sign(seat, liar.vaults[seat], YS.legal(match.view(seat, liar.vaults[seat]))[-1:])
    await liar.tells(ada, other, start=len(back))
    assert ada.alarms == ["rollback"]
    assert_named(ada, len(back), liar.match.log[-1].seat, seat)
    await assert_nothing_leaves(liar, ada)


@pytest.mark.parametrize("shown", ["nothing", "less", "another past"])
async def test_rollback_while_the_client_was_closed(tmp_path: Path, shown: str) -> None:
    """After a restart only identity and notes are left: a log without what was noted is named."""
    keyring = Keyring(tmp_path)
    async with Liar(identities={ADA: keyring.identity}) as liar:
        first = await liar.invites(ADA, keyring)
        await liar.until(ADA, Place)
        log = tuple(liar.match.log)
        await first.stop()

        sealed = next(number for number, entry in enumerate(log) if entry.seat == NATURE)
        liar.shown[ADA] = {
            "nothing": liar.branch(),
            "less": liar.branch(*log[: sealed + 1]),
            "another past": played_otherwise(liar, log[: sealed + 1], len(log)),
        }[shown]
        second = await liar.invites(ADA, Keyring(tmp_path))
        assert second.alarms == ["rollback"]
        await assert_nothing_leaves(liar, second)


async def test_restart_with_the_same_past(tmp_path: Path) -> None:
    """After a restart an honest server is played on with: the note is no obstacle."""
    keyring = Keyring(tmp_path)
    async with Liar(identities={ADA: keyring.identity}) as liar:
        first = await liar.invites(ADA, keyring)
        await liar.until(ADA, Place)
        await first.stop()
        second = await liar.invites(ADA, Keyring(tmp_path))
        await liar.until(ADA, Reveal)
        assert second.alarms == []
        await liar.until(ADA, PickBid)


def played_otherwise(liar: Liar, log: tuple[Entry, ...], length: int) -> Match[Any]:
    """Return another game from `log` on, of at least `length` entries, with everybody's consent."""
    match = liar.branch(*log)
    while len(match.log) < length:
        seat = list(match.prompts)[-1]
        match.submit(liar.decides(seat, match))
    return match


# --- setups --------------------------------------------------------------------------------------------


def with_seat(setup: Setup, seat: Seat, **changes: Any) -> Setup:  # noqa: ANN401  # fields of SeatKeys
    """Return `setup` with other keys of one seat."""
    seats = list(setup.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(setup, seats=tuple(seats))


@pytest.mark.parametrize("what", ["box", "anchor", "nonce", "bot"])
async def test_swapped_keys(liar: Liar, what: str) -> None:
    """A setup in which anything of Ada's chair is not what she sat down with is not played."""
    stranger = Vault(secret("stranger"), secret("n", size=16), "Eve", bot=True).keys
    liar.setups[ADA] = with_seat(liar.setup, ADA, **{what: getattr(stranger, what)})
    ada = await liar.invites(ADA)
    assert ada.alarms == ["lying-setup"]
    await assert_nothing_leaves(liar, ada)


async def test_own_key_in_two_chairs(liar: Liar) -> None:
    """A setup that seats Ada's key twice, for her to seal and open two hands, is not played."""
    liar.setups[ADA] = with_seat(liar.setup, DAN, sign=liar.setup.seats[ADA].sign)
    ada = await liar.invites(ADA)
    assert ada.alarms == ["lying-setup"]
    await assert_nothing_leaves(liar, ada)


async def test_chair_given_away(liar: Liar) -> None:
    """A table that begins with a stranger in Ada's chair: she is told, and the table is marked."""
    stranger = Vault(secret("stranger"), secret("n", size=16), NAMES[ADA]).keys
    liar.setups[ADA] = with_seat(liar.setup, ADA, **structs.asdict(stranger))
    ada = await liar.invites(ADA)
    assert set(ada.alarms) == {"chair-lost"}
    assert "gave your chair away" in ada.shown.alarms[0].detail
    assert ada.store.snapshot.marks == ((TABLE, ada.shown.alarms),)
    await liar.settles(ada)
    assert not [message for message in ada.said if isinstance(message, Act)]


@pytest.mark.parametrize("what", ["nonce", "box", "anchor"])
async def test_keys_twice(liar: Liar, what: str) -> None:
    """A setup in which two seats have the same nonce, box key or chain is not played."""
    liar.setups[ADA] = with_seat(liar.setup, DAN, **{what: getattr(liar.setup.seats[CARA], what)})
    ada = await liar.invites(ADA)
    assert ada.alarms == ["lying-setup"]
    await assert_nothing_leaves(liar, ada)


@pytest.mark.parametrize("box", [bytes(32), (1).to_bytes(32, "little"), (2**255 - 20).to_bytes(32, "little")])
@pytest.mark.parametrize("seat", [DAN, NATURE])
async def test_low_order_box_key(liar: Liar, seat: Seat, box: bytes) -> None:
    """A setup with a box key that allows no exchange, a player's or nature's, is named and not played."""
    if seat == NATURE:
        liar.setups[ADA] = replace(liar.setup, nature=replace(liar.setup.nature, box=box))
    else:
        liar.setups[ADA] = with_seat(liar.setup, seat, box=box)
    ada = await liar.invites(ADA)
    assert ada.alarms == ["lying-setup"]
    await assert_nothing_leaves(liar, ada)


async def test_reused_nonce(liar: Liar) -> None:
    """Keys that Ada used at one table are not used in another setup: its links and hands would be known.

    The other table is marked, and stays so.
    """
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid)
    other = with_seat(liar.setup, DAN, nonce=bytes(16))
    await liar.says(ada, Began(TABLE + 1, other), Entries(TABLE + 1, 0, (), b""))
    await liar.settles(ada)
    assert [alarm.code for alarm in ada.store.snapshot.alarms] == ["lying-setup"]
    assert not [message for message in ada.said if isinstance(message, Act) and message.table != TABLE]
    assert dict(ada.store.snapshot.marks)[TABLE + 1] == ada.store.snapshot.alarms


async def test_second_beginning(liar: Liar) -> None:
    """A table that begins a second time, with other keys of Cara's, stops."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid)
    await liar.says(ada, Began(TABLE, with_seat(liar.setup, CARA, nonce=bytes(16))))
    await liar.settles(ada)
    assert ada.alarms == ["lying-setup"]
    assert "other keys for Cara" in ada.shown.alarms[0].detail
    await assert_nothing_leaves(liar, ada)


# --- lures ---------------------------------------------------------------------------------------------


async def test_lured_answer(liar: Liar) -> None:
    """A server that refuses Ada's opening to be shown another gets the same one, for the same brokers."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, Reveal)
    first = await ada.says(Act)
    await liar.refuses(ada, first, "bad-seal")
    await liar.settles(ada)
    assert not [message for message in ada.said if isinstance(message, Act)], "nothing new happened"
    await liar.cuts(ada)
    await liar.says(ada, Entries(TABLE, len(liar.match.log), (), liar.match.digest()))
    for entry in [liar.decides(seat) for seat in (CARA, DAN)]:
        await liar.plays(entry)
    await liar.settles(ada)
    again = [message.entry.actions for message in ada.said if isinstance(message, Act)]
    assert set(again) == {first.entry.actions}
    assert isinstance(YS.decode(first.entry.actions[0]), Open)


@pytest.mark.parametrize("code", ["overtaken", "bad-seal"])
async def test_lured_placing(code: str) -> None:
    """A placing face up that was refused after its value was seen can only be offered again as it was."""
    async with Liar(choose=lambda view, options, rng: options[0]) as liar:
        ada = await liar.invites(ADA)
        await liar.until(ADA, Place)
        up = next(action for action in ada.shown.legal if isinstance(action, PlaceUp))
        other = next(
            action for action in ada.shown.legal if isinstance(action, PlaceUp) and action.token != up.token
        )
        ada.wish(Pick(up), Confirm())
        first = await ada.says(Act)
        await liar.refuses(ada, first, code)
        await liar.settles(ada)
        assert ada.shown.bound
        ada.wish(Undo(), Pick(other), Confirm())
        second = await ada.says(Act)
        assert second.entry.actions == first.entry.actions
        await liar.plays(second.entry)
        assert ada.alarms == []


async def test_lured_seals(liar: Liar) -> None:
    """However often the server begins the sealing anew, the same seals and the same link come."""
    ada = await liar.invites(ADA)
    first = await ada.says(Act)
    assert isinstance(YS.decode(first.entry.actions[0]), SealHand)
    for _ in range(3):
        await liar.cuts(ada)
        await ada.says(Watch)
        await liar.says(ada, Entries(TABLE, 0, (), liar.match.digest()))
        assert (await ada.says(Act)).entry == first.entry


# --- looks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R32")
@pytest.mark.parametrize("how", ["another value", "nothing", "true"])
async def test_false_peek_is_said_to_the_spy_at_once(how: str) -> None:
    """A spy's client that was shown something else says so at once and plays on, till all see it proved."""
    async with Liar(SPYING, choose=spying) as liar:
        ada = await liar.invites(ADA)
        owner, honest = await asked_to_show(liar, ada)
        state, vault = liar.match.state, liar.vaults[owner]
        key = vault.peek_key(liar.setup.digest(), deal_name(state.round), honest.token, ADA)
        true = liar.match.view(owner, vault).known[honest.token]
        lie = Opening((true.value + 1) % 5, true.salt)
        boxes = {
            "another value": keys.lock(liar.setup.seats[ADA].box, key, lie.content()),
            "nothing": bytes(65),
            "true": honest.box,
        }
        await liar.plays(liar.entry(owner, replace(honest, box=boxes[how])))
        assert (honest.token in ada.shown.view.known) is (how == "true")
        assert ada.alarms == ([] if how == "true" else ["lying-peek"])
        if how == "another value":
            assert liar.setup.seats[owner].name in ada.shown.alarms[0].detail
            while honest.token not in getattr(liar.match.prompts.get(owner), "tokens", ()):
                await liar.step(next(iter(liar.match.prompts)))
            await liar.step(owner)
            caught = [one.event for one in ada.shown.journal if isinstance(one.event, Caught)]
            assert caught == [Caught(owner, "peek", honest.token)]


async def asked_to_show(liar: Liar, spy: Victim) -> tuple[Seat, Shown]:
    """Play until somebody has to show a broker to `spy`; return the seat and the honest answer."""
    while not any(peek.spy == spy.seat for peek in liar.match.state.peeks):
        await liar.step(next(iter(liar.match.prompts)))
    owner = next(seat for seat, prompt in liar.match.prompts.items() if isinstance(prompt, ShowSpy))
    shown = YS.owed(liar.match.state, owner, liar.vaults[owner])[0]
    assert isinstance(shown, Shown)
    return owner, shown
