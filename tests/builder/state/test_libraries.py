"""The keys of the build cache hold the names and versions of libraries."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pinax_builder.state.keys import libraries_of


def test_an_older_kind_of_distribution_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of setuptools, as Linux distributions have them, says what it needs in a file of its own."""
    one, other = tmp_path / "One_Lib-1.2.egg-info", tmp_path / "other.egg-info"
    one.mkdir()
    (one / "PKG-INFO").write_text("Name: One_Lib\nVersion: 1.2\n\nVersion: 9\n", "utf-8")
    (one / "requires.txt").write_text("other>=3\n\n[extra]\nmissing\n", "utf-8")
    other.write_text("Name: other\nVersion: 3.4\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "none")])
    assert libraries_of("one.lib") == ["one-lib 1.2", "other 3.4"]
