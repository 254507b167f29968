"""Read llms.txt: a Markdown file that lists a site's pages.

In:    The file's text and URL.
Out:   An LlmsTxt: title, summary, sections of links with notes; links resolved, as written otherwise.
Rules: the links of every list and paragraph count, in sections or not; those of fenced code do not. A link to another
       llms*.txt is a nested file, which the crawl reads, too.
Spec:  the llms.txt proposal (llmstxt.org, 2024): one H1, a quoted summary, H2 sections with `- [name](url): notes`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_LINK = re.compile(
    r"(?<!!)\[(?P<title>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"\(\s*(?:<(?P<bracketed>[^<>\n]*)>|(?P<url>(?:[^\s()<>]|\([^\s()]*\))+))"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_BARE = re.compile(r"(?<![(\[<\w])(?:<(https?://[^\s<>]+)>|(https?://[^\s<>()\[\]\"']+))")
_NOTE = re.compile(r"^\s*[:–—-]\s*(.+?)\s*$")
_NESTED = re.compile(r"^llms[\w.-]*\.txt$", re.IGNORECASE)
_OPTIONAL = "optional"


@dataclass(frozen=True, slots=True)
class LlmsLink:
    """One link of the file."""

    url: str
    """Absolute where the file's URL is known; not yet canonical."""
    title: str
    note: str
    section: str
    """The H2 above it; empty before the first."""

    @property
    def is_optional(self) -> bool:
        """Tell whether it stands in the section that short contexts may leave out."""
        return self.section.lower() == _OPTIONAL

    @property
    def is_nested(self) -> bool:
        """Tell whether it leads to another file of this kind."""
        return bool(_NESTED.match(urlsplit(self.url).path.rpartition("/")[2]))


@dataclass(frozen=True, slots=True)
class LlmsTxt:
    """What the file says."""

    title: str
    summary: str
    links: tuple[LlmsLink, ...]
    """In the file's order; a URL may repeat."""


def parse_llms_txt(text: str, url: str) -> LlmsTxt | None:
    """Read the file; None if it is none: an HTML page, or without a single link."""
    if re.match(r"\s*<(?!https?:)", text[:200]):
        return None
    title, summary, section = "", [], ""
    links: list[LlmsLink] = []
    fence = ""
    for line in text.lstrip("\ufeff").splitlines():
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
            continue
        if mark:
            fence = mark[1]
            continue
        heading = _HEADING.match(line)
        if heading and len(heading[1]) == 1 and not title:
            title = _plain(heading[2])
        elif heading and len(heading[1]) == 2:
            section = _plain(heading[2])
        elif line.lstrip().startswith(">") and not section and not links:
            summary.append(line.lstrip().lstrip(">").strip())
        links += _links(line, url, section)
    return LlmsTxt(title, " ".join(summary).strip(), tuple(links)) if links else None


def _links(line: str, url: str, section: str) -> list[LlmsLink]:
    """Give the links of a line; a note is what follows the last one after a colon or dash."""
    found = list(_LINK.finditer(line))
    links = []
    for number, match in enumerate(found):
        note = _NOTE.match(line[match.end() :]) if number == len(found) - 1 else None
        target = match["bracketed"] if match["bracketed"] is not None else match["url"]
        links.append(_link(url, target, _plain(match["title"]), note[1] if note else "", section))
    for match in _BARE.finditer(_LINK.sub(" ", line)):
        target = match[1] or match[2].rstrip(".,;:!?")
        links.append(_link(url, target, "", "", section))
    return [link for link in links if link]


def _link(base: str, target: str, title: str, note: str, section: str) -> LlmsLink | None:
    if not target or target.startswith("#"):
        return None
    try:
        return LlmsLink(urljoin(base, target), title, note, section)
    except ValueError:
        return LlmsLink(target, title, note, section)


def _plain(text: str) -> str:
    """Drop the marks of Markdown from a title."""
    return re.sub(r"\\(.)|[*_`]", lambda match: match[1] or "", _LINK.sub(lambda match: match["title"], text)).strip()
