"""The one table of what an operator may set; flags, environment, file, help and docs all come from it.

What a value means is said here; where one comes from, and which one counts, is `config`'s.
"""

import re
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs
from msgspec import Struct

from protocol import PORT
from protocol.beacon import HOST_NAME
from protocol.text import TITLE_LENGTH, clean
from ys_server.addresses import Network
from ys_server.limits import Limits

IN_MEMORY: Final = ":memory:"
"""In place of a database's file: nothing is kept."""
LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("text", "json")
LIMITS: Final = "limits."
"""How the keys of limits begin."""
_PORTS: Final = 1 << 16
_MOST: Final = 10**9
_YES: Final = {"yes": True, "true": True, "on": True, "1": True}
_NO: Final = {"no": False, "false": False, "off": False, "0": False}
_ORIGIN: Final = re.compile(r"https?://[^/?#@\s]+", re.IGNORECASE)


class Kind(Struct, frozen=True):
    """A kind of value: how it is read from text, and what a TOML file may hold for it."""

    read: Callable[[str], Any]
    """Raises ValueError with a sentence when the text is no such value."""
    toml: tuple[type, ...] = (str,)
    metavar: str = ""
    is_path: bool = False
    """Whether a relative one in a file is meant from where that file lies."""

    @property
    def is_switch(self) -> bool:
        """Whether a flag is enough: its name says which way."""
        return self.toml == (bool,)


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


def whole(text: str) -> int:
    """Return the whole number in `text`."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number") from None


def _port(text: str) -> int:
    port = whole(text)
    if not 0 <= port < _PORTS:
        raise ValueError(f"{port} is no port; say 0 to {_PORTS - 1}")
    return port


def _count(text: str) -> int:
    number = whole(text)
    if not 1 <= number <= _MOST:
        raise ValueError(f"{number} is too {'small' if number < 1 else 'large'}; say 1 to {_MOST}")
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < _MOST:  # also refuses nan and inf
        raise ValueError(f"{text!r} is no number of seconds; say 180, for example")
    return seconds


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0 < rate <= _MOST:
        raise ValueError(f"{text!r} is no number above 0; say 20, for example")
    return rate


def _words(text: str) -> str:
    if not text.strip():
        raise ValueError("there is nothing in it")
    return text.strip()


def _shown_name(text: str) -> str:
    if clean(text, TITLE_LENGTH) != text or not text:
        raise ValueError(f"{clean(text)!r} is no name; say up to {TITLE_LENGTH} visible characters")
    return text


def _host_name(text: str) -> str:
    if not HOST_NAME.fullmatch(text):
        raise ValueError(f"{clean(text)!r} is no host name; say ys.example.org, for example")
    return text.lower()


def _path(text: str) -> Path:
    return Path(_words(text)).expanduser()


def _database(text: str) -> Path | None:
    return None if text == IN_MEMORY else _path(text)


def _switch(text: str) -> bool:
    try:
        return (_YES | _NO)[text.strip().lower()]
    except KeyError:
        raise ValueError(f"{text!r} is neither yes nor no") from None


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{text!r} is none of {', '.join(words)}")
        return text

    return read


def _list(text: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _networks(text: str) -> tuple[Network, ...]:
    networks = []
    for item in _list(text):
        try:
            networks.append(ip_network(item))
        except ValueError:
            raise ValueError(
                f"{item!r} is no address or network; say 127.0.0.1 or 10.0.0.0/8, for example"
            ) from None
    return tuple(networks)


def _origins(text: str) -> tuple[str, ...]:
    origins = _list(text)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin) or not urlsplit(origin).hostname:
            raise ValueError(f"{origin!r} is no origin; say https://ys.example, for example, without a path")
    return tuple(origin.lower() for origin in origins)


def _interfaces(text: str) -> tuple[str, ...]:
    for item in _list(text):
        try:
            ip_address(item)
        except ValueError:
            raise ValueError(f"{item!r} is no address; say 192.168.1.5, for example") from None
    return _list(text)


_NUMBER: Final = (int, float)
_HOST: Final = Kind(_words, metavar="ADDRESS")
_ON: Final = Kind(_switch, (bool,))
_HOST_NAME: Final = Kind(_shown_name, metavar="NAME")
_FILE: Final = Kind(_path, metavar="FILE", is_path=True)
_COUNT: Final = Kind(_count, (int,), "N")
_SECONDS: Final = Kind(_seconds, _NUMBER, "SECONDS")
_UNLIMITED: Final = Limits()


def _limit(field: str, kind: Kind, text: str) -> Setting:
    return Setting(LIMITS + field.replace("_", "-"), kind, getattr(_UNLIMITED, field), text)


SETTINGS: Final = (
    Setting("host", _HOST, "127.0.0.1", "address to listen on; 0.0.0.0 or :: for everybody"),
    Setting(
        "host-name",
        Kind(_host_name, metavar="NAME"),
        None,
        "name by which others reach it, as in its certificate: told at the start and when it is announced",
    ),
    Setting("port", Kind(_port, (int,), "PORT"), PORT, "port to listen on; 0 takes a free one"),
    Setting(
        "database",
        Kind(_database, metavar="FILE", is_path=True),
        Path(platformdirs.user_data_dir("ys", appauthor=False)) / "server.sqlite3",
        f"where games are kept, readable by you alone; {IN_MEMORY} keeps nothing",
    ),
    Setting(
        "patience", _SECONDS, 180.0, "how long a table waits for one seat before the others may vote to go on"
    ),
    Setting("bots", _ON, True, "fill chairs with bots where a host asks for them"),
    Setting(
        "bot-processes",
        _COUNT,
        None,
        "how many bots think at a time, in a process each (default: as many as there are cores, from 2 to 8)",
    ),
    Setting(
        "bot-seconds",
        Kind(_rate, _NUMBER, "SECONDS"),
        10.0,
        "how long a bot may think over one decision; then the weakest bot decides",
    ),
    Setting("bot-memory", _COUNT, 512, "megabytes of memory that each of those processes may take"),
    Setting(
        "announce",
        _ON,
        False,
        "tell the network around that this server is here (ys find lists it), where others can reach it",
    ),
    Setting("announce-as", _HOST_NAME, None, "what it is called there (default: as its machine)"),
    Setting(
        "announce-on",
        Kind(_interfaces, (list, str), "ADDRESSES"),
        (),
        "addresses of this machine, with commas between them, whose networks are told (default: all)",
    ),
    Setting(
        "tls-cert",
        _FILE,
        None,
        "certificate and chain (PEM): the server speaks wss; SIGHUP loads it anew",
    ),
    Setting("tls-key", _FILE, None, "its key (PEM, without a password)"),
    Setting(
        "trusted-proxy",
        Kind(_networks, (list, str), "ADDRESSES"),
        (),
        "proxies whose X-Forwarded-For is believed: addresses or networks, with commas between them",
    ),
    Setting(
        "allowed-origin",
        Kind(_origins, (list, str), "ORIGINS"),
        (),
        "web pages that may connect, such as https://ys.example, with commas between them; others get 403",
    ),
    Setting("metrics-host", _HOST, "127.0.0.1", "address at which /metrics is answered"),
    Setting(
        "metrics-port",
        Kind(_port, (int,), "PORT"),
        None,
        "port at which /metrics is answered; not set, nowhere",
    ),
    Setting("log-level", Kind(_one_of(*LEVELS), metavar="LEVEL"), "info", "the least that is logged"),
    Setting(
        "log-format",
        Kind(_one_of(*FORMATS), metavar="FORMAT"),
        "text",
        "text for people, json for programs: one object a line",
    ),
    Setting("until-stdin-closes", _ON, False, "end also when standard input ends", is_flag_only=True),
    Setting(
        "seed",
        Kind(whole, (int,), "N"),
        None,
        "make every random byte follow from N; for tests, nothing stays secret",
        is_flag_only=True,
    ),
    _limit("connections", _COUNT, "connections in all"),
    _limit("per_address", _COUNT, "connections from one address (of one /64 in IPv6); loopback has no limit"),
    _limit("silent", _COUNT, "connections from one address that have not said a word"),
    _limit("handshake_seconds", _SECONDS, "how long a connection may take to say who it is"),
    _limit("burst", _COUNT, "requests a person may make at once"),
    _limit("per_second", Kind(_rate, _NUMBER, "N"), "requests that come back to a person each second"),
    _limit("queue_bytes", _COUNT, "bytes that may wait for one connection before it is cut off"),
    _limit("tables", _COUNT, "tables that are open or playing"),
    _limit("tables_per_person", _COUNT, "tables that one person hosts"),
    _limit("idle_seconds", _SECONDS, "how long a game that nobody watches stays in memory"),
    _limit("watchers", _COUNT, "connections that are told of one table"),
    _limit("grace_seconds", _SECONDS, "how long a chair is kept before the game for somebody who is gone"),
    _limit("listed_over", _COUNT, "tables that are over and still listed"),
    _limit("listed_seconds", _SECONDS, "how long a table that is over stays listed"),
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
