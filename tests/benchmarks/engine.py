"""The speed of the rules engine against Catanatron's, both played by random bots, in turns in one process.

`python -m tests.benchmarks.engine` prints one line of JSON. Catanatron is the optional group `bench`; when
it is not installed its figures are null and a sentence on stderr says so.

- `games_per_s_sealed`: whole games through the arena, with sealing and signatures
- `games_per_s_plain`: the logs of those games played again through `Game.apply` alone
- `us_per_decision`: one action picked from what is legal in a view and played by the Match, unsigned
- `us_per_entry`: the same over all entries, automatic answers and nature's included
- `parts_ms`: where the time of one sealed game goes
"""

import argparse
import importlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import Any, Final

from protocol.chance import Rng
from protocol.game import Action, Seat
from protocol.games import GAMES
from protocol.match import Match
from ys_server.bots.arena.play import Played, begun, play, secret, vaults
from ys_server.bots.levels import LEVELS

YS: Final = GAMES["ys"]
RANDOM: Final = ("random",) * 4
MICRO, MILLI = 1e6, 1e3
TURNS_OF_BOTH: Final = 8
GAMES_A_TURN: Final = 10


def sealed(number: int) -> Played:
    """Return game `number` as the arena plays it."""
    bot = LEVELS["ys"]["random"]
    return play(YS, [bot] * len(RANDOM), RANDOM, 1, number)


def actions_of(match: Match[Any]) -> list[tuple[Seat, Action]]:
    """Return the log as a list of actions, unpacked."""
    return [(entry.seat, YS.decode(raw)) for entry in match.log for raw in entry.actions]


def replayed(match: Match[Any], actions: list[tuple[Seat, Action]]) -> None:
    """Play `actions` through `Game.apply` alone; the result has to be that of `match`."""
    state = YS.start(match.setup)
    for seat, action in actions:
        state = YS.apply(state, seat, action).state
    assert YS.outcome(state) == YS.outcome(match.state)


def parts(number: int) -> Counter[str]:
    """Return the seconds that each part of game `number` took, and how often decisions and entries came."""
    held = vaults(1, number, RANDOM)
    match, rng = begun(YS, held), Rng(secret(1, number, "parts"))
    spent: Counter[str] = Counter()

    def timed(part: str, do: Callable[[], Any]) -> Any:  # noqa: ANN401  # whatever the part returns
        began = perf_counter()
        result = do()
        spent[part] += perf_counter() - began  # type: ignore[assignment]  # a Counter of seconds
        return result

    while match.prompts:
        seat, prompt = next(iter(match.prompts.items()))
        vault = held[seat]
        if prompt.automatic:
            kind, actions = "answer", timed("owed", lambda: match.owed(seat, vault))  # noqa: B023  # called at once
        else:
            view = timed("view", lambda: match.view(seat, vault))  # noqa: B023  # called at once
            options = timed("legal", lambda: YS.legal(view))  # noqa: B023  # called at once
            actions = timed("pick", lambda: (options[rng.below(len(options))],))  # noqa: B023  # called at once
            kind = "decision"
        entry = timed("sign", lambda: match.sign(seat, vault, actions))  # noqa: B023  # called at once
        timed(f"submit {kind}", lambda: match.submit(entry))  # noqa: B023  # called at once
        spent[f"number of {kind}s"] += 1
    return spent


def catan(catanatron: ModuleType, number: int) -> int:
    """Play one game of Catanatron and return how many actions it had."""
    colours = list(catanatron.Color)[: len(RANDOM)]
    game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=number)
    game.play()
    state = game.state
    return len(state.action_records if hasattr(state, "action_records") else state.actions)


def measured(catanatron: ModuleType | None, turns: int, games: int) -> dict[str, Any]:
    """Return all figures; every one is the median of `turns` turns of `games` games each."""
    rates: dict[str, list[float]] = {}
    spent: Counter[str] = Counter()
    for turn in range(turns):
        numbers = range(turn * games + 1, (turn + 1) * games + 1)
        began = perf_counter()
        matches = [sealed(number).match for number in numbers]
        rates.setdefault("games_per_s_sealed", []).append(games / (perf_counter() - began))
        logs = [(match, actions_of(match)) for match in matches]
        began = perf_counter()
        for match, actions in logs:
            replayed(match, actions)
        rates.setdefault("games_per_s_plain", []).append(games / (perf_counter() - began))
        here: Counter[str] = sum((parts(number) for number in numbers), Counter())
        spent += here
        rates.setdefault("us_per_decision", []).append(_per_decision(here))
        rates.setdefault("us_per_entry", []).append(_per_entry(here))
        if catanatron is not None:
            random.seed(turn)
            began = perf_counter()
            decisions = sum(catan(catanatron, number) for number in numbers)
            seconds = perf_counter() - began
            rates.setdefault("catanatron_games_per_s", []).append(games / seconds)
            rates.setdefault("catanatron_us_per_decision", []).append(seconds / decisions * MICRO)
    figures: dict[str, Any] = {name: round(median(values), 2) for name, values in rates.items()}
    played = turns * games
    figures["decisions_per_game"] = round(spent["number of decisions"] / played, 1)
    figures["parts_ms"] = {
        part: round(seconds / played * MILLI, 2) for part, seconds in spent.items() if "number" not in part
    }
    return figures | _ratios(figures)


def _per_decision(spent: Counter[str]) -> float:
    seconds = sum(spent[part] for part in ("view", "legal", "pick", "submit decision"))
    return seconds / spent["number of decisions"] * MICRO


def _per_entry(spent: Counter[str]) -> float:
    seconds = sum(spent[part] for part in spent if part != "sign" and "number" not in part)
    return seconds / (spent["number of decisions"] + spent["number of answers"]) * MICRO


def _ratios(figures: dict[str, Any]) -> dict[str, float | None]:
    """Return ours over theirs; null where theirs was not measured."""
    pairs = {
        "ratio_sealed": ("games_per_s_sealed", "catanatron_games_per_s"),
        "ratio_plain": ("games_per_s_plain", "catanatron_games_per_s"),
        "ratio_decision": ("us_per_decision", "catanatron_us_per_decision"),
    }
    ratios: dict[str, float | None] = {}
    for name, (ours, theirs) in pairs.items():
        figures.setdefault(theirs, None)
        ratios[name] = None if figures[theirs] is None else round(figures[ours] / figures[theirs], 3)
    return ratios


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engine", description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS_OF_BOTH, help="turns of both engines")
    parser.add_argument("--games", type=int, default=GAMES_A_TURN, help="games in each turn")
    arguments = parser.parse_args()
    try:
        catanatron = importlib.import_module("catanatron")
    except ModuleNotFoundError:
        catanatron = None
        sys.stderr.write("catanatron is not installed (dependency group `bench`): its figures are null\n")
    print(json.dumps(measured(catanatron, arguments.turns, arguments.games)))


if __name__ == "__main__":
    main()
