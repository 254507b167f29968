"""Read and write the question file: JSON lines that say which questions a page or section answers.

In:    `questions.jsonl`, written by people, programs and models, and kept in version control.
Out:   A Questions for each line.
Rules: everything is checked, and a fault names its line. The file is written sorted by id and author, so that one
       change is one changed line. Lines may be read in any order. A page or section has a line for
       each author, and for each version of the instructions.
Spec:  docs/reference/questions.md
Why:   docs/decisions/0276
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from pinax_builder.errors import QuestionsError, writing
from pinax_runtime.format import cause_of, is_docset_name, is_visible_line, visible
from pinax_runtime.trust import read_file, replacement

INSTRUCTIONS = 1
"""Version of `instructions.md`; raised whenever its text changes."""

MAX_BYTES = 64 << 20
"""Largest size of the file (bytes)."""
MAX_LINES = 200_000
"""Most lines of the file."""
MAX_QUESTIONS = 100
"""Most questions of one page or section."""
MAX_CHARS = 200
"""Longest question (characters)."""
_MAX_ID_CHARS, _MAX_BY_CHARS, _MAX_VERSION = 2_000, 100, 1_000_000
_DIGEST = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Questions:
    """One line: the questions that one author wrote for a page or section."""

    id: str
    """As search gives it: `docset:path`, and `#anchor` for a section."""
    digest: str
    """`digest_of` the text that they were written for."""
    questions: tuple[str, ...]
    """May be empty: then the author knows of none."""
    by: str
    """`human`, or the name of the model that wrote them."""
    instructions: int = INSTRUCTIONS
    """Version of the instructions that the author had; 0 for none."""

    def to_json(self) -> str:
        """Return the line, without its end."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, value: Any) -> Questions:
        """Check the plain values.

        Raises:
            ValueError: A member is missing, unknown, of another type or out of range.
        """
        if not isinstance(value, dict) or value.keys() != _NAMES:
            raise ValueError(f"it is no object with exactly the members {', '.join(sorted(_NAMES))}")
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair cannot be
        docset, colon, path = str(value["id"]).partition(":")
        if not (_is_line(value["id"], _MAX_ID_CHARS) and colon and path and is_docset_name(docset)):
            raise ValueError("its `id` is no id of a page or section, such as `lantern:guide/start.html#install`")
        if not isinstance(value["digest"], str) or not _DIGEST.fullmatch(value["digest"]):
            raise ValueError("its `digest` is not 16 hexadecimal digits")
        if not _is_line(value["by"], _MAX_BY_CHARS):
            raise ValueError(f"its `by` is no name of 1 to {_MAX_BY_CHARS} characters")
        version = value["instructions"]
        if type(version) is not int or not 0 <= version <= _MAX_VERSION:
            raise ValueError("its `instructions` is no version, which is a whole number from 0")
        questions = value["questions"]
        if not isinstance(questions, list) or len(questions) > MAX_QUESTIONS:
            raise ValueError(f"its `questions` is no array of at most {MAX_QUESTIONS} questions")
        if not all(_is_line(question, MAX_CHARS) for question in questions):
            raise ValueError(f"one of its questions is no visible text, in one line, of 1 to {MAX_CHARS} characters")
        return cls(value["id"], value["digest"], tuple(questions), value["by"], version)


_NAMES = {field.name for field in fields(Questions)}


def digest_of(texts: Iterable[str]) -> str:
    """Return the digest of a section's Markdown, or of the Markdown of all sections of a page, in order.

    >>> digest_of(["# Start", "Switch it on."])
    '5798d84eeeed71ba'
    """
    return hashlib.sha256(visible("\n\n".join(texts)).encode()).hexdigest()[:16]


def load(path: Path) -> list[Questions]:
    """Read a question file; return its lines, sorted.

    Raises:
        QuestionsError: It cannot be read, or a line of it is not allowed.
    """
    try:
        lines = read_file(path, MAX_BYTES).decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionsError(path, 0, getattr(error, "strerror", None) or cause_of(error)) from error
    if len(lines) > MAX_LINES:
        raise QuestionsError(path, MAX_LINES + 1, f"a question file has at most {MAX_LINES:,} lines")
    found: dict[tuple[str, str, int], Questions] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            one = Questions.from_json(json.loads(line))
        except (ValueError, RecursionError) as error:
            cause = "it is no JSON" if isinstance(error, json.JSONDecodeError) else cause_of(error)
            raise QuestionsError(path, number, cause) from error
        if _key(one) in found:
            raise QuestionsError(path, number, f"{one.id} has a line by {one.by} already")
        found[_key(one)] = one
    return [found[key] for key in sorted(found)]


def save(path: Path, questions: Iterable[Questions]) -> None:
    """Write a question file, sorted; the file that is there is replaced at once.

    Raises:
        OutputError: It cannot be written.
    """
    text = "".join(f"{one.to_json()}\n" for one in sorted(questions, key=_key))
    with writing(path), replacement(path, synced=True) as file:
        file.write(text.encode())


def by_id(questions: Iterable[Questions]) -> dict[str, tuple[str, ...]]:
    """Return the questions of all authors by the id of the page or section, each once."""
    found: dict[str, dict[str, None]] = {}
    for one in sorted(questions, key=_key):
        found.setdefault(one.id, {}).update(dict.fromkeys(one.questions))
    return {key: tuple(texts) for key, texts in found.items()}


def _key(one: Questions) -> tuple[str, str, int]:
    return one.id, one.by, one.instructions


def _is_line(value: object, max_chars: int) -> bool:
    """Tell whether a value is a text of one visible line, neither empty nor too long."""
    return isinstance(value, str) and bool(value.strip()) and len(value) <= max_chars and is_visible_line(value)
