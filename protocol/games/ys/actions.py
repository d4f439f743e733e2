"""What a seat can do in Ys, one struct each. Openings appear in `Open` and `PlaceUp` only."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.game import Action, AnswerFor, Ballot, Chance, Escrow, Reseat, Resign
from protocol.games.ys.board import Spot
from protocol.keys import Bytes32
from protocol.seals import Opening, Token
from protocol.text import Code

Seals = Annotated[tuple[Bytes32, ...], Meta(max_length=15)]
Answer = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"\A[a-z0-9+-]+\Z")]
"""One of the words a `Choice` offers."""
Where = Annotated[Spot, Meta(min_length=1, max_length=24, pattern=r"\A[a-z0-9-]+\Z")]
"""A word for a place; whether there is such a place, the phase says."""
Box = Annotated[bytes, Meta(min_length=65, max_length=65)]
"""An opening locked for a spy: as long for every value."""


class SealHand(Action, frozen=True):
    """Seal the round's brokers, one seal each in shuffled order, and give the next link of the chain."""

    seals: Seals
    link: Bytes32


class SealTrio(Action, frozen=True):
    """Seal the three tie-break brokers anew, in shuffled order, after they were taken back (R68)."""

    seals: tuple[Bytes32, Bytes32, Bytes32]


class ToThrone(Action, frozen=True):
    """Put one of the three into the throne room, face down (R68)."""

    token: Token


class Bid(Action, frozen=True):
    """Put two brokers in front of the screen, still closed, in ascending order (R22)."""

    tokens: tuple[Token, Token]


class Opened(Struct, frozen=True, array_like=True):
    """One broker turned over, and the ephemeral secret of each box its holder showed it in, in that order."""

    token: Token
    opening: Opening
    keys: Annotated[tuple[Bytes32, ...], Meta(max_length=8)] = ()


class Open(Action, frozen=True):
    """Turn over exactly the brokers that are asked for, in ascending order (R22, R30, R35, R42)."""

    opened: Annotated[tuple[Opened, ...], Meta(max_length=15)]


class Order(Action, frozen=True):
    """Take an order card that is still there (R24)."""

    card: int


class PlaceUp(Action, frozen=True):
    """Place a broker face up (R26)."""

    token: Token
    opening: Opening
    spot: Where


class PlaceDown(Action, frozen=True):
    """Place a broker face down (R26)."""

    token: Token
    spot: Where


class UseCard(Action, frozen=True):
    """Use a character card whose window is open (R48–R52a)."""

    card: Code


class Take(Action, frozen=True):
    """Answer a `Choice` with one of the words it offers."""

    what: Answer


class Shown(Action, frozen=True):
    """Show a face-down broker to the spy who asked for it, and to nobody else (R32)."""

    token: Token
    box: Box


class Lend(Action, frozen=True):
    """By nature, which locks it itself: show a broker to the spy in its holder's place (R32)."""

    is_natures = True
    token: Token
    box: Box


class Pass(Action, frozen=True):
    """Use no further card in this window (R52a)."""


YsAction = (
    Chance
    | Resign
    | Ballot
    | Reseat
    | Escrow
    | AnswerFor
    | SealHand
    | SealTrio
    | ToThrone
    | Bid
    | Open
    | Order
    | PlaceUp
    | PlaceDown
    | UseCard
    | Take
    | Shown
    | Lend
    | Pass
)
"""Every action of the game; what is not one of them is refused by `decode`."""
