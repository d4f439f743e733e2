"""Hidden values change nothing that others see until they are opened: games that differ in nothing else.

One game is played twice by the same persons with the same links. The second time one hand is another: two of
its values have changed places, or its tokens are numbered in another order.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, get_type_hints

import pytest
from msgspec import Struct

from protocol import chance
from protocol.game import NATURE, Action, Ballot, Choice, Prompt, Resign, Seat
from protocol.match import Match
from protocol.seals import Opening, Token
from protocol.vault import Vault
from tests.protocol.games.test_conformance import OFFERED, Board
from tests.support.driver import Seated, secret, vault
from tests.support.walk import masked, openings

SEED: Final = 11
NOW_AND_THEN: Final = 4
"""What differs once differs for long: every so many entries it is looked for."""
every_other_seat = pytest.mark.parametrize(
    ("board", "seat"), [(board, at % 2) for at, board in enumerate(OFFERED)], ids=str
)
"""Every table, the first seat at one and the second at the next: whole games are played twice and more."""


class Recording(Vault):
    """A vault that remembers which hands it was asked for, and may deal them otherwise."""

    def __init__(self, seat: int) -> None:
        """Derive the secrets that the driver gives this seat."""
        as_driven = vault(SEED, seat)
        super().__init__(secret(SEED, "identity", seat), as_driven.keys.nonce, as_driven.keys.name)
        self.deals: dict[str, Sequence[Opening]] = {}
        self.swap: tuple[str, int, int] | None = None
        self.shuffles = False

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return the hand of `deal`, with two values exchanged or with the tokens in another order."""
        hand = list(super().hand(setup, deal, values))
        self.deals[deal] = tuple(hand)
        if self.swap is not None and deal == self.swap[0]:
            _, one, other = self.swap
            hand[one], hand[other] = (
                Opening(hand[other].value, hand[one].salt),
                Opening(hand[one].value, hand[other].salt),
            )
        if self.shuffles:
            hand = [hand[at] for at in _renumbered(deal, len(hand))]
        return tuple(hand)

    def salted(self, setup: bytes, deal: str, number: int, value: int) -> Opening:
        """Return what the hand of `deal` has at `number`, which may be numbered otherwise."""
        if self.shuffles and deal in self.deals:
            number = _renumbered(deal, len(self.deals[deal]))[number]
        return super().salted(setup, deal, number, value)


def _renumbered(deal: str, count: int) -> Sequence[int]:
    numbers = list(range(count))
    Random(deal).shuffle(numbers)
    return numbers


def _table(board: Board, seat: int) -> tuple[Seated[Any], Recording]:
    table = board.seated(SEED)
    recording = Recording(seat)
    assert recording.keys == table.vaults[Seat(seat)].keys
    table.vaults[Seat(seat)] = recording
    return table, recording


def _actions(match: Match[Any], number: int) -> tuple[Action, ...]:
    return tuple(map(match.game.decode, match.log[number].actions))


def _latest_pair(match: Match[Any], recording: Recording, deal: str) -> tuple[int, int, int]:
    """Return the two differing values of a hand that stay closed longest, and the first entry to open one.

    A pair that is opened at all goes before one that never is.
    """
    hand, opened = recording.deals[deal], dict.fromkeys(range(99), len(match.log))
    for number in reversed(range(len(match.log))):
        shown = {opening.salt for action in _actions(match, number) for opening in openings(action)}
        opened.update({at: number for at, opening in enumerate(hand) if opening.salt in shown})
    first = {
        (one, other): min(opened[one], opened[other]) for one in range(len(hand)) for other in range(one)
    }
    one, other = max(
        (pair for pair in first if hand[pair[0]].value != hand[pair[1]].value),
        key=lambda pair: (first[pair] < len(match.log), first[pair], pair),
    )
    return one, other, first[one, other]


@every_other_seat
def test_permuted_hands_give_equal_entries_until_an_opening(board: Board, seat: int) -> None:
    """With two closed values exchanged, every public move is legal again and every entry the same.

    Apart from seals, boxes and signatures, of which the length is compared. The other seats see and may do
    the same as before, too.
    """
    first, recording = _table(board, seat)
    for _ in first.steps():
        pass
    compared = 0
    for deal in [deal for deal, hand in recording.deals.items() if len({o.value for o in hand}) > 1]:
        one, other, until = _latest_pair(first.match, recording, deal)
        second, permuted = _table(board, seat)
        permuted.swap = (deal, one, other)
        again: Match[Any] = Match(board.game, first.setup)
        links = {v.link(n) for v in first.vaults.values() for n in range(chance.LINKS)}
        for number in range(until):
            if number % NOW_AND_THEN == 0 or number == until - 1:
                _assert_same_for_others(again, second, first, Seat(seat))
            entry, actions = first.match.log[number], _actions(first.match, number)
            if entry.seat == seat and _shows_another_hand(second, Seat(seat), actions):
                break
            played = _played_again(second, entry.seat, actions)
            assert masked(played, links) == masked(actions, links)
            again.submit(entry)
            compared += 1
    assert compared > 2 * len(recording.deals)


def _shows_another_hand(table: Seated[Any], seat: Seat, actions: tuple[Action, ...]) -> bool:
    """Tell whether `actions` open what is something else now.

    A value that is kept for the end of the game makes every later hand another one; nothing is seen of that
    hand, either, before it is opened.
    """
    known = set(table.match.view(seat, table.vaults[seat]).known.values())
    return not known.issuperset(openings(actions))


def _played_again(table: Seated[Any], seat: Seat, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    prompt = table.match.prompts.get(seat)
    if prompt is not None and prompt.automatic and not isinstance(actions[0], Ballot | Resign):
        actions = table.match.owed(seat, table.vaults[seat])
    table.do(seat, *actions)
    return actions


def _assert_same_for_others(again: Match[Any], second: Seated[Any], first: Seated[Any], seat: Seat) -> None:
    assert masked(second.match.state) == masked(again.state)
    assert second.match.prompts == again.prompts
    for other in second.match.prompts:
        if other in (seat, NATURE):
            continue
        mine = second.match.view(other, second.vaults[other])
        before = again.view(other, first.vaults[other])
        assert list(second.game.legal(mine)) == list(first.game.legal(before))


@every_other_seat
def test_token_numbers_say_nothing(board: Board, seat: int) -> None:
    """With one hand's tokens numbered otherwise, the same things can be chosen: numbers decide nothing.

    What stands for a broker is told apart by its salt, which is the same whatever its number is.
    """
    first, _ = _table(board, seat)
    second, renumbered = _table(board, seat)
    renumbered.shuffles = True
    rng, differing = Random(SEED), 0
    salts: tuple[dict[Token, str], dict[Token, str]] = {}, {}
    while first.match.prompts:
        here, prompt = next(iter(first.match.prompts.items()))
        actions = _owed(first, here), _owed(second, here)
        if not prompt.automatic:
            mine, theirs = _forms(first, here, salts[0]), _forms(second, here, salts[1])
            assert sorted(mine) == sorted(theirs)
            chosen = rng.choice(sorted(mine))
            actions = (mine[chosen],), (theirs[chosen],)
        differing += actions[0] != actions[1]
        first.do(here, *actions[0])
        second.do(here, *actions[1])
    assert not second.match.prompts
    assert differing > 0
    assert board.game.outcome(first.match.state) == board.game.outcome(second.match.state)


def _owed(table: Seated[Any], seat: Seat) -> tuple[Action, ...]:
    return table.match.owed(seat, table.vaults[seat])


def _forms(table: Seated[Any], seat: Seat, salts: dict[Token, str]) -> Mapping[str, Action]:
    """Return the seat's legal actions by what they are once salts stand for tokens.

    What was known before stays in `salts`: of some tokens the game makes everybody forget the value.
    """
    for other, held in table.vaults.items():
        if other != NATURE:
            known = table.game.knows(table.match.state, other, held)
            salts.update({token: opening.salt.hex() for token, opening in known.items()})
    prompt = table.match.prompts[seat]
    legal = table.game.legal(table.match.view(seat, table.vaults[seat]))
    return {_form(action, prompt, salts): action for action in legal}


def _form(value: Struct, prompt: Prompt, salts: Mapping[Token, str]) -> str:
    parts = [type(value).__name__]
    for name, hint in get_type_hints(type(value)).items():
        part: Any = getattr(value, name, None)
        if hint == Token:
            parts.append(salts[part])
        elif hint in (tuple[Token, Token], tuple[Token, ...]):
            parts.append(str(sorted(salts[token] for token in part)))
        elif name == "what" and isinstance(prompt, Choice) and prompt.what == "broker" and part.isdigit():
            parts.append(salts[Token(int(part))])
        elif isinstance(part, Opening):
            parts.append(f"{part.value} {part.salt.hex()}")
        elif not name.startswith("_"):
            parts.append(str(part))
    return " ".join(parts)
