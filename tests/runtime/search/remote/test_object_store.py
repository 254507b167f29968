"""A bundle in an object store answers as one in memory does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from pinax_runtime.format import ENTRY, BundleError, DigestMismatchError, NotABundleError
from pinax_runtime.search import MemorySource, open_bundle
from runtime.search.made import two_docsets

fsspec = pytest.importorskip("fsspec")  # an extra


@pytest.fixture
def store() -> Iterator[str]:
    """Put a bundle into a store in this process; return its URL."""
    files = fsspec.filesystem("memory")
    for name, data in two_docsets(4).items():
        files.pipe_file(f"/docs.bundle/{name}", data)
    yield "memory://docs.bundle"
    files.rm("/docs.bundle", recursive=True)


def test_it_answers_as_memory_does(store: str) -> None:
    """The hits are the same, blocks of files among what is read."""
    here = open_bundle(MemorySource(two_docsets(4)))
    hits = open_bundle(store).search("running program", limit=50).hits
    assert hits
    assert hits == here.search("running program", limit=50).hits


def test_damage_is_told(store: str) -> None:
    """Bytes are checked against their name, as those of a web server are."""
    files = fsspec.filesystem("memory")
    for path in files.find("/docs.bundle/files"):
        files.pipe_file(path, files.cat_file(path)[::-1])
    with pytest.raises(DigestMismatchError):
        open_bundle(store).search("running program")


LIES: dict[str, Callable[[bytes], object]] = {
    "less": lambda data: data[:-1],
    "nothing": lambda data: b"",
    "more": lambda data: data + bytes(100_000_000),
    "other bytes": lambda data: bytes(len(data)),
    "no bytes": lambda data: "text",
    "none at all": lambda data: None,
}


@pytest.mark.parametrize("size", [lambda of: of, lambda of: None, lambda of: 0, lambda of: -1, lambda of: 2**70])
@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("at", [0, 1])
def test_a_store_that_lies_changes_no_answer(
    store: str, lie: str, size: Callable[[int], object], at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it says of lengths, and gives for the entry or for all other files, the bundle is refused by type."""
    memory = type(fsspec.filesystem("memory"))
    sized, read = memory.size, memory.cat_file

    def lying(self: object, path: str, start: int | None = None, end: int | None = None, **options: object) -> object:
        data = read(self, path, start, end, **options)
        return LIES[lie](data) if path.endswith(ENTRY) == (at == 0) else data

    monkeypatch.setattr(memory, "size", lambda self, path: size(sized(self, path)))
    monkeypatch.setattr(memory, "cat_file", lying)
    with pytest.raises(BundleError):
        open_bundle(store).search("running program")


def test_nothing_is_there() -> None:
    """It is said as of a folder."""
    with pytest.raises(NotABundleError, match=r"no pinax\.json"):
        open_bundle("memory://nothing")


def test_what_reads_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, "s3fs", None)  # as if it were not installed
    with pytest.raises(NotABundleError, match=r"pinax-runtime\[s3\]"):
        open_bundle("s3://bucket/docs.bundle")
