"""The log and the news: what was said stands among what happened, and what decided comes first."""

import pytest
from msgspec.structs import replace

from protocol.game import NATURE, Event, Reseated, Seat
from protocol.games.ys.events import BidsRanked, Caught, Departed, OrderTaken, Priced, Ranked, Standing
from protocol.games.ys.prompts import Place
from protocol.seals import Token
from tests.support.screen import NAMES, Told
from ys_tui.client.snapshot import Chat, Chronicle, TableSnapshot
from ys_tui.client.voted import Balloted, EndedByVote
from ys_tui.games.ys.draw_side import talk_panel
from ys_tui.games.ys.log import Log, Pen, news, phrase
from ys_tui.lines import GLUE, Lines, plain, text_of
from ys_tui.looks import ASCII, UNICODE
from ys_tui.themes import NIGHT

PEN = Pen(NAMES, NIGHT, UNICODE)
LONG = Ranked(
    "neighborhood-4",
    (
        Standing(Seat(0), 4, 7, 1, "tie-break"),
        Standing(Seat(1), 4, 5, 4, "order"),
        Standing(Seat(2), 4, 5, 9, "strength"),
        Standing(Seat(3), 0, 5, 3, ""),
    ),
)


def talking(*chats: Chat) -> TableSnapshot:
    """Return a table at which something happened, and these lines were said."""
    told = Told(4)
    return replace(told.sees(told.run(1, Place)), chat=chats)


def told_of(events: tuple[Event, ...], pen: Pen, rows: int, cells: int) -> Lines:
    """Return the news when these events are all that happened."""
    journal = tuple(Chronicle(number, event) for number, event in enumerate(events))
    return news(replace(talking(), journal=journal), pen, rows, cells)


def said(journal: tuple[Chronicle, ...], number: int) -> str:
    """Return entry `number` with names in place of seats."""
    return "".join(part if isinstance(part, str) else NAMES[part] for part in phrase(journal, number))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Balloted(Seat(0), Seat(1), "wait"), f"{NAMES[0]} votes to wait for {NAMES[1]}."),
        (Balloted(Seat(0), Seat(1), "go-on"), f"{NAMES[0]} votes to go on without {NAMES[1]}."),
        (Balloted(Seat(0), Seat(1), "bot"), f"{NAMES[0]} votes to let a bot play for {NAMES[1]}."),
        (Balloted(Seat(0), Seat(1), "end"), f"{NAMES[0]} votes to end the game here."),
        (Balloted(Seat(0), NATURE, "pause"), f"{NAMES[0]} votes to pause."),
        (Balloted(Seat(0), NATURE, "play"), f"{NAMES[0]} votes to play on."),
        (EndedByVote(), "The game ends here by vote, without a result."),
        (Reseated(Seat(1), "Robin", bot=True), f"A bot, Robin, takes {NAMES[1]}'s seat."),
        (Reseated(Seat(1), NAMES[1], bot=False), f"{NAMES[1]} is back."),
    ],
)
def test_votes_and_changes_of_seats_are_told(event: Event, words: str) -> None:
    """Who voted what, what came of it, and who sits where from then on, are in the log in words (R52c)."""
    assert said((Chronicle(0, event),), 0) == words


@pytest.mark.parametrize(
    ("choice", "votes", "carried", "words"),
    [
        ("pause", (1, 2), "", "votes to pause: 1 of 2 votes needed."),
        ("pause", (1, 4), "", "votes to pause: 1 of 3 votes needed."),
        ("pause", (2, 2), "pause", "votes to pause. The game is paused: no clock runs."),
        ("play", (1, 2), "play", "votes to play on. The game goes on."),
        ("play", (1, 2), "", "votes to play on."),
    ],
)
def test_vote_about_a_pause_says_what_it_takes(
    choice: str, votes: tuple[int, ...], carried: str, words: str
) -> None:
    """How many votes a pause needs is told, and when it begins and ends (R52c)."""
    told = (Chronicle(0, Balloted(Seat(0), NATURE, choice), votes, carried),)
    assert said(told, 0) == f"{NAMES[0]} {words}"


def test_what_was_said_stands_in_the_log_where_it_was_said() -> None:
    """Lines of chat are among the events, one's own too, each behind its sign, literally."""
    table = talking(Chat("Cara", "before"), Chat("Bran", "[b]hi[/b]", 2), Chat("Alix", "last", 10_000))
    lines = [plain(line).strip() for line in Log().lines(table, PEN, 400)]
    assert len(lines) == len(table.journal) + 3
    assert lines[0] == "» Cara: before"
    assert lines[3] == "» Bran: [b]hi[/b]"
    assert lines[-1] == "» Alix: last"


def test_talk_of_a_seat_has_its_sign_whatever_its_name() -> None:
    """Who goes by another name since is known by the seat; who only looks on has none."""
    table = talking()
    keys = tuple(seat.sign for seat in table.setup.seats)
    table = replace(table, chat=(Chat("Zoe", "hi", 0, keys[1]), Chat("Eve", "oh", 0, b"e" * 32)))
    text = text_of(Log().lines(table, replace(PEN, keys=keys), 80))
    assert f"» {UNICODE.up[1]} Zoe: hi" in text
    assert "» Eve: oh" in text


def test_the_log_grows_around_what_was_said() -> None:
    """What is drawn once is kept; a new line between shifts what follows."""
    table, log = talking(), Log()
    before = log.lines(table, PEN, 80)
    assert log.lines(table, PEN, 80) == before
    after = log.lines(replace(table, chat=(Chat("Bran", "hi", 1),)), PEN, 80)
    assert len(after) == len(before) + 1
    assert set(before) < set(after)


def test_a_new_line_is_the_news_even_if_the_game_goes_on() -> None:
    """A moment long it is the newest; then the news is what happened last."""
    table = talking(Chat("Bran", "hello", 1))
    heard, later = (plain(news(table, PEN, 1, 80, is_heard=is_heard)[0]) for is_heard in (True, False))
    assert heard == " » Bran: hello"
    assert "hello" not in later
    silent = talking()
    last = replace(silent, chat=(Chat("Bran", "bye", len(silent.journal)),))
    assert plain(news(last, replace(PEN, marks=ASCII), 1, 80)[0]) == " > Bran: bye"


def test_history_that_is_told_again_hides_no_event() -> None:
    """What was said before one came back may be older than the last event, which is the news."""
    silent = talking()
    told = replace(silent, chat=(Chat("Bran", "long ago", len(silent.journal), past=True),))
    assert news(told, PEN, 1, 80) == news(silent, PEN, 1, 80)
    assert "long ago" in plain(news(told, PEN, 4, 80)[-2])
    said_since = replace(told, chat=(*told.chat, Chat("Bran", "hi", len(silent.journal))))
    assert plain(news(said_since, PEN, 1, 80)[0]) == " » Bran: hi"


def test_news_that_are_too_long_say_first_who_won_and_why() -> None:
    """In one line the reasons of ties stand before the sums; where there is room all is said."""
    (short,) = told_of((LONG,), PEN, 1, 80)
    text = plain(short).replace(GLUE, " ")
    assert text.startswith(" Neighborhood 4: ▲ before ■: tie-break 7:5. ■ before ◆: order card 4 before 9.")
    (named,) = told_of((replace(LONG, ranking=LONG.ranking[:1] + LONG.ranking[2:]),), PEN, 1, 70)
    assert plain(named).replace(GLUE, " ").startswith(" Neighborhood 4: ▲ Alix before ◆ Cara: tie-break 7")
    (wide,) = told_of((LONG,), PEN, 1, 200)
    assert plain(wide).startswith(f" Neighborhood 4: ▲{GLUE}Alix 4, ")


def test_news_are_broken_where_there_are_rows() -> None:
    """With several rows nothing of the newest is cut, and an older one is there wholly or not at all."""
    two = told_of((OrderTaken(Seat(0), 1), LONG), PEN, 4, 80)
    assert len(two) == 4
    assert "takes order card 1" in plain(two[0])
    assert all(sum(len(segment.text) for segment in line) <= 80 for line in two)
    assert "order card 4 before 9." in " ".join(plain(line).strip() for line in two[1:])
    assert "takes order card" not in "".join(map(plain, told_of((OrderTaken(Seat(0), 1), LONG), PEN, 3, 80)))


LEAVERS: list[tuple[tuple[Event, ...], tuple[int, ...], str]] = [
    ((Departed(Seat(3)),), (2, 3), "The table went on without Dahut: 2 of 3 votes."),
    ((Departed(Seat(3)),), (), "Dahut has resigned."),
    ((Caught(Seat(3), "hand", Token(7)), Departed(Seat(3))), (), "Dahut has left the game."),
]


@pytest.mark.parametrize(("events", "votes", "words"), LEAVERS)
def test_who_left_is_told_with_the_way(events: tuple[Event, ...], votes: tuple[int, ...], words: str) -> None:
    """A vote, a resignation and a lie that was caught read differently (R52c)."""
    journal = tuple(Chronicle(5, event, votes) for event in events)
    assert said(journal, len(journal) - 1) == words


def test_the_last_order_card_was_left() -> None:
    """Who takes the last card has chosen nothing, and the log says so (R24)."""
    told = Told(4)
    told.run(1, Place)
    journal = tuple(told.journal)
    taken = [number for number, each in enumerate(journal) if isinstance(each.event, OrderTaken)]
    assert ["was left for" in said(journal, number) for number in taken] == [False, False, False, True]


def test_equal_bids_of_the_first_round_are_told_by_what_was_dealt() -> None:
    """Nobody has taken an order card yet then (R14, R23); later it is the card of the round before."""
    bids = BidsRanked((Standing(Seat(3), 4, 0, 1, "order"), Standing(Seat(0), 4, 0, 3, "")))
    later = (Chronicle(0, OrderTaken(Seat(0), 3)), Chronicle(1, bids))
    sums = f"Choosing the order: {NAMES[3]} 4, {NAMES[0]} 4. {NAMES[3]} before {NAMES[0]}: "
    assert said((Chronicle(0, bids),), 0) == f"{sums}first turn order, dealt: 1 before 3."
    assert said(later, 1) == f"{sums}order card 1 before 3."
    (short,) = told_of((bids,), PEN, 1, 50)
    assert "first turn order, dealt: 1 before 3." in plain(short)


def test_the_price_of_the_majority_names_who_moved_it() -> None:
    """The log says whose choice it was, whatever came between; columns move theirs themselves (R44, R46)."""
    events = (
        Ranked("market", (Standing(Seat(3), 14, 7, 1, "strength"), Standing(Seat(0), 6, 5, 2, ""))),
        Balloted(Seat(0), NATURE, "pause"),
        Priced("blue", 7, 6, "majority"),
        Priced("red", 15, 15, "majority"),
        Priced("blue", 7, 6, "market"),
    )
    journal = tuple(Chronicle(number, event) for number, event in enumerate(events))
    assert said(journal, 2) == f"{NAMES[3]} moves the price of blue down from 7 to 6."
    assert said(journal, 3) == f"{NAMES[3]} chooses red: its price stays at 15, the end of its track."
    assert said(journal, 4) == "Blue falls from 7 to 6."


def test_game_that_is_looked_through_offers_no_talk() -> None:
    """Nobody is there to hear it: the panel names no key, and says why it is empty."""
    table = talking()
    for seen, is_offered in ((table, True), (replace(table, info=None), False)):
        shown = text_of(talk_panel(seen, PEN, 0, 40, 6))
        assert ("t says something" in shown) == is_offered
        assert ("A kept game holds no talk." in shown) != is_offered
