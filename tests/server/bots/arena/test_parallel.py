"""Games played by several processes."""

import pytest

from ys_server.bots.arena.parallel import cores, each


def _halved(number: int) -> float:
    return 1 / number


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes: int) -> None:
    """However many processes work, the results are in the order of what they were made of."""
    numbers = range(1, 30)
    assert list(each(_halved, numbers, processes)) == [1 / number for number in numbers]


def test_a_mistake_in_a_process_is_heard() -> None:
    """What a process raises, the one that waits for it raises."""
    with pytest.raises(ZeroDivisionError):
        list(each(_halved, [0], 2))


def test_there_is_a_core() -> None:
    """At least one process works."""
    assert cores() >= 1
