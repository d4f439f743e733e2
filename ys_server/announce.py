"""Tells the network around that this server is here, as long as it is; the words are `protocol.beacon`'s.

On a network without multicast nothing is told and nothing fails: the log says so once.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Final

import ifaddr
from msgspec.structs import replace
from zeroconf import Error, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from protocol import VERSION
from protocol.beacon import KEY_LENGTH, SERVICE, Beacon, Revisions
from protocol.text import TITLE_LENGTH, clean
from ys_server.config import Config

EVERY: Final = 5.0
"""Seconds between two looks whether what is announced is still so."""
_LIFE: Final = 120
"""Seconds that others believe an announcement which is not repeated: a server may end without a word."""
_GOODBYE: Final = 1.0
"""Seconds that withdrawing may take."""

_log: Final = logging.getLogger(__name__)


def reachable(host: str, only: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the addresses by which other machines reach what listens on `host`, itself an address.

    The interfaces are those with an address in `only`; when there is none, all but loopback.
    """
    listens = ip_address(host)
    found = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            address = ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            is_meant = str(address) in only if only else not address.is_loopback
            is_heard = listens.is_unspecified and listens.version == address.version
            if is_meant and (is_heard or address == listens):
                found.append(str(address))
    return tuple(found)


def beacon(config: Config, rules: Revisions) -> Beacon:
    """Return what is told of the server that `config` makes and that plays by `rules`."""
    return Beacon(
        config.announce_as or _own_name(),
        VERSION,
        rules,
        is_secure=config.tls_cert is not None,
        host=config.host_name or "",
    )


class Announcer:
    """Announces one server from the start of `run` until that is cancelled."""

    def __init__(
        self,
        beacon: Beacon,
        key: bytes,
        where: tuple[str, int],
        open_tables: Callable[[], int],
        only: Sequence[str] = (),
    ) -> None:
        """Announce what `beacon` says of the server with this public key, which listens at `where`."""
        self._beacon, self._where, self._open_tables, self._only = beacon, where, open_tables, tuple(only)
        self._label = f"ys-{key[:KEY_LENGTH].hex()}"
        self._zeroconf: AsyncZeroconf | None = None
        self._told: ServiceInfo | None = None
        self._complaint = ""

    async def run(self, every: float = EVERY) -> None:
        """Announce the server, and what changes about it; withdraw it when cancelled."""
        try:
            while True:
                await self._refresh()
                await asyncio.sleep(every)
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GOODBYE):
                    await self._withdraw()

    async def _refresh(self) -> None:
        """Announce what is so now, anew where the machine has moved to other addresses."""
        addresses = await self._addresses()
        now = self._info(addresses)
        try:
            if self._told is None or self._told.parsed_addresses() != now.parsed_addresses():
                await self._withdraw()
                if addresses:
                    await self._begin(now)
            elif self._zeroconf is not None and self._told.properties != now.properties:
                self._told = now
                await (await self._zeroconf.async_update_service(now))
        except (OSError, RuntimeError, Error) as error:
            await self._withdraw()
            self._complain(f"multicast does not work here ({clean(str(error)) or type(error).__name__})")
        else:
            self._complain("" if addresses else "no other machine reaches this one")

    async def _begin(self, info: ServiceInfo) -> None:
        self._zeroconf = AsyncZeroconf(interfaces=list(info.parsed_addresses()))
        self._told = info
        # The label holds the key, so that nobody else has it; asking around first would take a second.
        await (await self._zeroconf.async_register_service(info, cooperating_responders=True))
        _log.info("announced on the network at %s", ", ".join(info.parsed_addresses()))

    async def _withdraw(self) -> None:
        zeroconf, self._zeroconf, self._told = self._zeroconf, None, None
        if zeroconf is not None:
            await zeroconf.async_close()

    async def _addresses(self) -> tuple[str, ...]:
        """Return where others reach us; a name to listen on may have several addresses."""
        host, port = self._where
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError:
            return ()
        hosts = dict.fromkeys(str(address[0]) for *_, address in found)
        return tuple(dict.fromkeys(each for host in hosts for each in reachable(host, self._only)))

    def _info(self, addresses: Sequence[str]) -> ServiceInfo:
        return ServiceInfo(
            SERVICE,
            f"{self._label}.{SERVICE}",
            port=self._where[1],
            properties=replace(self._beacon, tables=self._open_tables()).properties(),
            server=f"{self._label}.local.",
            parsed_addresses=list(addresses),
            host_ttl=_LIFE,
            other_ttl=_LIFE,
        )

    def _complain(self, why: str) -> None:
        """Log why nothing is announced, once until it has changed."""
        if why and why != self._complaint:
            _log.warning("not announced on the network: %s", why)
        self._complaint = why


def _own_name() -> str:
    """Return what a server is called when nobody has named it: as its machine."""
    return clean(socket.gethostname().partition(".")[0], TITLE_LENGTH) or "server"
