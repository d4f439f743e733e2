"""Whether a record proves itself: the game is played again from nothing but its setup and its signed log.

It needs no server and trusts nobody: what it says follows from the record and the rules alone. Who holds a
key that signed, no record can tell.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from protocol.game import Exposed, Game, Illegal, Outcome, Setup
from protocol.match import Match
from protocol.record import Record

ENDED_EARLY: Final = "ended-early"
UNFINISHED: Final = "unfinished"


class Proved(Struct, frozen=True):
    """Every entry is signed, in its place and within the rules, and together they end the game."""

    match: Match[Any]
    outcome: Outcome
    exposed: tuple[Exposed, ...] = ()
    """Who was caught lying, in the order in which that came out."""

    @property
    def covered(self) -> int:
        """How many entries a later signature covers; the order of those after them only the file tells."""
        return max(entry.at for entry in self.match.log)


class Flaw(Struct, frozen=True):
    """The first thing that is wrong: a stable code, a sentence, the rule's number if it is one of a rule."""

    code: str
    detail: str
    rule: str = ""
    entry: int | None = None
    """The number of the entry that fails, the first being 0; None when it is none of them."""

    @property
    def has_no_result(self) -> bool:
        """Whether every entry holds, and what is missing is an end with a result."""
        return self.code in {ENDED_EARLY, UNFINISHED}


Verdict = Proved | Flaw


def judge(record: Record, games: Mapping[str, Game[Any]]) -> Verdict:
    """Return what playing `record` again, by the rules of one of `games`, comes to."""
    match = _begun(record.setup, games)
    if isinstance(match, Flaw):
        return match
    exposed: list[Exposed] = []
    for number, entry in enumerate(record.entries):
        try:
            exposed += (event for event in match.submit(entry) if isinstance(event, Exposed))
        except Illegal as illegal:
            return Flaw(illegal.code, illegal.detail, illegal.rule, number)
    outcome = match.game.outcome(match.state)
    if match.seating.is_ended:
        return Flaw(ENDED_EARLY, "the table voted to end the game, which has no result", "R52c")
    if outcome is None:
        return Flaw(UNFINISHED, f"the game is not over after {len(record.entries)} entries")
    return Proved(match, outcome, tuple(exposed))


def _begun(setup: Setup, games: Mapping[str, Game[Any]]) -> Match[Any] | Flaw:
    game = games.get(setup.game)
    if game is None:
        return Flaw("unknown-game", f"the game {setup.game} is not known here")
    if setup.rules > game.rules:
        known = f"revision {game.rules} of its rules is known here"
        return Flaw("unknown-rules", f"{game.title} was played by revision {setup.rules}; {known}")
    try:
        return Match(game, setup)
    except Illegal as illegal:
        return Flaw(illegal.code, f"the game cannot begin: {illegal.detail}", illegal.rule)
