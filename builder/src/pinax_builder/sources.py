"""List and read a docset's pages, whether they lie in a folder or on a site.

In:    A DocsetConfig.
Out:   A DocsetListing in this process; a reader of single pages in any.
Rules: secrets are taken from the environment here, at the last moment, and go to the crawl alone.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from pinax_builder.configuration import DocsetConfig, SiteConfig
from pinax_builder.crawl import INVENTORY, FolderSource, ListedFile, Wiki, list_files, read, read_inventory_files
from pinax_builder.crawl import site as crawling
from pinax_builder.crawl.site import SiteListing, SitePage, SiteSource, read_page
from pinax_builder.errors import ConfigError, MissingExtraError, SiteError
from pinax_builder.formats import HTML, SOURCE_CODE
from pinax_builder.languages import missing_modules
from pinax_builder.records import Fetched, Records, Rejection

MOST_TEXTS = 3
"""Number of texts for each page of HTML up to which readers get the HTML; it may be there as Markdown and man pages."""

ListedPage = ListedFile | SitePage
Reader = Callable[[ListedPage], Fetched | Rejection]
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True)
class DocsetListing:
    """What a docset holds, before any page is read."""

    pages: Records[ListedPage]
    """Sorted by URL."""
    rejections: tuple[Rejection, ...]
    base_url: str
    title: str = ""
    """As the source gives it; empty where it does not."""
    fetched_at: str = ""
    """Of a site; empty where the time of the build is meant."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    excluded: int = 0
    ignored: int = 0
    inventories: Mapping[str, bytes | None] = field(default_factory=dict)
    """Sphinx inventories beside the pages, by their paths below the base; None for what is too many or too much."""
    site: SiteListing | None = None
    """For a site, all that its crawl has found out."""


def fetch_docset(docset: DocsetConfig) -> tuple[DocsetConfig, tuple[str, ...]]:
    """Fetch the package that a docset is; return the docset with its folder, and notes on what was left out.

    Raises:
        PackageError: It cannot be had.
    """
    package = docset.package
    if package is None:
        return docset, ()
    from pinax_builder.crawl.packages import fetch_package

    found = fetch_package(package.spec, package.cache, allow_private=package.allow_private, offline=package.offline)
    return replace(docset, path=found.folder), found.notes


def list_docset(
    docset: DocsetConfig,
    progress: Progress = lambda fetched, listed, refused: None,
    rendering: crawling.Rendering | None = None,
) -> DocsetListing:
    """List a folder, or crawl a site into its store.

    Args:
        docset: Which one.
        progress: Told now and then.
        rendering: Fills the site's shells, in a second round of the crawl.

    Raises:
        MissingExtraError: Source code is asked for and its grammars are not installed.
        SourceFolderError: The folder cannot be listed.
        SiteError: The site cannot be crawled, or not to its end.
        StoreError: The store cannot be used.
        ConfigError: A header names a variable that the environment does not have.
    """
    if docset.site is None:
        if docset.code and (missing := missing_modules()):
            raise MissingExtraError(docset.name, missing)
        listing = list_files(_folder_source(docset))
        return DocsetListing(
            listing.files,
            listing.rejections,
            docset.base_url,
            skipped=listing.skipped,
            excluded=listing.excluded,
            ignored=listing.ignored,
            inventories=read_inventory_files(docset.path, listing.inventories),
        )
    with crawling.PageStore(docset.site.store) as store:
        site = crawling.crawl_site(site_source(docset, docset.site), store, progress, rendering=rendering)
    _refuse_unusable(docset, site)
    return DocsetListing(
        site.pages,
        site.rejections,
        site.base_url,
        title=site.title,
        fetched_at="" if os.environ.get("SOURCE_DATE_EPOCH") else site.fetched_at,
        skipped=site.skipped,
        excluded=site.excluded,
        inventories={INVENTORY: site.inventory} if site.inventory else {},
        site=site,
    )


@contextmanager
def reader_of(docset: DocsetConfig) -> Iterator[Reader]:
    """Open what reads a docset's listed pages, one by one."""
    if docset.site is None:
        wiki = Wiki(docset.path)
        yield lambda page: read(page, docset.path, docset.max_page_bytes, wiki)  # type: ignore[arg-type]
        return
    with crawling.StoreReader(docset.site.store) as store:
        yield lambda page: read_page(page, store)  # type: ignore[arg-type]


def answers_of(page: ListedPage) -> tuple[ListedPage, ...]:
    """Return a page once for each source of its bytes, best first; a file has one source only."""
    return (page,) if isinstance(page, ListedFile) else (page, *page.alternatives)


def may_have_sources(docset: DocsetConfig, listing: DocsetListing) -> bool:
    """Tell whether texts in a folder may be what its pages of HTML were built from.

    Where texts are far more than pages of HTML, readers are meant to read the texts; HTML may have all on one page.
    """
    if docset.site is not None or docset.keep_sources:
        return False
    kinds = Counter(page.media_type for page in listing.pages)
    n_built = kinds.pop(HTML.media_type, 0)
    n_texts = kinds.total() - kinds[SOURCE_CODE.media_type]
    return 0 < n_texts <= MOST_TEXTS * n_built


def rendering_of(docset: DocsetConfig, is_shell: Callable[[bytes], bool]) -> crawling.Rendering:
    """Say how a site's shells are to be filled. Offline no browser is looked for: the store has what there is.

    Raises:
        BrowserError: No browser can be had; the message says what to install.
    """
    site = docset.site
    assert site is not None  # only sites are rendered
    executable = "" if site.offline else crawling.find_chromium(site.chromium)

    def launch() -> crawling.Chromium:
        return crawling.Chromium(executable, crawling.RenderLimits(), docset.max_page_bytes, docset.language)

    return crawling.Rendering(is_shell, launch, site.render_concurrency)


def provenance_of(page: ListedPage) -> dict[str, str]:
    """Return the metadata that says where a page comes from: only what stays the same while the page does."""
    if isinstance(page, ListedFile):
        return {}
    given = {"content_hash": page.content_hash, "found_by": " ".join(page.found_by)}
    if page.variant == "rendered":
        given["rendered"] = "yes"
    return given if page.source_url == page.url else {**given, "source_url": page.source_url}


def site_source(docset: DocsetConfig, site: SiteConfig) -> SiteSource:
    """Make the crawl's source, secrets included.

    Raises:
        ConfigError: A header names a variable that the environment does not have.
    """
    return SiteSource(
        url=site.url,
        base_url=docset.base_url,
        include=docset.include,
        exclude=docset.exclude,
        max_pages=site.max_pages,
        max_bytes=docset.max_page_bytes,
        strategies=site.strategies,
        ignore_robots=site.ignore_robots,
        allow_private=site.allow_private,
        offline=site.offline,
        concurrency=site.concurrency,
        delay_s=site.delay_s,
        headers=_headers(site),
    )


def _folder_source(docset: DocsetConfig) -> FolderSource:
    return FolderSource(
        folder=docset.path,
        base_url=docset.base_url,
        include=docset.include,
        exclude=docset.exclude,
        max_bytes=docset.max_page_bytes,
        code=docset.code,
        keep_sources=docset.keep_sources,
    )


def _refuse_unusable(docset: DocsetConfig, site: SiteListing) -> None:
    """Stop where there is nothing to build from: an incomplete crawl must not replace a complete one."""
    if site.aborted:
        raise SiteError(site.url, site.aborted.rstrip("."), "run the same command again to go on where it stopped")
    own = next((rejection for rejection in site.rejections if rejection.url == site.url), None)
    if not site.pages and own:
        remedy = "check the URL and that it opens in a browser"
        raise SiteError(site.url, f"{own.reason}: {own.detail.rstrip('.')}", remedy)


def _headers(site: SiteConfig) -> dict[str, str]:
    """Take the headers' values from the environment."""
    lines = list(site.headers)
    if site.headers_env:
        lines += _variable("headers_env", site.headers_env).splitlines()
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip():
            headers[name.strip()] = _expanded(value.strip()) if line in site.headers else value.strip()
    return headers


def _expanded(template: str) -> str:
    """Put the environment's values for each `$NAME` or `${NAME}`."""
    for name in SiteConfig.variables(template):
        value = _variable("header", name)
        template = template.replace("${" + name + "}", value).replace("$" + name, value)
    return template


def _variable(key: str, name: str) -> str:
    if not os.environ.get(name):
        raise ConfigError(key, name, "the name of an environment variable that is set", "is not in the environment")
    return os.environ[name]
