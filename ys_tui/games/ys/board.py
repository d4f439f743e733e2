"""The board of Ys: its regions put together, its keys, and the count that is told on it."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from msgspec.structs import replace
from rich.segment import Segment
from textual import events
from textual.timer import Timer

from protocol.game import Prompt
from protocol.games.ys.board import ROUNDS
from protocol.games.ys.layout import layout
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import aim as aiming
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.arranged import ArrangedBoard
from ys_tui.games.ys.asking import Desk, keys, scene_of
from ys_tui.games.ys.count import Count
from ys_tui.games.ys.draw_bar import awaited
from ys_tui.games.ys.draw_side import Heard, fresh, journal_panel, talk_panel, unread_of
from ys_tui.games.ys.drawings import SIDES
from ys_tui.games.ys.formats import Format
from ys_tui.games.ys.keys import Pressed, press
from ys_tui.games.ys.listed import listed
from ys_tui.games.ys.log import Log, Pen, news
from ys_tui.games.ys.neutral import looks, names
from ys_tui.games.ys.pace import known_pace
from ys_tui.games.ys.planned import as_seen, begins, ends, is_planned, is_ready
from ys_tui.games.ys.presence import are_waiting, at_present, clock, countdown, until_told, warning
from ys_tui.games.ys.seated import names_now
from ys_tui.games.ys.steering import in_list, in_round, pointed_at
from ys_tui.games.ys.steps import steps_of
from ys_tui.keymap import Typing, in_force
from ys_tui.lines import Line, Lines, style, wrap
from ys_tui.mentions import named

HEARD: Final = 8.0
"""Seconds for which what was said stays in the news, whatever happens meanwhile."""


_STEERING: Final = {Format.LIST: in_list, Format.LARGE: in_round}
"""What arrows do where the places do not stand as at 80×24."""


class YsBoard(ArrangedBoard):
    """City, market, prices, players and hand; keys become wishes."""

    def __init__(self, pace: str = "", *, clock: Callable[[], float] = monotonic) -> None:
        """Show nothing yet; counts are shown at `pace`, and `clock` tells how many seconds have passed."""
        super().__init__(pace)
        self._clock = clock
        self._said = 0.0
        """When the server last told how long somebody is waited for."""
        self._ticking: Timer | None = None
        self._seen: TableSnapshot | None = None
        """The table as it is shown and answered: without what follows from the draft.

        While the player prepares what comes next, it is as if that were asked.
        """
        self._is_planning = False
        """Whether the player has begun to prepare what comes next."""
        self._aim = Aim()
        self._own_word = ""
        self._is_refusal = True
        self._log = Log()
        self._beside = Log()
        """The same, as wide as it is beside the board."""
        self._known = 0
        """How many of the lines that were said the player has read."""
        self._told: frozenset[Heard] = frozenset()
        """The lines that were said while this board was on."""
        self._heard = -HEARD
        """When something was said last."""

    def teller(self) -> Count:
        """Return what tells a count."""
        return Count(known_pace(self.pace), self._clock).data_bind(YsBoard.marks)

    def on_mount(self) -> None:
        """Draw, and again when the theme changes."""
        self.put()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.show())

    def on_unmount(self) -> None:
        """Hear of no more themes: the app would hold all that has ever listened."""
        self.app.theme_changed_signal.unsubscribe(self)

    def watch_table(self, before: TableSnapshot | None, table: TableSnapshot | None) -> None:
        """Keep the aim if the same is still asked; begin to tell a count that has happened."""
        if table is None:
            return
        if before is not None and table.draft != before.draft:
            self._own_word = ""
        if before is None or table.left is not before.left:
            self._said = self._clock()
        is_more = before is None or table.chat != before.chat
        if is_more:
            self._told |= fresh(table)
        is_said = bool(table.chat) and not table.chat[-1].past
        if is_said and before is not None and is_more:
            self._heard = self._clock()
            self.set_timer(HEARD, lambda: self.post_message(self.Aimed()))
        self._is_planning = self._is_planning and table.plan is not None
        seen, self._seen = self._seen, as_seen(table, is_planning=self._is_planning)
        self._aim = _settled(self._seen, self._aim, None if before is None or seen is None else seen.prompt)
        if not self.children:
            return
        self._count(self._seen, before)
        self.show()
        self._tick()

    def watch_word(self) -> None:
        """Say it, in place of what was said before."""
        self._own_word = ""
        self.show()

    def watch_link(self) -> None:
        """Say it while the player waits."""
        self.show()

    def watch_marks(self) -> None:
        """Draw with the new glyphs."""
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Let the board take the keys that are its own now; the others are the screen's."""
        self._look()
        if self._pressed(event.key):
            event.stop()
            event.prevent_default()

    def clicked(self, what: str, key: str) -> None:
        """Take what was clicked on: an answer, a place, or a broker that stands there."""
        table = self._seen
        self._look()
        if table is None or self.is_telling:
            self._pressed("enter")
        elif key:
            self._pressed(key)
        elif found := pointed_at(table, self._aim, what):
            self._aim = found
            self._pressed("enter")

    def _pressed(self, key: str) -> bool:
        """Do what a key does; False when it is not one of the board's now."""
        table = self._seen
        if table is None:
            return False
        if not self.is_telling and (begins(key, table, self._aim) or ends(key, table, self._aim)):
            table = self._prepare(is_planning=not is_planned(table))
            if not key.isdigit():
                return True
        steer = _STEERING.get(self.shape)
        if steer is not None and not self.is_telling and (aim := steer(key, self._aim, table)) is not None:
            self._aim, self._own_word = aim, ""
            self.show()
            return True
        done = self._counted(key, table) or press(key, self._aim, table)
        if done is None and key == "s" and self.can_focus:  # where one steps through a game none is told
            word = f"Speed of the count: {self._next_pace()} ({{table:s}} changes it)."
            done = Pressed(self._aim, word=word, is_refusal=False)
        if done is None:
            return False
        self.word = ""
        # After a wish nothing is marked until its outcome is here: a quick Enter would answer again.
        self._aim = done.aim if done.intent is not None else _settled(table, done.aim, table.prompt)
        self._own_word, self._is_refusal = done.word, done.is_refusal
        self.show()
        if done.intent is not None:
            self.query_one(Count).missed = None
            self.post_message(self.Wished(done.intent))
        return True

    def _prepare(self, *, is_planning: bool) -> TableSnapshot:
        """Begin to prepare what comes next, or end it; return the table as it is shown from now on."""
        assert self.table is not None
        self._is_planning = is_planning
        self._seen = as_seen(self.table, is_planning=is_planning)
        self._aim, self._own_word, self.word = _settled(self._seen, aiming.Aim(), None), "", ""
        self.show()
        return self._seen

    def _counted(self, key: str, table: TableSnapshot) -> Pressed | None:
        """Return what a key does to a count that is told; None when none is, or the key is not its own.

        Whatever a key would answer was not to be seen yet: it shows the question, and answers nothing.
        """
        count = self.query_one(Count)
        if not count.is_telling:
            return None
        if key == "space":
            count.step_on()
        elif key == "s" and count.is_held:
            count.run_on()
        elif key == "s":
            self._next_pace()
        elif key == "enter" or key.isdigit() or press(key, self._aim, table) is not None:
            count.catch_up()
        else:
            return None
        return Pressed(self._aim)

    def _next_pace(self) -> str:
        """Take the next speed for counts, have it kept, and return it."""
        pace = self.query_one(Count).change_pace()
        self.post_message(self.Paced(pace))
        return pace

    def _shown(self, key: str) -> str:
        """Return how a key of the table is typed now."""
        return in_force(self.app).shown(key, Typing("table", self.is_moving, self.literal))

    def take_pace(self, pace: str) -> None:
        """Tell counts at this speed from now on."""
        super().take_pace(pace)
        count = self.query_one(Count)
        while count.pace != known_pace(pace):
            count.change_pace()

    def on_count_changed(self, message: Count.Changed) -> None:
        """Draw the board as it is at this step, or as it is now."""
        message.stop()
        self.show()

    @property
    def is_telling(self) -> bool:
        """Whether a count is being told."""
        return self.query_one(Count).is_telling

    @property
    def has_all_keys(self) -> bool:
        """Whether letters stand at the places: then a letter is a place."""
        return self._aim.jumping and not self.is_telling

    @property
    def is_asking(self) -> bool:
        """Whether something is to be chosen or sent, now or to be prepared."""
        table = self._seen
        if table is None or table.sent or self.is_telling:
            return False
        return table.prompt is not None or (bool(table.draft) and not is_ready(table))

    @property
    def is_moving(self) -> bool:
        """Whether a place or an answer is to be chosen."""
        table = self._seen
        if table is None or table.sent or self.is_telling:
            return False
        has_places = aiming.is_placing(table) or aiming.wants_place(table, self._aim)
        return has_places or bool(aiming.options(table, self._aim))

    @property
    def literal(self) -> frozenset[str]:
        """The letters at the places, or those of the answers."""
        table = self._seen
        if table is None or self.is_telling:
            return frozenset()
        if self._aim.jumping:
            return frozenset(aiming.LETTER_OF.values())
        return frozenset(option.key for option in aiming.options(table, self._aim))

    def phase(self) -> tuple[str, str]:
        """Return round and phase in words."""
        if self.table is None:
            return "", ""
        step = self.query_one(Count).step
        state = self.table.confirmed if step is None else step.view.state
        return f"Round {state.round}/{ROUNDS}", words.phase_name(state)

    def awaited(self) -> Line:
        """Return who is awaited and for what: the one, or the glyphs of several; nobody during a count."""
        if self.table is None or self.is_telling:
            return ()
        table = at_present(self.table, self._clock() - self._said)
        return awaited(table, self.palette, self.marks)

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys that work now."""
        if self.desk is None:
            return ()
        if self.is_telling:
            count = self.query_one(Count)
            end = "your turn" if count.is_asked else "to the end"
            pace = "run on" if count.is_held else f"speed: {count.pace}"
            return (("space", "next step"), ("enter", end), ("s", pace))
        return keys(self.desk)

    def choices(self) -> Sequence[tuple[tuple[str, ...], str]]:
        """Return every choice that is legal now; while a count is told, none."""
        return () if self._seen is None or self.is_telling else listed(self._seen, self._aim)

    def chronicle(self, cells: int) -> Lines:
        """Return the journal and what was said, in words."""
        self._read()
        return () if self.table is None else self._log.lines(self.table, self._pen(self.table), cells)

    def outlook(self, cells: int) -> Lines:
        """Return what counting now would give, the draft included; while a count is told, nothing."""
        if self._seen is None or self.is_telling:
            return ()
        from ys_tui.games.ys.draw_projection import projection_lines  # noqa: PLC0415  # when it is asked for

        return projection_lines(
            self._seen, replace(self._pen(self._seen), names=names_now(self._seen)), cells
        )

    def until_vote(self) -> str:
        """Return in how long there may be a vote about who is awaited, "" where none is known of."""
        seconds = None if self.table is None else countdown(self.table, self._clock() - self._said)
        return "" if seconds is None else clock(seconds)

    def aside(self, cells: int) -> Lines:
        """Return the warning to who keeps a table of two waiting; while a count is told, nothing."""
        if self.table is None or self.is_telling:
            return ()
        words = warning(self.table, self._clock() - self._said)
        loud = style(self.palette.bad, self.palette.night, bold=True)
        return wrap((Segment(f" {words}", loud),), cells) if words else ()

    def topic(self) -> tuple[str, ...]:
        """Return what there is to know of what is pointed at, marked, asked or counted, and of all else."""
        step = self.query_one(Count).step
        shown = None if step is None else step.view.state
        from ys_tui.games.ys.topic import topic  # noqa: PLC0415  # when it is asked for

        return () if self._seen is None else topic(self._seen, self._aim, shown, self.pointed)

    def missed(self, cells: int) -> int | None:
        """Return the row of the journal from which on a count was skipped since the last move, if any."""
        first = self.query_one(Count).missed
        if self.table is None or first is None:
            return None
        return self._log.row(self.table, self._pen(self.table), cells, first)

    def news(self, rows: int, cells: int) -> Lines:
        """Return the latest things that happened or were said; while a count is told, up to there."""
        if self.table is None:
            return ()
        step, table = self.query_one(Count).step, self.table
        then = self._told_so_far(table)
        is_heard = self._clock() - self._heard < HEARD
        if step is not None and rows == 1 and not is_heard:
            return ()  # the count says it just above
        return news(then, self._pen(table), rows, cells, is_heard=is_heard)

    def _show_sides(self) -> None:
        """Draw what happened, up to where a count is told, and what was said."""
        if self.table is None or not self.children:
            return
        journal, talk = map(self.side, SIDES)
        pen = self._pen(self.table)
        if journal.display:
            told = self._told_so_far(self.table)
            journal.lines = journal_panel(self._beside, told, pen, *journal.box[2:], key=self._shown("l"))
        if talk.display:
            talk.lines = talk_panel(self.table, pen, self.unread, *talk.box[2:], key=self._shown("t"))

    @property
    def unread(self) -> int:
        """How much others have said since the player was last seen to read."""
        return 0 if self.table is None else unread_of(self.table, self._known, self._told)

    def _look(self) -> None:
        """Take what was said as read where it is shown: the player is there."""
        if self.side("talk").display:
            self._read()

    def _read(self) -> None:
        """Take all that was said as read."""
        if self.table is not None and self._known != len(self.table.chat):
            self._known = len(self.table.chat)
            self._show_sides()

    def _told_so_far(self, table: TableSnapshot) -> TableSnapshot:
        """Return the table with the journal up to where a count is told."""
        step = self.query_one(Count).step
        return table if step is None else replace(table, journal=table.journal[: step.upto])

    def _pen(self, table: TableSnapshot) -> Pen:
        palette, marks = looks(table.setup, self.palette, self.marks)
        keys = tuple(seat.sign for seat in table.setup.seats)
        return Pen(names(table.setup), palette, marks, layout(table.setup), keys=keys)

    def _count(self, table: TableSnapshot, before: TableSnapshot | None) -> None:
        """Begin to tell what was counted since `before`; a journal that does not go on from there, not."""
        count = self.query_one(Count)
        told = 0 if before is None else len(before.journal)
        if before is None or table.journal[:told] != before.journal:
            count.catch_up()
            return
        new = tuple(each.event for each in table.journal[told:])
        then = replace(before.view, state=before.confirmed)
        is_asked = (table.prompt is not None and not is_planned(table)) or bool(table.may_vote)
        count.play(steps_of(new, then, told), is_asked=is_asked, is_urgent=are_waiting(table))

    def _tick(self) -> None:
        """Draw the countdown again when it is due; no timer runs while none is shown or near."""
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        assert self.table is not None
        due = until_told(self.table, self._clock() - self._said)
        if due is not None:
            self._ticking = self.set_timer(due, self._count_down)

    def _count_down(self) -> None:
        self.show()
        self._tick()

    def show(self) -> None:
        """Draw everything: the table as it is or as the count that is told has it."""
        table = self._seen
        if table is None or not self.children:
            return
        step = self.query_one(Count).step
        self.make_room(table.confirmed if step is None else step.view.state)
        now = scene_of(table, self._aim, self.palette, self.marks)
        passed = self._clock() - self._said
        left, table = countdown(table, passed), at_present(table, passed)
        keymap = in_force(self.app)
        word, is_refusal = named(self._own_word, keymap) or self.word, self._is_refusal or not self._own_word
        self.desk = Desk(table, self._aim, now, word, self.link, left, is_refusal, keymap)
        self.scene = self.query_one(Count).draw(now, word if is_refusal else "")
        self._show_sides()
        self.post_message(self.Aimed())


def _settled(table: TableSnapshot, aim: Aim, before: Prompt | None) -> Aim:
    """Return the aim as it fits what is asked or prepared now."""
    return aiming.settle(table, aim, before, is_prepared=is_planned(table))
