"""Remove the program parts of MDX, keep its prose, and write the text that a component's attributes show to a reader.

In:    Markdown with JSX in it. A component (JSX, Vue, or a shortcode): its name and the text of its attributes.
Out:   Lines without imports, exports, expressions and comments. A component's tag that begins or ends a line becomes a
       line of its own, with `TAG` before it. Within a line, only links stay, and components that show a text. HTML tags
       stay. A component's attributes, and Markdown of those that are shown (`<TabItem label="npm">` shows "npm").
Rules: code is never changed. A tag or expression that is not closed is text and stays. Only attributes that sites show
       as text count; expressions are left out.

Strategy: one pattern finds code, which stays, and whole statements, tags and expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from typing import Any

from pinax_builder.parse.admonition_kinds import label_of_kind
from pinax_runtime.text import CODE_SPAN, FENCED

_ATTRIBUTE = re.compile(
    r"""([A-Za-z_:@#][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)\s*\}|([^\s"'{}<>]+))"""
)
_TITLES = ("title", "label", "caption", "header", "heading", "summary")
"""Attributes with a component's title, the best first."""
_LINK_ATTRIBUTES = ("href", "to", "link")
"""Attributes with a link's target, the best first."""
_TABS = frozenset({"tabitem", "tab", "tabpanel", "codegroupitem"})
"""Components that are tabs, in lower case."""
_QUOTES = frozenset({"aside", "admonition", "callout"})
"""Components that are admonitions of the kind in their attribute `type`, in lower case."""
_VERSIONS = ("v", "version")
"""Attributes with a version."""
_VERSIONED_LIST = "added addedin availablesince deprecated deprecatedin newin removed removedin since"
_VERSIONED = frozenset(_VERSIONED_LIST.split())
"""Components that show a version after their own name, in lower case."""
_LITERAL = r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`$\\]|\\.)*+`)"""
_LIST = re.compile(r"=\{\s*\[")
_ROW = re.compile(rf"\[\s*+({_LITERAL}(?:\s*+,\s*+{_LITERAL})++)\s*+,?\s*+\]")
_STRING = re.compile(f"({_LITERAL})")
_RECORDS = re.compile(r"=\{\s*(?=\[\s*\{)")
_MAX_DEPTH = 30
"""How deep brackets may nest."""


def _nested(opening: str, inside: str, closing: str) -> str:
    """Return a pattern of brackets that may hold more of them, by patterns of what opens, fills and closes them."""
    pattern = f"{opening}(?:{inside})*+{closing}"
    for _ in range(_MAX_DEPTH - 1):
        pattern = f"{opening}(?:{inside}|{pattern})*+{closing}"
    return pattern


_PIECE = rf"""[^,()\[\]{{}}"'`]++|{_LITERAL}"""
_BRACKETS = _nested(r"[(\[{]", f"{_PIECE}|,", r"[)\]}]")
_GROUP = re.compile(_BRACKETS)
"""A value of JavaScript in brackets."""
_PART = re.compile(rf"(?:{_PIECE}|{_BRACKETS})++")
"""One of the values between commas in it."""
_NAMES = ("name", "title", "label", "property", "prop", "term", "type")
"""Members of a record that name it, the best first."""
_MARKS = {"check": "✓", "checkmark": "✓", "cross": "✗"}
"""Icons that say yes or no, in lower case."""
_COMMANDS = ("snippet", "command", "terminal")
"""Ends of the names of components that show a line of code, in lower case."""
_DEVICES = frozenset(("browser", "client", "desktop", "mobile", "print", "screenreader", "sr"))
"""Where a site shows something only, and no reader has to know."""
_SENTENCE = re.compile(r"[A-Z\"'¿¡]\S* \S+ \S[^{}]*[.!?:…]")
"""A text in an attribute that reads as a sentence does."""
_MARKUP = re.compile(r"[<&*_\[\]\\]")
_MAX_LIST_CHARS = 200_000
"""Length of the longest attributes in which rows are sought, in characters."""
_WORD_ENDS = re.compile(r"(?<=[a-z])(?=[A-Z])|[-_]")
_VERSION = re.compile(r"[ \t]*\"?(v?\d[\w.-]*)\"?[ \t]*/?")


def attributes(source: str) -> dict[str, str]:
    """Return a component's attributes; values that are expressions are left out.

    >>> attributes('type="tip" title={"A  b"} on={() => 1}')
    {'type': 'tip', 'title': 'A b'}
    """
    return {
        match[1].lower(): " ".join(next((group for group in match.groups()[1:] if group is not None), "").split())
        for match in _ATTRIBUTE.finditer(source)
    }


def shown_block(name: str, source: str, around: str, *, is_empty: bool) -> list[str]:
    """Return the lines that a component on a line of its own shows before its content; often none.

    Args:
        name: The component's name.
        source: The text of its attributes.
        around: Name of the component around it; may be empty.
        is_empty: Whether it is written without content.
    """
    values = {"label": _slot_label(name, source, around)} | attributes(source)
    if is_empty and name.lower().endswith(_COMMANDS) and values.get("text"):
        return ["```", values["text"], "```"]
    shown = shown_text(name, values, is_empty=is_empty)
    return [*([shown, ""] if shown else []), *shown_rows(source), *(shown_records(source) if is_empty else [])]


def shown_text(name: str, values: Mapping[str, str], *, is_empty: bool = False) -> str:
    """Return the text that a component shows besides its content; often empty.

    Args:
        name: The component's name.
        values: Its attributes.
        is_empty: Whether it is written without content.

    >>> shown_text("LinkCard", {"title": "API", "href": "/api", "description": "All of it."})
    '**[API](/api)** All of it.'
    """
    title = next((values[key] for key in _TITLES if values.get(key)), "")
    if not title and name.lower() in _TABS:
        title = values.get("value", "") or values.get("name", "")
    link = next((values[key] for key in _LINK_ATTRIBUTES if values.get(key)), "")
    shown = f"[{title}]({link})" if title and link else title
    if not shown and is_empty and (inline := shown_inline(name, values)):
        return inline
    description = values.get("description", "")
    return " ".join(part for part in (f"**{shown}**" if shown else "", description) if part)


def shown_inline(name: str, values: Mapping[str, str]) -> str:
    """Return the text that a component without content shows within a line: of a badge, a version, an image.

    >>> shown_inline("Badge", {"text": "New"}), shown_inline("AddedIn", {"v": "4.0.0", "pkg": "@acme/db"})
    ('New', 'Added in @acme/db@4.0.0')
    """
    version = next((values[key] for key in _VERSIONS if values.get(key)), "")
    words = _WORD_ENDS.sub(" ", name)
    if version and words.replace(" ", "").lower() in _VERSIONED:
        package = values.get("pkg") or values.get("package", "")
        return f"{words.capitalize()} {package + '@' if package else ''}{version}"
    shown = _MARKS.get(name.lower(), "") or values.get("text") or values.get("alt", "")
    return shown or next(filter(_SENTENCE.fullmatch, values.values()), "")


def reach_of(name: str) -> str:
    """Return whom the content of a component is for, by its name; empty if it is for all.

    >>> reach_of("PagesOnly"), reach_of("AppRouterOnly"), reach_of("ClientOnly")
    ('Pages only', 'App router only', '')
    """
    whom = name.removesuffix("Only")
    return (
        f"{_WORD_ENDS.sub(' ', whom).capitalize()} only"
        if whom not in ("", name) and whom.lower() not in _DEVICES
        else ""
    )


def shown_shortcode(name: str, source: str) -> str:
    """Return the text that a shortcode of Hugo shows within a line: a version, an alternative text.

    >>> shown_shortcode("new-in", ' 0.153.0 /'), shown_shortcode("ref", ' "page.md"')
    ('New in 0.153.0', '')
    """
    version = _VERSION.fullmatch(source)
    return shown_inline(name, {"v": version[1]} if version else attributes(source))


def shown_rows(source: str) -> list[str]:
    """Return the lines of a table for a component whose attribute is a list of rows of strings; else none.

    >>> shown_rows('rows={[["basis-full", "100%"], ["basis-<n>", "calc(<n>)"]]}')
    ['| basis-full | 100% |', '| --- | --- |', '| `basis-<n>` | `calc(<n>)` |']
    """
    if not _LIST.search(source) or len(source) > _MAX_LIST_CHARS:
        return []
    rows = [[_cell(cell[1]) for cell in _STRING.finditer(row[1])] for row in _ROW.finditer(source)]
    if len(rows) < 2 or len({len(row) for row in rows}) > 1:
        return []
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]


def shown_records(source: str) -> list[str]:
    """Return the lines of a list for a component whose attribute is a list of records with texts; else none.

    >>> shown_records("of={[{ name: 'n', type: 'number', isOptional: true, description: 'How many.' }]}")
    ['- `n` (`number`, optional): How many.']
    """
    begun = _RECORDS.search(source) if len(source) <= _MAX_LIST_CHARS else None
    records = _GROUP.match(source, begun.end()) if begun else None
    return [*_record_lines(_value(records[0]), "")] if records else []


def _value(source: str) -> Any:
    """Return a list, record or text of JavaScript, or True; None for anything else, such as a number or a call.

    >>> _value("[{ name: 'n', call: f(1, 2), isOptional: true }, ...rest]")
    [{'name': 'n', 'call': None, 'isOptional': True}, None]
    """
    source = source.strip()
    if _STRING.fullmatch(source):
        return _text(source)
    if source[:1] not in ("[", "{") or not _GROUP.fullmatch(source):
        return source == "true" or None
    parts = [part for part in _PART.findall(source, 1, len(source) - 1) if not part.isspace()]
    if source[0] == "[":
        return [_value(part) for part in parts]
    members = [part.partition(":") for part in parts]
    is_record = all(colon for _, colon, _ in members)
    return {key.strip(" '\""): _value(value) for key, _, value in members} if is_record else None


def _record_lines(value: Any, indent: str) -> Iterator[str]:
    for record in value if isinstance(value, list) else ():
        if not isinstance(record, dict):
            continue
        texts = {key: text for key, text in record.items() if isinstance(text, str) and text}
        head = next((key for key in _NAMES if key in texts), "")
        link = next((texts[key] for key in _LINK_ATTRIBUTES if key in texts), "")
        shown = texts[head] if head == "title" else f"`{texts[head]}`" if head else ""
        shown = f"[{shown}]({link})" if shown and link else shown
        facts = [f"`{texts['type']}`"] if "type" in texts and head != "type" else []
        facts += ["optional"] if record.get("isOptional") or record.get("optional") else []
        facts += ["required"] if record.get("isRequired") or record.get("required") else []
        facts += [f"default `{texts['default']}`"] if "default" in texts else []
        known = shown + (f" ({', '.join(facts)})" if facts else "")
        line = ": ".join(filter(None, (known, texts.get("description", ""))))
        if line:
            yield f"{indent}- {line}"
        for member in record.values():
            yield from _record_lines(member, indent + "  " if line else indent)


def _text(literal: str) -> str:
    return " ".join(re.sub(r"\\([\s\S])", r"\1", literal[1:-1]).split())


def _cell(literal: str) -> str:
    text = literal[1:-1].replace("\\" + literal[0], literal[0])
    text = f"`{text}`" if _MARKUP.search(text) and "`" not in text else text
    return text.replace("|", "\\|")


def _slot_label(name: str, source: str, around: str) -> str:
    """Return the label of a tab that is a slot of the component around it; empty for any other component."""
    return attributes(source).get("slot", "") if name == "Fragment" and around.lower().endswith("tabs") else ""


def admonition_label(name: str, values: Mapping[str, str]) -> str | None:
    """Return the label of a component that is an admonition, else None.

    >>> admonition_label("Aside", {"type": "caution"}), admonition_label("Tip", {}), admonition_label("Card", {})
    ('Caution', 'Tip', None)
    """
    if name.lower() in _QUOTES:
        return label_of_kind(values.get("type", "note")) or "Note"
    return label_of_kind(name) if name[:1].isupper() and name.lower() not in ("example", "quote", "summary") else None


_IMPORT_SOURCE = r"""import\s+(?:[\w$*{},\s]{1,600}?\sfrom\s+)?["'][^"'\n]+["']"""
"""An import statement up to the name of its module."""
_IS_MDX = re.compile(
    rf"^{_IMPORT_SOURCE};?[ \t]*(?:$|import\b|//)|^export\s+(?:const|default)\s"
    r"|(?<!`)<[A-Za-z][^<>\n`]*\s[\w-]+=\{|^[^`\n]*\{/\*[^`\n]*\*/\}[ \t]*$|^\{/\*.*\*/\}[ \t]*$",
    re.MULTILINE,
)
"""What only MDX has: imports, exports, expressions in attributes, and comments in braces."""
_SIGNS = ("\nimport", "\nexport", "={", "{/*")
"""Strings of which each match of `_IS_MDX` contains one, if a line end is put before the text."""
_BRACES = _nested(r"\{", rf"""[^{{}}"'`]++|{_LITERAL}|["'`]""", r"\}")
TAG_PATTERN = (
    r"<(?P<slash>/?)(?P<name>[A-Za-z][\w.:-]*+(?=[\s/>])|(?=>))"
    rf"(?P<rest>(?:[^<>\"'{{}}\n]++|\n(?!\s*\n\s*+[^/>])|\"[^\"]*+\"|'[^']*+'|{_BRACES})*+)>"
)
"""A tag of HTML or JSX: `slash`, `name` and `rest`, which may hold expressions."""
_TOKEN = re.compile(
    rf"""
    (?P<kept>{FENCED}|{CODE_SPAN}|\\[\\`<>{{}}]|\{{:?[ \t]*[#.][\w:.-][^{{}}\n]*\}}|<[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*>)
    | (?P<import>^{_IMPORT_SOURCE}[^\n]*\n?)
    | (?P<export>^export\s+(?:const|let|var|function|default|async|class|type|interface|enum|\{{|\*))
    | (?P<comment><!--|\{{/\*)
    | (?P<tag>{TAG_PATTERN})
    | (?P<expression>{_BRACES})
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Code and other text that stays, and what MDX adds to Markdown."""
_CODE = re.compile(FENCED + r"|^<script\b[\s\S]*?(?:</script>|\Z)", re.MULTILINE)
"""Code, in which nothing is MDX."""
_COMMENT_ENDS = {"<!--": "-->", "{/*": "*/}"}
_HEADING_ID = re.compile(r"[ \t]*#([\w.:-]+)[ \t]*|([a-z0-9][a-z0-9-]*)")
"""Comment at the end of a heading that is the heading's id: in Docusaurus with `#`, in react.dev without."""
_EXPRESSION = re.compile(r"""\s*([\w:-]+)=\{(?:\s*(["'`])([^"'`$]*)\2\s*|(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)\}""")
"""An attribute of HTML whose value is an expression: a string, or one that shows nothing."""
_NO_CODE = re.compile(
    r"^(?P<fence>[ \t>]*(?:`{3,}|~{3,}))mdx-code-block[ \t]*\n(?P<source>[\s\S]*?)^(?P=fence)[ \t]*$", re.MULTILINE
)
"""A fence by which Docusaurus hides MDX from editors and translators."""
_STRING_EXPRESSION = re.compile(r"""\{\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$]*)`)\s*\}""")
"""An expression that is nothing but a string."""
_NOT_AN_EXPRESSION = re.compile(r"^[ \t]*(?:```|~~~|#{1,6} )", re.MULTILINE)
"""A line that only Markdown has: braces around it are no expression."""
_KEPT_TAGS_LIST = """
    a abbr b br code dd del dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp script small
    strong style sub summary sup svg table tbody td tfoot th thead tr u ul var
"""
_KEPT_TAGS = frozenset(_KEPT_TAGS_LIST.split())
"""HTML tags that `inline.py` turns into Markdown; other tags are components."""
_LINKS = frozenset(
    {"A", "ButtonLink", "Link", "LinkButton", "NavLink", "NextLink", "NuxtLink", "RouterLink", "TextLink"}
)
"""Components that are links, with their target in `href` or `to`."""
_EXPORTED_FACT = re.compile(r"""^export const (title|description)\s*=\s*(["'`])([^"'`$\n]*)\2""", re.MULTILINE)
"""An exported constant that is the title or description of the page."""
_METADATA = re.compile(r"^export const (?:metadata|meta|frontmatter)\s*=\s*\{([^{}]{0,5000})\}", re.MULTILINE)
"""An exported object that describes the page."""
_FACT = re.compile(r"""\b(title|description):\s*(["'`])([^"'`$\n]*)\2""")
"""A title or description within such an object."""
_MAX_PROGRAM_LINES = 500
"""Number of lines of an export among which its end is sought."""


TAG = "\x02"
"""What stands before a component's tag that is alone on its line. A page has no control characters."""


def is_mdx(path: str, text: str) -> bool:
    """Return whether a file is MDX: by its name, an import, an export, a JSX comment, or a tag with an expression.

    The imports of a Vue page are in a `<script>` and do not count.
    """
    if path.endswith(".mdx"):
        return True
    begun = f"\n{text}"
    return any(sign in begun for sign in _SIGNS) and _IS_MDX.search(_CODE.sub("", text)) is not None


def exported_facts(text: str) -> dict[str, str]:
    """Return the title and description that a page exports, as sites without front matter do (Next.js).

    >>> exported_facts("export const title = 'Queues';")
    {'title': 'Queues'}
    """
    if "export const " not in text:
        return {}
    text = _CODE.sub("", text)
    found = {match[1]: match[3] for match in _EXPORTED_FACT.finditer(text)}
    if not found and (metadata := _METADATA.search(text)):
        found = {match[1]: match[3] for match in _FACT.finditer(metadata[1])}
    return found


def strip_mdx(text: str) -> list[str]:
    """Return the lines of an MDX page without its program; a component's tag alone on a line has `TAG` before it."""
    text = _NO_CODE.sub(lambda match: match["source"], text)
    last = {closing: text.rfind(closing) for closing in _COMMENT_ENDS.values()}
    out, at = [], 0
    while match := _TOKEN.search(text, at):
        out.append(text[at : match.start()])
        written, at = match[0], match.end()
        kind = match.lastgroup
        if kind == "export":
            written, at = "", _end_of_export(text, match.start())
        elif kind == "comment" and at <= last[_COMMENT_ENDS[match[0]]]:
            end = text.index(_COMMENT_ENDS[match[0]], at)
            before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            named = _HEADING_ID.fullmatch(text, at, end) if before.startswith("#") else None
            written, at = f"{{#{named[1] or named[2]}}}" if named else "", end + 3
        elif kind == "expression" and _NOT_AN_EXPRESSION.search(match[0]):
            written, at = "{", match.start() + 1
        elif kind == "expression":
            string = _STRING_EXPRESSION.fullmatch(match[0])
            written = next(group for group in string.groups() if group is not None) if string else ""
        elif kind != "kept" and kind != "comment":
            written = _tag(match) if kind == "tag" else ""
        out.append(written)
    return "".join((*out, text[at:])).split("\n")


def _end_of_export(text: str, start: int) -> int:
    """Return the offset after an export: after a line that ends its braces, and the statement."""
    depth, at = 0, start
    for _ in range(_MAX_PROGRAM_LINES):
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        depth += sum(map(line.count, "{[(")) - sum(map(line.count, "}])"))
        at = len(text) if end < 0 else end + 1
        is_last_line = end < 0 or not text[at : text.find("\n", at) + 1].strip()
        if end < 0 or (depth <= 0 and (is_last_line or line.rstrip().endswith((";", "}")))):
            return at
    return start + len("export")


def _tag(tag: re.Match[str]) -> str:
    """Return what stands for a tag: itself, a line of its own, or often nothing."""
    text, name, slash = tag.string, tag["name"], tag["slash"]
    source = " ".join(tag["rest"].split())
    end = "/" * (not slash and source.endswith("/"))
    source = source.removesuffix("/").rstrip()
    name = "a" if name in _LINKS and not end else name
    is_html = name.lower() in _KEPT_TAGS and (name.islower() or name[1:].isdigit())
    source = _EXPRESSION.sub(_as_html, source) if is_html else source
    written = f"<{slash}{name}{' ' + source if source else ''}{end}>"
    before = text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()]
    following = text.find("\n", tag.end())
    ends_line = not text[tag.end() : following if following >= 0 else len(text)].strip()
    if is_html:
        return written
    if name and not before.strip() and (ends_line or not (slash or end)):
        return f"{TAG}{written}" if ends_line else f"{TAG}{written}\n{before}"
    if name and ends_line and slash:
        return f"\n{TAG}{written}"
    shown = shown_inline(name, attributes(source)) if end else ""
    return f'<{name} text="{escape(unescape(shown))}"/>' if shown else ""


def _as_html(attribute: re.Match[str]) -> str:
    return f' {attribute[1]}="{escape(attribute[3])}"' if attribute[3] is not None else ""
