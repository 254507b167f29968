"""Anchors: what a section is called for good."""

from __future__ import annotations

import pytest

from builder.parse.reading import page_of


def anchors(body: str) -> list[str]:
    """Return the anchors of the sections below a page's own."""
    return [section.anchor for section in page_of(f"<h1>Page</h1><p>Text.</p>{body}").sections[1:]]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("foo_bar()", "foo_bar"),
        ("Über uns", "über-uns"),
        ("日本 語", "日本-語"),
        ("!?", "section"),
    ],
)
def test_slugs_are_github_s(text: str, slug: str) -> None:
    """Lower case, punctuation dropped, spaces to hyphens, letters of every script kept; of signs alone, a word."""
    assert anchors(f"<h2>{text}</h2><p>Text.</p>") == [f"~{slug}"]


def test_a_real_id_stays_itself_once() -> None:
    """The first section gets the id; a second one that claims it gets a name of its own."""
    assert anchors("<h2 id=use>Use</h2><p>a</p><h2 id=use>Use</h2><p>b</p>") == ["use", "~use"]


def test_collisions_take_the_parent_then_a_digest_of_the_text() -> None:
    """Sections of one title are told apart by parent, then by what they say."""
    names = anchors("<h2>Part</h2>" + "".join(f"<h3>Use</h3><p>{text}</p>" for text in ("a", "b", "c", "c")))[1:]
    assert names[:2] == ["~use", "~part/use"]
    assert names[2].startswith("~part/use-")
    assert names[3] == f"{names[2]}-2"


def test_names_do_not_depend_on_what_else_collides() -> None:
    """A section's digest is its own: inserting another section of the title before it does not change the digest."""
    few, many = (anchors("".join(f"<h2>Use</h2><p>{text}</p>" for text in texts)) for texts in ("abx", "abcx"))
    assert few[-1] == many[-1]


def test_an_id_that_looks_like_ours_is_not_taken() -> None:
    """An id that starts with `~` would pass for one of ours."""
    assert anchors('<h2 id="~x">Title</h2><p>Text.</p>') == ["~title"]
