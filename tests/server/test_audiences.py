"""Every byte that any audience gets in many games: no broker's salt and no link before its entry is there."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from protocol.chance import LINKS
from protocol.games import GAMES
from protocol.games.ys.board import BROKERS, ROUNDS
from protocol.match import Match
from protocol.messages import AnyClientMessage, Began, Entries, TableInfo
from tests.support.driver import NAMES
from tests.support.net import Faults, Net
from tests.support.player import Plan, Player
from ys_server.effects import Effect, Played, Save, Send

SEATS = 4
SHARES, GAMES_EACH = 10, 10


class Lurker(Player):
    """Looks on, from the beginning to the end."""

    match: Match[Any] | None = None
    """The game as it is seen."""

    @property
    def is_done(self) -> bool:
        """Whether the game has been seen to its end."""
        return self.match is not None and not self.match.prompts

    def _look(self, table: TableInfo) -> list[AnyClientMessage]:
        return [] if self._is_watching else self._watch(table.id)

    def _began(self, message: Began) -> list[AnyClientMessage]:
        self.match = Match(GAMES[message.setup.game], message.setup)
        return []

    def _entries(self, message: Entries) -> list[AnyClientMessage]:
        assert self.match is not None
        self.match.extend(message.start, message.entries, message.digest)
        return []


class Overheard(Net):
    """A net at which everything is written down: what is sent, and at which byte each entry was saved."""

    def __init__(self, players: Sequence[Player], seed: int) -> None:
        """Begin to write."""
        self.sent = bytearray()
        self.saved: list[int] = []
        super().__init__(GAMES, players, seed, Faults())

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Save) and isinstance(effect.record, Played):
                self.saved.append(len(self.sent))
            if isinstance(effect, Send):
                self.sent += effect.frame
        super()._carry_out(effects)


def secrets(player: Player) -> Iterator[bytes]:
    """Yield what a player keeps to itself: salts and links of all rounds."""
    assert player.chair is not None
    setup, vault = player.chair.match.setup.digest(), player._vault
    for number in range(1, ROUNDS + 1):
        for at in range(len(BROKERS)):
            yield vault.salted(setup, f"round-{number}", at, 0).salt
    yield from map(vault.link, range(LINKS))


def shows_nothing_early(seed: int) -> None:
    """Play a game of that seed, and fail if anybody could have read what no entry had shown yet."""
    players = [Player(GAMES, NAMES[n], Plan("ys", SEATS, is_host=n == 0), seed) for n in range(SEATS)]
    lurker = Lurker(GAMES, "Lou", Plan("ys", SEATS), seed)
    net = Overheard([*players, lurker], seed)
    net.run()
    assert lurker.match is not None
    entries = [b"".join(entry.actions) for entry in lurker.match.log]
    assert len(net.saved) == len(entries)
    shown = 0
    for player in players:
        for secret in secrets(player):
            first = next((n for n, entry in enumerate(entries) if secret in entry), None)
            at = net.sent.find(secret)
            assert (at < 0) if first is None else (at >= net.saved[first])
            shown += at >= 0
    assert shown >= SEATS * ROUNDS * len(BROKERS), "all brokers are open in the end"
    net.store.close()


@pytest.mark.parametrize("seed", [101, 102])
def test_spectators_cannot_read_face_down_cards(seed: int) -> None:
    """Nor can players, the same bytes being for all: salts are what a closed value could be found by."""
    shows_nothing_early(seed)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_nobody_can_in_a_hundred_games(share: int) -> None:
    """The same in a hundred games played by chance."""
    for number in range(GAMES_EACH):
        shows_nothing_early(share * GAMES_EACH + number)
