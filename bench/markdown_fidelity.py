"""Count what of a Markdown folder survives parsing: headings, fences, list items, table rows.

Usage: python bench/markdown_fidelity.py FOLDER...

For each folder one line: pages, milliseconds per page, and for each kind of block the share of the source's blocks
whose words are found in a block of the same kind in the output. The source is read by markdown-it-py as CommonMark with
tables; what only a tool's own syntax makes a block (a list in an indented admonition) is not in the source's count.
Fetch sources with `git clone --depth 1`, e.g. facebook/react-native-website, withastro/docs, rust-lang/book,
squidfunk/mkdocs-material, gohugoio/hugoDocs, vuejs/docs, fastapi/fastapi.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pinax_builder.crawl import Folder, crawl
from pinax_builder.parse import parse
from pinax_builder.parse.markdown.front_matter import split_front_matter
from pinax_builder.records import Admitted, Fetched, Page

KINDS = ("headings", "fences", "items", "rows")
_PARSER = MarkdownIt("commonmark").enable("table")
_NO_WORDS = re.compile(
    r"<!--.*?-->|\{/\*.*?\*/\}|</?\w[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\](?=\s*$)|:[a-z]+-[\w-]+:", re.DOTALL
)
_SHOWN = re.compile(r"<[A-Z]\w*\b[^<>]*?\btext=\"([^\"]*)\"[^<>]*/>|\{\{<\s*(new|deprecated)-in\s+(v?[\d.]+)\s*/?>\}\}")
"""What shows a text of its own: `<Badge text="New" />`, `{{< new-in 0.153.0 />}}`."""
Blocks = Counter[tuple[str, str]]


def blocks(text: str) -> Blocks:
    """Count the blocks of a text by kind and words."""
    found: Blocks = Counter()
    tokens = _PARSER.parse(text)
    for number, token in enumerate(tokens):
        kind, source = _block(tokens, number, token)
        words = " ".join(re.findall(r"\w+", source))
        if kind and words:
            found[kind, words] += 1
    return found


def _block(tokens: list[Token], number: int, token: Token) -> tuple[str, str]:
    if token.type == "heading_open":
        return "headings", _inline(tokens[number + 1])
    if token.type == "fence":
        return "fences", token.content
    if token.type == "list_item_open" and tokens[number + 1].type == "paragraph_open":
        return "items", _inline(tokens[number + 2])
    if token.type == "tr_open":
        return "rows", " ".join(_inline(cell) for cell in _until(tokens, number, "tr_close"))
    return "", ""


def _until(tokens: list[Token], number: int, end: str) -> Iterator[Token]:
    while tokens[number].type != end:
        if tokens[number].type == "inline":
            yield tokens[number]
        number += 1


def _shown(match: re.Match[str]) -> str:
    return f" {match[1]} " if match[1] else f" {match[2].capitalize()} in {match[3]} "


def _inline(token: Token) -> str:
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline", "html_inline") or child.type == "image":
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return _NO_WORDS.sub(" ", _SHOWN.sub(_shown, "".join(parts)))


def measure(folder: Path, show: int = 0) -> None:
    source, kept, seconds, pages = Counter[str](), Counter[str](), 0.0, 0
    for fetched in crawl(Folder(folder, include=("**/*.md", "**/*.mdx", "**/*.markdown"))):
        if not isinstance(fetched, Fetched):
            continue
        text = fetched.content.decode("utf-8", "replace")
        start = time.process_time()
        page = parse(Admitted(fetched.url, fetched.path, fetched.media_type, text=text))
        seconds += time.process_time() - start
        pages += 1
        if not isinstance(page, Page):
            continue
        before = blocks(split_front_matter(text.replace("\r\n", "\n")).body)
        after = blocks("\n\n".join(section.text for section in page.sections))
        for (kind, words), count in before.items():
            source[kind] += count
            kept[kind] += min(count, after[kind, words])
            if show and after[kind, words] < count:
                print(f"  {page.path}: {kind}: {words[:100]}")
    shares = "  ".join(f"{kind} {kept[kind] / max(source[kind], 1):.3f} of {source[kind]}" for kind in KINDS)
    total = sum(kept.values()) / max(sum(source.values()), 1)
    print(f"{folder.name:14} {pages:5} pages  {seconds / max(pages, 1) * 1000:5.2f} ms/page  {total:.4f}  {shares}")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--show"]
    for argument in arguments:
        measure(Path(argument), show="--show" in sys.argv)
