"""Acronyms that pages explain, and where expressions are filed that stand for others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from builder.made_pages import files, page, pages, parts, written
from pinax_builder.columns import Block
from pinax_builder.records import Page
from pinax_builder.segment import add_synonyms, explained_acronyms
from pinax_runtime.format import BODY, DESCRIPTION, HEADINGS, MAX_PAIRS, TITLE, TITLED, wire

DOCUMENT = (Path(__file__).parent / "cases" / "acronyms.md").read_text("utf-8")
CASES = re.findall(r"^## ([^\n]*)\n\n```text\n(.*?)```\n\n```found\n(.*?)```", DOCUMENT, re.M | re.S)


def acronyms(text: str, folder: Path) -> set[tuple[str, str]]:
    """Return what a page of a text explains: short and long forms."""
    (part,) = parts([page("a.md", text)], folder)
    return {(short, long) for summary in part.pages for short, long in summary.acronyms}


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_acronyms_are_found_where_they_are_explained(text: str, found: str, tmp_path: Path) -> None:
    """Each case of cases/acronyms.md finds what it says, and nothing else."""
    expected = set(found.splitlines()) - {"nothing"}
    assert {f"{short} = {long}" for short, long in acronyms(text, tmp_path)} == expected


def test_the_document_is_read_whole() -> None:
    """No case of the document is passed over."""
    assert len(CASES) == DOCUMENT.count("\n## ") == 8


def test_work_grows_with_the_text(tmp_path: Path) -> None:
    """Text that is made to mislead is gone through like any other: each bracket looks at a bounded stretch."""
    hostile = "aa aa aa aa aa aa aa aa (AAAAAAAAAA) " * 2_000
    assert {short for short, _ in acronyms(hostile, tmp_path)} == {"AAAAAAAAAA"}


def by_field(table: Block, at: int) -> dict[int, dict[int, int]]:
    """Return field → section → frequency of a key of a table."""
    (rows,) = table.cut(at, at + 1).groups
    found: dict[int, dict[int, int]] = {}
    for field, section, count in zip(*(column.tolist() for column in rows.columns), strict=True):
        found.setdefault(field, {})[section] = count
    return found


def filed(given: Sequence[Page], pairs: Sequence[tuple[str, str]], folder: Path) -> dict[str, object]:
    """Return what is filed under each expression: key → field → section → frequency."""
    found: dict[str, object] = {}
    for part in parts(given, folder):
        filled = add_synonyms(part, pairs)
        if filled.synonyms:
            tables = [Block.from_wire(value) for _, _, value in wire.decode_stream(filled.synonyms)]
            found |= {key: by_field(table, at) for table in tables for at, key in enumerate(table.keys)}
    return found


def test_each_is_filed_under_the_other(tmp_path: Path) -> None:
    """A word is filed where it stands, in any field; several where they stand side by side, in text that is shown."""
    one = page("a.md", "The CDN is a content delivery network. A CDN. Network content.")
    other = page("cdn.md", "Nothing.")
    assert filed([one, other], [("CDN", "Content-Delivery Networks")], tmp_path) == {
        "cdn = content deliveri network": {BODY: {0: 1}},
        "content deliveri network = cdn": {
            TITLE: {2: 1}, HEADINGS: {3: 1}, BODY: {0: 2, 3: 1}, DESCRIPTION: {2: 1}, 5: {2: 1}, 6: {3: 1},
            TITLED: {2: 2, 3: 2},
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    "pairs",
    [[], [("CDN", "cdn")], [("", "x")], [("a b c d e f g h i", "x")], [("y" * 65, "x")], [("nowhere", "never")]],
)
def test_what_cannot_be_asked_for_is_not_filed(pairs: list[tuple[str, str]], tmp_path: Path) -> None:
    """Equal, empty and very long expressions have no entries, nor have those that stand nowhere."""
    assert filed([page("a.md", "a b c d e f g h i x CDN")], pairs, tmp_path) == {}


def test_pairs_are_bounded(tmp_path: Path) -> None:
    """A segment takes so many pairs and no more, the first of them."""
    pairs = [(f"w{n}", "text") for n in range(MAX_PAIRS + 5)]
    assert len(filed([page("a.md", "text")], pairs, tmp_path)) == MAX_PAIRS


def test_the_acronyms_of_most_pages_come_first(tmp_path: Path) -> None:
    """Pages count, not mentions; what only pages say that are dropped is not known."""
    texts = ["Red Rich Rug (RRR). " * 3, "Blue Big Bag (BBB).", "Blue Big Bag (BBB)."]
    (part,) = parts([page(f"p{n}.md", text) for n, text in enumerate(texts)], tmp_path)
    assert explained_acronyms(part.pages) == [("BBB", "Blue Big Bag"), ("RRR", "Red Rich Rug")]
    assert explained_acronyms(part.pages[:1]) == [("RRR", "Red Rich Rug")]


@pytest.mark.parametrize("batch", [1, 3, 50])
def test_how_pages_are_batched_changes_nothing(batch: int, tmp_path: Path) -> None:
    """However many parts the pages come in, synonyms are the same bytes."""
    given = [*pages(12), page("x.md", "a common text"), page("y.md", "CT and CT")]
    pairs = [("CT", "common text"), ("word3", "word4")]
    written(given, tmp_path / "whole", tmp_path / "w", synonyms=pairs)
    written(given, tmp_path / "batched", tmp_path / "b", batch=batch, synonyms=pairs)
    assert files(tmp_path / "batched") == files(tmp_path / "whole")
    written(given, tmp_path / "without", tmp_path / "o")
    assert files(tmp_path / "without") != files(tmp_path / "whole")
