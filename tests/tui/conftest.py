"""What holds for every test of the client: a key is done with when the app has nothing left to do."""

import textual.app
import textual.pilot

from tests.support.settled import Noted, settled
from ys_tui import in_turn, terminal

for _module in (textual.app, textual.pilot):
    _module.wait_for_idle = settled  # type: ignore[attr-defined]  # imported there by name
terminal.InTurn = Noted  # type: ignore[attr-defined,assignment]  # each app makes one of its own
in_turn._LULL = 0.0  # type: ignore[misc]  # here nobody waits for the frame
