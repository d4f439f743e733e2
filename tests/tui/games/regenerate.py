"""Draw the goldens anew: `python -m tests.tui.games.regenerate`; then read the difference like code."""

from tests.tui.games.scenes import DATA, counts, drawn, drawn_count, moments
from ys_tui.looks import ASCII, UNICODE


def main() -> None:
    """Write one file a moment and form, and remove those of moments that are no more."""
    DATA.mkdir(parents=True, exist_ok=True)
    for old in DATA.glob("ys-*.txt"):
        old.unlink()
    for name, (table, aim) in moments().items():
        for form, marks in (("unicode", UNICODE), ("ascii", ASCII)):
            (DATA / f"ys-{name}-{form}.txt").write_text(drawn(table, aim, marks), encoding="utf-8")
    for name, (table, steps) in counts().items():
        for form, marks in (("unicode", UNICODE), ("ascii", ASCII)):
            (DATA / f"ys-{name}-{form}.txt").write_text(drawn_count(table, steps, marks), encoding="utf-8")


if __name__ == "__main__":
    main()
