"""pinax-runtime golden, and what a golden query is."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pinax_runtime.format import ENTRY, CorruptFileError, Entry, Golden
from pinax_runtime.search import ask_golden, open_bundle

SECTION = "https://lantern.example.org/docs/guide/schedules.md#clock-changes"


@pytest.mark.parametrize(
    ("golden", "rank"),
    [
        (Golden("clock changes", SECTION), 2),
        (Golden("clock changes", "guide/schedules.md"), 2),
        (Golden("clock changes", "guide/schedules/#clock-changes", docs="lantern"), 1),
        (Golden("clock changes", "schedules.md#clock-changes", docs="lantern"), 1),
        (Golden("clock changes", "guide/schedules.md#no-such"), 0),
        (Golden("clock changes", "chedules.md"), 0),
        (Golden("clock changes", "guide/schedules.md", docs="no-such"), 0),
        (Golden("zzzxqq", "guide/schedules.md"), 0),
    ],
)
def test_what_answers_a_query(location: Path, golden: Golden, rank: int) -> None:
    """A page by its URL or the end of it, a section by its fragment; in the docset that is named."""
    (outcome,) = ask_golden(open_bundle(location), [golden])
    assert outcome.rank == rank


def test_what_was_found_instead_is_named_shortly(location: Path) -> None:
    """As the paths of its docset, which a query may expect."""
    (outcome,) = ask_golden(open_bundle(location), [Golden("clock changes", "none.md")])
    assert "guide/schedules.md#clock-changes" in outcome.found


def test_all_that_was_found_instead_is_said(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """Who reads that a page is not among the first five sees all five."""
    bundle = tmp_path / "bundle"
    shutil.copytree(location, bundle)
    entry = Entry.from_bytes((bundle / ENTRY).read_bytes(), "here")
    (bundle / ENTRY).write_bytes(replace(entry, golden=(Golden("job", "none.md"),)).to_bytes())
    assert run("golden", bundle).out.partition("found were ")[2].partition(". ")[0].count(", ") == 4


def test_outcomes_as_reports(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """JUnit has a failure with the reason, Markdown a row; markup in a query harms neither."""
    bundle, junit, table = tmp_path / "bundle", tmp_path / "golden.xml", tmp_path / "golden.md"
    shutil.copytree(location, bundle)
    entry = Entry.from_bytes((bundle / ENTRY).read_bytes(), "here")
    asked = (Golden("clock changes", SECTION), Golden("<a> | \x01", "none.md"))
    (bundle / ENTRY).write_bytes(replace(entry, golden=asked).to_bytes())
    ended = run("golden", bundle, "--junit", junit, "--markdown", table)
    reason, count = ended.out.splitlines()
    assert (ended.code, ended.err) == (1, "")
    assert reason.startswith("'<a> | ': none.md is not among the first 5; ")
    assert count == "1 of 2 golden queries answered"
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite.iter("testcase")] == ["clock changes", "<a> | "]
    rows = table.read_text("utf-8").splitlines()
    assert rows[0] == "## Golden queries: 1 of 2 answered"
    assert rows[4].startswith("| **no** | <a> \\| ")


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("guide/schedules.md#clock-change", ". No section '#clock-change' in lantern:guide/schedules.md. Did you mean"),
        ("guide/schedule.md", ". No page 'guide/schedule.md' in the bundle. Did you mean "),
        ("schedules.md", ""),
    ],
)
def test_what_is_not_there_is_named(
    run: Callable[..., Any], location: Path, tmp_path: Path, expected: str, said: str
) -> None:
    """A query that expects a page or section that is not there says so; the end of an address is one that is."""
    bundle = tmp_path / "bundle"
    shutil.copytree(location, bundle)
    entry = Entry.from_bytes((bundle / ENTRY).read_bytes(), "here")
    (bundle / ENTRY).write_bytes(replace(entry, golden=(Golden("zzzxqq", expected),)).to_bytes())
    first, _, rest = run("golden", bundle).out.partition("nothing was found")
    assert first
    assert rest.startswith(said or "\n")


def test_a_bundle_without_queries_passes(run: Callable[..., Any], location: Path) -> None:
    """There is nothing to fail."""
    ended = run("golden", location)
    assert (ended.code, ended.out) == (0, "0 of 0 golden queries answered\n")


def test_queries_travel_in_the_entry() -> None:
    """What is written is read, and bundles without queries have no such member."""
    entry = Entry(())
    assert b"golden" not in entry.to_bytes()
    asked = replace(entry, golden=(Golden("a", "b"), Golden("c", "d#e", "f", 3)))
    assert Entry.from_bytes(asked.to_bytes(), "here") == asked


@pytest.mark.parametrize(
    "golden",
    [
        Golden("", "b"),
        Golden("a", " "),
        Golden("a", "b", within=0),
        Golden("a" * 1_001, "b"),
        Golden("a", "b", "", 101),
    ],
)
def test_a_query_out_of_bounds_is_refused(golden: Golden) -> None:
    """A reader takes no query without words or of any length."""
    with pytest.raises(CorruptFileError):
        Entry.from_bytes(Entry((), golden=(golden,)).to_bytes(), "here")
