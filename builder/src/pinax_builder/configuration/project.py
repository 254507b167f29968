"""Guess what a folder's documentation is of, from the files of its project.

In:    A folder.
Out:   The project's name, and the file that has it.
Rules: a folder says for itself. If it is called as any project's is (`docs`, `html`), so do the folders around it.
       A project that is called so as well says nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pinax_builder.yaml_values import load_untagged
from pinax_runtime.trust import read_file, read_toml

_GENERIC_NAMES = """
    _build _site book build content dist doc docs docs-site documentation documents en guide guides html latest main man
    manual manuals out output pages public reference site source sources src target web website wiki www
"""
_GENERIC = frozenset(_GENERIC_NAMES.split())
"""Names that folders of documentation have in any project."""
_MAX_BYTES = 1 << 20
"""Largest file that is read (bytes)."""
_MAX_ABOVE = 3
"""Number of folders around the given one that are looked into."""
_SPHINX = re.compile(r"""^project\s*=\s*(?:u?r?)(["'])([^"'\n]+)\1""", re.MULTILINE)
_DOCUSAURUS = re.compile(r"""^\s*title:\s*(["'`])([^"'`\n]+)\1""", re.MULTILINE)


class Project(NamedTuple):
    """What a project's file says."""

    name: str
    file: Path


def project_of(folder: Path) -> Project | None:
    """Return the project that a folder belongs to; None if no file says."""
    at = folder.resolve()
    for _ in range(1 + _MAX_ABOVE):
        for file, name_in in _FILES:
            name = _read(at / file, name_in)
            if name and name.lower() not in _GENERIC:
                return Project(name, at / file)
        if at.name.lower() not in _GENERIC:
            break
        at = at.parent
    return None


def _read(file: Path, name_in: Callable[[str], Any]) -> str:
    try:
        name = name_in(read_file(file, _MAX_BYTES).decode("utf-8-sig"))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return ""
    return " ".join(name.split())[:200] if isinstance(name, str) else ""


def _of_toml(*keys: str) -> Callable[[str], Any]:
    return lambda text: _at(read_toml(text), keys)


def _at(value: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        value = value[key]
    return value


def _of_package_json(text: str) -> str:
    name: str = json.loads(text)["name"]
    return name.rpartition("/")[2]


def _of_mkdocs(text: str) -> Any:
    return load_untagged(text)["site_name"]


def _of(pattern: re.Pattern[str]) -> Callable[[str], Any]:
    return lambda text: found[2] if (found := pattern.search(text)) else ""


_FILES: tuple[tuple[str, Callable[[str], Any]], ...] = (
    ("mkdocs.yml", _of_mkdocs),
    ("conf.py", _of(_SPHINX)),
    ("source/conf.py", _of(_SPHINX)),
    ("docusaurus.config.js", _of(_DOCUSAURUS)),
    ("docusaurus.config.ts", _of(_DOCUSAURUS)),
    ("book.toml", _of_toml("book", "title")),
    ("pyproject.toml", _of_toml("project", "name")),
    ("package.json", _of_package_json),
    ("Cargo.toml", _of_toml("package", "name")),
)
"""Files that name a project, those of its documentation first."""
