"""Crawl sites on loopback with small limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from builder.crawl.site.crawling import LIMITS, Crawl
from pinax_builder.crawl.site import Network, PageStore, SiteListing, SiteSource, crawl_site
from site_server import Route, SiteServer


@pytest.fixture
def serve() -> Iterator[Callable[..., SiteServer]]:
    """Start servers that end with the test."""
    with ExitStack() as stack:

        def start(routes: Mapping[str, Route], **options: Any) -> SiteServer:
            return stack.enter_context(SiteServer(routes, **options))

        yield start


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    """Crawl a URL into the test's store."""

    def run(url: str, network: Network | None = None, **options: Any) -> SiteListing:
        source = SiteSource(url, **{"delay_s": 0.0, "limits": LIMITS, **options})
        with PageStore(tmp_path / "store.sqlite") as store:
            return crawl_site(source, store, network=network or Network())

    return run
