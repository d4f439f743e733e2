"""Whole games in which somebody goes away: the others vote, a bot sits down, the person comes back."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.game import Reseat
from protocol.games import GAMES
from protocol.games.ys.actions import SealHand
from tests.support.net import Faults, Net
from tests.support.player import Plan, Player
from tests.support.remote import Process, play
from tests.support.substitute import Bots, Returner, Voter

SMOOTH = Faults()
ROUGH = Faults(drop=0.003, restart=0.0005, crash=0.0003)


def table(seats: int, seed: int, faults: Faults) -> tuple[Net, Returner, list[Player]]:
    """Return a table of Ys with bots about, the one who goes away, and the others."""
    names = ("Ada", "Ben", "Cara", "Dan")[:seats]
    gone = Returner(GAMES, names[1], Plan("ys", seats), seed)
    stay: list[Player] = [
        Voter(GAMES, name, Plan("ys", seats, is_host=name == "Ada"), seed) for name in names if name != "Ben"
    ]
    bots = Bots(seed)
    net = Net(GAMES, [stay[0], gone, *stay[1:]], seed, faults, bots=bots)
    return net, gone, stay


@pytest.mark.parametrize(
    ("seats", "seed", "faults"), [(3, 1, SMOOTH), (4, 2, SMOOTH), (3, 3, ROUGH), (4, 4, ROUGH)]
)
def test_a_bot_takes_over_and_the_person_comes_back(seats: int, seed: int, faults: Faults) -> None:
    """Each as a later round begins; the game ends with one history for all, whatever breaks meanwhile."""
    net, gone, stay = table(seats, seed, faults)
    net.run(lambda: gone.chair is not None and len(gone.chair.match.log) > seats)
    assert gone.chair is not None
    seat = gone.chair.seat
    assert seat is not None
    gone.is_away = True
    watched = stay[0].chair
    assert watched is not None
    net.run(lambda: watched.match.seating.chairs[seat].bot)
    gone.is_away = False
    net.run()
    match = gone.chair.match
    assert {player.chair.match.chain for player in stay if player.chair} == {match.chain}
    assert match.game.outcome(match.state) is not None
    assert match.seating.chairs[seat].sign == gone.key
    log = [(entry.seat, match.game.decode(entry.actions[0])) for entry in match.log]
    reseats = [(number, action) for number, (_, action) in enumerate(log) if isinstance(action, Reseat)]
    assert [(action.seat, action.keys.bot, bool(action.ballots)) for _, action in reseats] == [
        (seat, True, True),
        (seat, False, False),
    ]
    for number, _ in reseats:  # nobody has sealed anything since the round began
        assert not isinstance(log[number - 1][1], SealHand)
        assert isinstance(log[number + 1][1], SealHand)


def test_a_person_comes_back_into_a_seat_that_was_given_up() -> None:
    """Without a bot in between, and although the server started anew while they waited for the next round."""
    net, gone, stay = table(3, 5, ROUGH)
    for player in stay:
        assert isinstance(player, Voter)
        player.choice = "go-on"
    net.run(lambda: gone.chair is not None and len(gone.chair.match.log) > 3)
    assert gone.chair is not None
    seat = gone.chair.seat
    assert seat is not None
    gone.is_away = True
    watched = stay[0].chair
    assert watched is not None
    net.run(lambda: seat in watched.match.seating.vacant)
    gone.is_away = False
    net.run()
    match = gone.chair.match
    assert net.restarts
    assert {player.chair.match.chain for player in stay if player.chair} == {match.chain}
    assert (match.seating.chairs[seat].sign, match.seating.chairs[seat].bot) == (gone.key, False)
    actions = [match.game.decode(entry.actions[0]) for entry in match.log]
    reseats = [action for action in actions if isinstance(action, Reseat)]
    assert [(action.seat, action.keys.bot, action.ballots) for action in reseats] == [(seat, False, ())]


async def when(player: Player, is_so: Callable[[], bool]) -> None:
    """Return once it is so, as the player hears of it."""
    event = asyncio.Event()
    player.heard = lambda: event.set() if is_so() else None
    player.heard()
    await event.wait()


@pytest.mark.timeout(120)
async def test_the_real_bots_take_over_at_a_real_server(tmp_path: Path) -> None:
    """Over sockets, the bots in their own process: a person goes, a bot plays on, the person comes back.

    Those at the table are told how the bot plays.
    """
    voter, other = (Voter(GAMES, name, Plan("ys", 3, is_host=name == "Ada"), 9) for name in ("Ada", "Cara"))
    gone = Returner(GAMES, "Ben", Plan("ys", 3), 9)
    voter.suspects = other.suspects = ()  # on a busy machine anybody may be late
    usual = ("--no-config", "--port", "0", "--database", str(tmp_path / "a.sqlite3"), "--patience", "3")
    async with Process(*usual) as server, asyncio.TaskGroup() as playing:
        for player in (voter, other):
            playing.create_task(play(lambda: server.url, player))
        going = playing.create_task(play(lambda: server.url, gone))
        await when(gone, lambda: gone.chair is not None and len(gone.chair.match.log) > 3)
        assert gone.chair is not None
        seat = gone.chair.seat
        assert seat is not None
        voter.suspects = other.suspects = (seat,)
        going.cancel()
        await when(voter, lambda: voter.chair is not None and voter.chair.match.seating.chairs[seat].bot)
        await when(voter, lambda: voter.chairs[seat].level == "greedy")
        voter.suspects = other.suspects = ()
        playing.create_task(play(lambda: server.url, gone))
    assert voter.chair is not None
    match = voter.chair.match
    assert {player.chair.match.chain for player in (other, gone) if player.chair} == {match.chain}
    assert match.seating.chairs[seat].sign == gone.key
    assert match.game.outcome(match.state) is not None
