"""Keep what a build knew of each page of a docset, for the next build.

In:    A DocsetState.
Out:   Blocks for the build cache, and the DocsetState of such blocks.
Why:   docs/decisions/0131
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple

from pinax_builder.batches import BatchResult
from pinax_builder.comparison import Checks
from pinax_builder.gate import Fingerprint, PageFigures
from pinax_builder.incremental.batch_cache import UNSTABLE
from pinax_builder.incremental.settling import Settled
from pinax_builder.records import PageSummary, Rejection
from pinax_builder.spooling import checks_from_row, checks_to_row, summary_from_row, summary_to_row
from pinax_builder.write import SegmentPages
from pinax_runtime.format import BundleError, wire

_ROWS = 1_000
"""Number of pages in a block of the cache."""


class Standing(NamedTuple):
    """What a segment says of a page that depends on other pages of the docset."""

    is_compiled: bool = False
    """Whether the page is compiled from others."""
    leader: str = ""
    """URL of the variant that a search shows instead; empty for none."""
    others: tuple[str, ...] = ()
    """URLs of the page's variants."""


ALONE = Standing()
"""Standing of a page without variants that is not compiled from others."""

NOT_CHECKED = Checks()
"""Checks of a page that was not compared with its sections."""


@dataclass(frozen=True, slots=True)
class PageState:
    """One listed page, whether it is in the bundle or not."""

    key: bytes
    """Digest of the page's source; empty if the next build must index the page again in any case."""
    language: str = ""
    summary: PageSummary | None = None
    """Summary of the page; None if it was rejected."""
    rejection: Rejection | None = None
    notices: tuple[str, ...] = ()
    figures: PageFigures | None = None
    fingerprint: Fingerprint | None = None
    standing: Standing = ALONE
    checks: Checks = NOT_CHECKED
    """What comparing the page with its sections found."""


@dataclass(frozen=True, slots=True)
class DocsetState:
    """What a build knew of a docset."""

    context: bytes
    """Digest of what the segments depend on, except for the pages."""
    pages: Mapping[str, PageState]
    """State of each page, by URL."""
    n_links: Mapping[str, int]
    """Numbers of links as in `Choice`, counted by the last whole build."""
    segments: tuple[SegmentPages, ...]
    """Pages of each segment in the order of the entry, deleted pages included."""


def page_states(results: Iterable[BatchResult], keys: Mapping[str, bytes]) -> dict[str, PageState]:
    """Return the states of the pages of batches, by URL."""
    return {url: state for result in results for url, state in _states_of(result, keys)}


def _states_of(result: BatchResult, keys: Mapping[str, bytes]) -> Iterator[tuple[str, PageState]]:
    notices, checks = dict(result.notices), _by_page(result.checks)
    figures = {of_page.url: of_page for of_page in result.figures}
    unstable = {*result.unsettled, *(one.url for one in result.rejections if one.reason in UNSTABLE)}

    def state(url: str) -> PageState:
        key = b"" if url in unstable else keys.get(url, b"")
        found = (notices.get(url, ()), figures.get(url), checks.get(url, NOT_CHECKED))
        return PageState(key, notices=found[0], figures=found[1], checks=found[2])

    for part in result.parts:
        for page in part.pages:
            yield page.url, replace(state(page.url), language=part.language, summary=page)
    for rejection in result.rejections:
        yield rejection.url, replace(state(rejection.url), rejection=rejection)


def _by_page(checks: Checks) -> dict[str, Checks]:
    """Split the checks of a batch by page."""
    compared, faults, titles = set(checks.compared), dict(checks.faults), dict(checks.titles)
    return {
        url: Checks(
            (url,) if url in compared else (),
            ((url, faults[url]),) if url in faults else (),
            ((url, titles[url]),) if url in titles else (),
        )
        for url in compared | faults.keys() | titles.keys()
    }


def standing_of(url: str, settled: Settled) -> Standing:
    """Return the standing of a page."""
    leader, others = settled.variants
    return Standing(url in settled.compiled, leader.get(url, ""), others.get(url, ()))


def settled_pages(states: Mapping[str, PageState], settled: Settled) -> dict[str, PageState]:
    """Add fingerprints and standings to the states of pages."""
    return {
        url: replace(state, fingerprint=settled.fingerprints.get(url), standing=standing_of(url, settled))
        for url, state in states.items()
    }


def state_blocks(state: DocsetState) -> Iterator[bytes]:
    """Yield a state as blocks for the cache."""
    yield wire.encode([state.context, dict(state.n_links), len(state.segments)])
    for segment in state.segments:
        yield wire.encode(segment)
    rows = [_to_row(url, page) for url, page in state.pages.items()]
    for at in range(0, len(rows), _ROWS):
        yield wire.encode(rows[at : at + _ROWS])


def read_state(blocks: Sequence[bytes]) -> DocsetState | None:
    """Undo `state_blocks`; None if the blocks are no state."""
    try:
        context, n_links, n_segments = wire.decode(blocks[0], "state")
        decoded = [wire.decode(block, "state") for block in blocks[1:]]
        segments = tuple(SegmentPages(name, tuple(urls), tuple(words)) for name, urls, words in decoded[:n_segments])
        pages = dict(_from_row(row) for rows in decoded[n_segments:] for row in rows)
    except (BundleError, ValueError, TypeError, IndexError):
        return None
    return DocsetState(context, pages, n_links, segments)


def _to_row(url: str, page: PageState) -> list[Any]:
    return [
        url,
        page.key,
        page.language,
        summary_to_row(page.summary) if page.summary else None,
        astuple(page.rejection) if page.rejection else None,
        page.notices,
        astuple(page.figures) if page.figures else None,
        page.fingerprint,
        page.standing,
        checks_to_row(page.checks),
    ]


def _from_row(row: list[Any]) -> tuple[str, PageState]:
    url, key, language, summary, rejection, notices, figures, fingerprint, standing, checks = row
    is_compiled, leader, others = standing
    return url, PageState(
        key,
        language,
        summary_from_row(summary) if summary else None,
        Rejection(*rejection) if rejection else None,
        tuple(notices),
        PageFigures(*figures) if figures else None,
        Fingerprint(*fingerprint) if fingerprint else None,
        Standing(is_compiled, leader, tuple(others)),
        checks_from_row(checks),
    )
