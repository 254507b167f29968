"""A small site in a folder, built and built again."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pinax_builder import BuildConfig, DocsetConfig, DocsetReport, build
from pinax_runtime.search import Bundle, open_bundle


def text_of(number: int) -> str:
    """Write a page that has words of its own and words of all."""
    return f"# Page {number}\n\nOnly here: word{number:02}. {'All pages say this sentence of many words. ' * 4}\n"


@dataclass
class Site:
    """A folder of Markdown with its bundle and its cache."""

    folder: Path
    options: dict[str, Any] = field(default_factory=dict)
    """Of its docset."""

    @property
    def source(self) -> Path:
        """Where its pages are."""
        return self.folder / "source"

    @property
    def bundle(self) -> Path:
        """Where it is built."""
        return self.folder / "bundle"

    def write(self, pages: dict[str, str | None]) -> None:
        """Write pages by name, and remove those without a text."""
        self.source.mkdir(exist_ok=True)
        for name, text in pages.items():
            path = self.source / f"{name}.md"
            if text is None:
                path.unlink()
            else:
                path.write_text(text, "utf-8")

    def build(self, *, output: Path | None = None, cached: bool = True, **options: Any) -> DocsetReport:
        """Build it, and give the report of its docset."""
        docset = replace(DocsetConfig("docs", self.source, language="en"), **self.options)
        cache = self.folder / "cache" if cached else None
        config = BuildConfig((docset,), cache=cache, questions=self.questions if self.questions.exists() else None)
        return build(config, output or self.bundle, workers=1, memory_mb=2_000, **options).docsets[0]

    @property
    def questions(self) -> Path:
        """The file of its questions; there is none at first."""
        return self.folder / "questions.jsonl"

    def ask(self, questions: dict[str, list[str]]) -> None:
        """Write the file of its questions: those of pages and sections, by their ids without the docset."""
        fixed = {"digest": "0" * 16, "by": "human", "instructions": 1}
        lines = [{"id": f"docs:{at}", "questions": asked, **fixed} for at, asked in questions.items()]
        self.questions.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")

    def open(self) -> Bundle:
        """Open its bundle."""
        return open_bundle(self.bundle)

    def whole(self) -> Bundle:
        """Build it without a cache somewhere else, and open that."""
        self.build(output=self.folder / "whole", cached=False)
        return open_bundle(self.folder / "whole")


class Watched(Executor):
    """Runs each task of a build at once, counts them, and calls somebody before each with its number from 0."""

    def __init__(self, before: Callable[[int], object] = lambda number: None) -> None:
        self.n_tasks = 0
        self._before = before

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Run a task."""
        future: Future[Any] = Future()
        self.n_tasks += 1
        try:
            self._before(self.n_tasks - 1)
            future.set_result(task(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def files(folder: Path) -> dict[str, bytes]:
    """Read every file of a bundle."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}


def contents(bundle: Bundle) -> dict[str, tuple[Any, ...]]:
    """Return all that a bundle says of each page, by URL."""
    found = {}
    for docset in bundle.docsets.values():
        for _, _, page in docset.documents():
            document = docset.find(page.url)
            assert document
            found[page.url] = (page.title, page.facets, page.variants, document.subtree_text(0))
    return found
