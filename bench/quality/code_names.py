"""Ask bundles of source code for the names that the code defines.

    python bench/quality/code_names.py FOLDER BUNDLE [FOLDER BUNDLE ...] [--number 200] [--misses N]

Each BUNDLE was built from its FOLDER (`pinax build --code FOLDER`). The names are those of public functions and classes
that are documented and defined once, and no test, vendored or generated file defines them.
Python's `ast` reads Python, universal-ctags the other languages; neither shares anything with the builder. NUMBER of
them are drawn, the same in every run. Each is asked as it is spelled and, if it has several words, in words ("minimum
node cut"). The right page is a file that defines the name, or declares it. Only files of code count: a manual beside
the code that explains the name ought to come before it.

Prints for each folder: the names; the share of names, and of names in words, whose file came first; the mean of the
reciprocal ranks of both; how often a file of tests came first, of both; and how often a page of the manual came before
all code.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pinax_runtime.search import Bundle, open_bundle

ASIDE = re.compile(
    r"(?:^|/)(?:t|tests?|spec|specs|__tests__|testing|testdata|fuzzers?|vendor|third[-_]party|deps|node_modules|examples?"
    r"|docs_src|benchmarks?|tools|scripts)/|(?:^|/)(?:test_|conftest)[^/]*$|[._-](?:test|tests|spec)\.\w+$|Tests?\.java$",
)
"""Paths of files whose names are not asked for, and that ought not to come first."""
TESTS = re.compile(
    r"(?:^|/)(?:t|tests?|spec|specs|__tests__|testing|testdata|fuzzers?)/|(?:^|/)(?:test_|conftest)[^/]*$"
    r"|[._-](?:test|tests|spec)\.\w+$|Tests?\.java$",
)
CTAGS_LANGUAGES = "C,C++,Go,Java,JavaScript,TypeScript,Rust"
DEFINING = {"function", "func", "prototype", "class", "struct", "interface", "enum", "trait", "method", "type"}
"""Kinds of definitions that are asked for, as ctags calls them."""
MANUAL = re.compile(r"\.(?:md|mdx|rst|txt|html?|adoc|ipynb)$")
"""Paths of pages that are no source code."""
LEAST_CHARS = 3


@dataclass
class Name:
    """One name of a folder, and where it is defined."""

    files: set[str] = field(default_factory=set)
    n_definitions: int = 0
    is_documented: bool = False


def names_of(folder: Path) -> dict[str, set[str]]:
    """Return the names that may be asked for, each with the files that define or declare it."""
    names: defaultdict[str, Name] = defaultdict(Name)
    for file, name, is_declared, is_documented in (*_python(folder), *_tagged(folder)):
        names[name].files.add(file)
        names[name].n_definitions += not is_declared
        names[name].is_documented |= is_documented
    return {
        name: found.files
        for name, found in sorted(names.items())
        if found.is_documented and found.n_definitions == 1 and len(name) >= LEAST_CHARS
        if not name.startswith("_") and not any(map(ASIDE.search, found.files))
    }


def _python(folder: Path) -> Iterator[tuple[str, str, bool, bool]]:
    """Yield file, name, False, and whether it is documented at the top of a module, for each definition of Python."""
    for path in sorted(folder.rglob("*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            continue
        outer = set(map(id, tree.body))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                is_documented = id(node) in outer and bool(ast.get_docstring(node))
                yield path.relative_to(folder).as_posix(), node.name, False, is_documented


def _tagged(folder: Path) -> Iterator[tuple[str, str, bool, bool]]:
    """Yield the same for other languages, and whether it is only declared; documented is what a comment ends above."""
    command = ("ctags", "-R", "--output-format=json", "--fields=+nK", "--extras=-F", f"--languages={CTAGS_LANGUAGES}")
    options = ("--kinds-C=+p", "--kinds-C++=+p", "--map-TypeScript=+.tsx", "-f", "-", ".")
    listed = subprocess.run((*command, *options), cwd=folder, check=True, capture_output=True)
    lines: dict[str, list[str]] = {}
    for line in listed.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        if tag.get("kind") in DEFINING and not re.search("__anon|AnonymousFunction", tag["name"]):
            file = tag["path"].removeprefix("./")
            if file not in lines:
                lines[file] = (folder / file).read_text("utf-8", "replace").splitlines()
            yield file, tag["name"], tag["kind"] == "prototype", _is_commented(lines[file], tag["line"] - 1, file)


def _is_commented(lines: list[str], at: int, file: str) -> bool:
    """Tell whether a comment ends above a line, but for a decorator and for a line that only says a type."""
    if file.endswith(".go") and not re.search(r"\b[A-Z]", lines[at]):
        return False
    above = at - 1
    while (
        above >= 0
        and at - above < 4
        and re.match(r"\s*(?:@|[\w *]+$|GIT_EXTERN)", lines[above])
        and lines[above].strip()
    ):
        above -= 1
    return above >= 0 and bool(re.search(r"\*/\s*$|^\s*//", lines[above]))


def in_words(name: str) -> str:
    """Return a name's words in lower case.

    >>> in_words("minimum_node_cut"), in_words("HTTPBasicAuth")
    ('minimum node cut', 'http basic auth')
    """
    return " ".join(re.findall(r"(?:[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z])[\d]*|\d+", name)).lower()


def ask(bundle: Bundle, query: str) -> list[str]:
    """Return the paths of the first pages."""
    hits = bundle.search(query, limit=40, excerpt_chars=0).hits
    return [hit.url.split("#")[0] for hit in hits]


def measure(folder: Path, bundle: Bundle, number: int, misses: int) -> None:
    """Print one line for a folder, and its first misses."""
    names = names_of(folder)
    drawn = random.Random(17).sample(sorted(names), min(number, len(names)))
    figures, missed = [], []
    for form in (str, in_words):
        queries = [(form(name), names[name]) for name in drawn if form is str or " " in in_words(name)]
        found = [(query, right, ask(bundle, query)) for query, right in queries]
        ranked = [(query, right, [url for url in urls if not MANUAL.search(url)][:10]) for query, right, urls in found]
        ranks = [next((1 / at for at, url in enumerate(urls, 1) if url in right), 0.0) for _, right, urls in ranked]
        tests = sum(bool(urls and TESTS.search(urls[0])) for _, _, urls in ranked)
        manuals = sum(bool(urls and MANUAL.search(urls[0])) for _, _, urls in found)
        n = max(1, len(queries))
        shares = f"test {tests / n:.3f} manual {manuals / n:.3f}"
        figures.append(f"{ranks.count(1.0) / n:.3f} mrr {sum(ranks) / n:.3f} {shares}")
        missed += [
            (query, *right, *urls[:3]) for (query, right, urls), rank in zip(ranked, ranks, strict=True) if rank < 1
        ][:misses]
    print(f"{folder.name:14} {len(drawn)} of {len(names)} names {figures[0]}  words {figures[1]}", flush=True)
    for row in missed:
        print("   ", *row)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER BUNDLE")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args()
    for folder, bundle in zip(options.paths[::2], options.paths[1::2], strict=True):
        measure(folder, open_bundle(str(bundle)), options.number, options.misses)


if __name__ == "__main__":
    main()
