"""What a player may set, and how it is told; kept in the profile (`ys_tui.preferences`). Pure."""

from typing import Final

from msgspec import Struct

from ys_tui.bell import AUTO, BELL, CALLS, OFF
from ys_tui.games.ys.pace import NORMAL, PACES
from ys_tui.palettes import CHOICES
from ys_tui.preferences import CALL, GLYPHS, PACE, THEME
from ys_tui.themes import DEFAULT


class Setting(Struct, frozen=True):
    """Something to choose one of several for."""

    name: str
    """The name under which it is kept."""
    title: str
    choices: tuple[tuple[str, str], ...]
    """The words that are kept, and how each is told."""
    usual: str
    """What is in force before anything was chosen."""
    told: str
    """A sentence about it; keys stand in it as `ys_tui.mentions` has them."""

    def words(self, chosen: str) -> str:
        """Return how a choice is told."""
        return dict(self.choices).get(chosen, chosen)

    def known(self, chosen: str) -> str:
        """Return `chosen` if it is a choice, else the usual one: a profile may be damaged."""
        return chosen if chosen in dict(self.choices) else self.usual

    def beside(self, chosen: str, step: int) -> str:
        """Return the choice so many places further, in a circle."""
        names = [name for name, _ in self.choices]
        return names[(names.index(self.known(chosen)) + step) % len(names)]


SETTINGS: Final = (
    Setting(
        THEME,
        "Colours",
        tuple(CHOICES.items()),
        DEFAULT,
        "Signs and letters tell everything without colours, too. A terminal with few colours has one theme.",
    ),
    Setting(
        GLYPHS,
        "Signs",
        (("auto", "auto"), ("unicode", "all"), ("ascii", "plain letters")),
        "auto",
        "Auto asks the terminal. Plain letters are for fonts and screens that lack signs such as ▲ or ╭.",
    ),
    Setting(
        PACE,
        "Counts",
        tuple((pace, pace) for pace in PACES),
        NORMAL,
        "How fast a count is told, area by area. {table:Space} steps, {table:Enter} skips; off shows the "
        "outcome at once.",
    ),
    Setting(
        CALL,
        "Your turn",
        ((AUTO, "auto"), (BELL, "bell"), (OFF, "silent")),
        AUTO,
        f"What calls you when you look elsewhere. Auto: {CALLS[AUTO]}.",
    ),
)
"""All of them, in the order in which they are shown."""


def setting(name: str) -> Setting:
    """Return the setting kept under `name`."""
    return next(each for each in SETTINGS if each.name == name)
