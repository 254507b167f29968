"""Anchors: what a section is called for good."""

from __future__ import annotations

import pytest

from pinax_builder.parse.slugs import Anchors, slugify


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("foo_bar()", "foo_bar"),
        ("Über uns", "über-uns"),
        ("日本 語", "日本-語"),
        ("!?", ""),
    ],
)
def test_slugs_are_github_s(text: str, slug: str) -> None:
    """Lower case, punctuation dropped, spaces to hyphens, letters of every script kept."""
    assert slugify(text) == slug


def test_a_real_id_stays_itself_once() -> None:
    """The first section gets the id; a second one that claims it gets a name of its own."""
    anchors = Anchors()
    assert anchors.claim("use", "Use", (), "a") == "use"
    assert anchors.claim("use", "Use", (), "b") == "~use"


def test_collisions_take_the_parent_then_a_digest_of_the_text() -> None:
    """Sections of one title are told apart by parent, then by what they say."""
    anchors = Anchors()
    names = [anchors.claim(None, "Use", ("Page", "Part"), text) for text in ("a", "b", "c", "c")]
    assert names[:2] == ["~use", "~part/use"]
    assert names[2].startswith("~part/use-")
    assert names[3] == f"{names[2]}-2"


def test_names_do_not_depend_on_what_else_collides() -> None:
    """A section's digest is its own: inserting another section of the title before it does not change the digest."""
    few, many = Anchors(), Anchors()
    few_names = [few.claim(None, "Use", ("P",), text) for text in ("1", "2", "x")]
    many_names = [many.claim(None, "Use", ("P",), text) for text in ("1", "2", "new", "x")]
    assert few_names[-1] == many_names[-1]


def test_an_id_that_looks_like_ours_is_not_taken() -> None:
    """An id that starts with `~` would pass for one of ours."""
    assert Anchors().claim("~x", "Title", (), "") == "~title"
