"""Raise the sections whose questions are like a task: questions that were written for pages, in words of those who ask.

Strategy. A question is compared with the query by itself, since the questions of a page together have every common
word. Its share is the part of the query's idf that its words have, times a factor that falls with its length: BM25's
score of the question as a document, as a part of the score of a question that is the query. Words weigh the idf that
they have in pages, so nothing is counted in questions.

A page that nobody has written questions for would be buried under the pages that have some. So it is raised as well: a
page with the best score nearly as far as the page with the second best share, the less the fewer pages have questions.
And a title is a question, so that what is a section's title is not outdone by a question that is somewhat like it. So
is a page's description, but it counts no more than the best share: descriptions must not decide where questions say
next to nothing. Most queries that are no tasks are names of what a page is about. So only questions that are nearly the
query count for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import add, itemgetter, mul

from pinax_runtime.deadline import while_time
from pinax_runtime.format import picked
from pinax_runtime.search import knobs
from pinax_runtime.search.bonuses import described
from pinax_runtime.search.choosing import best_of
from pinax_runtime.search.scoring import SegmentQuery, add_to

Answer = tuple[float, int]
"""Share of a question that is like the query, and the question's number."""


class Answers:
    """The questions of a segment's pages that are like a query."""

    def __init__(self, query: SegmentQuery) -> None:
        """Find the questions that have some of a query's words, on the pages that may be found."""
        page_of, first = query.segment.page_of, query.segment.first_sections
        self._page_of, self._first = page_of, first
        self._of_page: dict[int, list[Answer]] = {}
        """Page → the best answers of all its sections, the best first."""
        self._best: dict[int, Answer] = {}
        """Section with questions of its own → its best answer."""
        for share, question, section in _answers(query) if query.weights.asks and query.segment.has_questions else ():
            answer = share, question
            self._best.setdefault(section, answer)
            of_page = self._of_page.setdefault(page_of[section], [])
            if len(of_page) < len(knobs.QUESTION_WEIGHTS):
                of_page.append(answer)
        self.shares = {section: _share(self.of(section)) for section in self._best}
        """Section with questions of its own → share of the questions that count for it."""
        self.of_pages = {page_of[at]: share for at, share in self.shares.items() if first[page_of[at]] == at}
        """Page → share of the questions of its own section, which all its sections have."""
        self.best: dict[int, tuple[float, int]] = {}
        """Page → greatest share of its sections and the section that has it; of equal ones the first."""
        for section, share in sorted(self.shares.items()):
            if share > self.best.get(page_of[section], (0.0, 0))[0]:
                self.best[page_of[section]] = share, section

    def of(self, section: int) -> list[Answer]:
        """Return the answers that count for a section: the best of its own and its page's, then others of the page."""
        page = self._page_of[section]
        own = self._best.get(section), self._best.get(self._first[page])
        best = max(own, key=lambda answer: answer[0] if answer else 0.0)
        others = [answer for answer in self._of_page.get(page, ()) if answer != best]
        return [best, *others[: len(knobs.QUESTION_WEIGHTS) - 1]] if best else []


def _answers(query: SegmentQuery) -> list[tuple[float, int, int]]:
    """Return share, number and section of each question that has a word of the query; the greatest share first."""
    held: dict[int, float] = {}
    """Question → idf of the query's words that it has."""
    found: dict[int, tuple[int, int]] = {}
    """Question → section and length."""
    words = [(term, worth) for term, worth in query.weighted() if term.of.is_asked]
    for term, worth in while_time(words):
        likewise = (one for one, share in term.shares.items() if share >= 1)
        having: dict[int, tuple[int, int]] = {}
        for asked in map(query.segment.asked, dict.fromkeys((*term.of.spellings, *likewise))):
            having.update(zip(asked.questions, zip(asked.sections, asked.lengths, strict=True), strict=True))
        found.update(having)
        add_to(held, having, [worth] * len(having))
    allowed, page_of, offset = query.allowed, query.segment.page_of, knobs.QUESTION_LENGTH_OFFSET
    scale = (offset + query.query.n_words) / (sum(worth for _, worth in words) or 1.0)
    least = 0.0 if query.weights.is_task else knobs.LEAST_SHARE
    answers = [
        (share, question, section)
        for question, (section, length) in sorted(found.items())
        if (allowed is None or page_of[section] in allowed)
        and (share := scale * held[question] / (offset + length)) >= least
    ]
    return sorted(answers, key=itemgetter(0), reverse=True)


def _share(answers: Sequence[Answer]) -> float:
    return sum([weight * share for weight, (share, _) in zip(knobs.QUESTION_WEIGHTS, answers, strict=False)])


def find_by_questions(queries: Sequence[SegmentQuery], answers: Sequence[Answers]) -> list[set[int]]:
    """Let the sections that answer best be found, whether they have words of the query or not; return their pages."""
    shares = [{page: share for page, (share, _) in of_one.best.items()} for of_one in answers]
    chosen = best_of(shares, knobs.ASKED_PAGES)
    for query, of_one, pages in zip(queries, answers, chosen, strict=True):
        for page in pages:
            query.pages.setdefault(page, 0.0)
            query.sections.setdefault(of_one.best[page][1], 0.0)
    return list(map(set, chosen))


def add_questions(queries: Sequence[SegmentQuery], answers: Sequence[Answers], weight: float) -> None:
    """Raise the scores of sections by the shares of their questions, in proportion to the best score of all."""
    shares = sorted([share for of_one in answers for share, _ in of_one.best.values()])
    if shares:
        second = shares[-2] if len(shares) > 1 else 0.0
        top = max([max(query.scores(query.sections).values(), default=0.0) for query in queries]) or 100.0
        asked = b"".join(bytes(picked(query.segment.asked_pages, list(query.pages))) for query in queries)
        unasked = second * (1 - knobs.UNASKED_LOSS * asked.count(0) / len(asked))
        for query, of_one in zip(queries, answers, strict=True):
            query.raising = _Raising(query, of_one, weight * top, weight * unasked, shares[-1])


def _described(query: SegmentQuery) -> dict[int, float]:
    """Return page → part of the idf of a query's words that its description has."""
    words = [(term, worth) for term, worth in query.weighted() if term.of.is_asked]
    held: dict[int, float] = {}
    for term, worth in while_time(words):
        pages = described(query.segment, term)
        add_to(held, pages, [worth] * len(pages))
    total = sum(worth for _, worth in words) or 1.0
    return {page: worth / total for page, worth in held.items()}


class _Raising:
    """Raises the scores of a segment's sections."""

    def __init__(self, query: SegmentQuery, answers: Answers, top: float, unasked: float, best: float) -> None:
        """Take what raises sections.

        Args:
            query: In the segment.
            answers: In the segment.
            top: What is added for a share of 1.
            unasked: Part of its score that a page without questions gets besides.
            best: Share that a description counts at most.
        """
        self._query, self._answers, self._top, self._unasked = query, answers, top, unasked
        self._of_pages = {page: min(share, best) for page, share in _described(query).items()}
        """Page → share that all its sections have."""
        for page, share in answers.of_pages.items():
            self._of_pages[page] = max(share, self._of_pages.get(page, 0.0))

    def raised(self, scores: Mapping[int, float]) -> dict[int, float]:
        """Return the raised scores of sections."""
        segment, answers = self._query.segment, self._answers
        pages = picked(segment.page_of, list(scores))
        parts = picked((self._unasked, 0.0), picked(segment.asked_pages, pages))
        of_pages = map(self._top.__mul__, map(self._of_pages.get, pages, repeat(0.0)))
        added = dict(zip(scores, map(max, map(mul, scores.values(), parts), of_pages), strict=True))
        for shares in (answers.shares, self._query.title_shares):
            for section in shares.keys() & added.keys():
                added[section] = max(added[section], self._top * shares[section])
        return dict(zip(scores, map(add, scores.values(), added.values()), strict=True))

    def questions(self, section: int) -> tuple[str, ...]:
        """Return the questions that raise a section, the best first."""
        first = self._query.segment.first_sections[self._query.segment.page_of[section]]
        answers = self._answers.of(section if section in self._answers.shares else first)
        return tuple(self._query.segment.question(number) for _, number in answers)
