"""What is said of a Spy names who looks, at whose broker and where; lists of brokers follow the board."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from protocol.game import Action, Choice, Seat, View
from protocol.games.ys import events
from protocol.games.ys.actions import UseCard
from protocol.games.ys.board import BOARD, THRONE, Spot
from protocol.games.ys.state import State, broker_at, layout_of
from protocol.seals import Token
from tests.support.driver import any_of
from tests.support.screen import NAMES, Told
from ys_tui.games.ys.aim import Aim, options
from ys_tui.games.ys.log import Log, Pen, phrase
from ys_tui.games.ys.neutral import names
from ys_tui.games.ys.spoken import happened
from ys_tui.games.ys.spying import owner_of, shown, spot_of
from ys_tui.games.ys.words import place_name
from ys_tui.lines import text_of
from ys_tui.looks import UNICODE
from ys_tui.themes import NIGHT

TABLES = [(4, ()), (2, ()), (4, ("kings-favor",))]
ORDER = (*BOARD, THRONE)


def using_cards(view: View[State], choices: Sequence[Action], rng: Random) -> Action:
    """Use a card if there is one, else do anything."""
    return choices[0] if isinstance(choices[0], UseCard) else any_of(view, choices, rng)


def looks(seats: int, options: tuple[str, ...]) -> Iterator[tuple[Told, State, int]]:
    """Yield every entry of the journal about a Spy, with the state of that moment, in some games."""
    for seed in range(4, 12):
        told = Told(seed, NAMES[:seats], options)
        seen = 0
        while told.match.prompts:
            for number in range(seen, len(told.journal)):
                if isinstance(told.journal[number].event, events.Peeked | events.PeekShown):
                    yield told, told.match.state, number
            seen = len(told.journal)
            told.step(using_cards)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_look_names_whose_broker_and_where(seats: int, options: tuple[str, ...]) -> None:
    """Owner and place are those of the broker on the board at that moment, the neutral player's too."""
    count = 0
    for told, state, number in looks(seats, options):
        event, fixed = told.journal[number].event, layout_of(state)
        earlier = [each.event for each in told.journal[:number]]
        tokens = event.tokens if isinstance(event, events.Peeked) else (event.token,)  # type: ignore[attr-defined]
        words = "".join(
            part if isinstance(part, str) else names(told.setup)[part]
            for part in phrase(told.journal, number, fixed)
        )
        for token in tokens:
            broker = broker_at(state, token)
            assert broker is not None
            assert owner_of(token, fixed) == broker.owner
            assert spot_of(earlier, token) == broker.spot
            assert f" in {place_name(broker.spot)}" in words
            assert names(told.setup)[broker.owner] in words or "its broker" in words
        count += 1
    assert count > 3


def test_who_looks_at_what_it_placed_itself_has_shown_nobody_anything() -> None:
    """Of two players one may look at a neutral broker of its own placing."""
    fixed = layout_of(Told(4, NAMES[:2]).match.state)
    event = events.PeekShown(Seat(0), Seat(0), Token(12))
    placed = events.Placed(Seat(2), Token(12), Spot("port-1"), None)
    words = shown(event, (placed,), fixed)
    assert words == (0, " has looked at the broker of ", 2, " in port 1 that it placed itself.")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_owner_of_a_spy_alone_reads_what_it_has_seen(seats: int, options: tuple[str, ...]) -> None:
    """All of it stands in the line on the last look, with the values; nobody else is told any of them."""
    count = 0
    for told, state, number in looks(seats, options):
        event, fixed = told.journal[number].event, layout_of(state)
        if not isinstance(event, events.PeekShown) or event.seat == event.spy:
            continue
        values = told.sees(event.spy).view.known
        asked = max(n for n in range(number) if isinstance(told.journal[n].event, events.Peeked))
        seen = [each.event.token for each in told.journal[asked + 1 : number + 1]]  # type: ignore[attr-defined]
        own = happened(told.sees(event.spy), number)
        for token in seen:
            broker = broker_at(state, token)
            assert broker is not None
            whose = names(told.setup)[owner_of(token, fixed)]
            assert f"{whose} {values[token].value} in {place_name(broker.spot)}" in own
        assert "Nobody else" in own
        common = happened(told.sees(None), number)
        others = {happened(told.sees(seat), number) for seat in range(seats) if seat != event.spy}
        assert {common} | others == {common}
        assert "sees with the Spy" not in common
        count += 1
    assert count > 3


def test_what_a_spy_has_seen_is_not_drawn_for_a_spectator() -> None:
    """The log that has drawn it draws the entry anew for a table that does not know it, as for a picture."""
    for told, _, number in looks(4, ()):
        event = told.journal[number].event
        if isinstance(event, events.PeekShown):
            log, pen = Log(), Pen(NAMES, NIGHT, UNICODE, layout_of(told.match.state))
            own = text_of(log.lines(told.sees(event.spy), pen, 200))
            common = text_of(log.lines(told.sees(None), pen, 200))
            assert "sees with the Spy" in own
            assert "sees with the Spy" not in common
            return
    pytest.fail("nobody uses a Spy")


@pytest.mark.parametrize("card", ["spy", "herald", "magician"])
def test_brokers_are_listed_as_they_stand_on_the_board(card: str) -> None:
    """Neighborhood by neighborhood, port, commerce, palace; then the market; each once."""
    found = 0
    for seed in range(4, 30):
        told = Told(seed)
        try:
            seat = told.run(2, Choice, what="broker", why=card, choose=using_cards)
        except LookupError:
            continue
        table = told.sees(seat)
        state: State = table.view.state
        spots = {str(broker.token): broker.spot for broker in state.brokers}
        listed = [option.name for option in options(table, Aim()) if option.name.isdigit()]
        at = [ORDER.index(spots[name]) for name in listed]
        assert at == sorted(at)
        assert len(set(listed)) == len(listed)
        found += len(set(at)) > 2
        if found > 1:
            return
    raise AssertionError(f"no {card} with brokers in several places")
