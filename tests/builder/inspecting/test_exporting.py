"""`pinax export`: llms.txt, llms-full.txt and Markdown files of a bundle."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.building import build
from pinax_builder.cli import main
from pinax_builder.configuration.config import BuildConfig, docset_config
from pinax_builder.inspecting.exporting import export_bundle, twin_path

BASE = "https://lamp.example/docs/"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle of three pages, two in a folder, of which two have one name."""
    docs = tmp_path / "docs"
    (docs / "guide").mkdir(parents=True)
    (docs / "index.md").write_text("---\ndescription: All of it.\n---\n# Lamps [2]\n\nText of lamps.\n")
    (docs / "guide/oil.md").write_text("# Oil\n\nText of oil.\n\n## Kinds\n\nMany.\n")
    (docs / "guide/oil.html").write_text("<h1>Wick</h1><p>Text about wicks.</p>")
    docset = docset_config({"path": str(docs), "name": "lamps", "title": "Lamps", "base_url": BASE}, Path())
    build(BuildConfig((docset,)), tmp_path / "bundle", workers=1)
    return tmp_path / "bundle"


def test_every_page_is_written_once(bundle: Path, tmp_path: Path) -> None:
    """Pages whose names differ in the suffix alone do not overwrite each other."""
    written = export_bundle(bundle, tmp_path / "out", markdown=True)
    assert [path.relative_to(tmp_path / "out").as_posix() for path in written] == [
        "guide/oil.md", "guide/oil-2.md", "index.md",
    ]  # fmt: skip
    assert "# Oil\n\nText of oil.\n\n## Kinds\n\nMany.\n" in {path.read_text("utf-8") for path in written}


def test_llms_txt_lists_pages_by_folder(bundle: Path, tmp_path: Path) -> None:
    """Without Markdown files it leads to the pages themselves."""
    export_bundle(bundle, tmp_path / "out", llms_txt=True)
    assert (tmp_path / "out/llms.txt").read_text("utf-8") == (
        "# Lamps\n"
        "\n## Pages\n\n"
        f"- [Lamps (2)](<{BASE}index.md>): All of it.\n"
        "\n## guide\n\n"
        f"- [Wick](<{BASE}guide/oil.html>)\n"
        f"- [Oil](<{BASE}guide/oil.md>)\n"
    )


@pytest.mark.parametrize(
    "url",
    ["../../etc/passwd", "https://x.dev/%2e%2e/%2e%2e/a", "/..", "a/..\\..\\b", "https://other.example/../x", "\0"],
)
def test_nothing_is_written_outside(url: str) -> None:
    """A path never leads out of the folder, whatever the URL is."""
    path = twin_path(url, BASE)
    assert not path.startswith("/")
    assert ".." not in path.split("/")
    assert "\\" not in path


def test_the_command_says_what_it_wrote(bundle: Path, tmp_path: Path) -> None:
    """One line with the number of files; wrong usage if nothing is asked for."""
    ended = CliRunner().invoke(main, ["export", str(bundle), str(tmp_path / "o"), "--llms-full", "--markdown"])
    assert ended.output == f"wrote 4 files below {tmp_path / 'o'}\n"
    assert CliRunner().invoke(main, ["export", str(bundle), str(tmp_path / "o")]).exit_code == 2
