"""Change one member of a JSON file that people edit: with comments, trailing commas, and an order of their own.

Rules: text is inserted or replaced in one place, and everything else stays the same, byte for byte. The caller checks
       the outcome by reading it.
Spec:  RFC 8259; comments and a trailing comma as VS Code and Zed accept them (JSON with Comments).
Why:   docs/decisions/0027
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

MAX_DEPTH = 200
"""Deepest nesting that is read (levels): far less than Python's limit of recursion."""

_SPACE = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*)?(?=\r?\n)")


@dataclass(slots=True)
class _Value:
    """A value, and its position in the text."""

    value: Any
    start: int
    end: int
    members: dict[str, _Value] = field(default_factory=dict)
    """The members of an object, by name."""
    comma: int = -1
    """Offset after the trailing comma of an object; -1 if there is none."""


def read_json(text: str) -> Any:
    """Parse a text; a blank text is an empty object.

    Raises:
        ValueError: The text is not JSON, or has a name twice; the message says where.
    """
    return {} if _is_blank(text) else _Reader(text).read().value


def put_member(text: str, table: str, name: str, value: Any) -> str:
    """Put a member into the object `table` of the outermost object; both are created if they do not exist.

    Raises:
        ValueError: The text is not JSON, or one of the two is not an object.
    """
    if _is_blank(text):
        return text + json.dumps({table: {name: value}}, indent=2, ensure_ascii=False) + "\n"
    root = _Reader(text).read()
    _check_object(root, "it")
    unit = _unit(text, root)
    if table not in root.members:
        return _insert(text, root, table, {name: value}, unit, 1)
    servers = root.members[table]
    _check_object(servers, f'"{table}"')
    if name not in servers.members:
        return _insert(text, servers, name, value, unit, 2)
    old = servers.members[name]
    return text[: old.start] + _written(text, value, unit, 2) + text[old.end :]


def _is_blank(text: str) -> bool:
    return not _SPACE.sub("", text.removeprefix("\ufeff"))


def _check_object(value: _Value, what: str) -> None:
    if not isinstance(value.value, dict):
        raise ValueError(f"{what} is not an object")


def _insert(text: str, into: _Value, name: str, value: Any, unit: str, depth: int) -> str:
    """Insert a member after the last one, below the comment on that one's line."""
    newline = _newline(text)
    member = f"{newline}{unit * depth}{json.dumps(name, ensure_ascii=False)}: {_written(text, value, unit, depth)}"
    closing = into.end - 1
    if not into.members:
        before = text[:closing].rstrip(" \t\r\n")
        return f"{before}{member}{newline}{unit * (depth - 1)}{text[closing:]}"
    last = max(item.end for item in into.members.values())
    if into.comma >= 0:
        last, member = into.comma, f"{member},"
    comment = _REST_OF_LINE.match(text, last)
    below = comment.end() if comment and comment.end() < closing else last
    between = text[last:below]
    comma = "" if into.comma >= 0 else ","
    after = text[below:]
    if "\n" not in text[below:closing]:  # the object ends on the line of its last member
        after = f"{newline}{unit * (depth - 1)}{after.lstrip(' ')}"
    return text[:last] + comma + between + member + after


def _written(text: str, value: Any, unit: str, depth: int) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return f"{_newline(text)}{unit * depth}".join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str, root: _Value) -> str:
    """Return the indentation of one level: that of the first member, if it has a line of its own."""
    found = re.compile(r"\n([ \t]+)(?=[\"/])").search(text, root.start, root.end)
    return found[1] if found else "  "


class _Reader:
    """Parses a text from start to end, once."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 1 if text.startswith("\ufeff") else 0

    def read(self) -> _Value:
        self._pass_space()
        value = self._value(0)
        self._pass_space()
        if self._at < len(self._text):
            raise self._wrong("nothing more")
        return value

    def _value(self, depth: int) -> _Value:
        if depth > MAX_DEPTH:
            raise ValueError(f"it is more than {MAX_DEPTH} levels deep")
        start = self._at
        first = self._text[start : start + 1]
        if first == "{":
            return self._object(depth)
        if first == "[":
            return self._array(depth)
        found = (_STRING if first == '"' else _SCALAR).match(self._text, start)
        if not found:
            raise self._wrong("a value")
        self._at = found.end()
        return _Value(self._decoded(found[0]), start, self._at)

    def _object(self, depth: int) -> _Value:
        found = _Value({}, self._at, 0)
        self._at += 1
        while not self._closed("}"):
            key = _STRING.match(self._text, self._at)
            if not key:
                raise self._wrong("a name in quotes")
            self._at = key.end()
            name = self._decoded(key[0])
            if name in found.members:
                raise ValueError(f"it has {json.dumps(name)} twice")
            self._pass_space()
            self._expect(":")
            self._pass_space()
            found.members[name] = self._value(depth + 1)
            found.comma = self._pass_comma("}")
        found.end = self._at
        found.value = {name: member.value for name, member in found.members.items()}
        return found

    def _array(self, depth: int) -> _Value:
        found = _Value([], self._at, 0)
        self._at += 1
        while not self._closed("]"):
            found.value.append(self._value(depth + 1).value)
            self._pass_comma("]")
        found.end = self._at
        return found

    def _closed(self, bracket: str) -> bool:
        self._pass_space()
        if not self._text.startswith(bracket, self._at):
            return False
        self._at += 1
        return True

    def _pass_comma(self, bracket: str) -> int:
        """Skip a comma and return the offset after it; -1 if the closing bracket follows instead."""
        self._pass_space()
        if self._text.startswith(bracket, self._at):
            return -1
        self._expect(",")
        return self._at

    def _expect(self, character: str) -> None:
        if not self._text.startswith(character, self._at):
            raise self._wrong(f"{character!r}")
        self._at += 1

    def _pass_space(self) -> None:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _decoded(self, written: str) -> Any:
        try:
            return json.loads(written)
        except ValueError:
            raise self._wrong("a value as JSON has them") from None

    def _wrong(self, wanted: str) -> ValueError:
        line = self._text.count("\n", 0, self._at) + 1
        return ValueError(f"line {line} should have {wanted}")
