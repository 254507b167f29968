"""Compare pages of other formats than HTML with what a reference converter makes of the same file.

    python bench/fidelity/references.py FOLDER… [--limit N] [--worst]

Each FOLDER is one source of Markdown, reStructuredText, AsciiDoc, notebooks, man pages, EPUB, PDF or OpenAPI. Its files
are read by every converter of their format that is on the PATH, and judged as `sweep.py` judges HTML; the columns are
the same. A file that its converter refuses is left out and counted. OpenAPI has
no converter of its own: the judge gets the texts of titles, summaries and descriptions. Files that only a tool's own
syntax makes sense of (MDX, Sphinx's directives) are lost to the converter, so a low share is to be read (`--worst`).

Converters are packages of Debian (cmark-gfm, asciidoctor, groff, poppler-utils, pandoc) and PyPI (docutils, nbconvert).
"""

from __future__ import annotations

import argparse
import gzip
import random
import shutil
import subprocess
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import yaml
from judge import Verdict, judge, parse, read_source, shown
from sweep import HEADER, Tally, print_worst, tally_of

from pinax_builder.crawl import Folder, list_files, reader
from pinax_builder.formats import format_of
from pinax_builder.gate import gate
from pinax_builder.parse import parse as parse_page
from pinax_builder.parse.markdown.front_matter import split_front_matter
from pinax_builder.records import Fetched, Page, Rejection

PANDOC = ("pandoc", "--quiet", "-t", "html", "-f")
CONVERTERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "text/markdown": (
        ("cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "footnotes", "-e", "autolink"),
        (*PANDOC, "gfm"),
    ),
    "text/x-rst": (("docutils", "--writer=html5", "--halt=5", "--report=5", "-"), (*PANDOC, "rst")),
    "text/asciidoc": (("asciidoctor", "-q", "-o", "-", "-"),),
    "application/x-ipynb+json": (
        ("jupyter-nbconvert", "--log-level=ERROR", "--to=html", "--template=basic", "--stdin", "--stdout"),
        (*PANDOC, "ipynb"),
    ),
    "text/troff": (("groff", "-mandoc", "-Kutf8", "-t", "-Thtml", "-P-r"), (*PANDOC, "man")),
    "application/epub+zip": ((*PANDOC, "epub"),),
    "application/pdf": (("pdftotext", "-htmlmeta", "-nopgbrk", "-", "-"),),
}
"""By media type: commands that read a file from standard input and write HTML."""
GZIP = b"\x1f\x8b"
"""First bytes of a compressed file, as man pages are."""
MAX_S = 120
"""Time for one file (seconds)."""
TOLD = ("title", "summary", "description")
"""Members of OpenAPI whose texts are documentation."""


def converted(command: tuple[str, ...], content: bytes) -> bytes | None:
    """Return a converter's HTML of a file; None if it refuses it."""
    done = subprocess.run(command, input=content, capture_output=True, timeout=MAX_S, check=False)
    return done.stdout if done.returncode == 0 and done.stdout.strip() else None


def told(value: Any) -> Iterator[str]:
    """Yield the texts of an OpenAPI document that are documentation, as paragraphs."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in TOLD and isinstance(inner, str):
                yield f"<p>{escape(inner)}</p>"
            elif name not in ("example", "examples", "default"):
                yield from told(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from told(inner)


def references(media_type: str, content: bytes) -> Iterator[tuple[str, bytes | None]]:
    """Yield each reference's name and its HTML of a file."""
    if media_type.endswith("openapi"):
        yield "texts", f"<body>{''.join(told(yaml.safe_load(content)))}</body>".encode()
    if content.startswith(GZIP):
        content = gzip.decompress(content)
    if media_type == "text/markdown":
        content = split_front_matter(content.decode("utf-8", "replace").replace("\r\n", "\n")).body.encode()
    for command in CONVERTERS.get(media_type, ()):
        if shutil.which(command[0]):
            yield command[0], converted(command, content)


def pages_of(folder: Path, limit: int) -> Iterator[tuple[Fetched, Page]]:
    """Yield the files of a folder that become pages, and the pages."""
    source = Folder(folder)
    pages = map(reader(source.place, source.max_bytes), list_files(source).pages)
    found = [one for one in pages if isinstance(one, Fetched)]
    found = [one for one in found if one.media_type in CONVERTERS or one.media_type.endswith("openapi")]
    for fetched in random.Random(7).sample(found, limit) if limit and len(found) > limit else found:
        admitted = gate(fetched)
        page = admitted if isinstance(admitted, Rejection) else parse_page(admitted)
        if isinstance(page, Page):
            yield fetched, page


def measure(folder: Path, limit: int, *, worst: bool) -> None:
    """Judge a source by each reference, and print a line for each."""
    verdicts: dict[str, dict[str, Verdict]] = {}
    refused: dict[str, int] = {}
    for fetched, page in pages_of(folder, limit):
        for name, made in references(fetched.media_type, fetched.content):
            kind = format_of(fetched.path)
            label = f"{fetched.media_type.rpartition('/')[2].removeprefix('x-')[:12]} {name}"
            body = shown(parse(made)) if made and kind else None
            if body is None:
                refused[label] = refused.get(label, 0) + 1
                continue
            verdict = judge(read_source(body, frozenset()), list(page.sections), page.title)
            verdicts.setdefault(label, {})[fetched.path] = verdict
    print(folder.name)
    for label, judged in sorted(verdicts.items()):
        tally: Tally = tally_of(judged)
        print(tally.line(label) + (f"   {refused[label]} refused" if label in refused else ""), flush=True)
        if worst:
            print_worst(judged)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare pages with reference converters, by counting.")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of files, each a source")
    parser.add_argument("--limit", type=int, default=0, help="files per source, chosen by a fixed seed (0: all)")
    parser.add_argument("--worst", action="store_true", help="show what the worst page of each count lost")
    options = parser.parse_args()
    print(HEADER)
    for folder in options.folders:
        measure(folder, options.limit, worst=options.worst)


if __name__ == "__main__":
    main()
