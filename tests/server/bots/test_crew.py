"""The crew of bots at a server: sitting down, playing, coming back, giving up."""

import pytest

from protocol import VERSION, keys
from protocol.game import Illegal
from protocol.games import GAMES
from protocol.games.ys.actions import Order
from protocol.messages import (
    Act,
    Began,
    Behind,
    BotWanted,
    Bye,
    Challenge,
    Entries,
    Hello,
    Offer,
    Refused,
    Sit,
    TableGone,
    Watch,
    greeting,
)
from protocol.text import NAME_LENGTH, clean
from protocol.wire import decode_client, encode
from tests.server.bots.house import House, Source
from tests.support.driver import secret
from ys_server.bots.bot import Bot
from ys_server.bots.chairs import FAILURES
from ys_server.bots.crew import Crew
from ys_server.bots.levels import LEVELS
from ys_server.bots.names import NAMES, free_name
from ys_server.bots.requests import TRIES


def _over(house: House) -> tuple[int, ...]:
    house.play()
    chair = house.host.chair
    assert chair is not None
    outcome = GAMES["ys"].outcome(chair.match.state)
    assert outcome is not None
    return outcome.points


def _moves(house: House) -> list[tuple[int, tuple[bytes, ...]]]:
    assert house.host.chair is not None
    return [(entry.seat, entry.actions) for entry in house.host.chair.match.log]


def test_three_bots_play_a_whole_game_with_a_human() -> None:
    """Invited bots sit down under different names, play to the end, and nothing is refused."""
    house = House()
    assert sum(_over(house)) > 0
    names = {request.keys.name for request in house.asked if isinstance(request, Sit)}
    assert len(names) == 3
    assert names <= set(NAMES)
    assert not [message for message in house.said if isinstance(message, Refused)]
    assert house.host.codes == []


def test_the_same_seed_plays_the_same_game() -> None:
    """Everything the bots do follows from the seed: a second run gives the same log."""
    first, second = House(("greedy", "random", "random"), 5), House(("greedy", "random", "random"), 5)
    assert _over(first) == _over(second)
    assert _moves(first) == _moves(second)


def test_hello_proves_the_key() -> None:
    """The bots sign the server's key and nonce."""
    crew = Crew(secret(1, "crew"), Source(1))
    (hello,) = crew.received(Challenge(bytes(32), b"n" * 32))
    assert isinstance(hello, Hello)
    assert hello.key == crew.key
    assert keys.check(crew.key, greeting(bytes(32), b"n" * 32, VERSION), hello.sign)


def test_another_name_is_tried_after_a_goodbye() -> None:
    """Who is turned away for its name says hello under another one."""
    crew = Crew(secret(1, "crew"), Source(1))
    (first,) = crew.received(Challenge(bytes(32), bytes(32)))
    assert crew.received(Bye("name-taken", "Dahut is here already")) == []
    (second,) = crew.received(Challenge(bytes(32), bytes(32)))
    assert isinstance(first, Hello)
    assert isinstance(second, Hello)
    assert first.name != second.name


@pytest.mark.parametrize("length", [0, 3, 40, 111])
def test_bots_come_back_into_their_chairs(length: int) -> None:
    """After a lost connection the bots ask for what they missed and play on to the same result."""
    undisturbed, house = House(seed=7), House(seed=7)
    house.play(lambda: house.host.chair is not None and house.length >= length)
    house.break_link()
    house.come_back()
    assert _over(house) == _over(undisturbed)


def test_new_bots_with_the_old_identity_play_on() -> None:
    """A bot process that starts anew finds its chairs, vaults and levels in the setup alone."""
    undisturbed, house = House(seed=8), House(seed=8)
    house.play(lambda: house.length >= 60)
    house.break_link()
    house.crew = Crew(secret(8, "crew"), Source("another start"))
    house.come_back()
    assert _over(house) == _over(undisturbed)
    watched = [message for message in house.asked if isinstance(message, Watch)]
    assert watched[-1].have == 0


def test_an_entry_that_was_lost_is_sent_again_as_it_was() -> None:
    """What was under way when the link broke is offered again, byte for byte."""
    house = House(seed=9)
    house.play(lambda: house.length >= 30)
    house.play(lambda: house.crew.due() is not None)
    decision = house.crew.due()
    assert decision is not None
    sent = house.crew.decided(decision, decision.think(1.0))
    lost = [message.entry for message in sent if isinstance(message, Act)]
    house.break_link()
    before = len(house.asked)
    house.come_back()
    _over(house)
    again = [message.entry for message in house.asked[before:] if isinstance(message, Act)]
    assert set(lost) <= set(again)


def test_what_is_refused_for_the_moment_is_asked_again() -> None:
    """A move refused because of too many requests leaves again a moment later, unchanged."""
    house = House(seed=3)
    house.play(lambda: any(isinstance(message, Act) for message in house.asked))
    act = next(message for message in house.asked if isinstance(message, Act))
    assert house.crew.received(Refused(act.ref, "too-fast", "not so fast")) == []
    (again,) = house.crew.again()
    assert isinstance(again, Act)
    assert again.entry == act.entry
    assert house.crew.again() == []


def test_after_many_refusals_the_table_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    """A move that is refused for ever is not sent for ever; the log says so."""
    house = House(seed=3)
    house.play(lambda: any(isinstance(message, Act) for message in house.asked))
    act = next(message for message in house.asked if isinstance(message, Act))
    for _ in range(TRIES):
        house.crew.received(Refused(act.ref, "too-fast", "not so fast"))
        (again,) = house.crew.again()
        assert isinstance(again, Act)
        act = again
    house.crew.received(Refused(act.ref, "too-fast", "not so fast"))
    assert house.crew.again() == []
    assert "no further" in caplog.text


def test_a_server_that_lost_entries_is_given_them_back() -> None:
    """To `Behind` the bots answer with the entries that are missing."""
    house = House(seed=4)
    house.play(lambda: house.length >= 50)
    (began,) = {message.table for message in house.said if isinstance(message, Began)}
    offers = house.crew.received(Behind(began, 20))
    entries = [entry for offer in offers if isinstance(offer, Offer) for entry in offer.entries]
    assert house.host.chair is not None
    assert entries[:5] == list(house.host.chair.match.log[20:25])
    assert all(decode_client(encode(offer)) == offer for offer in offers)


def test_a_desync_asks_from_the_start_once() -> None:
    """Another digest than the bots' own makes them ask for the whole log, and give up the second time."""
    house = House(seed=4)
    house.play(lambda: house.length >= 20)
    last = [message for message in house.said if isinstance(message, Entries)][-1]
    (again,) = house.crew.received(Entries(last.table, last.start, last.entries, b"otherwise"[:8]))
    assert isinstance(again, Watch)
    assert again.have == 0
    house.send([again])
    house.play(lambda: house.length >= 30)
    last = [message for message in house.said if isinstance(message, Entries)][-1]
    assert house.crew.received(Entries(last.table, last.start, last.entries, b"otherwise"[:8])) == []
    assert house.crew.due() is None


def test_a_forged_entry_ends_the_game_for_the_bots(caplog: pytest.LogCaptureFixture) -> None:
    """A log that contradicts what the bots hold is played no further: nothing more is opened there."""
    house = House(seed=4)
    house.play(lambda: house.length >= 20)
    entries = [message for message in house.said if isinstance(message, Entries) and message.entries]
    first, last = entries[0], entries[-1]
    assert house.crew.received(Entries(last.table, last.start, first.entries, b"")) == []
    assert house.crew.due() is None
    assert "no further" in caplog.text


def test_chairs_of_another_setup_are_not_taken(caplog: pytest.LogCaptureFixture) -> None:
    """A setup that names the bots' key with other secrets is no game of theirs."""
    house = House(seed=2)
    house.play(lambda: house.length >= 1)
    began = next(message for message in house.said if isinstance(message, Began))
    other = Crew(secret(2, "crew"), Source(0))
    seats = tuple(
        type(seat)(seat.nonce, seat.sign, seat.box, bytes(32), seat.name, seat.bot)
        for seat in began.setup.seats
    )
    setup = type(began.setup)(began.setup.game, began.setup.rules, (), seats, began.setup.nature)
    assert other.received(Began(began.table, setup)) == []
    assert other.due() is None
    assert "other keys" in caplog.text


def test_unknown_wishes_are_let_be() -> None:
    """A level, a table or a refusal that the bots do not know leads to nothing."""
    crew = Crew(secret(1, "crew"), Source(1))
    assert crew.received(BotWanted(1, "greedy")) == []
    assert crew.received(Refused(77, "nothing", "nothing was asked")) == []
    assert crew.received(Behind(5, 0)) == []
    assert crew.received(TableGone(9)) == []
    assert crew.received(Entries(9, 0, (), b"")) == []


def test_a_late_choice_is_dropped() -> None:
    """What a bot has thought about a state that is gone is not played."""
    house = House(seed=6)
    house.play(lambda: house.length >= 6 and house.crew.due() is not None)
    decision = house.crew.due()
    assert decision is not None
    house.send(house.crew.decided(decision, decision.options[0]))
    assert house.crew.decided(decision, decision.options[0]) == []


def test_an_illegal_choice_is_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    """Where a bot errs the weakest chooses, and the game goes on to its end without a refusal."""
    house = House(seed=6)
    house.play(lambda: house.length >= 6 and house.crew.due() is not None)
    decision = house.crew.due()
    assert decision is not None
    with pytest.raises(Illegal):
        decision.place.chair.pick(Order(9))
    house.send(house.crew.decided(decision, Order(9)))
    assert decision.place.chair.pending is not None
    assert "illegal" in caplog.text
    _over(house)
    assert not [message for message in house.said if isinstance(message, Refused)]


def test_a_bot_that_fails_again_and_again_is_replaced_for_good(caplog: pytest.LogCaptureFixture) -> None:
    """After the third failure the weakest plays that seat; each failure is counted."""
    house = House(("greedy",), 6)
    house.play(lambda: house.crew.due() is not None)
    (place,) = house.places
    for number in range(FAILURES):
        assert place.level == "greedy"
        house.play(lambda: house.crew.due() is not None)
        house.fail("slow")
        assert len(house.failures) == number + 1
    assert place.level == "random"
    assert caplog.text.count("to the end of the game") == 1
    _over(house)
    assert house.failures == ["slow"] * FAILURES


def test_a_failure_that_comes_too_late_is_counted_all_the_same() -> None:
    """Nobody needs the decision any more: nothing is sent for it."""
    house = House(seed=6)
    house.play(lambda: house.length >= 6 and house.crew.due() is not None)
    decision = house.crew.due()
    assert decision is not None
    house.send(house.crew.decided(decision, decision.options[0]))
    assert house.crew.failed(decision, "slow", "in a test") == []
    assert house.failures == ["slow"]


def test_a_move_that_the_server_refuses_is_chosen_anew() -> None:
    """It is taken back, and the weakest chooses instead; what was shown to others is never changed."""
    house = House(("greedy",), 6)
    house.play(lambda: house.crew.due() is not None)
    house.decide()
    act = next(message for message in reversed(house.asked) if isinstance(message, Act))
    (again,) = house.crew.received(Refused(act.ref, "not-asked", "in a test"))
    assert isinstance(again, Act)
    assert again.ref != act.ref
    assert (again.entry.seat, again.entry.at) == (act.entry.seat, act.entry.at)
    assert house.failures == ["refused"]
    (place,) = house.places
    assert place.chair.pending == again.entry


def test_where_a_move_cannot_be_the_cause_it_is_sent_again() -> None:
    """A refusal that says nothing about the choice is no failure of the bot."""
    house = House(("greedy",), 6)
    house.play(lambda: house.crew.due() is not None)
    house.decide()
    act = next(message for message in reversed(house.asked) if isinstance(message, Act))
    assert house.crew.received(Refused(act.ref, "too-fast", "in a test")) == []
    (again,) = house.crew.again()
    assert isinstance(again, Act)
    assert again.entry == act.entry
    assert house.failures == []


def test_one_decision_is_due_at_a_table_and_others_at_others() -> None:
    """What is being thought over at one table keeps no other table waiting."""
    house = House()
    house.play(lambda: house.crew.due() is not None)
    decision = house.crew.due()
    assert decision is not None
    assert house.crew.due({decision.table}) is None
    assert house.crew.due({decision.table + 1}) == decision


def test_names_are_names_and_never_twice() -> None:
    """Every name fits the type `Name`; a table never sees one twice, however many bots sit there."""
    taken: list[str] = []
    for number in range(len(NAMES) + 3):
        name = free_name(taken, number * 7)
        assert name not in taken
        assert name == clean(name, NAME_LENGTH)
        taken.append(name)


def test_every_level_is_a_bot() -> None:
    """What the lobby offers can be played."""
    bots: list[Bot] = [bot for levels in LEVELS.values() for bot in levels.values()]
    assert all(tuple(LEVELS[key]) == game.bots for key, game in GAMES.items())
    assert len(bots) == 2
