"""A part of a page that a program writes, between two marks that nobody sees."""

from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs"


class Part:
    """The part called `name` of a page of Markdown."""

    def __init__(self, page: Path, name: str) -> None:
        """Find it between the marks with that name; nothing is read yet."""
        self.page = page
        self._begin, self._end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"

    def written(self) -> str:
        """Return it as it stands in the page."""
        return self.page.read_text(encoding="utf-8").split(self._begin)[1].split(self._end)[0]

    def rewrite(self, text: str) -> None:
        """Put `text` in its place."""
        before, rest = self.page.read_text(encoding="utf-8").split(self._begin)
        after = rest.split(self._end)[1]
        self.page.write_text(before + self._begin + text + self._end + after, encoding="utf-8")
