"""Read requirements files of pip: what `pip freeze` and compilers of requirements write."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PINNED = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([\w.!+*-]+)")


def read_requirements(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, version) of each requirement with one exact version; ranges and options are left out."""
    for line in text.splitlines():
        found = _PINNED.match(line)
        if found and "*" not in found[2]:
            yield found[1], found[2]
