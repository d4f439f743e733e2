"""What kinds of values there are to set: how each is read from text, and why a text is refused."""

import re
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from protocol.beacon import HOST_NAME as _HOST_NAME
from protocol.text import TITLE_LENGTH, clean
from ys_server.addresses import Network

IN_MEMORY: Final = ":memory:"
"""In place of a database's file: nothing is kept."""
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


def _number(text: str) -> float:
    """Return the number in `text`, or one that is never allowed; nan and inf are in no range either."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def _seconds(text: str) -> float:
    seconds = _number(text)
    if not 0 <= seconds < _MOST:
        raise ValueError(f"{text!r} is no number of seconds; say 180, for example")
    return seconds


def _rate(text: str) -> float:
    rate = _number(text)
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
    if not _HOST_NAME.fullmatch(text):
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
WHOLE: Final = Kind(whole, (int,), "N")
COUNT: Final = Kind(_count, (int,), "N")
SECONDS: Final = Kind(_seconds, _NUMBER, "SECONDS")
SOME_SECONDS: Final = Kind(_rate, _NUMBER, "SECONDS")
RATE: Final = Kind(_rate, _NUMBER, "N")
PORT: Final = Kind(_port, (int,), "PORT")
ON: Final = Kind(_switch, (bool,))
ADDRESS: Final = Kind(_words, metavar="ADDRESS")
HOST_NAME: Final = Kind(_host_name, metavar="NAME")
SHOWN_NAME: Final = Kind(_shown_name, metavar="NAME")
FILE: Final = Kind(_path, metavar="FILE", is_path=True)
DATABASE: Final = Kind(_database, metavar="FILE", is_path=True)
NETWORKS: Final = Kind(_networks, (list, str), "ADDRESSES")
INTERFACES: Final = Kind(_interfaces, (list, str), "ADDRESSES")
ORIGINS: Final = Kind(_origins, (list, str), "ORIGINS")


def one_of(*words: str, metavar: str) -> Kind:
    """Return the kind of a value that is one of `words`."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{text!r} is none of {', '.join(words)}")
        return text

    return Kind(read, metavar=metavar)
