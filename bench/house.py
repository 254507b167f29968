"""Count what a stranger has to read, and what ties the tests to the code's present shape.

    .venv/bin/python bench/house.py [--list]

It prints the lines of each package; tests and their descriptions; how many of our modules tests import, and how many of
our names they patch; what a server over stdio loads before it answers; what a warm query and what the build of one page
of HTML enter. `--list` names them.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {"pinax_runtime": ROOT / "runtime/src", "pinax_builder": ROOT / "builder/src"}
TESTS = ROOT / "tests"
BUNDLE = TESTS / "data/bundles/v1"
PAGE = ROOT / "examples/site/api/client.html"
QUERY = "retry with a growing delay"
PATCHES = {"setattr", "setitem", "delattr", "delitem", "patch"}
"""Functions of pytest and of the standard library that replace a name."""


@dataclass
class Lines:
    """Modules, and their lines by what stands in them."""

    modules: int = 0
    lines: int = 0
    code: int = 0
    docstrings: int = 0
    comments: int = 0
    blank: int = 0


def main() -> None:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the modules and names that are counted")
    shows_names = parser.parse_args().list

    print(f"{'':34}" + "".join(f"{title:>12}" for title in vars(Lines())))
    for name, lines in lines_by_package().items():
        print(f"{name:34}" + "".join(f"{value:12,}" for value in astuple(lines)))
    tests = list(test_functions())
    print(f"\ntests: {len(tests):,} functions, {sum(bool(ast.get_docstring(test)) for test in tests):,} descriptions")
    imported, patched = doors()
    loaded, entered, built = sizes(loaded_by_server()), sizes(entered_by_query()), sizes(entered_by_page())
    for title, counts, unit in (
        (f"tests import {len(imported)} of our modules", imported, "files"),
        (f"tests patch {len(patched)} of our names", patched, "files"),
        (f"a server over stdio loads {summed(loaded)}", loaded, "lines"),
        (f"a warm query enters {summed(entered)}", entered, "lines"),
        (f"the build of a page of HTML enters {summed(built)}", built, "lines"),
    ):
        print(title)
        if shows_names:
            print("".join(f"{count:7,} {unit} {name}\n" for name, count in sorted(counts.items())))


def lines_by_package() -> dict[str, Lines]:
    """Return the lines of each package or module below ours; modules of the runtime that stand alone are its rest."""
    found: dict[str, list[Lines]] = defaultdict(list)
    for package, source in SOURCES.items():
        for file in (source / package).rglob("*.py"):
            top = file.relative_to(source / package).parts[0]
            stands_alone = top.endswith(".py") and package == "pinax_runtime"
            for name in (package, f"{package}.{'(rest)' if stands_alone else top.removesuffix('.py')}"):
                found[name].append(counted(file))
    return {name: Lines(*map(sum, zip(*map(astuple, found[name]), strict=True))) for name in sorted(found)}


@cache
def counted(file: Path) -> Lines:
    """Count the lines of a module. A docstring's own blank lines are lines of the docstring."""
    text = file.read_text("utf-8")
    strings = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr) and is_text(node.value)]
    docstrings = {line for node in strings for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    comments = blank = 0
    for token in tokenize.generate_tokens(StringIO(text).readline):
        comments += token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
        blank += token.type == tokenize.NL and not token.line.strip()
    lines = len(text.splitlines())
    return Lines(1, lines, lines - len(docstrings) - comments - blank, len(docstrings), comments, blank)


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_functions() -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions that pytest collects from the tests' modules."""
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node


def doors() -> tuple[Counter[str], Counter[str]]:
    """Return the number of files that import each of our modules, and of those that patch each of our names."""
    imported, patched = Counter[str](), Counter[str]()
    for file in TESTS.rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        found = set(imports(tree))
        imported.update({module for module, _, _ in found})
        meant = {name: whole for _, name, whole in found}
        patched.update(filter(is_ours, {patched_name(node, meant) for node in ast.walk(tree)}))
    return imported, patched


def imports(tree: ast.AST) -> Iterator[tuple[str, str, str]]:
    """Yield each import of ours: the module, the name that the file uses, and where that name comes from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and is_ours(module := node.module or ""):
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield (
                    whole if file_of(whole) and not offers(module, alias.name) else module,
                    alias.asname or alias.name,
                    whole,
                )
        elif isinstance(node, ast.Import):
            for alias in filter(lambda alias: is_ours(alias.name), node.names):
                yield alias.name, alias.asname or alias.name, alias.name


def patched_name(node: ast.AST, meant: Mapping[str, str]) -> str:
    """Return the whole name that a call replaces, "" if it is no such call. Entries of a table count as the table."""
    if not isinstance(node, ast.Call) or not node.args:
        return ""
    function = ast.unparse(node.func).rpartition(".")[2]
    if function not in PATCHES:
        return ""
    target, *others = node.args
    if is_text(target):
        return str(ast.literal_eval(target))
    first, dot, rest = ast.unparse(target).partition(".")
    whole = meant.get(first, first) + dot + rest
    return f"{whole}.{ast.literal_eval(others[0])}" if function.endswith("attr") and is_text(others[0]) else whole


def is_ours(name: str) -> bool:
    return name.partition(".")[0] in SOURCES


@cache
def offers(package: str, name: str) -> bool:
    """Return whether a package offers something of its modules under a name, which a module of it may have as well."""
    file = file_of(package)
    nodes = ast.parse(file.read_text("utf-8")).body if file else []
    return any(
        alias.name == name and not file_of(f"{node.module}.{name}")
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )


def file_of(module: str) -> Path | None:
    """Return the file of one of our modules; None if there is no such module."""
    path = SOURCES[module.partition(".")[0]] / module.replace(".", "/")
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def sizes(modules: set[str]) -> dict[str, int]:
    """Return the number of lines of each module."""
    return {name: counted(file).lines for name in modules if (file := file_of(name))}


def summed(lines: Mapping[str, int]) -> str:
    """Say how many modules there are, and how many lines; code is what is neither docstring, comment nor blank."""
    code = sum(counted(file).code for name in lines if (file := file_of(name)))
    return f"{len(lines)} of our modules, {sum(lines.values()):,} lines, {code:,} of these code"


def loaded_by_server() -> set[str]:
    """Return our modules that `pinax-runtime serve` imports over stdio, whose input ends at once."""
    command = [sys.executable, "-X", "importtime", "-m", "pinax_runtime", "serve", str(BUNDLE)]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return set(filter(is_ours, re.findall(r"^import time: .*\| +(\S+)$", ended.stderr, re.MULTILINE)))


def entered_by_query() -> set[str]:
    """Return our modules of which a function runs when a tool is asked a question for the second time."""
    from pinax_runtime.search import open_library
    from pinax_runtime.tools import call_tool

    library = open_library([str(BUNDLE)])
    assert not call_tool(library, "search_documents", {"query": QUERY}).is_error
    return entered_by(lambda: call_tool(library, "search_documents", {"query": QUERY}))


def entered_by_page() -> set[str]:
    """Return our modules of which a function runs when a page of HTML is built, in a folder of its own."""
    from pinax_builder import BuildConfig, DocsetConfig, build

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "source")
        source.mkdir()
        shutil.copy(PAGE, source)
        return entered_by(lambda: build(BuildConfig((DocsetConfig("docs", source),)), Path(folder, "out"), workers=1))


def entered_by(call: Callable[[], object]) -> set[str]:
    """Return our modules of which a function runs in a call, in any of its threads."""
    entered = set[str]()

    def enter(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            entered.add(str(frame.f_globals.get("__name__")))

    for set_profile in (threading.setprofile, sys.setprofile):
        set_profile(enter)
    call()
    for set_profile in (threading.setprofile, sys.setprofile):
        set_profile(None)
    return set(filter(is_ours, entered))


if __name__ == "__main__":
    main()
