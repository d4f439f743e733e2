"""The themes carry the palettes, fit the terminal, and everything in them can be read."""

import os
from itertools import combinations

import pytest
from msgspec.structs import asdict
from rich.color import Color, ColorSystem
from textual.app import App

from ys_tui import themes
from ys_tui.looks import LETTERS, READABLE, UNICODE, Palette, contrast, legible, luminance, readable
from ys_tui.palettes import CHOICES, DAY, GREY, NIGHT, PALETTES, SIXTEEN
from ys_tui.themes import DEFAULT, fitting, next_theme, palette_of

every_palette = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
_LONG = 4.5
"""The contrast that running text needs (WCAG 2, AA)."""


async def test_the_palette_comes_back_from_the_theme() -> None:
    """What a widget reads from the theme's variables is the palette that was put in."""
    for name, palette in PALETTES.items():
        app = App[None]()
        async with app.run_test() as pilot:
            themes.install(app)
            app.theme = name
            await pilot.pause()
            assert palette_of(app.theme_variables) == palette


async def test_the_chosen_theme_is_put_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the choices is; a name that is none gives the default."""
    monkeypatch.setitem(os.environ, "COLORTERM", "truecolor")
    for chosen, name in (("ys-day", "ys-day"), ("", DEFAULT), ("nonsense", DEFAULT), ("ys-grey", DEFAULT)):
        app = App[None]()
        async with app.run_test():
            themes.install(app, chosen)
            assert app.theme == name


async def test_no_colour_means_greys(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the theme has shades only, whatever was chosen."""
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
    app = App[None]()
    async with app.run_test():
        themes.install(app, "ys-day")
        assert app.theme == "ys-grey"
    assert all(len({shade[1:3], shade[3:5], shade[5:7]}) == 1 for shade in asdict(GREY).values())


def test_sixteen_colours_have_a_theme_of_their_own() -> None:
    """It is on where the terminal has no more, and each of its colours is exactly one of them."""
    assert fitting("ys-day", has_colours=True, system="standard") == "ys-sixteen"
    assert fitting("ys-day", has_colours=True, system="256") == "ys-day"
    for role, colour in asdict(SIXTEEN).items():
        parts = {colour[1:3], colour[3:5], colour[5:7]}
        assert parts <= {"00", "55", "aa", "ff"}, role
    grounds = {SIXTEEN.port, SIXTEEN.commerce, SIXTEEN.palace, SIXTEEN.night}
    assert len({Color.parse(ground).downgrade(ColorSystem.STANDARD).number for ground in grounds}) == 4


def test_the_next_theme_goes_round_the_choices() -> None:
    """Each choice comes up once, then the first again; behind a theme that is none comes the first."""
    seen, name = [], DEFAULT
    for _ in CHOICES:
        seen.append(name)
        name = next_theme(name)
    assert (sorted(seen), name) == (sorted(CHOICES), DEFAULT)
    assert next_theme("ys-grey") == DEFAULT


def test_a_foreign_theme_gets_the_default_palette() -> None:
    """Variables that are not there are the default palette's."""
    assert palette_of({}) == NIGHT
    assert palette_of({"ys-seat-0": "#123456"}).seat(0) == "#123456"


@every_palette
def test_words_can_be_read_on_every_ground(palette: Palette) -> None:
    """Text has the contrast of WCAG AA where it stands; names of areas do on their rings, lit or not."""
    for ground in (palette.night, palette.panel, palette.bar, palette.row):
        assert contrast(palette.text, ground) >= _LONG
        assert contrast(palette.bright, ground) >= _LONG
    for ground in (palette.night, palette.panel):
        for colour in (palette.label, palette.key, palette.character, palette.bad, palette.good):
            assert contrast(colour, ground) >= _LONG, colour
        assert contrast(palette.dim, ground) >= READABLE
    for ring in ("port", "commerce", "palace"):
        assert contrast(palette.label, palette.ring(ring)) >= READABLE
        assert contrast(palette.bright, palette.ring(ring, lit=True)) >= READABLE


@every_palette
def test_numbers_in_the_colour_of_a_gem_can_be_read(palette: Palette) -> None:
    """Where a colour is too pale for letters, such as yellow on white, text has its own."""
    for ground in (palette.night, palette.panel, palette.row):
        for gem in LETTERS:
            ink = readable(palette.gem(gem), ground, palette.text)
            assert contrast(ink, ground) >= READABLE
            assert ink in {palette.gem(gem), palette.text}
    assert readable(DAY.yellow, DAY.panel, DAY.text) == DAY.text
    assert readable(DAY.red, DAY.panel, DAY.text) == DAY.red


@every_palette
def test_chips_can_be_read(palette: Palette) -> None:
    """The letter on each gem, the value on each broker face up, and a hollow sign on every ring."""
    for gem in LETTERS:
        ground = palette.gem(gem)
        assert contrast(legible(ground, palette.ink, palette.bright), ground) >= READABLE, gem
    for seat in range(4):
        assert contrast(palette.ink, palette.seat(seat)) >= _LONG
        for ring in ("port", "commerce", "palace"):
            assert contrast(palette.seat(seat), palette.ring(ring)) >= READABLE - 0.5, (seat, ring)


@every_palette
def test_grounds_can_be_told_apart(palette: Palette) -> None:
    """No two rings are painted alike, and a lit place differs from one that is not."""
    for one, other in combinations(("port", "commerce", "palace"), 2):
        assert palette.ring(one) != palette.ring(other)
    for ring in ("port", "commerce", "palace"):
        assert palette.ring(ring) != palette.ring(ring, lit=True)
        assert palette.ring(ring) != palette.night


@pytest.mark.parametrize("name", CHOICES)
def test_rings_and_light_survive_256_colours(name: str) -> None:
    """The nearest of 256 colours are still different for all rings, lit and not."""
    palette = PALETTES[name]
    grounds = [
        palette.ring(ring, lit=lit) for ring in ("port", "commerce", "palace") for lit in (False, True)
    ]
    numbers = [Color.parse(ground).downgrade(ColorSystem.EIGHT_BIT).number for ground in grounds]
    assert len(set(numbers)) == len(numbers)


def test_nothing_is_told_by_colour_alone() -> None:
    """Seats have signs of their own, open and hollow, and gems letters of their own."""
    assert len({*UNICODE.up, *UNICODE.down, *UNICODE.neutral}) == 10
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_light_and_dark() -> None:
    """The light theme is light, and black and white are as far apart as can be."""
    assert luminance(DAY.night) > 0.8
    assert luminance(NIGHT.night) < 0.1
    assert round(contrast("#000000", "#ffffff"), 2) == 21
    assert {theme.name for theme in themes.themes() if not theme.dark} == {"ys-day"}
