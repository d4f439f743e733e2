"""Who at the table is away, how long they are still waited for, and what a vote about them says. Pure."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from protocol.game import BALLOT_CHOICES, Prompt, Seat
from protocol.games.ys.events import Caught, Departed
from ys_tui.client.snapshot import Connection, TableSnapshot
from ys_tui.games.ys import words
from ys_tui.games.ys.words import Ask

_ROOM: Final = 78
"""Cells for a sentence below the board."""
NEAR: Final = 60
"""Seconds before a vote from which on they are counted down, even if nobody is away."""
_OFFERED: Final = BALLOT_CHOICES[:2]
"""What the keys of the board say; the other votes are told once somebody has given one."""
LOST: Final = Ask(
    "The host cannot be reached. It is tried again by itself.", "The game is kept: it goes on where it was."
)
"""What is said while the link is lost."""


def away(table: TableSnapshot) -> tuple[Seat, ...]:
    """Return the seats whose person is not connected, as far as the lobby tells."""
    chairs = () if table.info is None else table.info.chairs
    gone = {chair.key for chair in chairs if not chair.here}
    return tuple(Seat(seat) for seat, keys in enumerate(table.setup.seats) if keys.sign in gone)


def countdown(table: TableSnapshot, passed: float) -> int | None:
    """Return the seconds until the first vote, `passed` after they were said; None when none is to come."""
    awaited = {seat for seat, _ in table.awaited}
    left = [seconds for seat, seconds in table.left if seat in awaited and seconds > 0]
    return max(0, round(min(left) - passed)) if left else None


def until_told(table: TableSnapshot, passed: float) -> float | None:
    """Return in how many seconds the countdown has to be drawn again; None when it is not shown at all."""
    seconds = countdown(table, passed)
    if not seconds or table.prompt is not None or table.seat in dict(table.awaited):
        return None
    return 1.0 if is_told(table, seconds) else float(seconds - NEAR)


def is_told(table: TableSnapshot, seconds: int | None) -> bool:
    """Tell whether the waiting line says in how many seconds a vote is due."""
    is_away = any(seat in away(table) for seat, _ in table.awaited)
    return seconds is not None and seconds > 0 and (is_away or seconds <= NEAR)


def waiting(table: TableSnapshot, seconds: int | None) -> Ask:
    """Return whom the table waits for, and what may be done about it."""
    if table.may_vote:
        return vote(table)
    people = tuple((seat, prompt) for seat, prompt in table.awaited if seat >= 0)
    if not people:
        return Ask("The cards of the round are being dealt.", "")
    due = f"vote in {clock(seconds)}" if seconds is not None and is_told(table, seconds) else ""
    return Ask(_sentence(table, people, due), "")


def _sentence(table: TableSnapshot, people: Sequence[tuple[Seat, Prompt]], due: str) -> str:
    names = {seat: table.setup.seats[seat].name for seat, _ in people}
    gone = tuple(name for seat, name in names.items() if seat in away(table))
    if len(people) == len(gone) == 1:
        return f"Waiting for {gone[0]}, who is away{f'; {due}' if due else ''}."
    everybody = (
        f"Waiting: {' and '.join(names.values())} {words.deed(people[0][1], several=len(people) > 1)}."
    )
    is_are = "is" if len(gone) == 1 else "are"
    without = f" {' and '.join(gone)} {is_are} away." if gone else ""
    return everybody + without + (f" {due.capitalize()}." if due else "")


def vote(table: TableSnapshot) -> Ask:
    """Return that the player may vote, by which keys, how many decide, and how the vote stands (R52c)."""
    about = table.may_vote[0]
    ballots = {voter: choice for voter, seat, choice in table.votes if seat == about}
    counts = {choice: list(ballots.values()).count(choice) for choice in BALLOT_CHOICES}
    told = (choice for choice in BALLOT_CHOICES if counts[choice] or choice in _OFFERED)
    tally = ", ".join(f"{counts[choice]} {choice.replace('-', ' ')}" for choice in told)
    own = ballots.get(table.seat) if table.seat is not None else None
    said = f" You: {own.replace('-', ' ')}." if own else ""
    name = table.setup.seats[about].name
    question = f"{name} keeps the table waiting. w: wait. o: go on without {name}, for good."
    if cell_len(question) > _ROOM:
        question = question.replace(f"without {name}", "without")
    voters = _voters(table)
    need = f"{voters // 2 + 1} of {voters} votes to go on decide." if voters > 1 else "Your vote decides."
    return Ask(question, f"{need} ({tally}){said}" if ballots else need)


def _voters(table: TableSnapshot) -> int:
    """Return how many may vote: persons who are there to stay and not awaited themselves."""
    out = {*table.confirmed.leavers, *(seat for seat, _ in table.awaited)}
    return sum(not keys.bot and seat not in out for seat, keys in enumerate(table.setup.seats))


def parted(table: TableSnapshot) -> str:
    """Return that the player has left this game, and how; "" while they are in it."""
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
    """Return seconds as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


def is_cut_off(link: Connection) -> bool:
    """Tell whether nothing comes from the host at the moment."""
    return link is not Connection.ONLINE
