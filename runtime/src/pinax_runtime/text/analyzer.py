"""Turn text into terms: the one function that the builder and the runtime must agree on.

Strategy. A regular expression cuts text into *runs*: words with the punctuation that identifiers are written with
(`asyncio.gather`, `--no-ff`, `C++`, `std::vector`), or operators (`->`). A run gives *parts*, one position each: its
words, cut at punctuation and at camelCase humps, normalized, stemmed, folded. A run of several parts also gives its
*whole* spelling, at the position of its first part. So `getUserById` is found by itself, in any case, and by "user id".
Scripts without spaces give overlapping pairs of characters, and the last character by itself. A run's result depends on
nothing but the run, so the results of the last runs are kept: few for readers, whose memory has to stay small. Builds
keep more, in tables of their own.

Stemming is done exactly once, on each side; stemming a stem again gives another term.

Spec:  docs/format.md, section 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from pinax_runtime.format import limits
from pinax_runtime.text import stemmers
from pinax_runtime.text.characters import UNSPACED_RUN, WORD, compose, fold

FAMILY = "pinax-1"
"""Version of the rules in this module. Any change that alters a term of a released version needs a new one."""

_OPERATOR_NAME = r"operator(?:\(\)|\[\]|[-+*/%<>=!&|^~]{1,3})"
_ENCODED = (  # base64: long, with both cases and digits within letters; a path has its digits in names of their own
    r"(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]{48})(?=[a-z0-9+/]{0,60}[A-Z])(?=[A-Z0-9+/]{0,60}[a-z])"
    r"(?=(?:[A-Za-z0-9+/]{0,60}?[A-Za-z][0-9]{1,6}[A-Za-z]){4})[A-Za-z0-9+/]+={0,2}"
)


def _run_pattern(word: str) -> re.Pattern[str]:
    """Compile the pattern of a run.

    Args:
        word: The class of a character of a word.
    """
    begins = rf"(?=[{word[1:-1]}\-+*/%<>=!&|^~?:.@$#])"  # looking for these first skips white space faster
    ends = rf"(?=[ \n,])|(?![{word[1:-1]}+/#]|(?:::|[.\-]){word})(?<!\boperator)"  # mostly the first
    plain = rf"[A-Za-z0-9_]{{1,47}}+(?:{ends})"  # as most are
    spelled = (
        rf"(?:(?<!{word})(?<![.)\]])(?:--?|[@$#%.]))?"  # --flag
        rf"(?![\u0300-\u036f]){word}+(?:(?:::|[.\-]){word}+)*(?:\+\+|\#(?!\w))?"  # a.b-c C++ C#, not the stroke of ≢
    )
    sign = r"[-+*/%<>=!&|^~?:.@]{2,3}(?![-+*/%<>=!&|^~?:.@])"  # -> := ...
    return re.compile(f"{begins}(?:{plain}|{_ENCODED}|{_OPERATOR_NAME}|{spelled}|{sign})")


_RUN = _run_pattern(WORD)
_ASCII_RUN = _run_pattern("[A-Za-z0-9_]")
"""The same for ASCII alone, where it takes half the time."""
_IS_ENCODED = re.compile(_ENCODED)
_OPERATOR = re.compile(_OPERATOR_NAME)
_PART = re.compile(rf"(?:(?!_){WORD})+")
_ASCII_PART = re.compile(r"[^\W_]+", re.ASCII)
_SCOPE = re.compile(r"::|\.")
_COMPONENT = re.compile(r"::|[.\-]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_MAX_PARTS = 8
_MAX_CUT_CHARS = 4 * limits.TERM_CHARS
"""Longest ASCII part (characters) that is cut at humps. A longer one is data, not an identifier."""
_LEAST_ENCODED = 48
_PAIR = 2
KEPT = 2_000
"""Number of runs, and of words, that an analyzer keeps for readers: 4 MB of memory, 10 MB of the costliest text."""
_MAX_KEPT_CHARS = 32
"""Longest run that is kept (characters)."""


class Run(NamedTuple):
    """The terms of one run of text."""

    parts: tuple[tuple[str, ...], ...]
    """Terms at each position: the primary one first, then other spellings of the same word.

    An empty tuple stands for a word that is not indexed (too long) but keeps its position."""
    wholes: tuple[tuple[int, str], ...]
    """(offset from the run's first position, term) of spellings that span several positions."""

    def terms(self) -> Iterator[str]:
        """Return every term of the run."""
        yield from (term for _, term in self.wholes)
        yield from (term for spellings in self.parts for term in spellings)


class Match(NamedTuple):
    """A run with its character offsets in the text."""

    start: int
    end: int
    run: Run


class Analyzer:
    """Terms of one language. Make it with `analyzer()`, which shares instances and their caches."""

    def __init__(self, algorithm: str, kept: int = KEPT) -> None:
        """Prepare to analyze.

        Args:
            algorithm: A Snowball algorithm's name, or `none`.
            kept: Number of runs, and of words, whose terms are kept.

        Raises:
            KeyError: The installed snowballstemmer has no such algorithm.
        """
        self.algorithm = algorithm
        self.name = f"{FAMILY}:{algorithm}"
        self.fingerprint = stemmers.fingerprint(algorithm)
        self._stem = stemmers.stemmer(algorithm)
        self._kept_run = lru_cache(kept)(self.run)
        self._spellings = lru_cache(kept)(self._spell)

    def spellings(self, text: str) -> list[str]:
        """Return the runs of a text in order, as they are spelled there."""
        return (_ASCII_RUN if text.isascii() else _RUN).findall(text)

    def spellings_of(self, texts: Iterable[str]) -> list[list[str]]:
        """Return the same for each of several texts, which are often short: no function is called for each."""
        find_ascii, find = _ASCII_RUN.findall, _RUN.findall
        return [find_ascii(text) if text.isascii() else find(text) for text in texts]

    def run(self, spelling: str) -> Run:
        """Analyze one run without caching it. The result may be empty (nothing to index)."""
        return self._run(compose(spelling))

    def runs(self, text: str) -> Iterator[Run]:
        """Analyze the runs of a text, in order."""
        return map(self._run_of, self.spellings(text))

    def matches(self, text: str) -> Iterator[Match]:
        """Return the runs of a text with their character offsets."""
        for found in _RUN.finditer(text):
            spelling = found.group()
            yield Match(found.start(), found.end(), self._run_of(spelling))

    def _run_of(self, spelling: str) -> Run:
        """Analyze one run; the result is kept unless it is long."""
        return self._kept_run(spelling) if len(spelling) <= _MAX_KEPT_CHARS else self.run(spelling)

    def _run(self, spelling: str) -> Run:
        if len(spelling) < _LEAST_ENCODED and spelling.isascii() and spelling.isalnum():  # as most are
            words = _words(spelling)
            whole = ((0, self._stemmed(spelling)),) if 1 < len(words) <= _MAX_PARTS else ()
            return Run(tuple(map(self._spellings, words)), whole)
        if len(spelling) >= _LEAST_ENCODED and _IS_ENCODED.fullmatch(spelling):
            return Run(((),), ())
        spelled = _COMPONENT.split(spelling)
        components = list(map(_component_words, spelled))
        words = components[0] if len(components) == 1 else list(chain.from_iterable(components))
        if not words:  # an operator
            return Run((_kept(spelling),), ())
        if words[0] == "operator" and _OPERATOR.fullmatch(spelling):
            return Run((self._spellings("operator"),), ((0, spelling),))
        parts, wholes = tuple(map(self._spellings, words)), tuple[tuple[int, str], ...]()
        if len(words) > 1 or spelling != words[0]:
            found = self._wholes(spelling, spelled, components)
            wholes = tuple([(at, term) for at, term in found if 0 < len(term) <= limits.TERM_CHARS])
        return Run(parts, wholes if spelling.isascii() else (*wholes, *_finals(words)))

    def _spell(self, word: str) -> tuple[str, ...]:
        """Return the terms of one word: stemmed and folded first; for accented words also as spelled."""
        normal = word.lower()
        if len(normal) > limits.TERM_CHARS:
            return ()
        if normal.isascii():
            stem = self._stem(normal) or normal
            return (stem,) if len(stem) <= limits.TERM_CHARS else ()
        if _is_unspaced(normal):
            return (normal,)
        stem = self._stem(normal) or normal
        folded = fold(normal)
        if folded == normal:
            return _kept(stem)
        return _kept(fold(stem), self._stem(folded), stem)

    def _wholes(self, spelling: str, spelled: list[str], components: list[list[str]]) -> Iterator[tuple[int, str]]:
        """Return the spellings that span several parts, or that carry punctuation (`--flag`, `c++`)."""
        n_parts = sum(map(len, components))
        if n_parts > _MAX_PARTS or len(spelling.lower()) > limits.TERM_CHARS or _is_unspaced(spelling):
            return
        if n_parts > 1 or not _is_part(spelling):
            yield 0, self._whole(spelling)
        if len(components) == 1:
            return
        offset = 0
        for component, words in zip(spelled, components, strict=True):
            if len(words) > 1:
                yield offset, self._whole(component)
            offset += len(words)
        scopes = list(_SCOPE.finditer(spelling))
        if len(scopes) > 1 and (tail := spelling[scopes[-2].end() :])[-1].isalpha():
            of_tail = components[-len(_COMPONENT.split(tail)) :]
            yield offset - sum(map(len, of_tail)), tail.lower()

    def _whole(self, spelling: str) -> str:
        """Return a spelling as one term. Letters and digits alone are stemmed, as in lower case."""
        return self._stemmed(spelling) if _is_part(spelling) else spelling.lower()

    def _stemmed(self, spelling: str) -> str:
        whole = spelling.lower()
        return self._stem(whole) or whole


def _is_unspaced(text: str) -> bool:
    return not text.isascii() and bool(UNSPACED_RUN.search(text))


def _is_part(text: str) -> bool:
    """Say whether a text is letters, digits and marks alone."""
    return text.isalnum() if text.isascii() else bool(_PART.fullmatch(text))


def _component_words(component: str) -> list[str]:
    """Cut what stands between punctuation into words.

    >>> _component_words("get_user2ById")
    ['get', 'user2', 'By', 'Id']
    """
    if component.isascii() and component.isalnum():
        return _words(component)
    parts = (_ASCII_PART if component.isascii() else _PART).findall(component)
    return _words(parts[0]) if len(parts) == 1 else [word for part in parts for word in _words(part)]


def words_of(spelling: str) -> list[str]:
    """Return the words of one run as they are spelled, one per position.

    >>> words_of("asyncio.getUserById"), words_of("->")
    (['asyncio', 'get', 'User', 'By', 'Id'], ['->'])
    """
    if _OPERATOR.fullmatch(spelling):
        return ["operator"]
    return _component_words(compose(spelling)) or [spelling]


def _kept(*terms: str) -> tuple[str, ...]:
    """Return the terms that can be indexed, each once."""
    return tuple(dict.fromkeys(term for term in terms if 0 < len(term) <= limits.TERM_CHARS))


def _words(part: str) -> list[str]:
    """Cut one part at its camelCase humps, and scripts without spaces into pairs of characters."""
    if part.isascii():
        if len(part) > _MAX_CUT_CHARS:
            return [part]
        tail = part[1:]
        return _HUMP.split(part) if not (tail.islower() or tail.isupper() or tail.isdigit()) else [part]
    words: list[str] = []
    end = 0
    for run in UNSPACED_RUN.finditer(part):
        words += [part[end : run.start()]] if run.start() > end else []
        text, end = run.group(), run.end()
        words += [text[i : i + 2] for i in range(max(1, len(text) - 1))]
    return words + ([part[end:]] if end < len(part) else [])


def _finals(words: list[str]) -> Iterator[tuple[int, str]]:
    """Return the last character of each stretch of pairs, which begins no pair, at its last pair."""
    for at, word in enumerate(words):
        if len(word) == _PAIR and UNSPACED_RUN.fullmatch(word):
            following = words[at + 1] if at + 1 < len(words) else ""
            if not (len(following) == _PAIR and following[0] == word[1]):
                yield at, word[1]


@lru_cache
def analyzer(algorithm: str) -> Analyzer:
    """Return the analyzer of a Snowball algorithm's name (or `none`), the same object each time.

    Raises:
        KeyError: The installed snowballstemmer has no such algorithm.
    """
    return Analyzer(algorithm)
