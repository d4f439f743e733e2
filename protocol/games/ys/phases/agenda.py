"""Working off the agenda: what needs no decision is done, an only answer is given, the rest is asked."""

from msgspec.structs import replace

from protocol.game import Choice, Prompt
from protocol.games.ys.handlers import ANSWERS, FORGONE, NEUTRAL, STEPS
from protocol.games.ys.prompts import PickOrder, question
from protocol.games.ys.state import State, Task, YsStep, layout_of, told


def worked(state: State) -> YsStep | None:
    """Return the step that does the first task, or None when its seat has to decide."""
    task, rest = state.agenda[0], _rest(state)
    if task.do in STEPS:
        return STEPS[task.do](rest, task)
    if task.seat in state.leavers:
        return FORGONE.get(task.do, _nothing)(rest, task)
    if task.seat == layout_of(state).neutral:
        return ANSWERS[task.do](rest, task, NEUTRAL[task.do](state, task))
    asked = question(state, task)
    if asked is None:
        return told(rest)
    only = sole_answer(asked)
    return None if only is None else answered(state, only)


def answered(state: State, word: str) -> YsStep:
    """Return the step that `word` makes as the answer to the first task's question."""
    task = state.agenda[0]
    return ANSWERS[task.do](_rest(state), task, word)


def sole_answer(asked: Prompt) -> str | None:
    """Return the answer if the question has only one, else None."""
    words: tuple[object, ...] = asked.among if isinstance(asked, Choice | PickOrder) else ()
    return str(words[0]) if len(words) == 1 else None


def _rest(state: State) -> State:
    return replace(state, agenda=state.agenda[1:])


def _nothing(state: State, task: Task) -> YsStep:
    return told(state)
