"""Setting a table with bots: snapshots in, the next wish out."""

from msgspec.structs import replace

from protocol.messages import Chair, TableInfo
from tests.support.driver import secret
from ys_tui.client import solo
from ys_tui.client.intents import OpenTable, SeatBot, SitDown, StartGame
from ys_tui.client.snapshot import Connection, Lobby, Notice, Snapshot
from ys_tui.config import Solo
from ys_tui.tutorial import TUTORIAL

KEY, BOT = secret("me"), secret("bots")
EMPTY = Snapshot(connection=Connection.ONLINE, key=KEY)


def table(*chairs: str, number: int = 1, stage: str = "open") -> TableInfo:
    """Return our table with these in its chairs: "me" or a bot."""
    seated = tuple(Chair(name, KEY if name == "me" else BOT, name != "me", here=True) for name in chairs)
    return TableInfo(number, "ys", 1, solo.TITLE, (), 4, seated, KEY, stage)  # type: ignore[arg-type]  # a literal


def shows(*tables: TableInfo, notice: int = 0) -> Snapshot:
    """Return a snapshot of a lobby with these tables, after so many notices."""
    told = Notice(notice, "no-bots", "No bots yet.") if notice else None
    return replace(EMPTY, lobby=Lobby(tables), notice=told)


def test_table_is_set_step_by_step() -> None:
    """Open, seat the bots one by one in the order asked for, start; each step once."""
    setting = solo.Setting("ys", ("greedy", "random", "random"))
    steps = [
        (shows(), OpenTable("ys", 4, (), solo.TITLE)),
        (shows(), None),
        (shows(table()), None),
        (shows(table("me")), SeatBot(1, "greedy")),
        (shows(table("me")), None),
        (shows(table("me", "a")), SeatBot(1, "random")),
        (shows(table("me", "a", "b")), SeatBot(1, "random")),
        (shows(table("me", "a", "b", "c")), StartGame(1)),
        (shows(table("me", "a", "b", "c")), None),
        (shows(table("me", "a", "b", "c", stage="playing")), OpenTable("ys", 4, (), solo.TITLE)),
    ]
    assert [setting.next(snapshot) for snapshot, _ in steps] == [intent for _, intent in steps]


def test_a_table_is_called_as_it_is_wished() -> None:
    """The tutorial's is called so, every other one as solo tables are."""
    for plan, title in ((TUTORIAL, "Tutorial"), (Solo(), "Alone with bots")):
        alone = solo.Alone("ys", plan.bots, plan.options, plan.title)
        assert alone.offer(shows()) is None
        assert alone.next(shows()) == OpenTable("ys", 4, (), title)


def test_refused_step_is_tried_again() -> None:
    """After a refusal the next look wishes the same again: the bots were still on their way."""
    setting = solo.Setting("ys", ("greedy", "random", "random"))
    assert setting.next(shows(table("me"))) == SeatBot(1, "greedy")
    refused = shows(table("me"), notice=1)
    assert setting.next(refused) is None
    assert setting.next(refused) == SeatBot(1, "greedy")


def test_left_open_table_is_used_again() -> None:
    """A table that was opened and not sat at is taken, not doubled."""
    assert solo.Setting("ys", ("greedy",) * 3).next(shows(table())) == SitDown(1)


def test_table_with_options_is_another_one() -> None:
    """Options are asked for; a table that was left open with others is not taken instead."""
    setting = solo.Setting("ys", ("greedy",) * 3, ("kings-favor",))
    assert setting.next(shows(table())) == OpenTable("ys", 4, ("kings-favor",), solo.TITLE)
    left = replace(table(), options=("kings-favor",))
    assert solo.Setting("ys", ("greedy",) * 3, ("kings-favor",)).next(shows(left)) == SitDown(1)


def test_nothing_without_a_link() -> None:
    """Without a connection nothing is wished."""
    offline = replace(shows(), connection=Connection.LOST)
    assert solo.Setting("ys", ("greedy",) * 3).next(offline) is None


def test_latest_running_game_is_the_kept_one() -> None:
    """Of the running games with a chair of ours the newest is offered; finished and foreign ones are not."""
    mine = table("me", "a", number=2, stage="playing")
    newer = table("me", "a", number=3, stage="playing")
    foreign = table("a", "b", number=4, stage="playing")
    over = table("me", "a", number=5, stage="over")
    assert solo.kept(shows(mine, newer, foreign, over)) == newer
    assert solo.kept(shows(foreign, over)) is None
