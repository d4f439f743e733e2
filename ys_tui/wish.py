"""The one message by which anything on the screen asks for something: it bubbles up to the app."""

from textual.message import Message

from ys_tui.client.intents import Intent


class Wish(Message):
    """The player wants `intent` to happen; who posts it knows neither the client nor the network."""

    def __init__(self, intent: Intent) -> None:
        """Wish for `intent`."""
        super().__init__()
        self.intent = intent
