"""The door by which keys come in: what was typed is handed on as the key that the screens know for it."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.widgets import Input

from ys_tui.keymap import ABBREVIATED, DEFAULT, GIVEN_UP, Keymap, Typing, in_force
from ys_tui.keynames import character, is_function, key_of
from ys_tui.widgets.bars import KeyBar, Told


@runtime_checkable
class Typed(Protocol):
    """A screen that says what keys mean to it."""

    def typing(self) -> Typing:
        """Return what they mean just now."""

    def offered(self) -> frozenset[str] | None:
        """Return the keys of its own that do something just now, None where all of them may."""


class Keyed(App[None]):
    """An app whose keys can be chosen."""

    keymap: Keymap = DEFAULT
    """The keys in force."""

    async def on_event(self, event: events.Event) -> None:
        """Hand keys on as what is meant by them, each still with the character that was typed."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            key = self._meant(event.key)
            if key is None:
                key = f"{GIVEN_UP}{event.key}"
            if key != event.key:
                # Without one Textual takes a key of one letter for what was typed.
                event = events.Key(key, event.character or ("" if len(key) == 1 else None))
        await super().on_event(event)

    def _meant(self, key: str) -> str | None:
        if isinstance(self.focused, Input):
            return self.keymap.meant_while_typing(key)
        return self.keymap.meant(key, self.screen.typing()) if isinstance(self.screen, Typed) else key

    async def do(self, key: str) -> None:
        """Do what a key does by the name that the screens know it by, whatever is typed for it.

        No line of text takes it.
        """
        if isinstance(self.focused, Input) and character(key) is not None:
            self.screen.set_focus(None)
        await super().on_event(events.Key(key, key if len(key) == 1 else None))

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what the key does that was clicked on."""
        await self.do(message.key)


def as_typed(screen: Screen[Any], keys: Sequence[tuple[str, str]]) -> list[Told]:
    """Return what the bar of `screen` tells of `keys`, which have the names that the screens know."""
    keymap, is_text = in_force(screen.app), isinstance(screen.focused, Input)
    typing = screen.typing() if isinstance(screen, Typed) else None
    return [
        (
            key_of(ABBREVIATED.get(key, key)) or "",
            key if typing is None or (is_text and not is_function(key)) else keymap.shown(key, typing),
            words,
        )
        for key, words in keys
    ]
