"""The themes: every colour of the client. Widgets and drawings name roles, never colours."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from textual.app import App
from textual.theme import Theme

from ys_tui.looks import Palette

NIGHT: Final = Palette(
    night="#0e1420",
    panel="#141c2b",
    bar="#1a2436",
    row="#20304a",
    line="#2b3850",
    ink="#0e1420",
    text="#d7deea",
    label="#9fb0c8",
    dim="#6f7d96",
    bright="#ffffff",
    key="#ffd447",
    character="#c9b8ff",
    good="#36c873",
    bad="#ff7a59",
    spent="#8a93a8",
    port="#12374f",
    port_lit="#1a4c6d",
    commerce="#43361f",
    commerce_lit="#5a492a",
    palace="#38245a",
    palace_lit="#4b3177",
    seat_0="#ff9448",
    seat_1="#b18cff",
    seat_2="#4fd3e6",
    seat_3="#ff7fb0",
    neutral="#c3b9a2",
    blue="#3f86ff",
    green="#36c873",
    yellow="#ffd447",
    red="#ff5a57",
    black="#39435a",
    white="#eef2f8",
)
PALETTES: Final[Mapping[str, Palette]] = {"ys-night": NIGHT}
"""The palette of each theme, by its name."""
DEFAULT: Final = "ys-night"
_PREFIX: Final = "ys-"


def themes() -> tuple[Theme, ...]:
    """Return the Textual themes that carry the palettes."""
    return tuple(_theme(name, palette) for name, palette in PALETTES.items())


def install(app: App[Any]) -> None:
    """Give `app` the themes of Ys, and put the default one on."""
    for theme in themes():
        app.register_theme(theme)
    app.theme = DEFAULT


def palette_of(variables: Mapping[str, str]) -> Palette:
    """Return the palette in an app's theme variables; of a theme that carries none, the default one."""
    roles = msgspec.structs.asdict(NIGHT)
    return Palette(**{role: variables.get(_variable(role), colour) for role, colour in roles.items()})


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
        dark=True,
        variables={_variable(role): colour for role, colour in roles.items()},
    )
