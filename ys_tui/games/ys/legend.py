"""How to read the screen of Ys: every sign on the board in words, with the glyphs that the terminal shows."""

from typing import Final

from protocol.game import Setup
from protocol.games.ys.board import BLACK, COLOURS, WHITE
from protocol.games.ys.characters import BLUE_DECK, CHARACTERS, DOCUMENTED_DECK, YELLOW_DECK
from protocol.games.ys.layout import Layout, layout
from ys_tui.games.ys.words import card_name, card_text
from ys_tui.lines import pad
from ys_tui.looks import LETTERS, Marks, ascii_twin

_SIGN: Final = 12
_TEXT: Final = 61
"""Cells of the second column."""


def legend(marks: Marks, setup: Setup | None = None) -> tuple[str, ...]:
    """Return the lines of the help on reading the screen, at most 76 cells wide; ASCII if the marks are.

    For a table that is what can be seen there, with its characters.
    """
    fixed = None if setup is None else layout(setup)
    rows = (
        *_brokers(marks),
        *(_neutral(marks) if fixed is None or fixed.neutral is not None else ()),
        *_PLACES,
        *(_THRONE if fixed is None or fixed.has_throne else ()),
        *_PLAYERS,
        *_cards(fixed),
    )
    lines = tuple(line for row in rows for line in _lines(*row))
    return tuple(map(ascii_twin, lines)) if marks.ascii else lines


def _neutral(marks: Marks) -> tuple[tuple[str, str], ...]:
    """Return the rows on the neutral player of two (R59-R65)."""
    up, down = marks.neutral
    return (
        (f"{up}3 {down}?", "a broker of the neutral player: open, and face down; then only a Spy sees it"),
        (
            "Neutral",
            "wins every tie but against an Intriguer, takes gems by itself, moves no price, cannot win",
        ),
    )


def _brokers(marks: Marks) -> tuple[tuple[str, str], ...]:
    """Return the rows on brokers: how they lie and what is known of them is told by the sign alone."""
    up, down, own = marks.up[0], marks.down[0], marks.own
    hollow = f"{down}3{own}"
    signs = " ".join(marks.up)
    return (
        ("Brokers", ""),
        (signs, "the players; each has a sign and a colour of its own"),
        (f"{up}3", "a broker of value 3, face up: everybody sees it"),
        (f"{down}?", "a broker face down that you do not know"),
        (
            hollow,
            "a broker face down whose value you know: your own, or one a Spy of yours has seen;"
            + (" the ' says that it is face down" if marks.ascii else " the hollow sign says face down"),
        ),
        (f"{up}301", "several brokers of one player where there is little room: 3, 0 and 1"),
        (f"{up}7? {up}×5=7", "still less room: what they sum up to, ? with unknown ones; ×5 is how many"),
    )


_PLACES: Final = (
    ("City, market", ""),
    ("1  R  B  W", "a neighborhood and its gems; right of them its character card"),
    (
        ", ".join(LETTERS[gem] for gem in (*COLOURS, WHITE, BLACK)),
        "gems: blue, green, yellow, red; white becomes a colour when taken; K is black",
    ),
    ("▸", "the place under your cursor, who is awaited, or what is being counted"),
    ("+", "a broker of your draft: placed on your screen, not sent, seen by nobody"),
    ("✓", "the place of what you have picked already for the same card"),
    ("·", "a free square of the market; a dot among gems: none"),
    ("as known here", "who has how much at the cursor; 3+? is 3 and something that you do not know"),
    ("─┃─┼── 6", "a price: ┃ is where it stands, ┼ the 8 where all begin, 1 left and 15 right"),
    ("1 B  2 G", "the colours by price: gems of the first pay most at the end"),
    ("0 closed", "a line of the market, or a neighborhood, that this table does not use"),
)
_THRONE: Final = (
    ("Throne room", "who has how many brokers there: closed to the end, then the sums score (King's Favor)"),
    ("spare 2s", "how many 2s lie beside the board for each player, to replace what goes to the throne room"),
)
_PLAYERS: Final = (
    ("Players", ""),
    ("VP", "victory points so far; gems are paid at the end only"),
    ("B G Y R K", "how many gems of each colour somebody owns"),
    ("tie", "what breaks ties: 7+ is an open bid without the last broker, ?? a closed bid"),
    ("(Envoy)", "a card won this round: it can be used from the next round on"),
    ("in force", "a card that was used and counts for the rest of the round"),
    ("(away)", "its person is not connected; after a while the others may vote about it"),
)


def _cards(fixed: Layout | None) -> tuple[tuple[str, str], ...]:
    """Return what the characters do: all of them, or those of a table."""
    has_throne = fixed is not None and fixed.has_throne
    deck = {*(DOCUMENTED_DECK if fixed is not None and fixed.is_documented else YELLOW_DECK), *BLUE_DECK}
    cards = (card for card in CHARACTERS if card in deck)
    return (("Cards", ""), *((card_name(card), card_text(card, has_throne=has_throne)) for card in cards))


def _lines(sign: str, text: str) -> tuple[str, ...]:
    """Return a row in lines: a heading, or the sign and beside it the text, broken at words."""
    if not text:
        return ("", sign)
    broken = [""]
    for word in text.split():
        if broken[-1] and len(broken[-1]) + 1 + len(word) > _TEXT:
            broken.append("")
        broken[-1] += " " * bool(broken[-1]) + word
    signs = (sign, *("" for _ in broken[1:]))
    if len(sign) > _SIGN:
        signs, broken = (sign, *("" for _ in broken)), ["", *broken]
    return tuple(
        f"  {pad(left, max(_SIGN, len(left)))} {right}".rstrip()
        for left, right in zip(signs, broken, strict=True)
    )
