"""Take a query apart: words, identifiers, quoted phrases, a prefix.

A query has *slots*, one for each word it asks for. A slot is filled by any spelling of its word: accented and not, or,
for a prefix, any term that starts so. An identifier such as `asyncio.gather` is a slot for each of its parts and,
beyond those, one *whole*: finding it adds to a score, and its absence costs nothing.

Why:   docs/decisions/0007, 0026, 0054, 0211, 0223
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace

from pinax_runtime.search import knobs
from pinax_runtime.search.question.names import NO_NAMES, Names, names_in
from pinax_runtime.search.question.stop_words import stop_terms as stop_terms_of
from pinax_runtime.text import UNSPACED_RUN, Analyzer, Match, Run, fold, normalize, words_of

APOSTROPHES = frozenset("'’")
SEPARATORS = frozenset("/\\")
"""Signs beside a word that make it part of a name."""

_QUOTED = re.compile(r'"([^"]*)"|([^"]+)')


@dataclass(frozen=True, slots=True)
class Slot:
    """One word that a query asks for."""

    spellings: tuple[str, ...]
    """Terms, any of which fills the slot; the first is the primary one."""
    position: int
    """Position of the word in the query (words, from 0)."""
    whole: bool = False
    """Whether it is a spelling over several words, which counts in scores but not in coverage."""
    n_spelled: int = 0
    """Number of words that a whole is spelled with, where it is all of a name as typed; else 0."""
    prefix: str = ""
    """Beginning of further terms that fill the slot; empty for none."""
    open_ended: bool = False
    """Whether the prefix counts only if nothing has the word as typed, since a last word may be unfinished."""
    stop: bool = False
    """Whether it is a stop word, which counts less and which a section may lack and still hold every word."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query's text, taken apart in one language."""

    slots: tuple[Slot, ...]
    n_words: int = 0
    """Positions that the whole query takes (words)."""
    phrases: tuple[tuple[tuple[int, str], ...], ...] = ()
    """Quoted phrases of two words or more, each as (position in the query, primary term) of its words.

    A word that is too long to be indexed takes a position but has no term.
    """
    required: tuple[str, ...] = ()
    """Primary terms of quoted single words, which a section must hold."""
    named: Names = NO_NAMES
    """Names of symbols that the whole query may spell."""


def parse_query(text: str, analyzer: Analyzer) -> Query:
    """Take a query's text apart.

    Args:
        text: As typed. `"…"` is a phrase; `word*` is a prefix; the last word is one too where nothing has it as a
            whole word, unless it is quoted or followed by a space or a full stop.
        analyzer: Of the segment that is asked.
    """
    slots: list[Slot] = []
    phrases: list[tuple[tuple[int, str], ...]] = []
    required: list[str] = []
    position = n_quoted = 0
    stop_terms = stop_terms_of(analyzer.algorithm)
    named = names_in(text[: knobs.MAX_QUERY_CHARS])
    for quoted, plain in _QUOTED.findall(text[: knobs.MAX_QUERY_CHARS]):
        piece = quoted or plain
        words: list[tuple[int, str]] = []
        for match in analyzer.matches(piece):
            starred = not quoted and piece[match.end : match.end + 1] == "*"
            made = _slots(match.run, position, piece[match.start : match.end] if starred else "")
            if len(made) == 1 and not quoted and _is_stop(made[0], match, piece, stop_terms):
                made = [replace(made[0], stop=True)]
            if named.beside and not quoted and piece[match.start : match.end].casefold() in named.beside:
                made = [replace(slot, stop=True) for slot in made]
            slots += made
            words += [(position + at, spellings[0]) for at, spellings in enumerate(match.run.parts) if spellings]
            position += len(match.run.parts)
        n_quoted += len(words) if quoted else 0
        if quoted and len(words) > 1:
            phrases.append(tuple(words))
        elif quoted:
            required += [term for _, term in words]
    if position - n_quoted > knobs.MAX_WORDS_BESIDE_QUOTES:
        phrases, required = [], []
    slots = _with_few_stars(slots[: knobs.MAX_SLOTS])
    if slots and _open_ended(text):
        slots[-1:] = _as_prefix(slots, text)
    if all(slot.stop or slot.whole for slot in slots):
        slots = [replace(slot, stop=False) for slot in slots]
    return Query(tuple(slots), position, tuple(phrases), tuple(required), named)


def _with_few_stars(slots: Iterable[Slot]) -> list[Slot]:
    """Return the slots, of which only the first starred ones are expanded: each takes as long as many words."""
    starred, kept = 0, []
    for slot in slots:
        starred += bool(slot.prefix)
        kept.append(replace(slot, prefix="") if slot.prefix and starred > knobs.MAX_STARRED else slot)
    return kept


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word of a query as it was typed."""

    word: str
    position: int
    """Position of its slot in the query (words)."""
    start: int
    """Offset of its first character in the query's text."""
    run: tuple[int, int]
    """Start and end of the run that it is part of (offsets)."""
    literal: bool
    """Whether it is quoted or starred, and so meant as it stands."""

    @property
    def end(self) -> int:
        """Offset behind its last character."""
        return self.start + len(self.word)


def typed_words(text: str, analyzer: Analyzer) -> Iterator[TypedWord]:
    """Yield the words that a query's slots are of, in order (without those that stand for another spelling)."""
    position = 0
    for found in _QUOTED.finditer(text[: knobs.MAX_QUERY_CHARS]):
        group = 2 if found[2] else 1
        piece, offset = found[group] or "", found.start(group)
        for match in analyzer.matches(piece):
            literal = group == 1 or piece[match.end : match.end + 1] == "*"
            run = (offset + match.start, offset + match.end)
            start = run[0]
            for word in words_of(piece[match.start : match.end]):
                at = text.find(word, start, run[1])
                if at >= 0:
                    yield TypedWord(word, position, at, run, literal)
                    # Pairs of characters overlap: the next may start inside this one.
                    start = at + 1
                position += 1


def _is_stop(slot: Slot, match: Match, piece: str, stop_terms: Set[str]) -> bool:
    """Say whether a word only holds a question together; in `/etc/hosts` and `with()` it does not."""
    before, after = piece[max(0, match.start - 1) : match.start], piece[match.end : match.end + 1]
    is_named = not SEPARATORS.isdisjoint(before + after) or after == "("
    return (slot.spellings[0] in stop_terms and not is_named) or _is_tied(match, piece)


def _is_tied(match: Match, piece: str) -> bool:
    """Say whether an apostrophe ties a run to a word: the s of "user's", the l of "l'index"."""
    around = piece[max(0, match.start - 1) : match.start] + piece[match.end : match.end + 1]
    return match.end - match.start <= knobs.MAX_CLITIC_CHARS and not APOSTROPHES.isdisjoint(around)


def _slots(run: Run, position: int, starred: str) -> list[Slot]:
    if len(run.parts) > 1 and run.wholes and all(spellings and len(spellings[0]) == 1 for spellings in run.parts):
        # An abbreviation ("e.g.", "U.S."): its letters are no words.
        return [Slot((run.wholes[0][1],), position)]
    # A character of a script without spaces is indexed with the one that follows it.
    parts = [
        Slot(spellings, position + at, prefix=_single(spellings[0]))
        for at, spellings in enumerate(run.parts)
        if spellings
    ]
    # The last character of such a script is indexed by itself, and only a query for it alone asks for that.
    wholes = [Slot((term,), position + offset, whole=True) for offset, term in run.wholes if not _single(term)]
    if wholes and wholes[0].position == position:
        wholes[0] = replace(wholes[0], n_spelled=len(run.parts))
    if starred and parts:
        last = parts[-1]
        parts[-1] = Slot(last.spellings, last.position, prefix=_folded(_last_word(starred)))
    return wholes + parts


def _single(term: str) -> str:
    return term if len(term) == 1 and UNSPACED_RUN.fullmatch(term) else ""


def _open_ended(text: str) -> bool:
    return bool(text) and (text[-1].isalnum() or text[-1] == "_") and len(text) <= knobs.MAX_QUERY_CHARS


def _as_prefix(slots: list[Slot], text: str) -> list[Slot]:
    last = slots[-1]
    prefix = _folded(_last_word(text))
    return [last if len(prefix) < 2 or last.prefix else replace(last, prefix=prefix, open_ended=True)]


def _folded(word: str) -> str:
    return fold(normalize(word))


def _last_word(text: str) -> str:
    return re.split(r"[\W_]+", text)[-1]
