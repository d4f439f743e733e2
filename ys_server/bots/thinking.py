"""What the bots have to decide, and whose choice is taken: the bot's, or the weakest's where it failed."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import Final

from protocol.game import Action, Illegal
from ys_server.bots.chairs import Decision, Place, Sat, decision

log: Final = logging.getLogger("ys.bots")


class Thinking:
    """The decisions at all tables of a crew."""

    def __init__(
        self, tables: Mapping[int, Sat], can_go_on: Callable[[int], bool], count: Callable[[str], None]
    ) -> None:
        """Decide at those of `tables` that can go on; `count` is told in a word why a bot failed."""
        self._tables = tables
        self._can_go_on = can_go_on
        self._count = count

    def due(self, but: Collection[int] = ()) -> Decision | None:
        """Return the next decision to be taken, at a table that is not in `but`; None when there is none.

        At one table they are taken one after the other, so that equal seeds give equal games.
        """
        for table, sat in self._tables.items():
            if table in but or not self._can_go_on(table):
                continue
            for place in sat.places:
                if place.chair.pending is None and place.chair.prompt is not None:
                    return decision(table, place)
        return None

    def is_late(self, decision: Decision) -> bool:
        """Tell whether nobody needs the decision any more."""
        sat = self._tables.get(decision.table)
        return sat is None or decision.place not in sat.places or decision.is_late

    def decided(self, decision: Decision, action: Action) -> bool:
        """Draft what a bot chose, or what the weakest does where that is not legal; tell whether in time."""
        if self.is_late(decision):
            return False
        try:
            decision.place.chair.pick(action)
        except Illegal as illegal:
            return self.failed(decision, "illegal", illegal.code)
        return True

    def failed(self, decision: Decision, code: str, detail: str) -> bool:
        """Draft what the weakest bot chooses where another could not; tell whether in time.

        `code` says why, in a word that is counted, and `detail` says more, without secrets.
        Raises Illegal when even that choice is not legal.
        """
        self._note(decision.table, decision.place, code, detail)
        if self.is_late(decision):
            return False
        decision.place.chair.pick(decision.replaced())
        return True

    def taken_back(self, table: int, place: Place) -> Decision | None:
        """Return anew the decision that led to what the seat has sent; None when it cannot be taken back.

        An automatic answer is nobody's choice, and an opening that was shown once is never changed.
        """
        if place.is_weakest or not place.chair.draft or place.chair.is_bound:
            return None
        place.chair.refused()
        while place.chair.undo():
            pass
        return decision(table, place)

    def _note(self, table: int, place: Place, code: str, detail: str) -> None:
        self._count(code)
        where = f"table {table}, seat {place.chair.seat}"
        log.warning("a bot failed (%s), another chooses: %s, level %s; %s", code, where, place.level, detail)
        if place.failed():
            log.warning("%s is played by %s to the end of the game", where, place.level)
