"""A real Chromium fills pages and reaches nothing by itself; skipped where there is none."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import lacking
from pinax_builder.crawl.site import (
    BrowserError,
    Chromium,
    Failure,
    RenderedPage,
    RenderLimits,
    Resource,
    find_chromium,
)
from site_server import SiteServer, page

LIMITS = RenderLimits(page_s=120, settle_s=60, quiet_s=0.2)
"""For a page that becomes quiet; on a busy machine that can take seconds."""
ENDLESS = replace(LIMITS, settle_s=1)
"""For a page that changes for ever."""
HASTY = replace(LIMITS, page_s=1)
"""For a page that never answers."""
URL = "http://docs.example/page"


class Asked(dict[str, str]):
    """What a page may have, and what it asked for."""

    def __init__(self, files: Mapping[str, str] = {}) -> None:
        super().__init__({f"http://docs.example/{name}": text for name, text in files.items()})
        self.urls: list[str] = []

    async def load(self, url: str) -> Resource | None:
        self.urls.append(url)
        return Resource("text/javascript", self[url].encode()) if url in self else None


class Shower:
    """Shows pages in one browser, which all tests share."""

    def __init__(self, executable: str) -> None:
        self.browser = Chromium(executable, LIMITS, 1_000_000)
        self.runner = asyncio.Runner()

    def __call__(
        self, document: str, asked: Asked | None = None, limits: RenderLimits = LIMITS
    ) -> RenderedPage | Failure:
        load = (asked if asked is not None else Asked()).load
        scope = "http://docs.example/"
        self.browser._limits = limits
        return self.runner.run(self.browser.show(URL, document.encode(), load, lambda to: to.startswith(scope)))

    def close(self) -> None:
        self.runner.run(self.browser.aclose())
        self.runner.close()


@pytest.fixture(scope="module")
def show() -> Iterator[Shower]:
    try:
        shower = Shower(find_chromium())
    except BrowserError as error:
        lacking.skip(str(error))
    yield shower
    shower.close()


def html(body: str) -> str:
    return f"<!doctype html><html><head><title>x</title><style>p {{}}</style></head><body>{body}</body></html>"


def script(code: str, body: str = "<div id=root></div>") -> str:
    return html(f"{body}<script>const root = document.getElementById('root');{code}</script>")


def shown(outcome: RenderedPage | Failure) -> RenderedPage:
    assert isinstance(outcome, RenderedPage), outcome
    return outcome


def test_scripts_fill_the_page(show: Shower) -> None:
    """Text from scripts, from what they load and from shadow trees is in the HTML; styles are not."""
    code = (
        "const note = document.createElement('x-note'); document.body.append(note);"
        "note.attachShadow({mode: 'open'}).innerHTML = '<p>shadow <slot></slot></p>'; note.textContent = 'slotted';"
    )
    document = script(code).replace("</body>", '<script src="/app.js"></script></body>')
    app = "fetch('/data.js').then(r => r.text()).then(t => setTimeout(() => { root.textContent = t }, 100))"
    asked = Asked({"app.js": app, "data.js": "a lantern"})
    text = shown(show(document, asked)).content.decode("utf-8-sig")
    assert '<div id="root">a lantern</div>' in text
    assert "<p>shadow <slot>slotted</slot></p>" in text
    assert "<style" not in text
    assert asked.urls == ["http://docs.example/app.js", "http://docs.example/data.js"]


def test_the_same_page_is_the_same_each_time(show: Shower) -> None:
    """Chance and the clock give the same HTML in every run."""
    code = "root.textContent = [Math.random(), new Date().toDateString(), Date().slice(0, 15), new Date(0).getTime()]"
    first, second = show(script(code)), show(script(code))
    assert first == second
    assert b"Thu Jan 01 2026,Thu Jan 01 2026,0" in shown(first).content


def test_nothing_is_reached_but_through_us(show: Shower) -> None:
    """Images, beacons, sockets, frames, posts and what is fetched ahead reach no server, not even on this machine."""
    with SiteServer({"/": page("Secret")}) as server:
        url = server.url()
        code = f"""
            const quiet = () => {{}}, link = document.createElement('link');
            new Image().src = '{url}i'; navigator.sendBeacon('{url}b', 'x'); new EventSource('{url}e');
            new WebSocket('{url}'.replace('http', 'ws')); fetch('{url}p', {{method: 'POST', body: 'x'}}).catch(quiet);
            fetch('{url}get').catch(quiet); link.rel = 'prefetch'; link.href = '{url}ahead'; document.head.append(link);
            new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{server.port}'}}]}}).createDataChannel('x');
            root.textContent = 'done'"""
        asked = Asked()
        frames = f'<div id=root></div><iframe src="{url}f"></iframe><object data="{url}o"></object>'
        assert b"done" in shown(show(script(code, frames), asked)).content
        assert (server.asked, asked.urls) == ([], [url + "get"])


def test_scripts_may_not_lead_away(show: Shower) -> None:
    """A page that leads itself out of scope stays where it is, and windows that it opens are closed."""
    away = "root.textContent = 'here'; setTimeout(() => { location.href = 'http://evil.example/' }, 50)"
    asked = Asked()
    assert b"here" in shown(show(script(away), asked)).content
    assert (
        b"here" in shown(show(script("window.open('http://evil.example/'); root.textContent = 'here'"), asked)).content
    )
    assert asked.urls == []


def test_scripts_may_lead_within_the_site(show: Shower) -> None:
    """Another address, by history or by a new document, is where the page is then said to be."""
    pushed = shown(show(script("history.pushState({}, '', '/pushed'); root.textContent = 'here'")))
    assert (pushed.url, b"here" in pushed.content) == ("http://docs.example/pushed", True)


@pytest.mark.parametrize(
    ("code", "limits", "outcomes"),
    [
        ("while (true) {}", HASTY, {"render_timeout"}),
        ("root.hidden = true; root.innerHTML = `<p>${'x'.repeat(20)}</p>`.repeat(60000)", LIMITS, {"too_large"}),
        ("(async () => { while (true) await fetch('/again') })()", ENDLESS, {""}),
    ],
)
def test_a_page_that_means_harm(show: Shower, code: str, limits: RenderLimits, outcomes: set[str]) -> None:
    """Loops and floods end in bounded time, and the next page is not the worse for it."""
    assert getattr(show(script(code), limits=limits), "reason", "") in outcomes
    assert b"good" in shown(show(script("root.textContent = 'good'"))).content


@pytest.mark.parametrize(
    "code", ["alert(1); confirm(2); print(); throw new Error('x')", "setInterval(() => root.append('tick '), 10)"]
)
def test_a_page_that_is_never_done(show: Shower, code: str) -> None:
    """Dialogues and errors hold nothing up; a page that changes for ever is taken as it is after a while."""
    shown(show(script(code), limits=ENDLESS))


@pytest.mark.skipif(sys.platform == "win32", reason="no script can be named as the browser")
def test_no_secret_of_the_environment_reaches_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser's process starts with a few harmless variables."""
    pytest.importorskip("playwright")
    monkeypatch.setenv("DOCS_TOKEN", "s3cret")
    (program := tmp_path / "browser").write_text(f"#!/bin/sh\nenv > {tmp_path}/variables\n")
    program.chmod(0o755)
    shower = Shower(str(program))
    with pytest.raises(BrowserError, match=f"{program} does not start"):
        shower(html("x"))
    shower.close()
    variables = (tmp_path / "variables").read_text()
    assert "PATH=" in variables
    assert "DOCS_TOKEN" not in variables


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, without a browser and with a wrong name, the message says what to do."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("PINAX_CHROMIUM")
    if sys.platform != "darwin":  # there it is also looked for where people install it
        with pytest.raises(BrowserError, match=r"install Chromium \(or let PINAX_CHROMIUM name one\)"):
            find_chromium()
    monkeypatch.setenv("PINAX_CHROMIUM", "/no/such/chromium")
    with pytest.raises(BrowserError, match="/no/such/chromium is no program"):
        find_chromium()
    monkeypatch.setitem(sys.modules, "playwright", None)
    with pytest.raises(BrowserError, match=r"pinax-builder\[render\]"):
        find_chromium()


def test_the_browser_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment wins over the PATH."""
    monkeypatch.setenv("PINAX_CHROMIUM", "/bin/true")
    assert find_chromium() == "/bin/true"
