"""The table of settings in docs/operating.md: `python -m tests.server.settings_table` writes it anew."""

from collections.abc import Iterator
from typing import Final

from tests.support.generated import DOCS, Part
from ys_server.settings import SETTINGS, Setting, shown

PART: Final = Part(DOCS / "operating.md", "settings")
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


if __name__ == "__main__":
    PART.rewrite(render())
