"""The versions that a project uses come first."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Library, MemorySource, Shelf
from pinax_runtime.server import Served, make_server
from pinax_runtime.tools import call_tool


def docset(name: str, version: str, words: str = "about sessions and their timeout") -> MadeDocset:
    return MadeDocset(name, [MadePage("sessions.md", "Sessions", words)], version=version)


def library(*docsets: MadeDocset, packages: dict[str, list[str]]) -> Library:
    return Shelf([MemorySource(make_bundle(docsets))], packages=lambda: packages).library


@pytest.mark.parametrize(("used", "first"), [("1.26.18", "urllib3-1"), ("2.2.1", "urllib3-2")])
def test_the_version_in_use_comes_first(used: str, first: str) -> None:
    """Of two versions of one manual, that of the project's version is found first; the other is still found."""
    made = library(docset("urllib3-1", "1.26"), docset("urllib3-2", "2.2"), packages={"urllib3": [used]})
    hits = made.search("session timeout").hits
    assert [hit.docset for hit in hits][0] == first
    assert {hit.docset for hit in hits} == {"urllib3-1", "urllib3-2"}


def test_another_version_is_said() -> None:
    """`list_docs` and the instructions name both versions; nothing is said where they are the same."""
    made = library(docset("click", "7.1.2"), docset("requests", "2.32"), packages={"click": ["8.1.7"]})
    note = "the project uses 8.1.7; this documents 7.1.2"
    assert note in make_server(Served(made)).instructions
    assert f'"notice":"{note}"' in call_tool(made, "list_docs").text
    assert '"version":"2.32"' in call_tool(made, "list_docs").text
    assert made.docsets["requests"].note == ""


def test_other_docsets_keep_their_scores() -> None:
    """What is no package of the project, or says no version, ranks as without a lockfile."""
    docsets = (docset("guide", "3.0"), docset("click", ""), docset("attrs-docs", "24.1"))
    before = library(*docsets, packages={}).search("session timeout").hits
    after = library(*docsets, packages={"click": ["8.1.7"], "attrs": ["23.2"]}).search("session timeout").hits
    assert [(hit.docset, hit.score) for hit in before] == [(hit.docset, hit.score) for hit in after]


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Zope.Interface", "zope-interface"),
        ("django-5.0", "django"),
        ("django-docs-5.0", "django"),
        ("python_dateutil", "python-dateutil"),
        ("babel-core", "babel-core"),
        ("react-v18", "react"),
        ("urllib3", "urllib3"),
        ("py3.11.requests", ""),
    ],
)
def test_a_docset_is_found_by_its_name(name: str, package: str) -> None:
    """Versions and words for documentation at the end of a name do not count."""
    made = library(docset(name, "1.0"), packages={package or "requests": ["2.0"]})
    assert bool(made.docsets[name].note) == bool(package)


@pytest.mark.parametrize(
    ("documented", "used", "nearest"),
    [
        (["1.0", "2.31", "2.32"], "2.32.3", ["2.32"]),
        (["2.x", "1.x"], "2.32.3", ["2.x"]),
        (["1.0", "3.0"], "4.2", ["3.0"]),
        (["8.1", "8.3"], "8.2", ["8.1", "8.3"]),
        (["3.1", "3.12"], "3.12.4", ["3.12"]),
        (["stable", "7"], "8", ["7", "stable"]),
    ],
)
def test_the_nearest_version_is_preferred(documented: list[str], used: str, nearest: list[str]) -> None:
    """Exact, then with the most leading numbers in common, then with the smallest difference after them.

    What says no version ranks as if nothing were known of it.
    """
    sources = [MemorySource(make_bundle([docset("lib", version)]), f"/v{version}") for version in documented]
    made = Shelf(sources, packages=lambda: {"lib": [used]}).library
    hits = made.search("session timeout").hits
    assert len(hits) == len(documented)
    best = [made.docsets[hit.docset].entry.version for hit in hits if hit.score == hits[0].score]
    assert sorted(best) == nearest


def test_any_of_several_versions_counts() -> None:
    """Where a project uses two versions of a package, both docsets are of it."""
    made = library(docset("ms-1", "1.0"), docset("ms-2", "2.1"), packages={"ms": ["1.0.0", "2.1.2"]})
    assert not any(found.note for found in made.docsets.values())


def test_other_versions_are_preferred_once_the_project_uses_them() -> None:
    """A shelf asks at each question what the project uses, and makes a new library only when that has changed."""
    used = [{"urllib3": ["1.26.18"]}]
    made = make_bundle([docset("urllib3-1", "1.26"), docset("urllib3-2", "2.2")])
    shelf = Shelf([MemorySource(made)], packages=lambda: used[-1])
    assert shelf.present() is shelf.library
    assert shelf.ask(lambda library: library.search("session").hits[0].docset) == "urllib3-1"
    used.append({"urllib3": ["2.2.1"]})
    assert shelf.ask(lambda library: library.search("session").hits[0].docset) == "urllib3-2"
