"""The help as text: every topic has something, and the keys are those in force."""

import pytest

from protocol.game import ESCROW, combinations
from protocol.games.ys.game import YS
from tests.support.options import RICH
from ys_tui.__main__ import main
from ys_tui.actions import SCOPES
from ys_tui.games.ys.legend import legend
from ys_tui.keyfile import read
from ys_tui.keymap import DEFAULT
from ys_tui.looks import UNICODE
from ys_tui.topics import Topic, key_text, manual, rules, sections, this_table, topics


def test_tables_are_told_from_the_data() -> None:
    """Each number of seats and each option has its paragraph; a sentence that is missing leaves no trace."""
    assert manual(RICH) == (
        "TABLES",
        "For 2: A third hand is on the table.",
        "For 3",
        "For 4: Everybody pays [double].",
        "Long game: It takes one round more. Two play the short game.",
        "Trio: All three bid at once. Only three play the trio.",
        "Dear game: The prize counts twice.",
        f"{ESCROW.title}: {ESCROW.text} {ESCROW.otherwise}",
    )


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
def test_own_table_is_told(seats: int, options: tuple[str, ...]) -> None:
    """At a table the help says what is played there, no more and no less."""
    _, kind, *played = this_table("ys", seats, options)
    assert kind == f"Ys for {seats}: {YS.tables[seats]}"
    assert played == [f"{option.title}: {option.text}" for option in YS.options if option.key in options]


def test_every_topic_has_something_to_say() -> None:
    """No page is empty, each name is one word, and what is taken from the rules is all there."""
    told = topics("ys", legend(UNICODE), DEFAULT)
    assert all(len(topic.text) > 300 and topic.name.isalpha() for topic in told)
    pages = {topic.name: topic.text for topic in told}
    assert [f"R{number} " in pages["count"] for number in (33, 35, 47, 72)] == [True, True, True, False]
    assert [f"R{number} " in pages["scoring"] for number in (71, 72, 78)] == [False, True, True]
    assert "Spy" in pages["cards"]
    assert "Spy" not in pages["playing"].replace("whose Spy", "")
    assert "\n\n".join(sections("ys").values()) in rules("ys")


def test_words_are_found_from_their_beginning() -> None:
    """What is typed is how words begin, not a piece of one; a number of a rule is found as well."""
    topic = Topic("cards", "Cards", "what they do", "Courtier: a gem.\nR72 The ties (broken).")
    assert topic.found("tie") == "R72 The ties (broken)."
    assert topic.found("BROK r72") == "R72 The ties (broken)."
    assert topic.found("court") == "Courtier: a gem."
    assert topic.found("tier") is None
    assert topic.found("car") == ""
    assert topic.found("(") == "R72 The ties (broken)."


def test_the_levels_of_bots_are_told_with_the_tables() -> None:
    """Who waits in a room finds there what each level does."""
    pages = {topic.name: topic.text for topic in topics("ys", legend(UNICODE), DEFAULT)}
    assert all(level in pages["tables"].lower() for level in YS.bots)


def test_the_help_names_the_keys_in_force() -> None:
    """In its own words, too: none is left as it comes, and nothing is left to be put in."""
    keys = '[table]\nundo = "z"\njump = "y"\npause = "%"\n[lobby]\nnew = "ctrl+n"\n[moving]\nenter = "f3"\n'
    pages = {topic.name: topic.text for topic in topics("ys", legend(UNICODE), read(keys, "keys.toml"))}
    assert "f3 sends it, z takes it back" in pages["playing"]
    assert "y puts a letter at every place" in pages["playing"]
    assert "% votes for a pause" in pages["votes"]
    assert "ctrl+n opens a table" in pages["lobby"]
    assert not any("{" in text for text in pages.values())
    usual = {topic.name: topic.text for topic in topics("ys", legend(UNICODE), DEFAULT)}
    assert "Enter sends it, u takes it back" in usual["playing"]


def test_every_action_is_told_with_the_keys_in_force() -> None:
    """The page on keys is made of the list of actions and of what a player has chosen."""
    text = " ".join(key_text(read('[table]\nundo = ["z", "backspace"]\n', "keys.toml")).split())
    assert "z backspace take back the last thing of the draft" in text
    for scope in SCOPES:
        for action in scope.actions:
            assert action.name.startswith("digit-") or action.told in text, action.name
    azerty = key_text(read('[table]\ndigit-0 = "à"\ndigit-1 = "&"\n', "keys.toml"))
    assert "à&23456789" in azerty
    assert "0-9" in key_text(DEFAULT)


def test_what_is_typed_finds_a_topic() -> None:
    """Words are found in any order in the title, else together in one line of the text, which is shown."""
    scoring = next(topic for topic in topics("ys", legend(UNICODE), DEFAULT) if topic.name == "scoring")
    assert scoring.found("SCOR") == ""
    assert (scoring.found("gems black") or "").startswith("R77 Black gems score")
    assert scoring.found("zebra") is None


def test_help_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """`ys help` lists the topics, `ys help TOPIC` prints one, and an unknown one is told which there are."""
    assert main(["help"]) == 0
    assert "scoring" in capsys.readouterr().out
    assert main(["help", "scoring"]) == 0
    out = capsys.readouterr().out
    assert "R78 Most points win" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main(["help", "zebra"]) == 2
    assert "ys: there is no topic 'zebra'; there are playing, keys," in capsys.readouterr().err
