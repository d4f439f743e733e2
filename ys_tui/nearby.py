"""The servers on the network around us, as they announce themselves; nothing here is drawn.

Anybody on the network can announce anything: what is heard is bounded, and nothing of it is believed before
one joins.
"""

import asyncio
import contextlib
import ipaddress
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from protocol import PORT, VERSION
from protocol.beacon import SERVICE, Beacon, Revisions, read

if TYPE_CHECKING:
    from ipaddress import IPv4Interface, IPv6Interface

    from zeroconf import ServiceStateChange, Zeroconf

    Interface = IPv4Interface | IPv6Interface

MOST: Final = 32
"""Servers that are listed; a network with more of them has somebody who invents them."""
_MOST_ADDRESSES: Final = 16
_PORTS: Final = range(1, 1 << 16)
_ANSWER: Final = 3_000
"""Milliseconds that a server gets to say where it is."""
_LOOK: Final = 1.0
"""Seconds between two looks at what has expired meanwhile: an address that was left is not told."""
_DEAF: Final = "this machine has no network to find servers on"


class Server(Struct, frozen=True):
    """A server that was heard."""

    id: str
    """What it is called by machines: it stays when the server moves to another port."""
    beacon: Beacon
    """What it says of itself."""
    addresses: tuple[str, ...]
    """Where it can be reached, the likeliest first; at least one."""
    port: int

    @property
    def typed(self) -> str:
        """What is typed after `ys join` to play there."""
        host = self.addresses[0]
        if self.beacon.is_secure:  # a certificate is for a name
            return f"wss://{self.beacon.host or _bracketed(host)}:{self.port}"
        return host if self.port == PORT else f"{_bracketed(host)}:{self.port}"

    @property
    def name(self) -> str:
        """What it is called by people; where it is, when it does not say."""
        return self.beacon.name or self.addresses[0]

    def fits(self, rules: Revisions) -> bool:
        """Tell whether this client, which plays by `rules`, can play there."""
        return self.beacon.fits(VERSION, rules)


class Found(Struct, frozen=True):
    """What there is around us at a moment."""

    servers: tuple[Server, ...] = ()
    """By name."""
    problem: str = ""
    """Why none can be heard, in words; "" when all is well."""


Told = Callable[[Found], object]
"""Hears what there is now, each time it has changed; called on the search's own thread."""


class Search:
    """Listens for servers on a thread of its own, from `start` to `stop`."""

    def __init__(self, told: Told, interfaces: Sequence[str] = ()) -> None:
        """Search on the interfaces with these addresses, on all when none is named."""
        self._told, self._interfaces = told, tuple(interfaces)
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._is_over = False
        self._heard: set[str] = set()
        self._asking: set[asyncio.Task[bool]] = set()
        self._told_last: Found | None = None

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End soon; nothing is told from now on but what is being told. Returns at once."""
        self._is_over = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._news.set)

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    def _run(self) -> None:
        asyncio.run(self._listen())

    async def _listen(self) -> None:
        self._loop = asyncio.get_running_loop()
        from zeroconf import Error  # noqa: PLC0415  # costs more than a first frame may
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf  # noqa: PLC0415  # as above

        own = own_interfaces()
        others = [str(interface.ip) for interface in own if not interface.ip.is_loopback]
        if not self._interfaces and not others:
            self._tell(Found(problem=_DEAF))
            return
        try:
            zeroconf = AsyncZeroconf(interfaces=list(self._interfaces) or others)
        except (OSError, RuntimeError, Error):
            self._tell(Found(problem=_DEAF))
            return
        async with zeroconf:
            browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._on_change])
            while not self._is_over:
                self._tell(self._found(zeroconf.zeroconf, own))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), _LOOK)
                self._news.clear()
            await browser.async_cancel()

    def _on_change(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Hear that a server came, went or said something else."""
        from zeroconf import Error, ServiceInfo, ServiceStateChange  # noqa: PLC0415  # they are loaded by now

        if state_change is ServiceStateChange.Removed:
            self._heard.discard(name)
        elif name not in self._heard and len(self._heard) < MOST:
            try:
                info = ServiceInfo(service_type, name)
            except Error:  # no server of ours is called like that
                return
            self._heard.add(name)
            asking = asyncio.create_task(info.async_request(zeroconf, _ANSWER))
            self._asking.add(asking)
            asking.add_done_callback(self._answered)
        self._news.set()

    def _answered(self, asking: "asyncio.Task[bool]") -> None:
        self._asking.discard(asking)
        self._news.set()

    def _found(self, zeroconf: "Zeroconf", own: Sequence["Interface"]) -> Found:
        servers = (self._server(name, zeroconf, own) for name in self._heard)
        known = (server for server in servers if server is not None)
        return Found(tuple(sorted(known, key=lambda server: (server.name.casefold(), server.id))))

    def _server(self, name: str, zeroconf: "Zeroconf", own: Sequence["Interface"]) -> Server | None:
        from zeroconf import ServiceInfo  # noqa: PLC0415  # it is loaded by now

        info = ServiceInfo(SERVICE, name)  # a new one: what was said before and is not said any more is gone
        if not info.load_from_cache(zeroconf) or info.port is None or info.port not in _PORTS:
            return None
        is_local = any(ipaddress.ip_address(address).is_loopback for address in self._interfaces)
        addresses = ordered(info.parsed_scoped_addresses(), own, is_local=is_local)
        return Server(name, read(info.properties), addresses, info.port) if addresses else None

    def _tell(self, found: Found) -> None:
        if found != self._told_last and not self._is_over:
            self._told_last = found
            self._told(found)


def own_interfaces() -> tuple["Interface", ...]:
    """Return the addresses of this machine, each with the network that it is in."""
    import ifaddr  # noqa: PLC0415  # most commands never look for servers

    return tuple(
        ipaddress.ip_interface(
            f"{found.ip if isinstance(found.ip, str) else found.ip[0]}/{found.network_prefix}"
        )
        for adapter in ifaddr.get_adapters()
        for found in adapter.ips
    )


def ordered(
    addresses: Iterable[str], own: Sequence["Interface"], *, is_local: bool = False
) -> tuple[str, ...]:
    """Return the usable ones of `addresses`, the likeliest to be reached first.

    First those in a network of ours; last one that is an address of ours as well, unless all are: bridges
    inside machines share theirs. Loopback is told only where the search `is_local`.
    """
    ours = {interface.ip for interface in own}
    networks = [interface.network for interface in own]
    found = {}
    for text in addresses:
        bare, _, _ = text.partition("%")  # which interface it is on is known to the text
        address = ipaddress.ip_address(bare)
        if not (address.is_unspecified or address.is_multicast or (address.is_loopback and not is_local)):
            found[text] = address
    is_here = all(address in ours for address in found.values())

    def rank(text: str) -> tuple[bool, bool, bool, bool]:
        address = found[text]
        return (
            not is_here and address in ours,
            not any(address in network for network in networks),
            address.is_link_local,
            address.version != 4,  # noqa: PLR2004
        )

    return tuple(sorted(found, key=rank))[:_MOST_ADDRESSES]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
