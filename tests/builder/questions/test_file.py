"""The question file: what is read, what is refused, and how it is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pinax_builder import build
from pinax_builder.configuration import load_config
from pinax_builder.errors import ConfigError, OutputError, QuestionsError
from pinax_builder.questions import Questions, by_id, digest_of, load, save

START = Questions("lantern:start.md", "0123456789abcdef", ("light a candle without a match",), "human")
WICK = Questions("lantern:start.md#wick", "fedcba9876543210", ("why does it smoke", "flame is small"), "some-model", 1)
GOOD = {
    "id": "lantern:start.md",
    "digest": "0123456789abcdef",
    "questions": ["why"],
    "by": "human",
    "instructions": 1,
}


def test_lines_come_back_sorted(tmp_path: Path) -> None:
    """What is saved is loaded again; in the file, lines are sorted by id, and members stand in one order."""
    file = tmp_path / "questions.jsonl"
    save(file, [WICK, START])
    assert load(file) == [START, WICK]
    lines = file.read_text("utf-8").splitlines()
    assert lines[0] == (
        '{"id": "lantern:start.md", "digest": "0123456789abcdef", "questions": ["light a candle without a match"], '
        '"by": "human", "instructions": 1}'
    )
    save(file, [START, WICK])
    assert file.read_text("utf-8").splitlines() == lines


def test_people_may_edit_it(tmp_path: Path) -> None:
    """Lines in any order, a byte order mark, Windows' line ends and empty lines are read."""
    file = tmp_path / "questions.jsonl"
    file.write_bytes(f"\ufeff{WICK.to_json()}\r\n\r\n{START.to_json()}".encode())
    assert load(file) == [START, WICK]


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("<<<<<<< HEAD", "no JSON"),
        ("[" * 100_000, "nested too deep"),
        ("[]", "no object"),
        (json.dumps({**GOOD, "page": "x"}), "exactly the members"),
        (json.dumps({key: GOOD[key] for key in GOOD if key != "by"}), "exactly the members"),
        (json.dumps({**GOOD, "id": "start.md"}), "`id`"),
        (json.dumps({**GOOD, "id": "a/b:start.md"}), "`id`"),
        (json.dumps({**GOOD, "id": "lantern:" + "x" * 2_000}), "`id`"),
        (json.dumps({**GOOD, "id": 7}), "`id`"),
        (json.dumps({**GOOD, "digest": "0123"}), "`digest`"),
        (json.dumps({**GOOD, "by": ""}), "`by`"),
        (json.dumps({**GOOD, "instructions": True}), "`instructions`"),
        (json.dumps({**GOOD, "questions": {}}), "`questions`"),
        (json.dumps({**GOOD, "questions": ["x"] * 101}), "`questions`"),
        (json.dumps({**GOOD, "questions": [" "]}), "questions"),
        (json.dumps({**GOOD, "questions": ["x" * 201]}), "questions"),
        (json.dumps({**GOOD, "questions": ["see \u202egninaelc"]}), "visible"),
        (json.dumps({**GOOD, "questions": ["half of \ud83d"]}), ""),
        (START.to_json(), "has a line by human already"),
    ],
)
def test_a_fault_names_its_line(tmp_path: Path, line: str, cause: str) -> None:
    """A line that is not allowed ends the reading with its number and what is wrong."""
    file = tmp_path / "questions.jsonl"
    file.write_text(f"{START.to_json()}\n{line}\n", encoding="utf-8")
    with pytest.raises(QuestionsError, match=r"questions\.jsonl, line 2: ") as raised:
        load(file)
    assert cause in str(raised.value)
    assert raised.value.line == 2


def test_the_file_is_bounded(tmp_path: Path) -> None:
    """A file of too many bytes or lines is refused before it is decoded line by line."""
    file = tmp_path / "questions.jsonl"
    with open(file, "wb") as sparse:
        sparse.truncate((64 << 20) + 1)
    with pytest.raises(QuestionsError, match="more than"):
        load(file)
    file.write_bytes(b"\n" * 200_001)
    with pytest.raises(QuestionsError, match="at most"):
        load(file)
    with pytest.raises(QuestionsError, match="No such file"):
        load(tmp_path / "nothing.jsonl")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """Saving into a folder that is not there is an error that names the file."""
    with pytest.raises(OutputError, match="questions"):
        save(tmp_path / "nothing" / "questions.jsonl", [])


def test_each_author_has_a_line(tmp_path: Path) -> None:
    """A page may have a line for each author; a build takes all of them together, each question once."""
    file = tmp_path / "questions.jsonl"
    model = Questions(START.id, START.digest, (START.questions[0], "start the lamp"), "some-model")
    nothing = Questions("lantern:licence.md", START.digest, (), "some-model")
    save(file, [nothing, model, WICK, START])
    assert load(file) == [nothing, START, model, WICK]
    start = (START.questions[0], "start the lamp")
    assert by_id(load(file)) == {"lantern:licence.md": (), START.id: start, WICK.id: WICK.questions}


def test_a_digest_is_of_the_texts() -> None:
    """Another text has another digest; what a reader of bundles does not show counts for nothing."""
    assert digest_of(["a", "b"]) != digest_of(["a b"])
    assert digest_of(["a\u202eb"]) == digest_of(["ab"])


def test_where_a_build_finds_it(tmp_path: Path) -> None:
    """A pinax.toml takes the file beside it, or the one that it names; a missing one that is named ends the build."""
    toml = tmp_path / "pinax.toml"
    toml.write_text('[[docset]]\npath = "docs"\n', encoding="utf-8")
    assert load_config(toml).questions is None
    save(tmp_path / "questions.jsonl", [START])
    assert load_config(toml).questions == tmp_path / "questions.jsonl"
    toml.write_text('[build]\nquestions = "other.jsonl"\n[[docset]]\npath = "docs"\n', encoding="utf-8")
    assert load_config(toml).questions == tmp_path / "other.jsonl"
    with pytest.raises(QuestionsError, match=r"other\.jsonl"):
        build(load_config(toml), tmp_path / "bundle")
    toml.write_text('[build]\nquestions = ""\n[[docset]]\npath = "docs"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="questions"):
        load_config(toml)


def test_the_schema_of_the_page(tmp_path: Path) -> None:
    """The JSON Schema in the documentation takes what is read, and refuses what it can know to be wrong."""
    page = (Path(__file__).parents[3] / "docs/reference/questions.md").read_text("utf-8")
    example, schema = (json.loads(block.partition("```")[0]) for block in page.split("```json\n")[1:])
    validator = Draft202012Validator(schema)
    for value in (example, GOOD, json.loads(START.to_json()), json.loads(WICK.to_json())):
        assert validator.is_valid(value)
        assert Questions.from_json(value).id == value["id"]
    for change in (
        {"id": "a/b:c"},
        {"digest": "x"},
        {"questions": [" "]},
        {"by": ""},
        {"page": "c"},
    ):
        assert not validator.is_valid({**GOOD, **change})
