"""Which addresses are the public Internet's: what both sides refuse to be led away from.

Spec:  RFC 6890; RFC 4291, section 2.5.5.2; RFC 6052, section 2.1.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Tell whether an address is one of the public Internet's, also where an IPv6 address wraps one.

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
    """Return the IPv4 address within an IPv6 one."""
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
