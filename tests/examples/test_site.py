"""The example site builds whole, and what is on it is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pinax_runtime.search import open_bundle

EXAMPLES = Path(__file__).parents[2] / "examples"
NOT_PAGES = {"moved.html": "a stub that leads to client.html", "search.html": "nothing without its script"}


def test_every_page_is_admitted(bundle: Path) -> None:
    """All pages but the stubs are in the bundle, each with its own URL."""
    opened = open_bundle(bundle)
    urls = {page.url for docset in opened.docsets.values() for _, _, page in docset.documents()}
    expected = {
        f"https://lantern.example.org/{path.relative_to(EXAMPLES / 'site').as_posix()}".removesuffix("index.html")
        for path in (EXAMPLES / "site").rglob("*.*")
        if path.name not in NOT_PAGES
    }
    assert urls == expected


def test_report_says_what_was_left_out(typed: Callable[..., str], tmp_path: Path) -> None:
    """The stubs are rejections of the report, with reasons."""
    report = tmp_path / "report.json"
    typed("pinax", "build", EXAMPLES / "pinax.toml", "-o", tmp_path / "b", "--workers", "1", "--report", report)
    docsets = json.loads(report.read_text("utf-8"))["docsets"]
    rejected = {rejection["url"].rsplit("/", 1)[-1] for docset in docsets for rejection in docset["rejections"]}
    assert rejected == set(NOT_PAGES)


@pytest.mark.parametrize(
    ("query", "url", "anchor"),
    [
        ("retry_backoff", "docs/guide/retries-and-timeouts.md", "retries"),
        ("what happens when the clocks change", "docs/guide/schedules.md", "clock-changes"),
        ("SkippedError", "api/errors.html", "lantern.SkippedError"),
        ("Client.trigger", "api/client.html", "lantern.Client.trigger"),
        ("exit code 5 locked", "docs/reference/exit-codes.md", None),
        ("lantern_schedule_lag_seconds", "docs/reference/http-api.md", None),
        ("Prüfläufe", "docs/faq.md", "umlaute"),
        ("zombie", "docs/runbooks/stuck-job.md", "zombies"),
        ("env_file", "docs/reference/configuration.md", "job-env-file"),
    ],
)
def test_questions_find_their_page(bundle: Path, query: str, url: str, anchor: str | None) -> None:
    """A question about the site is answered by the page, and the section, that a reader would open."""
    opened = open_bundle(bundle)
    pages, sections = (
        [(hit.url.removeprefix("https://lantern.example.org/"), hit.anchor) for hit in reply.hits]
        for reply in (opened.search(query, limit=3), opened.search(query, limit=3, sections=True))
    )
    assert url in [page for page, _ in pages]
    if anchor is not None:
        assert (url, anchor) in sections


def test_facets_of_both_kinds(bundle: Path) -> None:
    """A facet comes from an attribute of the page, from front matter, or from the configuration."""
    opened = open_bundle(bundle)
    api = opened.find("https://lantern.example.org/api/client.html").page
    guide = opened.find("https://lantern.example.org/docs/runbooks/stuck-job.md").page
    assert api.facets["area"] == ["python"]
    assert api.facets["audience"] == ["developers"]
    assert guide.facets["severity"] == ["medium"]
    assert guide.facets["type"] == ["runbook"]
