"""What `ys verify` and `ys games` say of a game in words: who left and why, no result, wide and odd names."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from protocol.game import ESCROW, Ballot, Resign, Seat
from protocol.games import GAMES
from protocol.games.ys.prompts import PickBid
from protocol.record import Record, save
from protocol.seals import Opening
from protocol.vault import Vault
from protocol.verdict import Proved
from tests.support.driver import Seated, seated, secret
from tests.support.records import record, whole
from ys_tui.client import listing, verify
from ys_tui.client.listing import Listed

TABLE = ("ys", 4, ())
YS = GAMES["ys"]


def _checked(folder: Path, game: Record) -> verify.Checked:
    path = folder / "a.ysgame"
    path.write_bytes(save(game))
    return verify.check(path)


def _played(table: Seated[Any]) -> Record:
    """Return the record of `table`, played to its end."""
    for _ in table.steps():
        pass
    return record(table.match)


class _Cheat(Vault):
    """A vault that seals none but the strongest brokers."""

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return a hand of as many brokers as there have to be."""
        return super().hand(setup, deal, (4,) * len(values))


@pytest.fixture(name="parted")
def _parted(tmp_path: Path) -> verify.Checked:
    """Return a game in which Cara resigned and Ben was caught lying."""
    table = seated(YS, 4, 3, with_chairs=False)
    cheat = _Cheat(secret(3, "identity", 1), secret(3, "nonce", 1, size=16), "Ben")
    assert cheat.keys == table.setup.seats[1]
    table.vaults[Seat(1)] = cheat
    table.do(2, Resign())
    return _checked(tmp_path, _played(table))


def test_a_table_that_trusted_its_host_says_so(tmp_path: Path) -> None:
    """A record proves itself with what nature opened in it, and is told with the option's title."""
    game = _played(seated(YS, 3, 3, options=("escrow",), with_chairs=False))
    checked = _checked(tmp_path, game)
    assert isinstance(checked.found, Proved)
    assert verify.table(game) == f"Ys, 3 players, {ESCROW.title}"


def test_who_was_caught_lying_is_named(parted: verify.Checked) -> None:
    """A seat that was caught is told as such, in text and JSON; one that only left, as that."""
    told = "\n".join(verify.summary(parted))
    assert "points  Ben  (caught: hand)  key: " in told
    assert "points  Cara (left)  key: " in told
    players = json.loads(verify.as_json(parted))["players"]
    assert {player["name"]: (player["left"], player["caught"]) for player in players} == {
        "Ada": (False, None),
        "Ben": (True, "hand"),
        "Cara": (True, None),
        "Dan": (False, None),
    }


def test_own_games_say_who_left(parted: verify.Checked) -> None:
    """So does the list of the finished games, of others and of oneself."""
    assert parted.record is not None
    ben = parted.record.setup.seats[1].sign
    told = list(listing.summary(Listed(Path(parted.file), parted, ben, ())))
    assert " (caught: hand), Cara " in told[1]
    assert told[1].endswith(" (left)")
    assert any(line.endswith(" points (caught: hand); every entry is verified") for line in told)


def _player(name: str, points: int, *, left: bool = False) -> verify.Player:
    return verify.Player(name, b"", bot=False, left=left, caught="", points=points, place=1, holder="")


@pytest.mark.parametrize(("points", "is_told"), [(9, True), (8, False)])
def test_more_points_behind_are_explained(points: int, *, is_told: bool) -> None:
    """Where somebody who left has more points than one who stayed, the order is explained; else not."""
    seats = (_player("Ada", 30), _player("Ben", 8), _player("Cara", points, left=True))
    assert bool(verify.order(seats)) is is_told


def test_a_game_without_result_is_not_said_to_fail(tmp_path: Path) -> None:
    """Nothing in a game that is not over is wrong, and that is how it reads."""
    (line,) = verify.summary(_checked(tmp_path, Record(whole(TABLE).setup, whole(TABLE).entries[:7])))
    words = "NO RESULT: every entry is verified, but the game is not over after 7 entries [unfinished]"
    assert line.endswith(f": {words}")


def test_a_game_ended_by_vote_has_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 1: no entry fails, but nobody has won."""
    table = seated(YS, 4, 3, with_chairs=False)
    table.until(PickBid)
    for seat in range(3):
        table.do(seat, YS.legal(table.match.view(Seat(seat), table.vaults[Seat(seat)]))[0])
    for seat in range(2):
        table.do(seat, Ballot(Seat(3), "end"))
    checked = _checked(tmp_path, record(table.match))
    assert verify.run([checked.file], is_json=False) == verify.Exit.FLAWED
    line = capsys.readouterr().out
    assert ": NO RESULT: every entry is verified, but the table voted to end the game" in line
    assert line.endswith("[ended-early]\n")


def test_what_no_entry_is_to_blame_for_names_none(tmp_path: Path) -> None:
    """A game of rules that are not known here fails as a whole."""
    game = Record(replace(whole(TABLE).setup, rules=99), whole(TABLE).entries)
    (line,) = verify.summary(_checked(tmp_path, game))
    assert ": FAILS: Ys was played by revision 99; " in line


def test_wide_names_keep_the_columns(tmp_path: Path) -> None:
    """What stands behind a name of wide letters stands in the same cell as behind others."""
    table = seated(YS, 2, 3, with_chairs=False)
    wide = Vault(secret(3, "identity", 0), secret(3, "nonce", 0, size=16), "日本語")
    setup = replace(table.setup, seats=(wide.keys, *table.setup.seats[1:]))
    own = Seated(YS, setup, {**table.vaults, Seat(0): wide}, seed=3, with_chairs=False)
    told = verify.summary(_checked(tmp_path, _played(own)))
    before = [cell_len(line.partition("  key: ")[0]) for line in told if "  key: " in line]
    assert len(before) == 2
    assert len(set(before)) == 1


def test_no_name_is_no_folder() -> None:
    """A file without a name is none: that is what is said."""
    assert list(verify.summary(verify.check(""))) == ["'': no game: no file is named [unreadable]"]


def test_a_forbidden_name_is_told_in_words(tmp_path: Path) -> None:
    """A name that no player can have is refused with its place, and without a pattern."""
    ada, *others = whole(TABLE).setup.seats
    setup = replace(whole(TABLE).setup, seats=(replace(ada, name="\x1b[2J"), *others))
    (line,) = verify.summary(_checked(tmp_path, Record(setup, whole(TABLE).entries)))
    assert "of allowed characters - at " in line
    assert "regex" not in line
