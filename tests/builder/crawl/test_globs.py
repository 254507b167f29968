"""Globs match as people expect, and none takes long, whatever it is tried on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinax_builder.configuration import docset_config
from pinax_builder.crawl import Folder, list_files
from pinax_builder.errors import ConfigError
from scaling import assert_in_proportion


def matches(folder: Path, pattern: str, path: str) -> bool:
    """Tell whether a pattern lets in the one file of a folder."""
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).touch()
    listing = list_files(Folder(folder, include=(pattern,)))
    assert len(listing.pages) + listing.excluded == 1
    return bool(len(listing.pages))


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("**/a/*.md", "a/x.md", True), ("**/a/*.md", "x/a/b/a/x.md", True), ("**/a/*.md", "a/b/x.md", False),
        ("a/**/b/**/c.md", "a/x/b/y/b/c.md", True), ("a/**/b/**/c.md", "a/c.md", False),
        ("*a*b.md", "xaab.md", True), ("*a*b*", "b-a.md", False), ("*a*/b.md", "xa/b.md", True),
        ("*a*/b.md", "x/a/b.md", False), ("*[ab]*[!ab].md", "cac.md", True), ("**a/*", "x/ya/b.md", True),
        ("docs/", "docs/a/b.md", True), ("***/b.md", "a/b.md", True),
    ],
)  # fmt: skip
def test_a_glob_matches_whole_paths(tmp_path: Path, pattern: str, path: str, *, expected: bool) -> None:
    """`*` stays within a name, `**` crosses folders, and what follows either is found wherever it first fits."""
    assert matches(tmp_path, pattern, path) == expected


@pytest.mark.parametrize(
    ("piece", "end", "path"),
    [("**/", "x.md", "d/" * 25 + "a.md"), ("*a", "b.md", "a" * 200 + ".md"), ("**/a/", "x.md", "a/" * 60 + "a.md")],
)
def test_many_stars_take_no_time(tmp_path: Path, piece: str, end: str, path: str) -> None:
    """A pattern with many stars is tried in a time that grows with their number, not with its powers."""
    assert_in_proportion(lambda n_stars: matches(tmp_path, piece * n_stars + end, path), 16)
    assert not matches(tmp_path, piece * 16 + end, path)


@pytest.mark.parametrize("pattern", ["/" + "(" * 5_000 + ")" * 5_000 + "/", "/a{4294967295}/", "/(/"])
def test_an_impossible_regular_expression_is_refused(pattern: str) -> None:
    """What Python cannot compile is a mistake in the configuration, however it fails."""
    with pytest.raises(ConfigError, match="a regular expression between slashes"):
        docset_config({"path": "docs", "include": pattern}, Path())
