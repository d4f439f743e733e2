"""What may be typed to open a table, line by line: it becomes an order, or a sentence says why not."""

import pytest

from ys_tui.client.snapshot import OpenTable
from ys_tui.plain.choosing import Refused
from ys_tui.plain.lobby import order


def test_options_and_settings_come_in_any_order() -> None:
    """The title is the rest of the line; a password makes the door, trust in the host needs days."""
    assert order("3 clock=days-3 escrow kings-favor title=Long [game]", "Ada's") == OpenTable(
        "ys", 3, ("kings-favor", "escrow"), "Long [game]", "days-3", "open"
    )
    assert order("2 password=apple", "Ada's") == OpenTable("ys", 2, (), "Ada's", "none", "password", "apple")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type for how many"),
        ("5", "Type for how many"),
        ("2 kings-favor", "three or four"),
        ("4 kings-cup", "no option kings-cup"),
        ("4 escrow", "days"),
        ("4 escrow clock=live-20", "days"),
        ("4 clock=noon", "no clock 'noon'"),
        ("4 door=window", "no door 'window'"),
        ("4 door=password", "has a password"),
        ("4 colour=red", "no colour= here"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(typed: str, said: str) -> None:
    """The reason names what is wrong or what there is, and ends like a sentence."""
    with pytest.raises(Refused) as refused:
        order(typed, "Ada's")
    assert said in str(refused.value)
    assert str(refused.value).endswith(".")
    assert not str(refused.value).endswith("..")
