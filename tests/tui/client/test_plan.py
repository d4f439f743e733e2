"""What a player prepares while others are awaited: it stays here until it is asked; legal then, it leaves."""

from contextlib import suppress
from random import Random

from protocol.game import Action, Prompt, Seat
from protocol.games import GAMES
from protocol.games.ys.actions import Bid, Pass, PlaceDown, PlaceUp
from protocol.games.ys.board import COLUMN_OF
from protocol.games.ys.prompts import PickBid, PickOrder, Place, PlayCards
from protocol.match import Entry
from tests.support.desk import Desk
from ys_tui.client import intents
from ys_tui.client.plan import PLAN_CUT
from ys_tui.client.snapshot import Plan

YS = GAMES["ys"]
ME = Seat(0)


def begun(seed: int = 1) -> Desk:
    """Return a table of three with the player at it."""
    desk = Desk(seed, game=YS)
    desk.begin()
    return desk


def asked_of(desk: Desk, seat: int) -> Prompt | None:
    """Return what a seat is asked."""
    return desk.table.match.prompts.get(Seat(seat))


def plays(desk: Desk, seat: int, *actions: Action) -> None:
    """Let another seat act, told to the store."""
    match = desk.table.match
    entry = match.sign(Seat(seat), desk.table.vaults[Seat(seat)], actions)
    match.submit(entry)
    desk.tell(len(match.log) - 1, (entry,))


def until(desk: Desk, kind: type) -> None:
    """Go on, the player deciding at random, until another seat is asked a `kind` and the player is not."""
    rng = Random(1)
    for _ in range(2_000):
        desk.deliver()
        mine, others = asked_of(desk, 0), [asked_of(desk, seat) for seat in (1, 2)]
        if any(isinstance(each, kind) for each in others) and desk.shown.plan is not None:
            return
        if mine is not None and desk.shown.legal:
            while desk.shown.legal:
                desk.wish(intents.Pick(rng.choice(desk.shown.legal)))
            desk.wish(intents.Confirm())
        else:
            desk.other_plays()
    raise AssertionError(kind)


def plan_of(desk: Desk) -> Plan:
    """Return what is shown to be prepared."""
    assert desk.shown.plan is not None
    return desk.shown.plan


Placing = PlaceUp | PlaceDown


def placing(desk: Desk, *, market: int = 0) -> tuple[Placing, Placing]:
    """Return a whole placing of the player, `market` of its brokers in the market, as it can be prepared."""
    first = _placed(desk, PlaceUp, is_market=market > 0)
    second = _placed(desk, PlaceDown, is_market=market > 1, but=first.spot)
    return first, second


def _placed(desk: Desk, kind: type[Placing], *, is_market: bool, but: str = "") -> Placing:
    """Prepare one broker and return what that is."""
    actions = (each for each in plan_of(desk).legal if isinstance(each, kind))
    action = next(each for each in actions if (each.spot in COLUMN_OF) == is_market and each.spot != but)
    desk.wish(intents.Pick(action))
    return action


def decoded(entry: Entry) -> tuple[Action, ...]:
    """Return the actions of an entry."""
    return tuple(map(YS.decode, entry.actions))


def word(desk: Desk) -> str:
    """Return the code of the latest word to the player."""
    notice = desk.store.snapshot.notice
    return "" if notice is None else notice.code


def test_nothing_leaves_before_it_is_asked() -> None:
    """What is prepared is shown as if played, and neither the server nor the log hears of it."""
    desk = begun()
    until(desk, Place)
    desk.sent = []
    chosen = placing(desk)
    desk.wish(intents.Confirm())
    plan = plan_of(desk)
    assert (plan.draft, plan.prompt, plan.is_ready) == (chosen, None, True)
    assert (desk.shown.draft, desk.shown.prompt, desk.sent) == ((), None, [])
    spots = {broker.token: broker.spot for broker in plan.view.state.brokers}
    assert [spots[each.token] for each in chosen] == [each.spot for each in chosen]
    assert desk.shown.view.state == desk.shown.confirmed == desk.table.match.state


def test_it_leaves_by_itself_when_it_is_asked() -> None:
    """As one entry, byte for byte what was prepared; the player is not asked any more."""
    desk = begun()
    until(desk, Place)
    chosen = placing(desk)
    desk.wish(intents.Confirm())
    desk.sent = []
    desk.others_play(until=Place)
    (entry,) = desk.acts
    assert decoded(entry) == chosen
    assert desk.shown.sent
    assert desk.shown.plan is None
    desk.deliver()
    assert desk.table.match.log[-1] == entry


def test_what_was_not_made_ready_becomes_the_draft() -> None:
    """Half prepared, or ready and then changed: it stands in the draft when it is asked; nothing leaves."""
    desk = begun()
    until(desk, Place)
    first, second = placing(desk)
    desk.wish(intents.Confirm())
    desk.wish(intents.Undo())
    assert (plan_of(desk).draft, plan_of(desk).is_ready) == ((first,), False)
    desk.sent = []
    desk.others_play(until=Place)
    assert (desk.shown.draft, desk.acts) == ((first,), [])
    assert isinstance(desk.shown.prompt, Place)
    desk.wish(intents.Pick(second))
    desk.wish(intents.Confirm())
    assert [decoded(entry) for entry in desk.acts] == [(first, second)]


def test_what_another_player_has_made_illegal_is_not_sent() -> None:
    """Somebody takes the square first: the rest is kept, the player hears why at once, nothing leaves."""
    desk = begun()
    until(desk, Place)
    taken, kept = placing(desk, market=1)
    desk.wish(intents.Confirm())
    desk.sent = []
    seat = next(seat for seat in (1, 2) if isinstance(asked_of(desk, seat), Place))
    view = desk.table.match.view(Seat(seat), desk.table.vaults[Seat(seat)])
    theirs = next(
        each
        for each in YS.legal(view)
        if isinstance(each, PlaceUp) and isinstance(taken, PlaceUp) and each.spot == taken.spot
    )
    plays(desk, seat, theirs)
    assert word(desk) == PLAN_CUT
    assert desk.store.snapshot.notice is not None
    assert "somebody stands on" in desk.store.snapshot.notice.detail
    assert desk.store.snapshot.notice.detail.endswith(".")
    assert (plan_of(desk).draft, plan_of(desk).is_ready) == ((kept,), False)
    desk.others_play(until=Place)
    assert (desk.shown.draft, desk.acts) == ((kept,), [])


def test_it_survives_a_lost_link_and_leaves_after_it() -> None:
    """While the link is down the others place; with it, what was prepared is sent."""
    desk = begun()
    until(desk, Place)
    chosen = placing(desk)
    desk.wish(intents.Confirm())
    desk.store.offline(1.0, "gone")
    assert plan_of(desk).draft == chosen
    while not isinstance(asked_of(desk, 0), Place):
        desk.other_plays(told=False)
    desk.connect()
    assert desk.acts == []
    desk.deliver()
    assert decoded(desk.table.match.log[-1]) == chosen


def test_another_window_of_the_player_decides_first() -> None:
    """What was prepared is let go: it was for a question that is answered."""
    desk = begun()
    until(desk, Place)
    placing(desk)
    desk.wish(intents.Confirm())
    while not isinstance(asked_of(desk, 0), Place):
        desk.other_plays(told=False)
    match, vault = desk.table.match, desk.table.vaults[ME]
    prompt = match.prompts[ME]
    assert isinstance(prompt, Place)
    legal = YS.legal(match.view(ME, vault))
    up_here = next(each for each in legal if isinstance(each, PlaceUp))
    down = next(each for each in legal if isinstance(each, PlaceDown) and each.token != up_here.token)
    entry = match.sign(ME, vault, (up_here, down))
    start = next(n for n, each in enumerate(match.log) if n >= len(desk.store.held[0].match.log))
    match.submit(entry)
    desk.sent = []
    desk.tell(start, match.log[start:])
    assert desk.acts == []
    assert desk.shown.draft == ()


def found(kind: type) -> Desk:
    """Return a table at which an answer to a `kind` can be prepared while another seat has to give one."""
    for seed in range(1, 30):
        desk = begun(seed)
        with suppress(AssertionError, StopIteration):
            until(desk, kind)
            if isinstance(plan_of(desk).prompt, kind):
                return desk
    raise AssertionError(kind)


def test_an_order_card_that_is_still_there_is_taken() -> None:
    """It is prepared while another seat chooses; taken by that one, the player chooses anew."""
    for theirs in (0, 1):
        desk = found(PickOrder)
        mine = plan_of(desk).legal[0]
        desk.wish(intents.Pick(mine))
        desk.wish(intents.Confirm())
        desk.sent = []
        seat = next(seat for seat in (1, 2) if isinstance(asked_of(desk, seat), PickOrder))
        plays(desk, seat, YS.legal(desk.table.match.view(Seat(seat), None))[theirs])
        assert [decoded(entry) for entry in desk.acts] == ([(mine,)] if theirs else [])
        assert (word(desk) == PLAN_CUT) == (not theirs)


def test_passing_can_be_prepared() -> None:
    """While another seat may use its cards."""
    desk = found(PlayCards)
    desk.wish(intents.Pick(Pass()))
    desk.wish(intents.Confirm())
    desk.sent = []
    seat = next(seat for seat in (1, 2) if isinstance(asked_of(desk, seat), PlayCards))
    plays(desk, seat, Pass())
    desk.others_play(until=PlayCards)
    assert [decoded(entry) for entry in desk.acts] == [(Pass(),)]


def test_a_bid_can_be_prepared_while_others_are_still_sealing() -> None:
    """The own hand is sealed, so it is known what can be bid; it leaves once the cards are drawn."""
    desk = begun()
    desk.deliver()
    assert asked_of(desk, 1) is not None
    plan = plan_of(desk)
    assert isinstance(plan.prompt, PickBid)
    bid = plan.legal[3]
    assert isinstance(bid, Bid)
    desk.wish(intents.Pick(bid))
    desk.wish(intents.Confirm())
    desk.sent = []
    while not isinstance(asked_of(desk, 0), PickBid):
        assert desk.acts == []
        desk.other_plays()
    assert [decoded(entry) for entry in desk.acts] == [(bid,)]


def test_nothing_can_be_prepared_that_the_rules_forbid() -> None:
    """It is refused as at the turn itself, and what was prepared stays as it was."""
    desk = begun()
    until(desk, Place)
    (first, second) = placing(desk)
    desk.wish(intents.Pick(first))
    assert word(desk) == "not-asked"
    assert plan_of(desk).draft == (first, second)


def test_a_draft_that_another_terminal_has_overtaken_is_told_in_a_sentence() -> None:
    """The seat has bid elsewhere meanwhile: the draft is gone, and the word to the player is a sentence."""
    desk = begun()
    while not isinstance(asked_of(desk, 0), PickBid):
        desk.deliver()
        desk.other_plays()
    first, other, *_ = desk.shown.legal
    desk.wish(intents.Pick(first))
    plays(desk, 0, other)
    assert desk.shown.draft == ()
    assert desk.store.snapshot.notice is not None
    assert desk.store.snapshot.notice.code == "draft-cut"
    assert desk.store.snapshot.notice.detail == ("Your choice no longer fits: nothing is asked of you now.")
