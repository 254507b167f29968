"""Corpora and the questions asked of them, with the answers that are known.

A set is named SITE.KIND (a file of queries/) or ir:NAME (a test collection). In a file, a line is: query, right pages
(`page#anchor`, several with `|`), and in `link` sets the pages that the phrase was taken from, which are dropped from a
ranking, and whether the phrase is a heading of the right page. In `everyday` sets the second column lists the pages
that answer the question, and the third, where there is one, the pages that answer it in part.
"""

from __future__ import annotations

import html
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpora import places

QUERIES = Path(__file__).with_name("queries")
DEFAULT_SETS = (
    *("ir:cranfield", "ir:cisi", "python.sym", "python.idx", "cmake.sym", "cmake.idx"),
    *("python.link", "sqlite.link", "cmake.link", "qt.link", "octave.link"),
)
"""git.link is not among them: its ten questions would weigh as much as 300 others."""
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
    "<body><main>{heading}<p>{text}</p></main></body></html>"
)


@dataclass(frozen=True)
class Corpus:
    """Pages to search: a folder of HTML."""

    name: str
    root: Path

    @property
    def file_name(self) -> str:
        return self.name.replace(":", "-")

    @property
    def is_collection(self) -> bool:
        """Whether it is a test collection: documents without sections, whose text is known exactly."""
        return self.name.startswith("ir:")

    def documents(self) -> Iterator[dict[str, Any]]:
        """Return a collection's documents as records of a peer."""
        for line in (places.COLLECTIONS / self.name[3:] / "corpus.jsonl").read_text("utf-8").splitlines():
            document = json.loads(line)
            body = document["text"]
            yield {"url": f"{document['_id']}.html", "title": document["title"], "headings": [], "body": body}


@dataclass(frozen=True)
class Question:
    """A query, the grade of each right page, and the pages that do not count."""

    query: str
    grades: dict[str, int]
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True)
class QuerySet:
    """Questions about one corpus."""

    name: str
    corpus: Corpus
    questions: list[Question]

    @property
    def drops_listings(self) -> bool:
        """Whether generated indexes do not count: the set's queries were taken from them."""
        return self.name.endswith((".sym", ".idx"))


def load(name: str) -> QuerySet:
    """Read a set; the program ends, saying what to do, when its corpus is not there."""
    if name.startswith("ir:"):
        questions = _judged(places.COLLECTIONS / name[3:])
        return QuerySet(name, _collection(name), questions)
    site = places.site(name.split(".")[0])
    file = QUERIES / f"{name}.tsv"
    if not file.exists():
        sys.exit(f"no set {name!r}; there are {', '.join(DEFAULT_SETS)}")
    read = _everyday if name.endswith(".everyday") else _question
    questions = [read(line.split("\t")) for line in file.read_text("utf-8").splitlines()]
    return QuerySet(name, Corpus(site.name, site.root), questions)


def _question(columns: list[str]) -> Question:
    grades = {page.split("#")[0]: 1 for page in columns[1].split("|")}
    return Question(columns[0], grades, frozenset(columns[2].split("|") if len(columns) > 2 else ()))


def _everyday(columns: list[str]) -> Question:
    """Read a question whose answers are graded: 2 for a page that answers it, 1 for a page that answers it in part."""
    part = columns[2].split("|") if len(columns) > 2 else []
    grades = {page.split("#")[0]: 1 for page in part}
    grades |= {page.split("#")[0]: 2 for page in columns[1].split("|")}
    return Question(columns[0], grades)


def _judged(folder: Path) -> list[Question]:
    """Read a collection's queries and judgments, in BEIR's layout."""
    if not folder.is_dir():
        sys.exit(f"{folder} is missing; bench/README.md says where the collections come from")
    grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]:
        query, document, grade = line.split("\t")
        grades[query][f"{document}.html"] = int(grade)
    queries = [json.loads(line) for line in (folder / "queries.jsonl").read_text("utf-8").splitlines()]
    return [Question(query["text"], grades[query["_id"]]) for query in queries]


def _collection(name: str) -> Corpus:
    """Return a test collection as small HTML pages, written when they are not there yet."""
    root = places.WORK / "collections" / name[3:]
    corpus = Corpus(name, root)
    if not root.is_dir():
        unfinished = root.with_name(f".{root.name}")
        unfinished.mkdir(parents=True, exist_ok=True)
        for document in corpus.documents():
            (unfinished / document["url"]).write_text(_page(document["title"], document["body"]), "utf-8")
        unfinished.rename(root)
    return corpus


def _page(title: str, text: str) -> str:
    shown = html.escape(title)
    return PAGE.format(title=shown, heading=f"<h1>{shown}</h1>" if title else "", text=html.escape(text))
