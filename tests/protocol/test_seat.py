"""The chair: a draft that can be undone until it leaves, one entry under way, nothing lost on the way."""

from collections.abc import Mapping

import pytest

from protocol.game import NATURE, Action, Ballot, Choice, Illegal, Prompt, Resign, Seat
from protocol.match import Entry, Forged
from protocol.seat import Chair
from tests.support.driver import Seated, seated
from tests.support.toy import TOY, Bid, PickBid, Reveal, SealHand, Show, Take, Toy, ToyState

A, B = Seat(0), Seat(1)


def _bidding(seats: int = 2) -> tuple[Seated[ToyState], Chair[ToyState]]:
    """Return a table where everybody is asked for a bid, and the chair of the first seat."""
    table = seated(TOY, seats)
    table.until(PickBid)
    return table, table.chairs[A]


def _status(chair: Chair[ToyState]) -> tuple[Entry | None, tuple[Action, ...], bool]:
    """Return what is under way, what is drafted, and whether that is bound."""
    return chair.pending, chair.draft, chair.is_bound


def _other(chair: Chair[ToyState], table: Seated[ToyState]) -> Action:
    """Let the other seat bid and return what it did."""
    action = table.chairs[B].legal()[0]
    table.do(B, action)
    return action


def test_a_draft_is_shown_as_if_played() -> None:
    """State, view and prompt follow the draft; the match does not."""
    table, chair = _bidding()
    bid = chair.legal()[0]
    chair.pick(bid)
    assert chair.draft == (bid,)
    assert chair.prompt is None
    assert chair.legal() == ()
    assert chair.state != chair.match.state == table.match.state
    assert chair.view().state == chair.state
    assert chair.view().known


def test_undo_takes_the_last_choice_back() -> None:
    """Until it is sent, and as far back as the draft goes."""
    _, chair = _bidding()
    chair.pick(chair.legal()[0])
    assert chair.undo()
    assert chair.draft == ()
    assert chair.state == chair.match.state
    assert isinstance(chair.prompt, PickBid)
    assert not chair.undo()


def test_an_illegal_choice_leaves_the_draft_alone() -> None:
    """Neither what the game refuses nor what nobody asked for gets in."""
    _, chair = _bidding()
    with pytest.raises(Illegal, match="not asked"):
        chair.pick(Take("keep"))
    chair.pick(chair.legal()[0])
    with pytest.raises(Illegal, match="nothing is asked") as refusal:
        chair.pick(Take("keep"))
    assert refusal.value.code == "not-asked"
    assert len(chair.draft) == 1


def test_a_confirmed_draft_is_under_way_until_it_comes_back() -> None:
    """Meanwhile nothing is added, undone or sent again; then the draft is done."""
    table, chair = _bidding()
    assert chair.confirm() is None
    chair.pick(chair.legal()[0])
    entry = chair.confirm()
    assert entry is not None
    assert chair.pending == entry
    assert chair.confirm() is None
    assert not chair.undo()
    with pytest.raises(Illegal) as refusal:
        chair.pick(chair.draft[0])
    assert refusal.value.code == "under-way"
    table.take(entry)
    assert _status(chair) == (None, (), False)
    assert chair.cut is None


def test_a_refused_draft_is_kept() -> None:
    """It can be changed and sent anew, as long as it opened nothing."""
    _, chair = _bidding()
    chair.pick(chair.legal()[0])
    chair.confirm()
    chair.refused()
    assert chair.pending is None
    assert not chair.is_bound
    assert chair.undo()


def test_a_draft_survives_what_others_do() -> None:
    """Their entries do not disturb it: applied anew, whether it is under way or not."""
    table, chair = _bidding(3)
    chair.pick(chair.legal()[0])
    _other(chair, table)
    assert len(chair.draft) == 1
    entry = chair.confirm()
    assert entry is not None
    table.do(2, table.chairs[Seat(2)].legal()[0])
    assert chair.pending == entry
    table.take(entry)
    assert not chair.draft


def test_a_draft_is_cut_at_its_first_illegal_action() -> None:
    """Another terminal of the same seat acted: the draft no longer fits, and the chair says why."""
    table, chair = _bidding()
    chair.pick(chair.legal()[0])
    elsewhere = table.chairs[A].match.sign(A, table.vaults[A], (chair.draft[0],))
    table.take(elsewhere)
    assert chair.draft == ()
    assert chair.cut is not None
    assert chair.cut.code == "not-asked"
    _other(chair, table)
    assert chair.cut is None


def test_another_terminal_overtakes_what_is_under_way() -> None:
    """The pending entry is given up when the same seat has acted elsewhere since."""
    table, chair = _bidding()
    mine, theirs = chair.legal()[0], chair.legal()[1]
    chair.pick(mine)
    entry = chair.confirm()
    table.do(A, theirs)
    assert entry is not None
    assert chair.pending is None
    assert chair.draft == ()
    with pytest.raises(Illegal) as refusal:
        table.match.submit(entry)
    assert refusal.value.code == "overtaken"


class OpenToy(Toy):
    """The toy, where a human opens the bid: an opening can be part of a draft."""

    def prompts(self, state: ToyState) -> Mapping[Seat, Prompt]:
        """Return the toy's prompts, the openings asked of humans."""
        return {
            seat: Reveal(automatic=False) if isinstance(prompt, Reveal) else prompt
            for seat, prompt in super().prompts(state).items()
        }


def test_an_opening_that_left_binds_the_draft() -> None:
    """Once others may have seen it, only the same batch is offered again, however often it is refused."""
    table: Seated[ToyState] = seated(OpenToy(), 2)
    table.until(PickBid)
    for seat in (A, B):
        table.do(seat, table.chairs[seat].legal()[0])
    chair = table.chairs[A]
    (show,) = TOY.owed(chair.state, A, table.vaults[A])
    assert isinstance(show, Show)
    chair.pick(show)
    assert _status(chair) == (None, (show,), False)
    first = chair.confirm()
    assert chair.is_bound
    chair.refused()
    assert not chair.undo()
    with pytest.raises(Illegal):
        chair.pick(show)
    (other,) = TOY.owed(chair.match.state, B, table.vaults[B])
    table.do(B, other)
    assert chair.is_bound
    assert chair.draft == (show,)
    again = chair.confirm()
    assert first is not None
    assert again is not None
    assert again.actions == first.actions
    table.take(again)
    assert _status(chair) == (None, (), False)


def test_what_is_owed_is_sent_once() -> None:
    """An automatic answer is under way until it comes back, and owed again when it was refused."""
    table = seated(TOY, 2)
    chair = table.chairs[A]
    assert isinstance(chair.match.prompts[A], SealHand)
    assert chair.prompt is None
    assert chair.legal() == ()
    entry = chair.answer()
    assert entry is not None
    assert chair.answer() is None
    chair.refused()
    again = chair.answer()
    assert again == entry
    table.take(entry)
    assert chair.pending is None
    assert chair.answer() is None


def test_ballots_and_resignations_need_no_prompt() -> None:
    """They are signed at once and do not touch the draft."""
    table, chair = _bidding(3)
    chair.pick(chair.legal()[0])
    resignation = chair.declare(Resign())
    assert resignation is not None
    assert len(chair.draft) == 1
    assert chair.pending is None
    table.do(B, table.chairs[B].legal()[0])
    ballot = table.chairs[B].declare(Ballot(A, "wait"))
    assert ballot is not None
    table.take(ballot)
    assert chair.match.ballots == {(B, A): "wait"}


def test_a_spectator_sees_and_does_nothing() -> None:
    """Without seat and vault there is no knowledge, no prompt, no entry."""
    table, _ = _bidding()
    spectator: Chair[ToyState] = Chair(TOY, table.setup, None, None)
    spectator.extend(0, table.match.log, table.match.digest())
    assert spectator.view().known == {}
    assert spectator.view().seat is None
    assert spectator.prompt is None
    assert spectator.legal() == ()
    assert spectator.answer() is None
    assert spectator.confirm() is None
    assert spectator.declare(Resign()) is None
    with pytest.raises(Illegal) as refusal:
        spectator.pick(Bid(0))  # type: ignore[arg-type]  # any token will do
    assert refusal.value.code == "not-asked"


def test_a_chair_refuses_a_setup_with_other_keys() -> None:
    """Only the own vault sits there; and a vault without a seat is no seat."""
    table, _ = _bidding()
    for seat, vault in ((A, table.vaults[B]), (None, table.vaults[A])):
        with pytest.raises(AssertionError):
            Chair(TOY, table.setup, seat, vault)


def test_a_false_log_leaves_the_draft_alone() -> None:
    """When `extend` raises, match, draft and what is under way are as before."""
    table, chair = _bidding()
    chair.pick(chair.legal()[0])
    entry = chair.confirm()
    false = chair.match.sign(NATURE, table.vaults[A], (Resign(),))
    with pytest.raises(Forged):
        chair.extend(len(chair.match.log), (false,))
    assert chair.pending == entry
    assert len(chair.draft) == 1


def test_a_log_with_nothing_new_changes_nothing() -> None:
    """What is known already, sent again, leaves the draft and what is under way alone."""
    table, chair = _bidding()
    chair.pick(chair.legal()[0])
    entry = chair.confirm()
    assert chair.extend(0, table.match.log, table.match.digest()) == ()
    assert chair.pending == entry
    assert len(chair.draft) == 1


def test_a_choice_is_a_human_prompt() -> None:
    """The chair offers exactly the answers that the prompt names."""
    table, _ = _bidding()
    seat = table.until(Choice)
    prompt = table.chairs[seat].prompt
    assert isinstance(prompt, Choice)
    assert table.chairs[seat].legal() == tuple(Take(word) for word in prompt.among)
