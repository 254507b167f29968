"""Sites are judged between crawl and parse, and a good docset is not lost to a bad crawl."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from builder.gate.site_pages import html, plain, shell
from pinax_builder import BuildConfig, DocsetReport, build
from pinax_builder.configuration import docset_config
from pinax_builder.crawl.site import RenderedPage
from pinax_builder.errors import NoPagesError, SiteRefusedError, WorseCrawlError
from site_server import Reply, SiteServer
from spec_reader import SpecReader

TOPICS = ("wick", "oil", "glass", "handle", "flame", "base")


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with SiteServer({}) as server:
        yield server


def fill(server: SiteServer, *contents: bytes) -> None:
    """Let a site hold these pages, all of them linked from the first."""
    links = "".join(f'<a href="/docs/{n}">page {n}</a> ' for n in range(1, len(contents)))
    first = contents[0].replace(b"</body>", f"<footer>{links}</footer></body>".encode())
    server.routes = {"/docs/": Reply(first)} | {f"/docs/{n}": Reply(c) for n, c in enumerate(contents[1:], start=1)}


def built(server: SiteServer, folder: Path, *, force: bool = False, **options: object) -> DocsetReport:
    values = {"url": server.url("/docs/"), "name": "docs", "store": "store.sqlite", "delay_s": 0.0, **options}
    config = BuildConfig(docsets=(docset_config(values, folder),))
    return build(config, folder / "bundle", workers=1, force=force).docsets[0]


def pages_of(bundle: Path) -> dict[str, int]:
    """Return the number of pages of each docset of a bundle."""
    return {docset["name"]: docset["pages"] for docset in json.loads((bundle / "pinax.json").read_text())["docsets"]}


def test_a_site_of_prose_is_built(server: SiteServer, tmp_path: Path) -> None:
    """All pages of a good site come through."""
    fill(server, *map(plain, TOPICS))
    assert built(server, tmp_path).admitted == len(TOPICS)


def test_a_site_of_shells_is_refused_with_figures(server: SiteServer, tmp_path: Path) -> None:
    """The error names the reason, the figures and the way around; nothing is written. `gate = false` is that way."""
    fill(server, *[shell("docusaurus.html")] * 5)
    with pytest.raises(SiteRefusedError) as caught:
        built(server, tmp_path)
    assert caught.value.verdict.reason == "javascript_shell"
    assert "--no-gate" in str(caught.value)
    assert not (tmp_path / "bundle").exists()
    with pytest.raises(NoPagesError):
        built(server, tmp_path, gate=False)


def test_the_report_of_a_refused_site_has_the_sample(server: SiteServer, tmp_path: Path) -> None:
    """It says how many pages were listed, how the site was crawled, and the sample in figures."""
    fill(server, *[shell("docusaurus.html")] * 5)
    with pytest.raises(SiteRefusedError) as caught:
        built(server, tmp_path)
    (report,) = caught.value.reports
    assert (report.listed, report.admitted) == (5, 0)
    assert report.site
    (said,) = report.notices.values()
    assert "javascript_shell" in said[0]
    assert said[1].startswith("Figures of the sample: ")


def test_chrome_comes_through_where_the_gate_is_off(server: SiteServer, tmp_path: Path) -> None:
    """`gate = false` takes a site of thin pages as it is."""
    fill(server, *[plain(topic, 1) for topic in TOPICS])
    with pytest.raises(SiteRefusedError, match="chrome_only"):
        built(server, tmp_path)
    assert built(server, tmp_path, gate=False).admitted == len(TOPICS)


class FakeBrowser:
    """Puts a chapter into each shell, and counts."""

    def __init__(self, *given: object, text: bytes = b"") -> None:
        self.given = given
        self.text = text

    async def show(self, url: str, *rest: object) -> RenderedPage:
        return RenderedPage(url, self.text or plain(url.rpartition("/")[2] or "home"))

    async def aclose(self) -> None:
        """Nothing to end."""


@pytest.fixture
def shells(server: SiteServer, monkeypatch: pytest.MonkeyPatch) -> SiteServer:
    """A site of shells that a list names, and a browser that the environment names."""
    pytest.importorskip("playwright")
    server.routes = {f"/docs/{topic}": Reply(shell("vite-vue.html")) for topic in ("", *TOPICS)}
    links = "".join(f"- [{topic}](/docs/{topic})\n" for topic in TOPICS)
    server.routes["/llms.txt"] = Reply(f"# Lamp\n\n{links}", type="text/plain")
    monkeypatch.setenv("PINAX_CHROMIUM", sys.executable)
    monkeypatch.setattr("pinax_builder.crawl.site.Chromium", FakeBrowser)
    return server


def test_a_site_of_shells_is_rescued_by_a_browser(shells: SiteServer, tmp_path: Path) -> None:
    """What the gate takes for shells is filled and judged again; the report counts both rounds as one."""
    report = built(shells, tmp_path)
    assert report.admitted == len(TOPICS) + 1
    assert report.site
    assert (report.site.requests["rendered"], report.site.requests["sent"]) == (7, len(shells.asked))
    bundle = SpecReader(tmp_path / "bundle")
    found = bundle.page(next(bundle.segments("docs")), shells.url("/docs/oil"))
    assert found
    assert found[1]["meta"]["rendered"] == "yes"


def test_a_browser_is_not_looked_for_where_it_is_not_needed(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a good site nor one that is not judged is rendered."""
    monkeypatch.setenv("PINAX_CHROMIUM", "/no/such")
    fill(server, *map(plain, TOPICS))
    assert built(server, tmp_path).admitted == len(TOPICS)
    fill(server, *[shell("vite-vue.html")] * 5)
    with pytest.raises(NoPagesError):
        built(server, tmp_path, gate=False)


@pytest.mark.parametrize(
    ("options", "remedy"),
    [({}, r"install pinax-builder\[render\]"), ({"render": False}, "no-render")],
)
def test_a_refusal_of_shells_names_what_would_fill_them(
    server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict, remedy: str
) -> None:
    """Without the extra the refusal says what to install; where rendering is off, how to turn it on."""
    monkeypatch.setitem(sys.modules, "playwright", None)
    fill(server, *[shell("vite-vue.html")] * 5)
    with pytest.raises(SiteRefusedError, match=remedy):
        built(server, tmp_path, **options)


def test_a_site_that_no_browser_fills_is_refused(
    shells: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shell that stays one in a browser is refused with its figures."""
    empty = partial(FakeBrowser, text=shell("vite-vue.html"))
    monkeypatch.setattr("pinax_builder.crawl.site.Chromium", empty)
    with pytest.raises(SiteRefusedError, match="even in a browser"):
        built(shells, tmp_path)


@pytest.mark.parametrize(("option", "value"), [("language", "en"), ("max_page_bytes", 123_456)])
def test_the_browser_is_started_as_configured(
    shells: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, value: str | int
) -> None:
    """Which program, in what language, up to what size: the environment and the docset say it."""
    started = []
    monkeypatch.setattr("pinax_builder.crawl.site.Chromium", lambda *given: started.append(given) or FakeBrowser())
    built(shells, tmp_path, **{option: value})
    assert {value, sys.executable} <= set(started[0])


def test_bad_pages_of_a_good_site_are_left_out(server: SiteServer, tmp_path: Path) -> None:
    """Errors sent as pages and thin pages are rejections, each with its reason."""
    fill(server, *map(plain, TOPICS), plain("x", 1, "404 Not Found"), plain("Thin", 0))
    report = built(server, tmp_path)
    assert report.reasons.items() >= {"error_page": 1, "thin": 1}.items()
    assert report.admitted == len(TOPICS)


def test_pages_of_a_site_that_are_nearly_the_same_are_variants(server: SiteServer, tmp_path: Path) -> None:
    """Both are in the bundle, as those of a folder are, and each names the other one."""
    variant = plain("wick").replace(b"</main>", b"<p>Edition 2</p></main>")
    fill(server, *map(plain, TOPICS), variant)
    report = built(server, tmp_path)
    assert (report.admitted, report.rejections) == (len(TOPICS) + 1, ())
    bundle = SpecReader(tmp_path / "bundle")
    one, other = server.url(f"/docs/{TOPICS.index('wick') or ''}"), server.url(f"/docs/{len(TOPICS)}")
    for url, named in ((one, other), (other, one)):
        found = bundle.page(next(bundle.segments("docs")), url)
        assert found
        assert found[1]["variants"] == [named]


def test_what_the_server_sends_for_dead_links_is_no_page(server: SiteServer, tmp_path: Path) -> None:
    """A page that says what the server sends for an address that cannot exist is refused, but for the first page."""
    fill(server, *map(html, TOPICS))
    dead = ("/docs/18", "/docs/19")
    server.fallback = lambda asked: Reply(
        html("nowhere"), 200 if asked.path in dead or "no-page" in asked.path else 404
    )
    report = built(server, tmp_path)
    assert (report.admitted, report.reasons["soft_404"]) == (len(TOPICS), len(dead))
    server.fallback = lambda asked: server.routes["/docs/"] if "no-page" in asked.path else Reply("", 404)
    assert built(server, tmp_path).admitted == len(TOPICS)


def test_a_site_that_answers_everything_alike_is_refused(server: SiteServer, tmp_path: Path) -> None:
    """Where most pages are what the server sends for nonsense, the site is a soft 404."""
    fill(server, plain("wick"), plain("oil"), *[plain("nowhere")] * 6)
    server.fallback = Reply(plain("nowhere"))
    with pytest.raises(SiteRefusedError, match="soft_404"):
        built(server, tmp_path)


def test_a_page_is_taken_from_where_the_gate_admits_it(server: SiteServer, tmp_path: Path) -> None:
    """A Markdown twin with nothing in it, or a shell that llms-full.txt has the text of, loses no page."""
    fill(server, *map(plain, TOPICS))
    twin = b'<head><link rel="alternate" type="text/markdown" href="/docs/oil.md">'
    server.routes["/docs/1"] = Reply(plain("oil").replace(b"<head>", twin))
    server.routes["/docs/oil.md"] = Reply("# Oil\n", type="text/markdown")
    server.routes["/docs/2"] = Reply(shell("vite-vue.html"))
    text = "The glass keeps the wind from the flame, and has to be wiped with a dry cloth each morning. " * 4
    server.routes["/llms-full.txt"] = Reply(f"# Glass\nSource: /docs/2\n\n{text}\n", type="text/plain")
    report = built(server, tmp_path)
    assert (report.admitted, report.reasons.get("thin", 0), report.reasons.get("javascript_shell", 0)) == (6, 0, 0)


def test_a_folder_is_not_judged(tmp_path: Path) -> None:
    """What a person put into a folder is indexed, however thin and alike its pages are."""
    (tmp_path / "docs").mkdir()
    for number in range(4):
        (tmp_path / f"docs/{number}.html").write_bytes(html("wick", 3, f"404 {number}"))
    config = BuildConfig(docsets=(docset_config({"path": "docs"}, tmp_path),))
    assert build(config, tmp_path / "bundle", workers=1).docsets[0].admitted == 4


def test_a_worse_crawl_replaces_nothing(server: SiteServer, tmp_path: Path) -> None:
    """Trap 34: fewer than half of the pages need `--force`; until then the bundle stays, and the error names both."""
    fill(server, *map(plain, TOPICS))
    built(server, tmp_path)
    before = (tmp_path / "bundle/pinax.json").read_bytes()
    fill(server, *map(plain, TOPICS[:2]))
    with pytest.raises(WorseCrawlError) as caught:
        built(server, tmp_path)
    assert (caught.value.n_before, caught.value.n_now) == (6, 2)
    assert "--force" in str(caught.value)
    assert (tmp_path / "bundle/pinax.json").read_bytes() == before
    assert built(server, tmp_path, force=True).admitted == 2
    assert pages_of(tmp_path / "bundle") == {"docs": 2}


def test_half_of_the_pages_is_enough(server: SiteServer, tmp_path: Path) -> None:
    """A site may lose half of its pages without being held up."""
    fill(server, *map(plain, TOPICS))
    built(server, tmp_path)
    fill(server, *map(plain, TOPICS[:3]))
    assert built(server, tmp_path).admitted == 3


def test_an_empty_crawl_replaces_nothing(server: SiteServer, tmp_path: Path) -> None:
    """Trap 12: a site that gives no page at all ends the build, and the bundle stays."""
    fill(server, *map(plain, TOPICS))
    built(server, tmp_path)
    fill(server, b"<title>x</title>")
    with pytest.raises(SiteRefusedError):
        built(server, tmp_path, force=True)
    assert pages_of(tmp_path / "bundle") == {"docs": 6}


def test_the_wrong_language_is_refused(server: SiteServer, tmp_path: Path) -> None:
    """`language` of a site is what it should be in."""
    fill(server, *map(plain, TOPICS))
    assert built(server, tmp_path, language="en").admitted == len(TOPICS)
    with pytest.raises(SiteRefusedError, match="wrong_language"):
        built(server, tmp_path, language="de")
