"""Judge the Markdown of one page by its HTML, without knowing who made the page.

The judge is independent of the builder: it reads the HTML with lxml alone and the Markdown with markdown-it-py. Chrome
is only what can be proven to be: what is never shown, navigation that says so in its tag, role or name and is made of
links, and what stands the same on most pages of the folder (`repeated`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree, html
from markdown_it import MarkdownIt
from proven_chrome import HEADINGS, UNSPACED, WORD, is_chrome, is_links, squeeze, words_in
from unshown import drop_controls, set_labels_apart

UNSEEN_WORDS = """
    script style noscript svg head title select textarea template iframe button input nav form object canvas
"""
UNSEEN = UNSEEN_WORDS.split()
BLOCK_WORDS = """
    address article aside blockquote body br caption center dd details div dl dt fieldset figcaption figure footer form
    header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul h1 h2 h3 h4 h5 h6
"""
BLOCKS = frozenset(BLOCK_WORDS.split())
CALL_OUTS = frozenset(("note", "warning", "tip", "important", "caution", "admonition"))
BYLINES = frozenset(("author", "corpauthor", "othercredit", "date", "subtitle"))
"""Classes of headings that are lines about the title."""
FRONT_MATTER = re.compile(r"\A\s*---\n.*?\n---\n", re.DOTALL)
"""What a site's generator takes from a page before it is shown."""
LINK_TARGET = re.compile(r"\]\([^)]*\)")
FOOTNOTE = re.compile(r"[(\[]?\d{1,4}[)\]]?|[*†‡]{1,3}")
"""Heading above a footnote, which links back."""
LABEL = re.compile(r"(^| )(m?label|badge|tag|pill|icon)( |$)")
"""Classes of labels that a style sets apart from what follows them."""
LIST_NUMBER = re.compile(r"\(\d{1,3}\)|\d{1,3}[.)]")
"""A term that numbers a list's item."""
CELL_ITEM = re.compile(r"(?:^|<br>)\s*(?:- |\d+\. )")
"""An item of a list in a cell, which is a line there."""
SIGNED = re.compile(
    r"Generated (on|for|by|at)\b|\bthis (document|page|manual) was (created|generated|translated)\b"
    r"|HTML conversion by\b|\blast (updated|modified|changed)\b|\bcopyright\b|©|\ball rights reserved\b|\$Id:",
    re.IGNORECASE,
)
"""What a page is signed with at its end: by a generator, or with who has made it, and when."""
SIGNED_CHARS = 300
SIGNS = re.compile(r"[\s¶§#🔗◆∞\uf0c1\ue157]*")
REPEATED_SHARE = 0.6
MIN_REPEATED_PAGES = 4
LONG_SECTION_WORDS = 3_000
LABEL_WORDS = 2
COUNTED = ("words", "terms", "headings", "code", "items")


@dataclass
class Source:
    """What a page's HTML shows outside its chrome."""

    words: Counter[str]
    """Outside links."""
    terms: list[str]
    headings: list[str]
    code: list[str]
    """Lines, with their indentation."""
    items: int
    blocks: Counter[str] = field(default_factory=Counter)
    """Texts of blocks, to find what is repeated."""


@dataclass
class Verdict:
    """What became of a page: (found, sought) of each count."""

    counts: dict[str, tuple[int, int]]
    longest_section: int
    missing: dict[str, list[str]]
    lines: frozenset[str]
    title: str

    def share(self, what: str) -> float:
        found, sought = self.counts[what]
        return found / sought if sought else 1.0


def key(text: str) -> str:
    """Reduce text to its letters and digits."""
    return "".join(WORD.findall(text.lower())).replace("_", "")


def parse(raw: bytes) -> html.HtmlElement:
    """Parse a page; the charset is what it says, else UTF-8, else Latin-1; what is valid UTF-8 is nothing else."""
    found = re.search(rb"charset=[\"']?([\w-]+)", raw[:2048])
    charset = found[1].decode() if found else "utf-8"
    try:
        text = raw.decode(charset)
    except (UnicodeDecodeError, LookupError):
        text = raw.decode("utf-8", "replace") if charset != "utf-8" else raw.decode("latin-1")
    with suppress(UnicodeDecodeError):
        text = raw.decode("utf-8")
    text = FRONT_MATTER.sub("", text)
    text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#x?0*1?[0-9a-f];", " ", text)
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text)
    return html.document_fromstring(text, parser=html.HTMLParser(huge_tree=True))


def shown(tree: html.HtmlElement) -> html.HtmlElement | None:
    """Drop what is never shown and what is navigation by its own word; return the body."""
    body = tree.find("body")
    if body is None:
        return None
    drop_controls(body)
    set_labels_apart(body)
    etree.strip_elements(body, *UNSEEN, etree.Comment, etree.ProcessingInstruction, with_tail=False)
    for element in list(body.iter(etree.Element)):
        if element is not body and element.getparent() is not None and is_chrome(element):
            element.drop_tree()
    drop_imprint(body)
    return body


def drop_imprint(body: html.HtmlElement) -> None:
    """Remove the last lines of a page that sign it, and what stands behind its last rule if that does."""
    for rule in reversed(list(body.iter("hr"))):
        texts = rule.xpath("following::text()")
        if not "".join(texts).strip():
            continue  # nothing stands behind it
        if len(behind := " ".join("".join(texts).split())) < SIGNED_CHARS and SIGNED.search(behind):
            for text in texts:
                holder = text.getparent()
                if text.is_text:
                    holder.text = None
                else:
                    holder.tail = None
        break
    for block in reversed(list(body.iter(*BLOCKS, "small"))):
        text = squeeze(block)
        if text and not (block is not body and len(text) < SIGNED_CHARS and SIGNED.search(text)):
            return
        if text:
            block.drop_tree()


def repeated_blocks(bodies: list[html.HtmlElement]) -> frozenset[str]:
    """Find the texts that whole blocks have on most pages."""
    seen: Counter[str] = Counter()
    for body in bodies:
        seen.update({key(squeeze(e)) for e in body.iter(etree.Element) if e.tag in BLOCKS and e is not body} - {""})
    least = max(MIN_REPEATED_PAGES, REPEATED_SHARE * len(bodies))
    return frozenset(text for text, pages in seen.items() if pages >= least)


def read_source(body: html.HtmlElement, repeated: frozenset[str]) -> Source:
    """Count what a body shows; it is taken apart."""
    for element in list(body.iter(etree.Element)):
        if element is not body and element.getparent() is not None and element.tag in BLOCKS:
            is_heading = element.tag in (*HEADINGS, "dt", "li", "td", "th", "tr", "br")
            if not is_heading and key(squeeze(element)) in repeated:
                element.drop_tree()
    drop_names(body, repeated)
    for link in body.xpath("(//h1 | //h2 | //h3 | //h4 | //h5 | //h6)//a[@href='#']"):
        link.drop_tree()  # it folds what stands below
    for term in body.iter("dt"):
        if LIST_NUMBER.fullmatch(squeeze(term)):
            for part in term.iter():
                part.text = part.tail = None
    headings = [key(SIGNS.sub("", squeeze(e))) for e in body.iter(*HEADINGS) if opens_section(e)]
    headings = [h for h in headings if h and h not in repeated]
    terms = [key(squeeze(e)) for e in body.iter("dt") if key(squeeze(e)) not in repeated]
    code = [line for block in code_blocks(body) for line in block]
    items = sum(1 for e in body.iter("li") if key(squeeze(e)) and not is_links(e) and not arranges(e))
    for element in body.iter(etree.Element):
        if element.tag in BLOCKS:
            element.text = " " + (element.text or "")
            element.tail = " " + (element.tail or "")
    words = Counter(words_in(" ".join(unlinked(body))))
    return Source(words, [t for t in terms if t], headings, code, items)


def drop_names(body: html.HtmlElement, repeated: frozenset[str]) -> None:
    """Remove the site's name right above a page's title, and the title's second time."""
    for heading in [e for e in body.iter(*HEADINGS) if key(squeeze(e)) in repeated]:
        after = heading.getnext()
        if after is not None and after.tag in HEADINGS:
            heading.drop_tree()
    titles: set[str] = set()
    for title in list(body.iter("h1")):
        if (text := key(squeeze(title))) in titles:
            title.drop_tree()
        titles.add(text)


def opens_section(heading: html.HtmlElement) -> bool:
    """Return whether a heading should open a section.

    These need not: titles of call-outs, headings above footnotes, headings that were never closed, boxes of links, and
    lines beside a title: authors, and what stands in its header.
    """
    above = next(heading.iterancestors())
    is_line = above.tag in ("header", "hgroup") and heading.tag != "h1" and above.find("h1") is not None
    if is_line or not BYLINES.isdisjoint((heading.get("class") or "").split()):
        return False
    if titles_call_out(heading) or is_box_of_links(heading):
        return False
    if next(heading.iterdescendants(*HEADINGS), None) is not None:
        return False
    return not (FOOTNOTE.fullmatch(squeeze(heading)) and heading.find("a") is not None)


def is_box_of_links(heading: html.HtmlElement) -> bool:
    """Tell whether a heading holds a box, and next to no words but those of links ("Related Docs: …")."""
    linked = sum(len(words_in(squeeze(a))) for a in heading.iter("a") if a.get("href"))
    return heading.find(".//div") is not None and linked > 0 and len(words_in(squeeze(heading))) - linked <= LABEL_WORDS


def titles_call_out(heading: html.HtmlElement) -> bool:
    """Tell whether a heading is the title of a call-out, which becomes a quote."""
    boxes = islice(heading.iterancestors(), 2)
    return any(not CALL_OUTS.isdisjoint((box.get("class") or "").split()) for box in boxes)


def arranges(item: html.HtmlElement) -> bool:
    """Tell whether a list item arranges sections, tables or a list, and so shows no item of its own."""
    if next(item.iterdescendants(*HEADINGS), None) is not None:
        return True
    own = [item.text, *(child.tail for child in item)]
    holds = {child.tag for child in item if isinstance(child.tag, str) and squeeze(child)}
    return not any((text or "").strip() for text in own) and (
        holds == {"table"} or (bool(holds) and holds <= {"ul", "ol"})
    )


def unlinked(body: html.HtmlElement) -> Iterator[str]:
    """Yield the text that stands in no link, joined where nothing but inline elements part it.

    A word that stands partly in a link, such as the plural of a link's text, counts as a part of the link.
    """
    parts: list[str] = []
    for event, node in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            if node.tag == "a" and node.get("href"):
                parts.append("\0")
            parts.append(node.text or "")
        else:
            parts.append(" " if LABEL.search(node.get("class") or "") else "")
            if node.tag == "a" and node.get("href"):
                parts.append("\1")
            parts.append((node.tail or "") if node is not body else "")
    yield re.sub(r"\w*\x00[^\x01]*\x01\w*", " ", "".join(parts))


def code_blocks(body: html.HtmlElement) -> Iterator[list[str]]:
    """Yield the lines of what is shown as code of several lines: `pre`, a box of lines, `code` with line breaks."""
    for element in body.iter("pre", "code", "tt", "div"):
        if any(above.tag == "pre" or is_line_box(above) for above in element.iterancestors()):
            continue
        is_inline = element.tag in ("code", "tt")
        if element.tag == "div" and not is_line_box(element):
            continue
        if is_inline and element.find(".//br") is None:
            continue
        shown_lines = [line.replace("\u200b", "").rstrip() for line in lines_of(element)]
        lines = [line.replace("\xa0", " ") for line in shown_lines]
        if not is_inline or any(line.startswith(("  ", "\t", "\xa0")) for line in shown_lines):
            yield [line for line in lines if line.strip()]


def is_line_box(element: html.HtmlElement) -> bool:
    if element.tag != "div":
        return False
    style = "".join((element.get("style") or "").lower().split())
    if "white-space:pre" in style and "white-space:pre-line" not in style:
        return True
    lines = [child for child in element if "line" in (child.get("class") or "").split()]
    return bool(lines) and len(lines) == len(element) and "fragment" in (element.get("class") or "")


def lines_of(element: html.HtmlElement) -> list[str]:
    parts = [element.text or ""]
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if node is element:
            continue
        if event == "start":
            parts.append("\n" if node.tag == "br" else (node.text or ""))
        else:
            ends = node.tag in ("div", "p", "li", "tr")
            parts.append(("\n" if ends else "") + (node.tail or ""))
    return "".join(parts).split("\n")


def judge(source: Source, sections: list, title: str) -> Verdict:
    """Compare a page's sections with what its HTML shows."""
    markdown = "\n\n".join(section.text for section in sections)
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    texts, fenced, items = [], [], 0
    for token in tokens:
        if token.type in ("fence", "code_block"):
            fenced.extend(line.rstrip() for line in token.content.split("\n"))
            texts.append(token.content)
        elif token.type == "inline":
            texts.append(inline_text(token))
            items += len(CELL_ITEM.findall(token.content))
        items += token.type == "list_item_open"
    if key(title) in source.headings and key(title) != key(texts[0] if texts else ""):
        texts.append(title)  # a heading that became the page's title alone
    whole = key("\0".join(texts))
    words = Counter(words_in(" ".join(texts)))
    counts = {
        "words": ((source.words & words).total(), source.words.total()),
        "terms": (sum(t in whole for t in source.terms), len(source.terms)),
        "items": (min(items, source.items), source.items),
    }
    titles = Counter(key(section.title) for section in sections)
    known = dict(titles)
    joined = "\0".join(known)
    lost = [h for h in source.headings if h not in known and h not in joined and not begins_with_title(h, titles)]
    counts["headings"] = (len(source.headings) - len(lost), len(source.headings))
    lines = Counter(line.strip() for line in fenced)
    lines.update(line.strip() for line in "\n".join(texts).split("\n"))
    lines.update(line[1:].strip() for line in fenced if line.startswith(("+", "-")))
    exact = set(fenced)
    inline = "\n".join(texts)
    kept = [line for line in source.code if line in exact or line.strip() in lines or line.strip() in inline]
    counts["code"] = (len(kept), len(source.code))
    missing = {
        "words": [f"{w}×{n}" for w, n in (source.words - words).most_common(25)],
        "terms": [t for t in source.terms if t not in whole][:10],
        "headings": lost[:10],
        "code": [c for c in source.code if c not in kept][:5],
    }
    longest = max(
        (len(words_in(LINK_TARGET.sub("]", s.text))) - len(UNSPACED.findall(s.text)) // 2 for s in sections), default=0
    )
    shown_lines = frozenset(
        line.strip() for line in markdown.split("\n") if len(words_in(line)) > 1 and line[0] not in "#|"
    )
    return Verdict(counts, longest, missing, shown_lines, title)


def begins_with_title(heading: str, titles: Counter[str]) -> bool:
    """Return whether a heading is a title, and what was moved behind it."""
    return any(title and heading.startswith(title) and len(title) >= 0.6 * len(heading) for title in titles)


def inline_text(token) -> str:
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak") or child.content.startswith("<br"):
            parts.append("\n")
    return "".join(parts)
