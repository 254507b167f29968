"""Load YAML that nobody has checked.

In:    YAML.
Out:   Its values, as the safe loader makes them; or a ValueError.
Rules: a document may refer to its own parts (`&a`, `*a`), so that a few hundred bytes stand for gigabytes. What all its
       references stand for is counted from the stream of events before anything is loaded. Where a part contains
       itself, the inner one has a few short values of the outer one and no parts. Deep nesting, which would end the
       process within a loader, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C if it is installed, which is faster."""
MAX_DEPTH = 100
"""Deepest nesting of YAML that is loaded."""
MAX_CHARS = 20_000_000
"""Largest size of a document (characters, and values) with each reference replaced by what it stands for."""

_INNER_ITEMS = 10
"""Largest number of values that are kept of a part that contains itself, where it stands within itself."""
_INNER_CHARS = 100
"""Largest length of such a value with its key (characters)."""


_TAG = re.compile(r"(?<![^\s\[{,])!!?[\w./:!-]+")


def load_untagged(text: str) -> Any:
    """Load a document without its tags, such as `!!python/name:a.b`, which no safe loader reads.

    Raises:
        ValueError: As `load_yaml`.
    """
    return load_yaml(_TAG.sub("", text))


def load_yaml(text: str) -> Any:
    """Load a document.

    Raises:
        ValueError: It is no YAML, nests too deep, or stands for too much.
    """
    value = _read(text, yaml.load)
    _end_circles(value, {}, set())
    return value


def compose_yaml(text: str) -> Any:
    """Return a document's tree, a `yaml.Node`, or None. Numbers are as they were written: 3.10 is no 3.1.

    Raises:
        ValueError: As `load_yaml`.
    """
    return _read(text, yaml.compose)


def _read(text: str, read: Callable[..., Any]) -> Any:
    try:
        _check(text)
        return read(text, Loader=_Loader)
    except (yaml.YAMLError, RecursionError, OverflowError) as error:
        raise ValueError(" ".join(str(error).split())) from error


def _check(text: str) -> None:
    """Count what a document stands for.

    Raises:
        ValueError: It is too much or too deep.
    """
    total = 0
    open_parts: list[tuple[str | None, int]] = []
    sizes: dict[str | None, int] = {}
    """Anchor → size of the part it names; within the part itself, the size of the small copy that replaces it."""
    for event in yaml.parse(text, Loader=_Loader):
        size = _size_of(event, sizes)
        total += size
        if isinstance(event, yaml.ScalarEvent):
            sizes[event.anchor] = size
        elif isinstance(event, yaml.CollectionStartEvent):
            open_parts.append((event.anchor, total - size))
            sizes[event.anchor] = _INNER_ITEMS * _INNER_CHARS
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, start = open_parts.pop()
            sizes[anchor] = total - start
        if len(open_parts) > MAX_DEPTH:
            raise ValueError(f"it nests more than {MAX_DEPTH} deep")
        if total > MAX_CHARS:
            raise ValueError(f"its references stand for more than {MAX_CHARS:,} characters")


def _size_of(event: yaml.Event, sizes: Mapping[str | None, int]) -> int:
    """Return what an event adds: each value counts one, a text its characters, and a reference what it stands for."""
    if isinstance(event, yaml.AliasEvent):
        return 1 + sizes.get(event.anchor, 0)
    return 1 + len(event.value) if isinstance(event, yaml.ScalarEvent) else 1


def _end_circles(value: Any, around: dict[int, Any], seen: set[int]) -> None:
    """Put a small copy in the place of each table or list that contains the one that it stands in.

    Args:
        value: Whose items are looked at.
        around: The tables and lists that contain it, by id.
        seen: Ids of those that were looked at.
    """
    if not isinstance(value, dict | list) or id(value) in seen:
        return
    seen.add(id(value))
    around[id(value)] = value
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if id(item) in around:
            value[key] = _inner(item)
        else:
            _end_circles(item, around, seen)
    del around[id(value)]


def _inner(value: Any) -> Any:
    """Return a few short values of a table; of a list, an empty one."""
    if isinstance(value, list):
        return []
    short = {
        key: item
        for key, item in value.items()
        if isinstance(key, str) and isinstance(item, str) and len(key) + len(item) <= _INNER_CHARS
    }
    return dict(islice(short.items(), _INNER_ITEMS))
