"""What may be typed behind `ys`: commands, flags, and what help says of them. Nothing here does anything."""

import argparse
import re
import sys
from typing import Final, NoReturn

from protocol import PORT
from protocol.text import clean
from ys_tui import config

SHELLS: Final = ("bash", "zsh", "tcsh", "fish")
"""What can be told how the command line goes on."""
EPILOG: Final = """\
  ys                        the start screen
  ys tutorial               learn the game: a first round, explained
  ys solo                   play against three bots
  ys host                   let others play: your screen shows what they type
  ys join harbour.example   play on somebody's server
  ys find                   the servers on your network
  ys turns                  the tables that wait for you
  ys keep                   keep your tables going without a screen
  ys games                  your finished games
  ys replay FILE            step through a finished game
  ys verify FILE            check a finished game
  ys keys                   which keys do what, to save and change
  ys help                   the rules and everything else, by topic
  ys --plain                play line by line (also: ys solo --plain, ys join HOST --plain)

Your identity and kept games lie in the user data folder, one folder per profile.
Every command that prints ends with 74 when its answer cannot be written, as on a full disk.
"""
_TUTORIAL: Final = (
    "Play a first round against three bots, and the beginning of a second, with every decision explained. It "
    "is a real game; nothing of it is kept, and it can be left at any time and begun again."
)
_SOLO: Final = "Play against bots. A game that was left is kept and offered again, unless it had a --seed."
_HOST: Final = (
    "Run a server for everybody who can reach this machine, and play on it. The network around is told, so "
    "that ys find and the start screens of others list it."
)
_FIND: Final = (
    "List the servers that announce themselves on your network, and what to type to play on each. Exit code "
    "1 when there is none. In the environment, YS_LAN=off turns announcing and finding off, and "
    "YS_LAN=ADDRESS,… names addresses of this machine: then both happen on their networks alone."
)
_ID: Final = (
    "Print your name, the words by which others can tell your key by voice, and where your identity lies."
)
_JOIN: Final = (
    "Play on a server that somebody else runs. Exit code with --plain: 69 where the input ended and the "
    "server had not been reached."
)
_TURNS: Final = (
    "Print which tables wait for you, one line each: on the servers where you have seats in running games, "
    "or on those named. Exit code 0: a table waits; 1: none does; 2: none does as far as is known, and a "
    "server could not be asked. It is quick and needs no terminal: for a shell's prompt, or cron."
)
_KEEP: Final = (
    "Stay connected to the servers where you have seats in running games, or to those named: seal, open and "
    "show what is asked of you automatically, decide nothing, and tell on standard output when a table waits "
    "for you (with the bell, on a terminal). It comes back by itself when a server does, may run beside ys "
    "or another ys keep, and needs no terminal: for tmux, nohup or systemd. Whatever it warns of stands on "
    "standard error; a table at which a server lied, or somebody has another key, is not answered any more. "
    "Exit code 0: a signal ended it (TERM, INT or HUP); 3: so it did, and there was a warning; 2: it could "
    "not begin."
)
_GAMES: Final = (
    "List the finished games of this profile: when, which table, who had how many points, your place, "
    "whether the game proves itself, what your client had raised an alarm about at that table, and what to "
    "type to step through it. With --stats: your own results in numbers, in all, by seats and by options."
)
_REPLAY: Final = (
    "Step through a finished game as a spectator saw it: by what happened, by rounds, or to any line of its "
    "journal; the bar at the bottom tells the keys. With --plain it is printed: the journal, and the table "
    "read out."
)
_NO_COMMAND: Final = re.compile(
    r"argument COMMAND: invalid choice: '?(.*?)'? \(choose from (.*)\)", re.DOTALL
)
_MISSING: Final = re.compile(r"the following arguments are required: (.*)", re.DOTALL)
"""How argparse says that a command is unknown, and that something is missing."""
_HELP: Final = "Print what the help of the screen says about a topic, or which topics there are."
_KEYS: Final = (
    "Print the keys in force as a file: save it where its head says, or anywhere for --keys, and change what "
    "you like. A key that is not known, or that has two meanings at one place, is refused at the start with "
    "its line. Letters of places and answers are not to be changed, nor ctrl+c; --plain has no keys."
)
_VERIFY: Final = (
    "Play each game again and check its signatures, its chain, all that was sealed, drawn and shown, every "
    "rule and the result. Exit code 0: all of it holds; 1: an entry fails (the first one is named; they are "
    "counted from 0), or there is no result: the game is not over, or the table voted to end it; 2: a file "
    "is no game. Of several files the highest counts; 74: the answer cannot be written."
)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and what to type next; ends with exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Say it."""
        import difflib  # noqa: PLC0415  # only who has mistyped waits for it

        if found := _NO_COMMAND.match(message):
            typed = clean(found[1])
            near = difflib.get_close_matches(typed, re.findall(r"'([^']+)'", found[2]), 1)
            meant = f"; did you mean {self.prog} {near[0]}?" if near else "."
            message = f"{typed!r} is no command{meant}"
        elif found := _MISSING.match(message):
            message = f"{found[1]} is missing."
        else:
            message = f"{message}."
        self.exit(2, f"ys: {message} {self.prog} --help tells what can be typed.\n")


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    _add_common(common)
    top = _Parser(
        prog="ys",
        description="The board game Ys for the terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print which version this is and exit")
    top.add_argument(
        "--print-completion",
        action=_Completion,
        choices=SHELLS,
        metavar="SHELL",
        help=f"print what lets a shell complete ys by Tab, and exit: {', '.join(SHELLS)}",
    )
    _add_common(top)
    top.set_defaults(profile=config.PROFILE, name="", ascii=False, bell=None, keys="", plain=False)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, says: str, description: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, parents=[common], help=says, description=description)

    command("tutorial", "learn the game", _TUTORIAL)
    _add_solo(command("solo", "play against bots", _SOLO))
    _add_host(command("host", "run a server and play on it", _HOST))
    _add_find(command("find", "the servers on your network", _FIND))
    join = command("join", "play on somebody's server", _JOIN)
    join.add_argument("url", metavar="ADDRESS", help="host, host:port or ws://host:port")
    command("id", "who you are: name, words, identity", _ID)
    _add_turns(command("turns", "the tables that wait for you", _TURNS))
    _add_keep(command("keep", "keep your tables going", _KEEP))
    _add_games(command("games", "your finished games, each played again", _GAMES))
    _add_replay(command("replay", "step through a finished game", _REPLAY))
    verify = commands.add_parser("verify", help="check finished games without a server", description=_VERIFY)
    verify.add_argument("files", nargs="+", metavar="FILE", help="a game as ys or ys arena --save kept it")
    verify.add_argument("--json", action="store_true", help="one line of JSON for each file")
    command("keys", "which keys do what, as a file to change", _KEYS)
    topic = command("help", "the help by topic, as text", _HELP)
    topic.add_argument(
        "topic", nargs="?", default="", metavar="TOPIC", help="without one, the topics are listed"
    )
    commands.add_parser("arena", help="let bots play each other (ys arena --help)", add_help=False)
    return top


def _add_solo(solo: argparse.ArgumentParser) -> None:
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


def _add_host(host: argparse.ArgumentParser) -> None:
    host.add_argument(
        "--port", type=config.port, default=PORT, metavar="N", help="where to listen (default: %(default)s)"
    )
    host.add_argument(
        "--no-announce", dest="announce", action="store_false", help="do not tell the network around of it"
    )


def _add_find(find: argparse.ArgumentParser) -> None:
    find.add_argument("--json", action="store_true", help="one line of JSON for each server")
    find.add_argument(
        "--seconds", type=config.seconds, default=3.0, metavar="N", help="how long to listen (default: 3)"
    )


def _add_turns(turns: argparse.ArgumentParser) -> None:
    _add_servers(turns, "ask this one (may come several times)")
    turns.add_argument("--json", action="store_true", help="one line of JSON for each table or failure")
    turns.add_argument(
        "--seconds", type=config.seconds, default=4.0, metavar="N", help="how long to wait (default: 4)"
    )


def _add_servers(parser: argparse.ArgumentParser, words: str) -> None:
    parser.add_argument("--server", action="append", default=[], metavar="ADDRESS", help=words)


def _add_games(games: argparse.ArgumentParser) -> None:
    games.add_argument("--json", action="store_true", help="one line of JSON for each game")
    games.add_argument("--search", default="", metavar="WORD", help="only those in which it is found")
    games.add_argument("--stats", action="store_true", help="your results in numbers: places and points")
    games.add_argument(
        "--verify",
        action="store_true",
        help="exit with 1 or 2, as ys verify, if one fails (not for a game ended by a vote)",
    )


def _add_keep(keep: argparse.ArgumentParser) -> None:
    _add_servers(keep, "watch this one alone (may come several times)")
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
    replay.add_argument("--force", action="store_true", help="write the picture over a file that is there")
    replay.add_argument(
        "--size",
        type=config.size,
        default=(120, 36),
        metavar="COLUMNSxROWS",
        help="of the picture (default: 120x36)",
    )


class _Completion(argparse.Action):
    """Prints what a shell needs to complete the command line."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, shell: object, *__: object) -> None:
        from ys_tui.completion import script  # noqa: PLC0415

        sys.stdout.write(script(parser, str(shell)) + "\n")
        parser.exit()


class _Version(argparse.Action):
    """Prints the version of what is installed; looking that up takes longer than starting."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata  # noqa: PLC0415

        sys.stdout.write(f"ys {metadata.version('ys')}\n")
        parser.exit()


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name", type=config.typed_name, metavar="NAME", help="what others see (default: the one used last)"
    )
    parser.add_argument(
        "--profile", metavar="NAME", help="another player on this machine: own identity and games"
    )
    parser.add_argument("--ascii", action="store_true", help="draw with plain letters only")
    parser.add_argument("--keys", metavar="FILE", help="which keys do what (ys keys prints such a file)")
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
        "terminal can show one), bell, off (default: as set in the settings)",
    )
