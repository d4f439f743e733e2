"""What a server says of itself to everybody on its network: written as the properties of an announcement."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from protocol.text import TITLE_LENGTH, clean

SERVICE: Final = "_ys._tcp.local."
"""The kind of service that is announced and looked for."""
KEY_LENGTH: Final = 8
"""Bytes of a server's key that tell its announcements from those of others."""
_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_REVISION: Final = re.compile(r"([a-z][a-z0-9-]{0,31})=([0-9]{1,6})", re.ASCII)
HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?", re.ASCII | re.IGNORECASE)
"""A name by which a machine is reached."""
_MOST_GAMES: Final = 16

Revisions = tuple[tuple[str, int], ...]


class Beacon(Struct, frozen=True):
    """One server in its own words. Nothing in it is proved: whoever joins finds out."""

    name: str
    version: int
    """Revision of the conversation, 0 where none could be read."""
    rules: Revisions
    """Its games, each with the revision of its rules."""
    tables: int | None = None
    """How many tables take people in; None where it is not said."""
    is_secure: bool = False
    """Whether it wants TLS."""
    host: str = ""
    """The name by which it wants to be reached, as in its certificate; "" where that is its address."""

    def properties(self) -> dict[str, str]:
        """Return what is announced."""
        said = {
            "name": self.name,
            "version": str(self.version),
            "rules": " ".join(f"{game}={revision}" for game, revision in self.rules),
            "host": self.host,
            "tls": "1" if self.is_secure else "",
            "tables": "" if self.tables is None else str(self.tables),
        }
        return {key: value for key, value in said.items() if value}

    def fits(self, version: int, rules: Revisions) -> bool:
        """Tell whether a client with these revisions can play some game there."""
        return self.version == version and any(revision in self.rules for revision in rules)


def read(properties: Mapping[bytes, bytes | None]) -> Beacon:
    """Return what an announcement says; what cannot be read in it counts as not said."""

    def text(key: bytes) -> str:
        return (properties.get(key) or b"").decode(errors="replace")

    def number(key: bytes) -> int | None:
        return int(text(key)) if _NUMBER.fullmatch(text(key)) else None

    rules = _REVISION.findall(text(b"rules"))[:_MOST_GAMES]
    return Beacon(
        name=clean(text(b"name"), TITLE_LENGTH),
        version=number(b"version") or 0,
        rules=tuple((game, int(revision)) for game, revision in rules),
        tables=number(b"tables"),
        is_secure=text(b"tls") == "1",
        host=text(b"host") if HOST_NAME.fullmatch(text(b"host")) else "",
    )
