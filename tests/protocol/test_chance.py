"""Chance: chains that cannot be foreseen, draws that nobody can choose, numbers that are uniform."""

from collections import Counter
from itertools import pairwise

import pytest

from protocol.chance import LINKS, Rng, chain, joined, seeded, step
from tests.support.driver import secret

NATURE = secret("nature")
LINKS_GIVEN = (secret("one"), secret("two"))


def test_each_link_leads_to_the_one_before() -> None:
    """`step` of a link is the link given out before it, down to the anchor."""
    links = chain(secret("chain"))
    assert len(links) == LINKS + 1
    assert all(step(later) == earlier for earlier, later in pairwise(links))
    assert len(set(links) | set(chain(secret("other chain")))) == 2 * (LINKS + 1)


def test_every_link_and_its_seat_matter_to_a_draw() -> None:
    """Another link, another order of seats, a link withheld or left out each give another draw."""
    one, two = LINKS_GIVEN
    draws = {
        joined(nature, links).below(1 << 60)
        for nature, links in (
            (NATURE, (one, two)),
            (secret("other nature"), (one, two)),
            (NATURE, (two, one)),
            (NATURE, (one, None)),
            (NATURE, (None, one)),
            (NATURE, (one,)),
            (NATURE, ()),
            (NATURE, (None, None)),
        )
    }
    assert len(draws) == 8
    assert joined(NATURE, LINKS_GIVEN).below(1 << 60) == joined(NATURE, list(LINKS_GIVEN)).below(1 << 60)


def test_numbers_are_uniform() -> None:
    """Chi-square of 60,000 numbers below 6: under the 99.9 % limit for 5 degrees of freedom."""
    rng = Rng(secret("dice"))
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 20.5


def test_orders_are_uniform() -> None:
    """Chi-square of 24,000 shuffles of four things: under the 99.9 % limit for 23 degrees of freedom."""
    rng = Rng(secret("cards"))
    counts = Counter(rng.shuffle("abcd") for _ in range(24_000))
    assert len(counts) == 24
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 49.7


def test_numbers_that_would_be_unfair_are_thrown_away() -> None:
    """Below 2**63 + 1 nearly every other number is rejected: two streams stay in step all the same."""
    bound = (1 << 63) + 1
    one, other = Rng(secret("reject")), Rng(secret("reject"))
    kept = [one.below(bound) for _ in range(20)]
    words = [other.below((1 << 64) - 1) for _ in range(60)]
    assert kept == [word for word in words if word < bound][:20]
    assert any(word >= bound for word in words[:20])


@pytest.mark.parametrize("bound", [0, -1, 1 << 64])
def test_a_bound_out_of_range_is_our_own_fault(bound: int) -> None:
    """No number is below 0 or below 1, and none is longer than a word."""
    with pytest.raises(AssertionError):
        Rng(bytes(32)).below(bound)


def test_draws_put_nothing_back() -> None:
    """A draw takes distinct items; all of them is a shuffle."""
    assert len(set(Rng(secret("draw")).draw(range(9), 5))) == 5
    assert sorted(Rng(secret("draw")).shuffle(range(9))) == list(range(9))
    assert Rng(bytes(32)).below(1) == 0


def test_a_seed_repeats_its_bytes() -> None:
    """The same seed gives the same bytes in the same order; another seed, and another's source, others."""
    first, second = seeded(1, "server"), seeded(1, "server")
    assert [first(16), first(32)] == [second(16), second(32)]
    others = {seeded(seed, whose)(32) for seed in (1, 2) for whose in ("server", "client", "bots")}
    assert len(others) == 6
