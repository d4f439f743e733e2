"""The table of settings in docs/operating.md: `python -m tests.server.settings_table` writes it anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ys_server.settings import SETTINGS, Setting, shown

PAGE: Final = Path(__file__).parents[2] / "docs" / "operating.md"
BEGIN: Final = "<!-- settings -->\n"
END: Final = "<!-- end of settings -->\n"
DATABASE: Final = "`server.sqlite3` in the user's data folder"


def render() -> str:
    """Return the settings as a Markdown table."""
    return "| key, flag | default | what it does |\n|---|---|---|\n" + "".join(_rows())


def _rows() -> Iterator[str]:
    for setting in SETTINGS:
        yield f"| {_names(setting)} | {_default(setting)} | {setting.text} |\n"


def _names(setting: Setting) -> str:
    if setting.is_flag_only:
        return f"flag only: `{setting.flag}`"
    off = f", `--no-{setting.flag[2:]}`" if setting.kind.is_switch else ""
    return f"`{setting.key}`, `{setting.flag}`{off}"


def _default(setting: Setting) -> str:
    if setting.key == "database":
        return DATABASE
    value = shown(setting, setting.default)
    return f"`{value}`" if value else "not set"


def written() -> str:
    """Return the table as it stands in the page."""
    return PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]


def rewrite() -> None:
    """Put the table of the settings as they are into the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + render() + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    rewrite()
