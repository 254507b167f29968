"""Change one table of a TOML file, and leave the rest of the file as it is.

Spec:  TOML 1.0.
Why:   docs/decisions/0027
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_TRAILING = re.compile(r"^(?:[ \t]*(?:#[^\n]*)?\r?\n)*\Z", re.MULTILINE)


def read_toml(text: str) -> Any:
    """Parse a text.

    Raises:
        ValueError: The text is not TOML; the message says where.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def put_table(text: str, table: str, name: str, value: Mapping[str, Any]) -> str:
    """Replace the table `[table.name]`, or add it at the end of the text.

    The caller must read the outcome again. A table that is written in another way (inline, or with dotted keys) is not
    found, so the outcome then has the table twice.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    written = newline.join(table_lines(table, name, value)) + newline
    quoted = rf"(?:{re.escape(name)}|\"{re.escape(name)}\"|'{re.escape(name)}')"
    old = re.compile(rf"^[ \t]*\[[ \t]*{table}[ \t]*\.[ \t]*{quoted}[ \t]*\]", re.MULTILINE).search(text)
    if not old:
        gap = "" if not text.strip() else newline if text.endswith("\n") else newline * 2
        return text + gap + written
    following = _HEADER.search(text, old.end())
    end = following.start() if following else len(text)
    body = text[old.start() : end]
    kept = _TRAILING.search(body)  # comments right above the next table belong to that table
    return text[: old.start()] + written + (kept[0] if kept and following else "") + text[end:]


def table_lines(table: str, name: str, value: Mapping[str, Any]) -> list[str]:
    """Return the lines of a table whose values are texts and lists of texts."""
    return [f"[{table}.{name}]", *(f"{key} = {_written(item)}" for key, item in value.items())]


def _written(value: Any) -> str:
    # JSON strings and lists of them are TOML as well, except for one control character that JSON does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
