"""The tutorial's game without processes, and `python -m tests.tui.games.ys.lessons`, which looks for a seed.

Server, bots and client of a seed are made as they make themselves: the draws are the same, and so is every
bot, as long as all of them draw their secrets in the same order (`tests.tui.test_tutorial` would fail).
"""

import itertools
import sys
from collections.abc import Iterator, Sequence
from random import Random as Dice
from typing import Any

from protocol.chance import Rng, seeded
from protocol.game import NATURE, Action, Seat, Setup, View
from protocol.games.ys.game import Ys
from protocol.games.ys.legal import legal
from protocol.games.ys.prompts import PlayCards
from protocol.games.ys.state import State
from protocol.vault import IDENTITY, NONCE, Vault
from tests.support.driver import Seated
from tests.support.screen import NAMES, Told
from ys_server.bots.ys.random import Random
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.advice import sensible
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.lesson import KINDS, Lesson, lesson
from ys_tui.tutorial import TUTORIAL

ME = Seat(0)
LATER = frozenset({"cards", "spot", "count-city", "count-market"})
"""What the tutorial explains, but does not come to ask by its end, and what is told without a question."""


class Course(Told):
    """The tutorial's game of a seed, in which the player does what is advised."""

    def __init__(self, seed: int) -> None:
        """Sit down as the processes of `ys tutorial` do."""
        client, server, bots = (seeded(seed, whose) for whose in ("client", "server", "bots"))
        mine, own = client(IDENTITY), server(32)
        server(32)  # greets the bots
        server(32)  # greets the client
        others, level = bots(IDENTITY), b"\0"
        vaults = [Vault(mine, client(NONCE), NAMES[0])]
        vaults += [
            Vault(others, bots(NONCE)[:-1] + level, name, bot=True)
            for name, _ in zip(NAMES[1:], TUTORIAL.bots, strict=True)
        ]
        nature = Vault(own, server(NONCE), "nature")
        game = Ys()
        setup = Setup(game.key, game.rules, (), tuple(vault.keys for vault in vaults), nature.keys)
        all_vaults = {Seat(number): vault for number, vault in enumerate(vaults)} | {NATURE: nature}
        Seated.__init__(self, game, setup, all_vaults, seed=seed)
        self.journal = []
        self.lessons: list[tuple[TableSnapshot, Lesson]] = []
        """What was explained so far, and of which table."""
        self._bot = Random()

    def explained(self) -> frozenset[str]:
        """Return the kinds of decisions that were explained."""
        return frozenset(said.kind.partition(" ")[0] for _, said in self.lessons)

    def play(self) -> Iterator[State]:
        """Play until the tutorial has said everything, or the second round has been placed."""
        while self.match.prompts and "done" not in self.explained():
            self.step(self._chosen)
            state: State = self.match.state
            if state.round > 1 and any(isinstance(each, PlayCards) for each in self.match.prompts.values()):
                return
            yield state

    def _chosen(self, view: View[Any], options: Sequence[Action], dice: Dice) -> Action:
        assert view.seat is not None
        if view.seat != ME:
            done = sum(len(entry.actions) for entry in self.match.log if entry.seat == view.seat)
            chance = Rng(self.vaults[view.seat].own_chance(done + len(self.chairs[view.seat].draft)))
            return self._bot.choose(view, legal(view), chance, 0.0)
        table = self.sees(ME)
        shown = as_chosen(table)
        table = table if shown.prompt is None else shown
        said = lesson(table, Aim(), self.explained())
        assert said is not None
        self.lessons.append((table, said))
        found = sensible(table, Aim())
        assert found is not None
        return found[0]


def main(first: int) -> None:
    """Print the first seed from `first` on at which whoever follows the advice meets every decision."""
    for seed in itertools.count(first):
        course = Course(seed)
        for state in course.play():
            if state.round == 1 and state.palaces and "spy" not in state.palaces and not state.turn:
                break
        if course.explained() >= KINDS - LATER - {"send"}:
            sys.stdout.write(f"{seed}\n")
            return


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
