"""Every chair the bots hold, at all tables of a server, sans-IO: messages in, messages and decisions out.

It gets what a human's client gets, and keeps nothing on disk: identity and setup give each vault again.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final

from protocol import VERSION, keys
from protocol.game import Action, Illegal, Seat, Setup
from protocol.games import GAMES
from protocol.match import BATCH, Desync, MatchError
from protocol.messages import (
    Act,
    AnyClientMessage,
    AnyServerMessage,
    Began,
    Behind,
    BotWanted,
    Bye,
    Challenge,
    Entries,
    Hello,
    Offer,
    Refused,
    Sit,
    TableChanged,
    TableGone,
    TableInfo,
    Watch,
    greeting,
    pieces,
)
from protocol.vault import Vault
from ys_server.bots.chairs import Decision, Place, Sat, nonce_of
from ys_server.bots.levels import LEVELS
from ys_server.bots.names import free_name
from ys_server.bots.requests import Requests
from ys_server.bots.thinking import Thinking

log = logging.getLogger("ys.bots")

OVERTAKEN: Final = "overtaken"
PASSING: Final = ("too-fast", "stopped", "no-such-table", "not-begun", "abandoned", "not-your-seat")
"""Refusals of a move that say nothing about what was chosen."""
FRESH: Final = ("name-taken", "old-nonce")
"""Refusals of a chair after which another name and nonce are tried."""


class Crew:
    """The bots of one server."""

    def __init__(
        self,
        identity: bytes,
        entropy: Callable[[int], bytes],
        count: Callable[[str], None] = lambda _code: None,
    ) -> None:
        """Be the person of `identity`; nonces are made of `entropy`. `count` is told why a bot failed."""
        self._identity = identity
        self._entropy = entropy
        self.key, self._signing = keys.signing_pair(identity)
        self._requests = Requests()
        self._infos: dict[int, TableInfo] = {}
        self._names: dict[int, set[str]] = {}
        """Names asked for, by table."""
        self._tables: dict[int, Sat] = {}
        self._watched: set[int] = set()
        """Tables asked for on this connection."""
        self._live: set[int] = set()
        """Tables of which all is known on this connection."""
        self._restarted: set[int] = set()
        """Tables whose log was asked for from the start once, after a desync."""
        self._given_up: set[int] = set()
        self._greeted = 0
        self._thinking = Thinking(
            self._tables, lambda table: table in self._live and table not in self._given_up, count
        )
        self._take: Final[dict[type, Callable[[Any], Iterator[AnyClientMessage]]]] = {
            Challenge: self._challenge,
            Bye: self._bye,
            TableChanged: self._changed,
            TableGone: self._gone,
            BotWanted: self._wanted,
            Began: self._began,
            Entries: self._entries,
            Behind: self._behind,
            Refused: self._refused,
        }
        """What is done with each message; others say nothing to a bot."""

    def offline(self) -> None:
        """Note that the connection was lost: what was asked on it is asked anew on the next."""
        self._requests.offline()
        self._watched.clear()
        self._live.clear()

    def received(self, message: AnyServerMessage) -> list[AnyClientMessage]:
        """Take a message and return the answers."""
        take = self._take.get(type(message))
        return [] if take is None else list(take(message))

    def again(self) -> list[AnyClientMessage]:
        """Return what was refused for the moment, to be asked again; called about once a second."""
        return list(self._requests.again())

    def due(self, but: Collection[int] = ()) -> Decision | None:
        """Return the next decision to be taken, at a table that is not in `but`; None when there is none."""
        return self._thinking.due(but)

    def is_late(self, decision: Decision) -> bool:
        """Tell whether nobody needs the decision any more."""
        return self._thinking.is_late(decision)

    def decided(self, decision: Decision, action: Action) -> list[AnyClientMessage]:
        """Take the choice of a bot and return what is to be sent; nothing when it comes too late.

        What is not legal never leaves here: the weakest bot chooses instead.
        """
        return self._chosen(decision, lambda: self._thinking.decided(decision, action))

    def failed(self, decision: Decision, code: str, detail: str) -> list[AnyClientMessage]:
        """Let the weakest bot decide what another could not, and return what is to be sent.

        `code` says why, in a word that is counted, and `detail` says more, without secrets.
        """
        return self._chosen(decision, lambda: self._thinking.failed(decision, code, detail))

    def _chosen(self, decision: Decision, is_in_time: Callable[[], bool]) -> list[AnyClientMessage]:
        try:
            return list(self._moves(decision.table, decision.place)) if is_in_time() else []
        except Illegal as illegal:
            self._give_up(decision.table, f"the weakest bot chose what is not legal: {illegal}")
            return []

    # --- what comes in ---

    def _challenge(self, message: Challenge) -> Iterator[AnyClientMessage]:
        rules = tuple((game.key, game.rules) for game in GAMES.values())
        signature = keys.sign(self._signing, greeting(message.key, message.nonce, VERSION))
        name = free_name((), self._greeted)
        yield Hello(VERSION, rules, name, self.key, signature)

    def _bye(self, message: Bye) -> Iterator[AnyClientMessage]:
        """The name may be somebody else's: the next one is tried on the next connection."""
        log.warning("the server says goodbye: %s (%s)", message.detail, message.code)
        self._greeted += 1
        yield from ()

    def _changed(self, message: TableChanged) -> Iterator[AnyClientMessage]:
        info = message.table
        self._infos[info.id] = info
        is_ours = any(chair.key == self.key for chair in info.chairs)
        if is_ours and info.stage == "playing" and info.id not in self._watched:
            yield from self._watch(info.id)
        if info.stage == "over":
            self._forget(info.id)

    def _gone(self, message: TableGone) -> Iterator[AnyClientMessage]:
        self._infos.pop(message.table, None)
        self._forget(message.table)
        yield from ()

    def _wanted(self, message: BotWanted) -> Iterator[AnyClientMessage]:
        info = self._infos.get(message.table)
        levels = tuple(LEVELS.get(info.game, {})) if info else ()
        if message.level not in levels:
            log.warning("table %d wants a bot that is not known here: %s", message.table, message.level)
            return
        yield self._sit(message.table, nonce_of(levels.index(message.level), self._entropy))
        if info is not None and info.stage == "playing" and message.table not in self._watched:
            yield from self._watch(message.table)  # a seat in a running game: what it holds is in the log

    def _began(self, message: Began) -> Iterator[AnyClientMessage]:
        before = self._tables.get(message.table)
        if before is None or before.setup != message.setup:
            self._seat(message.table, message.setup)
        yield from ()

    def _entries(self, message: Entries) -> Iterator[AnyClientMessage]:
        sat = self._tables.get(message.table)
        if sat is None or message.table in self._given_up:
            return
        try:
            sat.extend(message)
        except Desync as desync:
            yield from self._restart(message.table, str(desync))
        except MatchError as error:
            self._give_up(message.table, str(error))
        else:
            if message.digest:
                yield from self._go_on(message.table)

    def _behind(self, message: Behind) -> Iterator[AnyClientMessage]:
        sat = self._tables.get(message.table)
        if sat is None:
            return
        for start, entries in pieces(sat.chair.match.log, message.length):
            yield self._requests.number(Offer(0, message.table, start, entries))

    def _refused(self, message: Refused) -> Iterator[AnyClientMessage]:
        request = self._requests.refused(message.ref)
        if isinstance(request, Sit) and message.code in FRESH:
            yield self._sit(request.table, nonce_of(request.keys.nonce[-1], self._entropy))
        elif isinstance(request, Act):
            yield from self._act_refused(request, message)
        elif isinstance(request, Watch) and message.code == "other-history":
            self._give_up(request.table, message.detail)
        elif isinstance(request, Watch | Offer):
            self._later(request, message)
        elif request is not None:
            log.warning("refused: %s (%s)", message.detail, message.code)

    def _act_refused(self, act: Act, message: Refused) -> Iterator[AnyClientMessage]:
        place = self._place(act.table, act.entry.seat)
        if place is None or place.chair.pending != act.entry:
            return
        if message.code == OVERTAKEN:
            place.chair.refused()
            if len(place.chair.match.log) > act.entry.at:
                yield from self._moves(act.table, place)
        elif message.code in PASSING or (back := self._thinking.taken_back(act.table, place)) is None:
            self._later(act, message)
        else:
            yield from self.failed(back, "refused", message.code)

    def _later(self, request: Watch | Offer | Act, message: Refused) -> None:
        """Ask once more in a second: a server under load, or too many requests at a time."""
        if self._requests.later(request):
            log.warning("refused, trying again: %s (%s)", message.detail, message.code)
        else:
            self._give_up(request.table, message.detail)

    # --- what goes out ---

    def _sit(self, table: int, nonce: bytes) -> AnyClientMessage:
        info = self._infos[table]
        names = self._names.setdefault(table, set())
        name = free_name({*names, *(chair.name for chair in info.chairs)}, nonce[0])
        names.add(name)
        return self._requests.number(Sit(0, table, Vault(self._identity, nonce, name, bot=True).keys))

    def _watch(self, table: int) -> Iterator[AnyClientMessage]:
        self._watched.add(table)
        sat = self._tables.get(table)
        if sat is None:
            yield self._requests.number(Watch(0, table, 0, b""))
        else:
            match = sat.chair.match
            yield self._requests.number(Watch(0, table, len(match.log), match.chain))

    def _go_on(self, table: int) -> Iterator[AnyClientMessage]:
        is_back = table not in self._live
        self._live.add(table)
        for place in self._tables[table].places:
            if is_back and place.chair.pending is not None:
                yield self._requests.number(Act(0, table, place.chair.pending))
            else:
                yield from self._moves(table, place)
        if not self._tables[table].chair.match.prompts:
            self._forget(table)

    def _moves(self, table: int, place: Place) -> Iterator[AnyClientMessage]:
        """Send what is owed, or what was drafted once nothing more is asked of it."""
        chair = place.chair
        if chair.pending is not None:
            return
        entry = chair.answer() if not chair.draft else None
        if entry is None and (chair.prompt is None or len(chair.draft) == BATCH):
            entry = chair.confirm()
        if entry is not None:
            yield self._requests.number(Act(0, table, entry))

    # --- tables ---

    def _seat(self, table: int, setup: Setup) -> None:
        if setup.game not in LEVELS:
            return
        try:
            self._tables[table] = Sat(setup, self._identity, self.key)
        except Illegal as illegal:
            log.error("table %d cannot be played: %s", table, illegal)  # noqa: TRY400  # expected, has a reason
        else:
            self._given_up.discard(table)

    def _restart(self, table: int, problem: str) -> Iterator[AnyClientMessage]:
        """Ask for the whole log once more; give up when that was done before."""
        if table in self._restarted:
            self._give_up(table, problem)
            return
        log.warning("table %d: %s; asking for it from the start", table, problem)
        self._restarted.add(table)
        del self._tables[table]
        self._live.discard(table)
        yield from self._watch(table)

    def _give_up(self, table: int, problem: str) -> None:
        log.error("table %d is played no further by the bots: %s", table, problem)
        self._given_up.add(table)

    def _forget(self, table: int) -> None:
        self._tables.pop(table, None)
        self._names.pop(table, None)
        self._requests.forget(table)
        self._restarted.discard(table)

    def _place(self, table: int, seat: Seat) -> Place | None:
        sat = self._tables.get(table)
        places: Iterable[Place] = sat.places if sat else ()
        return next((place for place in places if place.chair.seat == seat), None)
