"""Split the front matter from a Markdown file.

In:    The text of a file that may begin with YAML between `---` or TOML between `+++`.
Out:   Its top-level keys with their plain values, the text after it, and notices of what was wrong.
Rules: front matter never makes a page fail; if it cannot be read, there is a notice and the text stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import TYPE_CHECKING

from pinax_runtime.format import cause_of
from pinax_runtime.trust import read_toml

if TYPE_CHECKING:
    import yaml

MAX_CHARS = 32_000
"""Length of the longest front matter that is read in full, in characters."""
MAX_KEYS = 100
"""Number of keys of front matter; YAML with more counts as malformed."""
MAX_DEPTH = 32
"""Depth of nested values at which YAML counts as malformed."""

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
        problem = _first_line(cause_of(error), error)
        notice = f"The front matter is malformed ({problem}); only its simple lines are read."
        return FrontMatter(values, body, (notice,))
    if values is None:
        return FrontMatter({}, text)
    return FrontMatter(values, body)


def _yaml(source: str) -> dict[str, Value] | None:
    """Return the top level of a YAML mapping; None if the text is no mapping and so no front matter.

    YAML is read as a stream of events, not with a loader. A loader recurses (PyYAML's C loader ends the process on
    deeply nested input), follows aliases (the "billion laughs"), and turns the version 3.10 into 3.1.

    Raises:
        ValueError: It is not YAML, nested too deeply or has too many keys.
    """
    import yaml  # takes 6 ms

    nodes: list[Value | None] = []
    """Keys and values in turn; None for one that is empty, an alias or a mapping."""
    try:
        for depth, node in _nodes(source):
            scalar = _scalar(node)
            if depth == 0 and not isinstance(node, yaml.MappingStartEvent):
                return {} if isinstance(node, yaml.ScalarEvent) and scalar is None else None
            if depth == 1:
                nodes.append([] if isinstance(node, yaml.SequenceStartEvent) else scalar)
            elif depth == 2 and scalar and isinstance(nodes[-1], list):
                nodes[-1].append(scalar)
    except yaml.YAMLError as error:
        raise ValueError(_what_is_wrong(error)) from error
    values = {key: value for key, value in zip(nodes[::2], nodes[1::2], strict=True) if isinstance(key, str) and value}
    if len(values) > MAX_KEYS:
        raise ValueError(f"more than {MAX_KEYS} keys")
    return values


def _nodes(source: str) -> Iterator[tuple[int, yaml.NodeEvent]]:
    """Yield the nodes of the first YAML document, each with the number of collections around it."""
    import yaml

    depth = 0
    for event in yaml.parse(source, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
        if isinstance(event, yaml.NodeEvent):
            yield depth, event
            if isinstance(event, yaml.CollectionStartEvent):
                if depth > MAX_DEPTH:
                    raise ValueError(f"nested more than {MAX_DEPTH} deep")
                depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.DocumentEndEvent):
            return


def _scalar(node: yaml.NodeEvent) -> str | None:
    """Return a scalar as it was written; None for what is no scalar or stands for nothing."""
    value = getattr(node, "value", None)
    return None if value is None or (getattr(node, "style", None) is None and value in _NULLS) else _plain(value)


def _what_is_wrong(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    location = f" in line {mark.line + 2}" if mark is not None else ""
    return f"{_first_line(getattr(error, 'problem', None) or cause_of(error), error)}{location}"


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


def _first_line(problem: str, error: Exception) -> str:
    return problem.splitlines()[0] if problem else type(error).__name__
