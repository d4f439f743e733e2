"""The client's store as dialogues: the server or the player says this, so it sends that."""

import pytest
from msgspec.structs import replace

from protocol import VERSION
from protocol.game import Ballot, Choice, Resign, Seat
from protocol.keys import check
from protocol.match import Entry, Match
from protocol.messages import (
    Act,
    Began,
    Behind,
    Bye,
    Challenge,
    Entries,
    Hello,
    Leave,
    Lobby,
    Offer,
    OpenTable,
    Refused,
    Rename,
    Renamed,
    Said,
    Sit,
    TableChanged,
    TableGone,
    Waiting,
    Watch,
    Welcome,
    greeting,
)
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import NAMES, secret
from tests.support.toy import TOY, PickBid, Seal, Show
from ys_tui.client import intents, voted
from ys_tui.client.intents import Pick, SitDown
from ys_tui.client.keyring import KeyringError
from ys_tui.client.snapshot import Connection


@pytest.fixture
def desk() -> Desk:
    """Return a table that has just begun, with the client there."""
    desk = Desk()
    desk.begin()
    return desk


@pytest.fixture
def asked() -> Desk:
    """Return a table at which the player is asked for a bid."""
    desk = Desk()
    desk.begin()
    desk.play_until(PickBid)
    return desk


def actions(entry: Entry) -> list[type]:
    """Return what kinds of action an entry holds."""
    return [type(TOY.decode(raw)) for raw in entry.actions]


def test_hello_is_signed_for_this_server_and_connection() -> None:
    """The answer to a challenge is a hello whose signature covers the server's key and nonce."""
    desk = Desk()
    desk.say(Challenge(SERVER, secret("nonce")))
    (hello,) = desk.sent
    assert isinstance(hello, Hello)
    assert check(hello.key, greeting(SERVER, secret("nonce"), VERSION), hello.sign)


def test_online_only_once_the_lobby_is_known() -> None:
    """A client that is welcome shows ONLINE with the lobby, not before: nobody opens a table twice."""
    desk = Desk()
    desk.say(Welcome("Ada", VERSION, ()))
    before = desk.store.snapshot.connection
    desk.say(Lobby((), ()))
    assert (before, desk.store.snapshot.connection) == (Connection.CONNECTING, Connection.ONLINE)


def test_other_revision_is_refused_in_words() -> None:
    """A server of another revision is not tried again, and the player is told both numbers."""
    desk = Desk()
    desk.say(Welcome("Ada", VERSION + 1, ()))
    assert desk.store.is_refused
    assert str(VERSION + 1) in desk.store.snapshot.problem


def test_who_comes_by_another_name_asks_to_be_called_so_once() -> None:
    """A refusal is told; after `Renamed` the next hello says the new name. Unattended, nothing is asked."""
    desk = Desk()
    desk.say(Welcome("Eve", VERSION, ()))
    (rename,) = desk.sent
    assert isinstance(rename, Rename)
    assert (rename.name, desk.store.snapshot.name) == (NAMES[0], "Eve")
    desk.say(Refused(rename.ref, "seated", "you have a chair"))
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert notice.detail.startswith("You have a chair at a table that has not begun.")
    desk.sent = []
    desk.say(Welcome("Eve", VERSION, ()))
    assert desk.sent == []
    desk.say(Renamed("Dan"))
    desk.say(Challenge(SERVER, secret("nonce")))
    (hello,) = desk.sent
    assert isinstance(hello, Hello)
    assert hello.name == desk.store.snapshot.name == "Dan"
    away = Desk(is_unattended=True)
    away.say(Welcome("Eve", VERSION, ()))
    assert away.sent == []


@pytest.mark.parametrize(("code", "refused"), [("name-taken", True), ("going-away", False)])
def test_goodbye_is_final_only_when_asking_again_is_useless(code: str, refused: bool) -> None:
    """After `name-taken` the client stops; a server that ends is tried again."""
    desk = Desk()
    desk.connect()
    desk.say(Bye(code, "The reason."))
    desk.store.offline(2.0, "")
    assert desk.store.is_refused == refused
    assert desk.store.snapshot.problem == "The reason."


def test_sealing_is_sent_without_being_asked(desk: Desk) -> None:
    """The game begins and the seat's sealing leaves by itself."""
    (entry,) = desk.acts
    assert actions(entry) == [Seal]


def test_owed_answers_go_on_in_the_lobby(asked: Desk) -> None:
    """A player who looks at the lobby still opens what the rules ask for."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.deliver()
    asked.wish(intents.LeaveTable())
    assert asked.store.snapshot.at is None
    asked.sent = []
    asked.others_play()
    assert [actions(entry) for entry in asked.acts] == [[Show]]


def test_draft_is_shown_and_sent_whole(asked: Desk) -> None:
    """A pick changes the state on the screen and nothing else; confirming sends it as one entry."""
    bid = asked.shown.legal[0]
    asked.wish(Pick(bid))
    assert asked.shown.draft == (bid,)
    assert asked.shown.prompt is None
    assert asked.acts == []
    asked.wish(intents.Confirm())
    assert len(asked.acts) == 1
    assert asked.shown.sent


def test_undo_takes_back_what_was_not_sent(asked: Desk) -> None:
    """Undo empties the draft before it is sent, and does nothing afterwards."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Undo())
    assert asked.shown.draft == ()
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.wish(intents.Undo())
    assert len(asked.shown.draft) == 1


def test_one_act_in_flight(asked: Desk) -> None:
    """Confirming twice sends once."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.wish(intents.Confirm())
    assert len(asked.acts) == 1


def test_illegal_pick_is_told(asked: Desk) -> None:
    """A pick that the engine refuses changes nothing and gives a word to the player."""
    asked.wish(Pick(Resign()))
    notice = asked.store.snapshot.notice
    assert notice is not None
    assert notice.code == "not-asked"
    assert asked.shown.draft == ()


def test_refused_draft_is_kept(asked: Desk) -> None:
    """A refusal gives the reason and leaves the draft as it was, ready to be sent again."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.refuse("bad-signature")
    assert len(asked.shown.draft) == 1
    assert not asked.shown.sent
    notice = asked.store.snapshot.notice
    assert notice is not None
    assert notice.code == "bad-signature"
    asked.wish(intents.Confirm())
    assert len(asked.acts) == 1


def test_refused_answer_is_not_repeated_at_once(desk: Desk) -> None:
    """An owed answer that is refused waits for something new to happen: no endless refusals."""
    desk.refuse("bad-signature")
    assert desk.acts == []
    desk.other_plays()
    assert [actions(entry) for entry in desk.acts] == [[Seal]]


@pytest.fixture
def overtaken() -> Desk:
    """Return a table at which a confirmed choice of the player was overtaken by somebody's resignation."""
    desk = Desk()
    desk.begin()
    desk.play_until(PickBid)
    desk.wish(Pick(desk.shown.legal[-1]))
    desk.wish(intents.Confirm())
    desk.play_until(Choice)
    desk.wish(Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    return desk


def test_overtaken_draft_is_kept_for_the_player(overtaken: Desk) -> None:
    """The position changed before the choice arrived: it stays a draft, and the player decides again."""
    overtaken.sent = []
    overtaken.resigns(1)
    assert overtaken.acts == []
    assert len(overtaken.shown.draft) == 1
    assert not overtaken.shown.sent


@pytest.mark.parametrize("leavers", [(0,), (1, 2)], ids=["the seat has left", "the game is over"])
def test_draft_of_who_decides_nothing_any_more_goes_silently(leavers: tuple[int, ...]) -> None:
    """Who has left, or won since all others left, is told nothing of a choice that was not sent."""
    desk = Desk()
    desk.begin()
    desk.play_until(PickBid)
    desk.wish(Pick(desk.shown.legal[0]))
    for seat in leavers:
        desk.resigns(seat)
    assert desk.shown.draft == ()
    assert desk.store.snapshot.notice is None
    assert desk.shown.parted == leavers
    assert desk.shown.others == tuple(NAMES[seat] for seat in (1, 2) if seat not in leavers)


def test_overtaken_opening_is_offered_again_by_itself(overtaken: Desk) -> None:
    """A draft whose opening has left already is signed anew and sent again, with the same actions."""
    (first,) = overtaken.acts
    overtaken.sent = []
    overtaken.store.tables[TABLE]._chair.is_bound = True
    overtaken.resigns(1)
    (again,) = overtaken.acts
    assert again.actions == first.actions
    assert again.at > first.at


def test_late_refusal_of_an_overtaken_draft_is_told(overtaken: Desk) -> None:
    """The server's refusal comes after the entry that overtook the choice: it gives a word, nothing else."""
    act = overtaken.sent[-1]
    assert isinstance(act, Act)
    overtaken.sent = []
    overtaken.resigns(1)
    overtaken.say(Refused(act.ref, "overtaken", "Somebody left."))
    notice = overtaken.store.snapshot.notice
    assert notice is not None
    assert notice.code == "overtaken"
    assert len(overtaken.shown.draft) == 1


def test_pending_entry_is_sent_again_byte_for_byte(asked: Desk) -> None:
    """The link breaks with an entry under way: after coming back the same bytes are sent, once."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    (lost,) = asked.acts
    asked.connect()
    (watch,) = asked.sent
    assert isinstance(watch, Watch)
    assert watch.have == len(asked.table.match.log)
    assert watch.chain == asked.table.match.chain
    asked.sent = []
    asked.show(watch)
    assert asked.acts == [lost]


def test_pending_entry_that_arrived_is_not_sent_again(asked: Desk) -> None:
    """The link breaks after the server took the entry: coming back shows it played, nothing is sent twice."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    (entry,) = asked.acts
    asked.table.match.submit(entry)
    asked.connect()
    asked.deliver()
    assert asked.shown.draft == ()
    assert not asked.shown.sent
    assert asked.table.match.log.count(entry) == 1


def test_confirm_without_a_link_waits(asked: Desk) -> None:
    """A draft confirmed while the link is down leaves when the table is caught up, not before."""
    asked.store.offline(3.0, "gone")
    assert asked.store.snapshot.connection is Connection.LOST
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    assert asked.acts == []
    asked.connect()
    assert asked.acts == []
    asked.show(next(message for message in asked.sent if isinstance(message, Watch)))
    assert len(asked.acts) == 1


def test_history_comes_in_pieces(asked: Desk) -> None:
    """While pieces are still coming nothing is sent; with the last one the seat answers."""
    log = asked.table.match.log
    asked.new_store()
    asked.connect()
    asked.sent = []
    asked.say(Began(TABLE, asked.table.setup))
    asked.tell(0, log[:2], b"")
    assert asked.acts == []
    asked.tell(2, log[2:])
    asked.wish(intents.SitDown(TABLE))
    assert asked.shown.confirmed == asked.table.match.state


def test_desync_asks_again_from_the_start_once(asked: Desk) -> None:
    """Another digest makes the client ask for everything; when it agrees then, the draft is there again."""
    asked.wish(Pick(asked.shown.legal[0]))
    entry = asked.other_plays(told=False)
    asked.tell(len(asked.table.match.log) - 1, (entry,), b"otherone")
    (watch,) = asked.sent
    assert isinstance(watch, Watch)
    assert (watch.have, watch.chain) == (0, b"")
    asked.deliver()
    assert asked.alarms == []
    assert len(asked.shown.draft) == 1
    assert asked.shown.confirmed == asked.table.match.state


def test_entries_on_their_way_do_not_disturb_the_new_beginning(asked: Desk) -> None:
    """What was broadcast before the server read the question is passed over."""
    asked.tell(len(asked.table.match.log), (), b"otherone")
    entry = asked.other_plays()
    assert asked.alarms == []
    asked.deliver()
    assert entry in asked.table.match.log
    assert asked.shown.confirmed == asked.table.match.state


def test_second_desync_is_an_alarm(asked: Desk) -> None:
    """When the second telling disagrees as well, it is named and nothing more leaves."""
    asked.tell(len(asked.table.match.log), (), b"otherone")
    asked.sent = []
    asked.tell(0, asked.table.match.log, b"otherone")
    assert asked.alarms == ["desync"]
    asked.wish(intents.Confirm())
    assert asked.sent == []


def test_forged_entry_is_an_alarm(asked: Desk) -> None:
    """An entry that its seat has not signed stops the table: nothing more is opened there."""
    entry = asked.other_plays(told=False)
    asked.tell(len(asked.table.match.log) - 1, (replace(entry, sign=bytes(64)),))
    assert asked.alarms == ["forged"]
    asked.wish(intents.Confirm())
    asked.connect()
    assert asked.sent == []


def test_contradicting_entry_is_a_rollback(asked: Desk) -> None:
    """An entry other than the one held at its number is named as a rollback."""
    log = list(asked.table.match.log)
    asked.tell(0, (log[1], log[0]))
    assert asked.alarms == ["rollback"]


def test_other_history_is_an_alarm(asked: Desk) -> None:
    """A server that says our chain is not its own is not believed any more."""
    asked.connect()
    (watch,) = asked.sent
    assert isinstance(watch, Watch)
    asked.say(Refused(watch.ref, "other-history", "Another chain."))
    assert asked.alarms == ["other-history"]


def test_lost_entries_are_offered(asked: Desk) -> None:
    """A server that is behind is offered what it lost."""
    log = asked.table.match.log
    asked.connect()
    asked.sent = []
    asked.say(Behind(TABLE, 1))
    offers = [message for message in asked.sent if isinstance(message, Offer)]
    assert offers[0].start == 1
    assert [entry for offer in offers for entry in offer.entries] == list(log[1:])


def test_note_is_written_before_a_batch_leaves(asked: Desk) -> None:
    """What the seat had seen when it confirmed is noted: table, length and chain."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    note = asked.notes.note(asked.table.setup.seats[0].nonce)
    assert note is not None
    assert note.length == len(asked.table.match.log)
    assert note.chain == asked.table.match.chain


def test_shorter_log_after_a_restart_is_a_rollback(asked: Desk) -> None:
    """A log that lacks what was noted before the restart is named, and nothing is opened on it."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    log = asked.table.match.log
    asked.new_store()
    asked.connect()
    asked.sent = []
    asked.say(Began(TABLE, asked.table.setup))
    older = Match(TOY, asked.table.setup)
    older.extend(0, log[:1])
    asked.tell(0, log[:1], older.digest())
    asked.wish(intents.SitDown(TABLE))
    assert asked.alarms == ["rollback"]
    assert asked.acts == []


def test_empty_log_after_a_restart_is_a_rollback(asked: Desk) -> None:
    """A server that begins the noted table anew does not get another sealing."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.new_store()
    asked.stage = "open"
    asked.connect()
    asked.say(Began(TABLE, asked.table.setup))
    assert asked.acts == []


def test_restart_goes_on_where_the_note_agrees(asked: Desk) -> None:
    """After a restart with the whole log the seat plays on, own values known again."""
    known = asked.shown.view.known
    asked.new_store()
    asked.connect()
    asked.deliver()
    asked.wish(intents.SitDown(TABLE))
    assert asked.alarms == []
    assert asked.shown.view.known == known
    assert asked.shown.legal


def test_setup_with_other_keys_is_refused() -> None:
    """A setup in which our seat has other keys than those we sat down with is named, and not joined."""
    desk = Desk()
    desk.connect()
    desk.notes.sit(SERVER, TABLE, bytes(16))
    desk.say(Began(TABLE, desk.table.setup))
    assert desk.store.snapshot.table is None
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["lying-setup"]
    assert desk.acts == []


def test_setup_with_a_useless_box_key_is_refused() -> None:
    """A box key with which no exchange is possible, anybody's, is refused."""
    desk = Desk()
    desk.connect()
    seats = desk.table.setup.seats
    desk.say(
        Began(TABLE, replace(desk.table.setup, seats=(seats[0], replace(seats[1], box=bytes(32)), seats[2])))
    )
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["lying-setup"]


def test_setup_with_a_nonce_twice_is_refused() -> None:
    """Equal nonces in one setup are refused."""
    desk = Desk()
    desk.connect()
    seats = desk.table.setup.seats
    doubled = replace(seats[1], nonce=seats[2].nonce)
    desk.say(Began(TABLE, replace(desk.table.setup, seats=(seats[0], doubled, seats[2]))))
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["lying-setup"]


def test_keys_are_good_for_one_setup(desk: Desk) -> None:
    """The nonce of one table in the setup of another is refused: its chain's links would be known."""
    other = replace(desk.table.setup, seats=(*desk.table.setup.seats[:2],))
    desk.sent = []
    desk.say(Began(TABLE + 1, other))
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["lying-setup"]
    assert desk.acts == []


def test_chair_that_was_given_away_is_told() -> None:
    """A game that begins without the chair this person took is watched, with an alarm that says so."""
    desk = Desk()
    desk.connect()
    desk.notes.sit(SERVER, TABLE, secret("another nonce", size=16))
    desk.new_store(secret("stranger"))
    desk.connect()
    desk.say(Began(TABLE, desk.table.setup))
    desk.stage = "playing"
    desk.say(TableChanged(desk.info()))
    desk.wish(intents.WatchTable(TABLE))
    assert desk.shown.seat is None
    assert desk.alarms == ["chair-lost"]
    assert desk.store.snapshot.notice is not None
    assert desk.store.snapshot.notice.code == "chair-lost"
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["chair-lost"]


def test_chair_that_was_left_is_not_missed() -> None:
    """Who stands up before the game begins, or was refused the chair, has lost nothing."""
    desk = Desk()
    desk.connect()
    desk.notes.sit(SERVER, TABLE, secret("a nonce", size=16))
    desk.wish(SitDown(TABLE))
    desk.wish(intents.LeaveTable())
    assert desk.notes.sat(SERVER, TABLE) is None
    desk.new_store(secret("stranger"))
    desk.connect()
    desk.wish(SitDown(TABLE))
    (sit,) = (message for message in desk.sent if isinstance(message, Sit))
    assert desk.notes.sat(SERVER, TABLE) is not None
    desk.say(Refused(sit.ref, "full", "All chairs are taken."))
    assert desk.notes.sat(SERVER, TABLE) is None


def test_second_beginning_of_a_table_is_an_alarm(desk: Desk) -> None:
    """The same table with another setup stops it."""
    desk.sent = []
    desk.say(Began(TABLE, replace(desk.table.setup, options=("long",))))
    assert desk.alarms == ["lying-setup"]


def test_opening_a_table_sits_down() -> None:
    """The table that the player asked for appears: the client sits down at it with a noted nonce."""
    desk = Desk()
    desk.connect()
    desk.wish(intents.OpenTable(TOY.key, 3, (), "Toys"))
    (asked,) = desk.sent
    assert isinstance(asked, OpenTable)
    desk.sent = []
    mine = replace(desk.info(), id=9, chairs=())
    desk.say(TableChanged(mine))
    (sit,) = desk.sent
    assert isinstance(sit, Sit)
    assert desk.notes.sat(SERVER, 9) == sit.keys.nonce
    desk.say(TableChanged(replace(mine, chairs=desk.info().chairs[:1])))
    assert desk.store.snapshot.at == 9


def test_table_of_other_rules_is_not_sat_at() -> None:
    """A table by another revision of the rules is refused here, with both numbers."""
    desk = Desk()
    desk.connect()
    desk.say(TableChanged(replace(desk.info(), id=9, rules=2, chairs=())))
    desk.wish(intents.SitDown(9))
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert "revision 2" in notice.detail
    assert desk.sent == []


@pytest.mark.parametrize("intent", [intents.SitDown(9), intents.WatchTable(9)])
@pytest.mark.parametrize(
    ("changes", "words"),
    [({"options": ("ghost",)}, "Toy has no option ghost."), ({"seats": 7}, "for 2 or 3 or 4 seats, not 7")],
)
def test_table_with_what_a_newer_version_knows_is_not_sat_at(
    intent: intents.Intent, changes: dict[str, object], words: str
) -> None:
    """Options or seats that this client does not know are named before one sits down; nothing is sent."""
    desk = Desk()
    desk.connect()
    desk.say(TableChanged(replace(desk.info(), id=9, chairs=(), **changes)))
    desk.wish(intent)
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert words in notice.detail
    assert desk.sent == []


def test_spectator_watches_without_knowing() -> None:
    """A stranger at the table sees the public state and is owed nothing."""
    desk = Desk()
    desk.stage = "playing"
    desk.other_plays(told=False)
    desk.new_store(secret("stranger"))
    desk.connect()
    assert desk.sent == []
    desk.wish(intents.WatchTable(TABLE))
    desk.deliver()
    assert desk.shown.seat is None
    assert not desk.shown.view.known
    assert desk.shown.prompt is None
    desk.wish(intents.LeaveTable())
    assert [type(message) for message in desk.sent] == [Leave]


def test_vote_needs_time_to_be_up(asked: Desk) -> None:
    """The player may vote about a seat once its time is over, and the ballot leaves as an act."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.deliver()
    asked.say(Waiting(TABLE, ((Seat(1), 12),)))
    before = asked.shown.may_vote
    asked.say(Waiting(TABLE, ((Seat(1), 0),)))
    assert (before, asked.shown.may_vote) == ((), (1,))
    asked.wish(intents.Vote(Seat(1), "go-on"))
    assert [actions(entry) for entry in asked.acts] == [[Ballot]]


def test_what_a_vote_brought_about_is_noted_with_the_votes(asked: Desk) -> None:
    """The journal holds the ballot, then what it did with how many of how many votes; no others (R52c)."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.deliver()
    asked.say(Waiting(TABLE, ((Seat(1), 0),)))
    before = len(asked.shown.journal)
    asked.wish(intents.Vote(Seat(1), "go-on"))
    asked.deliver()
    assert {(told.votes, told.choice) for told in asked.shown.journal[: before + 1]} == {((), "")}
    assert asked.shown.journal[before].event == voted.Balloted(Seat(0), Seat(1), "go-on")
    assert {(told.votes, told.choice) for told in asked.shown.journal[before + 1 :]} == {((1, 1), "go-on")}


def test_resignation_waits_for_what_is_under_way(asked: Desk) -> None:
    """Resigning with an entry in flight sends the resignation after it."""
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    asked.wish(intents.ResignGame())
    assert len(asked.acts) == 1
    asked.deliver()
    assert Resign in [kind for entry in asked.table.match.log for kind in actions(entry)]


def test_journal_tells_events_with_their_entry(asked: Desk) -> None:
    """Every event in the journal names the entry behind it, in order."""
    numbers = [chronicle.entry for chronicle in asked.shown.journal]
    assert numbers == sorted(numbers)
    assert numbers[-1] == len(asked.table.match.log) - 1


def test_chat_is_kept_for_its_table(desk: Desk) -> None:
    """Lines said at the table are shown there; those of another table are not."""
    desk.wish(intents.SitDown(TABLE))
    desk.say(Said(TABLE, "Ben", SERVER, "hello"))
    desk.say(Said(TABLE + 1, "Eve", SERVER, "elsewhere"))
    assert [(chat.name, chat.line) for chat in desk.shown.chat] == [("Ben", "hello")]


def test_a_line_is_kept_with_its_place_in_the_journal(asked: Desk) -> None:
    """What was said stands behind what had happened by then."""
    asked.say(Said(TABLE, NAMES[1], SERVER, "hello"))
    assert [chat.at for chat in asked.shown.chat] == [len(asked.shown.journal)]


def test_line_of_another_is_a_notice_while_the_game_runs(desk: Desk) -> None:
    """What others say at the running table is told; one's own line, or one elsewhere, is not."""
    desk.say(Said(TABLE, NAMES[0], desk.store.snapshot.key, "mine"))
    desk.say(Said(TABLE + 1, NAMES[1], SERVER, "elsewhere"))
    desk.say(Said(TABLE, NAMES[1], SERVER, "hello"))
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert (notice.number, notice.code, notice.detail) == (1, "chat", f"{NAMES[1]}: hello")


def test_table_is_left_without_a_link(desk: Desk) -> None:
    """Who wants to the lobby while the link is lost gets there; the chair stays."""
    desk.store.offline(1.0, "")
    desk.wish(intents.LeaveTable())
    assert desk.store.snapshot.at is None
    assert desk.store.snapshot.notice is None


def test_spoken_line_is_cleaned(desk: Desk) -> None:
    """Control characters of what the player types never leave."""
    desk.wish(intents.SitDown(TABLE))
    desk.sent = []
    desk.wish(intents.SayLine("a\x1b]52;c;x\x07b"))
    (said,) = desk.sent
    assert getattr(said, "line", None) == "a ]52;c;x b"


def test_table_that_is_gone_is_left(desk: Desk) -> None:
    """When the server drops the table the player is back in the lobby, and told."""
    desk.wish(intents.SitDown(TABLE))
    desk.say(TableGone(TABLE))
    assert desk.store.snapshot.table is None
    assert desk.store.snapshot.at is None
    assert desk.store.snapshot.notice is not None


def test_who_looked_in_hears_that_all_have_left() -> None:
    """A table goes with the last who sat there: who only looked hears why."""
    desk = Desk()
    desk.connect()
    desk.say(TableChanged(replace(desk.info(), chairs=desk.info().chairs[1:])))
    desk.wish(intents.WatchTable(TABLE))
    before = desk.store.snapshot
    desk.say(TableGone(TABLE))
    assert (before.at, desk.store.snapshot.at) == (TABLE, None)
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert notice.detail.startswith("Everybody with a chair has left that table before its game began")


def test_wish_without_a_link_is_told() -> None:
    """What needs the server is refused in words while there is none."""
    desk = Desk()
    desk.wish(intents.OpenTable(TOY.key, 3, (), "Toys"))
    notice = desk.store.snapshot.notice
    assert notice is not None
    assert notice.code == "offline"
    assert desk.sent == []


def test_whole_game_against_the_desk(desk: Desk) -> None:
    """The store plays a game to its end, choosing the first thing each time, and agrees with the server."""
    for _ in range(300):
        desk.deliver()
        if not desk.table.match.prompts:
            break
        desk.wish(intents.SitDown(TABLE))
        if desk.shown.legal:
            desk.wish(Pick(desk.shown.legal[0]))
            desk.wish(intents.Confirm())
        elif any(seat != 0 for seat in desk.table.match.prompts):
            desk.other_plays()
    assert TOY.outcome(desk.shown.confirmed) is not None
    assert desk.shown.confirmed == desk.table.match.state
    assert desk.alarms == []
    assert NAMES[0] == desk.store.snapshot.name


def test_unused_messages_are_about_nothing(desk: Desk) -> None:
    """Entries of a table that is not held here are passed over."""
    desk.sent = []
    desk.say(Entries(TABLE + 5, 0, (), bytes(8)))
    desk.say(Waiting(TABLE + 5, ()))
    assert desk.sent == []
    assert all(not isinstance(message, Act) for message in desk.sent)


def test_refused_watching_can_be_wished_again() -> None:
    """A table that could not be watched now is asked for again when the player wishes it again."""
    desk = Desk()
    desk.stage = "playing"
    desk.new_store(secret("stranger"))
    desk.connect()
    desk.wish(intents.WatchTable(TABLE))
    (watch,) = desk.sent
    assert isinstance(watch, Watch)
    desk.sent = []
    desk.say(Refused(watch.ref, "too-many-watchers", "No."))
    desk.wish(intents.WatchTable(TABLE))
    assert [type(message) for message in desk.sent] == [Watch]


def test_refused_table_that_is_gone_is_dropped(asked: Desk) -> None:
    """A server that came back without the table says so: the player is in the lobby, and told."""
    asked.connect()
    (watch,) = asked.sent
    assert isinstance(watch, Watch)
    asked.say(Refused(watch.ref, "no-such-table", "There is no table 7."))
    assert asked.store.snapshot.table is None
    assert asked.store.snapshot.at is None
    assert asked.store.snapshot.notice is not None


def test_damaged_note_stops_the_table(asked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the note that is there cannot be read nothing leaves: the reason is an alarm."""

    def damaged(*_: object) -> None:
        raise KeyringError("The note is damaged.")

    monkeypatch.setattr(asked.notes, "write", damaged)
    asked.wish(Pick(asked.shown.legal[0]))
    asked.wish(intents.Confirm())
    assert asked.acts == []
    assert asked.alarms == ["keyring"]
    assert asked.store.snapshot.marks == (), "a damaged note is no lie of the server"


def test_damaged_first_note_is_no_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note that is damaged as the game begins is told as that, and the table is not marked."""
    desk = Desk()
    desk.connect()

    def damaged(*_: object) -> None:
        raise KeyringError("The note is damaged.")

    monkeypatch.setattr(desk.notes, "write", damaged)
    desk.say(Began(TABLE, desk.table.setup))
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == ["keyring"]
    assert desk.store.snapshot.marks == ()
