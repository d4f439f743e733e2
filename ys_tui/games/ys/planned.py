"""What comes next for the player, drawn and answered as if it were asked now. Pure.

Nothing of it leaves the client before it is asked (`client.plan`).
"""

from typing import Final

from msgspec.structs import replace

from protocol.game import Choice, Prompt
from protocol.games.ys.prompts import PickBid, PickOrder, PickThrone, Place, PlayCards
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.games.ys.aim import Aim
from ys_tui.games.ys.drafted import as_chosen

KEY: Final = "a"
"""The key that begins to prepare, and ends it while nothing is prepared."""
_CALLED: Final = {
    Place: "your next placing",
    PickBid: "your bid",
    PickOrder: "your order card",
    PickThrone: "your broker for the throne room",
    PlayCards: "to use no card",
}
_GEM: Final = "your gem"


def as_seen(table: TableSnapshot, *, is_planning: bool) -> TableSnapshot:
    """Return `table` as it is shown and answered: with what comes next if that is, or is to be, prepared."""
    plan = table.plan
    if plan is None or not (is_planning or plan.draft):
        return as_chosen(table)
    prompt = plan.prompt
    if isinstance(prompt, Place | PlayCards):
        prompt = replace(prompt, cards=())  # what a card does depends on what happens until then
    ahead = replace(
        table, view=plan.view, confirmed=plan.base, draft=plan.draft, prompt=prompt, legal=plan.legal
    )
    shown = as_chosen(ahead)
    state = replace(shown.view.state, phase=table.confirmed.phase)
    return replace(shown, view=replace(shown.view, state=state))


def is_planned(table: TableSnapshot) -> bool:
    """Tell whether `table` shows what comes next as if it were asked now."""
    return table.plan is not None and table.confirmed is table.plan.base


def is_ready(table: TableSnapshot) -> bool:
    """Tell whether what is prepared leaves by itself when it is asked."""
    return table.plan is not None and table.plan.is_ready


def begins(key: str, table: TableSnapshot, aim: Aim) -> bool:
    """Tell whether `key` begins to prepare what comes next: its own, or that of a broker or answer."""
    is_open = table.plan is not None and not is_planned(table) and not aim.jumping
    return is_open and (key == KEY or key.isdigit())


def ends(key: str, table: TableSnapshot, aim: Aim) -> bool:
    """Tell whether `key` ends it: nothing is prepared, and nothing is in the fingers."""
    is_empty = is_planned(table) and not table.draft and aim.value is None and not aim.bid and not aim.jumping
    return is_empty and key in {KEY, "u", "escape"}


def can_prepare(table: TableSnapshot) -> str:
    """Return what can be prepared, in words; "" when nothing can."""
    prompt = None if table.plan is None else table.plan.prompt
    return "" if prompt is None else _called(prompt)


def _called(prompt: Prompt) -> str:
    return _GEM if isinstance(prompt, Choice) else _CALLED[type(prompt)]
