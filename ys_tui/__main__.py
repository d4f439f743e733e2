"""The command `ys`: reads the command line, and starts the app only when there is something to show."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ys_tui import config
from ys_tui.config import ConfigError, Host, Join, Plan, Settings, Solo

if TYPE_CHECKING:
    from argparse import Namespace

    from ys_tui.keymap import Keymap

Command = Callable[["Namespace"], int]
_BOTS = "import sys; from ys_server.bots.__main__ import main; sys.exit(main(prog='ys'))"
"""The bots' own program, run as a process of its own: its complaints begin with what the user typed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] == ["arena"]:
        import subprocess

        try:
            return subprocess.call([sys.executable, "-P", "-c", _BOTS, *arguments])
        except KeyboardInterrupt:  # the bots have heard it, too
            return _INTERRUPTED
    try:
        if not arguments:  # the parser takes a tenth of the way to the first frame
            return _play(Settings(lan=config.lan()))
        from ys_tui.command_line import parser

        options = parser().parse_args(arguments)
        command = _WITHOUT_SCREEN.get(options.command)
        if command is None and options.plain:
            command = _play_plainly
        if command not in {None, _keys} and options.keys:
            _keymap(options.keys)  # a file that is named has to be one, whether keys are typed or not
        return _printed(command, options) if command is not None else _play(_settings(options))
    except ConfigError as error:
        return _fail(str(error))


def _printed(command: Command, options: "Namespace") -> int:
    """Run a command that only prints; who reads no further, or interrupts it, has no answer from it."""
    try:
        code = command(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _print_no_more()
        return _UNREAD
    except OSError as error:
        if error.filename is not None:
            raise  # it is about another file than the one that is printed to
        _print_no_more()
        _fail(f"the answer cannot be written ({error.strerror}).")
        return _UNWRITTEN
    return code


def _print_no_more() -> None:
    """Let what is still held, and finds no reader or no room, go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _keymap(file: str) -> "Keymap":
    """Return the keys of `file`, or of the usual one if it is there; raises ConfigError."""
    from ys_tui.keymap import DEFAULT

    if not file and not config.keys_file().exists():
        return DEFAULT
    from ys_tui import keyfile

    return keyfile.load(file)


def _unshown(without: str) -> str:
    """Return why nothing can be shown here: `without` a terminal that, "" when all is well."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return without
    is_dumb = sys.platform != "win32" and os.environ.get("TERM", "") in {"", "dumb", "unknown"}
    return _DUMB if is_dumb else ""


def _play(settings: Settings) -> int:
    why = _unshown("ys is played on a terminal; over ssh use: ssh -t HOST ys. Without one: ys --plain")
    if why:
        return _fail(why)
    import gc

    gc.disable()  # looking for garbage in what is being loaded takes a tenth of the way to the first frame
    from ys_tui.client.keyring import KeyringError
    from ys_tui.lifeline import OFF, Lifeline
    from ys_tui.session import Session

    keys = _keymap(settings.keys)
    try:
        terminals = (sys.stdin.fileno(), sys.stdout.fileno())
        with Session(settings) as session, Lifeline(terminals, session.close) as lifeline:
            if session.greeting:
                print(session.greeting, flush=True)
            session.begin()
            from ys_tui.app import YsApp

            gc.freeze()  # what is loaded stays; the screens do not
            app = YsApp(session, keys)
            lifeline.end, lifeline.off = app.end, OFF
            app.run()
            return app.return_code or 0
    except KeyringError as error:
        return _fail(str(error))


def _play_plainly(options: "Namespace") -> int:
    """Play line by line on standard input and output."""
    from ys_tui.client import verify
    from ys_tui.client.keyring import KeyringError
    from ys_tui.plain import run

    settings = _settings(options)
    verify.tolerate()
    try:
        return run.run(settings)
    except KeyringError as error:
        return _fail(str(error))


def _identify(options: "Namespace") -> int:
    """Print who plays in this profile: name, the words of the key, and where the identity lies."""
    from protocol.keys import signing_pair
    from ys_tui.client import verify, words
    from ys_tui.client.keyring import Keyring, KeyringError

    verify.tolerate()
    try:
        keyring = Keyring(config.folder(options.profile))
    except KeyringError as error:
        return _fail(str(error))
    public, _ = signing_pair(keyring.identity)
    print(f"name      {config.own_name(options.name, keyring.name)}")
    print(f"words     {words.of_key(public)}")
    print(f"identity  {keyring.path}")
    return 0


def _verify(options: "Namespace") -> int:
    """Print what is found in each file."""
    from ys_tui.client import verify

    return verify.run(options.files, is_json=options.json)


def _games(options: "Namespace") -> int:
    """Print the finished games of the profile."""
    from ys_tui.client import listing
    from ys_tui.client.keyring import KeyringError
    from ys_tui.client.shelf import Shelf

    folder = config.folder(options.profile)
    shelf = Shelf(folder / config.GAMES_FOLDER)
    try:
        return listing.run(
            folder,
            shelf,
            is_json=options.json,
            is_strict=options.verify,
            search=options.search,
            is_counted=options.stats,
        )
    except KeyringError as error:
        return _fail(str(error))


def _replay(options: "Namespace") -> int:
    """Show a kept game: on the screen, as text, or its board as a picture."""
    from ys_tui import replaying
    from ys_tui.games.kept import kept
    from ys_tui.looks import ASCII, UNICODE
    from ys_tui.preferences import THEME, Preferences
    from ys_tui.replay import ReplayError

    try:
        replay = kept(options.file)
    except ReplayError as error:
        return _fail(str(error))
    if (options.journal or options.plain) and not options.svg:
        return replaying.run(replay, options.at, with_board=options.plain)
    is_shown = not options.svg
    why = _unshown("a game is stepped through on a terminal; ys replay FILE --journal prints it.")
    if is_shown and why:
        return _fail(why)
    from ys_tui import replay_app

    moment = (0 if is_shown else replay.last) if options.at is None else replay.after(options.at)
    preferences = Preferences(config.folder(options.profile) / config.PREFERENCES)
    if is_shown:
        settings = config.Settings(profile=options.profile, ascii=options.ascii, keys=options.keys)
        keys = _keymap(options.keys)
        return replay_app.show(replay, moment, keys, settings=settings, preferences=preferences)
    marks, theme = ASCII if options.ascii else UNICODE, preferences.get(THEME)
    try:
        replay_app.draw(
            replay, moment, marks, options.size, Path(options.svg), theme=theme, is_forced=options.force
        )
    except OSError as error:
        is_there = isinstance(error, FileExistsError)
        why = (
            "is there already; --force writes over it"
            if is_there
            else f"cannot be written ({error.strerror})"
        )
        return _fail(f"{options.svg} {why}.")
    return 0


def _keys(options: "Namespace") -> int:
    """Print the keys in force, as a file of keys."""
    from ys_tui import reference

    return reference.print_keys(options.keys)


def _help(options: "Namespace") -> int:
    """Print a topic of the help, or which there are."""
    from ys_tui import reference

    return reference.print_topic(options.topic, options.keys, is_ascii=options.ascii)


def _find(options: "Namespace") -> int:
    """Print the servers that are announced on the network."""
    from ys_tui import finding

    return finding.run(options.seconds, config.lan(), is_json=options.json)


def _turns(options: "Namespace") -> int:
    """Print the tables that wait for this profile."""
    from ys_tui import turns
    from ys_tui.client.keyring import KeyringError

    servers, folder = tuple(map(config.address, options.server)), config.folder(options.profile)
    try:
        return turns.run(folder, options.name, servers, options.seconds, is_json=options.json)
    except KeyringError as error:
        return _fail(str(error))


def _keep(options: "Namespace") -> int:
    """Keep the tables of this profile until a signal comes."""
    from ys_tui import keep
    from ys_tui.bell import AUTO
    from ys_tui.client.keyring import KeyringError
    from ys_tui.preferences import CALL, Preferences

    folder = config.folder(options.profile)
    wishes = keep.Wishes(
        folder=folder,
        name=options.name,
        servers=tuple(dict.fromkeys(map(config.address, options.server))),
        is_quiet=options.quiet,
        is_json=options.json,
        is_ascii=options.ascii,
        program=options.run,
        bell=options.bell or Preferences(folder / config.PREFERENCES).get(CALL) or AUTO,
    )
    try:
        return keep.run(wishes)
    except KeyringError as error:
        return _fail(str(error))


def _fail(words: str) -> int:
    print(f"ys: {words}", file=sys.stderr)
    return 2


def _settings(options: "Namespace") -> Settings:
    config.folder(options.profile)
    return Settings(
        options.profile,
        options.name,
        options.ascii,
        _plan(options),
        config.lan(),
        options.bell or "",
        options.keys,
    )


def _plan(options: "Namespace") -> Plan | None:
    match options.command:
        case "tutorial":
            from ys_tui.tutorial import TUTORIAL

            return TUTORIAL
        case "solo":
            return _solo(options)
        case "host":
            return Host(options.port, options.announce)
        case "join":
            return Join(config.address(options.url))
        case _:
            return None


def _solo(options: "Namespace") -> Solo:
    from protocol.game import Illegal, chosen_options
    from protocol.games import GAMES

    game, bots = GAMES[config.GAME], config.bots(options.bots)
    least, most = min(game.tables), max(game.tables)
    if len(bots) + 1 not in game.tables:
        players, others = f"{least} to {most}", f"{least - 1} to {most - 1}"
        raise ConfigError(f"{game.title} is for {players} players; name {others} bots.")
    try:
        chosen = chosen_options(game, len(bots) + 1, options.options)
    except Illegal as illegal:
        raise ConfigError(illegal.sentence) from None
    return Solo(bots, options.seed, chosen)


_DUMB = (
    "this terminal says that it can show no screen (TERM is dumb, or not set). --plain goes line by line; if "
    "it is another kind of terminal, set TERM to that, as in TERM=xterm-256color ys."
)
_INTERRUPTED = 130
"""The exit code of what Ctrl-C has ended."""
_UNWRITTEN = 74
"""The exit code of what was to be printed where there is no room: EX_IOERR, as the sysexits have it."""
_UNREAD = 141
"""The exit code of what was to be printed when nobody read any more: a shell's own for that."""
_WITHOUT_SCREEN: Mapping[str, Command] = {
    "find": _find,
    "games": _games,
    "help": _help,
    "id": _identify,
    "replay": _replay,
    "keep": _keep,
    "keys": _keys,
    "turns": _turns,
    "verify": _verify,
}
"""The commands that only print."""


if __name__ == "__main__":
    sys.exit(main())
