"""Which proxy does a request go through? The user's environment says, as it does to curl, pip and Git.

In:    The environment; a host and port that are to be asked.
Out:   The URL of a proxy; empty where the host is asked directly.
Rules: `HTTPS_PROXY` and `HTTP_PROXY` hold for their schemes, `ALL_PROXY` for a scheme that has none of its own. Windows
       and macOS have settings beside the environment. `NO_PROXY` names hosts with their subdomains, addresses and
       networks that are asked directly; `*` means all. This machine is always asked directly, since the proxy's
       localhost is another one. A proxy's user and password are sent to the proxy and shown nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit
from urllib.request import getproxies

from pinax_builder.crawl.site.fetching.addresses import spelled_address

_SCHEMES = ("http", "https", "socks5", "socks5h")


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
