"""The table in every layout: what stands where, what a resize keeps, what the mouse and the marks do."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from protocol.game import Action, Choice, Prompt, Seat, View
from protocol.games.ys.actions import PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import BOARD, Spot
from protocol.games.ys.layout import KINGS_FAVOR, layout
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from protocol.games.ys.state import State
from tests.support.driver import any_of
from tests.support.screen import ScreenApp, Told, snapshot
from tests.tui.games.scenes import moments
from ys_tui.client.intents import Pick
from ys_tui.client.snapshot import Chat, TableSnapshot
from ys_tui.games.ys.aim import options
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.formats import Format, format_of
from ys_tui.games.ys.pointing import in_city, in_market, in_round_city
from ys_tui.games.ys.regions import Placed
from ys_tui.games.ys.things import all_things
from ys_tui.looks import ASCII, UNICODE

SIZES = {
    Format.COMPACT: (80, 24),
    Format.MIDDLE: (100, 30),
    Format.LARGE: (120, 36),
    Format.LIST: (60, 20),
}
GAME = 4
every_layout = pytest.mark.parametrize("shape", SIZES, ids=str)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let everything that follows happen."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def board_of(app: ScreenApp) -> YsBoard:
    """Return the board."""
    return app.screen.query_one(YsBoard)


def region(app: ScreenApp, name: str) -> Placed:
    """Return a region of the board."""
    return next(each for each in app.screen.query(Placed) if each.called == name)


def placing() -> TableSnapshot:
    """Return a table at which the player places."""
    told = Told(GAME)
    return told.sees(told.run(1, Place))


async def test_the_terminal_chooses_the_layout_live() -> None:
    """Each size has its layout, whatever was on before, and the keys go on going to the board."""
    app = ScreenApp(snapshot(placing()))
    async with app.run_test(size=SIZES[Format.COMPACT]) as pilot:
        for shape in (Format.LARGE, Format.LIST, Format.MIDDLE, Format.LARGE, Format.COMPACT):
            await pilot.resize_terminal(*SIZES[shape])
            await pilot.pause()
            assert board_of(app).shape is shape
            assert board_of(app).has_focus
            assert "Round 1" in app.text() or "1/4" in app.text()


@pytest.mark.parametrize(
    ("prompt", "rounds", "what", "keys"),
    [
        (PickBid, 1, "", ("3",)),
        (PickOrder, 1, "", ("right",)),
        (Place, 1, "", ("0",)),
        (Place, 1, "", ("0", "down")),
        (Place, 1, "", ("0", "enter", "1", "right")),
        (PlayCards, 2, "", ("right",)),
        (Choice, 1, "gem", ("right",)),
        (Choice, 1, "price", ("right", "down")),
        (Choice, 2, "spot", ("down",)),
        (Choice, 3, "broker", ("right",)),
    ],
)
async def test_a_resize_keeps_focus_draft_and_marks(
    prompt: type[Prompt], rounds: int, what: str, keys: tuple[str, ...]
) -> None:
    """In every phase what the fingers hold, the cursor and what was typed last are as before."""
    told = Told(GAME)
    app = ScreenApp(snapshot(told.sees(told.run(rounds, prompt, what=what))))
    async with app.run_test(size=SIZES[Format.COMPACT]) as pilot:
        await press(pilot, *keys)
        aim, wishes = board_of(app)._aim, list(app.wishes)
        for shape in (Format.LARGE, Format.LIST, Format.MIDDLE, Format.COMPACT):
            await pilot.resize_terminal(*SIZES[shape])
            await pilot.pause()
            assert board_of(app)._aim == aim, shape
            assert board_of(app).has_focus, shape
        assert app.wishes == wishes


ANY_SIZES = ((40, 15), (60, 18), (60, 36), (70, 24), (80, 24), (120, 20), (100, 30), (120, 36), (200, 50))
"""Terminals of every layout, narrow ones and low ones."""


_WAITS = 100
"""Pauses after which a resize is taken to have come to nothing."""


async def resize(pilot: Pilot[None], app: ScreenApp, size: tuple[int, int]) -> None:
    """Resize the terminal, and wait until the board has followed it."""
    await pilot.resize_terminal(*size)
    for _ in range(_WAITS):
        if is_laid_out(app, size):
            return
        await pilot.pause()


def is_laid_out(app: ScreenApp, size: tuple[int, int]) -> bool:
    """Tell whether the layout is that of the size, and every region where it has it."""
    board = board_of(app)
    boxes, shown = board.boxes(), [each for each in app.screen.query(Placed) if each.display]
    return (
        app.screen.size == size
        and board.shape is format_of(*size)
        and {each.called for each in shown} == boxes.keys() - {"count"}
        and all(each.box == boxes[each.called] and each.shape is board.shape for each in shown)
    )


@pytest.mark.parametrize("first", ANY_SIZES, ids=str)
async def test_from_any_size_to_any_other_at_once(first: tuple[int, int]) -> None:
    """With a draft and a broker in the fingers, or bidding: the layout is that of the size, all is kept."""
    bidding = Told(GAME)
    bid = bidding.sees(bidding.run(1, PickBid))
    for table, keys in ((moments()["draft"][0], ("1", "right")), (bid, ("3",))):
        app = ScreenApp(snapshot(table))
        async with app.run_test(size=first) as pilot:
            await press(pilot, *keys)
            aim, board = board_of(app)._aim, board_of(app)
            assert aim.value is not None or aim.bid
            for size in ANY_SIZES:
                await resize(pilot, app, size)
                assert is_laid_out(app, size), size
                assert board._aim == aim, size
                await resize(pilot, app, first)
                assert is_laid_out(app, first), size


async def test_a_resize_behind_the_journal_is_made_up_for() -> None:
    """The board that is not shown meanwhile stands at its new size once the journal is closed."""
    app = ScreenApp(snapshot(placing()))
    async with app.run_test(size=(60, 18)) as pilot:
        await press(pilot, "l")
        await pilot.resize_terminal(120, 36)
        await press(pilot, "l")
        assert "Palace" in app.text()
        assert region(app, "city").display
        assert not region(app, "list").display


@every_layout
async def test_a_draft_is_seen_in_every_layout(shape: Format) -> None:
    """A broker that was placed and not sent stands in its place, with a mark."""
    table, _ = moments()["draft"]
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        name = "ort 1" if shape is Format.LIST else "Port"
        rows = [row for row in app.text().splitlines() if "+" in row and name in row]
        assert len(rows) == 1


def card_if_any(view: View[State], choices: Sequence[Action], rng: Random) -> Action:
    """Use a card if there is one, else do anything."""
    return choices[0] if isinstance(choices[0], UseCard) else any_of(view, choices, rng)


@cache
def asked_by(card: str) -> TableSnapshot:
    """Return the table of the first game in which the player is asked for a broker by this card."""
    for seed in range(4, 40):
        told = Told(seed)
        try:
            return told.sees(told.run(2, Choice, what="broker", why=card, choose=card_if_any))
        except LookupError:
            continue
    raise AssertionError(card)


@every_layout
@pytest.mark.parametrize("card", ["herald", "magician", "spy"])
async def test_the_broker_of_a_list_is_marked_on_the_board(shape: Format, card: str) -> None:
    """Wherever the cursor of the list goes, the place of that broker has the mark, and no other."""
    table = asked_by(card)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await press(pilot, *("right",) * 3)
        board = board_of(app)
        assert board.scene is not None
        option = options(table, board._aim)[board._aim.option or 0]
        spot = next(b.spot for b in table.view.state.brokers if str(b.token) == option.name)
        assert spot in board.scene.lit
        if shape is not Format.LIST and spot in BOARD:
            shown = region(app, "market" if spot.startswith("market") else "city")
            assert sum("▸" in "".join(part.text for part in line) for line in shown.lines) == 1


def cells_of(app: ScreenApp, what: str) -> tuple[Placed, tuple[int, int]]:
    """Return a region and a cell in it at which `what` stands."""
    for placed in app.screen.query(Placed):
        if placed.display:
            for y in range(placed.size.height):
                for x in range(placed.size.width):
                    if placed.what_at(x, y) == what:
                        return placed, (x, y)
    raise AssertionError(what)


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE, Format.LARGE], ids=str)
async def test_a_click_places_a_broker(shape: Format) -> None:
    """A value is clicked on, then a place: the broker is drafted there."""
    table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        hand = region(app, "hand")
        cells = ((x, y) for y in range(hand.size.height) for x in range(hand.size.width))
        at = next((x, y) for x, y in cells if hand.key_at(x, y) == "1")
        await pilot.click(hand, offset=at)
        await pilot.pause()
        assert board_of(app)._aim.value == 1
        spot = Spot("palace-4")
        placed, at = cells_of(app, spot)
        await pilot.click(placed, offset=at)
        await pilot.pause()
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, PlaceUp | PlaceDown)
    assert wish.action.spot == spot


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE, Format.LARGE], ids=str)
async def test_a_click_picks_an_answer(shape: Format) -> None:
    """An answer that is clicked on is given."""
    told = Told(GAME)
    table = told.sees(told.run(1, Choice, what="gem"))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        hand = region(app, "hand")
        cells = ((x, y) for y in range(hand.size.height) for x in range(hand.size.width))
        at = next((x, y) for x, y in cells if hand.key_at(x, y) == "2")
        await pilot.click(hand, offset=at)
        await pilot.pause()
    assert isinstance(table.prompt, Choice)
    assert app.wishes == [Pick(Take(table.prompt.among[1]))]


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE, Format.LARGE], ids=str)
async def test_hovering_tells_what_a_place_means(shape: Format) -> None:
    """Where the mouse is at a place, what it pays is told; when it leaves, that goes."""
    app = ScreenApp(snapshot(placing()))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        placed, at = cells_of(app, "commerce-3")
        await pilot.hover(placed, offset=at)
        await pilot.pause()
        assert "Commerce 3" in app.text()
        assert "3 VP" in app.text()
        await pilot.hover("TopBar")
        await pilot.pause()
        assert "Commerce 3" not in app.text()


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE, Format.LARGE], ids=str)
async def test_every_place_can_be_pointed_at(shape: Format) -> None:
    """Each of the 24 places has cells of its own, and so has every other thing on the board."""
    table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        found = {
            placed.what_at(x, y)
            for placed in app.screen.query(Placed)
            if placed.display
            for y in range(placed.size.height)
            for x in range(placed.size.width)
        }
    assert found - {""} == {*BOARD, *all_things(table.view.state)}


def test_nothing_stands_beside_what_is_drawn() -> None:
    """A cell outside of every place is no place; what the table does not use is none either."""
    fixed = moments()["tight-place"][0]
    its = layout(fixed.setup)
    assert in_city(25, 3, 51, its) == ""
    assert in_city(30, 6, 51, its) == ""
    assert in_market(10, 1, its) == ""
    assert in_market(10, 2, its) == "market-2-blue"
    assert in_round_city(0, 13, (54, 27), its) == ""
    assert in_round_city(50, 20, (54, 27), its) == ""


@pytest.mark.parametrize("shape", [Format.MIDDLE, Format.LARGE], ids=str)
async def test_journal_and_talk_are_there_all_the_time(shape: Format) -> None:
    """What happened and what was said stand beside the board; what is new is marked until a key is hit."""
    table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        assert "Journal" in app.text()
        assert "Nothing was said yet." in app.text()
        chat = Chat("Bran", "[b]hello[/b] 漢字 \u202e", at=len(table.journal))
        app.table_screen.snapshot = snapshot(replace(table, chat=(chat,)))
        await pilot.pause()
        assert "[b]hello[/b] 漢字" in app.text()
        assert "1 new" in app.text()
        await press(pilot, "h")
        assert "1 new" not in app.text()


async def test_what_was_said_unseen_has_a_mark_in_the_keys() -> None:
    """At 80×24 the key of the log tells how much is new, until the log is opened."""
    table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[Format.COMPACT]) as pilot:
        await pilot.pause()
        chat = Chat("Bran", "hello", at=len(table.journal))
        app.table_screen.snapshot = snapshot(replace(table, chat=(chat,)))
        await press(pilot, "h")
        assert "log »1" in app.text()
        await press(pilot, "l", "l")
        assert "log »1" not in app.text()
        assert "L log" in app.text()


@pytest.mark.parametrize("shape", [Format.COMPACT, Format.MIDDLE], ids=str)
async def test_what_was_heard_before_is_not_new_to_who_comes_back(shape: Format) -> None:
    """Lines that are told again count where they came unread while the board was on, and not otherwise."""
    table = placing()
    lines = tuple(Chat("Bran", f"line {n}", len(table.journal), bytes(32), when=n) for n in range(3))
    again = tuple(replace(line, past=True, again=True) for line in lines)
    unseen = Chat("Bran", "said meanwhile", len(table.journal), bytes(32), when=9, past=True)
    sign = "»{}" if shape is Format.COMPACT else "» {} new"  # in the key of the log, or in the panel
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        for chat, count in ((again, 0), ((*again, unseen), 1)):
            app.table_screen.snapshot = snapshot(replace(table, chat=chat))
            await pilot.pause()
            told = [number for number in range(1, 5) if sign.format(number) in app.text()]
            assert told == [count] * (count > 0)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZES[shape]) as pilot:
        for chat in (lines, (), again):
            app.table_screen.snapshot = snapshot(replace(table, chat=chat))
            await pilot.pause()
        assert sign.format(3) in app.text()


async def test_a_whole_turn_is_played_in_the_list() -> None:
    """On a small terminal a value, an arrow and Enter draft a broker: the second place of the list."""
    table = placing()
    assert isinstance(table.prompt, Place)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=(44, 14)) as pilot:
        await press(pilot, "1", "down", "enter")
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, PlaceUp)
    assert wish.action.spot == table.prompt.spots[1]


@every_layout
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_every_table_is_shown_in_every_layout(shape: Format, seats: int) -> None:
    """Two, three and four seats, with the throne room: nothing is cut off, and ASCII stays ASCII."""
    options_ = (KINGS_FAVOR.key,) if seats > 2 else ()
    for marks in (UNICODE, ASCII):
        told = Told(GAME, ("Alix", "Bran", "Cara", "Dahut")[:seats], options_)
        seat = told.run(2, PickThrone if options_ else Place)
        app = ScreenApp(snapshot(told.sees(seat)), marks)
        async with app.run_test(size=SIZES[shape]) as pilot:
            await pilot.pause()
            text = app.text()
        assert ("Throne room" in text or shape is Format.LIST) == bool(options_ or shape is Format.LIST)
        assert all(len(row) <= SIZES[shape][0] for row in text.splitlines())
        if shape is not Format.LIST:
            assert all(name in text for name in ("Alix", "Bran", "Cara", "Dahut")[:seats])
        if marks is ASCII:
            assert text.isascii()


async def test_arrows_go_over_the_round_city_as_it_is_drawn() -> None:
    """Down from a port in the north come commerce, palace, then the palace of the south, at last its port."""
    app = ScreenApp(snapshot(placing()))
    async with app.run_test(size=SIZES[Format.LARGE]) as pilot:
        await press(pilot, "1")
        board_of(app)._aim = replace(board_of(app)._aim, cursor=Spot("port-1"))
        seen = []
        for _ in range(5):
            await press(pilot, "down")
            seen.append(board_of(app)._aim.cursor)
        assert seen == ["commerce-1", "palace-1", "palace-3", "commerce-3", "port-3"]
        await press(pilot, "right", "up", "up", "left")
        assert board_of(app)._aim.cursor == "palace-3"


@every_layout
async def test_wide_names_move_no_column(shape: Format) -> None:
    """Names and words of letters that are two cells wide: every row has exactly the terminal's cells."""
    told = Told(GAME, ("漢字漢字漢字漢字漢字", "😀😀😀", "Cara", "e\u0301" * 12))
    table = told.sees(told.run(1, Place, turn=2))
    chat = Chat("漢字漢字", "日本語 " * 20, at=0)
    app = ScreenApp(snapshot(replace(table, chat=(chat,))))
    async with app.run_test(size=SIZES[shape]) as pilot:
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
    assert {strip.cell_length for strip in strips} == {SIZES[shape][0]}
    for text in ("".join(part.text for part in strip) for strip in strips):
        assert cell_len(text) == SIZES[shape][0]


async def test_a_seat_is_a_seat() -> None:
    """Pointing at a player tells of its cards."""
    app = ScreenApp(snapshot(placing()))
    async with app.run_test(size=SIZES[Format.LARGE]) as pilot:
        await pilot.pause()
        placed, at = cells_of(app, f"seat-{Seat(1)}")
        await pilot.hover(placed, offset=at)
        await pilot.pause()
        assert "Bran's cards" in app.text()
