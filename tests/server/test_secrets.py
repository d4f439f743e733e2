"""Where the secrets of whole games are: with their seats alone, until the entry that opens them."""

import asyncio
import gc
import logging
import signal
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import pytest

from protocol.chance import LINKS, Rng
from protocol.game import Action, Chance, Seat, View
from protocol.games.ys.actions import SealHand
from protocol.games.ys.board import BROKERS, ROUNDS
from protocol.games.ys.events import RoundBegan
from protocol.games.ys.layout import layout
from protocol.messages import AnyClientMessage, AnyServerMessage, Bye
from protocol.seals import Opening
from protocol.vault import Vault
from protocol.wire import decode_client, decode_server
from tests.support.guest import Guest
from tests.support.hall import Hall
from tests.support.party import EVE, NAMES, Party
from tests.support.walk import masked, openings
from ys_server.bots.levels import LEVELS

NOW_AND_THEN: Final = 5
"""Memory is searched after so many entries: what it holds it holds for long."""
DEALS: Final = tuple(f"round-{number}" for number in range(1, ROUNDS + 1))


def greedy(view: View[Any], options: Sequence[Action], rng: Random) -> Action:
    """Return what the greedy bot chooses: it follows from what the seat sees and from nothing else."""
    return LEVELS["ys"]["greedy"].choose(view, options, Rng(b"dice"), 1.0)


def salts(guest: Guest) -> set[bytes]:
    """Return every salt with which a seat will seal anything in the game."""
    setup, fixed = guest.match.setup.digest(), layout(guest.match.setup)
    sizes = {"round": len(BROKERS), "neutral": fixed.hand - len(BROKERS), "throne": 3 * fixed.has_throne}
    return {
        guest.vault.salted(setup, f"{kind}-{number}", at, 0).salt
        for kind, size in sizes.items()
        for number in range(1, ROUNDS + 1)
        for at in range(size)
    }


def links(vault: Vault) -> set[bytes]:
    """Return every link of a seat's chain, or of nature's."""
    return {vault.link(number) for number in range(LINKS)}


def nature(hall: Hall) -> Vault:
    """Return the vault that the server holds itself."""
    (room,) = hall.hub._lobby.rooms.values()
    return room.awake()._nature


def given(actions: Sequence[Action]) -> set[bytes]:
    """Return the salts and links that `actions` show."""
    shown = {opening.salt for action in actions for opening in openings(action)}
    return shown | {action.link for action in actions if isinstance(action, SealHand | Chance)}


def actions_of(guests: Party, start: int = 0) -> tuple[Action, ...]:
    """Return all actions in the log from entry `start` on."""
    match = guests.lurker.match
    return tuple(match.game.decode(raw) for entry in match.log[start:] for raw in entry.actions)


def reachable(root: object) -> Iterator[object]:
    """Yield everything that `root` leads to; what a function finds in its module is not part of it."""
    seen: set[int] = set()
    waiting: list[object] = [root]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, ModuleType | type | BuiltinFunctionType):
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, FunctionType):
            waiting += [*(found.__closure__ or ()), found.__defaults__, found.__kwdefaults__]
        else:
            waiting += gc.get_referents(found)


class Watch:
    """Every byte that leaves a seat, looked through for secrets as soon as it is written."""

    def __init__(self, guests: Party, files: Sequence[Path] = ()) -> None:
        """Begin to watch when everybody sits."""
        self._guests, self._files = guests, files
        self._closed = set().union(
            *map(salts, guests.guests), *(links(guest.vault) for guest in guests.guests)
        )
        self._closed |= links(nature(guests.hall))
        self._read = {id(guest): (0, 0) for guest in guests.everybody}
        self._kept = dict.fromkeys(files, b"")
        self._clean: set[bytes] = set()
        """Byte strings that held no secret when they were found: there are ever fewer secrets."""
        self._entries = 0
        self.bytes = 0
        """How much was looked through."""

    def look(self) -> None:
        """Fail if anything written since the last look holds what no entry of the log has shown."""
        self._closed -= given(actions_of(self._guests, self._entries))
        self._entries = self._guests.lurker.length
        for guest in self._guests.everybody:
            said, heard = self._read[id(guest)]
            self._search(b"".join((*guest.said[said:], *guest.heard[heard:])))
            self._read[id(guest)] = len(guest.said), len(guest.heard)
        for file in self._files:
            held, before = file.read_bytes(), self._kept[file]
            self._search(held.removeprefix(before))
            self._kept[file] = held

    def holds(self, root: object) -> bool:
        """Tell whether `root` leads to an opening, or to bytes, that no entry of the log has shown."""
        return any(
            found.salt in self._closed if isinstance(found, Opening) else self._is_spoiled(found)
            for found in reachable(root)
        )

    def _is_spoiled(self, found: object) -> bool:
        if not isinstance(found, bytes) or found in self._clean:
            return False
        if any(secret in found for secret in self._closed):
            return True
        self._clean.add(found)
        return False

    @property
    def still_closed(self) -> int:
        """How many salts no entry has shown; none at the end of an honest game without a throne room."""
        return sum(len(salts(guest) & self._closed) for guest in self._guests.guests)

    def _search(self, written: bytes) -> None:
        self.bytes += len(written)
        assert not [secret for secret in self._closed if secret in written], "a secret has left its seat"


@pytest.mark.parametrize("seed", [1, 26])
async def test_no_secret_before_its_opening(tmp_path: Path, seed: int) -> None:
    """No salt and no link is in a frame, the database or its log before the entry that shows it.

    All frames, of players and of a spectator, in both directions; looked at after each entry of a whole game.
    """
    database = tmp_path / "server.sqlite3"
    async with Hall(database) as hall, Party(hall, seed) as guests:
        watch = Watch(guests, (database, database.with_name("server.sqlite3-wal")))
        watch.look()
        while await guests.step():
            watch.look()
        assert watch.still_closed == 0
        assert watch.bytes > 1_000_000, "it was looked at"


@pytest.mark.parametrize(
    ("seats", "options", "never_opened"),
    [(2, (), 0), (3, ("kings-favor", "documented-deck"), 2 * ROUNDS * 3)],
    ids=["neutral", "throne"],
)
async def test_no_secret_at_other_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seats: int, options: Sequence[str], never_opened: int
) -> None:
    """Neither of neutral brokers nor of those in the throne room, nor in what is logged.

    The two tie-break brokers that were not sent there are never opened as what they were sealed anew.
    """
    caplog.set_level(logging.DEBUG)
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # as the server does
    database = tmp_path / "server.sqlite3"
    async with Hall(database) as hall, Party(hall, 5, seats=seats, options=options) as guests:
        watch = Watch(guests, (database, database.with_name("server.sqlite3-wal")))
        watch.look()
        while await guests.step():
            watch.look()
        assert watch.still_closed == never_opened
        assert watch.bytes > 500_000, "it was looked at"
        assert_tells_nothing(caplog.text.encode(), guests)


@pytest.mark.parametrize(("seats", "options"), [(2, ()), (3, ("kings-favor",))], ids=["neutral", "throne"])
async def test_no_server_holds_what_is_closed(seats: int, options: Sequence[str]) -> None:
    """In its memory there is no opening and no salt that is not in the log yet, at those tables either."""
    async with Hall() as hall, Party(hall, seats=seats, options=options) as guests:
        watch = Watch(guests)
        watch._closed -= links(nature(hall))
        while await guests.step():
            watch.look()
            if guests.lurker.length % NOW_AND_THEN == 0:
                assert not watch.holds(hall.hub)
        assert not watch.holds(hall.hub)


async def test_server_holds_no_opening_before_its_entry() -> None:
    """In the memory of the server there is no opening, no salt and no seat's link that is not in the log yet.

    Nature's own links are the exception: the server is nature.
    """
    async with Hall() as hall, Party(hall) as guests:
        watch = Watch(guests)
        watch._closed -= links(nature(hall))
        while await guests.step():
            watch.look()
            assert not watch.holds(hall.hub)


async def test_the_search_finds_what_is_hidden() -> None:
    """An opening hidden anywhere in the server, or bytes written too early, would be found."""
    async with Hall() as hall, Party(hall) as guests:
        watch = Watch(guests)
        ada = guests.guests[0]
        hand = ada.vault.hand(ada.match.setup.digest(), DEALS[-1], BROKERS)
        watch._closed -= links(nature(hall))
        assert not watch.holds(hall.hub)
        table = hall.hub._lobby.rooms[ada.table].awake()
        for hidden in (lambda: hand[3], [{"deep": (hand[3],)}], b"..." + hand[3].salt):
            table.match.__dict__["kept"] = hidden
            assert watch.holds(hall.hub)
        guests.lurker.heard.append(b"..." + hand[3].salt + b"...")
        with pytest.raises(AssertionError, match="a secret has left its seat"):
            watch.look()


# --- equal games ---------------------------------------------------------------------------------------


class Swapped(Vault):
    """Deals one hand with two values exchanged, if it is told to, and remembers what it has dealt."""

    swap: tuple[str, int, int] = ("", 0, 0)

    def __init__(self, identity: bytes, nonce: bytes, name: str, *, bot: bool = False) -> None:
        """Derive the seat's secrets."""
        super().__init__(identity, nonce, name, bot=bot)
        self.hands: dict[str, tuple[Opening, ...]] = {}

    def hand(self, setup: bytes, deal: str, values: Sequence[int]) -> tuple[Opening, ...]:
        """Return the hand of `deal`; of the one named, two brokers have each other's value."""
        hand = list(super().hand(setup, deal, values))
        if deal == self.swap[0]:
            _, one, other = self.swap
            hand[one], hand[other] = (
                Opening(hand[other].value, hand[one].salt),
                Opening(hand[one].value, hand[other].salt),
            )
        self.hands[deal] = tuple(hand)
        return self.hands[deal]


def longest_closed(guests: Party, deal: str) -> tuple[int, int, int]:
    """Return the two different brokers of the last seat's hand that stay closed longest, and what opens one.

    Of three that were sealed anew for the throne room one is opened in the end. It makes the next hand
    another one: then that hand's first opening counts.
    """
    vault, match = guests.guests[-1].vault, guests.lurker.match
    assert isinstance(vault, Swapped)
    kind, number = deal.split("-")
    opened = {
        salt: number
        for number, entry in reversed(list(enumerate(match.log)))
        for salt in given([match.game.decode(raw) for raw in entry.actions])
    }
    hand, later = vault.hands[deal], vault.hands[f"round-{int(number) + 1}"] if kind == "throne" else ()
    first = min((opened[opening.salt] for opening in later), default=len(match.log))
    at = [opened.get(opening.salt, len(match.log)) for opening in hand]
    _, until, one, other = max(
        (min(at[one], at[other]) < len(match.log), min(at[one], at[other]), one, other)
        for one in range(len(hand))
        for other in range(one)
        if hand[one].value != hand[other].value
    )
    return min(until, first), one, other


def public(frame: bytes, kept: set[bytes], guests: Party, *, is_answer: bool) -> object:
    """Return what a frame says, its seals, boxes, signatures and hashes replaced by their lengths."""
    message: AnyServerMessage | AnyClientMessage = decode_server(frame) if is_answer else decode_client(frame)
    entries = getattr(message, "entries", None) or (() if not hasattr(message, "entry") else (message.entry,))
    game = guests.lurker.match.game
    acted = [masked(game.decode(raw), kept) for entry in entries for raw in entry.actions]
    return len(frame), type(message).__name__, masked(message), acted


@pytest.mark.parametrize(
    ("seats", "options", "deal"),
    [
        *((4, (), deal) for deal in DEALS),
        (2, (), "neutral-2"),
        (3, ("kings-favor",), "round-3"),
        (3, ("kings-favor",), "throne-2"),
    ],
)
async def test_permuted_hand_gives_equal_frames(seats: int, options: Sequence[str], deal: str) -> None:
    """With two closed brokers of a seat exchanged, all frames of everybody are the same until one opens.

    Apart from seals, boxes, signatures and hashes over them, of which the length is compared. The other seats
    are played by the greedy bot: it chooses the same in both games, whatever that seat holds.
    """
    cheat, name = Seat(seats - 1), NAMES[seats - 1]
    table: Any = {"choose": greedy, "seats": seats, "options": options}
    async with Hall() as hall, Party(hall, vaults={name: Swapped}, **table) as first:
        await first.goes_on()
    until, one, other = longest_closed(first, deal)
    vault = type("Deal", (Swapped,), {"swap": (deal, one, other)})
    kept = {link for guest in first.guests for link in links(guest.vault)} | links(nature(hall))
    async with Hall() as again, Party(again, vaults={name: vault}, **table) as second:
        played = 0
        while second.lurker.length < until:
            entry = first.lurker.match.log[second.lurker.length]
            honest = second.answers(entry.seat)
            actions = tuple(map(second.lurker.match.game.decode, entry.actions))
            if entry.seat == cheat and not second.prompts[cheat].automatic:
                honest = actions
            assert masked(honest, kept) == masked(actions, kept)
            await second.does(entry.seat, *honest)
            played += 1
        assert second.lurker.length == until
        for before, after in zip(first.everybody, second.everybody, strict=True):
            for direction in ("said", "heard"):
                mine, theirs = getattr(before, direction), getattr(after, direction)
                is_answer = direction == "heard"
                assert [public(frame, kept, second, is_answer=is_answer) for frame in theirs] == [
                    public(frame, kept, first, is_answer=is_answer) for frame in mine[: len(theirs)]
                ]
        assert second.lurker.heard != first.lurker.heard[: len(second.lurker.heard)], "the seals differ"
        assert played > 20


# --- files and logs ------------------------------------------------------------------------------------


async def test_identity_never_leaves(tmp_path: Path) -> None:
    """The secrets from which all others follow are in no frame; the database holds the server's alone."""
    database = tmp_path / "server.sqlite3"
    async with Hall(database) as hall, Party(hall) as guests:
        await guests.goes_on()
        own = hall.store.identity(lambda size: b"")
        frames = b"".join(frame for guest in guests.everybody for frame in (*guest.said, *guest.heard))
        written = database.read_bytes() + database.with_name("server.sqlite3-wal").read_bytes()
        for guest in guests.everybody:
            vault = guest.vault
            for secret in (guest.identity, vault._signing, vault._box, vault._hands, vault._peeks):
                assert secret not in frames
                assert secret not in written
        assert own in written
        assert own not in frames


async def test_operators_files_and_logs(tmp_path: Path) -> None:
    """A server at its most talkative logs no value, salt or identity; its files are its operator's alone."""
    database = tmp_path / "server.sqlite3"
    words = ("--port", "0", "--database", str(database), "--no-bots", "--log-level", "debug")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "ys_server",
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    first = (await process.stdout.readline()).decode()
    async with Party(first.split()[1]) as guests:
        await guests.until(lambda: len(guests.told(RoundBegan)) == 2)
        slip = b"".join(sorted(salts(guests.guests[EVE])))
        await guests.guests[EVE].say(b"\xc4" + slip)
        assert (await guests.guests[EVE].next(Bye)).code == "bad-frame"
    modes = modes_in(tmp_path)
    process.send_signal(signal.SIGTERM)
    out, err = await process.communicate()
    assert database.name in modes
    assert set(modes.values()) == {0o600}
    assert b"bad-frame" in err, "it was talkative"
    assert_tells_nothing(err + out + first.encode(), guests)


def modes_in(folder: Path) -> dict[str, int]:
    """Return who may read and write each file of a server's database."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.glob("server.sqlite3*")}


def assert_tells_nothing(text: bytes, guests: Party) -> None:
    """Fail if a salt, an identity or an opening with its fields is in `text`, in any usual writing."""
    hidden = {guest.identity for guest in guests.everybody}.union(*map(salts, guests.guests))
    for secret in hidden:
        for writing in (secret, secret.hex().encode(), repr(secret)[2:-1].encode()):
            assert writing not in text
    assert b"Opening(" not in text.replace("Opening(…)".encode(), b"")


async def test_reprs_and_log_records_tell_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """What ends in logs and tracebacks shows no closed value: views, drafts, vaults, the server's objects."""
    caplog.set_level(logging.DEBUG)
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # as the server does
    async with Hall() as hall, Party(hall) as guests:
        while await guests.step():
            for guest in guests.guests:
                view = guest.match.view(guest.seat, guest.vault)
                options = guest.match.game.legal(view) if guest.seat in guests.prompts else ()
                texts = (view, tuple(options), guest.vault, guest.match, hall.hub, hall.hub.__dict__)
                assert_tells_nothing(" ".join(map(repr, texts)).encode(), guests)
            if guests.lurker.length > 60:
                break
        assert_tells_nothing(caplog.text.encode(), guests)
