"""What docs/reliability.md says of hostile probes is held by tests that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\d+) \| .* \| ([^|]*) \|$", PAGE.partition("<!-- end of by hand -->")[0], re.MULTILINE)


def test_every_row_names_its_tests() -> None:
    """Each row names functions, and each of these exists."""
    assert len(ROWS) >= 31
    assert [int(number) for number, _ in ROWS] == list(range(1, len(ROWS) + 1))
    for number, held_by in ROWS:
        named = re.findall(r"`(tests/[\w./]+)::(\w+)`", held_by)
        assert named, number
        assert [f"{file}::{name}" for file, name in named if name not in _functions(ROOT / file)] == []


@cache
def _functions(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
