"""The questions about tables and people: a word to type, whom to put out, mute or hand on to, how to vote."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.widgets import Input, Label

from protocol.game import Seat
from protocol.messages import TableInfo
from protocol.text import NAME_LENGTH, TITLE_LENGTH
from ys_tui.ballots import ballot_answers, votes_so_far
from ys_tui.client.intents import HandOn, Intent, KickOut, Mute, SwapChairs, Vote
from ys_tui.client.snapshot import Snapshot, Standing, TableSnapshot
from ys_tui.keymap import Keymap, in_force
from ys_tui.looks import UNICODE, Marks
from ys_tui.mentions import named
from ys_tui.screens.dialogs import Ask, Naming, Refusing
from ys_tui.screens.frame import Keys
from ys_tui.widgets.field import Field

Chosen = tuple[Ask, Callable[[str], Intent | None]]
"""A question, and what its answer wishes."""
_LISTED: Final = 12
"""People that a question lists, at most: the latest."""
_EMPTY: Final = "Nothing is typed yet; {question:Esc} goes back."
_NOT_HEARD: Final = frozenset({Standing.SELF, Standing.BOT})


class TypeWord(Refusing):
    """Asks for one short word, such as a code or a name; ends with it, or "". An empty line is refused."""

    DEFAULT_CSS = """
    TypeWord Label { margin-bottom: 1; }
    """

    def __init__(
        self, question: str, *, value: str = "", length: int = TITLE_LENGTH, marks: Marks = UNICODE
    ) -> None:
        """Ask `question` and propose `value`."""
        super().__init__(marks)
        self._question, self._value, self._length = question, value, length

    def body(self) -> ComposeResult:
        """Yield the question and the line."""
        yield Label(self._question, markup=False)
        yield Field(self._value, max_length=self._length)
        yield Label(markup=False, classes="refused")

    def on_mount(self) -> None:
        """Let the keys go to the line."""
        self.query_one(Input).focus()

    def keys(self) -> Keys:
        """Return how to answer."""
        return (("enter", "go on"), ("esc", "back"))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Take what was typed, if anything was."""
        if word := message.value.strip():
            self.take(word)
        else:
            self.refuse(named(_EMPTY, in_force(self.app)))

    def take(self, word: str) -> None:
        """End with what was typed."""
        self.dismiss(word)

    def action_cancel(self) -> None:
        """End with nothing."""
        self.dismiss("")


def ask_new_password(marks: Marks) -> TypeWord:
    """Return the question for the password of a new table."""
    return TypeWord("Which password does the new table have? Tell it to those who may come in.", marks=marks)


def ask_code(marks: Marks) -> TypeWord:
    """Return the question for an invite code."""
    return TypeWord("The invite code that you were told:", marks=marks)


class TypeName(TypeWord, Naming):
    """Asks for another name than the one proposed; ends with it, or ""."""

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """End with what was typed, if it is a name."""
        message.prevent_default()
        if self.takes(message.value, self._value):
            self.dismiss(message.value.strip())


def ask_name(name: str, marks: Marks) -> TypeName:
    """Return the question for another name."""
    words = (
        "What is your name on this server? A game that has begun keeps the one you have there; while you sit "
        "at a table that has not begun, it cannot be changed."
    )
    return TypeName(words, value=name, length=NAME_LENGTH, marks=marks)


def ask_kick(table: TableInfo, snapshot: Snapshot, marks: Marks) -> Chosen:
    """Return the question whom to put out."""
    bots = [chair for chair in table.chairs if chair.bot]
    answers = [
        (chair.key.hex(), f"{chair.name}, who cannot sit down here again")
        for chair in table.chairs
        if not chair.bot and chair.key != snapshot.key
    ]
    answers += [(bot.key.hex(), f"{bot.name}, a bot: the last one goes") for bot in bots[-1:]]
    ask = Ask("Whose chair is to be free again?", answers, marks=marks)
    return ask, lambda answer: KickOut(table.id, bytes.fromhex(answer)) if answer else None


def ask_host(table: TableInfo, snapshot: Snapshot, marks: Marks) -> Chosen:
    """Return the question who is to be the host."""
    answers = [
        (chair.key.hex(), chair.name) for chair in table.chairs if not chair.bot and chair.key != snapshot.key
    ]
    ask = Ask("Who is to be the host instead of you?", answers, marks=marks)
    return ask, lambda answer: HandOn(table.id, bytes.fromhex(answer)) if answer else None


def ask_swap(table: TableInfo, _snapshot: Snapshot, marks: Marks) -> Chosen:
    """Return the question which two chairs are to change places."""
    names = [chair.name for chair in table.chairs]
    pairs = [(one, other) for one in range(len(names)) for other in range(one + 1, len(names))]
    answers = [(f"{one} {other}", f"{names[one]} and {names[other]}") for one, other in pairs]

    def chosen(answer: str) -> Intent | None:
        return SwapChairs(table.id, *map(int, answer.split())) if answer else None

    return Ask("Which two change places?", answers, marks=marks), chosen


def ask_mute(snapshot: Snapshot, marks: Marks) -> Chosen | None:
    """Return the question whom not to hear, or to hear again; None when there is nobody."""
    muted = dict(snapshot.muted)
    known = {face.key: face.name for face in snapshot.faces if face.standing not in _NOT_HEARD}
    unheard = {snapshot.key, snapshot.voice, b""}
    known |= {chat.key: chat.name for chat in snapshot.chat if chat.key not in unheard}
    people = [*((key, name) for key, name in known.items() if key not in muted)][-_LISTED:]
    answers = [(key.hex(), f"Do not hear {name} any more") for key, name in people]
    answers += [(key.hex(), f"Hear {name} again") for key, name in list(muted.items())[-_LISTED:]]
    if not answers:
        return None

    def chosen(answer: str) -> Intent | None:
        key = bytes.fromhex(answer)
        return Mute({**known, **muted}[key], key, is_muted=key not in muted) if answer else None

    words = "Whom do you not want to hear? Others hear them as before; it is kept for your profile."
    return Ask(words, answers, marks=marks), chosen


def ask_vote(table: TableSnapshot, about: Seat, marks: Marks) -> Chosen:
    """Return the question what is to become of a seat that keeps the table waiting (R52c)."""
    name = table.names[about]
    question = f"{name} keeps the table waiting. {votes_so_far(table, about)}"
    ask = Ask(question, ballot_answers(table, about), marks=marks)
    return ask, lambda answer: Vote(about, answer) if answer else None


def ask_rematch(names: Sequence[str], marks: Marks, keymap: Keymap) -> Ask:
    """Return the question when others have opened a rematch: yes or no."""
    later = named("Not now; {result:r} in the result does it later", keymap)
    others = f" {' and '.join(names)} {'is' if len(names) == 1 else 'are'} there." if names else ""
    return Ask(
        f"The same table plays again, the chairs rotated by one.{others}",
        (("yes", "Play again"), ("no", later)),
        marks=marks,
    )
