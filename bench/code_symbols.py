"""Compare the symbols of source files with those that universal-ctags finds in them.

Usage: python bench/code_symbols.py FOLDER [--language NAME] [--misses N]

For every file of a language that both know: the classes (structs, interfaces, enums), functions and methods that ctags
finds, and which of them Pinax has by the same name, on the same line, of the same kind. Prints one line a language and,
with --misses, what differs. Needs `ctags` (Universal Ctags 5.9 or newer) on the PATH; it is no dependency. Tags that
`ctags_errors.py` shows to be no definitions are counted apart, by their reasons; the last share leaves them out.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ctags_errors import why_ctags_errs

from pinax_builder.crawl import Folder, list_files, reader
from pinax_builder.gate import gate
from pinax_builder.languages import CODE_LANGUAGES
from pinax_builder.parse import parse
from pinax_builder.records import Fetched, Page, Rejection

CALLABLES = frozenset({"function", "method", "property"})
KINDS = {
    "class": {"class"},
    "struct": {"struct"},
    "union": {"struct"},
    "enum": {"enum"},
    "interface": {"interface"},
    "annotation": {"interface"},
    "trait": {"interface", "class"},
    "function": {"function"},
    "func": {"function", "method"},
    "generator": {"function", "method"},
    "method": {"method", "property"},
    "member": {"method", "property"},
    "methodSpec": {"method"},
    "getter": {"method"},
    "setter": {"method"},
}
"""Kind as ctags calls it → the kinds of ours that are the same; other kinds of ctags are not compared."""
ANONYMOUS = re.compile(r"__anon|[Aa]nonymous(?:Function|Class)|<lambda>|<anonymous>")
NAMES = {"C++": "cpp", "C#": "csharp", "Sh": "bash"}
OWN_KINDS = {
    "C++": {"function": {"function", "method"}, "member": set[str]()},
    "PHP": {"function": {"function", "method"}},
    "C": {"member": set[str]()},
    "C#": {"method": {"method", "function"}},
    "Go": {"member": set[str]()},
    "Kotlin": {"method": {"method", "function"}, "class": {"class", "enum"}},
    "Ruby": {"method": {"method", "function"}, "singletonMethod": {"method", "function"}},
    "Lua": {"function": {"function", "method"}},
    "JavaScript": {
        "method": {"method", "function"},
        "function": {"function", "method"},
        "class": {"class", "function"},
    },
    "TypeScript": {"function": {"function", "method"}},
    "Rust": {"function": {"function", "method"}},
}
"""Where ctags means something else by a kind: its C++ functions are methods as well, its Go members are fields. In
Rust it loses track of an `impl` with a `where`, and calls what is in it functions; its Kotlin's enums are classes, its
C#'s local functions methods."""


@dataclass
class Tally:
    """What came of one language."""

    files: int = 0
    seconds: float = 0.0
    total: int = 0
    found: int = 0
    other_kind: int = 0
    other_line: int = 0
    missing: int = 0
    ours: int = 0
    differences: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


def tags(folder: Path, paths: list[str]) -> dict[str, list[dict[str, str]]]:
    """Run ctags over files; give the tags of each."""
    command = [
        "ctags",
        "--output-format=json",
        "--fields=+nKzlsS",
        "--kinds-all=*",
        "--quiet=yes",
        "-L",
        "-",
        "-f",
        "-",
    ]
    listed = subprocess.run(
        command, input="\n".join(paths), capture_output=True, text=True, cwd=folder, errors="replace", check=True
    )
    by_path = defaultdict(list)
    for line in listed.stdout.splitlines():
        tag = json.loads(line)
        if tag.get("_type") == "tag":
            by_path[tag["path"]].append(tag)
    return by_path


def pages(folder: Path, include: tuple[str, ...]) -> Iterator[tuple[Page, float]]:
    """Parse a folder's source files; give each page and the seconds of processor time that it took."""
    source = Folder(folder, code=True, include=include)
    for fetched in map(reader(source.place, source.max_bytes), list_files(source).pages):
        if not isinstance(fetched, Fetched) or fetched.media_type != "text/plain":
            continue
        admitted = gate(fetched)
        if isinstance(admitted, Rejection):
            continue
        started = time.process_time()
        page = parse(admitted)
        seconds = time.process_time() - started
        if isinstance(page, Page):
            yield page, seconds


def compare(page: Page, text: str, tagged: list[dict[str, str]], tally: Tally) -> None:
    """Look up each tag of a file among its symbols."""
    (language,) = page.facets["language"]
    by_line: dict[tuple[str, int], set[str]] = defaultdict(set)
    lines_of: dict[str, list[int]] = defaultdict(list)
    for section in page.sections:
        for symbol in section.symbols:
            tally.ours += symbol.kind in CALLABLES or symbol.kind in KINDS
            by_line[bare(symbol.name), symbol.line].add(symbol.kind)
            lines_of[bare(symbol.name)].append(symbol.line)
    for tag in tagged:
        wanted = OWN_KINDS.get(tag["language"], {}).get(tag["kind"], KINDS.get(tag["kind"]))
        name, line = bare(tag["name"]), int(tag["line"])
        if not wanted or ANONYMOUS.match(tag["name"]):
            continue
        tally.total += 1
        kinds = by_line.get((name, line))
        if kinds and kinds & wanted:
            tally.found += 1
            continue
        if kinds:
            tally.other_kind += 1
            what = f"kind {'/'.join(sorted(kinds))}"
        elif lines_of[name]:
            tally.other_line += 1
            what = f"line {min(lines_of[name], key=lambda ours: abs(ours - line))}"
        else:
            tally.missing += 1
            what = "missing"
        why = why_ctags_errs(language, tag["kind"], tag["name"], text, line)
        tally.reasons[why] += 1
        tally.differences.append(f"{page.path}:{line} {tag['kind']} {tag['name']}: {what} | {why}")


def bare(name: str) -> str:
    """Return the last part of a qualified name."""
    if found := re.search(r"\boperator\b(?![.\w]).+", name):
        return found[0].replace(" ", "")
    for separator in ("::", "#", "\\", ":"):
        name = name.rpartition(separator)[2]
    return name.rpartition(".")[2].strip("~ ")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--language", help="only this one, e.g. python")
    arguments.add_argument("--include", action="append", default=[], help="glob of the files to take")
    arguments.add_argument("--misses", type=int, default=0, help="print so many differences of each language")
    given = arguments.parse_args()
    known = {language.name for language in CODE_LANGUAGES}
    parsed: dict[str, Page] = {}
    tallies: dict[str, Tally] = defaultdict(Tally)
    for page, seconds in pages(given.folder, tuple(given.include)):
        (language,) = page.facets.get("language", ("text",))
        if language in known and given.language in (None, language):
            parsed[page.path] = page
            tallies[language].files += 1
            tallies[language].seconds += seconds
    for path, tagged in tags(given.folder, list(parsed)).items():
        page = parsed[path]
        (language,) = page.facets.get("language", ("text",))
        same = [tag for tag in tagged if NAMES.get(tag["language"], tag["language"].lower()) == language]
        text = (given.folder / path).read_text(encoding="utf-8", errors="replace")
        compare(page, text, same, tallies[language])
    print(
        f"{'language':<12}{'files':>7}{'files/s':>9}{'ctags':>9}{'found':>9}{'%':>8}{'kind':>7}{'line':>7}{'missing':>9}{'ours':>7}{'%':>8}"
    )
    for language, tally in sorted(tallies.items()):
        share = f"{100 * tally.found / tally.total:.2f}" if tally.total else "-"
        rate = tally.files / tally.seconds if tally.seconds else 0
        print(
            f"{language:<12}{tally.files:>7}{rate:>9.0f}{tally.total:>9}{tally.found:>9}{share:>8}"
            f"{tally.other_kind:>7}{tally.other_line:>7}{tally.missing:>9}{tally.reasons['']:>7}"
            f"{100 * tally.found / max(1, tally.found + tally.reasons['']):>8.2f}"
        )
        for why, count in tally.reasons.most_common():
            if why:
                print(f"    {count:>6}  {why}")
        step = max(1, len(tally.differences) // given.misses) if given.misses else 1
        for difference in tally.differences[::step][: given.misses]:
            print("   ", difference)
        if given.misses:
            print("   ", Counter(difference.split()[1] for difference in tally.differences).most_common())


if __name__ == "__main__":
    main()
