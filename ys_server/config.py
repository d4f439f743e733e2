"""Which value of every setting is in force: that of a flag, else of the environment, else of the file.

What can be set is in `settings`.
"""

import argparse
import difflib
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NoReturn

import platformdirs
from msgspec import Struct

from protocol.text import clean
from ys_server.addresses import Network
from ys_server.limits import Limits
from ys_server.settings import BY_KEY, LIMITS, SETTINGS, Setting, shown

PREFIX: Final = "YS_SERVER_"
_FILE: Final = PREFIX + "CONFIG"
_WRONG: Final = 2
"""Exit code for wrong usage, that of argparse."""


class Config(Struct, frozen=True):
    """What an operator decides; the defaults are those of the settings."""

    host: str
    port: int
    database: Path | None
    """None keeps everything in memory."""
    patience: float
    bots: bool
    announce: bool
    announce_as: str | None
    announce_on: tuple[str, ...]
    tls_cert: Path | None
    tls_key: Path | None
    """None, as the certificate, where there is no TLS."""
    trusted_proxy: tuple[Network, ...]
    allowed_origin: tuple[str, ...]
    metrics_host: str
    metrics_port: int | None
    """None where there are no metrics."""
    log_level: str
    log_format: str
    until_stdin_closes: bool
    seed: int | None
    limits: Limits


class ConfigError(Exception):
    """A setting cannot be used; the sentence names where it stands and what would be right."""


class Given(Struct, frozen=True):
    """A value as somebody gave it."""

    place: str
    """Where it stands, for people."""
    value: Any


class Resolved(Struct, frozen=True):
    """All settings in force, and where each comes from."""

    config: Config
    given: dict[str, Given]
    """By key; what is missing here has its default."""
    file: Path | None
    """The file that was read."""
    rest: list[str]
    """What is no setting on the command line: what a command works on."""

    def lines(self) -> Iterator[str]:
        """Yield the settings as a TOML file that has the same effect, each with its origin."""
        yield f"# {self.file or 'no file was read'}"
        table = ""
        for setting in SETTINGS:
            if setting.key.startswith(LIMITS) and not table:
                table = LIMITS
                yield f"\n[{LIMITS[:-1]}]"
            place = self.given[setting.key].place if setting.key in self.given else "default"
            holder = self.config.limits if table else self.config
            value = shown(setting, getattr(holder, setting.field))
            key = setting.key.removeprefix(table)
            comment = "# " if setting.is_flag_only or not value else ""
            yield f"{comment}{key} = {value or '(not set)'}  # {place}"


def parse(arguments: Sequence[str] | None = None) -> Config:
    """Return the settings in force; ends the program for --help, and with a sentence for what is wrong."""
    resolved = resolve(sys.argv[1:] if arguments is None else arguments)
    if resolved.rest:
        fail(f"{clean(resolved.rest[0])!r} is no command; ys-server --help tells what there is")
    return resolved.config


def resolve(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> Resolved:
    """Return what `arguments`, the environment and the file give; ends the program for what is wrong."""
    environment = os.environ if environment is None else environment
    try:
        return _resolve(arguments, environment)
    except ConfigError as error:
        fail(str(error))


def fail(sentence: str) -> NoReturn:
    """End the program as wrongly used."""
    print(f"ys-server: {sentence}", file=sys.stderr)  # noqa: T201  # the operator reads it
    raise SystemExit(_WRONG)


def default_file() -> Path:
    """Return where a configuration is looked for when none is named."""
    return Path(platformdirs.user_config_dir("ys", appauthor=False)) / "server.toml"


def _resolve(arguments: Sequence[str], environment: Mapping[str, str]) -> Resolved:
    flags, rest = _parser().parse_known_args(arguments)
    for word in rest:
        if word.startswith("-"):
            raise ConfigError(_unknown(clean(word.partition("=")[0]), "flag", _flags()))
    given: dict[str, Given] = {}
    path = None
    if not flags.no_config:
        path = _file(flags.config, environment)
        if path is not None:
            given |= _from_file(path)
        given |= _from_environment(environment)
    elif flags.config is not None:
        raise ConfigError("--config: names a file, and --no-config says to read none; say one of them")
    given |= _from_flags(flags)
    values = {setting.key: given.get(setting.key, Given("", setting.default)).value for setting in SETTINGS}
    limits = Limits(**{s.field: values[s.key] for s in SETTINGS if s.key.startswith(LIMITS)})
    config = Config(
        **{s.field: values[s.key] for s in SETTINGS if not s.key.startswith(LIMITS)}, limits=limits
    )
    for key, other in (("tls-cert", "tls-key"), ("tls-key", "tls-cert")):
        if values[key] is not None and values[other] is None:
            raise ConfigError(f"{given[key].place}: goes with {other}, which is not set; say both or none")
    return Resolved(config, given, path, rest)


def _from_flags(flags: argparse.Namespace) -> dict[str, Given]:
    found = {}
    for setting in SETTINGS:
        value = getattr(flags, setting.key)
        if value is not None:
            found[setting.key] = Given(
                setting.flag, value if isinstance(value, bool) else _read(setting, value, setting.flag)
            )
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Given]:
    settings = {s.variable: s for s in SETTINGS if not s.is_flag_only}
    found = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name == _FILE:
            continue
        if name not in settings:
            raise ConfigError(_unknown(clean(name), "variable", (*settings, _FILE)))
        place = f"{name} in the environment"
        found[settings[name].key] = Given(place, _read(settings[name], text, place))
    return found


def _file(named: str | None, environment: Mapping[str, str]) -> Path | None:
    """Return the file to read; one that was named has to be there."""
    named = named or environment.get(_FILE)
    if named is not None:
        return Path(named).expanduser()
    return default_file() if default_file().is_file() else None


def _from_file(path: Path) -> dict[str, Given]:
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is no text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is no TOML: {clean(str(error))}") from None
    settings = {s.key: s for s in SETTINGS if not s.is_flag_only}
    found = {}
    for key, value in _flat(table):
        place = f"{path} line {_line(text, key)}, {clean(key)}"
        if key not in settings:
            raise ConfigError(f"{place}: {_unknown(clean(key), 'setting', tuple(settings))}")
        found[key] = Given(place, _from_toml(settings[key], value, place, path.parent))
    return found


def _from_toml(setting: Setting, value: object, place: str, folder: Path) -> object:
    kind = setting.kind
    is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if type(value) not in kind.toml or (isinstance(value, list) and not is_list):
        wanted = " or ".join(_TOML[each] for each in kind.toml if each in _TOML)
        raise ConfigError(f"{place}: {_TOML.get(type(value), 'that')} stands where {wanted} belongs")
    text = ",".join(value) if isinstance(value, list) else str(value)
    read = _read(setting, text, place)
    return folder / read if kind.is_path and isinstance(read, Path) else read


_TOML: Final = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def _read(setting: Setting, text: str, place: str) -> object:
    try:
        return setting.kind.read(text)
    except ValueError as error:
        raise ConfigError(f"{place}: {clean(str(error))}") from None


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield the dotted key and the value of everything in `table`."""
    for key, value in table.items():
        if isinstance(value, dict) and before + key not in BY_KEY:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _line(text: str, key: str) -> int:
    """Return the line on which `key` is given, or its table begins."""
    *tables, name = key.split(".")
    here: list[str] = []
    best = 1
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"[\s\"']", "", line.partition("=")[0].partition("#")[0])
        if words.startswith("["):
            here = words.strip("[]").split(".")
            best = number if here == [*tables, name] else best
        elif "=" in line and (here + words.split(".") if here else words.split(".")) == [*tables, name]:
            return number
    return best


def _unknown(word: str, what: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(word, known, 1)
    meant = f"did you mean {near[0]}?" if near else "ys-server --help tells what there is"
    return f"there is no {what} {word}; {meant}"


def _flags() -> tuple[str, ...]:
    off = tuple("--no-" + setting.flag[2:] for setting in SETTINGS if setting.kind.is_switch)
    return (*(setting.flag for setting in SETTINGS), *off, "--config", "--no-config", "--help", "--version")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ys-server",
        usage="ys-server [config | backup FILE | check [FILE]] [--FLAG …]",
        description="Serve games of Ys: a lobby, tables that survive a restart, bots to fill chairs.",
        epilog="Every flag is also a key of the file, and of the environment: --log-level is log-level and "
        "YS_SERVER_LOG_LEVEL. A flag counts before the environment, that before the file. The first line it "
        "prints says where it listens. Ctrl-C or SIGTERM ends it; games are kept.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ys-server {version('ys')}")
    parser.add_argument(
        "--config", metavar="FILE", help=f"a TOML file (default: {default_file()}, if it is there)"
    )
    parser.add_argument(
        "--no-config", action="store_true", help="read neither a file nor the environment: flags alone count"
    )
    limits = parser.add_argument_group("limits", "How much it takes, from one person and in all.")
    for setting in SETTINGS:
        group = limits if setting.key.startswith(LIMITS) else parser
        shows = shown(setting, setting.default).strip('"')
        default = f" (default: {shows})" if shows and not setting.kind.is_switch else ""
        if setting.kind.is_switch:
            group.add_argument(
                setting.flag,
                dest=setting.key,
                default=None,
                action=argparse.BooleanOptionalAction,
                help=setting.text,
            )
        else:
            group.add_argument(
                setting.flag,
                dest=setting.key,
                metavar=setting.kind.metavar,
                help=(setting.text + default).replace("%", "%%"),
            )
    return parser
