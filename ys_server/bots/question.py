"""What a process that thinks for the bots is asked and what it answers, as bytes, and the frames for both.

A question is pickled: it goes to where nothing is secret. An answer never is, as it comes from there.
"""

import pickle
from typing import Any, BinaryIO, Final

from msgspec import Struct

from protocol.chance import Rng
from protocol.codec import pack
from protocol.game import Action, View
from protocol.games import GAMES
from protocol.match import ACTION_BYTES
from ys_server.bots.levels import LEVELS

LENGTH: Final = 4
"""Bytes before each frame: how long it is."""
DETAIL_BYTES: Final = 200
"""Longest word about an exception."""
ANSWER_BYTES: Final = 1 + ACTION_BYTES
"""Longest answer."""
READY: Final = b"r"
"""The first frame of a process: it can be asked."""
CHOSEN: Final = b"c"
"""How an answer begins that holds a packed action."""
RAISED: Final = b"e"
"""How an answer begins that says in ASCII which exception came from where."""
STARVED: Final = b"m"
"""The same for one that ran out of memory: the process is of no use any more."""


class Question(Struct, frozen=True):
    """A decision as a bot sees it: what its seat sees, and 32 bytes of chance; no key and no vault."""

    game: str
    level: str
    view: View[Any]
    chance: bytes
    seconds: float

    def choose(self) -> Action:
        """Return what the bot chooses; raises whatever the bot raises."""
        options = GAMES[self.game].legal(self.view)
        return LEVELS[self.game][self.level].choose(self.view, options, Rng(self.chance), self.seconds)


def asked(question: Question) -> bytes:
    """Return the bytes that ask `question`."""
    return pickle.dumps(question, pickle.HIGHEST_PROTOCOL)


def answered(data: bytes) -> bytes:
    """Return the bytes that answer the question in `data`: an action, or how the bot failed.

    An exception's own words are left out: they may be about hidden values.
    """
    try:
        question: Question = pickle.loads(data)  # noqa: S301  # by the crew, which has started this process
        return CHOSEN + pack(question.choose())
    except MemoryError:
        return STARVED
    except Exception as error:  # noqa: BLE001  # whatever a bot does wrong is for the crew to judge
        return RAISED + _where(error).encode("ascii", "replace")[:DETAIL_BYTES]


def framed(content: bytes) -> bytes:
    """Return `content` as a frame."""
    return len(content).to_bytes(LENGTH, "big") + content


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return the content of the next frame, or None at the end of `stream`."""
    head = stream.read(LENGTH)
    content = stream.read(int.from_bytes(head, "big"))
    return content or None


def _where(error: Exception) -> str:
    """Return the exception's class and the line of code that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    path = trace.tb_frame.f_code.co_filename
    return f"{type(error).__name__} at {path.rpartition('/')[2]}:{trace.tb_lineno}"
