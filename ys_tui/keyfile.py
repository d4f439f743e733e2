"""A player's file of keys: read whole or refused, and printed to be kept and changed.

It says `[scope]` and `action = ["key", …]`. An unknown scope, action or key, or one key for two actions that
are there at once, is told with its place in the file.
"""

import textwrap
import tomllib
from pathlib import Path
from typing import Any, Final

from protocol.text import clean
from ys_tui.actions import MOVING, REPLAY, SCOPES, SHARED, TABLE, Action, Scope
from ys_tui.client import files
from ys_tui.config import ConfigError, keys_file
from ys_tui.keymap import DEFAULT, SCOPE_OF, Chosen, Keymap, there
from ys_tui.keynames import ALLOWED, character, is_letter, key_of, shown, taken

LONGEST: Final = 1 << 18
"""Bytes that a file of keys may have: twenty times what is printed for all of them."""


def load(path: str = "") -> Keymap:
    """Return the keys that the file `path` says, or, with none, the usual file if it is there.

    Raises ConfigError when there is no such file or it cannot be used.
    """
    file = Path(path) if path else keys_file()
    try:
        return read(files.read(file, LONGEST).decode(), clean(str(file)))
    except FileNotFoundError:
        if not path:
            return DEFAULT
        raise ConfigError(f"{clean(path)} is not there. ys keys prints such a file.") from None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise ConfigError(f"{clean(str(file))} cannot be read ({why}).") from None


def read(text: str, name: str) -> Keymap:
    """Return the keys that a file says, `name` in complaints; raises ConfigError and takes nothing else."""
    try:
        tables: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name} is no TOML: {error}. Start from what ys keys prints.") from None
    chosen: dict[tuple[str, str], tuple[str, ...]] = {}
    for scope_name, table in tables.items():
        scope = SCOPE_OF.get(scope_name)
        if scope is None or not scope.actions or not isinstance(table, dict):
            at = _at(text, scope_name, None, name)
            allowed = ", ".join(f"[{each.name}]" for each in SCOPES if each.actions)
            raise ConfigError(f"{at}: there is no part {scope_name!r}; there are {allowed}.")
        for action_name, keys in table.items():
            at = _at(text, scope_name, action_name, name)
            if all(action.name != action_name for action in scope.actions):
                allowed = ", ".join(action.name for action in scope.actions)
                raise ConfigError(f"{at}: [{scope_name}] has no {action_name!r}; it has {allowed}.")
            chosen[scope_name, action_name] = _keys(keys, f"{at}: {action_name}")
    _refuse_clashes(chosen, text, name)
    return Keymap(chosen)


def _keys(value: object, at: str) -> tuple[str, ...]:
    typed = [value] if isinstance(value, str) else value
    if not isinstance(typed, list) or not typed or not all(isinstance(each, str) for each in typed):
        raise ConfigError(f'{at} is to be a key or a list of keys, as in "j" or ["j", "down"].')
    keys = []
    for each in typed:
        if why := taken(each):
            raise ConfigError(f"{at}: {each!r} cannot be chosen: {why}.")
        key = key_of(each)
        if key is None:
            raise ConfigError(f"{at}: there is no key {each!r}. A key is {ALLOWED}.")
        keys.append(key)
    return tuple(dict.fromkeys(keys))


def _refuse_clashes(chosen: Chosen, text: str, name: str) -> None:
    """Raise ConfigError when one key has two meanings at once, and not by default."""
    keymap = Keymap(chosen)
    for scope in SCOPES:
        taken: dict[str, tuple[Scope, Action]] = {}
        for where, action in there(scope):
            for key in keymap.keys(where, action):
                other = taken.get(key)
                is_own = (where.name, action.name) in chosen
                if other is not None and not _gives_way(other, where, key, rests=action.rests and not is_own):
                    mine, its = (where.name, action.name), (other[0].name, other[1].name)
                    entry, beside = (mine, its) if mine in chosen else (its, mine)
                    raise ConfigError(
                        f"{_at(text, *entry, name)}: {shown(key)!r} is for {entry[1]} and for {beside[1]} of "
                        f"[{beside[0]}], which are there at once. Give one of them another key."
                    )
                taken[key] = (where, action)


def _gives_way(other: tuple[Scope, Action], where: Scope, key: str, *, rests: bool) -> bool:
    """Tell whether a letter that is shared gives way to a screen's own, as `where` has it.

    A letter for an arrow does so anywhere but where the arrows stand beside letters, at a board: there only
    an action that `rests` has the same one.
    """
    scope, action = other
    if not is_letter(key) or scope not in SHARED or where in SHARED:
        return False
    is_default, is_arrow = key in (*action.does, *action.also), scope is MOVING
    return is_default or (is_arrow and (rests or where not in (TABLE, REPLAY)))


def _at(text: str, scope: str, action: str | None, name: str) -> str:
    """Return where an entry stands, in words."""
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.split("#")[0].strip()
        if bare.startswith("["):
            inside = bare.strip("[] \"'") == scope
            if inside and action is None:
                return f"{name}, line {number}"
        elif inside and action is not None and bare.partition("=")[0].strip(" \"'") == action:
            return f"{name}, line {number}"
    return name


def printed(keymap: Keymap, path: str) -> str:
    """Return the keys in force as a file that can be kept at `path` and changed."""
    head = (
        "The keys of Ys. Kept at the place below, or given by --keys FILE, this is read at every start; what "
        f"it leaves out stays as it is. Several keys may do one thing. A key is {ALLOWED}."
    )
    lines = [*textwrap.wrap(head, 100, initial_indent="# ", subsequent_indent="# "), f"# {path}"]
    for scope in SCOPES:
        if scope.actions:
            lines += ["", f"[{scope.name}]  # {scope.title}"]
        for action in scope.actions:
            keys = ", ".join(_quoted(key) for key in keymap.keys(scope, action))
            lines.append(f"{action.name} = [{keys}]".ljust(32) + f"# {action.told}")
    return "\n".join(lines) + "\n"


def _quoted(key: str) -> str:
    name = key if key == "space" else character(key) or key
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
