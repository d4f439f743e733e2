"""People who go away and come back, people who vote about them, and the bots as one of a net's players."""

from collections.abc import Collection, Mapping
from typing import Any

from protocol import wire
from protocol.chance import seeded
from protocol.game import Ballot, Game
from protocol.messages import Act, AnyClientMessage, Entries, Sit, Waiting
from tests.support.driver import secret
from tests.support.player import Plan, Player
from ys_server.bots.crew import Crew

SECONDS = 0.01


class Voter(Player):
    """Votes for a bot as soon as it may, about whoever keeps the table waiting."""

    choice = "bot"
    suspects: Collection[int] | None = None
    """The seats that it votes about; None where those are all."""

    def _waiting(self, message: Waiting) -> list[AnyClientMessage]:
        chair = self.chair
        if chair is None or chair.seat is None or chair.pending is not None:
            return []
        match = chair.match
        late = [seat for seat, seconds in message.seats if not seconds and seat in match.prompts]
        if self.suspects is not None:
            late = [seat for seat in late if seat in self.suspects]
        if chair.seat not in match.voters():
            return []
        missing = [seat for seat in late if (chair.seat, seat) not in match.ballots]
        if not missing:
            return []
        ballot = chair.declare(Ballot(missing[0], self.choice))
        assert ballot is not None
        return [Act(self._next(), message.table, ballot)]


class Returner(Player):
    """Asks for its seat again when it finds that the table has given it up."""

    def __init__(self, games: Mapping[str, Game[Any]], name: str, plan: Plan, seed: int) -> None:
        """Be `name`, who is here until somebody sets `is_away`."""
        super().__init__(games, name, plan, seed)
        self._has_asked_back = False

    def connected(self) -> None:
        """Ask again on a new connection."""
        super().connected()
        self._has_asked_back = False

    @property
    def has_seat(self) -> bool:
        """Whether the log says that the seat is this person's."""
        chair = self.chair
        return chair is not None and chair.seat is not None and chair.seat not in chair.match.seating.vacant

    def _entries(self, message: Entries) -> list[AnyClientMessage]:
        answers = super()._entries(message)
        if not message.digest or self.has_seat or self._has_asked_back or self.is_done:
            return answers
        assert self.chair is not None
        self._has_asked_back = True
        vault = self._fresh_vault()
        self.chair.come_back(vault)
        return [*answers, Sit(self._next(), message.table, vault.keys)]


class Bots:
    """The bots of a server, each decision taken at once."""

    def __init__(self, seed: int) -> None:
        """Be the bots whose secrets follow from `seed`."""
        self.is_away = False
        self.crew = Crew(secret(seed, "crew"), seeded(seed, "crew"))
        self.key = self.crew.key

    def connected(self) -> None:
        """Ask anew what was asked on an earlier connection."""
        self.crew.offline()

    def received(self, frame: bytes) -> list[bytes]:
        """Return the frames that answer `frame`, and all decisions that are due."""
        answers = [*self.crew.again(), *self.crew.received(wire.decode_server(frame))]
        while (decision := self.crew.due()) is not None:
            answers += self.crew.decided(decision, decision.think(SECONDS))
        return [wire.encode(answer) for answer in answers]
