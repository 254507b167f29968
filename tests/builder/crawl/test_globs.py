"""Globs match as people expect, and none takes long, whatever it is tried on."""

from __future__ import annotations

from time import process_time

import pytest

from pinax_builder.configuration import checks
from pinax_builder.crawl.globs import compile_globs


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("**/a/*.md", "a/x.md", True), ("**/a/*.md", "x/a/b/a/x.md", True), ("**/a/*.md", "a/b/x.md", False),
        ("a/**/b/**/c.md", "a/x/b/y/b/c.md", True), ("a/**/b/**/c.md", "a/c.md", False),
        ("*a*b.md", "xaab.md", True), ("*a*b*", "b-a", False), ("*a*/b", "xa/b", True), ("*a*/b", "x/a/b", False),
        ("*[ab]*[!ab].md", "cac.md", True), ("**a/*", "x/ya/b", True), ("docs/", "docs/a/b.md", True),
        ("***/b", "a/b", True),
    ],
)  # fmt: skip
def test_a_glob_matches_whole_paths(pattern: str, path: str, matches: bool) -> None:
    """`*` stays within a name, `**` crosses folders, and what follows either is found wherever it first fits."""
    tried = compile_globs([pattern])
    assert tried is not None
    assert bool(tried.fullmatch(path)) == matches


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/" * 15 + "x.md", "d/" * 25 + "a.md"),
        ("*a" * 13 + "b.md", "a" * 200 + ".md"),
        ("**/a/" * 8 + "x.md", "a/" * 60 + "a.md"),
    ],
)
def test_many_stars_take_no_time(pattern: str, path: str) -> None:
    """A pattern with many stars is tried in less than a second."""
    began = process_time()
    tried = compile_globs([pattern])
    assert tried is not None
    assert not tried.fullmatch(path)
    assert process_time() - began < 1


@pytest.mark.parametrize("pattern", ["/" + "(" * 5_000 + ")" * 5_000 + "/", "/a{4294967295}/", "/(/"])
def test_an_impossible_regular_expression_is_refused(pattern: str) -> None:
    """What Python cannot compile is a mistake in the configuration, however it fails."""
    with pytest.raises(checks.NotAllowed, match="a regular expression between slashes"):
        checks.patterns([pattern])
