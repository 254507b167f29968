"""The list of traps names tests that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_every_trap_is_held_by_a_test() -> None:
    """Each of the thirty-six mistakes and each kind of bad input names tests, and each of these exists."""
    lines = (TESTS / "traps.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|") and "`" in line]
    assert [int(row.split("|")[1]) for row in rows if row.split("|")[1].strip().isdigit()] == list(range(1, 37))
    missing = []
    for row in rows:
        named = re.findall(r"`([^`]+)::(\w+)`", row)
        assert named, row
        missing += [f"{file}::{name}" for file, name in named if name not in _functions(TESTS / file)]
    assert missing == []


@cache
def _functions(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
