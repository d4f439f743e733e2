"""The command line: answers at once, and says in plain words what is wrong."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from protocol.keys import signing_pair
from ys_server.bots.__main__ import main as bots
from ys_tui.__main__ import _settings, main
from ys_tui.client.words import of_key
from ys_tui.command_line import parser
from ys_tui.config import Host, Join, Settings, Solo

HEAVY = ("textual", "rich", "websockets", "nacl", "platformdirs", "zeroconf", "ifaddr")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["solo", "--help"], ["join", "--help"], ["find", "--help"]]
)
def test_help_and_version_load_nothing_heavy(arguments: list[str]) -> None:
    """Help and version are there without Textual and the like."""
    code = (
        "import sys\n"
        "from ys_tui.__main__ import main\n"
        "try:\n"
        f"    main({arguments})\n"
        "except SystemExit as end:\n"
        "    assert not end.code\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("module", ["ys_tui.app", "ys_server.app"])
def test_nothing_of_the_network_around_is_loaded_to_start(module: str) -> None:
    """Neither the first frame nor a server that is not announced waits for what announces and finds."""
    code = f"import sys, {module}; sys.exit(bool({{'zeroconf', 'ifaddr'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """`ys --version` says what is installed."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"ys {metadata.version('ys')}\n"


@pytest.mark.parametrize(
    ("typed", "settings"),
    [
        ("", Settings()),
        ("solo", Settings(plan=Solo())),
        ("solo --bots random,random,random --seed 4", Settings(plan=Solo(("random",) * 3, 4))),
        ("solo --bots random", Settings(plan=Solo(("random",)))),
        (
            "solo --bots random,greedy --options documented-deck,kings-favor",
            Settings(plan=Solo(("random", "greedy"), options=("kings-favor", "documented-deck"))),
        ),
        ("solo --options kings-favor,", Settings(plan=Solo(options=("kings-favor",)))),
        (
            "solo --options documented-deck --options kings-favor",
            Settings(plan=Solo(options=("kings-favor", "documented-deck"))),
        ),
        ("--profile bob solo --name Bob", Settings("bob", "Bob", plan=Solo())),
        ("host --port 99 --profile eve", Settings("eve", plan=Host(99))),
        ("host --no-announce", Settings(plan=Host(is_announced=False))),
        ("join harbour.example --ascii", Settings(ascii=True, plan=Join("ws://harbour.example:4747"))),
    ],
)
def test_command_line_settles(typed: str, settings: Settings) -> None:
    """Options stand before or after the command and mean the same."""
    assert _settings(parser().parse_args(typed.split())) == settings


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("join http://x", "is no address"),
        ("solo --bots clever", "is no bot"),
        ("solo --seed x", "'x' is no whole number"),
        ("host --port x", "'x' is no whole number"),
        ("host --port 70000", "70000 is no port"),
        ("solo --bots random,random,random,random", "Ys is for 2 to 4 players; name 1 to 3 bots.\n"),
        (
            "solo --options fast",
            "Ys has no option fast; it has three-neighborhoods, kings-favor, documented-deck, escrow.\n",
        ),
        ("solo --bots greedy --options kings-favor", "King's Favor is for three or four players (R67).\n"),
        ("--profile ../x", "no profile name"),
    ],
)
def test_wrong_words_are_answered_in_one_line(
    typed: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be used gives one line on stderr and exit code 2."""
    assert main(typed.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("ys: ")
    assert words in said
    assert said.count("\n") == 1


def test_arena_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ys arena …` is the bots' own command, with its exit code."""
    called: list[list[str]] = []

    def call(command: list[str]) -> int:
        called.append(command)
        return 7

    monkeypatch.setattr("subprocess.call", call)
    assert main(["arena", "--games", "2"]) == 7
    assert called[0][-3:] == ["arena", "--games", "2"]


def test_interrupted_arena_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is heard by the bots and by the command that waits for them: both end with code 130."""

    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("subprocess.call", interrupted)
    monkeypatch.setattr("ys_server.bots.arena.command.run", interrupted)
    assert main(["arena", "--games", "2"]) == 130
    assert bots(["arena", "--games", "2", "--bots", "random,random,random,random", "--seed", "1"]) == 130


def test_arena_complains_under_the_name_that_was_typed(capfd: pytest.CaptureFixture[str]) -> None:
    """What is wrong with `ys arena …` is told by `ys arena`."""
    assert main(["arena", "--games", "x"]) == 2
    assert "\nys arena: error: " in capfd.readouterr().err


def test_seed_says_that_the_game_is_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """The help of `ys solo` says what a seed costs."""
    with pytest.raises(SystemExit):
        main(["solo", "--help"])
    assert "a seeded game is not kept" in " ".join(capsys.readouterr().out.split())


def test_id_says_who_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`ys id` prints name, words and the place of the identity; no secret; the same each time."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["id", "--profile", "cara", "--name", "Cara"]) == 0
    said = capsys.readouterr().out
    identity = next(tmp_path.rglob("identity"))
    public, _ = signing_pair(identity.read_bytes())
    assert said.splitlines() == [
        "name      Cara",
        f"words     {of_key(public)}",
        f"identity  {identity}",
    ]
    assert main(["id", "--profile", "cara", "--name", "Cara"]) == 0
    assert capsys.readouterr().out == said
    identity.chmod(0o644)
    assert main(["id", "--profile", "cara"]) == 2
    assert "chmod 600" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file without room")
@pytest.mark.parametrize("arguments", [["verify", "none.ysgame"], ["games"], ["id"]])
def test_no_room_for_the_answer_is_told_in_one_sentence(arguments: list[str]) -> None:
    """What cannot be printed is no traceback and no verdict: one line on stderr, and a code of its own."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ys_tui", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr == "ys: the answer cannot be written (No space left on device).\n"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("jion harbour", "'jion' is no command; did you mean ys join? ys --help tells what can be typed."),
        ("zzz", "'zzz' is no command. ys --help tells what can be typed."),
        ("join", "ADDRESS is missing. ys join --help tells what can be typed."),
        ("solo --seed", "argument --seed: expected one argument. ys solo --help tells what can be typed."),
        ("\x1b[2J", r"'\\x1b[2J' is no command. ys --help tells what can be typed."),
    ],
)
def test_what_was_mistyped_is_said_in_a_sentence(
    typed: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """No usage in three lines: what is wrong, what may have been meant, and where help is."""
    with pytest.raises(SystemExit) as ended:
        main(typed.split(" "))
    assert (ended.value.code, capsys.readouterr().err) == (2, f"ys: {words}\n")


@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_terminal_without_a_screen_is_told_the_way(kind: str) -> None:
    """Nothing is drawn where it could not be read: the sentence names what works there."""
    asked = [sys.executable, "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"]
    done = subprocess.run(
        [*asked, sys.executable, "-m", "ys_tui"],
        env={**os.environ, "TERM": kind},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "--plain goes line by line" in done.stdout
    assert "\x1b" not in done.stdout


def test_name_is_whole_in_any_locale(tmp_path: Path) -> None:
    """A locale that knows no letters beside those of English takes nothing from a name."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "ys_tui", "--name", "Ünï".encode(), "id"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].split(maxsplit=1)[1].decode("unicode_escape") == "Ünï"
