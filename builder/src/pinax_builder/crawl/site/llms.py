"""Read llms.txt, a Markdown file that lists a site's pages, and llms-full.txt: the text of many pages in one file.

In:    A file's text, and its URL.
Out:   The title and links of the first, where a link that is no URL stays as written. The pages of the second that say
       where they live: URL, title, Markdown.
Rules: the links of every list and paragraph count, in sections or not; those of fenced code do not. A link to another
       llms*.txt is a nested file, which the crawl reads too. In llms-full.txt a page starts at a heading that is
       followed by a line `Source: URL` (or `URL:`), at a heading that is a link, or at a block of front matter with
       such a key; it ends where the next starts. Marks within fenced code are text. A text that does not say its URL is
       left out: a page without a URL cannot be cited.
Strategy: one pass over the lines. What llms-full.txt looks like was read off the generators of Mintlify, Fumadocs,
       GitBook, Cloudflare and Vercel (2025 and 2026); the proposal does not say.
Spec:  the llms.txt proposal (llmstxt.org, 2024): one H1, a quoted summary, H2 sections with `- [name](url): notes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from pinax_runtime.text import are_in_fences

_TITLE = re.compile(r"^ {0,3}#\s+(.*)")
_LINK = re.compile(
    r"(?<!!)\[(?P<title>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"\(\s*(?:<(?P<bracketed>[^<>\n]*)>|(?P<url>(?:[^\s()<>]|\([^\s()]*\))+))"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_BARE = re.compile(r"(?<![(\[<\w])(?:<(https?://[^\s<>]+)>|(https?://[^\s<>()\[\]\"']+))")
_NESTED = re.compile(r"^llms[\w.-]*\.txt$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LlmsTxt:
    """What the file says."""

    title: str
    """Text of the first H1; empty if there is none."""
    links: tuple[str, ...]
    """URLs in the file's order, which may repeat: absolute where the file's URL is known, not yet canonical."""


def is_nested(url: str) -> bool:
    """Tell whether a link leads to another file of this kind."""
    return bool(_NESTED.match(urlsplit(url).path.rpartition("/")[2]))


def parse_llms_txt(text: str, url: str) -> LlmsTxt | None:
    """Read the file; None if it is an HTML page or holds no link."""
    if re.match(r"\s*<(?!https?:)", text[:200]):
        return None
    title = ""
    links: list[str] = []
    lines = text.lstrip("\ufeff").splitlines()
    for line, is_code in zip(lines, are_in_fences(lines), strict=True):
        if is_code:
            continue
        heading = _TITLE.match(line)
        if heading and not title:
            title = _plain(heading[1].rstrip().rstrip("#").rstrip())
        links += _links(line, url)
    return LlmsTxt(title, tuple(links)) if links else None


def _links(line: str, base: str) -> list[str]:
    """Return the links of a line: written as Markdown, then bare URLs."""
    targets = [match["bracketed"] if match["bracketed"] is not None else match["url"] for match in _LINK.finditer(line)]
    targets += [match[1] or match[2].rstrip(".,;:!?") for match in _BARE.finditer(_LINK.sub(" ", line))]
    return [_absolute(target, base) for target in targets if target and not target.startswith("#")]


def _absolute(target: str, base: str) -> str:
    """Resolve a link; return it as written where it is no URL, for the crawl to refuse."""
    try:
        return urljoin(base, target)
    except ValueError:
        return target


def _plain(text: str) -> str:
    """Remove the Markdown marks from a title."""
    return re.sub(r"\\(.)|[*_`]", lambda match: match[1] or "", _LINK.sub(lambda match: match["title"], text)).strip()


_HEADING = re.compile(r"^(#{1,2})\s+(.+?)\s*#*$")
_LINKED = re.compile(r"^\[(.+)\]\(<?(\S+?)>?\)$")
_SOURCE = re.compile(
    r"^[>*_\s]*(?:source|url|source[ _]url|page[ _]url|canonical|html[ _]url|link)s?[*_]*\s*:[*_\s]*"
    r"[\"'<]?(https?://[^\s<>\"']+|/[^\s<>\"']*)[\"'>]?[*_\s]*$",
    re.IGNORECASE,
)
_TITLE_KEY = re.compile(r"^title\s*:\s*[\"']?(.*?)[\"']?\s*$", re.IGNORECASE)
_RULE = "---"
_LOOKED_AT_LINES = 4
"""Number of lines after a heading, blank ones aside, among which its page's URL may stand."""
_FRONT_MATTER_LINES = 40
"""Longest front matter (lines) that is read."""


@dataclass(frozen=True, slots=True)
class FullPage:
    """One page of the file."""

    url: str
    """As written."""
    title: str
    """Title of the page; empty if the file does not say it."""
    markdown: str


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a page starts, and where its text does."""

    line: int
    text_line: int
    url: str
    title: str


def parse_llms_full(text: str) -> list[FullPage] | None:
    """Return the pages in the file's order; a URL may repeat. Return None if it is an HTML page."""
    if re.match(r"\s*<(?:!doctype|html|head|body|\?xml)\b", text[:2000], re.IGNORECASE):
        return None
    lines = text.lstrip("\ufeff").splitlines()
    starts = list(_starts(lines))
    ends = [*(start.line for start in starts), len(lines)][1:]
    pages = []
    for start, end in zip(starts, ends, strict=True):
        body = "\n".join(lines[start.text_line : end]).strip()
        if body:
            heading = f"# {start.title}\n\n" if start.title else ""
            pages.append(FullPage(start.url, start.title, f"{heading}{body}\n"))
    return pages


def _starts(lines: list[str]) -> Iterator[_Start]:
    """Find where pages start."""
    at = 0
    for number, is_code in enumerate(are_in_fences(lines)):
        if number < at or is_code:
            continue
        start = _front_matter(lines, number) if lines[number].strip() == _RULE else _heading(lines, number)
        if start:
            yield start
            at = start.text_line


def _heading(lines: list[str], at: int) -> _Start | None:
    match = _HEADING.match(lines[at])
    if not match:
        return None
    title = match[2]
    if linked := _LINKED.match(title):
        return _Start(at, at + 1, linked[2], linked[1])
    looked_at = 0
    for below in range(at + 1, len(lines)):
        line = lines[below].strip()
        if not line:
            continue
        if source := _SOURCE.match(line):
            return _Start(at, below + 1, source[1], title)
        looked_at += 1
        if looked_at == _LOOKED_AT_LINES or line.startswith(("#", "```", "~~~", _RULE)):
            break
    return None


def _front_matter(lines: list[str], at: int) -> _Start | None:
    url = title = ""
    for below in range(at + 1, min(at + _FRONT_MATTER_LINES, len(lines))):
        line = lines[below]
        if line.strip() == _RULE:
            return _Start(at, below + 1, url, title) if url else None
        if source := _SOURCE.match(line):
            url = url or source[1]
        elif given := _TITLE_KEY.match(line):
            title = title or given[1]
        elif not line.strip() or not re.match(r"\s|[\w-]+\s*:", line):
            return None
    return None
