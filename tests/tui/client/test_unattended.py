"""What is told while nobody looks: each thing once; and what is not answered then."""

from pathlib import Path

from protocol.game import NATURE, Ballot, Seat
from protocol.messages import Began, Refused, Watch
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import NAMES, secret
from tests.support.toy import PickBid
from ys_tui.client import silence
from ys_tui.client.berths import Berths
from ys_tui.client.people import People
from ys_tui.client.snapshot import Alarm
from ys_tui.client.unattended import Unattended, What

ME = Seat(0)


def begun(desk: Desk) -> Unattended:
    """Return what is told of a game that begins with nobody at the screen."""
    unattended = Unattended(desk.store)
    desk.connect()
    desk.stage = "playing"
    desk.say(Began(TABLE, desk.table.setup))
    return unattended


def told(unattended: Unattended) -> list[What]:
    """Return what is new, by kind."""
    return [news.what for news in unattended.news()]


def test_a_wait_is_told_once() -> None:
    """Neither a later look, nor a lost link, nor a log that is shown again tells it once more."""
    desk = Desk(is_unattended=True)
    unattended = begun(desk)
    assert told(unattended) == [What.CONNECTED, What.BEGAN]
    desk.play_until(PickBid)
    desk.deliver()
    assert told(unattended) == [What.WAITS]
    assert told(unattended) == []
    desk.store.offline(1.0, "")
    assert told(unattended) == [What.LOST]
    desk.connect()
    desk.deliver()
    assert told(unattended) == [What.CONNECTED]


def test_a_paused_table_waits_for_nobody() -> None:
    """What is asked during a pause is told when the table plays on."""
    desk = Desk(is_unattended=True)
    unattended = begun(desk)
    match, vaults = desk.table.match, desk.table.vaults
    for choice, news in (("pause", []), ("play", [What.WAITS])):
        for seat in (1, 2):
            entry = match.sign(Seat(seat), vaults[Seat(seat)], (Ballot(NATURE, choice),))
            match.submit(entry)
            desk.tell(len(match.log) - 1, (entry,))
        desk.play_until(PickBid)
        desk.deliver()
        assert [what for what in told(unattended) if what is What.WAITS] == news


def test_the_lobby_is_looked_at_no_longer_than_it_takes_to_read_it() -> None:
    """Nobody is told the news of others for a screen that is not there."""
    desk = Desk(is_unattended=True)
    begun(desk)
    assert desk.looks == [True, False]


def test_changed_key_is_not_answered_until_somebody_has_accepted_it(tmp_path: Path) -> None:
    """It is told; sealed is nothing. When another window of the profile has accepted it, play goes on."""
    path = tmp_path / "people"
    other = People(path)
    other.met([other.face(NAMES[1], secret("the key before"), is_own=False, is_bot=False)])
    desk = Desk(is_unattended=True, people=People(path))
    unattended = begun(desk)
    desk.looks_again()
    assert desk.acts == []
    (warning,) = (news for news in unattended.news() if news.what is What.WARNING)
    assert warning.table == TABLE
    assert "another key" in warning.detail
    assert warning.detail.endswith("Nothing is answered there any more before you have looked at it with ys.")
    People(path).accept(NAMES[1], desk.table.setup.seats[1].sign, is_playing=True)
    desk.looks_again()
    assert len(desk.acts) == 1
    assert What.WARNING not in told(unattended)


def test_mark_that_another_window_has_put_stops_the_answers() -> None:
    """A lie that the screen has seen counts here, too: at the next look, and at the next start."""
    desk = Desk(is_unattended=True)
    unattended = begun(desk)
    desk.notes.mark(SERVER, TABLE, (Alarm("forged", "Entry 3 is not what was signed."),))
    desk.looks_again()
    desk.play_until(PickBid)
    assert told(unattended) == [What.CONNECTED, What.WARNING, What.BEGAN]
    desk = Desk(is_unattended=True, notes=desk.notes)
    unattended = begun(desk)
    assert desk.acts == []
    assert What.WARNING in told(unattended)


def test_slow_server_is_told_and_still_answered() -> None:
    """What may have a harmless reason stops nothing."""
    desk = Desk(is_unattended=True)
    desk.notes.mark(SERVER, TABLE, (Alarm(silence.UNANSWERED, "The server has not answered."),))
    unattended = begun(desk)
    assert len(desk.acts) == 1
    (warning,) = (news for news in unattended.news() if news.what is What.WARNING)
    assert warning.detail == "The server has not answered."


def test_the_end_of_a_game_is_told_that_came_while_nobody_kept_it() -> None:
    """The table of the profile is asked for once more; then its server is not needed any longer."""
    desk = Desk(is_unattended=True)
    desk.berths.note("", SERVER, TABLE, is_on=True)
    for seat in (1, 2):
        desk.resigns(seat)
    while desk.table.match.prompts:
        seat = next(iter(desk.table.match.prompts))
        match, vault = desk.table.match, desk.table.vaults[seat]
        legal = desk.game.legal(match.view(seat, vault)) if not match.owed(seat, vault) else ()
        match.submit(match.sign(seat, vault, match.owed(seat, vault) or (legal[0],)))
    desk.stage = "over"
    unattended = Unattended(desk.store)
    desk.connect()
    desk.deliver()
    (over,) = (news for news in unattended.news() if news.what is What.OVER)
    assert over.title == "Toys"
    assert over.detail.startswith("place 1 of 3, ")
    assert desk.berths.all == ()


def test_a_table_that_is_there_no_longer_is_forgotten_without_a_word() -> None:
    """Its server has thrown it away long ago: it is not asked again."""
    desk = Desk(is_unattended=True)
    desk.berths.note("", SERVER, 99, is_on=True)
    unattended = Unattended(desk.store)
    desk.connect()
    (watch,) = (message for message in desk.sent if isinstance(message, Watch) and message.table == 99)
    desk.say(Refused(watch.ref, "no-such-table", "There is none."))
    assert desk.berths.all == ()
    assert told(unattended) == [What.CONNECTED]
    assert desk.store.snapshot.notice is None


def test_known_address_stays_where_the_player_has_reached_the_server(tmp_path: Path) -> None:
    """Who reaches it elsewhere does not tell the profile, which would go back and forth between them."""
    path = tmp_path / "servers"
    Berths(path).note("ws://near", SERVER, 1, is_on=True)
    Berths(path, moves=False).note("ws://far", SERVER, 2, is_on=True)
    (berth,) = Berths(path).all
    assert (berth.address, berth.tables) == ("ws://near", (1, 2))
    assert Berths(path).at(SERVER) == (1, 2)
