"""What there is to know about the pages of one platform."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Platform:
    """Where the pages of one platform differ from those of others; every field but the name may stay empty."""

    name: str
    generator: str = ""
    """Regular expression for the content of `<meta name="generator">`, in lower case."""
    signs: str = ""
    """Selector of markup that only this platform writes."""
    roots: tuple[str, ...] = ()
    """Selectors of the content, best first."""
    chrome: str = ""
    """Selector of chrome within the content."""
    title: str = ""
    """Selector of the page's title, if the platform does not write it as an `h1`."""
    grid: str = ""
    """Selector of boxes that are laid out as a table; their children are cells, the headers first."""
    head: str = ""
    """Class of the header cells of a box that `grid` selects."""
    plain: str = ""
    """Selector of elements that lose their emphasis; in a C++ signature `*name*` would read as a pointer."""
