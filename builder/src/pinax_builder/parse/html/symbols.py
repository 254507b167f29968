"""Name the symbols that a definition or a heading declares.

In:    A `dt` or heading as its platform writes it, before anything in it is changed.
Out:   Symbols; none if the markup does not say that something is defined.
Rules: platforms are asked first, since their markup says kind and language. Then a heading that is all code, or a term
       that is an option, tells by itself. A name has the qualifiers that the page gives it.
"""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.html.elements import DECLARED_KIND, SIGNATURE
from pinax_builder.parse.html.platforms import doxygen, javadoc, qdoc, rdoc, rustdoc, sphinx
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.parse.symbols import cut
from pinax_builder.records import Symbol

_NO_TERMS = frozenset(("footnote", "citation", "field-list"))
"""Classes of definition lists that define nothing."""
_HAS_ID = etree.XPath("boolean(descendant::*[self::a or self::span][@id or @name])")
_DECORATORS = re.compile(r"(?:@[\w.]+(?:\([^()]*\))? )+(?=[\w(])")
_CALL = re.compile(
    r"^(?:new\s+|async\s+|static\s+|class:\s*|event:\s*)*['\"]?([A-Za-z_$][\w$.:\[\]@~-]*)['\"]?\s*(\(.*\))?", re.DOTALL
)
_OPTION = re.compile(r"(--?(?:\[no-\])?[A-Za-z0-9][\w-]*)|([a-z]\w*(?:\.[\w<>*-]+)+)(?: \(.*\))?$")
"""A command's option, or a dotted setting such as `core.fileMode`; a remark may follow that."""
_FAMILY = re.compile(r"([a-z]\w*(?:\.\w+)*\.)\*$")
"""A term for a family of settings (`advice.*`), which the list in its body names without their prefix."""
_DECLARED = re.compile(
    r"(?:(?:async|static|external|public|private|protected|final|abstract|override|implicit|sealed|lazy|case|inline"
    r"|infix) )*"
    r"(def|val|var|fun|fn|func|class type|module type|class|type|module|data|newtype|exception|interface|trait|object) "
    r"([\w.'$]+(?:(?<=_)[^\w\s(\[,.:<>]+)?|[^\w\s(\[]+?(?=[\s(\[]|: |$))"
)
"""A declaration that says by its first word what it declares; an operator ends before its parameters or its type."""
_REMARK = re.compile(r" \((?:default\b|[^()]*: ).*\)$", re.IGNORECASE)
"""A remark behind a name, which is no part of it: `mynetworks (default: localhost)`."""
_PARAMETER = re.compile(r" (?=[\[<{|])")
_SAID = re.compile(r"(\S+) [\u2013\u2014] ([A-Z][a-z]+)\.?")
"""A name and, after a dash, its kind."""
_SAID_KINDS = {
    "package": "module", "module": "module", "class": "class", "struct": "class", "exception": "class",
    "interface": "interface", "trait": "trait", "enum": "enum", "type": "type", "function": "function",
    "method": "method", "macro": "macro", "constant": "constant", "variable": "variable", "property": "property",
}  # fmt: skip
"""Kind as a heading or its class says it → `Symbol.kind`."""
_QUALIFIED_ID = re.compile(r"(?:[\w$]+\.)+[\w$]+")
_DECLARED_KINDS = {
    "class": "class", "type": "type", "module": "module", "data": "type", "newtype": "type", "exception": "class",
    "interface": "interface", "trait": "trait", "object": "class", "class type": "interface",
    "module type": "interface",
}  # fmt: skip


def symbols_of_term(term: HtmlElement, text: str) -> tuple[Symbol, ...]:
    """Return the symbols that a `dt` defines; an option may have several spellings.

    Args:
        term: The `dt`.
        text: Its plain text without permalinks.
    """
    identifier = term.get("id") or ""
    parent = term.getparent()
    classes = (parent.get("class") or "").split() if parent is not None else []
    if not text or not _NO_TERMS.isdisjoint(classes):
        return ()
    return sphinx.symbols_of_term(term, text, classes) or _symbols_of_plain_term(term, identifier, classes, text)


def symbols_of_heading(heading: HtmlElement, ids: list[str], text: str, page_title: str) -> tuple[Symbol, ...]:
    """Return the symbols that a heading with these ids declares; a member is qualified by the page's type."""
    if said := heading.get(DECLARED_KIND):
        code = heading.find("code")
        names = text if code is None else plain_text(code)
        return tuple(Symbol(name, said, "", cut(heading.get(SIGNATURE) or text)) for name in names.split(", "))
    if one := qdoc.symbol_of_heading(heading, ids, text):
        return (one,)
    if (members := doxygen.symbols_of_heading(heading, ids, text)) is not None:
        return members
    one = javadoc.symbol_of_heading(heading, ids, text, page_title) or rdoc.symbol_of_heading(ids, text, page_title)
    if one:
        return (one,)
    named = [sphinx.symbol_of_id(identifier) or rustdoc.symbol_of_id(identifier, text) for identifier in ids]
    return tuple(filter(None, named)) or _code_heading(heading, ids, text)


def declares_type(heading: HtmlElement, symbols: tuple[Symbol, ...], title: str) -> bool:
    """Return whether a heading is the signature of the type that the page is about."""
    is_type = bool(symbols) and symbols[0].kind in ("class", "trait", "interface") and symbols[0].name == title
    return is_type and "signature" in (heading.get("class") or "").split()


def _symbols_of_plain_term(term: HtmlElement, identifier: str, classes: list[str], text: str) -> tuple[Symbol, ...]:
    options = [_OPTION.match(spelling) for spelling in text.split(", ")]
    if options[0]:
        names = [(option[1] or option[2]).replace("[no-]", "") for option in options if option]
        return tuple(Symbol(name, "option", "", cut(text)) for name in dict.fromkeys(names))
    family = _family(term)
    if family and text.isidentifier():
        return (Symbol(family + text, "option", "", cut(text)),)
    if "glossary" in classes or not (identifier or (len(term) > 0 and _HAS_ID(term))):
        return (_term(text),) if identifier else ()
    strong = next(term.iterdescendants("strong"), None) if "def" in classes else None
    if strong is not None:  # Texinfo: category, result, **name**, arguments
        return (Symbol(plain_text(strong), "function", "", cut(text)),)
    return (_term(text, _typed(term)),)


def _term(text: str, typed: str = "") -> Symbol:
    """Return the symbol of a term that no language declares; the signature keeps what is not its name.

    Args:
        text: The term.
        typed: What is typed as it stands, if that is known.

    >>> _term('mynetworks (default: see "postconf -d" output)').name, _term("abs (x)").name
    ('mynetworks', 'abs (x)')
    """
    name = typed or _REMARK.sub("", text)
    return Symbol(cut(name), "term", "", cut(text) if name != text else "")


def _typed(term: HtmlElement) -> str:
    """Return what stands before the first parameter of a term in code; empty for other terms, and without parameters.

    A parameter is emphasized within the code, or it is in brackets: `<code>hold time <i>number</i></code>`.
    """
    code = next(term.iterdescendants("code", "tt"), None)
    if code is None or plain_text(code) != plain_text(term):
        return ""
    before = code.text or ""
    for element in code.iterdescendants():
        if element.tag in ("i", "em", "var"):
            break
        before += (element.text or "") + (element.tail or "")
    return _PARAMETER.split(" ".join(before.split()), maxsplit=1)[0]


def _family(term: HtmlElement) -> str:
    """Return the prefix of the names in a list, if the list is the body of a family of settings; else empty."""
    for body in term.iterancestors("dd"):
        outer = body.getprevious()
        found = _FAMILY.match(plain_text(outer)) if outer is not None and outer.tag == "dt" else None
        return found[1] if found else ""
    return ""


def _code_heading(heading: HtmlElement, ids: list[str], text: str) -> tuple[Symbol, ...]:
    """Return the symbol of a heading that is all code, as Node's are: `path.basename(path[, suffix])`."""
    classes = (heading.get("class") or "").split()
    code = heading if "signature" in classes else next(heading.iterdescendants("code"), None)
    if code is None or not text or plain_text(code) not in (text, text.rpartition(": ")[2]):
        return ()
    said = _SAID.fullmatch(text)
    if said and said[2].lower() in _SAID_KINDS:
        return (Symbol(said[1].partition("(")[0], _SAID_KINDS[said[2].lower()], "", cut(text)),)
    signature = plain_text(code)
    decorators = _DECORATORS.match(signature)
    bare = signature[decorators.end() :] if decorators else signature
    declared = _DECLARED.match(bare)
    if declared:
        is_property = decorators is not None and "@property" in decorators[0]
        kind = "property" if is_property else _declared_kind(declared[1], bare)
        return (Symbol(_by_id(declared[2], ids), kind, "", cut(signature)),)
    marked = list(code.iterdescendants("strong", "b"))
    if len(marked) == 1 and (marked[0].tail or "").startswith("("):  # before it stands the type of the result
        return (Symbol(_by_id(plain_text(marked[0]), ids), "function", "", cut(signature)),)
    match = _CALL.match(bare) if code is not heading else None
    if not match:
        return ()
    name = _by_id(match[1].rstrip(".:"), ids)
    kind = "class" if text.startswith("Class: ") else "event" if text.startswith("Event: ") else ""
    kind = kind or next((_SAID_KINDS[word] for word in classes if word in _SAID_KINDS), "")
    is_called = match[2] or bare.startswith("new ")
    return (Symbol(name, kind or ("function" if is_called else _value_kind(name)), "", cut(signature)),)


def _declared_kind(word: str, signature: str) -> str:
    """Return the kind of a declaration; a value without a type, or with an arrow in it, may be a function of OCaml."""
    if word in ("val", "var") and ": " in signature and "->" not in signature:
        return "property"
    return _DECLARED_KINDS.get(word, "function")


def _value_kind(name: str) -> str:
    """Return the kind of a name without parameters: a constant or property if it is qualified.

    >>> _value_kind("http.client.HTTP_PORT"), _value_kind("path.sep"), _value_kind("sep")
    ('constant', 'property', 'term')
    """
    if "." not in name:
        return "term"
    return "constant" if name.rpartition(".")[2].isupper() else "property"


def _by_id(name: str, ids: list[str]) -> str:
    """Return a name with the qualifiers that an id of its heading gives it, as pydoctor's do.

    >>> _by_id("start", ["start", "task.LoopingCall.start"]), _by_id("start", ["method.start"])
    ('task.LoopingCall.start', 'start')
    """
    for identifier in ids:
        qualifiers, _, last = identifier.rpartition(".")
        if last == name and qualifiers not in _SAID_KINDS and _QUALIFIED_ID.fullmatch(identifier):
            return identifier
    return name
