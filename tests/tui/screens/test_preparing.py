"""Preparing the next decision at the board, with keys and with the mouse, against a store that is real."""

from textual.pilot import Pilot

from protocol.game import Action, Seat
from protocol.games import GAMES
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.board import COLUMN_OF
from protocol.games.ys.prompts import Place
from tests.support.desk import Desk
from tests.support.screen import ScreenApp
from ys_tui.client.intents import Confirm, Pick
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import LETTER_OF
from ys_tui.wish import Wish

YS = GAMES["ys"]
SIZE = (80, 24)


class LiveApp(ScreenApp):
    """A table screen whose wishes the store of a desk carries out."""

    def __init__(self, desk: Desk) -> None:
        """Show the table of `desk`."""
        super().__init__(desk.store.snapshot)
        self.desk = desk

    def on_wish(self, message: Wish) -> None:
        """Have it carried out, and show what comes of it."""
        super().on_wish(message)
        self.desk.wish(message.intent)
        self.renew()

    def renew(self) -> None:
        """Show what the store shows now."""
        self.table_screen.snapshot = self.desk.store.snapshot

    @property
    def footer(self) -> str:
        """The last row: the keys."""
        return self.text().splitlines()[-1]


def waiting() -> LiveApp:
    """Return a table at which another seat is to place, and the player comes later."""
    desk = Desk(4, game=YS)
    desk.begin()
    for _ in range(400):
        desk.deliver()
        prompts = desk.table.match.prompts
        is_placing = any(isinstance(asked, Place) for asked in prompts.values())
        if is_placing and Seat(0) not in prompts:
            desk.sent = []
            return LiveApp(desk)
        if desk.shown.legal:
            decide(desk)
        else:
            desk.other_plays()
    raise AssertionError


def decide(desk: Desk) -> None:
    """Let the player take the first that is legal till nothing is asked, and send it."""
    while legal := desk.shown.legal:
        desk.wish(Pick(legal[0]))
    desk.wish(Confirm())


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let everything that follows happen."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def hand(table: TableSnapshot) -> list[int]:
    """Return the values in the player's hand, as can be prepared."""
    assert table.plan is not None
    known = table.plan.view.known
    return sorted({known[a.token].value for a in table.plan.legal if isinstance(a, PlaceUp | PlaceDown)})


async def test_what_is_prepared_stands_in_place_and_leaves_on_the_players_turn() -> None:
    """The keys of the real choice prepare it: marked, not sent; once the player is asked, it leaves."""
    app = waiting()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        assert "a prepare" in app.footer
        assert "a: prepare your next placing meanwhile." in app.text()
        values = hand(app.desk.shown)
        await press(pilot, "a", str(values[-1]), "enter", str(values[0]), "down", "enter", "enter")
        assert "prepared, not sent" in app.text()
        assert "Prepared: it is sent by itself" in app.text()
        assert app.desk.acts == []
        app.desk.others_play(until=Place)
        app.renew()
        await press(pilot)
        assert "Sent. Waiting for the server." in app.text()
        (entry,) = app.desk.acts
        kinds = [type(YS.decode(raw)) for raw in entry.actions]
        assert kinds == [PlaceUp, PlaceDown]


async def test_u_takes_it_back_step_by_step_and_then_ends_it() -> None:
    """The draft first, then the preparing itself; meanwhile nothing is sent, and the bar tells the keys."""
    app = waiting()
    async with app.run_test(size=SIZE) as pilot:
        values = hand(app.desk.shown)
        await press(pilot, str(values[0]))
        assert "Prepare: where does your" in app.text()
        await press(pilot, "enter")
        assert "u undo" in app.footer
        await press(pilot, "u")
        assert "a not now" in app.footer
        await press(pilot, "u")
        assert "a prepare" in app.footer
        assert app.desk.acts == []


async def test_it_survives_another_size_and_a_lost_link() -> None:
    """In the large layout it stands as before, and while nothing comes from the host."""
    app = waiting()
    async with app.run_test(size=SIZE) as pilot:
        value = hand(app.desk.shown)[0]
        await press(pilot, "a", str(value), "enter")
        await pilot.resize_terminal(120, 36)
        app.desk.store.offline(2.0, "gone")
        app.renew()
        await press(pilot)
        assert f"{value} →" in app.text()
        assert app.desk.shown.plan is not None
        assert len(app.desk.shown.plan.draft) == 1


async def test_a_broker_in_the_fingers_stays_there_while_others_place() -> None:
    """Also when that takes a place away from what can be chosen."""
    app = waiting()
    async with app.run_test(size=SIZE) as pilot:
        value = hand(app.desk.shown)[0]
        await press(pilot, str(value))
        taken = takes_a_square(app.desk)
        app.renew()
        await press(pilot)
        assert f"Prepare: where does your {value} go" in app.text()
        assert app.desk.shown.plan is not None
        assert all(getattr(each, "spot", "") != taken for each in app.desk.shown.plan.legal)


def takes_a_square(desk: Desk, wanted: str = "") -> str:
    """Let the seat whose turn it is place in the market, at `wanted` if that is named; return where."""
    match = desk.table.match
    seat = next(seat for seat in match.prompts if seat != 0)
    legal = YS.legal(match.view(seat, desk.table.vaults[seat]))
    squares = (each for each in legal if isinstance(each, PlaceUp) and each.spot in COLUMN_OF)
    action = next(each for each in squares if wanted in ("", each.spot))
    entry = match.sign(seat, desk.table.vaults[seat], (action,))
    match.submit(entry)
    desk.tell(len(match.log) - 1, (entry,))
    return action.spot


async def test_the_reason_stays_until_a_key_is_pressed() -> None:
    """What was prepared is illegal now: who looks only when it is their turn still reads why."""
    app = waiting()
    async with app.run_test(size=SIZE) as pilot:
        plan = app.desk.shown.plan
        assert plan is not None
        known = plan.view.known
        square = next(each for each in plan.legal if isinstance(each, PlaceUp) and each.spot in COLUMN_OF)
        await prepares(pilot, app, square, known[square.token].value)
        takes_a_square(app.desk, square.spot)
        app.desk.others_play(until=Place)
        app.renew()
        await press(pilot)
        assert "What you prepared is not sent: somebody stands on" in app.text()
        assert "you place" in app.text()
        await press(pilot, "f")
        assert "What you prepared" not in app.text()


async def prepares(pilot: Pilot[None], app: LiveApp, action: Action, value: int) -> None:
    """Prepare a broker face up, with the letter of its place."""
    assert isinstance(action, PlaceUp)
    await press(pilot, "a", str(value), "g", LETTER_OF[action.spot])
    assert app.desk.shown.plan is not None
    assert app.desk.shown.plan.draft


async def test_a_click_on_a_broker_and_on_a_place_prepares_it() -> None:
    """The mouse alone lifts the broker from the hand and puts it down."""
    app = waiting()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        rows = app.text().splitlines()
        row = next(number for number, line in enumerate(rows) if "Your brokers" in line)
        value = hand(app.desk.shown)[0]
        column = rows[row].index(str(value))
        await pilot.click(offset=(column, row))
        await pilot.pause()
        assert f"Prepare: where does your {value} go" in app.text()
        row = next(number for number, line in enumerate(app.text().splitlines()) if "Commerce" in line)
        await pilot.click(offset=(4, row))
        await pilot.pause()
        assert app.desk.shown.plan is not None
        (action,) = app.desk.shown.plan.draft
        assert isinstance(action, PlaceUp)
        assert action.spot.startswith("commerce")
