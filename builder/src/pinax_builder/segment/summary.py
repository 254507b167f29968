"""Find the sentence in which a page says what it is for, where its head says nothing.

Strategy. A manual's NAME line, the first sentence under a title and a docstring's first line say what a whole page is
for, in the words that people ask with. So the first sentence of prose on a page describes it: that of the first
paragraph that is no heading, list, table, quotation, code or comment, names something or ends as a sentence does, and
is no remark ("Note: …"). A page of a single section gets none: what it says first is no more about the page than the
rest is.

In:    a page.
Out:   its description.
Why:   docs/decisions/0111 and docs/decisions/0110
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinax_builder.records import Page
from pinax_builder.segment.plain_text import plain_text
from pinax_builder.words import count_words
from pinax_runtime.text import without_fenced

_MIN_WORDS = 5
"""Words of a sentence: "New in version 3.1." and "Source code: os.py" have fewer."""
_NAMING = re.compile(r"[^\s,]+(?:, [^\s,]+){0,20}\s+[-–—]\s+\S")
"""Beginning of a line that says a name, or several, and what it is: `mkdir - make directories`."""
_MIN_WORDS_BESIDE_NAME = 3
"""Words of such a line, the name among them."""
_MAX_WORDS = 25
"""Words of a sentence that are kept."""
_MAX_CHARS = 400
"""Characters of a sentence that are kept."""
_MAX_SECTIONS = 6
"""Sections at the head of a page in which the sentence is looked for."""
_MAX_SIGNS = 3
"""Brackets and bars in a sentence; a synopsis has more."""
_BETWEEN_CELLS = " · "
"""What stands between labels of a drawing and cells of a row, such as a manual page's running head: no sentence."""
_NO_PROSE = re.compile(r"[#|>]|[-*+] |\d+[.)] |\\?<!--|~~~|```|  +\S")
"""What a block begins with that is no paragraph, or one of a list's item (`K - the type of keys`, in javadoc)."""
_LABEL = re.compile(r"\w+: ")
"""What a remark begins with ("Note: ", "Availability: "): it says something of a page, not what the page is for."""
_WHOLE = re.compile(r"[.!?:。！？।][)\"'”’»*]*$")
"""How a sentence ends; a declaration (`public class Streams extends Object`) and a list of names do not."""
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+)(?<=\S)\*(?![\w*])")
"""Words between asterisks, within which a sentence may end."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")


def description_of(page: Page) -> str:
    """Return what a page says of itself: the description in its head, else its first sentence of prose."""
    if page.description or len(page.sections) == 1:
        return page.description
    return next(_sentences(page), "")


def _sentences(page: Page) -> Iterator[str]:
    """Yield the first sentence of each paragraph at the head of a page, if it says what something is."""
    heads = [section for section in page.sections if section.kind in ("page", "heading")]
    for section in heads[:_MAX_SECTIONS]:
        for block in without_fenced(section.text, "\n\n").split("\n\n"):
            if block.strip() and not _NO_PROSE.match(block.strip("\n")):
                paragraph = "".join(text for _, text in plain_text(block))
                sentence = _SENTENCE_END.split(_EMPHASIS.sub(r"\1", paragraph).strip(), maxsplit=1)[0]
                if _describes(sentence):
                    yield " ".join(sentence.split()[:_MAX_WORDS])[:_MAX_CHARS]


def _describes(sentence: str) -> bool:
    """Tell whether a sentence names something and says what it is, or is a whole sentence and no remark."""
    if _BETWEEN_CELLS in sentence or sum(map(sentence.count, "[|")) > _MAX_SIGNS:
        return False
    if _NAMING.match(sentence):
        return count_words(sentence) >= _MIN_WORDS_BESIDE_NAME
    return bool(_WHOLE.search(sentence)) and not _LABEL.match(sentence) and count_words(sentence) >= _MIN_WORDS
