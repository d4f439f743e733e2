"""The order of effects: nothing is told before it is on disk, and what cannot be saved is not told."""

import threading
from collections.abc import Iterable, Sequence

from ys_server.database import StoreError
from ys_server.effects import Close, Conn, Effect, Known, Logged, Opened, Record, Save, Send
from ys_server.outbox import Outbox

ADA = Conn(1)


class Disk:
    """A store that fails for some tables, and waits while its gate is closed."""

    def __init__(self, *broken: Record) -> None:
        """Refuse every batch that has one of `broken` in it."""
        self.broken = broken
        self.batches: list[list[Record]] = []
        self.gate = threading.Event()
        self.gate.set()

    def save(self, records: Sequence[Record]) -> None:
        """Note a batch, or refuse it."""
        self.gate.wait(10)
        if any(record in self.broken for record in records):
            raise StoreError("the disk is full")
        self.batches.append(list(records))

    def log(self, table: int) -> Logged:
        """Return a game without entries."""
        return Logged(())


def send(text: str, table: int | None = None) -> Send:
    """Return a message to Ada."""
    return Send((ADA,), text.encode(), table)


def save(number: int) -> Save:
    """Return something of table `number` to be saved."""
    return Save(Opened(number), number)


class Desk:
    """An outbox with what came out of it."""

    def __init__(self, disk: Disk) -> None:
        """Begin with nothing."""
        self.out: list[str] = []
        self.took: list[float] = []
        self.box = Outbox(disk, self._deliver, self._stopped, self.took.append)

    def _deliver(self, effect: Send | Close) -> None:
        self.out.append(effect.frame.decode() if isinstance(effect, Send) else f"close {effect.code}")

    def _stopped(self, tables: Iterable[int]) -> list[Effect]:
        return [send(f"stopped {table}") for table in tables]


async def test_what_needs_no_saving_leaves_at_once() -> None:
    """No thread is waited for when nothing has to be on disk."""
    desk = Desk(Disk())
    desk.box.put([send("a"), Close(ADA, "bye")])
    assert desk.out == ["a", "close bye"]
    await desk.box.close()


async def test_no_send_overtakes_an_earlier_save() -> None:
    """While the disk works, everything behind the save waits, also what comes later."""
    disk = Disk()
    desk = Desk(disk)
    disk.gate.clear()
    desk.box.put([send("a"), save(1), send("b", 1)])
    desk.box.put([send("c")])
    assert desk.out == ["a"]
    disk.gate.set()
    await desk.box.close()
    assert desk.out == ["a", "b", "c"]


async def test_what_gathers_while_the_disk_works_is_one_transaction() -> None:
    """Group commit: one batch under way, all others together in the next."""
    disk = Disk()
    desk = Desk(disk)
    disk.gate.clear()
    desk.box.put([save(1), send("a", 1)])
    for number in range(2, 6):
        desk.box.put([save(number), send(str(number), number)])
    disk.gate.set()
    await desk.box.close()
    assert [len(batch) for batch in disk.batches] == [1, 4] or [len(batch) for batch in disk.batches] == [5]
    assert desk.out == ["a", "2", "3", "4", "5"]


async def test_a_table_that_cannot_be_saved_is_stopped_and_no_other() -> None:
    """What the failed table had to tell is dropped; the rest of the batch is saved and told."""
    disk = Disk(Opened(1))
    desk = Desk(disk)
    desk.box.put([save(1), send("one", 1), save(2), send("two", 2), send("lobby")])
    await desk.box.close()
    assert disk.batches == [[Opened(2)]]
    assert desk.out == ["two", "lobby", "stopped 1"]


async def test_a_name_that_cannot_be_saved_stops_no_table() -> None:
    """Records of no table fail with a word in the log alone."""
    desk = Desk(Disk(Known(b"k", "Ada")))
    desk.box.put([Save(Known(b"k", "Ada")), send("a"), save(2), send("two", 2)])
    await desk.box.close()
    assert desk.out == ["a", "two"]


async def test_it_tells_how_it_is() -> None:
    """What waits, how long each transaction took, and whether the last one saved all that it had to."""
    disk = Disk(Opened(2))
    desk = Desk(disk)
    disk.gate.clear()
    desk.box.put([save(1), send("a"), send("b")])
    assert (len(desk.box), desk.took) == (3, [])
    disk.gate.set()
    await desk.box.settled()
    assert (len(desk.box), len(desk.took)) == (0, 1)
    states = [desk.box.is_well]
    for number in (2, 3):
        desk.box.put([save(number)])
        await desk.box.settled()
        states.append(desk.box.is_well)
    assert states == [True, False, True]
    await desk.box.close()
