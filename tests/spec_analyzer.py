"""A second analyzer, written from docs/format.md (section 10) alone: it must never import pinax_runtime."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import snowballstemmer

_MARKS = """
    00AD 200C-200D 0300-036F 0483-0487 0591-05BD 05BF 05C1-05C2 05C4-05C5 05C7 0610-061A 064B-065F 0670 06D6-06DC
    06DF-06E8 06EA-06ED 0711 0730-074A 0900-0963 0966-0DF3 0E31 0E34-0E3A 0E47-0E4E 0EB1 0EB4-0EBC 0EC8-0ECE 0F18-0F39
    0F71-0FBC
    102B-103E 1056-1059 17B4-17D3 1DC0-1DFF 20D0-20FF 3099-309A FE20-FE2F
    07EB-07F3 07FD 0816-082D 0859-085B 0898-08E1 08E3-08FF 0FC6 108D 135D-135F 1714-1734 17DD 18A9 1939-193B 1A17-1A18
    1A60-1A7F 1AB0-1ACE 1B34-1B44 1B6B-1B73 1BAA-1BF3 1C37 1CD0-1CD2 1CD4-1CF9 2CEF-2CF1 2D7F 2DE0-2DFF 302A-302F A66F
    A674-A67D A69E-A69F A6F0-A6F1 A806 A82C A8C4 A8E0-A8F1 A92B-A92D A953 A9B3-A9C0 AAB0-AAC1 AAF6 ABED FB1E 101FD-1E94A
"""
_UNSPACED = """
    0E00-0EFF 1000-109F 1780-17FF 3005-3007 3040-30FF 31F0-31FF 3400-4DBF 4E00-9FFF F900-FAFF 20000-3FFFF 1100-11FF
    AC00-D7AF
"""


def _in_class(ranges: str) -> str:
    return "".join("-".join(chr(int(end, 16)) for end in one.split("-")) for one in ranges.split())


WORD = f"[\\w{_in_class(_MARKS)}]"
UNSPACED = f"[{_in_class(_UNSPACED)}]"
_RUN = re.compile(
    r"(?P<encoded>(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]{48})(?=[a-z0-9+/]{0,60}[A-Z])(?=[A-Z0-9+/]{0,60}[a-z])"
    r"(?=(?:[A-Za-z0-9+/]{0,60}?[A-Za-z][0-9]{1,6}[A-Za-z]){4})[A-Za-z0-9+/]+={0,2})"
    r"|(?P<operator>operator(?:\(\)|\[\]|[-+*/%<>=!&|^~]{1,3}))"
    r"|(?:(?<!{WORD})(?<![.)\]])(?:--?|[@$#%.]))?(?![\u0300-\u036f]){WORD}+(?:(?:::|[.\-]){WORD}+)*(?:\+\+|\#(?!\w))?"
    r"|[-+*/%<>=!&|^~?:.@]{2,3}(?![-+*/%<>=!&|^~?:.@])".replace("{WORD}", WORD)
)
_PART = re.compile(f"(?:(?!_){WORD})+")
_CUT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_PIECES = re.compile(f"{UNSPACED}+|(?:(?!{UNSPACED}).)+", re.S)
_LEFT_OUT = dict.fromkeys((0xAD, 0x200C, 0x200D, 0x640))
_DIGITS = {zero + digit: str(digit) for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xE50) for digit in range(10)}
_LETTERS = "đdðdħhıiłløoŧtςσ\u0649\u064a\u06cc\u064a\u06a9\u0643\u06c1\u0647"
_FOLDED = str.maketrans(_LETTERS[::2], _LETTERS[1::2]) | {
    ord("ß"): "ss",
    ord("æ"): "ae",
    ord("œ"): "oe",
    ord("þ"): "th",
}


@dataclass(frozen=True)
class Run:
    """A run of a text."""

    start: int
    end: int
    words: list[str]
    """As they are written; each takes a position."""
    parts: list[list[str]]
    """Terms of each word, the primary one first."""
    wholes: list[tuple[int, str]]
    """Number of the word where each starts, and its term; the first spells all of the run."""


def compose(text: str) -> str:
    """Compose a string (10.1)."""
    return unicodedata.normalize("NFKC", text).translate(_LEFT_OUT).translate(_DIGITS)


def fold(text: str) -> str:
    """Fold a string (10.1)."""
    bare = "".join(letter for letter in unicodedata.normalize("NFD", text) if unicodedata.combining(letter) < 10)
    return unicodedata.normalize("NFC", bare).translate(_FOLDED)


class SpecAnalyzer:
    """An analyzer of the family `pinax-1`."""

    def __init__(self, name: str) -> None:
        family, self.algorithm = name.split(":")
        assert family == "pinax-1"
        self._stemmer = None if self.algorithm == "none" else snowballstemmer.stemmer(self.algorithm)

    def runs(self, text: str) -> Iterator[Run]:
        """Yield the runs of a text, with words and wholes (10.2)."""
        for match in _RUN.finditer(text):
            run = compose(match[0])
            words, wholes = _words(run), list[tuple[int, str]]()
            terms = [self.terms(word) for word in words]
            if match["encoded"]:
                words, terms = [run], [[]]
            elif match["operator"]:
                words, terms, wholes = ["operator"], [self.terms("operator")], [(0, run)]
            elif not words:
                words, terms = [run], [_short([run])]
            elif len(words) <= 8 and len(run.lower()) <= 64 and not re.search(UNSPACED, run):
                wholes = [(at, whole) for at, whole in _wholes(run) if whole != run or not _is_lone(run)]
            wholes = [(at, term) for at, whole in wholes for term in _short([self._whole(whole)])]
            wholes += _last_characters(words)
            yield Run(match.start(), match.end(), words, terms, wholes)

    def terms(self, word: str) -> list[str]:
        """Return the terms of a word, the primary one first."""
        word = word.lower()
        if len(word) > 64 or re.search(UNSPACED, word):
            return _short([word])
        stem, folded = self._stem(word), fold(word)
        return _short([stem] if folded == word else [fold(stem), self._stem(folded), stem])

    def _stem(self, word: str) -> str:
        return (self._stemmer.stemWord(word) if self._stemmer else word) or word

    def _whole(self, whole: str) -> str:
        return self._stem(whole.lower()) if _PART.fullmatch(whole) else whole.lower()


def _short(terms: list[str]) -> list[str]:
    return [term for term in dict.fromkeys(terms) if 0 < len(term) <= 64]


def _is_lone(run: str) -> bool:
    return len(_words(run)) == 1 and _PART.fullmatch(run) is not None


def _words(run: str) -> list[str]:
    found: list[str] = []
    for part in _PART.findall(run):
        if part.isascii():
            one_case = part[1:].lower() == part[1:] or part[1:].upper() == part[1:]
            found += [part] if one_case or len(part) > 256 else _CUT.split(part)
            continue
        for piece in _PIECES.findall(part):
            pairs = [piece[at : at + 2] for at in range(len(piece) - 1)] if re.match(UNSPACED, piece) else []
            found += pairs or [piece]
    return found


def _last_characters(words: list[str]) -> Iterator[tuple[int, str]]:
    for at, (word, following) in enumerate(zip(words, [*words[1:], ""], strict=True)):
        if len(word) == 2 and re.match(UNSPACED, word) and not following.startswith(word[1]):
            yield at, word[1]


def _wholes(run: str) -> Iterator[tuple[int, str]]:
    yield 0, run
    components = re.split(r"::|[.\-]", run)
    at = 0
    for component in components:
        n_words = len(_words(component))
        if n_words > 1 and len(components) > 1:
            yield at, component
        at += n_words
    ends = [match.end() for match in re.finditer(r"::|\.", run)]
    if len(ends) > 1 and run[-1].isalpha():
        yield len(_words(run[: ends[-2]])), run[ends[-2] :]
