"""What the player has prepared for the question that comes next. It stays here until it is asked. Sans-IO."""

from collections.abc import Sequence
from typing import Any, Final

from protocol.game import Action, Ahead, Illegal, Seat
from protocol.seat import Chair
from ys_tui.client.snapshot import Plan

PLAN_CUT: Final = "plan-cut"
"""The code when something that was prepared is not sent, because it does not fit any more."""


class Planned:
    """The answer of one seat to the question that it is asked next, as far as its player has prepared it.

    It follows the log: what has become illegal is let go. When the question is asked, what is left becomes
    the draft of the chair.
    """

    def __init__(self) -> None:
        """Begin with nothing prepared."""
        self._about = ""
        self._actions: tuple[Action, ...] = ()
        self._is_ready = False
        """Whether the player wants it to leave as soon as it is asked."""
        self._due: tuple[int, tuple[Action, ...]] | None = None
        """What is to leave now: since when it is asked, and the draft it became."""

    @property
    def has_any(self) -> bool:
        """Whether anything is prepared."""
        return bool(self._actions)

    def pick(self, chair: Chair[Any], action: Action) -> None:
        """Prepare `action` as well, or raise Illegal and leave what is prepared as it is."""
        ahead = _ahead(chair)
        if ahead is None:
            raise Illegal("not-asked", "nothing is asked of you now, and nothing can be prepared")
        chair.match.game.apply(self._played(chair, ahead), _seat(chair), action)
        self._about, self._actions, self._is_ready = ahead.about, (*self._actions, action), False

    def undo(self) -> None:
        """Take the last action back; the others do not leave by themselves."""
        self._actions, self._is_ready = self._actions[:-1], False

    def confirm(self) -> None:
        """Let what is prepared leave as soon as it is asked, if it is legal then as it stands."""
        self._is_ready = bool(self._actions)

    def follow(self, chair: Chair[Any]) -> Illegal | None:
        """Take what has happened; return why some of what was prepared is let go, None when nothing is."""
        if not self._actions:
            return None
        match = chair.match
        ahead = None if chair.seat is None else match.game.ahead(match.state, chair.seat)
        if ahead is None or ahead.about != self._about:
            self._actions = ()
            return Illegal("passed", "that is not asked any more")
        return self._give(chair) if is_asked(chair) else self._try(chair, ahead)

    def take_due(self, chair: Chair[Any]) -> bool:
        """Tell, once, whether the draft of the chair is to leave now: it is what its player has prepared."""
        due, self._due = self._due, None
        return due is not None and chair.seat is not None and due == _asked(chair, chair.seat)

    def wait(self) -> None:
        """Let what has become the draft wait: its player has changed it."""
        self._due = None

    def shown(self, chair: Chair[Any]) -> Plan | None:
        """Return what is prepared and what can be, None when nothing can."""
        ahead = _ahead(chair)
        if ahead is None:
            return None
        state = self._played(chair, ahead)
        game, view = chair.match.game, chair.sees(state)
        prompt = game.prompts(state).get(_seat(chair))
        if prompt is not None and prompt.automatic:
            prompt = None
        legal: Sequence[Action] = () if prompt is None else game.legal(view)
        return Plan(ahead.state, view, self._actions, prompt, legal, self._is_ready)

    def _played(self, chair: Chair[Any], ahead: Ahead[Any]) -> object:
        state = ahead.state
        for action in self._actions:
            state = chair.match.game.apply(state, _seat(chair), action).state
        return state

    def _try(self, chair: Chair[Any], ahead: Ahead[Any]) -> Illegal | None:
        """Keep what is legal, one after the other; return why the first that is not is let go."""
        state, kept, refused = ahead.state, list[Action](), None
        for action in self._actions:
            try:
                state = chair.match.game.apply(state, _seat(chair), action).state
            except Illegal as illegal:
                refused = refused or illegal
            else:
                kept.append(action)
        self._actions, self._is_ready = tuple(kept), self._is_ready and refused is None
        return refused

    def _give(self, chair: Chair[Any]) -> Illegal | None:
        """Make what is still legal the draft of the chair."""
        refused = None
        for action in self._actions:
            try:
                chair.pick(action)
            except Illegal as illegal:
                refused = refused or illegal
        if self._is_ready and refused is None:
            self._due = _asked(chair, _seat(chair))
        self._actions, self._is_ready = (), False
        return refused


def is_asked(chair: Chair[Any]) -> bool:
    """Tell whether the player is asked something now, be it answered in the draft already."""
    return bool(chair.draft) or chair.prompt is not None


def _ahead(chair: Chair[Any]) -> Ahead[Any] | None:
    """Return what the player is asked next; None when that cannot be foreseen, or something is asked now."""
    if chair.seat is None or is_asked(chair):
        return None
    return chair.match.game.ahead(chair.match.state, chair.seat)


def _asked(chair: Chair[Any], seat: Seat) -> tuple[int, tuple[Action, ...]]:
    """Return since when the seat is asked what it is asked, and its draft."""
    return chair.match.since(seat), chair.draft


def _seat(chair: Chair[Any]) -> Seat:
    assert chair.seat is not None
    return chair.seat
