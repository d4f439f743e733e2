"""The one table of what an operator may set; flags, environment, file, help and docs all come from it.

What a value means is said here; where one comes from, and which one counts, is `config`'s.
"""

import re
from pathlib import Path
from typing import Any, Final

import platformdirs
from msgspec import Struct

from protocol import PORT
from ys_server import kinds
from ys_server.kinds import IN_MEMORY, Kind
from ys_server.limits import Limits

LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("text", "json")
LIMITS: Final = "limits."
"""How the keys of limits begin."""


class Setting(Struct, frozen=True):
    """One thing to set, by its TOML key."""

    key: str
    kind: Kind
    default: Any
    text: str
    is_flag_only: bool = False
    """Whether it belongs to one start of the server, so that neither environment nor file may give it."""

    @property
    def flag(self) -> str:
        """The option of the command line."""
        return "--" + self.key.replace(".", "-")

    @property
    def variable(self) -> str:
        """The environment's name for it."""
        return "YS_SERVER_" + self.key.replace(".", "_").replace("-", "_").upper()

    @property
    def field(self) -> str:
        """The field of `Config`, or of `Limits` for a limit."""
        return self.key.removeprefix(LIMITS).replace("-", "_")


_UNLIMITED: Final = Limits()


def _limit(field: str, kind: Kind, text: str) -> Setting:
    return Setting(LIMITS + field.replace("_", "-"), kind, getattr(_UNLIMITED, field), text)


SETTINGS: Final = (
    Setting("host", kinds.ADDRESS, "127.0.0.1", "address to listen on; 0.0.0.0 or :: for everybody"),
    Setting(
        "host-name",
        kinds.HOST_NAME,
        None,
        "name by which others reach it, as in its certificate: told at the start and when it is announced",
    ),
    Setting("port", kinds.PORT, PORT, "port to listen on; 0 takes a free one"),
    Setting(
        "database",
        kinds.DATABASE,
        Path(platformdirs.user_data_dir("ys", appauthor=False)) / "server.sqlite3",
        f"where games are kept, readable by you alone; {IN_MEMORY} keeps nothing",
    ),
    Setting(
        "patience",
        kinds.SECONDS,
        180.0,
        "how long a table waits for one seat before the others may vote to go on",
    ),
    Setting("bots", kinds.ON, True, "fill chairs with bots where a host asks for them"),
    Setting(
        "bot-processes",
        kinds.COUNT,
        None,
        "how many bots think at a time, in a process each (default: as many as there are cores, from 2 to 8)",
    ),
    Setting(
        "bot-seconds",
        kinds.SOME_SECONDS,
        10.0,
        "how long a bot may think over one decision; then the weakest bot decides",
    ),
    Setting("bot-memory", kinds.COUNT, 512, "megabytes of memory that each of those processes may take"),
    Setting(
        "announce",
        kinds.ON,
        False,
        "tell the network around that this server is here (ys find lists it), where others can reach it",
    ),
    Setting("announce-as", kinds.SHOWN_NAME, None, "what it is called there (default: as its machine)"),
    Setting(
        "announce-on",
        kinds.INTERFACES,
        (),
        "addresses of this machine, with commas between them, whose networks are told (default: all)",
    ),
    Setting(
        "tls-cert",
        kinds.FILE,
        None,
        "certificate and chain (PEM): the server speaks wss; SIGHUP loads it anew",
    ),
    Setting("tls-key", kinds.FILE, None, "its key (PEM, without a password)"),
    Setting(
        "trusted-proxy",
        kinds.NETWORKS,
        (),
        "proxies whose X-Forwarded-For is believed: addresses or networks, with commas between them",
    ),
    Setting(
        "allowed-origin",
        kinds.ORIGINS,
        (),
        "web pages that may connect, such as https://ys.example, with commas between them; others get 403",
    ),
    Setting("metrics-host", kinds.ADDRESS, "127.0.0.1", "address at which /metrics is answered"),
    Setting(
        "metrics-port",
        kinds.PORT,
        None,
        "port at which /metrics is answered; not set, nowhere",
    ),
    Setting("log-level", kinds.one_of(*LEVELS, metavar="LEVEL"), "info", "the least that is logged"),
    Setting(
        "log-format",
        kinds.one_of(*FORMATS, metavar="FORMAT"),
        "text",
        "text for people, json for programs: one object a line",
    ),
    Setting("until-stdin-closes", kinds.ON, False, "end also when standard input ends", is_flag_only=True),
    Setting(
        "seed",
        kinds.WHOLE,
        None,
        "make every random byte follow from N; for tests, nothing stays secret",
        is_flag_only=True,
    ),
    _limit("connections", kinds.COUNT, "connections in all"),
    _limit(
        "per_address", kinds.COUNT, "connections from one address (of one /64 in IPv6); loopback has no limit"
    ),
    _limit("silent", kinds.COUNT, "connections from one address that have not said a word"),
    _limit("handshake_seconds", kinds.SECONDS, "how long a connection may take to say who it is"),
    _limit("burst", kinds.COUNT, "requests a person may make at once"),
    _limit("per_second", kinds.RATE, "requests that come back to a person each second"),
    _limit("queue_bytes", kinds.COUNT, "bytes that may wait for one connection before it is cut off"),
    _limit("tables", kinds.COUNT, "tables that are open or playing"),
    _limit("tables_per_person", kinds.COUNT, "tables that one person hosts"),
    _limit("idle_seconds", kinds.SECONDS, "how long a game that nobody watches stays in memory"),
    _limit("watchers", kinds.COUNT, "connections that are told of one table"),
    _limit(
        "grace_seconds", kinds.SECONDS, "how long a chair is kept before the game for somebody who is gone"
    ),
    _limit("listed_over", kinds.COUNT, "tables that are over and still listed"),
    _limit("listed_seconds", kinds.SECONDS, "how long a table that is over stays listed"),
)
"""Everything that can be set. The limits that are missing follow from the protocol, not from the machine."""

BY_KEY: Final = {setting.key: setting for setting in SETTINGS}


def shown(setting: Setting, value: object) -> str:
    """Return `value` as a TOML file has it, or "" where it is not set."""
    if value is None:
        return _quoted(IN_MEMORY) if setting.key == "database" else ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.15g}"
    if isinstance(value, tuple):
        return f"[{', '.join(_quoted(str(item)) for item in value)}]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'
