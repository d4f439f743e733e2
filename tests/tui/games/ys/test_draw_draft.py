"""What is chosen and not sent stands beside the question that follows; cards say what the round allows."""

import contextlib
from typing import Final

from msgspec.structs import replace

from protocol.game import Choice, Seat
from protocol.games.ys.actions import Pass, UseCard
from protocol.games.ys.board import CARDS_A_ROUND
from protocol.games.ys.events import CardUsed, Gained, Priced, Ranked
from protocol.games.ys.prompts import PickBid, PlayCards
from protocol.games.ys.state import Held, State
from tests.support.screen import NAMES, Told
from tests.tui.games.scenes import counts, moments
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim, options
from ys_tui.games.ys.asking import Desk, scene_of, sentences
from ys_tui.games.ys.draw_count import lines_of, scene_of_step
from ys_tui.games.ys.draw_draft import draft
from ys_tui.games.ys.draw_hand import hand
from ys_tui.games.ys.retold import retold
from ys_tui.games.ys.steps import steps_of
from ys_tui.lines import GLUE, Lines, plain
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

FEW: Final = 9
"""Answers about brokers that leave room for a line of help."""


def asked_about_cards(*held: str, used: int = 0) -> TableSnapshot:
    """Return the table of a seat that may use a card after placing in round 2, holding these cards."""
    told = Told(4)
    seat = told.run(2, PlayCards)
    table = told.sees(seat)
    state: State = table.view.state
    cards = tuple(Held(card, 1) for card in held)
    players = tuple(
        replace(player, cards=cards, used=used) if at == seat else player
        for at, player in enumerate(state.players)
    )
    return replace(table, view=replace(table.view, state=replace(state, players=players)))


def desk_of(table: TableSnapshot) -> Desk:
    """Return what a drawing of the hand depends on, with nothing marked."""
    return Desk(table, Aim(), scene_of(table, Aim(), NIGHT, UNICODE))


def text_of(lines: Lines) -> str:
    """Return lines as one text."""
    return "\n".join(map(plain, lines)).replace(GLUE, " ")


def test_what_is_chosen_stands_above_the_question_about_another_card() -> None:
    """As long as another card can be used: the card that was chosen, or that one has passed, is shown."""
    table = replace(asked_about_cards("herald", "magician", used=1), prompt=PlayCards(cards=("herald",)))
    for action, words in (
        (UseCard("magician"), "use Magician   not sent yet"),
        (Pass(), "pass   not sent yet"),
    ):
        desk = desk_of(replace(table, draft=(action,)))
        assert words in text_of(hand(desk)), words
        assert "Enter sends what you chose" in text_of(hand(desk))
    assert "before counting use a card" in sentences(desk).question


def test_two_passes_say_what_each_of_them_is_about() -> None:
    """The second one is about the next window (R52a)."""
    table = replace(asked_about_cards("herald"), draft=(Pass(), Pass()), prompt=None)
    assert plain(draft(desk_of(table))) == "pass   pass before counting too   not sent yet"


def test_the_last_card_of_a_round_says_which_cards_it_rules_out() -> None:
    """Whoever is asked with one card left, and whoever has chosen the second one, reads it (R49)."""
    table = replace(
        asked_about_cards("herald", "intriguer", used=1), prompt=PlayCards(cards=("herald",)), draft=()
    )
    question = sentences(desk_of(table)).question
    assert question.endswith("one of two left this round. Or later instead: Intriguer (before counting).")
    spent = asked_about_cards("intriguer", used=CARDS_A_ROUND)
    chosen = replace(spent, prompt=None, draft=(UseCard("herald"),))
    assert sentences(desk_of(chosen)).hint == "Two cards are used: no Intriguer this round."


def test_a_card_in_a_draft_that_the_count_follows_is_one_of_the_round() -> None:
    """What is shown of such a draft is retold from its events: cards are counted there as well (R49)."""
    table = asked_about_cards("herald", "intriguer", used=1)
    assert table.seat is not None
    shown = retold(table.view.state, (CardUsed(table.seat, "herald"),)).players[table.seat]
    assert (shown.used, [held.card for held in shown.cards]) == (CARDS_A_ROUND, ["intriguer"])


def test_count_names_who_moved_a_price_and_tells_a_white_gem_with_the_other() -> None:
    """The majority's step is its owner's (R46); two gems of a neighborhood are one sentence (R9, R36)."""
    told = Told(4)
    told.run(1, PlayCards)
    table, length = told.sees(0), len(told.journal)
    told.run(2, PickBid)
    happened = tuple(each.event for each in told.journal[length:])
    shown, steps = scene_of(table, Aim(), NIGHT, UNICODE), steps_of(happened, table.view, length)
    majority = next(each for each in happened if isinstance(each, Ranked) and each.where == "market")
    at, moved = next(
        (number, event)
        for number, step in enumerate(steps, start=1)
        for event in step.events
        if isinstance(event, Priced) and event.why == "majority"
    )
    who = NAMES[majority.ranking[0].seat]
    assert f"{who} moves the price of {moved.colour} " in text_of(lines_of(steps, at, shown))

    gems = (
        Gained(Seat(1), "green", 1, "neighborhood-1", was="white"),
        Gained(Seat(1), "green", 1, "neighborhood-1"),
    )
    steps = steps_of(gems, table.view, length)
    assert f"{NAMES[1]} takes white as green, green (neighborhood 1)." in text_of(lines_of(steps, 1, shown))


def test_what_was_picked_stands_above_answers_that_fill_a_grid() -> None:
    """The card with what it is about so far: beside the question, or below it if there is room."""
    table, _ = moments()["favor-spy"]
    rows = [plain(line).strip() for line in hand(desk_of(table))]
    assert rows[1] == "use Spy: □? palace 4  u takes the last one back."
    assert rows[2].startswith("1 ")
    for number in range(4, 40):
        told = Told(number)
        with contextlib.suppress(LookupError):
            seat = told.run(2, Choice, what="broker", why="spy")
            table = told.sees(seat)
            if len(options(table, Aim())) > FEW:
                break
    told.chairs[seat].pick(options(table, Aim())[0].action)
    rows = [plain(line).strip() for line in hand(desk_of(told.sees(seat)))]
    assert rows[0].startswith("Spy: choose another broker; one is picked.  use Spy: ")
    assert rows[1].startswith("1 ")


def test_the_heading_of_a_count_has_no_gap_where_gems_were() -> None:
    """Once all gems of a neighborhood are taken its card stands behind its name."""
    table, steps = counts()["count-palace"]
    scene = scene_of_step(steps[-1], scene_of(table, Aim(), NIGHT, UNICODE))
    state: State = replace(scene.state, ports=((),) * 4, palaces=("magician",) * 4, area=1)
    bare = replace(scene, view=replace(scene.view, state=state))
    heading = plain(lines_of(steps, len(steps), bare)[0])
    assert heading.startswith(" ▸Counting neighborhood 1  Magician ")
