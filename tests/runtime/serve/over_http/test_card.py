"""The server card and the catalog that leads to it, as the draft of SEP-2127 of 2026-07-24 has them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from runtime.serve.over_http.conftest import CARDS, TOKEN, message

Browse = Callable[..., TestClient]
CARD = CARDS[0]
SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"
PUBLIC = {"Host": "docs.example.org", "X-Forwarded-Proto": "https"}


def test_a_card_says_who_and_where(browse: Browse) -> None:
    """A card has what the draft's schema requires, and says of the server what the server says of itself."""
    client = browse(allow_host=("docs.example.org",))
    reply = client.get(CARD, headers=PUBLIC)
    card = reply.json()
    assert reply.headers["content-type"] == "application/mcp-server-card+json"
    assert set(card) == {"$schema", "name", "version", "title", "description", "remotes"}
    assert card["$schema"] == SCHEMA
    assert card["name"] == "org.example.docs/pinax"
    assert 1 <= len(card["description"]) <= 100
    body, headers = message("list_docs", {})
    told = client.post("/mcp", json=body, headers=headers).json()["result"]["_meta"]
    info = told["io.modelcontextprotocol/serverInfo"]
    assert (info["name"], info["version"], info["title"]) == ("pinax", card["version"], card["title"])
    [remote] = card["remotes"]
    assert (remote["type"], remote["url"]) == ("streamable-http", "https://docs.example.org/mcp")
    assert {"2025-11-25", "2026-07-28"} <= set(remote["supportedProtocolVersions"])


@pytest.mark.parametrize("host", ["127.0.0.1:8423", "localhost", "[::1]:8423"])
def test_a_card_names_the_server_as_it_was_asked(browse: Browse, host: str) -> None:
    """On this machine the address is the one that was asked, over plain HTTP; the name keeps the draft's pattern."""
    card = browse().get(CARD, headers={"Host": host}).json()
    assert card["remotes"][0]["url"] == f"http://{host}/mcp"
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", card["name"])


def test_a_card_asks_for_the_token_and_tells_nothing(browse: Browse) -> None:
    """With tokens a card is open, says which header is needed, and has neither a token nor a word of the bundles."""
    client = browse(tokens=(TOKEN,))
    for path in CARDS:
        reply = client.get(path)
        assert reply.status_code == 200
        assert not re.search(rf"{TOKEN}|lantern", reply.text, re.IGNORECASE)
    [header] = client.get(CARD).json()["remotes"][0]["headers"]
    assert (header["name"], header["isRequired"], header["isSecret"]) == ("Authorization", True, True)
    assert "headers" not in browse().get(CARD).json()["remotes"][0]


def test_the_catalog_leads_to_the_card(browse: Browse) -> None:
    """The catalog at the domain's root has the card's address; the place of older drafts has the same card."""
    client = browse(allow_host=("docs.example.org",))
    reply = client.get("/.well-known/ai-catalog.json", headers=PUBLIC)
    assert reply.headers["content-type"] == "application/ai-catalog+json"
    [entry] = reply.json()["entries"]
    assert entry["url"] == "https://docs.example.org/mcp/server-card"
    assert (entry["type"], entry["identifier"]) == (
        "application/mcp-server-card+json",
        "urn:air:docs.example.org:mcp:pinax",
    )
    older = client.get("/.well-known/mcp/server-card.json", headers=PUBLIC)
    assert older.json() == client.get(CARD, headers=PUBLIC).json()


@pytest.mark.parametrize("path", CARDS)
def test_browsers_of_other_origins_may_read_it(browse: Browse, path: str) -> None:
    """A page elsewhere may read the card of a public name, after a preflight; of this machine it may not."""
    client = browse(allow_host=("docs.example.org",))
    origin = {"Origin": "https://client.example"}
    reply = client.get(path, headers=PUBLIC | origin)
    assert (reply.status_code, reply.headers["access-control-allow-origin"]) == (200, "*")
    preflight = client.options(path, headers=PUBLIC | origin | {"Access-Control-Request-Headers": "if-none-match"})
    assert preflight.status_code == 204
    assert "If-None-Match" in preflight.headers["access-control-allow-headers"]
    assert client.get(path, headers=origin).status_code == 403
    assert client.get("/health", headers=PUBLIC | origin).status_code == 403


@pytest.mark.parametrize("path", CARDS)
def test_a_card_is_kept_by_its_tag(browse: Browse, path: str) -> None:
    """A card comes with a time to keep it and a tag; whoever sends the tag is told that nothing changed."""
    client = browse()
    first = client.get(path)
    assert first.headers["cache-control"] == "public, max-age=3600"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = client.get(path, headers={"Host": "localhost"})
    assert other.headers["etag"] != first.headers["etag"]
    assert {"Host", "X-Forwarded-Proto"} == set(first.headers["vary"].split(", "))
    assert json.loads(first.content)
