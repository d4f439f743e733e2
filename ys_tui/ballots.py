"""What may become of a seat that keeps the table waiting, or resigns, in words (R52c). Pure."""

from collections.abc import Sequence
from typing import Final

from protocol.game import NATURE, Seat
from protocol.seating import BOT, END, GO_ON, PAUSE, WAIT
from ys_tui.client.snapshot import TableSnapshot

TO_VOTE: Final = "{table:v}: vote what to do."
"""What is said of a seat that keeps the table waiting, with the key as `ys_tui.mentions` has it."""
_NOTHING_YET: Final = "There is nothing to vote about yet: nobody keeps the table waiting for long."
CHOICES: Final = (WAIT, BOT, GO_ON, END)
"""What a ballot about a seat can say."""


def ballot_answers(table: TableSnapshot, about: Seat) -> tuple[tuple[str, str], ...]:
    """Return what a ballot about a seat can say: each choice, and what that means."""
    name, winner = table.names[about], last_one(table, about)
    bot = f"A bot plays for {name} from the next round on, until {name} comes back"
    empty = f"Go on without {name}: the seat stays empty until {name} comes back"
    if winner is not None:
        wins = "you win" if winner == table.seat else f"{table.names[winner]} wins"
        bot = f"A bot for {name}: too late, the game ends and {wins}"
        empty = f"Go on without {name}: the game ends and {wins}"
    words = (
        f"Wait for {name}: nothing changes",
        bot,
        empty,
        "End the game here, without a result, if most of all others say so",
    )
    return tuple(zip(CHOICES, words, strict=True))


def last_one(table: TableSnapshot, without: Seat) -> Seat | None:
    """Return who would be the only one left if that seat left, too, and so wins at once (R52c); else None."""
    gone = {*table.parted, without}
    left = tuple(Seat(seat) for seat in range(len(table.sitting)) if seat not in gone)
    return left[0] if len(left) == 1 else None


def rival(table: TableSnapshot) -> str:
    """Return who may end the game by a vote about the player, who keeps a table of two waiting (R52c).

    It is "" while the other one is awaited too, or is a bot, which does not vote.
    """
    prompt = None if table.seat is None or table.paused else dict(table.awaited).get(table.seat)
    if prompt is None or prompt.automatic or table.seat is None or table.seat in table.parted:
        return ""
    other = last_one(table, table.seat)
    return table.names[other] if other is not None and other in table.voters else ""


def threat(table: TableSnapshot, when: str) -> str:
    """Return what the player is told whose rival may vote at that time; "" when there is none."""
    name = rival(table)
    return f"{when} {name} may vote to go on without you: the game ends then, {name} wins." if name else ""


def votes_so_far(table: TableSnapshot, about: Seat) -> str:
    """Return who has voted what about a seat, and how many decide."""
    said = [
        f"{table.names[voter]}: {choice.replace('-', ' ')}"
        for voter, seat, choice in table.votes
        if seat == about
    ]
    count = len(table.voters)
    need = f"{count // 2 + 1} of {count} votes for the same decide." if count > 1 else "Your vote decides."
    return f"{need} So far {', '.join(said)}." if said else need


def no_vote(table: TableSnapshot, due: str) -> str:
    """Return why the player has nothing to vote about; `due` is in how long there may be, "" if unknown."""
    if is_voteless(table):
        return "You have no vote in this game."
    if table.ended or not table.awaited:
        return "There is nothing to vote about."
    if table.paused:
        return "The game is paused: there is nothing to vote about, no clock runs."
    if table.seat in dict(table.awaited):
        return "There is nothing to vote about: the table waits for you."
    return f"There is nothing to vote about yet: a vote is due in {due}." if due else _NOTHING_YET


def is_voteless(table: TableSnapshot) -> bool:
    """Tell whether the player looks on, or has left the game, and so has no vote in it (R52c)."""
    return table.seat is None or table.seat in table.parted


def pausers(table: TableSnapshot) -> tuple[Seat, ...]:
    """Return who votes for a pause, of those whose vote counts."""
    voted = (voter for voter, about, said in table.votes if about == NATURE and said == PAUSE)
    return tuple(voter for voter in voted if voter in _persons(table))


def pause_words(table: TableSnapshot, agree: str, take_back: str) -> str:
    """Return who asks for a pause, how many votes make one, and what the player may press or type about it.

    Nothing is said when nobody asks, or the game is paused.
    """
    voters, persons = pausers(table), _persons(table)
    if table.paused or not voters:
        return ""
    names = " and ".join(table.names[voter] for voter in voters)
    asked = f"{names} {'votes' if len(voters) == 1 else 'vote'} to pause"
    own = ""
    if table.seat in persons:
        own = f"; {take_back} takes your vote back" if table.seat in voters else f"; {agree} agrees"
    return f"{asked}: {len(voters)} of {len(persons) // 2 + 1} votes needed{own}."


def _persons(table: TableSnapshot) -> tuple[Seat, ...]:
    return tuple(
        Seat(seat) for seat, chair in enumerate(table.sitting) if not chair.bot and seat not in table.parted
    )


def resignation(others: Sequence[str]) -> str:
    """Return what those who are left do when the player resigns."""
    named = f"{', '.join(others[:-1])} and {others[-1]}" if len(others) > 1 else "".join(others)
    return f"{named} play on without you." if len(others) > 1 else f"{named} has won then, at once."
