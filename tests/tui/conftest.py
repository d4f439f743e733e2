"""What holds for every test of the client: a key is done with when the app has nothing left to do."""

import textual.app
import textual.pilot

from tests.support.settled import settled

for _module in (textual.app, textual.pilot):
    _module.wait_for_idle = settled  # type: ignore[attr-defined]  # imported there by name
