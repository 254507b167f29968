"""Measure how many misspelled title words find their page.

    python bench/typos.py BUNDLE [--words 1000] [--each 20] [--all] [--top 5] [--seed 1] [--show N]

Takes words of page and section titles (letters only, four or more) that, spelled rightly, find a page with the word in
its title or headings among the first results. Of each word it makes the misspellings that are one edit away: a letter
left out, put in, changed, or swapped with its neighbor; all of them with --all, else a fixed random choice. A
misspelling is *found* if a page that has the word in its title or headings is among the first results.

Misspellings that are words of the site themselves, that begin one (the last word of a query may be unfinished), or that
have fewer than four letters cannot be told from what was meant; they are counted by themselves.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from pinax_runtime.search import Bundle, Reply, open_bundle
from pinax_runtime.text import fold, normalize

WORD = re.compile(r"[^\W\d_]{4,32}")
NOT_CORRECTED = "not corrected"
KNOWN = "a word, or the beginning of one, or short"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--words", type=int, default=1000)
    parser.add_argument("--each", type=int, default=20, help="misspellings of each word")
    parser.add_argument("--all", action="store_true", help="every misspelling of each word")
    parser.add_argument("--top", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print so many that are not found")
    arguments = parser.parse_args()
    bundle, rng = open_bundle(arguments.bundle), random.Random(arguments.seed)
    titled = title_words(bundle)
    words = rng.sample(sorted(titled), len(titled))
    tried: Counter[str] = Counter()
    found: Counter[str] = Counter()
    times, missed, used = [], [], 0
    for word in words:
        right = {(hit.docset, hit.url) for hit in search(bundle, word, arguments.top).hits} & titled[word]
        if not right:
            continue
        used += 1
        edits = sorted(misspellings(word))
        for kind, typo in edits if arguments.all else rng.sample(edits, min(arguments.each, len(edits))):
            started = perf_counter()
            reply = search(bundle, typo, arguments.top)
            times.append(perf_counter() - started)
            if not reply.did_you_mean:
                kind = NOT_CORRECTED if reply.unknown_words and len(typo) > 3 else KNOWN
            tried[kind] += 1
            if any((hit.docset, hit.url) in titled[word] for hit in reply.hits):
                found[kind] += 1
            elif kind != KNOWN:
                missed.append((word, typo, reply.did_you_mean))
        if used == arguments.words:
            break
    report(used, tried, found, times)
    for word, typo, meant in rng.sample(missed, min(arguments.show, len(missed))):
        print(f"  {word}: {typo} -> {meant or 'nothing'}")


def report(used: int, tried: Counter[str], found: Counter[str], times: list[float]) -> None:
    for kind, n in sorted(tried.items()):
        print(f"{kind:45} {found[kind]:7} of {n:7}  {found[kind] / n:7.2%}")
    n, hits = sum(tried.values()) - tried[KNOWN], sum(found.values()) - found[KNOWN]
    print(f"{f'misspellings of {used} words':45} {hits:7} of {n:7}  {hits / max(1, n):7.2%}")
    print(f"{'with those that are words':45} {sum(found.values()):7} of {sum(tried.values()):7}")
    print(f"ms: median {statistics.median(times) * 1000:.1f}, p95 {sorted(times)[int(len(times) * 0.95)] * 1000:.1f}")


def search(bundle: Bundle, query: str, top: int) -> Reply:
    return bundle.search(query, limit=top, excerpt_chars=0)


def title_words(bundle: Bundle) -> dict[str, set[tuple[str, str]]]:
    """Return the words of titles and headings, with the pages that have them there."""
    titled: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for docset in bundle.docsets.values():
        for _, _, page in docset.documents():
            titles = " ".join([page.title, *(section.title for section in page.sections)])
            for word in WORD.findall(normalize(titles)):
                titled[fold(word)].add((docset.name, page.url))
    return titled


def misspellings(word: str) -> Iterator[tuple[str, str]]:
    """Return (kind, misspelling) for all that are one edit away, each once."""
    letters = sorted({*word, *"abcdefghijklmnopqrstuvwxyz"}) if word.isascii() else sorted({*word})
    seen = {word}
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        made = [("left out", before + after[1:])] if after else []
        made += [("swapped", before + after[1] + after[0] + after[2:])] if len(after) > 1 else []
        made += [("changed", before + letter + after[1:]) for letter in letters if after]
        made += [("put in", before + letter + after) for letter in letters]
        for kind, typo in made:
            if typo not in seen:
                seen.add(typo)
                yield kind, typo


if __name__ == "__main__":
    main()
