"""What a question reads was fetched ahead: nothing is waited for that was not begun together with its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future

import pytest

from pinax_runtime.format import ENTRY, FileRef, digest
from pinax_runtime.search import Library, MemorySource, open_bundle
from runtime.search.made import two_docsets


class AheadSource:
    """A source that notes what is read without having been started before."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._source = MemorySource(files)
        self.location = "memory"
        self.surprises: list[str] = []
        self.begun: list[str] = []

    def read(self, name: str) -> bytes:
        """Read a file that nobody said would be read."""
        self.surprises.append(name)
        return self._source.read(name)

    def read_part(self, name: str, start: int, size: int) -> bytes:
        """Read a block that nobody said would be read."""
        self.surprises.append(f"{name}@{start}")
        return self._source.read(name)[start : start + size]

    def start(self, refs: Collection[FileRef]) -> dict[str, Future[bytes]]:
        """Start reading files and blocks."""
        self.begun += [ref.name for ref in refs]
        return {ref.name: _read(self._bytes_of(ref)) for ref in refs}

    def _bytes_of(self, ref: FileRef) -> bytes:
        return (
            self._source.read(ref.path)[ref.start : ref.start + ref.size] if ref.file else self._source.read(ref.name)
        )


def _read(data: bytes) -> Future[bytes]:
    future: Future[bytes] = Future()
    future.set_result(data)
    return future


QUESTIONS: dict[str, Callable[[Library], object]] = {
    "a word": lambda library: library.search("marker07 ").hits,
    "several words": lambda library: library.search("running program").hits,
    "a name": lambda library: library.search("asyncio.gather").hits,
    "a phrase": lambda library: library.search('"create a task"').hits,
    "a prefix": lambda library: library.search("mark*").hits,
    "a misspelling": lambda library: library.search("runing progam").hits,
    "a filter": lambda library: library.search("program", filters={"parity": ["odd"], "tag": ["all"]}).hits,
    "sections": lambda library: library.search("zebras ", sections=True, limit=20).hits,
    "counts of facets": lambda library: library.search("program", count_facets=True).facets,
    "a page by URL": lambda library: library.find("https://x.dev/docs/guide/p09.md"),
    "a page's text": lambda library: library.find("https://x.dev/docs/guide/p09.md").subtree_text(0),  # type: ignore[union-attr]
    "all pages": lambda library: list(library.docsets["guide"].documents()),
}


@pytest.mark.parametrize("blocks", [0, 1], ids=["tables in the manifest", "tables in files"])
@pytest.mark.parametrize("what", QUESTIONS)
def test_a_question_reads_only_what_was_fetched_ahead(what: str, blocks: int) -> None:
    """Beside the entry, a cold question asks for no file or block that was not begun with others."""
    source = AheadSource(two_docsets(blocks))
    assert QUESTIONS[what](open_bundle(source))
    assert source.surprises == [ENTRY]


def test_what_was_fetched_for_nothing_goes() -> None:
    """Files that were fetched ahead and never asked for take no more memory than the cache."""
    data = {n: bytes([n]) * (1 << 18) for n in range(64)}
    refs = [FileRef(digest(one), "texts", len(one)) for one in data.values()]
    source = AheadSource({**two_docsets(), **{ref.name: one for ref, one in zip(refs, data.values(), strict=True)}})
    files = open_bundle(source, cache_bytes=8 << 20).files
    for ref in refs:
        files.fetch_ahead([ref])
    source.begun.clear()
    assert [files.bytes_of(ref) for ref in refs] == list(data.values())
    assert source.begun == [ref.name for ref in refs[:32]]
