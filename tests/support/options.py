"""A game with options to choose, for what shows and sends tables: the toy, with more to say."""

from collections.abc import Mapping
from typing import Final

from protocol.game import Option
from tests.support.toy import Toy


class Rich(Toy):
    """A toy for two, three or four, with an option for some of them and one for all."""

    title = "Rich toy"
    tables: Mapping[int, str] = {2: "A third hand is on the table.", 3: "", 4: "Everybody pays [double]."}
    options: tuple[Option, ...] = (
        Option("long", "Long game", "It takes one round more.", (3, 4), "Two play the short game."),
        Option("trio", "Trio", "All three bid at once.", (3,), "Only three play the trio.", "R9"),
        Option("dear", "Dear game", "The prize counts twice.", (2, 3, 4)),
    )


RICH: Final = Rich()
"""The one game of this kind."""
