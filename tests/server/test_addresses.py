"""Whose connection it is: nobody invents an address, and a trusted proxy's word counts."""

from ipaddress import ip_network

import pytest

from ys_server.addresses import counted, is_trusted, origin

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("127.0.0.1"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "counts"),
    [
        ("203.0.113.9", (), "203.0.113.9"),
        ("203.0.113.9", ("198.51.100.1",), "203.0.113.9"),
        ("127.0.0.1", (), "127.0.0.1"),
        ("127.0.0.1", ("198.51.100.1",), "198.51.100.1"),
        ("127.0.0.1", ("6.6.6.6, 198.51.100.1",), "198.51.100.1"),
        ("127.0.0.1", ("6.6.6.6", "198.51.100.1, 10.1.2.3"), "198.51.100.1"),
        ("127.0.0.1", ("10.1.2.3, 10.1.2.4",), "10.1.2.3"),
        ("127.0.0.1", ("198.51.100.1, nonsense",), "127.0.0.1"),
        ("127.0.0.1", ("198.51.100.1, nonsense, 10.0.0.7",), "10.0.0.7"),
        ("127.0.0.1", ("198.51.100.1:4711",), "198.51.100.1"),
        ("127.0.0.1", ("[2001:db8::1]:4711",), "2001:db8::1"),
        ("::ffff:127.0.0.1", ("2001:db8::1",), "2001:db8::1"),
        ("fd00::1", ("::ffff:198.51.100.1",), "198.51.100.1"),
        ("?", ("198.51.100.1",), "?"),
    ],
)
def test_the_right_most_untrusted_address_counts(peer: str, forwarded: tuple[str, ...], counts: str) -> None:
    """Whoever is not trusted can write what they like further left: it does not count."""
    assert origin(peer, forwarded, TRUSTED) == counts


def test_nobody_is_trusted_without_being_named() -> None:
    """Not even this machine."""
    assert not is_trusted("127.0.0.1", ())
    assert origin("127.0.0.1", ("198.51.100.1",), ()) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("?", "?"),
    ],
)
def test_a_network_of_ipv6_counts_as_one(address: str, counts: str) -> None:
    """Who has one address of 64 bits has them all; in IPv4 each counts for itself."""
    assert counted(address) == counts
