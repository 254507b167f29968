"""Remember a docset from one build to the next; put changed pages into a small new segment over the earlier ones.

Strategy. A segment never changes. If a page changed, moved or went, the entry marks it as deleted in its segment, and a
new segment has its present content. A segment also says what depends on other pages: whether a page is compiled from
others, and which are its variants. Where that changed, the page is indexed again, even if its own source is the same.

In:    A docset and its listing; what an earlier build found out, and the keys of the pages that are listed now.
Out:   A task that runs batches with the cache; and a Made, if the earlier segments can be kept or patched, or why the
       docset has to be built whole, as the second half of a sentence.
Rules: a patched docset has the pages that a whole build would have, with the same contents, but for two things that the
       next whole build sets right. Of pages that had the same content before, the same one stays, whatever links lead
       there now. New synonyms apply in new segments only.
Why:   docs/decisions/0130, docs/decisions/0131
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from pinax_builder.batches import BatchResult, InCommon
from pinax_builder.configuration import BuildConfig, DocsetConfig
from pinax_builder.crawl import Listing
from pinax_builder.deduplication import Selection, select_pages
from pinax_builder.parse import Named
from pinax_builder.reading import files_of, manifest_of, open_entry
from pinax_builder.records import KeptSegment
from pinax_builder.sources import source_of
from pinax_builder.state.docset import DocsetState, Made, PageState, page_states, read_state, state_values
from pinax_builder.state.keys import Facts, asked_keys, docset_context, page_keys, segments_context, state_key
from pinax_builder.state.objects import Cache
from pinax_builder.state.results import CachedRun
from pinax_builder.write import PageQuestions, SegmentPages, rounds_lengths
from pinax_runtime.format import BundleError, DocsetEntry, FileRef, digest
from pinax_runtime.trust import read_file

MOST_PATCHES = 4
"""Largest number of patches of a language, since each query reads every segment; the next patch absorbs them."""
MOST_DELETED = 0.25
"""Share of deleted pages in a docset's segments above which the docset is built whole."""
MOST_DELETED_PAGES = 10_000
"""Largest number of deleted pages of a docset; the entry lists them all, and every reader reads it first."""

_NO_BUNDLE = "there is no bundle yet that can be read"
_NO_DOCSET = "the bundle has no such docset yet"
_FIRST = (_NO_BUNDLE, _NO_DOCSET)
"""Reasons of a first build, which nobody has to be told."""
Run = Callable[[Set[str]], list[BatchResult]]
"""Takes the listed pages with the given URLs through the stages."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A docset of the earlier bundle, and what the build that wrote it knew."""

    entry: DocsetEntry
    state: DocsetState

    @property
    def is_whole(self) -> bool:
        """Whether a whole build wrote the docset."""
        languages = [segment.language for segment in self.state.segments]
        return not self.entry.deleted and len(set(languages)) == len(languages)

    def positions(self) -> dict[str, int]:
        """Return URL → index of its segment in the entry, of each page that is not deleted."""
        positions: dict[str, int] = {}
        for at, (ref, segment) in enumerate(zip(self.entry.segments, self.state.segments, strict=True)):
            deleted = frozenset(self.entry.deleted.get(ref.name, ()))
            positions |= {url: at for number, url in enumerate(segment.urls) if number not in deleted}
        return positions

    def absorbed(self, positions: Mapping[str, int], n_changed: int) -> set[str]:
        """Return the pages of earlier patches that the next patch absorbs, where a language has too many.

        The smallest patches go first, and larger ones only if the patch would be about as large then. So a page is
        written again few times, however many patches follow.
        """
        languages = [segment.language for segment in self.state.segments]
        n_pages = Counter(positions.values())
        absorbed: set[int] = set()
        for language in (language for language, n in Counter(languages).items() if n > MOST_PATCHES):
            first = languages.index(language)  # the whole build's; those after it are patches
            patches = [at for at, its in enumerate(languages) if its == language and at != first]
            n_written = n_changed
            for rank, at in enumerate(sorted(patches, key=lambda at: n_pages[at])):
                if rank and n_pages[at] > n_written:
                    break
                absorbed.add(at)
                n_written += n_pages[at]
        return {url for url, at in positions.items() if at in absorbed}


def make_patch(
    earlier: Earlier,
    run: Run,
    keys: Mapping[str, bytes],
    listed: Sequence[str],
    changed: Set[str],
    glossary: Sequence[tuple[str, str]],
) -> Made | str:
    """Make a patch, or say why the docset has to be built whole.

    Args:
        earlier: The docset as it is.
        run: Takes pages through the stages.
        keys: Digests of the pages' sources.
        listed: URLs of all listed pages.
        changed: URLs of those whose source is new or changed.
        glossary: Synonyms that the configuration gives.
    """
    old, positions = earlier.state.pages, earlier.positions()
    known = {url: old[url] for url in listed if url not in changed}
    results = run(changed)
    states = {**known, **page_states(results, keys)}
    before = _select(old, glossary, positions.keys())
    selection = _select(states, glossary, {rejection.twin for rejection in before.choice.repeated})
    kept = {page.url for page in selection.choice.kept}
    wanted = _to_write(kept, selection, before, positions, earlier.absorbed(positions, len(changed)) | changed)
    again = [] if wanted <= _urls_of(results) else run(wanted)  # one run, since parts are merged by URL
    indexed = _urls_of(again or results)
    if wanted - indexed or any(result.unsettled for result in again):
        return "pages that had been indexed before could not be indexed again"
    unchanged = kept - wanted
    live = [(url, at) for url, at in positions.items() if url in unchanged]
    segments = [
        _kept_segment(earlier, at, {url for url, its in live if its == at}) for at in range(len(earlier.entry.segments))
    ]
    staying = [segment for segment in segments if segment.n_pages]
    n_deleted = sum(len(segment.deleted) for segment in staying)
    n_pages = sum(segment.n_pages for segment in staying) + len(wanted)
    if n_deleted > MOST_DELETED_PAGES or n_deleted > MOST_DELETED * (n_deleted + n_pages):
        return f"{n_deleted:,} of {n_deleted + n_pages:,} pages in its segments would be deleted ones"
    if _rounding(old, positions) != _rounding(states, kept):
        return "so many sections came or went that their lengths are to be written in another way"
    return Made(
        results=(*map(_known_result, known, known.values()), *results),
        states=states,
        selection=selection,
        parts=selection.finished(part for result in again or results for part in result.parts),
        dropped=indexed - wanted,
        kept=tuple(staying),
        kept_pages=tuple(
            pages for pages, segment in zip(earlier.state.segments, segments, strict=True) if segment.n_pages
        ),
        reused=len(known.keys() & kept - indexed),
    )


def _to_write(
    kept: Set[str], selection: Selection, before: Selection, positions: Mapping[str, int], again: Set[str]
) -> set[str]:
    """Return the pages that the new segment has to have."""
    wanted = {
        url for url in kept if url not in positions or url in again or selection.standing(url) != before.standing(url)
    }
    # A search shows one page of a group of variants. It can tell that within one segment only.
    leader = selection.variants.leader
    groups = {leader.get(url, url) for url in wanted} & {*leader.values()}
    return wanted | {url for url in kept if leader.get(url, url) in groups}


def _known_result(url: str, state: PageState) -> BatchResult:
    """Return what the report has to say of a page that did not change."""
    return BatchResult(
        (),
        (state.rejection,) if state.rejection else (),
        ((url, state.notices),) if state.notices else (),
        checks=(state.checks,) if state.checks else (),
    )


def _select(pages: Mapping[str, PageState], glossary: Sequence[tuple[str, str]], staying: Set[str]) -> Selection:
    """Select among the pages of a build; of pages with the same content, one that has to stay."""
    summaries = [summary for _, page in sorted(pages.items()) if (summary := page.summary)]
    return select_pages(summaries, glossary, lambda urls: dict.fromkeys(urls & staying, 1))


def _rounding(pages: Mapping[str, PageState], written: Iterable[str]) -> set[str]:
    """Return the languages whose lengths are rounded in a docset that has the pages with the given URLs."""
    sections: Counter[str] = Counter()
    for summary in filter(None, (pages[url].summary for url in written)):
        sections[summary.language] += summary.n_sections
    return {language for language, n in sections.items() if rounds_lengths(n)}


def _urls_of(results: Iterable[BatchResult]) -> set[str]:
    return {page.url for result in results for part in result.parts for page in part.pages}


def _kept_segment(earlier: Earlier, at: int, pages: Set[str]) -> KeptSegment:
    """Describe an earlier segment that keeps only the given pages."""
    written = earlier.state.segments[at]
    summaries = [summary for url in pages if (summary := earlier.state.pages[url].summary)]
    deleted = tuple(number for number, url in enumerate(written.urls) if url not in pages)
    return KeptSegment(
        earlier.entry.segments[at],
        written.language,
        deleted,
        sum(written.n_words[number] for number in deleted),
        len(pages),
        sum(summary.n_sections for summary in summaries),
    )


class DocsetMemory:
    """What earlier builds kept of one docset, and what the present build keeps for the next."""

    def __init__(
        self,
        docset: DocsetConfig,
        listing: Listing,
        named: Mapping[str, tuple[Named, ...]],
        common: InCommon,
        config: BuildConfig,
        cache: Cache,
        questions: PageQuestions,
    ) -> None:
        """Read every page for its digest."""
        seen = docset_context(docset, common)
        with source_of(docset).reading() as read:
            self.sources = page_keys(Facts(read), listing.pages, named, common.checked_share)
            """Digest of each page's source, by URL."""
        self.keys = asked_keys(self.sources, questions)
        """Digest of each page's source and questions, by URL."""
        self.task = CachedRun(cache, seen)
        """Runs batches with the cache."""
        self.note = ""
        """Why the docset was built whole although a patch was wanted; empty otherwise."""
        self._cache, self._name, self._glossary = cache, docset.name, config.glossary
        self._context = segments_context(seen, config)
        self._listed = [page.url for page in listing.pages]

    def reuse(self, bundle: Path, run: Run, *, patch: bool) -> Made | None:
        """Keep the segments of the earlier bundle, with a patch for what changed; None if the docset must be built.

        Args:
            bundle: Folder of the bundle that is to be replaced.
            run: Takes pages through the stages.
            patch: Whether a patch is wanted. If not, segments are kept only where nothing changed and there are no
                patches, since a whole build would write the same ones.
        """
        earlier = self._earlier(bundle)
        if isinstance(earlier, str):
            self.note = f"built whole: {earlier}" if patch or earlier not in _FIRST else ""
            return None
        old = earlier.state.pages
        changed = {url for url in self._listed if not self.keys.get(url) or self._is_new(url, earlier)}
        is_same = not changed and len(old) == len(self._listed)
        if not patch and not (is_same and earlier.is_whole):
            return None
        made = make_patch(earlier, run, self.keys, self._listed, changed, self._glossary)
        if isinstance(made, str):
            self.note = f"built whole: {made}" if patch else ""
            return None
        return made if patch or not made.parts else None

    def keep(self, entry: DocsetEntry, made: Made, written: Sequence[SegmentPages]) -> bool:
        """Keep what the next build needs to reuse or patch this one; return whether it could be written.

        Args:
            entry: The docset as it was written.
            made: What it was written from.
            written: Pages of each new segment.
        """
        segments = tuple(sorted((*made.kept_pages, *written), key=lambda pages: pages.language))  # as in the entry
        return self._cache.put(_state_key(entry), state_values(DocsetState(self._context, made.states, segments)))

    def _is_new(self, url: str, earlier: Earlier) -> bool:
        known = earlier.state.pages.get(url)
        return known is None or known.key != self.keys[url]

    def _earlier(self, bundle: Path) -> Earlier | str:
        """Return the docset of the bundle that is there, or why it cannot be used."""
        try:
            entry = next((docset for docset in open_entry(bundle).docsets if docset.name == self._name), None)
            if entry is None:
                return _NO_DOCSET
            state, fault = self._cache.found(_state_key(entry), read_state)
            if fault:
                return f"the build cache describes the bundle in an entry that cannot be used: {fault}"
            if state is None:
                return "the build cache does not know this bundle, or another version of the builder wrote it"
            if len(state.segments) != len(entry.segments):
                return "the build cache describes another bundle"
            if state.context != self._context:
                return "its configuration, the glossary or the level of compression changed"
            if not all(_is_sound(bundle, ref) for ref in entry.segments):
                return "a file of the bundle is missing or damaged"
        except BundleError:
            return _NO_BUNDLE
        return Earlier(entry, state)


def _state_key(entry: DocsetEntry) -> bytes:
    return state_key(entry.name, [ref.name for ref in entry.segments], entry.deleted)


def _is_sound(bundle: Path, ref: FileRef) -> bool:
    """Tell whether every file of a segment is there and has the digest that it should."""
    files = files_of(bundle, manifest_of(bundle, ref))  # reading the manifest and the tables checks these
    return all(_holds(bundle, file) for file in files if file.kind != "table")


def _holds(bundle: Path, file: FileRef) -> bool:
    try:
        return digest(read_file(bundle / file.name)) == file.digest
    except OSError:
        return False
