"""Compare the Markdown of folders of HTML with that HTML, by counting, whoever made the pages.

    python bench/fidelity/sweep.py FOLDER… [--by SOURCES.tsv] [--limit N] [--worst]

Each FOLDER is one source; with `--each`, each folder in it is. Per source it prints

words, terms, headings, code, items    what the Markdown has of what the HTML shows outside links and chrome: words,
                                       `dt` texts, headings that open sections, lines of code, list items
lossy    pages that keep less than 99 % of their words
chrome   pages with more than 15 words in lines that stand on 60 % of the source's pages
titles   pages whose title three or more pages of the source have
long     pages with a section of more than 3,000 words
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from judge import (
    COUNTED,
    LINK_TARGET,
    LONG_SECTION_WORDS,
    MIN_REPEATED_PAGES,
    REPEATED_SHARE,
    Verdict,
    judge,
    parse,
    read_source,
    repeated_blocks,
    shown,
    words_in,
)

from pinax_builder.gate import gate
from pinax_builder.parse import SAMPLE_PAGES, find_repeated
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.records import Fetched, Page, Rejection

SUFFIXES = (".html", ".htm", ".xhtml")
KEPT_WORDS = 0.99
CHROME_WORDS = 15
HEADER = f"{'source':28}{'pages':>6}" + "".join(
    f"{what:>10}" for what in (*COUNTED, "lossy", "chrome", "titles", "long")
)


@dataclass
class Tally:
    """Counts of one source, or of all sources of a generator."""

    pages: int = 0
    counts: dict[str, list[int]] = field(default_factory=lambda: {what: [0, 0] for what in COUNTED})
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.pages += other.pages
        self.faults += other.faults
        for what, (found, sought) in other.counts.items():
            self.counts[what][0] += found
            self.counts[what][1] += sought

    def line(self, name: str) -> str:
        shares = (f"{found / sought:.4f}" if sought else "-" for found, sought in self.counts.values())
        faults = (str(self.faults[what] or "-") for what in ("lossy", "chrome", "titles", "long"))
        return f"{name[:27]:28}{self.pages:6}" + "".join(f"{cell:>10}" for cell in (*shares, *faults))


def read_pages(folder: Path, limit: int) -> list[tuple[str, bytes, Page]]:
    """Read a source's pages, as the builder admits them."""
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    if limit and len(files) > limit:
        files = sorted(random.Random(7).sample(files, limit))
    raws = [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in files]
    return [(url, raw, page) for url, raw, page in build(raws)]


def build(raws: list[tuple[str, bytes]]) -> Iterator[tuple[str, bytes, Page]]:
    """Gate and parse the pages; those that are refused are left out."""
    sample = [gate(Fetched(url, url, raw, "text/html")) for url, raw in raws[:SAMPLE_PAGES]]
    repeated = find_repeated([one.tree for one in sample if not isinstance(one, Rejection) and one.tree is not None])
    for url, raw in raws:
        admitted = gate(Fetched(url, url, raw, "text/html"))
        page = admitted if isinstance(admitted, Rejection) else parse_html(admitted, repeated)
        if isinstance(page, Page):
            yield url, raw, page


def sweep(folder: Path, limit: int) -> tuple[Tally, dict[str, Verdict]]:
    """Judge one source."""
    pages = read_pages(folder, limit)
    bodies = [shown(parse(raw)) for _, raw, _ in pages]
    repeated = repeated_blocks([body for body in bodies if body is not None])
    verdicts: dict[str, Verdict] = {}
    for (url, _, page), body in zip(pages, bodies, strict=True):
        if body is not None:
            verdicts[url] = judge(read_source(body, repeated), list(page.sections), page.title)
    return tally_of(verdicts), verdicts


def tally_of(verdicts: dict[str, Verdict]) -> Tally:
    tally = Tally(len(verdicts))
    lines = Counter(line for verdict in verdicts.values() for line in verdict.lines)
    least = max(MIN_REPEATED_PAGES, REPEATED_SHARE * len(verdicts))
    same = {line for line, pages in lines.items() if pages >= least}
    titles = Counter(verdict.title for verdict in verdicts.values())
    for verdict in verdicts.values():
        for what, (found, sought) in verdict.counts.items():
            tally.counts[what][0] += found
            tally.counts[what][1] += sought
        chrome = sum(len(words_in(LINK_TARGET.sub("]", line))) for line in verdict.lines & same)
        tally.faults["lossy"] += verdict.share("words") < KEPT_WORDS
        tally.faults["chrome"] += chrome > CHROME_WORDS
        tally.faults["titles"] += titles[verdict.title] >= 3
        tally.faults["long"] += verdict.longest_section > LONG_SECTION_WORDS
    return tally


def print_worst(verdicts: dict[str, Verdict]) -> None:
    lines = Counter(line for verdict in verdicts.values() for line in verdict.lines)
    same = [line[:100] for line, pages in lines.most_common(12) if pages >= max(4, REPEATED_SHARE * len(verdicts))]
    titles = Counter(verdict.title for verdict in verdicts.values()).most_common(3)
    print(f"    repeated  {same}\n    titles    {[item for item in titles if item[1] > 2]}")
    for what in COUNTED:
        url, worst = min(verdicts.items(), key=lambda item: (item[1].share(what), -item[1].counts[what][1]))
        if worst.share(what) < 1:
            print(f"    {what:9} {worst.counts[what]} {url}\n        {worst.missing.get(what, '')}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare Markdown with the HTML that it was made from, by counting.")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of HTML, each a source")
    parser.add_argument("--each", action="store_true", help="each folder in those named is a source")
    parser.add_argument("--by", type=Path, help="table of sources (package, generator): sum up by generator")
    parser.add_argument("--limit", type=int, default=0, help="pages per source, chosen by a fixed seed (0: all)")
    parser.add_argument("--worst", action="store_true", help="show what the worst page of each count lost")
    options = parser.parse_args()
    folders = [f for one in options.folders for f in (sorted(one.iterdir()) if options.each else [one]) if f.is_dir()]
    generators = {}
    if options.by:
        lines = options.by.read_text(encoding="utf-8").splitlines()
        generators = dict(line.split("\t")[:2] for line in lines if line and not line.startswith("#"))
        folders = [folder for folder in folders if folder.name in generators]
    by_generator: dict[str, Tally] = {}
    print(HEADER)
    for folder in folders:
        tally, verdicts = sweep(folder, options.limit)
        by_generator.setdefault(generators.get(folder.name, "all"), Tally()).add(tally)
        print(tally.line(folder.name), flush=True)
        if options.worst and verdicts:
            print_worst(verdicts)
    print()
    for name, tally in sorted(by_generator.items()):
        print(tally.line(name))


if __name__ == "__main__":
    main()
