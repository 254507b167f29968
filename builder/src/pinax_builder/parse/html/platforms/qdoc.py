"""QDoc documents Qt; the class of a heading says what it declares."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from pinax_builder.parse.html.platforms.record import Platform
from pinax_builder.parse.inventory import cut
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.records import Symbol

QDOC = Platform(
    "qdoc",
    signs="#qtdocheader, div.mainContent",
    roots=("div.mainContent", "div.context"),
    chrome=".sidebar, .toc, .naviNextPrevious",
    plain=".memItemLeft, .memItemRight",
)
_QDOC_KINDS = {"fn": "function", "flags": "type", "qmlname": "property"}
"""Class of a heading that QDoc writes → `Symbol.kind`."""
_ENUMERATION = re.compile(r"(enum|flags)\b")
_MACRO = re.compile(r"\b[A-Z_0-9]{3,}$")
_QUALIFIED = re.compile(r"[\w:~]+")


def symbol_of_heading(heading: HtmlElement, ids: list[str], text: str) -> Symbol | None:
    """Return the symbol of a heading whose class says what it declares."""
    named = [name for name in (heading.get("class") or "").split() if name in _QDOC_KINDS]
    if not named or not ids:
        return None
    kind = _QDOC_KINDS[named[0]]
    name = next((part for part in heading.iter("span") if part.get("class") == "name"), None)
    plain = plain_text(name) if name is not None else text.split("(")[0].split()[-1]
    if _ENUMERATION.match(text):
        kind = "type"
    elif "(" not in text and kind == "function":
        kind = "type" if text.startswith("typedef") else "property" if " : " in text else "variable"
    elif _MACRO.search(plain) and "::" not in text:
        kind = "macro"
    return Symbol(_scope(text, plain) + plain, kind, "cpp", cut(text))


def _scope(text: str, name: str) -> str:
    """Return the qualification of a name in a text; empty if it has none.

    >>> _scope("void QFont::setBold(bool enable)", "setBold"), _scope("int qHash(QSize s)", "qHash")
    ('QFont::', '')
    """
    for run in _QUALIFIED.finditer(text):
        at = text.rfind(f"::{name}", run.start() + 1, run.end() + len(name))
        if at >= 0:
            return text[run.start() : at + 2]
    return ""
