"""Take one part of the ranking away at a time, and say what each set of questions loses.

    python bench/quality/ablate.py [SET...] [--changes NAME,...] [--every N] [--seed 1]

Prints one table: per part and set MRR@10 with the part and without it, the difference that the part makes, its interval
of 95 % by bootstrap samples over the questions, and how many questions it makes better and worse. Sets in which no
question changes have no row. The parts are taken away by changing the runtime's constants while it searches, so nothing
of the product knows of them. Bundles are used as they are. All of it takes twenty minutes; `--every 4` asks every
fourth question of the sets with more than a thousand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from quality.evaluate import DEPTH, reciprocal_ranks
from quality.intervals import row
from quality.query_sets import DEFAULT_SETS, QuerySet, load

from pinax_runtime.format import Ranking
from pinax_runtime.search import Bundle, knobs, open_bundle
from pinax_runtime.search import query as parsing
from pinax_runtime.search.query import NO_NAMES, Names, names_in, stop_terms
from quality import ours

ALL_SETS = ("man.dev", *(f"{site}.everyday" for site in ("python", "git", "sqlite", "nodejs")), *DEFAULT_SETS)
MANY = 1_000
"""Questions from which on a set is large."""
CACHE_BYTES = 400 << 20
NEVER = 1_000_000


@dataclass(frozen=True)
class Part:
    """A part of the ranking, and how it is taken away."""

    says: str
    knobs: Mapping[str, float] = field(default_factory=dict)
    """Constant of the runtime → its value without the part."""
    ranking: Mapping[str, float] = field(default_factory=dict)
    """Setting → its value without the part."""
    parsing: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)
    """Function that takes a query apart → the one without the part."""


def _one_word_names(text: str) -> Names:
    return names_in(text) if len(text.split()) == 1 else NO_NAMES


def _stop_terms_before(algorithm: str) -> frozenset[str]:
    return stop_terms(algorithm) - {"vs", "versus"}


PARTS = {
    "tasks": Part(
        "tasks are told from names (0110, 0111, 0228)",
        knobs={"MIN_TASK_WORDS": NEVER, "MIN_TASK_WORDS_OF_EACH": NEVER},
    ),
    "sentences": Part("short sentences are tasks (0110)", knobs={"MIN_TASK_WORDS_OF_EACH": NEVER}),
    "descriptions": Part(
        "words of descriptions earn a bonus (0111, 0110)", knobs={"DESCRIPTION_SHARE": 0.0, "FIRST_WORD_BONUS": 0.0}
    ),
    "first-word": Part("the first word of a task earns more (0110)", knobs={"FIRST_WORD_BONUS": 0.0}),
    "larger-share": Part("a word of a description earns .8 of its idf (0110)", knobs={"DESCRIPTION_SHARE": 0.6}),
    "long-pages": Part("long pages count less for a task, b .9 (0110)", knobs={"TASK_PAGE_B": 0.0}),
    "growing-budget": Part("the budget of tasks grows with the docset (0228)", knobs={"TASK_BUDGET_SHARE": 0.0}),
    "budget-of-names": Part("names have a smaller budget (0228)", knobs={"POSTINGS_BUDGET": 1_500}),
    "pieces": Part("names come in pieces (0054)", parsing={"names_in": _one_word_names}),
    "versus": Part("“vs” is a stop word", parsing={"stop_terms": _stop_terms_before}),
    "stop-words": Part("stop words weigh less (0228)", ranking={"stop_word_weight": 1.0}),
    "pages": Part("a page's score counts in its sections (0007)", knobs={"PAGE_SHARE": 0.0}),
    "titles": Part("titles earn a bonus (0026)", ranking={"exact_title_bonus": 0.0}),
    "proximity": Part("words that stand together earn a bonus (0022)", ranking={"term_proximity_bonus": 0.0}),
    "coverage": Part("sections with every word earn a bonus (0007)", ranking={"full_coverage_bonus": 0.0}),
}


@contextmanager
def without(part: Part) -> Iterator[None]:
    """Take a part away while this lasts, but for its settings."""
    with ExitStack() as stack:
        for name, value in part.knobs.items():
            stack.enter_context(patch.object(knobs, name, value))
        for name, function in part.parsing.items():
            stack.enter_context(patch.object(parsing, name, function))
        yield


@cache
def _bundle(asked_of: str) -> Bundle:
    return open_bundle(ours.bundle_of(load(asked_of).corpus, keep=True), cache_bytes=CACHE_BYTES)


def ranks(asked: QuerySet, ranking: Ranking | None) -> list[float]:
    """Return each question's reciprocal rank."""
    bundle = _bundle(asked.name)
    replies = [
        bundle.search(" ".join(one.query.split()), limit=DEPTH, excerpt_chars=0, ranking=ranking)
        for one in asked.questions
    ]
    return reciprocal_ranks(asked, [[hit.url for hit in reply.hits] for reply in replies])


def ablate(sets: Sequence[QuerySet], parts: Sequence[Part], seed: int) -> Iterator[str]:
    """Yield a row for each part and set that it changes."""
    whole = {asked.name: ranks(asked, None) for asked in sets}
    for part in parts:
        ranking = replace(Ranking(), **part.ranking) if part.ranking else None
        with without(part):
            for asked in sets:
                lacking = ranks(asked, ranking)
                if lacking != whole[asked.name]:
                    yield f"| {part.says} {row(asked.name, lacking, whole[asked.name], seed)}"


def _sampled(asked: QuerySet, every: int) -> QuerySet:
    return replace(asked, questions=asked.questions[::every]) if len(asked.questions) > MANY else asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=ALL_SETS, metavar="SET", help=f"default: {' '.join(ALL_SETS)}")
    parser.add_argument("--changes", default=",".join(PARTS), help="default: %(default)s")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask every Nth question of large sets")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if unknown := set(options.changes.split(",")) - PARTS.keys():
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    print("| Part | Set | n | without | with | difference | interval | better | worse |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    sets = [_sampled(load(name), options.every) for name in options.sets]
    for line in ablate(sets, [PARTS[name] for name in options.changes.split(",")], options.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
