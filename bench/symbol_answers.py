"""Ask a bundle for symbols: is the answer right, and how long does a call of find_symbol take?

Usage: python bench/symbol_answers.py BUNDLE [--names N] [--seeds 1 7] [--misses] [--timed N] [--passes N]

Where the bundle has the Python manual (`--manual`) and CPython's Lib/ (`--lib`) together, names are sampled, always the
same, from those public functions, methods and classes that both define. Of each: is the manual's section first in
`search_documents` and the definition among the first three, and does `find_symbol` give what has just this name before
all else, the manual's first?

Then whole calls of the tool `find_symbol` are timed as a server answers them, mentions in documentation included, with
the cache that a server has: of many different names, each as it is defined, by its last component, and (where there is
a manual) as the manual has it. The bundle is opened anew for each pass and warmed by as many other names, so what a
name needs beyond what these needed is read and decoded. Processor time; of several passes, which do the same, the least
of each name counts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from pinax_runtime.format import Definition, definitions_from_wire, symbol_components, wire
from pinax_runtime.search import Bundle, open_bundle
from pinax_runtime.tools import call_tool

KINDS = frozenset({"function", "method", "class"})


def definitions(bundle: Bundle, docset: str) -> Iterator[Definition]:
    """Return everything that a docset defines."""
    for segment in bundle.docsets[docset].segments:
        for found in segment.tables["symbols"]:
            shard = segment.files.keyed(found.ref)
            for key, value in zip(shard.keys, shard.values, strict=True):
                yield from definitions_from_wire(
                    key, wire.decode(value, found.ref.path), found.ref.path, segment.manifest.n_sections
                )


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("bundle", type=Path)
    arguments.add_argument("--names", type=int, default=200)
    arguments.add_argument("--seeds", type=int, nargs="+", default=[1])
    arguments.add_argument("--manual", default="manual")
    arguments.add_argument("--lib", default="lib")
    arguments.add_argument("--misses", action="store_true", help="print what is not as it should be")
    arguments.add_argument("--timed", type=int, default=1_000, help="names of each sort that are timed; 0 for none")
    arguments.add_argument("--passes", type=int, default=3)
    given = arguments.parse_args()
    bundle = open_bundle(given.bundle)
    if {given.manual, given.lib} <= bundle.docsets.keys():
        for seed in given.seeds:
            judge(bundle, given.manual, given.lib, given.names, seed, given.misses)
    if given.timed:
        for what, names, others in sorts(bundle, given.manual, given.timed):
            report(what, times(given.bundle, names, others, given.passes))


def judge(bundle: Bundle, manual: str, lib: str, wanted: int, seed: int, misses: bool) -> None:
    """Say how many of some names are answered as they should be."""
    documented = {d.name for d in definitions(bundle, manual) if d.kind in KINDS and d.language == "python"}
    defined = {d.name for d in definitions(bundle, lib) if d.kind in KINDS and d.visibility == "public"}
    both = sorted(documented & defined)
    names = random.Random(seed).sample(both, min(wanted, len(both)))
    first = among = exact = 0
    for name in names:
        hits = bundle.search(name, limit=3, sections=True, excerpt_chars=0).hits
        ids = [hit.section_id for hit in hits]
        found = bundle.find_symbol(name, limit=10).hits
        named = [hit for hit in found if hit.name == name]
        anchors = {docset: {hit.section_id for hit in named if hit.docset == docset} for docset in (manual, lib)}
        is_first = bool(hits) and hits[0].section_id in anchors[manual]
        is_among = any(hit.section_id in anchors[lib] for hit in hits)
        is_exact = all(anchors.values()) and found[: len(named)] == named and named[0].docset == manual
        first, among, exact = first + is_first, among + is_among, exact + is_exact
        if misses and not (is_first and is_among and is_exact):
            print(
                name, "first" * is_first, "among" * is_among, "exact" * is_exact, ids, [hit.section_id for hit in found]
            )
    n = len(names)
    shares = f"section first {first / n:.1%}, definition in three {among / n:.1%}, exact {exact / n:.1%}"
    print(f"seed {seed}: {n} of {len(both)} names: {shares}")


def sorts(bundle: Bundle, manual: str, wanted: int) -> Iterator[tuple[str, list[str], list[str]]]:
    """Return sorts of names: what they are, the names, and other names with which the bundle is warmed."""
    every = sorted({d.name for docset in bundle.docsets for d in definitions(bundle, docset)})
    random.Random(2).shuffle(every)
    asked, others, rest = every[:wanted], every[wanted : 2 * wanted], every[2 * wanted :]
    yield f"as defined (of {len(every)})", asked, others
    yield "last component", list(dict.fromkeys(symbol_components(name)[-1] for name in rest))[:wanted], others
    if manual in bundle.docsets:
        documented = {d.name for d in definitions(bundle, manual)}
        yield "as documented", [name for name in rest if name in documented][:wanted], others


def times(location: Path, names: Sequence[str], others: Sequence[str], passes: int) -> list[float]:
    """Return what a call for each name takes (ms of processor time), the least of some passes."""
    least = [float("inf")] * len(names)
    for _ in range(passes):
        bundle = open_bundle(location)
        for name in others:
            call_tool(bundle, "find_symbol", {"query": name})
        for at, name in enumerate(names):
            started = time.process_time()
            call_tool(bundle, "find_symbol", {"query": name})
            least[at] = min(least[at], 1000 * (time.process_time() - started))
    return least


def report(what: str, took: list[float]) -> None:
    twentieths = statistics.quantiles(took, n=20)
    figures = f"median {twentieths[9]:.2f} ms, p95 {twentieths[18]:.2f}, most {max(took):.1f}"
    print(f"find_symbol, {len(took)} different names {what}: {figures}")


if __name__ == "__main__":
    main()
