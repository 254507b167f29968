"""Compute the keys of the build cache: digests of all that a result depends on.

In:    A docset's configuration, its listing, the code that reads it.
Out:   SHA-256 digests.
Rules: whatever can change a byte of the result is in the key. Paths and dates are not, so that another machine finds
       the entry. Headers and other secrets are not: they decide what a site answers, and the answers are in the key.
Why:   docs/decisions/0130
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from itertools import chain

from pinax_builder.batches import InCommon
from pinax_builder.comparison import is_checked
from pinax_builder.configuration import BuildConfig, DocsetConfig
from pinax_builder.crawl import ListedPage
from pinax_builder.parse import Named
from pinax_builder.records import Fetched, Rejection
from pinax_builder.sources import Reader
from pinax_builder.spill import to_plain
from pinax_builder.write import PageQuestions
from pinax_runtime import format as file_format
from pinax_runtime import text, trust

_NOT_IN_KEYS = {
    "path",
    "site",
    "title",
    "include",
    "exclude",
    "weight",
    "source_url_template",
    "version",
    "instructions",
}
"""Options of a docset that change no page: they decide which pages it has, or what the bundle's entry says of it."""
# All others, so that an option which is added later is in the keys unless somebody decides otherwise.
_IN_KEYS = [option.name for option in fields(DocsetConfig) if option.name not in _NOT_IN_KEYS]


@cache
def code_digest() -> bytes:
    """Return a digest of the builder's files, of what it shares with the runtime, and of all versions of libraries."""
    folders = (os.path.dirname(os.path.dirname(__file__)), *file_format.__path__, *text.__path__, *trust.__path__)
    sources = chain.from_iterable(map(_sources, folders))
    return _digest([*sources, platform.python_version(), *libraries_of("pinax-builder")])


def libraries_of(name: str) -> list[str]:
    """Return `name version` of an installed distribution and of whatever it needs, extras included, sorted."""
    versions: dict[str, str] = {}
    names = [_normalized(name)]
    for at in names:  # which grows
        with suppress(PackageNotFoundError):
            version, needed = _version_and_needs(distribution(at))
            versions[at] = version
            names += {*map(_normalized, needed)} - {*names}
    return [f"{at} {version}" for at, version in sorted(versions.items())]


def _version_and_needs(found: Distribution) -> tuple[str, list[str]]:
    headers, _, _ = (found.read_text("METADATA") or "").partition("\n\n")
    if version := re.search(r"^Version: *(\S+)", headers, re.MULTILINE):  # ten times as fast as `email`'s parser
        return version[1], re.findall(r"^Requires-Dist: *([\w.-]+)", headers, re.MULTILINE)
    return found.version, re.findall(r"^[\w.-]+", "\n".join(found.requires or ()), re.MULTILINE)


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _sources(folder: str) -> Iterator[str]:
    """Yield the path and the digest of each file of a program."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted({*folders} - {"__pycache__"})
        for path in (os.path.join(at, name) for name in sorted(names)):
            if not os.path.isfile(path):  # an editor's lock
                continue
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
            yield f"{os.path.relpath(path, folder).replace(os.sep, '/')} {content}"


def docset_context(docset: DocsetConfig, common: InCommon) -> bytes:
    """Return a digest of what all batches of a docset depend on, except for their pages."""
    options = {name: getattr(docset, name) for name in _IN_KEYS} | {"facets": sorted(docset.facets.items())}
    facts = [f"{name} {value!r}" for name, value in options.items()]
    others = (common.is_published, common.probe, to_plain(common.repeated), common.may_have_sources)
    return _digest([code_digest().hex(), *facts, *map(repr, others)])


def sample_key(docset: DocsetConfig, pages: Iterable[ListedPage], read: Reader) -> bytes:
    """Return the key of what some pages have in common; empty if reading one fails in an unforeseen way."""
    facts = list(map(Facts(read).of, pages))
    if not all(facts):
        return b""
    return _digest(["sample", code_digest().hex(), str(docset.max_page_bytes), *chain.from_iterable(facts)])


def segments_context(context: bytes, config: BuildConfig) -> bytes:
    """Return a digest of what the segments of a docset depend on, except for its pages."""
    return _digest([context.hex(), repr(config.glossary), str(config.ranges)])


def page_keys(
    known: Facts, pages: Iterable[ListedPage], named: Mapping[str, Sequence[Named]], checked_share: float
) -> dict[str, bytes]:
    """Return URL → digest of a page's bytes and of all else that its result depends on; read what was not read yet.

    If a page cannot be read, the reason is in its key. If reading it fails in an unforeseen way, it has no key.
    """
    keys = {}
    for page in pages:
        if facts := known.of(page):
            is_compared = is_checked(page.url, checked_share)
            keys[page.url] = _digest([*facts, repr(named.get(page.url, ())), str(is_compared)])
    return keys


def asked_keys(keys: Mapping[str, bytes], questions: PageQuestions) -> dict[str, bytes]:
    """Return URL → key of a page with the questions that it answers."""

    def key(url: str, key: bytes) -> bytes:
        asked = sorted((anchor, tuple(mine)) for anchor, mine in questions.get(url, {}).items())
        return _digest([key.hex(), repr(asked)]) if key and asked else key

    return {url: key(url, of_page) for url, of_page in keys.items()}


class Facts:
    """Says what is known of the answers of pages, by a digest in place of their bytes."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._known: dict[ListedPage, str] = {}

    def read(self, answer: ListedPage) -> Fetched | Rejection:
        """Read an answer, and keep what is known of it until `of` returns it."""
        fetched = self._read(answer)
        if isinstance(fetched, Fetched):
            content = hashlib.sha256(fetched.content).hexdigest()
            facts = (fetched.url, fetched.path, fetched.media_type, fetched.title, content, answer.provenance)
            self._known[answer] = repr(facts)
        else:
            self._known[answer] = repr(fetched)
        return fetched

    def of(self, page: ListedPage) -> list[str]:
        """Return what is known of a page's answers; nothing if reading one of them fails in an unforeseen way."""
        try:
            for answer in page.answers:
                if answer not in self._known:
                    self.read(answer)
        except Exception:  # whatever it is, the crawl stage meets and reports it
            return []
        facts = [self._known[answer] for answer in page.answers]
        for answer in {*page.answers}:
            del self._known[answer]
        return facts


def batch_key(context: bytes, keys: Iterable[bytes]) -> bytes:
    """Return the key of a batch's result."""
    return _digest(["batch", context.hex(), *(key.hex() for key in keys)])


def state_key(name: str, segments: Iterable[str], deleted: Mapping[str, Sequence[int]]) -> bytes:
    """Return the key of what the build knew that wrote these segments of a docset."""
    return _digest(["state", code_digest().hex(), name, *segments, repr(sorted(deleted.items()))])


def _digest(facts: Iterable[str]) -> bytes:
    return hashlib.sha256("\n".join(facts).encode("utf-8", "surrogatepass")).digest()
