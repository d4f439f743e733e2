"""How a game line by line ends, and what it is made of: no Textual, whole lines, nothing for a terminal."""

import io
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.game import NATURE, Seat
from protocol.games.ys.prompts import Place
from protocol.seating import PAUSE
from tests.support.reader import Reader
from tests.support.screen import NAMES, Told, snapshot
from tests.support.sizes import descendants
from tests.support.terminal import Terminal, all_gone
from ys_tui.client.snapshot import Chat, Connection, Notice, Snapshot, TableSnapshot
from ys_tui.plain.choosing import Refused
from ys_tui.plain.console import Console
from ys_tui.plain.paper import Paper
from ys_tui.plain.table import AtTable
from ys_tui.plain.telling import Heard, news

pytestmark = pytest.mark.timeout(180)
SOLO = ("solo", "--seed", "3", "--bots", "random,random")


def test_nothing_of_textual_is_loaded() -> None:
    """Whatever is typed at a table, neither Textual nor a widget is imported."""
    code = (
        "import sys\n"
        "from ys_tui.__main__ import main\n"
        f"code = main([*{SOLO}, '--plain'])\n"
        "print([name for name in sys.modules if name.startswith(('textual', 'ys_tui.widgets'))])\n"
        "sys.exit(code)\n"
    )
    typed = "help\nboard\nlog\nwho\n?\nquit\n"
    done = subprocess.run(
        [sys.executable, "-c", code], input=typed, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.endswith("[]\n")
    assert done.stderr == ""


def test_the_end_of_the_input_leaves() -> None:
    """Without more input the client leaves with exit code 0, its server and bots with it."""
    with Reader(*SOLO) as reader:
        reader.prompt()
        family = (reader.process.pid, *descendants(reader.process.pid))
        assert len(family) > 1
        assert reader.close() == 0
        assert all_gone(family)
        assert reader.output.endswith("\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves(number: signal.Signals) -> None:
    """Ctrl-C and the signals that end a program leave in order; the exit code tells which it was."""
    with Reader(*SOLO) as reader:
        reader.prompt()
        reader.process.send_signal(number)
        assert reader.ended() == 128 + number
        assert reader.output.endswith("> \n")


def test_nobody_reads_any_more() -> None:
    """When what is printed finds no reader the client leaves as any program in a pipe does."""
    with Reader(*SOLO) as reader:
        reader.prompt()
        reader.stop_reading()
        reader.enter("board")
        assert reader.process.wait(60) == 141


def test_a_terminal_shows_each_line_once() -> None:
    """On a terminal, what is typed is echoed by it alone: no line is doubled, no empty one between."""
    with Terminal(*SOLO, "--plain", columns=100, rows=40) as terminal:
        terminal.wait_until(lambda text: text.count("still closed.") == 2 and text.rstrip().endswith("bid>"))
        terminal.press("board mine\n")
        terminal.wait_for("Your brokers in hand")
        assert "bid> board mine\nYour brokers in hand" in terminal.text()
        assert b"\x1b" not in terminal.output
        terminal.press("\x04")
        assert terminal.ended() == 0


def test_a_first_start_asks_for_a_name_and_how_to_play(tmp_path: Path) -> None:
    """Without a command the client asks who plays and how, by numbers; what is no answer is refused."""
    with Reader(home=tmp_path) as reader:
        assert reader.prompt() == "name"
        reader.enter("Zoe")
        reader.wait_for("How do you want to play?")
        assert "Type 1, 2, 3 with an address, or 4" in reader.ask("5")
        assert "No address was typed" in reader.ask("join")
        reader.enter("1")
        reader.wait_for("bid> ")
        assert "Alone with bots: Zoe, " in reader.output
        reader.enter("leave")
        reader.wait_for("lobby> ")
        assert reader.close() == 0
    with Reader("solo", home=tmp_path) as reader:
        assert reader.prompt() == "choose"
        assert reader.ask("5").strip() == "Type 1 or 2."
        reader.enter("1")
        reader.wait_for("bid> ")
        assert reader.close() == 0


@given(st.text(max_size=60))
def test_only_visible_text_is_printed(text: str) -> None:
    """Whatever is to be printed, a line of it is one line without control characters."""
    stream = io.StringIO()
    Paper(stream).say(text)
    assert stream.getvalue().endswith("\n")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ufeff]", stream.getvalue())
    assert stream.getvalue().count("\n") == 1
    ascii_only = io.StringIO()
    Paper(ascii_only, is_ascii=True).say(text)
    assert ascii_only.getvalue().isascii()


def test_no_word_is_broken_on_a_terminal() -> None:
    """A line that is too long goes on below with a whole word; a word that is too long is left as it is."""
    stream = io.StringIO()
    path = "/home/ada/.local/share/ys/identity"
    Paper(stream, columns=lambda: 30).say(f"  Back it up: cp -p {path} somewhere-else", "short")
    assert stream.getvalue().splitlines() == [
        "  Back it up: cp -p",
        f"    {path}",
        "    somewhere-else",
        "short",
    ]


def test_the_end_tells_the_winner_once_and_what_can_be_typed() -> None:
    """Whoever has read the last event is told no winner again; on coming back to the table they are."""
    told = Told(4)
    seat = told.run(1, Place)
    going_on = snapshot(told.sees(seat))
    for _ in told.steps():
        pass
    over = snapshot(told.sees(seat))
    for seen, count in (((going_on, over), 0), ((over,), 1)):
        stream = io.StringIO()
        console = Console(Paper(stream), float, print)
        room = AtTable(console)
        for console.snapshot in seen:
            room.ask()
        lines = stream.getvalue().splitlines()
        assert sum(" the game." in line for line in lines) == count
        assert any(line.startswith("1. ") and "points (" in line for line in lines)
        assert (
            lines[-1]
            == "Type rematch to play again, result to read this again, leave for the lobby, or quit."
        )


def test_what_others_write_is_plain() -> None:
    """Markup and escapes in what is said and in names are shown as the letters they are."""
    told = Told(3, ("[b]Eve", "Bran", "Cara"))
    table = told.sees(Seat(1))
    before = snapshot(table)
    spoken = Chat("[b]Eve", "\x1b[2J[red]x\u202e")
    stream = io.StringIO()
    Paper(stream).say(*news(before, replace(before, chat=(spoken,))))
    assert stream.getvalue() == "[b]Eve says: [2J[red]x\n"


def test_a_new_link_tells_no_chat_again() -> None:
    """What a server tells once more on the next link is not told again, however it comes; what is new is."""
    heard, before = Heard(), snapshot(Told(4).sees(0))
    lines = tuple(Chat("Bran", f"line {number}") for number in range(9))
    told = list[str]()
    for chat in (lines[:8], (), lines[:3], lines):
        now = replace(before, chat=chat)
        told += news(heard.add(before, now), now)
        before = now
    assert told == [f"Bran says: line {number}" for number in range(9)]
    told = list(news(heard.add(before, replace(before, at=None)), replace(before, at=None)))
    assert told == [f"Bran says: line {number}" for number in range(4, 9)], "somewhere else it is new"


def test_a_refusal_is_told_once() -> None:
    """Why a server does not let the player in stands in one line."""
    before = Snapshot(server="ws://here", connection=Connection.CONNECTING)
    why = "another 'Eve' is here"
    now = replace(before, connection=Connection.REFUSED, problem=why, notice=Notice(1, "name-taken", why))
    assert news(before, now) == (f"ws://here refuses: {why}",)


def test_who_asks_for_a_bot_hears_that_there_is_none() -> None:
    """A wish that the server refuses is never answered by silence."""
    before = Snapshot(server="ws://here", connection=Connection.ONLINE)
    assert news(before, replace(before, notice=Notice(1, "no-bots", "No bots."))) == ("No bots.",)


def asked(table: TableSnapshot) -> str:
    """Return what is said on coming to a table with a clock, and what is read as its board."""
    assert table.info is not None
    stream = io.StringIO()
    console = Console(Paper(stream), float, print)
    console.snapshot = snapshot(replace(table, info=replace(table.info, clock="live-10")))
    room = AtTable(console)
    room.ask()
    next(command for command in room.commands if command.name == "board").do("market")
    return stream.getvalue()


def test_a_pause_is_told_and_no_clock_runs_in_it() -> None:
    """Who is asked something hears of a wish for a pause, then of the pause, with what is typed about it."""
    told = Told(4)
    seat = told.run(1, Place)
    table = replace(told.sees(seat), left=((seat, 594),))
    assert asked(table).count("594 seconds") == 2
    other = Seat((seat + 1) % 4)
    wished = replace(table, votes=((other, NATURE, PAUSE),))
    assert f"{NAMES[other]} votes to pause: 1 of 3 votes needed; pause agrees." in asked(wished)
    assert "pause agrees." in asked(replace(wished, seat=Seat((seat + 2) % 4), prompt=None))
    paused = asked(replace(wished, paused=True))
    assert "The game is paused: no clock runs. play votes to play on." in paused
    assert "594" not in paused


def test_the_last_but_one_is_warned() -> None:
    """With two left, who is asked hears what the other may vote, and when; with three nothing ends (R52c)."""
    told = Told(4, NAMES[:2])
    seat = told.run(1, Place)
    table = replace(told.sees(seat), left=((seat, 180),))
    rule = f"{NAMES[1 - seat]} may vote to go on without you: the game ends then, {NAMES[1 - seat]} wins."
    assert f"After 180 seconds {rule}" in asked(table)
    assert f"Now {rule}" in asked(replace(table, left=((seat, 0),)))
    more = Told(4)
    seat = more.run(1, Place)
    assert "may vote" not in asked(replace(more.sees(seat), left=((seat, 0),)))


def test_who_may_vote_hears_once_how_many_votes_decide() -> None:
    """A question about who is away says the votes so far in the words that are typed, and says them once."""
    told = Told(4)
    seat = told.run(1, Place)
    one, other = Seat((seat + 1) % 4), Seat((seat + 2) % 4)
    table = replace(told.sees(one), may_vote=(seat,), votes=((other, seat, "go-on"),), left=((seat, 0),))
    said = asked(table)
    assert said.count("decide.") == 1
    assert f"2 of 3 votes for the same decide. So far {NAMES[other]}: go on." in said
    assert "  vote go-on: " in said


def test_who_looks_on_has_no_seat_to_come_back_to() -> None:
    """`back` is refused to a spectator as all that players do; to a player because the seat is theirs."""
    told = Told(4)
    told.run(1, Place)
    for viewer, said in ((None, "You do not play here."), (0, "You have your seat.")):
        console = Console(Paper(io.StringIO()), float, print)
        console.snapshot = snapshot(told.sees(viewer))
        with pytest.raises(Refused, match=said):
            next(each.do for each in AtTable(console).commands if each.name == "back")("")


def test_a_draft_on_the_board_is_called_one() -> None:
    """Whoever reads the table with a choice that is not sent hears that it is not; else nothing of it."""
    told = Told(4)
    seat = told.run(1, Place)
    table = told.sees(seat)
    assert "not sent" not in asked(table) + asked(replace(table, draft=table.legal[:1], sent=True))
    assert "Your draft is read as if it were sent; it is not." in asked(replace(table, draft=table.legal[:1]))


@pytest.mark.parametrize("typed", ["0", "-1", "two", "²", "9" * 5_000])
def test_log_of_nothing_is_refused_in_words(typed: str) -> None:
    """Whatever is typed behind log is answered: what asks for no entry, with what may be typed."""
    told = Told(4)
    told.run(1, Place)
    console = Console(Paper(io.StringIO()), float, print)
    console.snapshot = snapshot(told.sees(0))
    log = next(command for command in AtTable(console).commands if command.name == "log")
    with pytest.raises(Refused, match=r"how many entries to read, as in: log 20\."):
        log.do(typed)


def test_talk_told_again_is_no_news() -> None:
    """A server tells the last lines anew on each link, as history: they were told already."""
    told = Told(4)
    told.run(1, Place)
    line = Chat("Bran", "hello", 1, b"k" * 32, 5)
    before = snapshot(replace(told.sees(0), chat=(line,)))
    before = replace(before, chat=(line,))
    heard = Heard()
    heard.add(before, before)
    again = replace(
        before, chat=(replace(line, past=True, again=True), replace(line, line="later", past=True))
    )
    said = news(heard.add(before, again), again)
    assert [each for each in said if "hello" in each] == []
    assert [each for each in said if "later" in each]


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    """A host that cannot be reached is told in a line, and the lobby's prompt takes what is typed."""
    with Reader("join", "127.0.0.1:9", "--name", "Eve", home=tmp_path) as reader:
        assert reader.prompt() == "lobby"
        assert (
            "ws://127.0.0.1:9 cannot be reached: nobody answers there. It is tried again by itself."
            in reader.output
        )
        assert "No tables yet" not in reader.output
        assert "The tables show when there is a link." in reader.ask("tables")
        assert "no connection" in reader.ask("open 4")
        assert reader.close() == 69


def test_input_that_ends_before_the_server_was_reached_is_a_failure(tmp_path: Path) -> None:
    """A script can tell by the exit code that nothing was reached; who leaves by a word has wished so."""
    with Reader("join", "127.0.0.1:9", "--name", "Eve", home=tmp_path) as reader:
        assert reader.close() == 69
    with Reader("join", "127.0.0.1:9", "--name", "Eve", home=tmp_path) as reader:
        reader.prompt()
        reader.enter("quit")
        assert reader.ended() == 0
    with Reader("--name", "Eve", home=tmp_path) as reader:
        assert reader.close() == 0, "nothing was asked for"
