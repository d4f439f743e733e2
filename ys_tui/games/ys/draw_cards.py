"""The cards of the players as lines of their table: those in force, those held, those won just now. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from protocol.game import Seat
from protocol.games.ys.state import State, layout_of
from ys_tui.games.ys.draw import Scene
from ys_tui.games.ys.words import card_name
from ys_tui.lines import Line, Lines, style, width

_BOT_NEXT: Final = (
    "has left; a bot next round unless back",
    "a bot next round unless back",
    "bot next unless back",
    "has left",
)
"""What is said of a seat that a bot takes unless its player comes back, the longest first.

Whether they do, only they know before they sit down.
"""
_BACK_NEXT: Final = ("back from next round on", "back next round", "back next")
"""What players read who have asked for their seat again, the longest first."""
_COMMA: Final = ", "


class Piece(NamedTuple):
    """Equal cards of a player, as they are told together."""

    text: str
    role: str
    """The colour of the palette that it has."""


class Cells(NamedTuple):
    """How much room cards have."""

    row: int
    """In the row of their player."""
    below: int
    """In a line below it, at most."""


class _Names(NamedTuple):
    """How cards are called."""

    longest: int
    """Letters of a name that is not shortened."""
    in_force: str
    """What is said of one that is in force for the rest of the round."""

    def of(self, card: str) -> str:
        """Return the name of a card."""
        name = card_name(card)
        return name if len(name) <= self.longest else f"{name[: self.longest - 1]}."


_WHOLE: Final = _Names(99, "in force")
_SHORT: Final = _Names(5, "now")


def heights(state: State, seats: Sequence[Seat], cells: Cells, spare: int) -> Mapping[Seat, int]:
    """Return in how many lines the row of each of `seats` stands.

    A row whose cards need more lines than one to be told by their whole names has them, while there are any
    to `spare`.
    """
    found: dict[Seat, int] = {}
    for seat in seats:
        more = len(_broken(_pieces(state, seat, _WHOLE), cells)) - 1
        found[seat] = 1 + (more if 0 < more <= spare else 0)
        spare -= found[seat] - 1
    return found


def cards(scene: Scene, seat: Seat, ground: str, cells: Cells, height: int = 1) -> Lines:
    """Return what is told of a seat's cards in so many lines.

    First come those in force for the rest of the round, then those held. In one line for which they are too
    many their names are shortened; `+2` says that there are two more.
    """
    state, dim, room = scene.state, style(scene.palette.dim, ground), cells.row
    if seat in state.leavers:
        return ((Segment(_left(scene, seat, room), dim),),)
    if seat == layout_of(state).neutral:
        words = "wins ties; cannot win"
        return ((Segment(words if len(words) <= room else "wins ties", dim),),)
    if height > 1:
        *others, last = _broken(_pieces(state, seat, _WHOLE), cells)
        comma = Segment(_COMMA.rstrip(), dim)
        return (*((*_listed(scene, line, ground), comma) for line in others), _listed(scene, last, ground))
    for names in (_WHOLE, _SHORT):
        pieces = _pieces(state, seat, names)
        if _cells(pieces) <= room:
            return (_listed(scene, pieces, ground),)
    for shown in range(len(pieces) - 1, -1, -1):
        line = (*_listed(scene, pieces[:shown], ground), Segment(f" +{len(pieces) - shown}", dim))
        if width(line) <= room:
            return (line,)
    return ((),)


def _left(scene: Scene, seat: Seat, room: int) -> str:
    """Return what is said of a seat that has left: who plays on for it, if anybody does (R52c)."""
    if seat not in (*scene.returning, *scene.succeeded):
        return "has left"
    forms = _BACK_NEXT if seat in scene.returning else _BOT_NEXT
    return next((words for words in forms if len(words) <= room), forms[-1])


def _pieces(state: State, seat: Seat, names: _Names) -> Sequence[Piece]:
    """Return the cards of a seat, equal ones together: `Envoy ×2`; in brackets those won just now (R48)."""
    if seat in state.leavers or seat == layout_of(state).neutral:
        return ()
    forced = (card for owner, card in state.in_force if owner == seat)
    pieces = [Piece(f"{names.of(card)} {names.in_force}", "key") for card in forced]
    held = [(each.card, each.won < state.round) for each in state.players[seat].cards]
    for card, is_ready in dict.fromkeys(held):
        count = held.count((card, is_ready))
        name = names.of(card) + (f" ×{count}" if count > 1 else "")
        pieces.append(Piece(name, "character") if is_ready else Piece(f"({name})", "dim"))
    return pieces


def _broken(pieces: Sequence[Piece], cells: Cells) -> Sequence[Sequence[Piece]]:
    """Return pieces line by line, one line at least; a comma ends each line but the last."""
    lines: list[list[Piece]] = [[]]
    for number, piece in enumerate(pieces):
        room = cells.row if len(lines) == 1 else cells.below
        is_last = number == len(pieces) - 1
        if lines[-1] and _cells((*lines[-1], piece)) + (not is_last) > room:
            lines.append([])
        lines[-1].append(piece)
    return lines


def _cells(pieces: Sequence[Piece]) -> int:
    """Return how many cells pieces take in a row."""
    return sum(cell_len(piece.text) for piece in pieces) + len(_COMMA) * max(len(pieces) - 1, 0)


def _listed(scene: Scene, pieces: Sequence[Piece], ground: str) -> Line:
    comma = Segment(_COMMA, style(scene.palette.dim, ground))
    return tuple(
        part
        for number, piece in enumerate(pieces)
        for part in (*((comma,) if number else ()), Segment(piece.text, _look(scene, piece, ground)))
    )


def _look(scene: Scene, piece: Piece, ground: str) -> Style:
    return style(getattr(scene.palette, piece.role), ground, bold=piece.role == "key")
