"""Golden bundles of every version are opened for ever, by a reader that was written from the page alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.format import FORMAT
from pinax_runtime.text import analyzer
from spec_reader import SpecReader

BUNDLES = sorted((Path(__file__).parents[1] / "data" / "bundles").glob("v*/"))


@pytest.fixture(params=BUNDLES, ids=lambda bundle: bundle.name)
def golden(request: pytest.FixtureRequest) -> tuple[SpecReader, dict[str, Any]]:
    """A golden bundle and what it must answer."""
    answers = json.loads(request.param.with_name(f"{request.param.name}.answers.json").read_text("utf-8"))
    return SpecReader(request.param), answers


def segments(reader: SpecReader) -> list[dict[str, Any]]:
    """Return the manifests of all segments."""
    return [segment for docset in reader.entry["docsets"] for segment in reader.segments(docset["name"])]


def test_there_is_one_of_each_version() -> None:
    """Each version's bundle is there, small enough to be kept in version control."""
    assert [bundle.name for bundle in BUNDLES] == [f"v{version}" for version in range(1, FORMAT + 1)]
    for bundle in BUNDLES:
        assert sum(path.stat().st_size for path in bundle.rglob("*.*")) < 200_000


def test_the_second_reader_reads_nothing_of_ours() -> None:
    """It imports nothing but the standard library and the two codecs."""
    source = (Path(__file__).parents[1] / "spec_reader.py").read_text("utf-8")
    assert not re.search(r"^\s*(?:import|from) pinax", source, re.M)


def test_every_file_has_its_name(golden: tuple[SpecReader, dict[str, Any]]) -> None:
    """Every file is verified, led to, and there are no others; counts add up."""
    reader, _ = golden
    opened = {segment["name"] for docset in reader.entry["docsets"] for segment in docset["segments"]}
    for docset in reader.entry["docsets"]:
        manifests = list(reader.segments(docset["name"]))
        lengths = [reader.open(segment["lengths"][0].hex(), "lengths")["sections"] for segment in manifests]
        counted = [
            [n for number, n in enumerate(of_pages) if number not in segment["deleted"]]
            for segment, of_pages in zip(manifests, lengths, strict=True)
        ]
        assert sum(segment["pages"] - len(segment["deleted"]) for segment in manifests) == docset["pages"]
        assert sum(map(sum, counted)) == docset["sections"]
        for segment in manifests:
            files = list(reader.files(segment))
            assert {kind for kind, _ in files} >= {"lengths", "terms", "positions", "pages", "texts"}
            opened |= set(reader.names(segment))
    assert {path.name.split(".")[0] for path in (reader.folder / "files").iterdir()} == opened


def test_pages_and_texts_are_those_of_the_answers(golden: tuple[SpecReader, dict[str, Any]]) -> None:
    """Each page is found by URL, with its title, facets, outline and text."""
    reader, answers = golden
    seen = set()
    for segment in segments(reader):
        for url, expected in answers["pages"].items():
            found = reader.page(segment, url)
            if found is None:
                continue
            first, page = found
            outline = zip(page["depths"], page["kinds"], page["anchors"], page["titles"], strict=True)
            assert [list(section) for section in outline] == expected["sections"]
            assert (page["title"], page["facets"]) == (expected["title"], expected["facets"])
            texts = [reader.text(segment, first + at).strip("\n") for at in range(len(page["anchors"]))]
            assert "\n\n".join(text for text in texts if text) == answers["texts"][url]
            seen.add(url)
    assert seen == answers["pages"].keys()


def test_deleted_pages_are_there_and_not_found(golden: tuple[SpecReader, dict[str, Any]]) -> None:
    """A docset has pages that changed, moved and went since its first segment was written."""
    reader, answers = golden
    deleted = [number for segment in segments(reader) for number in segment["deleted"]]
    assert len(deleted) >= 2
    assert "gone.md" not in answers["pages"]
    assert "says something else now" in answers["texts"]["changed.md"]


def test_terms_lead_to_the_pages_of_the_answers() -> None:
    """A word, as the segment's analyzer makes it, is in the sections of exactly the pages that it finds."""
    suite = json.loads((BUNDLES[0].parents[1] / "conformance" / "cases.json").read_text("utf-8"))
    cases = [case for case in suite["cases"] if case["kind"] == "golden" and len(case["hits"]) < 10]
    words = {case["query"].strip(): sorted(hit[1] for hit in case["hits"]) for case in cases}
    words = {word: urls for word, urls in words.items() if word.isalpha() or word == "->"}
    assert len(words) >= 10
    reader = SpecReader(BUNDLES[0])
    for word, urls in words.items():
        assert sorted(url for segment in segments(reader) for url in _pages_with(reader, segment, word)) == urls, word


def _pages_with(reader: SpecReader, segment: dict[str, Any], word: str) -> set[str]:
    """Return the URLs of a segment's pages that have the first word of a text, in any of its spellings."""
    run = next(analyzer(segment["analyzer"].partition(":")[2]).runs(word))
    sections = {
        section for term in run.parts[0] for by_section in reader.term(segment, term).values() for section in by_section
    }
    urls, first, packs = set(), 0, (value["pages"] for kind, value in reader.files(segment) if kind == "pages")
    for number, page in enumerate(page for pack in packs for page in pack):
        here = range(first, first := first + len(page["anchors"]))
        urls |= {page["url"]} if sections & set(here) and number not in segment["deleted"] else set()
    return urls


def test_a_changed_file_is_refused(golden: tuple[SpecReader, dict[str, Any]], tmp_path: Path) -> None:
    """The second reader finds damage as the first one does."""
    reader, _ = golden
    (tmp_path / "files").mkdir()
    for path in reader.folder.rglob("*.*"):
        data = path.read_bytes()
        (tmp_path / path.relative_to(reader.folder)).write_bytes(
            data if path.name == "pinax.json" else bytes([data[0] ^ 1, *data[1:]])
        )
    with pytest.raises(ValueError, match="is damaged"):
        segments(SpecReader(tmp_path))
