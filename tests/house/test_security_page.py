"""What SECURITY.md promises is held by tests that are there, and that run."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
ROWS = re.findall(r"^\| \*\*(.+?)\*\* \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE)


def test_every_promise_names_its_tests() -> None:
    """Each row of the table names tests; each is a file with tests, or a folder of such."""
    assert len(ROWS) == len(re.findall(r"^\| \*\*", PAGE, re.MULTILINE)) >= 6
    for who, held_by in ROWS:
        names = re.findall(r"`(tests/[\w./]+)(?:::(\w+))?`", held_by)
        assert names, who
        for name, test in names:
            path = ROOT / name
            files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
            assert any(f"def {test or 'test_'}" in file.read_text("utf-8") for file in files), (who, name, test)
