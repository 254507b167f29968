"""Pair pages with their Markdown twins: `guide.md` beside `guide`, `guide/` or `guide.html`.

In:    URLs of pages.
Out:   Names of their twins, in both directions.
Rules: a page and its twin are one page: the HTML's URL is where readers go, the Markdown is what is indexed.
"""

from __future__ import annotations

from pinax_builder.formats import HTML, MARKDOWN


def is_markdown_name(url: str) -> bool:
    """Tell whether a URL names a Markdown file."""
    return url.partition("?")[0].lower().endswith(MARKDOWN.suffixes)


def pages_of_twin(url: str) -> tuple[str, ...]:
    """Name the pages that a Markdown file may be the twin of, the likeliest first.

    >>> pages_of_twin("https://x.dev/docs/guide.md")
    ('https://x.dev/docs/guide', 'https://x.dev/docs/guide/', 'https://x.dev/docs/guide.html')
    >>> pages_of_twin("https://x.dev/docs/index.html.md")
    ('https://x.dev/docs/',)
    """
    path, _, query = url.partition("?")
    suffix = next((suffix for suffix in MARKDOWN.suffixes if path.lower().endswith(suffix)), "")
    if not suffix or query:
        return ()
    stem = path[: -len(suffix)]
    folder, _, name = stem.rpartition("/")
    if name in ("index", "index.html", "index.htm", ""):
        return (folder + "/",) if name != "index" else (folder + "/", folder)
    if name.endswith(HTML.suffixes):
        return (stem,)
    return (stem, stem + "/", stem + ".html")


def twin_of(url: str) -> str:
    """Name the likeliest Markdown twin of a page; empty if it can have none.

    >>> twin_of("https://x.dev/docs/guide/"), twin_of("https://x.dev/docs/guide.html"), twin_of("https://x.dev/")
    ('https://x.dev/docs/guide.md', 'https://x.dev/docs/guide.md', 'https://x.dev/index.md')
    """
    if "?" in url or is_markdown_name(url):
        return ""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    stem = path.rstrip("/").removesuffix(".html").removesuffix(".htm")
    return f"{scheme}://{host}/{stem or 'index'}.md"
