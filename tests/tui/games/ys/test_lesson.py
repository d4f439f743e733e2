"""What the tutorial says fits whatever is asked and was chosen: legal, and done by the keys it names."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from protocol.game import Choice, Seat
from protocol.games.ys import events
from protocol.games.ys.board import BLACK_POINTS, BOARD, COLUMN_MOVES, GEMS, ROUNDS
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from tests.support.driver import any_of
from tests.support.screen import NAMES, Told
from tests.tui.games.ys.lessons import LATER, ME, Course
from ys_tui.client.intents import Pick
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.advice import Advice, advice, sensible
from ys_tui.games.ys.aim import Aim, Way, settle
from ys_tui.games.ys.answers import answers
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.draw_lesson import pages
from ys_tui.games.ys.keys import press
from ys_tui.games.ys.lesson import KINDS, Lesson, brought, lesson, with_keys
from ys_tui.games.ys.lesson_words import TEXTS
from ys_tui.games.ys.log import Pen
from ys_tui.keymap import DEFAULT
from ys_tui.lines import GLUE, plain, text_of, width
from ys_tui.looks import UNICODE
from ys_tui.plain.choosing import choose
from ys_tui.themes import NIGHT
from ys_tui.tutorial import SEED

GAMES = range(4, 9)


def asked(seed: int) -> Iterator[TableSnapshot]:
    """Yield what a seat sees whenever it is asked something in a game played by chance."""
    told = Told(seed)
    while told.match.prompts:
        for seat in told.match.prompts:
            if seat >= 0:
                table = as_chosen(told.sees(seat))
                if table.prompt is not None:
                    yield table
        told.step(any_of)


@pytest.mark.parametrize("seed", GAMES)
def test_what_is_advised_is_legal_and_done_by_the_keys_it_names(seed: int) -> None:
    """Pressing them, one after the other, wishes exactly what is advised; so does typing the words."""
    kinds = set()
    for table in asked(seed):
        found, good = sensible(table, Aim()), advice(table, Aim())
        if found is None or good is None:
            assert not table.legal, "every question that a player answers is one the tutorial knows"
            continue
        action, _ = found
        assert action in tuple(table.legal)
        aim, wished = settle(table, Aim(), None), None
        for key in good.keys:
            assert wished is None, "no key is left over"
            done = press(key, aim, table)
            assert done is not None
            assert not (done.word and done.is_refusal), done.word
            aim, wished = done.aim, done.intent
        assert wished == Pick(action)
        typed = choose(good.typed, (), answers(table)).answer
        assert typed is not None
        assert typed.action == action
        kinds.add(type(table.prompt).__name__)
    assert {"PickBid", "PickOrder", "Place", "Choice"} <= kinds


@pytest.mark.parametrize("seed", GAMES)
def test_off_the_path_the_advice_goes_on_from_there(seed: int) -> None:
    """With any broker in the fingers, face up or down, letters on or off, the keys put that one somewhere."""
    rng, count = Random(seed), 0
    for table in asked(seed):
        if not isinstance(table.prompt, Place) or rng.random() < 0.6:
            continue
        value = rng.choice(
            [table.view.known[each.token].value for each in table.legal if hasattr(each, "token")]
        )
        aim = Aim(
            value=value, way=rng.choice((Way.UP, Way.DOWN)), jumping=rng.random() < 0.5, cursor=BOARD[0]
        )
        good, wished = advice(table, aim), None
        assert good is not None
        for key in good.keys:
            done = press(key, aim, table)
            assert done is not None
            aim, wished = done.aim, done.intent
        assert isinstance(wished, Pick)
        assert table.view.known[wished.action.token].value == value  # type: ignore[attr-defined]
        count += 1
    assert count > 10


def test_the_last_word_promises_no_more_than_the_tutorial_has_said() -> None:
    """What is explained only later is not said to have come; the last round is that of the game."""
    said = TEXTS["done"].body
    assert LATER & KINDS
    assert "is explained when it comes" in said
    assert f"the end of round {ROUNDS}" in said


def test_numbers_of_rules_are_explained_where_they_first_stand() -> None:
    """The first lesson cites rules, and says what the numbers are and which key shows them."""
    told = Told(4)
    told.run(1, PickBid)
    said = lesson(told.sees(ME), Aim())
    assert said is not None
    first, second = with_keys(said, DEFAULT).body
    assert "such as R22 are rules: ? shows them" in str(first)
    assert "R22" in str(second)


@pytest.mark.parametrize("seed", GAMES)
def test_every_moment_has_its_words(seed: int) -> None:
    """Whoever plays is always told something; whoever looks on is not; no text has a gap left in it."""
    told = Told(seed)
    while told.match.prompts:
        table = as_chosen(told.sees(0))
        said = lesson(table, Aim())
        assert said is not None
        assert "{" not in str(with_keys(said, DEFAULT).body)
        assert lesson(told.sees(None), Aim()) is None
        told.step(any_of)
    assert lesson(told.sees(0), Aim()) is None


def test_whoever_follows_the_advice_meets_every_decision() -> None:
    """In the first round and the turn after it; `python -m tests.tui.games.ys.lessons` finds another seed."""
    course = Course(SEED)
    for _ in course.play():
        pass
    assert course.explained() == KINDS - LATER - {"send"}
    rounds = [
        table.confirmed.round for table, said in course.lessons if said.kind not in {"card", "broker", "done"}
    ]
    first = {said.kind for table, said in course.lessons if table.confirmed.round == 1}
    assert max(rounds) == 2
    assert {"bid", "order", "up", "down", "market", "gem", "colour", "column", "price"} <= first


def test_what_a_round_has_brought_is_what_is_owned_after_it() -> None:
    """The points and gems told of each player add up to those in front of it."""
    told = Told(4)
    told.run(2, PickBid)
    table = told.sees(ME)
    lines = {line[0]: str(line[1]) for line in brought(table, 1) if not isinstance(line[0], str)}
    for seat, player in enumerate(table.confirmed.players):
        words = lines.get(seat, "")  # type: ignore[call-overload]
        assert (f"{player.points} VP" in words) == bool(player.points)
        for count, gem in zip(player.gems, GEMS, strict=True):
            assert ((f"{count} {gem}" if count > 1 else gem) in words) == bool(count)
    mine = [each.event for each in table.journal if isinstance(each.event, events.Ranked)]
    won = sum(bool(event.ranking) and event.ranking[0].seat == ME for event in mine)
    assert sum(":" in str(line) and "Neighborhood" in str(line) for line in brought(table, 1)) <= won


def test_of_what_the_player_has_won_only_that_is_told() -> None:
    """Who came before whom behind the player is not among the player's own lines."""
    told = Told(4)
    for seat in range(4):
        while told.match.prompts and told.match.state.round < ROUNDS:
            told.step(any_of)
        table = told.sees(seat)
        for number in range(1, ROUNDS):
            lines = brought(table, number)
            own = [line for line in lines if isinstance(line[0], str) and not line[0].startswith("Prices")]
            assert own or seat, "somebody wins something"
            for line in own:
                people = [part for part in line if not isinstance(part, str)]
                assert people[0] == seat
                assert people.count(Seat(seat)) == 1, "nothing behind the first two"


@pytest.mark.parametrize("size", [(80, 5), (36, 9), (60, 16), (58, 9), (52, 12)], ids=str)
@pytest.mark.parametrize("is_lasting", [False, True])
def test_no_page_ends_within_a_sentence(size: tuple[int, int], is_lasting: bool) -> None:
    """Unless it is longer than a page; and nothing of the words is lost."""
    pen = Pen(NAMES, NIGHT, UNICODE)
    course = Course(SEED)
    for _ in course.play():
        pass
    for _, said in course.lessons:
        found = pages(said, pen, size, is_lasting=is_lasting)
        assert all(len(page) == size[1] for page in found)
        assert all(width(line) == size[0] for page in found for line in page)
        rows = [[plain(line).strip() for line in page[1:]] for page in found]
        shown = " ".join(" ".join(filter(None, page)) for page in rows)
        body = "".join(part if isinstance(part, str) else "" for part in said.body[-1])
        for sentence in re.split(r"(?<=[.?!]) ", body):
            if len(sentence) < (size[0] - 8) * (size[1] - 4):
                assert any(sentence in " ".join(filter(None, page)) for page in rows), sentence
            assert is_lasting or sentence in shown


def test_the_goal_and_the_signs_are_told_where_they_first_matter() -> None:
    """Who wins, at the first decision; then what stands below tie, gems, and prices."""
    course = Course(SEED)
    for _ in course.play():
        pass
    first: dict[str, str] = {}
    for _, said in course.lessons:
        first.setdefault(said.kind, str(said.body))
    assert "most points (VP) after four rounds win" in first["bid"]
    assert "6+" in first["order"]
    assert "??" in first["order"]
    assert "K is black" in first["up"]
    assert "W is white" in first["up"]
    for words in ("from 1 to 15", "+2, then +1, -1, -2", "closed line"):
        assert words in first["market"]
    points = [BLACK_POINTS[count] for count in (1, 2, 3)]
    assert points == [1, 4, 8], "as the text says"
    assert BLACK_POINTS[-1] == 24
    assert COLUMN_MOVES == (2, 1, -1, -2), "as the text says"


def test_a_note_over_the_hand_says_that_enter_closes_it_first() -> None:
    """What is sent by Enter is sent by the second one; another key that was chosen for it is told."""
    good = Advice("", "", ("enter",), "send")
    said = Lesson("send", "A draft", (("It is a draft.",),), good)
    pen = Pen(NAMES, NIGHT, UNICODE)
    (over,), (beside,) = pages(said, pen, (80, 5)), pages(said, pen, (80, 5), is_lasting=True)
    assert "Enter closes this lesson; then Enter sends." in text_of(over).replace(GLUE, " ")
    assert "Press Enter." in text_of(beside).replace(GLUE, " ")
    (other,) = pages(said, pen, (80, 5), closing="f3")
    assert "F3 closes this lesson;" in text_of(other)


def test_a_choice_of_a_card_is_explained_by_its_name() -> None:
    """The text names the card that asks and tells what it does."""
    asked_by_spy = (
        table
        for seed in range(4, 30)
        for table in asked(seed)
        if isinstance(table.prompt, Choice) and table.prompt.why == "spy"
    )
    table = next(asked_by_spy)
    said = lesson(table, Aim())
    assert said is not None
    assert said.kind == "broker"
    assert "Spy" in str(said.body)
    assert "look secretly" in str(said.body)


@pytest.mark.parametrize(
    ("prompt", "kind"), [(PickBid, "bid"), (PickOrder, "order"), (Place, "up"), (PlayCards, "cards")]
)
def test_the_kind_is_that_of_the_question(prompt: type, kind: str) -> None:
    """What was read already is told as the same kind again, so that it is not opened twice."""
    told = Told(4)
    said = lesson(as_chosen(told.sees(told.run(1, prompt))), Aim(), {kind})
    assert said is not None
    assert said.kind == kind or (kind == "up" and said.kind == "market")
    assert said.title == TEXTS[said.kind].title


def test_what_is_under_way_needs_no_advice() -> None:
    """While a choice is being sent there is nothing to press."""
    told = Told(4)
    table = replace(told.sees(told.run(1, PickBid)), sent=True)
    assert advice(table, Aim()) is None
