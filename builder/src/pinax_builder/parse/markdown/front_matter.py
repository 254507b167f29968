"""Split the front matter from a Markdown file.

In:    The text of a file that may begin with YAML between `---` or TOML between `+++`.
Out:   Its top-level keys with their plain values, the text after it, and notices of what was wrong.
Rules: front matter never makes a page fail; if it cannot be read, there is a notice and the text stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from itertools import islice
from typing import Any

from pinax_runtime.format import cause_of
from pinax_runtime.trust import read_toml

MAX_CHARS = 32_000
"""Length of the longest front matter that is read in full, in characters."""
MAX_KEYS = 100
"""Number of keys of front matter that are kept."""

Value = str | list[str]
"""A value as it was written, or a list of them."""

_YAML = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_SIMPLE_LINE = re.compile(r"^([A-Za-z][\w.-]*)[ \t]*[:=][ \t]*(.*\S)[ \t]*$", re.MULTILINE)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS = frozenset({"True", "TRUE", "False", "FALSE"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a file, and the text below it."""

    values: Mapping[str, Value]
    """Strings, and lists of strings. Numbers and dates as they were written, booleans in lower case."""
    body: str
    """The text without the front matter."""
    notices: tuple[str, ...] = ()
    """Sentences on what was wrong with the front matter."""


def split_front_matter(text: str) -> FrontMatter:
    """Split a file's text into front matter and body.

    Text that merely begins with a rule (`---`) is not front matter.
    """
    match = _YAML.match(text) or _TOML.match(text)
    if match is None:
        return FrontMatter({}, text)
    source, body = match[1], text[match.end() :]
    if len(source) > MAX_CHARS:
        notice = (
            f"The front matter has {len(source):,} characters, the limit is {MAX_CHARS:,}; only simple lines are read."
        )
        return FrontMatter(_simple_lines(source[:MAX_CHARS]), body, (notice,))
    try:
        given = read_toml(source) if text.startswith("+") else _yaml(source)
    except (ValueError, RecursionError) as error:
        values = _simple_lines(source)
        if not values:
            return FrontMatter({}, text)
        notice = f"The front matter is malformed ({_what_is_wrong(error)}); only its simple lines are read."
        return FrontMatter(values, body, (notice,))
    return FrontMatter({}, text) if given is None else FrontMatter(_plain_values(given), body)


def _yaml(source: str) -> dict[str, Any] | None:
    """Return a YAML mapping, whose values are as they were written; None if the text is none, and so no front matter.

    Raises:
        ValueError: It is not YAML, nests too deep or stands for too much.
    """
    from pinax_builder.yaml_values import compose_yaml  # takes 6 ms

    tree = compose_yaml(source)
    if tree is None or tree.id == "scalar":
        return {} if tree is None or _scalar(tree) is None else None
    if tree.id != "mapping":
        return None
    items = (
        (key.value, list(map(_scalar, value.value)) if value.id == "sequence" else _scalar(value))
        for key, value in tree.value
    )
    return {key: value for key, value in items if isinstance(key, str)}


def _scalar(node: Any) -> Any:
    """Return a text as it was written; None for what is none or stands for nothing."""
    return node.value if node.id == "scalar" and (node.style or node.value not in _NULLS) else None


def _what_is_wrong(error: Exception) -> str:
    """Return the first line of what a parser says, with the number of the file's line for YAML."""
    mark = getattr(error.__cause__, "problem_mark", None)
    problem = getattr(error.__cause__, "problem", None) or cause_of(error) or type(error).__name__
    return problem.splitlines()[0] + (f" in line {mark.line + 2}" if mark is not None else "")


def _plain_values(given: Mapping[Any, Any]) -> dict[str, Value]:
    """Return the texts, numbers and dates of front matter, and lists of them."""
    values: dict[str, Value] = {}
    for key, value in islice(given.items(), MAX_KEYS):
        texts = [
            _plain(str(one))
            for one in (value if isinstance(value, list) else [value])
            if isinstance(one, (str, int, float, date, time))
        ]
        if texts and isinstance(key, str):
            values[key] = texts if isinstance(value, list) else texts[0]
    return values


def _simple_lines(source: str) -> dict[str, Value]:
    """Return the `key: value` lines of front matter that is malformed, so that its title is not lost."""
    values: dict[str, Value] = {}
    for match in _SIMPLE_LINE.finditer(source):
        value = match[2].strip("\"'")
        if value and len(values) < MAX_KEYS and value[0] not in "[{|>&*!":
            values.setdefault(match[1], _plain(value))
    return values


def _plain(scalar: str) -> str:
    return scalar.lower() if scalar in _BOOLEANS else scalar
