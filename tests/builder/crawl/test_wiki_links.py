"""Links of wikis lead to the files that they name; what names no file stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.crawl.crawling import crawl
from pinax_builder.crawl import Folder
from pinax_builder.records import Fetched
from scaling import assert_in_proportion


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A wiki of three pages, one of them in a folder."""
    (tmp_path / "Garden").mkdir()
    for name in ("Install-Guide.md", "Garden/Bean plan.md", "Home.md"):
        (tmp_path / name).write_text("Text.\n")
    return tmp_path


def text_of(folder: Path, source: str, path: str = "Home.md") -> str:
    """Return what a file becomes with that source."""
    (folder / path).write_text(source)
    (page,) = (found for found in crawl(Folder(folder)) if isinstance(found, Fetched) and found.path == path)
    return page.content.decode()


@pytest.mark.parametrize(
    ("link", "written"),
    [
        ("[[Install Guide]]", "[Install Guide](Install-Guide.md)"),
        ("[[install_guide]]", "[install_guide](Install-Guide.md)"),
        ("[[How to|Install-Guide]]", "[How to](Install-Guide.md)"),
        ("[[Install-Guide|how to]]", "[how to](Install-Guide.md)"),
        ("[[Install Guide#From source]]", "[Install Guide > From source](Install-Guide.md#from-source)"),
        ("[[#Below here]]", "[Below here](Home.md#below-here)"),
        ("[[Bean plan]]", "[Bean plan](Garden/Bean%20plan.md)"),
        ("[[Garden/Bean plan#^rows|rows]]", "[rows](Garden/Bean%20plan.md)"),
        ("![[Bean plan]]", "[Bean plan](Garden/Bean%20plan.md)"),
    ],
)
def test_a_link_leads_to_its_page(folder: Path, link: str, written: str) -> None:
    """Of the two parts of a link, the one that names a file is the page, however its words are joined."""
    assert text_of(folder, f"See {link}.") == f"See {written}."


def test_links_are_relative_to_their_page(folder: Path) -> None:
    """A page in a folder leads out of it."""
    assert text_of(folder, "[[Home]]", "Garden/Bean plan.md") == "[Home](../Home.md)"


@pytest.mark.parametrize(
    "text",
    ["[[nodiscard]] int f();", "a[[1]](x)", "`[[Home]]`", "```\n[[Home]]\n```\n", "[[Home]](x.md)", "[[|]]", "[[#]]"],
)
def test_what_names_no_page_stays(folder: Path, text: str) -> None:
    """Attributes of C++, notes, code and links of Markdown are no links of a wiki."""
    assert text_of(folder, text) == text


def test_a_vault_hides_comments(folder: Path) -> None:
    """Comments and the ids of blocks are left out where an Obsidian vault is, and nowhere else."""
    source = "Sow in May. ^sow\n\nWater %%ask Bob%% often.\n\n`%%a%%`\n"
    assert text_of(folder, source) == source
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian/app.json").write_text("{}", "utf-8")
    assert text_of(folder, source) == "Sow in May.\n\nWater  often.\n\n`%%a%%`\n"


def test_names_outside_the_folder_are_not_known(folder: Path) -> None:
    """A file above the source cannot be linked to."""
    (folder / "secret.md").write_text("x")
    (page,) = (
        found
        for found in crawl(Folder(folder / "Garden"))
        if isinstance(found, Fetched) and found.path == "Bean plan.md"
    )
    (folder / "Garden" / "Bean plan.md").write_text("[[secret]] [[../secret]]")
    assert page.content.decode() == "Text.\n"
    assert text_of(folder / "Garden", "[[secret]] [[../secret]]", "Bean plan.md") == "[[secret]] [[../secret]]"


def test_hostile_text_takes_time_in_proportion(folder: Path) -> None:
    """Brackets, percent signs and backticks without an end cost no more than their length."""
    (folder / ".obsidian").mkdir()
    (folder / ".obsidian/app.json").write_text("{}", "utf-8")
    for piece in ("[[", "[[a|", "%%", "%%a", "`[[", " ^a"):
        assert_in_proportion(lambda n, piece=piece: text_of(folder, piece * n), 2_000)
