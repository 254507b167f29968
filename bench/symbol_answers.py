"""Ask for names of the standard library in a bundle of the Python manual and CPython's Lib/ together.

Usage: python bench/symbol_answers.py BUNDLE [--names N] [--manual manual] [--lib lib] [--misses]

The names are sampled, always the same, from those public functions, methods and classes that the manual and Lib/ both
define. Of each: is the manual's section first in `search_documents` and the definition among the first three, and does
`find_symbol` give both and nothing else first? Then how long `find_symbol` takes, warm, over many different names.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from pinax_runtime.contract import wire
from pinax_runtime.contract.symbols import Definition, definitions_from_wire
from pinax_runtime.search import Bundle, open_bundle

KINDS = frozenset({"function", "method", "class"})
TIMED = 1_000


def definitions(bundle: Bundle, docset: str) -> Iterator[Definition]:
    """Give everything that a docset defines."""
    for segment in bundle.docsets[docset].segments:
        for found in segment.tables["symbols"]:
            shard = segment.files.keyed(found.ref)
            for key, value in zip(shard.keys, shard.values, strict=True):
                yield from definitions_from_wire(
                    key, wire.decode(value, found.ref.path), found.ref.path, segment.manifest.n_sections
                )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("bundle", type=Path)
    arguments.add_argument("--names", type=int, default=200)
    arguments.add_argument("--manual", default="manual")
    arguments.add_argument("--lib", default="lib")
    arguments.add_argument("--misses", action="store_true", help="print what is not as it should be")
    given = arguments.parse_args()
    bundle = open_bundle(given.bundle)
    documented = {d.name for d in definitions(bundle, given.manual) if d.kind in KINDS and d.language == "python"}
    defined = {d.name for d in definitions(bundle, given.lib) if d.kind in KINDS and d.visibility == "public"}
    both = sorted(documented & defined)
    names = random.Random(1).sample(both, min(given.names, len(both)))
    first = among = exact = 0
    for name in names:
        hits = bundle.search(name, limit=3, sections=True, excerpt_chars=0).hits
        ids = [(hit.docset, hit.section_id.partition("#")[2]) for hit in hits]
        found = bundle.find_symbol(name, limit=2).hits
        anchors = {
            docset: {hit.section_id for hit in found if hit.docset == docset} for docset in (given.manual, given.lib)
        }
        is_first = bool(hits) and hits[0].section_id in anchors[given.manual]
        is_among = any(hit.section_id in anchors[given.lib] for hit in hits)
        is_exact = [hit.name for hit in found] == [name, name] and found[0].docset == given.manual
        first, among, exact = first + is_first, among + is_among, exact + is_exact
        if given.misses and not (is_first and is_among and is_exact):
            print(
                name, "first" * is_first, "among" * is_among, "exact" * is_exact, ids, [hit.section_id for hit in found]
            )
    n = len(names)
    shares = f"section first {first / n:.1%}, definition in three {among / n:.1%}, exact {exact / n:.1%}"
    print(f"{n} of {len(both)} names: {shares}")
    many = sorted({d.name for docset in bundle.docsets for d in definitions(bundle, docset)})
    random.Random(2).shuffle(many)
    for name in many[TIMED : 2 * TIMED]:  # warm: the files are in memory, the names asked below are not
        bundle.find_symbol(name)
    report("find_symbol", bundle.find_symbol, many[:TIMED])
    report("sections_naming", bundle.sections_naming, many[:TIMED])


def report(what: str, ask: object, names: list[str]) -> None:
    assert callable(ask)
    took = []
    for name in names:
        started = time.process_time()
        ask(name)
        took.append(1000 * (time.process_time() - started))
    tenths = statistics.quantiles(took, n=10)
    figures = f"median {tenths[4]:.2f} ms of processor time, 90 % below {tenths[8]:.2f} ms"
    print(f"{what}, {len(names)} different names: {figures}")


if __name__ == "__main__":
    main()
