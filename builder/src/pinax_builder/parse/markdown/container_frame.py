"""Record a container that is open around a line, while `containers.py` goes over the lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Frame:
    """A container that is open around the current line."""

    kind: str
    """`colons`, `indented`, `tag`, `shortcode` or `directive`."""
    key: str
    """Text that its closing line must have: the marks, the name of the tag or shortcode, or the fence."""
    strip: int
    """Number of leading spaces of a content line that belong to the frame; -1 until the first content line tells."""
    prefix: str
    """Beginning of every line that is written within the frame, including the prefixes of outer frames."""
    pending: str = ""
    """First line of an admonition that is not written yet, since prose may follow on the same line."""
    indent: int = 0
    """Indentation of a tag, in spaces, as far as it is part of the prefix."""
    in_list: bool = False
    """Whether the frame itself is in a list."""
