"""Resolve the links of a Markdown page.

In:    A link's destination as written, and its page's URL.
Out:   A destination that can be followed without the page.
Rules: on a page with an absolute URL the result is absolute; if a page's URL is its path, the result is such a path.
       Anchors, queries and `.md` stay. Nothing raises.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_REFERENCE = re.compile(
    r"\{\{[<%]-?\s*(?:rel)?ref\s+[\"'`]?([^\"'`\s]+)[\"'`]?.*?[>%]\}\}|\{%\s*(?:link|post_url)\s+(\S+)\s*%\}"
)
"""A template tag that stands for a link (Hugo, Jekyll)."""
_ALIASES = ("@site/", "~/", "@/")
"""Prefixes that stand for the site's root."""


def resolve(destination: str, page_url: str) -> str:
    """Resolve a link's destination.

    >>> resolve("../api.md#run", "guide/start.md")
    'api.md#run'
    >>> resolve("../api.md#run", "https://x.org/guide/start.md")
    'https://x.org/api.md#run'
    >>> resolve("#run", "guide/start.md")
    'guide/start.md#run'
    """
    if match := _REFERENCE.search(destination):
        destination = match[1] or match[2]
    for alias in _ALIASES:
        if destination.startswith(alias):
            destination = "/" + destination[len(alias) :]
    if not destination or _SCHEME.match(destination):
        return destination
    if _SCHEME.match(page_url):
        try:
            return urljoin(page_url, destination)
        except ValueError:
            return destination
    return _join(page_url, destination)


def _join(page_path: str, destination: str) -> str:
    """Join a relative destination to a page's path, which may hold any character."""
    end = min((at for at in map(destination.find, "#?") if at >= 0), default=len(destination))
    path, rest = destination[:end], destination[end:]
    if not path:
        return page_path + rest
    parts = [] if path.startswith("/") else page_path.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    joined = "/".join(parts)
    return joined + ("/" if path.endswith("/") or not joined else "") + rest
