"""What the keys do that do the same on every screen: help, settings, all that can be done, other colours."""

import sys
from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace
from textual.binding import Binding, BindingType

from ys_tui import config, themes
from ys_tui.client.paths import shown
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import Settings
from ys_tui.keyed import Typed
from ys_tui.looks import ASCII, UNICODE, Marks, marks_for
from ys_tui.preferences import CALL, GLYPHS, PACE, THEME, Preferences
from ys_tui.routing import is_table
from ys_tui.screens.following import Following
from ys_tui.screens.frame import Asked, Framed, Tuned
from ys_tui.terminal import TerminalApp

BASE: Final = 2
"""Screens on the stack when nothing stands above the one that is on."""


def signs(flags: Settings, preferences: Preferences) -> Marks:
    """Return the glyphs to draw with: as typed, as set, or as the terminal can."""
    if flags.ascii or preferences.get(GLYPHS) == "ascii":
        return ASCII
    encoding = sys.__stdout__.encoding if sys.__stdout__ is not None else None
    return UNICODE if preferences.get(GLYPHS) == "unicode" else marks_for(encoding)


class Everywhere(TerminalApp):
    """An app whose keys for help and settings work on each of its screens, and what is set is kept."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma,f2", "settings", show=False),
        Binding("ctrl+p", "palette", show=False),
        Binding("ctrl+t", "theme", show=False, priority=True),
    ]

    snapshot = Snapshot()
    """The newest snapshot."""
    invitation = ""
    """What others type to join a server of our own."""
    _flags: Settings
    """What the command line says: it goes before what is set."""
    _preferences: Preferences
    """What is set."""

    @property
    def is_kept(self) -> bool:
        """Whether a game that is left is kept: one with a seed is not."""
        return True

    def on_asked(self, message: Asked) -> None:
        """Do what only the app can."""
        self._do(message.what)

    def _do(self, what: str) -> None:
        actions: Mapping[str, Callable[[], None]] = {
            "help": self._help,
            "settings": self.action_settings,
            "back": self._back,
        }
        actions[what]()

    def _back(self) -> None:
        if len(self.screen_stack) > BASE:
            self.pop_screen()

    def _help(self) -> None:
        """Show the help, at what applies to where it was asked for."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it
        from ys_tui.screens.help import HelpScreen  # noqa: PLC0415  # not needed to play

        screen, snapshot, topic, start = self.screen, self.snapshot, tuple[str, ...](), ""
        if is_table(screen):
            topic = screen.board.topic()
        elif isinstance(screen, Following):
            snapshot, topic = replace(snapshot, table=screen.board.table), screen.board.topic()
        elif isinstance(screen, dialogs.Dialog | Framed):
            start = screen.topic
        self.push_screen(
            HelpScreen(snapshot, marks=self.marks, invitation=self.invitation, topic=topic, start=start)
        )

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
        elif name == GLYPHS and (marks := signs(self._flags, self._preferences)) != self.marks:
            self.draw_with(marks)
            for screen in self.screen_stack:
                if isinstance(screen, Framed | Following) or is_table(screen):
                    screen.draw_with(marks)
