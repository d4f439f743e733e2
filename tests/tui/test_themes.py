"""The themes carry the palettes, and a theme that carries none gets the default one."""

from textual.app import App

from ys_tui import themes
from ys_tui.themes import DEFAULT, NIGHT, palette_of


async def test_the_palette_comes_back_from_the_theme() -> None:
    """What a widget reads from the theme's variables is the palette that was put in."""
    app = App[None]()
    async with app.run_test():
        themes.install(app)
        assert app.theme == DEFAULT
        assert palette_of(app.theme_variables) == NIGHT


def test_a_foreign_theme_gets_the_default_palette() -> None:
    """Variables that are not there are the default palette's."""
    assert palette_of({}) == NIGHT
    assert palette_of({"ys-seat-0": "#123456"}).seat(0) == "#123456"
