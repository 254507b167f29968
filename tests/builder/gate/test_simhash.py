"""Fingerprints of pages: near for near texts, far for others, the same everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterable

from pinax_builder.gate import measure
from pinax_builder.records import Fetched, Page, Section

WORDS = [f"word{number % 97}x{number % 13}" for number in range(400)]


def fingerprint(words: Iterable[str]) -> int:
    """Return the fingerprint of a page that says these words."""
    page = Page("a", "a", "", "", "", (Section(0, "", "", "page", " ".join(words)),), {}, {})
    return measure(Fetched("a", "a", b"", "text/html"), page, of_sample=True).simhash


def distance(one: int, other: int) -> int:
    """Count the bits in which two fingerprints differ."""
    return (one ^ other).bit_count()


def test_one_changed_word_moves_few_bits() -> None:
    """A text of 400 words with one word changed stays within the distance of a near-duplicate, which is 5."""
    changed = [*WORDS[:200], "changed", *WORDS[201:]]
    assert distance(fingerprint(WORDS), fingerprint(changed)) <= 5


def test_unrelated_texts_are_far_apart() -> None:
    """Texts of random words differ in about half of the bits."""
    chance = random.Random(7)
    texts = [[f"w{chance.randrange(10_000)}" for _ in range(200)] for _ in range(20)]
    prints = [fingerprint(text) for text in texts]
    assert min(distance(one, other) for one in prints for other in prints if one is not other) > 12


def test_the_fingerprint_is_the_same_everywhere() -> None:
    """A text has one fingerprint in every process, whatever the seed of Python's hashes, which each run draws anew."""
    assert fingerprint("abcdefg") == 0xD136FED4445E3D0C
