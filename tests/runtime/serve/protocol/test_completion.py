"""Completion of what a person types: docsets, pages, sections."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from mcp_types import PromptReference, ResourceTemplateReference

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import CountingSource, FolderSource, Library, MemorySource, open_bundle, open_library
from pinax_runtime.server import Served
from runtime.serve.protocol.conftest import ask

LANTERN = {"docs": "lantern"}
MAX_VALUES = 100


def complete(library: Library, argument: str, typed: str, known: Mapping[str, str], *, as_ids: bool) -> list[str]:
    """Complete what was typed for an argument of a prompt, which takes ids, or of a template, which takes paths."""
    prompt, template = PromptReference(name="read"), ResourceTemplateReference(uri="docs://{docs}/{+page}")
    given = {"name": argument, "value": typed}
    asked = ask(Served(library), lambda client: client.complete(prompt if as_ids else template, given, dict(known)))
    return asked.completion.values


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", ["lantern", "lantern-api", "patched", "world"]),
        ("LAN", ["lantern", "lantern-api"]),
        ("api", ["lantern-api"]),
        ("x", []),
    ],
)
def test_docsets(library: Library, typed: str, names: list[str]) -> None:
    """Docsets are completed by the start of their names, then by a part, in any case."""
    assert complete(library, "docs", typed, {}, as_ids=False) == names


@pytest.mark.parametrize(
    "typed", ["guide/s", "/guide/s", "lantern:guide/s", "https://lantern.example.org/docs/guide/s"]
)
def test_pages_by_the_start_of_an_address(library: Library, typed: str) -> None:
    """A page is completed from its path, its id or its URL: to an id for prompts, to a path for templates."""
    assert complete(library, "page", typed, {}, as_ids=True) == ["lantern:guide/schedules.md"]
    assert complete(library, "page", typed, LANTERN, as_ids=False) == ["guide/schedules.md"]


def test_pages_of_a_docset(library: Library) -> None:
    """Where a docset is known, only its pages are given; in URL order."""
    pages = complete(library, "page", "", LANTERN, as_ids=False)
    assert len(pages) == 18
    assert pages == sorted(pages)
    assert complete(library, "page", "https://lantern.example.org/api/", LANTERN, as_ids=True) == []


def test_pages_by_their_words(library: Library) -> None:
    """What no address starts with is searched for."""
    assert complete(library, "page", "clock changes", LANTERN, as_ids=True)[0] == "lantern:guide/schedules.md"
    assert complete(library, "page", "clock changes", LANTERN, as_ids=False)[0] == "guide/schedules.md"
    assert complete(library, "page", "clock changes", {"docs": "nope"}, as_ids=True) == []


def test_sections(library: Library) -> None:
    """A section of the page that is known is completed by its anchor, then by its title."""
    known = {**LANTERN, "page": "guide/schedules.md"}
    assert complete(library, "section", "#cl", known, as_ids=False) == ["clock-changes"]
    assert complete(library, "section", "times of", known, as_ids=False) == ["at"]
    assert complete(library, "section", "c", {}, as_ids=False) == []
    assert complete(library, "section", "c", {**LANTERN, "page": "nope"}, as_ids=False) == []


def test_what_is_not_completed(library: Library) -> None:
    """Of other arguments nothing is known."""
    assert complete(library, "question", "how", {}, as_ids=True) == []


def test_values_are_bounded() -> None:
    """At most 100 values are given."""
    docset = MadeDocset("many", [MadePage(f"p{n:03}.md", "Page") for n in range(MAX_VALUES + 20)])
    library = open_library([MemorySource(make_bundle([docset]))])
    assert len(complete(library, "page", "p", {}, as_ids=True)) == MAX_VALUES


def test_completing_reads_little(location: Path) -> None:
    """To complete a path, a manifest and the packs around it are read, not every page."""
    counted = CountingSource(FolderSource(location))
    complete(open_bundle(counted), "page", "guide/s", LANTERN, as_ids=False)
    assert len(counted.names) <= 4
