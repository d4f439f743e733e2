"""Figures as a Markdown table, for the pages in `docs/`."""

from collections.abc import Sequence


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Return `rows`, the first of them headings, as a table; its first column stands left, figures right."""
    rule = ("---", *("--:" for _ in rows[0][1:]))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (rows[0], rule, *rows[1:]))
