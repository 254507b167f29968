"""Score Pinax and the engines a user would pick instead on questions with known answers.

    python bench/quality/evaluate.py [SET...] [--engines pinax,fts5,...] [--keep] [--json FILE]

Prints success@1, success@5, MRR@10 and nDCG@10 per set, by page, the ratio to the best peer of the set, and the mean
over the sets with the ratio to the best single peer. A set is SITE.KIND (a file of queries/) or ir:NAME.

Rules of the judge, the same for every engine: a page counts once, at its best place; meta-refresh stubs and symbolic
links count as the page that they lead to; in `link` sets the pages that the phrase was copied from are taken out of the
ranking; in `sym` and `idx` sets the generated indexes are. Our bundles are built anew when the code that builds has
changed. The peers' texts, indexes and rankings are kept in the work folder: remove indexes/ or rankings/ to make them
again. All of it is deterministic.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places
from quality.canonical import LISTING, canonical
from quality.query_sets import DEFAULT_SETS, QuerySet, Question, load
from quality.tables import OURS, tables

from quality import measures, ours, peers_at_work

DEPTH = 60
"""Pages asked for, since a set may take some out."""


def score(asked: QuerySet, rankings: Sequence[Sequence[str]]) -> dict[str, float]:
    """Average the measures of a set's rankings."""
    pairs = zip(asked.questions, rankings, strict=True)
    return measures.mean(_score_one(asked, question, ranking) for question, ranking in pairs)


def _score_one(asked: QuerySet, question: Question, ranking: Sequence[str]) -> Mapping[str, float]:
    def page(url: str) -> str:
        return url if asked.corpus.is_collection else canonical(asked.corpus.root, url)

    grades = {page(url): grade for url, grade in question.grades.items()}
    dropped = {page(url) for url in question.dropped} - grades.keys()
    counted = [url for url in dict.fromkeys(map(page, ranking)) if url not in dropped]
    if asked.drops_listings:
        counted = [url for url in counted if not LISTING.search(url)]
    return measures.measure(counted, grades)


def reciprocal_ranks(asked: QuerySet, rankings: Sequence[Sequence[str]]) -> list[float]:
    """Return the reciprocal rank of each question of a set, for `intervals.py`."""
    pairs = zip(asked.questions, rankings, strict=True)
    return [_score_one(asked, question, ranking)["mrr@10"] for question, ranking in pairs]


def rankings_of(engine: str, asked: QuerySet, options: argparse.Namespace) -> list[list[str]]:
    """Ask an engine; a peer's rankings are kept."""
    queries = [question.query for question in asked.questions]
    if engine == OURS:
        return ours.rank(asked.corpus, queries, DEPTH, options.keep, options.questions, options.set)
    key = hashlib.sha256(json.dumps([engine, DEPTH, queries]).encode()).hexdigest()[:16]
    kept = places.WORK / "rankings" / f"{engine}.{asked.name.replace(':', '-')}.{key}.json"
    if kept.exists():
        return json.loads(kept.read_text("utf-8"))
    found = peers_at_work.rank(engine, asked.corpus, queries, DEPTH)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found), "utf-8")
    return found


def write_misses(asked: QuerySet, rankings: Sequence[Sequence[str]], folder: Path) -> None:
    """List a set's questions whose first page is wrong: query, right pages, first three."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"{question.query}\t{'|'.join(question.grades)}\t{'|'.join(ranking[:3])}\n"
        for question, ranking in zip(asked.questions, rankings, strict=True)
        if not _score_one(asked, question, ranking)["success@1"]
    ]
    (folder / f"{asked.name.replace(':', '-')}.tsv").write_text("".join(lines), "utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "sets", nargs="*", default=DEFAULT_SETS, metavar="SET", help=f"default: {' '.join(DEFAULT_SETS)}"
    )
    everyone = (OURS, *peers_at_work.ALL_PEERS)
    parser.add_argument("--engines", default=",".join(everyone), help="default: %(default)s")
    parser.add_argument("--keep", action="store_true", help="use our bundles as they are, whatever built them")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KNOB=VALUE", help="given to pinax-runtime search"
    )
    parser.add_argument(
        "--questions",
        type=Path,
        metavar="FOLDER",
        help="build the sites that have a question file there (SITE.jsonl) with it",
    )
    parser.add_argument("--misses", type=Path, metavar="FOLDER", help="list there what Pinax does not answer first")
    parser.add_argument("--each", type=Path, metavar="FILE", help="write there what each question of Pinax scored")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    options = parser.parse_args()
    options.engines = options.engines.split(",")
    if unknown := set(options.engines) - set(everyone):
        parser.error(f"no engine {', '.join(sorted(unknown))}; there are {', '.join(everyone)}")
    return options


def main() -> None:
    options = arguments()
    sets = [load(name) for name in options.sets]
    results: dict[tuple[str, str], dict[str, float]] = {}
    each: dict[str, list[float]] = {}
    for asked in sets:
        for engine in options.engines:
            rankings = rankings_of(engine, asked, options)
            results[asked.name, engine] = score(asked, rankings)
            print(f"{asked.name} {engine}: {results[asked.name, engine]['mrr@10']:.3f}", file=sys.stderr, flush=True)
            if engine == OURS:
                each[asked.name] = reciprocal_ranks(asked, rankings)
            if engine == OURS and options.misses:
                write_misses(asked, rankings, options.misses)
    print(tables(sets, options.engines, results))
    if options.each:
        options.each.write_text(json.dumps(each) + "\n", "utf-8")
    if options.json:
        rows = [{"set": name, "engine": engine, **row} for (name, engine), row in results.items()]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
