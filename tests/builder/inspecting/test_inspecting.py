"""`pinax inspect` shows first what one wants to see: pages, titles, languages, sizes, and what is weak."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle of thirty pages, most of them sound."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(26):
        text = f"# About {number}\n\nSome words on topic {number} of twenty-six, {'and more of them ' * 5}here.\n"
        (docs / f"page{number:02}.md").write_text(text)
    (docs / "same.md").write_text("# About 3\n\n" + "Other words under a title that is taken. " * 5)
    (docs / "bare.md").write_text("Words without any heading above them. " * 5)
    (docs / "thin.md").write_text("# Thin\n\nHardly a word.\n")
    (docs / "long.md").write_text("# Long\n\n" + "A text that never ends and has no heading within. " * 250)
    run("build", docs, "-o", tmp_path / "b", "-q", "--workers", 1)
    return tmp_path / "b"


def run(*words: object) -> str:
    ended = CliRunner().invoke(main, list(map(str, words)))
    assert ended.exit_code == 0, ended.output
    return ended.output


def test_what_is_shown_first(bundle: Path) -> None:
    """Figures, then pages with titles and sizes, then weak spots with the pages that have them; no digest."""
    said = run("inspect", bundle)
    assert said.startswith("30 pages, 30 sections, ")
    assert "docs: 30 pages, 30 sections (en 30)" in said
    assert "sections  Long  (long.md)" in said
    assert "and 10 more pages (--json lists all)" in said
    assert "WEAK: no heading at the top: 1 page: bare.md\n" in said
    assert "WEAK: equal titles: 2 pages: page03.md, same.md\n" in said
    assert "WEAK: thin: 1 page: thin.md\n" in said
    assert "WEAK: undivided: 1 page: long.md\n" in said
    assert "files/" not in said


def test_files_on_request(bundle: Path) -> None:
    """--files adds the kinds of files, and the largest by their names."""
    said = run("inspect", bundle, "--files")
    assert "largest:" in said
    assert "files/" in said


def test_every_page_as_json(bundle: Path) -> None:
    """JSON has all pages, and all URLs of each weak spot."""
    told = json.loads(run("inspect", bundle, "--json"))
    assert len(told["listed"]) == told["pages"] == 30
    assert told["weak_spots"]["thin"] == ["thin.md"]
