"""Whole games in which somebody goes away: the others vote, a bot sits down, the person comes back."""

import pytest

from protocol.game import Reseat
from protocol.games import GAMES
from protocol.games.ys.actions import SealHand
from tests.support.net import Faults, Net
from tests.support.player import Plan, Player
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
