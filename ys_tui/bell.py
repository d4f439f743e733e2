"""When the player is called because it is their turn, and with which signs the terminal is told. Pure."""

from collections.abc import Collection, Mapping
from typing import Final

QUIET: Final = 20.0
"""Seconds without a key or a click after which nobody may be looking."""
AUTO, BELL, OFF = "auto", "bell", "off"
CALLS: Final[Mapping[str, str]] = {
    AUTO: "a bell, and a notification where the terminal is known to show one",
    BELL: "a bell",
    OFF: "nothing",
}
"""The settings, and what each does."""
_RING: Final = "\a"
_WORDS: Final = "It is your turn"
_OSC_9: Final = f"\x1b]9;Ys: {_WORDS}\x1b\\"
_OSC_777: Final = f"\x1b]777;notify;Ys;{_WORDS}\x1b\\"
_BY_PROGRAM: Final = {"iTerm.app": _OSC_9, "WezTerm": _OSC_9, "ghostty": _OSC_9}
_BY_TERMINAL: Final = {
    "xterm-kitty": _OSC_9,
    "xterm-ghostty": _OSC_9,
    "foot": _OSC_777,
    "foot-extra": _OSC_777,
    "rxvt-unicode-256color": _OSC_777,
}
_BETWEEN: Final = ("TMUX", "STY")
"""What says that a multiplexer stands between: it keeps notifications to itself and passes bells on."""


class Bell:
    """Remembers which turns there were, and whether somebody is looking."""

    def __init__(self) -> None:
        """Begin with nobody called."""
        self._turns: frozenset[tuple[int, int]] = frozenset()
        self._touched = 0.0
        self._is_here = True

    def touched(self, now: float) -> None:
        """Note a key or a click."""
        self._touched, self._is_here = now, True

    def looks(self, *, is_here: bool, now: float) -> None:
        """Note that the window was turned to, or away from."""
        self._is_here = is_here
        if is_here:
            self._touched = now

    def is_due(self, turns: Collection[tuple[int, int]], now: float) -> bool:
        """Tell whether the player is to be called for one of these turns: once for each at most."""
        new = frozenset(turns) - self._turns
        self._turns |= new
        return bool(new) and (not self._is_here or now - self._touched >= QUIET)


def call(setting: str, environment: Mapping[str, str]) -> str:
    """Return what calls the player on a terminal with this environment."""
    if setting == OFF:
        return ""
    if setting == BELL or any(name in environment for name in _BETWEEN):
        return _RING
    known = _BY_PROGRAM.get(environment.get("TERM_PROGRAM", ""))
    return _RING + (known or _BY_TERMINAL.get(environment.get("TERM", ""), ""))
