"""Draw the goldens anew: `python -m tests.tui.games.regenerate`; then read the difference like code."""

from tests.tui.games.scenes import DATA, other_formats, screens
from ys_tui.looks import ASCII, UNICODE


def main() -> None:
    """Write one file a moment and form, and remove those of moments that are no more."""
    drawings = {
        f"ys-{name}-{form}.txt": text
        for form, marks in (("unicode", UNICODE), ("ascii", ASCII))
        for name, text in (*screens(marks), *((name, text) for name, _, text in other_formats(marks)))
    }
    DATA.mkdir(parents=True, exist_ok=True)
    for old in DATA.glob("ys-*.txt"):
        old.unlink()
    for name, text in drawings.items():
        (DATA / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
