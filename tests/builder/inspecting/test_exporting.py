"""`pinax export`: llms.txt, llms-full.txt and Markdown files of a bundle."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, make_bundle
from pinax_builder import BuildConfig, build
from pinax_builder.cli import main
from pinax_builder.configuration import docset_config
from pinax_builder.errors import OutputError
from pinax_builder.inspecting.exporting import export_bundle

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


def test_a_title_below_badges_goes_first_and_is_written_once(tmp_path: Path) -> None:
    """A page begins with its title, as llms-full.txt has it, and what stood above follows."""
    (tmp_path / "docs").mkdir()
    badge = "[![Built](https://ci.example/b.svg)](https://ci.example/)"
    (tmp_path / "docs/index.md").write_text(f"{badge}\n\n# Lamps\n\nText of lamps.\n")
    build(BuildConfig((docset_config({"path": str(tmp_path / "docs"), "name": "lamps"}, Path()),)), tmp_path / "bundle")
    export(tmp_path / "bundle", tmp_path / "out", "--markdown")
    assert files(tmp_path / "out")["index.md"].startswith("# Lamps\n\n")
    assert files(tmp_path / "out")["index.md"].count("# Lamps") == 1


def test_a_title_of_a_lower_level_is_written_once(tmp_path: Path) -> None:
    """A page whose first heading is of another level begins with that heading, as its title."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/gamma.html").write_text("<title>Gamma</title><h2>About gamma</h2><p>Light is not linear.</p>")
    build(BuildConfig((docset_config({"path": str(tmp_path / "docs"), "name": "lamps"}, Path()),)), tmp_path / "bundle")
    export(tmp_path / "bundle", tmp_path / "out", "--markdown")
    assert files(tmp_path / "out")["gamma.md"] == "# About gamma\n\nLight is not linear.\n"


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
    assert (
        export(bundle, tmp_path / "o", "--llms-full", "--markdown").output == f"wrote 4 files below {tmp_path / 'o'}\n"
    )
    assert export(bundle, tmp_path / "o").exit_code == 2


def _made(folder: Path, *docsets: MadeDocset) -> Path:
    """Write a bundle that no builder of ours would write."""
    for name, data in make_bundle(docsets).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def _exported(folder: Path, urls: Iterable[str]) -> list[str]:
    """Export pages of these URLs; return the paths that were written below the folder `out`."""
    pages = [MadePage(url, "A page", f"Text of {url!r}.") for url in sorted(set(urls))]
    written = export_bundle(
        _made(folder / "made", MadeDocset("a", pages)), folder / "out", llms_txt=True, markdown=True
    )
    return [path.relative_to(folder / "out").as_posix() for path in written][1:]


@pytest.mark.parametrize(
    ("urls", "written"),
    [
        (["a.html", "a.md/b.html"], ["a.md", "a.md-2/b.md"]),
        (["a.md/b.html", "a.md/c.html", "a.mdx"], ["a.md/b.md", "a.md/c.md", "a-2.md"]),
        (["Guide.html", "guide.html"], ["Guide.md", "guide-2.md"]),
        (["caf\u00e9.html", "cafe\u0301.html"], ["caf\u00e9.md", "caf\u00e9-2.md"]),
        (["llms.txt/a.html"], ["llms.txt-2/a.md"]),
        (["con.html", "lib/aux/NUL.1.html"], ["_con.md", "lib/_aux/_NUL.1.md"]),
        (["a%3Fb%3A%22.html", "dot./x .html"], ["a_b__.md", "dot/x.md"]),
        (["a%E2%80%AEb%00%1B.html"], ["ab.md"]),
    ],
)
def test_every_system_can_have_the_names(urls: list[str], written: list[str], tmp_path: Path) -> None:
    """No two pages share a path on Windows or macOS, none lies where a folder has to be, and no name is a device's."""
    assert sorted(_exported(tmp_path, urls)) == sorted(written)


_PIECES = st.sampled_from(
    [
        "..",
        ".",
        "/",
        "\\",
        "%2e%2e",
        "%2F",
        "a",
        "A",
        "a.md",
        ".html",
        "con",
        "\u00e9",
        "e\u0301",
        " ",
        ":",
        "\u202e",
        "x" * 300,
    ]
)


@given(st.lists(st.lists(_PIECES, min_size=1, max_size=6).map("".join), min_size=1, max_size=6))
def test_each_page_has_a_file_of_its_own_below_the_folder(urls: list[str]) -> None:
    """Whatever the addresses are, as many files are written as there are pages, in the folder and apart in any case."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        written = _exported(folder, urls)
        assert len({normalize("NFC", path.casefold()) for path in written}) == len(set(urls))
        assert {path.name for path in folder.iterdir()} == {"made", "out"}
        files = {path.relative_to(folder / "out").as_posix() for path in (folder / "out").rglob("*") if path.is_file()}
        assert files == {*written, "llms.txt"}


@pytest.mark.parametrize("link", ["guide", "guide/oil.md", "llms.txt"])
def test_no_link_is_followed(link: str, bundle: Path, tmp_path: Path) -> None:
    """A link in the folder, of a folder or of a file, ends the export before anything is written."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out" / link).parent.mkdir(parents=True)
    (tmp_path / "out" / link).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match=r"it is a link.*choose another folder"):
        export_bundle(bundle, tmp_path / "out", llms_txt=True, markdown=True)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_file()]


def test_what_lies_in_the_way_is_named(bundle: Path, tmp_path: Path) -> None:
    """A folder where a page's file has to be is named, with what to do, before anything is written."""
    (tmp_path / "out/guide/oil.md").mkdir(parents=True)
    ended = CliRunner().invoke(main, ["export", str(bundle), str(tmp_path / "out"), "--llms-txt", "--markdown"])
    assert ended.exit_code == 1
    assert "oil.md: it is a link, or no file; choose another folder" in " ".join(ended.output.split())
    assert not (tmp_path / "out/llms.txt").exists()


def test_no_address_ends_its_link(tmp_path: Path) -> None:
    """Brackets and spaces of an address are written as percent codes in llms.txt."""
    bundle = _made(tmp_path / "made", MadeDocset("a", [MadePage("a>) - [Bank](<https://bank.example", "A", "Text.")]))
    export_bundle(bundle, tmp_path / "out", llms_txt=True)
    lines = (tmp_path / "out/llms.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("- ")] == ["- [A](<a%3E)%20-%20[Bank](%3Chttps://bank.example>)"]
