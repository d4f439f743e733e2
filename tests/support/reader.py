"""`ys … --plain` as a process with pipes, and a player who reads the prompt and types a legal answer."""

import codecs
import contextlib
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final, Self

_PATIENCE: Final = 60.0
_PROMPT: Final = re.compile(r"(?:\A|\n)([a-z]+)> \Z")
_CHOOSE: Final = re.compile(r"^Choose: (.+)\.$", re.MULTILINE)
_LISTED: Final = re.compile(r"^  ([^:\n]+): ", re.MULTILINE)
_CHAIRS: Final = re.compile(r"^Chairs: .+$", re.MULTILINE)
_NO_BOTS: Final = "There are no bots here just now."
_BACK_OFF: Final = 0.25
"""Seconds until who was told that is asked again: a person may ask for 20 things a second."""


class Reader:
    """A client line by line; whatever is left of it is ended when the `with` ends."""

    def __init__(self, *arguments: str, home: Path | None = None, seed: int = 0) -> None:
        """Start `ys` with these arguments and `--plain`, its files below `home`; `seed` chooses answers."""
        variables = {} if home is None else {"XDG_DATA_HOME": str(home), "HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ys_tui", *arguments, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONUTF8": "1"} | variables,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._rng = Random(seed)
        self.output = ""
        """All that was printed."""
        self._read_up_to = 0
        self._question = ""
        """What was printed with the question that is open."""
        self.word = ""
        """The word of the latest prompt."""

    def prompt(self) -> str:
        """Read until something is asked, and return the word before the sign."""
        end = time.monotonic() + _PATIENCE
        while (found := _PROMPT.search(self.output[self._read_up_to :])) is None:
            assert self._read(end), f"nothing was asked:\n{self.output[-2_000:]}"
        self._question = self.output[self._read_up_to :]
        self.word = found[1]
        return self.word

    def wait_for(self, words: str, *, times: int = 1) -> None:
        """Read until `words` have been printed, so many times, since the last line was typed."""
        end = time.monotonic() + _PATIENCE
        while self.output.count(words, self._read_up_to) < times:
            assert self._read(end), f"{words!r} never came:\n{self.output[-2_000:]}"

    def wait_for_lobby(self, words: str) -> None:
        """List the tables until `words` are among them."""
        end = time.monotonic() + _PATIENCE
        while words not in self.ask("tables"):
            assert time.monotonic() < end, f"{words!r} is not in the lobby"

    def enter(self, line: str) -> None:
        """Type a line."""
        self._read_up_to = len(self.output)
        self._in.write(line.encode() + b"\n")
        self._in.flush()

    def ask(self, line: str) -> str:
        """Type a line at the prompt, and return what is printed up to the next prompt."""
        self.prompt()
        self.enter(line)
        self.prompt()
        return self._question[1:].rpartition("\n")[0]

    def seat_bot(self, level: str) -> None:
        """Let a bot take a chair of the player's own table, as soon as the server has one."""
        end = time.monotonic() + _PATIENCE
        before = _bots(self.output, level)
        while _bots(self.output, level) == before:
            self.prompt()
            self.enter(f"bot {level}")
            while _bots(self.output, level) == before and _NO_BOTS not in self.output[self._read_up_to :]:
                assert self._read(end), f"no bot sat down:\n{self.output[-2_000:]}"
            again = time.monotonic() + _BACK_OFF  # nothing tells when bots come
            while _bots(self.output, level) == before and self._read(again):
                pass
        self.prompt()

    def choices(self) -> Sequence[str]:
        """Return what may be typed at the prompt that stands there, as it was listed."""
        plain = [word for line in _CHOOSE.findall(self._question) for word in line.split(", ")]
        return (*plain, *_LISTED.findall(self._question))

    def decide(self) -> str:
        """Wait for a question, answer it legally by chance, and return the word of its prompt."""
        while (word := self.prompt()) not in {"over", "send"}:
            if choices := self.choices():
                self.enter(self._rng.choice(choices))
                return word
            self.ask("")  # the question stands further up, or what was typed before is still under way
        if word == "send":
            self.enter(word)
        return word

    def close(self) -> int:
        """End the input and return the exit code."""
        self._in.close()
        return self.ended()

    def ended(self) -> int:
        """Read until the process ends and return its exit code."""
        end = time.monotonic() + _PATIENCE
        while self._read(end):
            pass
        return self.process.wait(_PATIENCE)

    def stop_reading(self) -> None:
        """Take the reader of what is printed away."""
        self._out.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if not self._in.closed:
            with contextlib.suppress(BrokenPipeError):
                self._in.close()
        self._out.close()

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self._out], [], [], max(end - time.monotonic(), 0))
        data = os.read(self._out.fileno(), 65_536) if ready else b""
        self.output += self._decoder.decode(data)  # a sign of several bytes may come in two pieces
        return bool(data)


def _bots(output: str, level: str) -> int:
    """Return how many bots of a level sit at the table, as it was told last."""
    told = _CHAIRS.findall(output)
    return told[-1].count(f"({level} bot") if told else 0
