"""What is printed: whole lines of visible text, and a prompt without an end of line; each is out at once."""

import textwrap
from collections.abc import Callable
from typing import Final, TextIO

from protocol.text import clean
from ys_tui.looks import ascii_twin

LONGEST: Final = 8_192
"""Characters of a line, at most: the longest is a path or a rule."""
_LEAST: Final = 20
"""Columns of a terminal below which lines are not broken further."""
_FURTHER: Final = 2
"""Blanks by which the further rows of a line stand in."""
SIGN: Final = "> "
"""How a prompt ends."""


class Paper:
    """Where a game is read line by line. Nothing that is written here moves a cursor or has a colour."""

    def __init__(
        self,
        stream: TextIO,
        *,
        is_ascii: bool = False,
        is_echoed: bool = False,
        columns: Callable[[], int] | None = None,
    ) -> None:
        """Write to `stream`; `is_echoed` when the terminal shows what is typed, its end of line included.

        On a terminal of so many `columns` a longer line goes on below, with a whole word.
        """
        self._stream, self._is_ascii, self._is_echoed = stream, is_ascii, is_echoed
        self._columns = columns
        self._is_asking = False
        """Whether the last thing written is a prompt."""

    def say(self, *lines: str) -> None:
        """Write lines, each as visible text of its own; a prompt that stands there is left behind."""
        if not lines:
            return
        self._end_prompt()
        for line in lines:
            for row in self._rows(self._shown(line)):
                self._stream.write(row + "\n")
        self._stream.flush()

    def prompt(self, word: str) -> None:
        """Write what is to be typed, unless a prompt stands there already."""
        if not self._is_asking:
            self._stream.write(self._shown(word) + SIGN)
            self._stream.flush()
            self._is_asking = True

    def answered(self) -> None:
        """Note that a line was typed at the prompt: what follows begins a new line."""
        if self._is_echoed:
            self._is_asking = False
        self._end_prompt()

    def close(self) -> None:
        """End the line of a prompt that nobody will answer."""
        self._end_prompt()
        self._stream.flush()

    @property
    def is_asking(self) -> bool:
        """Whether a prompt stands there."""
        return self._is_asking

    def _end_prompt(self) -> None:
        if self._is_asking:
            self._stream.write("\n")
            self._is_asking = False

    def _rows(self, text: str) -> list[str]:
        """Return `text` in rows; a word that is wider than the terminal is left to it."""
        if self._columns is None or len(text) <= (cells := max(self._columns(), _LEAST)):
            return [text]
        indent = " " * (len(text) - len(text.lstrip(" ")) + _FURTHER)
        return textwrap.wrap(
            text, cells, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        ) or [text]

    def _shown(self, line: str) -> str:
        indent = line[: len(line) - len(line.lstrip(" "))]
        text = indent + clean(line, LONGEST)
        return ascii_twin(text) if self._is_ascii else text
