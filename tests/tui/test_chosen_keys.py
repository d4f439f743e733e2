"""Keys that were chosen, in the program itself on a real terminal: read at the start, refused before it."""

from pathlib import Path

from tests.support.terminal import Terminal
from ys_tui.config import keys_file


def chosen(text: str) -> Path:
    """Write the user's own file of keys."""
    keys_file().parent.mkdir(parents=True)
    keys_file().write_text(text, encoding="utf-8")
    return keys_file()


def test_the_program_takes_the_keys_of_the_file() -> None:
    """A chosen key opens the settings, which say where it was chosen; another ends the program."""
    chosen('[everywhere]\nsettings = "S"\nquit = "ctrl+x"\n')
    with Terminal("--name", "Ada") as terminal:
        terminal.wait_for("Welcome to Ys")
        terminal.press("\r")
        terminal.wait_for("Play alone")
        terminal.press(",S")
        terminal.wait_for("Keys: chosen in")
        terminal.press("\x1b")
        terminal.wait_for("Play alone")
        terminal.press("\x11\x18")  # ctrl+q does nothing any more
        assert terminal.ended() == 0


def test_a_file_that_cannot_be_used_ends_the_start_with_a_sentence() -> None:
    """Nothing is drawn and nothing of the file is taken: what is wrong is said with file and line."""
    file = chosen('[table]\nundo = "m"\n')
    with Terminal(columns=200) as terminal:
        assert terminal.ended() == 2
        assert f"ys: {file}, line 2: 'm' is for undo and for mute of [table]" in " ".join(
            terminal.text().split()
        )
        assert b"\x1b" not in terminal.output
