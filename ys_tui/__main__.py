"""The command `ys`: reads the command line, and starts the app only when there is something to show."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from protocol import PORT
from ys_tui import config
from ys_tui.config import ConfigError, Host, Join, Plan, Settings, Solo

Command = Callable[[argparse.Namespace], int]
EPILOG = """\
  ys                        the start screen
  ys solo                   play against three bots
  ys host                   let others play: your screen shows what they type
  ys join harbour.example   play on somebody's server
  ys find                   the servers on your network
  ys turns                  the tables that wait for you
  ys keep                   keep your tables going without a screen
  ys games                  your finished games
  ys replay FILE            step through a finished game
  ys verify FILE            check a finished game
  ys --plain                play line by line (also: ys solo --plain, ys join HOST --plain)

Your identity and kept games lie in the user data folder, one folder per profile.
Every command that prints ends with 74 when its answer cannot be written, as on a full disk.
"""
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
        options = _parser().parse_args(arguments)
        command = _WITHOUT_SCREEN.get(options.command)
        if command is None and options.plain:
            command = _play_plainly
        return _printed(command, options) if command is not None else _play(_settings(options))
    except ConfigError as error:
        return _fail(str(error))


def _printed(command: Command, options: argparse.Namespace) -> int:
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
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _play(settings: Settings) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _fail("ys is played on a terminal; over ssh use: ssh -t HOST ys. Without one: ys --plain")
    import gc

    gc.disable()  # looking for garbage in what is being loaded takes a tenth of the way to the first frame
    from ys_tui.client.keyring import KeyringError
    from ys_tui.lifeline import Lifeline
    from ys_tui.session import Session

    try:
        terminals = (sys.stdin.fileno(), sys.stdout.fileno())
        with Session(settings) as session, Lifeline(terminals, session.close) as lifeline:
            if session.greeting:
                print(session.greeting, flush=True)
            session.begin()
            from ys_tui.app import YsApp

            app = YsApp(session)
            lifeline.end = app.end
            app.run()
            return app.return_code or 0
    except KeyringError as error:
        return _fail(str(error))


def _play_plainly(options: argparse.Namespace) -> int:
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


def _identify(options: argparse.Namespace) -> int:
    """Print who plays in this profile: name, the words of the key, and where the identity lies."""
    from protocol.keys import signing_pair
    from ys_tui.client import words
    from ys_tui.client.keyring import Keyring, KeyringError

    try:
        keyring = Keyring(config.folder(options.profile))
    except KeyringError as error:
        return _fail(str(error))
    public, _ = signing_pair(keyring.identity)
    print(f"name      {config.own_name(options.name, keyring.name)}")
    print(f"words     {words.of_key(public)}")
    print(f"identity  {keyring.path}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    """Print what is found in each file."""
    from ys_tui.client import verify

    return verify.run(options.files, is_json=options.json)


def _games(options: argparse.Namespace) -> int:
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


def _replay(options: argparse.Namespace) -> int:
    """Show a kept game: on the screen, as text, or its board as a picture."""
    from ys_tui import replaying
    from ys_tui.games.kept import kept
    from ys_tui.looks import ASCII, marks_for
    from ys_tui.replay import ReplayError

    try:
        replay = kept(options.file)
    except ReplayError as error:
        return _fail(str(error))
    if (options.journal or options.plain) and not options.svg:
        return replaying.run(replay, options.at, with_board=options.plain)
    is_shown = not options.svg
    if is_shown and not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _fail("a game is stepped through on a terminal; ys replay FILE --journal prints it.")
    from ys_tui import replay_app

    moment = (0 if is_shown else replay.last) if options.at is None else replay.after(options.at)
    marks = ASCII if options.ascii else marks_for(sys.stdout.encoding if is_shown else "utf-8")
    if is_shown:
        return replay_app.show(replay, moment, marks)
    try:
        replay_app.draw(replay, moment, marks, options.size, Path(options.svg))
    except OSError as error:
        return _fail(f"{options.svg} cannot be written ({error.strerror}).")
    return 0


def _find(options: argparse.Namespace) -> int:
    """Print the servers that are announced on the network."""
    from ys_tui import finding

    return finding.run(options.seconds, config.lan(), is_json=options.json)


def _turns(options: argparse.Namespace) -> int:
    """Print the tables that wait for this profile."""
    from ys_tui import turns
    from ys_tui.client.keyring import KeyringError

    servers, folder = tuple(map(config.address, options.server)), config.folder(options.profile)
    try:
        return turns.run(folder, options.name, servers, options.seconds, is_json=options.json)
    except KeyringError as error:
        return _fail(str(error))


def _keep(options: argparse.Namespace) -> int:
    """Keep the tables of this profile until a signal comes."""
    from ys_tui import keep
    from ys_tui.client.keyring import KeyringError

    wishes = keep.Wishes(
        folder=config.folder(options.profile),
        name=options.name,
        servers=tuple(dict.fromkeys(map(config.address, options.server))),
        is_quiet=options.quiet,
        is_json=options.json,
        is_ascii=options.ascii,
        program=options.run,
        bell=options.bell,
    )
    try:
        return keep.run(wishes)
    except KeyringError as error:
        return _fail(str(error))


def _fail(words: str) -> int:
    print(f"ys: {words}", file=sys.stderr)
    return 2


def _settings(options: argparse.Namespace) -> Settings:
    config.folder(options.profile)
    return Settings(options.profile, options.name, options.ascii, _plan(options), config.lan(), options.bell)


def _plan(options: argparse.Namespace) -> Plan | None:
    match options.command:
        case "solo":
            return _solo(options)
        case "host":
            return Host(options.port, options.announce)
        case "join":
            return Join(config.address(options.url))
        case _:
            return None


def _solo(options: argparse.Namespace) -> Solo:
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
        raise ConfigError(illegal.detail) from None
    return Solo(bots, options.seed, chosen)


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    _add_common(common)
    parser = argparse.ArgumentParser(
        prog="ys",
        description="The board game Ys for the terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print which version this is and exit")
    _add_common(parser)
    parser.set_defaults(profile=config.PROFILE, name="", ascii=False, bell="auto", plain=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    solo = commands.add_parser("solo", parents=[common], help="play against bots", description=_SOLO)
    solo.add_argument(
        "--bots",
        default=",".join(config.SOLO_BOTS),
        metavar="A,B,C",
        help=f"one to three of them by level: {', '.join(config.LEVELS)} (default: %(default)s)",
    )
    solo.add_argument(
        "--options",
        type=config.options,
        action="extend",
        default=[],
        metavar="KEY,…",
        help="what the table plays with (ys arena --help lists it; default: nothing)",
    )
    solo.add_argument(
        "--seed",
        type=config.whole,
        metavar="N",
        help="the same game for the same choices; a seeded game is not kept",
    )
    host = commands.add_parser(
        "host", parents=[common], help="run a server and play on it", description=_HOST
    )
    host.add_argument(
        "--port", type=config.port, default=PORT, metavar="N", help="where to listen (default: %(default)s)"
    )
    host.add_argument(
        "--no-announce", dest="announce", action="store_false", help="do not tell the network around of it"
    )
    find = commands.add_parser(
        "find", parents=[common], help="the servers on your network", description=_FIND
    )
    find.add_argument("--json", action="store_true", help="one line of JSON for each server")
    find.add_argument(
        "--seconds", type=config.seconds, default=3.0, metavar="N", help="how long to listen (default: 3)"
    )
    join = commands.add_parser("join", parents=[common], help="play on somebody's server", description=_JOIN)
    join.add_argument("url", metavar="ADDRESS", help="host, host:port or ws://host:port")
    commands.add_parser("id", parents=[common], help="who you are: name, words, identity", description=_ID)
    turns = commands.add_parser(
        "turns", parents=[common], help="the tables that wait for you", description=_TURNS
    )
    turns.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="ask this one (may come several times)",
    )
    turns.add_argument("--json", action="store_true", help="one line of JSON for each table or failure")
    turns.add_argument(
        "--seconds", type=config.seconds, default=4.0, metavar="N", help="how long to wait (default: 4)"
    )
    _add_keep(commands.add_parser("keep", parents=[common], help="keep your tables going", description=_KEEP))
    games = commands.add_parser(
        "games", parents=[common], help="your finished games, each played again", description=_GAMES
    )
    games.add_argument("--json", action="store_true", help="one line of JSON for each game")
    games.add_argument("--search", default="", metavar="WORD", help="only those in which it is found")
    games.add_argument("--stats", action="store_true", help="your results in numbers: places and points")
    games.add_argument(
        "--verify",
        action="store_true",
        help="exit with 1 or 2, as ys verify, if one fails (not for a game ended by a vote)",
    )
    _add_replay(
        commands.add_parser(
            "replay", parents=[common], help="step through a finished game", description=_REPLAY
        )
    )
    verify = commands.add_parser("verify", help="check finished games without a server", description=_VERIFY)
    verify.add_argument("files", nargs="+", metavar="FILE", help="a game as ys or ys arena --save kept it")
    verify.add_argument("--json", action="store_true", help="one line of JSON for each file")
    commands.add_parser("arena", help="let bots play each other (ys arena --help)", add_help=False)
    return parser


def _add_keep(keep: argparse.ArgumentParser) -> None:
    keep.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="watch this one alone (may come several times)",
    )
    keep.add_argument("--quiet", action="store_true", help="tell only which table waits, or has ended")
    keep.add_argument("--json", action="store_true", help="one line of JSON for each thing told")
    keep.add_argument(
        "--run",
        type=config.program,
        default=(),
        metavar="COMMAND",
        help="start this whenever a table begins to wait for you; no shell reads it. It finds the table in "
        "YS_TABLE_TITLE, YS_TABLE_SERVER and YS_TABLE_NUMBER, and has a minute",
    )


def _add_replay(replay: argparse.ArgumentParser) -> None:
    replay.add_argument("file", metavar="FILE", help="a game as ys kept it")
    replay.add_argument(
        "--at",
        type=config.whole,
        metavar="N",
        help="at this entry, the first being 0 (default: the beginning)",
    )
    replay.add_argument("--journal", action="store_true", help="print the journal")
    replay.add_argument(
        "--svg", metavar="OUT", help="write the board as a picture (default: as it was at the end)"
    )
    replay.add_argument(
        "--size",
        type=config.size,
        default=(120, 36),
        metavar="COLUMNSxROWS",
        help="of the picture (default: 120x36)",
    )


class _Version(argparse.Action):
    """Prints the version of what is installed; looking that up takes longer than starting."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        print(f"ys {metadata.version('ys')}")
        parser.exit()


_INTERRUPTED = 130
"""The exit code of what Ctrl-C has ended."""
_UNWRITTEN = 74
"""The exit code of what was to be printed where there is no room: EX_IOERR, as the sysexits have it."""
_UNREAD = 141
"""The exit code of what was to be printed when nobody read any more: a shell's own for that."""
_SOLO = "Play against bots. A game that was left is kept and offered again, unless it had a --seed."
_HOST = (
    "Run a server for everybody who can reach this machine, and play on it. The network around is told, so "
    "that ys find and the start screens of others list it."
)
_FIND = (
    "List the servers that announce themselves on your network, and what to type to play on each. Exit code "
    "1 when there is none. In the environment, YS_LAN=off turns announcing and finding off, and "
    "YS_LAN=ADDRESS,… names addresses of this machine: then both happen on their networks alone."
)
_ID = "Print your name, the words by which others can tell your key by voice, and where your identity lies."
_JOIN = "Play on a server that somebody else runs."
_TURNS = (
    "Print which tables wait for you, one line each: on the servers where you have seats in running games, "
    "or on those named. Exit code 0: a table waits; 1: none does; 2: none does as far as is known, and a "
    "server could not be asked. It is quick and needs no terminal: for a shell's prompt, or cron."
)
_KEEP = (
    "Stay connected to the servers where you have seats in running games, or to those named: seal, open and "
    "show what is asked of you automatically, decide nothing, and tell on standard output when a table waits "
    "for you (with the bell, on a terminal). It comes back by itself when a server does, may run beside ys "
    "or another ys keep, and needs no terminal: for tmux, nohup or systemd. Whatever it warns of stands on "
    "standard error; a table at which a server lied, or somebody has another key, is not answered any more. "
    "Exit code 0: a signal ended it (TERM, INT or HUP); 3: so it did, and there was a warning; 2: it could "
    "not begin."
)
_GAMES = (
    "List the finished games of this profile: when, which table, who had how many points, your place, "
    "whether the game proves itself, what your client had raised an alarm about at that table, and what to "
    "type to step through it. With --stats: your own results in numbers, in all, by seats and by options."
)
_REPLAY = (
    "Step through a finished game as a spectator saw it: left and right by what happened, page up and down "
    "by rounds, home and end; l opens the journal, where Enter goes to a line. With --plain it is printed: "
    "the journal, and the table read out."
)
_VERIFY = (
    "Play each game again and check its signatures, its chain, all that was sealed, drawn and shown, every "
    "rule and the result. Exit code 0: all of it holds; 1: an entry fails (the first one is named; they are "
    "counted from 0), or there is no result: the game is not over, or the table voted to end it; 2: a file "
    "is no game. Of several files the highest counts; 74: the answer cannot be written."
)
_WITHOUT_SCREEN: Mapping[str, Command] = {
    "find": _find,
    "games": _games,
    "id": _identify,
    "replay": _replay,
    "keep": _keep,
    "turns": _turns,
    "verify": _verify,
}
"""The commands that only print."""


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", metavar="NAME", help="what others see (default: the one used last)")
    parser.add_argument(
        "--profile", metavar="NAME", help="another player on this machine: own identity and games"
    )
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters only")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="play line by line on standard input and output: for screen readers, dumb terminals and scripts",
    )
    parser.add_argument(
        "--bell",
        type=config.bell,
        metavar="HOW",
        help="how your turn is told when you look elsewhere: auto (a bell, and a notification where the "
        "terminal can show one), bell, off",
    )


if __name__ == "__main__":
    sys.exit(main())
