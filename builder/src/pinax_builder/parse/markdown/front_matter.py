"""Split the front matter from a Markdown file.

In:    The text of a file that may begin with YAML between `---` or TOML between `+++`.
Out:   Its top-level keys with their plain values, the text after it, and notices of what was wrong.
Rules: front matter never makes a page fail; if it cannot be read, there is a notice and the text stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time

from pinax_runtime.format import cause_of
from pinax_runtime.trust import read_toml

MAX_CHARS = 32_000
"""Length of the longest front matter that is read in full, in characters."""
MAX_KEYS = 100
"""Number of keys of front matter; YAML with more counts as malformed."""

Value = str | list[str]
"""A value as it was written, or a list of them."""

_YAML = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_SIMPLE_LINE = re.compile(r"^([A-Za-z][\w.-]*)[ \t]*[:=][ \t]*(.*\S)[ \t]*$", re.MULTILINE)
_BOOLEANS = frozenset({"True", "TRUE", "False", "FALSE"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a file, and the text below it."""

    values: Mapping[str, Value]
    """Strings, and lists of strings. Numbers and dates as they were written, booleans in lower case."""
    body: str
    """The text without the front matter."""
    notices: tuple[str, ...] = field(default=())
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
        values = _toml(source) if text.startswith("+") else _yaml(source)
    except (ValueError, RecursionError) as error:
        values = _simple_lines(source)
        if not values:
            return FrontMatter({}, text)
        return FrontMatter(
            values, body, (f"The front matter is malformed ({_first_line(error)}); only its simple lines are read.",)
        )
    if values is None:
        return FrontMatter({}, text)
    return FrontMatter(values, body)


def _yaml(source: str) -> dict[str, Value] | None:
    """Return the top level of a YAML mapping; None if the text is no mapping and so no front matter.

    Raises:
        ValueError: It is not YAML, nested too deeply or has too many keys.
    """
    from pinax_builder.parse.markdown.yaml_mapping import top_level  # PyYAML takes 6 ms to import

    values = top_level(source, MAX_KEYS)
    if values is None:
        return None
    return {
        _plain(key): _plain(value) if isinstance(value, str) else list(map(_plain, value))
        for key, value in values.items()
    }


def _toml(source: str) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for key, value in list(read_toml(source).items())[:MAX_KEYS]:
        if isinstance(value, list):
            items = [_plain(str(item)) for item in value if isinstance(item, (str, int, float, date, time))]
            if items:
                values[key] = items
        elif isinstance(value, (str, int, float, date, time)):
            values[key] = _plain(str(value))
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


def _first_line(error: Exception) -> str:
    problem = cause_of(error)
    return problem.splitlines()[0] if problem else type(error).__name__
