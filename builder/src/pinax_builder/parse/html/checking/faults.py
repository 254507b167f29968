"""Find what a page's sections lack of what the page shows.

In:    Shown, and the sections that were made of it.
Out:   A Fault for each kind of content of which too much is lost.
Rules: a word that the Markdown has anywhere, even within another word, is not lost.
Why:   docs/decisions/0101
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from pinax_builder.parse.html.checking.shown import Shown
from pinax_builder.records import Fault, Section
from pinax_builder.words import count_words, counted_words, has_more_words, letters, letters_of_lines

WORDS_NOTICE = 0.01
"""Share of lost words above which there is a notice."""
WORDS_WARNING = 0.03
"""Share of lost words above which there is a warning."""
WORDS_NOTED = 8
"""Number of lost words below which there is no notice; a paragraph of so many is never taken for chrome."""
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
"""Number of words of a section above which there is a warning."""
ITEMS_KEPT = 0.8
"""Share of kept list items below which there is a warning."""
ITEMS_LEAST = 10
"""Number of lost list items below which there is no warning."""
NESTED_LEAST = 3
"""Number of headings in list items from which on there is a warning."""
UNDIVIDED_WORDS = 400
"""Number of words of a page without sections from which on there is a warning, if it has anchors."""
UNDIVIDED_ANCHORS = 5
"""Number of anchors in such a page from which on there is a warning."""

_FENCED = re.compile(r"\n[ >\-\d.]*(`{3,})[^`\n]*\n(.*?)^[ >]*\1\s*$", re.MULTILINE | re.DOTALL)
_TARGETS = re.compile(r"\](?<!\[\])\([^()\s]*\)")
"""Targets of links in Markdown; `[](0x0)` is a matrix."""
_INLINE = re.compile(r"`[^`\n]+`")
"""Code within a line of Markdown."""
_ITEM = re.compile(r"\n[ \t>|]*(?:[-*+]|\d+[.)])[ \t]+\S")
_NESTED = re.compile(r"(?:[ \t>]*(?:[-*+]|\d+[.)])[ \t]+|[ \t]{2,})#{1,6} \S")
"""A line that begins with a heading in a list item."""
_SOUGHT = 300
"""Largest number of lost words or terms that are searched for within other words, which is slow."""


_MARKED = 3
"""Characters of Markdown for a letter of a term; of the beginning of a line, more need not be looked at."""


def find_faults(shown: Shown, sections: Sequence[Section]) -> tuple[Fault, ...]:
    """Return the faults of a page's sections."""
    markdown = "\n\n".join(("", *(section.text for section in sections)))  # patterns find a line by the end before it
    return (
        *_of_words(shown, markdown),
        *_of_terms(shown, markdown),
        *_of_headings(shown, sections),
        *_of_code(shown, markdown),
        *_of_items(shown, markdown),
        *_of_nested_headings(markdown),
        *_of_title(shown, sections[0].title),
        *_of_sections(shown, sections),
    )


def lost_words(shown: Shown, markdown: str) -> Counter[str]:
    """Count the words that the Markdown has less often than the page."""
    found = counted_words(markdown)
    lost = Counter({word: n - found[word] for word, n in shown.words.items() if n > found[word]})
    if lost.total() <= WORDS_NOTICE * shown.words.total():
        return lost
    low = markdown.lower()
    for word, number in list(lost.items())[:_SOUGHT]:
        missing = number + found[word] - low.count(word)
        lost[word] = max(0, missing)
    return +lost


def _of_words(shown: Shown, markdown: str) -> Iterator[Fault]:
    total = shown.words.total()
    lost = lost_words(shown, markdown).total()
    if lost > WORDS_NOTICE * total and lost >= WORDS_NOTED:
        is_warning = lost > WORDS_WARNING * total and lost >= WORDS_LEAST
        yield Fault("words", total - lost, total, is_warning)


def _of_terms(shown: Shown, markdown: str) -> Iterator[Fault]:
    if not shown.terms:
        return
    lines = _TARGETS.sub("]", markdown).split("\n")
    longest = _MARKED * max(map(len, shown.terms))
    begun = sorted({*letters_of_lines(line[:longest] for line in lines if line)})  # nearly all terms begin a line
    elsewhere = [term for term in shown.terms if not begun[bisect_left(begun, term) % len(begun)].startswith(term)]
    whole = letters("".join(lines)) if elsewhere else ""
    sought = elsewhere[:_SOUGHT]
    lost = len(elsewhere) * sum(term not in whole for term in sought) // max(1, len(sought))
    kept = len(shown.terms) - lost
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


def _of_items(shown: Shown, markdown: str) -> Iterator[Fault]:
    if shown.items < ITEMS_LEAST:
        return
    kept = len(_ITEM.findall(markdown))
    if kept < ITEMS_KEPT * shown.items and shown.items - kept >= ITEMS_LEAST:
        yield Fault("items", kept, shown.items, is_warning=True)


def _of_nested_headings(markdown: str) -> Iterator[Fault]:
    if (" #" not in markdown and "\t#" not in markdown) or _headings_in_items(markdown) < NESTED_LEAST:
        return  # so it is with most pages
    nested = _headings_in_items(_FENCED.sub("", markdown))
    if nested >= NESTED_LEAST:
        yield Fault("nested_headings", 0, nested, is_warning=True)


def _headings_in_items(markdown: str) -> int:
    return sum(1 for line in markdown.split("\n") if "# " in line and _NESTED.match(line))


def _of_title(shown: Shown, title: str) -> Iterator[Fault]:
    """Find a word in the title that the page shows as several."""
    for word in counted_words(title):
        parts = [part for part in shown.title_words if part in word and part != word]
        if word not in shown.title_words and parts and _is_made_of(word, parts):
            yield Fault("glued_title", 0, 1, is_warning=True)
            return


def _is_made_of(word: str, parts: Sequence[str]) -> bool:
    """Return whether a word consists of several others, side by side."""
    return not word or any(word.startswith(part) and _is_made_of(word[len(part) :], parts) for part in parts)


def _of_sections(shown: Shown, sections: Sequence[Section]) -> Iterator[Fault]:
    long = (section.text for section in sections if has_more_words(section.text, SECTION_WORDS))
    longest = max(long, key=count_words, default="")
    if longest:
        words = count_words(longest)
        rows = "\n".join(line for line in longest.split("\n") if line.startswith("|"))  # no table can be cut
        yield Fault("long_section", SECTION_WORDS, words, words - count_words(rows) > SECTION_WORDS)
    if len(sections) == 1 and shown.anchors >= UNDIVIDED_ANCHORS and shown.words.total() >= UNDIVIDED_WORDS:
        yield Fault("undivided", 0, shown.anchors, is_warning=True)
