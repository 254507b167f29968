"""What is open around a line while containers are brought to one form."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Frame:
    """Something that is open around the current line."""

    kind: str
    """`colons`, `indented`, `tag`, `shortcode` or `directive`."""
    key: str
    """What its closing line must say: the marks, the tag's or shortcode's name, the fence."""
    strip: int
    """Leading spaces of a content line that belong to the frame; -1 until the first content line shows it."""
    prefix: str
    """What content lines begin with, all outer frames included."""
    pending: str = ""
    """The first line of an admonition, as long as it waits for prose to stand beside."""
    indent: int = 0
    """Of a tag: its own indentation, as far as it went into the prefix."""
    in_list: bool = False
    """Whether the frame itself stands in a list."""
