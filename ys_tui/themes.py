"""The themes carry the palettes: which there are, and which one fits the terminal."""

import os
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from rich.console import Console
from textual.app import App
from textual.theme import Theme

from ys_tui.looks import Palette, luminance
from ys_tui.palettes import CHOICES, NIGHT, PALETTES

DEFAULT: Final = "ys-night"
_PREFIX: Final = "ys-"
_LIGHT: Final = 0.4
"""The luminance of the background from which on a theme is a light one."""


def themes() -> tuple[Theme, ...]:
    """Return the Textual themes that carry the palettes."""
    return tuple(map(named, PALETTES))


def begin(app: App[Any], chosen: str = "") -> None:
    """Let `app` come up in the theme that `install` puts on: to be called before Textual makes the app.

    Nothing is worked out for a theme of Textual's then. The app has to find ours by `named` already.
    """
    system = Console(force_terminal=True, legacy_windows=False).color_system
    app.set_reactive(App.theme, fitting(chosen, has_colours="NO_COLOR" not in os.environ, system=system))


def install(app: App[Any], chosen: str = "") -> None:
    """Give `app` the themes of Ys, and put that on which fits the terminal, where all do the `chosen` one."""
    for theme in themes():
        app.register_theme(theme)
    app.theme = fitting(chosen, has_colours=not app.no_color, system=app.console.color_system)


def fitting(chosen: str, *, has_colours: bool, system: str | None) -> str:
    """Return the theme for a terminal: greys without colours, one of its own for sixteen, else `chosen`."""
    if not has_colours:
        return "ys-grey"
    if system in {"standard", "windows"}:
        return "ys-sixteen"
    return chosen if chosen in CHOICES else DEFAULT


def next_theme(current: str) -> str:
    """Return the choice behind this one; of a theme that is no choice, the first."""
    names = tuple(CHOICES)
    return names[(names.index(current) + 1) % len(names)] if current in names else DEFAULT


def palette_of(variables: Mapping[str, str]) -> Palette:
    """Return the palette in an app's theme variables; of a theme that carries none, the default one."""
    roles = msgspec.structs.asdict(NIGHT)
    return Palette(**{role: variables.get(_variable(role), colour) for role, colour in roles.items()})


@cache
def named(name: str) -> Theme:
    """Return the theme that carries the palette of this name; raises KeyError when there is none."""
    return _theme(name, PALETTES[name])


def _variable(role: str) -> str:
    return _PREFIX + role.replace("_", "-")


def _theme(name: str, palette: Palette) -> Theme:
    roles = msgspec.structs.asdict(palette)
    return Theme(
        name=name,
        primary=palette.key,
        secondary=palette.character,
        accent=palette.key,
        foreground=palette.text,
        background=palette.night,
        surface=palette.panel,
        panel=palette.bar,
        success=palette.good,
        warning=palette.yellow,
        error=palette.bad,
        dark=luminance(palette.night) < _LIGHT,
        variables={
            **{_variable(role): colour for role, colour in roles.items()},
            "border-blurred": palette.line,
            "scrollbar": palette.line,
            "scrollbar-hover": palette.dim,
            "scrollbar-active": palette.dim,
            "scrollbar-background": palette.panel,
        },
    )


__all__ = [
    "CHOICES",
    "DEFAULT",
    "NIGHT",
    "PALETTES",
    "fitting",
    "install",
    "next_theme",
    "palette_of",
    "themes",
]
