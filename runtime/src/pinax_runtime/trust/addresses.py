"""Tell public addresses from private ones. Neither a crawl nor a reader follows a link to a private address.

Spec:  RFC 6890; RFC 4291, sections 2.5.5.1 and 2.5.5.2; RFC 6052, section 2.1; RFC 8215.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_WRAPPING = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
"""Networks whose addresses end with an IPv4 address."""
_LOCAL = IPv6Network("64:ff9b:1::/48")
"""Addresses for translation within one network, which Python 3.11 considers public."""


def is_public(address: str) -> bool:
    """Return whether an address is public. An IPv6 address that contains an IPv4 address counts as that one.

    >>> [is_public(a) for a in ("93.184.216.34", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a9fe:a9fe", "fec0::1")]
    [True, False, False, False, False]
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and (wrapped := _wrapped(parsed)):
        parsed = wrapped
    if isinstance(parsed, IPv6Address) and (parsed in _LOCAL or parsed.is_site_local):
        return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address within an IPv6 one."""
    if any(address in network for network in _WRAPPING):
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
