"""What happens and what is asked, in words: nothing is without them, and a count names sums and ties."""

import inspect
from typing import get_args

import pytest
from msgspec.structs import replace

from protocol.game import Choice, Event, Prompt, Seat
from protocol.games.ys import events
from protocol.games.ys.board import BOARD, Spot
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.events import (
    BlackScored,
    ColourScored,
    Column,
    ColumnsRanked,
    Discarded,
    Gained,
    GameOver,
    Ranked,
    RoundBegan,
    Standing,
    Swapped,
)
from protocol.games.ys.prompts import YsPrompt
from protocol.games.ys.state import Held, Player
from protocol.seals import Token
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.telling import tell
from ys_tui.games.ys.words import (
    Phrase,
    ask,
    card_limit,
    card_text,
    deed,
    kept_cards,
    later_cards,
    option,
    place_name,
    rank_columns,
    reason,
)

EVENTS = [
    kind
    for _, kind in inspect.getmembers(events, inspect.isclass)
    if issubclass(kind, Event) and kind.__module__ == events.__name__
]


def said(phrase: Phrase) -> str:
    """Return a phrase with names in place of seats."""
    return "".join(part if isinstance(part, str) else NAMES[part] for part in phrase)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_words(kind: type[Event]) -> None:
    """No event is without words of its own."""
    assert tell.dispatch(kind) is not tell.dispatch(object)


@pytest.mark.parametrize("kind", get_args(YsPrompt))
def test_every_prompt_has_words(kind: type[Prompt]) -> None:
    """No prompt is without words of its own, nor without what somebody who is asked it does."""
    assert ask.dispatch(kind) is not ask.dispatch(object)


def test_every_event_of_a_game_is_a_sentence() -> None:
    """Over whole games each event reads as a sentence: a capital or a name first, a full stop last."""
    for seed in range(3):
        told = Told(seed)
        for _ in told.steps():
            for prompt in told.match.prompts.values():
                assert deed(prompt)
                assert ask(prompt).question
        for each in told.journal:
            sentence = said(tell(each.event))
            assert sentence.endswith("."), sentence
            assert sentence[0].isupper(), sentence
            assert "  " not in sentence, sentence


@pytest.mark.parametrize(
    ("decided", "words"),
    [
        ("strength", "4 against 3"),
        ("tie-break", "tie-break 7 against 5"),
        ("order", "equal tie-breaks of 7, order card 1 before 2"),
        ("intriguer", "the Intriguer wins ties"),
        ("stayed", "who left loses ties"),
    ],
)
def test_a_comparison_names_what_decided_it(decided: str, words: str) -> None:
    """The line of an area has the sums, the winner and the step of R33 that decided."""
    second = 3 if decided == "strength" else 4
    ranking = (Standing(Seat(2), 4, 7, 1, decided), Standing(Seat(1), second, 5, 2, ""))
    assert said(tell(Ranked("port-2", ranking))) == f"Port 2: Cara 4, Bran {second}. Cara wins, {words}."


def test_every_tie_of_a_neighborhood_is_told() -> None:
    """All places matter in a neighborhood: each tie has its line."""
    ranking = (
        Standing(Seat(0), 4, 7, 1, "tie-break"),
        Standing(Seat(1), 4, 5, 4, "order"),
        Standing(Seat(2), 4, 5, 9, ""),
    )
    text = said(tell(Ranked("neighborhood-3", ranking)))
    assert text == (
        "Neighborhood 3: Alix 4, Bran 4, Cara 4."
        " Alix before Bran: tie-break 7 against 5. Bran before Cara: equal tie-breaks of 5,"
        " order card 4 before 9."
    )


def test_who_is_alone_and_what_nobody_gets() -> None:
    """A lone broker wins alone; an empty place says so."""
    assert said(tell(Ranked("palace-1", (Standing(Seat(0), 0, 7, 1, ""),)))).endswith(
        "Alix wins, alone there."
    )
    assert said(tell(Discarded(("black",), "port-1"))) == "Nobody gets black (port 1)."
    assert said(tell(Discarded(("spy",), "palace-1"))) == "Nobody gets the Spy (palace 1)."


def test_gems_are_told_by_neighborhood() -> None:
    """They go to the best in a whole neighborhood; the port is one of its areas, and has a gem of its own."""
    ports = (("red", "red", "blue", "yellow"), ("green", "green", "white", "blue"))
    words = said(tell(RoundBegan(2, ("spy", "envoy"), ports, ("blue", "red"))))
    assert "Gems: neighborhood 1: 2 red, blue, yellow; neighborhood 2: 2 green, white, blue; market:" in words
    assert "port" not in words


def test_whoever_exchanges_brokers_is_no_thing() -> None:
    """The sentence has a name for its subject and needs no pronoun."""
    spots = (Spot("port-1"), Spot("palace-2"))
    words = said(tell(Swapped(Seat(0), (Token(1), Token(2)), spots, "magician")))
    assert words == "Alix exchanges two brokers between port 1 and palace 2 by the Magician."


def test_a_white_gem_is_told_with_what_it_became() -> None:
    """The log never hides that the gem that was taken was white."""
    took = Gained(Seat(1), "blue", 1, "neighborhood-3", was="white")
    assert said(tell(took)) == "Bran takes 1 white gem as blue (neighborhood 3)."


COLUMN_DECIDERS = [
    ("intriguer", "the Intriguer wins ties"),
    ("tie-break", "best tie-break, 9 against 7"),
    ("order", "equal tie-breaks of 9, order card 1 before 2"),
    ("", "the only one who stayed"),
]


@pytest.mark.parametrize(("decided", "why"), COLUMN_DECIDERS)
def test_columns_tell_their_ties(decided: str, why: str) -> None:
    """A tie of columns names who settled it and why it was theirs to settle."""
    columns = (
        Column("red", 5, 2, "choice"),
        Column("blue", 5, 2, "sum"),
        Column("green", 4, 3, "brokers"),
        Column("yellow", 4, 2, ""),
    )
    second = {"tie-break": 7, "order": 9}.get(decided, 11)
    deciders = (Standing(Seat(3), 0, 9, 1, decided), Standing(Seat(0), 0, second, 2, ""))
    assert said(tell(ColumnsRanked(columns, deciders[: 2 if decided else 1]))) == (
        "Columns: red 5 (by choice), blue 5, green 4 (by more brokers), yellow 4."
        f" Dahut chooses between equal columns: {why}."
    )
    assert "chooses" not in said(tell(ColumnsRanked(columns)))


def test_final_scores_are_listed_by_place() -> None:
    """The best of a colour is named first, whatever the seat; so are the most black gems."""
    blue = ColourScored("blue", 1, (1, 3, 0, 2), (3, 1, 0, 2), (12, 24, 0, 18))
    assert said(tell(blue)) == "Blue is worth most: Bran 3 → 24 VP, Dahut 2 → 18 VP, Alix 1 → 12 VP."
    tied = ColourScored("green", 4, (5, 0, 5, 0), (2, 0, 2, 0), (9, 0, 9, 0))
    assert said(tell(tied)) == (
        "Green ranks 4: Alix 5 → 9 VP, Cara 5 → 9 VP."
        " Equal numbers all take the lowest of their places (R76)."
    )
    black = BlackScored((1, 0, 4, 2), (1, 0, 12, 4))
    assert said(tell(black)) == "Black gems: Cara 4 → 12 VP, Dahut 2 → 4 VP, Alix 1 → 1 VP."


def test_shared_victory_names_both() -> None:
    """Two winners share the game."""
    over = GameOver((60, 66, 66, 50), (3, 1, 1, 4), "shared")
    assert said(tell(over)) == "Bran, Cara win the game, shared: Bran 66 · Cara 66 · Alix 60 · Dahut 50."


def test_cards_in_hand_tell_the_limit_and_their_time() -> None:
    """How many cards the round still allows (R49), and which card comes in a later window (R52)."""
    player = Player(b"", cards=(Held("intriguer", 1), Held("herald", 1), Held("spy", 2)), used=1)
    fresh, spent = replace(player, used=0), replace(player, used=2)
    assert card_limit(player) == "one of two left this round"
    assert card_limit(fresh) == "at most two a round"
    assert later_cards(fresh, 2, ()) == "Later: Herald (after placing); Intriguer (before counting)."
    assert later_cards(fresh, 2, ("herald",)) == "Later: Intriguer (before counting)."
    assert later_cards(player, 2, ()) == "Later, one of: Herald (after placing); Intriguer (before counting)."
    assert later_cards(player, 2, ("herald",)) == "Or later instead: Intriguer (before counting)."
    assert later_cards(player, 2, ("intriguer",)) == ""
    assert later_cards(spent, 2, ()) == "Two cards are used: no Herald or Intriguer this round."
    assert later_cards(replace(spent, cards=()), 2, ()) == ""


def test_places_have_names() -> None:
    """Every place of the board reads as one says it."""
    assert place_name("port-2") == "port 2"
    assert place_name("market-1-blue") == "market 1 blue"
    assert place_name("line-3") == "market line 3"
    assert all("-" not in place_name(spot) for spot in BOARD)


@pytest.mark.parametrize("card", CHARACTERS)
def test_every_card_has_a_text(card: str) -> None:
    """What a card does is shown in the words of its class."""
    assert card_text(card) == CHARACTERS[card].text


def test_a_choice_gives_its_reason() -> None:
    """A question begins with why it is asked."""
    gem = Choice(what="gem", among=("blue", "red"), why="neighborhood-2")
    assert reason(gem, 1) == "You are second in neighborhood 2"
    assert ask(Choice(what="price", among=("blue+",), why="market")).question.startswith(
        "You have the majority"
    )
    assert ask(Choice(what="colour", among=("blue",), why="line-1")).question.startswith(
        "Your white gem of market"
    )
    assert ask(Choice(what="broker", among=("3",), why="herald")).question == "Herald: choose a broker."
    assert [option("price", word) for word in ("blue+", "red-")] == ["blue up", "red down"]


def test_cards_that_are_kept_are_for_a_later_round_while_there_is_one() -> None:
    """In the last round nobody is told to wait for another."""
    assert [kept_cards(number) for number in (1, 3)] == ["A card you keep can be used in a later round."] * 2
    assert kept_cards(4) == "This is the last round: a card you keep is worth nothing."


def test_equal_columns_are_asked_about_with_what_their_prices_do() -> None:
    """In words, not in signs."""
    prompt = Choice(what="column", among=("blue", "green"), why="market")
    assert rank_columns("order", 1, prompt).hint == "Its price rises 1; that of the next falls 1."
    three = Choice(what="column", among=("blue", "green", "red"), why="market")
    assert (
        rank_columns("order", 1, three).hint == "Its price rises 1; that of the next falls 1, then falls 2."
    )
