"""Queries that are meant to take long: of every kind that the syntax has, long, repeated and mixed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from pinax_runtime.search import Library

MOST_CHARS = 1_000
"""Longest query that a tool takes (characters)."""
COMMON = ("the", "a", "of", "to", "file", "is", "and", "in", "option", "class", "name", "value", "set")


class Hostile:
    """Draws hostile queries, from the words of a library and from none."""

    def __init__(self, library: Library, seed: int) -> None:
        self._chance = random.Random(seed)
        titles = [page.title for docset in library.docsets.values() for page in _some_pages(docset)]
        self._words = sorted({word for title in titles for word in title.split() if word.isalnum()}) or ["word"]
        self._docsets = list(library.docsets)

    def call(self) -> dict[str, Any]:
        """Draw the arguments of a search."""
        kind = self._chance.choice(_KINDS)
        arguments: dict[str, Any] = {"query": kind(self)[:MOST_CHARS] or "x"}
        if self._chance.random() < 0.1:
            arguments["limit"] = 50
        if self._chance.random() < 0.1:
            arguments["filters"] = {self._chance.choice(["type", "tags", "section", "x"]): self._several(3) or ["x"]}
        return arguments

    def _word(self) -> str:
        return self._chance.choice(COMMON if self._chance.random() < 0.5 else self._words)

    def _several(self, most: int) -> list[str]:
        return [self._word() for _ in range(self._chance.randint(1, most))]

    def _phrase(self) -> str:
        return f'"{" ".join(self._several(self._chance.choice([2, 3, 8, 240])))}"'

    def _repeated_phrase(self) -> str:
        return f'"{" ".join([self._word()] * 240)}"'

    def _phrases(self) -> str:
        return " ".join(f'"{" ".join(self._several(3))}"' for _ in range(100))

    def _quoted_words(self) -> str:
        return " ".join(f'"{word}"' for word in self._several(8))

    def _stars(self) -> str:
        return " ".join(f"{word[: self._chance.randint(1, 3)]}*" for word in self._several(300))

    def _letters(self) -> str:
        return " ".join(f"{self._chance.choice('abcdefghijklmnopqrstuvwxyz')}*" for _ in range(300))

    def _unknown(self) -> str:
        return " ".join(self._misspelled(self._word()) for _ in range(100))

    def _misspelled(self, word: str) -> str:
        letters = list(word * 2)
        self._chance.shuffle(letters)
        return "".join(letters)

    def _long_word(self) -> str:
        return self._word() * self._chance.choice([10, 100, 300])

    def _text(self) -> str:
        return " ".join(self._several(200))

    def _one_word(self) -> str:
        return " ".join([self._word()] * self._chance.choice([10, 200]))

    def _name(self) -> str:
        return self._chance.choice([".", "::", "_", "-", "/", "#"]).join(self._several(100))

    def _unicode(self) -> str:
        ranges = [(0x61, 0x7A), (0xC0, 0x24F), (0x370, 0x5FF), (0x3040, 0x30FF), (0x4E00, 0x9FFF), (0x1F300, 0x1F64F)]
        first, last = self._chance.choice(ranges)
        return "".join(
            " " if self._chance.random() < 0.1 else chr(self._chance.randint(first, last)) for _ in range(1_000)
        )

    def _signs(self) -> str:
        return "".join(self._chance.choice("\"*.:_-/\\#@()<>'’ aZ0") for _ in range(1_000))

    def _mixed(self) -> str:
        kinds = [kind for kind in _KINDS if kind is not Hostile._mixed]
        return " ".join(kind(self)[:200] for kind in self._chance.sample(kinds, 4))


_KINDS: Sequence[Callable[[Hostile], str]] = (
    Hostile._phrase,
    Hostile._repeated_phrase,
    Hostile._phrases,
    Hostile._quoted_words,
    Hostile._stars,
    Hostile._letters,
    Hostile._unknown,
    Hostile._long_word,
    Hostile._text,
    Hostile._one_word,
    Hostile._name,
    Hostile._unicode,
    Hostile._signs,
    Hostile._mixed,
)


def _some_pages(docset: Any) -> list[Any]:
    return [page for (_, _, page), _ in zip(docset.documents(), range(2_000), strict=False)]
