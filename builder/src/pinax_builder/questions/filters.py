"""Leave out questions that would do no good in the index, or harm.

In:    A question, and the page that should answer it.
Out:   The reason to leave it out; empty to keep it.
Rules: titles and names are in the index already. A question must not bring in identifiers or numbers that the page does
       not know, since who types these wants the page that does. Whether another page answers a question better is
       asked of the bundle, without its questions, for many at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pinax_builder.gate import differs, guess_language
from pinax_builder.questions.file import MAX_CHARS
from pinax_builder.questions.manual import Page, starts
from pinax_builder.words import count_words, letters

MOST_WORDS = 16
"""Longest question (words)."""
SAME_SHARE = 0.75
"""Share of the words of two questions from which on they ask the same."""
LEAST_SCORE = 0.3
"""Share of the best page's score below which that page may answer a question better.

A question whose page is hardly found today is often the best one to have. So the other page must have all of its
words, too. Of 4,743 questions on the manuals of git and SQLite that leaves out 3 %; of the same questions, each
given to a random page, 35 %.
"""
_OPENING = re.compile(r"(?:how (?:do|can) (?:i|you|we) |how to |what (?:is|are|does) (?:an? |the )?)", re.IGNORECASE)
_NAME = re.compile(r"-{1,2}[A-Za-z]|\.\w|[a-z]{2,}[A-Z][a-z]|.*(?:_|::|\(\)|\w\.\w)")
"""What begins like an option, or looks like an identifier or the name of a file."""
_NUMBER = re.compile(r".*\d.*")


def fault_of(question: str, page: Page, others: Iterable[str]) -> str:
    """Return why a question should be left out.

    Args:
        question: What somebody might ask.
        page: The page that answers it.
        others: Questions that the page has already.
    """
    if count_words(question) > MOST_WORDS or len(question) > MAX_CHARS:
        return "too long"
    if {letters(question), letters(_OPENING.sub("", question))} & page.names:
        return "a title or name again"
    if any(_is_unknown(word, page) for word in question.split()):
        return "a name or number that the page does not have"
    if page.language and differs(guess_language(question.lower().split()), page.language):
        return "in another language"
    words = starts(question)
    if any(_share(words, starts(other)) >= SAME_SHARE for other in others):
        return "nearly the same as another one"
    return ""


def is_better(best: Page, best_score: float, page: Page, score: float, question: str) -> bool:
    """Tell whether the page that a search finds first answers a question better than the page that it is for."""
    words = starts(question)
    return score < LEAST_SCORE * best_score and words <= best.starts and not words <= page.starts


def are_foreign(questions: Sequence[str], page: Page) -> bool:
    """Tell whether questions, all together, are in another language than their page: one alone rarely tells."""
    return bool(page.language) and differs(guess_language(" ".join(questions).lower().split()), page.language)


def _is_unknown(word: str, page: Page) -> bool:
    """Tell whether a word is an identifier, an option or a number that a page does not have."""
    bare = word.strip("\"'`,;:?!()[]{}…").rstrip(".")
    if bare.startswith("-"):
        return bool(_NAME.match(bare)) and bare not in page.text
    is_name = bool(_NAME.match(bare)) or (len(bare) > 1 and bool(_NUMBER.match(bare)))
    return is_name and letters(bare) not in page.letters


def _share(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / max(1, len(left | right))
