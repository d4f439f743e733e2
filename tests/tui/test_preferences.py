"""What a player has set is there again at the next start, and never in the way of one."""

from pathlib import Path

import pytest

from tests.support.screen import Told, snapshot
from ys_tui import config
from ys_tui.looks import UNICODE
from ys_tui.preferences import PACE, Preferences
from ys_tui.routing import Ways, made
from ys_tui.screens.table import TableScreen


def test_a_setting_is_kept_for_the_next_start(tmp_path: Path) -> None:
    """Two starts with one file; what another window wrote meanwhile stays."""
    one, other = Preferences(tmp_path / "kept"), Preferences(tmp_path / "kept")
    one.put(PACE, "slow")
    other.put("another-thing", "on")
    later = Preferences(tmp_path / "kept")
    assert (later.get(PACE), later.get("another-thing")) == ("slow", "on")
    assert later.get("never-set") == ""


@pytest.mark.parametrize("damage", [b"", b"\xc1", b"\x81\xa1A\x01", b"x" * 100])
def test_a_damaged_file_holds_nothing_and_is_written_anew(tmp_path: Path, damage: bytes) -> None:
    """The game starts all the same; the next setting makes the file whole."""
    (tmp_path / "kept").write_bytes(damage)
    kept = Preferences(tmp_path / "kept")
    assert kept.get(PACE) == ""
    kept.put(PACE, "fast")
    assert Preferences(tmp_path / "kept").get(PACE) == "fast"


def test_where_nothing_can_be_written_a_setting_lasts_as_long_as_the_program(tmp_path: Path) -> None:
    """No folder, or no file at all."""
    for kept in (Preferences(tmp_path / "no" / "folder"), Preferences()):
        kept.put(PACE, "off")
        assert kept.get(PACE) == "off"


def test_a_table_is_shown_with_the_speed_that_was_kept() -> None:
    """It reaches the screen that is made for the table."""
    screen = made(snapshot(Told(4).sees(0)), Ways(UNICODE, "Alix", pace="slow"))
    assert isinstance(screen, TableScreen)
    assert screen._pace == "slow"
    assert config.PREFERENCES == "preferences"
