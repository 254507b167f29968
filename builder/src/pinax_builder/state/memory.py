"""Remember a docset from one build to the next.

In:    A docset and its listing.
Out:   A task that runs batches with the cache; and a Made, if the earlier segments can be kept or patched.
Why:   docs/decisions/0130, docs/decisions/0131
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pinax_builder.batches import InCommon
from pinax_builder.configuration import BuildConfig, DocsetConfig
from pinax_builder.crawl import Listing
from pinax_builder.parse import Named
from pinax_builder.reading import files_of, manifest_of, open_entry
from pinax_builder.sources import source_of
from pinax_builder.state.docset import DocsetState, Made, read_state, state_values
from pinax_builder.state.keys import asked_keys, docset_context, page_keys, segments_context, state_key
from pinax_builder.state.objects import Cache
from pinax_builder.state.patch import Earlier, Run, make_patch
from pinax_builder.state.results import CachedRun
from pinax_builder.write import PageQuestions, SegmentPages
from pinax_runtime.format import BundleError, DocsetEntry, FileRef, digest
from pinax_runtime.trust import read_file

_NO_BUNDLE = "there is no bundle yet that can be read"
_NO_DOCSET = "the bundle has no such docset yet"
_FIRST = (_NO_BUNDLE, _NO_DOCSET)
"""Reasons of a first build, which nobody has to be told."""


@dataclass(slots=True)
class DocsetMemory:
    """What earlier builds kept of one docset, and what the present build keeps for the next."""

    cache: Cache
    name: str
    glossary: tuple[tuple[str, str], ...]
    task: CachedRun
    """Runs batches with the cache."""
    context: bytes
    """Digest of what the docset's segments depend on, except for its pages."""
    sources: Mapping[str, bytes]
    """Digest of each page's source, by URL."""
    keys: Mapping[str, bytes]
    """Digest of each page's source and questions, by URL."""
    listed: Sequence[str]
    """URLs of all listed pages."""
    note: str = field(default="")
    """Why the docset was built whole although a patch was wanted; empty otherwise."""

    @classmethod
    def of(
        cls,
        docset: DocsetConfig,
        listing: Listing,
        named: Mapping[str, tuple[Named, ...]],
        common: InCommon,
        config: BuildConfig,
        cache: Cache,
        questions: PageQuestions,
    ) -> DocsetMemory:
        """Read every page for its digest."""
        seen = docset_context(docset, common)
        with source_of(docset).reading() as read:
            sources = page_keys(read, listing.pages, named, common.checked_share)
        return cls(
            cache,
            docset.name,
            config.glossary,
            CachedRun(cache, seen),
            segments_context(seen, config),
            sources,
            asked_keys(sources, questions),
            [page.url for page in listing.pages],
        )

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
        changed = {url for url in self.listed if not self.keys.get(url) or self._is_new(url, earlier)}
        is_same = not changed and len(old) == len(self.listed)
        if not patch and not (is_same and earlier.is_whole):
            return None
        made = make_patch(earlier, run, self.keys, self.listed, changed, self.glossary)
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
        return self.cache.put(_state_key(entry), state_values(DocsetState(self.context, made.states, segments)))

    def _is_new(self, url: str, earlier: Earlier) -> bool:
        known = earlier.state.pages.get(url)
        return known is None or known.key != self.keys[url]

    def _earlier(self, bundle: Path) -> Earlier | str:
        """Return the docset of the bundle that is there, or why it cannot be used."""
        try:
            entry = next((docset for docset in open_entry(bundle).docsets if docset.name == self.name), None)
            if entry is None:
                return _NO_DOCSET
            state, fault = self.cache.found(_state_key(entry), read_state)
            if fault:
                return f"the build cache describes the bundle in an entry that cannot be used: {fault}"
            if state is None:
                return "the build cache does not know this bundle, or another version of the builder wrote it"
            if len(state.segments) != len(entry.segments):
                return "the build cache describes another bundle"
            if state.context != self.context:
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
