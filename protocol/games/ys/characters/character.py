"""What a character card is: the hooks a card may override, and the register that fills itself.

The cards themselves are in the modules beside this one; when they are offered is the phases' affair.
"""

from abc import abstractmethod
from enum import StrEnum
from typing import ClassVar, Final

from protocol.game import Choice, Seat
from protocol.games.ys.board import CARDS_A_ROUND
from protocol.games.ys.state import State, YsStep


class When(StrEnum):
    """The windows in which cards are used (R52)."""

    WON = "won"
    """W0: at once."""
    TURN = "turn"
    """W1: at the start of the owner's turn, before placing."""
    PLACED = "placed"
    """W2: after the last brokers are shown."""
    COUNT = "count"
    """W3: after W2, to the end of the round."""


class Edge(StrEnum):
    """The colour of a card's edge: yellow ones come in rounds 1–3, blue ones in round 4 (R18)."""

    YELLOW = "yellow"
    BLUE = "blue"


class Origin(StrEnum):
    """Where a card comes from: named by the published game, or made for a gap in what is known of it."""

    DOCUMENTED = "documented"
    DESIGNED = "designed"


CHARACTERS: Final[dict[str, "Character"]] = {}
"""Every character by its name."""


class Character:
    """A character card; a subclass is in the game under its own name in lower case."""

    name: ClassVar[str]
    when: ClassVar[When]
    copies: ClassVar[int]
    """How many are in the usual deck."""
    documented_copies: ClassVar[int] = 0
    """How many are in the deck without invented cards."""
    text: ClassVar[str]
    favor_text: ClassVar[str] = ""
    """What more it can do with King's Favor (R70)."""
    edge: ClassVar[Edge] = Edge.YELLOW
    source: ClassVar[Origin] = Origin.DOCUMENTED
    serves_neutral: ClassVar[bool] = False
    """Whether it acts for the neutral player, too, who else takes a gem instead (R63)."""

    def __init_subclass__(cls) -> None:
        """Enter the card into the register."""
        cls.name = cls.__name__.lower()
        CHARACTERS[cls.name] = cls()

    def usable(self, state: State, seat: Seat) -> bool:
        """Tell whether using the card would do anything now; whether its window is open is not asked here."""
        question = self.ask(state, seat, ())
        return question is None or bool(question.among)

    def ask(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> Choice | None:
        """Return what `seat` is asked after it has `chosen`, or None when that is enough."""
        return None

    @abstractmethod
    def act(self, state: State, seat: Seat, chosen: tuple[str, ...]) -> YsStep:
        """Return what the card does once nothing is left to ask."""

    def wins_ties(self, state: State, seat: Seat) -> bool:
        """Tell whether the card, while in force for `seat`, decides ties in its favour."""
        return False


def usable(state: State, seat: Seat, when: When) -> tuple[str, ...]:
    """Return the cards that `seat` may use in the window `when`, each name once (R48, R49)."""
    player = state.players[seat]
    if not player.cards or player.used >= CARDS_A_ROUND:
        return ()
    ready = (CHARACTERS[held.card] for held in player.cards if held.won < state.round)
    names = (card.name for card in ready if card.when is when and card.usable(state, seat))
    return tuple(dict.fromkeys(names))
