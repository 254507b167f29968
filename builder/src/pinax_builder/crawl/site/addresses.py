"""Say where a request goes: to an address of its host that is on the public Internet, or to a proxy.

In:    A host and port of a URL that is to be requested; the environment.
Out:   Addresses to connect to; the connection goes to these, so that another answer of the name server changes nothing.
       Or the URL of a proxy.
Rules: private, loopback, link-local, multicast and reserved addresses are refused, also where an IPv6 address wraps
       one. They are allowed with `allow_private`, and for the start's own host where the start URL names such an
       address (or localhost) itself: then a person has typed it. Where a proxy asks for a host, the proxy resolves its
       name. Then only an address that the URL spells out is judged here.
       The environment names proxies as it does to curl, pip and Git: `HTTPS_PROXY` and `HTTP_PROXY` hold for their
       schemes, `ALL_PROXY` for a scheme that has none of its own. Windows and macOS have settings beside the
       environment. `NO_PROXY` names hosts with their subdomains, addresses and networks that are asked directly; `*`
       means all. This machine is always asked directly, since the proxy's localhost is another one. A proxy's user and
       password are sent to the proxy and shown nowhere.
Spec:  RFC 6890, by way of `pinax_runtime.trust`, which judges single addresses for the builder and the runtime alike.
Why:   docs/decisions/0009.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from ipaddress import ip_address, ip_network
from unicodedata import normalize
from urllib.parse import urlsplit
from urllib.request import getproxies

from pinax_runtime.trust import is_public

_SCHEMES = ("http", "https", "socks5", "socks5h")

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host; raises OSError if it has none."""


class PrivateAddressError(Exception):
    """A host leads only to addresses that may not be connected to."""


class Addresses:
    """The addresses that this crawl has found, and the rule for them."""

    def __init__(
        self, *, allow_private: bool = False, trusted: Set[str] = frozenset(), resolver: Resolver | None = None
    ) -> None:
        """Say which private addresses are allowed: all of them, or those of trusted hosts."""
        self._allow_private = allow_private
        self._trusted = trusted
        self._resolver = resolver or system_resolver
        self._known: dict[tuple[str, int], tuple[str, ...]] = {}

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
        address = "127.0.0.1" if host == "localhost" else spelled_address(host)
        if address and not (self._allow_private or host in self._trusted or is_public(address)):
            raise PrivateAddressError(f"{host} leads to {address}")

    def forget(self, host: str, port: int) -> None:
        """Ask the name server again next time; what it says is checked again, too."""
        self._known.pop((host, port), None)


def is_typed_private(host: str) -> bool:
    """Tell whether a host is this machine, or spells out a private address: who types it means it."""
    return host == "localhost" or host.endswith(".localhost") or (_literal(host) and not is_public(host))


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


class ProxySettingError(Exception):
    """A variable names no proxy that can be used; the message says what to do."""


class Proxies:
    """The proxies of one crawl."""

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        """Take settings as `urllib.request.getproxies` gives them; by default those of the environment."""
        found = getproxies() if settings is None else settings
        self._by_scheme = {scheme: found.get(scheme) or found.get("all", "") for scheme in ("http", "https")}
        self._direct = [entry for entry in found.get("no", "").lower().replace(",", " ").split() if entry]

    def url_for(self, scheme: str, host: str, port: int) -> str:
        """Return the URL of the proxy for a host.

        Raises:
            ProxySettingError: The settings name one that cannot be used.

        >>> proxies = Proxies({"https": "proxy.corp:3128", "no": ".corp, 10.0.0.0/8"})
        >>> [proxies.url_for("https", host, 443) for host in ("x.dev", "docs.corp", "10.1.2.3", "localhost")]
        ['http://proxy.corp:3128', '', '', '']
        """
        proxy = self._by_scheme[scheme]
        if not proxy or self._is_direct(host, port):
            return ""
        proxy = proxy if "://" in proxy else f"http://{proxy}"
        if urlsplit(proxy).scheme not in _SCHEMES or not urlsplit(proxy).hostname:
            allowed = "write it as http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT"
            raise ProxySettingError(
                f"The proxy that {scheme.upper()}_PROXY or ALL_PROXY names cannot be used; {allowed}."
            )
        return proxy

    def _is_direct(self, host: str, port: int) -> bool:
        address = spelled_address(host)
        if host == "localhost" or host.endswith(".localhost") or (address and ip_address(address).is_loopback):
            return True
        return any(_matches(entry, host, address, port) for entry in self._direct)


def shown(proxy: str) -> str:
    """Return a proxy's host and port, without user and password."""
    return urlsplit(proxy).netloc.rpartition("@")[2]


def proxy_note(proxies: str) -> str:
    """Say what it means that requests went through proxies; without a full stop."""
    return (
        f"Requests went through the proxy {proxies}, as this machine is set up: the proxy resolves names, so only "
        "addresses that URLs spell out were checked for being private"
    )


def _matches(entry: str, host: str, address: str, port: int) -> bool:
    """Tell whether an entry of NO_PROXY names a host."""
    if entry == "*":
        return True
    if address:
        try:
            return ip_address(address) in ip_network(entry.strip("[]"), strict=False)
        except ValueError:
            return entry in (f"{address}:{port}", f"[{address}]:{port}")
    name, _, only = entry.partition("://")[2].partition(":") if "://" in entry else entry.partition(":")
    name = name.removeprefix("*").removeprefix(".")
    return bool(name) and only in ("", str(port)) and (host == name or host.endswith(f".{name}"))
