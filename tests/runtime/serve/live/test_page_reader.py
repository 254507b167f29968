"""Reading pages from their sites: what is asked, what is kept, what is refused."""

from __future__ import annotations

import gzip
import re
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from threading import Thread
from typing import Any

import pytest

from pinax_runtime.live import Conversion, Extractor, LiveError
from runtime.serve.live.conftest import MARKDOWN, PATIENT, Site
from site_server import Asked, Reply, redirect

MAX_BYTES = 4_000_000
PAGE = Reply("|Title|# Title\nusage|Usage|## Usage")


def refused(site: Site, path: str = "a.html", **options: Any) -> str:
    """Read a page that cannot be had, and give the reason."""
    with pytest.raises(LiveError) as caught:
        site.read_with(**options).read(site.url(path), site.url(""))
    return str(caught.value)


def test_markdown_is_asked_for_first(site: Site) -> None:
    """The site is asked for Markdown before HTML; what it sends is divided into sections."""
    site.put("a.html", PAGE)
    page = site.read_with().read(site.url("a.html"), site.url(""))
    assert [section.title for section in page.sections] == ["Title", "Usage"]
    assert site.server.asked[0].headers["accept"].startswith("text/markdown, text/html;q=0.9")
    assert "cookie" not in site.server.asked[0].headers


def test_cookies_are_not_kept(site: Site) -> None:
    """A site cannot tell that the same server asks again: what it sets is not sent back."""
    site.put("a.html", Reply(PAGE.body, headers={"Set-Cookie": "id=1; Path=/"}))
    live = site.read_with(ttl_s=0)
    for _ in range(2):
        live.read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2
    assert all("cookie" not in asked.headers for asked in site.server.asked)


def test_what_authorizes_goes_to_its_host_alone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """PINAX_AUTHORIZATION holds for documentation behind a login, too; it is sent to no other host."""
    site.put("a.html", PAGE)
    for host, sent in (("127.0.0.1", "Bearer abc"), ("docs.example.org", None)):
        monkeypatch.setenv("PINAX_AUTHORIZATION", f"{host} Bearer abc")
        site.read_with(ttl_s=0).read(site.url("a.html"), site.url(""))
        assert site.server.asked[-1].headers.get("authorization") == sent


def test_markdown_needs_no_extractor(site: Site) -> None:
    """With nothing installed beside the runtime, Markdown is taken as it is, and HTML is refused with the remedy."""
    site.put("a.html", MARKDOWN)
    site.put("b.html", PAGE)
    live = site.read_with(extractor=lambda: Extractor(""))
    assert live.read(site.url("a.html"), site.url("")).sections[0].text == "# Live title\n\nNew text."
    with pytest.raises(LiveError, match="install pinax-builder"):
        live.read(site.url("b.html"), site.url(""))


def test_a_page_is_kept_for_its_time_to_live(site: Site) -> None:
    """Within the time to live the site is not asked again, by whatever reader; afterwards it is."""
    site.put("a.html", PAGE)
    for _ in range(2):
        site.read_with(ttl_s=60).read(site.url("a.html"), site.url(""))
        site.clock.at += 50
    assert len(site.server.asked) == 1
    site.read_with(ttl_s=60).read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2


def test_the_reader_decides_how_old_a_page_may_be(site: Site) -> None:
    """The same page is new enough for one reader and too old for another: the time to live is applied when reading."""
    site.put("a.html", PAGE)
    site.read_with(ttl_s=3_600).read(site.url("a.html"), site.url(""))
    site.clock.at += 60
    site.read_with(ttl_s=3_600).read(site.url("a.html"), site.url(""))
    site.read_with(ttl_s=0).read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2


def test_a_clock_that_went_back(site: Site) -> None:
    """A page from the future is not new for ever."""
    site.put("a.html", PAGE)
    site.read_with().read(site.url("a.html"), site.url(""))
    site.clock.at -= 10
    site.read_with().read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2


def test_what_has_not_changed_is_not_sent_again(site: Site) -> None:
    """After its time a page is asked for conditionally; 304 makes it new."""

    def answer(asked: Asked) -> Reply:
        if asked.headers.get("if-none-match") == '"v1"':
            return Reply(status=304, headers={"Content-Length": ""})
        return Reply(PAGE.body, headers={"ETag": '"v1"'})

    site.put("a.html", answer)
    live = site.read_with(ttl_s=10)
    first = live.read(site.url("a.html"), site.url(""))
    site.clock.at += 20
    second = live.read(site.url("a.html"), site.url(""))
    site.clock.at += 5
    live.read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2
    assert (second.sections, second.fetched_at - first.fetched_at) == (first.sections, 20)


def test_another_extractor_makes_pages_anew(site: Site) -> None:
    """What one version of an extractor has made is not given where another one is installed."""
    site.put("a.html", PAGE)
    site.read_with().read(site.url("a.html"), site.url(""))
    other = Extractor("test 2", lambda *_: [(0, "", "Other", "# Other")])
    assert site.read_with(extractor=lambda: other).read(site.url("a.html"), site.url("")).sections[0].title == "Other"


def test_private_addresses_are_refused(site: Site) -> None:
    """Nothing on this machine or network is asked, unless that was allowed."""
    site.put("a.html", PAGE)
    assert refused(site, allow_private=False) == "127.0.0.1 leads to a private address"
    assert site.server.asked == []


@pytest.mark.parametrize(
    "target",
    ["/other/", "/docs2/a.html", "http://localhost:PORT/docs/b.html", "http://169.254.169.254/docs/", "/docs/../x"],
)
def test_redirects_stay_in_scope(site: Site, target: str) -> None:
    """A redirect that leaves the docset's part of the site is not followed."""
    site.put("a.html", redirect(target.replace("PORT", str(site.server.port))))
    assert "it lies outside" in refused(site)
    assert site.server.paths == ["/docs/a.html"]


def test_a_redirect_within_the_site(site: Site) -> None:
    """A redirect to another place of the docset is followed, and said."""
    site.put("a.html", redirect("a/"))
    site.put("a/", PAGE)
    assert site.read_with().read(site.url("a.html"), site.url("")).url == site.url("a/")
    assert site.read_with().read(site.url("a.html"), site.url("")).url == site.url("a/")


def test_redirects_in_a_circle(site: Site) -> None:
    """Redirects end after a few."""
    site.put("a.html", redirect("a.html"))
    assert "redirects" in refused(site)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply("", 404), "the site does not have it any more (HTTP 404)"),
        (Reply("", 503), "the server answers HTTP 503"),
        (Reply("", 401), "the server answers HTTP 401"),
        (Reply(b"\x89PNG", type="image/png"), "the site sends image/png, not a page"),
        (Reply("", type="text/html"), "the page says nothing"),
        (Reply(b"x" * (MAX_BYTES + 1)), "longer than the 4,000,000 bytes"),
        (
            Reply(gzip.compress(b"x" * (MAX_BYTES + 1)), headers={"Content-Encoding": "gzip"}),
            "longer than the 4,000,000",
        ),
        (Reply(gzip.compress(b"abc")[:-4], headers={"Content-Encoding": "gzip"}), "cut short"),
        (Reply("x", headers={"Content-Encoding": "br"}), "the encoding 'br'"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_is_no_page(site: Site, reply: Reply, reason: str) -> None:
    """Whatever a site sends, it becomes a page or a reason."""
    site.put("a.html", reply)
    assert reason in refused(site)


def test_a_site_that_hangs(site: Site) -> None:
    """A site that sends nothing, or a byte now and then, is given up on in time."""

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        for _ in range(40):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.25)

    site.put("a.html", Reply(raw=drip))
    impatient = replace(PATIENT, total_s=0.8)
    assert refused(site, patience=impatient) == "there was no whole answer within 0.8 seconds"


def test_a_site_that_is_gone(site: Site) -> None:
    """Where nothing listens, or the name leads nowhere, that is the reason."""
    with pytest.raises(LiveError, match="ConnectError"):
        site.read_with().read("http://127.0.0.1:1/docs/a", "http://127.0.0.1:1/docs/")
    with pytest.raises(LiveError, match=re.escape("a.invalid has no address")):
        site.read_with().read("http://a.invalid/docs/a", "http://a.invalid/docs/")


def test_a_failure_is_remembered_for_a_minute(site: Site) -> None:
    """An agent that tries again and again does not burden the site; after a minute it may."""
    live = site.read_with()
    for seconds in (0, 30, 31):
        site.clock.at += seconds
        with pytest.raises(LiveError):
            live.read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2


def test_what_is_remembered_of_failures_is_short(site: Site) -> None:
    """A site that redirects to a very long address does not fill the memory with it."""
    live = site.read_with(extractor=lambda: Extractor("test 4", lambda *_: _fail("x" * 10_000)))
    site.put("a.html", PAGE)
    for _ in range(2):
        with pytest.raises(LiveError) as raised:
            live.read(site.url("a.html"), site.url(""))
    assert len(str(raised.value)) == 500


def _fail(reason: str) -> Any:
    raise ValueError(reason)


def test_an_extractor_that_fails(site: Site, offered_module: str) -> None:
    """A defect of an extractor costs the page, not the call."""
    site.put("a.html", PAGE)
    failing = Extractor("test 3", Conversion(f"{offered_module}:fail"))
    assert "could not be converted (RecursionError" in refused(site, extractor=lambda: failing)


def test_several_ask_once(site: Site) -> None:
    """Calls for one page at one time make one request."""
    site.put("a.html", lambda _asked: time.sleep(0.2) or PAGE)
    live = site.read_with()
    threads = [Thread(target=live.read, args=(site.url("a.html"), site.url(""))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(site.server.asked) == 1


def test_without_a_cache(site: Site) -> None:
    """Without a place to keep pages each call asks the site."""
    site.put("a.html", PAGE)
    live = site.read_with(cache=None)
    for _ in range(2):
        live.read(site.url("a.html"), site.url(""))
    assert len(site.server.asked) == 2
