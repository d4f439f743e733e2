"""The keys in force: from the defaults and a file, which is taken whole or refused in a plain sentence."""

from pathlib import Path

import pytest
from textual.keys import _character_to_key

from tests.tui import keys_page
from ys_tui import config, keymap
from ys_tui.__main__ import main
from ys_tui.actions import SCOPES, SHARED
from ys_tui.config import ConfigError
from ys_tui.keyfile import load, printed, read
from ys_tui.keymap import DEFAULT, Typing
from ys_tui.keynames import key_of

TABLE = Typing("table")


def test_what_is_printed_is_what_is_in_force() -> None:
    """The file that ys keys prints changes nothing; with one line changed, only that."""
    whole = printed(DEFAULT, "keys.toml")
    again = read(whole, "keys.toml")
    assert printed(again, "keys.toml") == whole
    assert (
        read(whole.replace('undo = ["u", "backspace"]', 'undo = ["z", "backspace"]'), "keys.toml").meant(
            "z", TABLE
        )
        == "u"
    )


def test_every_action_has_a_key_that_does_it() -> None:
    """As keys come, each action can be reached at the place where it is."""
    for scope in SCOPES:
        for where in (*SHARED, scope):
            for action in where.actions:
                keys = DEFAULT.keys(where, action)
                reached = {DEFAULT.meant(key, Typing(scope.name)) for key in keys}
                assert reached & set(action.does), (scope.name, action.name)


def test_a_key_that_was_given_up_does_nothing() -> None:
    """Where an action has another key, the old one is nobody's; elsewhere it is what it was."""
    chosen = read('[table]\nundo = "z"\n', "keys.toml")
    assert (chosen.meant("z", TABLE), chosen.meant("u", TABLE)) == ("u", None)
    assert chosen.meant("u", Typing("room")) == "u"


def test_keys_that_type_no_letter_of_ascii() -> None:
    """A keyboard whose digits need shift has them where its keys are."""
    chosen = read('[table]\ndigit-0 = "à"\ndigit-1 = "&"\ndigit-3 = "\\""\n', "keys.toml")
    typed = ("à", "ampersand", "quotation_mark")
    assert [chosen.meant(key, TABLE) for key in typed] == ["0", "1", "3"]
    assert chosen.shown("0-4", TABLE) == 'à&2"4'


def test_letters_for_arrows_give_way_to_a_screen_s_own() -> None:
    """The letter k is up where no letter is meant: not where the host puts out, nor where it was chosen."""
    assert DEFAULT.meant("k", Typing("lobby")) == "up"
    assert DEFAULT.meant("k", Typing("room")) == "k"
    assert DEFAULT.meant("j", Typing("start")) == "j"
    chosen = read('[table]\nmute = "k"\n', "keys.toml")
    assert chosen.meant("k", Typing("table", is_moving=True)) == "m"


def test_l_is_the_log_unless_the_arrows_choose() -> None:
    """L always opens it; the bar tells the key that does so now."""
    moving = Typing("table", is_moving=True)
    assert [DEFAULT.meant("l", typing) for typing in (TABLE, moving)] == ["l", "right"]
    assert [DEFAULT.meant("L", typing) for typing in (TABLE, moving)] == ["l", "l"]
    assert [DEFAULT.shown("l", typing) for typing in (TABLE, moving)] == ["l", "L"]


def test_arrows_can_be_other_keys() -> None:
    """Who wants other letters for the arrows gives their actions other keys; the bar tells them."""
    chosen = read(
        '[moving]\nup = "w"\nleft = "a"\ndown = "s"\nright = "d"\n'
        '[table]\noutlook = "!"\nspeed = "%"\nprepare = "&"\n',
        "keys.toml",
    )
    assert chosen.shown("↑↓←→", TABLE) == "wsad"
    assert chosen.shown("arrows", TABLE) == "wsad"
    assert chosen.meant("up", TABLE) is None
    assert chosen.meant("s", Typing("room")) == "s"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[table]\nundo = "m"\n', "keys.toml, line 2: 'm' is for undo and for mute of [table]"),
        ('[table]\n\nmute = "enter"\n', "line 3: 'enter' is for mute and for enter of [moving]"),
        ('[everywhere]\nleave = "x"\n', "line 2: 'x' is for leave and for swap of [room]"),
        ('[moving]\nup = "c"\n', "line 2: 'c' is for up and for card of [table]"),
        ('[tabel]\nundo = "z"\n', "line 1: there is no part 'tabel'; there are [everywhere], [moving]"),
        ('undo = "z"\n', "there is no part 'undo'; there are [everywhere]"),
        ('[table]\nredo = "z"\n', "line 2: [table] has no 'redo'; it has undo, flip"),
        ('[table]\nundo = "zz"\n', "line 2: undo: there is no key 'zz'. A key is a character such as"),
        ('[table]\nundo = "ctrl+c"\n', "line 2: undo: 'ctrl+c' cannot be chosen: it always means leave."),
        ('[table]\nundo = "Ctrl+I"\n', "undo: 'Ctrl+I' cannot be chosen: terminals send it for tab."),
        ('[table]\nundo = "ctrl+m"\n', "'ctrl+m' cannot be chosen: terminals send it for enter."),
        ('[table]\nundo = "ctrl+j"\n', "'ctrl+j' cannot be chosen: terminals send it for enter."),
        ('[table]\nundo = "ctrl+h"\n', "'ctrl+h' cannot be chosen: terminals send it for backspace."),
        ('[table]\nundo = ""\n', "there is no key ''"),
        ('[table]\nundo = "\\u0007"\n', "there is no key '\\x07'"),
        ("[table]\nundo = []\n", "undo is to be a key or a list of keys"),
        ("[table]\nundo = 4\n", "undo is to be a key or a list of keys"),
        ("[table]\nundo = \n", "keys.toml is no TOML: Invalid value (at line 2"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_place(text: str, words: str) -> None:
    """The sentence names file, line and entry, and what would be right."""
    with pytest.raises(ConfigError) as refused:
        read(text, "keys.toml")
    assert words in str(refused.value)


def test_characters_have_the_names_that_textual_gives_them() -> None:
    """Each character of a keyboard is the key that arrives when it is typed."""
    typed = [*map(chr, range(ord("!"), 127)), *"éàçèùßñ€£§°µ"]
    assert [key_of(each) for each in typed] == [_character_to_key(each) for each in typed]


def test_the_file_is_where_settings_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a word the user's own file is read, if it is there; a file that was named has to be."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load() is keymap.DEFAULT
    file = config.keys_file()
    assert file == tmp_path / "ys" / "keys.toml"
    file.parent.mkdir()
    file.write_text('[table]\nundo = "z"\n', encoding="utf-8")
    assert load().meant("z", TABLE) == "u"
    with pytest.raises(ConfigError, match="is not there"):
        load(str(tmp_path / "other.toml"))
    file.write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="it is no text in UTF-8"):
        load()


def test_ys_keys_prints_what_is_in_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a file to change; it says what is wrong with the one there is, and fails then."""
    file = tmp_path / "mine.toml"
    file.write_text('[table]\nundo = "z"\n', encoding="utf-8")
    assert main(["keys", "--keys", str(file)]) == 0
    assert 'undo = ["z"]' in capsys.readouterr().out
    file.write_text('[table]\nundo = "m"\n', encoding="utf-8")
    assert main(["--keys", str(file), "keys"]) == 2
    said = capsys.readouterr()
    assert f"ys: {file}, line 2: 'm' is for" in said.err
    assert said.err.endswith("Printed are the keys as they come.\n")
    assert 'undo = ["u", "backspace"]' in said.out


def test_kept_file_that_is_broken_leaves_a_file_to_begin_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who cannot start because of the kept file gets the keys as they come, and what is wrong beside it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    config.keys_file().parent.mkdir()
    config.keys_file().write_text("[nowhere]\n", encoding="utf-8")
    assert main(["keys"]) == 2
    said = capsys.readouterr()
    assert all(
        read(said.out, "printed").keys(scope, action) == DEFAULT.keys(scope, action)
        for scope in SCOPES
        for action in scope.actions
    )
    assert "there is no part 'nowhere'" in said.err


@pytest.mark.parametrize("command", ["id", "games", "help"])
def test_file_of_keys_that_is_named_has_to_be_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where no keys are typed, a file that is named and cannot be used ends the start."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["--keys", str(tmp_path / "none.toml"), command]) == 2
    assert "none.toml is not there." in capsys.readouterr().err


def test_the_page_tells_every_key() -> None:
    """The tables in docs/keys.md are those of the list (python -m tests.tui.keys_page)."""
    assert keys_page.PART.written() == keys_page.render()
