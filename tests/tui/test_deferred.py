"""Modules that are bound without being run, until something of them is used."""

import subprocess
import sys

import pytest

NAMES = ("importlib.metadata", "urllib.request", "zipfile")


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("import websockets.asyncio.client", []),
        ("import importlib.metadata as m; m.version('websockets')", ["email.message"]),
        ("from urllib.request import getproxies; getproxies()", ["http.client"]),
        ("import urllib.request; assert urllib.request.Request", ["http.client"]),
    ],
)
def test_modules_are_run_at_first_use(use: str, expected: list[str]) -> None:
    """A dependency that imports them runs nothing of them; who uses one gets it whole."""
    code = (
        f"import sys; from ys_tui.deferred import defer; defer(*{NAMES}); {use}; "
        "print(*sorted({'email.message', 'http.client'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heard = set(done.stdout.split())
    assert heard >= set(expected)
    assert bool(heard) is bool(expected)


def test_what_is_loaded_stays_as_it_is() -> None:
    """A module that is there already is the same afterwards."""
    code = (
        "import sys, json; from ys_tui.deferred import defer; defer('json'); "
        "assert sys.modules['json'] is json; json.dumps(1)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_many_threads_use_a_module_for_the_first_time_at_once() -> None:
    """All of them find it whole."""
    code = (
        "from ys_tui.deferred import defer; defer('urllib.request')\n"
        "import urllib.request\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    assert all(pool.map(lambda _: callable(urllib.request.urlopen), range(64)))\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
