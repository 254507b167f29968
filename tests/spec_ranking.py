"""A second ranking, written from the pages on format and ranking alone: it must never import pinax_runtime."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, groupby, pairwise, permutations
from math import log
from pathlib import Path
from typing import Any

import msgpack

from spec_analyzer import UNSPACED, Run, SpecAnalyzer, fold
from spec_reader import SpecReader

TITLE, HEADINGS, BODY, CODE, DESCRIPTION, PATH, SYMBOL, TITLES = range(8)
NAMES = ("title", "headings", "body", "code", "description", "path", "symbol")
DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "ranking-words.md").read_text("utf-8")
LISTS = {name: words.split() for name, words in re.findall(r"^## ([\w ]+)\n\n```\n(.*?)```", PAGE, re.M | re.S)}
KINDS = {kind: kind for kind in LISTS["Kinds"]} | {"attr": "attribute", "func": "function", "var": "variable"}
NO_PIECES = {*KINDS, *LISTS["Beside kinds"], ""}
_ROWS = re.findall(r"^\| `(\w+)`(?: \*)? \| ([\d.]+) \|", (DOCS / "format.md").read_text("utf-8"), re.M)
DEFAULTS = {name: float(number) for name, number in _ROWS}
"""Parameters of the ranking (format, 7.3)."""
MORE = 3
"""Kind of a section whose text goes on after definitions."""

Place = tuple[int, int]
"""Number of a segment among all, and of a section or page in it."""


@cache
def stop_terms(algorithm: str) -> set[str]:
    """Return the primary terms of a language's stop words."""
    runs = SpecAnalyzer(f"pinax-1:{algorithm}").runs(" ".join(LISTS.get(algorithm, ())))
    return {run.parts[0][0] if len(run.words) == 1 else run.wholes[0][1] for run in runs}


class Segment:
    """A segment, all of it in memory, without its deleted pages."""

    def __init__(
        self, reader: SpecReader, manifest: dict[str, Any], entry: dict[str, Any], docset: dict[str, Any], place: int
    ) -> None:
        self.reader, self.manifest, self.docset = reader, manifest, docset
        self.analyzer = SpecAnalyzer(manifest["analyzer"])
        self.index = (place, manifest["language"])
        self.keys: dict[str, dict[str, tuple[int, bytes]]] = defaultdict(dict)
        self.pages: list[dict[str, Any]] = []
        for kind, content in reader.files(manifest):
            if kind == "lengths":
                self.lengths = content
            elif kind == "pages":
                self.pages += content["pages"]
            elif "keys" in content:
                values = content["values"] or [b""] * len(content["keys"])
                self.keys[kind] |= {
                    key: (count, value)
                    for key, count, value in zip(content["keys"], content["counts"], values, strict=True)
                }
                beside = zip(content["keys"], content["counts"], content.get("positions", ()), strict=False)
                self.keys["positions"] |= {key: (count, value) for key, count, value in beside if value}
        self.urls = [page["url"] for page in self.pages]
        self.terms = sorted(self.keys["terms"])
        self.words = [2 ** (code / 4) - 1 for code in self.lengths["lengths"]]
        self.first = [0, *accumulate(self.lengths["sections"])]
        self.page_of = [page for page, n in enumerate(self.lengths["sections"]) for _ in range(n)]
        self.page_words = [sum(self.words[first:end]) for first, end in pairwise(self.first)]
        variants = self.lengths.get("variants", [])
        self.leaders = dict(zip(variants[::2], variants[1::2], strict=True))
        self.asked_pages = {*accumulate(self.lengths.get("asked", []))}
        self.deleted: set[int] = manifest["deleted"]
        self.postings = cache(self._postings)
        gone = [section for section, page in enumerate(self.page_of) if page in self.deleted]
        estimate = round(sum(self.words[section] for section in gone))
        self.n_sections = manifest["sections"] - len(gone)
        self.n_pages = manifest["pages"] - len(self.deleted)
        self.n_words = max(0, manifest["words"] - entry.get("deleted_words", estimate))

    def _postings(self, term: str) -> dict[int, dict[int, int]]:
        """Return field → section → frequency."""
        flat = msgpack.unpackb(self.keys["terms"].get(term, (0, b"\x90"))[1])
        return {
            number: {
                section: count
                for section, count in zip(accumulate(steps), _each(counts, len(steps)), strict=True)
                if self.page_of[section] not in self.deleted
            }
            for number, steps, counts in zip(flat[::3], flat[1::3], flat[2::3], strict=True)
        }

    def count(self, term: str) -> int:
        """Return how many sections have a term."""
        fields = self.postings(term)
        return len({section for number in fields.keys() - {TITLES} for section in fields[number]})

    def starting(self, prefix: str) -> Iterator[str]:
        """Yield the keys that begin with a prefix, synonyms among them."""
        for at in range(bisect_left(self.terms, prefix), len(self.terms)):
            if not self.terms[at].startswith(prefix):
                return
            yield self.terms[at]

    def asked(self, term: str) -> dict[int, tuple[int, int]]:
        """Return the questions that have a term: number → section and length."""
        if term not in self.keys["asked"]:
            return {}
        steps, section_steps, lengths = msgpack.unpackb(self.keys["asked"][term][1])
        columns = accumulate(steps), accumulate(section_steps), _each(lengths, len(steps))
        found = {question: (section, length) for question, section, length in zip(*columns, strict=True)}
        return {one: place for one, place in found.items() if self.page_of[place[0]] not in self.deleted}

    def described(self, slot: Slot) -> set[int]:
        """Return the pages whose description has a term with a share of 1 or more."""
        columns = [self.postings(term).get(DESCRIPTION, {}) for term, share in slot.terms.items() if share >= 1]
        return {self.page_of[section] for column in columns for section in column}

    def positions(self, term: str) -> dict[int, list[int]]:
        """Return section → positions of a term."""
        if term not in self.keys["positions"]:
            return {}
        value = msgpack.unpackb(self.keys["positions"][term][1])
        if isinstance(value[0], list):
            sections = list(accumulate(value[0]))
            counts, flat = _each(value[1], len(sections)), value[2]
        else:
            flat, in_text = value, defaultdict[int, int](int)
            whole = msgpack.unpackb(self.keys["terms"][term][1])
            for number, steps, frequencies in zip(whole[::3], whole[1::3], whole[2::3], strict=True):
                for section, n in zip(accumulate(steps), _each(frequencies, len(steps)), strict=True):
                    in_text[section] += n if number <= CODE else 0
            sections = sorted(section for section, n in in_text.items() if n)
            counts = [in_text[section] for section in sections]
        ends = list(accumulate(counts))
        return {
            section: list(accumulate(flat[end - n : end]))
            for section, n, end in zip(sections, counts, ends, strict=True)
        }

    def definitions(self, name: str) -> Iterator[list[Any]]:
        """Yield the definitions of a name, in any case, each with its full name."""
        key = name.casefold()
        for found in msgpack.unpackb(self.keys["symbols"].get(key, (0, b"\x90"))[1]):
            if self.page_of[found[0]] not in self.deleted:
                yield [found[0], found[1] or key, *found[2:]]

    def pages_with(self, filters: Mapping[str, Iterable[str]], url: str) -> set[int]:
        """Return the pages that have one of the values of each facet, and that URL if one is given."""
        found = {number for number, its in enumerate(self.urls) if url in ("", its)} - self.deleted
        for facet, values in filters.items():
            having = (self.keys["facets"].get(f"{facet}\0{value}", (0, b"\x90"))[1] for value in values)
            found &= {page for value in having for page in accumulate(msgpack.unpackb(value))}
        return found

    def owner(self, section: int) -> int:
        """Return the section as which one is shown: itself, or that whose text it goes on with."""
        first = self.first[self.page_of[section]]
        page, at = self.pages[self.page_of[section]], section - first
        if page["kinds"][at] != MORE:
            return section
        return first + next(before for before in range(at - 1, -1, -1) if page["depths"][before] < page["depths"][at])

    def anchor(self, section: int) -> str:
        """Return the fragment of the published page that leads to a section; empty for the page itself."""
        first, anchors = self.first[self.page_of[section]], self.pages[self.page_of[section]]["anchors"]
        return "" if section == first or anchors[section - first].startswith("~") else anchors[section - first]

    def file_of(self, term: str) -> tuple[str, int, bool]:
        """Return the digest and size of the file, or block, that a term can be in, and whether it is alone there."""
        _, table, at = self.reader.covering(self.manifest, "terms", term)
        if at < 0:
            return "", 0, False
        lone = table["first"][at] == term and table.get("lone", [0] * (at + 1))[at] > 0
        return table["digests"][16 * at : 16 * at + 16].hex(), table["sizes"][at], lone


def _each(counts: list[int] | int, n: int) -> list[int]:
    return counts if isinstance(counts, list) else [counts] * n


@dataclass
class Slot:
    """What a query asks for in one place, as one segment has it."""

    spellings: list[str]
    position: int
    typed: tuple[int, int]
    """Where the word is in the query; empty where it is written otherwise there."""
    run: tuple[int, int]
    """Where its run is in the query."""
    whole: bool = False
    n_spelled: int = 0
    """Number of words that a spelled name has."""
    prefix: str = ""
    starred: bool = False
    quoted: bool = False
    stop: bool = False
    terms: dict[str, float] = field(default_factory=dict)
    """Term → share."""
    n: int = 0
    weight: float = 1.0
    passed_over: bool = False

    @property
    def is_literal(self) -> bool:
        """Whether it is not corrected."""
        return self.whole or self.stop or self.quoted or self.starred

    def fill(self, segment: Segment) -> None:
        """Find the spellings that the segment has."""
        last = self.spellings[-1] if len(self.spellings) > 1 else ""
        counts = {term: segment.count(term) for term in self.spellings}
        self.terms = {term: 1.2 if term == last else 1.0 for term, n in counts.items() if n}
        self.n = max(counts.values(), default=0)


@dataclass
class Query:
    """A query as one segment has it."""

    segment: Segment
    slots: list[Slot]
    quotes: list[list[tuple[int, str]]]
    """Quoted parts: position and primary term of each word."""
    n_words: int
    cut: set[tuple[int, int]]
    """Runs of words behind the last slot that counts."""

    @property
    def words(self) -> list[Slot]:
        """The slots that are no wholes."""
        return [slot for slot in self.slots if not slot.whole]


def parse(text: str, segment: Segment) -> Query:
    """Take a query apart (1)."""
    text = text[:4000]
    slots: list[Slot] = []
    quotes: list[list[tuple[int, str]]] = []
    position = n_quoted = 0
    for part in re.finditer(r'"([^"]*)"|[^"]+', text):
        quoted = part[1] is not None
        start, end = part.span(1 if quoted else 0)
        inside: list[tuple[int, str]] = []
        for run in segment.analyzer.runs(text[start:end]):
            inside += [(position + at, terms[0]) for at, terms in enumerate(run.parts) if terms]
            slots += _slots(run, position, text[:end], start, quoted, stop_terms(segment.analyzer.algorithm))
            position += len(run.words)
        if quoted and inside:
            quotes.append(inside)
            n_quoted += len(inside)
    slots, cut = slots[:200], {slot.run for slot in slots[200:]}
    for slot in [slot for slot in slots if slot.prefix][4:]:
        slot.prefix = ""
    words = [slot for slot in slots if not slot.whole]
    if words and re.search(r"\w$", text) and not words[-1].prefix:
        words[-1].prefix = _last_word(text) if len(_last_word(text)) > 1 else ""
        for slot in slots:
            if slot.n_spelled and slot.position + slot.n_spelled == position:
                slot.prefix = slot.spellings[0]
    if all(slot.stop or slot.whole for slot in slots):
        for slot in slots:
            slot.stop = False
    return Query(segment, slots, quotes if position - n_quoted <= 8 else [], position, cut)


def _slots(run: Run, position: int, text: str, offset: int, quoted: bool, stop_terms: set[str]) -> list[Slot]:
    """Return the slots of a run of a part of the query, which begins at an offset and ends with the text."""
    span = (offset + run.start, offset + run.end)
    wholes = [Slot([term], position + at, span, span, True) for at, term in run.wholes if not _is_single(term)]
    if len(run.words) > 1 and wholes and all(terms and len(terms[0]) == 1 for terms in run.parts):
        words, wholes = [Slot(wholes[0].spellings, position, span, span, quoted=quoted)], []
    else:
        words = [
            Slot(terms, position + at, typed, span, quoted=quoted, prefix=terms[0] if _is_single(terms[0]) else "")
            for at, (terms, typed) in enumerate(zip(run.parts, _typed(run, text, span), strict=True))
            if terms
        ]
    if wholes and wholes[0].position == position:
        wholes[0].n_spelled = len(run.words)
    before, after = text[max(offset, span[0] - 1) : span[0]], text[span[1] : span[1] + 1]
    if words and after == "*" and not quoted:
        words[-1].starred, words[-1].prefix = True, _last_word(text[: span[1]])
    if len(words) == 1 and not wholes and not quoted:
        is_named = {before, after} & {"/", "\\"} or after == "("
        words[0].stop = not is_named and words[0].spellings[0] in stop_terms
    return [*wholes, *words]


def _typed(run: Run, text: str, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield where each word of a run is in the query."""
    at = span[0]
    for word in run.words:
        start = text.find(word, at, span[1])
        yield (start, start + len(word)) if start >= 0 else (at, at)  # composing changed it
        at = start + 1 if start >= 0 else at


def _is_single(term: str) -> bool:
    return len(term) == 1 and re.match(UNSPACED, term) is not None


def _last_word(text: str) -> str:
    return fold(re.split(r"[\W_]+", text.lower())[-1])


def names_in(text: str) -> tuple[set[str], set[str], bool]:
    """Return the names that a query may spell, the kinds that it says, and whether it is surely a name."""
    typed = text.split()
    if len(typed) == 1:
        return {typed[0].strip('"').removesuffix("()")}, set(), True
    pieces = [word.strip("\"'`(),;:") for word in typed]
    kinds = {KINDS[word] for word in map(str.casefold, pieces) if word in KINDS}
    pieces = [piece for piece in pieces if piece.casefold() not in NO_PIECES]
    is_name = re.search(r"::|->|\w[.#/\\_]\w|\w_|_\w|\(\)|[a-z\d][A-Z]", text) is not None
    if len(typed) > 12 or not 1 <= len(pieces) <= 3 or not (kinds or is_name):
        return set(), set(), False
    joint = next((sign for sign in ("::", "#", "/", "\\") if any(sign in piece for piece in pieces)), ".")
    return {joint.join(order) for order in permutations(pieces)}, kinds, is_name or len(pieces) > 1


def edits(first: str, second: str) -> int:
    """Count the letters to insert, delete, change, or swap with a neighbour, each once."""
    rows = [list(range(len(second) + 1))]
    for i, letter in enumerate(first, 1):
        rows.append([i])
        for j, other in enumerate(second, 1):
            best = min(rows[-2][j] + 1, rows[-1][j - 1] + 1, rows[-2][j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, rows[-3][j - 2] + 1)
            rows[-1].append(best)
    return rows[-1][-1]


@dataclass(frozen=True)
class Bounds:
    """Bounds of a query's time (4)."""

    sections: int = 1250
    """Sections of the slots that count in full."""
    for_task: int = 1500
    looked_up: int = 600
    """Sections to which the other slots add."""
    candidates: int = 128
    """Candidate pages: all their sections are scored; at least so many."""
    of_candidates: int = 10_000
    """Sections that the candidates have at least, where not all pages are candidates."""


DEFAULT = Bounds()


@dataclass(frozen=True)
class Asked:
    """What is asked for beside the text."""

    docs: Sequence[str] = ()
    filters: Mapping[str, Iterable[str]] = field(default_factory=dict)
    page: str = ""
    """`docset:url` of the one page to search in."""
    sections: bool = False
    """Whether each section is a hit."""
    ranking: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """Hits and what is said of the query's words."""

    hits: list[tuple[str, str, str, float]]
    """Docset, URL, anchor and score of each."""
    did_you_mean: str = ""
    unknown_words: Sequence[str] = ()
    relaxed: bool = False


class SpecRanking:
    """The ranking of bundles in folders, each with what its hits are multiplied by."""

    def __init__(self, folders: Path | Mapping[Path, float], bounds: Bounds = DEFAULT) -> None:
        weights = {folders: 1.0} if isinstance(folders, Path) else folders
        readers, self.bounds = {SpecReader(folder): weight for folder, weight in weights.items()}, bounds
        docsets = [
            (reader, {**docset, "weight": docset["weight"] * weight})
            for reader, weight in readers.items()
            for docset in reader.entry["docsets"]
        ]
        segments = [
            Segment(reader, manifest, entry, docset, at)
            for at, (reader, docset) in enumerate(sorted(docsets, key=lambda docset: docset[1]["name"]))
            for manifest, entry in zip(reader.segments(docset["name"]), docset["segments"], strict=True)
        ]
        given = [{**DEFAULTS, **reader.entry["ranking"]} for reader in readers]
        agreed = {name: number for name, number in given[0].items() if all(one[name] == number for one in given)}
        self._set(segments, DEFAULTS | agreed)

    def _set(self, segments: list[Segment], settings: dict[str, float]) -> None:
        self.segments, self.settings = segments, settings
        self.weights = [settings[f"{name}_weight"] for name in NAMES]
        self.n_sections = sum(segment.n_sections for segment in segments)
        n_words = sum(segment.n_words for segment in segments)
        self.mean_section = max(1.0, n_words / (self.n_sections or 1))
        self.mean_page = max(1.0, n_words / (sum(segment.n_pages for segment in segments) or 1))

    def search(self, text: str, limit: int = 10) -> list[tuple[str, float]]:
        """Return the URLs of the best pages, each with its score."""
        return [(url, score) for _, url, _, score in self.ask(text).hits[:limit]]

    def ask(self, text: str, asked: Asked | None = None) -> Answer:
        """Return all hits, best first."""
        asked = asked or Asked()
        of_page = asked.page.partition(":")[0]
        segments = [segment for segment in self.segments if of_page in ("", segment.docset["name"])]
        within = copy(self)
        within._set(
            [segment for segment in segments if not asked.docs or segment.docset["name"] in asked.docs],
            {**self.settings, **asked.ranking},
        )
        queries = [parse(text, segment) for segment in within.segments]
        if not queries or not queries[0].slots:
            return Answer([])
        search = _Search(within, text, queries, asked)
        if search.scores or '"' not in text:
            return Answer(search.shown(), search.corrected, search.unknown_words())
        again = self.ask(" ".join(text.replace('"', " ").split()), asked)
        return Answer(again.hits, again.did_you_mean, again.unknown_words, bool(again.hits))


class _Search:
    """One query of a bundle."""

    def __init__(self, ranking: SpecRanking, text: str, queries: list[Query], asked: Asked) -> None:
        self.ranking, self.settings, self.text, self.asked = ranking, ranking.settings, text, asked
        self.corrected = ""
        url = asked.page.partition(":")[2]
        self.allowed = [query.segment.pages_with(asked.filters, url) for query in queries]
        self.queries, self.segments = queries, ranking.segments
        self.has_quotes = any(query.quotes for query in queries)
        self.slots = queries[0].slots
        self.words = [at for at, slot in enumerate(self.slots) if not slot.whole]
        self.is_task = self._is_task()
        self._find_terms()
        self.n = [sum(slot.n for slot in column) for column in self._columns()]
        self.idf = self._weigh()
        self.own: dict[Place, float] = {}
        self.pages: dict[Place, float] = {}
        self.shares = self._shares()
        self._find_by_questions()
        self._match()
        self.bonuses = self._bonuses()
        self.scores = self._sum()
        self.scores = self._without_variants(self._with_questions(self._quoting()))

    def _columns(self) -> list[tuple[Slot, ...]]:
        return list(zip(*(query.slots for query in self.queries), strict=True))

    def _is_task(self) -> bool:
        n_stops = sum(self.slots[at].stop for at in self.words)
        n_words = len(self.words) - n_stops
        return n_words >= 4 or min(n_words, n_stops) >= 2

    # From words to terms (2).

    def _find_terms(self) -> None:
        for query in self.queries:
            for slot in query.slots:
                slot.fill(query.segment)
        if not self.asked.filters and not self.asked.page:
            self._pass_over()
        known = [any(slot.n for slot in column) for column in self._columns()]
        if not self.has_quotes and self.settings["synonym_weight"]:
            for query in self.queries:
                self._add_synonyms(query, known)
        for column in self._columns() if self.settings["prefix_penalty"] else ():
            if column[0].prefix and (column[0].starred or _is_single(column[0].prefix) or not any(s.n for s in column)):
                self._expand(column, column[0].prefix, self.settings["prefix_penalty"])
        looked_for = [column for column in self._columns() if not column[0].whole and not column[0].stop]
        self.unknown = {column[0].position for column in looked_for if not any(slot.n for slot in column)}
        self._correct()

    def _expand(self, column: Sequence[Slot], prefix: str, share: float) -> None:
        counts = defaultdict[str, int](int)
        for slot, segment in zip(column, self.segments, strict=True):
            for term in segment.starting(prefix):
                if " = " not in term and term not in slot.terms:
                    counts[term] += segment.keys["terms"][term][0]
        best = sorted(counts, key=lambda term: (counts[term], term), reverse=True)[:24]
        together = list(accumulate(counts[term] for term in best))
        best = [term for at, term in enumerate(best) if not at or together[at] <= 60_000]
        for slot, segment in zip(column, self.segments, strict=True):
            for term in sorted(best):
                if term not in slot.terms and term in segment.keys["terms"]:
                    slot.terms[term] = share
                    slot.n += segment.keys["terms"][term][0]

    def _add_synonyms(self, query: Query, known: Sequence[bool]) -> None:
        words = [(at, slot) for at, slot in enumerate(query.slots) if not slot.whole]
        for start, (_, first) in enumerate(words):
            keys = [key for key in query.segment.starting(f"{first.spellings[0]} ") if " = " in key]
            for key in keys[:16] if not first.passed_over else []:
                left = key.split(" = ")[0].split(" ")
                group = words[start : start + len(left)]
                follow = [slot.position - first.position for _, slot in group] == list(range(len(left)))
                said = follow and [slot.spellings[0] for _, slot in group] == left
                if said and not all(slot.stop for _, slot in group):
                    for at, slot in group:
                        slot.terms[key] = self.settings["synonym_weight"]
                        slot.n = slot.n if known[at] else query.segment.count(key)

    def _pass_over(self) -> None:
        if self.has_quotes:
            return
        files = [
            [[s.file_of(term) for term in slot.spellings] for slot, s in zip(c, self.segments, strict=True)]
            for c in self._columns()
        ]
        large = [at for at in range(len(self.segments)) if any(lone for column in files for _, _, lone in column[at])]
        sizes = [{name: size for at in large for name, size, _ in column[at]} for column in files]
        common = [
            not column[0].starred and any(lone for at in large for _, _, lone in of_slot[at])
            for column, of_slot in zip(self._columns(), files, strict=True)
        ]
        read = {name: size for at, of_slot in enumerate(sizes) for name, size in of_slot.items() if not common[at]}
        over: list[int] = []
        for at in sorted((at for at in range(len(sizes)) if common[at]), key=lambda at: sum(sizes[at].values())):
            if sum({**read, **sizes[at]}.values()) > 40 * 1024 * len(large):
                over.append(at)
            else:
                read |= sizes[at]
        while over and sum(slot.n for at, c in enumerate(self._columns()) for slot in c if at not in over) < 300:
            del over[0]
        for at in over:
            for query in self.queries:
                query.slots[at].terms, query.slots[at].passed_over = {}, True

    def _correct(self) -> None:
        corrected: dict[tuple[int, int], str] = {}
        unknown = [column for column in self._columns() if not any(slot.n or slot.is_literal for slot in column)]
        for run, group in groupby(unknown[:8], key=lambda column: column[0].run):
            done = [self._replace(column, corrected) for column in list(group)]
            names = [column for column in self._columns() if column[0].n_spelled > 1 and column[0].run == run]
            if names and not any(done) and self.text[slice(*run)].isalpha():
                self._replace(names[0], corrected)
        text = self.text
        for (start, end), word in sorted(corrected.items(), reverse=True):
            text = text[:start] + word + text[end:]
        self.corrected = text if corrected else ""
        for query in self.queries if corrected else ():
            again = parse(text, query.segment).slots
            same = [(s.position, s.whole) for s in again] == [(s.position, s.whole) for s in query.slots]
            for slot, new in zip(query.slots, again, strict=True) if same else ():
                if slot.whole and not slot.terms:
                    slot.spellings, slot.weight = new.spellings, min(s.weight for s in query.slots)
                    slot.fill(query.segment)

    def _replace(self, column: Sequence[Slot], corrected: dict[tuple[int, int], str]) -> bool:
        """Fill a word with the nearest ones, and note the first of them; tell whether there are any."""
        typed = self.text[slice(*column[0].typed)]
        found, weight = self._nearest(fold(typed.lower()))
        for slot, segment in zip(column, self.segments, strict=True) if found else ():
            slot.weight, slot.n, slot.terms = weight, 0, {}
            for near in found[:4]:
                new = _filled(near, segment)
                if new.terms.keys() - slot.terms.keys():
                    slot.terms |= {term: share for term, share in new.terms.items() if term not in slot.terms}
                    slot.n += new.n
        if found and not any(slot.n for slot in column):
            self._expand(column, fold(found[0]), 1.0)
        corrected |= {column[0].typed: _as_typed(found[0], typed)} if found else {}
        return bool(found)

    def _nearest(self, word: str) -> tuple[list[str], float]:
        """Return the nearest words that some section has, or the first that begins a term; and the slot's weight."""
        most = 0 if not 4 <= len(word) <= 40 else 1 if len(word) < 8 else 2
        most = max(0, most - self.is_task)
        counts = defaultdict[str, int](int)
        for segment in self.segments if most else ():
            for near, (count, _) in segment.keys["lexicon"].items():
                if abs(len(fold(near)) - len(word)) <= most:
                    counts[near] += count
        distances = {near: edits(word, fold(near)) for near in counts}
        least = min(distances.values(), default=3)
        if least > most:
            return [], 1.0
        nearest = sorted((near for near in counts if distances[near] == least), key=lambda near: (-counts[near], near))
        held = [near for near in nearest if any(_filled(near, segment).n for segment in self.segments)]
        begun = [near for near in nearest if any(any(s.starting(fold(near))) for s in self.segments)]
        return held or begun[:1], (0.9, 0.8, 0.6)[least]

    def unknown_words(self) -> list[str]:
        """Return the words that nothing has, as typed; a name whole if all of it is unknown."""
        known = {self.slots[at].run for at in self.words if self.slots[at].position not in self.unknown}
        known |= self.queries[0].cut
        unknown = [self.slots[at] for at in self.words if self.slots[at].position in self.unknown]
        unknown = [slot for slot in unknown if slot.typed[0] < slot.typed[1]]
        spans = [slot.typed if slot.run in known else slot.run for slot in unknown]
        return list(dict.fromkeys(self.text[slice(*span)] for span in spans))

    # Weights of slots (2).

    def _weigh(self) -> list[float]:
        named = {
            position
            for at, slot in enumerate(self.slots)
            if slot.n_spelled and self.n[at]
            for position in range(slot.position, slot.position + slot.n_spelled)
        }
        only_names = all(self.slots[at].position in named for at in self.words)
        idfs = []
        for slot, n in zip(self.slots, self.n, strict=True):
            worth = self._idf(n) * slot.weight * (self.settings["stop_word_weight"] if slot.stop else 1.0)
            idfs.append(worth * (0.7 if only_names and not slot.whole else 1.0))
        return idfs

    def _idf(self, n: int) -> float:
        n = min(n, self.ranking.n_sections)
        return log(1 + (self.ranking.n_sections - n + 0.5) / (n + 0.5))

    # Questions (4).

    def _shares(self) -> dict[Place, float]:
        """Return the share of each section that has questions, or whose page has."""
        names, _, _ = names_in(self.text[:4000])
        is_plain = "," not in self.text and not any(slot.n_spelled for slot in self.slots)
        is_plain = is_plain or sum(self.slots[at].stop for at in self.words) >= 2
        if names or not is_plain or not self.settings.get("question_weight", 1.1):
            return {}
        least = 0.0 if self.is_task else 0.95
        of_sections: dict[Place, list[float]] = defaultdict(list)
        for number, query in enumerate(self.queries):
            asked = [at for at in self.words if not query.slots[at].stop]
            total = sum(self.idf[at] for at in asked)
            held, places = defaultdict[int, float](float), dict[int, tuple[int, int]]()
            for at in asked:
                slot = query.slots[at]
                terms = {*slot.spellings, *(term for term, share in slot.terms.items() if share >= 1)}
                having = {question: place for term in terms for question, place in query.segment.asked(term).items()}
                places |= having
                for question in having:
                    held[question] += self.idf[at]
            for question, (section, length) in places.items():
                share = held[question] / (total or 1.0) * (40 + query.n_words) / (40 + length)
                if query.segment.page_of[section] in self.allowed[number] and share >= least:
                    of_sections[number, section].append(share)
        shares = {}
        for number, segment in enumerate(self.segments):
            for section, page in enumerate(segment.page_of):
                span = [(number, at) for at in range(segment.first[page], segment.first[page + 1])]
                every = sorted((share for place in span for share in of_sections.get(place, [])), reverse=True)
                own = {*of_sections.get((number, section), []), *of_sections.get(span[0], [])}
                if own:
                    every.remove(max(own))
                    best = [max(own), *every]
                    weighted = zip((1, 0.3, 0.15), best, strict=False)
                    shares[number, section] = sum(weight * share for weight, share in weighted)
        return shares

    def _find_by_questions(self) -> None:
        pages: dict[Place, Place] = {}
        for number, section in sorted(self.shares, key=lambda place: (-self.shares[place], place)):
            pages.setdefault((number, self.segments[number].page_of[section]), (number, section))
        self.own |= dict.fromkeys(list(pages.values())[:20], 0.0)

    def _with_questions(self, scores: dict[Place, float]) -> dict[Place, float]:
        of_pages = sorted(
            max(self.shares.get((number, section), 0.0) for section in range(first, end))
            for number, segment in enumerate(self.segments)
            for first, end in pairwise(segment.first)
        )
        second = of_pages[-2] if len(of_pages) > 1 else 0.0
        weights = [segment.docset["weight"] for segment in self.segments]
        top = max((score / weights[number] for (number, _), score in scores.items()), default=0.0) or 1.0
        weight, raised = self.settings.get("question_weight", 1.1), {}
        described = self._described()
        matching = self.pages.keys() | {self._page(place) for place in self.own}
        asked = [page in self.segments[number].asked_pages for number, page in matching]
        part = sum(asked) / (len(asked) or 1)
        for (number, section), score in scores.items() if self.shares else ():
            page = self.segments[number].page_of[section]
            share = max(self.shares.get((number, section), 0.0), self.fits.get((number, section), 0.0))
            added = top * max(share, min(of_pages[-1], described.get((number, page), 0.0))) * weights[number]
            if page not in self.segments[number].asked_pages:
                added = max(added, second * (0.82 + 0.18 * part) * score)
            raised[number, section] = score + weight * added
        return raised or scores

    def _described(self) -> dict[Place, float]:
        """Return the part of the words' idf that each page's description has."""
        held = defaultdict[Place, float](float)
        for number, query in enumerate(self.queries):
            telling = [at for at in self.words if not query.slots[at].stop]
            total = sum(self.idf[at] for at in telling)
            for at in telling:
                for page in query.segment.described(query.slots[at]):
                    held[number, page] += self.idf[at] / (total or 1.0)
        return held

    # From terms to scores (3) and bounds (4).

    def _match(self) -> None:
        bounds, beyond = self.ranking.bounds, max(0, self.ranking.n_sections - 30_000)
        budget = min(bounds.for_task + round(beyond / 8), 12_000) if self.is_task else bounds.sections
        budget += 500 * max(0, self.queries[0].n_words - 8)
        order = sorted(range(len(self.slots)), key=lambda at: (all(s.stop for s in self._columns()[at]), self.n[at]))
        gone_through, full, looked_up = 0, list[int](), list[int]()
        with_page: dict[int, set[Place]] = {}
        for at in order:
            n = sum(slot.n for slot in self._columns()[at] if slot.terms)
            gone_through += n
            if n and gone_through > budget and any(with_page.values()):
                looked_up.append(at)
                continue
            full.append(at)
            _, pages = self._frequencies(at)
            self._add(self.pages, at, pages)
            with_page[at] = set(pages)
        self._add_descriptions()
        candidates = self._candidates()
        with_section: dict[int, set[Place]] = {}
        best: set[Place] | None = None
        for at in [*full, *looked_up]:
            if at in looked_up and best is None:
                best = set(sorted(self.own, key=lambda place: (-self.own[place], place))[: bounds.looked_up])
            sections, _ = self._frequencies(at)
            kept = {
                place: tf for place, tf in sections.items() if candidates is None or self._page(place) in candidates
            }
            kept = {place: tf for place, tf in kept.items() if best is None or place in best}
            self._add(self.own, at, kept)
            with_section[at] = set(kept)
            if best is not None and not kept:
                with_page[at] = set()
        self._cover(with_section, with_page)

    def _cover(self, with_section: Mapping[int, set[Place]], with_page: Mapping[int, set[Place]]) -> None:
        """Add the bonus of sections and pages that have all words."""
        for number, query in enumerate(self.queries):
            needed = [at for at in self.words if not query.slots[at].stop and not query.slots[at].passed_over]
            if len(needed) < 2:
                continue
            bonus = self.settings["full_coverage_bonus"] * sum(self.idf[at] for at in needed) / len(needed)
            for scores, having in ((self.own, with_section), (self.pages, with_page)):
                sets = [having[at] for at in needed if at in having]
                for place in set.intersection(*sets) if sets else ():
                    scores[place] += bonus if place[0] == number else 0.0

    def _page(self, place: Place) -> Place:
        """Return the page of a section."""
        return place[0], self.segments[place[0]].page_of[place[1]]

    def _candidates(self) -> set[Place] | None:
        """Return the pages whose sections are scored; None for all."""
        by_questions, size = {self._page(place) for place in self.own}, self.ranking.bounds.candidates
        worth = {
            (number, page): segment.docset["weight"] * (score * segment.lengths["priors"][page])
            for (number, page), score in self.pages.items()
            for segment in [self.segments[number]]
        }
        ranked = sorted(worth, key=lambda place: (-worth[place], place))
        while size < len(ranked) and not self.has_quotes:
            best = {*ranked[:size]}
            spans = (self.segments[number].first[page : page + 2] for number, page in best)
            if sum(end - first for first, end in spans) >= self.ranking.bounds.of_candidates:
                best |= by_questions
                groups = {self._group(place) for place in best}
                return best | {place for place in ranked if self._group(place) in groups}
            size *= 2
        return None

    def _group(self, page: Place) -> Place:
        """Return the page that leads the variants of one."""
        return page[0], self.segments[page[0]].leaders.get(page[1], page[1])

    def _add(self, scores: dict[Place, float], at: int, frequencies: Mapping[Place, float]) -> None:
        k1 = self.settings["bm25_k1"]
        for place, tf in frequencies.items():
            scores[place] = scores.get(place, 0.0) + self.idf[at] * (k1 + 1) * tf / (tf + k1)

    def _frequencies(self, at: int) -> tuple[dict[Place, float], dict[Place, float]]:
        """Return the greatest frequency of a slot's terms in each section and page."""
        b, ranking = self.settings["bm25_b"], self.ranking
        page_b = max(b, 0.9) if self.is_task and b else b
        page_weights = list(ranking.weights)
        if self.is_task:
            page_weights[HEADINGS] = min(page_weights[HEADINGS], page_weights[BODY])
            page_weights[SYMBOL] = 0.0
        sections: dict[Place, float] = {}
        pages: dict[Place, float] = {}
        for number, query in enumerate(self.queries):
            segment = query.segment
            for term, share in query.slots[at].terms.items():
                in_sections, in_pages = defaultdict[int, float](float), defaultdict[int, float](float)
                for of_field, counts in segment.postings(term).items():
                    for section, count in counts.items() if of_field <= SYMBOL else ():
                        page = segment.page_of[section]
                        norm = 1 - b + b * segment.words[section] / ranking.mean_section
                        of_page = 1 - page_b + page_b * segment.page_words[page] / ranking.mean_page
                        norm = norm if of_field in (BODY, CODE) else 1.0
                        of_page = (
                            of_page if of_field in (BODY, CODE) or (self.is_task and of_field == HEADINGS) else 1.0
                        )
                        if ranking.weights[of_field]:
                            in_sections[section] += ranking.weights[of_field] * count / norm
                        if page_weights[of_field]:
                            in_pages[page] += page_weights[of_field] * count / of_page
                for found, best in ((in_sections, sections), (in_pages, pages)):
                    for place, tf in found.items():
                        best[number, place] = max(best.get((number, place), 0.0), share * tf)
        sections = {place: tf for place, tf in sections.items() if self._page(place)[1] in self.allowed[place[0]]}
        return sections, {place: tf for place, tf in pages.items() if place[1] in self.allowed[place[0]]}

    def _add_descriptions(self) -> None:
        if not self.is_task:
            return
        for number, query in enumerate(self.queries):
            first = next(at for at in self.words if not query.slots[at].stop)
            for at, slot in enumerate(query.slots):
                for page in query.segment.described(slot):
                    if (number, page) in self.pages:
                        self.pages[number, page] += 0.8 * self.idf[at] + (4.0 if at == first else 0.0)

    def _bonuses(self) -> dict[Place, float]:
        """Return the bonus of each section's title or definition."""
        units = self._units()
        bonuses: dict[Place, float] = {}
        self.fits: dict[Place, float] = {}
        for number, query in enumerate(self.queries):
            asked = sum(worth for at, worth, _ in units if not query.slots[at].stop)
            full = self.settings["exact_title_bonus"] * asked
            held, taken, lengths = self._in_titles(query, units)
            for section, worth in held.items():
                q, t = min(1.0, worth / (asked or 1.0)), min(1.0, taken[section] / lengths[section])
                if q >= 0.5 and (number, section) in self.own:
                    self.fits |= {(number, section): (q * t) ** 3} if full else {}
                    bonuses[number, section] = full * (q * t) ** 3
            for section, factor in self._defining(query):
                if (number, section) in self.own:
                    bonuses[number, section] = full * factor
        return bonuses

    def _units(self) -> list[tuple[int, float, int]]:
        """Return what titles are compared with: a slot, its idf, and the number of its words."""
        units = [(at, self.idf[at], 1) for at in self.words]
        for at, slot in enumerate(self.slots):
            if slot.n_spelled and self.n[at]:
                positions = range(slot.position, slot.position + slot.n_spelled)
                spelled = [one for one in units if self.slots[one[0]].position in positions and one[0] in self.words]
                units = [one for one in units if one not in spelled]
                units.append((at, max(self.idf[at], sum(worth for _, worth, _ in spelled)), slot.n_spelled))
        return units

    @staticmethod
    def _in_titles(
        query: Query, units: Iterable[tuple[int, float, int]]
    ) -> tuple[dict[int, float], dict[int, float], dict[int, int]]:
        """Return for each section the idf that its title holds, the words that this takes, and all its words."""
        held, taken, lengths = defaultdict[int, float](float), defaultdict[int, float](float), dict[int, int]()
        for at, worth, n_words in units:
            best: dict[int, tuple[float, float]] = {}
            for term, share in query.slots[at].terms.items():
                sides = [len(side.split(" ")) for side in term.split(" = ")]
                found = (min(1.0, share), sides[1] / sides[0] if len(sides) == 2 else n_words)
                titles = query.segment.postings(term).get(TITLES, {}) if share >= 1 or len(sides) == 2 else {}
                lengths |= titles
                best |= {section: max(best.get(section, found), found) for section in titles}
            for section, (share, n) in best.items():
                held[section] += 0.0 if query.slots[at].stop else share * worth
                taken[section] += n
        return held, taken, lengths

    def _defining(self, query: Query) -> Iterator[tuple[int, float]]:
        names, kinds, certain = names_in(self.text[:4000])
        found = [definition for name in sorted(names) for definition in query.segment.definitions(name)]
        found = [definition for definition in found if definition[1].endswith(tuple(names))] or found
        found = [definition for definition in found if definition[2] in kinds] or (found if certain else [])
        for definition in found:
            factor = 2.0 if len(definition) > 5 and definition[5] else 2.5
            yield definition[0], factor * (query.segment.lengths["priors"][query.segment.page_of[definition[0]]] / 100)

    def _sum(self) -> dict[Place, float]:
        scores = {}
        for number, section in self.own:
            segment = self.segments[number]
            page = segment.page_of[section]
            title = self.bonuses.get((number, segment.first[page]), 0.0)
            whole = self.own[number, section] + 0.6 * (self.pages.get((number, page), 0.0) + 0.3 * title)
            score = whole * segment.lengths["priors"][page] / 100 + self.bonuses.get((number, section), 0.0)
            scores[number, section] = score * segment.docset["weight"]
        return scores

    def _quoting(self) -> dict[Place, float]:
        return {place: score for place, score in self.scores.items() if self._quotes(*place)}

    def _quotes(self, number: int, section: int) -> bool:
        query = self.queries[number]
        for words in query.quotes:
            places = [set(query.segment.positions(term).get(section, ())) for _, term in words]
            gaps = [position - words[0][0] for position, _ in words]
            if not any(all(p + gap in at for gap, at in zip(gaps, places, strict=True)) for p in places[0]):
                return False
        return True

    # From scores to hits (5).

    def _without_variants(self, scores: dict[Place, float]) -> dict[Place, float]:
        groups: dict[Place, dict[int, float]] = defaultdict(dict)
        for (number, section), score in scores.items():
            page = self.segments[number].page_of[section]
            group = groups[number, self.segments[number].leaders.get(page, page)]
            group[page] = max(group.get(page, 0.0), score)
        shown = set()
        for (number, leader), group in groups.items():
            best = min(group, key=lambda page: (-group[page], page))
            shown.add((number, leader if group.get(leader, 0.0) >= 0.9 * group[best] else best))
        return {
            place: score
            for place, score in scores.items()
            if (place[0], self.segments[place[0]].page_of[place[1]]) in shown
        }

    def _in_order(self, scores: Mapping[Place, float]) -> list[Place]:
        ranked = sorted(scores, key=lambda place: (-round(scores[place], 9), place))
        result: list[Place] = []
        for _, group in groupby(ranked, key=lambda place: round(scores[place], 9)):
            alike = list(group)
            numbers: dict[tuple[int, str], list[int]] = defaultdict(list)
            for number in sorted({number for number, _ in alike}):
                numbers[self.segments[number].index].append(number)

            def key(place: Place, numbers: Mapping[tuple[int, str], list[int]] = numbers) -> tuple[int, str, Place]:
                segment = self.segments[place[0]]
                of_index = numbers[segment.index]
                return of_index[0], segment.urls[segment.page_of[place[1]]] if len(of_index) > 1 else "", place

            result += sorted(alike, key=key)
        return result

    def shown(self) -> list[tuple[str, str, str, float]]:
        """Return docset, URL, anchor and score of each hit, in order."""
        scores = dict(self.scores)
        near = self._in_order(scores)[:20]
        for first, second, worth in self._pairs():
            for number, query in enumerate(self.queries):
                pair = [query.slots[first], query.slots[second]]
                if not all(slot.terms for slot in pair):
                    continue
                here, there = (query.segment.positions(next(iter(slot.terms))) for slot in pair)
                gap = pair[1].position - pair[0].position
                for place in near:
                    if place[0] == number and place[1] in here and place[1] in there:
                        off = min(abs(q - p - gap) for p in here[place[1]] for q in there[place[1]])
                        bonus = self.settings["term_proximity_bonus"] * worth * round(1 / (1 + off), 3)
                        scores[place] += bonus * query.segment.docset["weight"] if off < 8 else 0.0
        hits: dict[object, tuple[str, str, str, float]] = {}
        for number, section in self._in_order(scores):
            segment = self.segments[number]
            page, shown = segment.page_of[section], segment.owner(section)
            hit = (segment.docset["name"], segment.urls[page], segment.anchor(shown), scores[number, section])
            hits.setdefault((number, shown if self.asked.sections else page, self.asked.sections), hit)
        return list(hits.values())

    def _pairs(self) -> list[tuple[int, int, float]]:
        words = [at for at in self.words if self.n[at]]
        most = max((self.idf[at] for at in words), default=0.0)
        least = self._idf(5000) if self.ranking.n_sections > 5000 else 0.0
        words = [at for at in words if self.idf[at] >= max(0.4 * most, least)]
        pairs = [(first, second, min(self.idf[first], self.idf[second])) for first, second in pairwise(words)]
        chosen: list[tuple[int, int, float]] = []
        taken: set[int] = set()
        for first, second, worth in sorted(pairs, key=lambda pair: -pair[2]):
            if sum(self.n[at] for at in taken | {first, second}) <= 7500:
                taken |= {first, second}
                chosen.append((first, second, worth))
        return chosen


def _filled(word: str, segment: Segment) -> Slot:
    """Fill a slot with a word of a lexicon."""
    runs = list(segment.analyzer.runs(word))
    slot = Slot(runs[0].parts[0] if len(runs) == 1 and len(runs[0].words) == 1 else [], 0, (0, 0), (0, 0))
    slot.fill(segment)
    return slot


def _as_typed(word: str, typed: str) -> str:
    if typed.isupper():
        return word.upper()
    return word[0].upper() + word[1:] if typed[:1].isupper() else word
