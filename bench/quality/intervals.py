"""Compare two versions of Pinax question by question: how much MRR@10 differs, and how sure that is.

    python bench/quality/evaluate.py man.dev --engines pinax --each BEFORE    # with the one version
    python bench/quality/evaluate.py man.dev --engines pinax --each AFTER     # with the other
    python bench/quality/intervals.py BEFORE AFTER [--seed 1]

Prints per set both means, their difference, its interval of 95 % by 2,000 bootstrap samples over the questions, and how
many questions are better and worse.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

SAMPLES = 2_000
TAIL = 0.025


def interval(differences: Sequence[float], seed: int) -> tuple[float, float]:
    """Return the bounds of the mean difference.

    Args:
        differences: Of each question.
        seed: Of the samples.
    """
    rng, n = random.Random(seed), len(differences)
    means = sorted(sum(rng.choices(differences, k=n)) / n for _ in range(SAMPLES))
    return means[round(TAIL * SAMPLES)], means[round((1 - TAIL) * SAMPLES) - 1]


def row(name: str, before: Sequence[float], after: Sequence[float], seed: int) -> str:
    """Return one set's row of the table."""
    differences = [new - old for old, new in zip(before, after, strict=True)]
    low, high = interval(differences, seed)
    better, worse = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    n, difference = len(differences), sum(differences) / len(differences)
    means = f"{sum(before) / n:.3f} | {sum(after) / n:.3f}"
    return f"| {name} | {n} | {means} | {difference:+.3f} | {low:+.3f} to {high:+.3f} | {better} | {worse} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    before, after = (json.loads(file.read_text("utf-8")) for file in (options.before, options.after))
    print("| Set | n | before | after | difference | interval | better | worse |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in (name for name in before if name in after):
        print(row(name, before[name], after[name], options.seed))


if __name__ == "__main__":
    main()
