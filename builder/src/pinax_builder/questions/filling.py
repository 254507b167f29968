"""Put new questions into a question file, and say what is left out and why.

In:    The file's lines; answers of authors, or questions from elsewhere; the manual.
Out:   The lines as they are now, and what was left out.
Rules: an *answer* is about a whole page and was written by the instructions (`instructions` above 0): it replaces the
       earlier answer for that page, whoever gave it. A question from elsewhere (0) is added to what is there. Nothing
       enters the file unfiltered. Titles and names are in the index already. A question must not bring in identifiers
       or numbers that the page does not know, since who types these wants the page that does. Whether another page
       answers a question better is asked of the bundle, without its questions, for many at once.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pinax_builder.gate import differs, guess_language
from pinax_builder.questions.file import INSTRUCTIONS, MAX_CHARS, MAX_QUESTIONS, Questions
from pinax_builder.questions.manual import Manual, Page, starts
from pinax_builder.report import QuestionsReport
from pinax_builder.words import count_words, letters
from pinax_runtime.format import cause_of, visible_line

MOST_WORDS = 16
"""Longest question (words)."""
SAME_SHARE = 0.75
"""Share of the words of two questions from which on they ask the same."""
LEAST_SCORE = 0.3
"""Share of the best page's score below which that page may answer a question better.

A question whose page is hardly found today is often the best one to have. So a section of the other page must have all
of its words, too. Of 4,743 questions on the manuals of git and SQLite that leaves out 3 %; of the same questions, each
given to a random page, 35 %.
"""
_OPENING = re.compile(r"(?:how (?:do|can) (?:i|you|we) |how to |what (?:is|are|does) (?:an? |the )?)", re.IGNORECASE)
_NAME = re.compile(r"-{1,2}[A-Za-z]|\.\w|[a-z]{2,}[A-Z][a-z]|.*(?:_|::|\(\)|\w\.\w)")
"""What begins like an option, or looks like an identifier or the name of a file."""
_NUMBER = re.compile(r".*\d.*")

MAX_ANSWER_CHARS = 200_000
"""Longest answer about one page (characters)."""
HUMAN = "human"
"""What `by` says of people."""
FORMAT = """\
Answer with JSON lines and nothing else, one object for the page and one for each of its sections that has questions:
{"id": "the id behind === PAGE, and for a section its #anchor", "questions": ["…", "…"]}
Write the page's own line even if it has no questions. A page's head says how many it gets at most, all lines together.
"""
"""What follows the instructions in every prompt."""

Search = Callable[[Sequence[str]], Sequence[Mapping[str, float]]]
"""Returns, for each of several questions, the URLs of the pages that are found without questions, with their scores."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question that is not taken, and why."""

    reason: str
    target: str
    question: str
    better: str = ""
    """Id of the page that answers it better."""


def report_on(lines: Iterable[Questions], manual: Manual) -> QuestionsReport:
    """Compare a question file with the manual."""
    asked, stale, gone = set[str](), list[str](), list[str]()
    for line in lines:
        page = manual.page_of(line.id)
        if page is None or page.find(line.id.partition("#")[2]) != line.id:
            gone.append(line.id)
            continue
        asked.update([page.id] if line.questions else [])
        stale.extend([line.id] if page.digest(line.id) != line.digest else [])
    return QuestionsReport(len(manual.pages), len(asked), tuple(stale), tuple(gone))


def moved(lines: Iterable[Questions], manual: Manual) -> dict[str, str]:
    """Return the ids that no page has any more, each with the id that its text has now, where that is one."""
    now: dict[str, str | None] = {}
    for page in manual:
        for key in page.sections:
            digest = page.digest(key)
            now[digest] = None if digest in now else key
    lines = list(lines)
    lost = {*report_on(lines, manual).gone}
    found = ((line.id, now.get(line.digest)) for line in lines if line.id in lost)
    return {old: new for old, new in found if new}


def unanswered(lines: Iterable[Questions], manual: Manual) -> list[Page]:
    """Return the pages that nobody has answered by the instructions as they are now."""
    answered = {(line.id, line.digest) for line in lines if line.instructions}
    return [page for page in manual if (page.id, page.digest(page.id)) not in answered]


def parse(
    text: str, manual: Manual, by: str = HUMAN, asked: Page | None = None
) -> tuple[list[Questions], list[LeftOut]]:
    """Read an answer, or a list of questions from elsewhere.

    Args:
        text: JSON lines with `id` (or `page`) and `questions`, which are answers; or lines `question<TAB>page`, which
            are not. What follows another tab is passed over.
        manual: Says which pages there are.
        by: The author, where a line does not say it.
        asked: The only page that may be written about. An anchor alone means its sections.

    Raises:
        ValueError: A line has another form.
    """
    found: list[Questions] = []
    left_out: list[LeftOut] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or (asked and line.strip().startswith("```")):  # models like to put a fence around JSON
            continue
        try:
            target, questions, author, version = _parsed_line(line, by)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number} {cause_of(error)}") from None
        page, key = manual.find(f"{asked.id}{target}" if asked and target[:1] in ("", "#") else target)
        if not page or not key or (asked and page is not asked):
            reason = "no such section" if page and not key else "about another page" if page else "no such page"
            left_out += [LeftOut(reason, target, question) for question in questions]
        else:
            found.append(Questions(key, page.digest(key), tuple(questions), author, INSTRUCTIONS if asked else version))
    for page in [asked] if asked else dict.fromkeys(manual.page_of(one.id) for one in found if one.instructions):
        if page and not any(one.id == page.id and one.instructions for one in found):  # so that it counts as answered
            one = next((one for one in found if one.instructions), Questions(page.id, "", (), by))
            found.append(replace(one, id=page.id, digest=page.digest(page.id), questions=()))
    return found, left_out


def fill(
    lines: Iterable[Questions], new: Iterable[Questions], manual: Manual, search: Search | None = None
) -> tuple[list[Questions], list[LeftOut]]:
    """Put questions into a file.

    Args:
        lines: What the file has.
        new: What is to be added, or to replace earlier answers.
        manual: The pages that there are.
        search: Finds pages without questions; None where that cannot be asked.

    Returns:
        The file's lines, and what of the new questions was left out.
    """
    new = list(new)
    answered = {one.id.partition("#")[0] for one in new if one.instructions}
    kept: dict[tuple[str, str, int], Questions] = {}
    on_page: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines:
        page_id = line.id.partition("#")[0]
        if not line.instructions or page_id not in answered:
            kept[line.id, line.by, line.instructions] = line
            on_page[page_id] += line.questions
    good, left_out = _filtered(new, manual, on_page, kept)
    if search:
        good, elsewhere = _best_here(good, manual, search)
        left_out += elsewhere
    for one, questions in good:
        key = (one.id, one.by, one.instructions)
        before = kept.get(key)
        # A line that is stale stays so, until all its questions were given again for the text as it is now.
        is_old = before and before.digest != one.digest and not {*before.questions} <= {*one.questions}
        together = tuple(dict.fromkeys([*(before.questions if before else ()), *questions]))[:MAX_QUESTIONS]
        if together or one.instructions:
            kept[key] = replace(one, questions=together, digest=before.digest if before and is_old else one.digest)
    return list(kept.values()), left_out


def _parsed_line(line: str, by: str) -> tuple[str, list[str], str, int]:
    """Return target, questions, author and version of the instructions. Raises ValueError."""
    if not line.lstrip().startswith("{"):
        question, tab, target = line.rstrip("\r").partition("\t")
        if not tab or not question.strip():
            raise ValueError("is neither a JSON object nor `question<TAB>page`")
        return target.partition("\t")[0].strip(), [_clean(question)], by, 0
    value: Any = json.loads(line)
    target, questions = value.get("id", value.get("page")), value.get("questions")
    if not isinstance(target, str) or not isinstance(questions, list) or len(questions) > MAX_QUESTIONS:
        raise ValueError(f"has no `id` or `page`, or no list of at most {MAX_QUESTIONS} `questions`")
    if not all(isinstance(question, str) and question.strip() for question in questions):
        raise ValueError("has a question that is no text")
    author, version = value.get("by", by), value.get("instructions", INSTRUCTIONS)
    cleaned = list(map(_clean, questions))
    return target, cleaned, *_author(author, version)


def _author(by: Any, version: Any) -> tuple[str, int]:
    checked = Questions.from_json({"id": "a:b", "digest": "0" * 16, "questions": [], "by": by, "instructions": version})
    return checked.by, checked.instructions


def _clean(question: str) -> str:
    """Return a question as one visible line of bounded length, in which half a surrogate pair cannot be."""
    return " ".join(visible_line(question).split()).encode("utf-8", "replace").decode()[: MAX_CHARS + 1]


def _filtered(
    new: Sequence[Questions],
    manual: Manual,
    on_page: defaultdict[str, list[str]],
    kept: Mapping[tuple[str, str, int], Questions],
) -> tuple[list[tuple[Questions, list[str]]], list[LeftOut]]:
    """Leave out what the text of its page speaks against."""
    by_page: defaultdict[str, list[str]] = defaultdict(list)
    for one in new:
        by_page[one.id.partition("#")[0]] += one.questions
    good: list[tuple[Questions, list[str]]] = []
    left_out: list[LeftOut] = []
    answers: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    """Page → its new answers: place among those of its line, the line's index, the question."""
    foreign: dict[str, bool] = {}
    for one in new:
        page = manual.page_of(one.id)
        if page is None:
            left_out += [LeftOut("no such page", one.id, question) for question in one.questions]
            continue
        if page.id not in foreign:
            foreign[page.id] = are_foreign(by_page[page.id], page)
        good.append((one, []))
        before = kept.get((one.id, one.by, one.instructions))
        for question in one.questions:
            if before and question in before.questions:
                good[-1][1].append(question)
                continue
            reason = "in another language" if foreign[page.id] else fault_of(question, page, on_page[page.id])
            if reason:
                left_out.append(LeftOut(reason, one.id, question))
                continue
            if one.instructions:
                answers[page.id].append((len(good[-1][1]), len(good) - 1, question))
            on_page[page.id].append(question)
            good[-1][1].append(question)
    return good, left_out + _beyond(answers, good, manual)


def _beyond(
    answers: Mapping[str, list[tuple[int, int, str]]], good: Sequence[tuple[Questions, list[str]]], manual: Manual
) -> list[LeftOut]:
    """Take out what is more than a page gets: the last questions of the lines that have most."""
    left_out = []
    for page_id, its in answers.items():
        for _, index, question in sorted(its)[manual.pages[page_id].most_questions :]:
            one, questions = good[index]
            questions.remove(question)
            left_out.append(LeftOut("more than the page gets", one.id, question))
    return left_out


def _best_here(
    good: Sequence[tuple[Questions, list[str]]], manual: Manual, search: Search
) -> tuple[list[tuple[Questions, list[str]]], list[LeftOut]]:
    """Leave out what another page answers better today."""
    asked = [(one, question) for one, questions in good for question in questions]
    scores = search([question for _, question in asked]) if asked else []
    left_out: list[LeftOut] = []
    for (one, question), found in zip(asked, scores, strict=True):
        page = manual.page_of(one.id)
        url, score = max(found.items(), key=lambda item: item[1], default=("", 0.0))
        best, _ = manual.find(url)
        if page and best and is_better(best, score, page, found.get(page.record.url, 0.0), question):
            left_out.append(LeftOut("another page answers it better", one.id, question, best.id))
    refused = {(one.target, one.question) for one in left_out}
    return [(one, [q for q in questions if (one.id, q) not in refused]) for one, questions in good], left_out


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
    known = map(starts, others)
    if any(len(words & other) >= SAME_SHARE * max(1, len(words | other)) for other in known):
        return "nearly the same as another one"
    return ""


def is_better(best: Page, best_score: float, page: Page, score: float, question: str) -> bool:
    """Tell whether the page that a search finds first answers a question better than the page that it is for."""
    words = starts(question)
    is_weak = score < LEAST_SCORE * best_score and not words <= page.starts
    return is_weak and any(words <= section for section in best.section_starts)


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
