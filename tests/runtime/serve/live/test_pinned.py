"""Connections go to addresses that were checked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import httpx2
import pytest

from pinax_runtime.bundle.remote import FetchError
from pinax_runtime.live.pinned import MAX_HOSTS, PinnedTransport
from site_server import Reply, SiteServer


def asked(addresses: Sequence[str], url: str, *, allow_private: bool) -> tuple[str, list[str]]:
    """Send a request for a URL whose name leads to some addresses; give the answer, and which names were resolved."""
    resolved: list[str] = []

    async def resolver(host: str, _port: int) -> Sequence[str]:
        resolved.append(host)
        return addresses

    async def run() -> str:
        transport = PinnedTransport(allow_private=allow_private, resolver=resolver)
        async with httpx2.AsyncClient(transport=transport) as client:
            return (await client.get(url)).text

    return asyncio.run(run()), resolved


def test_a_name_is_resolved_once_and_its_address_connected_to() -> None:
    """The connection goes to the address that was given; the site still sees its own name."""
    with SiteServer({"/": lambda request: Reply(request.headers["host"])}) as site:
        text, resolved = asked(["127.0.0.1"], f"http://docs.example.org:{site.port}/", allow_private=True)
        assert text == f"docs.example.org:{site.port}"
        assert resolved == ["docs.example.org"]


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:192.168.0.1", "fd00::1", "0.0.0.0", "224.0.0.1"],
)
def test_a_name_that_leads_to_a_private_address(address: str) -> None:
    """Whatever the name, private addresses are not connected to."""
    with pytest.raises(FetchError, match=r"docs\.example\.org leads to a private address"):
        asked([address], "http://docs.example.org/", allow_private=False)


def test_public_addresses_among_private_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several addresses only the public ones are tried: here none answers, and the private one is left alone."""
    monkeypatch.setattr("pinax_runtime.live.pinned.is_public", lambda address: address == "127.0.0.2")
    with SiteServer({"/": Reply("private")}) as site:
        with pytest.raises(httpx2.ConnectError):
            asked(["127.0.0.1", "127.0.0.2"], f"http://docs.example.org:{site.port}/", allow_private=False)
        assert site.asked == []


def test_a_name_without_an_address() -> None:
    """A name that leads nowhere is not asked again."""
    with pytest.raises(FetchError, match="leads to"):
        asked([], "http://docs.example.org/", allow_private=False)


def test_connections_of_few_hosts_are_kept() -> None:
    """However many docsets there are, connections of a bounded number of hosts are kept."""

    async def run(port: int) -> int:
        async def resolver(_host: str, _port: int) -> Sequence[str]:
            return ["127.0.0.1"]

        transport = PinnedTransport(allow_private=True, resolver=resolver)
        async with httpx2.AsyncClient(transport=transport) as client:
            for n in range(MAX_HOSTS + 5):
                await client.get(f"http://h{n}.example.org:{port}/")
            return len(transport._by_host)

    with SiteServer({"/": Reply("x")}) as site:
        assert asyncio.run(run(site.port)) == MAX_HOSTS
