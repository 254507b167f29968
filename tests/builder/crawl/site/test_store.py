"""The store: what is asked for once, what conditionally, what never; and what a crash leaves."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from builder.crawl.site.crawling import LIMITS, Crawl, paths, reasons
from pinax_builder.crawl.site import PageStore, SiteSource, StoreReader, crawl_site, read_page
from pinax_builder.errors import InputError
from pinax_builder.records import Fetched
from site_server import Asked, Reply, SiteServer, page, redirect

Serve = Callable[..., SiteServer]


def site(n: int = 30) -> dict:
    """Pages in a row, with ETags that are honoured."""

    def tagged(reply: Reply) -> Callable[[Asked], Reply]:
        tag = f'"{hashlib.sha256(str(reply.body).encode()).hexdigest()[:8]}"'

        def answer(asked: Asked) -> Reply:
            if asked.headers.get("if-none-match") == tag:
                return Reply(status=304, headers={"ETag": tag, "Content-Length": ""})
            return replace(reply, headers={"ETag": tag})

        return answer

    routes = {f"/{i}": page(f"Page {i}", f"/{i + 1}", f"/{i * 7 % n}") for i in range(n)}
    return {path: tagged(reply) for path, reply in {"/": page("Home", "/0"), **routes}.items()}


def test_a_refresh_sends_only_conditional_requests(serve: Serve, crawl: Crawl) -> None:
    """Pages are asked for with their ETags, what was missing or moved with `*`; the listing is the same again."""
    server = serve(site() | {"/0": redirect("/1"), "/2": Reply("no", 403)})
    first = crawl(server.url())
    server.asked.clear()
    second = crawl(server.url())
    assert second.requests.not_modified == len(second.pages) == 29
    assert second.requests.sent == second.requests.conditional == len(server.asked)
    assert not [asked.path for asked in server.asked if "if-none-match" not in asked.headers]
    assert first.pages == second.pages


def honouring(reply: Reply) -> Callable[[Asked], Reply]:
    """Answer `If-None-Match: *` as RFC 9110 says."""
    return lambda asked: Reply(status=304) if asked.headers.get("if-none-match") == "*" else reply


@pytest.mark.parametrize("wrap", [honouring, lambda reply: reply])
def test_what_was_missing_is_fetched_once_it_is_there(serve: Serve, crawl: Crawl, wrap: Callable) -> None:
    """A new page behind a dead link, and a new list, are found, whether or not the server knows the condition."""
    server = serve({"/": page("Home", "/a")})
    assert paths(crawl(server.url())) == [""]
    server.routes |= {"/a": wrap(page("A")), "/b": page("B"), "/robots.txt": wrap(Reply("", type="text/plain"))}
    server.routes["/llms.txt"] = wrap(Reply("# Site\n\n- [B](/b)\n", type="text/plain"))
    assert paths(crawl(server.url())) == ["", "a", "b"]


def test_a_wall_is_asked_again_by_a_crawl_that_goes_on(serve: Serve, crawl: Crawl) -> None:
    """What was forbidden is no answer to build on: with the right headers the same crawl gets in."""
    server = serve({"/": lambda asked: page("Home") if asked.headers.get("x-key") == "k" else Reply("", 403)})
    assert reasons(crawl(server.url())) == {"": "forbidden"}
    assert paths(crawl(server.url(), secret_headers={"X-Key": "k"})) == [""]


def test_an_address_that_cannot_exist_is_asked_for_once(serve: Serve, crawl: Crawl) -> None:
    """One request, kept and conditional like any other, tells whether the server sends pages for dead links."""
    server = serve({"/": page("Home")})
    assert crawl(server.url()).probe is None
    server.fallback = page("Nothing here")
    probe = crawl(server.url()).probe
    assert probe
    asked = [request.headers.get("if-none-match") for request in server.asked if request.path in probe.url]
    assert (asked[-2:], crawl(server.url(), offline=True).probe) == ([None, "*"], probe)
    assert probe.url not in [p.url for p in crawl(server.url()).pages]


@pytest.mark.parametrize(
    "route", [redirect("/"), Reply(b"\x89PNG", type="image/png"), Reply("Disallow", 200, type="text/plain")]
)
def test_an_answer_that_is_no_page_is_no_probe(serve: Serve, crawl: Crawl, route: Reply) -> None:
    """A server that leads elsewhere, or sends what is no page, sends no page for dead links."""
    server = serve({"/": page("Home")})
    server.fallback = route
    assert crawl(server.url(), strategies=("links",)).probe is None


def test_only_what_changed_is_fetched_again(serve: Serve, crawl: Crawl) -> None:
    """A page with other bytes is stored anew; the others are confirmed."""
    server = serve(site())
    before = {p.url: p.content_hash for p in crawl(server.url()).pages}
    server.routes["/3"] = page("Changed", "/4")
    listing = crawl(server.url())
    assert [p.path for p in listing.pages if before[p.url] != p.content_hash] == ["3"]
    assert listing.requests.not_modified == 30


def test_offline_asks_for_nothing(serve: Serve, crawl: Crawl) -> None:
    """The store alone gives the listing of the crawl that filled it."""
    server = serve(site())
    first = crawl(server.url())
    server.asked.clear()
    offline = crawl(server.url(), offline=True)
    assert (offline.pages, offline.coverage, server.asked) == (first.pages, first.coverage, [])


def test_an_interrupted_crawl_goes_on(serve: Serve, crawl: Crawl, tmp_path: Path) -> None:
    """Killed in the middle, a crawl asks for no answer again, and ends the same."""
    server = serve(site(120))
    whole = crawl(server.url())
    (tmp_path / "store.sqlite").unlink()
    server.asked.clear()
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from pinax_builder.crawl.site import PageStore, SiteSource, crawl_site\n"
        "store = PageStore(Path(sys.argv[2]))\n"
        "def stop(fetched, listed, refused):\n"
        "    if fetched == 90: os.kill(os.getpid(), signal.SIGKILL)\n"
        "crawl_site(SiteSource(sys.argv[1], delay_s=0), store, stop)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, server.url(), str(tmp_path / "store.sqlite")], timeout=600)
    assert killed.returncode == -signal.SIGKILL
    server.asked.clear()
    resumed = crawl(server.url())
    assert resumed.requests.from_store >= 90
    assert resumed.pages == whole.pages


def test_pages_are_read_from_other_processes(serve: Serve, crawl: Crawl, tmp_path: Path) -> None:
    """A reader gives the bytes of any listed page, while the store is open elsewhere or not."""
    listing = crawl(serve(site(3)).url())
    with StoreReader(tmp_path / "store.sqlite") as reader:
        fetched = [read_page(p, reader) for p in listing.pages]
    assert all(isinstance(page, Fetched) and b"<h1>" in page.content for page in fetched)


def test_what_is_gone_is_forgotten(serve: Serve, crawl: Crawl, tmp_path: Path) -> None:
    """A page that two crawls in a row did not meet leaves the store."""
    server = serve({"/": page("Home", "/a"), "/a": page("A")})
    crawl(server.url())
    server.routes["/"] = page("Home")
    for kept in (True, False):
        assert paths(crawl(server.url())) == [""]
        with PageStore(tmp_path / "store.sqlite") as store:
            assert (store.get(server.url("/a"), "page") is not None) is kept


def test_no_secret_is_stored(serve: Serve, crawl: Crawl, tmp_path: Path) -> None:
    """Headers for private sites reach neither the store nor the source's repr; the file is its owner's alone."""
    listing = crawl(serve(site(3)).url(), secret_headers={"Authorization": "Bearer s3cret"})
    assert b"s3cret" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert "s3cret" not in repr(listing) + repr(SiteSource("http://x.dev/", secret_headers={"A": "s3cret"}))
    assert (tmp_path / "store.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    """A store that cannot be used is an error that says what to do."""
    (tmp_path / "x.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(InputError, match="--store"):
        PageStore(tmp_path / "x.sqlite")


def test_order_and_number_of_workers_change_nothing(serve: Serve, tmp_path: Path) -> None:
    """One worker or eight, cut or not: the same pages."""
    server = serve(site(40))
    found = set()
    for number, concurrency in enumerate((1, 3, 8)):
        with PageStore(tmp_path / f"{number}.sqlite") as store:
            source = SiteSource(server.url(), delay_s=0, limits=LIMITS, concurrency=concurrency, max_pages=20)
            found.add(tuple(p.url for p in crawl_site(source, store).pages))
    assert len(found) == 1
