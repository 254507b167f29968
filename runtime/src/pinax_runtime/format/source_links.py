"""Links to where people see a file of source code, and its lines: a template with placeholders.

Spec:  docs/format.md, section 3.2.
"""

from __future__ import annotations

import re

_PLACEHOLDER = re.compile(r"\{(path|line|last_line)\}")
_OF_LINES = re.compile(r"\{(?:line|last_line)\}")


def source_link(template: str, path: str, line: int = 0, last_line: int = 0) -> str:
    """Fill a template; empty where there is none, or none for a file as a whole.

    Args:
        template: With `{path}`, `{line}` and `{last_line}`.
        path: Of the file.
        line: The first line meant, from 1; 0 for the file as a whole.
        last_line: The last one; 0 for the first one alone.

    >>> source_link("https://h.dev/{path}#L{line}-L{last_line}", "a.py", 3, 9)
    'https://h.dev/a.py#L3-L9'
    """
    values = {"path": path, "line": str(line), "last_line": str(last_line or line)}
    return _PLACEHOLDER.sub(lambda found: values[found[1]], template if line else without_lines(template))


def without_lines(template: str) -> str:
    """Return a template without the parts that name lines: its fragment, and parameters of its query.

    Returns:
        What leads to a file as a whole; empty where lines are spoken of elsewhere, too.

    >>> without_lines("https://h.dev/{path}?at=v1&line={line}#L{line}"), without_lines("https://h.dev/{path}#text")
    ('https://h.dev/{path}?at=v1', 'https://h.dev/{path}#text')
    >>> without_lines("https://h.dev/{path}/{line}")
    ''
    """
    address, *fragment = template.split("#", 1)
    address, *query = address.split("?", 1)
    kept = [part for part in query[0].split("&") if not _OF_LINES.search(part)] if query else []
    address += f"?{'&'.join(kept)}" if kept else ""
    address += f"#{fragment[0]}" if fragment and not _OF_LINES.search(fragment[0]) else ""
    return "" if _OF_LINES.search(address) else address
