"""Ask a site for its own lists of pages (llms.txt, llms-full.txt, sitemaps) and of names (`objects.inv`).

In:    A session, and findings to report to.
Out:   Candidates, a title and an inventory in the findings; pages of llms-full.txt in the store.
Rules: every list is read, whatever the others hold: a trimmed one never hides a full one. A list that is missing is
       normal; one that is there and broken is a rejection. Limits bound how many lists are read and how deep they nest.
Why:   docs/decisions/0009.
"""

from __future__ import annotations

from collections import deque
from urllib.parse import urlsplit

from pinax_builder.crawl.listing import INVENTORY, MAGIC, MAX_BYTES
from pinax_builder.crawl.site.findings import Findings
from pinax_builder.crawl.site.llms import LlmsTxt, is_nested, parse_llms_full, parse_llms_txt
from pinax_builder.crawl.site.responses import EncodingError, Failure, TooLargeError, unpacked
from pinax_builder.crawl.site.robots import Sitemap, SitemapError, parse_sitemap
from pinax_builder.crawl.site.session import TEXT, Session
from pinax_builder.crawl.site.store import Answer, PageStore
from pinax_builder.crawl.site.urls import Scope, UrlError, as_sent, is_markdown_name
from pinax_builder.crawl.site_records import SiteSource
from pinax_builder.formats import MARKDOWN

_SITEMAP_NAMES = ("sitemap.xml", "sitemap_index.xml", "sitemap-0.xml", "sitemap.xml.gz")
"""Usual names of sitemaps, tried where robots.txt declares none that can be read."""
_ABSENT = frozenset({"not_found", "forbidden", "http_error", "redirect_away", "not_stored", "redirect_loop"})
"""Failures by which a list that no other list names counts as missing, which is no rejection."""


class Discovery:
    """Reads all lists of one site."""

    def __init__(self, source: SiteSource, session: Session, store: PageStore, findings: Findings) -> None:
        self._source = source
        self._limits = source.limits
        self._session = session
        self._store = store
        self._findings = findings
        scope = findings.scope
        self._host = Scope(scope.origin, "")
        """Where lists may lie: anywhere on the site's own host."""
        self._bases = tuple(dict.fromkeys((scope.base_url, scope.origin + "/")))
        """Where lists usually lie: at the base, then at the host's root."""

    async def run(self) -> None:
        """Read the lists of every configured strategy."""
        strategies = self._source.strategies
        full: list[str] = []
        if "llms_txt" in strategies:
            full = await self._read_llms_txt()
        if "llms_full" in strategies:
            await self._read_llms_full(full)
        if "sitemap" in strategies:
            await self._read_sitemaps()
        kept = await self._get(self._findings.scope.base_url + INVENTORY, MAX_BYTES, promised=False)
        if kept and kept.content.startswith(MAGIC):
            self._findings.inventory = kept.content

    async def _get(self, url: str, max_bytes: int, *, promised: bool) -> Answer | None:
        """Get a list; None if it is missing, which is a rejection only if another list names it."""
        if not self._findings.robots.allows(url):
            return None
        outcome = await self._session.follow(url, TEXT, max_bytes, self._may_follow)
        if isinstance(outcome, Answer):
            return outcome
        if promised or outcome.reason not in _ABSENT:
            self._findings.refuse(url, outcome)
        return None

    def _may_follow(self, target: str) -> str | Failure:
        taken = self._host.take(target)
        return taken or Failure("redirect_away", f"It redirects to {target}, on another host.")

    async def _read_llms_txt(self) -> list[str]:
        """Read the first llms.txt found and those that it leads to; return the llms-full files among these."""
        full: list[str] = []
        waiting = deque((base + "llms.txt", 0) for base in self._bases)
        seen: set[str] = set()
        has_own = False
        while waiting and len(seen) < self._limits.llms_files:
            url, depth = waiting.popleft()
            if url in seen:
                continue
            seen.add(url)
            if depth == 0 and has_own:
                continue
            kept = await self._get(url, self._limits.llms_bytes, promised=depth > 0)
            found = parse_llms_txt(kept.content.decode("utf-8", "replace"), kept.url) if kept else None
            if found is None:
                continue
            if depth == 0:
                has_own, self._findings.title = True, found.title
            nested = self._take_links(found, full)
            if depth < self._limits.llms_depth:
                waiting.extend((file, depth + 1) for file in nested)
        return full

    def _take_links(self, found: LlmsTxt, full: list[str]) -> list[str]:
        """Offer a file's links to the frontier; return the nested files, and add those with full text to `full`."""
        nested: list[str] = []
        for link in found.links:
            if not is_nested(link):
                taken = self._findings.offer(link, "", "llms_txt")
                self._findings.has_markdown_names |= bool(taken) and is_markdown_name(taken)
                continue
            try:
                url = as_sent(link)
            except UrlError:
                continue
            if self._host.take(url):
                (full if "full" in urlsplit(url).path.rpartition("/")[2] else nested).append(url)
        return nested

    async def _read_llms_full(self, declared: list[str]) -> None:
        """Put the pages of each llms-full.txt into the store, beside what the site serves at their URLs.

        A page's own text may hold a line that gives the rest of it another page's URL. So a URL that a file gives to
        more than one text is none's.
        """
        usual = [base + "llms-full.txt" for base in self._bases]
        for url in list(dict.fromkeys([*declared, *usual]))[: self._limits.llms_files]:
            kept = await self._get(url, self._limits.llms_bytes, promised=url in declared)
            found = parse_llms_full(kept.content.decode("utf-8", "replace")) if kept else None
            if kept is None or found is None:
                continue
            texts: dict[str, list[str]] = {}
            for page in found:
                if page_url := self._findings.offer(page.url, kept.url, "llms_full"):
                    texts.setdefault(page_url, []).append(page.markdown)
            for page_url, (text, *others) in texts.items():
                if not others and page_url not in self._findings.full_pages:
                    kept = self._store.keep(page_url, "llms_full", text.encode(), MARKDOWN.media_type)
                    self._findings.full_pages[page_url] = kept.page(MARKDOWN.media_type)
            if shared := [page_url for page_url, given in texts.items() if len(given) > 1]:
                self._findings.notices.append(
                    f"{url} gives {len(shared)} URLs to more than one text each, such as {shared[0]}; "
                    "none of these texts is used."
                )
            if kept.content.strip() and not found:
                self._findings.notices.append(f"{url} does not say which page its text belongs to; it is not used.")

    async def _read_sitemaps(self) -> None:
        """Read the sitemaps that robots.txt declares and those in the usual places, and all that they lead to."""
        declared = [url for url in map(self._sitemap_url, self._findings.robots.sitemaps) if url]
        seen: set[str] = set()
        for url in declared:
            await self._read_sitemap_tree(url, seen, promised=True)
        for url in (base + name for base in self._bases for name in _SITEMAP_NAMES):
            if url not in seen and await self._read_sitemap_tree(url, seen, promised=False):
                break

    def _sitemap_url(self, raw: str, base: str = "") -> str:
        """Return the canonical URL of a declared sitemap; empty, and a rejection, if it may not be read."""
        scope = self._findings.scope
        try:
            url = as_sent(raw, base or scope.base_url)
        except UrlError as error:
            self._findings.refuse(raw[:200], Failure("bad_url", f"The sitemap's URL {error}."))
            return ""
        taken = self._host.take(url)
        if taken is None:
            self._findings.refuse(url, Failure("foreign_sitemap", f"The sitemap is not on {scope.host}; not read."))
        return taken or ""

    async def _read_sitemap_tree(self, root: str, seen: set[str], *, promised: bool) -> bool:
        """Read a sitemap and its children; tell whether there was one."""
        waiting: deque[tuple[str, tuple[str, ...]]] = deque([(root, ())])
        found = False
        while waiting:
            url, above = waiting.popleft()
            if url in above:
                self._findings.refuse(url, Failure("sitemap_loop", f"The sitemap index {above[-1]} leads back to it."))
                continue
            if url in seen:
                continue
            seen.add(url)
            if len(seen) > self._limits.sitemaps or len(above) > self._limits.sitemap_depth:
                self._findings.refuse(url, Failure("sitemap_limit", "Too many sitemaps, or nested too deep."))
                continue
            sitemap = await self._sitemap(url, promised=promised or bool(above))
            if sitemap is None:
                continue
            found = True
            for page in sitemap.pages:
                self._findings.offer(page, url, "sitemap")
            children = (self._sitemap_url(child, url) for child in sitemap.children)
            waiting.extend((child, (*above, url)) for child in children if child)
        return found

    async def _sitemap(self, url: str, *, promised: bool) -> Sitemap | None:
        kept = await self._get(url, self._limits.sitemap_bytes, promised=promised)
        if kept is None:
            return None
        most = self._limits.sitemap_bytes
        try:
            sitemap = parse_sitemap(unpacked(kept.content, most))
        except TooLargeError:
            self._findings.refuse(url, Failure("too_large", f"The sitemap unpacks to more than {most:,} bytes."))
        except EncodingError as error:
            self._findings.refuse(url, Failure("bad_sitemap", f"The sitemap cannot be unpacked: {error}."))
        except SitemapError as error:
            if promised or "html" not in kept.content_type:
                self._findings.refuse(url, Failure("bad_sitemap", f"The sitemap {error}."))
        else:
            if sitemap.is_cut:
                self._findings.notices.append(
                    f"{url} lists more URLs than a sitemap may (50,000); the rest is not read."
                )
            return sitemap
        return None
