"""A web archive (WARC) is read as the site that it was made of."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest

from pinax_builder import BuildConfig, build
from pinax_builder.configuration import docset_config
from pinax_builder.crawl import Folder, Listing, list_files, reader
from pinax_builder.errors import ConfigError, PlaceError
from pinax_builder.records import Fetched, Rejection
from pinax_runtime.search import open_bundle

DATA = Path(__file__).parents[3] / "data/warc"
"""What wget 1.21 wrote of one site, with `--warc-file` and with `--no-warc-compression`."""
DIGESTS = {
    "http://lantern.example/docs/": "65732a9c9929be6472b60becdcaf101ef6e8bedf597a0d484403532c8ef9aa04",
    "http://lantern.example/docs/guide/oil.html": "6c1c2ad8211e701b6ec0b2e6c667f96821b2c402afa6685b68bd386e7b226851",
    "http://lantern.example/docs/guide/wick": "fece921cfa22a3dba846c7efc2f6808081bfb62a26190d30360ed4570ca74509",
    "http://lantern.example/docs/storm.md": "69bf487ab3fd906b3146831c274d9f5129c495666e4a393312c3f7c9b4d91c94",
}
"""SHA-256 of each page, as warcio 1.8 reads it."""


def record(url: str, body: bytes, status: str = "200 OK", *, of: str = "response", **headers: str) -> bytes:
    fields = {"Content-Type": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    answer = f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body
    head = f"WARC/1.1\r\nWARC-Type: {of}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-02T03:04:05.678Z\r\n"
    return f"{head}Content-Length: {len(answer)}\r\n\r\n".encode() + answer + b"\r\n\r\n"


def made(**fields: str) -> bytes:
    """Return a record on how an archive was made."""
    block = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()
    return f"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def page(title: str) -> bytes:
    return f"<html><body><h1>{title}</h1><p>A text.</p></body></html>".encode()


def written(path: Path, *records: bytes) -> Path:
    """Write an archive, and compress each record if it is called so."""
    path.write_bytes(b"".join(gzip.compress(one) if path.suffix == ".gz" else one for one in records))
    return path


def outcomes(path: Path, base_url: str = "", max_bytes: int = 100_000) -> dict[str, Fetched | Rejection]:
    listing = listed(path, base_url)
    read = reader(path, max_bytes, listing.base_url)
    return {found.url: read(found) for found in listing.pages}


def listed(path: Path, base_url: str = "") -> Listing:
    return list_files(Folder(path, base_url))


def said(found: Fetched | Rejection) -> bytes | str:
    return found.content if isinstance(found, Fetched) else found.reason


@pytest.mark.parametrize("name", ["wget.warc", "wget.warc.gz"])
def test_an_archive_of_wget_is_the_site(name: str) -> None:
    """Its pages have the bytes that another reader finds; images and what was not there are none."""
    found = {url: said(one) for url, one in outcomes(DATA / name).items()}
    assert found.keys() == DIGESTS.keys()
    text = found["http://lantern.example/docs/guide/wick"]
    assert isinstance(text, bytes)
    as_sent = {**found, "http://lantern.example/docs/guide/wick": text.decode("utf-8-sig").encode("latin-1")}
    assert {url: hashlib.sha256(one).hexdigest() for url, one in as_sent.items() if isinstance(one, bytes)} == DIGESTS


def test_a_bundle_says_where_and_when_its_pages_were_fetched(tmp_path: Path) -> None:
    """Not where the archive lies, nor when it was read; with worker processes as well."""
    docset = docset_config({"path": "wget.warc.gz"}, DATA)
    report = build(BuildConfig((docset,)), tmp_path / "bundle", workers=2).docsets[0]
    assert report.admitted == 4
    (entry,) = open_bundle(tmp_path / "bundle").entry.docsets
    assert (entry.name, entry.url) == ("wget", "http://lantern.example/docs/")
    assert entry.fetched_at == "2026-11-28T00:59:43Z"


def test_pages_lie_below_the_base_url() -> None:
    """Only those are taken, and named by their paths below it."""
    base = "http://lantern.example/docs/guide/"
    pages = listed(DATA / "wget.warc.gz", base).pages
    assert [(found.url, found.path) for found in pages] == [
        (f"{base}oil.html", "oil.html"),
        (f"{base}wick", "wick"),
    ]


def test_pages_lie_below_the_folder_of_the_first_one(tmp_path: Path) -> None:
    """What a crawl has brought from elsewhere is left out."""
    records = (
        record("https://x.dev/robots.txt", b"User-agent: *", Content_Type="text/plain"),
        record("https://x.dev/docs/a.html", page("A")),
        record("http://x.dev/docs/b/", page("B")),
        record("https://x.dev/blog/", page("News")),
        record("https://cdn.dev/docs/c.html", page("C")),
    )
    listing = listed(written(tmp_path / "a.warc", *records))
    assert listing.base_url == "https://x.dev/docs/"
    assert [(found.url, found.path) for found in listing.pages] == [
        ("https://x.dev/docs/a.html", "a.html"),
        ("https://x.dev/docs/b/", "b/index.html"),
    ]


def test_of_several_answers_the_last_page_counts(tmp_path: Path) -> None:
    """A redirect, a failure, a request and an address that is none are no pages, and take none away."""
    records = (
        record("https://x.dev/a", page("Old")),
        record("https://x.dev/a", page("New")),
        record("https://x.dev/a", b"", "302 Found", Location="/login"),
        record("https://x.dev/a", page("Not here"), "404 Not Found"),
        record("https://x.dev/a", page("Asked"), of="request"),
        record("urn:text:https://x.dev/a", page("A")),
    )
    found = outcomes(written(tmp_path / "a.warc.gz", *records), "https://x.dev/")
    assert {url: said(one) for url, one in found.items()} == {"https://x.dev/a": page("New")}


def test_a_page_counts_whatever_its_address_is(tmp_path: Path) -> None:
    """Names with a dot and folders of bundles mean something in a folder, and nothing in what a site sent."""
    urls = [f"https://x.dev/{path}" for path in (".net/", "a/pinax.json", "a/b.html")]
    archive = written(tmp_path / "a.warc", *(record(url, page(url)) for url in urls))
    found = outcomes(archive, "https://x.dev/")
    assert found.keys() == set(urls)


def test_what_the_server_refused_is_told(tmp_path: Path) -> None:
    """Where no other answer gave the page; a picture that is not there is no page, and other sites do not matter."""
    records = (
        record("https://x.dev/", page("A")),
        record("https://x.dev/later", b"", "503 Service Unavailable"),
        record("https://x.dev/later", page("B")),
        record("https://x.dev/moved", b"", "301 Moved Permanently"),
        record("https://x.dev/gone.html", page("Gone"), "404 Not Found"),
        record("https://x.dev/logo.png", b"", "404 Not Found"),
        record("https://y.dev/gone.html", b"", "404 Not Found"),
    )
    told = listed(written(tmp_path / "a.warc", *records)).rejections
    assert [(one.url, one.reason) for one in told] == [("https://x.dev/gone.html", "not_found")]


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_an_archive_says_what_it_is_called_and_who_made_it(tmp_path: Path, name: str) -> None:
    """The title is the docset's; program and person are metadata of the pages that follow."""
    records = (
        made(software="Wget/1.21", operator="The keepers"),
        record("https://x.dev/", page("A")),
        made(title="The lantern", software="Wget/1.22"),
        record("https://x.dev/b", page("B")),
    )
    listing = listed(written(tmp_path / name, *records))
    assert listing.title == "The lantern"
    assert {found.url: found.provenance for found in listing.pages} == {
        "https://x.dev/": {"archived_with": "Wget/1.21", "archived_by": "The keepers"},
        "https://x.dev/b": {"archived_with": "Wget/1.22"},
    }


def test_what_an_archive_says_of_itself_is_shown_without_tricks(tmp_path: Path) -> None:
    """Characters that nobody sees are removed from the title and from the metadata of pages, as from any text."""
    said = made(title="The\u200b lantern", operator="The\u202ekeepers")
    written(tmp_path / "a.warc", said, record("https://x.dev/", page("A").replace(b"A text.", b"It burns oil. " * 20)))
    build(BuildConfig((docset_config({"path": "a.warc"}, tmp_path),)), tmp_path / "bundle", workers=1)
    bundle = open_bundle(tmp_path / "bundle")
    assert bundle.entry.docsets[0].title == "The lantern"
    found = bundle.find("https://x.dev/")
    assert found
    assert found.page.meta == {"archived_by": "Thekeepers"}


def test_inventories_are_found(tmp_path: Path) -> None:
    """Symbols of a Sphinx inventory are assigned to the pages beside it."""
    inventory = b"# Sphinx inventory version 2\n"
    records = (
        record("https://x.dev/docs/objects.inv", inventory, Content_Type="application/octet-stream"),
        record("https://x.dev/docs/", page("A")),
    )
    assert listed(written(tmp_path / "a.warc", *records)).inventories == {"objects.inv": inventory}


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_crawl_that_was_ended_loses_its_last_record(tmp_path: Path, name: str) -> None:
    """Wherever it ended, the records before are read."""
    whole = written(tmp_path / name, record("https://x.dev/", page("A"))).read_bytes()
    path = written(tmp_path / name, record("https://x.dev/", page("A")), record("https://x.dev/b", page("B")))
    both = path.read_bytes()
    for end in range(len(whole) + 5, len(both)):
        path.write_bytes(both[:end])
        assert [found.url for found in listed(path).pages] == ["https://x.dev/"], end


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_a_page_is_read_up_to_its_bound(tmp_path: Path, name: str) -> None:
    """Whatever it is compressed to, on the way or in the file; the others are read."""
    records = (
        record("https://x.dev/", page("A")),
        record("https://x.dev/large", b" " * 9_000_000),
        record("https://x.dev/bomb", gzip.compress(b" " * 9_000_000), Content_Encoding="gzip"),
        record("https://x.dev/chunks", b"1\r\n \r\n" * 90_000, Transfer_Encoding="chunked"),
        record("https://x.dev/odd", b"odd", Content_Encoding="br"),
        record("https://x.dev/damaged", gzip.compress(page("B"))[:-9], Content_Encoding="gzip"),
        record("https://x.dev/z", page("Z")),
    )
    found = outcomes(written(tmp_path / name, *records))
    assert {url.removeprefix("https://x.dev/"): said(one) for url, one in found.items()} == {
        "": page("A"),
        "large": "too_large",
        "bomb": "too_large",
        "chunks": "too_large",
        "odd": "unreadable",
        "damaged": "unreadable",
        "z": page("Z"),
    }


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "there is nothing"),
        (b"text", "no WARC file"),
        (b"WARC/1.1\r\nContent-Length: -1\r\n\r\n", "no WARC file"),
        (b"WARC/1.1\r\n" + b"a: b\r\n" * 100_000, "no WARC file"),
        (gzip.compress(b"text", mtime=0), "no WARC file"),
        (b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 99, "damaged"),
        (gzip.compress(record("https://x.dev/", b"") * 2, mtime=0), "not compressed one by one"),
        (gzip.compress(record("https://x.dev/", b"") + b"\0" * 90_000_000, mtime=0), "not compressed one by one"),
    ],
)
def test_what_is_no_archive_is_a_clear_error(tmp_path: Path, content: bytes, reason: str) -> None:
    """The message names the file, and a bomb of gzip is not unpacked to its end."""
    path = tmp_path / "a.warc.gz"
    path.write_bytes(content)
    with pytest.raises(PlaceError, match=rf"a\.warc\.gz.*{reason}"):
        listed(path)


def test_an_archive_gives_its_name_and_no_code(tmp_path: Path) -> None:
    """As a zip archive does."""
    assert docset_config({"path": "manual-1.2.WARC.gz"}, tmp_path).name == "manual-1.2"
    with pytest.raises(ConfigError, match="archives"):
        docset_config({"path": "manual.warc", "code": True}, tmp_path)
