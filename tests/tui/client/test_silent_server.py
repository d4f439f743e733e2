"""A server that answers nothing, or refuses what is by the rules: named after a bounded time, and marked.

Over real sockets; the clock is the test's.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.games.ys.actions import PlaceUp
from protocol.games.ys.prompts import PickBid, Place, Reveal
from protocol.messages import Act, Entries, Watch
from tests.support.liar import ADA, CARA, DAN, TABLE, YS, Liar, Victim
from ys_tui.client.intents import Confirm, Pick
from ys_tui.client.keyring import Keyring
from ys_tui.client.silence import PATIENCE, REFUSALS
from ys_tui.client.snapshot import Alarm


@pytest.fixture
async def liar() -> AsyncIterator[Liar]:
    """Return a server that is about to fall silent."""
    async with Liar() as liar:
        yield liar


class Clock:
    """The time that passes for one client."""

    def __init__(self, victim: Victim) -> None:
        """Begin at some time."""
        self._victim, self._now = victim, 1_000.0
        victim.store.tick(self._now)

    def passes(self, seconds: float) -> None:
        """Let `seconds` pass, tick by tick."""
        self._victim.store.tick(self._now)
        for _ in range(int(seconds)):
            self._now += 1.0
            self._victim.store.tick(self._now)


def marks(victim: Victim) -> tuple[Alarm, ...]:
    """Return what the table is marked with, in the lobby."""
    return dict(victim.store.snapshot.marks).get(TABLE, ())


async def test_swallowed_move(liar: Liar) -> None:
    """Ada's bid is heard and never answered: named after twenty seconds, till it is answered."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid, last=True)
    clock = Clock(ada)
    liar.picks(ada)
    act = await ada.says(Act)
    clock.passes(PATIENCE - 1)
    assert ada.alarms == []
    clock.passes(1)
    assert ada.alarms == ["unanswered"]
    (alarm,) = ada.shown.alarms
    assert "your move" in alarm.detail
    assert f"after {len(liar.match.log)} entries" in alarm.detail
    assert marks(ada) == (alarm,)
    await liar.plays(act.entry)
    assert ada.alarms == []
    assert marks(ada) == ()


async def test_swallowed_opening(liar: Liar) -> None:
    """What a client opens by itself is missed as well, though its player did nothing."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, Reveal)
    clock = Clock(ada)
    await ada.says(Act)
    clock.passes(PATIENCE)
    assert ada.alarms == ["unanswered"]
    assert "opened" in ada.shown.alarms[0].detail


async def test_swallowed_move_behind_cut_links(liar: Liar) -> None:
    """Cutting the link again and again before the time is over does not help the server."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid, last=True)
    clock = Clock(ada)
    liar.picks(ada)
    first = await ada.says(Act)
    for _ in range(3):
        clock.passes(PATIENCE / 3)
        await liar.cuts(ada)
        await liar.says(ada, Entries(TABLE, len(liar.match.log), (), liar.match.digest()))
        assert (await ada.says(Act)).entry == first.entry, "it is sent again, byte for byte"
    clock.passes(PATIENCE / 3)
    assert ada.alarms == ["unanswered"]


async def test_hidden_past(liar: Liar) -> None:
    """A server that does not show what was missed is named, until it does."""
    ada = await liar.invites(ADA)
    await liar.until(CARA, PickBid, last=True)
    clock = Clock(ada)
    await liar.cuts(ada)
    await ada.says(Watch)
    clock.passes(PATIENCE)
    assert ada.alarms == ["unshown"]
    await liar.tells(ada, digest=liar.match.digest())
    assert ada.alarms == []


async def test_time_without_a_link_is_not_the_servers(liar: Liar) -> None:
    """While there is no link, and while the machine sleeps, nobody is blamed."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid, last=True)
    clock = Clock(ada)
    ada.store.offline(1.0, "")
    ada.wish(Pick(ada.shown.legal[0]), Confirm())
    clock.passes(10 * PATIENCE)
    assert ada.alarms == []


async def test_player_who_thinks_is_not_the_server(liar: Liar) -> None:
    """As long as nothing was sent, nothing is missed."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid, last=True)
    Clock(ada).passes(10 * PATIENCE)
    assert ada.alarms == []


async def test_refused_again_and_again(liar: Liar) -> None:
    """A bid that is by the rules, refused three times with nothing new in between, is named."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, PickBid, last=True)
    for count in range(REFUSALS):
        assert ada.alarms == [], count
        if count:
            ada.wish(Confirm())
        else:
            liar.picks(ada)
        act = await ada.says(Act)
        await liar.refuses(ada, act, "bad-signature")
        await liar.settles(ada)
    assert ada.alarms == ["refused-again"]
    assert "3 times (bad-signature)" in ada.shown.alarms[0].detail
    ada.wish(Confirm())
    await liar.plays((await ada.says(Act)).entry)
    assert ada.alarms == [], "it was let in after all"


async def test_refused_opening(liar: Liar) -> None:
    """An opening that is owed and refused is not repeated, lest it lure something out: it is named."""
    ada = await liar.invites(ADA)
    await liar.until(ADA, Reveal)
    clock = Clock(ada)
    await liar.refuses(ada, await ada.says(Act), "bad-seal")
    await liar.settles(ada)
    clock.passes(PATIENCE)
    assert ada.alarms == ["refused-again"]


async def test_overtaken_for_ever() -> None:
    """A placing that was opened and is called overtaken each time is not sent for ever: it is named."""
    async with Liar(choose=lambda view, options, rng: options[0]) as liar:
        ada = await liar.invites(ADA)
        await liar.until(ADA, Place)
        up = next(action for action in ada.shown.legal if isinstance(action, PlaceUp))
        ada.wish(Pick(up), Confirm())
        for _ in range(REFUSALS):
            await liar.refuses(ada, await ada.says(Act), "overtaken")
        await liar.settles(ada)
        assert ada.alarms == ["refused-again"]
        assert not [message for message in ada.said if isinstance(message, Act)]


async def test_mark_outlives_the_program(tmp_path: Path) -> None:
    """After a restart a forged entry is still told, though the server is honest now and the game goes on."""
    keyring = Keyring(tmp_path)
    async with Liar(identities={ADA: keyring.identity}) as liar:
        first = await liar.invites(ADA, keyring)
        await liar.until(CARA, PickBid, last=True)
        (bid,) = YS.legal(liar.match.view(CARA, liar.vaults[CARA]))[:1]
        await liar.tells(first, liar.match.sign(CARA, liar.vaults[DAN], (bid,)))
        (alarm,) = first.shown.alarms
        await first.stop()
        second = await liar.invites(ADA, Keyring(tmp_path))
        assert second.shown.alarms == (alarm,)
        assert marks(second) == (alarm,)
        await liar.until(ADA, Place)
        assert second.shown.alarms == (alarm,)
