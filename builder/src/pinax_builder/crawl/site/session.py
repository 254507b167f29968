"""Answer requests from the store where it can be done, from the site where it must.

In:    URLs, and the kind of request.
Out:   Answers, which are then in the store, or failures.
Rules: what this crawl has fetched is not asked for again, so an interrupted crawl resumes. What an earlier crawl knows
       is asked for conditionally. Offline, nothing is sent. Two callers that want the same URL at the same time share
       one request. Redirects are followed here, one hop at a time, and the caller must allow each. When the server
       fails, the answer of an earlier crawl stays. Many failures in a row end the crawl.
Why:   docs/decisions/0009.
Spec:  RFC 9110, sections 13.1.2 and 13.2.1.

Strategy: an answer without a body (missing, forbidden, moved) has no validator, and still can be asked for
conditionally. `If-None-Match: *` means "unless there is something". A server evaluates it only if it would otherwise
send a page. So a page that is still missing gives its old status again; one that has appeared gives 304 and is fetched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pinax_builder.crawl.site.http_client import ACCEPT_HTML, ACCEPT_PAGE, ACCEPT_TEXT, HttpClient
from pinax_builder.crawl.site.responses import (
    REDIRECTS,
    Failure,
    Response,
    as_utf8,
    failure_of_status,
    may_be_page,
)
from pinax_builder.crawl.site.store import Answer, PageStore, Variant
from pinax_builder.crawl.site.urls import UrlError, as_sent
from pinax_builder.crawl.site_records import FetchLimits, RequestCounts

_LASTING = REDIRECTS | {200, 404, 410}
"""Statuses that a resumed crawl does not ask for again."""
_ANYTHING = {"If-None-Match": "*"}
"""Headers that ask for a page only if there is none; see the strategy above."""

Allow = Callable[[str], str | Failure]
"""Returns the URL to follow for a redirect's target, or why it may not be followed."""


class SiteDownError(Exception):
    """The server has failed so often in a row that going on makes no sense."""


@dataclass(frozen=True, slots=True)
class RequestKind:
    """A kind of request: how it is sent, and under which variant its answer is stored."""

    variant: Variant
    accept: str
    """The Accept header."""
    reads: Callable[[str], bool]
    """Tells by its Content-Type whether a body is worth reading."""


PAGE = RequestKind("page", ACCEPT_PAGE, may_be_page)
"""For a page as the server prefers to send it."""
HTML = RequestKind("html", ACCEPT_HTML, may_be_page)
"""For the HTML of a page whose Markdown is stored."""
TEXT = RequestKind("page", ACCEPT_TEXT, lambda content_type: True)
"""For robots.txt, llms.txt and sitemaps."""


class Session:
    """The exchanges of one crawl."""

    def __init__(self, store: PageStore, client: HttpClient | None, limits: FetchLimits) -> None:
        """Make a session; without a client it is offline."""
        self._store = store
        self._client = client
        self._limits = limits
        self._running: dict[tuple[str, str], asyncio.Task[Answer | Failure]] = {}
        self._failures = 0
        self.counts = client.counts if client else RequestCounts()
        self.stale: set[str] = set()

    async def follow(self, url: str, kind: RequestKind, max_bytes: int, allow: Allow) -> Answer | Failure:
        """Get a URL, through redirects.

        Raises:
            SiteDownError: Too many requests in a row have failed.
        """
        seen = {url}
        while True:
            outcome = await self._get(url, kind, max_bytes)
            if isinstance(outcome, Failure) or outcome.status not in REDIRECTS:
                return outcome
            try:
                target = as_sent(outcome.location, url)
            except UrlError as error:
                return Failure("bad_redirect", f"It redirects to a URL that {error}.")
            allowed = allow(target)
            if isinstance(allowed, Failure):
                return allowed
            if allowed in seen:
                return Failure("redirect_loop", f"Its redirects come back to {allowed}.")
            if len(seen) > self._limits.redirects:
                return Failure("redirect_loop", f"It redirects more than {self._limits.redirects} times.")
            seen.add(allowed)
            url = allowed

    async def _get(self, url: str, kind: RequestKind, max_bytes: int) -> Answer | Failure:
        """Get one URL: what is there, a redirect or a failure."""
        key = (url, kind.variant)
        if key not in self._running:
            self._running[key] = asyncio.ensure_future(self._get_once(url, kind, max_bytes))
        task = self._running[key]
        try:
            return await task
        finally:
            self._running.pop(key, None)

    async def _get_once(self, url: str, kind: RequestKind, max_bytes: int) -> Answer | Failure:
        known = self._store.get(url, kind.variant)
        is_of_now = known is not None and known.crawl == self._store.crawl and known.status in _LASTING
        if known and (self._client is None or is_of_now):
            self.counts.from_store += 1
            return _outcome(known)
        if self._client is None:
            return Failure("not_stored", "The store does not hold it; build without --offline to fetch it.")
        validators = _validators(known)
        outcome = await self._send(self._client, url, kind, max_bytes, validators)
        if isinstance(outcome, Response) and outcome.status == 304 and known and validators:
            if known.status == 200:
                self.counts.not_modified += 1
                self._store.confirm(known)
                return known
            outcome = await self._send(self._client, url, kind, max_bytes, {})
        if isinstance(outcome, Response):
            return _outcome(self._keep(outcome, kind))
        if not outcome.transient or known is None or known.status != 200:
            return outcome
        self.stale.add(url)
        self._store.confirm(known, known.fetched_at)
        return known

    async def _send(
        self, client: HttpClient, url: str, kind: RequestKind, max_bytes: int, validators: Mapping[str, str]
    ) -> Response | Failure:
        outcome = await client.fetch(
            url, accept=kind.accept, max_bytes=max_bytes, validators=validators, reads=kind.reads
        )
        if not (isinstance(outcome, Failure) and outcome.transient):
            self._failures = 0
            return outcome
        self._failures += 1
        if self._failures >= self._limits.failures:
            raise SiteDownError(f"{self._failures} requests in a row failed; the last one: {outcome.detail}")
        return outcome

    def _keep(self, response: Response, kind: RequestKind) -> Answer:
        is_page = kind in (PAGE, HTML)
        return self._store.keep(
            response.url,
            kind.variant,
            response.content,
            response.content_type,
            content=as_utf8(response.content, response.content_type) if is_page else None,
            status=response.status,
            location=response.headers.get("location", "") if response.status in REDIRECTS else "",
            etag=response.headers.get("etag", ""),
            last_modified=response.headers.get("last-modified", ""),
        )


def _outcome(answer: Answer) -> Answer | Failure:
    """Return a page or a redirect as it is, and as a failure what has any other status."""
    return answer if answer.status == 200 or answer.status in REDIRECTS else failure_of_status(answer.status)


def _validators(known: Answer | None) -> Mapping[str, str]:
    """Return the headers that make a request conditional."""
    if known is None:
        return {}
    if known.status != 200:
        return _ANYTHING
    given = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in given.items() if value}
