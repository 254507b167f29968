"""Where a docset's pages come from: files of a folder, an object store or an archive; a site; a package.

In:    A DocsetConfig.
Out:   A Source, which lists the docset's pages in one process and reads single pages in any. Of a listing, the symbols
       that Sphinx inventories beside the pages name on each.
Rules: the table of the kinds of sources is `KINDS` of `crawl/kinds.py`. Secrets are taken from the environment here, at
       the last moment, and go to the crawl alone. An inventory speaks only of pages below its own folder. Where several
       name one page, the deepest one comes first.
Why:   docs/decisions/0016
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pinax_builder.configuration import DocsetConfig, SiteConfig
from pinax_builder.crawl import INVENTORY, Folder, Listing, files_at, list_files, reader
from pinax_builder.crawl.site_records import SiteListing, SiteSource
from pinax_builder.errors import ConfigError, MissingExtraError, SiteError
from pinax_builder.formats import SOURCE_CODE
from pinax_builder.languages import missing_modules
from pinax_builder.parse import InventoryError, Named, read_inventory
from pinax_builder.records import Fetched, Rejection
from pinax_builder.storage import Storage
from pinax_runtime.format import limits

if TYPE_CHECKING:
    from pinax_builder.crawl import site as crawling

Reader = Callable[[Any], Fetched | Rejection]
"""Reads one ListedPage of the source that it was made by."""
Progress = Callable[[int, int, int], None]


class Source(Protocol):
    """Where a docset's pages come from."""

    is_shared: bool
    """Whether other machines can read the pages as well."""

    @property
    def is_published(self) -> bool:
        """Whether pages are as a site shows them, so that the gate judges them with their surroundings."""

    def listed(self, progress: Progress) -> Listing:
        """List the pages.

        Raises:
            BuildError: They cannot be listed, or not to their end.
        """

    def reading(self) -> AbstractContextManager[Reader]:
        """Open what reads the listed pages, one by one."""


def source_of(docset: DocsetConfig) -> Source:
    """Return the source of a docset; that of a package once it has been fetched (see `fetch_docset`)."""
    return FileSource(docset) if docset.site is None else CrawledSource(docset, docset.site)


def fetch_docset(docset: DocsetConfig) -> tuple[DocsetConfig, tuple[str, ...]]:
    """Fetch the package that a docset is; return the docset with its folder and version, and notes for the report.

    Raises:
        InputError: It cannot be had.
    """
    package = docset.package
    if package is None:
        return docset, ()
    from pinax_builder.crawl.packages.fetching import fetch_package

    found = fetch_package(package.spec, package.cache, allow_private=package.allow_private, offline=package.offline)
    version = docset.version or found.version[: limits.VERSION_CHARS]
    return replace(docset, path=found.folder, version=version), found.notes


class FileSource:
    """Files of a folder, of an object store or of an archive."""

    def __init__(self, docset: DocsetConfig) -> None:
        self._docset = docset
        self.is_shared = isinstance(docset.path, Storage)

    @property
    def is_published(self) -> bool:
        """Whether the source knows the URL that its pages lie below."""
        return bool(files_at(self._docset.path, self._docset.base_url).about().base_url)

    def listed(self, progress: Progress) -> Listing:
        """List the files.

        Raises:
            MissingExtraError: Source code is asked for and what reads it is not installed.
            PlaceError: The place cannot be listed.
        """
        docset = self._docset
        listing = list_files(
            Folder(
                docset.path,
                base_url=docset.base_url,
                include=docset.include,
                exclude=docset.exclude,
                max_bytes=docset.max_page_bytes,
                code=docset.code,
                keep_sources=docset.keep_sources,
            )
        )
        code = (page.path for page in listing.pages if page.media_type == SOURCE_CODE.media_type)
        if docset.code and (missing := missing_modules(code)):
            raise MissingExtraError(docset.name, missing)
        return listing

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Open what reads the files."""
        yield reader(self._docset.path, self._docset.max_page_bytes, self._docset.base_url)


class CrawledSource:
    """A site, whose pages are crawled into a store."""

    is_published = True
    is_shared = False

    def __init__(self, docset: DocsetConfig, site: SiteConfig) -> None:
        self._docset, self._site = docset, site
        self.may_render = site.render
        """Whether a browser may fill the site's shells."""

    def listed(
        self, progress: Progress, rendering: crawling.Rendering | None = None, first: Listing | None = None
    ) -> SiteListing:
        """Crawl the site; after a `first` round fill its shells with a `rendering`.

        Raises:
            SiteError: It cannot be crawled, or not to its end.
            InputError: The store cannot be used.
            ConfigError: A header names a variable that the environment does not have.
        """
        from pinax_builder.crawl import site as crawling

        with crawling.PageStore(self._site.store) as store:
            site = crawling.crawl_site(self._crawl(), store, progress, rendering=rendering)
        if isinstance(first, SiteListing):
            site = replace(site, requests=first.requests + site.requests)
        _refuse_unusable(site)
        return replace(site, fetched_at="") if os.environ.get("SOURCE_DATE_EPOCH") else site

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Open the store."""
        from pinax_builder.crawl import site as crawling

        with crawling.StoreReader(self._site.store) as store:
            yield lambda page: crawling.read_page(page, store)

    def rendering(self, is_shell: Callable[[bytes], bool]) -> crawling.Rendering:
        """Say how the site's shells are to be filled. Offline no browser is looked for: the store has what there is.

        Raises:
            BrowserError: No browser can be had; the message says what to install.
        """
        from pinax_builder.crawl import site as crawling

        docset, site = self._docset, self._site
        executable = "" if site.offline else crawling.find_chromium()

        def launch() -> crawling.Chromium:
            return crawling.Chromium(executable, crawling.RenderLimits(), docset.max_page_bytes, docset.language)

        return crawling.Rendering(is_shell, launch)

    def _crawl(self) -> SiteSource:
        """Return what to crawl, secrets included."""
        docset = self._docset
        return replace(
            self._site,
            base_url=docset.base_url,
            include=docset.include,
            exclude=docset.exclude,
            max_bytes=docset.max_page_bytes,
            secret_headers=_headers(self._site),
        )


def _refuse_unusable(site: SiteListing) -> None:
    """Stop where there is nothing to build from: an incomplete crawl must not replace a complete one."""
    if site.aborted:
        raise SiteError(site.url, site.aborted.rstrip("."), "run the same command again to go on where it stopped")
    own = next((rejection for rejection in site.rejections if rejection.url == site.url), None)
    if not site.pages and own:
        remedy = "check the URL and that it opens in a browser"
        raise SiteError(site.url, f"{own.reason}: {own.detail.rstrip('.')}", remedy)


def _headers(site: SiteConfig) -> dict[str, str]:
    """Take the headers' values from the environment."""
    pairs = (_expanded(header).partition(":") for header in site.headers)
    return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}


def _expanded(header: str) -> str:
    """Put the environment's values for each `$NAME` or `${NAME}`."""
    template = Template(header)
    for name in template.get_identifiers():
        if not os.environ.get(name):
            allowed = "the name of an environment variable that is set"
            raise ConfigError("header", name, allowed, "is not in the environment")
    return template.safe_substitute(os.environ)


class InventoryNames(NamedTuple):
    """What all inventories of a docset say."""

    by_url: dict[str, tuple[Named, ...]]
    """URL of a page → the symbols that inventories name on it."""
    notices: dict[str, tuple[str, ...]]
    """Path of an inventory that is not used → why."""


def read_inventories(listing: Listing) -> InventoryNames:
    """Read every inventory of a docset and sort its symbols by page."""
    by_url: dict[str, tuple[Named, ...]] = {}
    notices: dict[str, tuple[str, ...]] = {}
    for path, data in sorted(listing.inventories.items(), key=_deepest_first):
        try:
            if data is None:
                raise InventoryError("the folder has too many, or too large ones")
            by_path = read_inventory(data)
        except InventoryError as error:
            notices[path] = (f"The inventory is not used: {error}.",)
            continue
        folder = path.removesuffix(INVENTORY)
        for page in listing.pages:
            if page.path.startswith(folder) and (found := by_path.get(page.path.removeprefix(folder))):
                by_url[page.url] = by_url.get(page.url, ()) + found
    return InventoryNames(by_url, notices)


def _deepest_first(item: tuple[str, bytes | None]) -> tuple[int, str]:
    path, _ = item
    return -path.count("/"), path
