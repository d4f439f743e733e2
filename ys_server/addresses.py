"""Whose connection it is: the peer's address, or the one that a trusted proxy names."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household or machine is given; the rest it chooses itself."""


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Tell whether what the machine at `peer` says of others' addresses is believed."""
    address = _read(peer)
    return address is not None and any(address in network for network in trusted)


def origin(peer: str, forwarded: Iterable[str], trusted: Sequence[Network]) -> str:
    """Return the address that counts: the right-most one of `forwarded` that no trusted proxy has.

    What stands further left was written by that one, and may be invented. `forwarded` are the values of
    X-Forwarded-For in their order; of an untrusted `peer` none of them counts.
    """
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    last = peer
    while is_trusted(last, trusted) and hops:
        address = _read(hops.pop())
        if address is None:
            break
        last = str(address)
    return last


def counted(address: str) -> str:
    """Return under which address it is counted: one in IPv6 is that of its network of 64 bits."""
    read = _read(address)
    if isinstance(read, IPv6Address) and not read.is_loopback:
        return str(ip_network((int(read), _HOUSEHOLD), strict=False))
    return address if read is None else str(read)


def _read(text: str) -> Address | None:
    """Return the address in `text`, which may have a port behind it; one of IPv4 in an IPv6 one is that."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
