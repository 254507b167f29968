"""What SECURITY.md promises is held by tests that are there, and that run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
WHO = re.findall(r"^\| \*\*(.+?)\*\* \|", PAGE, re.MULTILINE)
GUIDES = [ROOT / "docs/how-to" / name for name in ("others-bundles.md", "others-sites.md", "shared-cache.md")]
PROMISES = re.findall(r"^\| ([^*|]+) \| ([^|]+\.) \| ([^|]*) \|$", PAGE, re.MULTILINE)


def test_everybody_has_limits() -> None:
    """Each row of the first table has promises in the second one, and no promise is about somebody else."""
    assert len(WHO) >= 6
    assert set(WHO) == {who for who, _, _ in PROMISES}


@pytest.mark.parametrize(("promise", "held_by"), [(promise, held_by) for _, promise, held_by in PROMISES])
def test_every_promise_names_its_tests(promise: str, held_by: str) -> None:
    """Each promise names functions, and each of these exists."""
    named = re.findall(r"`(tests/[\w./]+)::(test_\w+)`", held_by)
    assert len(named) == held_by.count("`") // 2 > 0, promise
    assert [test for file, test in named if f"def {test}(" not in (ROOT / file).read_text("utf-8")] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_guides_name_their_tests(guide: Path) -> None:
    """Each promise of the guides for users of others' bundles, sites and caches names tests that exist."""
    rows = re.findall(r"^\| ([^|]+\.) \| ([^|]*) \|$", guide.read_text("utf-8"), re.MULTILINE)
    assert len(rows) >= 4
    for promise, held_by in rows:
        test_every_promise_names_its_tests(promise, held_by)
