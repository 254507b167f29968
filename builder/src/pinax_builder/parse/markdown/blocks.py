"""Cut a Markdown page into headings and the text between them.

In:    CommonMark with tables, as lines, with the containers that `containers.py` finds in them.
Out:   Blocks in document order: headings outside lists and quotes, and the cleaned Markdown between two of them.
       An admonition is a blockquote whose first line is `> **Note:** Title`. A tab or a component with a title is its
       label in bold, then its content.
Rules: - Code keeps every character.
       - Every fence is closed, and names at most its language; indented code becomes a fence.
       - Headings in lists and quotes are text, since no section can be nested there.
       - What is in a list's item is indented as far as its mark is long.

Strategy: markdown-it-py reads blocks only. A rule of ours reads the content of a container as its own rules read that
of a list's item. The text of each block is cleaned, and written behind the marks of the lists and quotes around it.
What is within a block is not parsed, so unknown syntax stays as it was written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block, reference, table
from markdown_it.token import Token

from pinax_builder.parse.admonition_kinds import head, label_of_any
from pinax_builder.parse.markdown.containers import (
    CODE_DIRECTIVES,
    NO_MARKDOWN,
    Container,
    find_containers,
    read_options,
)
from pinax_builder.parse.markdown.hidden import without_hidden
from pinax_builder.parse.markdown.inline import HTML_HEADING, Context, clean_inline, html_to_markdown, plain_text
from pinax_builder.parse.markdown.mdx import TAG
from pinax_runtime.text import CODE_SPAN, fence_for


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
_PIPE = re.compile(r"&(?:vert|verbar|VerticalLine|#124|#[xX]7[cC]);")
_TITLE = re.compile(
    r"""\b(?:title|label|package|file(?:name)?|caption)=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))|\[([^\[\]]+)\]\s*$"""
)
"""The title of code: an attribute, or what stands in brackets at the end (VitePress)."""
_CODE = re.compile(CODE_SPAN)
_ALERT = re.compile(r"\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)")
"""GitHub: `[!NOTE]`, the first line of a quote."""
_STARTS_BLOCK = re.compile(r"[-*+][ \t]|[>|=:!]|#{1,6}[ \t]|```|~~~|\d{1,9}[.)][ \t]|<[A-Za-z]|-{3}|\*{3}")
"""The beginning of a block that cannot follow an admonition's label on its line."""
_DIRECTIVE = re.compile(r"\{([a-z][\w-]*)\}(.*)")
"""The info string of a directive of MyST."""
_ENDS_ITSELF = re.compile(r"[ \t]*<(?:[!?]|(?:script|pre|style|textarea)\b)", re.IGNORECASE)
"""The beginning of an HTML block that ends at a sign of its own, not at an empty line."""
_PROSE = frozenset({"heading_open", "html_block", "paragraph_open", "table_open"})
_OTHER = frozenset({"code_block", "container_open", "fence"})
_MAX_DEPTH = 40
"""Depth of lists, quotes and containers; what is deeper is text."""


def _push(state: StateBlock, kind: str, start: int, end: int, content: str = "") -> Token:
    token = state.push(kind, "", 0)
    token.map, token.content = [start, end], content
    return token


def _container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a container, and what is in it as blocks; read what is nested too deep as a paragraph."""
    if state.level > _MAX_DEPTH and not silent:
        state.line = end
        _push(state, "paragraph_open", start, end)
        _push(state, "inline", start, end, state.getLines(start, end, state.blkIndent, False).strip())
        return True
    container: Container | None = state.env["containers"].get(start)
    if container is None or state.is_code_block(start):
        return False
    if silent:
        return True
    last = min(container.end, end)
    state.line = max(start + 1, last) if container.form == "code" else start + 1
    if container.form == "id":
        _push(state, "html_block", start, start + 1, f'<a id="{container.lead}"></a>')
    elif container.form == "code":
        content = state.getLines(container.start, last, state.blkIndent, True)
        token = _push(state, "fence", start, state.line, content)
        token.info, token.markup = container.lead, "```"
    elif container.lead or container.closing or container.is_indented:
        opening = state.push("container_open", "", 1)
        opening.map, opening.meta = [start, last], {"container": container}
        _read_content(state, start, last, container)
        state.push("container_close", "", -1).meta = opening.meta
    return True


def _read_content(state: StateBlock, start: int, end: int, container: Container) -> None:
    """Read the content of a container as blocks."""
    around = state.lineMax, state.blkIndent, state.listIndent, state.parentType
    state.line = container.start
    if container.is_indented:
        state.blkIndent = state.sCount[start] + 4
        inside = (line for line in range(start + 1, end) if not state.isEmpty(line))
        end = next((line for line in inside if state.sCount[line] < state.blkIndent), end)
    elif state.env["is_mdx"] or container.closing[:1] == "<":
        indents = (state.sCount[line] for line in range(container.start, end) if not state.isEmpty(line))
        state.blkIndent = max(state.blkIndent, min(indents, default=0))
    state.lineMax, state.listIndent, state.parentType = end, -1, "container"
    if container.form == "term":
        del state.env["containers"][start]
        text = state.skipSpaces(state.bMarks[start] + state.tShift[start] + 1)
        state.tShift[start], state.sCount[start] = text - state.bMarks[start], state.blkIndent
    if container.form == "nothing":
        state.line = end
    elif container.start < end:
        state.md.block.tokenize(state, container.start, end)
    state.lineMax, state.blkIndent, state.listIndent, state.parentType = around


def _html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read an HTML block up to the next container."""
    if not silent and not _ENDS_ITSELF.match(state.src, state.bMarks[start]):
        numbers: list[int] = state.env["numbers"]
        following = bisect_right(numbers, start)
        end = min([end, *numbers[following : following + 1]])
    return html_block(state, start, end, silent)


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a table, and keep its lines."""
    at = len(state.tokens)
    if not table(state, start, end, silent):
        return False
    if not silent:
        state.tokens[at].content = state.getLines(start, state.line, state.blkIndent, False)
    return True


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a link's definition; footnotes are text."""
    at = state.bMarks[start] + state.tShift[start]
    return not state.src.startswith("[^", at) and reference(state, start, end, silent)


def _parser(*, indented_code: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 2 * _MAX_DEPTH})
    rules = parser.block.ruler
    rules.at("table", _table, {"alt": ["paragraph", "reference"]})
    rules.at("html_block", _html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    rules.at("reference", _reference)
    rules.before("table", "container", _container, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    parser.enable("table").core.ruler.enableOnly(["normalize", "block"])
    return parser if indented_code else parser.disable("code")


_PARSERS = {False: _parser(indented_code=True), True: _parser(indented_code=False)}


def cut_blocks(lines: list[str], page_url: str, is_mdx: bool) -> tuple[list[Block], list[str]]:
    """Cut a page into headings and cleaned Markdown.

    Args:
        lines: The page without its front matter; of MDX, the lines of `strip_mdx`.
        page_url: URL to which links are relative.
        is_mdx: Whether the page is MDX, where indented text is no code.

    Returns:
        The blocks, and the ids in the HTML before the first heading.
    """
    containers = find_containers(lines, is_mdx)
    env: dict[str, Any] = {"containers": containers, "numbers": sorted(containers), "is_mdx": is_mdx}
    tokens = _PARSERS[is_mdx].parse("\n".join(lines).replace(TAG, ""), env)
    references = {key: value["href"] for key, value in env.get("references", {}).items()}
    _hide(tokens)
    writer = _Writer(lines, Context(page_url, references))
    writer.run(tokens)
    return writer.blocks, writer.first_ids


def _hide(tokens: list[Token]) -> None:
    """Put its text into each block, without what readers do not see; what has none left is not written."""
    for token, inside in pairwise(tokens):
        if token.type in ("paragraph_open", "heading_open"):
            token.content = inside.content
    blocks = [token for token in tokens if token.type in _PROSE or token.type in _OTHER]
    for token, text in zip(blocks, without_hidden(list(map(_seen, blocks))), strict=True):
        if token.type == "container_open" and not text:
            token.meta["container"] = Container()
        elif token.type in _PROSE or not text:
            token.type, token.content = token.type if text else "", text


def _seen(token: Token) -> str:
    """Return the text to search for hidden elements; code counts by its length alone."""
    if token.type == "container_open":
        return token.meta["container"].lead or " "
    return token.content if token.type in _PROSE else " " * (1 + len(token.content))


@dataclass(eq=False, slots=True)
class _Around:
    """A list's item, a quote or a definition that is open."""

    first: str
    """What stands before the first line in it."""
    rest: str
    """What stands before any other line."""
    is_new: bool = True
    """Whether nothing in it is written yet."""

    def is_alert(self) -> bool:
        return self.is_new and self.first == "> "


class _Writer:
    """Writes a page's blocks."""

    def __init__(self, lines: list[str], context: Context) -> None:
        self.lines = lines
        self.context = context
        self.blocks: list[Block] = []
        self.out: list[str] = []
        self.around: list[_Around] = []
        self.written_in: list[_Around] = []
        """What was around the last line that was written."""
        self.done = 0
        """Number of the first line of the source that is not written yet."""
        self.gap = False
        """Whether an empty line comes before the next one."""
        self.label = ""
        """Label of an admonition that is not written yet, since prose follows it on its line."""
        self.reaches: list[str] = []
        """What says for whom the content of the containers is that are open, if they have such a line."""
        self.anchor = ""
        """Id right before the next block, which a heading takes as its own."""
        self.first_ids: list[str] = []
        """Ids before the first heading."""
        self.ids = self.first_ids
        """Ids since the last heading."""
        self._waiting = 0
        """Index of the first id that a heading right after it would take."""

    def run(self, tokens: list[Token]) -> None:
        writes: dict[str, Callable[[Token], None]] = {
            "paragraph_open": self._paragraph,
            "heading_open": self._heading,
            "fence": self._fence,
            "code_block": self._fence,
            "html_block": self._html,
            "table_open": self._table,
            "hr": lambda _: self._put(["---"]),
        }
        for token in tokens:
            if write := writes.get(token.type):
                start, end = token.map or (self.done, self.done)
                self.gap = self.gap or not all(line.strip(" \t>") for line in self.lines[self.done : start])
                write(token)
                self.done = max(end, self.done)
            elif token.type == "container_open":
                self._open(token.meta["container"])
            elif token.type == "container_close":
                self._close(token.meta["container"])
            elif token.type == "list_item_open":
                mark = f"{token.info}{token.markup} "
                self._enter(mark, " " * len(mark))
            elif token.type == "blockquote_open":
                self._enter("> ", "> ")
            elif token.type in ("list_item_close", "blockquote_close"):
                self._leave()
        self._flush()

    def _enter(self, first: str, rest: str) -> None:
        if self.label:
            self._put([])
            self.gap = True
        self.around.append(_Around(first, rest))

    def _leave(self) -> None:
        if self.label or self.around[-1].is_new:
            self._put([])
        self.around.pop()

    def _open(self, container: Container) -> None:
        """Write what a container shows before its content."""
        lead = container.lead.split("\n") if container.lead else []
        if lead and not lead[0].startswith("```"):
            lead = [clean_inline(line, self.context) for line in lead]
        if container.form == "term":
            self._enter(": ", "")
            return
        self.gap = True
        if container.form == "quote":
            self._enter("> ", "> ")
            if container.lead.endswith(":**"):
                self.label = container.lead
                return
        if lead:
            self._put(lead)
            self.gap = True
        if container.reach:
            self.reaches.append(container.reach)
            self.label = container.reach

    def _close(self, container: Container) -> None:
        is_label_only = bool(self.label) and container.form == "quote"
        if container.form in ("quote", "term"):
            self._leave()
        self.gap = not is_label_only
        if container.reach:
            self.reaches.pop()
            self.label = ""

    def _put(self, lines: list[str], *, is_prose: bool = False) -> None:
        """Write lines, behind the label that waits for them and the marks of the blocks around them."""
        label, self.label = self.label, ""
        if label and is_prose and label.endswith(":**") and not _STARTS_BLOCK.match(lines[0]):
            lines = [f"{label} {lines[0]}", *lines[1:]]
        elif label:
            lines = [label, *([""] if lines else []), *lines]
        if self.gap and self.out and self.out[-1].strip(" >"):
            shared = takewhile(lambda pair: pair[0] is pair[1], zip(self.around, self.written_in, strict=False))
            self.out.append("".join(one.rest for one, _ in shared).rstrip())
        self.gap = False
        for line in lines or [""]:
            before = "".join(one.first if one.is_new else one.rest for one in self.around)
            self.out.append(before + line if line else before.rstrip())
            for one in self.around:
                one.is_new = False
        self.written_in = [*self.around]

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
        self.out, self.label = [], ""

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
        self.label = self.reaches[-1] if self.reaches else ""

    def _paragraph(self, token: Token) -> None:
        source = token.content
        if self.around and self.around[-1].is_alert():
            first, _, rest = source.partition("\n")
            if alert := _ALERT.fullmatch(first.rstrip()):
                self.label = head(label_of_any(alert[1]), clean_inline(alert[2], self.context))
                source = rest
        cleaned = clean_inline(source, self.context)
        lines = [line.strip() for line in cleaned.split("\n") if line.strip()]
        self._note_ids(source, is_all=not lines and cleaned is not source)
        if lines:
            self.anchor = ""
            self._put(lines, is_prose=True)

    def _table(self, token: Token) -> None:
        self._note_ids(token.content, is_all=False)
        self._put([self._row(line.strip()) for line in token.content.split("\n")])

    def _heading(self, token: Token) -> None:
        source = " ".join(line.strip() for line in token.content.split("\n"))
        if not self.around:
            self._put_heading(int(token.tag[1]), source, "")
            return
        cleaned = clean_inline(_ATTRIBUTES.sub("", source), self.context)
        self._put([f"{'#' * int(token.tag[1])} {cleaned.strip()}"])

    def _fence(self, token: Token) -> None:
        code = token.content.removesuffix("\n").split("\n") if token.content else []
        info, caption = token.info.strip(), ""
        directive = _DIRECTIVE.fullmatch(info)
        if directive and directive[1] in NO_MARKDOWN:
            options, at = read_options(code, 0)
            info, caption, code = directive[2].strip(), options.get("caption", ""), code[at:]
            if directive[1] not in CODE_DIRECTIVES:
                if directive[1] == "math":
                    self._put(["$$", *([info] if info else []), *code, "$$"])
                return
        language, title = _info(info)
        if title := caption or title:
            self.gap = self.gap or not (self.around and self.around[-1].is_new)
            self._put([f"**{title}**"])
            self.gap = True
        fence = token.markup or fence_for(token.content)
        self._put([fence + language, *code, fence])
        self.anchor = ""

    def _html(self, token: Token) -> None:
        source = token.content
        self._note_ids(source, is_all=not self.around)
        self.gap = True
        for line in html_to_markdown(source, self.context):
            heading = HTML_HEADING.fullmatch(line)
            if heading and not self.around:
                self._put_heading(int(heading[1]), heading[3], heading[2])
            elif line:
                self._put([f"{'#' * int(heading[1])} {heading[3]}" if heading else line])
            else:
                self.gap = True
        self.gap = True

    def _row(self, source: str) -> str:
        """Return a table's row without what only lines up its cells."""
        if _RULE.fullmatch(source):
            row = _DASHES.sub("---", source)
        else:
            row = _GAP.sub(lambda gap: gap[1] or " ", clean_inline(_PIPE.sub(r"\\|", source), self.context).strip())
        cells = _CELL_END.sub(lambda end: end[1] or "\0", row).split("\0")
        cells = cells[source.startswith("|") and not cells[0] :]
        cells = cells[: -1 if len(cells) > 1 and not cells[-1] and source.endswith("|") else None]
        return " ".join(["|", *(part for cell in cells for part in (cell.strip(), "|") if part)])


def _info(info: str) -> tuple[str, str]:
    """Return the language in a fence's info string, and the title that sites show above the code.

    >>> _info('js title="src/app.js" {1,3}'), _info("{.python .annotate}"), _info("rust,ignore"), _info("{1,3}")
    (('js', 'src/app.js'), ('python', ''), ('rust', ''), ('', ''))
    """
    info = info.strip()
    match = _LANGUAGE.match(info)
    language = match[1] if match else ""
    title = _TITLE.search(info)
    shown = next(filter(None, title.groups()), "") if title else ""
    return language, shown.replace("`", "'")
