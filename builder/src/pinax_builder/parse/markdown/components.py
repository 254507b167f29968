"""Write the text that a component's attributes show to a reader.

In:    A component (JSX, Vue, or a shortcode): its name and the text of its attributes.
Out:   Its attributes, and Markdown of those that are shown (`<TabItem label="npm">` shows "npm").
Rules: only attributes that sites show as text count; expressions are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pinax_builder.parse.admonition_kinds import label_of_kind

_ATTRIBUTE = re.compile(
    r"""([A-Za-z_:@#][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)\s*\}|([^\s"'{}<>]+))"""
)
_TITLES = ("title", "label", "caption", "header", "heading", "summary")
"""Attributes with a component's title, the best first."""
_LINKS = ("href", "to", "link")
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
_TOKEN = re.compile(rf"{_LITERAL}|[\[\]{{}}():,]|[\w$.-]++|\S")
_MAX_DEPTH = 30
"""How deep lists and records within an attribute may nest."""
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
    link = next((values[key] for key in _LINKS if values.get(key)), "")
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
    begun = _RECORDS.search(source)
    if not begun or len(source) > _MAX_LIST_CHARS:
        return []
    try:
        records = _Values(_TOKEN.findall(source, begun.end())).read()
    except (IndexError, ValueError):  # no data, but a program
        return []
    return [*_record_lines(records, "")]


class _Values:
    """Reads a value of JavaScript: lists, records and texts; numbers, names and calls count as None, `true` as True."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0

    def read(self, depth: int = 0) -> Any:
        """Return the value that begins here.

        Raises:
            IndexError: It does not end.
            ValueError: It nests too deep, or is not written as data is.
        """
        if depth > _MAX_DEPTH:
            raise ValueError("too deep")
        token = self._next()
        value: Any
        if token == "[":
            value = []
            while not self._ends("]"):
                value.append(self.read(depth + 1))
        elif token == "{":
            value = {}
            while not self._ends("}"):
                key = self._next()
                if self._next() != ":":
                    raise ValueError("not a record")
                member = self.read(depth + 1)
                value.setdefault(key.strip("'\""), member)
        else:
            value = _text(token) if _STRING.fullmatch(token) else token == "true" or None
        if self.tokens[self.at] not in (",", "]", "}"):
            self._skip()
            value = None
        if self.tokens[self.at] == ",":
            self.at += 1
        return value

    def _next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _ends(self, closing: str) -> bool:
        ended = self.tokens[self.at] == closing
        self.at += ended
        return ended

    def _skip(self) -> None:
        """Go to the end of an expression that is no data."""
        depth = 0
        while depth or self.tokens[self.at] not in (",", "]", "}"):
            token = self._next()
            depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))


def _record_lines(value: Any, indent: str) -> Iterator[str]:
    for record in value if isinstance(value, list) else ():
        if not isinstance(record, dict):
            continue
        texts = {key: text for key, text in record.items() if isinstance(text, str) and text}
        head = next((key for key in _NAMES if key in texts), "")
        link = next((texts[key] for key in _LINKS if key in texts), "")
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
