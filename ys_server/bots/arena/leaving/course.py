"""A game on its way that can be branched at any moment: without a match, for nothing of it is ever sent."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Final

from msgspec.structs import replace

from protocol.chance import Rng, step
from protocol.game import NATURE, Action, Outcome, Prompt, Seat, View
from protocol.games.ys.game import YS
from protocol.games.ys.state import Phase, State
from protocol.vault import IDENTITY, NONCE, Vault
from ys_server.bots.arena.arguments import Table
from ys_server.bots.arena.play import SECONDS, begun, secret, vaults
from ys_server.bots.bot import Bot
from ys_server.bots.levels import LEVELS

UNDEALT: Final = frozenset({Phase.SEAL, Phase.DRAW})
"""Phases in which nature has not given its link of the round."""


class Course:
    """A state, the vaults and bots that play it on, and the bots' private chance."""

    def __init__(
        self,
        state: State,
        bots: Sequence[Bot],
        held: Mapping[Seat, Vault],
        chance: Mapping[Seat, Rng],
        last: Seat,
    ) -> None:
        """Begin at `state`; of all who are asked at once, `last` answers when the others have."""
        self.state = state
        self._bots, self._held, self._chance, self._last = bots, held, chance, last

    @property
    def asked(self) -> Mapping[Seat, Prompt]:
        """Who is asked what; empty when the game is over."""
        return YS.prompts(self.state)

    def answer(self) -> None:
        """Let one of those who are asked answer."""
        asked = self.asked
        seat = next((seat for seat in asked if seat != self._last), self._last)
        actions: Sequence[Action]
        if asked[seat].automatic:
            actions = YS.owed(self.state, seat, self._held[seat])
        else:
            view = View(self.state, seat, YS.knows(self.state, seat, self._held[seat]))
            actions = (self._bots[seat].choose(view, YS.legal(view), self._chance[seat], SECONDS),)
        for action in actions:
            self.state = YS.apply(self.state, seat, action).state

    def outcome(self) -> Outcome:
        """Return the result after everything that is asked has been answered."""
        while self.asked:
            self.answer()
        outcome = YS.outcome(self.state)
        assert outcome is not None
        return outcome

    def without(self, seat: Seat) -> "Course":
        """Return the course that goes on from here without `seat`; all others keep their chance."""
        chance = deepcopy(self._chance)
        return Course(YS.leave(self.state, seat).state, self._bots, self._held, chance, self._last)

    def with_other_luck(self, seed: int, number: int) -> "Course":
        """Return the course that goes on from here with all seats, other draws and another private chance."""
        nature = Vault(
            secret(seed, number, "luck/identity", IDENTITY), secret(seed, number, "luck/nonce", NONCE), "luck"
        )
        chance = {seat: Rng(secret(seed, number, f"luck/{seat}")) for seat in self._chance}
        given = self.state.round - (self.state.phase in UNDEALT)
        state = replace(self.state, nature=step(nature.link(given)))
        return Course(state, self._bots, {**self._held, NATURE: nature}, chance, self._last)


def opened(table: Table, seed: int, number: int, last: Seat) -> Course:
    """Return game `number` of the arena's `seed` at `table` before anything happened."""
    held = vaults(seed, number, table.levels)
    chance = {seat: Rng(secret(seed, number, f"chance/{seat}")) for seat in held}
    state = begun(YS, held, table.options).state
    return Course(state, [LEVELS[YS.key][level] for level in table.levels], held, chance, last)
