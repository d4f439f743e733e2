"""Which value of every setting is in force: that of a flag, else of the environment, else of the file.

What can be set is in `settings`.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn

import platformdirs
from msgspec import Struct

from protocol.text import clean
from ys_server.addresses import Network
from ys_server.given import ConfigError, Given, from_file, read, unknown
from ys_server.limits import Limits
from ys_server.settings import LIMITS, SETTINGS, shown

PREFIX: Final = "YS_SERVER_"
_FILE: Final = PREFIX + "CONFIG"
_WRONG: Final = 2
"""Exit code for wrong usage, that of argparse."""
SHELLS: Final = ("bash", "zsh", "tcsh", "fish")
"""What can be told how the command line goes on."""
COMMANDS: Final = ("config", "backup", "check")
"""What can be done besides serving."""


class Config(Struct, frozen=True):
    """What an operator decides; the defaults are those of the settings."""

    host: str
    host_name: str | None
    """By which others reach it; None where that is its address."""
    port: int
    database: Path | None
    """None keeps everything in memory."""
    patience: float
    bots: bool
    bot_processes: int | None
    """None where the bots choose by the cores."""
    bot_seconds: float
    bot_memory: int
    """In megabytes."""
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
            raise ConfigError(unknown(clean(word.partition("=")[0]), "flag", _flags()))
    given: dict[str, Given] = {}
    path = None
    if not flags.no_config:
        path = _file(flags.config, environment)
        if path is not None:
            given |= from_file(path)
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
                setting.flag, value if isinstance(value, bool) else read(setting, value, setting.flag)
            )
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Given]:
    settings = {s.variable: s for s in SETTINGS if not s.is_flag_only}
    found = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name == _FILE:
            continue
        if name not in settings:
            raise ConfigError(unknown(clean(name), "variable", (*settings, _FILE)))
        place = f"{name} in the environment"
        found[settings[name].key] = Given(place, read(settings[name], text, place))
    return found


def _file(named: str | None, environment: Mapping[str, str]) -> Path | None:
    """Return the file to read; one that was named has to be there."""
    named = named or environment.get(_FILE)
    if named is not None:
        return Path(named).expanduser()
    return default_file() if default_file().is_file() else None


def _flags() -> tuple[str, ...]:
    off = tuple("--no-" + setting.flag[2:] for setting in SETTINGS if setting.kind.is_switch)
    others = ("--config", "--no-config", "--help", "--version", "--print-completion")
    return (*(setting.flag for setting in SETTINGS), *off, *others)


class _Completion(argparse.Action):
    """Prints what a shell needs to complete the command line."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, shell: object, *__: object) -> None:
        from ys_server.completion import script  # noqa: PLC0415  # it is asked for once

        sys.stdout.write(script(parser, COMMANDS, str(shell)) + "\n")
        parser.exit()


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
        "--print-completion",
        action=_Completion,
        choices=SHELLS,
        metavar="SHELL",
        help=f"print what lets a shell complete ys-server by Tab, and exit: {', '.join(SHELLS)}",
    )
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
