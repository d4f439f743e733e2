"""What the tutorial says: a text for each kind of decision, in the words of the rule book. Data, no logic."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class Text(Struct, frozen=True):
    """What is said of one kind of decision; `{card}` and `{effect}` stand for a card's name and text."""

    title: str
    body: str
    """What is decided, and why it matters: two or three sentences."""


INTRO: Final = (
    "This is a real game of Ys against three bots that play at random: most points (VP) after four rounds "
    "win. Every decision is explained when it comes for the first time, with one choice that would be good; "
    "any other is fine, too. Numbers such as R22 are rules: {table:?} shows them. Nothing is kept, and you "
    "can leave at any time."
)
"""What the first decision begins with."""
TEXTS: Final[Mapping[str, Text]] = {
    "bid": Text(
        "The bid",
        "Everybody secretly bids two of their eleven brokers; the highest sum is first to choose an order "
        "card (R22, R23). The two are not placed this round. With your last broker they are your "
        "tie-break, which decides between equal sums (R30, R33).",
    ),
    "round": Text(
        "What the round has brought",
        "All brokers are back in your hand, and the same begins anew: with other gems, other characters, and "
        "the prices as they are now.",
    ),
    "order": Text(
        "The order card",
        "Best bid first, everybody takes an order card (R24). Card 1 places first, and wins the ties that "
        "the tie-break leaves equal (R33); the highest card places last, and can answer what the others "
        "did. Below tie, ?? is a closed bid, and 6+ an open one without the last broker.",
    ),
    "up": Text(
        "A broker face up",
        "In each of four turns you place one broker face up and one face down, anywhere (R26). The best "
        "sum in a whole neighborhood takes two of its gems, the next ones one each; the best in its port "
        "wins a black gem, in its commercial area 3 VP, in its palace the card (R36–R39). B, G, Y and R are "
        "gems of a colour; W is white and becomes any of them; K is black: one scores 1 VP at the end, two "
        "4, three 8, each more 4, up to 24 (R9, R77).",
    ),
    "down": Text(
        "A broker face down",
        "Everybody sees where it stands, nobody its value before the count (R32). A 0 can frighten as "
        "much as a 4; and also a 0 is present, takes part, and wins where nobody else is (R34).",
    ),
    "market": Text(
        "The market",
        "Each broker placed here scores 1 VP at once, one broker a square (R28, R29). The best in a line "
        "wins its gem; the best in the whole market moves one price (R43, R46). Before that the columns "
        "move the prices, each the one of its colour: the highest sum +2, then +1, -1, -2 (R44). A price is "
        "a mark on a track from 1 to 15, and begins at 8. A closed line is not used at this table.",
    ),
    "send": Text(
        "A draft",
        "What you have chosen is a draft that nobody has seen; the last thing can still be taken back. "
        "Once it is sent nothing is taken back.",
    ),
    "card": Text(
        "A character card",
        "You won the {card} in a palace. It can be used from the round after, before you place; at most "
        "two cards a round, and a used card is gone (R48–R50). {effect}",
    ),
    "cards": Text(
        "Cards before the count",
        "All is placed and nothing is turned over yet: now cards are used that move brokers, or that win "
        "ties (R52). At most two a round; what you keep, you can use in a later round. {effect}",
    ),
    "broker": Text(
        "Which broker",
        "The {card} asks for brokers, one after the other. {effect} Until you send it nothing has happened.",
    ),
    "spot": Text(
        "Where to",
        "The {card} takes your broker to another place. It stays face up or face down as it was, and the "
        "market pays no VP for it (R29).",
    ),
    "gem": Text(
        "A gem",
        "First in a neighborhood takes two gems, one at a time, then second and third take one each "
        "(R36). At the end whoever has most of a colour scores most for it: 24, 18, 12, 6 VP in the "
        "dearest colour, down to 12, 9, 6, 3 in the cheapest (R73).",
    ),
    "colour": Text(
        "A gem of your choice",
        "It becomes blue, green, yellow or red now, never black (R9). Having the most of two colours "
        "usually scores more than having one gem of each.",
    ),
    "column": Text(
        "Equal columns",
        "These columns have equal sums and equally many brokers, and your tie-break is the best of all: "
        "you decide which ranks next (R45). The first column's colour rises 2 steps, the second 1; the "
        "third falls 1, the last 2 (R44).",
    ),
    "price": Text(
        "A price",
        "You have the market's majority: you move one price by one step, up or down (R46). The dearer a "
        "colour at the end, the more its gems score: lift what you collect, or lower what others do.",
    ),
    "count-city": Text(
        "The count",
        "One neighborhood after the other is turned over and counted (R35): gems first, then port, "
        "commercial area, palace. Sums are compared; if they are equal the higher tie-break wins, then "
        "the lower order card (R33).",
    ),
    "count-market": Text(
        "The count of the market",
        "The market comes last (R42): the gem of each line, then the columns, which move the prices, then "
        "the best in all of it moves one price (R43–R46).",
    ),
    "done": Text(
        "You can play",
        "You have made every decision that each round asks of you. The game goes on like this to the end of "
        "round 4; then gems score by the prices (R72–R77). What only some cards ask for is explained when it "
        "comes. Play on as long as you like, with advice, or leave and begin a game of your own.",
    ),
    "wait": Text(
        "While the others choose",
        "What they do is told in the news. The journal has all that happened, and why; the rules on "
        "whatever is marked or asked are in the help.",
    ),
}
"""By kind of decision."""
