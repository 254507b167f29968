"""Shards share files, and large tables lie in files of their own; nothing is lost or moved by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.made_pages import files, pages, written
from pinax_builder.write.tables import put_tables
from pinax_runtime.format import FileRef, Kind, ShardTable, digest, wire
from pinax_runtime.search import FolderSource, open_bundle, verify
from spec_reader import SpecReader


class InMemory:
    """Stands for a store that keeps nothing and compresses nothing."""

    ranges = True

    def compressed(self, encoded: bytes) -> bytes:
        """Return what a block became."""
        return encoded

    def put(self, kind: Kind, data: bytes) -> FileRef:
        """Return the reference of a file."""
        return FileRef(digest(data), kind, len(data))


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files take so few blocks that every kind needs several."""
    monkeypatch.setattr("pinax_builder.write.tables._BLOCKS", 2)
    monkeypatch.setattr("pinax_builder.write.tables._FEWEST", 1)
    monkeypatch.setattr("pinax_builder.write.tables._MOST", 3)


@pytest.fixture
def few(small_files: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every kind need several files, and manifests have no room for their tables."""
    monkeypatch.setattr("pinax_builder.write.tables._MANIFEST_BYTES", 0)


def test_a_small_bundle_has_few_files(tmp_path: Path) -> None:
    """What takes one file has its table in the manifest."""
    written(pages(40), tmp_path / "b", tmp_path / "w")
    kinds = sorted(name.rpartition(".")[2] for name in files(tmp_path / "b"))
    assert "table" not in kinds
    assert kinds.count("terms") == 2  # German, English


def test_without_ranges_files_are_small_and_answers_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a host that sends whole files these are small; a search finds the same, and rebuilt bytes are the same."""
    monkeypatch.setattr("pinax_builder.write.tables._SMALL_FILE_BYTES", 600)
    for folder in ("with", "without", "again"):
        written(pages(120), tmp_path / folder, tmp_path / f"w{folder}", batch=17, ranges=folder == "with")
    assert files(tmp_path / "without") == files(tmp_path / "again")
    large, small = (
        [len(data) for name, data in files(tmp_path / folder).items() if name.endswith(".terms")]
        for folder in ("with", "without")
    )
    assert (len(large), len(small) > 4, sum(large)) == (2, True, sum(small))
    assert max(large) > max(small)
    assert verify(FolderSource(tmp_path / "without"), files(tmp_path / "without")).findings == []
    asked = [open_bundle(tmp_path / folder).search("page 7 words", limit=20).hits for folder in ("with", "without")]
    assert asked[0] == asked[1] != []
    reader = SpecReader(tmp_path / "without")
    segments = [segment for docset in reader.entry["docsets"] for segment in reader.segments(docset["name"])]
    assert all(list(reader.files(segment)) for segment in segments)


@pytest.mark.usefixtures("small_files")
def test_small_tables_of_many_files_lie_in_the_manifest(tmp_path: Path) -> None:
    """However many files a kind has, its tables are in the manifest while they are small; a rebuild drops no file."""
    for folder in ("a", "b"):
        written(pages(120), tmp_path / folder, tmp_path / f"w{folder}", batch=17)
    names = files(tmp_path / "a")
    assert sum(name.endswith(".terms") for name in names) > 2  # one of each language
    assert not [name for name in names if name.endswith(".table")]
    assert verify(FolderSource(tmp_path / "a"), names).findings == []
    assert verify(FolderSource(tmp_path / "a"), names).notes == []
    written(pages(120), tmp_path / "b", tmp_path / "again")
    assert files(tmp_path / "b") == names


@pytest.mark.usefixtures("small_files")
def test_a_reader_made_from_the_format_alone_finds_every_block(tmp_path: Path) -> None:
    """Blocks of several files that one table lists are where docs/format.md says, and name every file there is."""
    written(pages(120), tmp_path / "b", tmp_path / "w")
    spec = SpecReader(tmp_path / "b")
    opened = [block for segment in spec.segments("docs") for block in spec.files(segment)]
    texts = [text for kind, pack in opened if kind == "texts" for text in pack["texts"]]
    assert sorted(texts) == sorted(section.text for page in pages(120) for section in page.sections)
    named = {name for segment in spec.segments("docs") for name in spec.names(segment)}
    stems = {Path(name).stem for name in files(tmp_path / "b") if not name.endswith((".json", ".segment"))}
    assert named == stems


@pytest.mark.parametrize(
    ("room", "kinds"),
    [(0, []), (600, ["symbols"]), (2_000, ["symbols", "texts"]), (3_500, ["terms"]), (4_000, ["symbols", "terms"])],
)
def test_what_a_query_needs_first_is_first_in_the_manifest(
    monkeypatch: pytest.MonkeyPatch, room: int, kinds: list[str]
) -> None:
    """Where not all tables have room, those of terms come first, which save a round trip; then the smallest."""
    monkeypatch.setattr("pinax_builder.write.tables._MANIFEST_BYTES", room)
    made = {kind: [_table(kind, n, at) for at in (0, n)] for kind, n in (("symbols", 10), ("terms", 80), ("texts", 30))}
    tops, names = put_tables(made, InMemory())
    assert sorted(kind for kind, table in tops.items() if not table.shards) == kinds
    assert sum(name.endswith(".table") for name in names) == len(made) - len(kinds)
    for kind, table in tops.items():
        listed = [ref for part in made[kind] for ref in part.refs()]
        assert table.shards == [len(part.sizes) for part in made[kind]] or table.refs() == listed


def _table(kind: Kind, n: int, at: int) -> ShardTable:
    """Return the table of a file with so many blocks of 7 bytes."""
    digests = [digest(f"{kind}{number}".encode()) for number in range(at, at + n)]
    firsts = [] if kind == "texts" else [f"{number:03}" for number in range(at, at + n)]
    sections = [1] * n if kind == "texts" else []
    return ShardTable(kind, digests, [7] * n, firsts, [], sections, files=[FileRef(digests[0][::-1], kind, 7 * n)])


@pytest.mark.usefixtures("few")
def test_large_tables_lie_in_files(tmp_path: Path) -> None:
    """Of many shards, each is where a table says that the manifest leads to; the tables of a kind share a file."""
    written(pages(120), tmp_path / "b", tmp_path / "w", batch=17)
    names = files(tmp_path / "b")
    manifests = [wire.unpack(data, name) for name, data in names.items() if name.endswith(".segment")]
    tops = [table for manifest in manifests for table in manifest["tables"].values() if "shards" in table]
    assert sum(len(top["shards"]) for top in tops) >= 8
    assert sum(name.endswith(".table") for name in names) == len(tops)
    assert verify(FolderSource(tmp_path / "b"), names).findings == []
    assert verify(FolderSource(tmp_path / "b"), names).notes == []
    bundle = open_bundle(tmp_path / "b")
    for number in (0, 57, 119):
        assert bundle.search(f"word{number}").hits[0].url == f"d{number // 10}/p{number:03}.md"


@pytest.mark.usefixtures("few")
def test_how_pages_are_batched_changes_no_table(tmp_path: Path) -> None:
    """However many parts the pages come in, files close at the same blocks."""
    written(pages(60), tmp_path / "a", tmp_path / "w0")
    written(pages(60), tmp_path / "b", tmp_path / "w1", batch=7)
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
