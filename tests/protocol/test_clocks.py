"""The clocks of tables, as data."""

from protocol.clocks import CLOCKS, DAY, MINUTE


def test_clocks_are_told_by_their_keys() -> None:
    """Each says in a few words and in a sentence what it does; at most one kind of time is set."""
    assert next(iter(CLOCKS)) == "none"
    for key, clock in CLOCKS.items():
        assert clock.key == key
        assert clock.title
        assert clock.text.endswith(".")
        assert not (clock.bank and clock.decision)
    assert CLOCKS["live-20"].bank == 20 * MINUTE
    assert [CLOCKS[f"days-{days}"].decision // DAY for days in (1, 3, 7)] == [1, 3, 7]


def test_nobody_is_expected_to_be_here_where_decisions_take_days() -> None:
    """All other tables are played together."""
    assert {key for key, clock in CLOCKS.items() if not clock.is_live} == {"days-1", "days-3", "days-7"}
