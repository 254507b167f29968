"""Folders of source code: what is listed beside documentation, and what its owners leave out."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lacking import skip
from pinax_builder.crawl import Folder, Listing, list_files
from scaling import assert_in_proportion


def tree(folder: Path, *paths: str, **texts: str) -> Path:
    """Write files; a keyword is the text of the `.gitignore` of a folder (`top` for the folder itself)."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("text", encoding="utf-8")
    for name, text in texts.items():
        (folder / ("" if name == "top" else name) / ".gitignore").write_text(text, encoding="utf-8")
    return folder


def listed(folder: Path, *, code: bool = True) -> Listing:
    return list_files(Folder(folder, code=code))


def urls(listing: Listing) -> list[str]:
    return [file.url for file in listing.pages]


def test_source_code_is_listed_where_it_is_asked_for(tmp_path: Path) -> None:
    """Code, headers and other texts are pages beside HTML and Markdown; without the option they are passed over."""
    tree(tmp_path, "a.py", "auth.h", "auth.cc", "Makefile", "guide.md", "api.html", "logo.png", "schema.sql")
    found = listed(tmp_path)
    assert urls(found) == ["Makefile", "a.py", "api.html", "auth.cc", "auth.h", "guide.md", "schema.sql"]
    assert found.skipped == {".png": 1}
    assert found.unread == {".png": ("logo.png",)}
    assert urls(listed(tmp_path, code=False)) == ["api.html", "guide.md"]


def test_a_script_without_an_extension_is_source_code(tmp_path: Path) -> None:
    """Its first line names a program whose language has a grammar; a file without such a line is none."""
    tree(tmp_path, "LICENSE")
    for name, line in {
        "test": "#!/bin/bash",
        "run": "#!/usr/bin/env -S python3.11 -u",
        "old": "#!/usr/bin/perl",
    }.items():
        (tmp_path / name).write_text(f"{line}\necho\n", encoding="utf-8")
    found = listed(tmp_path)
    assert urls(found) == ["run", "test"]
    assert found.unread == {"(none)": ("LICENSE", "old")}
    assert not urls(listed(tmp_path, code=False))


def test_documents_are_what_they_are_without_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code does not change what reads a document, nor whether that is installed: only running text stays a text."""
    tree(tmp_path, "a.md", "b.rst", "c.adoc", "d.html", "e.pdf", "f.txt", "openapi.yaml")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("pinax_builder.formats.find_spec", lambda module: None)
    alone, beside_code = (
        {page.url: page.media_type for page in listed(tmp_path, code=code).pages} for code in (False, True)
    )
    assert beside_code == {**alone, "f.txt": "text/plain"}


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ("*.log.py\nbuild/\n", ["src/a.py", "src/keep.log.txt"]),
        ("/src/a.py\n", ["build/x.py", "src/b.log.py", "src/keep.log.txt"]),
        ("*.py\n!a.py\n", ["src/a.py", "src/keep.log.txt"]),
        ("src\n!src/a.py\n", ["build/x.py"]),
        ("src//\n", ["build/x.py", "src/a.py", "src/b.log.py", "src/keep.log.txt"]),
        ("# only a comment\n\n", ["build/x.py", "src/a.py", "src/b.log.py", "src/keep.log.txt"]),
    ],
)
def test_gitignore_is_honored(tmp_path: Path, rules: str, kept: list[str]) -> None:
    """Patterns leave out files and whole folders, `!` brings back a file but nothing below an ignored folder."""
    tree(tmp_path, "src/a.py", "src/b.log.py", "src/keep.log.txt", "build/x.py", top=rules)
    assert urls(listed(tmp_path)) == kept


PIECES = st.sampled_from(["a", "b", "*", "**", "/", "?", "[ab]", "[!a]", "[^b]", "\\", " ", ".md", "c."])
LINE = st.tuples(st.sampled_from(["", "!", "/"]), st.lists(PIECES, min_size=1, max_size=5), st.sampled_from(["", "/"]))
# Git 2.39 takes `a**//` for `a/`, against its manual: stars beside letters match no slash.
WRITTEN = LINE.map(lambda line: line[0] + "".join(line[1]) + line[2]).filter(lambda line: not line.endswith("**//"))
LINES = st.lists(WRITTEN, min_size=1, max_size=4)
TREE = ("a/a.md", "a/b/a.md", "a/b/x b.md", "a/c.a/ab.md", "ab/b.md", "b.md", "b/a/b/c.md", "c. a/a.md")


@given(LINES, LINES)
@settings(max_examples=50, deadline=None)
def test_what_git_ignores_is_ignored(top: list[str], deeper: list[str]) -> None:
    """Any two `.gitignore` files, one above the other, leave out the files that git says."""
    if shutil.which("git") is None:
        skip("git is not installed")
    with TemporaryDirectory() as name:
        folder = tree(Path(name), *TREE, top="\n".join(top), a="\n".join(deeper))
        subprocess.run(["git", "init", "-q", folder], check=True)
        asked = ["git", "-C", folder, "check-ignore", "--no-index", "-z", "--stdin"]
        said = subprocess.run(asked, input="\0".join(TREE), capture_output=True, text=True, check=False)
        assert urls(listed(folder)) == sorted({*TREE} - {*said.stdout.split("\0")})


@pytest.mark.parametrize("piece", ["*a", "**/", "?*"])
def test_a_hostile_gitignore_takes_no_time(tmp_path: Path, piece: str) -> None:
    """A pattern with many stars is tried in a time that grows with their number, not with its powers."""
    name = "a" * 200 + ".md"

    def is_kept(n_stars: int) -> bool:
        return urls(listed(tree(tmp_path, name, top=f"{piece * n_stars}b.md\n"))) == [name]

    assert_in_proportion(is_kept, 16)
    assert is_kept(16)


def test_a_deeper_gitignore_decides(tmp_path: Path) -> None:
    """A folder's own rules hold below it, before those above; they hold nowhere else."""
    tree(
        tmp_path, "src/a.gen.py", "src/b.py", "other/a.gen.py", "other/b.py", top="*.gen.py\n", src="!*.gen.py\nb.py\n"
    )
    found = listed(tmp_path)
    assert urls(found) == ["other/b.py", "src/a.gen.py"]
    assert found.ignored == 2


def test_documentation_alone_takes_no_notice_of_gitignore(tmp_path: Path) -> None:
    """Built documentation usually lies in an ignored folder, and is what was asked for."""
    tree(tmp_path, "site/index.html", top="site/\n")
    assert urls(listed(tmp_path, code=False)) == ["site/index.html"]


@pytest.mark.parametrize("folder", ["vendor", "third_party", "site-packages", "my-env"])
def test_folders_of_other_projects_are_rejected(tmp_path: Path, folder: str) -> None:
    """Copies and virtual environments are left out with a reason; the folder that is asked for itself is not judged."""
    tree(tmp_path, "a.py", f"{folder}/x/b.py")
    if folder == "my-env":
        tree(tmp_path, f"{folder}/pyvenv.cfg")
    found = listed(tmp_path)
    assert urls(found) == ["a.py"]
    assert [(rejection.url, rejection.reason) for rejection in found.rejections] == [(f"{folder}/", "vendored")]
    assert "docset of its own" in found.rejections[0].detail
    assert urls(listed(tmp_path / folder / "x")) == ["b.py"]


def test_a_gitignore_that_cannot_be_read_leaves_nothing_out(tmp_path: Path) -> None:
    """A folder, a link or a named pipe of that name, and one of megabytes, are passed over."""
    tree(tmp_path, "a/x.py", "b/x.py", "c/x.py", "d/x.py")
    (tmp_path / "a" / ".gitignore").mkdir()
    (tmp_path / "b" / ".gitignore").symlink_to("/etc/hostname")
    (tmp_path / "c" / ".gitignore").write_text("*.py\n" * 300_000, encoding="utf-8")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "d" / ".gitignore")
    assert urls(listed(tmp_path)) == ["a/x.py", "b/x.py", "c/x.py", "d/x.py"]
