"""Read Pagefind's configuration (`pagefind.toml`, `.yml`, `.yaml`, `.json`) as a docset.

In:    A file as Pagefind takes it.
Out:   A DocsetConfig, and the options of the file that have no counterpart here.
Rules: an option that changes which text is indexed is never left out in silence.
Spec:  https://pagefind.app/docs/config-options/
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pinax_builder.configuration.config import MAX_BYTES, DocsetConfig, docset_config
from pinax_builder.errors import ConfigError
from pinax_runtime.format import cause_of
from pinax_runtime.trust import read_file, read_toml

PAGEFIND_FILES = ("pagefind.toml", "pagefind.yml", "pagefind.yaml", "pagefind.json")
_KEYS = {"site": "path", "source": "path", "glob": "include", "force_language": "language"}
"""Pagefind's option → our key."""
_WITHOUT_EFFECT_LIST = """
    bundle_dir include_characters keep_index_url logfile output_path output_subdir quiet serve silent verbose
    write_playground
"""
_WITHOUT_EFFECT = frozenset(_WITHOUT_EFFECT_LIST.split())
"""Options that do not change which text is found here."""
_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_GLOBS = 100
"""Largest number of globs that one with braces may stand for, and of braces in it."""


def load_pagefind(path: Path) -> tuple[DocsetConfig, list[str]]:
    """Read a configuration of Pagefind.

    Returns:
        The docset, and the options that have no counterpart, sorted.

    Raises:
        ConfigError: The file cannot be read, or does not say where the site is.
    """
    given = _read(path)
    values: dict[str, Any] = {_KEYS[key]: value for key, value in given.items() if key in _KEYS and value}
    if "path" not in values:
        raise ConfigError("site", None, "the folder of the built site", "is missing")
    values["include"] = _expanded(str(values.get("include") or "**/*.html"))
    unknown = sorted(key for key in given if key not in _KEYS and key not in _WITHOUT_EFFECT)
    return docset_config(values, path.parent), unknown


def _read(path: Path) -> dict[str, Any]:
    from pinax_builder.yaml_values import load_yaml  # most builds read no YAML at all

    try:
        text = read_file(path, MAX_BYTES).decode("utf-8-sig")
        readers: dict[str, Callable[[str], Any]] = {".toml": read_toml, ".json": json.loads}
        loaded = readers.get(path.suffix, load_yaml)(text)
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(
            str(path), None, "a configuration of Pagefind", f"cannot be read ({cause_of(error)})"
        ) from error
    if not isinstance(loaded, dict):
        raise ConfigError(str(path), None, "a table of options", "has none")
    return loaded


def _expanded(glob: str) -> list[str]:
    """Write a glob with braces as several without.

    >>> _expanded("docs/**/*.{html,htm}")
    ['docs/**/*.html', 'docs/**/*.htm']
    """
    n_globs = math.prod(1 + choices.count(",") for choices in _BRACES.findall(glob))
    if max(n_globs, glob.count("{")) > _MOST_GLOBS:
        raise ConfigError("glob", glob, f"one that stands for at most {_MOST_GLOBS} globs", "has too many braces")
    found = _BRACES.search(glob)
    if not found:
        return [glob]
    choices = found[1].split(",")
    return [one for choice in choices for one in _expanded(glob[: found.start()] + choice + glob[found.end() :])]
