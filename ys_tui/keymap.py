"""The keys in force: which key is typed for what, where. Pure; who chooses others does so in a `keyfile`."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from ys_tui.actions import MOVING, REPLAY, SCOPES, SHARED, TABLE, Action, Scope
from ys_tui.keynames import character, is_function, is_letter, key_of, shown

Chosen = Mapping[tuple[str, str], tuple[str, ...]]
"""The keys that a player has chosen, by scope and action."""
ABBREVIATED: Final = {
    "esc": "escape", "PgUp": "pageup", "PgDn": "pagedown", "Home": "home", "End": "end",
}  # fmt: skip
"""How bars abbreviate keys."""
GIVEN_UP: Final = "given up "
"""What the name of a key begins with that does nothing any more: no screen and no line of text knows it."""
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
        """Take the keys of `chosen` in place of the defaults; there must be no clash in it."""
        self._chosen: Chosen = {}
        usual = {
            (scope.name, action.name): self.keys(scope, action)
            for scope in SCOPES
            for action in scope.actions
        }
        self._chosen = {entry: keys for entry, keys in (chosen or {}).items() if keys != usual[entry]}
        self._typed = {scope.name: self._meanings(scope) for scope in SCOPES}
        self._shown: dict[tuple[str, Typing], str] = {}
        self._known = {
            scope.name: {key for _, action in there(scope) for key in (*action.does, *action.also)}
            for scope in SCOPES
        }

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
        if (token, typing) not in self._shown:  # bars are drawn at every key
            self._shown[token, typing] = self._as_shown(token, typing)
        return self._shown[token, typing]

    def _as_shown(self, token: str, typing: Typing) -> str:
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
        found = next((each for each in reversed(there(SCOPE_OF[typing.scope])) if key in each[1].does), None)
        if found is None or key in typing.literal:
            return key
        typed = [each for each in (key, *self.keys(*found)) if self.meant(each, typing) in found[1].does]
        return next((each for each in typed if each in self.keys(*found)), key)

    @cached_property
    def _moving(self) -> Mapping[str, str]:
        letters = {
            key: action.does[0]
            for action in MOVING.actions
            for key in self.keys(MOVING, action)
            if is_letter(key)
        }
        return {key: does for key, does in letters.items() if key not in self._own}

    @cached_property
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
        for where, action in there(scope):
            for key in self.keys(where, action):
                is_arrow = where in SHARED and key in action.also
                if not is_arrow or scope.has_letters:
                    meanings[key] = key if key in action.does else action.does[0]
        return meanings


SCOPE_OF: Final = {scope.name: scope for scope in SCOPES}


def there(scope: Scope) -> list[tuple[Scope, Action]]:
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
