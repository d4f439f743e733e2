"""What keys still do where the terminal is too small for a screen: they lead out of it, or to the help."""

from typing import Final

_OUT: Final = frozenset({"back", "close"})
"""Actions of screens that only lead out of them."""
_ASKED: Final = frozenset({"help", "back"})
"""What every screen may ask the app for, beside its own way out."""


def leads_out(action: str, parameters: tuple[object, ...], way_out: str) -> bool:
    """Tell whether an action of a screen, which is left by `way_out`, does nothing to what is hidden."""
    asks = action == "ask" and parameters[:1] != () and parameters[0] in {*_ASKED, way_out}
    return asks or action in _OUT
