"""The writer refuses what a reader would: it costs a page, and never the bundle."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinax_builder import BuildConfig, DocsetConfig, DocsetReport, build
from pinax_runtime.search import FolderSource, verify


def built(source: Path, output: Path, **options: str) -> DocsetReport:
    """Build a folder in this process."""
    return build(BuildConfig((DocsetConfig("docs", source, **options),)), output, workers=1).docsets[0]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder with a good page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "good.md").write_text("# Good\n\nText of a good page.\n")
    return tmp_path / "docs"


def test_a_page_with_more_sections_than_readers_take_is_rejected(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report names the limit; the bundle has the other pages, and every file of it can be read."""
    monkeypatch.setattr("pinax_runtime.format.limits.SECTIONS_PER_PAGE", 50)
    (source / "many.md").write_text("# Many\n\n" + "".join(f"## H{n}\n\ntext\n\n" for n in range(60)))
    report = built(source, tmp_path / "bundle")
    assert [(rejection.url, rejection.reason) for rejection in report.rejections] == [("many.md", "beyond_limits")]
    assert "the limit is 50" in report.rejections[0].detail
    assert report.admitted == 1
    assert verify(FolderSource(tmp_path / "bundle")).findings == []


def test_a_page_with_a_longer_address_than_readers_take_is_rejected(source: Path, tmp_path: Path) -> None:
    """The other pages are in the bundle, whose keys readers take."""
    base_url = f"https://x.dev/{'a' * 16_350}/"
    (source / "a-name-that-is-too-long.md").write_text("# Long\n\nText of another page.\n")
    report = built(source, tmp_path / "bundle", base_url=base_url)
    assert [rejection.reason for rejection in report.rejections] == ["beyond_limits"]
    assert "the limit is 16,384" in report.rejections[0].detail
    assert report.admitted == 1
    assert verify(FolderSource(tmp_path / "bundle")).findings == []
