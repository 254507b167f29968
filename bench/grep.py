"""Compare grep with ripgrep on the Markdown of a bundle: the same sections and lines, how long, how much is read.

python bench/grep.py BUNDLE [--rg PROGRAM] [--patterns 1000] [--hostile 10000]

Texts of six kinds are cut from the bundle itself: a word, words with a space between, a name with signs, a flag, a part
of a line of code, and one that stands nowhere. `rg --fixed-strings` looks for each in one file that has every section;
lines that open a fence do not count, as grep does not search them.
Requests and bytes are those of a bundle that has to read each file anew, as one behind a URL.
Hostile texts are of signs, repeats, long words and letters of many scripts.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from pinax_runtime.search import (
    CountingSource,
    FolderSource,
    Library,
    TooWideError,
    open_bundle,
    open_library,
    with_links,
)
from pinax_runtime.text import fence_opening
from pinax_runtime.tools import call_tool

KINDS: dict[str, Callable[[random.Random, str], str]] = {
    "word": lambda chance, text: _one_of(chance, r"[^\W_]{4,}", text),
    "words": lambda chance, text: _one_of(chance, r"[^\W_]+ [^\W_]+ [^\W_]+", text),
    "name": lambda chance, text: _one_of(chance, r"\w+(?:::|\.|->|_)\w+[(<\[]?", text),
    "flag": lambda chance, text: _one_of(chance, r"--?[a-z][a-z-]{2,}", text),
    "line": lambda chance, text: _one_of(chance, r"(?<=\n)[^\n]{8,60}", text).strip(),
    "nowhere": lambda chance, text: _one_of(chance, r"[^\W_]{4,}", text)[::-1] + "-" + _one_of(chance, r"\w{4,}", text),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    parser.add_argument("--rg", default="rg")
    parser.add_argument("--patterns", type=int, default=1000)
    parser.add_argument("--hostile", type=int, default=0, metavar="N", help="time N hostile texts, and nothing else")
    options = parser.parse_args()
    library = open_library([Path(options.bundle)])
    if options.hostile:
        _hostile(library, options.hostile)
        return
    with tempfile.TemporaryDirectory() as folder:
        texts = dict(_sections(library))
        places = [(section, at + 1) for section, text in texts.items() for at in range(text.count("\n") + 1)]
        file = Path(folder, "sections")
        file.write_text("\n".join(texts.values()), "utf-8", newline="\n")
        asked = _patterns(list(texts.values()), options.patterns)
        differing = 0
        times: dict[str, list[float]] = {}
        for kind, text in asked:
            began = perf_counter()
            ours = {(one.document.node(one.index).id, at + 1) for one in library.grep(text) for at in one.at}
            times.setdefault(kind, []).append((perf_counter() - began) * 1000)
            theirs = {places[line - 1] for line, said in _ripgrep(options.rg, text, file) if not fence_opening(said)}
            if ours != theirs:
                differing += 1
                missing, more = sorted(theirs - ours), len(ours - theirs)
                print(f"differs: {kind} {text!r}: {len(missing)} missing, as {missing[:2]}; {more} more")
    every = [value for values in times.values() for value in values]
    print(f"{len(asked)} texts, {differing} differ; ms: p50 {median(every):.1f}, worst {max(every):.0f}")
    for kind, values in times.items():
        print(f"  {kind:<8} p50 {median(values):>7.1f} ms, worst {max(values):>6.0f} ms")
    _remote(options.bundle, asked)


def _sections(library: Library) -> Iterator[tuple[str, str]]:
    for docset in library.docsets.values():
        for segment, number, _ in docset.documents():
            document = docset.find(segment.page(number).url)
            assert document is not None
            for node in document.nodes():
                yield node.id, with_links(document, document.text(node.index))


def _patterns(texts: list[str], n: int) -> list[tuple[str, str]]:
    chance, asked = random.Random(7), []
    while len(asked) < n:
        kind = list(KINDS)[len(asked) % len(KINDS)]
        text = KINDS[kind](chance, chance.choice(texts))
        if text.strip() and "\n" not in text:
            asked.append((kind, text))
    return asked


def _one_of(chance: random.Random, pattern: str, text: str) -> str:
    found = re.findall(pattern, text)
    return str(chance.choice(found)) if found else ""


def _hostile(library: Library, n: int) -> None:
    """Say how long texts take that no person would look for."""
    chance, times = random.Random(7), []
    refused = cut = 0
    pieces = [*"a-.(<`éß漢\u200b\U0001f600 _A0*", "\\", "\\<", "aA"]
    for _ in range(n):
        few = chance.sample(pieces, chance.randint(1, 4))
        text = "".join(chance.choices(few, k=chance.randint(1, 300)))[:300]
        began = perf_counter()
        reply = call_tool(library, "grep", {"text": text})
        times.append((perf_counter() - began) * 1000)
        refused += '"error"' in reply.text
        cut += "cut_short" in reply.text
    print(f"{n} hostile texts: p50 {median(times):.1f} ms, worst {max(times):.0f} ms")
    print(f"{refused} refused, {cut} cut short")


def _ripgrep(program: str, text: str, file: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that ripgrep finds."""
    command = [program, "--fixed-strings", "--line-number", "--text", "--", text, str(file)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    for row in ran.stdout.split("\n")[:-1]:
        number, _, line = row.partition(":")
        yield int(number), line


def _remote(bundle: str, asked: list[tuple[str, str]]) -> None:
    """Say what a bundle behind a URL reads for the first ten sections of each text, and how many texts it refuses."""
    read: list[tuple[int, int, int]] = []
    refused = 0
    for _, text in asked[:120]:
        source = CountingSource(FolderSource(Path(bundle)))
        try:
            for number, _ in enumerate(open_bundle(source).grep(text)):
                if number == 10:
                    break
            read.append((len(source.names), source.rounds, source.size_bytes // 1024))
        except TooWideError:
            refused += 1
    told = zip(("requests", "rounds", "KB"), zip(*read, strict=True), strict=True)
    print(
        f"remote, 120 texts: {refused} refused;",
        "; ".join(f"{median(x):.0f} {what}, worst {max(x)}" for what, x in told),
    )


if __name__ == "__main__":
    sys.exit(main())
