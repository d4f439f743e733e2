"""Ys line by line: every legal answer can be typed, no question names a key, all is plain text."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from protocol.game import Action, View
from protocol.games.ys.prompts import PickBid, Place
from protocol.text import clean
from tests.support.screen import NAMES, Told
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.spoken import YS_SPOKEN
from ys_tui.plain.choosing import Refused, choose, following
from ys_tui.spoken import Word

TABLES = ((2, ()), (3, ("three-neighborhoods",)), (3, ()), (4, ("kings-favor",)), (4, ("documented-deck",)))
KEYS = re.compile(
    r"\b(press|Enter|arrows?|Arrows|Esc|f1)\b|\((p|c)\b|\b[a-zA-Z]: | [urvgP] (takes|votes|tells)"
)
"""What names a key of the screen."""


def typed(words: tuple[Word, ...]) -> str:
    """Return what is typed for the words of an answer."""
    return " ".join(word.typed[0] for word in words)


def check(table: TableSnapshot, rng: Random) -> Action | None:
    """Check all that is said of a table from one seat, and return an answer that was typed."""
    for sentence in (
        YS_SPOKEN.where(table),
        *(line for part in YS_SPOKEN.board.values() for line in part(table)),
    ):
        assert clean(sentence.strip(), 8_192) == sentence.strip(), sentence
    if table.prompt is None:
        return None
    answers = YS_SPOKEN.answers(table)
    assert {answer.action for answer in answers} == set(table.legal)
    question = YS_SPOKEN.ask(table, ())
    for sentence in (question.text, question.hint):
        assert not KEYS.search(sentence), sentence
    assert question.kind
    for answer in rng.sample(answers, min(4, len(answers))):
        assert choose(typed(answer.words), (), answers).answer == answer
        if len(answer.words) > 1:
            first = choose(typed(answer.words[:1]), (), answers)
            assert first.answer is None
            asked = YS_SPOKEN.ask(table, first.words)
            assert not KEYS.search(asked.text + asked.hint), asked
            assert choose(typed(answer.words[1:]), first.words, answers).answer == answer
    return rng.choice(answers).action


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_answer_of_a_game_can_be_typed(seats: int, options: tuple[str, ...]) -> None:
    """In a whole game each legal answer has words of its own, at once or one after the other, and no key."""
    told, rng = Told(5 + seats, NAMES[:seats], options), Random(seats)

    def chosen(view: View[Any], legal: Sequence[Action], chance: Random) -> Action:
        action = check(told.sees(view.seat), rng)
        assert action is not None
        return action

    while told.match.prompts:
        told.step(chosen)
    table = told.sees(None)
    for number in range(len(table.journal)):
        sentence = YS_SPOKEN.happened(table, number)
        assert sentence == clean(sentence, 8_192)
    result = YS_SPOKEN.result(table)
    assert len(result) == 1 + len(table.confirmed.players)
    check(table, rng)


def test_the_draft_is_told_and_sent_when_it_is_whole() -> None:
    """A turn of placing is told as it grows; half of it cannot be sent."""
    told = Told(4)
    seat = told.run(1, Place, turn=1)
    answers = YS_SPOKEN.answers(told.sees(seat))
    up = choose("up " + answers[-1].words[0].typed[0].split()[1] + " port 2", (), answers).answer
    assert up is not None
    told.chairs[seat].pick(up.action)
    table = told.sees(seat)
    assert re.fullmatch(r"\d face up in port 2", YS_SPOKEN.drafted(table))
    assert not YS_SPOKEN.may_send(table)
    down = YS_SPOKEN.answers(table)[0]
    told.chairs[seat].pick(down.action)
    table = YS_SPOKEN.seen(told.sees(seat))
    assert YS_SPOKEN.may_send(table)
    assert "; " in YS_SPOKEN.drafted(table)
    assert YS_SPOKEN.ask(table, ()).kind == "send"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "is no answer here"),
        ("up 7 port 1", "is no answer here"),
        ("up 3 port 9", "is no answer here"),
        ("p", "is no answer here"),
        ("up 3 p 1", "may mean up 3 port 1 or up 3 palace 1"),
        ("up 3 market 1", "may mean up 3 market 1 "),
        ("up 3 market", "or one of "),
    ],
)
def test_what_is_no_answer_is_refused_in_a_line(line: str, why: str) -> None:
    """Nonsense and what may mean several things is refused by a sentence that says what would do."""
    told = Told(4)
    seat = told.run(1, Place, turn=1)
    with pytest.raises(Refused, match=re.escape(why)):
        choose(line, (), YS_SPOKEN.answers(told.sees(seat)))


def test_words_may_be_left_out_where_one_thing_only_can_be_meant() -> None:
    """A square of a line in which no other is free needs no colour."""
    told = Told(4)
    seat = told.run(1, Place, turn=1)
    answers = YS_SPOKEN.answers(told.sees(seat))
    squares = [each for each in answers if each.words[-1].typed[0].startswith("market 2")]
    rest = (*(each for each in answers if each not in squares), squares[0])
    assert choose(f"{squares[0].words[0].typed[0]} market 2", (), rest).answer == squares[0]


def test_what_counting_now_would_give_is_read_out() -> None:
    """The projection of the screen, a line for each thing, with names and without glyphs."""
    told = Told(4)
    seat = told.run(2, Place, turn=3)
    lines = YS_SPOKEN.foretold(told.sees(seat))
    assert "Neighborhood 1:" in lines
    assert any(NAMES[0] in line for line in lines)
    assert any(line.startswith("If the game ended now") for line in lines)
    assert all(line == clean(line, 8_192) for line in lines)


def test_a_bid_may_be_typed_in_either_order() -> None:
    """The two brokers of a bid are typed at once or one after the other, the higher one first or last."""
    told = Told(4)
    seat = told.run(1, PickBid)
    answers = YS_SPOKEN.answers(told.sees(seat))
    low, high = choose("0 4", (), answers).answer, choose("4, 0", (), answers).answer
    assert low is not None
    assert high is not None
    assert low.action == high.action
    assert [word.typed[0] for word in following(choose("2", (), answers).words, answers)] == list("0134")


def test_the_rule_that_applies_is_at_hand() -> None:
    """Asked without a word it is the rules on the question; with a word, those on that; else nothing."""
    told = Told(4)
    seat = told.run(1, PickBid)
    table = told.sees(seat)
    assert YS_SPOKEN.rules(table, "")[0].startswith("R22: Everybody puts two brokers down, closed;")
    assert YS_SPOKEN.rules(table, "spy")[0].startswith("Spy: Before placing")
    assert YS_SPOKEN.rules(None, "r52c")[0].startswith("R52c: Who resigns")
    assert YS_SPOKEN.rules(None, "port")
    assert YS_SPOKEN.rules(None, "") == ()
    assert YS_SPOKEN.rules(None, "weather") == ()
