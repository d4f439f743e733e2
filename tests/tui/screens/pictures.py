"""The pictures of the README: `python -m tests.tui.screens.pictures` draws them anew. Look at each."""

import asyncio
import re
from pathlib import Path
from typing import Any, Final

from textual.app import App

from tests.tui.screens.test_snapshots import COMPACT, LARGE, Pictured, Resulted
from ys_tui.looks import UNICODE

FOLDER: Final = Path(__file__).parents[3] / "docs" / "pictures"
SAID: Final = "That palace was mine.", "Was it? The Herald is yours."
PICTURES: Final[dict[str, tuple[App[Any], tuple[int, int]]]] = {
    "table": (Pictured("draft", "ys-night", UNICODE, SAID), LARGE),
    "result": (Resulted("result-4", "ys-night", UNICODE), LARGE),
    "small": (Pictured("place-jump", "ys-day", UNICODE, SAID), COMPACT),
}
"""What is shown, and on a terminal of how many cells."""
_FONT: Final = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)


async def drawn(app: App[Any], size: tuple[int, int]) -> str:
    """Return the picture of an app as SVG, in whatever font of even width there is: none is fetched."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        return _FONT.sub("", app.export_screenshot(title="Ys"))


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, (app, size) in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(asyncio.run(drawn(app, size)), encoding="utf-8")


if __name__ == "__main__":
    main()
