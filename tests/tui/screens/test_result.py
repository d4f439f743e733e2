"""The result of real games, and the help."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from protocol.game import Resign, Seat
from protocol.games.ys.board import AREAS, GEM_POINTS, LINE_OF, SQUARES
from protocol.games.ys.events import ColourScored, Ranked
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid
from tests.support.framed import FramedApp, after
from tests.support.screen import NAMES, Told, snapshot
from ys_tui.client.snapshot import Chronicle, Kept, Snapshot, TableSnapshot
from ys_tui.client.voted import Balloted
from ys_tui.games.ys.draw_final import SOURCES, by_source
from ys_tui.games.ys.final import sheet
from ys_tui.games.ys.spoken import result
from ys_tui.lines import GLUE, text_of
from ys_tui.looks import ASCII, LETTERS, UNICODE, Marks
from ys_tui.screens.help import HelpScreen, rules
from ys_tui.screens.replay import ReplayScreen
from ys_tui.screens.result import ResultScreen
from ys_tui.themes import NIGHT


@pytest.fixture(scope="module")
def finished() -> Told:
    """Return a game that was played to its end."""
    told = Told(3)
    for _ in told.steps():
        pass
    return told


async def test_rematch_is_a_key_for_who_played(finished: Told) -> None:
    """Who sat at the table asks for a rematch by one key, and reads where others have opened one already."""
    screen = ResultScreen(snapshot(finished.sees(0)))
    app = FramedApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "m")
        assert "r rematch" in app.bar()
        screen.snapshot = replace(screen.snapshot, rematch=9)
        await after(pilot)
        assert "r join the rematch" in app.bar()
    assert app.asked == ["rematch"]


@pytest.mark.parametrize(("seat", "is_alone"), [(None, False), (0, True)])
async def test_no_rematch_for_spectators_and_alone(
    finished: Told, seat: int | None, *, is_alone: bool
) -> None:
    """Who looked on opens no rematch; alone there is a new game instead."""
    app = FramedApp(ResultScreen(snapshot(finished.sees(seat)), is_alone=is_alone))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot, "m")
        assert "rematch" not in app.bar()
    assert app.asked == []


async def test_the_result_of_the_tutorial_is_called_so(finished: Told) -> None:
    """The bar at the top names the tutorial, not the table that was set for it."""
    app = FramedApp(ResultScreen(snapshot(finished.sees(0)), is_alone=True, is_taught=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        assert "Tutorial · the game is over" in app.text().splitlines()[0]


async def test_a_game_ended_by_vote_has_no_result(finished: Told) -> None:
    """In place of points stands that the table has ended the game, and who voted for it."""
    table = Told(4).sees(0)
    ballots = tuple(Chronicle(n, Balloted(Seat(n), Seat(3), "end")) for n in range(2))
    app = FramedApp(ResultScreen(snapshot(replace(table, ended=True, journal=ballots))))
    async with app.run_test(size=(80, 24)) as pilot:
        await after(pilot)
        shown = " ".join(app.text().split())
    assert "The table has ended this game by vote: it has no result." in shown
    assert "What stood out" in shown
    assert "What decided it" not in shown
    assert f"Voted to end it: {NAMES[0]} and {NAMES[1]}." in shown


def drawn(told: Told, marks: Marks = UNICODE, seat: int | None = 0) -> str:
    """Return the headline and both tables, as wide as at 80×24."""
    found = sheet(told.sees(seat), NIGHT, marks)
    tables = (line for part in found.tables for line in part.draw(78, part.rows))
    return text_of((*found.headline, *tables)).replace(GLUE, " ")


def numbers(shown: str, name: str) -> list[int]:
    """Return the numbers in the row of `name` in the table of points."""
    row = next(line for line in shown.splitlines() if name in line and "wins" not in line)
    return [int(word) for word in row.split() if word.isdigit()]


def test_points_by_source_add_up(finished: Told) -> None:
    """Each row holds the five sources and their sum, which is the final score."""
    outcome = YS.outcome(finished.match.state)
    assert outcome is not None
    shown = drawn(finished)
    for seat, keys in enumerate(finished.setup.seats):
        *sources, total = numbers(shown, keys.name)
        assert len(sources) == 5
        assert sum(sources) == total == outcome.points[seat]


def test_winner_is_named_with_the_lead(finished: Told) -> None:
    """The first line names the winner and by how much."""
    outcome = YS.outcome(finished.match.state)
    assert outcome is not None
    first, second = sorted(outcome.points, reverse=True)[:2]
    name = finished.setup.seats[outcome.places.index(1)].name
    headline = drawn(finished).splitlines()[0]
    assert f"{name} wins by {first - second} point" in headline
    order = sorted(range(4), key=lambda seat: outcome.places[seat])
    named = " · ".join(f"{finished.setup.seats[seat].name} {outcome.points[seat]}" for seat in order)
    assert headline.endswith(named)


@pytest.mark.parametrize(("more", "is_said"), [(-1, False), (0, True), (9, True)])
def test_a_neutral_player_with_more_points_is_said_not_to_win(more: int, *, is_said: bool) -> None:
    """Below the winner of a game of two; line by line it always stands with its points (R65)."""
    told = Told(2, NAMES[:2])
    for _ in told.steps():
        pass
    table = told.sees(0)
    state = table.confirmed
    outcome = YS.outcome(state)
    assert outcome is not None
    points = max(outcome.points) + more
    neutral = replace(state.players[2], points=points)
    table = replace(table, confirmed=replace(state, players=(*state.players[:2], neutral)))
    words = text_of(sheet(table, NIGHT, UNICODE).headline)
    assert (f"Neutral, with {points} points, cannot win." in words) is is_said
    assert f"Neutral, who cannot win: {points} points (" in " ".join(result(table))


def test_whoever_stayed_alone_reads_why_they_have_won_and_nothing_of_the_neutral_player() -> None:
    """No points decide a game of two that one has left, and none have to be explained (R52c)."""
    told = Told(2, NAMES[:2])
    seat = told.run(1, PickBid)
    told.take(told.match.sign(seat, told.vaults[seat], (Resign(),)))
    words = text_of(sheet(told.sees(0), NIGHT, UNICODE).headline)
    assert "All others have left the game." in words
    assert "cannot win" not in words


def test_long_names_of_a_result_have_a_line_of_their_own() -> None:
    """Nothing of who has how much is cut by a long name."""
    told = Told(3, ("Aaaaaaaaaaaaaaa", "Bbbbbbbbbbbbb", "Ccccccccccccc", "Ddddddddddddddd"))
    for _ in told.steps():
        pass
    first, *rest = drawn(told).splitlines()[:3]
    outcome = YS.outcome(told.match.state)
    assert outcome is not None
    points = outcome.points
    assert str(max(points)) not in first
    assert all(f"{keys.name} {points[seat]}" in " ".join(rest) for seat, keys in enumerate(told.setup.seats))
    assert all(len(line) <= 76 and "…" not in line for line in rest)


@pytest.mark.parametrize("size", [(60, 16), (70, 20), (80, 24)])
async def test_nothing_of_the_headline_is_cut(size: tuple[int, int]) -> None:
    """Whoever has how much stands there at every size of the terminal."""
    told = Told(3, ("Rozenn", "Azenor", "Caradec", "Dahut"))
    for _ in told.steps():
        pass
    outcome = YS.outcome(told.match.state)
    assert outcome is not None
    app = FramedApp(ResultScreen(snapshot(told.sees(0))))
    async with app.run_test(size=size) as pilot:
        await charted(pilot)
        head = " ".join(app.text().partition("Points")[0].replace("✓ verified", "").split())
    for seat, keys in enumerate(told.setup.seats):
        assert f"{keys.name} {outcome.points[seat]}" in head


@pytest.mark.parametrize("cells", [40, 44, 48, 78])
def test_names_reach_into_the_blanks_before_the_numbers(cells: int) -> None:
    """With the column of the throne room, too, a name of seven letters is whole, and no column moves."""
    told = Told(3, ("Katell", "Rozenn", "Azenor", "Gwenole"), ("kings-favor",))
    for _ in told.steps():
        pass
    part = sheet(told.sees(0), NIGHT, UNICODE).tables[0]
    head, *rows = text_of(part.draw(cells, part.rows)).splitlines()
    for keys in told.setup.seats:
        row = next(row for row in rows if keys.name in row)
        assert f"{keys.name} " in row
        assert len(row.rstrip()) == len(head.rstrip())


def test_longest_bar_belongs_to_the_winner(finished: Told) -> None:
    """Bars are as long as the points say."""
    bars = [len(line.strip("│ ")) for line in drawn(finished).splitlines() if "██" in line]
    assert len(bars) == 4
    assert bars == sorted(bars, reverse=True)
    outcome = YS.outcome(finished.match.state)
    assert outcome is not None
    points = sorted(outcome.points, reverse=True)
    assert bars == [round(bars[0] * each / points[0]) for each in points]


def test_sources_are_told_in_the_bars_without_colour(finished: Told) -> None:
    """Each part of a bar begins with the letter of its source, which stands beside its name below."""
    rows = drawn(finished).splitlines()
    legend = next(row for row in rows if "m market" in row)
    letters = re.findall(r"\b([a-z]) [a-z]+", legend)
    assert len(letters) == len(SOURCES) - 1
    for seat, keys in enumerate(finished.setup.seats):
        at = next(number for number, row in enumerate(rows) if number and f" {keys.name}  " in row)
        shown = [letter for letter in rows[at + 1] if letter in letters]
        points = by_source(finished.sees(0), seat)
        assert shown == [letter for letter, each in zip(letters, points, strict=True) if each > 0]


def test_result_in_plain_letters(finished: Told) -> None:
    """In ASCII bars are letters, and below them stands which letter is which source."""
    shown = drawn(finished, ASCII)
    assert "█" not in shown
    assert "gggg" in shown
    assert "m market  c commerce  k cards  g gems  b black" in " ".join(shown.splitlines())


def test_the_neutral_player_comes_last_and_has_its_own_sign() -> None:
    """With two players the neutral one has points and gems, and no place among the seats (R65)."""
    told = Told(3, NAMES[:2])
    for _ in told.steps():
        pass
    shown = drawn(told)
    rows = [line for line in shown.splitlines() if line[1:2] in {"▲", "■", "★"}]
    assert rows[-1].startswith(" ★ Neutral")
    assert "Neutral" not in shown.splitlines()[0]


def test_a_seat_that_has_left_is_marked(finished: Told) -> None:
    """Behind its name stands that it left; its columns stay where all others have theirs (R52c)."""
    table = replace(finished.sees(0), parted=(Seat(2),))
    (points, _) = sheet(table, NIGHT, UNICODE).tables
    rows = text_of(points.draw(78, points.rows)).splitlines()
    (left,) = (row for row in rows if " left " in row)
    assert NAMES[2] in left
    (other,) = (row for row in rows if NAMES[1] in row)
    assert left.rindex(left.split()[-1]) == other.rindex(other.split()[-1])


def test_a_game_without_a_result_is_told_as_it_was_left() -> None:
    """A game that was ended by vote shows points as they stood, and no scoring that was not."""
    told = Told(3)
    told.run(3, PickBid)
    table = replace(told.sees(0), ended=True)
    found = sheet(table, NIGHT, UNICODE)
    assert found.headline == ()
    shown = text_of(line for part in found.tables for line in part.draw(78, part.rows))
    assert "black" not in shown
    assert found.tables[0].note == "as the game was left"
    for seat, keys in enumerate(told.setup.seats):
        *sources, total = numbers(shown, keys.name)
        assert sum(sources) == total == told.match.state.players[seat].points


async def charted(pilot: Pilot[None], *keys: str) -> FramedApp:
    """Wait until the charts are there, press `keys`, and return the app."""
    app = await after(pilot)
    await app.workers.wait_for_complete()
    await after(pilot, *keys)
    await app.workers.wait_for_complete()
    await pilot.pause()
    return app


async def test_result_screen_fits_and_leads_on(finished: Told) -> None:
    """At 80×24 the winner and all totals are seen; q leads to the lobby, b to the board."""
    app = FramedApp(ResultScreen(snapshot(finished.sees(0))))
    async with app.run_test(size=(80, 24)) as pilot:
        await charted(pilot)
        shown = app.text()
        await after(pilot, "b", "q")
    assert "wins" in shown
    assert "✓ verified" in shown
    assert all(keys.name in shown for keys in finished.setup.seats)
    assert app.asked == ["back", "lobby"]


@pytest.mark.parametrize(("size", "count"), [((80, 24), 3), ((100, 30), 2), ((120, 36), 1)])
async def test_all_of_a_result_is_on_its_pages(finished: Told, size: tuple[int, int], count: int) -> None:
    """Tab and digits turn the pages, round and round; together they have every panel, charts drawn."""
    app = FramedApp(ResultScreen(snapshot(finished.sees(0))))
    async with app.run_test(size=size) as pilot:
        await charted(pilot)
        first = app.text()
        seen = [first]
        for _ in range(count - 1):
            await after(pilot, "tab")
            seen.append(app.text())
        text = "\n".join(seen)
        await after(pilot, *(("tab",) if count > 1 else ()))
        assert app.text() == first
        await after(pilot, "3" if count > 2 else "1")
        assert app.text() == seen[-1 if count > 2 else 0]
        await after(pilot, "1", "shift+tab" if count > 1 else "1")
        assert app.text() == seen[-1]
        assert "…" not in app.bar()
    for title in ("Points", "Gems", "Prices", "Gems over the rounds", "Points over the rounds"):
        assert f"╭ {title} ─" in text
    assert "╭ What decided it ─" in text
    assert text.count("◉") > 3, "charts have their points"


async def test_a_fact_opens_the_board_at_its_moment(finished: Told) -> None:
    """The arrows choose a fact; Enter shows the board then, and Esc comes back to the result."""
    table = finished.sees(0)
    fact = sheet(table, NIGHT, UNICODE).facts[1]
    app = FramedApp(ResultScreen(snapshot(table)))
    async with app.run_test(size=(120, 36)) as pilot:
        await charted(pilot, "down", "enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.moment == fact.moment
        assert "n mine" in app.bar()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
    assert app.asked == []


async def test_a_tie_is_shown_with_all_its_brokers_open(finished: Told) -> None:
    """The board of such a fact is that of the comparison: what was compared stands there, open (R33)."""
    table = finished.sees(0)
    facts = sheet(table, NIGHT, UNICODE).facts
    ties = [n for n, fact in enumerate(facts) if fact.number is not None and _is_tie(table, fact.number)]
    assert ties
    for number in ties:
        app = FramedApp(ResultScreen(snapshot(table)))
        async with app.run_test(size=(120, 36)) as pilot:
            await charted(pilot, *("down",) * number, "enter")
            assert isinstance(app.screen, ReplayScreen)
            seen = app.screen.board.table
            assert seen is not None
            ranked = seen.journal[-1].event
            assert isinstance(ranked, Ranked)
            for standing in ranked.ranking:
                assert _stands(seen, ranked.where, standing.seat) == standing.strength
            await pilot.press("right")
            await pilot.pause()
            assert app.screen.moment == facts[number].moment + 1


def _is_tie(table: TableSnapshot, number: int) -> bool:
    event = table.journal[number].event
    return isinstance(event, Ranked) and "-" in event.where


def _stands(table: TableSnapshot, where: str, seat: int) -> int:
    """Return the sum of a player's open brokers in an area, or on a line of the market."""
    spots = [where] if where in AREAS else [spot for spot in SQUARES if f"line-{LINE_OF[spot]}" == where]
    there = [broker for broker in table.confirmed.brokers if broker.spot in spots and broker.owner == seat]
    assert all(broker.up for broker in there)
    return sum(broker.value or 0 for broker in there)


@pytest.mark.parametrize(("key", "at"), [("w", "first"), ("right", "first"), ("left", "last")])
async def test_a_result_is_stepped_through(finished: Told, key: str, at: str) -> None:
    """From the beginning or back from the end, though nothing was written to disk."""
    table = finished.sees(0)
    app = FramedApp(ResultScreen(snapshot(table)))
    async with app.run_test(size=(80, 24)) as pilot:
        await charted(pilot, key)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.moment == (0 if at == "first" else len(table.entries))


async def test_what_was_not_seen_is_not_offered(finished: Told) -> None:
    """Without the log there is nothing to step through, to export or to verify: Enter leads to the lobby."""
    app = FramedApp(ResultScreen(snapshot(replace(finished.sees(0), entries=()))))
    async with app.run_test(size=(80, 24)) as pilot:
        await charted(pilot, "w", "e", "s", "v", "enter")
        assert all(word not in app.bar() for word in ("step", "export", "save", "verify", "open"))
        assert isinstance(app.screen, ResultScreen)
    assert app.asked == ["lobby"]


async def test_a_result_is_taken_out(finished: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S writes a copy, e the journal and a picture, each under a name that is told; v verifies all of it."""
    monkeypatch.chdir(tmp_path)
    app = FramedApp(ResultScreen(snapshot(finished.sees(0))))
    async with app.run_test(size=(100, 30)) as pilot:
        await charted(pilot, "s")
        told = app.text()
        await charted(pilot, "e")
        told += app.text()
        await charted(pilot, "v")
        verdict = f"All {len(finished.match.log)} entries hold: signatures, seals, draws, every rule."
        assert verdict in " ".join(app.text().split())
        assert not app._notifications, "nothing is covered"
        assert "╭ What decided it ─" in app.text()
    names, journal = exported(tmp_path)
    assert [name.rsplit("-", 1)[-1] for name in names[:2]] == ["journal.txt", "result.svg"]
    assert len(names) == 3
    assert all(name in told for name in names)
    assert "lobby" not in text_in(tmp_path / names[1]), "a picture has no keys"
    assert "Round 4 begins." in journal
    assert " wins the game" in journal


def text_in(path: Path) -> str:
    """Return the words of a picture."""
    picture = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314  # our own
    return "".join(picture.itertext()).replace("\xa0", " ")


def exported(folder: Path) -> tuple[list[str], str]:
    """Return the names of the files in `folder`, and the text of the journal."""
    journal = next(folder.glob("*.txt")).read_text(encoding="utf-8")
    return sorted(path.name for path in folder.iterdir()), journal


async def _result(told: Told, kept: Kept) -> str:
    app = FramedApp(ResultScreen(snapshot(replace(told.sees(0), kept=kept))))
    async with app.run_test(size=(80, 60)) as pilot:
        await after(pilot)
        return app.text()


async def _kept(told: Told, kept: Kept) -> str:
    """Return what is shown, without its line breaks."""
    return " ".join((await _result(told, kept)).split())


async def test_result_says_where_the_game_is_kept(finished: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the points stands the line that checks the file, as a shell takes it."""
    monkeypatch.setenv("HOME", "/home/ada")
    shown = await _kept(finished, Kept(path="/home/ada/.local/ys/2026-11-30-ys-4-1a2b3c4d.ysgame"))
    assert "check it with: ys verify ~/.local/ys/2026-11-30-ys-4-1a2b3c4d.ysgame" in shown
    elsewhere = await _kept(finished, Kept(path="/srv/Ada's/[bold]\x1b.ysgame"))
    assert "ys verify '/srv/Ada'\"'\"'s/[bold] .ysgame'" in elsewhere


async def test_result_says_that_the_game_is_not_kept(finished: Told) -> None:
    """A game that could not be saved is told above the points."""
    shown = await _result(finished, Kept(problem="The game could not be saved: there is no room."))
    lines = [line for line in shown.splitlines() if line.strip()]
    assert "! The game could not be saved: there is no room." in lines[1]
    assert "ys verify" not in shown


def test_table_of_gems_explains_itself(finished: Told) -> None:
    """Each colour's row holds its price rank, what its places pay, and each seat's gems, place and points."""
    shown = drawn(finished).splitlines()
    scored = [entry.event for entry in finished.journal if isinstance(entry.event, ColourScored)]
    assert len(scored) == 4
    for event in scored:
        pays = GEM_POINTS[event.rank - 1]
        row = next(line for line in shown if line.startswith(f"  {LETTERS[event.colour]} "))
        assert f" {event.rank}: {' '.join(map(str, pays))} " in row
        for gems, place, points in zip(event.gems, event.places, event.points, strict=True):
            if points:
                assert points == pays[place - 1]
                assert f"{gems} {('1st', '2nd', '3rd', '4th')[place - 1]} {points}" in row


def test_rules_are_whole_paragraphs() -> None:
    """A rule is one line that the screen wraps, without markup."""
    text = rules("ys")
    line = next(line for line in text.splitlines() if line.startswith("R4 "))
    assert line.endswith(".")
    assert "**" not in text


async def test_first_snapshot_is_enough() -> None:
    """A screen without any server yet shows no connection."""
    app = FramedApp(HelpScreen(Snapshot()))
    async with app.run_test() as pilot:
        await after(pilot)
        assert "connecting" not in app.text()
