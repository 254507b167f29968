"""Questions reach the bundle beside the pages that answer them, in whole builds and in patches, and are never stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.state.sites import Site, contents, files, text_of
from pinax_builder.errors import BuildError
from pinax_runtime.search import Bundle, verify

N_PAGES = 12
TASK = "how do I keep trying until it works"
ASKED = {
    "p03.md": ["keep trying until it works", "try again"],
    "p05.md#limits": ["give up after some tries"],
    "p07.md#gone": ["the question of a heading that went"],
    "p09.md": [],
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site with questions that was built."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    site = Site(tmp_path)
    site.write({f"p{number:02}": f"{text_of(number)}\n## Limits\n\nThere are {number}.\n" for number in range(N_PAGES)})
    site.build()
    return site


def first(bundle: Bundle, query: str) -> str:
    """Return the id of the first hit, without the docset."""
    return bundle.search(query).hits[0].section_id.partition(":")[2]


def answers(bundle: Bundle) -> list[tuple[str, str, float]]:
    """Return what a bundle finds for tasks."""
    queries = (TASK, "when should I give up after tries", "the question of what went", "only here: word04 of all pages")
    return [(hit.url, hit.anchor, hit.score) for query in queries for hit in bundle.search(query, limit=15).hits]


def test_questions_find_pages_and_sections(site: Site) -> None:
    """A page is found by its questions, a section by its own; those of a heading that went are the page's."""
    site.ask(ASKED)
    site.build()
    bundle = site.open()
    assert first(bundle, TASK) == "p03.md"
    assert first(bundle, "when should I give up after tries") == "p05.md#limits"
    assert first(bundle, "the question of a heading that went") == "p07.md"
    assert verify(bundle.files.source).findings == []


def test_a_page_without_questions_that_was_looked_at_is_told_apart(site: Site) -> None:
    """A line without questions says that the page needs none; pages without a line are not among those."""
    site.ask(ASKED)
    site.build()
    (segment,) = site.open().docsets["docs"].segments
    assert [number for number, flag in enumerate(segment.asked_pages) if flag] == [3, 5, 7, 9]


def test_nothing_else_changes(site: Site) -> None:
    """All files but the manifest, the lengths and the questions' are those without questions."""
    before = files(site.bundle)
    site.ask(ASKED)
    site.build()
    added = [name for name in files(site.bundle) if name not in before and name != "pinax.json"]
    assert {name.rpartition(".")[2] for name in added} == {"segment", "lengths", "asked", "questions"}
    site.questions.unlink()
    site.build()
    assert files(site.bundle)["pinax.json"] == before["pinax.json"]


@pytest.mark.parametrize("patch", [False, True])
def test_changed_questions_are_never_stale(site: Site, patch: bool) -> None:
    """After each change of the file alone the bundle answers as a whole build does."""
    for asked in (ASKED, {**ASKED, "p03.md": ["paint the house"], "p04.md": ["keep trying until it works"]}, {}):
        site.ask(asked)
        site.build(patch=patch)
        assert answers(site.open()) == answers(site.whole())
        assert contents(site.open()) == contents(site.whole())
    site.ask(ASKED)
    site.build()
    again = files(site.bundle)["pinax.json"]
    assert site.build(patch=patch).reused == N_PAGES
    assert files(site.bundle)["pinax.json"] == again


def test_a_patch_deletes_the_questions_of_a_page(site: Site) -> None:
    """A changed page is found by its questions once, where it is now; one that went is not found by them."""
    site.ask(ASKED)
    site.build()
    site.write({"p03": text_of(3) + "Now with a quokka.", "p05": None})
    site.build(patch=True)
    bundle = site.open()
    assert len(bundle.entry.docsets[0].segments) == 2
    assert first(bundle, TASK) == "p03.md"
    assert "p05.md" not in [hit.url for hit in bundle.search("when should I give up after tries", limit=20).hits]
    assert answers(bundle) == answers(site.whole())


def test_a_damaged_file_leaves_the_bundle(site: Site) -> None:
    """A question file that is not allowed ends the build; the earlier bundle serves on."""
    site.ask(ASKED)
    site.build()
    before = files(site.bundle)
    site.questions.write_text("{}", "utf-8")
    with pytest.raises(BuildError, match="line 1"):
        site.build()
    assert files(site.bundle) == before
