"""Which libraries, of which versions, are in the keys of the build cache."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from pinax_builder.incremental.libraries import libraries_of


def test_libraries_are_those_that_python_itself_reports() -> None:
    """Names and versions are the same as `importlib.metadata` says, through all requirements of requirements."""
    expected: dict[str, str] = {}
    waiting = ["pinax-builder"]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in expected:
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        expected[name] = found.version
        waiting += [re.split(r"[^\w.-]", needed)[0] for needed in found.requires or ()]
    assert len(expected) > 10
    assert libraries_of("pinax-builder") == [f"{name} {version}" for name, version in sorted(expected.items())]


def test_an_older_kind_of_distribution_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of setuptools, as Linux distributions have them, says what it needs in a file of its own."""
    one, other = tmp_path / "One_Lib-1.2.egg-info", tmp_path / "other.egg-info"
    one.mkdir()
    (one / "PKG-INFO").write_text("Name: One_Lib\nVersion: 1.2\n\nVersion: 9\n", "utf-8")
    (one / "requires.txt").write_text("other>=3\n\n[extra]\nmissing\n", "utf-8")
    other.write_text("Name: other\nVersion: 3.4\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "none")])
    assert libraries_of("one.lib") == ["one-lib 1.2", "other 3.4"]
