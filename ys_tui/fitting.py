"""What the player has set is in force from the start: colours, signs, and how the player is called."""

from ys_tui import themes
from ys_tui.bell import AUTO, CALLS
from ys_tui.config import Settings
from ys_tui.everywhere import signs
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.looking import Looking
from ys_tui.preferences import CALL, THEME, Preferences


class Fitting(Looking):
    """An app that looks and sounds as its player has set it; flags of the command line go before that."""

    def __init__(self, settings: Settings, preferences: Preferences, keymap: Keymap = DEFAULT) -> None:
        """Look as `preferences` say, where `settings`, the flags, say nothing; keys are those of `keymap`."""
        self.keymap, self._flags, self._preferences = keymap, settings, preferences
        themes.begin(self, preferences.get(THEME))
        super().__init__(signs(settings, preferences), settings.lan)
        themes.install(self, preferences.get(THEME))

    @property
    def call_by(self) -> str:
        """How the player is called: as typed, or as set."""
        kept = self._preferences.get(CALL)
        return self._flags.bell or (kept if kept in CALLS else AUTO)
