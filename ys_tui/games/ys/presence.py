"""Who at the table is away, how long they are still waited for, and what a vote about them says. Pure."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.clocks import CLOCKS
from protocol.game import Prompt, Seat
from protocol.games.ys.events import Caught, Departed
from protocol.seating import BOT, END, GO_ON, WAIT
from ys_tui.ballots import TO_VOTE, pause_words, pausers, rival, threat
from ys_tui.client.snapshot import Absence, Connection, TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.words import Ask
from ys_tui.keymap import DEFAULT, Keymap
from ys_tui.mentions import named

NO_CLOCK: Final = "none"
"""The key of what is no clock."""
NEAR: Final = 60
"""Seconds before a vote from which on they are counted down, even if nobody is away."""
_HOUR, _DAY = 3_600, 86_400
_SHORT: Final = {WAIT: "wait", GO_ON: "go on", BOT: "a bot", END: "end"}
"""What a ballot says, in a word or two."""
_BACK: Final = "{table:c}: come back as the next round begins."
LOST: Final = Ask(
    "The server cannot be reached. It is tried again by itself.", "The game is kept: it goes on where it was."
)
"""What is said while the link is lost."""


def away(table: TableSnapshot) -> tuple[Seat, ...]:
    """Return the seats whose person is not connected, as far as the lobby tells."""
    chairs = () if table.info is None else table.info.chairs
    gone = {chair.key for chair in chairs if not chair.here}
    return tuple(Seat(seat) for seat, keys in enumerate(table.sitting) if keys.sign in gone)


def returning(table: TableSnapshot) -> tuple[Seat, ...]:
    """Return the seat that the player has left and has again as the next round begins, if any (R52c)."""
    is_coming = table.absence is Absence.COMING and table.home in table.confirmed.leavers
    return (table.home,) if is_coming and table.home is not None else ()


def are_waiting(table: TableSnapshot) -> bool:
    """Tell whether people, not bots alone, wait for what the player does."""
    others = (seat for seat, keys in enumerate(table.chairs) if seat != table.seat and not keys.bot)
    return any(seat not in table.parted for seat in others)


def countdown(table: TableSnapshot, passed: float) -> int | None:
    """Return the seconds until the vote, `passed` after they were said; None when none is to come.

    There is none while somebody who is awaited has time left (R52c).
    """
    if table.paused:
        return None
    awaited = {seat for seat, _ in table.awaited}
    left = [seconds for seat, seconds in table.left if seat in awaited and seconds > 0]
    return max(0, round(max(left) - passed)) if left else None


def has_clock(table: TableSnapshot) -> bool:
    """Tell whether the table plays by a clock, so that all of them are shown."""
    return table.info is not None and table.info.clock in CLOCKS and table.info.clock != NO_CLOCK


def at_present(table: TableSnapshot, passed: float) -> TableSnapshot:
    """Return the table with the seconds that are left now, `passed` after they were said."""
    if table.paused or not table.left:
        return table
    left = tuple((seat, max(0, seconds - round(passed))) for seat, seconds in table.left)
    return replace(table, left=left)


def own_clock(table: TableSnapshot) -> str:
    """Return how much time the player has left for what is asked; "" without a clock."""
    left = None if table.seat is None else dict(table.left).get(table.seat)
    return clock(left) if left is not None and has_clock(table) else ""


def until_told(table: TableSnapshot, passed: float) -> float | None:
    """Return in how many seconds the countdown has to be drawn again; None when it is not shown at all."""
    seconds = countdown(table, passed)
    if seconds and has_clock(table):
        return 1.0 if seconds < _HOUR else 60.0
    if rival(table) and seconds:
        return 1.0 if seconds <= NEAR else float(seconds - NEAR)
    if not seconds or table.prompt is not None or table.seat in dict(table.awaited):
        return None
    if has_parted(table):
        return None
    return 1.0 if is_told(table, seconds) else float(seconds - NEAR)


def is_told(table: TableSnapshot, seconds: int | None) -> bool:
    """Tell whether the waiting line says in how many seconds a vote is due."""
    is_away = any(seat in away(table) for seat, _ in table.awaited)
    return seconds is not None and seconds > 0 and (is_away or seconds <= NEAR) and not has_parted(table)


def warning(table: TableSnapshot, passed: float) -> str:
    """Return that the other of two may soon, or now, end the game by a vote about the player (R52c).

    It is "" while more than `NEAR` seconds are left until then.
    """
    left = dict(at_present(table, passed).left)
    if table.seat is None or table.seat not in left or left[table.seat] > NEAR:
        return ""
    seconds = left[table.seat]
    return threat(table, f"In {clock(seconds)}" if seconds else "Now")


def has_parted(table: TableSnapshot) -> bool:
    """Tell whether the player has left the game, and so has no vote (R52c)."""
    return table.seat in table.parted


def waiting(table: TableSnapshot, seconds: int | None, keymap: Keymap = DEFAULT) -> Ask:
    """Return whom the table waits for, and what may be done about it with the keys in force."""
    if table.paused:
        voters = ", ".join(table.names[voter] for voter in pausers(table))
        play = named("{table:P} votes to play on.", keymap)
        return Ask("The game is paused: no clock runs.", f"{play} To pause: {voters}.")
    if table.may_vote:
        return vote(table, keymap)
    people = tuple((seat, prompt) for seat, prompt in table.awaited if seat >= 0)
    if not people:
        return Ask("The cards of the round are being dealt.", "")
    due = f"vote in {clock(seconds)}" if seconds is not None and is_told(table, seconds) else ""
    pause = named("{table:P}", keymap)
    return Ask(_sentence(table, people, due), pause_words(table, pause, pause))


def _sentence(table: TableSnapshot, people: Sequence[tuple[Seat, Prompt]], due: str) -> str:
    names = {seat: table.names[seat] for seat, _ in people}
    gone = tuple(name for seat, name in names.items() if seat in away(table))
    if has_clock(table):
        left = dict(table.left)
        due = due if len(people) == len(gone) == 1 else ""
        names = {
            seat: f"{name} ({clock(left[seat])})" if seat in left else name for seat, name in names.items()
        }
    if len(people) == len(gone) == 1:
        return f"Waiting for {gone[0]}, who is away{f'; {due}' if due else ''}."
    everybody = (
        f"Waiting: {' and '.join(names.values())} {words.deed(people[0][1], several=len(people) > 1)}."
    )
    is_are = "is" if len(gone) == 1 else "are"
    without = f" {' and '.join(gone)} {is_are} away." if gone else ""
    return everybody + without + (f" {due.capitalize()}." if due else "")


def vote(table: TableSnapshot, keymap: Keymap = DEFAULT) -> Ask:
    """Return that the player may vote, by which key, who has voted what, and how many decide (R52c)."""
    about = table.may_vote[0]
    names = table.names
    said = ", ".join(f"{names[voter]} {_SHORT[how]}" for voter, seat, how in table.votes if seat == about)
    count = len(table.voters)
    need = f"{count // 2 + 1} of {count} equal votes decide." if count > 1 else "Your vote decides."
    return Ask(
        f"{names[about]} keeps the table waiting. {named(TO_VOTE, keymap)}",
        f"{need} So far: {said}." if said else need,
    )


def parted(table: TableSnapshot, keymap: Keymap = DEFAULT) -> str:
    """Return that the player has lost the seat or left this game, and how; "" while they are in it."""
    if table.absence is Absence.COMING:
        return "You have your seat again as the next round begins."
    if table.absence is Absence.HELD:
        return f"A bot plays for you. {named(_BACK, keymap)}"
    if table.absence is Absence.GIVEN_UP:
        return f"The table went on without you. {named(_BACK, keymap)}"
    if table.seat is None or table.seat not in table.confirmed.leavers:
        return ""
    how = [told for told in table.journal if isinstance(told.event, Departed | Caught)]
    votes = next((told.votes for told in how if told.event == Departed(table.seat)), ())
    if votes:
        return "The table went on without you while you were away. You can look on."
    is_caught = any(isinstance(told.event, Caught) and told.event.seat == table.seat for told in how)
    how_words = "were caught and are out of" if is_caught else "have resigned from"
    return f"You {how_words} this game. You can look on."


def clock(seconds: int) -> str:
    """Return seconds as minutes and seconds; from hours on, as the two greatest of days, hours, minutes."""
    if seconds >= _DAY:
        return f"{seconds // _DAY} d {seconds % _DAY // _HOUR} h"
    if seconds >= _HOUR:
        return f"{seconds // _HOUR} h {seconds % _HOUR // 60} min"
    return f"{seconds // 60}:{seconds % 60:02}"


def is_cut_off(link: Connection) -> bool:
    """Tell whether nothing comes from the server at the moment."""
    return link is not Connection.ONLINE
