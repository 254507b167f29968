"""Say which symbol a heading declares by its words, whatever the format.

In:    A heading's plain text, and the code in it if there is some.
Out:   A Symbol, or None.
Rules: - Code that is all of a heading declares something: by a keyword (`class Job`), as a call (`path.join(...paths)`)
         or as a bare name. Several words in code (`npm install`) declare nothing.
       - Other text declares something only if nobody writes prose so: a call (`open(path, mode)`), a name in camel case
         (`bodyLimit`), with underscores, or behind its kind ("Class: Job"), a member (`.send(data)`). Where a page has
         such members, `.body` is one, too.
       - A member belongs to what the nearest heading above it names, else to the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from pinax_builder.parse.inventory import cut
from pinax_builder.records import Symbol

_DECORATORS = re.compile(r"(?:@[\w.]+(?:\([^()]*\))? )+(?=[\w(])")
_KEYWORD = re.compile(
    r"(?:(?:async|static|external|public|private|protected|final|abstract|override|implicit|sealed|lazy|case|inline"
    r"|infix) )*"
    r"(def|val|var|fun|fn|func|method|class type|module type|class|type|module|data|newtype|exception|interface|trait"
    r"|object) "
    r"([\w.'$]+(?:(?<=_)[^\w\s(\[,.:<>]+)?|[^\w\s(\[]+?(?=[\s(\[]|: |$))"
)
"""A declaration that says by its first word what it declares; an operator ends before its parameters or its type."""
_NAMED = re.compile(
    r"(?:new\s+|async\s+|static\s+|class:\s*|event:\s*)*['\"]?(\.?[A-Za-z_$][\w$.:\[\]@~#-]*+(?:[!?=](?=\())?)['\"]?(?:\s*(\(.*\))|(?<=:)|(?!\s*\w))",
    re.DOTALL,
)
"""A name in code, with or without parameters; no word follows but its type behind a colon."""
_PARAMETERS = r"\((?!(?:[Ee]?[Ss]|\d\w*)\))(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
"""Parameters in text that is not code; `(s)` and `(1)` are none, as in "Author(s)" and "ls(1)"."""
_CALL = re.compile(
    r"(?:new |async |static )?(\.?[A-Za-z_$][\w$]*(?:(?:\.|#|::|->)[A-Za-z_$][\w$]*)*)"
    rf"{_PARAMETERS}(?:;|\s*(?:=>|->|:|→) .*)?"
)
_NAME = re.compile(r"[a-z]{2}[a-z\d]*[A-Z][a-z]\w*|[a-z][a-z\d]*(?:_[a-z\d]+)+")
_LABELS = {
    "Class": "class", "Interface": "interface", "Enumeration": "enum", "Function": "function", "Method": "method",
    "Namespace": "module", "Variable": "variable", "Event": "event",
}  # fmt: skip
"""What stands before a name in a heading → `Symbol.kind`."""
_LABELLED = re.compile(
    r"(Class|Interface|Enumeration|Function|Method|Namespace|Variable): ([A-Za-z_$][\w$.]*)(?:<.*>)?(?:\(.*\))?"
)
_MEMBER = re.compile(r"\.[A-Za-z_$][\w$]*")
_OWNER = re.compile(r"(?:Class: )?([A-Za-z_$][\w$.]*)")
_KINDS_OF_MEMBERS_WORDS = """
    accessors api arguments attributes constants constructor events example examples fields functions instance members
    methods options parameters properties reference returns static statics usage
"""
_KINDS_OF_MEMBERS = frozenset(_KINDS_OF_MEMBERS_WORDS.split())
"""Headings above members that say what kind these are and not what they belong to."""
_SAID = re.compile(r"(\S+) [\u2013\u2014] ([A-Z][a-z]+)\.?")
"""A name and, after a dash, its kind."""
SAID_KINDS = {
    "package": "module", "module": "module", "class": "class", "struct": "class", "exception": "class",
    "interface": "interface", "trait": "trait", "enum": "enum", "type": "type", "function": "function",
    "method": "method", "macro": "macro", "constant": "constant", "variable": "variable", "property": "property",
}  # fmt: skip
"""Kind as a heading or its class says it → `Symbol.kind`."""
_KEYWORD_KINDS = {
    "class": "class", "type": "type", "module": "module", "data": "type", "newtype": "type", "exception": "class",
    "interface": "interface", "trait": "trait", "object": "class", "class type": "interface",
    "module type": "interface",
}  # fmt: skip


def is_all_code(text: str, code: str) -> bool:
    """Tell whether a heading is code, but for a kind before it: "Class: `Job`"."""
    return bool(code) and code in (text, text.rpartition(": ")[2])


def symbol_in_code(text: str, code: str, qualified: Callable[[str], str] = str) -> Symbol | None:
    """Return the symbol of a heading that is all code.

    Args:
        text: The heading's plain text.
        code: The plain text of the code in it.
        qualified: Returns a name with the qualifiers that the page says elsewhere.
    """
    if not is_all_code(text, code):
        return None
    if one := symbol_by_keyword(text, code):
        return one
    named = _NAMED.match(_undecorated(code))
    if not named:
        return None
    name = qualified(named[1].rstrip(".:"))
    kind = _LABELS.get(text.partition(": ")[0])
    is_called = named[2] or code.startswith("new ")
    return Symbol(name, kind or ("function" if is_called else _value_kind(name)), "", cut(code))


def symbol_by_keyword(text: str, code: str) -> Symbol | None:
    """Return the symbol of a declaration that says its kind: `@property def name`, `newtype Age`, `Job — Class`."""
    said = _SAID.fullmatch(text)
    if said and said[2].lower() in SAID_KINDS:
        return Symbol(said[1].partition("(")[0], SAID_KINDS[said[2].lower()], "", cut(text))
    keyword = _KEYWORD.match(_undecorated(code))
    if not keyword:
        return None
    is_property = "@property" in code[: code.find(keyword[0])]
    return Symbol(keyword[2], "property" if is_property else _keyword_kind(keyword[1], code), "", cut(code))


def symbol_in_text(text: str) -> Symbol | None:
    """Return the symbol of a heading that is not marked as code, if no prose is written so.

    >>> symbol_in_text(".send(data)").name, symbol_in_text("bodyLimit").kind, symbol_in_text("Author(s)")
    ('.send', 'term', None)
    """
    if labelled := _LABELLED.fullmatch(text):
        return Symbol(labelled[2], _LABELS[labelled[1]], "", cut(text))
    if called := _CALL.fullmatch(text):
        return Symbol(called[1], "function", "", cut(text))
    if _NAME.fullmatch(text):
        return Symbol(text, _value_kind(text), "", cut(text))
    return None


def with_owners(headings: Iterable[tuple[int, str, tuple[Symbol, ...]]], page: str) -> list[tuple[Symbol, ...]]:
    """Complete the names of members that begin with a dot by the heading above them, or else by the page.

    Args:
        headings: Level, plain text and symbols of each heading, in the page's order.
        page: The page's title.

    Returns:
        The symbols of each heading.
    """
    headings = list(headings)
    has_members = any(
        symbol.name.startswith(".") and "(" in symbol.signature for _, _, its in headings for symbol in its
    )
    above: list[tuple[int, str]] = [(0, _owner(page))]
    found = []
    for level, text, symbols in headings:
        while len(above) > 1 and above[-1][0] >= level:
            above.pop()
        if has_members and not symbols and _MEMBER.fullmatch(text):
            symbols = (Symbol(text, "property", "", cut(text)),)
        owner = above[-1][1]
        symbols = tuple(replace(one, name=_owned(one.name, owner)) for one in symbols)
        above.append((level, (symbols[0].name if symbols else _owner(text)) or owner))
        found.append(symbols)
    return found


def _owned(name: str, owner: str) -> str:
    return name if not name.startswith(".") else owner + name if owner else name[1:]


def _owner(text: str) -> str:
    """Return what a heading names if that may have members, else an empty string."""
    named = _OWNER.fullmatch(text)
    return named[1] if named and text.lower() not in _KINDS_OF_MEMBERS else ""


def _undecorated(code: str) -> str:
    decorators = _DECORATORS.match(code)
    return code[decorators.end() :] if decorators else code


def _keyword_kind(word: str, signature: str) -> str:
    """Return the kind of a declaration; a value without a type, or with an arrow in it, may be a function of OCaml."""
    if word in ("val", "var") and ": " in signature and "->" not in signature:
        return "property"
    return _KEYWORD_KINDS.get(word, "function")


def _value_kind(name: str) -> str:
    """Return the kind of a name without parameters: a constant or property if it is qualified.

    >>> _value_kind("http.client.HTTP_PORT"), _value_kind("path.sep"), _value_kind("sep")
    ('constant', 'property', 'term')
    """
    if "." not in name:
        return "term"
    return "constant" if name.rpartition(".")[2].isupper() else "property"
