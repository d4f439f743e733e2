"""The keys in force: which key is typed for what, where; from the defaults and a player's file.

A file says `[scope]` and `action = ["key", …]`. It is taken whole or refused: an unknown scope, action or
key, or one key for two actions that are there at once, is told with its place in the file.
"""

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from protocol.text import clean
from ys_tui.actions import MOVING, REPLAY, SCOPES, SHARED, TABLE, Action, Scope
from ys_tui.config import ConfigError, keys_file
from ys_tui.keynames import ALLOWED, character, is_function, is_letter, key_of, shown

Chosen = Mapping[tuple[str, str], tuple[str, ...]]
"""The keys that a player has chosen, by scope and action."""
ABBREVIATED: Final = {
    "esc": "escape", "PgUp": "pageup", "PgDn": "pagedown", "Home": "home", "End": "end",
}  # fmt: skip
"""How bars abbreviate keys."""
_ARROWS: Final = {"↑": "up", "↓": "down", "←": "left", "→": "right"}
_SEVERAL: Final = {"arrows": "↑↓←→", "down": "↓"}
"""What ASCII bars say for arrows."""
_RANGE: Final = 3
"""Characters of a range of digits in a bar, as in 0-4."""


class Typing(Struct, frozen=True):
    """What keys mean to a screen at the moment."""

    scope: str
    is_moving: bool = False
    """Whether the arrows have something to choose at a board: then their letters are theirs before all."""
    literal: frozenset[str] = frozenset()
    """Keys that are what they are: letters at places, keys of answers."""


class Keymap:
    """Which keys are in force."""

    def __init__(self, chosen: Chosen | None = None) -> None:
        """Take the keys of `chosen` in place of the defaults; there must be no clash in it (`read`)."""
        self._chosen: Chosen = {}
        usual = {
            (scope.name, action.name): self.keys(scope, action)
            for scope in SCOPES
            for action in scope.actions
        }
        self._chosen = {entry: keys for entry, keys in (chosen or {}).items() if keys != usual[entry]}
        self._typed = {scope.name: self._meanings(scope) for scope in SCOPES}
        self._known = {
            scope.name: {key for _, action in _there(scope) for key in (*action.does, *action.also)}
            for scope in SCOPES
        }

    @property
    def is_usual(self) -> bool:
        """Whether every key is as it comes."""
        return not self._chosen

    def keys(self, scope: Scope, action: Action) -> tuple[str, ...]:
        """Return the keys in force for an action."""
        chosen = self._chosen.get((scope.name, action.name))
        if chosen is not None:
            return chosen
        return (*action.also, *action.does) if action.rests else (*action.does, *action.also)

    def meant(self, key: str, typing: Typing) -> str | None:
        """Return the key that screens know for the one typed; None when it does nothing any more."""
        if key in typing.literal:
            return key
        meanings = self._typed[typing.scope]
        if typing.is_moving and key in self._moving:
            return self._moving[key]
        if key in meanings:
            return meanings[key]
        return None if key in self._known[typing.scope] else key

    def meant_while_typing(self, key: str) -> str | None:
        """Return the same while text is typed: then keys that type or move something are what they are."""
        if not is_function(key):
            return key
        for scope in SHARED:
            for action in scope.actions:
                if key in self.keys(scope, action):
                    plain = next((name for name in action.does if character(name) is None), key)
                    return key if key in action.does else plain
        return None if key in self._known["question"] else key

    def told(self, scope: Scope, name: str) -> tuple[str, ...]:
        """Return the keys in force for the action called `name` in `scope`."""
        action = next(action for action in scope.actions if action.name == name)
        return self.keys(scope, action)

    def shown(self, token: str, typing: Typing) -> str:
        """Return what a bar shows for a key, or several, that a screen names."""
        if " " in token:
            return " ".join(self.shown(part, typing) for part in token.split(" "))
        token_arrows = _SEVERAL.get(token, token)
        if set(token_arrows) <= set(_ARROWS):
            return self._together(token, [_ARROWS[arrow] for arrow in token_arrows], typing)
        if len(token) == _RANGE and token[1] == "-" and token[0].isdigit() and token[2].isdigit():
            return self._together(
                token, [str(digit) for digit in range(int(token[0]), int(token[2]) + 1)], typing
            )
        key = ABBREVIATED.get(token) or (key_of(token) or token)
        typed = self._for(key, typing)
        return token if typed == key else shown(typed)

    def _together(self, token: str, keys: Sequence[str], typing: Typing) -> str:
        typed = [self._for(key, typing) for key in keys]
        if typed == list(keys):
            return token
        names = list(map(shown, typed))
        return ("" if all(len(name) == 1 for name in names) else "/").join(names)

    def _for(self, key: str, typing: Typing) -> str:
        """Return the key to be typed for one that screens know: itself where it is in force."""
        found = next(
            (each for each in reversed(_there(_SCOPE_OF[typing.scope])) if key in each[1].does), None
        )
        if found is None or key in typing.literal:
            return key
        typed = [each for each in (key, *self.keys(*found)) if self.meant(each, typing) in found[1].does]
        return next((each for each in typed if each in self.keys(*found)), key)

    @property
    def _moving(self) -> Mapping[str, str]:
        letters = {
            key: action.does[0]
            for action in MOVING.actions
            for key in self.keys(MOVING, action)
            if is_letter(key)
        }
        return {key: does for key, does in letters.items() if key not in self._own}

    @property
    def _own(self) -> set[str]:
        """The keys that the player has chosen for the table and replays: no arrow takes them."""
        return {
            key
            for (scope, _), keys in self._chosen.items()
            if scope in {TABLE.name, REPLAY.name}
            for key in keys
        }

    def _meanings(self, scope: Scope) -> dict[str, str]:
        meanings: dict[str, str] = {}
        for where, action in _there(scope):
            for key in self.keys(where, action):
                is_arrow = where in SHARED and key in action.also
                if not is_arrow or scope.has_letters:
                    meanings[key] = key if key in action.does else action.does[0]
        return meanings


_SCOPE_OF: Final = {scope.name: scope for scope in SCOPES}


def _there(scope: Scope) -> list[tuple[Scope, Action]]:
    """Return what keys do in `scope`: what is shared, then what is its own, which goes before."""
    scopes = SHARED if scope in SHARED else (*SHARED, scope)
    return [(each, action) for each in scopes for action in each.actions]


DEFAULT: Final = Keymap()
"""Every key as it comes."""


def in_force(app: object) -> Keymap:
    """Return the keys in force in `app`: those it was given, or as they come."""
    found = getattr(app, "keymap", DEFAULT)
    assert isinstance(found, Keymap)
    return found


def load(path: str = "") -> Keymap:
    """Return the keys that the file `path` says, or, with none, the usual file if it is there.

    Raises ConfigError when there is no such file or it cannot be used.
    """
    file = Path(path) if path else keys_file()
    try:
        return read(file.read_text(encoding="utf-8"), clean(str(file)))
    except FileNotFoundError:
        if not path:
            return DEFAULT
        raise ConfigError(f"{clean(path)} is not there. ys keys prints such a file.") from None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise ConfigError(f"{clean(str(file))} cannot be read ({why}).") from None


def read(text: str, name: str) -> Keymap:
    """Return the keys that a file says, `name` in complaints; raises ConfigError and takes nothing else."""
    import tomllib  # noqa: PLC0415  # without such a file it is not needed

    try:
        tables: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name} is no TOML: {error}. Start from what ys keys prints.") from None
    chosen: dict[tuple[str, str], tuple[str, ...]] = {}
    for scope_name, table in tables.items():
        scope = _SCOPE_OF.get(scope_name)
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
        for where, action in _there(scope):
            for key in keymap.keys(where, action):
                other = taken.get(key)
                is_own = (where.name, action.name) in chosen
                if other is not None and not _gives_way(other, where, key, rests=action.rests and not is_own):
                    mine, its = (where.name, action.name), (other[0].name, other[1].name)
                    entry, there = (mine, its) if mine in chosen else (its, mine)
                    raise ConfigError(
                        f"{_at(text, *entry, name)}: {shown(key)!r} is for {entry[1]} and for {there[1]} of "
                        f"[{there[0]}], which are there at once. Give one of them another key."
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
