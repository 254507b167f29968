"""Clean the inline Markdown of a paragraph, a table or a heading, and turn HTML blocks into Markdown.

In:    A paragraph's source with its line breaks; the page's URL and link definitions. An HTML block as written:
       complete elements, or only part of one (`<details>`).
Out:   The same prose. Links are resolved and inline, images are their alternative text, HTML is Markdown. Of a block,
       lines of Markdown, and headings.
Rules: code spans are never changed. Text that only looks like a tag (`List<T>`, `<name>`) stays. On a page with an
       absolute URL its links become absolute; if a page's URL is its path, they become such paths. Their anchors,
       queries and `.md` stay. Nothing raises.
       Of a block, prose is kept, whatever the tags around it. Scripts and styles are removed. Tables become pipe
       tables, `<pre>` becomes fenced code.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urljoin

from pinax_builder.parse.markdown.mdx import attributes, shown_inline, shown_shortcode, shown_text
from pinax_runtime.text import fenced

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_REFERENCE = re.compile(
    r"\{\{[<%]-?\s*(?:rel)?ref\s+[\"'`]?([^\"'`\s]+)[\"'`]?.*?[>%]\}\}|\{%\s*(?:link|post_url)\s+(\S+)\s*%\}"
)
"""A template tag that stands for a link (Hugo, Jekyll)."""
_ALIASES = ("@site/", "~/", "@/")
"""Prefixes that stand for the site's root."""

MAX_CHARS = 20_000
"""Length of the longest paragraph that is cleaned, in characters, so that time grows with a page's length only."""
_MAX_ANGLES = 1_000
"""Number of `<` in a paragraph that is cleaned at most, for the same reason."""

_INTERESTING = re.compile(r"[\[<&{!]|:[a-z]+-")
"""What a text contains that has something to clean."""
_LABEL = r"(?:[^\[\]\\`]|\\.|`[^`]*`|\[[^\[\]]*\]){0,1000}+"
"""The text of a link or image, with one level of brackets."""
_DESTINATION = r"<[^<>\n]*>|\{\{[<%].*?[>%]\}\}[^\s()]*|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*"
"""The target of a link: in angle brackets, a shortcode, or with one level of parentheses."""
_TITLE = r"""[ \t\n]+(?:"[^"]*"|'[^']*'|\([^()]*\))"""
"""The title of a link, with the space before it."""
_ATTRIBUTE = r"""\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]*))?"""
"""One attribute of an HTML tag, with the space before it."""
_TOKEN = re.compile(
    rf"""
    (?=[\[\]{{`\\<!&:]|[ \t]\{{) # one look at a character, since most begin none of these
    (?:
    (?P<role>\{{(?P<called_role>[a-z][\w-]*(?::[\w-]+)*)\}}(?P<quoted>`+)(?!`)(?P<spoken>[^`]{{1,2000}}?)(?P=quoted)(?!`))
    | (?P<code>(?<!`)(?P<ticks>`+)(?!`)[\s\S]{{1,5000}}?(?<!`)(?P=ticks)(?!`))
    | (?P<escape>\\[^\n])
    | (?P<auto><[A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>|<[\w.+-]+@[\w.-]+>)
    | (?P<comment><!--[\s\S]*?-->)
    | (?P<image>!\[(?P<alt>{_LABEL})\](?:\([ \t\n]*(?:{_DESTINATION})(?:{_TITLE})?[ \t\n]*\)|\[[^\[\]]*\]|(?![\[(])))
    | (?P<tail>\]\([ \t\n]*(?P<to>{_DESTINATION})(?P<title>{_TITLE})?[ \t\n]*\))
    | (?P<full>\]\[(?P<ref>[^\[\]]+)\])
    | (?P<short>\[(?P<label>(?!\^){_LABEL})\](?:\[\]|(?![\[(])))
    | (?P<anchor><a\s(?P<anchored>[^<>]*)>(?P<inner>[\s\S]*?)</a\s*>)
    | (?P<sample><(?P<sampled>code|tt|samp)(?:\s[^<>]*)?>(?P<source>[\s\S]*?)</(?P=sampled)\s*>)
    | (?P<tag></?(?P<name>[A-Za-z][\w.:-]*)(?P<attributes>(?:{_ATTRIBUTE})*)\s*(?P<self>/?)>)
    | (?P<attribute>
        [ \t]?\{{(?::[^{{}}\n]*|[ \t]*(?:[.#][\w-]|[\w-]+=["'])[^{{}}\n]*)\}}
        | (?<=\))\{{[^{{}}\n]*=[^{{}}\n]*\}}
      )
    | (?P<shortcode>
        \{{\{{[<%]-?[ \t]*(?P<called>[\w-]*)(?P<given>(?:[^}}]|\}}(?!\}}))*)[>%]\}}\}}|\{{%[^%\n]*%\}}
      )
    | (?P<entity>&(?:\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}});)
    | (?P<icon>:(?:material|octicons|fontawesome|simple)-[\w-]+:(?:[ \t]|&nbsp;)*)
    )
    """,
    re.VERBOSE,
)
"""What is cleaned or kept whole, each kind in a group of its own. Earlier kinds win."""
_CODE_PIECE = re.compile(r"\\([<>{}])|</?[A-Za-z](?:[^<>\\]|\\[^<>])*>")
"""In a `<code>` element: an escape, which MDX needs, or a tag."""
_EMPTY_LINK = re.compile(r"(?<!\\)\[[ \t]*\]\([^()\s]*\)")
"""A link whose text is gone."""
_EMPTY_ELEMENT = re.compile(r"<(i|b|em|strong|span|code|sup|sub)\b[^<>]*>[ \t]*</\1>")
"""An element that marks nothing."""
_BREAKING_LIST = """
    address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer
    form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p section summary table tbody td tfoot th thead tr ul
"""
_BREAKING = frozenset(_BREAKING_LIST.split())
"""Tags that begin a line of their own; within a line, a space takes their place."""
_OTHER_TAGS_LIST = """
    a abbr acronym audio b bdi bdo big br button canvas caption cite code col colgroup del dfn em embed font head
    i iframe img input ins kbd label legend link mark meta noscript object optgroup option param picture pre q s
    samp script select small source span strike strong style sub sup svg template textarea time track tt u var
    video wbr
"""
_HTML_TAGS = _BREAKING.union(_OTHER_TAGS_LIST.split())
"""Tags of HTML; what looks like another tag is text."""
_ROLE_TARGET = re.compile(r"(?<=\S)[ ]*<[^<>]*>$")
"""What stands after the words of a role, to say where they lead."""
_CODE_ROLES_LIST = "attr class code command data envvar exc file func kbd literal meth mod obj option samp"
_CODE_ROLES = frozenset(_CODE_ROLES_LIST.split())
"""Roles of MyST whose words are code; so are those of a domain, such as `py:func`."""
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "del": "~~", "s": "~~", "strike": "~~"}
"""HTML tag → the Markdown sign on either side of its text."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is needed to resolve links."""

    page_url: str
    """URL of the page, to which links are relative."""
    references: Mapping[str, str]
    """Normalized label → destination, from the page's link definitions."""


def clean_inline(source: str, context: Context) -> str:
    """Clean a paragraph's source."""
    if len(source) > MAX_CHARS or not _INTERESTING.search(source):
        return source
    if "<" in source:
        if source.count("<") > _MAX_ANGLES:
            return source
        source = _EMPTY_ELEMENT.sub("", source)
    cleaned = _TOKEN.sub(lambda match: _replace(match, context), source)
    return _EMPTY_LINK.sub("", cleaned) if "](" in cleaned else cleaned


def label_key(label: str) -> str:
    """Normalize a link label as CommonMark does, spelled as markdown-it-py spells it."""
    return " ".join(label.split()).lower().upper()


def is_tag(name: str, rest: str) -> bool:
    """Return whether a name in angle brackets is a tag, not text.

    >>> is_tag("div", ""), is_tag("T", ""), is_tag("Badge", ' type="tip"'), is_tag("your-name", "")
    (True, False, True, False)
    """
    return name.lower() in _HTML_TAGS or "=" in rest or (name[:1].isupper() and not name.isupper() and len(name) > 2)


def _replace(match: re.Match[str], context: Context) -> str:
    kind = match.lastgroup
    # `lastgroup` is the last group that closed: the outermost one of the alternative that matched.
    if kind in ("code", "escape", "auto"):
        return match[0]
    if kind == "role":
        return _role(match["called_role"], " ".join(match["spoken"].split()))
    if kind == "entity":
        return html.unescape(match[0]).replace("\xa0", " ")
    if kind == "tail":
        return f"]({_written(match['to'].strip('<>'), context)}{match['title'] or ''})"
    if kind in ("full", "short"):
        return _reference(match, context)
    if kind == "image":
        return clean_inline(match["alt"], context)
    if kind == "anchor":
        return _anchor(match, context)
    if kind == "sample":
        return code_span(match["source"])
    if kind == "tag":
        return _tag(match)
    return shown_shortcode(match["called"], match["given"]) if match["called"] else ""


def _reference(match: re.Match[str], context: Context) -> str:
    """Return a link whose target stands elsewhere on the page: `…][label]` or `[label]`."""
    destination = context.references.get(label_key(match["ref"] or match["label"]))
    if match["ref"]:
        return match[0] if destination is None else f"]({_written(destination, context)})"
    inner = clean_inline(match["label"], context)
    return f"[{inner}]" if destination is None else f"[{inner}]({_written(destination, context)})"


def _role(name: str, spoken: str) -> str:
    """Return what a site shows for a role of MyST: its words, as code where they name something in code."""
    shown = _ROLE_TARGET.sub("", spoken).removeprefix("!")
    if name == "math":
        return f"${spoken}$"
    if ":" not in name and name not in _CODE_ROLES:
        return shown
    return code_span(html.escape(shown.rpartition(".")[2] if shown.startswith("~") else shown))


def _written(destination: str, context: Context) -> str:
    resolved = resolve(destination, context.page_url)
    return f"<{resolved}>" if re.search(r"[\s()]", resolved) and "{{" not in resolved else resolved


def _anchor(match: re.Match[str], context: Context) -> str:
    inner = clean_inline(match["inner"], context).strip()
    values = attributes(match["anchored"])
    href = values.get("href") or values.get("to")
    return f"[{inner}]({_written(html.unescape(href), context)})" if href and inner else inner


def _tag(match: re.Match[str]) -> str:
    name, rest = match["name"].lower(), match["attributes"]
    if name in _BREAKING or name == "br":
        return " - " if name == "li" and match[0][1] != "/" else " "
    if name == "img":
        return html.unescape(attributes(rest).get("alt", ""))
    if not is_tag(match["name"], rest + ("=" if match["self"] else "")):
        return match[0]
    if name not in _HTML_TAGS and not rest and match.string[match.start() - 1 : match.start()].isalnum():
        return match[0]  # a type's parameter: List<String>
    if match["self"] and name not in _HTML_TAGS:
        return html.unescape(shown_inline(match["name"], attributes(rest)))
    return _MARKS.get(name, "")


def code_span(source: str) -> str:
    r"""Write the content of a `<code>` element as a code span.

    >>> code_span("a &lt; <b>b</b>"), code_span(r"Map\<Item | null\>")
    ('`a < b`', '`Map<Item | null>`')
    """
    text = html.unescape(_CODE_PIECE.sub(r"\1", source)).replace("\n", " ").strip()
    if not text:
        return ""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{space}{text}{space}{ticks}"


_PLAIN = re.compile(
    r"(?<!`)(?P<t>`++)(?P<code>.+?)(?<!`)(?P=t)(?!`)|\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()]|\([^()]*\))*\)|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<mark>\*{1,3}|~~)|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)"
)


def plain_text(inline: str) -> str:
    """Return the plain text of cleaned inline Markdown, for titles.

    >>> plain_text("The **`run()`** [method](x.md) of snake_case")
    'The run() method of snake_case'
    >>> plain_text("Fences open with ``` or ``~`~``")
    'Fences open with ``` or ~`~'
    """
    return " ".join(_PLAIN.sub(_plain_piece, inline).split())


def _plain_piece(match: re.Match[str]) -> str:
    if match["code"] is not None:
        return match["code"].strip() or match["code"]
    if match["text"] is not None:
        return plain_text(match["text"])
    return match["escaped"] or ""


def resolve(destination: str, page_url: str) -> str:
    """Resolve a link's destination.

    >>> resolve("../api.md#run", "guide/start.md")
    'api.md#run'
    >>> resolve("../api.md#run", "https://x.org/guide/start.md")
    'https://x.org/api.md#run'
    >>> resolve("#run", "guide/start.md")
    'guide/start.md#run'
    """
    if match := _REFERENCE.search(destination):
        destination = match[1] or match[2]
    for alias in _ALIASES:
        if destination.startswith(alias):
            destination = "/" + destination[len(alias) :]
    if not destination or _SCHEME.match(destination):
        return destination
    if _SCHEME.match(page_url):
        try:
            return urljoin(page_url, destination)
        except ValueError:
            return destination
    return _join(page_url, destination)


def _join(page_path: str, destination: str) -> str:
    """Join a relative destination to a page's path, which may hold any character."""
    end = min((at for at in map(destination.find, "#?") if at >= 0), default=len(destination))
    path, rest = destination[:end], destination[end:]
    if not path:
        return page_path + rest
    joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(page_path), path)).lstrip("/")
    return joined + ("/" if path.endswith("/") or not joined else "") + rest


MAX_BLOCK_CHARS = 100_000
"""Length of the longest block that is converted, in characters; a longer one only loses its tags."""

_INVISIBLE = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<(script|style|svg|iframe|noscript|video|audio|object)\b[^>]*>[\s\S]*?(?:</\1\s*>|\Z)|<[!?][^>]*>",
    re.IGNORECASE,
)
_PRE = re.compile(r"<pre\b([^>]*)>\s*?(?:<code\b([^>]*)>)?([\s\S]*?)(?:</code\s*>\s*)?</pre\s*>", re.IGNORECASE)
_TABLE = re.compile(r"<table\b[^>]*>([\s\S]*?)</table\s*>", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^>]*>([\s\S]*?)(?=<tr\b|</tr\s*>|\Z)", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^>]*>([\s\S]*?)(?=<t[dh]\b|</t[dh]\s*>|\Z)", re.IGNORECASE)
_BLOCK_TAG = re.compile(r"[ \t]*<(/?)([A-Za-z][\w.:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
HTML_HEADING = re.compile(r"\x01([0-9])\x01([^\x01]*)\x01(.*)")
"""A line that stands for a heading: level, id, Markdown. The page's own text has no control characters."""
_HEADING_BREAK = re.compile(r"(\x01[1-6]\x01[^\x01\n]*\x01)\s+")
_ITEM_GAP = re.compile(r"(?<!\s)[^\S\n]*+\n\s++(?<=\n)(?=(?:-|\d+\.) )")
_LINK = re.compile(r"<a\s[^<>]*>(?:(?!</?a\b|\n[ \t]*\n)[\s\S]){0,2000}+</a\s*>", re.IGNORECASE)
"""A link, which may have its text on lines of their own."""
_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|brush:)[-\s]?([\w+#-]+)")


def html_to_markdown(source: str, context: Context) -> list[str]:
    """Turn an HTML block into lines of Markdown and of `HTML_HEADING`; one that is too long only loses its tags."""
    if len(source) > MAX_BLOCK_CHARS:
        return [line for line in re.sub(r"<[^<>]{0,2000}>", " ", source).split("\n") if line.strip()]
    text = _INVISIBLE.sub("", source)
    kept: list[str] = []

    def keep(block: str) -> str:
        kept.append(block)
        return f"\n\n\x02{len(kept) - 1}\x02\n\n"

    if "<pre" in text.lower():
        text = _PRE.sub(lambda match: keep(_fence(match)), text)
    if "<table" in text.lower():
        text = _TABLE.sub(lambda match: keep(_table(match[1], context)), text)
    text = _LINK.sub(lambda link: " ".join(link[0].split()), _Blocks().run(text))
    lines: list[str] = []
    for line in map(str.strip, text.split("\n")):
        line = clean_inline(line, context).replace("****", "**").rstrip()
        lines += re.sub(r"\x02(\d+)\x02", lambda match: kept[int(match[1])], line).split("\n")
    return lines


def _fence(match: re.Match[str]) -> str:
    language = _LANGUAGE.search(match[1] + " " + (match[2] or ""))
    code = html.unescape(re.sub(r"</?[A-Za-z][^<>]*>", "", match[3])).strip("\n")
    return fenced(code, language[1] if language else "") if code.strip() else ""


def _table(source: str, context: Context) -> str:
    rows = [[_cell(cell[1], context) for cell in _CELL.finditer(row[1])] for row in _ROW.finditer(source)]
    rows = [row for row in rows if any(row)]
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _cell(source: str, context: Context) -> str:
    text = " ".join(_Blocks().run(source).replace("\x01", " ").split())
    return clean_inline(text, context).strip().replace("|", "\\|")


class _Blocks:
    """Turns block tags into line breaks and Markdown; inline tags are left to `clean_inline`."""

    def __init__(self) -> None:
        self.lists: list[int] = []

    def run(self, text: str) -> str:
        text = _BLOCK_TAG.sub(self._replace, text)
        return _ITEM_GAP.sub("\n", _HEADING_BREAK.sub(r"\1", text))

    def _replace(self, match: re.Match[str]) -> str:
        slash, name, rest, self_closed = match.groups()
        lower = name.lower()
        if lower in _BREAKING:
            return self._close(lower) if slash else self._open(lower, rest)
        if name[0].isupper() and not slash and is_tag(name, rest + ("=" if self_closed else "")):
            shown = shown_text(name, attributes(rest), is_empty=bool(self_closed))
            return f"\n\n{shown}\n\n" if shown else ""
        return match[0]

    def _open(self, name: str, rest: str) -> str:
        if name in ("ul", "ol"):
            self.lists.append(0 if name == "ul" else 1)
            return "\n"
        if name == "li":
            number = self.lists[-1] if self.lists else 0
            if number:
                self.lists[-1] += 1
            return f"\n{number}. " if number else "\n- "
        if name[0] == "h" and name[1:].isdigit():
            anchor = attributes(rest).get("id", "")
            return f"\n\n\x01{name[1]}\x01{anchor}\x01"
        if name == "summary":
            return "\n\n**"
        if name in ("td", "th"):
            return " "
        return "\n---\n" if name == "hr" else "\n\n"

    def _close(self, name: str) -> str:
        if name in ("ul", "ol"):
            del self.lists[-1:]
            return "\n\n"
        if name == "summary":
            return "**\n\n"
        return "" if name in ("td", "th", "li") else "\n\n"
