"""A hub and several players joined by queues: whatever the network does, all end with the same game."""

import pytest

from protocol.games import GAMES
from protocol.match import Match
from tests.support.driver import NAMES
from tests.support.net import Faults, Net
from tests.support.player import Plan, Player
from tests.support.toy import TOY
from ys_server.effects import Saved

EVERY = {**GAMES, TOY.key: TOY}
QUIET = Faults()
DROPS = Faults(drop=0.01)
NAPS = Faults(drop=0.005, restart=0.003, crash=0.005, nap=0.01)
STORMS = Faults(drop=0.005, restart=0.003, crash=0.01)


def played(game: str, seats: int, seed: int, faults: Faults) -> Net:
    """Return the network after a whole game."""
    players = [Player(EVERY, NAMES[n], Plan(game, seats, is_host=n == 0), seed) for n in range(seats)]
    net = Net(EVERY, players, seed, faults)
    net.run()
    return net


def kept(net: Net, game: str) -> Match[object]:
    """Return the one finished game as the store has it, replayed."""
    tables: list[Saved] = [table for table in net.store.load().tables if table.setup.game == game]
    matches = []
    for table in tables:
        match: Match[object] = Match(EVERY[game], table.setup)
        match.extend(0, net.store.log(table.table).entries)
        matches.append(match)
    return next(match for match in matches if not match.prompts)


def agree(net: Net, game: str) -> None:
    """Assert that every player and the store hold the same history, whole."""
    match = kept(net, game)
    net.store.close()
    assert match.log
    for player in net.players:
        assert player.chair is not None
        assert player.chair.match.chain == match.chain
        assert player.chair.match.digest() == match.digest()


@pytest.mark.parametrize("seed", range(20))
def test_toys_end_alike_for_all_when_messages_are_late(seed: int) -> None:
    """Delays alone: four players and the store agree in the end, and nothing was refused."""
    net = played("toy", 4, seed, QUIET)
    agree(net, "toy")
    assert [code for player in net.players for code in player.codes] == []


@pytest.mark.parametrize("seed", range(40))
def test_toys_end_alike_for_all_when_links_drop(seed: int) -> None:
    """Connections that break at any moment, with frames under way, lose nobody a move."""
    agree(played("toy", 3, seed, DROPS), "toy")


@pytest.mark.parametrize("seed", range(60))
def test_toys_end_alike_for_all_when_the_server_restarts(seed: int) -> None:
    """A server that ends at any effect, also between save and send, loses nothing that anybody was told."""
    agree(played("toy", 3, seed, STORMS), "toy")


@pytest.mark.parametrize("seed", range(40))
def test_toys_end_alike_for_all_when_the_game_falls_asleep(seed: int) -> None:
    """It leaves memory in the middle and is played again for who comes; the server may end as it does."""
    agree(played("toy", 3, seed, NAPS), "toy")


def test_the_naps_do_send_games_to_sleep() -> None:
    """The test above tests what it says."""
    nets = [played("toy", 3, seed, NAPS) for seed in range(10)]
    for net in nets:
        net.store.close()
    assert sum(net.naps for net in nets) > 10
    assert sum(net.restarts for net in nets) > 5


def test_the_storms_do_restart_the_server() -> None:
    """The test above tests what it says: over its seeds the server is restarted many times."""
    nets = [played("toy", 3, seed, STORMS) for seed in range(10)]
    for net in nets:
        net.store.close()
    assert sum(net.restarts for net in nets) > 10


@pytest.mark.parametrize(("seed", "faults"), [(1, QUIET), (2, DROPS), (3, STORMS), (4, STORMS), (5, NAPS)])
def test_ys_ends_alike_for_all(seed: int, faults: Faults) -> None:
    """The same holds for a whole game of Ys for four."""
    agree(played("ys", 4, seed, faults), "ys")
