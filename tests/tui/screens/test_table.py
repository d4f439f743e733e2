"""The table screen: which wishes the keys of each prompt make, and that what it shows can be followed."""

import contextlib

import pytest
from msgspec.structs import replace
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from protocol.game import NATURE, Choice, Seat
from protocol.games.ys.actions import Bid, Order, Pass, PlaceDown, PlaceUp, Take, UseCard
from protocol.games.ys.board import BOARD, ROUNDS, Spot
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from tests.support.driver import any_of
from tests.support.screen import NAMES, ScreenApp, Told, snapshot
from ys_tui.client.intents import ComeBack, Confirm, Pick, Undo, Vote
from ys_tui.client.refusals import words as refused
from ys_tui.client.snapshot import OFFLINE, Absence, Alarm, Chat, Connection, Notice, TableSnapshot
from ys_tui.games.ys.aim import ENOUGH_KEY, LETTER_OF, Aim, options, settle
from ys_tui.games.ys.board import YsBoard
from ys_tui.games.ys.words import place_name
from ys_tui.lines import width
from ys_tui.looks import ASCII, UNICODE
from ys_tui.widgets.journal import Journal
from ys_tui.widgets.region import Region

SIZE = (80, 24)
GAME = 4
"""A game in which every kind of decision is asked."""


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let everything that follows happen."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def placing(*, turn: int = 1) -> tuple[Told, Seat, TableSnapshot]:
    """Return a game in which a seat is asked to place, and what it sees."""
    told = Told(GAME)
    seat = told.run(1, Place, turn=turn)
    return told, seat, told.sees(seat)


def value_of(table: TableSnapshot, wish: object) -> int:
    """Return the value of the broker that a wish picks."""
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, PlaceUp | PlaceDown)
    return table.view.known[wish.action.token].value


async def test_two_keys_make_a_bid() -> None:
    """In a bid two values are pressed, and the pair is picked."""
    told = Told(GAME)
    table = told.sees(told.run(1, PickBid))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "4")
        assert app.wishes == []
        assert "4 + _" in app.text()
        await press(pilot, "1")
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, Bid)
    assert sorted(table.view.known[token].value for token in wish.action.tokens) == [1, 4]


async def test_a_value_that_is_not_held_is_refused_in_words() -> None:
    """Whoever has one 2 cannot bid it twice: nothing is wished, and the screen says why."""
    told = Told(GAME)
    app = ScreenApp(snapshot(told.sees(told.run(1, PickBid))))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "2", "2")
        assert app.wishes == []
        assert "You have no other 2 in your hand." in app.text()


async def test_a_number_takes_an_order_card() -> None:
    """Order cards are taken by their number, or by the cursor and Enter."""
    told = Told(GAME)
    app = ScreenApp(snapshot(told.sees(told.run(1, PickOrder))))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "right", "enter", "3")
    assert app.wishes == [Pick(Order(2)), Pick(Order(3))]


async def test_placing_face_up_then_flipped() -> None:
    """A value, arrows and Enter place face up; after f the next lies face down."""
    _, _, table = placing()
    value = table.view.known[table.legal[-1].token].value if isinstance(table.legal[-1], PlaceDown) else 0
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, str(value), "right", "down", "enter")
        await press(pilot, "f", str(value), "enter")
    up, down = app.wishes
    assert isinstance(up, Pick)
    assert isinstance(down, Pick)
    assert isinstance(up.action, PlaceUp)
    assert isinstance(down.action, PlaceDown)
    assert up.action.spot == "commerce-2"
    assert value_of(table, up) == value_of(table, down) == value


async def test_jump_letters_place_at_once() -> None:
    """G shows a letter on every legal place; pressing one puts the broker there."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "0", "g")
        assert "m Palace" in app.text()
        footer = app.text().splitlines()[-1].split()
        assert footer == ["letter", "place", "esc", "back"]
        await press(pilot, "m")
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, PlaceUp)
    assert wish.action.spot == "palace-4"


async def test_g_is_no_place_and_a_number_leaves_the_letters() -> None:
    """Keys typed ahead after a refused letter place nothing: g shows the letters, a number lifts a broker."""
    _, _, table = placing(turn=4)
    assert isinstance(table.prompt, Place)
    taken = next(spot for spot in BOARD if spot not in table.prompt.spots)
    values = sorted({table.view.known[a.token].value for a in table.legal if isinstance(a, PlaceUp)})
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, str(values[0]), "g", LETTER_OF[taken], str(values[-1]), "g")
        assert app.wishes == []
        assert "Press the letter of a place" in app.text()
        await press(pilot, "g", "escape")
        assert f"Where does your {values[-1]} go" in app.text()
    assert app.wishes == []


async def test_what_is_said_stands_in_the_news_and_the_log() -> None:
    """Others' lines and one's own, behind a sign of their own and not as a refusal, in both."""
    told, seat, _ = placing()
    table = told.sees((seat + 1) % 4)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for number, name in enumerate(("Cara", "Bran"), 1):
            table = replace(table, chat=(*table.chat, Chat(name, f"hi {number}", len(table.journal) - 1)))
            notice = Notice(number, "chat", f"{name}: hi {number}")
            app.table_screen.snapshot = snapshot(table, notice=notice)
            await pilot.pause()
            assert f"» {name}: hi {number}" in app.text()
            assert f"! {name}" not in app.text()
        await press(pilot, "l")
        assert "» Cara: hi 1" in app.text()
        assert "» Bran: hi 2" in app.text()


async def test_talk_that_is_told_again_hides_no_event() -> None:
    """When the link is back, the old talk comes again: the last line stays the last event."""
    told, seat, _ = placing()
    table = told.sees((seat + 1) % 4)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.text()
        old = Chat("Cara", "hello", len(table.journal), past=True)
        app.table_screen.snapshot = snapshot(replace(table, chat=(old,)))
        await pilot.pause()
        assert app.text().splitlines()[:-1] == before.splitlines()[:-1]


async def test_all_rows_of_the_news_are_back_behind_the_log() -> None:
    """Where there is room for many lines of news they are there again when the log is closed."""
    told, seat, _ = placing(turn=2)
    app = ScreenApp(snapshot(told.sees((seat + 1) % 4)))
    async with app.run_test(size=(120, 35)) as pilot:
        await pilot.pause()
        before = app.text()
        await press(pilot, "l")
        assert app.text() != before
        await press(pilot, "l")
        assert app.text().splitlines()[:-1] == before.splitlines()[:-1]


async def test_only_legal_places_can_be_reached() -> None:
    """However the arrows and letters go, nothing but legal actions is ever picked."""
    _, _, table = placing(turn=4)
    app = ScreenApp(snapshot(table))
    value = table.view.known[next(a for a in table.legal if isinstance(a, PlaceUp)).token].value
    async with app.run_test(size=SIZE) as pilot:
        for keys in (["right"] * 4, ["down"] * 2, ["left"] * 3, ["up"] * 5, ["left", "down"]):
            await press(pilot, str(value), *keys, "enter")
    assert len(app.wishes) == 5
    assert {wish.action for wish in app.wishes if isinstance(wish, Pick)} <= set(table.legal)


async def test_enter_without_a_broker_asks_for_one() -> None:
    """Enter before a value is pressed wishes nothing and says what to do."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "enter")
        assert app.wishes == []
        assert "First press the broker you want to place (0–4)." in app.text()


async def test_enter_without_a_bid_asks_for_one() -> None:
    """Enter before a bid says what to press."""
    told = Told(GAME)
    app = ScreenApp(snapshot(told.sees(told.run(1, PickBid))))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "enter")
        assert "First press the two brokers of your bid (0–4)." in app.text()
    assert app.wishes == []


async def test_a_complete_draft_is_sent_or_taken_back() -> None:
    """Both placed: the screen says Enter sends, u takes back, and they do."""
    told, seat, _ = placing()
    chair = told.chairs[seat]
    for kind in (PlaceUp, PlaceDown):
        chair.pick(next(action for action in chair.legal() if isinstance(action, kind)))
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "Enter sends it, u takes it back." in app.text()
        assert f"+{UNICODE.up[seat]}" in app.text()
        await press(pilot, "u", "enter")
    assert app.wishes == [Undo(), Confirm()]


async def test_u_first_lets_the_broker_go() -> None:
    """With a broker in the fingers, u puts it back without touching the draft."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "0", "u", "enter")
    assert app.wishes == []


async def test_a_gem_is_taken_by_number_or_cursor() -> None:
    """The question says what was won; numbers and the cursor take a gem."""
    told = Told(GAME)
    seat = told.run(1, Choice, what="gem")
    table = told.sees(seat)
    assert isinstance(table.prompt, Choice)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "in neighborhood 1: take the first of two gems." in app.text()
        await press(pilot, "right", "enter", "1")
    assert app.wishes == [Pick(Take(table.prompt.among[1])), Pick(Take(table.prompt.among[0]))]


async def test_a_quick_enter_answers_only_once() -> None:
    """Enter right behind a number, before the draft is there, does not answer with what is marked first."""
    told = Told(GAME)
    app = ScreenApp(snapshot(told.sees(told.run(1, PickOrder))))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "4", "enter")
    assert app.wishes == [Pick(Order(4))]


async def test_a_price_is_moved() -> None:
    """The majority's eight answers are all there."""
    told = Told(GAME)
    table = told.sees(told.run(1, Choice, what="price"))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "red down" in app.text()
        await press(pilot, "8")
    assert app.wishes == [Pick(Take("red-"))]


async def test_a_place_is_chosen_on_the_board() -> None:
    """A card that moves a broker lets the player point at the place, among those offered."""
    told = Told(GAME)
    table = told.sees(told.run(1, Choice, what="spot"))
    assert isinstance(table.prompt, Choice)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        spot = Spot(table.prompt.among[1])
        await press(pilot, "g", LETTER_OF[spot], "down", "enter")
    first, second = (wish.action for wish in app.wishes if isinstance(wish, Pick))
    assert first == Take(spot)
    assert isinstance(second, Take)
    assert second.what in table.prompt.among


async def test_a_broker_is_chosen_by_what_and_where_it_is() -> None:
    """A card's brokers are listed with their places."""
    told = Told(GAME)
    table = told.sees(told.run(1, Choice, what="broker"))
    assert isinstance(table.prompt, Choice)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "2")
    assert app.wishes == [Pick(options(table, Aim())[1].action)]


async def test_cards_are_used_or_passed() -> None:
    """In a card window a number uses a card, p passes."""
    told = Told(GAME)
    table = told.sees(told.run(1, PlayCards))
    assert isinstance(table.prompt, PlayCards)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "1", "p")
    assert app.wishes == [Pick(UseCard(table.prompt.cards[0])), Pick(Pass())]


async def test_a_card_before_placing() -> None:
    """With a usable card in hand, c offers it and Enter uses it."""
    _, _, table = placing()
    assert isinstance(table.prompt, Place)
    table = replace(table, prompt=replace(table.prompt, cards=("envoy",)))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "c")
        assert "place both brokers of this turn face down." in app.text()
        await press(pilot, "enter")
    assert app.wishes == [Pick(UseCard("envoy"))]


async def test_waiting_says_for_whom_and_takes_no_keys() -> None:
    """Who is not asked sees who is, and can wish nothing."""
    told, seat, _ = placing()
    app = ScreenApp(snapshot(told.sees((seat + 1) % 4)))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "1", "enter", "g")
        assert f"Waiting: {NAMES[seat]} places." in app.text()
    assert app.wishes == []


async def test_looking_on_shows_the_board() -> None:
    """A spectator sees the table, no values, and wishes nothing."""
    told, _, _ = placing()
    app = ScreenApp(snapshot(told.sees(None)))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "1", "enter")
        assert "You are looking on." in app.text()
    assert app.wishes == []


async def test_what_is_under_way_cannot_be_changed() -> None:
    """While the draft is on its way, Enter and u say so instead of wishing again."""
    told, seat, _ = placing()
    chair = told.chairs[seat]
    for kind in (PlaceUp, PlaceDown):
        chair.pick(next(action for action in chair.legal() if isinstance(action, kind)))
    chair.confirm()
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "enter", "u")
        assert "Your choice is under way." in app.text()
    assert app.wishes == []


async def test_a_refusal_is_said_until_something_is_done() -> None:
    """A notice of the client stands below the question and goes with the next key."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.table_screen.snapshot = snapshot(table, notice=Notice(1, "not-your-turn", "it is not your turn"))
        await pilot.pause()
        assert "! it is not your turn" in app.text()
        await press(pilot, "0")
        assert "it is not your turn" not in app.text()


async def test_a_refusal_goes_when_the_table_has_moved_on() -> None:
    """Nobody presses a key: while the seat waits, what happens next takes the word away."""
    told, seat, _ = placing()
    waiting = told.sees((seat + 1) % 4)
    earlier = replace(waiting, journal=waiting.journal[:-1])
    app = ScreenApp(snapshot(earlier))
    async with app.run_test(size=SIZE) as pilot:
        notice = Notice(1, "late", "it came too late")
        for shown in (snapshot(earlier), snapshot(earlier, notice=notice)):
            app.table_screen.snapshot = shown
            await pilot.pause()
        assert "it came too late" in app.text()
        app.table_screen.snapshot = snapshot(waiting, notice=notice)
        await pilot.pause()
        assert "it came too late" not in app.text()


async def test_that_there_is_no_connection_is_said_while_there_is_none() -> None:
    """The word goes by itself as soon as the link is back."""
    _, _, table = placing()
    lost = replace(snapshot(table), connection=Connection.LOST)
    app = ScreenApp(lost)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.table_screen.snapshot = replace(lost, notice=Notice(1, OFFLINE, "no connection now"))
        await pilot.pause()
        assert "no connection now" in app.text()
        app.table_screen.snapshot = snapshot(table, notice=Notice(1, OFFLINE, "no connection now"))
        await pilot.pause()
        assert "no connection now" not in app.text()


async def test_a_refusal_goes_with_the_question_it_is_about() -> None:
    """While the same is asked the word stays, whatever others do; with another question it goes."""
    told, seat, table = placing()
    notice = Notice(1, "late", "it came too late")
    app = ScreenApp(snapshot(replace(table, journal=table.journal[:-1])))
    async with app.run_test(size=SIZE) as pilot:
        app.table_screen.snapshot = snapshot(replace(table, journal=table.journal[:-1]), notice=notice)
        await pilot.pause()
        app.table_screen.snapshot = snapshot(table, notice=notice)
        await pilot.pause()
        assert "it came too late" in app.text()
        told.run(2, PickBid)
        app.table_screen.snapshot = snapshot(told.sees(seat), notice=notice)
        await pilot.pause()
        assert "it came too late" not in app.text()


async def test_a_vote_is_offered_and_cast() -> None:
    """About a seat that keeps the table waiting one key asks for a vote; the votes so far stand by name."""
    told, seat, _ = placing()
    voter = Seat((seat + 1) % 4)
    table = replace(told.sees(voter), may_vote=(seat,), votes=((voter, seat, "wait"),))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert f"{NAMES[seat]} keeps the table waiting" in app.text()
        assert f"So far: {NAMES[voter]} wait." in app.text()
        await press(pilot, "v")
    assert app.asked == ["vote"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "There is nothing to vote about yet: nobody keeps the table waiting for long."),
        ({"left": 100}, "There is nothing to vote about yet: a vote is due in 1:40."),
        ({"paused": True}, "The game is paused: there is nothing to vote about, no clock runs."),
        ({"seat": None}, "You have no vote in this game."),
        ({"parted": True}, "You have no vote in this game."),
        ({"sent": True}, "There is nothing to vote about: the table waits for you."),
    ],
)
async def test_who_cannot_vote_is_told_why(change: dict[str, object], words: str) -> None:
    """V says when there may be something to vote about, or that the player has no vote; nothing is asked."""
    told, seat, own = placing()
    voter = Seat((seat + 1) % 4)
    table = own if "sent" in change else told.sees(voter)
    if "left" in change:
        change = {"left": ((seat, 100),)}
    elif "parted" in change:
        change = {"parted": (voter,)}
    app = ScreenApp(snapshot(replace(table, **change)))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "v")
        assert words in app.text()
    assert not app.asked


@pytest.mark.parametrize("is_looking_on", [False, True])
async def test_a_pause_is_not_asked_for_by_who_has_no_vote(is_looking_on: bool) -> None:
    """P of somebody who has left the game, or looks on, wishes nothing, and says why."""
    told, seat, _ = placing()
    gone = Seat((seat + 1) % 4)
    away = replace(told.sees(gone), parted=(gone,))
    app = ScreenApp(snapshot(told.sees(None) if is_looking_on else away))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "P")
        assert "You have no vote in this game." in app.text()
    assert not app.wishes


def test_a_vote_that_is_refused_is_told_in_one_sentence() -> None:
    """No number of a seat stands there: the screen has none."""
    assert refused("no-vote", "seat 1 has no vote now (R52c)") == "You have no vote now."


@pytest.mark.parametrize(
    ("paused", "own", "choice"), [(False, "", "pause"), (False, "pause", "play"), (True, "", "play")]
)
async def test_a_key_votes_for_a_pause_or_to_play_on(paused: bool, own: str, choice: str) -> None:
    """P votes to pause; where the table pauses, or one has voted so, to play on."""
    _, seat, table = placing()
    votes = ((seat, NATURE, own),) if own else ()
    app = ScreenApp(snapshot(replace(table, paused=paused, votes=votes)))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "P")
        assert ("The game is paused" in app.text()) == paused
    assert app.wishes == [Vote(NATURE, choice)]


@pytest.mark.parametrize(
    ("paused", "is_own", "key", "words"),
    [
        (False, False, "P pause, too", "1 of 3 votes needed; P agrees."),
        (False, True, "P no pause", "1 of 3 votes needed; P takes your vote back."),
        (True, False, "P play on", "The game is paused: no clock runs."),
    ],
)
async def test_key_of_a_pause_is_in_the_bar_while_it_means_something(
    paused: bool, is_own: bool, key: str, words: str
) -> None:
    """As soon as somebody wants a pause, board and bar say so, and what P does, to who is asked as well."""
    _, seat, table = placing()
    voter = seat if is_own else Seat((seat + 1) % 4)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        assert "P " not in app.text().split("\n")[-1]
        app.table_screen.snapshot = snapshot(replace(table, paused=paused, votes=((voter, NATURE, "pause"),)))
        await press(pilot)
        shown = app.text()
    assert key in shown.split("\n")[-1]
    assert words in shown


async def test_a_key_asks_for_the_seat_that_was_lost() -> None:
    """While a bot plays for the player the screen says so, and c asks to come back; else it does not."""
    told, seat, table = placing()
    held = replace(told.sees(None), home=seat, absence=Absence.HELD)
    app = ScreenApp(snapshot(held))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "c")
        assert "A bot plays for you." in app.text()
        assert "c come back" in app.text().split("\n")[-1]
        app.table_screen.snapshot = snapshot(table)
        await press(pilot, "c")
    assert app.wishes == [ComeBack()]


async def test_a_game_ended_by_vote_says_so() -> None:
    """Where the table has ended the game, nothing is awaited, and the result is a key away."""
    told, _, _ = placing()
    app = ScreenApp(snapshot(replace(told.sees(None), ended=True, awaited=())))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "r")
        assert "ended the game by vote" in app.text()
    assert app.asked == ["result"]


async def test_an_alarm_and_a_lost_link_are_seen() -> None:
    """What must not be overlooked is on the screen in words."""
    _, _, table = placing()
    alarmed = replace(table, alarms=(Alarm("rollback", "The server shows another history."),))
    app = ScreenApp(replace(snapshot(alarmed), connection=Connection.LOST))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "! The server shows another history." in app.text()
        assert "link lost" in app.text()


async def test_the_journal_opens_and_closes() -> None:
    """L shows the whole journal, the news at its end; l or Escape shows the board again."""
    _, _, table = placing(turn=4)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "l")
        journal = app.screen.query_one(Journal)
        assert "Your brokers" not in app.text()
        assert "places" in app.text()
        assert journal.scroll_offset.y == journal.max_scroll_y > 0
        await press(pilot, "home")
        assert "Round 1 begins." in app.text()
        await press(pilot, "l")
        assert "Your brokers" in app.text()
        await press(pilot, "l", "escape")
        assert "Your brokers" in app.text()
    assert app.asked == []


async def test_leaving_and_help_are_asked_of_the_app() -> None:
    """Q and Escape ask to leave, ? asks for help."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "q", "escape", "question_mark")
    assert app.asked == ["leave", "leave", "help"]


async def test_a_small_terminal_is_told() -> None:
    """Below 80×24 a list says why it is one; the board comes back with the room."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=(70, 20)) as pilot:
        await pilot.pause()
        assert "80×24" in app.text()
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "Your brokers" in app.text()
        assert "80×24" not in app.text()


async def test_a_terminal_too_small_for_a_list_is_told() -> None:
    """Where not even a list has room, a message stands over everything, and keys do nothing unseen."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=(30, 6)) as pilot:
        await press(pilot, "0", "enter")
        assert "Ys needs a terminal" in app.text()
    assert app.wishes == []


async def test_names_are_literal() -> None:
    """Markup in a name or a title is shown as it is."""
    told = Told(2, ("[b]x[/b]", "[@click=a.b]", *NAMES[2:]))
    told.run(1, Place)
    table = told.sees(0)
    assert table.info is not None
    app = ScreenApp(snapshot(replace(table, info=replace(table.info, title="[red]x[/"))))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for part in ("[b]x[/b]", "[@click=a.b]", "[red]x[/"):
            assert part in app.text()


async def test_ascii_screens_are_ascii() -> None:
    """With ASCII glyphs no region shows anything else."""
    _, _, table = placing(turn=2)
    app = ScreenApp(snapshot(table), ASCII)
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "0", "g")
        assert app.text().isascii()


async def test_the_footer_names_the_keys_that_work() -> None:
    """The keys of the bar change with what is asked."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "0-4 broker" in app.text().split("\n")[-1]
        await press(pilot, "0")
        assert "g jump" in app.text().split("\n")[-1]
        assert app.screen.query_one(YsBoard).has_focus


async def test_keys_work_the_moment_the_board_is_back() -> None:
    """After the terminal was too small and grew again, digits, Enter and u do what they did, draft kept."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "0")
        await pilot.resize_terminal(30, 6)
        await press(pilot, "enter")
        assert app.wishes == []
        await pilot.resize_terminal(*SIZE)
        await press(pilot, "enter", "u")
        assert "There is nothing to take back." in app.text()
        await press(pilot, "0", "u", "l")
        await pilot.resize_terminal(30, 6)
        await pilot.resize_terminal(*SIZE)
        await press(pilot, "home")
        assert app.screen.query_one(Journal).scroll_offset.y == 0
    assert len(app.wishes) == 1


async def test_letters_of_places_stay_and_a_wrong_one_is_told() -> None:
    """Each place has its letter all game; one that cannot be chosen says so, Escape leaves the letters."""
    _, _, table = placing(turn=4)
    assert isinstance(table.prompt, Place)
    taken = next(spot for spot in BOARD if spot not in table.prompt.spots)
    free = table.prompt.spots[-1]
    value = table.view.known[next(a for a in table.legal if isinstance(a, PlaceUp)).token].value
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, str(value), "g", LETTER_OF[taken])
        assert f"The place of the letter {LETTER_OF[taken]} cannot be chosen now" in app.text()
        assert "Press the letter of a place; Esc leaves." in app.text()
        await press(pilot, "escape")
        assert app.asked == []
        assert "Press the letter" not in app.text()
        await press(pilot, "g", LETTER_OF[free])
    (wish,) = app.wishes
    assert isinstance(wish, Pick)
    assert isinstance(wish.action, PlaceUp)
    assert wish.action.spot == free


async def test_a_place_that_follows_is_under_the_cursor_at_once() -> None:
    """After a broker was picked the cursor is seen on the board, and Enter drafts the place it is at."""
    told, seat = using("herald")
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "▸ " in "\n".join(app.text().splitlines()[2:12])  # where the broker in the list stands
        told.chairs[seat].pick(told.chairs[seat].legal()[0])
        table = told.sees(seat)
        app.table_screen.snapshot = snapshot(table)
        await pilot.pause()
        assert "▸ " in "\n".join(app.text().splitlines()[2:12])
        await press(pilot, "enter")
    assert isinstance(table.prompt, Choice)
    assert app.wishes == [Pick(Take(table.prompt.among[0]))]


async def test_the_draft_of_a_card_says_all_of_it() -> None:
    """The card and the broker stand before the place, even when they were sent before it."""
    told = Told(GAME)
    seat = told.run(2, Choice, what="spot")
    asking = told.match.state.asking
    token = asking.chosen[0]
    broker = next(each for each in told.match.state.brokers if str(each.token) == token)
    told.chairs[seat].pick(Take("port-3"))
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert f" {place_name(broker.spot)} → port 3   not sent yet" in app.text()
        assert " use Herald: " in app.text()


async def test_two_gems_are_told_apart_and_the_draft_reads_as_a_sentence() -> None:
    """The first and the second of two gems have words of their own; what is drafted has a verb."""
    told = Told(GAME)
    seat = told.run(1, Choice, what="gem")
    chair = told.chairs[seat]
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "take the first of two gems." in app.text()
        picked = []
        while chair.prompt is not None:
            action = chair.legal()[0]
            assert isinstance(action, Take)
            picked.append(action.what)
            chair.pick(action)
            if len(picked) == 1:
                app.table_screen.snapshot = snapshot(told.sees(seat))
                await pilot.pause()
                assert "take the second of two gems." in app.text()
        app.table_screen.snapshot = snapshot(told.sees(seat))
        await pilot.pause()
        assert f" take {picked[0]}, then {picked[1]}   not sent yet" in app.text()


async def test_a_draft_is_kept_while_the_link_is_lost() -> None:
    """On one's own turn it says the same as to who waits, and that the draft goes out later."""
    told, seat, table = placing()
    chair = told.chairs[seat]
    app = ScreenApp(replace(snapshot(table), connection=Connection.LOST))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "The server cannot be reached. It is tried again by itself." in app.text()
        while chair.prompt is not None:
            chair.pick(chair.legal()[0])
        drafted = told.sees(seat)
        for sent, words in ((False, "kept, not sent yet"), (True, "kept: goes out later")):
            shown = replace(snapshot(replace(drafted, sent=sent)), connection=Connection.LOST)
            app.table_screen.snapshot = shown
            await pilot.pause()
            assert "The server cannot be reached" in app.text()
            assert words in app.text()


async def test_the_bar_counts_who_is_awaited_with_oneself() -> None:
    """While all bid, it is you and so many others."""
    told = Told(GAME)
    seat = told.run(1, PickBid)
    others = len(told.match.prompts) - 1
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert f"you bid, and {others} others" in app.text().splitlines()[0]


async def test_colours_that_follow_a_gem_are_not_preselected() -> None:
    """Nothing is marked in the second question of a draft; its number answers it."""
    told = Told(GAME)
    seat = told.run(1, Choice, what="gem")
    while "white" not in getattr(told.match.prompts.get(seat), "among", ()):
        told.step(any_of)
        seat = told.run(1, Choice, what="gem")
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        told.chairs[seat].pick(Take("white"))
        app.table_screen.snapshot = snapshot(told.sees(seat))
        assert "enter take" not in app.text()
        await press(pilot, "enter")
        assert app.wishes == []
        assert "Nothing is marked yet" in app.text()
        await press(pilot, "right")
        assert "enter take" in app.text()
        await press(pilot, "2")
    assert app.wishes == [Pick(Take("green"))]
    table = told.sees(seat)
    assert settle(table, Aim(), None, is_prepared=True).option == 0, "what is only prepared can be taken back"


def using(card: str) -> tuple[Told, Seat]:
    """Return a game in which a seat is asked which broker its card is about first."""
    for seed in range(GAME, 50):
        told = Told(seed)
        with contextlib.suppress(LookupError):
            return told, told.run(2, Choice, what="broker", why=card)
    raise AssertionError(f"nobody uses a {card}")


async def test_a_spys_draft_names_brokers_and_keeps_their_numbers() -> None:
    """What is picked stays in the list, marked, each under its key; the draft says which they are."""
    told, seat = using("spy")
    chair = told.chairs[seat]
    first = told.sees(seat)
    every = options(first, Aim())
    chair.pick(every[0].action)
    second = told.sees(seat)
    assert [(each.key, each.name) for each in options(second, Aim())][: len(every)] == [
        (each.key, each.name) for each in every
    ]
    assert [each.is_picked for each in options(second, Aim())][:2] == [True, False]
    app = ScreenApp(snapshot(second))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, every[0].key)
        assert "is picked already" in app.text()
        assert "✓" in app.text()
        assert app.wishes == []
        chair.pick(next(each.action for each in options(second, Aim()) if each.key == ENOUGH_KEY))
        app.table_screen.snapshot = snapshot(told.sees(seat))
        await pilot.pause()
        broker = next(b for b in first.confirmed.brokers if str(b.token) == every[0].name)
        named = f"{UNICODE.down[broker.owner]}? {place_name(broker.spot)}"
        assert f" {named}   not sent yet" in app.text()


async def test_a_price_in_the_draft_is_told_in_words() -> None:
    """Never `blue+`."""
    told = Told(GAME)
    seat = told.run(1, Choice, what="price")
    told.chairs[seat].pick(Take("blue+"))
    app = ScreenApp(snapshot(told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "blue one step up" in app.text()


async def test_a_lost_link_is_explained_where_the_player_waits() -> None:
    """Who waits reads that the host is out of reach, that it is tried again, and that the game is kept."""
    told, seat, _ = placing()
    shown = snapshot(told.sees((seat + 1) % 4))
    app = ScreenApp(shown)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.table_screen.snapshot = replace(shown, connection=Connection.LOST)
        await pilot.pause()
        assert "The server cannot be reached. It is tried again by itself." in app.text()
        assert "The game is kept" in app.text()
        app.table_screen.snapshot = shown
        await pilot.pause()
        assert "cannot be reached" not in app.text()


async def test_votes_are_keys_of_the_footer() -> None:
    """While a vote is offered its keys stand in the bar, on the board and in the log."""
    told, seat, _ = placing()
    table = replace(told.sees((seat + 1) % 4), may_vote=(seat,))
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        for key in ("left", "l"):
            await press(pilot, key)
            assert "v vote" in app.text().split("\n")[-1]


async def test_the_log_stands_where_the_board_stands() -> None:
    """On a wide terminal the lines of the log begin at the left edge of the board."""
    _, _, table = placing(turn=4)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=(98, 38)) as pilot:
        await press(pilot, "l", "home")
        row = next(row for row in app.text().split("\n") if "Round 1 begins." in row)
    assert row.index("Round 1") == 10


async def test_a_scrolled_log_in_ascii_is_ascii() -> None:
    """Its scrollbar too is drawn with what the terminal can show."""
    _, _, table = placing(turn=4)
    app = ScreenApp(snapshot(table), ASCII)
    async with app.run_test(size=SIZE) as pilot:
        for key in ("l", "up", "up", "up"):
            await press(pilot, key)
            assert app.text().isascii()


async def test_a_word_of_the_app_stands_in_the_line_of_refusals() -> None:
    """What the app says covers no question, and goes with the next key."""
    _, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.table_screen.say("The host has gone.")
        await pilot.pause()
        assert "! The host has gone." in app.text()
        assert "Choose the broker" in app.text()
        await press(pilot, "0")
        assert "The host has gone." not in app.text()


async def test_talking_and_the_result_are_asked_of_the_app() -> None:
    """T asks for the line to talk, r for the result once there is one."""
    told, _, table = placing()
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "t", "r")
        for _ in told.steps():
            pass
        app.table_screen.snapshot = snapshot(told.sees(0))
        await press(pilot, "r")
        assert "r result" in app.text().split("\n")[-1]
    assert app.asked == ["chat", "result"]


async def test_what_counting_now_would_give_is_one_key_away() -> None:
    """W opens it over the board, with the draft in it; any way back closes it, and nothing is wished."""
    told, seat, table = placing(turn=2)
    told.chairs[seat].pick(told.chairs[seat].legal()[0])
    table = told.sees(seat)
    app = ScreenApp(snapshot(table))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "w")
        shown = app.text()
        assert "If it were counted now" in shown
        assert "Neighborhood 1" in shown
        await press(pilot, "end")
        assert "would win" in app.text()
        for key in ("escape", "w", "q"):
            assert ("If it were counted now" in app.text()) == (key != "w")
            await press(pilot, key)
        assert "If it were counted now" not in app.text()
        assert app.screen is app.table_screen
    assert app.wishes == []


@pytest.mark.parametrize("is_told", [False, True])
async def test_what_is_counted_already_is_not_counted_again(is_told: bool) -> None:
    """At the end, and while the last count is told, w names no winner: it leads to the result."""
    told = Told(GAME)
    seat = told.run(ROUNDS, PlayCards)
    before = told.sees(seat)
    while told.match.prompts:
        told.step(any_of)
    app = ScreenApp(snapshot(before if is_told else told.sees(seat)))
    async with app.run_test(size=SIZE) as pilot:
        app.table_screen.snapshot = snapshot(told.sees(seat))
        await pilot.pause()
        assert app.table_screen.board.is_telling == is_told
        assert "if now" not in app.text()
        assert "w" not in app.table_screen.offered()
        await press(pilot, "w")
        assert app.screen is app.table_screen
        assert "would win" not in app.text()
        assert "The game is over" in app.text()


async def test_what_counting_now_would_give_is_plain_letters_in_ascii() -> None:
    """With --ascii no cell of it is anything else."""
    told = Told(GAME)
    app = ScreenApp(snapshot(told.sees(told.run(2, Place, turn=4))), ASCII)
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "w")
        assert "If it were counted now" in app.text()
        assert app.text().isascii()


@pytest.mark.parametrize("size", [(120, 36), (80, 24), (70, 20), (60, 16), (50, 15)])
async def test_what_counting_now_would_give_is_wrapped_to_its_frame(size: tuple[int, int]) -> None:
    """At every size, and after a change of it, all of its words are there."""
    app = ScreenApp(snapshot(placing(turn=2)[2]))
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "w")
        whole = told_by_glance(app)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        region = app.screen.query_one(VerticalScroll).query_one(Region)
        assert max(map(width, region.lines)) <= region.size.width
        assert told_by_glance(app) == whole


def told_by_glance(app: ScreenApp) -> list[str]:
    """Return the words of the text over the board."""
    lines = app.screen.query_one(VerticalScroll).query_one(Region).lines
    return " ".join("".join(part.text for part in line) for line in lines).split()
