"""Who sits at the table, how well each is known, what to read aloud to be sure; above it what went wrong."""

from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from ys_tui.client import words
from ys_tui.client.intents import AcceptKey
from ys_tui.client.snapshot import Alarm, Face, Standing
from ys_tui.faces import standing
from ys_tui.lines import Line, Lines, pad, style, wrap
from ys_tui.looks import Marks, Palette
from ys_tui.screens.frame import Framed, Keys, sentence, up_and_down
from ys_tui.widgets.region import Region
from ys_tui.wish import Wish

_PEOPLE: Final = (
    "Let each read the words aloud, over a voice you know: then the key is theirs, and no server stands "
    "between you."
)
_LOG: Final = (
    "Where the same words stand at the same number of entries, you are shown the same game. Where they "
    "differ, the server shows one of you another."
)
_SPELLED: Final = 22
"""The column at which the words of the log begin."""


class WhoScreen(Framed):
    """The people at the player's table, the words of their keys, and those of the log."""

    scope = "who"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i,enter", "ask('back')", show=False),
        Binding("a", "accept", show=False),
    ]

    def body(self) -> ComposeResult:
        """Yield everything in one text to scroll through."""
        with VerticalScroll(classes="body"):
            yield Region(id="who")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def heading(self) -> str:
        """Return what this is."""
        return "who is who"

    def keys(self) -> Keys:
        """Return how to go back, and whose new key can be accepted."""
        changed = self._changed
        accept = (("a", f"accept the new key of {changed.name}"),) if changed is not None else ()
        return (("esc", "back"), (up_and_down(self.marks), "scroll"), *accept)

    def show(self) -> None:
        """Draw alarms, people and log."""
        palette, table = self.palette, self.snapshot.table
        lines = alarm_lines(table.alarms if table is not None else self._before_the_game(), palette)
        lines += (sentence(_PEOPLE, palette, "label"), ())
        for seat, face in enumerate(self.snapshot.faces):
            lines += (*face_lines(face, seat, palette, self.marks), ())
        if table is not None and table.checkpoints:
            lines += (sentence(_LOG, palette, "label"), ())
            for length, chain in table.checkpoints:
                spelled = _spelled(f"  after {length} entries", words.of_log(chain), palette)
                lines += wrap(spelled, self.cells - 1, _SPELLED)
        self.query_one("#who", Region).lines = tuple(
            part for line in lines for part in wrap(line, self.cells - 1)
        )

    def action_accept(self) -> None:
        """Take the first key that has changed for that of its name."""
        if (face := self._changed) is not None:
            self.post_message(Wish(AcceptKey(face.name, face.key)))

    def _before_the_game(self) -> tuple[Alarm, ...]:
        """Return what is wrong at a table that has not begun, or cannot be shown."""
        marked = dict(self.snapshot.marks).get(self.snapshot.at or 0, ())
        changed = (face for face in self.snapshot.faces if face.standing is Standing.CHANGED)
        return (*marked, *(Alarm(face.standing.value, face.word) for face in changed))

    @property
    def _changed(self) -> Face | None:
        return next((face for face in self.snapshot.faces if face.standing is Standing.CHANGED), None)


def alarm_lines(alarms: tuple[Alarm, ...], palette: Palette) -> Lines:
    """Return what went wrong, each alarm in a line and a blank one behind all."""
    told = tuple(sentence(f"! {alarm.detail}", palette, "bad", bold=True) for alarm in alarms)
    return (*told, ()) if told else ()


def face_lines(face: Face, seat: int, palette: Palette, marks: Marks) -> Lines:
    """Return somebody in two lines: name and standing, and the words of the key."""
    role = "bad" if face.standing is Standing.CHANGED else "dim"
    first = (
        Segment(f"{marks.up[seat % len(marks.up)]} ", style(palette.seat(seat), palette.night)),
        Segment(pad(face.name, 18), style(palette.bright, palette.night, bold=True)),
        Segment(standing(face), style(getattr(palette, role), palette.night, bold=role == "bad")),
    )
    if face.standing is Standing.BOT:
        return (first,)
    renamed = (sentence(f"  {face.word}", palette, "label"),) if face.standing is Standing.RENAMED else ()
    return (first, (Segment(f"  {words.of_key(face.key)}", style(palette.text, palette.night)),), *renamed)


def _spelled(what: str, spelled: str, palette: Palette) -> Line:
    return (
        Segment(pad(what, _SPELLED), style(palette.dim, palette.night)),
        Segment(spelled, style(palette.text, palette.night)),
    )
