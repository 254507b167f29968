"""The golden bundle answers as it did when it was made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.search import Bundle, open_bundle, verify

GOLDEN = Path(__file__).parents[2] / "data" / "bundles"


@pytest.fixture(params=sorted(GOLDEN.glob("v*/")), ids=lambda bundle: bundle.name)
def golden(request: pytest.FixtureRequest) -> tuple[Bundle, dict[str, Any]]:
    """A golden bundle of some version and what it must answer."""
    answers = json.loads(request.param.with_name(f"{request.param.name}.answers.json").read_text("utf-8"))
    return open_bundle(request.param), answers


def test_pages_and_texts_are_what_they_were(golden: tuple[Bundle, dict[str, Any]]) -> None:
    """Every page has its title, facets, outline and Markdown."""
    bundle, answers = golden
    for url, expected in answers["pages"].items():
        document = bundle.find(url)
        assert document
        page = document.page
        outline = [[section.depth, section.kind, section.anchor, section.title] for section in page.sections]
        assert {"title": page.title, "facets": page.facets, "sections": outline} == expected
        assert document.subtree_text(0) == answers["texts"][url]


def test_it_is_sound(golden: tuple[Bundle, dict[str, Any]]) -> None:
    """Every file and every record of it is as it should be."""
    assert verify(golden[0].files.source).findings == []
