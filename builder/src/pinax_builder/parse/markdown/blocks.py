"""Cut a Markdown page into headings and the text between them.

In:    CommonMark (with tables), after `unify_containers`.
Out:   Blocks in document order: headings outside lists and quotes, and the cleaned lines between two of them.
Rules: - Code keeps every character.
       - Every fence is closed, and names at most its language; indented code becomes a fence.
       - Headings in lists and quotes are text, since no section can be nested there.

Strategy: markdown-it-py reads only the block structure and says which lines each block takes. Lines are then kept,
cleaned or rewritten. Nothing is rendered, so unknown syntax stays as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pinax_builder.parse.markdown.inline import (
    Context,
    HtmlHeading,
    clean_inline,
    html_to_markdown,
    label_key,
    plain_text,
)
from pinax_runtime.text import CODE_SPAN, closes_fence, fence_for


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading outside lists and quotes."""

    level: int
    title: str
    """Plain text."""
    line: str
    """Markdown, as the section's first line."""
    code: str
    """The first code in it; empty if there is none."""
    anchor: str
    """Id that the page itself sets: `{#id}`, an HTML id, an `<a>` before the heading; else empty."""
    slug_text: str
    """Text of which generators make an id: the title without tags."""
    ids: list[str]
    """Ids in the HTML of the heading and of the text up to the next one."""


Block = Heading | str
"""A heading, or Markdown between headings."""

_LEAVES = frozenset({"heading_open", "fence", "code_block", "html_block", "paragraph_open", "table_open"})
_DEFINITION = re.compile(r"[ \t>]*\[((?:[^\[\]\\]|\\.)+)\]:")
_EXPLICIT_ID = re.compile(r"[ \t]*\{:?(?:[ \t]*|[^{}]*[ \t])(?:#|id=[\"']?)([^\s{}\"']+)[^{}]*\}[ \t]*$")
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*(?:[.:#]|[\w-]+=)[^{}]*\}[ \t]*$")
_NAMED_BY_COMMENT = re.compile(r"<!--[ \t]*md:\w+[ \t]+(\S+).*-->")
_ID = re.compile(r"<(?:a|span|div)\b[^<>]*?\s(?:id|name)\s*=\s*[\"']?([^\s\"'<>]+)", re.IGNORECASE)
_ANY_ID = re.compile(
    r"<(?:a\b[^<>]*?\sname|[a-z]\w*\b[^<>]*?\sid)\s*=\s*[\"']?([^\s\"'<>]{1,500})|\[\]\(\)\{:?[ \t]*#([\w.:-]{1,500})"
)
"""An id to which a link may lead: of any element, or `[](){#id}`."""
_LANGUAGE = re.compile(
    r"(?:\{(?:code-block|code-cell|code|sourcecode)\}[ \t]*|\{?[ \t]*\.?)"
    r"(?![0-9][0-9,{}-]*(?:$|[ \t}]))([A-Za-z0-9_+][\w+#.-]*)(?![\w=])"
)
"""The language in `js {1,3}`, `{.python .x}`, `{r, echo=F}`, `{code-block} c`, `rust,ignore`; never an option."""
_TAGS = re.compile(r"</?(?:div|span|p|br|small|sup|sub|[A-Z]\w+(?=[^<>]*/>))\b[^<>]*>|\{\{<[^{}]*>\}\}")
_GAP = re.compile(r"(`+[^`]*`+)|[ \t]{2,}")
_RULE = re.compile(r"[ \t:|-]+")
_DASHES = re.compile(r"-+")
_CELL_END = re.compile(r"(`+[^`]*`+|\\.)|[ \t]?\|[ \t]?")
_PREFIX = re.compile(r"[ \t>]*")
"""What stands before a table's row, the marks of quotes among it."""
_FIRST_PREFIX = re.compile(r"(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*")
_PIPE = re.compile(r"&(?:vert|verbar|VerticalLine|#124|#[xX]7[cC]);")
_TITLE = re.compile(r"""\b(?:title|label|package|file(?:name)?|caption)=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))""")
_CODE = re.compile(CODE_SPAN)
_BRACKETED = re.compile(r"\[([^\[\]]+)\]\s*$")


def _parser(*, indented_code: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser if indented_code else parser.disable("code")


_PARSERS = {False: _parser(indented_code=True), True: _parser(indented_code=False)}


def cut_blocks(text: str, page_url: str, is_mdx: bool) -> tuple[list[Block], list[str]]:
    """Cut a page into headings and cleaned Markdown.

    Args:
        text: The page without its front matter.
        page_url: URL to which links are relative.
        is_mdx: Whether the page is MDX, where indented text is no code.

    Returns:
        The blocks, and the ids in the HTML before the first heading.
    """
    env: dict[str, dict[str, dict[str, str]]] = {}
    tokens = _PARSERS[is_mdx].parse(text, env)
    references = {key: value["href"] for key, value in env.get("references", {}).items() if not key.startswith("^")}
    cutter = _Cutter(text.split("\n"), Context(page_url, references))
    cutter.run([*tokens, Token("end", "", 0)])
    return cutter.blocks, cutter.first_ids


class _Cutter:
    """Goes over a page's leaf blocks once."""

    def __init__(self, lines: list[str], context: Context) -> None:
        self.lines = lines
        self.context = context
        self.blocks: list[Block] = []
        self.out: list[str] = []
        self.anchor = ""
        """Id right before the next block, which a heading takes as its own."""
        self.first_ids: list[str] = []
        """Ids before the first heading."""
        self.ids = self.first_ids
        """Ids since the last heading."""
        self._waiting = 0
        """Index of the first id that a heading right after it would take."""

    def run(self, tokens: list[Token]) -> None:
        done = 0
        for token, inside in pairwise(tokens):
            if token.type not in _LEAVES or token.map is None:
                continue
            start, end = token.map
            self._between(done, start)
            done = end
            if token.type == "heading_open" and token.level == 0:
                source = " ".join(line.strip() for line in inside.content.split("\n"))
                self._put_heading(int(token.tag[1]), source, "")
            elif token.type == "fence":
                self._fence(token, start, end)
            elif token.type == "code_block":
                self._indented_code(token, start, end)
            elif token.type == "html_block":
                self._html(token, start, end)
            else:
                self._prose(token, start, end)
        self._between(done, len(self.lines))
        self._flush()

    def _between(self, start: int, end: int) -> None:
        """Keep the lines between leaves (blank lines, rules); drop link definitions, which are inline by now."""
        in_definition = False
        for line in self.lines[start:end]:
            match = _DEFINITION.match(line)
            if match is not None and label_key(match[1]) in self.context.references:
                in_definition = True
            elif not line.strip(" >\t") or not in_definition:
                in_definition = False
                self._add(line.rstrip())

    def _add(self, line: str) -> None:
        if line or (self.out and self.out[-1]):
            self.out.append(line)

    def _note_ids(self, source: str, *, is_all: bool) -> None:
        """Add the ids in a source; if it holds nothing else, a heading right after it takes them."""
        if not self.anchor:
            self._waiting = len(self.ids)
        if is_all and (match := _ID.search(source)):
            self.anchor = match[1]
        if "<" in source or "{" in source:
            self.ids.extend(found[1] or found[2] for found in _ANY_ID.finditer(source))

    def _flush(self) -> None:
        text = "\n".join(self.out).strip("\n").rstrip()
        if text:
            self.blocks.append(text)
        self.out = []

    def _put_heading(self, level: int, source: str, anchor: str) -> None:
        explicit = _EXPLICIT_ID.search(source)
        inner = _ID.search(source)
        anchor = explicit[1] if explicit else anchor or (inner[1] if inner else self.anchor)
        source = _ATTRIBUTES.sub("", source).strip()
        source = re.sub(r"[ \t]+#+$", "", source) if explicit else source
        markdown = " ".join(clean_inline(source, self.context).split())
        was_named, self.anchor = bool(self.anchor), ""
        if not markdown and (named := _NAMED_BY_COMMENT.search(source)):
            markdown = f"`{named[1]}`"  # in Material's own manual, a hook writes a setting's name here
        title = plain_text(markdown)
        if not title:
            return
        waiting = self._waiting if was_named else len(self.ids)
        ids = [*self.ids[waiting:], *(found[1] for found in _ANY_ID.finditer(source) if found[1])]
        del self.ids[waiting:]
        self.ids = ids
        slug_text = plain_text(clean_inline(_TAGS.sub("", source), self.context)) if "<" in source else title
        self._flush()
        code = _CODE.search(markdown)
        line = f"{'#' * level} {markdown}"
        self.blocks.append(
            Heading(level, title, line, code["code"].strip() if code else "", anchor, slug_text or title, ids)
        )

    def _fence(self, token: Token, start: int, end: int) -> None:
        fence = token.markup
        prefix = self.lines[start].partition(fence)[0]
        inner = re.sub(r"[^\s>]", " ", prefix)
        language, title = _info(token.info)
        if title:
            if prefix == inner and self.out and self.out[-1].strip(" >"):
                self._add(inner.rstrip())
            self._add(f"{prefix}**{title}**")
            self._add(inner.rstrip())
            prefix = inner
        body = self.lines[start + 1 : end]
        is_closed = bool(body) and closes_fence(body[-1], fence)
        self.out.append(f"{prefix}{fence}{language}")
        self.out += body[:-1] if is_closed else body
        self.out.append(inner + fence)
        self.anchor = ""

    def _indented_code(self, token: Token, start: int, end: int) -> None:
        code = token.content.rstrip("\n").split("\n")
        prefix = self.lines[start].removesuffix(code[0]).rstrip(" \t")
        prefix = prefix + " " if prefix and not prefix.isspace() else " " * (2 * (token.level // 2))
        inner = re.sub(r"[^\s>]", " ", prefix)
        fence = fence_for(token.content)
        self.out.append(prefix + fence)
        self.out += [(inner + line).rstrip() if line.strip() else inner.rstrip() for line in code]
        self.out.append(inner + fence)
        self.anchor = ""

    def _html(self, token: Token, start: int, end: int) -> None:
        source = "\n".join(self.lines[start:end])
        self._note_ids(source, is_all=not token.level)
        if token.level:
            self._nested_html(source)
            return
        self._add("")
        for line in html_to_markdown(source, self.context):
            if isinstance(line, HtmlHeading):
                self._put_heading(line.level, line.source, line.anchor)
            else:
                self._add(line)
        self._add("")

    def _nested_html(self, source: str) -> None:
        """Clean HTML in a list or a quote, line by line."""
        for line in clean_inline(source, self.context).split("\n"):
            if line.strip(" >\t"):
                self._add(line.rstrip())

    def _prose(self, token: Token, start: int, end: int) -> None:
        lines = self.lines[start:end]
        if token.type == "table_open":
            self._note_ids("\n".join(lines), is_all=False)
            first = _FIRST_PREFIX if token.level else _PREFIX
            rows = [self._row(line, first if at == 0 else _PREFIX) for at, line in enumerate(lines)]
            self.out += ["".join((prefix if token.level else "", *row)) for prefix, row in rows]
            return
        source = "\n".join(lines)
        cleaned = clean_inline(source, self.context)
        if token.type == "heading_open":
            cleaned = _ATTRIBUTES.sub("", cleaned)
        is_empty = not cleaned.strip(" \t\n>")
        self._note_ids(source, is_all=is_empty and cleaned is not source)
        if not is_empty:
            self.anchor = ""
            for line in cleaned.split("\n"):
                if line.strip():
                    self._add(line.strip() if token.level == 0 else line.rstrip())

    def _row(self, line: str, before: re.Pattern[str]) -> tuple[str, str]:
        """Return what stands before a table's row, and the row without what only lines up its cells."""
        found = before.match(line)
        prefix = found[0] if found else ""
        source = line[len(prefix) :].rstrip()
        if _RULE.fullmatch(source):
            row = _DASHES.sub("---", source)
        else:
            row = _GAP.sub(lambda gap: gap[1] or " ", clean_inline(_PIPE.sub(r"\\|", source), self.context).strip())
        cells = _CELL_END.sub(lambda end: end[1] or "\0", row).split("\0")
        cells = cells[source.startswith("|") and not cells[0] :]
        cells = cells[: -1 if len(cells) > 1 and not cells[-1] and source.endswith("|") else None]
        return prefix, " ".join(["|", *(part for cell in cells for part in (cell.strip(), "|") if part)])


def _info(info: str) -> tuple[str, str]:
    """Return the language in a fence's info string, and the title that sites show above the code.

    >>> _info('js title="src/app.js" {1,3}'), _info("{.python .annotate}"), _info("rust,ignore"), _info("{1,3}")
    (('js', 'src/app.js'), ('python', ''), ('rust', ''), ('', ''))
    """
    info = info.strip()
    match = _LANGUAGE.match(info)
    language = match[1] if match else ""
    title = _TITLE.search(info)
    if title is not None:
        shown = title[1] or title[2] or title[3] or ""
    else:
        bracketed = _BRACKETED.search(info)
        shown = bracketed[1] if bracketed else ""
    return language, shown.replace("`", "'")
