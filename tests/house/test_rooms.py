"""The folder listing can be read: no circles, plain first words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
SOURCES = {"pinax_runtime": ROOT / "runtime/src/pinax_runtime", "pinax_builder": ROOT / "builder/src/pinax_builder"}
ROOMS = ("pinax_runtime.search", "pinax_runtime.tools", "pinax_builder.parse", "pinax_builder.crawl")


def folders() -> Iterator[Path]:
    """Every package folder."""
    for source in SOURCES.values():
        yield from (init.parent for init in source.rglob("__init__.py"))


def test_every_room_says_what_it_answers() -> None:
    """The first line of each folder's `__init__.py` is a sentence of its own."""
    wordless = []
    for folder in folders():
        docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
        if not docstring or len(docstring.splitlines()[0].split()) < 3:
            wordless.append(str(folder))
    assert wordless == []


@pytest.mark.parametrize("package", ROOMS)
def test_no_circle_of_imports(package: str) -> None:
    """The rooms and modules of a folder never import one another in a circle."""
    graph = grimp.build_graph("pinax_runtime", "pinax_builder", cache_dir=None)
    rooms = sorted(graph.find_children(package))
    below = {room: {other for other in rooms if other != room and imports(graph, room, other)} for room in rooms}
    placed: set[str] = set()
    while len(placed) < len(rooms):
        ready = {room for room in rooms if room not in placed and below[room] <= placed}
        assert ready, f"a circle among {sorted(below.keys() - placed)}"
        placed |= ready


def imports(graph: grimp.ImportGraph, room: str, other: str) -> bool:
    """Say whether anything of a room imports anything of another one."""
    return graph.direct_import_exists(importer=room, imported=other, as_packages=True)


@pytest.fixture(scope="module")
def docstrings() -> list[tuple[str, str]]:
    """Every docstring, those below constants and fields included, with the file and line that it stands in."""
    found = []
    for source in SOURCES.values():
        for path in sorted(source.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        found.append((f"{path.relative_to(ROOT)}:{node.lineno}", text))
    return found


def test_docstrings_begin_with_the_fields_words(docstrings: list[tuple[str, str]]) -> None:
    """What returns something says "Return"; nothing begins with "Give", and no sentence begins in its neighbor's."""
    wrong = [where for where, text in docstrings if text.lstrip().startswith(("Give ", "…", "..."))]
    assert wrong == []


def test_no_sentence_goes_on_in_the_next_docstring(docstrings: list[tuple[str, str]]) -> None:
    """A constant's sentence needs no neighbor: it ends with a full stop, or a bracket or quotation after one."""
    wrong = [where for where, text in docstrings if text.rstrip().endswith(("…", "...", ",", ";", ":"))]
    assert wrong == []
