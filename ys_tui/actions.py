"""What keys do, once: every action with its keys, by the part of the client in which it is there.

Bars, the help, `ys keys` and the palette tell from this list; the screens and the board speak of the keys in
`Action.does` alone, whatever is typed for them (`ys_tui.keymap`).
"""

from typing import Final

from msgspec import Struct


class Action(Struct, frozen=True):
    """Something that a key does. Keys are named as Textual names them."""

    name: str
    """How a file of keys calls it."""
    does: tuple[str, ...]
    """The keys that screens know it by; the first stands for those that a player has chosen."""
    told: str
    """What it does, in words."""
    also: tuple[str, ...] = ()
    """Further keys for it, unless a player has chosen others."""
    rests: bool = False
    """Whether the keys of `does` mean the arrows while these have something to choose."""


class Scope(Struct, frozen=True):
    """A part of the client, and what keys do there."""

    name: str
    title: str
    actions: tuple[Action, ...]
    has_letters: bool = True
    """Whether the letters of the arrows (hjkl) work, too; elsewhere they are too much like the others."""


def _of(name: str, key: str, told: str) -> Action:
    return Action(name, (key,), told)


EVERYWHERE: Final = Scope(
    "everywhere",
    "Everywhere",
    (
        Action("help", ("question_mark", "f1"), "help, at what applies just now"),
        Action("settings", ("comma", "f2"), "settings: colours, glyphs, bell, speed of counts"),
        _of("palette", "ctrl+p", "everything that can be done here, to search by typing"),
        _of("theme", "ctrl+t", "other colours: dark, light, high contrast, colour-blind"),
        _of("leave", "q", "back, or leave after asking"),
        _of("quit", "ctrl+q", "quit; games are kept"),
        _of("suspend", "ctrl+z", "stop until the shell brings the game back"),
    ),
)
MOVING: Final = Scope(
    "moving",
    "Moving",
    (
        Action("up", ("up",), "up", ("k",)),
        Action("down", ("down",), "down", ("j",)),
        Action("left", ("left",), "left; in a form one less", ("h",)),
        Action("right", ("right",), "right; in a form one more", ("l",)),
        _of("enter", "enter", "do what is marked; send the draft; a count to its end"),
        _of("space", "space", "a page on; change a line of a form; the next step of a count"),
        _of("back", "escape", "back, or leave after asking"),
        _of("page-up", "pageup", "a page up; in a replay a round back"),
        _of("page-down", "pagedown", "a page down; in a replay a round on"),
        _of("first", "home", "to the beginning"),
        _of("last", "end", "to the end"),
        _of("next-field", "tab", "to the next field or list"),
        _of("previous-field", "shift+tab", "to the one before"),
    ),
)
SHARED: Final = (EVERYWHERE, MOVING)
"""What keys do on every screen."""

START: Final = Scope(
    "start",
    "Start screen",
    (
        _of("tutorial", "t", "learn the game: a first round, explained"),
        _of("solo", "s", "play alone"),
        _of("other", "o", "alone at another table: seats, bots and options"),
        _of("host", "h", "host: others join"),
        _of("join", "j", "join a server"),
        _of("games", "g", "your finished games"),
        _of("name", "n", "your name"),
    ),
    has_letters=False,
)
LOBBY: Final = Scope(
    "lobby",
    "Lobby",
    (
        _of("new", "n", "a new table"),
        _of("watch", "w", "look in at a table"),
        _of("code", "c", "type an invite code"),
        _of("filter", "f", "which tables to show"),
        _of("order", "o", "in which order"),
        _of("find", "slash", "find by title or name"),
        _of("talk", "t", "say something to all"),
        _of("mute", "m", "hear somebody no more, or again"),
        _of("name", "N", "another name"),
    ),
)
ROOM: Final = Scope(
    "room",
    "Before a game begins",
    (
        _of("greedy", "b", "the host adds a greedy bot"),
        _of("random", "r", "the host adds a random bot"),
        _of("start", "s", "the host starts"),
        _of("kick", "k", "the host puts somebody out"),
        _of("host", "h", "the host hands the part on"),
        _of("swap", "x", "the host swaps two chairs"),
        _of("sit", "d", "sit down"),
        _of("ready", "y", "ready, or not yet"),
        _of("who", "i", "who is who: words to read aloud"),
        _of("talk", "t", "say something"),
        _of("mute", "m", "hear somebody no more, or again"),
        _of("name", "N", "another name"),
    ),
    has_letters=False,
)
TABLE: Final = Scope(
    "table",
    "At the table",
    (
        Action("undo", ("u",), "take back the last thing of the draft", ("backspace",)),
        _of("flip", "f", "turn the broker: face up, face down or, of two players, neutral"),
        _of("jump", "g", "a letter at each place: it puts the broker there"),
        _of("card", "c", "use a card; come back to a seat that was given up or that a bot holds"),
        _of("pass", "p", "use no further card"),
        _of("prepare", "a", "choose your next move while others are awaited: it is sent on your turn"),
        _of("speed", "s", "the speed at which counts are told: slow, normal, fast, off"),
        Action("journal", ("l",), "the log: what happened, and why", ("L",), rests=True),
        _of("look-back", "b", "step back through the game so far"),
        _of("outlook", "w", "if it were counted now, from all that you know"),
        _of("lesson", "o", "in the tutorial: why, and what would be good"),
        _of("talk", "t", "say something to the table"),
        _of("who", "i", "who is who: words to read aloud, so that all are shown the same game"),
        _of("vote", "v", "vote about a seat that keeps the table waiting"),
        _of("pause", "P", "vote for a pause, or to play on"),
        _of("mute", "m", "hear somebody no more, or again"),
        _of("result", "r", "the result, after the end"),
        *(_of(f"digit-{digit}", str(digit), f"broker or answer {digit}") for digit in range(10)),
    ),
)
REPLAY: Final = Scope(
    "replay",
    "Replay",
    (
        Action("journal", ("l",), "the log, to jump from", ("L",), rests=True),
        _of("mine", "n", "the next thing that you did or got"),
        _of("mine-before", "N", "the one before"),
        _of("find", "slash", "search in the log"),
        _of("result", "r", "the result of a kept game"),
        _of("export", "e", "write the log as text and the board as a picture"),
    ),
)
RESULT: Final = Scope(
    "result",
    "Result",
    (
        _of("board", "b", "look at the board"),
        _of("again", "n", "a new game alone"),
        Action("rematch", ("r", "m"), "play again with the same people, the chairs rotated by one"),
        _of("replay", "w", "watch the game again"),
        _of("save", "s", "write a copy of the game"),
        _of("export", "e", "write the log as text and the result as a picture"),
        _of("verify", "v", "check every entry again"),
        *(_of(f"page-{page}", str(page), f"page {page}") for page in (1, 2, 3)),
    ),
)
GAMES: Final = Scope(
    "games",
    "Finished games",
    (_of("find", "slash", "search"), _of("statistics", "s", "your results in numbers")),
)
WHO: Final = Scope(
    "who",
    "Who is who",
    (_of("accept", "a", "accept a new key for a name"), _of("who", "i", "back")),
)
HELP: Final = Scope(
    "help",
    "Help",
    (Action("topics", ("slash", "t"), "all topics, to search by typing"),),
)
QUESTION: Final = Scope("question", "Questions and forms", ())

SCOPES: Final = (*SHARED, START, LOBBY, ROOM, TABLE, REPLAY, RESULT, GAMES, WHO, HELP, QUESTION)
"""All of them, in the order in which they are told."""
