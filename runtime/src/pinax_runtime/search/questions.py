"""Raise the sections whose questions are like a task: questions that were written for pages, in words of those who ask.

Strategy. A question is compared with the query by itself, since the questions of a page together have every common
word. Its share is the part of the query's idf that its words have, times a factor that falls with its length: BM25's
score of the question as a document, as a part of the score of a question that is the query. Words weigh the idf that
they have in pages, so nothing is counted in questions.

A page that nobody has written questions for must not be buried under the pages that have some. So the scores of these
are scaled back, until the best of them is as high as the best was by its text. Beyond that a page rises only as far as
its questions are more like the query than those of the second page are, and less the more pages have questions. And a
title is a question: what is a section's title must not be outdone by a question that is somewhat like it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, repeat
from operator import add, itemgetter

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
    answers = [
        (scale * held[question] / (offset + length), question, section)
        for question, (section, length) in sorted(found.items())
        if allowed is None or page_of[section] in allowed
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
    """Raise the scores of sections by the shares of their questions, and scale them back to those of their text."""
    if not any(of_one.best for of_one in answers):
        return
    texts = [query.scores(query.sections) for query in queries]
    top = weight * (max([max(of_one.values(), default=0.0) for of_one in texts]) or 100.0)
    likeness = sorted([share for one, of in zip(queries, answers, strict=True) for share in _likeness(one, of)])
    asked = b"".join(bytes(picked(query.segment.asked_pages, list(query.pages))) for query in queries)
    unasked, second = asked.count(0) / len(asked), likeness[-2] if len(likeness) > 1 else 0.0
    raising = [_Raising(query, of_one, top, unasked, second) for query, of_one in zip(queries, answers, strict=True)]
    bests = [one.bests(of_one) for one, of_one in zip(raising, texts, strict=True)]
    best_text, best_sum = map(max, zip(*bests, strict=True))
    for query, one in zip(queries, raising, strict=True):
        one.scale = best_text / best_sum if best_sum else 1.0
        query.raising = one


def _likeness(query: SegmentQuery, answers: Answers) -> list[float]:
    """Return for each page how much its questions or a title are like the query."""
    best = {page: share for page, (share, _) in answers.best.items()}
    for section in query.title_shares.keys() & query.sections.keys():
        page = query.segment.page_of[section]
        best[page] = max(query.title_shares[section], best.get(page, 0.0))
    return list(best.values())


class _Raising:
    """Raises the scores of the sections of a segment's pages with questions."""

    def __init__(self, query: SegmentQuery, answers: Answers, top: float, unasked: float, second: float) -> None:
        """Hold what a share of 1 adds, the part of the pages that have no questions, and the second best share."""
        self._query, self._answers, self._top = query, answers, top
        self.scale = 1.0
        """Brings the best of these sections back to the best score that one had by its text."""
        expected = knobs.EXPECTED_SHARE * second
        self._beyond = {
            page: top * (unasked * max(0.0, share - expected)) ** 2 for page, (share, _) in answers.best.items()
        }
        """Page → what its sections get besides."""

    def bests(self, scores: Mapping[int, float]) -> tuple[float, float]:
        """Return the best score and the best sum of a section whose page has questions, with the docset's weight."""
        segment, weight = self._query.segment, self._query.docset.weight
        asked = picked(segment.asked_pages, picked(segment.page_of, list(scores)))
        best_text = max(compress(scores.values(), asked), default=0.0)
        return weight * best_text, weight * max(compress(self._sums(scores), asked), default=0.0)

    def _sums(self, scores: Mapping[int, float]) -> list[float]:
        """Return the scores of sections with what their shares add."""
        answers = self._answers
        pages = picked(self._query.segment.page_of, list(scores))
        added = dict(zip(scores, map(answers.of_pages.get, pages, repeat(0.0)), strict=True))
        for shares in (answers.shares, self._query.title_shares):
            for section in shares.keys() & added.keys():
                added[section] = max(added[section], shares[section])
        return list(map(add, scores.values(), map(self._top.__mul__, added.values())))

    def raised(self, scores: Mapping[int, float]) -> dict[int, float]:
        """Return the raised scores of sections."""
        segment = self._query.segment
        pages = picked(segment.page_of, list(scores))
        asked, beyond = picked(segment.asked_pages, pages), map(self._beyond.get, pages, repeat(0.0))
        raised = map(add, map(self.scale.__mul__, self._sums(scores)), beyond)
        both = zip(asked, scores.values(), raised, strict=True)
        return dict(zip(scores, (new if is_asked else old for is_asked, old, new in both), strict=True))

    def questions(self, section: int) -> tuple[str, ...]:
        """Return the questions that raise a section, the best first."""
        first = self._query.segment.first_sections[self._query.segment.page_of[section]]
        answers = self._answers.of(section if section in self._answers.shares else first)
        return tuple(self._query.segment.question(number) for _, number in answers)
