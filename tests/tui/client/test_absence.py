"""A seat that the table has given up, as its player's client sees it, and how they come back to it."""

import io

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Ballot, Reseat, Reseated, Seat
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid, SealBrokers
from protocol.messages import Sit, TableChanged, Waiting
from protocol.seating import END, PAUSE, PLAY
from protocol.vault import Vault
from tests.support.desk import SERVER, TABLE, Desk
from tests.support.driver import secret
from ys_tui.client import intents, voted
from ys_tui.client import snapshot as up
from ys_tui.client.keyring import Scratch
from ys_tui.client.snapshot import Absence
from ys_tui.plain.console import Console
from ys_tui.plain.lobby import Lobby
from ys_tui.plain.paper import Paper
from ys_tui.screens.listing import OWN, sections

ME, B, C, D = map(Seat, range(4))
BOT = Vault(secret("bot"), secret("bot", size=16), "Robin", bot=True)


@pytest.fixture
def desk() -> Desk:
    """Return a table of Ys that waits for the bid of the player, who looks at it."""
    desk = Desk(seats=4, game=YS)
    desk.begin()
    desk.play_until(PickBid)
    for seat in (B, C, D):
        match = desk.table.match
        desk.table.do(seat, YS.legal(match.view(seat, desk.table.vaults[seat]))[0])
    tell(desk)
    return desk


def tell(desk: Desk) -> None:
    """Tell the client all that is new in the log."""
    have = desk.store.tables[TABLE].match  # what is held there is nobody else's affair
    desk.tell(len(have.log), desk.table.match.log[len(have.log) :])


def give_up(desk: Desk, choice: str = "bot") -> None:
    """Let two of three vote about the player's seat."""
    for seat in (B, C):
        desk.table.do(seat, Ballot(ME, choice))
    tell(desk)


def seat_next(desk: Desk, sitter: Vault, sign: bytes | None = None) -> None:
    """Let somebody take the player's seat as the next round begins, with another's key if one is given."""
    table = desk.table
    round_ = table.match.state.round
    while table.match.state.round == round_ or not any(
        isinstance(prompt, SealBrokers) for prompt in table.match.prompts.values()
    ):
        table.step()
    ballots = table.match.seating.vacant.get(ME, ()) if sitter.keys.bot else ()
    keys = replace(sitter.keys, sign=sign or sitter.keys.sign)
    table.do(NATURE, Reseat(ME, keys, ballots))
    table.vaults[ME] = sitter
    tell(desk)


def absence(desk: Desk) -> Absence:
    """Return whether the player has the seat."""
    return desk.shown.absence


def come_back(desk: Desk) -> Vault:
    """Wish to come back, and return the vault of the keys that were sent."""
    desk.sent = []
    desk.wish(intents.ComeBack())
    (sit,) = desk.sent
    assert isinstance(sit, Sit)
    return Vault(secret(desk.seed, "identity", 0), sit.keys.nonce, sit.keys.name)


def test_player_comes_back_to_a_seat_that_a_bot_holds(desk: Desk) -> None:
    """In between they look on; with fresh keys they have the seat again, and their client seals for it."""
    give_up(desk)
    assert absence(desk) is Absence.GIVEN_UP
    assert desk.shown.succeeded == (ME,)
    seat_next(desk, BOT)
    assert not any(desk.shown.succeeded)
    assert (desk.shown.absence, desk.shown.seat, desk.shown.home) == (Absence.HELD, None, ME)
    back = come_back(desk)
    assert back.keys.nonce != desk.table.setup.seats[ME].nonce
    assert absence(desk) is Absence.COMING
    desk.sent = []
    seat_next(desk, back)
    assert (desk.shown.absence, desk.shown.seat) == (Absence.HERE, ME)
    assert len(desk.acts) == 1
    told = [told.event for told in desk.shown.journal if isinstance(told.event, Reseated)]
    assert [(event.name, event.bot) for event in told] == [("Robin", True), ("Ada", False)]


def test_seat_that_was_had_again_is_had_after_a_restart(desk: Desk) -> None:
    """The keys of the return are on disk before they leave: a new start of the client plays on with them."""
    give_up(desk)
    back = come_back(desk)
    seat_next(desk, back)
    desk.new_store()
    desk.connect()
    desk.wish(intents.SitDown(TABLE))
    desk.deliver()
    assert desk.alarms == []
    assert (desk.shown.absence, desk.shown.seat) == (Absence.HERE, ME)


@pytest.mark.parametrize("with_bot", [True, False])
def test_return_that_nobody_asked_for(desk: Desk, *, with_bot: bool) -> None:
    """A server that puts keys of its own under the player's key is named, and the table stays marked."""
    give_up(desk)
    if with_bot:
        seat_next(desk, BOT)
    assert desk.alarms == []
    thief = Vault(secret("thief"), secret("thief", size=16), "Ada")
    desk.sent = []
    seat_next(desk, thief, sign=desk.store.snapshot.key)
    assert desk.alarms == ["stolen-seat"]
    assert desk.shown.seat is None
    assert desk.acts == [], "nothing is sealed with keys that are not the player's"
    desk.new_store()
    desk.connect()
    desk.wish(intents.SitDown(TABLE))
    desk.deliver()
    assert desk.alarms == ["stolen-seat"]


@pytest.mark.parametrize("has_seen", ["all of it", "its beginning", "nothing"])
def test_seat_that_the_table_gave_to_a_bot_is_not_lost(desk: Desk, has_seen: str) -> None:
    """The lobby shows a bot in the chair: that was the table's vote, and nobody has taken the chair away."""
    give_up(desk)
    seat_next(desk, BOT)
    if has_seen == "all of it":
        desk.say(TableChanged(desk.info()))
    else:
        if has_seen == "nothing":
            desk.notes = Scratch()
            desk.notes.sit(SERVER, TABLE, desk.table.setup.seats[ME].nonce)
        desk.new_store()
        desk.connect()
        desk.deliver()
    assert desk.store.snapshot.alarms == ()
    desk.wish(intents.WatchTable(TABLE))
    assert desk.alarms == []
    assert (desk.shown.absence, desk.shown.home) == (Absence.HELD, ME)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_lobby_keeps_a_table_whose_seat_a_bot_has(desk: Desk, *, is_restarted: bool) -> None:
    """It is told as a game of the player's, and that a bot has the seat; a restart changes nothing."""
    give_up(desk)
    seat_next(desk, BOT)
    if is_restarted:
        desk.new_store()
        desk.connect()
        desk.deliver()
    assert desk.store.snapshot.own == ((TABLE, Absence.HELD),)
    lost = replace(desk.info(), chairs=desk.info().chairs[1:])
    shown = replace(desk.store.snapshot, lobby=up.Lobby((lost,)))
    assert sections(shown) == [(OWN, [lost])]
    paper = io.StringIO()
    console = Console(Paper(paper), float, print)
    console.snapshot = shown
    Lobby(console).enter()
    assert f"a bot has your seat (sit {TABLE} goes there, back takes it again)" in paper.getvalue()


@pytest.mark.parametrize(
    ("code", "alarms"), [("kicked", ["chair-lost"]), ("no-such-table", []), ("too-many-watchers", [])]
)
def test_table_that_shows_neither_chair_nor_game(desk: Desk, code: str, alarms: list[str]) -> None:
    """A server that took the chair and does not show why is named; one that lost it or is full is not."""
    give_up(desk)
    seat_next(desk, BOT)
    desk.new_store()
    desk.connect()
    desk.refuse_last(code)
    assert [alarm.code for alarm in desk.store.snapshot.alarms] == alarms


def test_bot_with_the_players_key(desk: Desk) -> None:
    """A bot that is shown under the player's key is no bot of the table's vote: named as well."""
    give_up(desk)
    seat_next(desk, BOT, sign=desk.store.snapshot.key)
    assert desk.alarms == ["stolen-seat"]


def test_refused_return_may_be_wished_again(desk: Desk) -> None:
    """While the request is under way it is not repeated; refused, it is told, and may be wished again."""
    give_up(desk)
    come_back(desk)
    desk.sent = []
    desk.wish(intents.ComeBack())
    assert desk.sent == []
    desk.refuse_last("too-fast")
    assert absence(desk) is Absence.GIVEN_UP
    come_back(desk)


def test_ballots_are_told_by_name_and_end_the_game(desk: Desk) -> None:
    """The journal holds who voted what; a game ended so is over without a result, and asks nothing more."""
    give_up(desk, END)
    told = [told.event for told in desk.shown.journal][-3:]
    assert told == [voted.Balloted(B, ME, END), voted.Balloted(C, ME, END), voted.EndedByVote()]
    assert desk.shown.journal[-1].votes == (2, 3)
    assert desk.shown.ended
    assert desk.shown.prompt is None
    assert absence(desk) is Absence.HERE


def test_pause_is_a_vote_about_the_table(desk: Desk) -> None:
    """The ballot leaves though nobody is late; with most of the votes the table pauses, until they say so."""
    desk.sent = []
    desk.wish(intents.Vote(NATURE, PAUSE))
    desk.deliver()
    for seat in (B, C):
        desk.table.do(seat, Ballot(NATURE, PAUSE))
    tell(desk)
    assert [(told.votes, told.choice) for told in desk.shown.journal[-3:]] == [
        ((1, 4), ""),
        ((2, 4), ""),
        ((3, 4), PAUSE),
    ]
    desk.say(Waiting(TABLE, ((ME, 50),), paused=True))
    assert desk.shown.paused
    desk.wish(intents.Vote(NATURE, PLAY))
    desk.deliver()
    desk.table.do(B, Ballot(NATURE, PLAY))
    tell(desk)
    told = [(told.votes, told.choice) for told in desk.shown.journal[-2:]]
    assert told == [((2, 4), PLAY), ((1, 4), "")], "half of the votes are too few for a pause"
    assert not desk.shown.paused


def test_turns_name_the_tables_that_wait(desk: Desk) -> None:
    """A table where the player is asked something is named with the entry since which; answered, no more."""
    assert desk.store.snapshot.turns == ((TABLE, desk.table.match.since(ME)),)
    desk.wish(intents.Pick(desk.shown.legal[0]))
    desk.wish(intents.Confirm())
    desk.deliver()
    assert TABLE not in dict(desk.store.snapshot.turns)
