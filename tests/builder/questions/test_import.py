"""`pinax questions import`, `pending` and `check`: what is taken, what is left out and why."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from builder.questions.conftest import PAGES, rebuild, written
from pinax_builder.questions import load

Run = Callable[..., Result]


def put(folder: Path, *lines: str, name: str = "faq.tsv") -> Path:
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / name


def test_questions_from_elsewhere_are_added(run: Run, manual: Path) -> None:
    """Lines `question<TAB>page` go to the page or section that an id, a path or a name without a suffix means."""
    lines = ["glow in the dark\tlamp.md", "cut the burnt thread\tship:lamp.md#wick", "tie a knot\tsail\t12"]
    ended = run("import", put(manual, *lines))
    assert ended.exit_code == 0, ended.output
    assert written(manual) == {
        "ship:lamp.md": ["glow in the dark"],
        "ship:lamp.md#wick": ["cut the burnt thread"],
        "ship:sail.md": ["tie a knot"],
    }
    assert {(line.by, line.instructions) for line in load(manual / "questions.jsonl")} == {("human", 0)}
    run("import", put(manual, "shine at night\tlamp.md"))
    assert written(manual)["ship:lamp.md"] == ["glow in the dark", "shine at night"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("How do I lamp?\tlamp.md", "a title or name again"),
        ("wick\tlamp.md", "a title or name again"),
        ("make it light with turn_on()\tlamp.md", "a name or number that the page does not have"),
        ("glow with --dim\tlamp.md", "a name or number that the page does not have"),
        ("why 300 drops of fuel\tlamp.md", "a name or number that the page does not have"),
        ("why is the flame small on some days and large on others when i did not change a thing\tlamp.md", "too long"),
        ("x" * 300 + "\tlamp.md", "too long"),
        ("如何 点亮 灯 在 黑暗 中 没有 火柴\tlamp.md", "in another language"),
        ("glow in total darkness\tboat.md", "no such page"),
        ("glow in total darkness\tlamp.md#glass", "no such section"),
        ("hoist the canvas in a storm\tanchor.md", "another page answers it better"),
    ],
)
def test_what_is_left_out(run: Run, manual: Path, line: str, reason: str) -> None:
    """Each reason to leave a question out is named with its page and the question, and counted."""
    (manual / "docs/lamp.md").write_text("---\nlanguage: en\n---\n" + PAGES["lamp.md"], encoding="utf-8")
    rebuild()
    ended = run("import", put(manual, line))
    assert f"left out 1: {reason}" in ended.output
    assert ended.output.startswith(f"{reason}\t")
    assert "took 0 questions of 1" in ended.output


def test_near_duplicates_are_left_out(run: Run, manual: Path) -> None:
    """The second of two questions in nearly the same words is left out, also when the first is in the file already."""
    ended = run("import", put(manual, "make lantern glow brighter\tlamp.md", "make lanterns glow brightly\tlamp.md"))
    assert "left out 1: nearly the same as another one" in ended.output
    assert "left out 1" in run("import", put(manual, "make the lantern glow brighter\tlamp.md#wick")).output


def test_names_of_the_page_stay(run: Run, manual: Path) -> None:
    """A question may have names and numbers that the page has, in another spelling, too."""
    lines = ["glow with --bright on\tlamp.md", "what does lamp_on(5) change\tlamp.md", "does 250ml fit in\tlamp.md#oil"]
    assert "took 3 questions of 3" in run("import", put(manual, *lines)).output


def test_answers_replace_answers(run: Run, manual: Path) -> None:
    """JSON lines are answers: they take the place of the page's earlier answer, and leave single questions alone."""
    run("import", put(manual, "glow in the dark\tlamp.md"))
    first = json.dumps({"id": "ship:lamp.md#wick", "questions": ["cut the burnt thread"]})
    run("import", put(manual, first, name="a.jsonl"), "--by", "first-model")
    assert [(line.id, line.questions, line.by) for line in load(manual / "questions.jsonl")] == [
        ("ship:lamp.md", (), "first-model"),
        ("ship:lamp.md", ("glow in the dark",), "human"),
        ("ship:lamp.md#wick", ("cut the burnt thread",), "first-model"),
    ]
    second = json.dumps({"page": "lamp.md", "questions": ["read at night"]})
    ended = run("import", put(manual, second, name="a.jsonl"), "--by", "second-model")
    lines = load(manual / "questions.jsonl")
    assert [(line.id, line.questions, line.by) for line in lines] == [
        ("ship:lamp.md", ("glow in the dark",), "human"),
        ("ship:lamp.md", ("read at night",), "second-model"),
    ]
    assert "1 of 4 pages have questions (25 %)" in ended.output


@pytest.mark.parametrize(
    "line",
    [
        "no tab",
        "\tlamp.md",
        "{",
        '{"id": "lamp.md"}',
        '{"questions": ["x"]}',
        '{"id": "lamp.md", "questions": [7]}',
        '{"id": "lamp.md", "questions": ["x"], "by": ""}',
    ],
)
def test_what_has_no_form_is_refused(run: Run, manual: Path, line: str) -> None:
    """A line of another form ends the import with its number; nothing is written."""
    ended = run("import", put(manual, "glow in the dark\tlamp.md", line))
    assert ended.exit_code == 1
    assert "line 2" in ended.output
    assert not (manual / "questions.jsonl").exists()


def test_pending_pages_are_those_without_an_answer(run: Run, manual: Path) -> None:
    """Batches hold the instructions and the pages that are new or changed; answers to them make the next ones empty."""
    run("import", put(manual, "glow in the dark\tlamp.md"))  # a single question is no answer
    assert "wrote 1 batches" in run("pending", "batches").output
    batch = (manual / "batches/000.txt").read_text("utf-8")
    assert "A page is data" in batch
    assert batch.count("=== PAGE ") == 4
    assert "--- #wick > Wick\n## Wick Trim the wick weekly." in batch
    answers = [json.dumps({"id": f"ship:{name}", "questions": []}) for name in PAGES]
    run("import", put(manual, *answers, name="a.jsonl"), "--by", "some-model")
    assert "wrote 0 batches" in run("pending", "more").output
    (manual / "docs/sail.md").write_text("# Sail\n\nFold it.\n", encoding="utf-8")
    rebuild()
    run("pending", "more")
    assert (manual / "more/000.txt").read_text("utf-8").count("=== PAGE ship:sail.md") == 1


def test_batches_hold_whole_pages(run: Run, manual: Path) -> None:
    """A person sees all of a page, also of one that a model is shown the beginning of."""
    (manual / "docs/sail.md").write_text("# Sail\n\n" + "Fold it. " * 2_000 + "\n\n## Reef\n\nTie it.\n", "utf-8")
    rebuild()
    run("pending", "batches")
    assert (manual / "batches/000.txt").read_text("utf-8").count("Fold it.") == 2_000


def test_every_section_of_a_page_keeps_its_first_questions(run: Run, manual: Path) -> None:
    """Where an answer has more questions than its page gets, the last ones of the longest lists are left out."""
    first = ["glow in the dark", "make it bright", "see at night", "signal a boat", "read after sunset", "find a rope"]
    answers = {"lamp.md": first, "lamp.md#wick": ["cut the burnt thread"], "lamp.md#oil": ["fill the tank"]}
    lines = [json.dumps({"id": f"ship:{name}", "questions": questions}) for name, questions in answers.items()]
    assert "more than the page gets\tship:lamp.md\tfind a rope" in run("import", put(manual, *lines)).output
    assert written(manual) == {
        "ship:lamp.md": first[:4],
        "ship:lamp.md#oil": ["fill the tank"],
        "ship:lamp.md#wick": ["cut the burnt thread"],
    }


def test_lines_follow_a_page_that_moved(run: Run, manual: Path) -> None:
    """A line whose text is on another page now is named with it; --prune gives it that id."""
    run("import", put(manual, "stay in place\tanchor", "glow in the dark\tlamp.md#wick"))
    (manual / "docs/anchor.md").rename(manual / "docs/mooring.md")
    rebuild()
    ended = run("check")
    assert "moved\tship:anchor.md\tship:mooring.md" in ended.output
    assert ended.exit_code == 1
    assert run("check", "--prune").exit_code == 0
    assert written(manual) == {"ship:lamp.md#wick": ["glow in the dark"], "ship:mooring.md": ["stay in place"]}
    assert run("check").exit_code == 0


def test_another_page_is_named_where_one_section_of_it_answers(run: Run, manual: Path) -> None:
    """A page with the words of a question in several sections does not answer it better; one with all in one does."""
    words = "canvas", "storm", "hoist"
    sections = "".join(f"## Part {n}\n\nMind the {word} first.\n\n" for n, word in enumerate(words))
    (manual / "docs/parts.md").write_text(f"# Parts\n\nAll of them.\n\n{sections}", "utf-8")
    (manual / "docs/sail.md").write_text("# Sail\n\nFold it.\n", "utf-8")
    rebuild()
    assert "took 1 questions" in run("import", put(manual, "hoist the canvas in a storm\tanchor.md")).output
    (manual / "docs/sail.md").write_text(PAGES["sail.md"], "utf-8")
    rebuild()
    (manual / "questions.jsonl").unlink()
    ended = run("import", put(manual, "hoist the canvas in a storm\tanchor.md"))
    assert "another page answers it better\tship:anchor.md\thoist the canvas in a storm\tship:sail.md" in ended.output


def test_stale_lines_are_named_and_pruned(run: Run, manual: Path) -> None:
    """A line whose text changed is stale, one whose page went has none; --prune removes both, and what is filtered."""
    run("import", put(manual, "glow in the dark\tlamp.md#wick", "catch the breeze\tsail", "stay in place\tanchor"))
    file = manual / "questions.jsonl"
    (manual / "docs/lamp.md").write_text(PAGES["lamp.md"].replace("weekly", "daily"), encoding="utf-8")
    (manual / "docs/anchor.md").unlink()
    file.write_text(file.read_text("utf-8").replace("catch the breeze", "sail"), encoding="utf-8")
    rebuild()
    before = file.read_bytes()
    ended = run("check")
    assert ended.exit_code == 1
    assert "stale\tship:lamp.md#wick" in ended.output
    assert "no such page\tship:anchor.md" in ended.output
    assert "a title or name again\tship:sail.md\tsail" in ended.output
    assert "1 lines are stale, 1 have no page" in ended.output
    assert file.read_bytes() == before
    run("check", "--prune")
    assert written(manual) == {}


def test_a_stale_line_is_confirmed_by_importing_it(run: Run, manual: Path) -> None:
    """A stale line stays stale when a question is added, and no longer once all its questions were given again."""
    run("import", put(manual, "glow in the dark\tlamp.md#wick"))
    (manual / "docs/lamp.md").write_text(PAGES["lamp.md"].replace("weekly", "daily"), encoding="utf-8")
    rebuild()
    assert "1 lines are stale" in run("import", put(manual, "cut the burnt thread\tlamp.md#wick")).output
    assert "0 lines are stale" in run("import", manual / "questions.jsonl").output
    assert written(manual) == {"ship:lamp.md#wick": ["glow in the dark", "cut the burnt thread"]}


def test_where_it_works(run: Run, manual: Path) -> None:
    """--bundle and --questions come before pinax.toml; without either, the command says what to give."""
    file = put(manual, "glow in the dark\tlamp.md")
    (manual / "pinax.toml").unlink()
    ended = run("import", file)
    assert ended.exit_code == 2
    assert "--bundle" in ended.output
    assert run("import", file, "--bundle", "bundle", "--questions", "mine.jsonl").exit_code == 0
    assert (manual / "mine.jsonl").exists()
    assert run("import", file, "--bundle", "docs").exit_code == 1
