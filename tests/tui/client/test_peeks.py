"""A lying look is named to the spy at once, by name, and stops nothing."""

from msgspec.structs import replace

from protocol.codec import pack
from protocol.game import NATURE, AnswerFor, Seat
from protocol.games.ys.actions import Lend, Shown
from protocol.games.ys.events import Departed, PeekShown
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import ShowSpy
from protocol.games.ys.state import State
from protocol.keys import lock
from protocol.match import Entry
from protocol.messages import Entries
from protocol.seals import Opening, Token
from tests.support.driver import Seated, seated, secret
from ys_tui.client.keyring import Scratch
from ys_tui.client.peeks import suspects
from ys_tui.client.table import Table

KNOWN = {Token(4): Opening(3, bytes(16))}


def test_look_that_fits_is_no_lie() -> None:
    """A shown broker whose value the spy knows now is honest; looks of others say nothing."""
    events = (PeekShown(Seat(1), Seat(0), Token(4)), PeekShown(Seat(1), Seat(2), Token(5)))
    assert suspects({}, events, Seat(0), lambda: KNOWN) == {}


def test_look_that_teaches_nothing_is_a_lie() -> None:
    """Whoever shows a box that does not hold what its seal says is a suspect, until they have left."""
    lie = PeekShown(Seat(1), Seat(0), Token(5))
    suspected = suspects({}, (lie,), Seat(0), lambda: KNOWN)
    assert suspected == {Token(5): Seat(1)}
    assert suspects(suspected, (Departed(Seat(2)),), Seat(0), lambda: KNOWN) == suspected
    assert suspects(suspected, (Departed(Seat(1)),), Seat(0), lambda: KNOWN) == {}


def test_look_that_nature_gave_is_natures_lie() -> None:
    """Where the host is trusted it shows brokers for their owners: a false look is its own, not theirs."""
    lie = PeekShown(Seat(1), Seat(0), Token(5), by_host=True)
    suspected = suspects({}, (lie,), Seat(0), lambda: KNOWN)
    assert suspected == {Token(5): NATURE}
    assert suspects(suspected, (Departed(Seat(1)),), Seat(0), lambda: KNOWN) == suspected


def test_spy_is_told_that_the_server_lied() -> None:
    """The alarm names the server, and nobody at the table."""
    told, owner, prompt = stopped_at_a_look(("escrow",))
    peek = prompt.peeks[0]
    table, _ = table_of(told, peek.spy)
    box = lock(told.setup.seats[peek.spy].box, secret("ephemeral"), Opening(0, bytes(16)).content())
    lie = AnswerFor(owner, pack(Lend(token=peek.token, box=box)))
    entry = told.match.sign(NATURE, told.vaults[NATURE], (lie,))
    told.match.submit(entry)
    table.entries(Entries(1, len(told.match.log) - 1, (entry,), told.match.digest()))
    (alarm,) = table.snapshot(None, ()).alarms
    assert alarm.code == "lying-peek"
    assert "the server showed you" in alarm.detail
    assert not any(seat.name in alarm.detail for seat in told.setup.seats)


def table_of(told: Seated[State], spy: Seat) -> tuple[Table, list[str]]:
    """Return the client's table of `spy` at a game in progress."""
    words: list[str] = []
    own = (spy, told.vaults[spy])
    table = Table(
        1, YS, told.setup, own, notes=Scratch(), refs=lambda: 1, tell=lambda code, detail: words.append(code)
    )
    table.follow()
    table.entries(Entries(1, 0, tuple(told.match.log), told.match.digest()))
    return table, words


def stopped_at_a_look(options: tuple[str, ...] = ()) -> tuple[Seated[State], Seat, ShowSpy]:
    """Return a game in which somebody has to show a broker to a spy; without clients it is found quickly."""
    for seed in range(200):
        told = seated(YS, 4, seed, options=options, with_chairs=False)
        while told.match.prompts:
            for seat, prompt in told.match.prompts.items():
                if isinstance(prompt, ShowSpy):
                    return told, seat, prompt
            told.step()
    raise AssertionError("nobody ever used a Spy")


def test_spy_is_told_by_its_own_client() -> None:
    """The owner locks another value than it sealed: an alarm names the owner, and the game goes on."""
    told, owner, prompt = stopped_at_a_look()
    peek = prompt.peeks[0]
    table, _ = table_of(told, peek.spy)
    box = lock(told.setup.seats[peek.spy].box, secret("ephemeral"), Opening(0, bytes(16)).content())
    honest = YS.owed(told.match.state, owner, told.vaults[owner])
    lies = tuple(replace(shown, box=box) for shown in honest if isinstance(shown, Shown))[:1]
    entry: Entry = told.match.sign(owner, told.vaults[owner], lies)
    told.match.submit(entry)
    table.entries(Entries(1, len(told.match.log) - 1, (entry,), told.match.digest()))
    (alarm,) = table.snapshot(None, ()).alarms
    assert alarm.code == "lying-peek"
    assert told.setup.seats[owner].name in alarm.detail
