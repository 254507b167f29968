"""Change a pinax.toml as text, so that its comments and layout stay.

In:    The file's text.
Out:   Its text with a [[docset]] table added or removed.
Rules: what comes out is parsed again and compared with what was meant; if it differs, nothing is changed and a
       ConfigError says to edit the file by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pinax_builder.errors import ConfigError
from pinax_runtime.trust import read_toml

_HEADER = re.compile(r"\s*\[\[\s*docset\s*\]\]\s*(?:#.*)?")
_ANY_HEADER = re.compile(r"\s*\[")
_SUBTABLE = re.compile(r"\s*\[\[?\s*docset\s*\.")


def with_docset(text: str, values: Mapping[str, object]) -> str:
    """Append a [[docset]] table.

    Raises:
        ConfigError: The text is no TOML, or would be none.
    """
    # JSON's spelling of strings, numbers, flags and lists of these is TOML's.
    lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())
    start = text if not text or text.endswith("\n") else text + "\n"
    after = f"{start}{chr(10) if start else ''}[[docset]]\n{lines}"
    return _checked(text, after, [*_docsets(text), dict(values)])


def without_docset(text: str, number: int) -> str:
    """Remove the [[docset]] table with an index (0 for the first), its subtables included.

    Comments right above the next table stay, since they are about that one.

    Raises:
        ConfigError: The text is no TOML, or it is unclear where the table begins or ends.
    """
    docsets = _docsets(text)
    lines = text.splitlines(keepends=True)
    # The parser does not say where a table stands, so headers are searched for. A line that looks like a header may be
    # within a string, so nothing is changed unless there are as many headers as tables.
    starts = [at for at, line in enumerate(lines) if _HEADER.fullmatch(line.rstrip("\r\n"))]
    if len(starts) != len(docsets):
        raise _by_hand()
    first = starts[number]
    last = first + 1
    while last < len(lines) and (not _ANY_HEADER.match(lines[last]) or _SUBTABLE.match(lines[last])):
        last += 1
    if last < len(lines):
        while lines[last - 1].lstrip().startswith("#"):
            last -= 1
    return _checked(text, "".join(lines[:first] + lines[last:]), docsets[:number] + docsets[number + 1 :])


def _checked(before: str, after: str, docsets: list[dict[str, Any]]) -> str:
    """Return the new text if it says what was meant.

    Args:
        before: The old text.
        after: The new text.
        docsets: Docsets that the new text must have; all else must be as in the old.
    """
    others = {key: value for key, value in _parse(before).items() if key != "docset"}
    parsed = _parse(after)
    if parsed.pop("docset", []) != docsets or parsed != others:
        raise _by_hand()
    return after


def _docsets(text: str) -> list[dict[str, Any]]:
    return list(_parse(text).get("docset", []))


def _parse(text: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except ValueError as error:
        raise ConfigError("pinax.toml", None, "TOML 1.0 in UTF-8", f"is no TOML file ({error})") from error


def _by_hand() -> ConfigError:
    return ConfigError("docset", None, "an editor", "cannot be changed without losing something of the file")
