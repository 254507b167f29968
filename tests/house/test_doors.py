"""Tests come in through few doors, so that modules can be joined, renamed and moved without rewriting tests."""

from __future__ import annotations

import re
from pathlib import Path

from bench import house

CONTRIBUTING = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
SECTION = CONTRIBUTING.split("## Doors of the tests", 1)[1].split("\n## ", 1)[0]


def test_tests_import_what_is_listed() -> None:
    """CONTRIBUTING.md lists each module of ours that a test imports, and no other."""
    listed = re.findall(r"`(pinax_[\w.]+)`", SECTION)
    assert len(listed) == len(set(listed))
    assert set(listed) == set(house.doors()[0])


def test_the_algorithms_are_counted() -> None:
    """The number of modules that are tested by themselves is the length of their list."""
    said, names = re.split(r"These (\d+) are:", SECTION)[1:]
    assert len(re.findall(r"`pinax_[\w.]+`", names)) == int(said)
