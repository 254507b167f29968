"""A site on loopback, a docset of it, and what reads its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.bundle.remote import Patience
from pinax_runtime.live import Extractor, LivePages, PageCache, find_extractor
from pinax_runtime.search import Library, MemorySource, open_library
from runtime.extractors import MODULE, install
from site_server import Reply, SiteServer

PATIENT = Patience(connect_s=20, idle_s=20, total_s=60, attempts=1, pause_s=0.01)
MARKDOWN = Reply("# Live title\n\nNew text.\n", type="text/markdown; charset=utf-8")


@dataclass
class Clock:
    """A time that tests set (seconds since 1970)."""

    at: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


@dataclass
class Site:
    """A docset's site, and how its pages are read."""

    server: SiteServer
    clock: Clock
    cache: PageCache
    read_with: Callable[..., LivePages]
    library: Library = field(init=False)

    def __post_init__(self) -> None:
        pages = [
            MadePage(
                self.url(path),
                "Old title",
                "Old text.",
                sections=(
                    MadeSection("Usage", "Old usage.", anchor="usage"),
                    MadeSection("Gone", "Old.", anchor="gone"),
                ),
            )
            for path in ("a.html", "b.html", "c.md")
        ]
        docset = MadeDocset("guide", pages, url=self.url(""))
        self.library = open_library([MemorySource(make_bundle([docset]))])

    def url(self, path: str) -> str:
        return self.server.url(f"/docs/{path}")

    def put(self, path: str, reply: Any) -> None:
        """Let the site answer so."""
        self.server.routes[f"/docs/{path}"] = reply


def extract(content: bytes, media_type: str, url: str) -> list[tuple[int, str, str, str]]:
    """Stand for an extractor: `anchor|title|text` a line, each a section; ¶ divides paragraphs."""
    lines = content.decode().strip().replace("¶", "\0").splitlines()
    if not lines:
        raise ValueError("the page says nothing")
    return [(min(at, 1), *line.replace("\0", "\n\n").split("|")) for at, line in enumerate(lines)]  # type: ignore[misc]


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install extractors that each mean harm in a way of their own: `offer(name="module:function")`."""
    yield partial(install, tmp_path, monkeypatch)
    find_extractor.cache_clear()


@pytest.fixture
def offered_module(offer: Callable[..., None]) -> str:
    """The module of these extractors, of which none is offered."""
    offer()
    return MODULE


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The site; `site.read_with()` makes what reads it, with options of LivePages."""
    clock, cache = Clock(), PageCache(tmp_path / "cache" / "pages.db")
    with SiteServer({}) as server, ExitStack() as stack:

        def read_with(**options: Any) -> LivePages:
            given = {"allow_private": True, "patience": PATIENT, "now": clock, "cache": cache, **options}
            given.setdefault("extractor", lambda: Extractor("test 1", extract))
            live = LivePages(given.pop("cache"), **given)
            stack.callback(live.close)
            return live

        yield Site(server, clock, cache, read_with)
