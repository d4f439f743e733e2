"""What a server has lost, whoever comes back gives it again, also after a restart of everybody's program.

The server's table is shortened as by a copy of its database that is put back; the client's files stay.
"""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.game import Seat
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid
from protocol.match import Match
from protocol.messages import Began, Behind, Entries, Lobby, Offer, Refused, TableGone, Watch
from protocol.record import load
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import NAMES
from ys_tui.client import intents
from ys_tui.client import logs as on_disk
from ys_tui.client.keyring import Keyring
from ys_tui.client.logs import Logs

ME = Seat(0)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a table of Ys at which the player is asked for a bid; the files of the profile are on disk."""
    desk = Desk(seats=4, game=YS, notes=Keyring(tmp_path), logs=Logs(tmp_path / "logs"))
    desk.begin()
    desk.play_until(PickBid)
    desk.deliver()
    return desk


def decide(desk: Desk) -> None:
    """Let the player bid, and the server tell that it has taken the bid."""
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    desk.deliver()


def restart(desk: Desk, length: int) -> None:
    """Start the client anew, and the server with the first `length` entries of the log; the player looks."""
    older = Match(YS, desk.table.setup)
    older.extend(0, tuple(desk.table.match.log)[:length])
    desk.table.match = older
    desk.new_store()
    desk.connect()
    answer(desk)
    desk.wish(intents.SitDown(TABLE))


def answer(desk: Desk) -> None:
    """Answer as an honest server does: what it has, that it is behind, and what it takes back."""
    match = desk.table.match
    while desk.sent:
        message = desk.sent.pop(0)
        if isinstance(message, Watch) and message.have > len(match.log):
            desk.say(Behind(TABLE, len(match.log)))
        elif isinstance(message, Watch):
            desk.show(message)
        elif isinstance(message, Offer):
            length = len(match.log)
            match.extend(message.start, message.entries)
            desk.tell(length, match.log[length:])


def test_what_the_server_has_lost_is_offered_after_a_restart(desk: Desk) -> None:
    """One client that had seen it is enough: the server has all of it again, and no alarm is raised."""
    desk.passes(1)
    log = tuple(desk.table.match.log)
    restart(desk, len(log) - 2)
    assert tuple(desk.table.match.log) == log
    assert desk.alarms == []
    decide(desk)
    assert desk.alarms == []


def test_own_decision_that_was_lost_is_not_made_anew(desk: Desk) -> None:
    """A decision that the server had confirmed is on disk at once: it stands after the restart of both."""
    before = len(desk.table.match.log)
    decide(desk)
    log = tuple(desk.table.match.log)
    assert any(entry.seat == 0 for entry in log[before:])
    restart(desk, before)
    assert desk.alarms == []
    assert tuple(desk.table.match.log)[: before + 1] == log[: before + 1]
    assert desk.shown.prompt is None


def test_nothing_is_decided_on_a_stage_that_is_behind(desk: Desk) -> None:
    """Until the server has everything back, nothing leaves for the table but what it lost."""
    decide(desk)
    older = Match(YS, desk.table.setup)
    older.extend(0, tuple(desk.table.match.log)[:-1])
    desk.table.match = older
    desk.new_store()
    desk.connect()
    desk.deliver()
    assert desk.acts == []
    assert not desk.store.tables[TABLE].is_live


def test_server_that_takes_nothing_back_is_named(desk: Desk) -> None:
    """A server that shows less, is told what is held, and shows less again, hides what was played."""
    desk.passes(1)
    log = tuple(desk.table.match.log)
    older = Match(YS, desk.table.setup)
    older.extend(0, log[:3])
    desk.new_store()
    desk.connect()
    desk.say(Began(TABLE, desk.table.setup))
    for _ in range(2):
        desk.say(Entries(TABLE, 0, log[:3], older.digest()))
    desk.wish(intents.SitDown(TABLE))
    assert desk.alarms == ["rollback"]


def test_another_past_than_the_one_on_disk_is_an_alarm(desk: Desk) -> None:
    """A server that has gone on otherwise from what it lost is named, as by a client that stayed open."""
    before = len(desk.table.match.log)
    decide(desk)
    other = Match(YS, desk.table.setup)
    other.extend(0, tuple(desk.table.match.log)[:before])
    vault = desk.table.vaults[ME]
    legal = YS.legal(other.view(ME, vault))
    other.submit(other.sign(ME, vault, (legal[-1],)))
    desk.table.match = other
    desk.new_store()
    desk.connect()
    answer(desk)
    desk.wish(intents.SitDown(TABLE))
    assert desk.alarms == ["rollback"]
    assert desk.acts == []


@pytest.mark.parametrize("harm", [b"", b"rubbish", "cut", "forged"])
def test_log_that_is_of_no_use_is_no_obstacle(desk: Desk, tmp_path: Path, harm: bytes | str) -> None:
    """A damaged file is read as none: the game goes on by what the server shows."""
    desk.passes(1)
    (path,) = (tmp_path / "logs").iterdir()
    data = path.read_bytes()
    path.write_bytes(
        harm if isinstance(harm, bytes) else data[:-9] if harm == "cut" else data[:-9] + bytes(9)
    )
    restart(desk, len(desk.table.match.log))
    assert desk.alarms == []
    decide(desk)
    desk.passes(1)
    assert load(path.read_bytes()).entries == tuple(desk.table.match.log)


def test_log_is_readable_by_its_owner_alone_and_grows_while_one_looks_on(desk: Desk, tmp_path: Path) -> None:
    """What others do is on disk a tick later; another window that has seen less does not shorten it."""
    desk.passes(1)
    (path,) = (tmp_path / "logs").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    desk.other_plays()
    desk.passes(1)
    log = tuple(desk.table.match.log)
    assert load(path.read_bytes()).entries == log
    desk.logs.of(SERVER, TABLE, desk.table.setup).write(log[:3])  # type: ignore[union-attr]
    assert load(path.read_bytes()).entries == log


def test_vote_that_was_lost_is_offered_until_it_is_taken(desk: Desk) -> None:
    """A server that started anew waits before it counts a vote again: it is offered again until then."""
    decide(desk)
    desk.connect()
    desk.say(Behind(TABLE, 1))
    offer = next(message for message in desk.sent if isinstance(message, Offer))
    desk.sent = []
    desk.say(Refused(offer.ref, "too-early", "the table waits 170 more seconds before it votes"))
    assert "vote" in desk.store.snapshot.notice.detail  # type: ignore[union-attr]
    assert desk.sent == []
    desk.passes(10)
    assert any(isinstance(message, Watch) for message in desk.sent)


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("is_gone", [False, True])
def test_table_that_the_server_does_not_know_is_kept(
    desk: Desk, tmp_path: Path, *, is_restarted: bool, is_gone: bool
) -> None:
    """It may be younger than the state the server came back with: it is said, with a file to look at."""
    desk.passes(1)
    log = tuple(desk.table.match.log)
    if is_restarted:
        desk.new_store()
    if is_gone and not is_restarted:
        desk.say(TableGone(TABLE))
    else:
        without_table(desk)
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert notice.code == "table-lost"
    words, _, path = notice.detail.partition("ys replay ")
    assert "older than the table" in words
    assert load(Path(path).read_bytes()).entries == log
    assert Path(path).parent == tmp_path / "logs"


def without_table(desk: Desk) -> None:
    """Connect to a server that does not know the table."""
    info = desk.info
    desk.info = lambda: replace(info(), id=TABLE + 1, stage="open", chairs=())  # type: ignore[method-assign]
    desk.connect()
    desk.say(Lobby((), NAMES[:1]))
    desk.sent = []
    desk.refuse_last("no-such-table")


def test_games_seen_longest_ago_make_room(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many logs are kept as are worth it; the one to which nothing was added for longest goes."""
    monkeypatch.setattr(on_disk, "MOST", 2)
    logs, log = Logs(tmp_path / "others"), tuple(desk.table.match.log)
    for number in range(3):
        logs.of(SERVER, number, desk.table.setup).write(log)
        path = logs.latest(SERVER, number)
        assert path is not None
        os.utime(path, (number, number))
    assert [logs.latest(SERVER, number) is not None for number in range(3)] == [False, True, True]
