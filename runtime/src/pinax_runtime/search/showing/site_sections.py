"""The sections of a site: what pages there are below a URL path, by path segment.

Strategy. Pages are sorted by URL, so those below a path stand together. A pack whose first URL and whose successor's
first URL lie in one section holds nothing else: it is counted without being read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pinax_runtime.search.reading import ahead
from pinax_runtime.search.reading.segment_reader import SegmentReader
from pinax_runtime.search.showing.docset import Docset

PageRange = tuple[SegmentReader, Sequence[int]]
"""Neighbouring pages of a segment, by number, deleted ones left out."""


@dataclass(slots=True)
class SiteLevel:
    """What lies directly below a path."""

    sections: dict[str, int] = field(default_factory=dict)
    """Path of each section → its pages, at any depth."""
    direct: list[PageRange] = field(default_factory=list)
    """Pages that lie at the level itself and have none below them, each a run of its own."""


def site_level(docset: Docset, path: str) -> SiteLevel:
    """Return the sections directly below a path (no slashes at its ends; empty for the top)."""
    level = SiteLevel()
    singles: dict[str, list[PageRange]] = {}
    for segment in docset.segments:
        if path and (number := segment.find_page(docset.entry.url + path)) is not None:
            level.direct.append((segment, range(number, number + 1)))
        start = _start(docset, path)
        mixed = []
        for numbers, first, following in segment.packs_below(start):
            whole = _section_of(first, start)
            if whole and following.startswith(f"{start}{whole}/"):
                _count(level, path, whole, len(numbers))
            else:
                mixed.append(numbers)
        ahead.packs(segment, [numbers[0] for numbers in mixed], ())
        for numbers in mixed:
            for number in numbers:
                url = segment.page(number).url
                section = _section_of(url, start)
                if section:
                    _count(level, path, section, 1)
                else:
                    singles.setdefault(url.removeprefix(start), []).append((segment, range(number, number + 1)))
    for name, runs in singles.items():
        name = name.rstrip("/")
        if name and _join(path, name) in level.sections:
            _count(level, path, name, len(runs))
        else:
            level.direct += runs
    return level


def pages_below(docset: Docset, path: str) -> list[PageRange]:
    """Return the pages whose path is, or continues by whole segments, a path; as runs of page numbers, in URL order."""
    runs: list[PageRange] = []
    for segment in docset.segments:
        number = segment.find_page(docset.entry.url + path) if path else None
        if number is not None:
            runs.append((segment, range(number, number + 1)))
        runs.append((segment, segment.span_of_pages(_start(docset, path))))
    return [run for run in runs if run[1]]


def site_paths(docset: Docset, text: str) -> Iterator[str]:
    """Yield the paths below a docset's base URL that a text may mean: a path, a URL, an id, a path from the host on."""
    base = docset.entry.url
    plain = text.strip().removeprefix(base).removeprefix(f"{docset.name}:").strip("/")
    yield plain
    from_host = urlsplit(base).path.strip("/")
    if from_host and f"{plain}/".startswith(f"{from_host}/"):
        yield plain[len(from_host) :].strip("/")


def path_of(docset_url: str, url: str) -> str:
    """Return the section that a page lies in: its path without the last segment.

    >>> path_of("https://docs.python.org/3/", "https://docs.python.org/3/library/json.html")
    'library'
    """
    return url.removeprefix(docset_url).rpartition("/")[0].strip("/")


def _start(docset: Docset, path: str) -> str:
    return f"{docset.entry.url}{path}/" if path else docset.entry.url


def _section_of(url: str, start: str) -> str:
    """Return the path segment after a start if a page lies below it, not at it; empty otherwise."""
    name, slash, rest = url.removeprefix(start).partition("/")
    return name if url.startswith(start) and slash and rest else ""


def _count(level: SiteLevel, path: str, name: str, n: int) -> None:
    section = _join(path, name)
    level.sections[section] = level.sections.get(section, 0) + n


def _join(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name
