"""Resolve a host once, and refuse addresses that a public site has no business with.

In:    A host and port of a URL that is to be requested.
Out:   Addresses to connect to; the connection goes to these, so that another answer of the name server changes nothing.
Rules: private, loopback, link-local, multicast and reserved addresses are refused, also where an IPv6 address wraps
       one. They are allowed with `allow_private`, and for the start's own host where the start URL names such an
       address (or localhost) itself: then a person has typed it.
Spec:  RFC 6890; RFC 4291, section 2.5.5.2; RFC 6052, section 2.1.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Gives the addresses of a host; raises OSError where there are none."""

_NAT64 = IPv6Network("64:ff9b::/96")


class PrivateAddressError(Exception):
    """A host leads only to addresses that may not be connected to."""


class Addresses:
    """The addresses that this crawl has found, and the rule for them."""

    def __init__(self, *, allow_private: bool = False, resolver: Resolver | None = None) -> None:
        self._allow_private = allow_private
        self._resolver = resolver or system_resolver
        self._known: dict[tuple[str, int], tuple[str, ...]] = {}
        self._trusted: set[str] = set()

    def trust(self, host: str) -> None:
        """Allow private addresses for a host, if it is one itself or localhost."""
        if host == "localhost" or host.endswith(".localhost") or _is_private_literal(host):
            self._trusted.add(host)

    async def of(self, host: str, port: int) -> tuple[str, ...]:
        """Give the addresses to try, at least one.

        Raises:
            PrivateAddressError: There are only such as may not be connected to.
            OSError: The host has none.
        """
        key = (host, port)
        if key not in self._known:
            found = [host] if _literal(host) else list(await self._resolver(host, port))
            if not found:
                raise OSError("the name has no address")
            allowed = found if self._allow_private or host in self._trusted else [a for a in found if is_public(a)]
            if not allowed:
                raise PrivateAddressError(f"{host} leads to {found[0]}")
            self._known[key] = tuple(dict.fromkeys(allowed))
        return self._known[key]

    def forget(self, host: str, port: int) -> None:
        """Ask the name server again next time; what it says is checked again, too."""
        self._known.pop((host, port), None)


async def system_resolver(host: str, port: int) -> list[str]:
    """Ask the operating system."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def is_public(address: str) -> bool:
    """Tell whether an address is one of the public Internet's.

    >>> [is_public(a) for a in ("93.184.216.34", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a9fe:a9fe", "fe80::1%eth0")]
    [True, False, False, False, False]
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and (wrapped := _wrapped(parsed)):
        parsed = wrapped
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """Give the IPv4 address within an IPv6 one."""
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_private_literal(host: str) -> bool:
    return _literal(host) and not is_public(host)
