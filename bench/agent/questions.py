"""The questions of the quality benchmark, with the sections that answer them."""

from __future__ import annotations

from dataclasses import dataclass

from quality.query_sets import QUERIES

from pinax_runtime.search import Library

DEFAULT_SETS = (
    "python.link",
    "sqlite.link",
    "cmake.link",
    "python.sym",
    "cmake.sym",
    "python.everyday",
    "sqlite.everyday",
)


@dataclass(frozen=True)
class Asked:
    """A question, the addresses that answer it (`page#anchor` or `page`), and the pages that do not count."""

    query: str
    answers: tuple[str, ...]
    dropped: frozenset[str]


def read_questions(name: str) -> list[Asked]:
    """Read a set of `bench/quality/queries`; of everyday questions only the full answers count."""
    questions = []
    for line in (QUERIES / f"{name}.tsv").read_text("utf-8").splitlines():
        columns = line.split("\t")
        dropped = columns[2].split("|") if len(columns) > 2 and not name.endswith(".everyday") else []
        questions.append(Asked(columns[0], tuple(columns[1].split("|")), frozenset(dropped)))
    return questions


def answering_sections(library: Library, asked: Asked) -> set[tuple[str, int]]:
    """Return (page, section) of each answer; section -1 means that any section of the page answers."""
    found: set[tuple[str, int]] = set()
    for answer in asked.answers:
        page, _, anchor = answer.partition("#")
        document = library.find(page)
        if document is None:
            continue
        at = document.find(anchor) if anchor else None
        found.add((document.page.url, document.owner(at) if at is not None else -1))
    return found
