"""Write a bundle's pages as files for readers without an index: the library behind `pinax export`.

In:    A bundle in a folder.
Out:   `llms.txt`, `llms-full.txt`, and a Markdown twin of each page, below a folder.
Rules: the same bundle gives the same bytes. Nothing is written outside the folder, whatever a page's URL is.
Spec:  https://llmstxt.org/
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pinax_builder.errors import OutputError
from pinax_builder.reading import open_entry, pages_of
from pinax_runtime.format import DocsetEntry

LLMS_TXT, LLMS_FULL = "llms.txt", "llms-full.txt"
_TOP = "Pages"
"""Heading in llms.txt of pages that lie in no folder."""


@dataclass(frozen=True, slots=True)
class ExportedPage:
    """One page as it is written."""

    docset: str
    url: str
    title: str
    description: str
    markdown: str
    twin: str
    """Path of its Markdown twin below the folder."""


def export_bundle(
    bundle: Path, folder: Path, *, llms_txt: bool = False, llms_full: bool = False, markdown: bool = False
) -> list[Path]:
    """Write what is asked for; return the files that were written, in order.

    Args:
        bundle: The bundle's folder.
        folder: Made if it is not there; other files in it stay.
        llms_txt: Write a list of the pages by folder.
        llms_full: Write the text of all pages in one file.
        markdown: Write each page as a file of its own.

    Raises:
        BundleError: There is no bundle, or a file of it is missing or damaged.
        OutputError: A file cannot be written.
    """
    entry = open_entry(bundle)
    written: list[Path] = []
    pages: list[ExportedPage] = []
    for docset in entry.docsets:
        prefix = f"{docset.name}/" if len(entry.docsets) > 1 else ""
        pages += _exported(bundle, docset, prefix)
    if llms_txt:
        title = " and ".join(docset.title for docset in entry.docsets)
        written.append(_write(folder, LLMS_TXT, "".join(_listed(title, pages, to_twins=markdown))))
    if llms_full:
        written.append(_write(folder, LLMS_FULL, "\n".join(map(_in_full, pages))))
    if markdown:
        written += [_write(folder, page.twin, page.markdown) for page in pages]
    return written


def twin_path(url: str, base: str) -> str:
    """Return the path of a page's Markdown twin below the folder that the base is published from.

    >>> twin_path("https://x.dev/docs/guide/intro.html", "https://x.dev/docs/"), twin_path("https://x.dev/", "https://x.dev/")
    ('guide/intro.md', 'index.md')
    >>> twin_path("a/../../b.md", ""), twin_path("https://x.dev/docs/guide/", "https://x.dev/docs/")
    ('b.md', 'guide/index.md')
    """
    path = unquote(url[len(base) :] if base and url.startswith(base) else urlsplit(url).path or url).replace("\0", "")
    is_folder = not path or path.endswith("/")
    parts = [part for part in posixpath.normpath("/" + path).replace("\\", "/").split("/") if part not in ("", "..")]
    if is_folder:
        return "/".join([*parts, "index.md"])
    stem = "/".join(parts)
    for suffix in (".html", ".htm", ".md", ".mdx", ".markdown"):
        stem = stem.removesuffix(suffix)
    return f"{stem}.md"


def _exported(bundle: Path, docset: DocsetEntry, prefix: str) -> Iterator[ExportedPage]:
    taken: set[str] = set()
    for page, texts in pages_of(bundle, docset):
        twin = twin_path(page.url, docset.url)
        while twin in taken:  # `guide.html` beside `guide.md`
            twin = f"{twin.removesuffix('.md')}-2.md"
        taken.add(twin)
        text = "\n\n".join(text for text in texts if text.strip()) + "\n"
        has_title = text.startswith("# ")
        markdown = text if has_title else f"# {page.title}\n\n{text}"
        yield ExportedPage(docset.name, page.url, page.title, page.description, markdown, prefix + twin)


def _listed(title: str, pages: list[ExportedPage], *, to_twins: bool) -> Iterator[str]:
    """Yield the parts of llms.txt: the title, then a list of pages for each folder."""
    yield f"# {title}\n"
    by_folder = sorted(pages, key=lambda page: (_folder(page) != _TOP, _folder(page)))
    for folder, group in groupby(by_folder, key=_folder):
        yield f"\n## {folder}\n\n"
        for page in group:
            said = f": {page.description}" if page.description else ""
            name = " ".join(page.title.split()).replace("[", "(").replace("]", ")")
            yield f"- [{name}](<{page.twin}>){said}\n" if to_twins else f"- [{name}](<{page.url}>){said}\n"


def _folder(page: ExportedPage) -> str:
    return page.twin.partition("/")[0] if "/" in page.twin else _TOP


def _in_full(page: ExportedPage) -> str:
    """Write a page so that readers of llms-full.txt find where it starts and lives."""
    heading, _, rest = page.markdown.partition("\n")
    return f"{heading}\nSource: {page.url}\n{rest}"


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n", errors="replace")
    except OSError as error:
        raise OutputError(path, error.strerror or str(error)) from error
    return path
