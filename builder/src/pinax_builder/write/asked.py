"""Index the questions that a segment's pages answer: a small table of its own, beside that of the pages' text.

In:    The questions of pages and sections by URL and anchor, and the pages in order.
Out:   Entries of the kind `asked`, the questions by number, and the pages that have some.
Rules: a question of an anchor that the page does not have is one of the page.
Spec:  docs/format.md, section 6.7
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pinax_builder.write.merge import EncodedEntry, EncodedPage
from pinax_runtime.format import Asked
from pinax_runtime.text import Analyzer

_MOST_WORDS = 255
"""Largest length of a question that is written (words)."""


PageQuestions = Mapping[str, Mapping[str, Sequence[str]]]
"""URL of a page → anchor of a section, empty for the page itself → questions that it answers."""


class AskedIndex:
    """The questions of a segment, as its pages go by."""

    def __init__(self, analyzer: Analyzer, questions: PageQuestions) -> None:
        """Take the questions of a docset."""
        self._analyzer, self._questions = analyzer, questions
        self.texts: list[str] = []
        """The questions, by number."""
        self.pages: list[int] = []
        """The pages that have questions, rising."""
        self._sections, self._lengths = array("I"), array("B")
        self._having: dict[str, array[int]] = defaultdict(lambda: array("I"))
        """Term → numbers of the questions that have it, rising."""
        self._n_pages = self._n_sections = 0

    def seen(self, page: EncodedPage) -> EncodedPage:
        """Add the questions of the next page; return the page."""
        by_section: dict[int, list[str]] = {}
        for anchor, questions in self._questions.get(page.url, {}).items():
            by_section.setdefault(_section(page, anchor), []).extend(questions)
        for section, questions in sorted(by_section.items()):
            for question in questions:
                self._add(self._n_sections + section, question)
        if by_section:
            self.pages.append(self._n_pages)
        self._n_pages += 1
        self._n_sections += len(page.texts)
        return page

    def entries(self) -> Iterator[EncodedEntry]:
        """Yield an entry for each term, in order."""
        for term, numbers in sorted(self._having.items()):
            sections, lengths = ([column[at] for at in numbers] for column in (self._sections, self._lengths))
            yield EncodedEntry(term, len(numbers), Asked(numbers, sections, lengths).to_wire())

    def _add(self, section: int, question: str) -> None:
        runs = list(self._analyzer.runs(question))
        for term in {term for run in runs for term in run.terms()}:
            self._having[term].append(len(self.texts))
        self.texts.append(question)
        self._sections.append(section)
        self._lengths.append(max(1, min(_MOST_WORDS, sum(len(run.parts) for run in runs))))


def _section(page: EncodedPage, anchor: str) -> int:
    """Return the place of a section in its page; 0, the page's own, for an anchor that the page does not have."""
    anchors: list[str] = page.page["anchors"]
    aliases: Mapping[str, int] = page.page.get("aliases", {})
    return anchors.index(anchor) if anchor in anchors[1:] else aliases.get(anchor, 0)
