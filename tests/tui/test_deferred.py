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


def test_a_package_that_imports_its_own_module_does_not_run_it() -> None:
    """It is found without the package, and is there when that begins; afterwards the package has it."""
    code = (
        "import sys; from ys_tui.deferred import UNUSED; import msgspec; name = 'msgspec.inspect'; "
        "assert name in UNUSED; assert msgspec.inspect is sys.modules[name]; "
        "assert 'type_info' not in vars(msgspec.inspect); assert msgspec.inspect.type_info(int); "
        "assert msgspec.json.schema(int)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_everything_is_loaded_and_nothing_of_it_is_run() -> None:
    """The client with its games runs none of the modules that a game needs nothing of."""
    code = (
        "import sys; before = set(sys.modules); import ys_tui.app; from ys_tui import deferred, routing; "
        "routing.load(); assert 'ys_tui.games.ys.board' in sys.modules; "
        "later = {n for n, m in sys.modules.items() if '__getattr__' in vars(type(m))}; "
        "assert 'ssl' in later; print(*set(deferred.UNUSED) & set(sys.modules) - before - later)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_whether_a_socket_speaks_tls_is_asked_without_what_speaks_it() -> None:
    """No socket is one of `ssl` before that is run; its class is the real one as soon as it is."""
    code = (
        "import ys_tui, socket, ssl; later = type(ssl); assert '__getattr__' in vars(later); "
        "assert not isinstance(socket.socket(), ssl.SSLSocket); assert type(ssl) is later; "
        "assert ssl.create_default_context; assert type(ssl) is not later; "
        "assert issubclass(ssl.SSLSocket, socket.socket)"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_a_server_without_tls_is_reached_without_it() -> None:
    """Who plays on a server that speaks no TLS runs nothing of it."""
    code = (
        "import ys_tui.client.link, asyncio, ssl\n"
        "from websockets.asyncio.client import connect\n"
        "async def main():\n"
        "    async def answer(reader, writer):\n"
        "        await reader.readuntil(b'\\r\\n\\r\\n')\n"
        "        writer.write(b'HTTP/1.1 404 No\\r\\n\\r\\n'); writer.close()\n"
        "    server = await asyncio.start_server(answer, '127.0.0.1', 0)\n"
        "    try: await connect('ws://127.0.0.1:%d' % server.sockets[0].getsockname()[1], proxy=None)\n"
        "    except Exception as error: print(type(error).__name__)\n"
        "    server.close()\n"
        "asyncio.run(main())\n"
        "print('__getattr__' in vars(type(ssl)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["InvalidStatus", "True"]


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
