"""Object stores are believed nothing that can be checked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fsspec.implementations.memory import MemoryFileSystem

from pinax_builder import BuildConfig, DocsetConfig, Storage, build


def test_a_size_that_is_a_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is larger than its store says is refused as if the store had said so."""
    storage = Storage("memory://lying")
    storage.put("a", b"x" * 11)
    assert storage.read("a", 11) == b"x" * 11
    monkeypatch.setattr(MemoryFileSystem, "size", lambda *_: 1)
    with pytest.raises(OSError, match="it is too large"):
        storage.read("a", 10)


def test_a_file_is_read_by_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is asked for only where a store refuses the range, as S3 does of an empty file."""
    storage, asked = Storage("memory://ranges"), []
    storage.put("a", b"text")
    storage.put("empty", b"")
    size, cat_file = MemoryFileSystem.size, MemoryFileSystem.cat_file

    def refusing(self: MemoryFileSystem, path: str, start: int, end: int | None) -> bytes:
        content: bytes = cat_file(self, path)
        if not content:
            raise OSError("the range is not satisfiable")
        return content[start:end]

    monkeypatch.setattr(MemoryFileSystem, "cat_file", refusing)
    monkeypatch.setattr(MemoryFileSystem, "size", lambda self, path: asked.append(path) or size(self, path))
    assert storage.read("a", 10) == b"text"
    assert not asked
    assert storage.read("empty", 10) == b""
    with pytest.raises(FileNotFoundError):
        storage.read("none", 10)


def test_a_bundle_that_is_built_again_keeps_no_signature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signature of the earlier build goes; that of the same entry stays."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    storage, config = Storage("memory://signed"), BuildConfig((DocsetConfig("docs", tmp_path),))
    (tmp_path / "a.md").write_text("# Retries\n\nA job that fails is run again.\n")
    build(config, storage, workers=1)
    storage.put("pinax.json.minisig", b"signature")
    assert not build(config, storage, workers=1).unsigned
    assert storage.holds("pinax.json.minisig")
    (tmp_path / "a.md").write_text("# Retries\n\nA job that fails is run again, up to five times.\n")
    assert build(config, storage, workers=1).unsigned
    assert not storage.holds("pinax.json.minisig")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("s3://bucket/docs", r'pip install "pinax-builder\[s3\]"'),
        ("az://container/docs", "pip install adlfs"),
        ("ftp://host.example/docs", "use one of .*s3, gs, az"),
    ],
)
def test_a_store_that_nothing_reads(monkeypatch: pytest.MonkeyPatch, url: str, said: str) -> None:
    """The message says what to install, or which stores can be read."""
    for module in ("s3fs", "adlfs"):
        monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
    with pytest.raises(OSError, match=said):
        Storage(url).read("a")
