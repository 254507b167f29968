"""Variants of a page are one hit, which names the others."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Bundle, MemorySource, Reply, open_bundle

VERSIONS = ("2.0", "1.0", "dev")


def bundle() -> Bundle:
    """Open a bundle of three versions of two pages, the second of which has a section in one version alone."""
    pages = []
    for version in VERSIONS:
        others = {name: tuple(f"{v}/{name}.html" for v in VERSIONS if v != version) for name in ("queue", "lock")}
        leader = {name: "" if version == "2.0" else f"2.0/{name}.html" for name in ("queue", "lock")}
        old = (MadeSection("Spinning", "Only then did it spin.", anchor="spin"),) if version == "1.0" else ()
        facets = {"version": [version]}
        pages += [
            MadePage(f"{version}/queue.html", "Queues", "A queue holds items.", facets=facets,
                     leader=leader["queue"], variants=others["queue"]),
            MadePage(f"{version}/lock.html", "Locks", "A lock holds a thread.", sections=old, facets=facets,
                     leader=leader["lock"], variants=others["lock"]),
        ]  # fmt: skip
    pages += [MadePage(f"n{n}.html", text="nothing of the kind here") for n in range(9)]
    return open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))


def urls(reply: Reply) -> list[str]:
    """Name the pages found, best first."""
    return [hit.url for hit in reply.hits]


@pytest.mark.parametrize("sections", [False, True])
def test_they_are_one_hit(sections: bool) -> None:
    """The page that stands for its variants is the hit; the others are named and not counted."""
    reply = bundle().search("queue ", sections=sections)
    assert urls(reply) == ["2.0/queue.html"]
    assert reply.hits[0].variants == ("1.0/queue.html", "dev/queue.html")
    assert reply.total == 1


@pytest.mark.parametrize("limit", [1, 2, 10])
def test_each_group_gives_one_page(limit: int) -> None:
    """Groups do not take each other's places, whatever the limit."""
    asked = bundle()
    pieces = [url for at in range(0, 2, limit) for url in urls(asked.search("holds ", limit=limit, offset=at))]
    assert pieces[:2] == urls(asked.search("holds "))
    assert set(pieces) == {"2.0/lock.html", "2.0/queue.html"}
    assert asked.search("holds ", limit=limit).total == 2


def test_a_version_that_answers_better_is_shown() -> None:
    """What stands in one version alone is found in that one."""
    assert urls(bundle().search("spinning "))[0] == "1.0/lock.html"


def test_a_filter_chooses_the_version() -> None:
    """Among the pages that a filter leaves, the variant is the hit."""
    assert urls(bundle().search("queue ", filters={"version": ["1.0"]})) == ["1.0/queue.html"]


def test_every_variant_can_be_read() -> None:
    """Variants are documents like any other."""
    asked = bundle()
    assert all(asked.find(f"{version}/queue.html") for version in VERSIONS)


def test_pages_without_variants_name_none() -> None:
    """A hit that stands for itself has no variants."""
    assert bundle().search("nothing ").hits[0].variants == ()
