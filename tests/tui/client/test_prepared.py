"""What the real client has prepared, at a real server over a slow line."""

from protocol.game import Action
from protocol.games.ys.actions import PlaceDown, PlaceUp
from protocol.games.ys.board import COLUMN_OF
from protocol.games.ys.prompts import Place
from tests.support.spoiled import DAN, Scene, asked
from ys_tui.client.intents import Confirm, Pick
from ys_tui.client.plan import PLAN_CUT

DELAY = 0.05
"""Seconds on the way, in each direction."""


async def acts(scene: Scene, seat: int, *actions: Action) -> None:
    """Let a guest act, and all the guests see it."""
    guest = scene.guests[seat]
    assert await guest.act(actions) == ""
    await settle(scene)


async def settle(scene: Scene) -> None:
    """Let all the guests read what the server has said."""
    for guest in scene.guests:
        await guest.settle()


async def until_dan_waits_to_place(scene: Scene) -> None:
    """Play until another seat is to place and Dan can prepare his own placing."""
    dan, ada = scene.dan, scene.guests[0]
    while not (DAN not in ada.match.prompts and isinstance(next(iter(ada.match.prompts.values())), Place)):
        seat = next(iter(ada.match.prompts))
        if seat == DAN:
            length = ada.length
            await dan.until(scene.is_in_step)
            while legal := dan.shown.legal:
                dan.wish(Pick(legal[-1]))
            dan.wish(Confirm())
            await ada.reach(length + 1)
        elif seat < 0:
            await ada.hear()
        else:
            guest = scene.guests[seat]
            owed = guest.match.owed(seat, guest.vault)
            view = guest.match.view(seat, guest.vault)
            await acts(scene, seat, *(owed or (guest.match.game.legal(view)[-1],)))
        await settle(scene)
    await dan.until(lambda: scene.is_in_step() and dan.shown.plan is not None)


def of_dan(scene: Scene) -> list[Action]:
    """Return how Dan has placed, as the server has told Ada."""
    match = scene.guests[0].match
    mine = (match.game.decode(raw) for entry in match.log if entry.seat == DAN for raw in entry.actions)
    return [action for action in mine if isinstance(action, PlaceUp | PlaceDown)]


def prepare(scene: Scene) -> tuple[PlaceUp, PlaceDown]:
    """Let Dan prepare one broker in the market and one in the city, and make it ready."""
    dan = scene.dan
    assert dan.shown.plan is not None
    up = next(a for a in dan.shown.plan.legal if isinstance(a, PlaceUp) and a.spot in COLUMN_OF)
    dan.wish(Pick(up))
    assert dan.shown.plan is not None
    down = next(a for a in dan.shown.plan.legal if isinstance(a, PlaceDown) and a.spot not in COLUMN_OF)
    dan.wish(Pick(down), Confirm())
    return up, down


async def others_place(scene: Scene, spot: str = "") -> None:
    """Let the guests before Dan place, the first of them at `spot` if one is named, else in the city."""
    ada = scene.guests[0]
    while DAN not in ada.match.prompts:
        (seat,) = ada.match.prompts
        guest = scene.guests[seat]
        view = guest.match.view(seat, guest.vault)
        wanted = (
            a
            for a in guest.match.game.legal(view)
            if isinstance(a, PlaceUp | PlaceDown) and (a.spot == spot if spot else a.spot not in COLUMN_OF)
        )
        await acts(scene, seat, next(wanted))
        spot = ""


async def test_what_was_prepared_arrives_by_itself() -> None:
    """As soon as Dan is asked, and once; he is told nothing of it."""
    async with asked() as scene:
        dan, ada = scene.dan, scene.guests[0]
        await until_dan_waits_to_place(scene)
        scene.valve.delay = DELAY
        before, chosen = of_dan(scene), prepare(scene)
        await others_place(scene)
        await ada.reach(ada.length + 1)
        await dan.until(scene.is_in_step)
        assert of_dan(scene) == [*before, *chosen]
        assert dan.store.snapshot.notice is None


async def test_what_another_player_has_made_illegal_never_leaves() -> None:
    """Somebody takes Dan's square while the news is on its way: Dan is asked, with the rest as his draft."""
    async with asked() as scene:
        dan, ada = scene.dan, scene.guests[0]
        await until_dan_waits_to_place(scene)
        scene.valve.delay = DELAY
        before, (taken, kept) = of_dan(scene), prepare(scene)
        await others_place(scene, taken.spot)
        await dan.until(lambda: isinstance(dan.shown.prompt, Place))
        assert (dan.shown.draft, dan.shown.sent) == ((kept,), False)
        assert dan.store.snapshot.notice is not None
        assert dan.store.snapshot.notice.code == PLAN_CUT
        await ada.settle()
        assert of_dan(scene) == before
