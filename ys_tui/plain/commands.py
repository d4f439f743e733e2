"""Commands: a word that begins a line, what may follow it, and what it does; help is made of the same."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from ys_tui.plain.choosing import Refused


class Command(Struct, frozen=True):
    """Something that can be typed."""

    name: str
    text: str
    """What it does, in a few words."""
    do: Callable[[str], None]
    """Does it with what was typed behind the name; raises Refused."""
    more: str = ""
    """What may follow the name."""


def find(line: str, commands: Sequence[Command], *, is_begun: bool = False) -> tuple[Command, str] | None:
    """Return the command that `line` begins with, and the rest; with `is_begun` a part of a name will do.

    Raises Refused when that part begins several names.
    """
    word, _, rest = line.strip().partition(" ")
    word = word.lower()
    exact = next((command for command in commands if command.name == word), None)
    if exact is not None:
        return exact, rest.strip()
    begun = [command for command in commands if is_begun and word and command.name.startswith(word)]
    if len(begun) > 1:
        raise Refused(f"{word!r} may mean {' or '.join(command.name for command in begun)}.")
    return (begun[0], rest.strip()) if begun else None


def helping(commands: Sequence[Command]) -> Iterator[str]:
    """Yield a line for each command."""
    for command in commands:
        yield f"{command.name} {command.more}".rstrip() + f": {command.text}"
