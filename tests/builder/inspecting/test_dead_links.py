"""Links within a docset that lead nowhere are found, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder import BuildConfig, build
from pinax_builder.cli import main
from pinax_builder.configuration import docset_config

PAGES = {
    "index.md": "# Start\n\nSee [oil](oil.md), [tar](tar), [lamps](lamps/), [lamps](lamps/index.md#wick), [home](.).",
    "oil.md": "# Oil\n\nThe [wick](lamps/wick.html) and [this](#oil), an ![image](oil.png), a [file](data.csv).",
    "tar.mdx": "# Tar\n\nTar seals the boats; see the [license](LICENSE-MIT).",
    "lamps/index.md": "# Lamps\n\n## Wick\n\nOf [elsewhere](https://other.example/gone) and `[code](gone.md)`.",
    "lamps/wick.html": "<h1>Wick</h1><p>A wick that burns. <a href='../oil.md?x=1'>Oil</a>.</p>",
}


def dead_links(folder: Path, base_url: str, pages: dict[str, str], name: str = "dead links") -> list[str]:
    """Build a bundle of pages; return what `pinax gate` says of its dead links, or of another figure."""
    for path, text in pages.items():
        (folder / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / path).write_text(text)
    values = {"path": "docs", **({"base_url": base_url} if base_url else {})}
    build(BuildConfig((docset_config(values, folder),)), folder / "bundle", workers=1)
    told = CliRunner().invoke(main, ["gate", str(folder / "bundle"), "--max-dead-links", "0", "--json"])
    return next(one["details"] for one in json.loads(told.output) if one["name"] == name)


@pytest.mark.parametrize("base_url", ["", "https://docs.example/d/"])
def test_links_that_lead_somewhere_are_not_dead(tmp_path: Path, base_url: str) -> None:
    """Neither other spellings, files that are no pages, links elsewhere, nor code count."""
    assert dead_links(tmp_path, base_url, PAGES) == []


@pytest.mark.parametrize("base_url", ["", "https://docs.example/d/"])
def test_links_that_lead_nowhere_are_found(tmp_path: Path, base_url: str) -> None:
    """Each once a page, with its page and its target."""
    pages = {**PAGES, "fish.md": "# Fish\n\nA [gone](gone.md#x) one, [gone](gone.md), and [a folder](nets/)."}
    assert dead_links(tmp_path, base_url, pages) == [
        f"{base_url}fish.md → {base_url}{to}" for to in ("gone.md", "nets/")
    ]


@pytest.mark.parametrize("base_url", ["", "https://docs.example/d/"])
def test_links_to_no_section_of_their_page_are_found(tmp_path: Path, base_url: str) -> None:
    """An id in the page's text is enough."""
    text = '# Fish\n\n[Net](#the-net), <a id="hook"></a>[hook](#hook), [worm](#worm).\n\n## The net\n\nIt.'
    pages = {**PAGES, "fish.md": text}
    assert dead_links(tmp_path, base_url, pages, "dead fragments") == [f"{base_url}fish.md → #worm"]
