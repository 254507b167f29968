"""What a build found out of each page of a docset, kept for the next one.

In:    A DocsetState.
Out:   Blocks for the build cache, and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple

from pinax_builder.batches import BatchResult
from pinax_builder.comparison.checks import Checks
from pinax_builder.gate import Fingerprint, PageFigures
from pinax_builder.incremental.batch_cache import UNSTABLE
from pinax_builder.incremental.rows import checks_from_row, checks_to_row, summary_from_row, summary_to_row
from pinax_builder.incremental.settling import Settled
from pinax_builder.records import PageSummary, Rejection
from pinax_runtime.contract import wire
from pinax_runtime.contract.errors import BundleError

_ROWS = 1_000
"""Pages in a block."""


class Standing(NamedTuple):
    """What the other pages of its docset make of a page: what its segment says beside the page's own content."""

    is_compiled: bool = False
    leader: str = ""
    """URL of the page that stands for it among its variants; empty for none."""
    others: tuple[str, ...] = ()
    """URLs of its variants."""


ALONE = Standing()
"""Of a page that no other has anything to do with."""


NOT_CHECKED = Checks()
"""Of a page that was not compared with its sections."""


@dataclass(frozen=True, slots=True)
class PageState:
    """One listed page, whether it is in the bundle or not."""

    key: bytes
    """Digest of its source; empty where the page has to be read again whatever it holds."""
    language: str = ""
    summary: PageSummary | None = None
    """None for a page that was rejected."""
    rejection: Rejection | None = None
    notices: tuple[str, ...] = ()
    figures: PageFigures | None = None
    fingerprint: Fingerprint | None = None
    standing: Standing = ALONE
    checks: Checks = NOT_CHECKED
    """What comparing it with its sections has found."""


class SegmentState(NamedTuple):
    """A segment of the entry."""

    language: str
    urls: tuple[str, ...]
    """By page number, deleted pages included."""


@dataclass(frozen=True, slots=True)
class DocsetState:
    """All that is known of a docset's pages."""

    context: bytes
    """Digest of what the segments depend on, the pages aside."""
    pages: Mapping[str, PageState]
    """By URL."""
    n_links: Mapping[str, int]
    """As in `Choice`, of the last whole build."""
    segments: tuple[SegmentState, ...]
    """In the order of the entry."""


def page_states(results: Iterable[BatchResult], keys: Mapping[str, bytes]) -> dict[str, PageState]:
    """Return what batches say of their pages, by URL."""
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
    """Divide what was found on a batch's pages by page."""
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
    """Return what a docset's pages together make of one."""
    leader, others = settled.variants
    return Standing(url in settled.compiled, leader.get(url, ""), others.get(url, ()))


def settled_pages(states: Mapping[str, PageState], settled: Settled) -> dict[str, PageState]:
    """Add to pages what all of them together say of each."""
    return {
        url: replace(state, fingerprint=settled.fingerprints.get(url), standing=standing_of(url, settled))
        for url, state in states.items()
    }


def state_blocks(state: DocsetState) -> Iterator[bytes]:
    """Yield the blocks that `read_state` makes a state of."""
    yield wire.encode([state.context, dict(state.n_links), len(state.segments)])
    for segment in state.segments:
        yield wire.encode([segment.language, segment.urls])
    rows = [_to_row(url, page) for url, page in state.pages.items()]
    for at in range(0, len(rows), _ROWS):
        yield wire.encode(rows[at : at + _ROWS])


def read_state(blocks: Sequence[bytes]) -> DocsetState | None:
    """Undo `state_blocks`; None where the blocks are not those of a state."""
    try:
        context, n_links, n_segments = wire.decode(blocks[0], "state")
        decoded = [wire.decode(block, "state") for block in blocks[1:]]
        segments = tuple(SegmentState(language, tuple(urls)) for language, urls in decoded[:n_segments])
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
