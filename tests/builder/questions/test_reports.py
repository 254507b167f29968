"""What a build says of its question file; and the gate, of questions that do harm."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner, Result

from builder.questions.conftest import PAGES
from pinax_builder.cli import main
from pinax_builder.questions import Questions, save

Run = Callable[..., Result]


def build(*more: str) -> Result:
    """Build the manual, and write its report."""
    return CliRunner().invoke(main, ["build", "pinax.toml", "--report", "report.json", *more])


def test_a_build_says_how_the_file_fits(run: Run, manual: Path) -> None:
    """Share of pages with questions, stale lines, and lines without a page by name: in words and in the report."""
    assert "questions" not in build().output
    assert "questions" not in json.loads((manual / "report.json").read_text("utf-8"))
    (manual / "faq.tsv").write_text("glow in the dark\tlamp\ncatch the breeze\tsail\nstay in place\tanchor\n", "utf-8")
    run("import", "faq.tsv")
    (manual / "docs/lamp.md").write_text(PAGES["lamp.md"].replace("weekly", "daily"), encoding="utf-8")
    (manual / "docs/anchor.md").unlink()
    ended = build()
    assert "2 of 3 pages have questions (67 %); 1 lines are stale, 1 have no page" in ended.output
    assert "ship:anchor.md, which is not in the bundle" in ended.output
    expected = {"pages": 3, "asked": 2, "stale": ["ship:lamp.md"], "gone": ["ship:anchor.md"]}
    assert json.loads((manual / "report.json").read_text("utf-8"))["questions"] == expected
    gated = CliRunner().invoke(main, ["gate", "bundle", "--report", "report.json"])
    assert "pages with questions (%): 66.7" in gated.output
    assert "stale questions: 1" in gated.output
    assert "questions without a page: 1" in gated.output


def test_a_file_for_another_name_is_told_briefly(manual: Path) -> None:
    """Of many lines without a page, as after a docset was renamed, the first are named and the others counted."""
    lines = [Questions(f"boat:page{n}.md", "0" * 16, ("stay in place",), "human", 0) for n in range(1_500)]
    save(manual / "questions.jsonl", lines)
    output = build().output
    assert output.count("which is not in the bundle") == 20
    assert "and for 1,480 more; an id begins with the name of a docset of the bundle" in output


def test_a_file_of_ones_own(run: Run, manual: Path) -> None:
    """--questions names another file than the one beside pinax.toml."""
    (manual / "faq.tsv").write_text("glow in the dark\tlamp\n", "utf-8")
    run("import", "faq.tsv", "--questions", "mine.jsonl")
    assert "questions" not in build().output
    assert "1 of 4 pages have questions" in build("--questions", "mine.jsonl").output


def test_the_gate_names_a_question_on_a_wrong_page(run: Run, manual: Path) -> None:
    """A golden query that questions make worse fails the gate, with the page that got ahead and its question."""
    query = "keep the canvas from rotting in the rain"
    toml = (manual / "pinax.toml").read_text("utf-8")
    (manual / "pinax.toml").write_text(toml.replace("hoist the sail", query), encoding="utf-8")
    wrong = Questions("ship:mast.md", "0" * 16, (query,), "human", 0)
    right = Questions("ship:sail.md", "0" * 16, ("catch the breeze",), "human", 0)
    save(manual / "questions.jsonl", [right])
    build()
    gated = CliRunner().invoke(main, ["gate", "bundle"])
    assert gated.exit_code == 0, gated.output
    assert "golden queries worse with questions: 0" in gated.output
    save(manual / "questions.jsonl", [right, wrong])
    build()
    gated = CliRunner().invoke(main, ["gate", "bundle"])
    assert gated.exit_code == 1
    assert f"{query!r}: sail.md falls from hit 1 to hit 2, behind mast.md ({query!r})" in gated.output
    assert CliRunner().invoke(main, ["gate", "bundle", "--max-worse", "1"]).exit_code == 0
