"""The tables by which things get done: answers to prompts, tasks of the agenda, ends of phases.

The functions in them are in `phases`, each entered by the decorator above it. What is refused is an `Illegal`
with one of these codes:

- at the start: wrong-game, wrong-rules, wrong-seats, wrong-options, wrong-keys
- always: bad-action (not an action of the game), over, not-asked
- sealing and dealing: bad-seals (their number, or one comes twice), bad-link
- brokers: not-your-broker, not-there (not where the action needs it), not-as-asked (others than those asked
  for, or not ascending), bad-seal (the opening misses it), bad-key (not that of the box, or not one per box)
- places: closed (no place of this board), taken (somebody stands there), no-more (all of this face lie there)
- choices: not-offered
"""

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar, cast

from protocol.game import Action, Prompt, Seat
from protocol.games.ys.state import Phase, State, Task, YsStep

P = TypeVar("P", bound=Prompt)
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., YsStep])
N = TypeVar("N", bound=Callable[..., str])

Handler: TypeAlias = Callable[[State, Seat, Prompt, Action], YsStep]

HANDLERS: Final[dict[tuple[type[Prompt], type[Action]], Handler]] = {}
"""What an action does as the answer to a prompt. What is not in it answers nothing."""
AFTER: Final[dict[Phase, Callable[[State], YsStep]]] = {}
"""What comes when a phase waits for nobody and has nothing left to do."""
STEPS: Final[dict[str, Callable[[State, Task], YsStep]]] = {}
"""Tasks without a decision; the state comes without the task."""
ANSWERS: Final[dict[str, Callable[[State, Task, str], YsStep]]] = {}
"""What the answer to the question of a task does; the state comes without the task."""
NEUTRAL: Final[dict[str, Callable[[State, Task], str]]] = {}
"""What the neutral player answers to the question of a task (R64)."""
FORGONE: Final[dict[str, Callable[[State, Task], YsStep]]] = {}
"""What becomes of a task whose seat has left (R52c); nothing, unless it is here."""


def on(
    prompt: type[P], action: type[A]
) -> Callable[[Callable[[State, Seat, P, A], YsStep]], Callable[[State, Seat, P, A], YsStep]]:
    """Enter a function that does what `action` does as an answer to `prompt`."""

    def enter(handler: Callable[[State, Seat, P, A], YsStep]) -> Callable[[State, Seat, P, A], YsStep]:
        HANDLERS[prompt, action] = cast("Handler", handler)
        return handler

    return enter


def after(phase: Phase) -> Callable[[F], F]:
    """Enter a function that does what comes after `phase`."""

    def enter(function: F) -> F:
        AFTER[phase] = function
        return function

    return enter


def step(task: str) -> Callable[[F], F]:
    """Enter a function that does a task without a decision."""

    def enter(function: F) -> F:
        STEPS[task] = function
        return function

    return enter


def answer(task: str) -> Callable[[F], F]:
    """Enter a function that does what the answer to a task's question says."""

    def enter(function: F) -> F:
        ANSWERS[task] = function
        return function

    return enter


def neutral(task: str) -> Callable[[N], N]:
    """Enter a function that gives the neutral player's answer to a task's question."""

    def enter(function: N) -> N:
        NEUTRAL[task] = function
        return function

    return enter


def forgone(task: str) -> Callable[[F], F]:
    """Enter a function for a task whose seat has left."""

    def enter(function: F) -> F:
        FORGONE[task] = function
        return function

    return enter
