"""Crawl one site: find its pages by every strategy, fetch them into the store, say what became of each.

In:    A SiteSource and an open PageStore.
Out:   A SiteListing.
Rules: a start may move to https, to its folder, or to another host (documentation does move): the scope moves with it,
       and a notice says so. Every host on the way is asked for its robots.txt before anything else.
Strategy: the start URL is followed first, wherever it leads; that fixes the scope. Then the site's own lists are read,
       and the frontier is worked off in waves: each page's links join the next wave. A wave's pages are fetched by a
       few workers at once; since nothing is chosen before a wave is complete, their order changes nothing.
Why:   docs/decisions/0009.
"""

from __future__ import annotations

import asyncio
import hashlib
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from pinax_builder.crawl.site.addresses import Addresses, Resolver, is_typed_private
from pinax_builder.crawl.site.discovery import Discovery
from pinax_builder.crawl.site.findings import Findings
from pinax_builder.crawl.site.http_client import HttpClient
from pinax_builder.crawl.site.links import Links, links_of
from pinax_builder.crawl.site.renderer import BrowserError, Renderer, Rendering
from pinax_builder.crawl.site.responses import Failure, essence_of, may_be_page
from pinax_builder.crawl.site.robots import ALLOWS_ALL, FORBIDS_ALL, ROBOTS_BYTES, Robots
from pinax_builder.crawl.site.session import HTML, PAGE, TEXT, RequestKind, Session, SiteDownError
from pinax_builder.crawl.site.store import Answer, PageStore
from pinax_builder.crawl.site.urls import Scope, UrlError, canonical, twin_of
from pinax_builder.crawl.site_records import SiteListing, SitePage, SiteSource
from pinax_builder.errors import SiteError

_UNREACHABLE = frozenset({"dns", "tls", "private_address", "network", "proxy", "timeout"})
"""Failures of a host that cannot be reached at all."""
HOPELESS = _UNREACHABLE | {"robots", "robots_unavailable", "redirect_loop"}
"""Failures of the start page after which nothing else of the site can be fetched either."""
_MAX_HOSTS = 4
"""Number of hosts that the start URL may lead through."""
_UNREADABLE = frozenset(("too_large", "bad_encoding"))
"""Reasons why a robots.txt cannot be read though it is there."""
_ROBOTS_BYTES = 8 * ROBOTS_BYTES
"""Bytes of robots.txt that are fetched: more than are read, so that a long file is cut and not refused."""

Progress = Callable[[int, int, int], None]
"""Called with the numbers of pages fetched, URLs listed and URLs rejected so far."""

_ATTEMPTS_A_PAGE = 4
"""Number of URLs that are tried for each page that `max_pages` allows, since many may be dead or no pages."""


@dataclass(frozen=True, slots=True)
class Network:
    """How a crawl reaches the network; tests replace it."""

    resolver: Resolver | None = None
    """Resolves names; None for the operating system's resolver."""
    tls: ssl.SSLContext | None = None
    """Says which certificates are trusted; None for the usual ones."""


def crawl_site(
    source: SiteSource,
    store: PageStore,
    progress: Progress = lambda fetched, listed, refused: None,
    network: Network = Network(),
    rendering: Rendering | None = None,
) -> SiteListing:
    """Crawl a site into a store: for the first time, on from where it was interrupted, or again.

    Args:
        source: Which site, how far, how politely.
        store: Keeps what the site answers; open.
        progress: Told now and then.
        network: Replaced by tests.
        rendering: Fills the site's shells, on from the store's latest crawl, whose answers are not asked for again.

    Returns:
        What the site holds. If it could not be crawled to its end, `aborted` says why, and the store can go on.

    Raises:
        SiteError: The start URL is none, or the browser does not work.
    """
    try:
        crawl = _Crawl(source, store, progress, network, rendering)
    except UrlError as error:
        remedy = "give an http or https URL, such as https://docs.example.org/"
        raise SiteError(source.url[:200], f"the URL {error}", remedy) from None
    return asyncio.run(crawl.listing())


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first single error of a group."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class _Crawl:
    """One crawl from its start to its last wave."""

    def __init__(
        self, source: SiteSource, store: PageStore, progress: Progress, network: Network, rendering: Rendering | None
    ) -> None:
        self._source, self._store, self._progress = source, store, progress
        self._findings = findings = Findings(source)
        self._follows_links = "links" in source.strategies
        parts = urlsplit(findings.url)
        typed = {parts.hostname} if parts.hostname and is_typed_private(parts.hostname) else set()
        self._client = HttpClient(
            Addresses(allow_private=source.allow_private, trusted=typed, resolver=network.resolver),
            source.limits,
            headers=source.secret_headers,
            origin=f"{parts.scheme}://{parts.netloc}",
            concurrency=source.concurrency,
            delay_s=source.delay_s,
            tls=network.tls,
        )
        self._session = Session(store, None if source.offline else self._client, source.limits)
        self._renderer = None
        if rendering:
            self._renderer = Renderer(rendering, self._session, store, findings, offline=source.offline)

    async def listing(self) -> SiteListing:
        """Crawl, and say what was found, however far it came."""
        source, start, renderer = self._source, self._findings.url, self._renderer
        aborted = broken = ""
        if renderer and not source.offline:
            self._store.go_on()
        elif not source.offline:
            self._store.begin(start)
        try:
            async with asyncio.timeout(None if source.offline else source.limits.crawl_s):
                await self._run()
        except* SiteDownError as group:
            aborted = str(_first(group))
        except* TimeoutError:
            aborted = f"the crawl took more than {source.limits.crawl_s:,.0f} s"
        except* BrowserError as group:
            broken = str(_first(group))
        finally:
            if renderer:
                await renderer.aclose()
            await self._client.aclose()
        if self._client.proxy_note:
            self._findings.notices.append(f"{self._client.proxy_note}.")
        if broken:
            raise SiteError(start, f"no browser works: {broken}", "mend that, or build with --no-render")
        if not aborted and not source.offline and self._findings.pages:
            self._store.finish()
        session, started = self._session, self._store.started_at()
        return self._findings.listing(session.counts, len(session.stale), started, aborted)

    async def _run(self) -> None:
        findings, pacing = self._findings, self._client.pacing
        failure = await find_start(self._source, self._session, findings)
        if failure:
            findings.refuse(findings.url, failure)
            if failure.reason in HOPELESS:
                return
        if not self._source.ignore_robots and (delay := findings.robots.delay_s) > pacing.delay_s:
            pacing.delay_s = delay
            findings.notices.append(f"robots.txt asks for {delay:g} s between requests; that is stored.")
        await Discovery(self._source, self._session, self._store, findings).run()
        if self._follows_links and not failure and not findings.offer(findings.url, "", "links"):
            await self._visit(findings.url)  # for its links, though `include` leaves the page itself out
        await self._work_off()
        if routes := findings.routes:
            findings.notices.append(
                f"{len(routes):,} links lead to pages that scripts show behind a # (such as {min(routes)}); they are "
                "not taken. Give the site addresses without # (history mode), or build the folder that it is made from."
            )
        if findings.pages:
            await self._probe()

    async def _probe(self) -> None:
        """Ask for an address that cannot exist: a server that sends a page for it does so for every dead link."""
        url = impossible_url(self._findings.scope.base_url)
        if self._findings.robots.allows(url):
            answer = await self._rendered(await self._follow(url, PAGE))
            if isinstance(answer, Answer) and answer.leads_to == url:
                self._findings.probe = answer.page_at(url)

    async def _work_off(self) -> None:
        """Fetch wave after wave, until nothing is left or there are enough pages."""
        findings, most = self._findings, self._source.max_pages
        attempts = most * _ATTEMPTS_A_PAGE
        while (room := most - findings.n_pages()) > 0 and findings.handed_out < attempts:
            wave = findings.take(min(room, attempts - findings.handed_out))
            if not wave:
                return
            remaining = iter(wave)
            async with asyncio.TaskGroup() as group:
                for _ in range(self._source.concurrency):
                    group.create_task(self._take_each(remaining))
        if findings.left:
            findings.notices.append(
                f"The crawl was cut: max_pages is {most:,}, {findings.n_pages():,} pages were found at "
                f"{findings.handed_out:,} URLs, and {findings.left:,} more URLs are known. Raise max_pages."
            )

    async def _take_each(self, urls: Iterator[str]) -> None:
        """Visit candidates and note what they give, one after the other, until no worker has any left."""
        findings = self._findings
        for url in urls:
            candidate = findings.candidates[url]
            found = await self._visit(url, candidate.index_file)
            if isinstance(found, Failure):
                candidate.failure = found
            elif found:
                candidate.page_url, findings.pages[found[0]] = found
            self._progress(len(findings.pages), findings.left + findings.handed_out, len(findings.rejections))

    async def _visit(self, url: str, index_file: str = "") -> tuple[str, tuple[SitePage, ...]] | Failure | None:
        """Fetch one URL, its HTML for the links, and its Markdown twin; offer the links.

        Returns:
            Where a reader finds the page, and its sources; or why there is none. None if it is no page.
        """
        answer = await self._follow(url, PAGE)
        spelled = url
        if index_file and _is_dead(answer):
            answer = await self._follow(index_file, PAGE)
            spelled = index_file
        answer = await self._rendered(answer)
        if isinstance(answer, Failure):
            return answer
        final = answer.leads_to
        page = answer.page_at(final)
        page_url = canonical(final) if final != spelled or spelled == url else spelled
        if page is None:
            self._findings.skip(page_url, essence_of(answer.content_type))
            return None
        links = Links(())
        if self._follows_links or self._findings.has_markdown_names:
            links = links_of(answer.content, page.media_type, final)
        twin = None
        if page.media_type == "text/markdown":
            links = await self._links_behind_markdown(page_url, links)
        else:
            twin = await self._twin(page_url, links.twin)
        if self._follows_links:
            self._findings.note_routes(links.routes)
            for link in links.urls:
                self._findings.offer(link, "", "links")
        return page_url, (page, twin) if twin else (page,)

    async def _rendered(self, answer: Answer | Failure) -> Answer | Failure:
        """Return a page as a browser shows it, if it is a shell and there is a browser; else as it is."""
        if self._renderer is None or isinstance(answer, Failure):
            return answer
        return await self._renderer.follow(answer)

    async def _follow(self, url: str, kind: RequestKind) -> Answer | Failure:
        return await self._session.follow(url, kind, self._source.max_bytes, self._findings.may_follow)

    async def _links_behind_markdown(self, url: str, links: Links) -> Links:
        """Add the links of a page's HTML to those of its Markdown, which has no navigation."""
        answer = await self._follow(url, HTML) if self._follows_links else None
        if not isinstance(answer, Answer):
            return links
        page = answer.page_at(answer.url)
        if page is None or page.media_type != "text/html":
            return links
        return Links(links.urls + links_of(answer.content, "text/html", answer.url).urls)

    async def _twin(self, page_url: str, declared: str) -> SitePage | None:
        """Get the Markdown of an HTML page, where the page declares it or the site has shown that it has such files."""
        name = declared or (twin_of(page_url) if self._findings.has_markdown_names else "")
        try:
            url = canonical(name) if name else ""
        except UrlError:
            return None
        if not url or url == page_url or isinstance(self._findings.may_follow(url), Failure):
            return None
        answer = await self._follow(url, PAGE)
        page = answer.page_at(url) if isinstance(answer, Answer) and answer.content.strip() else None
        return page if page and page.media_type == "text/markdown" else None


def impossible_url(base_url: str) -> str:
    """Name an address that no site has: always the same one for a site, so that the store can answer for it.

    >>> impossible_url("https://x.dev/docs/")
    'https://x.dev/docs/pinax-builder-asks-for-no-page-ba5376f5'
    """
    return f"{base_url}pinax-builder-asks-for-no-page-{hashlib.sha256(base_url.encode()).hexdigest()[:8]}"


def _is_dead(answer: Answer | Failure) -> bool:
    """Tell whether a folder's URL gives nothing, though its index file might."""
    if isinstance(answer, Failure):
        return answer.reason in ("not_found", "forbidden")
    return not may_be_page(answer.content_type)


async def find_start(source: SiteSource, session: Session, findings: Findings) -> Failure | None:
    """Follow the start URL; return why the start page itself cannot be fetched.

    Raises:
        SiteDownError: The server fails again and again.
    """
    start = url = findings.url
    for _ in range(_MAX_HOSTS):
        robots = await _robots(url, source, session)
        findings.url, findings.scope = url, _scope(start, url, source)
        findings.robots = FORBIDS_ALL if isinstance(robots, Failure) else robots
        if isinstance(robots, Failure):
            return robots
        if not robots.allows(url):
            return Failure("robots", "The site's robots.txt forbids the start page; its owner may use --ignore-robots.")
        hops = [url]
        answer = await session.follow(url, PAGE, source.max_bytes, partial(_within_origin, hops))
        url = hops[-1]
        if _origin(url) == _origin(hops[0]):
            break
    else:  # a robots.txt of the last host was never read
        findings.url, findings.scope, findings.robots = url, _scope(start, url, source), FORBIDS_ALL
        return Failure("redirect_loop", "The start leads from host to host.")
    findings.url = final = canonical(url)
    findings.scope = _scope(start, final, source)
    taken = findings.scope.base_url
    if final != start:
        findings.notices.append(f"{start} leads to {final}; the crawl takes {taken}.")
    if source.base_url and taken != Scope.of(source.base_url).base_url:
        findings.notices.append(
            f"base_url is not used: {source.base_url} does not hold {final}. Pages keep their addresses below {taken}."
        )
    return answer if isinstance(answer, Failure) else None


def _within_origin(hops: list[str], target: str) -> str | Failure:
    """Note where a redirect leads; stop there if it is another origin, whose robots.txt is to be read first."""
    hops.append(target)
    return target if _origin(target) == _origin(hops[0]) else Failure("moved", f"It redirects to {target}.")


def _scope(start: str, final: str, source: SiteSource) -> Scope:
    """Fix the scope: the start's folder, on the host that the start leads to."""
    asked = Scope.of(source.base_url or start)
    if _origin(final) == asked.origin:
        return asked
    moved = Scope(_origin(final), asked.path)
    return moved if moved.take(final) else Scope.of(final)


async def _robots(url: str, source: SiteSource, session: Session) -> Robots | Failure:
    """Read the robots.txt of a URL's host; a failure where the host cannot be reached at all."""
    url_of_robots = f"{_origin(url)}/robots.txt"
    if source.ignore_robots:
        return ALLOWS_ALL

    def allow(target: str) -> str | Failure:
        same = urlsplit(target).hostname == urlsplit(url).hostname
        return target if same else Failure("redirect_away", "robots.txt has moved to another host.")

    outcome = await session.follow(url_of_robots, TEXT, _ROBOTS_BYTES, allow)
    if isinstance(outcome, Answer):
        return ALLOWS_ALL if "html" in outcome.content_type else Robots.of(outcome.content)
    if outcome.reason in _UNREACHABLE:
        return outcome
    if outcome.transient:
        detail = f"robots.txt cannot be had, so nothing may be fetched ({outcome.detail}); try again later."
        return Failure("robots_unavailable", detail)
    if outcome.reason in _UNREADABLE:
        detail = f"robots.txt cannot be read ({outcome.detail}), so nobody knows what it forbids; "
        return Failure("robots_unavailable", f"{detail}its owner may use --ignore-robots.")
    return ALLOWS_ALL


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
