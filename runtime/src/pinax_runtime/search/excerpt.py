"""Cut from a section's text what shows best why it was found."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from pinax_runtime.search import knobs
from pinax_runtime.search.query import parse_query
from pinax_runtime.text import CODE_SPAN, LINK, WORD, Analyzer, fenced_blocks, fold, normalize, open_fence

# Cut the passage of a section that answers best.
#
# Strategy. The section is searched for words that begin as the query's terms begin (plain substring search in a copy
# without case and accents, character for character, which costs next to nothing); each is then run through the
# analyzer, so that what counts as a match is exactly what the index counts. The window with the most different terms,
# weighed by idf, wins; among equals the earliest. It begins with a sentence where there is room for that. A section
# whose title has all the terms is what was asked for: it is shown from its start, which says what it is. All of it
# happens in the section's plain text, which does not depend on the query and can be kept from one to the next, so an
# excerpt cannot drift from what it quotes. Of a very long section the letters are looked for in its Markdown, and
# only a stretch that has them is made plain.

_ROUNDING = 1e-9

_ENDS = (". ", "! ", "? ", ": ", "。", "！", "？")
"""Signs that end a sentence."""
_WORD = re.compile(f"{WORD}+")
_LINK = re.compile(LINK)
_RULE = re.compile(r"^[ >]*(?:\|[ \t:|-]+\||---+)[ \t]*$", re.M)
"""The line below a table's head, or between two paragraphs."""
_ROW = re.compile(r"^[ >]*\|[^\n]*", re.M)
_MARGIN = re.compile(r"^[ >]*(?:#{1,6} |>)", re.M)
"""The marks of quotes and of a heading before a line."""
_MARK = re.compile(
    rf"(?P<span>{CODE_SPAN})|\\(?P<escaped>[!-/:-@\[-`{{-~])|\*\*\*?"
    r"|(?:(?<![\w*])|(?<=\\\*))\*(?=[^\s*])(?P<stressed>(?:[^*\n\\]|\\.|\n(?!\n))*+)(?<!\s)\*(?![\w*])"
)
"""Code, which stays; a character that a backslash keeps from meaning anything; strong emphasis; emphasis."""


class Passage(NamedTuple):
    """A section as excerpts are cut from it."""

    text: str
    """Plain, in one line."""
    folded: str
    """In lower case and without accents, character for character; empty where no letter is beyond ASCII."""

    @classmethod
    def of(cls, markdown: str) -> Passage:
        """Make it from a section's Markdown."""
        return cls.of_line(plain(markdown))

    @classmethod
    def of_line(cls, text: str) -> Passage:
        """Make it from what is plain text in one line already."""
        beyond = not text.isascii() and any(map(str.isalnum, set(text).difference(map(chr, range(128)))))
        return cls(text, text.translate(_FOLDED) if beyond else "")


class ExcerptCutter:
    """Cuts the excerpts of one query in one segment."""

    def __init__(self, weights: Mapping[str, float], analyzer: Analyzer) -> None:
        """Prepare for a query.

        Args:
            weights: Term → what finding it is worth (its idf); terms of single words.
            analyzer: Of the segment.
        """
        best = nlargest(knobs.MAX_EXCERPT_TERMS, weights.items(), key=itemgetter(1))
        self._weights = {term: weight for term, weight in best if weight >= knobs.MIN_EXCERPT_IDF_SHARE * best[0][1]}
        self._starts = {start: start.isascii() for start in map(_start, self._weights)}
        self._analyzer = analyzer
        self._known_words: dict[str, tuple[str, ...]] = {}

    def cut(self, passage: Passage, max_chars: int, title: str = "") -> str:
        """Return the part of a section that answers best.

        Args:
            passage: The section's.
            max_chars: Most characters to return, the marks of omission not counted.
            title: The section's.
        """
        text = passage.text
        if len(text) <= max_chars:
            return text
        window = (0, 0) if self._is_all_in(title) else self._densest(passage, max_chars)
        return _cut(text, *window, max_chars)

    def cut_long(self, markdown: str, max_chars: int, title: str = "") -> str:
        """Return the part of a very long section that answers best, as far as the letters in its Markdown tell.

        Args:
            markdown: The section's.
            max_chars: As `cut`.
            title: The section's.
        """
        likely = [] if self._is_all_in(title) else self._likely(markdown)
        if likely is None:
            return self.cut(Passage.of(markdown), max_chars, title)
        for number in likely:
            start, end = _stretch(markdown, number)
            fence = open_fence(markdown[:start])
            passage = Passage.of((f"{fence}\n" if fence else "") + markdown[start:end])
            if self._matches(passage):
                break
        else:
            start, end = _stretch(markdown, 0)
            passage = Passage.of(markdown[:end])
        cut = self.cut(passage, max_chars, title)
        before = "" if not start or cut.startswith("… ") else "… "
        return before + cut + ("" if end == len(markdown) or cut.endswith(" …") else " …")

    def occurrences(self, passage: Passage) -> set[tuple[int, int]]:
        """Return (start, end) of the words that are terms of the query."""
        return {(start, end) for start, end, _ in self._matches(passage)}

    def _likely(self, markdown: str) -> list[int] | None:
        """Number the stretches that have the letters of the most telling terms; a few at most, the best first.

        None if ASCII alone does not tell.
        """
        lowered = _lower_ascii(markdown)
        found: dict[int, float] = {}
        for term, weight in self._weights.items():
            whole = term.translate(_FOLDED)
            letters = whole if whole in lowered else _start(term)
            at = lowered.find(letters)
            while at >= 0:
                number = at // knobs.STRETCH_CHARS
                found[number] = found.get(number, 0.0) + weight
                at = lowered.find(letters, (number + 1) * knobs.STRETCH_CHARS)
        if not found and not markdown.isascii():
            return None
        return sorted(found, key=lambda number: (-found[number], number))[: knobs.MAX_STRETCHES]

    def _is_all_in(self, title: str) -> bool:
        line = Passage.of_line(title)
        folded = line.folded or _lower_ascii(title)
        # Few titles have all the letters; only those are worth a look at their words.
        has_letters = all(start in folded for start in self._starts)
        return has_letters and len({term for _, _, term in self._matches(line)}) == len(self._weights)

    def _densest(self, passage: Passage, max_chars: int) -> tuple[int, int]:
        """Return start and end of the window that holds the most weight of different terms; 0, 0 without a match."""
        window: deque[tuple[int, int, str]] = deque()
        seen = dict.fromkeys(self._weights, 0)
        weight = best = 0.0
        found = 0, 0
        most = sum(self._weights.values())
        for match in sorted(self._matches(passage)):
            _, end, term = match
            window.append(match)
            weight += 0.0 if seen[term] else self._weights[term]
            seen[term] += 1
            while end - window[0][0] > max_chars and len(window) > 1:
                gone = window.popleft()[2]
                seen[gone] -= 1
                weight -= 0.0 if seen[gone] else self._weights[gone]
            if weight > best + _ROUNDING:
                best, found = weight, (window[0][0], end)
                if best > most - _ROUNDING:  # all terms: no other window holds more
                    break
        return found

    def _matches(self, passage: Passage) -> set[tuple[int, int, str]]:
        """Return (start, end, term) of the words of a section that are terms of the query."""
        text, folded = passage.text, passage.folded or _lower_ascii(passage.text)
        find, word_at, known = folded.find, _WORD.match, self._known_words
        found: set[tuple[int, int, str]] = set()
        for start, is_ascii in self._starts.items():
            at, words, occurrences = find(start), knobs.MAX_MATCHES, knobs.MAX_OCCURRENCES
            while at >= 0 and words and occurrences:
                end = at + len(start)
                # A word starts here, or a hump of one; or the script does without spaces.
                before = text[at - 1 : at]
                if not before.isalnum() or not is_ascii or (text[at].isupper() and not before.isupper()):
                    word = word_at(text, end)
                    end = word.end() if word else end
                    spelled = text[at:end]
                    for term in known[spelled] if spelled in known else self._terms_of(spelled):
                        found.add((at, end, term))
                    words -= 1
                at, occurrences = find(start, end), occurrences - 1
        return found

    def _terms_of(self, word: str) -> tuple[str, ...]:
        all_terms = {term for run in self._analyzer.runs(word) for term in run.terms()}
        terms = self._known_words[word] = tuple(all_terms & self._weights.keys())
        return terms


_MOST_FOLDED = 10_000
"""Size of the case-folding cache (characters): 2 MB of memory."""


class _Folding(dict[int, str]):
    """Character → the same in lower case and without accent, always one character so that offsets do not move."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = fold(normalize(character))
        if len(self) >= _MOST_FOLDED:
            self.clear()
        self[code] = folded if len(folded) == 1 else character
        return self[code]


_FOLDED = _Folding()


def _lower_ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode("ascii").lower()


def _start(term: str) -> str:
    """Return the letters that every word of a term surely starts with: a stemmer changes at most the last two."""
    start = term if len(term) < 3 or not term[-1].isalpha() else term[: max(2, len(term) - 2)]
    return start.translate(_FOLDED)


def plain(markdown: str) -> str:
    r"""Reduce Markdown to one line: no fences, link targets, rules, emphasis, escapes, marks of headings and quotes.

    >>> plain("# Rate [limits](limits.md)\n\n> At **most** *five*\\*\n> of `f(**x)`, *.c and *.h.")
    'Rate limits At most five* of `f(**x)`, *.c and *.h.'
    """
    return " ".join(" ".join(_parts(markdown)).split())


def _parts(markdown: str) -> Iterator[str]:
    """Yield what stands in fences as it is, and the rest without markup."""
    begin = 0
    for block in fenced_blocks(markdown):
        yield from map(_without_markup, _pieces(markdown[begin : block.start()]))
        yield block["fenced"] or ""
        begin = block.end()
    yield from map(_without_markup, _pieces(markdown[begin:]))


def _stretch(markdown: str, number: int) -> tuple[int, int]:
    """Return where a stretch begins and where the one after it ends, at the ends of lines if they are near."""
    start, end = number * knobs.STRETCH_CHARS, (number + 2) * knobs.STRETCH_CHARS
    line = markdown.rfind("\n", max(0, start - knobs.STRETCH_CHARS), start) + 1
    line_end = markdown.find("\n", end, end + knobs.STRETCH_CHARS)
    return line or start, min(len(markdown), end if line_end < 0 else line_end)


def _pieces(markdown: str) -> Iterator[str]:
    """Cut a text at line ends, or within a line that is longer than a piece."""
    begin = 0
    while len(markdown) - begin > knobs.PIECE_CHARS:
        end = markdown.rfind("\n", begin, begin + knobs.PIECE_CHARS) + 1 or begin + knobs.PIECE_CHARS
        yield markdown[begin:end]
        begin = end
    yield markdown[begin:]


def _without_markup(text: str) -> str:
    if "](" in text:
        text = _LINK.sub(r"\g<label>", _LINK.sub(r"\g<label>", text))  # the label of a link may be an image
    if "-" in text:
        text = _RULE.sub("", text)
    if "|" in text:
        text = _ROW.sub(lambda row: row[0].replace("\\|", "|"), text)
    if "#" in text or ">" in text:
        text = _MARGIN.sub("", text)
    if "*" in text or "\\" in text:
        text = _MARK.sub(_unmarked, text)
    return text


def _unmarked(mark: re.Match[str]) -> str:
    stressed = mark["stressed"]
    return _MARK.sub(_unmarked, stressed) if stressed else mark["span"] or mark["escaped"] or ""


def _cut(text: str, start: int, end: int, max_chars: int) -> str:
    """Cut around a window: from the start of its sentence if both fit, else from a word a little before it."""
    room = max(0, max_chars - (end - start))
    earliest = max(0, start - room)
    begin = max(
        (text.rfind(mark, earliest, start) + len(mark) for mark in _ENDS if mark in text[earliest:start]), default=0
    )
    if not begin and earliest:
        begin = max(0, start - min(room, max_chars // 6))
        begin = text.find(" ", begin, start + 1) + 1 or start
    end = min(len(text), begin + max_chars)
    if end < len(text):
        space = text.rfind(" ", begin, end + 1)
        end = space if space > begin + max_chars // 2 else end
    return ("… " if begin else "") + text[begin:end].strip() + (" …" if end < len(text) else "")


# Find the words of a query in an excerpt, to mark them.


def word_positions(excerpt: str, query: str, analyzer: Analyzer) -> list[tuple[int, int]]:
    """Return start and end of each word of an excerpt that is one of the query's (characters), in order; no stop words.

    Args:
        excerpt: Plain text in one line.
        query: As it was asked, or as it was understood.
        analyzer: Of the text's language; a word counts as it does in the index, in whatever form.
    """
    asked = (term for term in parse_query(query, analyzer).terms if not term.stop)
    terms = dict.fromkeys((spelling for term in asked for spelling in term.spellings), 1.0)
    if not terms:
        return []
    found = sorted(ExcerptCutter(terms, analyzer).occurrences(Passage.of_line(excerpt)))
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


# Choose what an excerpt of a section is cut from: its own text, or what stands for it where it has none.
#
# Strategy. A page may begin with its title, or with its name three times, and say what it is for further below. A
# heading may have nothing but sections under it. Such a hit is of no use with an excerpt that repeats its title. So a
# page is shown by its description, and a heading by the first sections below it.
#
# Why:   docs/decisions/0152

MOST_BELOW = 3
"""Sections below one without text that are read for its excerpt."""
_FEW_WORDS = 5
"""Different words beside the title from which on a page's own text says something."""
_SHORT_CHARS = 200
"""Length of a text (characters) beyond which it is its own."""
_WORD_START = re.compile(r"\w+")


def own_or_below(own: str, title: str, description: str, below: Iterable[str]) -> str:
    r"""Return plain text in one line.

    Args:
        own: Markdown of the section, its heading left out.
        title: Of the section.
        description: What the page is for, where the section is the page's own; else empty.
        below: Markdown of the first sections below it; looked at only if it is needed.

    >>> own_or_below("LS(1) · Commands · LS(1)", "ls(1)", "ls - list directory contents", [])
    'ls - list directory contents'
    >>> own_or_below("Options", "Options", "", ["### Output\n\nWhere it is written."])
    'Output Where it is written.'
    """
    text = plain(own)
    if len(text) > _SHORT_CHARS:
        return text
    n_beside = len(_words(text) - _words(title))
    if n_beside >= _FEW_WORDS or (n_beside and not description):
        return text
    return description or " ".join(filter(None, map(plain, below))) or text


def _words(text: str) -> set[str]:
    return set(_WORD_START.findall(text.casefold()))
