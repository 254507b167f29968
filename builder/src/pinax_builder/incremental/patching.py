"""Make of a change a small new segment over those that are there.

Strategy. A segment never changes, so a page of it that changed, moved or went is deleted in the entry, and what it says
now is in a new segment. What all pages together say of a page (that it is compiled from others, which are its variants)
is in its segment, too: where that changed, the page is indexed again though its own source is as it was.
In:    What an earlier build found out, and the keys of the pages that are listed now.
Out:   A Made; or why the docset has to be built whole, as a sentence's second half.
Rules: a patch has the pages that a whole build would have, with the same contents. Which one stays of pages that say
       the same goes by the links that the last whole build counted. Expressions of new synonyms are found in new
       segments alone. A whole build settles both.
Why:   docs/decisions/0131
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from pinax_builder.batches import BatchResult
from pinax_builder.choosing import take_fingerprints
from pinax_builder.gate import Fingerprint
from pinax_builder.incremental.made import Made
from pinax_builder.incremental.state import DocsetState, PageState, page_states, standing_of
from pinax_builder.records import KeptSegment, SpilledPart
from pinax_builder.segment import count_links
from pinax_builder.settling import Settled, settle
from pinax_runtime.contract.entry import DocsetEntry

MOST_PATCHES = 4
"""Most patches of a language: each is one more segment that a question is put to. The next one takes their pages in."""
MOST_DELETED = 0.25
"""Share of the pages in a docset's segments that may be deleted; beyond it the docset is built whole."""
MOST_DELETED_PAGES = 10_000
"""Most deleted pages of a docset: the entry lists them, and every reader reads the entry first."""

Run = Callable[[Set[str]], list[BatchResult]]
"""Takes the listed pages with some URLs through the stages."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A docset as the bundle has it, and what the build that wrote it found out."""

    entry: DocsetEntry
    state: DocsetState

    @property
    def is_whole(self) -> bool:
        """Whether a whole build wrote the docset."""
        languages = [segment.language for segment in self.state.segments]
        return not self.entry.deleted and len(set(languages)) == len(languages)

    def places(self) -> dict[str, tuple[int, int]]:
        """Return URL → (place of its segment in the entry, page number) of each page that is not deleted."""
        places: dict[str, tuple[int, int]] = {}
        for at, (ref, segment) in enumerate(zip(self.entry.segments, self.state.segments, strict=True)):
            deleted = frozenset(self.entry.deleted.get(ref.name, ()))
            places |= {url: (at, number) for number, url in enumerate(segment.urls) if number not in deleted}
        return places

    def folded(self, places: Mapping[str, tuple[int, int]]) -> set[str]:
        """Return the pages of patches whose language has as many as it may have."""
        languages = [segment.language for segment in self.state.segments]
        full = {language for language, n in Counter(languages).items() if n > MOST_PATCHES}
        return {url for url, (at, _) in places.items() if languages[at] in full and languages.index(languages[at]) < at}


@dataclass(slots=True)
class Patch:
    """A patch that is being made."""

    earlier: Earlier
    run: Run
    keys: Mapping[str, bytes]
    results: list[BatchResult] = field(default_factory=list)
    """Of the pages that changed."""
    parts: list[SpilledPart] = field(default_factory=list)
    """Of all pages that were taken through the stages anew."""
    known: dict[str, PageState] = field(default_factory=dict)
    """Pages as they were; those that changed are left out."""

    def make(self, listed: Sequence[str], changed: Set[str], glossary: Sequence[tuple[str, str]]) -> Made | str:
        """Make the patch."""
        old = self.earlier.state.pages
        self.known = {url: old[url] for url in listed if url not in changed}
        self.results = self.run(changed)
        self.parts = _parts_of(self.results)
        states = {**self.known, **page_states(self.results, self.keys)}
        pages = {url: state for url, state in sorted(states.items()) if state.summary}
        settled = settle(
            [state.summary for state in pages.values() if state.summary],
            {url: state.language for url, state in pages.items()},
            [state.figures for state in states.values() if state.figures],
            glossary,
            self._links,
            self._fingerprints,
        )
        places = self.earlier.places()
        wanted = self._to_write(settled, places, changed)
        written = self.results
        if not wanted <= _urls_of(_parts_of(written)):  # parts are merged in the order of URLs, so all of one run
            written = self.run(wanted)
        self.parts = _parts_of(written)
        if wanted - _urls_of(self.parts) or any(result.unsettled for result in written if written is not self.results):
            return "pages that had been indexed before could not be indexed again"
        return self._made(states, settled, places, wanted)

    def _links(self, urls: Set[str]) -> Mapping[str, int]:
        """Count as the last whole build did; pages that are new among those that say the same, over what is new."""
        known = self.earlier.state.n_links
        return {**count_links(self.parts, urls - known.keys()), **{url: known[url] for url in urls & known.keys()}}

    def _fingerprints(self, urls: Set[str]) -> dict[str, Fingerprint]:
        """Take fingerprints that are known; read the texts of the other pages, which have to be converted for it."""
        known = {url: state.fingerprint for url, state in self.known.items() if url in urls and state.fingerprint}
        self.parts += _parts_of(self.run(urls - known.keys() - _urls_of(self.parts)))
        return {**known, **take_fingerprints(self.parts, urls - known.keys())}

    def _to_write(self, settled: Settled, places: Mapping[str, tuple[int, int]], changed: Set[str]) -> set[str]:
        """Return the pages that the new segment has to have."""
        kept = {page.url for page in settled.choice.kept}
        old = self.earlier.state.pages
        again = self.earlier.folded(places) | changed
        wanted = {
            url for url in kept if url not in places or url in again or old[url].standing != standing_of(url, settled)
        }
        # One of a group of variants is shown, which a reader can tell within one segment only.
        leader = settled.variants.leader
        groups = {leader.get(url, url) for url in wanted} & {*leader.values()}
        return wanted | {url for url in kept if leader.get(url, url) in groups}

    def _made(
        self,
        states: Mapping[str, PageState],
        settled: Settled,
        places: Mapping[str, tuple[int, int]],
        wanted: Set[str],
    ) -> Made | str:
        kept = {page.url for page in settled.choice.kept}
        live = {url: place for url, place in places.items() if url in kept and url not in wanted}
        segments = [
            _kept_segment(self.earlier, at, [url for url, (its, _) in live.items() if its == at])
            for at in range(len(self.earlier.entry.segments))
        ]
        staying = [segment for segment in segments if segment.n_pages]
        n_deleted = sum(len(segment.deleted) for segment in staying)
        n_pages = sum(segment.n_pages for segment in staying) + len(wanted)
        if n_deleted > MOST_DELETED_PAGES or n_deleted > MOST_DELETED * (n_deleted + n_pages):
            return f"{n_deleted:,} of {n_deleted + n_pages:,} pages in its segments would be deleted ones"
        indexed = _urls_of(self.parts)
        others = [
            BatchResult(
                (),
                (state.rejection,) if state.rejection else (),
                ((url, state.notices),) if state.notices else (),
                checks=state.checks,
            )
            for url, state in self.known.items()
        ]
        return Made(
            results=(*others, *self.results),
            states=states,
            settled=settled,
            parts=settled.finished(self.parts),
            dropped=indexed - wanted,
            kept=tuple(staying),
            kept_urls=tuple(
                state for state, segment in zip(self.earlier.state.segments, segments, strict=True) if segment.n_pages
            ),
            reused=len(self.known.keys() & kept - indexed),
        )


def _parts_of(results: Iterable[BatchResult]) -> list[SpilledPart]:
    return [part for result in results for part in result.parts]


def _urls_of(parts: Iterable[SpilledPart]) -> set[str]:
    return {page.url for part in parts for page in part.pages}


def _kept_segment(earlier: Earlier, at: int, live: Iterable[str]) -> KeptSegment:
    """Describe a segment of which these pages count."""
    state, pages = earlier.state.segments[at], frozenset(live)
    summaries = [summary for url in pages if (summary := earlier.state.pages[url].summary)]
    return KeptSegment(
        earlier.entry.segments[at],
        state.language,
        tuple(number for number, url in enumerate(state.urls) if url not in pages),
        len(pages),
        sum(summary.n_sections for summary in summaries),
    )
