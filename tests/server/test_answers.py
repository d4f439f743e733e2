"""Plain HTTP: health, readiness and metrics; and what a browser or a latecomer is told."""

import re

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from protocol import wire
from protocol.messages import Bye, OpenTable, Start
from tests.server.test_listener import greet, hear, served
from tests.support import web
from tests.support.remote import Process
from ys_server import app, child
from ys_server.census import Census
from ys_server.database import StoreError
from ys_server.limits import Limits
from ys_server.metrics import Depths, Metrics


async def test_health_is_told_at_the_same_port() -> None:
    """While all is well; a question is no connection to play on, and what is no question is refused."""
    async with served() as server:
        for path, body in (("/healthz", "ok\n"), ("/readyz?x=1", "ready\n")):
            answer = await web.get(server.port, path)
            assert (answer.status, answer.body) == (200, body)
        assert (await web.get(server.port, "/")).status == 426
        assert server.hub.census().connections == 0
        async with connect(server.url) as socket:
            await greet(socket, "Ada")


async def test_metrics_are_not_told_at_the_public_port() -> None:
    """Who plays with whom is nobody's business."""
    async with served() as server:
        answer = await web.get(server.port, "/metrics")
        assert answer.status == 426
        assert "ys_" not in answer.body


async def test_a_server_that_cannot_save_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk shows at /healthz until something could be saved again."""

    def full(*_: object) -> None:
        raise StoreError("not saved: database or disk is full")

    async with served() as server, connect(server.url) as socket:
        await greet(socket, "Ada")
        with monkeypatch.context() as patched:
            patched.setattr("ys_server.store.Store.save", full)
            await socket.send(wire.encode(OpenTable(1, "toy", 2, (), "T")))
            while (answer := await web.get(server.port, "/healthz")).status == 200:
                pass
            assert (answer.status, answer.body) == (503, "saving fails\n")
        await socket.send(wire.encode(OpenTable(2, "toy", 2, (), "T")))
        while (await web.get(server.port, "/healthz")).status != 200:
            pass


async def test_who_comes_while_the_server_ends_is_told_to_come_back() -> None:
    """With a reason and a number of seconds; it still lives, and is not ready."""
    async with served() as server, connect(server.url) as ada:
        await greet(ada, "Ada")
        server.listener.drain()
        with pytest.raises(InvalidStatus) as refused:
            await connect(server.url).__aenter__()
        response = refused.value.response
        assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
        assert b"come back in 5 seconds" in (response.body or b"")
        assert (await web.get(server.port, "/readyz")).status == 503
        assert (await web.get(server.port, "/healthz")).status == 200
        await (await ada.ping())


async def test_pages_of_an_allowed_origin_may_connect() -> None:
    """And no others: 403, also for what only looks like it."""
    async with served(origins=("https://ys.example",)) as server:
        async with connect(server.url, origin="https://ys.example") as socket:  # type: ignore[arg-type]  # a plain string
            await greet(socket, "Ada")
        for origin in ("http://ys.example", "https://ys.example.org", "null"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(server.url, origin=origin).__aenter__()  # type: ignore[arg-type]  # a plain string
            assert refused.value.response.status_code == 403


async def test_behind_a_trusted_proxy_each_guest_counts_for_itself() -> None:
    """The limit per address is that of the one that the proxy names; one that is invented does not help."""
    limits = Limits(per_address=1, silent=2)
    async with served(limits, trusted=("127.0.0.1",)) as server:

        def via(*addresses: str) -> connect:
            return connect(server.url, additional_headers={"X-Forwarded-For": ", ".join(addresses)})

        async with via("198.51.100.1") as ada, via("198.51.100.2") as ben, via("198.51.100.3") as cara:
            for socket, name in ((ada, "Ada"), (ben, "Ben"), (cara, "Cara")):
                await greet(socket, name)
            async with via("6.6.6.6", "198.51.100.1") as again:
                bye = await hear(again)
                assert isinstance(bye, Bye)
                assert bye.code == "too-many-connections"
                assert bye.detail.endswith("as many as it may have; come back in 10 seconds")


async def test_a_proxy_that_is_not_trusted_is_not_believed() -> None:
    """Anybody can send that header."""
    async with served(Limits(silent=1)) as server:
        first = connect(server.url, additional_headers={"X-Forwarded-For": "198.51.100.1"})
        second = connect(server.url, additional_headers={"X-Forwarded-For": "198.51.100.2"})
        async with first as early, second as late:
            await early.wait_closed()  # the two are one address: who came first made room
            await greet(late, "Ada")


async def metrics_of(server: Process) -> int:
    """Return the port at which a server says that it answers /metrics."""
    assert server.process.stderr is not None
    while line := (await server.process.stderr.readline()).decode():
        if found := re.search(r"metrics are answered at port (\d+)", line):
            return int(found[1])
    raise AssertionError("it has ended")


async def test_metrics_tell_what_happens() -> None:
    """On a port of their own: connections, requests by outcome, goodbyes by reason, and whether bots live."""
    words = ("--no-config", "--port", "0", "--metrics-port", "0", "--database", ":memory:")
    async with Process(*words) as server:
        port = await metrics_of(server)
        async with connect(server.url) as odd:
            await odd.send(b"nonsense")
            await odd.wait_closed()
        async with connect(server.url) as socket:
            await greet(socket, "Ada")
            await socket.send(wire.encode(Start(1, 99)))
            await hear(socket)
            answer = await web.get(port, "/metrics")
            while "ys_bots_alive 1.0\n" not in answer.body:
                answer = await web.get(port, "/metrics")
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        for line in (
            "ys_connections 2.0",
            "ys_people 2.0",
            "ys_draining 0.0",
            'ys_tables{stage="open"} 0.0',
            'ys_requests_total{code="no-such-table",request="start"} 1.0',
            'ys_goodbyes_total{code="bad-frame"} 1.0',
        ):
            assert f"{line}\n" in answer.body
        assert (await web.get(port, "/")).status == 404


def test_metrics_are_the_numbers_of_the_moment() -> None:
    """Asked again, they are those of then; how long saving took is counted as it happens."""
    requests: dict[tuple[str, ...], int] = {("act", "accepted"): 5, ("act", "not-your-turn"): 1}
    census = Census(3, 2, True, {("open",): 4}, {("asleep",): 7}, requests, {})
    depths = Depths(6, 700, 600, False)
    metrics = Metrics(lambda: census, lambda: depths)
    metrics.saved(0.003)
    text = metrics.text().decode()
    for line in (
        'ys_tables{stage="open"} 4.0',
        'ys_games{state="asleep"} 7.0',
        'ys_requests_total{code="accepted",request="act"} 5.0',
        'ys_requests_total{code="not-your-turn",request="act"} 1.0',
        "ys_effects_waiting 6.0",
        "ys_bytes_waiting 700.0",
        "ys_bytes_waiting_longest 600.0",
        'ys_save_seconds_bucket{le="0.002"} 0.0',
        'ys_save_seconds_bucket{le="0.005"} 1.0',
    ):
        assert f"{line}\n" in text
    depths = Depths(0, 0, 0, True)
    assert "ys_draining 1.0\n" in metrics.text().decode()


async def test_a_port_in_use_for_metrics_is_named() -> None:
    """The sentence names the setting to change."""
    async with served() as other:
        words = ("--no-config", "--port", "0", "--database", ":memory:", "--no-bots")
        async with Process(*words, "--metrics-port", str(other.port)) as server:
            _, said = await server.process.communicate()
        assert server.process.returncode == 1
        assert f"Port {other.port} of 127.0.0.1 is in use; end what uses it".encode() in said
        assert b"another --metrics-port" in said


def test_the_end_takes_less_than_five_seconds() -> None:
    """That is what server and bots may wait for."""
    assert app.END_SECONDS + child.END_SECONDS < 5


async def test_the_end_is_told() -> None:
    """Bots included: everybody hears that the server ends, nobody is let in meanwhile, and it is gone."""
    async with (
        Process("--no-config", "--port", "0", "--database", ":memory:") as server,
        connect(server.url) as socket,
    ):
        await greet(socket, "Ada")
        server.process.terminate()
        bye = await hear(socket)
        assert await server.process.wait() == 0
        assert isinstance(bye, Bye)
        assert bye.code == "going-away"
