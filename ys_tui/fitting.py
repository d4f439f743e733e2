"""What the player has set is in force: colours, signs, the speed of counts, the call; and how it is set."""

import sys
from typing import ClassVar

from textual.binding import Binding, BindingType

from ys_tui import config, themes
from ys_tui.bell import AUTO, CALLS
from ys_tui.client.paths import shown
from ys_tui.config import Settings
from ys_tui.keyed import Typed
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.looking import Looking
from ys_tui.looks import ASCII, UNICODE, Marks, marks_for
from ys_tui.preferences import CALL, GLYPHS, PACE, THEME, Preferences
from ys_tui.routing import is_table
from ys_tui.screens.frame import Framed, Tuned


class Fitting(Looking):
    """An app that looks and sounds as its player has set it; flags of the command line go before that."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma,f2", "settings", show=False),
        Binding("ctrl+p", "palette", show=False),
        Binding("ctrl+t", "theme", show=False, priority=True),
    ]

    def __init__(self, settings: Settings, preferences: Preferences, keymap: Keymap = DEFAULT) -> None:
        """Look as `preferences` say, where `settings`, the flags, say nothing; keys are those of `keymap`."""
        self.keymap, self._flags, self._preferences = keymap, settings, preferences
        themes.begin(self, preferences.get(THEME))
        super().__init__(self._signs, settings.lan)
        themes.install(self, preferences.get(THEME))

    @property
    def _signs(self) -> Marks:
        """The glyphs to draw with: as typed, as set, or as the terminal can."""
        if self._flags.ascii or self._preferences.get(GLYPHS) == "ascii":
            return ASCII
        encoding = sys.__stdout__.encoding if sys.__stdout__ is not None else None
        return UNICODE if self._preferences.get(GLYPHS) == "unicode" else marks_for(encoding)

    @property
    def call_by(self) -> str:
        """How the player is called: as typed, or as set."""
        kept = self._preferences.get(CALL)
        return self._flags.bell or (kept if kept in CALLS else AUTO)

    def action_theme(self) -> None:
        """Put the next theme on, and keep it for the next start; where the terminal chooses, say so."""
        if self.theme not in themes.CHOICES:
            self.notify("This terminal has few colours, or NO_COLOR is set: there is one theme for it.")
            return
        self.tune(THEME, themes.next_theme(self.theme))
        self.notify(f"Colours: {themes.CHOICES[self.theme]}")

    def action_settings(self) -> None:
        """Show what can be set."""
        from ys_tui.screens.settings import SettingsScreen  # noqa: PLC0415  # not needed to play
        from ys_tui.tuning import SETTINGS  # noqa: PLC0415

        fixed = {GLYPHS: "--ascii"} if self._flags.ascii else {}
        fixed |= {CALL: f"--bell {self._flags.bell}"} if self._flags.bell else {}
        chosen = {each.name: self._preferences.get(each.name) for each in SETTINGS}
        self.push_screen(
            SettingsScreen(self.snapshot, chosen, fixed=fixed, keys=self._keys_told(), marks=self.marks),
        )

    def action_palette(self) -> None:
        """Show everything that can be done here, to find by typing."""
        from ys_tui.screens.palette import PaletteScreen, entries  # noqa: PLC0415  # not needed to play
        from ys_tui.tuning import SETTINGS  # noqa: PLC0415

        screen = self.screen
        if isinstance(screen, Typed):
            chosen = {each.name: self._preferences.get(each.name) for each in SETTINGS if each.name != THEME}
            chosen |= {THEME: self.theme} if self.theme in themes.CHOICES else {}
            scope, kept = screen.typing().scope, self.is_kept
            choices = table.choices() if is_table(table := self.screen) else ()
            offered = entries(scope, screen.offered(), self.keymap, chosen, choices=choices, is_kept=kept)
            self.push_screen(PaletteScreen(tuple(offered), marks=self.marks), self._do_chosen)

    async def _do_chosen(self, chosen: str | None) -> None:
        name, is_setting, word = (chosen or "").partition("=")
        if is_setting:
            self.tune(name, word)
        else:
            for key in name.split():
                await self.do(key)

    def _keys_told(self) -> str:
        """Return where keys are chosen."""
        path, given = config.keys_file(), self._flags.keys
        if given or path.exists():
            return f"Keys: chosen in {shown(given or path)}, read at every start."
        return f"Keys: ys keys prints them all as a file. Change what you like, and keep it as {shown(path)}"

    def on_tuned(self, message: Tuned) -> None:
        """Keep what was set, and do as it says."""
        self.tune(message.name, message.word)

    def tune(self, name: str, word: str) -> None:
        """Set `name` to `word`, now and for the next start."""
        self._preferences.put(name, word)
        if name == THEME:
            if self.theme in themes.CHOICES:
                self.theme = word
        elif name == PACE:
            for board in (each.board for each in self.screen_stack if is_table(each)):
                board.take_pace(word)
        elif name == GLYPHS and self._signs != self.marks:
            self.draw_with(self._signs)
            for screen in self.screen_stack:
                if isinstance(screen, Framed) or is_table(screen):
                    screen.draw_with(self.marks)
