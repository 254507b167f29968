"""pinax build: what it takes as sources, and what it reports of builds that fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pinax_builder.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a page that is one and one that is none."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# A\n\nSome words to read here.\n")
    (docs / "empty.html").write_text("")
    return docs


def build(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["build", *map(str, arguments), "--workers", "1", "-q"])


def test_the_report_of_a_build(folder: Path, tmp_path: Path) -> None:
    """It tells of each page that was refused; there is no error in it."""
    assert build(folder, "-o", tmp_path / "b", "--report", tmp_path / "r.json").exit_code == 0
    told = json.loads((tmp_path / "r.json").read_text())
    assert [rejection["url"] for rejection in told["docsets"][0]["rejections"]] == ["empty.html"]
    assert "error" not in told


def test_the_summary_says_what_was_skipped(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of no format are counted by extension, or named; what is missing for one that there is, is named."""
    for name in ("a.png", "b.png", "c.docx", "guide.rst", "LICENSE"):
        (folder / name).write_text("Guide\n=====\n\nText.\n")
    monkeypatch.setattr("pinax_builder.parse.missing_reader", lambda kind: "install x" if kind == "text/x-rst" else "")
    ended = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--workers", "1"])
    assert (
        "skipped, since no reader takes them: .png 2, (none) 1, .docx 1; without an extension: LICENSE\n"
        in ended.output
    )
    assert "rejected 2: empty 1, missing_reader 1 (empty.html, guide.rst; --report FILE says why)\n" in ended.output
    assert "NOTE: Nothing that is installed reads text/x-rst; install x.\n" in ended.output


def test_the_summary_names_the_report_that_was_written(folder: Path, tmp_path: Path) -> None:
    """Who asked for a report is told to look into it, not to ask for one."""
    report = tmp_path / "r.json"
    arguments = ["build", str(folder), "-o", str(tmp_path / "b"), "--workers", "1", "--report", str(report)]
    assert f"rejected 1: empty 1 (empty.html; {report} says why)\n" in CliRunner().invoke(main, arguments).output


def test_the_summary_says_what_code_needs(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of source code are counted apart, with the option that reads them, and what that needs."""
    (folder / "a.py").write_text("a = 1\n")
    arguments = ["build", str(folder), "-o", str(tmp_path / "b"), "--workers", "1"]
    assert "  skipped without --code: .py 1\n" in CliRunner().invoke(main, arguments).output
    monkeypatch.setattr("pinax_builder.cli.build_command.missing_modules", lambda: ["tree_sitter"])
    assert "  skipped without --code, which needs pip install" in CliRunner().invoke(main, arguments).output


def test_the_summary_says_which_texts_pages_were_built_from(folder: Path, tmp_path: Path) -> None:
    """They are counted, and an option that keeps them is named."""
    (folder / "guide.html").write_text("<h1>Guide</h1><p>Text.")
    (folder / "guide.txt").write_text("Guide\n=====\n\nText.\n")
    ended = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--workers", "1"])
    assert (
        "NOTE: 1 of the files say what pages of HTML say, and are left out; --keep-sources keeps them.\n"
        in ended.output
    )
    ended = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--keep-sources"])
    assert "are left out" not in ended.output


def test_the_report_of_a_build_that_failed(folder: Path, tmp_path: Path) -> None:
    """It has the reason, and what became of every page until then: that is what it is asked for."""
    (folder / "a.md").unlink()
    ended = build(folder, "-o", tmp_path / "b", "--report", tmp_path / "r.json")
    assert ended.exit_code == 1
    assert "1 were rejected (empty 1); --report FILE tells of each" in ended.output
    told = json.loads((tmp_path / "r.json").read_text())
    assert "no page of docset 'docs' was admitted" in told["error"]
    assert [rejection["reason"] for rejection in told["docsets"][0]["rejections"]] == ["empty"]
    assert not (tmp_path / "b").exists()


def test_a_folder_without_documentation(tmp_path: Path) -> None:
    """The message names what there is, and what to do with archives."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "manual.zip").write_bytes(b"PK")
    ended = build(tmp_path / "docs", "-o", tmp_path / "b")
    assert ended.exit_code == 1
    assert "no documentation was found, only .zip 1; unpack archives first;" in ended.output


def test_a_folder_whose_pages_lie_in_a_hidden_one(tmp_path: Path) -> None:
    """The message names the folders that were not entered, as a site may have been built into one of them."""
    for path in ("docs/.vuepress/dist/a.html", "docs/node_modules/x/README.md", ".git/HEAD"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("<h1>Title</h1><p>Text.</p>")
    ended = build(tmp_path, "-o", tmp_path / "b")
    assert ended.exit_code == 1
    assert "not entered unless you give them: docs/.vuepress/, docs/node_modules/;" in " ".join(ended.output.split())


def test_a_folder_of_what_nothing_installed_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what to install."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "manual.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.setattr("pinax_builder.parse.missing_reader", lambda _: "install the extra: pip install x")
    ended = build(tmp_path / "docs", "-o", tmp_path / "b")
    assert ended.exit_code == 1
    assert "Nothing that is installed reads application/pdf; install the extra: pip install x." in ended.output
    assert "`include`" not in ended.output


def test_a_number_that_is_none(folder: Path, tmp_path: Path) -> None:
    """The message says what an option takes in the words of everybody."""
    ended = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--workers", "a"])
    assert "'a' is not a number.\n" in ended.output


def test_a_site_without_its_scheme(tmp_path: Path) -> None:
    """A folder that there is not may be meant as a site."""
    assert "The address of a site begins with https://." in build("docs.example.org", "-o", tmp_path / "b").output


def test_a_report_that_has_no_folder(folder: Path, tmp_path: Path) -> None:
    """It is said before anything is built."""
    ended = build(folder, "-o", tmp_path / "b", "--report", tmp_path / "no" / "r.json")
    assert ended.exit_code == 2
    assert "there is no folder" in ended.output
    assert not (tmp_path / "b").exists()


def test_a_report_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    """A place that the build itself has put a folder in is one line of failure, not a traceback."""
    ended = build(folder, "-o", tmp_path / "b", "--report", tmp_path / "b")
    assert (ended.exit_code, isinstance(ended.exception, SystemExit)) == (1, True)
    assert f"the report {tmp_path / 'b'} cannot be written (Is a directory); name another" in ended.output
    assert (tmp_path / "b" / "pinax.json").exists()


@pytest.mark.parametrize("source", ["ftp://docs.example.org/", "sftp://docs.example.org/", "docs/a.md"])
def test_what_is_no_source(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page and an address of another kind are refused with what is taken."""
    monkeypatch.chdir(folder.parent)
    ended = build(source, "-o", "b")
    assert ended.exit_code == 2
    assert f"{source} is no source; name a folder, a web archive (.warc, .warc.gz), a .zip" in ended.output
    assert "a Git repository or package (git+https://…, npm:…, pypi:…), an http(s) URL or a pinax.toml" in ended.output


def test_pages_of_nothing_but_links(folder: Path, tmp_path: Path) -> None:
    """A page whose links stand side by side is indexed like any other."""
    (folder / "links.html").write_text("<title>T</title><a href=a.md>one</a><a href=b.md>two</a><a href=c.md>three</a>")
    assert build(folder, "-o", tmp_path / "b").exit_code == 0


def test_folders_of_one_name_are_numbered(tmp_path: Path) -> None:
    """Names that are numbered stay unique and within the length that readers take."""
    sources = [tmp_path / parent / name for parent, name in [("1", "d" * 64), ("2", "d" * 64), ("3", f"{'d' * 62}-2")]]
    for source in sources:
        source.mkdir(parents=True)
        (source / "a.md").write_text("# Guide\n\nText.\n")
    assert build(*sources, "-o", tmp_path / "b").exit_code == 0
    names = [docset["name"] for docset in json.loads((tmp_path / "b/pinax.json").read_text())["docsets"]]
    assert sorted(names) == sorted(["d" * 64, f"{'d' * 62}-2", f"{'d' * 62}-3"])


def test_a_folder_with_other_files(folder: Path, tmp_path: Path) -> None:
    """A bundle is written into a folder without files, over a bundle, or where an option allows it; nothing is lost."""
    refused = build(folder, "-o", folder)
    assert refused.exit_code == 1
    assert (
        "is no bundle: it holds a.md and 1 more; name a folder of its own, or give --allow-other-files."
        in refused.output
    )
    assert sorted(path.name for path in folder.iterdir()) == ["a.md", "empty.html"]
    (tmp_path / "pictures/files").mkdir(parents=True)
    (tmp_path / "pictures/files/cat.png").write_bytes(b"")
    assert "it holds cat.png;" in build(folder, "-o", tmp_path / "pictures").output
    (tmp_path / "new").mkdir()
    (tmp_path / "new/.gitkeep").touch()
    assert build(folder, "-o", tmp_path / "new").exit_code == 0
    (tmp_path / "new/notes.txt").touch()
    assert build(folder, "-o", tmp_path / "new").exit_code == 0
    assert build(folder, "-o", folder, "--allow-other-files").exit_code == 0
    assert (folder / "a.md").exists()


def test_a_build_that_was_killed_can_be_repeated(folder: Path, tmp_path: Path) -> None:
    """What a build leaves before it writes the entry is nobody's file."""
    assert build(folder, "-o", tmp_path / "b").exit_code == 0
    (tmp_path / "b/pinax.json").unlink()
    (tmp_path / "b/files/.x.1f.tmp").touch()
    assert build(folder, "-o", tmp_path / "b").exit_code == 0
