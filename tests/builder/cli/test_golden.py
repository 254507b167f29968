"""Golden queries of a pinax.toml fail the build that does not answer them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pinax_builder.cli import main
from pinax_builder.configuration import load_config
from pinax_builder.errors import ConfigError

DOCSET = '[[docset]]\npath = "docs"\n'
GOLDEN = '[[golden]]\nquery = "whale oil"\nexpect = "{}"\n'


def build(folder: Path, golden: str) -> Result:
    """Build a bundle of one page with this golden query."""
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs/oil.md").write_text("# Oil\n\nText.\n\n## Kinds\n\nWhale oil, and more.\n")
    (folder / "pinax.toml").write_text(DOCSET + golden)
    words = ["build", str(folder / "pinax.toml"), "-o", str(folder / "bundle"), "--workers", "1", "-q"]
    return CliRunner().invoke(main, words)


def test_an_answer_lets_the_build_pass(tmp_path: Path) -> None:
    """The section is found, and the query is in the bundle."""
    ended = build(tmp_path, GOLDEN.format("oil.md#kinds"))
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert "whale oil" in (tmp_path / "bundle/pinax.json").read_text()


def test_a_section_without_an_anchor_is_expected_by_its_id(tmp_path: Path) -> None:
    """HTML may have headings without one; a hit there is named by its id as well."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/lamp.html").write_text("<h1>Lamp</h1><p>Light.</p><h2>Kinds</h2><p>Whale oil, and more.</p>")
    assert build(tmp_path, GOLDEN.format("lamp.html#~kinds")).exit_code == 0
    assert "found were oil.md#kinds, lamp.html#~kinds" in build(tmp_path, GOLDEN.format("lamp.html#no")).stderr


def test_a_missing_answer_fails_the_build(tmp_path: Path) -> None:
    """The message has the query, what was expected and what was found."""
    ended = build(tmp_path, GOLDEN.format("lamps.md"))
    assert ended.exit_code == 1
    assert "'whale oil': lamps.md is not among the first 5; found were oil.md#kinds" in ended.stderr
    lines = ended.stderr.splitlines()
    assert len(lines) > 1
    assert all(line.lower().startswith("error: ") for line in lines)


@pytest.mark.parametrize("golden", ['[[golden]]\nquery = "a"\n', GOLDEN.format("a") + "wihtin = 3\n", "golden = 1\n"])
def test_a_misspelt_query_is_refused(tmp_path: Path, golden: str) -> None:
    """As every key of the file."""
    (tmp_path / "pinax.toml").write_text(golden + DOCSET)
    with pytest.raises(ConfigError, match="golden"):
        load_config(tmp_path / "pinax.toml")
