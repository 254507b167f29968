"""The documents that lead through the code name what is there, and all of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = {"runtime": ROOT / "runtime/src/pinax_runtime", "builder": ROOT / "builder/src/pinax_builder"}
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")
REQUESTS = re.findall(r"^\| ([^|]+) \| [^|]+ \| (`[^|]+`) \|$", CONTRIBUTING, re.MULTILINE)
"""(Request, files that its row names) of the table "Where would I change"."""
UNMAPPED = {"__init__", "__main__", "conftest"}


def named_files(text: str) -> list[str]:
    """Return what a text names in code spans as a file with its folder."""
    return re.findall(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|md|toml|tsv|json|sh|mjs))`", text)


def exists(name: str) -> bool:
    """Say whether a file is there, from the project's root, a distribution's sources or a folder in them."""
    folders = ("", "docs", "browser", "examples/site/docs")
    starts = (*(ROOT / folder for folder in folders), *SOURCES.values(), SOURCES["runtime"] / "search")
    return any((start / name).is_file() for start in starts)


@pytest.mark.parametrize("text", [CONTRIBUTING, ARCHITECTURE], ids=["CONTRIBUTING", "architecture"])
def test_the_files_that_a_document_names_exist(text: str) -> None:
    """A reader who follows a path finds a file."""
    named = named_files(text)
    assert len(named) > 10
    assert [name for name in named if not exists(name)] == []


def test_change_requests_name_files() -> None:
    """Each row of the table "Where would I change" in CONTRIBUTING.md leads to files that are there."""
    assert REQUESTS
    for request, files in REQUESTS:
        named = re.findall(r"`([^`]+)`", files)
        assert named, request
        assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("source", SOURCES)
def test_every_module_is_on_the_map(source: str) -> None:
    """Each module is named in a code span of the architecture page, by its name or its folder's."""
    words = {word for span in re.findall(r"`([^`\n]+)`", ARCHITECTURE) for word in re.findall(r"\w+", span)}
    missing = []
    for path in SOURCES[source].rglob("*.py"):
        folders = {*path.relative_to(SOURCES[source]).parts[:-1]}
        if path.stem not in words | UNMAPPED and not folders & {"languages", "platforms", "converting"}:
            missing.append(str(path.relative_to(SOURCES[source])))
    assert missing == []
