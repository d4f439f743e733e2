"""The board of Ys: its regions put together, its keys, and the count above them."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.reactive import reactive
from textual.timer import Timer

from protocol.games.ys.board import ROUNDS
from protocol.games.ys.prompts import PickBid, Place
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys import aim as aiming
from ys_tui.games.ys import words
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.asking import Desk, keys, scene_of
from ys_tui.games.ys.count import Count, pace_words, steps_of
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.keys import Pressed, press
from ys_tui.games.ys.log import Log, Pen, news, steps
from ys_tui.games.ys.presence import countdown, until_told
from ys_tui.games.ys.regions import City, Hand, Market, Players
from ys_tui.lines import Line, Lines, style
from ys_tui.widgets.board import Board

HEARD: Final = 8.0
"""Seconds for which what was said stays in the news, whatever happens meanwhile."""


class YsBoard(Board):
    """City, market, prices, players and hand at 80 cells; keys become wishes."""

    least: ClassVar[tuple[int, int]] = (80, 21)
    DEFAULT_CSS = """
    YsBoard { width: 80; height: 21; layout: vertical; }
    YsBoard #top { height: 10; margin-top: 1; }
    YsBoard #over { width: 52; height: 10; layers: ground count; }
    YsBoard City { width: 51; height: 10; layer: ground; }
    YsBoard Count { width: 51; height: 10; layer: count; }
    YsBoard Market { width: 28; height: 10; }
    YsBoard Players { width: 80; height: 5; }
    YsBoard Hand { width: 80; height: 5; }
    """

    scene: reactive[Scene | None] = reactive(None, repaint=False)
    desk: reactive[Desk | None] = reactive(None, repaint=False)

    def __init__(self, *, pace: str = "normal", clock: Callable[[], float] = monotonic) -> None:
        """Show nothing yet; counts are shown at `pace`, and `clock` tells how many seconds have passed."""
        super().__init__()
        self._pace = pace
        self._clock = clock
        self._said = 0.0
        """When the server last told how long somebody is waited for."""
        self._ticking: Timer | None = None
        self._aim = Aim()
        self._own_word = ""
        self._is_refusal = True
        self._told = 0
        self._log = Log()
        self._heard = -HEARD
        """When something was said last."""

    def compose(self) -> ComposeResult:
        """Yield the regions, bound to what they draw."""
        with Horizontal(id="top"):
            with Container(id="over"):
                yield City().data_bind(YsBoard.scene, YsBoard.marks)
                yield Count(self._pace).data_bind(YsBoard.marks)
            yield Market().data_bind(YsBoard.scene, YsBoard.marks)
        yield Players().data_bind(YsBoard.scene, YsBoard.marks)
        yield Hand().data_bind(YsBoard.desk, YsBoard.marks)

    def on_mount(self) -> None:
        """Draw again when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())

    def watch_table(self, before: TableSnapshot | None, table: TableSnapshot | None) -> None:
        """Keep the aim if the same is still asked; begin to show a count that has happened."""
        if table is None:
            return
        if before is not None and table.draft != before.draft:
            self._own_word = ""
        if before is None or table.left is not before.left:
            self._said = self._clock()
        if before is not None and table.chat != before.chat:
            self._heard = self._clock()
            self.set_timer(HEARD, lambda: self.post_message(self.Aimed()))
        self._aim = aiming.settle(table, self._aim, None if before is None else before.prompt)
        if not self.children:
            self._told = len(table.journal)
            return
        self._show()
        self._count(table, before)
        self._tick()

    def watch_word(self) -> None:
        """Say it, in place of what was said before."""
        self._own_word = ""
        self._show()

    def watch_link(self) -> None:
        """Say it while the player waits."""
        self._show()

    def watch_marks(self) -> None:
        """Draw with the new glyphs."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Let the board take the keys that are its own now; the others are the screen's."""
        table = self.table
        if table is None:
            return
        count = self.query_one(Count)
        if event.key == "space" and count.is_telling:
            count.skip()
            event.stop()
            event.prevent_default()
            return
        done = press(event.key, self._aim, table)
        if done is None and event.key == "s":
            word = f"Pace of the {pace_words(count.change_pace())} (s changes it)."
            done = Pressed(self._aim, word=word, is_refusal=False)
        elif done is not None:
            count.give_way()
        if done is None:
            return
        event.stop()
        event.prevent_default()
        self.word = ""
        # After a wish nothing is marked until its outcome is here: a quick Enter would answer again.
        self._aim = done.aim if done.intent is not None else aiming.settle(table, done.aim, table.prompt)
        self._own_word, self._is_refusal = done.word, done.is_refusal
        self._show()
        if done.intent is not None:
            self.post_message(self.Wished(done.intent))

    def on_count_changed(self, message: Count.Changed) -> None:
        """Show the keys and the news that fit the count."""
        message.stop()
        self.post_message(self.Aimed())

    @property
    def is_telling(self) -> bool:
        """Whether a count is being told."""
        return self.query_one(Count).is_telling

    @property
    def has_all_keys(self) -> bool:
        """Whether letters stand at the places: then a letter is a place."""
        return self._aim.jumping

    def phase(self) -> tuple[str, str]:
        """Return round and phase in words."""
        if self.table is None:
            return "", ""
        state = self.table.confirmed
        return f"Round {state.round}/{ROUNDS}", words.phase_name(state)

    def awaited(self) -> Line:
        """Return who is awaited and for what: the one, or the glyphs of several."""
        if self.table is None:
            return ()
        palette, bar = self.palette, self.palette.bar
        asked = tuple((seat, prompt) for seat, prompt in self.table.awaited if seat >= 0)
        glyphs = tuple(
            Segment(f"{self.marks.up[seat]} ", style(palette.seat(seat), bar)) for seat, _ in asked
        )
        if not asked:
            return ()
        seat, prompt = asked[0]
        own = next((prompt for seat, prompt in asked if seat == self.table.seat), None)
        name = self.table.setup.seats[seat].name
        deed = words.deed(own or prompt, several=len(asked) > 1 or own is not None)
        bright = style(palette.bright, bar, bold=True)
        if own is None and len(asked) == 1:
            return (*glyphs, Segment(name, bright), Segment(f" {deed}", bright))
        others = len(asked) - 1
        if own is not None and others:
            return (Segment(f"you and {others} other{'s' * (others > 1)} {deed}", bright),)
        return (*glyphs, Segment(f"you {deed}" if own is not None else deed, bright))

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys that work now."""
        if self.desk is None:
            return ()
        count, own = self.query_one(Count), keys(self.desk)
        if not count.is_open or self.has_all_keys:
            return own
        return (*own, ("space", "close" if count.is_done else "all"), ("s", pace_words(count.pace)))

    def chronicle(self, cells: int) -> Lines:
        """Return the journal and what was said, in words."""
        return () if self.table is None else self._log.lines(self.table, self._pen(self.table), cells)

    def news(self, rows: int, cells: int) -> Lines:
        """Return the latest things that happened or were said."""
        if self.table is None:
            return ()
        panel, pen = self.query_one(Count), self._pen(self.table)
        is_heard = self._clock() - self._heard < HEARD
        if panel.is_telling and not panel.is_open and not is_heard:
            return steps(panel.told, pen, rows, cells)
        return news(self.table, pen, rows, cells, is_heard=is_heard)

    def _pen(self, table: TableSnapshot) -> Pen:
        return Pen(tuple(seat.name for seat in table.setup.seats), self.palette, self.marks)

    def _count(self, table: TableSnapshot, before: TableSnapshot | None) -> None:
        """Begin to tell what was counted; not over the city when that is needed to answer."""
        new = tuple(each.event for each in table.journal[self._told :])
        self._told = len(table.journal)
        panel = self.query_one(Count)
        if before is not None and self.scene is not None:
            panel.play(steps_of(new, before.confirmed.brokers), self.scene)
        if isinstance(table.prompt, Place | PickBid) or aiming.chooses_spot(table):
            panel.give_way()

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
        self._show()
        self._tick()

    def _show(self) -> None:
        table = self.table
        if table is None or not self.children:
            return
        self.scene = scene_of(table, self._aim, self.palette, self.marks)
        left = countdown(table, self._clock() - self._said)
        word, is_refusal = self._own_word or self.word, self._is_refusal or not self._own_word
        self.desk = Desk(table, self._aim, self.scene, word, self.link, left, is_refusal)
        self.post_message(self.Aimed())
