"""Drawings of the board of Ys: the goldens, and that nothing overflows, hides or misaligns."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from protocol.game import Seat, View
from protocol.games.ys.actions import PlaceDown
from protocol.games.ys.board import AREAS, BOARD, HAND, NEIGHBORHOODS, RING_OF, RINGS, Spot
from protocol.games.ys.prompts import Place
from protocol.games.ys.state import Broker, State
from tests.support.screen import NAMES, Told
from tests.tui.games.scenes import DATA, SIZES, board_lines, moments, other_formats, screens
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import scene_of
from ys_tui.games.ys.disc import size, slots
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.draw_city import CITY_SIZE, area, city, neighborhood
from ys_tui.games.ys.draw_market import market
from ys_tui.games.ys.draw_players import players, tie_words
from ys_tui.games.ys.draw_round import round_city
from ys_tui.lines import finish, plain, text_of, width
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.themes import NIGHT

FORMS = {"unicode": UNICODE, "ascii": ASCII}
both_forms = pytest.mark.parametrize("marks", FORMS.values(), ids=FORMS)


def crowd(told: Told, spot: Spot, count: int, *, is_open: bool = False) -> State:
    """Return the state with `count` brokers in a place, by turns of each seat."""
    state: State = told.match.state
    by_turns = sorted(state.brokers, key=lambda broker: (broker.token % 11, broker.owner))
    chosen = {broker.token for broker in by_turns[:count]}

    def moved(broker: Broker) -> Broker:
        if broker.token not in chosen:
            return replace(broker, spot=HAND)
        return replace(broker, spot=spot, value=4 if is_open else None, up=is_open)

    return replace(state, brokers=tuple(map(moved, state.brokers)))


def scene(told: Told, seat: int, state: State, marks: Marks) -> Scene:
    """Return the scene of `state` as a seat sees it."""
    seen = told.sees(seat)
    view: View[State] = replace(seen.view, state=state)
    return scene_of(replace(seen, view=view, confirmed=state, prompt=None), Aim(), NIGHT, marks)


@both_forms
def test_goldens(marks: Marks) -> None:
    """Every kept moment is drawn as its golden says (anew: `python -m tests.tui.games.regenerate`)."""
    form = next(form for form, its in FORMS.items() if its is marks)
    found = {path.name for path in DATA.glob(f"ys-*-{form}.txt")}
    drawn = (*screens(marks), *((name, text) for name, _, text in other_formats(marks)))
    shown = {f"ys-{name}-{form}.txt": text for name, text in drawn}
    assert found == set(shown)
    for name, text in shown.items():
        assert text == (DATA / name).read_text(encoding="utf-8"), name


@both_forms
def test_every_line_is_eighty_cells_at_most(marks: Marks) -> None:
    """No moment needs more than 80×24: 23 rows, and one for the journal."""
    for name, (table, aim) in moments().items():
        lines = board_lines(table, aim, marks, word="A refusal that goes on and on, " * 5)
        assert len(lines) == 23, name
        assert max(map(width, lines)) <= 80, name
    for name, text in screens(marks):
        assert max(map(cell_len, text.splitlines())) <= 80, name


@both_forms
def test_every_format_fits_its_terminal(marks: Marks) -> None:
    """No drawing has more rows or cells than the terminal, whatever is refused in however many words."""
    for name, shape, text in other_formats(marks):
        columns, rows = SIZES[shape]
        assert len(text.splitlines()) <= rows, name
        assert max(map(cell_len, text.splitlines())) <= columns, name
    for shape, (columns, rows) in SIZES.items():
        for name, (table, aim) in moments().items():
            lines = board_lines(table, aim, marks, word="A refusal that goes on and on, " * 5, shape=shape)
            assert len(lines) <= rows, name
            assert max(map(width, lines)) <= columns, name


def test_ascii_form_is_ascii() -> None:
    """In the ASCII form there is nothing else."""
    assert all(text.isascii() for _, text in screens(ASCII))
    assert all(text.isascii() for _, _, text in other_formats(ASCII))


@both_forms
@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("spot", AREAS[:3])
def test_full_areas_never_overflow(spot: Spot, is_open: bool, marks: Marks) -> None:
    """With 0 to 44 brokers in it, an area is exactly as wide as an empty one, and nothing is cut off."""
    told = Told(1)
    told.run(1, Place)
    for count in range(45):
        line = area(scene(told, 0, crowd(told, spot, count, is_open=is_open), marks), spot, 25)
        assert width(line) == 25
        assert "…" not in plain(line), plain(line)


def test_full_area_groups_by_seat_then_sums() -> None:
    """Five brokers stand one by one, more by seat, and as sums what does not fit otherwise."""
    told = Told(1)
    told.run(1, Place)
    spot = AREAS[0]
    texts = {}
    for count in (5, 7, 8, 14, 40):
        shown = scene(told, 0, crowd(told, spot, count, is_open=True), UNICODE)
        texts[count] = plain(area(shown, spot, 25)).strip()
    assert texts[5].count("▲4") == 2
    assert texts[7] == "Po ▲4 ▲4 ■4 ■4 ◆4 ◆4 ●4"
    assert texts[8] == "Po ▲4 4 ■4 4 ◆4 4 ●4 4"
    assert texts[14] == "Po ▲4444■4444◆444●444"
    assert texts[40] == "Po ▲40 ■40 ◆40 ●40"


def test_own_hidden_value_is_shown_to_its_owner_only() -> None:
    """A face-down broker shows its value to its owner, `?` to the other seats and to whoever looks on."""
    told = Told(3)
    seat = told.run(1, Place)
    down = next(action for action in told.chairs[seat].legal() if isinstance(action, PlaceDown))
    value = told.chairs[seat].view().known[down.token].value
    told.do(seat, down)
    for viewer in (None, 0, 1, 2, 3):
        table = told.sees(viewer)
        seen = scene_of(table, Aim(), NIGHT, UNICODE)
        text = text_of(market(seen)) + text_of(city(seen))
        glyph = UNICODE.down[seat]
        assert (f"{glyph}{value}" in text) == (viewer == seat)
        assert (f"{glyph}?" in text) == (viewer != seat)


@both_forms
def test_hidden_and_open_brokers_differ_without_colour(marks: Marks) -> None:
    """The same value of the same seat reads differently face up, face down and own."""
    told = Told(1)
    seat = told.run(1, Place)
    spot = AREAS[0]
    closed = crowd(told, spot, 44)
    opened = crowd(told, spot, 44, is_open=True)
    mine = next(broker.token for broker in closed.brokers if broker.owner == seat)
    texts = set()
    for viewer, state in ((seat, closed), ((seat + 1) % 4, closed), (seat, opened)):
        alone = tuple(broker for broker in state.brokers if broker.token == mine)
        shown = scene(told, viewer, replace(state, brokers=alone), marks)
        texts.add(plain(area(shown, spot, 25)))
    assert len(texts) == 3


@both_forms
@pytest.mark.parametrize("name", ["漢字漢字漢字漢字漢字漢字漢字漢字", "🧙🧙🧙", "[bold]x[/", "i" * 16])
def test_names_keep_the_columns(name: str, marks: Marks) -> None:
    """Wide characters, long names and markup are literal and leave the columns where they are."""
    told = Told(2, (name, *NAMES[1:]))
    lines = [finish(line, marks) for line in players(scene_of(told.sees(0), Aim(), NIGHT, marks))]
    assert {width(line) for line in lines} == {80}
    points = [cell_len(plain(line)[: plain(line).index("  0  ")]) for line in lines[1:]]
    assert len(set(points)) == 1
    assert ("[bold]x[/" in text_of(lines)) == (name == "[bold]x[/")


@both_forms
@pytest.mark.parametrize("name", ["Ys", "i" * 17, "漢字漢字漢字漢字漢字漢字漢字漢字", "x" * 32])
@pytest.mark.parametrize("cells", [66, 80, 120])
def test_ones_own_name_keeps_its_mark(name: str, cells: int, marks: Marks) -> None:
    """However long it is and however narrow the table: the name is cut, "(you)" stands whole, once."""
    told = Told(2, (name, *NAMES[1:]))
    drawn = text_of(players(scene_of(told.sees(0), Aim(), NIGHT, marks), cells))
    (row,) = (row for row in drawn.splitlines() if " (you)" in row)
    assert name[:2] in row
    assert " (you)" not in text_of(players(scene_of(told.sees(None), Aim(), NIGHT, marks), cells))


def test_those_who_left_are_marked() -> None:
    """A seat that has left is told so in words, and that a bot takes it where the others have voted so."""
    told = Told(2)
    told.run(1, Place)
    state = replace(told.match.state, leavers=(Seat(2),))
    drawn = scene(told, 0, state, UNICODE)

    def row(drawn: Scene, cells: int = 80) -> str:
        return next(plain(line) for line in players(drawn, cells) if "Cara" in plain(line))

    assert row(drawn).rstrip().endswith("has left")
    given = replace(drawn, succeeded=(Seat(2),))
    assert row(given).rstrip().endswith("a bot next round unless back")
    assert row(replace(given, returning=(Seat(2),))).rstrip().endswith("back from next round on")


def test_tie_break_sum_says_when_it_is_not_complete() -> None:
    """A closed bid is `??`, an open one its sum and `+`, all three brokers their sum."""
    told = Told(2)
    seat = told.run(1, Place)
    assert tie_words(told.match.state, seat).endswith("+")
    state = told.match.state
    closed = tuple(replace(broker, value=None) for broker in state.brokers)
    assert tie_words(replace(state, brokers=closed), seat) == "??"


def test_neighborhood_and_city_have_their_sizes() -> None:
    """A neighborhood is four lines of 25 cells, the city what its size says."""
    told = Told(2)
    told.run(1, Place)
    s = scene_of(told.sees(0), Aim(), NIGHT, UNICODE)
    assert [width(line) for line in neighborhood(s, 1)] == [25] * 4
    assert ({width(line) for line in city(s)}, len(city(s))) == ({CITY_SIZE[0]}, CITY_SIZE[1])


def test_every_place_of_the_board_is_drawn() -> None:
    """The letters of the jump overlay, one for each place, are all on the board."""
    told = Told(2)
    told.run(1, Place)
    s = replace(scene_of(told.sees(0), Aim(), NIGHT, UNICODE), letters=dict.fromkeys(BOARD, "@"))
    assert (text_of(city(s)) + text_of(market(s))).count("@") == len(BOARD)


@both_forms
@pytest.mark.parametrize("half", [12, 13, 17])
def test_the_round_city_shows_every_broker_of_a_usual_crowd(half: int, marks: Marks) -> None:
    """Five brokers in each area, as many as there are on average: their values are all there to be read."""
    told = Told(2)
    told.run(1, Place)
    state: State = told.match.state
    spots = [spot for spot in AREAS for _ in range(3)]
    brokers = tuple(
        replace(broker, spot=spot, value=4, up=True)
        for broker, spot in zip(state.brokers, (*spots, *(HAND for _ in state.brokers)), strict=False)
    )
    s = scene(told, 0, replace(state, brokers=brokers), marks)
    columns, rows = size(half)
    lines = round_city(s, columns, rows)
    assert {width(line) for line in lines} == {columns}
    text = text_of(finish(line, marks) for line in lines).replace("▀", " ")
    assert text.count("4") >= 3 * len(AREAS)


@pytest.mark.parametrize("half", [13, 14, 15, 18, 20])
def test_letters_stand_apart_from_the_names_of_the_round_city(half: int) -> None:
    """Each of the areas has its letter, a cell before its name."""
    told = Told(4)
    told.run(1, Place)
    scene = replace(scene_of(told.sees(0), Aim(), NIGHT, UNICODE), letters=dict.fromkeys(BOARD, "@"))
    shown = "\n".join(plain(line) for line in round_city(scene, *size(half)))
    for ring in RINGS:
        assert shown.count(f"@ {ring.capitalize()}") == len(NEIGHBORHOODS)


def test_letters_stand_apart_in_a_small_round_city_where_there_is_room() -> None:
    """Each of the areas has its letter, right before a name that fills its row."""
    told = Told(4)
    told.run(1, Place)
    scene = replace(scene_of(told.sees(0), Aim(), NIGHT, UNICODE), letters=dict.fromkeys(BOARD, "@"))
    shown = "\n".join(plain(line) for line in round_city(scene, *size(11)))
    for ring in RINGS:
        wide = sum(slots(11, number, ring)[0].cells > len(ring) + 1 for number in NEIGHBORHOODS)
        assert shown.count(f"@ {ring.capitalize()}") == wide
        assert shown.count(f"@{ring.capitalize()}") == len(NEIGHBORHOODS) - wide


@both_forms
@pytest.mark.parametrize("half", [13, 14, 15, 18, 20])
@pytest.mark.parametrize("count", range(6))
def test_words_never_touch_the_edge_of_a_ring(half: int, count: int, marks: Marks) -> None:
    """A cell of its ground, in ASCII of its edge, is on both sides of each name and the brokers below it."""
    told = Told(2)
    told.run(1, Place)
    state: State = told.match.state
    spots = [spot for spot in AREAS for _ in range(count)]
    hands = [HAND for _ in state.brokers]
    by_turns = sorted(state.brokers, key=lambda broker: (broker.token % 11, broker.owner))
    brokers = tuple(
        replace(broker, spot=spot, value=4, up=True)
        for broker, spot in zip(by_turns, (*spots, *hands), strict=False)
    )
    columns, rows = size(half)
    lines = round_city(scene(told, 0, replace(state, brokers=brokers), marks), columns, rows)
    grounds = {NIGHT.ring(ring, lit=False) for ring in RINGS}
    cells = [[(letter, part.style) for part in line for letter in part.text] for line in lines]
    for number in NEIGHBORHOODS:
        for ring in RINGS:
            for slot in slots(half, number, ring):
                for column in (slot.column, slot.column + slot.cells - 1):
                    letter, look = cells[slot.row][column]
                    assert letter in (" |/-\\" if marks.ascii else " "), (number, ring)
                    assert look is not None
                    assert look.bgcolor is not None
                    assert look.bgcolor.name in grounds


def test_the_round_city_marks_what_is_chosen() -> None:
    """The place under the cursor has a mark and another ground; no colour is needed to find it."""
    told = Told(2)
    told.run(1, Place)
    for spot in AREAS:
        s = replace(scene_of(told.sees(0), Aim(), NIGHT, UNICODE), cursor=spot)
        text = text_of(round_city(s, *size(13)))
        assert text.count("▸") == 1, spot
        (row,) = (line for line in text.splitlines() if "▸" in line)
        assert f"▸{RING_OF[spot].capitalize()}" in row
        grounds = {
            part.style.bgcolor.name
            for line in round_city(s, *size(13))
            for part in line
            if part.style and part.style.bgcolor
        }
        assert NIGHT.ring(RING_OF[spot], lit=True) in grounds
