"""What a build knows of each page of a docset, for the next build.

In:    Results of batches, and what was decided from all pages together.
Out:   A DocsetState, and values for the build cache from which it is read again.
Why:   docs/decisions/0131
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from pinax_builder.batches import BatchResult
from pinax_builder.comparison import PageChecks
from pinax_builder.deduplication import Selection
from pinax_builder.records import KeptSegment, PageSummary, Rejection, SpilledPart
from pinax_builder.spill import from_plain, to_plain
from pinax_builder.state.results import UNSTABLE
from pinax_builder.write import SegmentPages
from pinax_runtime.format import wire

_ROWS = 1_000
"""Number of pages in a value of the cache; so many records may be decoded at once."""


@dataclass(frozen=True, slots=True)
class PageState:
    """One listed page, whether it is in the bundle or not."""

    key: bytes
    """Digest of the page's source; empty if the next build must index the page again in any case."""
    summary: PageSummary | None = None
    """Summary of the page; None if it was rejected."""
    rejection: Rejection | None = None
    notices: tuple[str, ...] = ()
    checks: PageChecks | None = None
    """What comparing the page with its sections found; None where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class DocsetState:
    """What a build knew of a docset."""

    context: bytes
    """Digest of what the segments depend on, except for the pages."""
    pages: Mapping[str, PageState]
    """State of each page, by URL."""
    segments: tuple[SegmentPages, ...]
    """Pages of each segment in the order of the entry, deleted pages included."""


_Pages = tuple[tuple[str, PageState], ...]


def page_states(results: Iterable[BatchResult], keys: Mapping[str, bytes]) -> dict[str, PageState]:
    """Return the states of the pages of batches, by URL."""
    return {url: state for result in results for url, state in _states_of(result, keys)}


def _states_of(result: BatchResult, keys: Mapping[str, bytes]) -> Iterator[tuple[str, PageState]]:
    notices, checks = dict(result.notices), {one.url: one for one in result.checks}
    unstable = {*result.unsettled, *(one.url for one in result.rejections if one.reason in UNSTABLE)}

    def state(url: str) -> PageState:
        key = b"" if url in unstable else keys.get(url, b"")
        return PageState(key, notices=notices.get(url, ()), checks=checks.get(url))

    for part in result.parts:
        for page in part.pages:
            yield page.url, replace(state(page.url), summary=page)
    for rejection in result.rejections:
        yield rejection.url, replace(state(rejection.url), rejection=rejection)


def state_values(state: DocsetState) -> Iterator[bytes]:
    """Yield a state as values for the cache."""
    yield wire.encode(to_plain((state.context, state.segments)))
    pages = list(state.pages.items())
    for at in range(0, len(pages), _ROWS):
        yield wire.encode(to_plain(pages[at : at + _ROWS]))


def read_state(values: Sequence[bytes]) -> DocsetState:
    """Undo `state_values`. Raises what decoding raises if the values are no state."""
    first, *rest = (wire.decode(value, "state") for value in values)
    context, segments = from_plain(tuple[bytes, tuple[SegmentPages, ...]], first)
    pages = dict(pair for plain in rest for pair in from_plain(_Pages, plain))
    if any(len(one.urls) != len(one.n_words) for one in segments):
        raise ValueError("segments without one number of words for each page")
    return DocsetState(context, pages, segments)


@dataclass(frozen=True, slots=True)
class Made:
    """A docset that is ready to be written."""

    results: Sequence[BatchResult]
    """Results of batches, for the report on its pages."""
    states: Mapping[str, PageState]
    """State of each page by URL; empty in a build without a cache."""
    selection: Selection
    parts: tuple[SpilledPart, ...]
    """What new segments are written from."""
    dropped: Set[str]
    """URLs of pages that are in the parts and must not be written."""
    kept: tuple[KeptSegment, ...] = ()
    """Segments of the earlier bundle that stay."""
    kept_pages: tuple[SegmentPages, ...] = ()
    """Pages of each kept segment, in their order."""
    reused: int = 0
    """Number of pages that were not indexed again."""
