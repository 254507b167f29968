"""Compare the Markdown of real sites with the HTML that it was made from, by counting.

    python bench/fidelity/sites.py SITES.tsv ROOT [--site NAME] [--limit N] [--worst N]

SITES.tsv holds a site a line: name, folder below ROOT, generator. Per site it prints, as Markdown / HTML:

headings, code blocks, table rows, list items    counts
terms    the share of the source's `dt` texts that lead a definition or an item in the Markdown
words    the share of the source's words that the Markdown has (recall), and of the Markdown's that the source has
         (precision: below 1 where the Markdown shows what the page's content does not)

The judge is independent of the builder: it finds the content and drops the chrome by the lists below, which say for
each site in plain XPath what a reader would call navigation, and it reads the Markdown with markdown-it-py.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree, html
from markdown_it import MarkdownIt

from pinax_builder.gate import gate
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.records import Fetched, Page, Rejection

MAIN = {
    "mkdocs": "//*[@role='main']",
    "nodejs": "//*[@id='apicontent']",
    "python": "//*[@role='main']",
    "cmake": "//*[@role='main']",
    "qt": "//div[contains(concat(' ', @class, ' '), ' mainContent ')]",
}
"""Where a site's content lies; the body where it is not said."""

SPHINX = (
    "//a[contains(@class, 'headerlink')]",
    "//div[contains(@class, 'contents') and contains(@class, 'topic')]",
    "//nav[contains(@class, 'contents')]",
)
CHROME = {
    "python": SPHINX,
    "cmake": SPHINX,
    "mkdocs": ("//a[@class='headerlink']",),
    "nodejs": ("//a[@class='mark' or @class='legacy']",),
    "git": ("//div[@id='footer']", "//div[@id='toc']", "//div[@class='toc']"),
    "sqlite": (
        "//div[contains(@class, 'nosearch')][.//div[contains(@class, 'mainmenu')]]",
        "//div[contains(@class, 'nosearch')]/a",
        "//div[@class='fancy_toc']",
        "//*[@id='mtimelink']/ancestor::small",
        "//button",
    ),
    "qt": ("//div[@class='sidebar']", "//div[@class='navigationbar']", "//p[contains(@class, 'naviNextPrevious')]"),
    "octave": ("//div[@class='header']", "//a[contains(@class, 'copiable-anchor')]"),
    "handbook": ("//ul[contains(@class, 'docnav')]", "//p[@id='title']"),
}
"""What of a site's content is navigation: permalinks, tables of the page's own contents, previous and next."""

TITLES = {"sqlite": "//div[@class='fancy_title']"}
"""Where a site's title is no heading in its HTML; we make it one."""

UNSEEN = ("//script", "//style", "//noscript", "//svg", "//head", "//comment()", "//select", "//textarea")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
WORD = re.compile(r"\w+")
COUNTED = ("headings", "code", "rows", "items")


@dataclass
class Tally:
    """What was counted on one page, or on a site's."""

    source: Counter[str] = field(default_factory=Counter)
    result: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.source += other.source
        self.result += other.result

    def ratio(self, what: str) -> str:
        if not self.source[what]:
            return "-" if not self.result[what] else f"+{self.result[what]}"
        return f"{self.result[what] / self.source[what]:.3f}"


def content_of(raw: bytes, site: str) -> html.HtmlElement | None:
    """Parse a page as the judge sees it: its content without navigation."""
    raw = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#x?0*1?[0-9a-f];", b" ", raw)
    tree = html.document_fromstring(raw, parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
    for path in (*UNSEEN, *CHROME.get(site, ())):
        for element in tree.xpath(path):
            if element.getparent() is not None:
                element.drop_tree()
    for title in tree.xpath(TITLES.get(site, "//nothing")):
        title.tag = "h1"
    found = tree.xpath(MAIN[site]) if site in MAIN else [tree.find("body")]
    return found[0] if found and found[0] is not None else None


def squeeze(element: html.HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def key(text: str) -> str:
    return "".join(WORD.findall(text.lower()))


def count_source(content: html.HtmlElement, counts: Counter[str]) -> tuple[list[str], Counter[str]]:
    """Count the elements of a page's content; return its terms and words."""
    counts["headings"] += sum(1 for e in content.iter(*HEADINGS) if squeeze(e))
    counts["code"] += sum(1 for e in content.iter("pre") if squeeze(e))
    counts["rows"] += sum(
        1 for table in content.iter("table") if is_data(table) for e in table.iter("tr") if squeeze(e)
    )
    counts["items"] += sum(1 for e in content.iter("li") if squeeze(e))
    terms = [key(squeeze(e).replace("¶", "")) for e in content.iter("dt")]
    for element in content.iter("br", "p", "div", "li", "td", "th", "tr", "dt", "dd", "pre", *HEADINGS):
        element.text = " " + (element.text or "")
        element.tail = " " + (element.tail or "")
    return [term for term in terms if term], Counter(WORD.findall("".join(content.itertext()).lower()))


def is_data(table: html.HtmlElement) -> bool:
    """Tell whether a table holds data: not one row (or cell) that lays out lists, code or paragraphs side by side."""
    rows = [row for row in table.iter("tr") if squeeze(row)]
    blocks = next(table.iterdescendants("ul", "ol", "pre", "dl", "p", "div", "table", *HEADINGS), None)
    return sum(len(row) for row in rows) > 1 and (len(rows) > 1 or blocks is None)


def count_result(markdown: str, source_terms: list[str], counts: Counter[str]) -> tuple[Counter[str], Counter[str]]:
    """Count the blocks of a page's Markdown; return the terms found and its words."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    texts: list[str] = []
    left = Counter(source_terms)
    for position, token in enumerate(tokens):
        counts["headings"] += token.type == "heading_open"
        if token.type in ("fence", "code_block"):
            counts["code"] += 1
            texts.append(token.content)
        elif token.type == "tr_open":
            counts["rows"] += any(WORD.search(cell.content) for cell in row_cells(tokens, position))
        elif token.type == "inline":
            texts.append(inline_text(token))
            if tokens[position - 1].type == "paragraph_open" and tokens[position - 2].type != "list_item_open":
                left -= Counter(key(line) for line in inline_text(token).split("\n"))
    for position, token in enumerate(tokens):
        if token.type == "list_item_open":
            lead = leading_terms(tokens, position, left)
            left -= Counter(lead)
            counts["items"] += not lead
    return Counter(source_terms) - left, Counter(WORD.findall(" ".join(texts).lower()))


def row_cells(tokens: list, position: int) -> list:
    cells = []
    while tokens[position].type != "tr_close":
        if tokens[position].type == "inline":
            cells.append(tokens[position])
        position += 1
    return cells


def leading_terms(tokens: list, position: int, known: Counter[str]) -> list[str]:
    """List the terms that a list item begins with: what stands before the first colon, or the pieces of that."""
    inline = next((t for t in tokens[position + 1 : position + 3] if t.type == "inline"), None)
    if inline is None:
        return []
    text = inline_text(inline)
    colons = [match.start() for match in re.finditer(":", text)] + [len(text)]
    for colon in colons[:4]:
        whole = text[:colon]
        if key(whole) in known:
            return [key(whole)]
        pieces = [key(piece) for piece in whole.split(", ")]
        if all(piece in known for piece in pieces):
            return pieces
    return []


def inline_text(token) -> str:
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "html_inline" and child.content.startswith("<br"):
            parts.append(" ")
        elif child.type == "image":
            parts.append("")
    return "".join(parts)


def compare(path: Path, url: str, site: str, spent: list[float]) -> Tally | None:
    """Compare one page; None where it is no page (a stub, an empty file)."""
    raw = path.read_bytes()
    started = time.perf_counter()
    admitted = gate(Fetched(url, url, raw, "text/html"))
    page = admitted if isinstance(admitted, Rejection) else parse_html(admitted)
    spent.append(time.perf_counter() - started)
    if not isinstance(page, Page):
        return None
    content = content_of(raw, site)
    if content is None:
        return None
    tally = Tally()
    source_terms, source_words = count_source(content, tally.source)
    markdown = "\n\n".join(section.text for section in page.sections)
    found_terms, result_words = count_result(markdown, source_terms, tally.result)
    tally.source["terms"] = len(source_terms)
    tally.result["terms"] = (Counter(source_terms) & found_terms).total()
    tally.source["words"], tally.result["words"] = source_words.total(), (source_words & result_words).total()
    tally.source["shown"], tally.result["shown"] = result_words.total(), (source_words & result_words).total()
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare sites' Markdown with their HTML, by counting.")
    parser.add_argument("sites", type=Path, help="table of sites: name, folder below ROOT, generator")
    parser.add_argument("root", type=Path, help="folder that holds the sites")
    parser.add_argument("--site", action="append", help="only this one (may be repeated)")
    parser.add_argument("--limit", type=int, default=0, help="pages per site, chosen by a fixed seed (0: all)")
    parser.add_argument("--worst", type=int, default=0, help="list that many pages that differ most, per count")
    options = parser.parse_args()
    print(
        f"{'site':10}{'pages':>6}{'ms':>7}  " + "".join(f"{w:>10}" for w in (*COUNTED, "terms", "words", "precision"))
    )
    for line in options.sites.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        name, folder = line.split("\t")[:2]
        if not options.site or name in options.site:
            report(name, options.root / folder, options.limit, options.worst)


def report(name: str, folder: Path, limit: int, worst: int) -> None:
    files = sorted(folder.rglob("*.html"))
    if limit and len(files) > limit:
        files = sorted(random.Random(7).sample(files, limit))
    total, pages, spent = Tally(), [], []
    for path in files:
        url = path.relative_to(folder).as_posix()
        tally = compare(path, url, name, spent)
        if tally is not None:
            total.add(tally)
            pages.append((url, tally))
    columns = "".join(f"{total.ratio(what):>10}" for what in (*COUNTED, "terms", "words", "shown"))
    print(f"{name:10}{len(pages):6}{1000 * sum(spent) / max(1, len(spent)):7.1f}  {columns}", flush=True)
    for what in (*COUNTED, "terms", "words", "shown") if worst else ():
        ranked = sorted(pages, key=lambda page: -abs(page[1].source[what] - page[1].result[what]))
        for url, tally in ranked[:worst]:
            if tally.source[what] != tally.result[what]:
                print(f"    {what:10}{tally.result[what]:7} of {tally.source[what]:7}  {url}")


if __name__ == "__main__":
    etree.clear_error_log()
    main()
