"""A page is called by a title of its own, where its docset's pages begin alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main

NAMES = ("errors", "hooks", "logging", "plugins", "routes", "testing")
Titles = Callable[[Path], dict[str, str]]


@pytest.fixture
def titles(tmp_path: Path) -> Titles:
    """Build a bundle of a folder and return the title of each page by its path."""

    def read(docs: Path) -> dict[str, str]:
        for command in (
            ["build", docs, "-o", tmp_path / "b", "-q", "--workers", "1"],
            ["export", tmp_path / "b", tmp_path / "x", "--llms-txt"],
        ):
            ended = CliRunner().invoke(main, [str(word) for word in command])
            assert ended.exit_code == 0, ended.output
        found = re.findall(r"^- \[(.*)\]\(<(.*)>\)", (tmp_path / "x/llms.txt").read_text(), re.MULTILINE)
        return {path: title for title, path in found}

    return read


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Pages that all begin with the site's title; the heading below is the page's own."""
    docs = tmp_path / "site" / "docs"
    docs.mkdir(parents=True)
    for name in NAMES:
        (docs / f"{name}.md").write_text(f"# Lantern\n\n## About {name}\n\nSome words.\n\n## More\n\nAnd others.\n")
    return docs


def test_the_heading_below_the_sites_is_the_title(docs: Path, titles: Titles) -> None:
    """Front matter comes before it. The home page is called as the site is; text below the site's heading stays."""
    (docs / "README.md").write_text("# Lantern\n\n## Install\n\nDownload it.\n")
    (docs / "hooks.md").write_text("---\ntitle: All hooks\n---\n# Lantern\n\n## About hooks\n\nSome words.\n")
    (docs / "faq.md").write_text("# Lantern\n\nWhat people ask.\n\n## Is it free?\n\nIt is.\n")
    assert titles(docs) == {
        **{f"{name}.md": f"About {name}" for name in NAMES},
        "README.md": "Lantern",
        "hooks.md": "All hooks",
        "faq.md": "Faq",
    }


def test_a_heading_that_few_pages_share_stays_their_title(docs: Path, titles: Titles) -> None:
    """Most pages have to begin with it."""
    for name in NAMES[:3]:
        (docs / f"{name}.md").write_text(f"# All about {name}\n\n## Usage\n\nSome words.\n")
    assert titles(docs)["testing.md"] == "Lantern"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("docs/_sidebar.md", "* [The routes](/routes)\n* Basics\n  * [The hooks](hooks.md 'About')\n"),
        ("docs/SUMMARY.md", "# Summary\n\n- [The routes](routes.md)\n- [The hooks](./hooks.md#top)\n"),
        (
            "mkdocs.yml",
            "x: !!python/name:a.b\nnav:\n  - The routes: routes.md\n  - Basics:\n    - The hooks: hooks.md\n",
        ),
        ("docs/mkdocs.yml", "docs_dir: .\nnav: [{The routes: routes.md}, {The hooks: hooks.md}, faq.md]\n"),
    ],
)
def test_a_sidebar_names_pages(docs: Path, titles: Titles, file: str, text: str) -> None:
    """Its title comes before the heading below the site's, and before a file's name."""
    (docs.parent / file).write_text(text)
    (docs / "hooks.md").write_text("Some words without a heading.\n")
    found = titles(docs)
    assert (found["routes.md"], found["hooks.md"], found["errors.md"]) == ("The routes", "The hooks", "About errors")


@pytest.mark.parametrize("text", ["nav: [", "nav: 3", "- a", "nav: {a: b.md}", "a: &a [*a]"])
def test_a_sidebar_that_cannot_be_read(docs: Path, titles: Titles, text: str) -> None:
    """It names no page."""
    (docs.parent / "mkdocs.yml").write_text(text)
    assert titles(docs)["routes.md"] == "About routes"
