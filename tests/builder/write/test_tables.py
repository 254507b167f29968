"""Shards share files, and large tables lie in files of their own; nothing is lost or moved by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.made_pages import files, pages, written
from pinax_builder.write import tables
from pinax_runtime.search import FolderSource, open_bundle
from pinax_runtime.search.verify import verify


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
