"""A running or finished game line by line: the question, the answers, the draft, and what else one may do."""

from collections.abc import Mapping, Sequence
from typing import Final

from protocol.game import NATURE
from protocol.seating import PAUSE, PLAY
from protocol.text import in_seconds
from ys_tui.ballots import CHOICES, ballot_answers, pause_words, pausers, resignation, threat, votes_so_far
from ys_tui.client.intents import (
    ComeBack,
    Confirm,
    HangUp,
    LeaveTable,
    Pick,
    PlayAgain,
    ResignGame,
    Undo,
    Vote,
)
from ys_tui.client.snapshot import Absence, TableSnapshot
from ys_tui.config import Solo
from ys_tui.games.spoken import SPOKEN
from ys_tui.plain.choosing import Refused, choose, following, number
from ys_tui.plain.commands import Command
from ys_tui.plain.console import Console
from ys_tui.screens.outcome import ended_words, is_over, saved_words
from ys_tui.spoken import Spoken, Word
from ys_tui.tables import clock_words
from ys_tui.tutorial import Tutorial

OVER: Final = "over"
VOTE: Final = "vote"
_LOG: Final = 20
"""Entries of the journal that are read again, unless more are asked for."""
_BOARD: Final = "all"
_DRAFTED: Final = "Your draft is read as if it were sent; it is not."


class AtTable:
    """What can be typed at a table whose game has begun."""

    def __init__(self, console: Console) -> None:
        """Act on `console`."""
        self._console = console
        self._words: tuple[Word, ...] = ()
        """The first words of an answer that is not whole yet."""
        self._asked: object = None
        """What was asked last, to say it once only."""
        self._read: set[str] = set()
        """What the tutorial has explained."""
        self._is_warned = False
        """Whether the player has heard what the other of two may do."""
        self.commands: tuple[Command, ...] = (
            Command("send", "send the draft", self._send),
            Command("undo", "take the last thing of the draft back", self._undo),
            Command("board", "read the table, or a part of it", self._board, "[PART]"),
            Command("log", "read the journal, or its last entries", self._log, "[NUMBER or all]"),
            Command("now", "if it were counted now, from all that you know", self._now),
            Command("rule", "the rules on what is asked, or on a word (also: ?)", self._rule, "[WORD]"),
            Command("vote", "vote what is to become of a seat that keeps waiting", self._vote, "CHOICE"),
            Command("pause", "vote for a pause", lambda _: self._pause(PAUSE)),
            Command("play", "vote to play on", lambda _: self._pause(PLAY)),
            Command("back", "come back to a seat that was given up", self._back),
            Command("resign", "leave the game for good", self._resign, "yes"),
            Command("result", "the result, once there is one", self._result),
            Command("rematch", "after the end, play again with the same people", self._rematch),
            Command("new", "after a game alone, play another one", self._new),
            Command("leave", "to the lobby; the game is kept", self._leave),
        )

    # --- what is asked -----------------------------------------------------------------------------

    def enter(self) -> None:
        """Tell how far the game has got."""
        table = self._table
        title = table.info.title if table.info is not None else "A table"
        names = ", ".join(table.names)
        self._words, self._asked = (), None
        self._read.clear()
        self._is_warned = False
        self._console.say(f"{title}: {names}. {self._spoken.where(table)}")

    def ask(self, *, is_repeated: bool = False) -> str:
        """Say what is asked unless it was said already, and return the word of the prompt; "" for none."""
        table = self._table
        if is_over(self._console.snapshot):
            if self._asked != OVER or is_repeated:
                is_seen = self._asked is not None and not is_repeated  # its last event has named the winner
                self._asked = OVER
                self._console.say(*self.outcome(is_seen=is_seen), self._after())
            return OVER
        if table.prompt is None or table.sent:
            self._words = ()
        question = self._spoken.ask(table, self._words)
        word = question.kind or (VOTE if table.may_vote else "")
        state = (
            table.prompt,
            table.draft,
            table.sent,
            self._words,
            table.may_vote,
            table.absence,
            table.paused,
            pausers(table),
            _threat(table).startswith("Now"),
        )
        if state != self._asked or is_repeated:
            self._asked = state
            is_told = table.paused or bool(pausers(table)) or table.absence is not Absence.HERE
            is_said = bool(word) or is_repeated or is_told
            times = (
                _left(table),
                *(_pausing(table) if table.prompt is not None else ()),
                self._warned(table),
            )
            explained, advised = self._taught(table)
            lines = (
                *explained,
                *self._drafted(table),
                question.text,
                question.hint if word != VOTE else "",  # the ballots below say it, in words that can be typed
                *times,
                *self._offered(table),
                advised,
            )
            self._console.say(*filter(None, lines if is_said else ()))
        return word if not table.sent else ""

    def _warned(self, table: TableSnapshot) -> str:
        """Return what the other of two may do about the player: at the first question, and in the end."""
        words = _threat(table)
        is_said, self._is_warned = self._is_warned, self._is_warned or bool(words)
        return words if not is_said or words.startswith("Now") else ""

    def _taught(self, table: TableSnapshot) -> tuple[tuple[str, ...], str]:
        """Return what the tutorial explains before a question, once each, and advises behind it."""
        said = self._spoken.taught(table, self._words, self._read) if self._is_taught else None
        if said is None:
            return (), ""
        self._read.update(said.kinds)
        return said.explained, said.advised

    def _drafted(self, table: TableSnapshot) -> tuple[str, ...]:
        drafted = "" if table.sent or self._words else self._spoken.drafted(table)
        return (f"Draft: {drafted}.",) if drafted else ()

    def _offered(self, table: TableSnapshot) -> tuple[str, ...]:
        """Return the words that may be typed: those that say enough in one line, each other in its own."""
        if table.prompt is None or table.sent:
            about = table.may_vote[0] if table.may_vote else None
            return () if about is None else _ballots(table)
        words = following(self._words, self._spoken.answers(table))
        plain = [word.typed[0] for word in words if word.typed[0] == word.told]
        listed = [f"  {word.typed[0]}: {word.told}" for word in words if word.typed[0] != word.told]
        return (*((f"Choose: {', '.join(plain)}.",) if plain else ()), *listed)

    def typed(self, line: str) -> None:
        """Take an answer, or raise Refused."""
        table = self._table
        if table.draft and table.prompt is None and not table.sent:
            raise Refused("The draft is whole: type send, or undo.")
        if table.prompt is None or table.sent:
            raise Refused("Nothing is asked of you now. help lists what you can type.")
        chosen = choose(line, self._words, self._spoken.answers(table))
        self._words = chosen.words
        if chosen.answer is not None:
            self._words = ()
            self._console.wish(Pick(chosen.answer.action))

    # --- the draft ---------------------------------------------------------------------------------

    def _send(self, _: str) -> None:
        table = self._table
        if table.sent:
            raise Refused("Your choice is under way.")
        if not table.draft:
            raise Refused("There is nothing to send yet.")
        if not self._spoken.may_send(table):
            raise Refused("The draft is not whole yet: answer first, or undo.")
        draft = table.draft
        self._console.wish(
            Confirm(), lambda snapshot: snapshot.table is None or snapshot.table.draft != draft
        )

    def _undo(self, _: str) -> None:
        table = self._table
        if self._words:
            self._words = self._words[:-1]
        elif table.bound:
            raise Refused("This choice was opened already: it can only be sent again (send).")
        elif not table.draft or table.sent:
            raise Refused("There is nothing to take back.")
        else:
            self._console.wish(Undo())

    # --- reading -----------------------------------------------------------------------------------

    def _board(self, typed: str) -> None:
        part = typed.lower() or _BOARD
        if part != _BOARD and part not in self._spoken.board:
            raise Refused(f"Type what to read: {', '.join(self._spoken.board)}, or {_BOARD}.")
        table = self._table
        lines: list[str] = [self._spoken.where(table)] if part == _BOARD else []
        for name, read in self._spoken.board.items():
            lines += read(table) if part in {_BOARD, name} else ()
        drafted = (_DRAFTED,) if table.draft and not table.sent else ()
        self._console.say(*lines, *drafted, *_awaited(table))

    def _log(self, typed: str) -> None:
        table = self._table
        asked = number(typed or str(_LOG))
        if typed != "all" and not asked:
            raise Refused("Type how many entries to read, as in: log 20. log all reads every one.")
        first = max(len(table.journal) - asked, 0) if asked else 0
        self._console.say(
            *(self._spoken.happened(table, entry) for entry in range(first, len(table.journal)))
        )

    def _now(self, _: str) -> None:
        if is_over(self._console.snapshot):
            raise Refused("The game is over; result tells how it was scored.")
        self._console.say(*self._spoken.foretold(self._table))

    def _rule(self, typed: str) -> None:
        if lines := self._spoken.rules(self._table, typed):
            self._console.say(*lines)
        elif typed:
            raise Refused(
                "There is no rule on that word. Try a card, a place, or a rule's number such as R26."
            )
        else:
            raise Refused("Nothing is asked of you now. Type a word behind rule: a card, a place, a number.")

    def _result(self, _: str) -> None:
        if not is_over(self._console.snapshot):
            raise Refused("The game goes on: there is no result yet.")
        self._console.say(*self.outcome())

    def _after(self) -> str:
        """Return what can be typed once the game is over."""
        if self._is_alone:
            return "Type new for another game, result to read this again, leave, or quit."
        rematch = "rematch to play again, " * (self._table.home is not None)
        return f"Type {rematch}result to read this again, leave for the lobby, or quit."

    def outcome(self, *, is_seen: bool = False) -> tuple[str, ...]:
        """Return the result in lines, and where the game is kept; without who has won where it `is_seen`."""
        table = self._table
        lines = self._spoken.result(table)[is_seen:] or ended_words(table)
        problem = table.kept.problem if table.kept is not None else ""
        return (*lines, *filter(None, (problem, saved_words(table))))

    # --- people ------------------------------------------------------------------------------------

    def _vote(self, typed: str) -> None:
        table = self._table
        if not table.may_vote:
            raise Refused("There is nothing to vote about now.")
        choice = typed.lower().replace(" ", "-")
        if choice not in CHOICES:
            raise Refused(f"Type what to vote: {', '.join(CHOICES)}.")
        self._console.wish(Vote(table.may_vote[0], choice))

    def _pause(self, choice: str) -> None:
        if self._table.seat is None or not self._table.awaited:
            raise Refused("You cannot pause this game.")
        self._console.wish(Vote(NATURE, choice))

    def _back(self, _: str) -> None:
        if self._table.home is None or is_over(self._console.snapshot):
            raise Refused("You do not play here.")
        if self._table.absence not in {Absence.HELD, Absence.GIVEN_UP}:
            raise Refused("You have your seat.")
        self._console.wish(ComeBack())

    def _resign(self, typed: str) -> None:
        table = self._table
        if table.seat is None or is_over(self._console.snapshot):
            raise Refused("You do not play here.")
        if typed.lower() != "yes":
            raise Refused(f"{resignation(table.others)} Type resign yes to do it.")
        self._console.wish(
            ResignGame(), lambda snapshot: snapshot.table is None or table.seat in snapshot.table.parted
        )

    def _rematch(self, _: str) -> None:
        if not is_over(self._console.snapshot) or self._is_alone:
            raise Refused("A rematch comes after a game with others.")
        at = self._console.snapshot.at
        self._console.wish(PlayAgain(), lambda snapshot: snapshot.at != at)

    def _new(self, _: str) -> None:
        if not self._is_alone or not is_over(self._console.snapshot):
            raise Refused("Another game is begun after a game alone.")
        self._console.is_again = True
        self._console.wish(LeaveTable(), lambda snapshot: snapshot.at is None)

    def _leave(self, _: str) -> None:
        if self._is_taught:
            self._console.wish(HangUp(), lambda snapshot: not snapshot.server)
            return
        self._console.wish(LeaveTable(), lambda snapshot: snapshot.at is None)

    # --- within ------------------------------------------------------------------------------------

    @property
    def _is_alone(self) -> bool:
        return isinstance(self._console.plan, Solo)

    @property
    def _is_taught(self) -> bool:
        return isinstance(self._console.plan, Tutorial)

    @property
    def _table(self) -> TableSnapshot:
        """The table as it is told."""
        table = self._console.snapshot.table
        assert table is not None
        return self._spoken.seen(table)

    @property
    def _spoken(self) -> Spoken:
        table = self._console.snapshot.table
        assert table is not None
        return SPOKEN[table.setup.game]


def _ballots(table: TableSnapshot) -> tuple[str, ...]:
    about = table.may_vote[0]
    answers = ballot_answers(table, about)
    return (votes_so_far(table, about), *(f"  vote {choice}: {words}" for choice, words in answers))


def _threat(table: TableSnapshot) -> str:
    """Return that the other of two may vote about the player, now or after so many seconds; else ""."""
    left = None if table.seat is None else dict(table.left).get(table.seat)
    if left is None:
        return ""
    return threat(table, f"After {in_seconds(left)}" if left else "Now")


def _left(table: TableSnapshot) -> str:
    """Return how much time the player has for what is asked, as it was last told; "" without a clock."""
    left = None if table.seat is None or table.paused else dict(table.left).get(table.seat)
    return f"Time left: {in_seconds(left)}." if left is not None and _has_clock(table) else ""


def _pausing(table: TableSnapshot) -> tuple[str, ...]:
    """Return that the game is paused, or that somebody wants it to be, and what is typed then."""
    if table.paused:
        return ("The game is paused: no clock runs. play votes to play on.",)
    return tuple(filter(None, (pause_words(table, "pause", "play"),)))


def _has_clock(table: TableSnapshot) -> bool:
    return table.info is not None and bool(clock_words(table.info.clock))


def _awaited(table: TableSnapshot) -> Sequence[str]:
    """Return whom the table waits for, and how long they have."""
    left: Mapping[int, int] = dict(table.left) if _has_clock(table) and not table.paused else {}
    names = [
        table.names[seat] + (f" ({in_seconds(left[seat])})" if left.get(seat) else "")
        for seat, prompt in table.awaited
        if seat >= 0 and not prompt.automatic
    ]
    waits = (f"The table waits for {', '.join(names)}.",) if names else ()
    return (*waits, *_pausing(table))
