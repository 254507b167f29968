"""Change one member of a JSON file as people keep it: with comments, commas at the end, and an order of their own.

Rules: text is put in or replaced at one place, and all else stays as it is, byte for byte. Whether that went well is
       checked by reading the outcome.
Spec:  RFC 8259; comments and a last comma as VS Code and Zed read them (JSON with Comments).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

MAX_DEPTH = 200

_SPACE = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*)?(?=\r?\n)")


@dataclass(slots=True)
class _Value:
    """A value, and where it stands."""

    value: Any
    start: int
    end: int
    members: dict[str, _Value] = field(default_factory=dict)
    """Of an object."""
    comma: int = -1
    """Where the comma after the last member ends, if there is one."""


def read_json(text: str) -> Any:
    """Read a whole text; a blank one is an empty object.

    Raises:
        ValueError: It is not JSON, or says something twice; the message says where.
    """
    return {} if _is_blank(text) else _Reader(text).read().value


def put_member(text: str, table: str, name: str, value: Any) -> str:
    """Put a member into the object `table` of the outermost object, which is made where there is none.

    Raises:
        ValueError: The text is not JSON, or either of the two is no object.
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
    """Put a member after the last one, below what is said of that on its line."""
    newline = _newline(text)
    member = f"{newline}{unit * depth}{json.dumps(name, ensure_ascii=False)}: {_written(text, value, unit, depth)}"
    closing = into.end - 1
    if not into.members:
        before = text[:closing].rstrip(" \t\r\n")
        return f"{before}{member}{newline}{unit * (depth - 1)}{text[closing:]}"
    last = max(item.end for item in into.members.values())
    if into.comma >= 0:
        last, member = into.comma, f"{member},"
    said = _REST_OF_LINE.match(text, last)
    below = said.end() if said and said.end() < closing else last
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
    """Give what one level is indented by: as the first member is, if it stands on a line of its own."""
    found = re.compile(r"\n([ \t]+)(?=[\"/])").search(text, root.start, root.end)
    return found[1] if found else "  "


class _Reader:
    """Reads a text from its start to its end, once."""

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
        """Go past a comma and give where it ends; -1 if the bracket follows instead."""
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
