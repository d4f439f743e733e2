"""The database of a server that was killed in three games, cut short at any byte, and those who were there.

Every one of the persons knows a whole log; what the file has lost they give back.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from protocol import VERSION, wire
from protocol.game import NATURE, Seat, Setup
from protocol.games import GAMES
from protocol.match import Entry, Match
from protocol.messages import (
    AnyClientMessage,
    AnyServerMessage,
    Behind,
    Challenge,
    Hello,
    Offer,
    Watch,
    greeting,
    pieces,
)
from protocol.vault import NONCE, Vault
from tests.support.driver import NAMES, Seated, secret
from tests.support.woken import woken
from ys_server.database import StoreError
from ys_server.effects import Begun, Conn, Effect, Opened, Played, Record, Save, Send, Wake
from ys_server.hub import Hub
from ys_server.store import Store

IDENTITY: Final = secret("torn", "server")
LENGTHS: Final = (90, 200, 280)
"""Entries of each game so far."""
FILES: Final = ("database", "log", "both")
"""What is cut: the file of a server that has ended, the log of one that was killed, or the file beside it."""
_YS: Final = GAMES["ys"]


class Cut(Struct, frozen=True):
    """What became of a database that was cut."""

    what: str
    at: int
    has_opened: bool = False
    lost: int = 0
    """Entries that were missing."""
    given_back: int = 0
    """Entries that were there again when everybody had come."""
    forgotten: int = 0
    """Tables of which nothing was left, not even that there were any: nobody can give those back."""
    is_wrong: bool = False
    """Whether what was left was anything but a beginning, or what was given back not the same."""


class Torn:
    """A server's files as they are when it has ended, and when it was killed."""

    def __init__(self, folder: Path) -> None:
        """Let a server live in `folder`."""
        self.games = {number: _game(number, length) for number, length in enumerate(LENGTHS, 1)}
        self._folder, self._path = folder, folder / "whole.sqlite3"
        self._killed = folder / "killed.sqlite3"
        with closing(Store(self._path)) as store:
            store.identity(lambda _: IDENTITY)
            for records in self._records():
                store.save(records)
            for end in ("", "-wal"):
                shutil.copy(f"{self._path}{end}", f"{self._killed}{end}")

    def cut(self, what: str, part: float) -> Cut:
        """Cut a copy of a file where so much of it is left; return what became of it."""
        source = self._path if what == "database" else self._killed
        path = self._folder / "copy" / "ys.sqlite3"
        path.parent.mkdir()
        try:
            for end in ("", "-wal"):
                if Path(f"{source}{end}").exists():
                    shutil.copy(f"{source}{end}", f"{path}{end}")
            file = Path(f"{path}-wal") if what == "log" else path
            at = int(file.stat().st_size * part)
            with file.open("r+b") as opened:
                opened.truncate(at)
            return self._opened(path, what, at)
        finally:
            shutil.rmtree(path.parent)

    def _opened(self, path: Path, what: str, at: int) -> Cut:
        try:
            store = Store(path)
        except StoreError:
            return Cut(what, at)
        with closing(store):
            before = _logs(store)
            complaints: list[str] = []
            hub = Hub(
                IDENTITY,
                lambda size: secret("torn", at, size=size),
                store.load(),
                complain=complaints.append,
            )
            _keep(hub, store, hub.restore(0.0))
            assert complaints == []
            for number, match in self.games.items():
                if number in before:
                    _comes(hub, store, number, match)
            after = _logs(store)
        logs = {number: tuple(match.log) for number, match in self.games.items()}
        return Cut(
            what,
            at,
            has_opened=True,
            lost=sum(len(log) - len(before.get(number, ())) for number, log in logs.items()),
            given_back=sum(len(after[number]) - len(before[number]) for number in before),
            forgotten=len(logs) - len(before),
            is_wrong=any(
                after[number] != logs[number] or entries != logs[number][: len(entries)]
                for number, entries in before.items()
            ),
        )

    def _records(self) -> Iterator[list[Record]]:
        for number, match in self.games.items():
            yield [Opened(number), Begun(number, "A table", match.setup.seats[0].sign, match.setup)]
        for entry in range(max(LENGTHS)):
            for number, match in self.games.items():
                if entry < len(match.log):
                    yield [Played(number, entry, match.log[entry])]


def _game(number: int, length: int) -> Match[Any]:
    vaults = {Seat(n): _vault(number, n) for n in range(4)}
    vaults[NATURE] = Vault(IDENTITY, secret("torn", number, size=NONCE), "nature")
    chairs = tuple(vaults[Seat(n)].keys for n in range(4))
    table = Seated(
        _YS,
        Setup(_YS.key, _YS.rules, (), chairs, vaults[NATURE].keys),
        vaults,
        seed=number,
        with_chairs=False,
    )
    while len(table.match.log) < length or NATURE in table.match.prompts:
        table.step()
    return table.match


def _vault(number: int, seat: int) -> Vault:
    nonce = secret("torn", number, seat, size=NONCE)
    return Vault(secret("torn", number, seat), nonce, f"{NAMES[seat]} {number}")


def _comes(hub: Hub, store: Store, number: int, match: Match[Any]) -> None:
    """Let somebody come who knows the whole game, and offer what the server has lost."""
    conn, vault = Conn(number), _vault(number, 0)

    def says(message: AnyClientMessage) -> list[AnyServerMessage]:
        return _keep(hub, store, hub.received(conn, wire.encode(message), 0.0))

    (challenge,) = _keep(hub, store, hub.opened(conn, "127.0.0.1", 0.0))
    assert isinstance(challenge, Challenge)
    signature = vault.sign(greeting(challenge.key, challenge.nonce, VERSION))
    says(Hello(VERSION, ((_YS.key, _YS.rules),), vault.keys.name, vault.keys.sign, signature))
    for answer in says(Watch(1, number, len(match.log), match.chain)):
        if isinstance(answer, Behind):
            for start, entries in pieces(match.log, answer.length):
                says(Offer(2, number, start, entries))


def _logs(store: Store) -> dict[int, tuple[Entry, ...]]:
    """Return the log of every table."""
    return {saved.table: store.log(saved.table).entries for saved in store.load().tables}


def _keep(hub: Hub, store: Store, effects: list[Effect]) -> list[AnyServerMessage]:
    """Save what is to be saved, wake what is to be woken, and return what is to be sent."""
    store.save([effect.record for effect in effects if isinstance(effect, Save)])
    sent = [wire.decode_server(effect.frame) for effect in effects if isinstance(effect, Send)]
    for effect in effects:
        if isinstance(effect, Wake):
            sent += _keep(hub, store, woken(hub, store, effect, 0.0))
    return sent


def cuts(folder: Path, count: int, seed: int) -> Iterator[Cut]:
    """Cut the files so many times at places drawn by chance, each kind in its turn."""
    torn, rng = Torn(folder), Random(seed)
    for number in range(count):
        yield torn.cut(FILES[number % len(FILES)], rng.random())
