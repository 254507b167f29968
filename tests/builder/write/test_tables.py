"""Shards share files, and large tables lie in files of their own; nothing is lost or moved by it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from builder.made_pages import files, pages, written
from pinax_builder.write import tables
from pinax_builder.write.store import BundleStore
from pinax_builder.write.tables import Block, TableWriter
from pinax_runtime.search import FolderSource, open_bundle
from pinax_runtime.search.verify import verify


class Unhurried:
    """Stands for a store whose blocks are compressed when they are taken, not before."""

    def __init__(self) -> None:
        self.waiting: list[list[int]] = []

    def submit(self, _kind: str, blocks: list[bytes]) -> Unhurried:
        """Take blocks; they wait until the first result is asked for."""
        self.waiting.append(list(map(len, blocks)))
        return self

    def result(self) -> list[bytes]:
        """Return what the blocks that have waited longest became."""
        return [b"compressed" for _ in self.waiting.pop(0)]


def test_large_blocks_are_compressed_one_at_a_time() -> None:
    """Of small blocks many wait together; those of very common words take much memory, and wait for each other."""
    store = Unhurried()
    writer = TableWriter("terms", cast(BundleStore, store))
    most = 0
    for size in [4_000] * 40 + [900_000, 2_000_000, 3_000_000] + [4_000] * 10:
        writer.add(bytes(size), Block("key"))
        assert len(store.waiting) <= 1 or sum(map(sum, store.waiting)) <= 1 << 20
        most = max(most, sum(map(len, store.waiting)))
    assert most == 32


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files take so few blocks that every kind needs several."""
    monkeypatch.setattr(tables, "_BLOCKS", 2)
    monkeypatch.setattr(tables, "_FEWEST", 1)
    monkeypatch.setattr(tables, "_MOST", 3)


def test_a_small_bundle_has_few_files(tmp_path: Path) -> None:
    """What takes one file has its table in the manifest."""
    written(pages(40), tmp_path / "b", tmp_path / "w")
    kinds = sorted(name.rpartition(".")[2] for name in files(tmp_path / "b"))
    assert "table" not in kinds
    assert kinds.count("terms") == 2  # German, English


@pytest.mark.usefixtures("few")
def test_large_tables_lie_in_files(tmp_path: Path) -> None:
    """Of many shards, each is where the table in a file says that the manifest leads to."""
    written(pages(120), tmp_path / "b", tmp_path / "w", batch=17)
    names = files(tmp_path / "b")
    assert sum(name.endswith(".table") for name in names) >= 8
    assert verify(FolderSource(tmp_path / "b"), names).findings == []
    assert verify(FolderSource(tmp_path / "b"), names).notes == []
    bundle = open_bundle(tmp_path / "b")
    for number in (0, 57, 119):
        assert bundle.search(f"word{number}").hits[0].url == f"d{number // 10}/p{number:03}.md"


@pytest.mark.usefixtures("few")
def test_how_pages_are_batched_changes_no_table(tmp_path: Path) -> None:
    """However many parts the pages come in, files close at the same blocks."""
    written(pages(60), tmp_path / "a", tmp_path / "w0")
    written(pages(60), tmp_path / "b", tmp_path / "w1", batch=7, threads=3)
    assert files(tmp_path / "a") == files(tmp_path / "b")


@pytest.mark.usefixtures("few")
def test_files_of_earlier_builds_go(tmp_path: Path) -> None:
    """Tables, and the files that only they name, stay for one build and go with the next."""
    written(pages(60), tmp_path / "b", tmp_path / "w0")
    first = set(files(tmp_path / "b"))
    written(pages(61), tmp_path / "b", tmp_path / "w1")
    assert first <= set(files(tmp_path / "b"))
    written(pages(62), tmp_path / "b", tmp_path / "w2")
    written(pages(62), tmp_path / "fresh", tmp_path / "w3")
    written(pages(62), tmp_path / "b", tmp_path / "w4")
    assert files(tmp_path / "b") == files(tmp_path / "fresh")
