"""A server of one toy table, as one client's store meets it: honest unless a test makes it lie.

What the store wants to send is collected in `sent`; the test hands it over with `deliver`, or loses it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from protocol import VERSION
from protocol.game import NATURE, Game, Resign, Seat
from protocol.match import Entry
from protocol.messages import (
    Act,
    AnyClientMessage,
    AnyServerMessage,
    Began,
    Chair,
    Challenge,
    Entries,
    Hello,
    Lobby,
    Look,
    Refused,
    TableChanged,
    TableInfo,
    Waiting,
    Watch,
    Welcome,
)
from protocol.vault import NONCE
from tests.support.driver import NAMES, Seated, seated, secret
from tests.support.toy import TOY
from ys_tui.client.archive import Keeps
from ys_tui.client.berths import Berths
from ys_tui.client.intents import Intent, SitDown
from ys_tui.client.keyring import Notes, Scratch
from ys_tui.client.logs import Logs
from ys_tui.client.muted import Muted
from ys_tui.client.people import People
from ys_tui.client.snapshot import TableSnapshot
from ys_tui.client.store import Store

TABLE: Final = 7
NOW: Final = 1_900_000_000
"""The time by the common clock."""
SERVER: Final = secret("desk", "server")


class Desk:
    """The server's side of one connection, and the store of seat 0 on the other."""

    def __init__(
        self,
        seed: int = 1,
        *,
        seats: int = 3,
        notes: Notes | None = None,
        shelf: Keeps | None = None,
        people: People | None = None,
        game: Game[Any] = TOY,
        rules: int | None = None,
        logs: Logs | None = None,
        is_unattended: bool = False,
    ) -> None:
        """Set the table of `seed`; nobody is connected yet."""
        self._is_unattended = is_unattended
        self.seed, self.shelf, self.people, self.game = seed, shelf, people, game
        self.muted, self.berths, self.logs = Muted(), Berths(), logs
        self.notes = notes or Scratch()
        self.table: Seated[Any] = seated(game, seats, seed, with_chairs=False, rules=rules)
        self.sent: list[AnyClientMessage] = []
        """What the store wants to send, but for what it says of the lobby (`looks`)."""
        self.looks: list[bool] = []
        """Whether the store looks at the lobby, as often as it said so."""
        self.stage = "open"
        self._rng = Random(seed)
        self._drawn = self._last = 0
        self._now = 500.0
        self.store = self.new_store()

    def new_store(self, identity: bytes | None = None) -> Store:
        """Start the client of seat 0 anew, as after a restart: only what is on disk is left."""
        self.sent = []
        self.store = Store(
            identity or secret(self.seed, "identity", 0),
            NAMES[0],
            notes=self.notes,
            entropy=self._entropy,
            muted=self.muted,
            berths=self.berths,
            logs=self.logs,
            clock=lambda: NOW,
            games={self.game.key: self.game},
            shelf=self.shelf,
            people=self.people,
            is_unattended=self._is_unattended,
        )
        return self.store

    # --- what a test says --------------------------------------------------------------------------

    def connect(self) -> None:
        """Shake hands and show the lobby; whatever is under way on the old connection is lost."""
        self.store.offline(1.0, "")
        self.sent = []
        self.store.online()
        self.say(Challenge(SERVER, secret("desk", "nonce")))
        assert isinstance(self.sent.pop(), Hello)
        self.say(Welcome(NAMES[0], VERSION, ((self.game.key, self.game.rules),)))
        assert self.looks[-1:] == [True]
        self.say(Lobby((self.info(),), NAMES[:1]))

    def begin(self) -> None:
        """Begin the game with the store at the table."""
        self.connect()
        self.notes.sit(SERVER, TABLE, secret(self.seed, "nonce", 0, size=NONCE))
        self.stage, self._drawn = "playing", 1
        self.say(Began(TABLE, self.table.setup))
        self.say(TableChanged(self.info()))
        self.wish(SitDown(TABLE))

    def say(self, message: AnyServerMessage) -> None:
        """Let the server say `message`."""
        self._send(self.store.received(message))

    def wish(self, intent: Intent) -> None:
        """Let the player wish `intent`."""
        self._send(self.store.intend(intent))

    def looks_again(self) -> None:
        """Let the store look at what another window of the profile has written."""
        self._send(self.store.refresh())

    def passes(self, seconds: float) -> None:
        """Let so much time pass for the client, second by second."""
        self.store.tick(self._now)
        for _ in range(int(seconds)):
            self._now += 1.0
            self.store.tick(self._now)
            self._send(self.store.late())

    def deliver(self) -> None:
        """Let everything that was sent reach the server, and its answers the store, until nothing is sent."""
        while self.sent:
            message = self.sent.pop(0)
            if isinstance(message, Act):
                self._act(message)
            elif isinstance(message, Watch):
                self.show(message)

    def show(self, watch: Watch) -> None:
        """Answer `watch` as an honest server does."""
        log = self.table.match.log
        if watch.have == 0:
            self.say(Began(TABLE, self.table.setup))
        self.tell(watch.have, log[watch.have :])
        self.say(Waiting(TABLE, tuple((seat, 180) for seat in self.table.match.prompts)))

    def tell(self, start: int, entries: Sequence[Entry], digest: bytes | None = None) -> None:
        """Send entries, with the digest of the server's state unless another one is given."""
        shown = self.table.match.digest() if digest is None else digest
        self.say(Entries(TABLE, start, tuple(entries), shown))

    def others_play(self, until: type | None = None) -> None:
        """Let nature and the other seats do all they are asked, and tell the store each entry."""
        while any(seat != 0 for seat in self.table.match.prompts):
            prompts = self.table.match.prompts
            if until is not None and isinstance(prompts.get(Seat(0)), until):
                return
            self.other_plays()

    def other_plays(self, *, told: bool = True) -> Entry:
        """Let one of nature and the other seats do what it is asked."""
        match, vaults = self.table.match, self.table.vaults
        seat = next(seat for seat in match.prompts if seat != 0)
        owed = match.owed(seat, vaults[seat])
        actions = owed or (self._rng.choice(self.game.legal(match.view(seat, vaults[seat]))),)
        entry = match.sign(seat, vaults[seat], actions)
        match.submit(entry)
        if told:
            self.tell(len(match.log) - 1, (entry,))
        return entry

    def resigns(self, seat: int) -> None:
        """Let another seat leave the game."""
        match = self.table.match
        entry = match.sign(Seat(seat), self.table.vaults[Seat(seat)], (Resign(),))
        match.submit(entry)
        self.tell(len(match.log) - 1, (entry,))

    def play_until(self, prompt: type) -> None:
        """Let everybody but the player's human do what is asked, until seat 0 is asked a `prompt`."""
        for _ in range(200):
            if isinstance(self.table.match.prompts.get(Seat(0)), prompt):
                return
            self.deliver()
            if not isinstance(self.table.match.prompts.get(Seat(0)), prompt) and any(
                seat != 0 for seat in self.table.match.prompts
            ):
                self.other_plays()
        raise AssertionError(f"seat 0 is never asked a {prompt.__name__}")

    # --- what a test sees --------------------------------------------------------------------------

    @property
    def shown(self) -> TableSnapshot:
        """The table as the screens get it."""
        table = self.store.snapshot.table
        assert table is not None
        return table

    @property
    def acts(self) -> list[Entry]:
        """The entries that the store wants to send."""
        return [message.entry for message in self.sent if isinstance(message, Act)]

    @property
    def alarms(self) -> list[str]:
        """The codes of the table's alarms."""
        return [alarm.code for alarm in self.shown.alarms]

    def info(self) -> TableInfo:
        """Return the table in the lobby's words."""
        setup = self.table.setup
        sitting = self.table.match.seating.chairs
        chairs = tuple(Chair(seat.name, seat.sign, seat.bot, here=True) for seat in sitting)
        stage: Any = self.stage
        return TableInfo(
            TABLE,
            self.game.key,
            setup.rules,
            "Toys",
            setup.options,
            len(chairs),
            chairs,
            self.store.snapshot.key,
            stage,
        )

    def refuse(self, code: str, detail: str = "No.") -> None:
        """Refuse the one act that is under way."""
        acts = [message for message in self.sent if isinstance(message, Act)]
        assert len(acts) == 1
        self.sent = []
        self.say(Refused(acts[0].ref, code, detail))

    def _entropy(self, size: int) -> bytes:
        """Return the nonce of the setup at first, then one that was not used."""
        self._drawn += 1
        return secret(self.seed, "nonce", *((0,) if self._drawn == 1 else (0, self._drawn)), size=size)

    def _send(self, out: Sequence[AnyClientMessage]) -> None:
        self.looks += (message.on for message in out if isinstance(message, Look))
        self._last = next((ref for message in out if (ref := getattr(message, "ref", 0))), self._last)
        self.sent += (message for message in out if not isinstance(message, Look))

    def refuse_last(self, code: str, detail: str = "No.") -> None:
        """Refuse the last thing that was asked for."""
        self.say(Refused(self._last, code, detail))

    def _act(self, act: Act) -> None:
        match = self.table.match
        number = match.find(act.entry)
        if number is None:
            number = len(match.log)
            match.submit(act.entry)
            while owed := match.owed(NATURE, self.table.vaults[NATURE]):
                match.submit(match.sign(NATURE, self.table.vaults[NATURE], owed))
        self.tell(number, match.log[number:])
