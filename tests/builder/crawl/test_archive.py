"""A zip archive of documentation is read as the folder that was packed, without unpacking it."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from builder.crawl.crawling import crawl
from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.configuration import docset_config
from pinax_builder.crawl import Folder, list_files, reader
from pinax_builder.errors import ConfigError, PlaceError
from pinax_builder.records import Fetched, Rejection

SITE = Path(__file__).parents[3] / "examples/site"


def packed(at: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(at, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return at


def outcomes(archive: Path, max_bytes: int = 1_000) -> dict[str, Fetched | Rejection]:
    return {one.url: one for one in crawl(Folder(archive, max_bytes=max_bytes))}


def test_an_archive_builds_the_bundle_of_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Includes, inventories and links between pages are found in it, with worker processes as well."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    archive = shutil.make_archive(str(tmp_path / "site"), "zip", SITE)
    for name, place in (("folder", SITE), ("archive", Path(archive))):
        build(BuildConfig((DocsetConfig("site", place, "https://x.dev/"),)), tmp_path / name, workers=2)
    folder, files = (
        {path.name: path.read_bytes() for path in (tmp_path / at).rglob("*.*")} for at in ("folder", "archive")
    )
    assert len(folder) > 3
    assert folder == files


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_processes_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Of a thousand pages that forked workers read at once, after their parent has, each is whole."""
    pages = {
        f"{number}.md": f"# Page {number}\n\n".encode() + os.urandom(3_000).hex().encode() for number in range(1_000)
    }
    source = Folder(packed(tmp_path / "a.zip", pages))
    (listed, *_) = list_files(source).pages
    read = reader(source.place)
    assert isinstance(read(listed), Fetched)
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        wholes = list(pool.map(partial(is_whole, source, pages), range(2)))
    assert wholes == [True, True]


def is_whole(source: Folder, pages: dict[str, bytes], _number: int) -> bool:
    read = reader(source.place)
    found = map(read, list_files(source).pages)
    return all(isinstance(one, Fetched) and one.content == pages[one.path] for one in found)


def test_a_folder_around_everything_is_no_part_of_the_paths(tmp_path: Path) -> None:
    """As hosts export `project-1.2/`; where two folders are side by side, both stay."""
    assert set(outcomes(packed(tmp_path / "a.zip", {"x-1/a.md": b"# A", "x-1/b/c.md": b"# C"}))) == {"a.md", "b/c.md"}
    assert set(outcomes(packed(tmp_path / "b.zip", {"x/a.md": b"# A", "y/c.md": b"# C"}))) == {"x/a.md", "y/c.md"}


def test_no_name_leads_outside(tmp_path: Path) -> None:
    """A path that climbs out of the archive, or begins at the root, names no page; links are not followed."""
    archive = packed(tmp_path / "a.zip", {"a.md": b"# A", "../up.md": b"# Up", "/etc/root.md": b"# Root"})
    with zipfile.ZipFile(archive, "a") as opened:
        link = zipfile.ZipInfo("link.md")
        link.external_attr = 0o120777 << 16
        opened.writestr(link, "/etc/passwd")
    assert set(outcomes(archive)) == {"a.md"}


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    """Whatever size the archive claims: of a million zeros a thousand and one are unpacked."""
    archive = packed(tmp_path / "a.zip", {"a.md": b"# A", "bomb.md": b"\0" * 1_000_000})
    bomb = outcomes(archive)["bomb.md"]
    assert isinstance(bomb, Rejection)
    assert bomb.reason == "too_large"
    lying = archive.read_bytes().replace((1_000_000).to_bytes(4, "little"), (900).to_bytes(4, "little"))
    archive.write_bytes(lying)
    bomb = outcomes(archive)["bomb.md"]
    assert isinstance(bomb, Rejection)
    assert bomb.reason in ("too_large", "unreadable")


def test_what_cannot_be_read_costs_its_page(tmp_path: Path) -> None:
    """A member whose bytes are damaged is a rejection; the others are read."""
    archive = packed(tmp_path / "a.zip", {"a.md": b"# A" * 50, "b.md": b"# B"})
    data = bytearray(archive.read_bytes())
    data[40] ^= 0xFF
    archive.write_bytes(data)
    found = outcomes(archive)
    assert isinstance(found["a.md"], Rejection)
    assert found["a.md"].reason == "unreadable"
    assert isinstance(found["b.md"], Fetched)


@pytest.mark.parametrize("content", [b"", b"PK\3\4 and no more", b"text"])
def test_what_is_no_archive_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    """The message names the file."""
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(PlaceError, match=r"a\.zip.*no zip archive"):
        outcomes(tmp_path / "a.zip")


def test_an_archive_gives_its_name_and_no_code(tmp_path: Path) -> None:
    """The docset is named without `.zip`; source code needs a folder, for its `.gitignore`."""
    assert docset_config({"path": "manual.zip"}, tmp_path).name == "manual"
    with pytest.raises(ConfigError, match="archives"):
        docset_config({"path": "manual.zip", "code": True}, tmp_path)
