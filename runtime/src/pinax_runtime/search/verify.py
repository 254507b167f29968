"""Check a whole bundle: every file against its name, every reference, every record, every count.

In:    a Source, and the names of the files that are there.
Out:   Verification: findings (what is wrong, and in which file) and notes (what is merely left over).
Rules: one damaged file does not stop the rest from being checked.
Spec:  docs/format.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pinax_runtime.bundle import BundleFiles, SegmentReader, Source, noting_reads
from pinax_runtime.format import ENTRY, BundleError, DocsetEntry, Entry


@dataclass(slots=True)
class Verification:
    """What was found."""

    findings: list[tuple[str, str]] = field(default_factory=list)
    """(file, what is wrong with it), in the order of reading; each file once."""
    notes: list[str] = field(default_factory=list)
    files: int = 0
    size_bytes: int = 0

    def add(self, error: BundleError) -> None:
        """Add a finding."""
        if error.name not in {name for name, _ in self.findings}:
            self.findings.append((error.name, str(error)))


def verify(source: Source, present: Iterable[str] = ()) -> Verification:
    """Check a bundle.

    Args:
        source: Where it is.
        present: Names of all files that are there, to note those that nothing refers to.
    """
    files, result = BundleFiles(source), Verification()
    with noting_reads() as noted:
        try:
            # Not `entry()`: the manifests that it brings along are files as well, and those are checked.
            entry = files.entry_bytes()
            noted.append((ENTRY, len(entry)))
            for docset in Entry.from_bytes(entry, source.location).docsets:
                _check_docset(docset, files, result)
        except BundleError as error:
            result.add(error)
    sizes = dict(noted)
    if not result.findings:  # else what a damaged manifest refers to is not known
        unread = sorted(set(present) - set(sizes))
        result.notes += [f"{name} belongs to no docset of this bundle (an earlier build's?)" for name in unread]
    result.files, result.size_bytes = len(sizes), sum(sizes.values())
    return result


def _check_docset(docset: DocsetEntry, files: BundleFiles, result: Verification) -> None:
    """Check the segments of a docset, and what the entry says of them together."""
    from pinax_runtime.format.checking import check_segment  # a server needs none of it

    pages = sections = 0
    before = len(result.findings)
    for ref in docset.segments:
        if check_segment(ref, files.bytes_of, result.add):
            try:
                live = SegmentReader(files, ref, docset).totals
            except BundleError as error:
                result.add(error)
                continue
            pages, sections = pages + live.n_pages, sections + live.n_sections
    if len(result.findings) == before and (pages, sections) != (docset.n_pages, docset.n_sections):
        said, are = f"{docset.n_pages} pages, {docset.n_sections} sections", f"{pages} and {sections}"
        result.findings.append((ENTRY, f"docset {docset.name!r} should have {said}; its segments have {are}"))
