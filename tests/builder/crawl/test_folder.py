"""Folder sources: what is listed, what is read, and what is refused and counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.crawl.crawling import crawl
from pinax_builder.crawl import Folder, Listing, list_files, reader
from pinax_builder.errors import PlaceError
from pinax_builder.records import Fetched, Rejection


def write(folder: Path, *paths: str, content: bytes = b"text") -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def urls(listing: Listing) -> list[str]:
    return [file.url for file in listing.pages]


def reasons(listing: Listing) -> list[tuple[str, str]]:
    return [(rejection.url, rejection.reason) for rejection in listing.rejections]


def test_lists_html_and_markdown_sorted_by_url(tmp_path: Path) -> None:
    """Every HTML and Markdown file is a page, whatever its folder and the case of its extension."""
    write(tmp_path, "z.HTML", "b/index.htm", "a.xhtml", "b/c/d.mdx", "b/e.markdown", "b/f.md")
    listing = list_files(Folder(tmp_path))
    assert urls(listing) == ["a.xhtml", "b/c/d.mdx", "b/e.markdown", "b/f.md", "b/index.htm", "z.HTML"]


def test_media_type_and_size_are_listed(tmp_path: Path) -> None:
    """A listed file knows its media type and its size, so that work can be shared out before reading."""
    write(tmp_path, "a.md", content=b"12345")
    write(tmp_path, "b.html")
    assert [(file.media_type, file.size_bytes) for file in list_files(Folder(tmp_path)).pages] == [
        ("text/markdown", 5),
        ("text/html", 4),
    ]


def test_other_files_are_counted_by_extension(tmp_path: Path) -> None:
    """Files that are no pages are passed over, and counted."""
    write(tmp_path, "a.html", "x.png", "y/z.PNG", "Makefile", "objects.inv")
    assert list_files(Folder(tmp_path)).skipped == {"(none)": 1, ".inv": 1, ".png": 2}


def test_hidden_entries_and_folders_of_tools_are_passed_over(tmp_path: Path) -> None:
    """Hidden files and folders, node_modules and metadata of packages are not walked."""
    write(tmp_path, "a.html", ".git/b.html", "node_modules/c/README.md", ".d.html", "lantern.egg-info/requires.txt")
    listing = list_files(Folder(tmp_path))
    assert urls(listing) == ["a.html"]


def test_hidden_pages_are_counted(tmp_path: Path) -> None:
    """A file that would be a page but for the dot before its name is counted, and other hidden files are not."""
    write(tmp_path, "a.html", "b/.travis.yml.html", ".nojekyll", ".d/e.html", "_Sidebar.md")
    assert list_files(Folder(tmp_path)).skipped == {"hidden .html": 1}


def test_a_bundle_within_the_folder_is_passed_over(tmp_path: Path) -> None:
    """What an earlier build left below a site is no documentation; the folder itself may hold a bundle."""
    write(tmp_path, "pinax.json", "a.html", "search/pinax.json", "search/b.md")
    listing = list_files(Folder(tmp_path))
    assert urls(listing) == ["a.html"]


def test_what_wikis_show_around_pages_is_passed_over(tmp_path: Path) -> None:
    """Sidebars and footers of wikis are no pages; other names that begin with a line may be."""
    write(tmp_path, "Home.md", "_Sidebar.md", "_Footer.md", "_index.md")
    listing = list_files(Folder(tmp_path))
    assert urls(listing) == ["Home.md", "_index.md"]


def test_a_hidden_source_folder_is_listed(tmp_path: Path) -> None:
    """The rule about hidden folders is about what is below the source, not the source itself."""
    write(tmp_path, ".site/a.html")
    assert urls(list_files(Folder(tmp_path / ".site"))) == ["a.html"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("**/*.html", ["a.html", "b/c.html", "b/d/e.html"]),
        ("*.html", ["a.html"]),
        ("b/**", ["b/c.html", "b/d/e.html", "b/d/f.md"]),
        ("b/", ["b/c.html", "b/d/e.html", "b/d/f.md"]),
        ("b/*", ["b/c.html"]),
        ("**/d/*", ["b/d/e.html", "b/d/f.md"]),
        ("?.html", ["a.html"]),
        ("b/[!d].html", ["b/c.html"]),
        ("**/[e-f].*", ["b/d/e.html", "b/d/f.md"]),
        ("./a.html", ["a.html"]),
        ("A.html", []),
        ("a.htm", []),
    ],
)
def test_include_keeps_only_what_matches(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    """`include` decides which pages are listed; the others are counted as excluded."""
    write(tmp_path, "a.html", "b/c.html", "b/d/e.html", "b/d/f.md")
    listing = list_files(Folder(tmp_path, include=(pattern,)))
    assert (urls(listing), listing.excluded) == (expected, 4 - len(expected))


def test_exclude_wins_over_include(tmp_path: Path) -> None:
    """`exclude` takes away from what `include` lets in."""
    write(tmp_path, "a.html", "genindex.html", "b/genindex-all.html")
    source = Folder(tmp_path, include=("**/*.html",), exclude=("**/genindex*.html",))
    assert urls(list_files(source)) == ["a.html"]


@pytest.fixture(scope="module")
def few_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pages whose names are short."""
    folder = tmp_path_factory.mktemp("few")
    write(folder, "a.md", "b.md", "a/b.md", "a/a/a.md")
    return folder


@given(st.text(max_size=12) | st.text("ab.md/*?[]!^-\\", max_size=12))
def test_any_glob_compiles(few_files: Path, pattern: str) -> None:
    """Whatever the pattern, matching does not fail; a pattern without signs matches itself alone."""
    listing = list_files(Folder(few_files, include=(pattern,)))
    assert len(listing.pages) + listing.excluded == 4
    if pattern and set(pattern) <= set("abmd./") and not pattern.startswith(("/", "./")) and pattern[-1] != "/":
        assert urls(listing) == [url for url in ("a.md", "a/a/a.md", "a/b.md", "b.md") if url == pattern]


@pytest.mark.parametrize(
    ("path", "base_url", "expected"),
    [
        ("library/asyncio.html", "", "library/asyncio.html"),
        ("library/index.html", "", "library/index.html"),
        ("library/index.html", "https://x.org", "https://x.org/library/"),
        ("library/index.html", "https://x.org/3/", "https://x.org/3/library/"),
        ("index.html", "https://x.org/3", "https://x.org/3/"),
        ("myindex.html", "https://x.org/3", "https://x.org/3/myindex.html"),
        ("guide/index.md", "https://x.org/", "https://x.org/guide/index.md"),
        ("a b/ü#?%.html", "https://x.org/", "https://x.org/a%20b/%C3%BC%23%3F%25.html"),
        ("a b/ü.html", "", "a b/ü.html"),
    ],
)
def test_page_url(tmp_path: Path, path: str, base_url: str, expected: str) -> None:
    """A URL is the base URL and the encoded path, or the path verbatim where there is no base URL."""
    write(tmp_path, path)
    assert urls(list_files(Folder(tmp_path, base_url=base_url))) == [expected]


def test_symlink_loop_ends(tmp_path: Path) -> None:
    """A link to a folder above is refused and not followed."""
    write(tmp_path, "a/b.html")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    listing = list_files(Folder(tmp_path))
    assert (urls(listing), reasons(listing)) == (["a/b.html"], [("a/loop/", "symlink")])


def test_link_to_itself_is_refused(tmp_path: Path) -> None:
    """A link that leads to itself leads nowhere."""
    write(tmp_path, "a.html")
    (tmp_path / "self.html").symlink_to("self.html")
    listing = list_files(Folder(tmp_path))
    assert (urls(listing), reasons(listing)) == (["a.html"], [("self.html", "symlink")])


def test_link_inside_the_folder_names_its_target(tmp_path: Path) -> None:
    """A page is listed once; a link to it is refused, says where the page is, and is no page that is missing."""
    write(tmp_path, "a/real.html", "a/draft.html")
    (tmp_path / "alias.html").symlink_to("a/real.html")
    (tmp_path / "latest").symlink_to("a")
    (tmp_path / "left-out.html").symlink_to("a/draft.html")
    listing = list_files(Folder(tmp_path, exclude=("a/draft.html",)))
    assert urls(listing) == ["a/real.html"]
    twins = {rejection.url: rejection.twin for rejection in listing.rejections}
    assert twins == {"alias.html": "a/real.html", "latest/": "a/", "left-out.html": ""}
    assert "a/real.html" in listing.rejections[0].detail


def test_link_that_leads_outside_is_refused(tmp_path: Path) -> None:
    """Nothing outside the source folder is read."""
    write(tmp_path, "secret.html", "..site/x.html", "site/a.html")
    (tmp_path / "site" / "out.html").symlink_to(tmp_path / "secret.html")
    (tmp_path / "site" / "out").symlink_to(tmp_path / "..site")
    listing = list_files(Folder(tmp_path / "site"))
    assert urls(listing) == ["a.html"]
    assert all("outside" in rejection.detail for rejection in listing.rejections)


def test_links_to_other_files_are_no_pages(tmp_path: Path) -> None:
    """A link with another extension is counted like a file with that extension."""
    write(tmp_path, "a.png")
    (tmp_path / "b.png").symlink_to("a.png")
    listing = list_files(Folder(tmp_path))
    assert (listing.skipped, listing.rejections) == ({".png": 2}, ())


def test_file_put_in_place_of_a_link_is_refused(tmp_path: Path) -> None:
    """A link that appears after the listing is not followed either."""
    write(tmp_path, "a.html", "b.html")
    listed, _ = list_files(Folder(tmp_path)).pages
    (tmp_path / "a.html").unlink()
    (tmp_path / "a.html").symlink_to("b.html")
    result = reader(tmp_path)(listed)
    assert isinstance(result, Rejection)
    assert result.reason == "unreadable"


def test_vanished_file_is_unreadable(tmp_path: Path) -> None:
    """A file that is gone when it is to be read is a rejection that does not name the machine's folders."""
    write(tmp_path, "a.html")
    (listed,) = list_files(Folder(tmp_path)).pages
    (tmp_path / "a.html").unlink()
    result = reader(tmp_path)(listed)
    assert result == Rejection("a.html", "crawl", "unreadable", "It cannot be read: No such file or directory.")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden_file_is_unreadable(tmp_path: Path) -> None:
    """A file without read permission is a rejection."""
    write(tmp_path, "a.html")
    (tmp_path / "a.html").chmod(0)
    assert [result.reason for result in crawl(Folder(tmp_path)) if isinstance(result, Rejection)] == ["unreadable"]


def test_folder_that_cannot_be_listed_is_reported(tmp_path: Path) -> None:
    """A folder below the source that cannot be listed, here for its long path, is a rejection; the walk goes on."""
    write(tmp_path, "b/y.html")
    name, folder = "a" * 200, os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):
        os.mkdir(name, dir_fd=folder)
        folder, above = os.open(name, os.O_RDONLY, dir_fd=folder), folder
        os.close(above)
    os.close(folder)
    listing = list_files(Folder(tmp_path))
    (rejection,) = listing.rejections
    assert (urls(listing), rejection.reason, set(rejection.url)) == (["b/y.html"], "unreadable", {"a", "/"})


def test_named_pipe_does_not_block(tmp_path: Path) -> None:
    """Something with a page's name that is no regular file is refused without waiting for it."""
    os.mkfifo(tmp_path / "a.html")
    results = list(crawl(Folder(tmp_path)))
    assert [result.reason for result in results if isinstance(result, Rejection)] == ["unreadable"]


def test_large_file_is_refused_unread(tmp_path: Path) -> None:
    """A file above `max_bytes` is refused; one of exactly that size is read."""
    write(tmp_path, "a.html", content=b"12345")
    write(tmp_path, "b.html", content=b"123456")
    first, second = crawl(Folder(tmp_path, max_bytes=5))
    assert isinstance(first, Fetched)
    assert isinstance(second, Rejection)
    assert (second.reason, "6 bytes" in second.detail) == ("too_large", True)


def test_file_that_grows_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read as it is, even if it was shorter when its size was asked for."""
    write(tmp_path, "a.html", content=b"123456")
    status = os.fstat

    def before(number: int) -> os.stat_result:
        found = status(number)
        return os.stat_result((*found[:6], 2, *found[7:10]))

    monkeypatch.setattr(os, "fstat", before)
    (page,) = crawl(Folder(tmp_path))
    assert isinstance(page, Fetched)
    assert page.content == b"123456"


def test_name_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    """A file name that cannot be written in UTF-8 is refused under a printable name."""
    write(tmp_path, "a.html")
    with open(os.fsencode(tmp_path) + b"/caf\xe9.html", "wb") as file:
        file.write(b"text")
    listing = list_files(Folder(tmp_path, base_url="https://x.org"))
    assert (urls(listing), reasons(listing)) == (["https://x.org/a.html"], [("caf%E9.html", "bad_name")])


def test_name_with_control_characters_is_refused(tmp_path: Path) -> None:
    """A line break in a file name cannot forge a line of a report or of a tool's reply."""
    write(tmp_path, "a\nb.html")
    assert reasons(list_files(Folder(tmp_path))) == [("a%0Ab.html", "bad_name")]


def test_copies_that_generators_keep_are_counted_by_their_folder(tmp_path: Path) -> None:
    """A text that a reader would take is no page in `_sources`, and the count says why; a picture is none anywhere."""
    write(tmp_path, "a.html", "_sources/a.txt", "_sources/a.png", "_static/a.html")
    assert list_files(Folder(tmp_path)).skipped == {".png": 1, ".txt in _sources": 1}


def test_the_source_of_a_page_is_no_page_of_its_own(tmp_path: Path) -> None:
    """Of a text and the HTML of its name only the HTML is a page, unless one asks; a text by itself is one."""
    write(tmp_path, "git-add.html", "git-add.txt", "git-log.adoc", "git-log.html", "notes/plans.txt", "notes/plans.md")
    listing = list_files(Folder(tmp_path))
    assert urls(listing) == ["git-add.html", "git-log.html", "notes/plans.md", "notes/plans.txt"]
    assert [(one.url, one.reason, one.twin) for one in listing.rejections] == [
        ("git-add.txt", "source_of_a_page", "git-add.html"),
        ("git-log.adoc", "source_of_a_page", "git-log.html"),
    ]
    assert len(list_files(Folder(tmp_path, keep_sources=True)).pages) == 6


def test_a_text_stays_of_which_the_page_of_its_name_says_little(tmp_path: Path) -> None:
    """Words of a text that its page does not have, or hides in a comment that never ends, are worth a page."""
    text = b"Shows which commits changed these files last, before another person removed their words again."
    write(tmp_path, "said.txt", "hidden.txt", "other.txt", content=text)
    write(tmp_path, "said.html", content=b"<p>" + text)
    write(tmp_path, "hidden.html", content=b"<p>A manual.<!-- -- --" + text)
    write(tmp_path, "other.html", content=b"<p>A manual of something else that nobody else describes.")
    assert [url for url in urls(list_files(Folder(tmp_path))) if url.endswith("txt")] == [
        "hidden.txt",
        "other.txt",
    ]


def test_content_is_read_as_it_is(tmp_path: Path) -> None:
    """Crawling yields each file's bytes with its URL, path and media type."""
    write(tmp_path, "a/b.md", content=b"\xff\x00text")
    source = Folder(tmp_path, base_url="https://x.org/")
    assert list(crawl(source)) == [Fetched("https://x.org/a/b.md", "a/b.md", b"\xff\x00text", "text/markdown")]


@pytest.mark.parametrize("missing", [True, False])
def test_source_folder_must_be_a_folder(tmp_path: Path, missing: bool) -> None:
    """Only the source folder itself can end a build, and the message says what to check."""
    folder = tmp_path / "docs"
    if not missing:
        folder.write_text("a file")
    with pytest.raises(PlaceError, match="check the path") as raised:
        list_files(Folder(folder))
    assert raised.value.path == folder
