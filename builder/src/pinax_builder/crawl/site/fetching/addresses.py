"""Resolve a host once, and refuse addresses that are not on the public Internet.

In:    A host and port of a URL that is to be requested.
Out:   Addresses to connect to; the connection goes to these, so that another answer of the name server changes nothing.
Rules: private, loopback, link-local, multicast and reserved addresses are refused, also where an IPv6 address wraps
       one. They are allowed with `allow_private`, and for the start's own host where the start URL names such an
       address (or localhost) itself: then a person has typed it. Where a proxy asks for a host, the proxy resolves its
       name. Then only an address that the URL spells out is judged here.
Spec:  RFC 6890, by way of `pinax_runtime.trust`, which judges single addresses for the builder and the runtime alike.
Why:   docs/decisions/0009.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address
from unicodedata import normalize

from pinax_runtime.trust import is_public

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host; raises OSError if it has none."""


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
        """Return the addresses to try, at least one.

        Raises:
            PrivateAddressError: All addresses of the host are private.
            OSError: The host has no address.
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

    def check_spelled(self, host: str) -> None:
        """Judge a host that a proxy is to be asked for, without resolving its name.

        Raises:
            PrivateAddressError: It is a private address, however it is spelled.
        """
        address = spelled_address(host)
        if address and not (self._allow_private or host in self._trusted or is_public(address)):
            raise PrivateAddressError(f"{host} is {address}" if host != address else address)

    def forget(self, host: str, port: int) -> None:
        """Ask the name server again next time; what it says is checked again, too."""
        self._known.pop((host, port), None)


async def system_resolver(host: str, port: int) -> list[str]:
    """Ask the operating system."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def spelled_address(host: str) -> str:
    """Return the address that a host spells out; empty for a name. Systems read `127.1` and `0x7f000001` as addresses.

    >>> spelled_address("0x7f.1"), spelled_address("[fd00::1]"), spelled_address("docs.example")
    ('127.0.0.1', 'fd00::1', '')
    """
    host = normalize("NFKC", host).strip("[]").rstrip(".")
    if _literal(host):
        return host
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except (OSError, ValueError):
        return ""


def _literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_private_literal(host: str) -> bool:
    return _literal(host) and not is_public(host)
