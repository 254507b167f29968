"""Find the lines that hold a text just as it is spelled, with its signs and capitals.

Strategy. A section can hold the text only if it has every word that the text must contain. The index names the
sections that have those words; only these are read. A word of the text is certain where both of its ends are within
the text: `no` of `--no-verify`, since `verify` may go on. Of a word at the end, the terms that begin alike are looked
up: what follows may change how it is stemmed. A word at the beginning tells nothing, because the index knows no
endings. A text without any such word is looked for in all sections, which only a local bundle can offer.

In:    A text of one line, and docsets or filters to look in.
Out:   Sections in the order of docsets and pages, each with its lines that hold the text.
Rules: what is searched is the Markdown that agents are shown if they ask for no links. The time is linear in it.
       A line that opens a fence is not searched: people do not see its language, and the index does not have it.
Why:   docs/decisions/0273
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from pinax_runtime.bundle import Batch, Filters, SegmentReader, allowed_pages, fetch
from pinax_runtime.deadline import cut_short, time_is_up
from pinax_runtime.format import PinaxError
from pinax_runtime.search.document import Document, file_lines, with_links
from pinax_runtime.text import fence_opening

_WORD = re.compile(r"[A-Za-z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_CAPITALS = re.compile(r"[A-Z]{2}")
_MIXED = re.compile(r".[a-z]")
"""A lower-case letter after the first character: then capitals divide a word whatever follows."""
_MAX_WORD_CHARS = 40
"""Longest word that is looked up (characters); longer ones are cut otherwise, or not indexed."""
_REPLACED_CHARS = 2
"""Number of letters at the end of a stem that the word may have others for (`verifi` of `verify`)."""
_LEAST_PREFIX = 3
"""Shortest beginning of a word whose terms are looked up (characters)."""
_MAX_SHORT = 5
"""Longest beginning of a word whose stem may share fewer letters with it: `use` of `using`, `tri` of `trying`."""
_SHORT_STEM_PREFIX = 2
"""Number of letters that it shares."""
_MAX_WORDS = 3
"""Number of words, the rarest, whose sections are read."""
_MAX_TERMS = 200
"""Number of terms that may stand for a word which may go on; a word with more tells too little."""
_AT_ONCE = 16
"""Number of sections that are read together at first, and always in a local bundle."""
_MOST_AT_ONCE = 1_024
"""Number of sections of a far bundle that are read together at most."""


class TooWideError(PinaxError):
    """The text has no word to look up, and reading every section of a far bundle would take too long."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} has no whole word to look up, and the bundle is behind a URL. Add the word before or after it, "
            "or copy the bundle with `pinax-runtime pull`."
        )


class _Words(NamedTuple):
    """The words that a section must have to hold a text."""

    certain: tuple[str, ...]
    """Words that stand whole in the text."""
    begun: tuple[str, ...]
    """Beginning of the last word, if it may go on."""


@dataclass(frozen=True, slots=True)
class Grepped:
    """A section that holds the text."""

    document: Document
    index: int
    """Index of the section in the page's outline."""
    lines: tuple[str, ...]
    """All lines of the section, as agents are shown them."""
    at: tuple[int, ...]
    """Numbers of the lines that hold the text, from 0."""

    def place(self, at: int) -> str:
        """Return the file and line that one of the lines is, if it is source code.

        Code without comments, or with `…` for other sections, does not tell its lines: then those of the definition.
        """
        first, last = self.document.lines_of(self.index)
        if not first or not self.document.is_code:
            return ""
        fence = self.lines[-1]
        opening = max((n for n, line in enumerate(self.lines[:-1]) if line.startswith(fence)), default=at)
        name = re.split(r"[.:~]", re.sub(r"-\d+$", "", self.document.page.sections[self.index].anchor))[-1]
        is_whole = len(self.lines) - opening - 2 == last - first + 1 and name in self.lines[opening + 1]
        if is_whole and at > opening:
            first = last = first + at - opening - 1
        return file_lines(self.document.id.partition(":")[2], first, last)


def words_in(text: str) -> _Words:
    """Return the words that tell where a text can be.

    >>> words_in("--no-verify"), words_in("std::vector<")
    (_Words(certain=('no',), begun=('verify',)), _Words(certain=('vector',), begun=()))
    >>> words_in("getUserById"), words_in("->")
    (_Words(certain=(), begun=()), _Words(certain=(), begun=()))
    """
    certain: list[str] = []
    begun: list[str] = []
    for found in _WORD.finditer(text):
        before, after = text[: found.start()][-2:], text[found.end() :][:1]
        is_tag = before[-1:] == "<" and before != "\\<"  # an escaped one is a sign of the text
        if not before or is_tag or not (before[-1:] + after).isascii() or len(found[0]) > _MAX_WORD_CHARS:
            continue
        *pieces, last = [found[0]] if after else _HUMP.split(found[0])
        if after:
            certain.append(last)
        elif not _CAPITALS.search(found[0]) and (not pieces or _MIXED.search(found[0])):
            certain += pieces
            begun += [last] if len(last) >= _LEAST_PREFIX and last[-1].islower() else []
    return _Words(tuple(dict.fromkeys(certain)), tuple(begun))


def grep(text: str, segments: Iterable[SegmentReader], filters: Filters) -> Iterator[Grepped]:
    """Yield the sections that hold a text, until the time is up.

    Args:
        text: What to look for, on one line.
        segments: Where to look.
        filters: Facets that the pages must have.

    Raises:
        TooWideError: The text has no word to look up, and a segment is far away.
    """
    words = words_in(text)
    longest = max(_WORD.findall(text), key=len, default=text)
    for segment in segments:
        sections = _candidates(segment, words)
        if sections is None and segment.is_far:
            raise TooWideError(text)
        allowed = allowed_pages(segment, filters)
        told: set[tuple[int, int]] = set()
        for page, document, index, own in _placed(segment, _holding(segment, sections, longest)):
            owner = document.owner(index)
            if (allowed is not None and page not in allowed) or (page, owner) in told:
                continue
            if text in own or text in with_links(document, own):
                told.add((page, owner))
                lines = tuple(with_links(document, document.text(owner)).split("\n"))
                if at := tuple(n for n, line in enumerate(lines) if text in line and not fence_opening(line)):
                    yield Grepped(document, owner, lines, at)
        if cut_short():
            return


def _holding(segment: SegmentReader, sections: Sequence[int] | None, word: str) -> Iterator[tuple[int, str]]:
    """Yield those of some sections, or of all, whose text has a word, and the text, until the time is up.

    Far away a group is read in two rounds of requests, texts and then pages. Groups grow: what is found often is read
    in small ones, what is found nowhere in few.
    """
    wanted = range(segment.manifest.n_sections) if sections is None else sections
    start, size = 0, _AT_ONCE
    while start < len(wanted) and not (start and time_is_up()):
        group = wanted[start : start + size]
        fetch([Batch(segment, texts=group)])
        texts = ((section, segment.text(section)) for section in group if section not in segment.deleted_sections)
        holding = [(section, text) for section, text in texts if word in text]
        fetch([Batch(segment, outlines=(section for section, _ in holding))])
        yield from holding
        start += size
        size = min(2 * size, _MOST_AT_ONCE) if segment.is_far else size


def _placed(segment: SegmentReader, texts: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Document, int, str]]:
    """Yield of each section the number of its page, the page, its index there, and its text.

    A page is read once for all of its sections, since a huge one does not stay in memory.
    """
    page, document, end = 0, None, 0
    for section, text in texts:
        if document is None or section >= end:
            page, index = segment.page_holding(section)
            document = Document(segment, page)
            end = section - index + len(document.page.sections)
        yield page, document, section - end + len(document.page.sections), text


def _candidates(segment: SegmentReader, words: _Words) -> Sequence[int] | None:
    """Return the sections that have all words, in order; None where no word tells."""
    runs = map(segment.analyzer.run, words.certain)
    alternatives = [[spellings[0]] for run in runs for spellings in run.parts if spellings]
    for word in words.begun:
        if terms := _terms_like(segment, word.lower()):
            alternatives.append(terms)
    if not alternatives:
        return None
    fetch([Batch(segment, keys={"terms": [term for terms in alternatives for term in terms]})])
    counted = sorted((sum(map(segment.n_sections, terms)), terms) for terms in alternatives)
    found: set[int] | None = None
    for _, terms in counted[:_MAX_WORDS]:
        having = {section for term in terms for section in _sections(segment, term)}
        found = having if found is None else found & having
    return sorted(found or ())


def _terms_like(segment: SegmentReader, begun: str) -> list[str]:
    """Return the terms of words that begin so; none where these are too many."""
    own = segment.analyzer.run(begun).parts[0][:1]
    prefix = begun[: max(_LEAST_PREFIX, len(begun) // 2 - 1)]  # a stem has half of its word and more
    shared = prefix[:_SHORT_STEM_PREFIX] if len(begun) <= _MAX_SHORT else prefix
    fetch([Batch(segment, prefixes={"terms": [shared]})])
    every = (key for key, _ in segment.with_prefix("terms", shared) if " " not in key)
    keys = (key for key in every if len(key) <= _LEAST_PREFIX or key.startswith(prefix))
    like = (key for key in keys if key.startswith(begun) or begun.startswith(key[: max(2, len(key) - _REPLACED_CHARS)]))
    terms = list(dict.fromkeys([*own, *islice(like, _MAX_TERMS + 1)]))
    return terms if len(terms) <= _MAX_TERMS else []


def _sections(segment: SegmentReader, term: str) -> Iterator[int]:
    postings = segment.postings(term)
    for sections, _ in (postings.by_field if postings else {}).values():
        yield from sections
