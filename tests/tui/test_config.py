"""What may be typed: addresses, names, profiles, bots."""

import pytest

from protocol.games import GAMES
from ys_tui import config
from ys_tui.config import ConfigError


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("harbour.example", "ws://harbour.example:4747"),
        ("  harbour.example  ", "ws://harbour.example:4747"),
        ("harbour.example:80", "ws://harbour.example:80"),
        ("HARBOUR.example", "ws://harbour.example:4747"),
        ("192.0.2.7", "ws://192.0.2.7:4747"),
        ("ws://harbour.example", "ws://harbour.example:4747"),
        ("ws://harbour.example:1234/", "ws://harbour.example:1234"),
        ("wss://harbour.example", "wss://harbour.example"),
        ("wss://harbour.example/ys", "wss://harbour.example/ys"),
        ("::1", "ws://[::1]:4747"),
        ("[::1]:99", "ws://[::1]:99"),
    ],
)
def test_address_is_taken_leniently(typed: str, url: str) -> None:
    """Host, host:port and urls all mean a server; the port is 4747 unless said otherwise."""
    assert config.address(typed) == url


@pytest.mark.parametrize("typed", ["host:99999", "host:0", "ws://[::1]:65536", "wss://host:99999/ys"])
def test_port_that_cannot_be_is_named(typed: str) -> None:
    """An address that is one but for its port is told of the port."""
    with pytest.raises(ConfigError, match=r"^(99999|0|65536) is no port: 1 to 65535"):
        config.address(typed)


def test_name_in_a_locale_without_its_letters_is_taken_whole() -> None:
    """Where the locale has fewer letters the bytes are taken for what they are; others are refused."""
    assert config.typed_name("Ünï") == "Ünï"
    assert config.typed_name("Ünï".encode().decode("ascii", "surrogateescape")) == "Ünï"
    with pytest.raises(ConfigError, match="no text in UTF-8"):
        config.typed_name(b"\xff".decode("ascii", "surrogateescape"))


@pytest.mark.parametrize("typed", ["", "   ", "a b", "http://x", "host:port", "ws://", "\x1b[2J", "[::1"])
def test_what_is_no_address_is_refused_in_words(typed: str) -> None:
    """The refusal quotes what was typed without control characters, and says what would do."""
    with pytest.raises(ConfigError, match=r"Type host, host:port or ws://host:port\.") as error:
        config.address(typed)
    assert "\x1b" not in str(error.value)


@pytest.mark.parametrize(
    ("typed", "remembered", "name"),
    [("Cara", "Old", "Cara"), ("", "Old", "Old"), ("\x1b[2J", "", "[2J"), ("x" * 40, "", "x" * 16)],
)
def test_name_is_typed_or_remembered(typed: str, remembered: str, name: str) -> None:
    """A name is cleaned and cut to what others can be shown."""
    assert config.own_name(typed, remembered) == name


def test_there_is_always_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any name the login name is used, and a plain word where there is none."""
    monkeypatch.setattr("getpass.getuser", lambda: "dahut")
    assert config.own_name("", "") == "dahut"

    def nobody() -> str:
        raise OSError

    monkeypatch.setattr("getpass.getuser", nobody)
    assert config.own_name("", "") == "Merchant"


def test_profiles_have_folders_of_their_own() -> None:
    """Two profiles share nothing."""
    assert config.folder("one") != config.folder("two")


@pytest.mark.parametrize("name", ["", "..", "a/b", "-x", "a" * 33, "ä"])
def test_profile_name_stays_in_its_folder(name: str) -> None:
    """What could leave the folder of profiles is no profile name."""
    with pytest.raises(ConfigError, match="no profile name"):
        config.folder(name)


def test_bots_are_levels() -> None:
    """A list of levels is taken with or without blanks; another word is refused with the levels there are."""
    assert config.bots("greedy, random,greedy") == ("greedy", "random", "greedy")
    with pytest.raises(ConfigError, match="'clever' is no bot; there are random and greedy"):
        config.bots("greedy,clever")


def test_bots_that_are_offered_are_those_of_the_game() -> None:
    """The command line offers every level at which bots play, and no other."""
    assert GAMES[config.GAME].bots == config.LEVELS
    assert set(config.SOLO_BOTS) <= set(config.LEVELS)
