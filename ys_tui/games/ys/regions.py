"""The regions of the board of Ys: city, market with prices, players, hand. Each draws one value."""

from textual.reactive import reactive

from ys_tui.games.ys import draw, draw_city, draw_hand, draw_market, draw_players, draw_terms
from ys_tui.games.ys.asking import Desk
from ys_tui.widgets.region import Region


class Terms(Region):
    """What is special at this table."""

    scene: reactive[draw.Scene | None] = reactive(None, repaint=False)

    def watch_scene(self, scene: draw.Scene | None) -> None:
        """Draw it."""
        self.lines = () if scene is None else (draw_terms.terms(scene),)


class City(Region):
    """The four neighborhoods."""

    scene: reactive[draw.Scene | None] = reactive(None, repaint=False)

    def watch_scene(self, scene: draw.Scene | None) -> None:
        """Draw it."""
        self.lines = () if scene is None else draw_city.city(scene)


class Market(Region):
    """The market and the prices."""

    scene: reactive[draw.Scene | None] = reactive(None, repaint=False)

    def watch_scene(self, scene: draw.Scene | None) -> None:
        """Draw them."""
        self.lines = () if scene is None else draw_market.market(scene)


class Players(Region):
    """What everybody owns."""

    scene: reactive[draw.Scene | None] = reactive(None, repaint=False)

    def watch_scene(self, scene: draw.Scene | None) -> None:
        """Draw it."""
        self.lines = () if scene is None else draw_players.players(scene)


class Hand(Region):
    """Own brokers, the draft, the question and the answers."""

    desk: reactive[Desk | None] = reactive(None, repaint=False)

    def watch_desk(self, desk: Desk | None) -> None:
        """Draw it."""
        self.lines = () if desk is None else draw_hand.hand(desk)
