"""`pinax export`: llms.txt, llms-full.txt and Markdown files of a bundle."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_builder import BuildConfig, build
from pinax_builder.cli import main
from pinax_builder.configuration import docset_config

BASE = "https://lamp.example/docs/"


def export(bundle: Path, folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["export", str(bundle), str(folder), *options])


def files(folder: Path) -> dict[str, str]:
    """Return path below the folder → text."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of three pages, two in a folder, of which two have one name."""
    folder = tmp_path_factory.mktemp("lamps")
    docs = folder / "docs"
    (docs / "guide").mkdir(parents=True)
    (docs / "index.md").write_text("---\ndescription: All of it.\n---\n# Lamps [2]\n\nText of lamps.\n")
    (docs / "guide/oil.md").write_text("# Oil\n\nText of oil.\n\n## Kinds\n\nMany.\n")
    (docs / "guide/oil.html").write_text("<h1>Wick</h1><p>Text about wicks.</p>")
    docset = docset_config({"path": str(docs), "name": "lamps", "title": "Lamps", "base_url": BASE}, Path())
    build(BuildConfig((docset,)), folder / "bundle", workers=1)
    return folder / "bundle"


def test_every_page_is_written_once(bundle: Path, tmp_path: Path) -> None:
    """Pages whose names differ in the suffix alone do not overwrite each other."""
    export(bundle, tmp_path, "--markdown")
    written = files(tmp_path)
    assert written.keys() == {"guide/oil.md", "guide/oil-2.md", "index.md"}
    assert "# Oil\n\nText of oil.\n\n## Kinds\n\nMany.\n" in written.values()


def test_llms_txt_lists_pages_by_folder(bundle: Path, tmp_path: Path) -> None:
    """Without Markdown files it leads to the pages themselves."""
    export(bundle, tmp_path, "--llms-txt")
    assert files(tmp_path)["llms.txt"] == (
        "# Lamps\n"
        "\n## Pages\n\n"
        f"- [Lamps (2)](<{BASE}index.md>): All of it.\n"
        "\n## guide\n\n"
        f"- [Wick](<{BASE}guide/oil.html>)\n"
        f"- [Oil](<{BASE}guide/oil.md>)\n"
    )


def test_nothing_is_written_outside(tmp_path: Path) -> None:
    """A path never leads out of the folder, whatever the URL is."""
    urls = ("../../passwd", f"{BASE}%2e%2e/%2e%2e/a", "/..", "a/..\\..\\b", "https://other.example/../x", "%00")
    made = MadeDocset("lamps", [MadePage(url, "Lamp") for url in urls], url=BASE)
    for name, data in make_bundle([made]).items():
        (tmp_path / "bundle" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bundle" / name).write_bytes(data)
    export(tmp_path / "bundle", tmp_path / "out", "--markdown")
    written = files(tmp_path / "out")
    assert len(written) == len(urls)
    assert not any("\\" in path for path in written)
    assert {path.name for path in tmp_path.iterdir()} == {"bundle", "out"}


def test_the_command_says_what_it_wrote(bundle: Path, tmp_path: Path) -> None:
    """One line with the number of files; wrong usage if nothing is asked for."""
    assert export(bundle, tmp_path, "--llms-full", "--markdown").output == f"wrote 4 files below {tmp_path}\n"
    assert export(bundle, tmp_path).exit_code == 2
