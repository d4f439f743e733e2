"""Values as somebody gave them, each with the place where it stands; those of a TOML file are read here.

Every fault is a sentence that begins with the place and says what would be right.
"""

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from protocol.text import clean
from ys_server.regular import regular
from ys_server.settings import BY_KEY, SETTINGS, Setting

LONGEST: Final = 1 << 18
"""Bytes that a file of settings may have."""


class ConfigError(Exception):
    """A setting cannot be used; the sentence names where it stands and what would be right."""


class Given(Struct, frozen=True):
    """A value as somebody gave it."""

    place: str
    """Where it stands, for people."""
    value: Any


def read(setting: Setting, text: str, place: str) -> object:
    """Return the value in `text`, which stands at `place`, or raise ConfigError."""
    try:
        return setting.kind.read(text)
    except ValueError as error:
        raise ConfigError(f"{place}: {clean(str(error))}") from None


def unknown(word: str, what: str, known: Sequence[str]) -> str:
    """Return the sentence that there is no such thing, with the nearest that there is."""
    near = difflib.get_close_matches(word, known, 1)
    meant = f"did you mean {near[0]}?" if near else "ys-server --help tells what there is"
    return f"there is no {what} {word}; {meant}"


def from_file(path: Path) -> dict[str, Given]:
    """Return what the file at `path` gives, by key, or raise ConfigError."""
    try:
        with regular(path) as file:
            data = file.read(LONGEST + 1)
        if len(data) > LONGEST:
            raise ConfigError(f"{path}: has more than {LONGEST} bytes")
        text = data.decode()
        table = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is no TOML: {clean(str(error))}") from None
    settings = {s.key: s for s in SETTINGS if not s.is_flag_only}
    found = {}
    for key, value in _flat(table):
        place = f"{path} line {_line(text, key)}, {clean(key)}"
        if key not in settings:
            raise ConfigError(f"{place}: {unknown(clean(key), 'setting', tuple(settings))}")
        found[key] = Given(place, _from_toml(settings[key], value, place, path.parent))
    return found


def _from_toml(setting: Setting, value: object, place: str, folder: Path) -> object:
    kind = setting.kind
    is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if type(value) not in kind.toml or (isinstance(value, list) and not is_list):
        wanted = " or ".join(_TOML[each] for each in kind.toml if each in _TOML)
        raise ConfigError(f"{place}: {_TOML.get(type(value), 'that')} stands where {wanted} belongs")
    text = ",".join(value) if isinstance(value, list) else str(value)
    meant = read(setting, text, place)
    return folder / meant if kind.is_path and isinstance(meant, Path) else meant


_TOML: Final = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield the dotted key and the value of everything in `table`."""
    for key, value in table.items():
        if isinstance(value, dict) and before + key not in BY_KEY:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _line(text: str, key: str) -> int:
    """Return the line on which `key` is given, or its table begins."""
    *tables, name = key.split(".")
    here: list[str] = []
    best = 1
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"[\s\"']", "", line.partition("=")[0].partition("#")[0])
        if words.startswith("["):
            here = words.strip("[]").split(".")
            best = number if here == [*tables, name] else best
        elif "=" in line and (here + words.split(".") if here else words.split(".")) == [*tables, name]:
            return number
    return best
