"""Fingerprints: near for near texts, far for others, the same everywhere."""

from __future__ import annotations

import random
import subprocess
import sys

from pinax_builder.gate.near import MAX_DISTANCE
from pinax_builder.gate.simhash import distance, simhash

WORDS = [f"word{number % 97}x{number % 13}" for number in range(400)]


def test_one_changed_word_moves_few_bits() -> None:
    """A text of 400 words with one word changed stays within the distance of a near-duplicate."""
    changed = [*WORDS[:200], "changed", *WORDS[201:]]
    assert distance(simhash(WORDS), simhash(changed)) <= MAX_DISTANCE


def test_unrelated_texts_are_far_apart() -> None:
    """Texts of random words differ in about half of the bits."""
    chance = random.Random(7)
    texts = [[f"w{chance.randrange(10_000)}" for _ in range(200)] for _ in range(20)]
    hashes = [simhash(text) for text in texts]
    assert min(distance(one, other) for one in hashes for other in hashes if one is not other) > 12


def test_the_fingerprint_is_the_same_in_every_process() -> None:
    """Neither the seed of Python's hashes nor the process matters."""
    code = "from pinax_builder.gate.simhash import simhash; print(simhash('a b c d e f g'.split()))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] == f"{simhash(['a', 'b', 'c', 'd', 'e', 'f', 'g'])}\n"
