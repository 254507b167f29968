"""list_sections and get_section_pages see a site by whole path segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def sections(reply: Any) -> dict[str, int]:
    return {row["section"]: row["pages"] for row in reply["sections"]}


def test_top_level(ask: Callable[..., Any]) -> None:
    """Without a prefix there are the first path segments, and "." for pages that lie in none."""
    reply = ask("list_sections", docs=["lantern"])
    assert {"guide", "how-to", "reference", "."} <= set(sections(reply))
    assert reply["total"] == len(reply["sections"])
    assert {row["docset"] for row in reply["sections"]} == {"lantern"}


@pytest.mark.parametrize("prefix", [None, "guide"])
def test_counts_are_what_get_section_pages_gives(ask: Callable[..., Any], prefix: str | None) -> None:
    """Every section that is listed holds exactly as many pages as are then given."""
    listed = ask("list_sections", docs=["lantern"], **({"prefix": prefix} if prefix else {}))
    for section, n in sections(listed).items():
        assert ask("get_section_pages", section=section, docs=["lantern"])["total"] == n


def test_top_level_holds_every_page(ask: Callable[..., Any]) -> None:
    """No page is missing from the sections, or in two of them."""
    pages = {doc["name"]: doc["pages"] for doc in ask("list_docs")["docs"]}
    for name, n in pages.items():
        assert sum(sections(ask("list_sections", docs=[name])).values()) == n


@pytest.mark.parametrize(
    "section", ["guide", "/guide/", "https://lantern.example.org/docs/guide", "lantern:guide", "docs/guide"]
)
def test_a_section_may_be_spelled_in_many_ways(ask: Callable[..., Any], section: str) -> None:
    """A path, slashes around it, a URL, an id and the path from the host on mean the same section."""
    pages = ask("get_section_pages", section=section, docs=["lantern"])["pages"]
    assert pages
    assert all(page["url"].startswith("https://lantern.example.org/docs/guide/") for page in pages)


@pytest.mark.parametrize("section", ["guid", "guide/sched", "ide"])
def test_matches_whole_segments_only(refusal: Callable[..., tuple[str, str]], section: str) -> None:
    """A raw prefix of a path is no section."""
    assert refusal("get_section_pages", section=section)[0] == "not_found"


def test_a_page_is_a_section_of_one(ask: Callable[..., Any]) -> None:
    """The path of a page gives that page."""
    reply = ask("get_section_pages", section="guide/schedules.md")
    assert [page["title"] for page in reply["pages"]] == ["Schedules"]


def test_unknown_sections_are_refused_with_the_nearest(refusal: Callable[..., tuple[str, str]]) -> None:
    """not_found names what was probably meant and what there is."""
    for tool, argument in (("get_section_pages", "section"), ("list_sections", "prefix")):
        code, message = refusal(tool, **{argument: "giude", "docs": ["lantern"]})
        assert code == "not_found"
        assert "Did you mean 'guide'" in message


def test_limit_and_cursor(ask: Callable[..., Any]) -> None:
    """A limit cuts, its cursor continues, and together they are the whole."""
    whole = ask("get_section_pages", section="guide", docs=["lantern"])
    first = ask("get_section_pages", section="guide", docs=["lantern"], limit=2)
    assert len(first["pages"]) == 2
    rest = ask("get_section_pages", section="guide", docs=["lantern"], cursor=first["cursor"])
    assert first["pages"] + rest["pages"] == whole["pages"]
    assert "cursor" not in rest
    assert first["total"] == rest["total"] == whole["total"]
