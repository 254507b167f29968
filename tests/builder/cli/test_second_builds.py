"""`pinax build` keeps what pages became in the user's own cache, and a second build takes it from there."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main

Build = Callable[..., str]


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with enough pages for several batches."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(60):
        (docs / f"page{number:02}.md").write_text(f"# Page {number}\n\nWhat is said about topic {number * 7 % 13}.\n")
    return docs


@pytest.fixture
def build(docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Build the folder into a bundle of a name; return what the command says."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))

    def run(name: str, *options: str) -> str:
        ended = CliRunner().invoke(main, ["build", str(docs), "-o", str(tmp_path / name), "--workers", "1", *options])
        assert ended.exit_code == 0, ended.output
        return ended.output

    return run


@pytest.fixture
def same_as_cold(build: Build, tmp_path: Path) -> Callable[[str], bool]:
    """Tell whether a bundle has the bytes that a build without a cache gives."""

    def compare(name: str) -> bool:
        build("cold", "--no-cache")
        return (tmp_path / name / "pinax.json").read_bytes() == (tmp_path / "cold/pinax.json").read_bytes()

    return compare


def test_a_second_build_reads_only_what_changed(build: Build, docs: Path, same_as_cold: Callable[[str], bool]) -> None:
    """Nothing is read again where nothing changed, and of one page its batch; in the same bundle or another one."""
    assert "earlier build" not in build("a")
    assert "unchanged since an earlier build of this source: 60 pages" in build("a")
    assert "unchanged since an earlier build of this source: 60 pages" in build("b")
    (docs / "page07.md").write_text("# Page 7\n\nSomething else.\n")
    said = build("a")
    assert "unchanged since an earlier build of this source: " in said
    assert "of this source: 60" not in said
    assert same_as_cold("a")


def test_the_cache_is_its_owners_alone(build: Build, tmp_path: Path) -> None:
    """It lies in the user's cache, and nobody else may look into it; --no-cache makes none."""
    build("a", "--no-cache")
    assert not (tmp_path / "user").exists()
    build("a")
    assert stat.S_IMODE((tmp_path / "user/pinax/build").stat().st_mode) == 0o700


def test_no_cache_reads_none(build: Build) -> None:
    """With --no-cache every page is read, whatever an earlier build has kept; a patch cannot do without."""
    build("a")
    assert "earlier build" not in build("a", "--no-cache")
    refused = CliRunner().invoke(main, ["build", "docs", "-o", "a", "--no-cache", "--patch"])
    assert "--no-cache and a patch exclude each other" in refused.output


def test_a_broken_cache(build: Build, tmp_path: Path, same_as_cold: Callable[[str], bool]) -> None:
    """Entries that are damaged are made again, and the command says so."""
    build("a")
    for entry in (tmp_path / "user").rglob("*.cache"):
        entry.write_bytes(entry.read_bytes()[:-1])
    assert "entries of the build cache were made again" in build("b")
    assert same_as_cold("b")


def test_a_cache_of_another_version(
    build: Build, monkeypatch: pytest.MonkeyPatch, same_as_cold: Callable[[str], bool]
) -> None:
    """Nothing is taken from it, and the command says why it took as long as the first time."""
    build("a")
    monkeypatch.setattr("pinax_builder.state.keys.code_digest", lambda: b"another")
    said = build("a")
    assert "built whole: the build cache does not know this bundle, or another version of the builder wrote it" in said
    assert "earlier build" not in said
    assert same_as_cold("a")


def test_a_full_disk(build: Build, monkeypatch: pytest.MonkeyPatch, same_as_cold: Callable[[str], bool]) -> None:
    """The bundle is written all the same, and the command says that nothing was kept."""

    def full(path: Path, data: bytes) -> int:
        if path.suffix == ".unfinished":
            raise OSError(28, "No space left on device")
        return write(path, data)

    write = Path.write_bytes
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        assert "the build cache cannot be written" in build("a")
    assert same_as_cold("a")


def test_a_cache_that_cannot_be_made(build: Build, tmp_path: Path) -> None:
    """Where a file is in the folder's place, the bundle is built without."""
    (tmp_path / "user").write_text("a file")
    assert "built without the build cache: cannot write" in build("a")


def test_two_builds_at_once(build: Build, docs: Path, tmp_path: Path, same_as_cold: Callable[[str], bool]) -> None:
    """They share the cache, and both give the bytes of a cold build."""
    command = [sys.executable, "-m", "pinax_builder", "build", docs, "--workers", "1", "-o"]
    for one in [subprocess.Popen([*command, tmp_path / name], stdout=subprocess.DEVNULL) for name in ("a", "b")]:
        assert one.wait() == 0
    assert same_as_cold("a")
    assert same_as_cold("b")


def test_files_for_hosts_without_ranges(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--no-ranges makes more, smaller files from the same cache, and --ranges the usual ones again."""
    monkeypatch.setattr("pinax_builder.write.tables._SMALL_FILE_BYTES", 300)
    build("a")
    assert "unchanged since an earlier build of this source: 60 pages" in build("b", "--no-ranges", "--prune")
    assert len(list(tmp_path.glob("b/files/*"))) > len(list(tmp_path.glob("a/files/*")))
    build("b", "--ranges", "--prune")
    assert sorted(path.name for path in tmp_path.glob("b/files/*")) == sorted(
        path.name for path in tmp_path.glob("a/files/*")
    )
