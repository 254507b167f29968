"""Read llms.txt: a Markdown file that lists a site's pages.

In:    The file's text and URL.
Out:   An LlmsTxt: title and links. A link that is no URL stays as written.
Rules: the links of every list and paragraph count, in sections or not; those of fenced code do not. A link to another
       llms*.txt is a nested file, which the crawl reads too.
Spec:  the llms.txt proposal (llmstxt.org, 2024): one H1, a quoted summary, H2 sections with `- [name](url): notes`.
"""

from __future__ import annotations

import re
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
