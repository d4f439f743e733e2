"""A line to type in, in a frame."""

from textual.widgets import Input


class Field(Input):
    """Shows by its frame that one types here; on a screen in ASCII the frame is of plain letters."""

    SCOPED_CSS = False  # the screen around it says whether it is in ASCII
    DEFAULT_CSS = """
    Field { border: round $border-blurred; padding: 0 1; }
    Field:focus { border: round $border; }
    .-ascii Field, .-ascii Field:focus { border: ascii $primary; }
    """
