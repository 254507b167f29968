"""Put figures into docs/reliability.md, between the marks of their part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"


def put(part: str, lines: Sequence[str]) -> None:
    """Replace the figures of a part in the page, between its marks."""
    text = PAGE.read_text("utf-8")
    marks = f"<!-- {part} -->", f"<!-- end of {part} -->"
    pattern = re.compile(f"{re.escape(marks[0])}.*?{re.escape(marks[1])}", re.S)
    assert pattern.search(text), f"no place for {part} in {PAGE}"
    PAGE.write_text(pattern.sub("\n".join([marks[0], *lines, marks[1]]).replace("\\", r"\\"), text), "utf-8")
