"""Find the acronyms that a text explains, and write where an expression occurs under the keys of its synonyms.

In:    Plain text of a page; a part on disk, and pairs of expressions.
Out:   Acronym values, as they are written; the part with one more file of entries. It is a file of its own, since
       synonyms are known only when all pages have been read.
Rules: "Content Delivery Network (CDN)" explains an acronym, and so does "CDN (Content Delivery Network)". The letters
       come from the words of the long form, in order. Each word gives its first letter and may give more; small words
       may give none. A wrong acronym costs more than a missed one: "function name (FN)" is taken, "the network (CDN)"
       is not.
Source: after Schwartz and Hearst (2003), "A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical
       Text", where letters may come from anywhere in a word. This is stricter, because nobody reviews the result.
Why:   docs/decisions/0039
Spec:  docs/format.md, section 6.1.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any

from pinax_builder.columns import Block, Group, np
from pinax_builder.records import Acronym, PageSummary, SpilledPart
from pinax_builder.segment.occurrences import entries_of
from pinax_runtime.format import HEADINGS, MAX_PAIRS, MAX_WORDS, POSITIONED, TITLE, TITLED, Positions, Synonym, wire
from pinax_runtime.text import Analyzer, analyzer

MAX_LETTERS = 10
"""Length of the longest acronym, in characters."""
_LONG_FORM_WORDS = 8
"""Length of the longest long form, in words."""
_BEFORE_CHARS = 160
"""How far before its acronym a long form may begin (characters)."""

_SHORT = rf"[^\W\d_](?:[^\W_]|[&/](?=\w)){{1,{MAX_LETTERS - 1}}}"
_ALONE = re.compile(rf"[\s*_`'\"“„]*({_SHORT})[\s*_`'\"”“]*")
_BRACKETED = re.compile(rf"\(([^()]{{2,{_BEFORE_CHARS}}})\)")
_REMARK = re.compile(r"[,;:]\s")
_END = re.compile(r"[.;:!?()\[\]{}|]\s|[()\[\]{}|\"“”]|\n\s*\n|,\s")
"""Punctuation that ends a long form."""
_WORD = re.compile(r"[^\W\d_][\w'’]*|\d+")
_LITTLE_WORDS = """a an and as at by for from in into of on or over the to via with d da das de del della der des di die
    du e el en et für i im la le les och og per por pour til und van von y à и"""
_LITTLE = frozenset(_LITTLE_WORDS.split())
"""Words that may give no letter to an acronym, of languages with Latin, Greek or Cyrillic letters."""
Pair = tuple[str, str]
ByField = Mapping[int, Mapping[int, int]]
"""Field → section → frequency."""
_MAX_LANGUAGES = 8
"""Number of languages whose synonyms are remembered."""
_NOWHERE = Positions((), (), ())


def find_acronyms(text: str) -> Iterator[Acronym]:
    """Yield the acronyms that a text explains, in the order of the text, repeats included.

    >>> list(find_acronyms("A Content Delivery Network (CDN) caches."))
    [Acronym(short='CDN', long='Content Delivery Network')]
    """
    for found in _BRACKETED.finditer(text):
        before = text[max(0, found.start() - _BEFORE_CHARS) : found.start()]
        if alone := _ALONE.fullmatch(found[1]):
            short = _singular(alone[1])
            if _is_short(short) and (long := _long_form(short, _WORD.findall(_END.split(before)[-1]))):
                yield Acronym(short, " ".join(long))
        elif before[-1:].isspace() and (heads := before.rsplit(None, 1)) and (last := _ALONE.fullmatch(heads[-1])):
            short = _singular(last[1])
            words = _WORD.findall(_REMARK.split(found[1])[0]) if _is_short(short) else []
            if words and _long_form(short, words) == words:
                yield Acronym(short, " ".join(words))


def _singular(short: str) -> str:
    """Return an acronym without the s of the plural.

    >>> _singular("CDNs"), _singular("DNS")
    ('CDN', 'DNS')
    """
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[:-1].isupper() else short


def _is_short(short: str) -> bool:
    """Return whether a word looks like an acronym: most of its letters, and at least two, are capitals."""
    capitals = sum(map(str.isupper, short))
    return capitals >= 2 and 2 * capitals > sum(map(str.isalpha, short))


def _long_form(short: str, words: Sequence[str]) -> list[str]:
    """Return as many of the last words as an acronym's letters can come from; empty if they come from none."""
    letters = "".join(filter(str.isalnum, short)).casefold()
    for n_words in range(min(_LONG_FORM_WORDS, len(words)), 1, -1):
        last = words[-n_words:]
        if last[0].casefold() not in _LITTLE and last[-1].casefold() not in _LITTLE and _spells(letters, last):
            return list(last)
    return []


def _spells(letters: str, words: Sequence[str]) -> bool:
    """Return whether words give exactly these letters: each its first, then any others of it in order."""
    given = {0}
    for word in map(str.casefold, words):
        passed_over = given if word in _LITTLE else set()
        given = passed_over | {end for start in given for end in _given(letters, start, word)}
    return len(letters) in given


def _given(letters: str, start: int, word: str) -> Iterator[int]:
    """Yield each number of letters that may be spelled after a word which gives the letter at `start`."""
    spelled = 2 if letters[start : start + 1] == "x" and word.startswith("ex") else 1  # as in XML
    if spelled == 1 and not word.startswith(letters[start : start + 1] or "\0"):
        return
    for end in range(start + 1, len(letters) + 1):
        yield end
        spelled = word.find(letters[end : end + 1] or "\0", spelled) + 1
        if not spelled:
            return


def explained_acronyms(pages: Iterable[PageSummary]) -> list[Pair]:
    """Return the acronyms that pages explain, the most frequent first."""
    counts: Counter[Acronym] = Counter()
    for page in pages:
        counts.update(set(page.acronyms))
    return [(found.short, found.long) for found, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def add_synonyms(part: SpilledPart, pairs: Sequence[Pair]) -> SpilledPart:
    """Write `stem.synonyms` beside a part's entries.

    Args:
        part: A part of any language.
        pairs: Expressions as they are written, each a synonym of the other. Pairs beyond MAX_PAIRS are left out.
    """
    found = _synonyms(tuple(pairs), part.algorithm)
    if not found:
        return part
    postings, positions = _read(part, {term for synonym in found for term in chain(*synonym)})
    entries = ((synonym.key, _occurrences(synonym.meant, postings, positions)) for synonym in found)
    path = part.entries.with_suffix(".synonyms")
    table = _table({key: by_field for key, by_field in sorted(entries) if by_field})
    with path.open("wb") as file:
        file.writelines(wire.encode_stream(entries_of("terms", table)))
    return replace(part, synonyms=path)


@lru_cache(_MAX_LANGUAGES)
def _synonyms(pairs: tuple[Pair, ...], algorithm: str) -> frozenset[Synonym]:
    """Return the synonyms that pairs of expressions are in a language; all parts of a docset have the same pairs."""
    using = analyzer(algorithm)
    found: set[Synonym] = set()
    for pair in pairs:
        one, other = (_expression(text, using) for text in pair)
        if one and other and one != other and len(found) < 2 * MAX_PAIRS:
            found |= {Synonym(one, other), Synonym(other, one)}
    return frozenset(found)


def _expression(text: str, using: Analyzer) -> tuple[str, ...]:
    """Return a text's primary terms; empty if it has too many words, or a word that is not indexed."""
    words = [spellings for run in using.runs(text) for spellings in run.parts]
    return tuple(spellings[0] for spellings in words) if all(words) and len(words) <= MAX_WORDS else ()


def _read(part: SpilledPart, terms: set[str]) -> tuple[dict[str, ByField], dict[str, Positions]]:
    """Return the frequencies and the positions of some terms, each by term."""
    postings: dict[str, ByField] = {}
    positions: dict[str, Positions] = {}
    for kind, _, value in wire.decode_stream(part.entries):
        if kind in ("terms", "positions"):
            for key, groups in _groups_of(value, terms):
                if kind == "terms":
                    postings[key] = _by_field(*groups)
                else:
                    (sections, counts), (steps,) = groups
                    positions[key] = Positions(sections, list(accumulate(counts)), steps)
    return postings, positions


def _groups_of(value: Any, wanted: set[str]) -> Iterator[tuple[str, list[list[list[int]]]]]:
    """Yield each key of a block on disk that is wanted, with its columns as lists."""
    keys = Block.keys_on_wire(value)
    if not (found := wanted.intersection(keys)):
        return
    block = Block.from_wire(value)
    for key in found:
        at = bisect_left(keys, key)
        groups = block.cut(at, at + 1).groups
        yield key, [[column.tolist() for column in group.columns] for group in groups]


def _by_field(columns: Sequence[Sequence[int]]) -> ByField:
    by_field: dict[int, dict[int, int]] = defaultdict(dict)
    for field, section, count in zip(*columns, strict=True):
        by_field[field][section] = count
    return by_field


def _table(entries: Mapping[str, ByField]) -> Block:
    """Return postings as a table, like those of other terms."""
    rows = {
        key: sorted((section, field, n) for field, counts in by_field.items() for section, n in counts.items())
        for key, by_field in entries.items()
    }
    sizes = np.array(list(map(len, rows.values())), np.int32)
    sections, fields, counts = np.array(list(chain.from_iterable(rows.values())), np.int32).reshape(-1, 3).T
    return Block(list(rows), sizes * 0, (Group(sizes, (fields, sections, counts)),))


def _occurrences(
    expression: Sequence[str], postings: Mapping[str, ByField], positions: Mapping[str, Positions]
) -> dict[int, dict[int, int]]:
    """Return field → section → number of occurrences of an expression, fields and sections ascending."""
    of_all = [postings.get(term, {}) for term in expression]
    if len(expression) == 1:
        return {field: dict(counts) for field, counts in of_all[0].items()}
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for section, n in _side_by_side([positions.get(term, _NOWHERE) for term in expression]):
        for field in POSITIONED:
            if least := min(by_field.get(field, {}).get(section, 0) for by_field in of_all):
                found[field][section] = min(n, least)
                if field in (TITLE, HEADINGS):
                    found[TITLED][section] = of_all[0][TITLED][section]
    return {field: found[field] for field in sorted(found)}


def _side_by_side(of_all: Sequence[Positions]) -> Iterator[tuple[int, int]]:
    """Yield each section in which the terms follow each other, with how often they do.

    Args:
        of_all: For each term, its positions.
    """
    for section in sorted(set(of_all[0].sections).intersection(*(positions.sections for positions in of_all[1:]))):
        starts = set(of_all[0].at(section))
        for offset, positions in enumerate(of_all):
            starts &= {position - offset for position in positions.at(section)}
        if starts:
            yield section, len(starts)
