"""An evening line by line: a host, doors, talk, a pause, who looks on, the same again; and bad luck."""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from protocol.game import Ballot, Seat
from protocol.messages import OpenTable, Sit, Start, TableChanged
from tests.support.guest import Guest
from tests.support.hall import PATIENCE, Hall
from tests.support.reader import Reader
from ys_tui.hosting import Hosted

pytestmark = pytest.mark.timeout(240)
PORT = re.compile(r"Others type: ys join \S+:(\d+)")
CODE = re.compile(r"Invite code: (\S+)\. Others")
BEN, CARA = Seat(1), Seat(2)


def to_the_end(readers: Sequence[Reader]) -> None:
    """Let these play their game to its end."""

    def play(reader: Reader) -> None:
        while reader.decide() != "over":
            pass

    with ThreadPoolExecutor(len(readers)) as all_at_once:
        list(all_at_once.map(play, readers))


@pytest.mark.slow
def test_an_evening_at_a_host_of_ones_own(tmp_path: Path) -> None:
    """A table behind a password, somebody muted, a pause, a spectator, a rematch, a table behind a code."""
    with Reader(
        "host", "--port", "0", "--no-announce", "--name", "Alix", home=tmp_path / "a", seed=1
    ) as alix:
        assert alix.prompt() == "lobby"
        found = PORT.search(alix.output)
        assert found is not None
        address = f"localhost:{found[1]}"
        with (
            Reader("join", address, "--name", "Bran", home=tmp_path / "b", seed=2) as bran,
            Reader("join", address, "--name", "Cara", home=tmp_path / "c", seed=3) as cara,
        ):
            evening(alix, bran, cara)


def evening(alix: Reader, bran: Reader, cara: Reader) -> None:
    """Let them have it."""
    alix.enter("open 2 password=sesame title=Behind a door")
    alix.wait_for("Chairs: 1 Alix (you, host). 1 free.")
    for guest in (bran, cara):
        guest.wait_for_lobby("Behind a door")
    assert "locked" in bran.ask("tables")
    bran.enter("sit 1 open")
    bran.wait_for("word")
    bran.enter("sit 1 sesame")
    bran.wait_for("Chairs: 1 Alix (host); 2 Bran (you).")
    cara.enter("watch 1 sesame")
    cara.wait_for("Table 1, Behind a door.")
    cara.enter("say first")
    alix.wait_for("Cara says: first")
    alix.enter("mute Cara")
    alix.wait_for("Cara is not heard any more")
    cara.enter("say second")
    bran.wait_for("Cara says: second")
    alix.enter("start")
    for reader in (alix, bran):
        reader.wait_for("Bid two brokers")
    alix.enter("pause")
    bran.wait_for("pause")
    bran.enter("pause")
    for reader in (alix, bran, cara):
        reader.wait_for("The game is paused")
    alix.enter("play")
    bran.enter("play")
    bran.wait_for("goes on")
    to_the_end((alix, bran))
    assert "Cara says: second" not in alix.output
    cara.wait_for("points (")
    alix.enter("rematch")
    bran.wait_for("rematch goes there")
    bran.enter("rematch")
    cara.enter("rematch")
    for reader in (alix, bran, cara):
        reader.wait_for("Table 2, Behind a door")
    alix.wait_for("Bran")
    cara.enter("leave")
    alix.enter("leave")
    alix.enter("open 3 door=code title=By word of mouth")
    alix.wait_for("Invite code: ")
    alix.prompt()
    code = CODE.search(alix.output)
    assert code is not None
    assert "By word of mouth" not in cara.ask("tables")
    cara.enter(f"code {code[1]}")
    cara.wait_for("By word of mouth")
    cara.enter("sit")
    alix.wait_for("2 Cara")


def test_a_server_that_is_gone_for_a_while(tmp_path: Path) -> None:
    """Killed in the middle of a decision: both lines are told, the draft is kept, and sent it arrives."""
    server = Hosted(
        ("--host", "127.0.0.1", "--database", str(tmp_path / "server.db")), tmp_path / "server.log"
    )
    try:
        address = server.local()
        with Reader("join", address, "--name", "Alix", home=tmp_path / "a", seed=1) as alix:
            alix.enter("open 2")
            alix.wait_for("Chairs: 1 Alix")
            alix.seat_bot("random")
            assert "How do you want to play?" not in alix.output, "that was said on the command line"
            alix.enter("start")
            alix.wait_for("Bid two brokers")
            alix.wait_for("bids two brokers, still closed")  # it asks anew, too
            while alix.prompt() != "send":
                if choices := alix.choices():
                    alix.enter(choices[0])
                else:
                    alix.ask("")  # the question stands further up
            asked = alix.output.count("send> ")
            server._process.kill()
            alix.wait_for("It is tried again by itself.")
            server = server.again(int(address.rpartition(":")[2]))
            server.local()
            alix.wait_for("Connected to")
            alix.prompt()
            assert alix.output.count("send> ") == asked + 2, "once after each of the two lines"
            alix.enter("send")
            alix.wait_for("Alix bids")
    finally:
        server.stop()


async def test_a_vote_about_who_is_away() -> None:
    """Whose time is over is voted about by a typed word; with the others' votes the table goes on."""
    ada, ben = Guest("Ada"), Guest("Ben")
    async with Hall() as hall:
        for guest in (ada, ben):
            await guest.enter(hall.url)
        assert await ada.ask(OpenTable(0, "ys", 3, (), "Harbour")) == ""
        table = next(m.table.id for m in reversed(ada.messages) if isinstance(m, TableChanged))
        for guest in (ada, ben):
            assert await guest.ask(Sit(0, table, guest.vault.keys)) == ""
        with Reader("join", hall.url, "--name", "Cara") as cara:
            await asyncio.to_thread(cara.wait_for_lobby, "Harbour")
            cara.enter(f"sit {table}")
            await asyncio.to_thread(cara.wait_for, "3 Cara (you)")
            await goes_on_without_ben(hall, (ada, ben), table, cara)
        await ada.leave()


async def goes_on_without_ben(hall: Hall, guests: tuple[Guest, Guest], table: int, cara: Reader) -> None:
    """Begin, let Ben go before his bid, and have the others vote him out."""
    ada, ben = guests
    assert await ada.ask(Start(0, table)) == ""
    for guest in guests:
        await guest.settle()
        assert guest.seat is not None
        assert await guest.act(guest.match.owed(guest.seat, guest.vault)) == ""
    await asyncio.to_thread(cara.wait_for, "Bid two brokers")
    while await asyncio.to_thread(cara.decide) != "send":
        pass
    assert ada.seat is not None
    while CARA in ada.match.prompts or ada.seat not in ada.match.prompts:  # not all may have sealed yet
        await ada.hear()
    view = ada.match.view(ada.seat, ada.vault)
    assert await ada.act((ada.match.game.legal(view)[0],)) == ""
    await ben.leave()
    hall.pass_time(PATIENCE)
    assert await asyncio.to_thread(cara.prompt) == "vote"
    cara.enter("vote go-on")
    await asyncio.to_thread(cara.wait_for, "Cara votes")
    await ada.settle()
    assert await ada.act((Ballot(BEN, "go-on"),)) == ""
    await asyncio.to_thread(cara.wait_for, "Ben")
    await asyncio.to_thread(cara.wait_for, "without Ben")
