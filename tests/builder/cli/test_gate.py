"""`pinax gate` and `pinax diff --markdown`: what CI systems show."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from pinax_builder.cli import main


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def build(folder: Path, name: str, **pages: str) -> Path:
    for page, text in pages.items():
        (folder / "docs").mkdir(exist_ok=True)
        (folder / "docs" / f"{page}.md").write_text(text)
    ended = run("build", folder / "docs", "-o", folder / name, "--report", folder / "report.json", "--workers", 1)
    assert ended.exit_code == 0, ended.output
    return folder / name


def test_figures_without_limits(tmp_path: Path) -> None:
    """Everything is measured, and nothing fails."""
    bundle = build(
        tmp_path, "b", oil="# Oil\n\nWhale oil is burnt in lamps.", twin="# Oil\n\nWhale oil is burnt in lamps."
    )
    ended = run("gate", bundle, "--report", tmp_path / "report.json", "--json")
    assert ended.exit_code == 0
    measures = {measure["name"]: measure["value"] for measure in json.loads(ended.output)}
    size = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file())
    assert measures == {"bytes": size, "coverage of docs (%)": 100.0, "dead fragments": 0, "dead links": 0}


def test_what_is_left_out_on_purpose_is_not_missing(tmp_path: Path) -> None:
    """A generated file does not lower the coverage; an empty page does, which is then below its limit."""
    (tmp_path / "src").mkdir()
    files = {"oil.go": "package oil\n\nvar Lamp = 1\n", "oil.pb.go": "package oil\n", "none.md": ""}
    for name, text in files.items():
        (tmp_path / "src" / name).write_text(text)
    code = ("--code", "--report", tmp_path / "r.json", "--workers", 1)
    for rest, said in ((("--exclude", "none.md"), "100, within"), ((), "50, below")):
        ended = run("build", tmp_path / "src", "-o", tmp_path / "b", *code, *rest)
        assert ended.exit_code == 0, ended.output
        ended = run("gate", tmp_path / "b", "--report", tmp_path / "r.json", "--min-coverage", 100)
        assert f"coverage of src (%): {said} the limit of 100" in ended.output


def test_a_failure_in_every_form(tmp_path: Path) -> None:
    """JUnit's case fails with the details, and Markdown marks the figure."""
    bundle = build(tmp_path, "b", oil="# Oil\n\nWhale oil, see [a|b](<gone.md>).", none="")
    files = ("--junit", tmp_path / "j.xml", "--markdown", tmp_path / "m.md")
    ended = run("gate", bundle, "--max-dead-links", 0, *files)
    assert ended.exit_code == 1
    assert "dead links: 1, beyond the limit of 0\n  oil.md → gone.md\n" in ended.output
    suite = ElementTree.parse(tmp_path / "j.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    assert [failure.text for failure in suite.iter("failure")] == ["oil.md → gone.md"]
    assert "| dead links | **1** | 0 |" in (tmp_path / "m.md").read_text()


def test_golden_queries_are_asked(tmp_path: Path) -> None:
    """A bundle that does not answer its golden queries does not pass, and each such query is named."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/oil.md").write_text("# Oil\n\nWhale oil is burnt in lamps.")
    (tmp_path / "pinax.toml").write_text(
        '[[docset]]\npath = "docs"\n[[golden]]\nquery = "whale oil"\nexpect = "wick.md"\n'
    )
    assert run("build", tmp_path / "pinax.toml", "-o", tmp_path / "b", "--workers", 1).exit_code == 1
    ended = run("gate", tmp_path / "b")
    assert ended.exit_code == 1
    assert "golden queries not answered: 1, beyond the limit of 0\n  'whale oil': wick.md is not" in ended.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--min-coverage", "90"), "give --report FILE"),
        (("--report", "none.json"), "cannot use the report none.json"),
        (("--markdown", "no/folder.md"), "cannot be written"),
    ],
)
def test_what_cannot_be_measured_is_said(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """One line, with what to do."""
    ended = run("gate", build(tmp_path, "b", oil="# Oil\n\nWhale oil."), *words)
    assert ended.exit_code in (1, 2)
    assert said in ended.output


def test_a_difference_as_markdown(tmp_path: Path) -> None:
    """Counts in a table, pages by kind of change; names that look like markup stay text."""
    old = build(tmp_path, "old", oil="# Oil\n\nOne.", gone="# Gone\n\nIt goes away.")
    (tmp_path / "docs/gone.md").unlink()
    new = build(tmp_path, "new", oil="# Oil\n\nTwo.", **{"a`<b>": "# New\n\nIt is new here."})
    ended = run("diff", old, new, "--markdown", tmp_path / "d.md")
    assert ended.exit_code == 0
    text = (tmp_path / "d.md").read_text()
    assert "| docs | 1 | 1 | 1 | 0 |" in text
    assert "- `- gone.md`" in text
    assert "- `~ oil.md`" in text
    assert "<b>" not in text


@pytest.mark.parametrize(
    ("size", "limit"), [("20MB", 20_000_000), ("1.5 kB", 1_500), ("10kb", 10_000), ("2G", 2_000_000_000), ("7", 7)]
)
def test_a_size_may_have_a_unit(tmp_path: Path, size: str, limit: int) -> None:
    """The limit is given as people write it, and both figures are printed so, too."""
    bundle = build(tmp_path, "b", oil="# Oil\n\nWhale oil.")
    ended = run("gate", bundle, "--max-bytes", size, "--json")
    assert json.loads(ended.output)[0]["limit"] == limit
    said = run("gate", bundle, "--max-bytes", size).output
    assert " KB)" in said
    assert f"the limit of {limit:,}" in said


@pytest.mark.parametrize("size", ["0", "20XB", "MB", "-1", "1e9"])
def test_what_is_no_size_is_refused(tmp_path: Path, size: str) -> None:
    """The message shows a size."""
    ended = run("gate", build(tmp_path, "b", oil="# Oil\n\nWhale oil."), "--max-bytes", size)
    assert ended.exit_code == 2
    assert "such as 20MB" in ended.output


def test_dead_links_are_named_and_do_not_hide_what_follows(tmp_path: Path) -> None:
    """The first twenty, whether there is a limit or not, and how many more; a program is told all."""
    links = " ".join(f"[a](gone{number}.md)" for number in range(50))
    bundle = build(tmp_path, "b", oil=f"# Oil\n\nWhale oil. {links}")
    said = run("gate", bundle).output
    assert said.count("oil.md → gone") == 20
    assert "\n  and 30 more\n" in said
    assert len(json.loads(run("gate", bundle, "--json").output)[-1]["details"]) == 50
    run("gate", bundle, "--max-dead-links", 0, "--markdown", tmp_path / "m.md")
    assert "and 30 more" in (tmp_path / "m.md").read_text()
