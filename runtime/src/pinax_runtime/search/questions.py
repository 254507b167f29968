"""Raise the sections whose questions are like a task: questions that were written for pages, in words of those who ask.

Strategy. A question is compared with the query by itself, since the questions of a page together have every common
word. Its share is the part of the query's idf that its words have, times a factor that falls with its length: BM25's
score of the question as a document, as a part of the score of a question that is the query. Words weigh the idf that
they have in pages, so nothing is counted in questions.

A page that nobody has written questions for would be buried under the pages that have some. So it is raised as well: a
page with the best score as far as the page with the second best share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from operator import add, mul

from pinax_runtime.deadline import while_time
from pinax_runtime.format import picked
from pinax_runtime.search import knobs
from pinax_runtime.search.choosing import best_of
from pinax_runtime.search.scoring import SegmentQuery, add_to

Answer = tuple[float, int]
"""Share of a question that is like the query, and the question's number."""


class Answers:
    """The questions of a segment's pages that are like a query."""

    def __init__(self, query: SegmentQuery) -> None:
        """Find the questions that have some of a query's words, on the pages that may be found."""
        self._query, self._segment = query, query.segment
        asks = query.weights.asks and query.segment.has_questions
        by_section = self._by_section() if asks else {}
        self._of_page: dict[int, list[Answer]] = defaultdict(list)
        """Page → the best answers of all its sections, the best first."""
        for section, answers in by_section.items():
            page = query.segment.page_of[section]
            self._of_page[page] = _likest([*self._of_page[page], *answers])
        self._best = {section: min(answers, key=_rank) for section, answers in by_section.items()}
        """Section with questions of its own → its best answer."""
        self.shares = {section: _share(self.of(section)) for section in by_section}
        """Section with questions of its own → share of the questions that count for it."""

    def of(self, section: int) -> list[Answer]:
        """Return the answers that count for a section: the best of its own and its page's, then others of the page."""
        page = self._segment.page_of[section]
        own = (self._best[at] for at in (section, self._segment.first_sections[page]) if at in self._best)
        best = min(own, key=_rank, default=None)
        others = [answer for answer in self._of_page.get(page, ()) if answer != best]
        return [best, *others][: len(knobs.QUESTION_WEIGHTS)] if best else []

    def of_pages(self) -> dict[int, float]:
        """Return page → share of the questions of its own section, which all its sections have."""
        page_of, first = self._segment.page_of, self._segment.first_sections
        return {page_of[at]: share for at, share in self.shares.items() if first[page_of[at]] == at}

    def best(self) -> dict[int, tuple[float, int]]:
        """Return page → greatest share of its sections and the section that has it; of equal ones the first."""
        best: dict[int, tuple[float, int]] = {}
        for section, share in sorted(self.shares.items()):
            page = self._segment.page_of[section]
            if page not in best or share > best[page][0]:
                best[page] = share, section
        return best

    def _by_section(self) -> dict[int, list[Answer]]:
        held: dict[int, float] = {}
        """Question → idf of the query's words that it has."""
        found: dict[int, tuple[int, int]] = {}
        """Question → section and length."""
        words = [(term, worth) for term, worth in self._query.weighted() if term.of.is_asked]
        for term, worth in while_time(words):
            likewise = (one for one, share in term.shares.items() if share >= 1)
            having: dict[int, tuple[int, int]] = {}
            for asked in map(self._segment.asked, dict.fromkeys((*term.of.spellings, *likewise))):
                having.update(zip(asked.questions, zip(asked.sections, asked.lengths, strict=True), strict=True))
            found.update(having)
            add_to(held, having, [worth] * len(having))
        by_section: dict[int, list[Answer]] = defaultdict(list)
        allowed, page_of = self._query.allowed, self._segment.page_of
        offset, total = knobs.QUESTION_LENGTH_OFFSET, sum(worth for _, worth in words)
        for question, (section, length) in found.items():
            if total and (allowed is None or page_of[section] in allowed):
                shorter = (offset + self._query.query.n_words) / (offset + length)
                by_section[section].append((held[question] / total * shorter, question))
        return by_section


def _rank(answer: Answer) -> tuple[float, int]:
    return -answer[0], answer[1]


def _likest(answers: Iterable[Answer]) -> list[Answer]:
    """Return the questions that count, the best first."""
    return sorted(answers, key=_rank)[: len(knobs.QUESTION_WEIGHTS)]


def _share(answers: Sequence[Answer]) -> float:
    return sum(weight * share for weight, (share, _) in zip(knobs.QUESTION_WEIGHTS, answers, strict=False))


def find_by_questions(queries: Sequence[SegmentQuery], answers: Sequence[Answers]) -> list[set[int]]:
    """Let the sections that answer best be found, whether they have words of the query or not; return their pages."""
    best = [of_one.best() for of_one in answers]
    shares = [{page: share for page, (share, _) in of_one.items()} for of_one in best]
    chosen = best_of(shares, knobs.ASKED_PAGES)
    for query, of_one, pages in zip(queries, best, chosen, strict=True):
        for page in pages:
            query.pages.setdefault(page, 0.0)
            query.sections.setdefault(of_one[page][1], 0.0)
    return list(map(set, chosen))


def add_questions(queries: Sequence[SegmentQuery], answers: Sequence[Answers], weight: float) -> None:
    """Raise the scores of sections by the shares of their questions, in proportion to the best score of all."""
    shares = sorted(share for of_one in answers for share, _ in of_one.best().values())
    if shares:
        second = shares[-2] if len(shares) > 1 else 0.0
        scores = (score for query in queries for score in query.scores(query.sections).values())
        top = max(scores, default=0.0) or 100.0
        for query, of_one in zip(queries, answers, strict=True):
            query.raising = _Raising(query, of_one, weight * top, 1 + weight * second)


class _Raising:
    """Raises the scores of a segment's sections."""

    def __init__(self, query: SegmentQuery, answers: Answers, top: float, unasked: float) -> None:
        """Hold what is added for a share of 1, and the factor of pages without questions."""
        self._segment, self._answers, self._top, self._unasked = query.segment, answers, top, unasked
        self._of_pages = answers.of_pages()

    def raised(self, scores: Mapping[int, float]) -> dict[int, float]:
        """Return the raised scores of sections."""
        pages = picked(self._segment.page_of, list(scores))
        added = map(self._top.__mul__, map(self._of_pages.get, pages, repeat(0.0)))
        factors = picked((self._unasked, 1.0), picked(self._segment.asked_pages, pages))
        raised = dict(zip(scores, map(add, map(mul, scores.values(), factors), added), strict=True))
        for section in self._answers.shares.keys() & raised.keys():
            raised[section] = scores[section] + self._top * self._answers.shares[section]
        return raised

    def questions(self, section: int) -> tuple[str, ...]:
        """Return the questions that raise a section, the best first."""
        return tuple(self._segment.question(number) for _, number in self._answers.of(section))
