"""Find what a page's sections lack of what the page shows.

In:    Shown, and the sections that were made of it.
Out:   A Fault for each kind of content of which too much is lost.
Rules: a word that the Markdown has anywhere, even within another word, is not lost.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pinax_builder.parse.html.checking.shown import Shown, letters
from pinax_builder.records import Fault, Section

WORDS_NOTICE = 0.01
"""Share of lost words above which there is a notice."""
WORDS_WARNING = 0.03
"""Share of lost words above which there is a warning."""
WORDS_LEAST = 25
"""Number of lost words below which there is no warning."""
TERMS_KEPT = 0.98
"""Share of kept terms of definition lists below which there is a warning."""
HEADINGS_KEPT = 0.8
"""Share of kept headings below which there is a warning."""
HEADINGS_LEAST = 3
"""Number of lost headings below which there is no warning."""
CODE_KEPT = 0.9
"""Share of kept lines of code below which there is a warning."""
CODE_LEAST = 5
"""Number of lost lines of code below which there is no warning."""
SECTION_WORDS = 3_000
"""Number of words of a section above which there is a notice."""

_WORD = re.compile(r"\w{2,}")
_FENCED = re.compile(r"^[ >\-\d.]*(`{3,})[^`\n]*\n(.*?)^[ >]*\1\s*$", re.MULTILINE | re.DOTALL)
_TARGETS = re.compile(r"\]\([^()\s]*\)")
"""Targets of links in Markdown."""
_INLINE = re.compile(r"`[^`\n]+`")
"""Code within a line of Markdown."""
_SOUGHT = 300
"""Largest number of lost words that are searched for within other words, which is slow."""


def find_faults(shown: Shown, sections: Sequence[Section]) -> tuple[Fault, ...]:
    """Return the faults of a page's sections."""
    markdown = "\n\n".join(section.text for section in sections)
    return (
        *_of_words(shown, markdown),
        *_of_terms(shown, markdown),
        *_of_headings(shown, sections),
        *_of_code(shown, markdown),
        *_of_sections(sections),
    )


def lost_words(shown: Shown, markdown: str) -> Counter[str]:
    """Count the words that the Markdown has less often than the page."""
    low = markdown.lower()
    found = Counter(_WORD.findall(low))
    lost = Counter({word: n - found[word] for word, n in shown.words.items() if n > found[word]})
    if lost.total() <= WORDS_NOTICE * shown.words.total():
        return lost
    for word, number in list(lost.items())[:_SOUGHT]:
        missing = number + found[word] - low.count(word)
        lost[word] = max(0, missing)
    return +lost


def _of_words(shown: Shown, markdown: str) -> Iterator[Fault]:
    total = shown.words.total()
    lost = lost_words(shown, markdown).total()
    if lost > WORDS_NOTICE * total:
        is_warning = lost > WORDS_WARNING * total and lost >= WORDS_LEAST
        yield Fault("words", total - lost, total, is_warning)


def _of_terms(shown: Shown, markdown: str) -> Iterator[Fault]:
    if not shown.terms:
        return
    whole = letters(_TARGETS.sub("]", markdown))
    kept, at = 0, 0
    for term in shown.terms:
        position = whole.find(term, at)  # terms keep their order, so that most searches are short
        kept += position >= 0 or term in whole
        at = max(at, position)
    if kept < TERMS_KEPT * len(shown.terms):
        yield Fault("terms", kept, len(shown.terms), is_warning=True)


def _of_headings(shown: Shown, sections: Sequence[Section]) -> Iterator[Fault]:
    titles = "\n".join(letters(section.title) for section in sections)
    known = set(titles.split("\n"))
    kept = sum(heading in known or heading in titles for heading in shown.headings)
    total = len(shown.headings)
    if kept < HEADINGS_KEPT * total and total - kept >= HEADINGS_LEAST:
        yield Fault("headings", kept, total, is_warning=True)


def _of_code(shown: Shown, markdown: str) -> Iterator[Fault]:
    if shown.code_lines < CODE_LEAST:
        return
    fenced = sum(sum(1 for line in found[2].split("\n") if line.strip()) for found in _FENCED.finditer(markdown))
    if fenced >= CODE_KEPT * shown.code_lines:
        return
    # Short code blocks may have become code within a line, which is not lost.
    kept = fenced + len(_INLINE.findall(_FENCED.sub("", markdown)))
    if kept < CODE_KEPT * shown.code_lines and shown.code_lines - kept >= CODE_LEAST:
        yield Fault("code", kept, shown.code_lines, is_warning=True)


def _of_sections(sections: Sequence[Section]) -> Iterator[Fault]:
    longest = max((len(s.text.split()) for s in sections if len(s.text) > SECTION_WORDS), default=0)
    if longest > SECTION_WORDS:
        yield Fault("long_section", SECTION_WORDS, longest, is_warning=False)
