"""What a place, a neighborhood or a player is about, told in a panel when it is pointed at."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.segment import Segment

from protocol.game import Seat
from protocol.games.ys.actions import Take, UseCard
from protocol.games.ys.board import BOARD, COLOURS, NEIGHBORHOOD_OF, NEIGHBORHOODS, RING_OF, Spot
from protocol.games.ys.characters import CHARACTERS
from protocol.games.ys.phases.city import SPOTS as AREAS_OF
from protocol.games.ys.phases.market import SPOTS as SQUARES_OF
from protocol.games.ys.state import layout_of
from ys_tui.games.ys.aim import Option, options, wants_place
from ys_tui.games.ys.asking import Desk
from ys_tui.games.ys.draw import Scene, on_panel, standing, standing_here
from ys_tui.games.ys.things import GATE, LINE, PRICE, kind_of, title, told
from ys_tui.games.ys.words import PRIZES, card_name, card_text, place_name, prize
from ys_tui.keymap import Typing
from ys_tui.lines import Line, Lines, plain, style, wrap
from ys_tui.panels import panel


def info_panel(desk: Desk, pointed: str, cells: int, rows: int) -> Lines:
    """Return what there is to know of what is pointed at, else of what is marked, else of cards.

    A line that does not fit as a whole is left out, a card is named then, and the edge says which key tells
    all of it.
    """
    scene = on_panel(desk.scene)
    head, lines = _told(scene, pointed or _marked(desk), _asked(desk))
    body, is_whole = _fitting(scene, lines, cells - 4, rows - 2)
    note = "" if is_whole else f"{desk.keymap.shown('?', Typing('table'))} more"
    return panel(head, body, (cells, rows), desk.scene.palette, note=note)


def _fitting(scene: Scene, lines: Lines, cells: int, rows: int) -> tuple[Lines, bool]:
    """Return what of `lines` fits, wrapped, at the end the cards left out; and whether none is left out."""
    blank = Segment(" ", style(scene.palette.text, scene.palette.night))

    def wrapped(line: Line) -> Lines:
        return tuple((blank, *part) for part in wrap(line, cells)) if line else ()

    body: Lines = ()
    out: list[Line] = []
    for number, line in enumerate(lines):
        parts = wrapped(line)
        others = wrapped(_names(scene, (*out, *lines[number + 1 :])))
        if body and len(body) + len(parts) + len(others) > rows:
            out.append(line)
        else:
            body = (*body, *parts)
    return (*body, *wrapped(_names(scene, out))), not out


def _names(scene: Scene, lines: Sequence[Line]) -> Line:
    """Return the names of the cards that lines are about, nothing without any."""
    cards = ", ".join(line[0].text.removesuffix(": ") for line in lines if _is_card(line))
    return (Segment(cards, style(scene.palette.character, scene.palette.night, bold=True)),) if cards else ()


def _is_card(line: Line) -> bool:
    """Tell whether a line is the name of a card and what it does."""
    return len(line) > 1 and line[0].text.endswith(": ")


def told_beside(desk: Desk, pointed: str) -> str:
    """Return the words of that panel: what they say already need not stand below the board as well."""
    _, lines = _told(desk.scene, pointed or _marked(desk), _asked(desk))
    return "\n".join(map(plain, lines))


def _marked(desk: Desk) -> str:
    """Return the place under the cursor, or what the marked answer is about; "" for nothing."""
    if wants_place(desk.table, desk.aim):
        return desk.aim.cursor or ""
    colour = _colour(desk)
    return f"{PRICE}{colour}" if colour else next((spot for spot in BOARD if spot in desk.scene.lit), "")


def _colour(desk: Desk) -> str:
    """Return the colour that the marked answer is about, "" for none."""
    answer = _answer(desk)
    is_taken = answer is not None and isinstance(answer.action, Take)
    colour = answer.name.rstrip("+-") if answer is not None and is_taken else ""
    return colour if colour in COLOURS else ""


def _asked(desk: Desk) -> str:
    """Return the card under the cursor, which is told below the question; "" for none."""
    answer = _answer(desk)
    return answer.name if answer is not None and isinstance(answer.action, UseCard) else ""


def _answer(desk: Desk) -> Option | None:
    """Return the answer that is marked; the only one is, whether there is a cursor or not."""
    answers = options(desk.table, desk.aim)
    number = 0 if len(answers) == 1 else desk.aim.option
    return answers[number] if number is not None and number < len(answers) else None


def hint(scene: Scene, pointed: str) -> Line:
    """Return the same in a line, for where there is no panel."""
    head, lines = _told(scene, pointed, "")
    gap = Segment("  ", style(scene.palette.dim, scene.palette.night))
    return (
        Segment(f"{head}: ", style(scene.palette.bright, scene.palette.night, bold=True)),
        *(part for number, line in enumerate(lines) for part in ((gap, *line) if number else line)),
    )


def _told(scene: Scene, what: str, but: str) -> tuple[str, Lines]:
    """Return what is told of a thing, under which title; of none, the cards `but` one told elsewhere."""
    if what in BOARD:
        return _capital(place_name(what)), _place(scene, Spot(what))
    if kind_of(what):
        return title(what, scene.names, scene.bots), _thing(scene, what)
    if scene.view.seat is not None and (own := _cards_of(scene, scene.view.seat, but)):
        return "Your other cards" if but else "Your cards", own
    cards = dict.fromkeys(_palace(scene, number) for number in NEIGHBORHOODS)
    if lying := tuple(line for card in cards for line in _card(scene, card)):
        return "Cards in the palaces", lying
    return "What places give", (_said(scene, PRIZES),)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _place(scene: Scene, spot: Spot) -> Lines:
    here = standing_here(scene, spot)
    lines: list[Line] = [here] if here else []
    if RING_OF.get(spot) == "palace":
        lines += _card(scene, _palace(scene, NEIGHBORHOOD_OF[spot]))
    return (*lines, _said(scene, prize(scene.state, spot)))


def _thing(scene: Scene, what: str) -> Lines:
    """Return what is told of a thing, a line each; the name of a card in the colour of cards."""
    kind, number = kind_of(what), what[-1]
    spots = _COMPARED.get(kind, {}).get(number, ())
    here = standing(scene, spots, "there")
    return (
        *((here,) if here else ()),
        *(_named(scene, each) for each in told(scene.view, what, scene.names)),
    )


_COMPARED: Final[Mapping[str, Mapping[str, Collection[Spot]]]] = {
    GATE: {str(number): spots for number, spots in AREAS_OF.items()},
    LINE: {str(number): spots for number, spots in SQUARES_OF.items()},
}
"""The places that are compared as a whole, by kind of thing and number."""


def _named(scene: Scene, sentence: str) -> Line:
    name, colon, text = sentence.partition(": ")
    if name.partition(" ×")[0].lower().replace(" ", "-") not in CHARACTERS:
        return _said(scene, sentence)
    head = Segment(f"{name}{colon}", style(scene.palette.character, scene.palette.night, bold=True))
    return (head, *_said(scene, text))


def _palace(scene: Scene, number: int) -> str:
    return scene.state.palaces[number - 1] if len(scene.state.palaces) >= number else ""


def _cards_of(scene: Scene, seat: Seat, but: str) -> Lines:
    held = dict.fromkeys(each.card for each in scene.state.players[seat].cards)
    return tuple(line for card in held if card != but for line in _card(scene, card))


def _card(scene: Scene, card: str) -> Lines:
    if not card:
        return ()
    text = card_text(card, has_throne=layout_of(scene.state).has_throne)
    name = Segment(f"{card_name(card)}: ", style(scene.palette.character, scene.palette.night, bold=True))
    return ((name, *_said(scene, text)),)


def _said(scene: Scene, words: str) -> Line:
    return (Segment(words, style(scene.palette.text, scene.palette.night)),)
