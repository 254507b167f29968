"""Read the top level of a YAML mapping that nobody has checked.

In:    YAML.
Out:   Its keys with their values: scalars, and lists of scalars.

Strategy: YAML is read as a stream of events, not with a loader. A loader recurses (PyYAML's C loader ends the process
on deeply nested input), follows aliases (the "billion laughs"), and turns the version 3.10 into 3.1. Events need only a
depth counter, and values stay as they were written. Nested values are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import yaml

from pinax_runtime.format import cause_of

MAX_DEPTH = 32
"""Depth of nested values at which YAML counts as malformed."""
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


def top_level(source: str, max_keys: int) -> Mapping[str, str | list[str]] | None:
    """Return the values of a mapping, as they were written; None if the text is no mapping.

    Raises:
        ValueError: It is not YAML, nested too deeply or has more keys than `max_keys`.
    """
    try:
        return _top_level(_events(source), max_keys)
    except yaml.YAMLError as error:
        raise ValueError(_what_is_wrong(error)) from error


def _top_level(events: Iterator[yaml.Event], max_keys: int) -> dict[str, str | list[str]] | None:
    first = next(events, None)
    if not isinstance(first, yaml.MappingStartEvent):
        return {} if first is None or _scalar(first) is None else None
    values: dict[str, str | list[str]] = {}
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            break
        key = _value(event, events)
        value = _value(next(events), events)
        if isinstance(key, str) and value:
            values[key] = value
        if len(values) > max_keys:
            raise ValueError(f"more than {max_keys} keys")
    return values


def _events(source: str) -> Iterator[yaml.Event]:
    """Yield the events of the first document that begin or end values."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    for event in yaml.parse(source, Loader=loader):
        if isinstance(event, (yaml.NodeEvent, yaml.CollectionEndEvent)):
            yield event
        elif isinstance(event, yaml.DocumentEndEvent):
            return


def _value(event: yaml.Event, events: Iterator[yaml.Event]) -> str | list[str] | None:
    """Return the value that an event begins; None if it is empty, nested or an alias."""
    if not isinstance(event, yaml.CollectionStartEvent):
        return _scalar(event)
    items = []
    depth = 1
    for inner in events:
        if isinstance(inner, yaml.CollectionEndEvent):
            depth -= 1
            if not depth:
                break
        elif isinstance(inner, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f"nested more than {MAX_DEPTH} deep")
        elif depth == 1 and (item := _scalar(inner)):
            items.append(item)
    return items if isinstance(event, yaml.SequenceStartEvent) else None


def _scalar(event: yaml.Event) -> str | None:
    if not isinstance(event, yaml.ScalarEvent) or (event.style is None and event.value in _NULLS):
        return None
    return str(event.value)


def _what_is_wrong(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None) or cause_of(error)
    mark = getattr(error, "problem_mark", None)
    location = f" in line {mark.line + 2}" if mark is not None else ""
    return f"{problem.splitlines()[0] if problem else type(error).__name__}{location}"
