"""What `ys keys` and `ys help` print."""

import sys
import textwrap
from typing import Final

from protocol.text import clean
from ys_tui import config, keyfile
from ys_tui.config import ConfigError
from ys_tui.games.ys.legend import legend
from ys_tui.keymap import DEFAULT
from ys_tui.looks import ASCII, ascii_twin, marks_for
from ys_tui.topics import topics

_WIDTH: Final = 80
"""Cells of what is printed to be read."""


def print_keys(file: str) -> int:
    """Print the keys in force, those of `file` or of the usual one, and return the exit code.

    Where that file cannot be used, which is said on standard error, they are the keys as they come: a file
    to begin anew with.
    """
    code, keymap = 0, DEFAULT
    try:
        keymap = keyfile.load(file)
    except ConfigError as error:
        sys.stderr.write(f"ys: {error} Printed are the keys as they come.\n")
        code = 2
    sys.stdout.write(keyfile.printed(keymap, file or str(config.keys_file())))
    return code


def print_topic(name: str, keys: str, *, is_ascii: bool) -> int:
    """Print the topic called `name`, or which there are, and return the exit code; keys are those of `keys`.

    Raises ConfigError when there is no such topic.
    """
    marks = ASCII if is_ascii else marks_for(sys.stdout.encoding)
    told = topics(config.GAME, legend(marks), keyfile.load(keys))
    topic = next((topic for topic in told if topic.name == name.lower()), None)
    if name and topic is None:
        names = ", ".join(topic.name for topic in told)
        raise ConfigError(f"there is no topic {clean(name)!r}; there are {names}.")
    text = (
        "\n".join(f"{each.name:9} {each.title}: {each.told}" for each in told)
        if topic is None
        else "\n".join(textwrap.fill(line, _WIDTH) for line in topic.text.splitlines())
    )
    sys.stdout.write((ascii_twin(text) if marks.ascii else text) + "\n")
    return 0
