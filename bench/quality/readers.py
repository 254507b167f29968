"""Ask the readers in Python and JavaScript the same: do they find the same, in the same order, with the same scores?

    python bench/quality/readers.py [SET...] [--drawn 1000] [--show 5]

Asked are the questions of query sets over their sites' bundles, which are built if they are not there (SET is as
`evaluate.py` takes it; everyday sets are asked of bundles with questions), and queries that are drawn with a seed
from a bundle of the Debian handbook in twelve languages: words, titles, phrases, typos, prefixes, sentences, and
hostile ones. A row says how many queries have the same first ten hits, those in the same order, and those also with
scores equal to nine digits. `--show` prints so many of the queries that differ. One process of Node answers all.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places
from quality.query_sets import QUERIES, Corpus, load

from pinax_runtime.search import Bundle, open_bundle
from quality import languages, ours

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "tests" / "browser" / "answers.mjs"
SITES = ("git", "python", "cmake", "sqlite", "qt", "octave", "nodejs")
QUESTIONS = ROOT / "bench" / "questions"
LANGUAGES = ("ar-MA", "cs-CZ", "de-DE", "el-GR", "en-US", "es-ES", "fr-FR", "ja-JP", "ru-RU", "sv-SE", "tr-TR", "zh-CN")
TOLERANCE = 1.5e-9
SEED = "readers"


class Node:
    """The JavaScript reader: a process that answers a query a line."""

    def __init__(self, script: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, bundle: Path, query: str) -> list[tuple[str, str, str, float]]:
        """Return the first ten hits, or none and a line on standard error where the reader fails."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"bundles": {str(bundle): 1}, "query": query, "limit": 10}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            print(f"{query[:80]!r}: {answer['error']}", file=sys.stderr)
        return [tuple(hit) for hit in answer["hits"]]


def of_set(name: str) -> Iterator[str]:
    """Yield the queries of a set."""
    yield from (question.query for question in load(name).questions)


def drawn(root: Path, n: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of query with its share of `n`, drawn with a seed from a book's pages in twelve languages."""
    texts = [languages.read(root, language) for language in LANGUAGES]
    for at, make in enumerate(MAKERS):
        chance = random.Random(f"{SEED} {make.__name__}")
        share = range(n * at // len(MAKERS), n * (at + 1) // len(MAKERS))
        yield make.__name__.strip("_"), [make(texts[number % len(texts)], chance) for number in share]


def _word(texts: languages.Texts, chance: random.Random) -> str:
    return chance.choice(sorted(texts.words))


def _title(texts: languages.Texts, chance: random.Random) -> str:
    return chance.choice(sorted(texts.titles))


def _phrase(texts: languages.Texts, chance: random.Random) -> str:
    words = _sentence(texts, chance).split()
    at = chance.randrange(max(1, len(words) - 2))
    return f'"{" ".join(words[at : at + 3])}"' if len(words) > 1 else f'"{words[0][1:6]}"'


def _typo(texts: languages.Texts, chance: random.Random) -> str:
    word = _word(texts, chance)
    at = chance.randrange(len(word))
    return f"{word[:at]}{word[at + 1 : at + 2]}{word[at : at + 1]}{word[at + 2 :]} {_word(texts, chance)}"


def _prefix(texts: languages.Texts, chance: random.Random) -> str:
    return " ".join(f"{_word(texts, chance)[: chance.randrange(1, 6)]}*" for _ in range(chance.randrange(1, 4)))


def _sentence(texts: languages.Texts, chance: random.Random) -> str:
    return chance.choice(sorted(texts.phrases))


def _mixed(texts: languages.Texts, chance: random.Random) -> str:
    return " ".join([_word(texts, chance), *_sentence(texts, chance).split()[:4], _word(texts, chance)[:4]])


def _hostile(texts: languages.Texts, chance: random.Random) -> str:
    signs = "\0\x1b\u200b\u202e\u0301\ud800\U0001f600\"*_.:-#/\\()<>[]{}'`~ \t\n"
    pieces = [chance.choice([_word(texts, chance), "".join(chance.choices(signs, k=3))]) for _ in range(30)]
    return "".join(pieces)[: chance.choice((5, 40, 400))] * chance.choice((1, 1, 1, 200))


MAKERS = (_word, _title, _phrase, _typo, _prefix, _sentence, _mixed, _hostile)


def compare(name: str, bundle: Path, queries: Sequence[str], node: Node, show: int) -> tuple[int, int, int, int]:
    """Ask both readers all queries; print and return queries, same hits, same order, same scores."""
    library, same, ordered, scored = open_bundle(bundle), 0, 0, 0
    for query in queries:
        ours_found, theirs = found(library, query), node.ask(bundle, query)
        ours_hits, their_hits = [hit[:3] for hit in ours_found], [hit[:3] for hit in theirs]
        near = len(ours_found) == len(theirs) and all(
            abs(one[3] - other[3]) <= TOLERANCE for one, other in zip(ours_found, theirs, strict=True)
        )
        same += sorted(ours_hits) == sorted(their_hits)
        ordered += ours_hits == their_hits
        scored += ours_hits == their_hits and near
        if (ours_hits != their_hits or not near) and show > 0:
            show -= 1
            print(f"  {query[:100]!r}\n    Python     {ours_found[:3]}\n    JavaScript {theirs[:3]}", flush=True)
    print(f"{name}\t{len(queries)}\t{same}\t{ordered}\t{scored}", flush=True)
    return len(queries), same, ordered, scored


def found(library: Bundle, query: str) -> list[tuple[str, str, str, float]]:
    """Return the first ten hits of the Python runtime."""
    return [(hit.docset, hit.url, hit.anchor, hit.score) for hit in library.search(query, excerpt_chars=0).hits]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = sorted(path.stem for path in QUERIES.glob("*.tsv") if path.name.split(".")[0] in SITES)
    parser.add_argument("sets", nargs="*", default=every, metavar="SET", help="default: all of the seven sites")
    parser.add_argument("--drawn", type=int, default=1_000, help="queries in twelve languages (default: %(default)s)")
    parser.add_argument("--first", type=int, help="only so many queries of each set")
    parser.add_argument("--show", type=int, default=5, help="differing queries to print, a set (default: %(default)s)")
    parser.add_argument("--answers", type=Path, default=ANSWERS, help="the script that Node runs")
    options = parser.parse_args()
    node, rows = Node(options.answers), []
    print("set\tqueries\tsame hits\tsame order\tsame scores")
    for name in options.sets:
        site = places.site(name.split(".")[0])
        questions = QUESTIONS if name.endswith(".everyday") else None
        bundle = ours.bundle_of(Corpus(site.name, site.root), True, questions)
        rows.append(compare(name, bundle, list(of_set(name))[: options.first], node, options.show))
    if options.drawn:
        book = places.site("handbook")
        bundle = ours.bundle_of(Corpus(book.name, book.root), True)
        for kind, queries in drawn(book.root, options.drawn):
            rows.append(compare(f"twelve languages, {kind}", bundle, queries, node, options.show))
    print("all", *map(sum, zip(*rows, strict=True)), sep="\t")


if __name__ == "__main__":
    main()
