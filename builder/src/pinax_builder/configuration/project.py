"""Guess what a folder's documentation is of, from the files of its project.

In:    A folder.
Out:   The project's name, and the file that has it.
Rules: a folder says for itself. If it is called as any project's is (`docs`, `html`, `en`), so do the folders around
       it, and what was built there: a Sphinx inventory, the title of `index.html`. A project that is called so as well
       says nothing. Names of folders around it do not count, since they differ from one machine to another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from pinax_runtime.trust import read_file, read_toml

_GENERIC_NAMES = """
    _build _site book build content dist doc docs docs-site documentation documents en guide guides html latest main man
    manual manuals out output pages public reference site source sources src target web website wiki www
"""
_GENERIC = frozenset(_GENERIC_NAMES.split())
"""Names that folders of documentation have in any project."""
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?")
"""Name of a folder with one language's pages, in small letters."""
_MAX_BYTES = 1 << 20
"""Largest file that is read (bytes)."""
_MAX_ABOVE = 3
"""Number of folders around the given one that are looked into."""
_SPHINX = re.compile(r"""^project\s*=\s*(?:u?r?)(["'])([^"'\n]+)\1""", re.MULTILINE)
_DOCUSAURUS = re.compile(r"""^\s*title:\s*(["'`])([^"'`\n]+)\1""", re.MULTILINE)


_INVENTORY = re.compile(r"^# Project: *(\S.*)$", re.MULTILINE)
_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_BETWEEN = re.compile(r"\s+[-–—|»·]+\s+|:\s+")
"""What stands between the parts of a page's title."""
_OF_ANY = re.compile(
    r"^(?:welcome to|the)\s+|\([^()]*\)|\bv?\d+(?:\.\d+)*\b"
    r"|\b(?:api|developer'?s?|docs?|documentation|guide|handbook|home|index|main|manual|page|reference|top|user'?s?)\b",
    re.IGNORECASE,
)
"""Words that titles of manuals have besides the name of their subject."""
_MAX_NAME_WORDS = 3


class Project(NamedTuple):
    """What a project's file says."""

    name: str
    file: Path


def project_of(folder: Path) -> Project | None:
    """Return the project that a folder belongs to; None if no file says."""
    first = at = folder.resolve()
    built: list[Project] = []
    for _ in range(1 + _MAX_ABOVE):
        is_generic = _is_generic(at.name)
        for file, name_in in (*_FILES, *(_BUILT if is_generic else ())):
            name = _read(at / file, name_in)
            if name and not _is_generic(name):
                found = Project(name, at / file)
                if (file, name_in) in _FILES:
                    return found
                built.append(found)
        if not is_generic:
            break
        at = at.parent
    return built[0] if built and built[0].file.is_relative_to(first) else None


def name_in_title(title: str) -> str:
    """Return what a manual is about, by the title of its first page; empty where that is not plain.

    >>> name_in_title("Supervisor: A Process Control System &#8212; Supervisor 4.2.5 documentation")
    'Supervisor'
    >>> name_in_title("aptitude user's manual"), name_in_title("Index | Node.js v18.20.4 Documentation")
    ('aptitude', 'Node.js')
    >>> [name_in_title(title) for title in ("3.11.2 Documentation", "index.rst", "Our manual has moved to a new place")]
    ['', '', '']
    """
    for part in reversed(_BETWEEN.split(" ".join(unescape(title).split()))):
        words = _OF_ANY.sub(" ", part).split()
        if words and len(words) <= _MAX_NAME_WORDS and words[0][0].isalnum():
            return " ".join(words)
    return ""


def _is_generic(name: str) -> bool:
    return name.lower() in _GENERIC or _LANGUAGE.fullmatch(name.lower()) is not None


def _read(file: Path, name_in: Callable[[str], Any]) -> str:
    try:
        name = name_in(read_file(file, _MAX_BYTES).decode("utf-8-sig", "replace"))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return ""
    return " ".join(name.split())[:200] if isinstance(name, str) else ""


def _of_mkdocs(text: str) -> Any:
    from pinax_builder.yaml_values import load_untagged  # takes 10 ms, and most builds read no YAML

    return load_untagged(text)["site_name"]


def _of(pattern: re.Pattern[str]) -> Callable[[str], Any]:
    return lambda text: found[2] if (found := pattern.search(text)) else ""


_FILES: tuple[tuple[str, Callable[[str], Any]], ...] = (
    ("mkdocs.yml", _of_mkdocs),
    ("conf.py", _of(_SPHINX)),
    ("source/conf.py", _of(_SPHINX)),
    ("docusaurus.config.js", _of(_DOCUSAURUS)),
    ("docusaurus.config.ts", _of(_DOCUSAURUS)),
    ("book.toml", lambda text: read_toml(text)["book"]["title"]),
    ("pyproject.toml", lambda text: read_toml(text)["project"]["name"]),
    ("package.json", lambda text: json.loads(text)["name"].rpartition("/")[2]),
    ("Cargo.toml", lambda text: read_toml(text)["package"]["name"]),
)
"""Files that name a project, those of its documentation first."""
_BUILT: tuple[tuple[str, Callable[[str], Any]], ...] = (
    ("objects.inv", lambda text: found[1] if (found := _INVENTORY.search(text)) else ""),
    ("index.html", lambda text: name_in_title(found[1]) if (found := _TITLE.search(text)) else ""),
)
"""Files of built documentation that name a project."""
