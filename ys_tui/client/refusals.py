"""What the player hears when the server has refused something: each code in a sentence, all in one place.

A code that is not here, such as those of a game's rules, is told in the server's own words.
"""

from collections.abc import Mapping
from typing import Final

from protocol.text import LINE_LENGTH, clean

TOO_FAST: Final = "too-fast"
LIMITS: Final[Mapping[str, str]] = {
    TOO_FAST: "more was asked for in a short time than a person may",
    "too-many-watchers": "as many look on as the table may have",
}
"""Refusals for which the request itself is no reason, each with what is: it is sent again later."""
ELSEWHERE: Final[Mapping[str, str]] = {
    "abandoned": "the server has ended the game of all, because nobody came",
    "no-such-table": "the table is there no longer",
    "stopped": "the server could not save the table, and let it go",
    "unreadable": "the server cannot read the game any more",
}
"""Refusals of an entry that say nothing about it: the table itself is not played at any more."""

_SENTENCES: Final[Mapping[str, str]] = {
    "abandoned": "That game was ended: nobody came any more.",
    "begun": "That game has begun; you can look on.",
    "full": "Every chair there is taken.",
    "kicked": "The host has put you out of that table.",
    "locked": "That table has a password.",
    "name-taken": "Somebody here has that name: {detail}. Take another one in the lobby.",
    "no-bots": "There are no bots here just now. Try again in some seconds.",
    "no-chair": "Only somebody with a chair there can do that.",
    "no-such-chair": "Nobody sits in that chair any more.",
    "no-such-clock": "This server does not know that clock: {detail}.",
    "no-such-code": "No table has that code. Look at it once more; the host sees it on the screen.",
    "no-such-table": "That table is there no longer.",
    "no-vote": "You have no vote now.",
    "not-awaited": "The table does not wait for them any more.",
    "not-begun": "That game has not begun.",
    "not-full": "Some chairs are still free: add bots, or wait.",
    "not-host": "Only the host can do that.",
    "not-over": "A rematch comes after the end of the game.",
    "not-there": "You are not there any more; come back first.",
    "not-yourself": "To go yourself, leave the table.",
    "old-nonce": "That did not work. Try once more.",
    "other-rules": "You and this server play by different rules: {detail}. Bring both up to date.",
    "other-version": "You and this server are of different versions: {detail}.",
    "over": "The game is over.",
    "overtaken": "The game has gone on meanwhile. Look again, and decide anew.",
    "seated": "You have a chair at a table that has not begun. Leave it, or rename once its game is on.",
    "sits-already": "You sit there already.",
    "stopped": "That table stands still: the server cannot save it now. What was confirmed is safe.",
    "too-early": "It is too early to vote: {detail}.",
    "too-fast": "That was too much at once: {detail}.",
    "too-many-guesses": "Too many wrong words: {detail}.",
    "too-many-tables": "No table could be opened: {detail}.",
    "too-many-watchers": "Too many look on there: {detail}.",
    "too-much-chat": "That was too much talk at once: {detail}.",
    "unreadable": "The server cannot read that game any more; whoever runs it may have a backup.",
    "wrong-word": "That is not the password.",
}


def words(code: str, detail: str) -> str:
    """Return what is told of a refusal with this code; `detail` is what the server says of it."""
    sentence = _SENTENCES.get(code)
    return detail if sentence is None else clean(sentence.format(detail=detail.rstrip(".")), LINE_LENGTH)
