"""Make small Markdown pages, to see how a build grows with their number: made_pages.py N FOLDER.

Words are drawn as in a language: of 30,000, the n-th most frequent is about 1/n as frequent as the first one. So what
a build keeps of words is full before the pages are many, as with real text.
"""

from __future__ import annotations

import argparse
import random
from itertools import accumulate
from pathlib import Path

N_WORDS = 30_000
PAGES_IN_FOLDER = 1_000


def vocabulary(chance: random.Random) -> list[str]:
    """Make words of two to five syllables, each once."""
    words: dict[str, None] = {}
    while len(words) < N_WORDS:
        syllables = (chance.choice("bcdfglmnprstv") + chance.choice("aeiou") for _ in range(chance.randint(2, 5)))
        words["".join(syllables)] = None
    return list(words)


def page(chance: random.Random, words: list[str], weights: list[float], total: int) -> str:
    """Make a page of a title, four sections and a link in each."""

    def sentence(n: int) -> str:
        return " ".join(chance.choices(words, cum_weights=weights, k=n)).capitalize() + "."

    parts = [f"# {sentence(3)[:-1]}\n\n{sentence(12)} {sentence(15)}\n"]
    for _ in range(3):
        link = f"See [{sentence(1)[:-1]}](page-{chance.randrange(total):06}.md)."
        parts.append(f"## {sentence(2)[:-1]}\n\n{' '.join(sentence(11) for _ in range(5))} {link}\n")
    return "\n".join(parts)


def main() -> None:
    """Write the pages into a folder, a thousand to each folder within it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("n", type=int)
    arguments.add_argument("folder", type=Path)
    given = arguments.parse_args()
    chance = random.Random(7)
    words = vocabulary(chance)
    weights = list(accumulate(1 / rank for rank in range(1, N_WORDS + 1)))
    for number in range(given.n):
        path = given.folder / f"{number // PAGES_IN_FOLDER:03}" / f"page-{number:06}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(chance, words, weights, given.n), encoding="utf-8")


if __name__ == "__main__":
    main()
