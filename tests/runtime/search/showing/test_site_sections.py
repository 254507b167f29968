"""Sections of a site are counted by whole path segments."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pinax_runtime.search import Library, pages_below, path_of, site_level, site_paths


@pytest.mark.parametrize("name", ["lantern", "lantern-api"])
def test_counts_are_those_of_all_urls(library: Library, name: str) -> None:
    """What is counted by packs is what counting every URL gives."""
    docset = library.docsets[name]
    paths = [page.url.removeprefix(docset.entry.url) for _, _, page in docset.documents()]
    level = site_level(docset, "")
    assert level.sections == dict(Counter(path.split("/")[0] for path in paths if "/" in path))
    assert len(level.direct) == sum("/" not in path for path in paths)


def test_pages_below_the_top_are_all(library: Library) -> None:
    """The empty path holds every page."""
    docset = library.docsets["lantern"]
    assert sum(len(numbers) for _, numbers in pages_below(docset, "")) == docset.entry.n_pages


def test_path_of_a_page() -> None:
    """A page's section is its path without the last segment."""
    assert path_of("https://x.org/", "https://x.org/a/b/c.html") == "a/b"
    assert path_of("", "index.html") == ""


def test_spellings_of_a_path(library: Library) -> None:
    """The path from the host on is tried after the path as it stands."""
    assert list(site_paths(library.docsets["lantern"], "/docs/guide/")) == ["docs/guide", "guide"]


def test_neighbors_and_spans(location: Path, library: Library) -> None:
    """A segment gives the pages around a URL and those with a prefix, in URL order."""
    segment = library.docsets["lantern"].segments[0]
    urls = [page.url for page in segment.pages()]
    prefix = "https://lantern.example.org/docs/guide/"
    assert [segment.page(number).url for number in segment.span_of_pages(prefix)] == [
        url for url in urls if url.startswith(prefix)
    ]
    place = urls.index(prefix + "schedules.md")
    assert segment.neighbors(prefix + "schedules.ma", 2) == range(place - 2, place + 2)
    assert segment.neighbors("", 2) == range(2)
    assert segment.span_of_pages("nothing") == range(0) or not segment.span_of_pages("nothing")
