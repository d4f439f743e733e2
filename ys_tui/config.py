"""What the command line settles, where the files of a profile lie, and how an address may be typed."""

import getpass
import ipaddress
import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final
from urllib.parse import urlsplit

from msgspec import Struct

from protocol import PORT
from protocol.text import NAME_LENGTH, clean
from ys_tui.bell import CALLS

GAME: Final = "ys"
"""What is played alone."""
LEVELS: Final = ("random", "greedy")
"""Bots that may be asked for: those of GAME, said here so that help need not load it."""
SOLO_BOTS: Final = ("greedy", "greedy", "random")
PROFILE: Final = "default"
PEOPLE: Final = "people"
"""The file of a profile with the people it has met."""
BERTHS: Final = "servers"
"""The file of a profile with the servers on which it has seats in running games."""
MUTED: Final = "muted"
"""The file of a profile with those who are not to be heard."""
PREFERENCES: Final = "preferences"
"""The file of a profile with what was set while playing."""
GAMES_FOLDER: Final = "games"
"""Where a profile keeps its finished games."""
LOGS_FOLDER: Final = "logs"
"""Where a profile keeps what it has seen of each game of its own, also while it runs."""
LAN: Final = "YS_LAN"
"""The variable that says on which networks servers are announced and looked for."""
LAN_OFF: Final = f"servers are not looked for: {LAN} is off"
_OFF: Final = "off"
_PORTS: Final = range(1 << 16)
_LONGEST: Final = 3_600
_CELLS: Final = range(10, 1_000)
"""Columns or rows that a picture may have."""
_PROFILE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_AT_PORT: Final = re.compile(r":(\d{1,20})$", re.ASCII)
_SCHEME: Final = re.compile(r"[a-z]+://", re.IGNORECASE)


class ConfigError(Exception):
    """What was typed cannot be used; the sentence says what would be."""

    code = "config"


class Solo(Struct, frozen=True):
    """A game alone against bots; with a seed, one that can be repeated and leaves nothing behind."""

    title: ClassVar[str] = ""
    """What its table is called; "" for what tables alone are called."""
    bots: tuple[str, ...] = SOLO_BOTS
    seed: int | None = None
    options: tuple[str, ...] = ()
    """What the table plays, in the game's order."""


class Host(Struct, frozen=True):
    """A server of one's own, for everybody who can reach this machine."""

    port: int = PORT
    is_announced: bool = True
    """Whether the network around is told."""
    table: int | None = None
    """The table to go to, where a game of the player's is on."""


class Join(Struct, frozen=True):
    """A server that somebody else runs."""

    url: str
    table: int | None = None
    """The table to go to, where a game of the player's is on."""


Plan = Solo | Host | Join
"""How to begin; without one, the start screen asks."""


class Settings(Struct, frozen=True):
    """What the client was started with."""

    profile: str = PROFILE
    name: str = ""
    """The name typed on the command line, "" if none."""
    ascii: bool = False
    """Whether plain letters were asked for; else the profile's settings say what to draw with."""
    plan: Plan | None = None
    lan: tuple[str, ...] | None = None
    """The networks on which servers are announced and looked for, as `lan` returns them."""
    bell: str = ""
    """How the player is to be called (`ys_tui.bell`), "" for as the profile's settings say."""
    keys: str = ""
    """The file that says which keys do what, "" for the usual one (`keys_file`)."""


def folder(profile: str) -> Path:
    """Return where the files of `profile` lie: identity, name, notes, kept games."""
    import platformdirs  # noqa: PLC0415  # `ys --help` answers without it

    if not _PROFILE.fullmatch(profile):
        raise ConfigError(f"{profile!r} is no profile name: up to 32 letters, digits, - and _.")
    return Path(platformdirs.user_data_dir("ys", appauthor=False)) / "profiles" / profile


def keys_file() -> Path:
    """Return where a player's keys are looked for, whichever profile plays."""
    import platformdirs  # noqa: PLC0415  # `ys --help` answers without it

    return Path(platformdirs.user_config_dir("ys", appauthor=False)) / "keys.toml"


def address(typed: str) -> str:
    """Return the url meant by `host`, `host:port`, `ws://host:port` or `wss://host`, or raise ConfigError."""
    text = typed.strip()
    if text.count(":") > 1 and not text.startswith("[") and not _SCHEME.match(text):
        text = f"[{text}]"
    try:
        parts = urlsplit(text if _SCHEME.match(text) else f"ws://{text}")
        _check_port(parts.netloc)
        host, number = parts.hostname, parts.port
    except ValueError:
        host, number, parts = None, None, urlsplit("ws:")
    if not host or parts.scheme not in ("ws", "wss") or not re.fullmatch(r"[\w.:%-]+", host, re.ASCII):
        said = clean(typed)
        what = f"{said!r} is no address. Type" if said else "No address was typed. Type"
        raise ConfigError(f"{what} host, host:port or ws://host:port.")
    shown = f"[{host}]" if ":" in host else host
    if number is None and parts.scheme == "ws":
        number = PORT
    return f"{parts.scheme}://{shown}" + (f":{number}" if number is not None else "") + parts.path.rstrip("/")


def _check_port(place: str) -> None:
    """Raise ConfigError if what follows the host is a number, and no port on which anybody listens."""
    found = _AT_PORT.search(place)
    if found is not None and int(found[1]) not in _PORTS[1:]:
        raise ConfigError(f"{found[1]} is no port: 1 to {_PORTS[-1]}, as in host:{PORT}.")


def typed_name(typed: str) -> str:
    """Return a name as the command line has it, or raise ConfigError when it is no text.

    Where the locale knows fewer letters than were typed, they come as bytes, which are UTF-8 nearly always.
    """
    try:
        typed.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(typed).decode()
        except UnicodeError:
            raise ConfigError("the name that was typed is no text in UTF-8.") from None
    return typed


def own_name(typed: str, remembered: str) -> str:
    """Return a name that others can be shown: as typed, as used last, or the user's login name."""
    return (
        clean(typed, NAME_LENGTH)
        or clean(remembered, NAME_LENGTH)
        or clean(_login(), NAME_LENGTH)
        or "Merchant"
    )


def check_name(typed: str, before: str = "") -> None:
    """Raise ConfigError if what was typed is not to be called by, unless it was so `before`.

    Servers let such names in; but a lone sign is a slip, or a key pressed for help.
    """
    name = clean(typed, NAME_LENGTH)
    if name and name != before and not any(map(str.isalnum, name)):
        raise ConfigError("A name needs a letter or a digit.")


def whole(typed: str) -> int:
    """Return the whole number typed, or raise ConfigError."""
    try:
        return int(typed)
    except ValueError:
        raise ConfigError(f"{clean(typed)!r} is no whole number.") from None


def port(typed: str) -> int:
    """Return the port typed, or raise ConfigError."""
    number = whole(typed)
    if number not in _PORTS:
        raise ConfigError(f"{number} is no port: 0 to {_PORTS[-1]}, and 0 takes a free one.")
    return number


def size(typed: str) -> tuple[int, int]:
    """Return the columns and rows typed as 120x36, or raise ConfigError."""
    columns, _, rows = typed.lower().replace("×", "x").partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and whole(columns) in _CELLS and whole(rows) in _CELLS):
        raise ConfigError(f"{clean(typed)!r} is no size: type columns and rows, as in 120x36.")
    return int(columns), int(rows)


def seconds(typed: str) -> float:
    """Return the number of seconds typed, or raise ConfigError."""
    try:
        number = float(typed)
    except ValueError:
        number = -1.0
    if not 0 < number <= _LONGEST:  # also refuses nan
        raise ConfigError(f"{clean(typed)!r} is no number of seconds: above 0, up to {_LONGEST}.")
    return number


def lan(environment: Mapping[str, str] = os.environ) -> tuple[str, ...] | None:
    """Return the addresses of ours on whose networks servers are announced and looked for.

    With none, that is all networks there are; None is none of them. Raises ConfigError.
    """
    text = environment.get(LAN, "").strip()
    if text == _OFF:
        return None
    addresses = tuple(item.strip() for item in text.split(",") if item.strip())
    for item in addresses:
        try:
            ipaddress.ip_address(item)
        except ValueError:
            raise ConfigError(
                f"{clean(item)!r} in {LAN} is no address: say {_OFF}, or addresses of this machine."
            ) from None
    return addresses


def bots(typed: str) -> tuple[str, ...]:
    """Return the levels in a list such as `greedy,random,random`, or raise ConfigError."""
    levels = tuple(level.strip() for level in typed.split(","))
    unknown = [level for level in levels if level not in LEVELS]
    if unknown or not levels:
        raise ConfigError(f"{clean(unknown[0])!r} is no bot; there are {' and '.join(LEVELS)}.")
    return levels


def bell(typed: str) -> str:
    """Return the way to call the player that was typed, or raise ConfigError."""
    if typed not in CALLS:
        raise ConfigError(f"{clean(typed)!r} is no way to call you; there are {', '.join(CALLS)}.")
    return typed


def program(typed: str) -> tuple[str, ...]:
    """Return the program in `typed` and its arguments, split as a shell does it, or raise ConfigError."""
    try:
        words = tuple(shlex.split(typed))
    except ValueError as error:
        raise ConfigError(f"{clean(typed)!r} is no command: {error}.") from None
    if not words:
        raise ConfigError("the command to run is empty.")
    return words


def options(typed: str) -> tuple[str, ...]:
    """Return the keys in a list such as `one-thing,another`; whether there are such, the game says."""
    return tuple(filter(None, map(clean, typed.split(","))))


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
