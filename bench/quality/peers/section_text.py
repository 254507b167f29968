"""The text of a page split at its headings: what the section-level peers index.

A section's URL is page#anchor; the anchor is the id of the heading, else of a link target in it, else of the nearest
ancestor, else of the link target before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import html
from page_text import BLOCKS, HEADINGS, SPACE, is_dropped, main_region, parse, squeeze, title_of


@dataclass
class Section:
    """A heading and the text up to the next one."""

    anchor: str = ""
    heading: str = ""
    parts: list[str] = field(default_factory=list)


def sections_of(path: Path, url: str) -> Iterator[dict[str, Any]]:
    """Return the sections of a page that have a heading or text."""
    document = parse(path)
    title = title_of(document)
    sections = [Section()]
    _split(main_region(document), sections)
    for section in sections:
        body = squeeze("".join(section.parts))
        if section.heading or body:
            address = f"{url}#{section.anchor}" if section.anchor else url
            yield {"url": address, "title": title, "headings": [section.heading] * bool(section.heading), "body": body}


def _split(element: html.HtmlElement, sections: list[Section]) -> None:
    if is_dropped(element) and element.tag != "header":
        return
    if element.tag in HEADINGS:
        heading = SPACE.sub(" ", element.text_content()).strip(" ¶#")
        if heading:
            sections.append(Section(_anchor(element), heading))
            return
    edge = "\n" if element.tag in BLOCKS else ""
    sections[-1].parts.append(edge + (element.text or ""))
    for child in element:
        _split(child, sections)
        sections[-1].parts.append(child.tail or "")
    sections[-1].parts.append(edge)


def _anchor(heading: html.HtmlElement) -> str:
    if heading.get("id"):
        return heading.get("id")
    targets = [_target(element) for element in heading.iter("a", "span")]
    ancestors = [parent for parent in (heading.getparent(), _grandparent(heading)) if parent is not None]
    targets += [parent.get("id") for parent in ancestors if parent.tag in ("section", "div", "article", "header")]
    before = heading.getprevious()
    if before is not None and before.tag in ("a", "span"):
        targets.append(_target(before))
    return next(filter(None, targets), "")


def _grandparent(element: html.HtmlElement) -> html.HtmlElement | None:
    parent = element.getparent()
    return None if parent is None else parent.getparent()


def _target(element: html.HtmlElement) -> str | None:
    return element.get("id") or element.get("name")
