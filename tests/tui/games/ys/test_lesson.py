"""What the tutorial says fits whatever is asked and was chosen: legal, and done by the keys it names."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from protocol.game import Choice
from protocol.games.ys import events
from protocol.games.ys.board import BOARD, GEMS
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from tests.support.driver import any_of
from tests.support.screen import Told
from tests.tui.games.ys.lessons import LATER, ME, Course
from ys_tui.client.snapshot import Pick, TableSnapshot
from ys_tui.games.ys.advice import advice, sensible
from ys_tui.games.ys.aim import Aim, Way, settle
from ys_tui.games.ys.answers import answers
from ys_tui.games.ys.drafted import as_chosen
from ys_tui.games.ys.keys import press
from ys_tui.games.ys.lesson import KINDS, brought, lesson
from ys_tui.games.ys.lesson_words import TEXTS
from ys_tui.plain.choosing import choose
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


@pytest.mark.parametrize("seed", GAMES)
def test_every_moment_has_its_words(seed: int) -> None:
    """Whoever plays is always told something; whoever looks on is not; no text has a gap left in it."""
    told = Told(seed)
    while told.match.prompts:
        table = as_chosen(told.sees(0))
        said = lesson(table, Aim())
        assert said is not None
        assert "{" not in str(said.body)
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
