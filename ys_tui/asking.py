"""What the screens ask of the app, and what it asks the player: questions, help and result above a screen.

Nothing here knows the client's thread or a server: what is to happen is posted as a wish.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from ys_tui import routing
from ys_tui.client.intents import CallMe, HangUp, Intent, LeaveTable, PlayAgain, ResignGame, SayLine
from ys_tui.client.snapshot import Connection, Standing
from ys_tui.everywhere import BASE, Everywhere
from ys_tui.looks import Marks
from ys_tui.routing import is_table
from ys_tui.screens.frame import Framed
from ys_tui.wish import Wish

if TYPE_CHECKING:
    from ys_tui.screens.dialogs import Ask
    from ys_tui.screens.people import Chosen
    from ys_tui.screens.table import TableScreen


class Asking(Everywhere):
    """An app that does what its screens ask for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, marks: Marks) -> None:
        """Ask with these glyphs; nothing is known yet."""
        super().__init__(marks)
        self._warned: set[tuple[int | None, str]] = set()
        """Alarms, by table and kind, that have been shown by themselves."""
        self._invited: set[int] = set()
        """Tables after whose game the player was told of a rematch, or opened one."""
        self.folder = Path()
        """Where the files of the profile lie."""
        self.is_greeting = False
        """Whether the word about a new identity still stands there: then the screens wait."""

    @property
    @abstractmethod
    def is_alone(self) -> bool:
        """Whether the game is one alone, which can be begun again."""

    @property
    def is_taught(self) -> bool:
        """Whether the game is that of the tutorial, of which nothing is kept."""
        return False

    @property
    @abstractmethod
    def is_hosting(self) -> bool:
        """Whether others may be on a server of our own, which ends with the app."""

    @abstractmethod
    def again(self) -> None:
        """Set another table like the one before."""

    def on_table_screen_asked(self, message: "TableScreen.Asked") -> None:
        """Do what only the app can."""
        self._do(message.what)

    def _do(self, what: str) -> None:
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        actions: Mapping[str, Callable[[], None]] = {
            "games": self._games,
            "who": self._who,
            "chat": self.action_chat,
            "mute": self._mute,
            "name": self._call_me,
            "vote": self._vote,
            "result": self.action_result,
            "leave": self._leave_table,
            "leave-server": lambda: self._ask(
                dialogs.ask_leave_tutorial(self.marks)
                if self.is_taught
                else dialogs.ask_leave_server(self.marks, self._guests, is_kept=self.is_kept)
            ),
            "lobby": lambda: self._wish(LeaveTable()),
            "again": self.again,
            "rematch": self._rematch,
            "quit": self.exit,
        }
        if what in actions:
            actions[what]()
        else:
            super()._do(what)

    @property
    def _guests(self) -> int | None:
        """How many others are connected to a server of our own; None without one."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        return dialogs.guests(self.snapshot) if self.is_hosting else None

    async def action_quit(self) -> None:
        """Quit at once, unless that ends the server for others: then it takes a second time."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        others, is_asking = self._guests, isinstance(self.screen, dialogs.Ask) and self.screen.has("quit")
        if not others or is_asking or self.is_greeting:
            self.exit()
        else:
            self._ask(dialogs.ask_end_server(others, self.marks, self.keymap))

    def action_interrupt(self) -> None:
        """Do what the screen's own key for leaving does; a first start is given up."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        screen = self.screen
        if self.is_greeting:
            self.exit()
        elif isinstance(screen, dialogs.Dialog):
            screen.action_cancel()
        elif isinstance(screen, Framed) or is_table(screen):
            self._do(screen.way_out if isinstance(screen, Framed) else "leave")
        else:
            self._back()

    def action_chat(self) -> None:
        """Ask for a line, and say it to the table, or in the lobby."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        whom = "everybody in the lobby" if self.snapshot.at is None else "the table"

        def is_heard() -> bool:
            return self.snapshot.connection is Connection.ONLINE

        self.push_screen(dialogs.Say(self.marks, whom=whom, is_heard=is_heard), self._say)

    def action_result(self) -> None:
        """Show the result of the game at the player's table, if it has one."""
        from ys_tui.screens.outcome import is_over  # noqa: PLC0415  # no first frame shows it

        if is_over(self.snapshot):
            from ys_tui.screens.result import ResultScreen  # noqa: PLC0415  # not needed before

            self.push_screen(
                ResultScreen(
                    self.snapshot, marks=self.marks, is_alone=self.is_alone, is_taught=self.is_taught
                )
            )

    @property
    def is_at_table(self) -> bool:
        """Whether the table is on, be it behind a question."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        shown = [screen for screen in self.screen_stack if not isinstance(screen, dialogs.Dialog)]
        return is_table(shown[-1])

    def _say(self, line: str | None) -> None:
        if line:
            self.post_message(Wish(SayLine(line)))

    def _mute(self) -> None:
        """Ask whom not to hear, if anybody is there who could be heard."""
        from ys_tui.screens import people  # noqa: PLC0415  # no first frame shows it

        question = people.ask_mute(self.snapshot, self.marks)
        if question is not None:
            self._choose(question)

    def _vote(self) -> None:
        """Ask what is to become of the seat that keeps the table waiting."""
        from ys_tui.screens import people  # noqa: PLC0415  # no first frame shows it

        table = self.snapshot.table
        if table is not None and table.may_vote:
            self._choose(people.ask_vote(table, table.may_vote[0], self.marks))

    def _choose(self, question: "Chosen") -> None:
        ask, wish = question

        def chosen(answer: str | None) -> None:
            if (intent := wish(answer or "")) is not None:
                self._wish(intent)

        self.push_screen(ask, chosen)

    def _call_me(self) -> None:
        """Ask for another name."""
        from ys_tui.screens import people  # noqa: PLC0415  # no first frame shows it

        def typed(name: str | None) -> None:
            if name:
                self._wish(CallMe(name))

        self.push_screen(people.ask_name(self.snapshot.name, self.marks), typed)

    def _wish(self, intent: Intent) -> None:
        self.post_message(Wish(intent))

    def _ask(self, question: "Ask") -> None:
        actions: Mapping[str, Callable[[], None]] = {
            "lobby": lambda: self._wish(LeaveTable()),
            "resign": self._resign,
            "yes": lambda: self._wish(ResignGame()),
            "start": lambda: self._wish(HangUp()),
            "quit": self.exit,
        }

        def answered(answer: str | None) -> None:
            if answer is not None and answer in actions:
                actions[answer]()

        self.push_screen(question, answered)

    def _resign(self) -> None:
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it

        if (table := self.snapshot.table) is not None:
            self._ask(dialogs.ask_resign(table.others, self.marks))

    def _games(self) -> None:
        """Show the finished games of the profile."""
        from ys_tui.screens.games import GamesScreen  # noqa: PLC0415  # not needed to play

        self.push_screen(GamesScreen(self.folder, self.snapshot, marks=self.marks))

    def _who(self) -> None:
        from ys_tui.screens.who import WhoScreen  # noqa: PLC0415  # not needed to play

        self.push_screen(WhoScreen(self.snapshot, marks=self.marks))

    def warn(self) -> None:
        """Show an alarm whole as soon as the player is at the table and asked nothing: once of each kind."""
        from ys_tui.client.silence import MILD  # noqa: PLC0415  # loaded by the time there is news
        from ys_tui.client.visit import CHANGED_KEY  # noqa: PLC0415

        at, table = self.snapshot.at, self.snapshot.table
        changed = any(face.standing is Standing.CHANGED for face in self.snapshot.faces)
        codes = {alarm.code for alarm in table.alarms} if table is not None else set()
        loud = (codes - MILD) | ({CHANGED_KEY} if changed else set())
        is_there = at is not None and len(self.screen_stack) == BASE
        if is_there and any((at, code) not in self._warned for code in loud):
            self._warned |= {(at, code) for code in loud}
            self._who()

    def _rematch(self) -> None:
        """Play again with the same people: nothing is to be asked about it any more."""
        if self.snapshot.at is not None:
            self._invited.add(self.snapshot.at)
        self._wish(PlayAgain())

    def invite(self) -> None:
        """Tell once that others play again, as soon as nothing else is being asked."""
        from ys_tui.screens import dialogs, people  # noqa: PLC0415  # no first frame shows it

        at, to = self.snapshot.at, self.snapshot.rematch
        if at is None or to is None or at in self._invited or isinstance(self.screen, dialogs.Dialog):
            return
        self._invited.add(at)
        table = next((table for table in self.snapshot.lobby.tables if table.id == to), None)
        names = [chair.name for chair in table.chairs if not chair.bot] if table is not None else []

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._rematch()

        self.push_screen(people.ask_rematch(names, self.marks, self.keymap), answered)

    def _leave_table(self) -> None:
        """Leave at once where nothing can be lost; else ask how."""
        from ys_tui.screens import dialogs  # noqa: PLC0415  # no first frame shows it
        from ys_tui.screens.outcome import is_over  # noqa: PLC0415  # no first frame shows it

        snapshot = self.snapshot
        if snapshot.table is None and routing.has_chair(snapshot):
            self._ask(dialogs.ask_leave_room(self.marks, self._guests))
        elif self.is_taught:
            self._ask(dialogs.ask_leave_tutorial(self.marks))
        elif snapshot.table is None or snapshot.table.seat is None or is_over(snapshot):
            self._wish(LeaveTable())
        else:
            self._ask(dialogs.ask_leave_table(self.marks, self._guests, is_kept=self.is_kept))
