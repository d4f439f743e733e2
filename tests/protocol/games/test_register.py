"""The register of the games: what there is to play is known before any of it is loaded."""

import subprocess
import sys

from protocol.games import GAMES


def test_a_game_is_imported_when_it_is_asked_for() -> None:
    """Its key is known before; the game itself is loaded once, by the first who wants it."""
    code = (
        "import sys\n"
        "from protocol.games import GAMES\n"
        "assert 'ys' in GAMES and list(GAMES) == ['ys'] and len(GAMES) == 1\n"
        "assert not [name for name in sys.modules if name.startswith('protocol.games.')]\n"
        "assert GAMES['ys'] is GAMES['ys'] is sys.modules['protocol.games.ys.game'].YS\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_game_has_its_own_key() -> None:
    """A game is found by the key it has, and nothing else is."""
    assert [GAMES[key].key for key in GAMES] == list(GAMES)
    assert len(GAMES) == len({*GAMES})
    assert "no game" not in GAMES
    assert GAMES.get("no game") is None
    assert GAMES["ys"] is GAMES["ys"]
