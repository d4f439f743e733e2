"""The table screen on canned snapshots: real games stopped where a test wants, and an app for them."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from textual.app import App

from protocol.game import NATURE, Action, Prompt, Seat, Setup, ordered_options
from protocol.games.ys.game import Ys
from protocol.match import Entry
from protocol.messages import Chair as LobbyChair
from protocol.messages import TableInfo
from protocol.text import Name
from protocol.vault import Vault
from tests.support.driver import Choose, Seated, any_of, secret, vault
from ys_tui import themes
from ys_tui.client.intents import Intent
from ys_tui.client.snapshot import Chronicle, Connection, Notice, Snapshot, TableSnapshot
from ys_tui.looks import UNICODE, Marks
from ys_tui.screens.table import TableScreen
from ys_tui.widgets.board import Board
from ys_tui.widgets.plain import draw_bars
from ys_tui.wish import Wish

NAMES = ("Alix", "Bran", "Cara", "Dahut")


class Told(Seated[Any]):
    """A seated game of Ys that keeps its journal."""

    def __init__(self, seed: int, names: Sequence[str] = NAMES, options: Sequence[str] = ()) -> None:
        """Sit down, with these names and options."""
        vaults = {Seat(n): _named(seed, n, name) for n, name in enumerate(names)} | {
            NATURE: vault(seed, NATURE)
        }
        keys = tuple(vaults[Seat(n)].keys for n in range(len(names)))
        game = Ys()
        chosen = ordered_options(game, options)
        setup = Setup(game.key, game.rules, chosen, keys, vaults[NATURE].keys)
        super().__init__(game, setup, vaults, seed=seed)
        self.journal: list[Chronicle] = []

    def take(self, entry: Entry) -> None:
        """Take `entry`, and keep what happened."""
        number = len(self.match.log)
        self.journal += (Chronicle(number, event) for event in self.match.submit(entry))
        for chair in self.chairs.values():
            chair.extend(number, (entry,), self.match.digest())

    def run(
        self,
        rounds: int,
        prompt: type[Prompt],
        *,
        turn: int = 0,
        what: str = "",
        why: str = "",
        choose: Choose = any_of,
    ) -> Seat:
        """Play until somebody is asked `prompt` in that round (turn, about `what`, for `why`); return who.

        A game that ends without raises LookupError.
        """
        while self.match.prompts:
            state = self.match.state
            for seat, asked in self.match.prompts.items():
                fits = isinstance(asked, prompt) and state.round >= rounds and state.turn >= turn
                words = (getattr(asked, "what", ""), getattr(asked, "why", ""))
                if fits and all(
                    not wanted or wanted == word for wanted, word in zip((what, why), words, strict=True)
                ):
                    return seat
            self.step(choose)
        raise LookupError(f"nobody was asked {prompt.__name__} {what}")

    def sees(self, seat: int | None) -> TableSnapshot:
        """Return the table as `seat` sees it, its draft included."""
        chair = self.chairs[Seat(0 if seat is None else seat)]
        view = replace(chair.view(), seat=None, known={}) if seat is None else chair.view()
        return TableSnapshot(
            info=info(self.setup),
            setup=self.setup,
            seat=None if seat is None else Seat(seat),
            view=view,
            confirmed=self.match.state,
            draft=() if seat is None else chair.draft,
            sent=chair.pending is not None,
            bound=chair.is_bound,
            prompt=None if seat is None else chair.prompt,
            legal=() if seat is None else tuple(chair.legal()),
            awaited=tuple(self.match.prompts.items()),
            left=(),
            votes=(),
            may_vote=(),
            journal=tuple(self.journal),
            chat=(),
            alarms=(),
            chairs=self.match.seating.chairs,
            home=None if seat is None else Seat(seat),
            voters=self.match.voters(),
            parted=self.match.game.left(self.match.state),
            entries=tuple(self.match.log),
        )


def _named(seed: int, seat: int, name: Name) -> Vault:
    return Vault(secret(seed, "identity", seat), secret(seed, "nonce", seat, size=16), name)


def info(setup: Setup, title: str = "Harbour table") -> TableInfo:
    """Return the table in the lobby's words."""
    chairs = tuple(LobbyChair(name=keys.name, key=keys.sign, bot=keys.bot, here=True) for keys in setup.seats)
    return TableInfo(
        1, setup.game, setup.rules, title, setup.options, len(chairs), chairs, setup.seats[0].sign, "playing"
    )


def snapshot(table: TableSnapshot, *, notice: Notice | None = None) -> Snapshot:
    """Return a snapshot of a client that is online and at `table`."""
    return Snapshot(
        connection=Connection.ONLINE, server="localhost", name="Cara", at=1, table=table, notice=notice
    )


class ScreenApp(App[None]):
    """An app with nothing but a table screen; it notes what is wished and asked."""

    def __init__(self, shown: Snapshot, marks: Marks = UNICODE, pace: str = "") -> None:
        """Show `shown`, and counts at `pace`."""
        super().__init__()
        draw_bars(is_plain=marks.ascii)
        self.pace = pace
        self.paces: list[str] = []
        self.shown = shown
        self.glyphs = marks
        self.wishes: list[Intent] = []
        self.asked: list[str] = []

    def on_mount(self) -> None:
        """Put the theme on and the table up."""
        themes.install(self)
        self.push_screen(TableScreen(self.shown, marks=self.glyphs, pace=self.pace))

    def on_wish(self, message: Wish) -> None:
        """Note it."""
        self.wishes.append(message.intent)

    def on_table_screen_asked(self, message: TableScreen.Asked) -> None:
        """Note it."""
        self.asked.append(message.what)

    def on_board_paced(self, message: Board.Paced) -> None:
        """Note it."""
        self.paces.append(message.pace)

    @property
    def table_screen(self) -> TableScreen:
        """The screen."""
        assert isinstance(self.screen, TableScreen)
        return self.screen

    def text(self) -> str:
        """Return what is on the screen, row by row."""
        strips = self.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)


__all__ = ["NAMES", "Action", "ScreenApp", "Told", "info", "snapshot"]
