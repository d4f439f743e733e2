"""What a seat can be asked in Ys, and who is asked when."""

from msgspec import Struct

from protocol.game import Choice, Prompt, Seat
from protocol.games.ys.board import Spot
from protocol.seals import Token

ENOUGH = "enough"
"""The answer that ends a choice of several (R52b)."""


class SealBrokers(Prompt, frozen=True, kw_only=True):
    """Seal eleven brokers for the round: answered by `SealHand`."""

    automatic: bool = True


class Deal(Prompt, frozen=True, kw_only=True):
    """Asked of NATURE: give the link that completes the draw; answered by `Chance`."""

    automatic: bool = True


class PickBid(Prompt, frozen=True, kw_only=True):
    """Choose two brokers to bid for the order (R22): answered by `Bid`."""


class Reveal(Prompt, frozen=True, kw_only=True):
    """Turn over these brokers, ascending: answered by `Open`. `why` is bid, last, neighborhood or market."""

    tokens: tuple[Token, ...]
    why: str
    automatic: bool = True


class PickOrder(Prompt, frozen=True, kw_only=True):
    """Take one of the order cards left (R24): answered by `Order`."""

    among: tuple[int, ...]


class Place(Prompt, frozen=True, kw_only=True):
    """Place brokers (R26): so many face up and so many face down still in this turn, at these spots.

    Answered by `PlaceUp` and `PlaceDown`; by `UseCard` for one of `cards` while nothing was placed in the turn (W1).
    """

    up: int
    down: int
    spots: tuple[Spot, ...]
    cards: tuple[str, ...] = ()


class PlayCards(Prompt, frozen=True, kw_only=True):
    """Use one of these cards or pass for good (R52a, W2 or W3): answered by `UseCard` and `Pass`."""

    cards: tuple[str, ...]


class ShowSpy(Prompt, frozen=True, kw_only=True):
    """Show these brokers to the spies who named them: each answered by one `Shown`."""

    peeks: tuple["Peek", ...]
    automatic: bool = True


class Peek(Struct, frozen=True):
    """A broker that `spy` may look at and has not been shown yet."""

    spy: Seat
    token: Token


YsPrompt = SealBrokers | Deal | PickBid | Reveal | PickOrder | Place | PlayCards | ShowSpy | Choice
