"""The page about fair play names tests that are there: every attack of it is tried."""

from tests.architecture.named import missing, rows

PAGE = ("fair-play.md", "Attacks, and the tests that try them")
ATTACKS = (
    "lying at reveal",
    "a hand that is not R3",
    "copied seals",
    "a reused token",
    "a swapped seal",
    "a forged move",
    "a dropped move",
    "two logs (fork)",
    "a rollback",
    "a lured opening",
    "a stacked draw",
    "a replayed setup",
    "a stolen seat",
    "a return that nobody asked for",
    "a peek by a spectator",
    "a host who is trusted answers for a seat",
    "a host trusted behind one's back",
    "a seat that locks nothing, or rubbish",
    "a Spy shown a wrong value",
)


def test_every_attack_has_its_row() -> None:
    """The page lists the attacks of the threat model, each with at least one test."""
    assert tuple(rows(*PAGE)) == ATTACKS
    assert all(rows(*PAGE).values())


def test_every_test_named_exists() -> None:
    """No test that the page names has been renamed or removed."""
    assert missing(*PAGE) == set()
