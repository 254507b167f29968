"""Change one table of a TOML file, and leave the rest of the file as it is.

Spec:  TOML 1.0.
Why:   docs/decisions/0027, 0154
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pinax_runtime import trust
from pinax_runtime.format import cause_of


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
    said = read_toml(text)
    if name not in said.get(table, {}):
        appended = _appended(text, table, name, value)
        try:
            if read_toml(appended) == {**said, table: {**said.get(table, {}), name: value}}:
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
    return [f"[{table}.{name}]", *(f"{key} = {_written(item)}" for key, item in value.items())]


def _written(value: Any) -> str:
    # JSON strings and lists of them are TOML as well, except for one control character that JSON does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
