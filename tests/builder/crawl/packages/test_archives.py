"""Archives are unpacked into their folder and nowhere else."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from pinax_builder.crawl.packages import archives
from pinax_builder.crawl.packages.archives import FetchError, unpack


def tar_of(*members: tuple[str, bytes] | tarfile.TarInfo) -> bytes:
    """Return an archive of files, the same whenever it is made."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                tar.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                tar.addfile(info, io.BytesIO(member[1]))
    return gzip.compress(stream.getvalue(), mtime=0)


def zip_of(*members: tuple[str, bytes], link: str = "") -> bytes:
    """Return an archive of files, the same whenever it is made."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members:
            zipped.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = 0o120777 << 16
            zipped.writestr(info, "/etc/passwd")
    return stream.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    return tmp_path / "files"


MEMBERS = (("lib-1.0/docs/a.md", b"# A"), ("lib-1.0/README.md", b"# Lib"))


@pytest.mark.parametrize("archive", [tar_of(*MEMBERS), zip_of(*MEMBERS)], ids=["tar", "zip"])
def test_files_come_out_without_the_folder_around_them(archive: bytes, folder: Path) -> None:
    """The content is as it was, and nothing was left out."""
    assert unpack(archive, folder) == ()
    assert files(folder) == ["README.md", "docs/a.md"]
    assert (folder / "docs/a.md").read_text() == "# A"


def test_several_folders_stay(folder: Path) -> None:
    """A wheel has no folder around everything."""
    unpack(zip_of(("lib/__init__.py", b""), ("lib-1.0.dist-info/METADATA", b"")), folder)
    assert files(folder) == ["lib-1.0.dist-info/METADATA", "lib/__init__.py"]


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/x", "..\\x", "C:\\x", "C:/x", "a\x01b"])
@pytest.mark.parametrize("make", [tar_of, zip_of], ids=["tar", "zip"])
def test_a_path_that_leads_outside_refuses_the_archive(make: type, path: str, folder: Path) -> None:
    """Nothing is written beside the folder."""
    with pytest.raises(FetchError, match="the archive has a path"):
        unpack(make((path, b"bad")), folder)
    assert [one.name for one in folder.parent.iterdir()] == ["files"]
    assert files(folder) == []


def test_links_and_devices_are_left_out(folder: Path) -> None:
    """They are counted, and a file that would go through a link lands in the folder."""
    archive = tar_of(
        special("docs", tarfile.SYMTYPE, "/tmp"),
        special("hard", tarfile.LNKTYPE, "/etc/passwd"),
        special("pipe", tarfile.FIFOTYPE),
        ("docs/a.md", b"# A"),
        ("b.md", b"# B"),
    )
    assert unpack(archive, folder) == (
        "1 devices in the archive were left out",
        "2 links in the archive were left out",
    )
    assert files(folder) == ["b.md", "docs/a.md"]


def test_links_in_zips_are_left_out(folder: Path) -> None:
    """A link in a zip archive is a file with a mark."""
    assert unpack(zip_of(*MEMBERS, link="passwd"), folder) == ("1 links in the archive were left out",)
    assert "passwd" not in files(folder)


@pytest.mark.parametrize("make", [tar_of, zip_of], ids=["tar", "zip"])
def test_a_bomb_ends(make: type, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What unpacks to too much is refused before it is written."""
    monkeypatch.setattr(archives, "MAX_UNPACKED_BYTES", 100_000)
    with pytest.raises(FetchError, match="unpacks to more than"):
        unpack(make(*((f"{n}.md", bytes(60_000)) for n in range(3))), folder)
    assert sum(path.stat().st_size for path in folder.rglob("*.md")) <= 100_000


def test_what_is_skipped_counts_as_well(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large file that is left out is bounded while it is read past."""
    monkeypatch.setattr(archives, "MAX_UNPACKED_BYTES", 1_000_000)
    monkeypatch.setattr(archives, "MAX_FILE_BYTES", 1_000)
    with pytest.raises(FetchError, match="unpacks to more than"):
        unpack(tar_of(("large.bin", bytes(3_000_000)), ("a.md", b"")), folder)


def test_large_files_are_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted; the others are there."""
    monkeypatch.setattr(archives, "MAX_FILE_BYTES", 10)
    for archive in (tar_of(("a.bin", bytes(11)), ("b/c.md", b"x")), zip_of(("a.bin", bytes(11)), ("b/c.md", b"x"))):
        assert unpack(archive, folder) == ("1 files of more than 0 MiB in the archive were left out",)


@pytest.mark.parametrize("make", [tar_of, zip_of], ids=["tar", "zip"])
def test_names_that_no_file_system_takes_are_left_out(make: type, folder: Path) -> None:
    """A name of more than 255 bytes, or a path of more than 1,000 characters, costs its file and no other."""
    long = [(f"a/{'ö' * 130}.md", b"x"), ("d/" * 600 + "e.md", b"x")]
    assert unpack(make(*long, ("a/b.md", b"x"), ("c.md", b"x")), folder) == (
        "2 files with names that are too long in the archive were left out",
    )
    assert files(folder) == ["a/b.md", "c.md"]


def test_too_many_files_end_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of files is bounded."""
    monkeypatch.setattr(archives, "MAX_FILES", 3)
    with pytest.raises(FetchError, match="more than 3 files"):
        unpack(tar_of(*((f"{n}.md", b"") for n in range(5))), folder)


def pax_header(records: bytes) -> bytes:
    """Return a tar archive with a header that holds these records, which describe the next file."""
    info = special("header", tarfile.XHDTYPE)
    info.size = len(records)
    return info.tobuf() + records.ljust(tarfile.BLOCKSIZE, b"\0") + bytes(2 * tarfile.BLOCKSIZE)


@pytest.mark.parametrize(
    "archive",
    [
        b"",
        b"no archive",
        b"PK\x03\x04",
        gzip.compress(b"no tar" * 200, mtime=0),
        tar_of(*MEMBERS)[:-20],
        zip_of(*MEMBERS)[:-30],
        tar_of(("a", b"x"), ("a/b", b"y")),
        gzip.compress(pax_header(b"99999999999999999999 path=a\n"), mtime=0),
    ],
    ids=["nothing", "text", "start of zip", "no tar", "cut tar", "cut zip", "file and folder", "length of no file"],
)
def test_a_damaged_archive_is_said(archive: bytes, folder: Path) -> None:
    """Whatever is wrong with it, it is one error."""
    with pytest.raises(FetchError, match="damaged or of no known kind"):
        unpack(archive, folder)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damage_is_said_whatever_packed_the_files(method: int, folder: Path) -> None:
    """Each way to pack files in a zip archive has errors of its own; none of them ends a build."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as zipped:
        zipped.writestr("p/a.md", "Some text. " * 50)
    sound = stream.getvalue()
    for at in range(len(sound)):
        damaged = sound[:at] + bytes([sound[at] ^ 0xFF]) + sound[at + 1 :]
        (folder / str(at)).mkdir()
        with suppress(FetchError):
            unpack(damaged, folder / str(at))
