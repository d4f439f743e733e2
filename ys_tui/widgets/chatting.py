"""A line of chat that is typed or pasted: of what is pasted nothing is lost without a word."""

from typing import Any

from textual.events import Paste
from textual.message import Message

from protocol.text import LINE_LENGTH
from ys_tui.widgets.field import Field


class ChatLine(Field):
    """Takes several pasted lines as one, and as much of them as a line may hold."""

    class Pasted(Message):
        """Something was pasted that could not be taken as it was."""

        def __init__(self, word: str) -> None:
            """Carry what was done to it, in a sentence."""
            super().__init__()
            self.word = word

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  # whatever an Input takes
        """Be empty."""
        super().__init__(max_length=LINE_LENGTH, **settings)

    def _on_paste(self, event: Paste) -> None:
        event.prevent_default()  # it takes the first line alone
        event.stop()
        self._take(event.text)

    def action_paste(self) -> None:
        """Take what was copied."""
        self._take(self.app.clipboard)

    def _take(self, text: str) -> None:
        """Put `text` at the cursor, or in the place of what is selected."""
        lines = [line for line in map(str.strip, text.splitlines()) if line]
        line, selected = " ".join(lines), self.selected_text
        room = LINE_LENGTH - len(self.value) + len(selected)
        self.replace(line[: max(room, 0)], *self.selection)
        said = (
            f"{len(lines)} lines were joined to one." if len(lines) > 1 else "",
            f"What is longer than {LINE_LENGTH} characters was cut off." if len(line) > room else "",
        )
        if any(said):
            self.post_message(self.Pasted(" ".join(filter(None, said))))
