"""What can be typed wherever a server is spoken to: chat, who is here, names, whom not to hear."""

from collections.abc import Mapping

from protocol.text import LINE_LENGTH, NAME_LENGTH, clean
from ys_tui import config
from ys_tui.client import words
from ys_tui.client.intents import AcceptKey, CallMe, Mute, SayLine
from ys_tui.client.snapshot import Chat, Face, Standing
from ys_tui.faces import standing
from ys_tui.plain.choosing import Refused
from ys_tui.plain.commands import Command
from ys_tui.plain.console import Console


class People:
    """These commands."""

    def __init__(self, console: Console) -> None:
        """Act on `console`."""
        self._console = console
        self.commands: tuple[Command, ...] = (
            Command("say", "say it to the table, or in the lobby", self._say, "TEXT"),
            Command("who", "who is here, and the words of their keys", self._who),
            Command("name", "be called by another name", self._name, "NAME"),
            Command("mute", "hear somebody no more", self._mute, "NAME"),
            Command("unmute", "hear somebody again", self._unmute, "NAME"),
            Command("accept", "take a changed key for that of somebody known", self._accept, "NAME"),
        )

    def _say(self, line: str) -> None:
        if not clean(line, LINE_LENGTH):
            raise Refused("Type what to say behind say, as in: say hello.")
        if len(clean(line, len(line))) > LINE_LENGTH:
            self._console.say(f"That is longer than {LINE_LENGTH} characters: the rest is not said.")
        self._console.wish(SayLine(line))

    def _who(self, _: str) -> None:
        console, snapshot = self._console, self._console.snapshot
        console.say(*map(_face, snapshot.faces))
        if snapshot.at is None:
            others = (name for name in snapshot.lobby.people if name != snapshot.name)
            console.say(f"In the lobby: you{''.join(f', {name}' for name in others)}.")
        if snapshot.table is not None and snapshot.table.checkpoints:
            length, chain = snapshot.table.checkpoints[-1]
            console.say(f"The game after {length} entries: {words.of_log(chain)}.")

    def _name(self, typed: str) -> None:
        name = clean(typed, NAME_LENGTH)
        if not name:
            raise Refused(f"Your name is {self._console.snapshot.name}. Type another one behind name.")
        try:
            config.check_name(name, self._console.snapshot.name)
        except config.ConfigError as error:
            raise Refused(str(error)) from None
        self._console.called(name)
        self._console.wish(CallMe(name), lambda snapshot: snapshot.name == name)

    def _mute(self, typed: str) -> None:
        heard = self._heard()
        name = _one_of(typed, heard, "whom not to hear", "There is nobody here whom you could mute.")
        self._console.wish(Mute(name, heard[name], is_muted=True))
        self._console.say(f"{name} is not heard any more; unmute changes that.")

    def _unmute(self, typed: str) -> None:
        muted = {name: key for key, name in self._console.snapshot.muted}
        name = _one_of(typed, muted, "whom to hear again", "You have muted nobody.")
        self._console.wish(Mute(name, muted[name], is_muted=False))
        self._console.say(f"{name} is heard again.")

    def _accept(self, typed: str) -> None:
        faces = self._console.snapshot.faces
        changed = {face.name: face.key for face in faces if face.standing is Standing.CHANGED}
        name = _one_of(typed, changed, "whose key to accept", "All keys are as they are known.")
        self._console.wish(AcceptKey(name, changed[name]))

    def _heard(self) -> Mapping[str, bytes]:
        """Return who could be muted, by name."""
        snapshot = self._console.snapshot
        silent = {snapshot.key, snapshot.voice, b"", *(key for key, _ in snapshot.muted)}
        known = {face.name: face.key for face in snapshot.faces if face.standing is not Standing.BOT}
        known |= {chat.name: chat.key for chat in snapshot.chat}
        return {name: key for name, key in known.items() if key not in silent}


def _one_of(typed: str, people: Mapping[str, bytes], what: str, nobody: str) -> str:
    """Return the name typed, whatever its capitals, or raise Refused."""
    found = [name for name in people if name.casefold() == clean(typed, NAME_LENGTH).casefold()]
    if len(found) != 1:
        raise Refused(f"Type {what}: {', '.join(people)}." if people else nobody)
    return found[0]


def said(chat: Chat) -> str:
    """Return what somebody said."""
    return f"{chat.name} says: {chat.line}"


def _face(face: Face) -> str:
    spelled = "" if face.standing is Standing.BOT else f"; key: {words.of_key(face.key)}"
    return f"{face.name}: {standing(face)}{spelled}. {face.word}".rstrip()
