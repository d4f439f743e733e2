"""The board at every table: what is closed, the neutral player, the throne room, and their prompts."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from protocol.game import Choice, Seat, combinations
from protocol.games.ys.actions import PlaceDown, PlaceUp, ToThrone
from protocol.games.ys.board import BOARD, HAND, SQUARES, THRONE
from protocol.games.ys.events import CardWon, Discarded, Gained, Placed, Ranked, ThroneScored
from protocol.games.ys.game import YS
from protocol.games.ys.layout import DOCUMENTED_DECK, KINGS_FAVOR, layout
from protocol.games.ys.prompts import PickBid, PickThrone, Place
from protocol.games.ys.state import State, broker_at, layout_of
from tests.support.screen import NAMES, Told
from tests.support.ys_driver import card_first
from ys_tui.client.intents import Pick
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import LETTER_OF, Aim, options, places, settle
from ys_tui.games.ys.asking import Desk, scene_of, sentences
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.draw_city import city, neighborhood, throne_room
from ys_tui.games.ys.draw_hand import hand
from ys_tui.games.ys.draw_market import market
from ys_tui.games.ys.draw_players import players, players_panel
from ys_tui.games.ys.draw_terms import short_terms
from ys_tui.games.ys.keys import press
from ys_tui.games.ys.log import phrase
from ys_tui.games.ys.neutral import looks, names
from ys_tui.games.ys.steps import steps_of
from ys_tui.games.ys.telling import tell
from ys_tui.lines import plain, text_of
from ys_tui.looks import ASCII, UNICODE, Marks
from ys_tui.themes import NIGHT

FAVOR = (KINGS_FAVOR.key,)
DUEL_SEEDS = range(20)
every_table = pytest.mark.parametrize(
    ("seats", "options"),
    combinations(YS),
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else str(value),
)


def table(seats: int, options: Sequence[str] = (), seed: int = 2) -> Told:
    """Return a game of so many seats with these options."""
    return Told(seed, NAMES[:seats], options)


def drawn(told: Told, seat: int | None, marks: Marks = UNICODE) -> Scene:
    """Return the scene that a seat sees."""
    return scene_of(told.sees(seat), Aim(), NIGHT, marks)


def said(told: Told) -> list[str]:
    """Return the journal in words."""
    known, fixed = names(told.setup), layout(told.setup)
    return [
        "".join(
            part if isinstance(part, str) else known[part] for part in phrase(told.journal, number, fixed)
        )
        for number in range(len(told.journal))
    ]


def pressed(keys: Sequence[str], seen: TableSnapshot, aim: Aim | None = None) -> tuple[Aim, Pick | None]:
    """Return the aim after these keys, and the wish of the last of them."""
    aim, wish = settle(seen, aim or Aim(), None), None
    for key in keys:
        done = press(key, aim, seen)
        assert done is not None, key
        assert not (done.word and done.is_refusal), done.word
        aim, wish = settle(seen, done.aim, seen.prompt), done.intent
    assert wish is None or isinstance(wish, Pick)
    return aim, wish


@every_table
def test_every_open_place_is_drawn_and_no_other(seats: int, options: tuple[str, ...]) -> None:
    """Letters stand at all places of the table's board, and the rest of the whole board says it is closed."""
    told = table(seats, options)
    told.run(1, Place)
    scene = replace(drawn(told, 0), letters=dict.fromkeys(BOARD, "@"))
    fixed = layout_of(scene.state)
    text = text_of(city(scene)) + text_of(market(scene))
    assert text.count("@") == len(fixed.board)
    closed_lines = 4 - len(fixed.lines)
    assert text.count("closed") == closed_lines + 4 - len(fixed.neighborhoods)


@every_table
def test_what_is_played_stands_above_the_board(seats: int, options: tuple[str, ...]) -> None:
    """Seats and options are named in at most eighty cells; the usual game needs no words."""
    told = table(seats, options)
    words = short_terms(told.setup)
    assert len(words) < 80
    assert bool(words) == (seats < 4 or bool(options))
    titles = [option.title for option in YS.options if option.key in options]
    assert all(title in words for title in titles)
    assert ("neutral" in words) == (seats == 2)


@every_table
@pytest.mark.parametrize("cells", [52, 44, 36, 28, 22])
def test_what_is_played_gives_way_in_whole_parts(seats: int, options: tuple[str, ...], cells: int) -> None:
    """Where there is no room for all of it, no word is cut: what is left out of the options is counted."""
    setup = table(seats, options).setup
    words, whole = short_terms(setup, cells), short_terms(setup)
    assert len(words) <= cells
    assert bool(words) == bool(whole)
    first, *told = words.split(" · ")
    if first:
        assert first.startswith(f"{seats} players")
    titles = [option.title for option in YS.options if option.key in options]
    shown = [each for each in told if each in titles]
    assert shown == titles[: len(shown)]
    more = len(titles) - len(shown)
    assert ([each for each in told if each not in titles] != []) == (more > 0)
    if more:
        assert told[-1].startswith(f"{more} option")


def test_the_frame_of_the_players_cuts_no_word() -> None:
    """Two players who chose a deck: the title of their table is whole at every breadth that it has."""
    told = table(2, (DOCUMENTED_DECK.key,))
    for cells in range(50, 90):
        head = text_of(players_panel(drawn(told, 0), cells, 12)).splitlines()[0]
        assert "…" not in head
        assert "2 players" in head


@every_table
def test_every_event_of_a_table_is_a_sentence(seats: int, options: tuple[str, ...]) -> None:
    """Over whole games each event reads as a sentence: a capital or a name first, a full stop last."""
    told = table(seats, options, seed=5)
    for _ in told.steps():
        pass
    for sentence in said(told):
        assert sentence.endswith("."), sentence
        assert sentence[0].isupper(), sentence
        assert "  " not in sentence, sentence


# --- the neutral player ----------------------------------------------------------------------------


@pytest.mark.parametrize("marks", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_neutral_player_can_be_told_without_colour(marks: Marks) -> None:
    """Its signs are those of no seat, and so is its colour; the row has points and gems, no tie, no card."""
    told = table(2)
    told.run(1, Place)
    palette, signs = looks(told.setup, NIGHT, marks)
    assert set(marks.neutral).isdisjoint((*marks.up, *marks.down))
    assert (signs.up[2], signs.down[2]) == marks.neutral
    assert palette.seat(2) not in {NIGHT.seat(seat) for seat in range(4)}
    *_, row = players(drawn(told, 0, marks))
    assert plain(row).split() == ["★" if marks is UNICODE else "N", "Neutral", *plain(row).split()[2:]]
    assert plain(row)[43:49].strip() == ""
    assert "wins ties; cannot win" in plain(row)


def test_a_turn_of_two_takes_three_brokers_by_as_many_pairs_of_keys() -> None:
    """Broker, place, Enter; three times: up, down, neutral. The draft shows what is placed."""
    told = table(2)
    seat = told.run(2, Place, turn=2)
    chair = told.chairs[seat]
    kinds: list[tuple[type, int]] = []
    for is_neutral in (False, False, True):
        seen = told.sees(seat)
        held = [
            chair.view().known[broker.token].value
            for broker in seen.view.state.brokers
            if broker.holder == seat and broker.spot == HAND and (broker.owner != seat) == is_neutral
        ]
        aim, wish = pressed((str(held[0]), "right", "enter"), seen)
        assert wish is not None
        assert aim.value is None
        chair.pick(wish.action)
        assert isinstance(wish.action, PlaceUp | PlaceDown)
        broker = broker_at(chair.state, wish.action.token)
        assert broker is not None
        kinds.append((type(wish.action), broker.owner))
        assert chair.view().known[broker.token].value == held[0]
    assert kinds == [(PlaceUp, seat), (PlaceDown, seat), (PlaceDown, 2)]
    assert chair.prompt is None
    seen = told.sees(seat)
    lines = [plain(line) for line in hand(Desk(seen, Aim(), scene_of(seen, Aim(), NIGHT, UNICODE)))]
    assert max(map(len, lines)) == 80
    assert sum("☆" in line and "→" in line and "?" not in line for line in lines) == 1


def test_f_goes_through_all_ways_of_placing() -> None:
    """Up, down, neutral, up: a broker picked up stays if it is held in the other way, too."""
    told = table(2)
    seen = told.sees(told.run(1, Place))
    ways = [pressed("f" * times, seen)[0].way for times in range(4)]
    assert ways == ["face up", "face down", "neutral", "face up"]
    neutral, _ = pressed(("3", "f", "f"), seen)
    assert neutral.value is None  # no neutral broker is a 3
    question = sentences(Desk(seen, neutral, scene_of(seen, neutral, NIGHT, UNICODE))).question
    assert question == "Choose a neutral broker to place (0, 1, 2, 4), then its place."
    assert press("3", neutral, seen).word == "You have no neutral 3 in hand."  # type: ignore[union-attr]


def test_nobody_sees_a_neutral_broker_once_it_lies() -> None:
    """The one who placed it sees `?` like everybody."""
    told = table(2)
    told.run(1, Place, turn=2)
    for seat in (0, 1, None):
        scene = drawn(told, seat)
        text = text_of(city(scene)) + text_of(market(scene))
        assert text.count("☆?") == text.count("☆") > 0


def test_the_journal_says_what_the_neutral_player_does() -> None:
    """Who placed its broker, what it takes for a card, how it wins ties, and that it moves no price."""
    found: set[str] = set()
    for seed in DUEL_SEEDS:
        told = table(2, seed=seed)
        for _ in told.steps():
            pass
        words = said(told)
        for number, told_of in enumerate(told.journal):
            event, sentence = told_of.event, words[number]
            if isinstance(event, Placed) and event.seat == 2:
                assert sentence.split()[0] in NAMES[:2]
                assert "places a neutral broker face down" in sentence
                found.add("placed")
            elif isinstance(event, Ranked) and event.where == "market" and event.ranking[0].seat == 2:
                assert sentence.endswith(". It moves no price.")
                found.add("majority")
            elif isinstance(event, Ranked) and event.ranking[0].decided == "neutral":
                assert "the neutral player wins ties" in sentence
                found.add("tie")
            elif isinstance(event, CardWon) and event.seat == 2 and "discarded" in words[number + 1]:
                assert words[number + 1].endswith("is discarded; a gem is taken instead.")
                assert words[number + 2].startswith("Neutral takes 1 ")
                found.add("card")
    assert found == {"placed", "majority", "tie", "card"}


def test_a_card_that_the_neutral_player_wins_is_one_step() -> None:
    """Comparison, card, its end and the gem in its place are told together."""
    for seed in DUEL_SEEDS:
        told = table(2, seed=seed)
        told.run(1, Place, turn=4)
        before, length = told.sees(0).view, len(told.journal)
        told.run(2, PickBid)
        steps = steps_of([each.event for each in told.journal[length:]], before, length)
        kinds = [[type(event) for event in step.events] for step in steps]
        if [Ranked, CardWon, Discarded, Gained] in kinds:
            return
    raise AssertionError("it wins no card")


# --- the throne room -------------------------------------------------------------------------------


def test_the_throne_room_shows_own_values_alone() -> None:
    """Everybody sees how many brokers of each lie there, and the values of their own; a spectator none."""
    told = table(4, FAVOR)
    told.run(3, PickBid)
    state: State = told.match.state
    assert sum(broker.spot == THRONE for broker in state.brokers) == 8
    for seat in (*range(4), None):
        scene = drawn(told, seat)
        known = [
            broker for broker in state.brokers if broker.spot == THRONE and scene.value(broker) is not None
        ]
        line = plain(throne_room(scene))
        assert line.count("?") == 8 - len(known)
        assert "spare 2s 1" in line
        own = sum(broker.owner == seat for broker in known)
        assert own == (0 if seat is None else 2)
        assert seat is None or f"{UNICODE.down[seat]}?" not in line


@pytest.mark.parametrize("seats", [3, 4])
def test_one_key_sends_a_broker_to_the_throne_room(seats: int) -> None:
    """The key is the value; a value that is not among the three is refused in words."""
    told = table(seats, FAVOR)
    seat = told.run(1, PickThrone)
    seen = told.sees(seat)
    answers = options(seen, Aim())
    known = seen.view.known
    for answer in answers:
        assert isinstance(answer.action, ToThrone)
        _, wish = pressed((answer.key,), seen)
        assert wish == Pick(answer.action)
        assert known[answer.action.token].value == int(answer.key)
    missing = next(key for key in "01234" if key not in {answer.key for answer in answers})
    done = press(missing, Aim(), seen)
    assert done is not None
    assert done.word == f"None of your three tie-break brokers is a {missing}."
    assert done.intent is None


def test_brokers_in_the_throne_room_can_be_picked_for_a_card() -> None:
    """A Spy is offered those of the others there, by name, under a key each."""
    for seed in range(30):
        told = table(4, FAVOR, seed)
        try:
            seat = told.run(2, Choice, what="broker", why="spy", choose=card_first)
        except LookupError:
            continue
        seen = told.sees(seat)
        state: State = seen.view.state
        there = {str(each.token) for each in state.brokers if each.spot == THRONE and each.owner != seat}
        offered = {answer.name for answer in options(seen, Aim())}
        assert there
        assert there <= offered
        return
    raise AssertionError("nobody uses a Spy")


def test_equal_sums_in_the_throne_room_are_told() -> None:
    """Who has how much, what it scores, and why equal sums score alike (R71)."""
    told_of = tell(ThroneScored((8, 10, 8, 3), (2, 1, 2, 4), (5, 12, 5, 0)))
    words = "".join(part if isinstance(part, str) else NAMES[part] for part in told_of)
    assert words == (
        "Throne room: Bran 10 → 12 VP, Alix 8 → 5 VP, Cara 8 → 5 VP, Dahut 3 → 0 VP."
        " Equal sums share what their places pay."
    )


def test_documented_deck_is_named() -> None:
    """The option of the deck is seen at the table."""
    assert DOCUMENTED_DECK.title in short_terms(table(4, (DOCUMENTED_DECK.key,)).setup)


def test_a_closed_neighborhood_is_as_large_as_an_open_one() -> None:
    """It says that it is closed, and offers no place."""
    told = table(2)
    seen = told.sees(told.run(1, Place))
    lines = neighborhood(scene_of(seen, Aim(), NIGHT, UNICODE), 4)
    assert [len(plain(line)) for line in lines] == [25] * 4
    assert plain(lines[0]).strip() == "4 closed"
    assert not {"port-4", "commerce-4", "palace-4"} & set(places(seen, Aim()))
    assert not {spot for spot in SQUARES if spot.startswith("market-1")} & set(places(seen, Aim()))
    assert set(places(seen, Aim())) <= set(LETTER_OF)
    assert Seat(2) not in dict(seen.awaited)
