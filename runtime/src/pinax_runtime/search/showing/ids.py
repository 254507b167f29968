"""Ids of pages and sections: `docset:path` and `docset:path#anchor`.

The path is the page's URL without its docset's base URL. An id does not change when other parts of the page, or other
pages, do.
"""

from __future__ import annotations


def location_key(docset: str, base_url: str, section: int) -> str:
    """Name what is said of a section as one docset has it: docsets may share a segment, and each has its own ids."""
    return f"location:{docset}:{base_url}:{section}"


def document_id(docset: str, base_url: str, url: str) -> str:
    """Return a page's id.

    >>> document_id("python", "https://docs.python.org/3/", "https://docs.python.org/3/library/json.html")
    'python:library/json.html'
    """
    return f"{docset}:{url.removeprefix(base_url)}"


def section_id(document: str, anchor: str) -> str:
    """Return a section's id; the page's own section has the page's id."""
    return f"{document}#{anchor}" if anchor else document


def split_id(text: str) -> tuple[str, str, str]:
    """Split an id (or a URL) into docset, path and anchor; the docset is empty where there is none.

    >>> split_id("python:library/json.html#json.dump")
    ('python', 'library/json.html', 'json.dump')
    >>> split_id("https://docs.python.org/3/library/json.html")
    ('', 'https://docs.python.org/3/library/json.html', '')
    """
    page, _, anchor = text.strip().partition("#")
    docset, colon, path = page.partition(":")
    if not colon or path.startswith("//") or "/" in docset:
        return "", page, anchor
    return docset, path, anchor
