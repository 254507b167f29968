"""Change one entry of a client's file, in JSON or TOML, without touching the rest.

People edit these files. Comments, trailing commas, indentation, line ends and the order of entries stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pinax_runtime import trust
from pinax_runtime.format import cause_of

_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_LAST_COMMA = re.compile(r'("(?:[^"\\]|\\.)*"?|[{\[]\s*,)|,(?=\s*[}\]])', re.DOTALL)
"""The first group of both is what stays: strings, and a comma that follows no value."""
_NAME_OR_END = re.compile(r'["}]')
_VALUE = re.compile(r"[^\s:]")
_REST_OF_LINE = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*)?(?=\r?\n)")


def read_json(text: str) -> Any:
    """Parse a text with comments and trailing commas; a blank text is an empty object.

    Raises:
        ValueError: The text is not JSON, or has a name twice; the message says where.
    """
    plain = _plain(text)
    try:
        return _DECODER.decode(plain) if plain.strip() else {}
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("its values are nested too deep") from None


def put_member(text: str, table: str, name: str, value: Any) -> str:
    """Put a member into the object `table` of the outermost object; both are created if they do not exist.

    Raises:
        ValueError: The text is not JSON, or one of the two is not an object.
    """
    content, plain = read_json(text), _plain(text)
    if not plain.strip():
        return text + json.dumps({table: {name: value}}, indent=2, ensure_ascii=False) + "\n"
    _check_object(content, "it")
    start = plain.index("{")
    members, end = _members(plain, start)
    found = re.compile(r"\n([ \t]+)(?=[\"/])").search(text, start, end)
    unit = found[1] if found else "  "  # the indentation of the first member, if it has a line of its own
    if table not in content:
        return _insert(text, members, end, table, {name: value}, unit, 1)
    _check_object(content[table], f'"{table}"')
    servers, end = _members(plain, members[table][0])
    if name not in servers:
        return _insert(text, servers, end, name, value, unit, 2)
    start, end = servers[name]
    return text[:start] + _json_written(text, value, unit, 2) + text[end:]


def _blank(found: re.Match[str]) -> str:
    """Replace a comment or comma with spaces; a comment that is not closed stays."""
    is_open = found[0].startswith("/*") and not found[0].endswith("*/", 2)
    return found[0] if found[1] or is_open else re.sub(r"[^\n]", " ", found[0])


def _plain(text: str) -> str:
    """Replace comments and trailing commas with spaces, so that the text is JSON in which every offset is the same."""
    text = text.replace("\ufeff", " ", text.startswith("\ufeff"))
    return _LAST_COMMA.sub(_blank, _COMMENT.sub(_blank, text))


def _members(plain: str, start: int) -> tuple[dict[str, tuple[int, int]], int]:
    """Return start and end of each member's value by name, and the end of the object that starts at an offset."""
    members: dict[str, tuple[int, int]] = {}
    at = start + 1
    while (found := _NAME_OR_END.search(plain, at)) and found[0] == '"':
        name, after = _DECODER.raw_decode(plain, found.start())
        value = _VALUE.search(plain, after)
        begins = value.start() if value else after
        _, at = _DECODER.raw_decode(plain, begins)
        members[name] = begins, at
    return members, found.end() if found else at


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"it has {json.dumps(name)} twice")
        members[name] = value
    return members


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse)


def _check_object(value: Any, what: str) -> None:
    if not isinstance(value, dict):
        raise ValueError(f"{what} is not an object")


def _insert(
    text: str, members: Mapping[str, tuple[int, int]], end: int, name: str, value: Any, unit: str, depth: int
) -> str:
    """Insert a member into an object after its last one, below the comment on that one's line."""
    newline = _newline(text)
    member = f"{newline}{unit * depth}{json.dumps(name, ensure_ascii=False)}: {_json_written(text, value, unit, depth)}"
    closing = end - 1
    if not members:
        before = text[:closing].rstrip(" \t\r\n")
        return f"{before}{member}{newline}{unit * (depth - 1)}{text[closing:]}"
    last = max(end for _, end in members.values())
    comma = _COMMENT.sub(_blank, text).find(",", last, closing)
    if comma >= 0:
        last, member = comma + 1, f"{member},"
    comment = _REST_OF_LINE.match(text, last)
    below = comment.end() if comment and comment.end() < closing else last
    between = text[last:below]
    after = text[below:]
    if "\n" not in text[below:closing]:  # the object ends on the line of its last member
        after = f"{newline}{unit * (depth - 1)}{after.lstrip(' ')}"
    return text[:last] + ("," if comma < 0 else "") + between + member + after


def _json_written(text: str, value: Any, unit: str, depth: int) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return f"{_newline(text)}{unit * depth}".join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def read_toml(text: str) -> Any:
    """Parse a text.

    Raises:
        ValueError: The text is not TOML; the message says where.
    """
    return trust.read_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"))


def put_table(text: str, table: str, name: str, value: Mapping[str, Any]) -> str:
    """Put the table `[table.name]` in place of the old one, or add it.

    A text in which all such tables have headers of their own gets another at its end. One that has it already, or whose
    tables are inline or have dotted keys, is changed value by value. The caller must read the outcome again.

    Raises:
        ValueError: The text cannot be changed.
    """
    content = read_toml(text)
    if name not in content.get(table, {}):
        appended = _appended(text, table, name, value)
        try:
            if read_toml(appended) == {**content, table: {**content.get(table, {}), name: value}}:
                return appended
        except (ValueError, RecursionError):
            pass  # the tables are inline: a header beside them is not TOML; or too deep to be compared
    return _changed(text, table, name, value)


def _appended(text: str, table: str, name: str, value: Mapping[str, Any]) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    written = newline.join(table_lines(table, name, value)) + newline
    gap = "" if not text.strip() else newline if text.endswith("\n") else newline * 2
    return text + gap + written


def _changed(text: str, table: str, name: str, value: Mapping[str, Any]) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    mark = "\ufeff" if text.startswith("\ufeff") else ""
    newline = "\r\n" if "\r\n" in text else "\n"
    try:
        document: Any = tomlkit.parse(text.removeprefix(mark).replace("\r\n", "\n"))
        servers = document[table]
        if name not in servers:
            servers[name] = tomlkit.inline_table()
        for key in [key for key in servers[name] if key not in value]:
            del servers[name][key]
        for key, item in value.items():
            if servers[name].get(key) != item:
                servers[name][key] = item
        return mark + str(document.as_string()).replace("\n", newline)
    except (TOMLKitError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"its tables cannot be changed ({cause_of(error)})") from None


def table_lines(table: str, name: str, value: Mapping[str, Any]) -> list[str]:
    """Return the lines of a table whose values are texts and lists of texts."""
    return [f"[{table}.{name}]", *(f"{key} = {_toml_written(item)}" for key, item in value.items())]


def _toml_written(value: Any) -> str:
    # JSON strings and lists of them are TOML as well, except for one control character that JSON does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
