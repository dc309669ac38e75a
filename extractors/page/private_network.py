"""Test for addresses of this machine and its private networks."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

REASON = "this machine or its private network"
"""Reason of a refused request."""

_ANY_PORT = 9
_NAT64 = IPv6Network("64:ff9b::/96")
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa")


def is_private_address(text: str) -> bool:
    """Return whether an IP address is not a public address, or belongs to this machine.

    An IPv6 address that contains an IPv4 address is tested as that IPv4 address. A public address
    that a router or cloud maps to this machine is unknown here, so it is not recognised.

    >>> is_private_address("192.168.0.1"), is_private_address("::ffff:10.0.0.1")
    (True, True)
    >>> is_private_address("93.184.216.34"), is_private_address("64:ff9b::7f00:1")
    (False, True)
    """
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = _inner(address)
        if inner is not None:
            address = inner
    return not address.is_global or address.is_multicast or is_own_address(str(address))


def is_own_address(text: str) -> bool:
    """Return whether an interface of this machine has an IP address.

    Connections to an own address come from the same address. Connecting a datagram socket selects
    the source and sends nothing.
    """
    family = socket.AF_INET6 if ":" in text else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((text, _ANY_PORT))
            source: str = probe.getsockname()[0]
    except OSError:  # no route, so no connection either
        return False
    return source == text


def is_private_host(host: str) -> bool:
    """Return whether a host belongs to this machine or its private networks without a lookup.

    For names that need a lookup, return False: the caller checks the addresses after the lookup.

    Parameters
    ----------
    host : str
        Host of a URL: a name, or a numeric address in any form that browsers accept.

    >>> [is_private_host(host) for host in ("[::1]", "0x7f.1", "2130706433", "a.localhost")]
    [True, True, True, True]
    >>> is_private_host("example.org")
    False
    """
    plain = host.strip("[]").rstrip(".").lower()
    literal = _literal(plain)
    if literal is not None:
        return is_private_address(literal)
    # A name without a dot belongs to the local network; browsers bypass proxies for it.
    return "." not in plain or any(plain.endswith(f".{name}") for name in _LOCAL_NAMES)


def _literal(host: str) -> str | None:
    """Return a numeric host in canonical form; None for a name."""
    try:
        return str(ip_address(host.partition("%")[0]))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host)) if host[:1].isdigit() else None
    except OSError:
        return None


def _inner(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)
