"""Pointing at a thing tells of it on the board, and `?` tells of it first, in every layout but the list."""

import pytest
from msgspec.structs import replace

from protocol.games.ys.prompts import Place
from protocol.games.ys.state import Held, State
from tests.support.screen import NAMES, ScreenApp, Told, snapshot
from tests.tui.screens.test_layouts import SIZES, board_of, cells_of
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.formats import Format
from ys_tui.games.ys.things import title, told_alone

THINGS = ("neighborhood-2", "line-1", "price-blue", "order-1", "tie-1", "gems-1", "seat-1")


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE, Format.LARGE], ids=str)
async def test_what_the_mouse_is_at_is_told_there_and_first_in_the_help(shape: Format) -> None:
    """Its title and its first words stand on the screen; when the mouse leaves, they go."""
    game = Told(4)
    table = game.sees(game.run(2, Place, turn=2))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        for what in THINGS:
            placed, at = cells_of(app, what)
            await pilot.hover(placed, offset=at)
            await pilot.pause()
            name, words = title(what, NAMES), told_alone(table.view, what, NAMES)
            assert name in app.text(), what
            assert " ".join(words[0].split()[:3]) in app.text(), what
            assert board_of(app).topic()[0] == f"{name}: {' '.join(words)}"
        await pilot.hover("TopBar")
        await pilot.pause()
        assert name not in app.text()
        assert not board_of(app).topic()[0].startswith(name)


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE, Format.LARGE], ids=str)
@pytest.mark.parametrize(("level", "words"), [("greedy", "greedy bot"), (None, "bot")])
async def test_pointing_at_a_bot_tells_how_it_plays(shape: Format, level: str | None, words: str) -> None:
    """Behind whose cards they are, on the screen and in the help; of a person nothing of the kind is said."""
    game = Told(4)
    table = game.sees(game.run(2, Place, turn=2))
    assert table.info is not None
    people, bot = list(table.sitting), replace(table.sitting[1], bot=True)
    listed = list(table.info.chairs)
    listed[1] = replace(listed[1], bot=True, level=level)
    people[1] = bot
    table = replace(table, chairs=tuple(people), info=replace(table.info, chairs=tuple(listed)))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        for what, head in (("seat-1", f"{table.names[1]}'s cards ({words})"), ("seat-2", "Cara's cards: ")):
            placed, at = cells_of(app, what)
            await pilot.hover(placed, offset=at)
            await pilot.pause()
            assert head.removesuffix(": ") in app.text()
            assert board_of(app).topic()[0].startswith(head)


async def test_cards_of_all_players_are_named_at_the_large_table() -> None:
    """By their whole names, each row pointing at its player; with fewer cards the journal has them back."""
    game = Told(4)
    table = game.sees(game.run(2, Place, turn=2))
    held = tuple(Held(card, 1) for card in ("magician", "intriguer", "jeweller", "courtier"))
    crowded = holding(table, held)
    app = ScreenApp(snapshot(crowded))
    async with app.run_test(size=SIZES[Format.LARGE]) as pilot:
        await pilot.pause()
        text = app.text()
        for card in ("Magician", "Intriguer", "Jeweller", "Courtier"):
            assert text.count(card) >= len(NAMES)
        assert " +1" not in text
        for seat, name in enumerate(NAMES):
            placed, (_, row) = cells_of(app, f"seat-{seat}")
            assert [placed.what_at(50, row + below) for below in (0, 1)] == [f"seat-{seat}"] * 2
            assert name in app.text().splitlines()[placed.region.y + row]
        rows = placed.size.height
        app.table_screen.snapshot = snapshot(table)
        await pilot.pause()
        assert placed.size.height == rows - len(NAMES) == 7


def holding(table: TableSnapshot, held: tuple[Held, ...]) -> TableSnapshot:
    """Return the table as if every player held these cards."""

    def given(state: State) -> State:
        return replace(state, players=tuple(replace(player, cards=held) for player in state.players))

    return replace(
        table, view=replace(table.view, state=given(table.view.state)), confirmed=given(table.confirmed)
    )
