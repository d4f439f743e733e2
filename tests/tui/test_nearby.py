"""The servers around us: which address is told, how it is typed, and what strangers can do to the list."""

import secrets
import threading
from ipaddress import ip_interface

import pytest
from zeroconf import ServiceInfo, Zeroconf
from zeroconf._dns import DNSPointer
from zeroconf._protocol.outgoing import DNSOutgoing

from protocol import PORT, VERSION
from protocol.beacon import SERVICE, Beacon
from tests.support.ear import LOOPBACK, Ear
from ys_tui import config, nearby
from ys_tui.nearby import Found, Search, Server, ordered, own_interfaces

OWN = tuple(map(ip_interface, ("127.0.0.1/8", "192.0.2.2/24", "172.17.0.1/16", "fd00::2/64", "fe80::2/64")))


def _own() -> str:
    """Return a name that no other test on this machine has."""
    return f"sea{secrets.token_hex(4)}"


def _server(
    *addresses: str, port: int = PORT, is_secure: bool = False, name: str = "sea", host: str = ""
) -> Server:
    beacon = Beacon(name, VERSION, (("ys", 1),), is_secure=is_secure, host=host)
    return Server("ys-00", beacon, addresses, port)


@pytest.mark.parametrize(
    ("server", "typed", "url"),
    [
        (_server("192.0.2.5"), "192.0.2.5", "ws://192.0.2.5:4747"),
        (_server("192.0.2.5", port=99), "192.0.2.5:99", "ws://192.0.2.5:99"),
        (_server("fd00::5"), "fd00::5", "ws://[fd00::5]:4747"),
        (_server("fe80::5%eth0", port=99), "[fe80::5%eth0]:99", "ws://[fe80::5%eth0]:99"),
        (_server("192.0.2.5", is_secure=True), "wss://192.0.2.5:4747", "wss://192.0.2.5:4747"),
        (
            _server("fd00::5", is_secure=True, host="ys.example.org"),
            "wss://ys.example.org:4747",
            "wss://ys.example.org:4747",
        ),
        (_server("192.0.2.5", host="ys.example.org"), "192.0.2.5", "ws://192.0.2.5:4747"),
    ],
)
def test_what_is_typed_leads_there(server: Server, typed: str, url: str) -> None:
    """What is shown after `ys join` is as short as it can be, and means that server."""
    assert server.typed == typed
    assert config.address(typed) == url


@pytest.mark.parametrize(
    ("told", "order"),
    [
        (("198.51.100.7", "192.0.2.5"), ("192.0.2.5", "198.51.100.7")),
        (("172.17.0.1", "192.0.2.5"), ("192.0.2.5", "172.17.0.1")),
        (("fe80::5%2", "fd00::5", "192.0.2.5"), ("192.0.2.5", "fd00::5", "fe80::5%2")),
        (("192.0.2.2",), ("192.0.2.2",)),
        (("fe80::2%4", "fd00::2"), ("fd00::2", "fe80::2%4")),
        (("127.0.0.1", "0.0.0.0", "224.0.0.1"), ()),  # noqa: S104  # not listened on
    ],
    ids=[
        "our network first",
        "a bridge of ours last",
        "IPv4 first",
        "this machine",
        "this machine by IPv6",
        "nowhere",
    ],
)
def test_likeliest_address_comes_first(told: tuple[str, ...], order: tuple[str, ...]) -> None:
    """Of several addresses that one is told by which we most likely get there; none leads to ourselves."""
    assert ordered(told, OWN) == order


def test_endless_addresses_are_cut() -> None:
    """A stranger who tells a thousand addresses fills nothing."""
    assert len(ordered((f"10.0.{n // 256}.{n % 256}" for n in range(1_000)), OWN)) == 16


def test_own_interfaces_are_addresses_with_their_networks() -> None:
    """Loopback is among the interfaces of any machine."""
    assert any(interface.ip.is_loopback for interface in own_interfaces())


def test_server_without_a_name_is_called_by_its_address() -> None:
    """There is always something to call it by."""
    assert _server("192.0.2.5", name="").name == "192.0.2.5"


def test_strangers_text_is_harmless() -> None:
    """Control characters in what a stranger announces do not come out of the search; values are bounded."""
    own = _own()
    name = f"\x1b[2J{own}" + "sea" * 30
    properties = {"name": name, "version": "9" * 30, "rules": "\x07", "tables": "-1"}
    info = ServiceInfo(SERVICE, f"{own}.{SERVICE}", 1, properties=properties, parsed_addresses=[LOOPBACK])
    zeroconf = Zeroconf(interfaces=[LOOPBACK])
    try:
        zeroconf.register_service(info, cooperating_responders=True)
        with Ear() as ear:
            heard = ear.server(name[1:33])
            assert heard.beacon == Beacon(heard.name, 0, ())
            assert heard.typed == "127.0.0.1:1"
    finally:
        zeroconf.close()


def test_wrong_names_of_services_are_passed_over() -> None:
    """Names that no service may have do not end the search: the next server is heard."""
    own = _own()
    wrong = DNSOutgoing(0x8400)  # an answer that nobody has asked for
    for name in ("\x1b[2J", "x\x7f", "x.y"):
        wrong.add_answer_at_time(DNSPointer(SERVICE, 12, 1, 120, f"{name}.{SERVICE}"), 0)
    info = ServiceInfo(SERVICE, f"{own}.{SERVICE}", 1, properties={"name": own}, parsed_addresses=[LOOPBACK])
    zeroconf = Zeroconf(interfaces=[LOOPBACK])
    try:
        with Ear() as ear:
            ear.listening()
            zeroconf.send(wrong)
            zeroconf.register_service(info, cooperating_responders=True)
            assert ear.server(own).typed == "127.0.0.1:1"
    finally:
        zeroconf.close()


def test_list_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who announces more servers than are listed cannot make the list longer."""
    monkeypatch.setattr(nearby, "MOST", 1)
    zeroconf = Zeroconf(interfaces=[LOOPBACK])
    told: list[Found] = []
    seen = threading.Event()

    def hear(found: Found) -> None:
        told.append(found)
        if found.servers:
            seen.set()

    try:
        for number in range(3):
            name = f"ys-{_own()}-{number}.{SERVICE}"
            info = ServiceInfo(SERVICE, name, port=1, properties={}, parsed_addresses=[LOOPBACK])
            zeroconf.register_service(info, cooperating_responders=True)
        search = Search(hear, (LOOPBACK,))
        search.start()
        assert seen.wait(30.0)
        search.stop()
        search.join()
    finally:
        zeroconf.close()
    assert max(len(found.servers) for found in told) == 1


def test_network_without_multicast_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be heard, plain words say so, and the search has ended."""

    def deaf(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", deaf)
    told: list[Found] = []
    search = Search(told.append)
    search.start()
    search.join()
    assert [found.problem for found in told] == [nearby._DEAF]


def test_stopped_search_tells_nothing_more() -> None:
    """A search that is stopped before it has begun to listen ends without a word."""
    told: list[Found] = []
    search = Search(told.append, (LOOPBACK,))
    search.stop()
    search.start()
    search.join()
    assert told == []
