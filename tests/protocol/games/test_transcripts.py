"""Games replay as their reviewed transcripts say, line by line; see tests/support/transcript.py."""

import pytest

from tests.support.transcript import FOLDER, transcript, wanted


def test_every_layout_and_course_has_its_transcript() -> None:
    """No game, table or course lacks a transcript, and none is left over."""
    assert {path.name for path in FOLDER.glob("*.txt")} == set(wanted())


@pytest.mark.parametrize("name", sorted(wanted()))
def test_the_game_goes_as_its_transcript_says(name: str) -> None:
    """Entries, events, digests and the result are those of the transcript."""
    assert transcript(wanted()[name]) == (FOLDER / name).read_text(encoding="utf-8")
