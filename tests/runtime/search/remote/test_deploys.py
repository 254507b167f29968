"""A server whose bundle is being replaced, in whatever order."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, make_bundle
from pinax_runtime.bundle.remote import FileCache
from pinax_runtime.format import ENTRY
from pinax_runtime.search import Library, MemorySource, Shelf, open_library
from pinax_runtime.tools import call_tool
from runtime.search.folders import build_of
from runtime.search.remote.served import ServedBundle

OLD, NEW = build_of("alpha", 6), build_of("beta", 7)
NAMES = sorted({*OLD, *NEW} - {ENTRY})
CALLS = (
    ("search_pages", {"query": "told full"}),
    ("search_documents", {"query": "alpha beta page"}),
    ("get_page", {"url": "p2.md"}),
    ("get_tree", {"doc_id": "guide:p3.md"}),
    ("list_documents", {}),
    ("list_docs", {}),
)


@pytest.fixture(scope="module")
def server() -> Iterator[ServedBundle]:
    with ServedBundle(OLD) as server:
        yield server


def replies(library: Library | Shelf) -> list[str]:
    return [call_tool(library, name, arguments).text for name, arguments in CALLS]


EXPECTED = [replies(open_library([MemorySource(build)])) for build in (OLD, NEW)]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([OLD, NEW]), st.sets(st.sampled_from(NAMES)))
def test_half_a_deploy_gives_no_wrong_answer(server: ServedBundle, entry: dict[str, bytes], gone: set[str]) -> None:
    """With either entry and any files of both builds, a reply is one of either build, or an error that names a file."""
    server.files = dict(OLD)
    shelf = Shelf([server.source()])
    server.files = {name: data for name, data in {**OLD, **NEW}.items() if name not in gone} | {ENTRY: entry[ENTRY]}
    for at, reply in enumerate(replies(shelf)):
        if reply not in (EXPECTED[0][at], EXPECTED[1][at]):
            error = json.loads(reply)["error"]
            assert error["code"] == "fetch_failed"
            assert any(name in error["message"] for name in gone)


def test_what_is_kept_outlives_a_deploy(server: ServedBundle, cache: FileCache) -> None:
    """A reader with the old build in its cache goes on answering from it while the new one is not whole."""
    server.files = dict(OLD)
    assert replies(Shelf([server.source(cache)])) == EXPECTED[0]
    shelf = Shelf([server.source(cache)])
    server.files = {ENTRY: NEW[ENTRY]}
    shelf.refresh()
    assert replies(shelf) == EXPECTED[0]
    server.files = dict(NEW)
    shelf.refresh()
    assert replies(shelf) == EXPECTED[1]


def test_an_entry_that_comes_before_its_files_costs_no_answer() -> None:
    """Where the entry brings the manifests, only a question finds a file missing: the build before answers it."""

    def bundle(word: str) -> dict[str, bytes]:
        docset = MadeDocset("docs", [MadePage("a.md", f"About {word}", f"{word} told in full")])
        return make_bundle([docset], cutting=Cutting(brings_manifests=True))

    def ask(shelf: Shelf) -> list[str]:
        return [hit.title for hit in shelf.ask(lambda library: library.search("told in full")).hits]

    old, new = bundle("alpha"), bundle("beta")
    with ServedBundle(old) as server:
        shelf = Shelf([server.source()])
        assert ask(shelf) == ["About alpha"]
        server.files = {**old, ENTRY: new[ENTRY]}
        shelf.refresh()
        assert ask(shelf) == ["About alpha"]
        server.files = dict(new)
        assert ask(shelf) == ["About beta"]
