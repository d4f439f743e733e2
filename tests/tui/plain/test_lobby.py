"""What may be typed to open a table, line by line: it becomes an order, or a sentence says why not."""

import io

import pytest

from protocol.text import LINE_LENGTH
from ys_tui.client.intents import OpenTable
from ys_tui.plain.choosing import Refused
from ys_tui.plain.console import Console
from ys_tui.plain.lobby import order
from ys_tui.plain.paper import Paper
from ys_tui.plain.people import People
from ys_tui.plain.start import Naming


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
        ("²", "Type for how many"),
        ("4" * 5_000, "Type for how many"),
        ("2 kings-favor", "three or four players (R67)."),
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


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mute", "There is nobody here whom you could mute."),
        ("unmute", "You have muted nobody."),
        ("accept", "All keys are as they are known."),
    ],
)
def test_who_is_alone_hears_that_there_is_nobody(name: str, said: str) -> None:
    """Where nobody else is, the answer to a name is a sentence that cannot mean anything else."""
    people = People(Console(Paper(io.StringIO()), float, print))
    command = next(command for command in people.commands if command.name == name)
    with pytest.raises(Refused) as refused:
        command.do("nobody")
    assert str(refused.value) == said


@pytest.mark.parametrize("typed", ["?", "- -"])
def test_lone_signs_are_no_name(typed: str) -> None:
    """Neither at the first start nor later; nothing is called so, and the question stays."""
    named, console = list[str](), Console(Paper(io.StringIO()), float, print)
    command = next(command for command in People(console).commands if command.name == "name")
    for take in (command.do, Naming(console, "Ada", named.append).typed):
        with pytest.raises(Refused, match="A name needs a letter or a digit"):
            take(typed)
    assert named == []


def test_what_is_too_long_to_be_said_is_cut_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that fits is said without a word of it; of a longer one it is told that the rest is not said."""
    paper, wished = io.StringIO(), list[object]()
    console = Console(Paper(paper), float, print)
    monkeypatch.setattr(console, "wish", wished.append)
    say = next(command for command in People(console).commands if command.name == "say")
    say.do("x" * LINE_LENGTH)
    assert paper.getvalue() == ""
    say.do("x" * (LINE_LENGTH + 1))
    assert "the rest is not said" in paper.getvalue()
    assert len(wished) == 2
