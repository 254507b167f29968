"""Which URLs a bundle may be read from, and what is sent to whom.

Rules: plain http leads to this machine only, because whoever is on the way could replace the entry;
       `PINAX_ALLOW_HTTP=1` allows it elsewhere. What authorizes goes to the host that it is for, never to another one
       that a redirect leads to.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from unicodedata import normalize
from urllib.parse import urlsplit, urlunsplit

from pinax_runtime.format import ENTRY, NotABundleError
from pinax_runtime.trust import is_public

ALLOW_HTTP = "PINAX_ALLOW_HTTP"
"""Environment variable that allows plain http to other machines if it is 1."""
AUTHORIZATION = "PINAX_AUTHORIZATION"
"""Environment variable with the authorization headers to send, by host."""


def parse_url(location: str) -> str:
    """Return a bundle's URL as names of files can be put after it: with a slash at its end, without `pinax.json`.

    Raises:
        NotABundleError: It cannot be one, or must not be read.
    """
    try:
        parts = urlsplit(location.strip())
        port = parts.port
    except ValueError as error:
        raise NotABundleError(location, f"it is not a URL ({error})") from error
    if "@" in parts.netloc:
        shown = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        raise NotABundleError(shown, f"its URL holds a password; put one into {AUTHORIZATION} instead")
    if parts.query or parts.fragment:
        raise NotABundleError(location.partition("?")[0], "its URL has a query or a fragment")
    if not parts.hostname or port == 0:
        raise NotABundleError(location, "its URL names no host")
    reason = why_refused(location)
    if reason:
        raise NotABundleError(location, reason)
    path = parts.path.removesuffix(ENTRY)
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), path if path.endswith("/") else path + "/", "", ""))


def why_refused(url: str) -> str:
    """Say why nothing is read from a URL; empty where it may be."""
    parts = urlsplit(url)
    if parts.scheme.lower() == "https" or (parts.scheme.lower() == "http" and _may_be_plain(parts.hostname or "")):
        return ""
    if parts.scheme.lower() == "http":
        return f"plain http can be changed on the way; use https, or set {ALLOW_HTTP}=1 to trust that network"
    return f"{parts.scheme}:// is not read, https:// is"


def why_not_followed(url: str, target: str) -> str:
    """Say why a redirect is not followed; empty where it may be.

    Besides what holds for every URL, a server elsewhere must not lead to an address of this network: it would have a
    request sent there.
    """
    if reason := why_refused(target):
        return reason
    if _is_private(urlsplit(target).hostname or "") and not _is_private(urlsplit(url).hostname or ""):
        return f"its address is not on the public Internet; set {ALLOW_HTTP}=1 to trust that network"
    return ""


def authorization_for(url: str) -> str:
    """Return the value of the Authorization header that the environment has for a URL's host; empty if none.

    The variable holds a host and the header's value, as in `cdn.example Bearer abc`; several are separated by `;`.
    Nothing is sent where others could read it on the way.
    """
    if why_refused(url):
        return ""
    parts = urlsplit(url)
    for item in os.environ.get(AUTHORIZATION, "").split(";"):
        host, _, value = item.strip().partition(" ")
        if value and host.lower() in (parts.hostname, parts.netloc.lower()):
            return value.strip()
    return ""


def _is_private(host: str) -> bool:
    """Tell a private address that is written as such; what a name stands for is not looked up.

    Systems take `127.1`, `2130706433` and `0x7f.0.0.1` for addresses, too.
    """
    if os.environ.get(ALLOW_HTTP, "") == "1":
        return False
    host = normalize("NFKC", host).rstrip(".")
    if ":" not in host:
        try:
            host = socket.inet_ntoa(socket.inet_aton(host))
        except (OSError, ValueError):
            return host == "localhost" or host.endswith(".localhost")
    return not is_public(host)


def _may_be_plain(host: str) -> bool:
    if os.environ.get(ALLOW_HTTP, "") == "1" or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
