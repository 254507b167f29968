"""Name the symbols that a definition or a heading declares.

In:    A `dt` or heading as its platform writes it, before anything in it is changed.
Out:   Symbols; none if the markup does not say that something is defined.
Rules: kind and language come from Sphinx's domain classes, rustdoc's id prefixes, the classes of QDoc, Doxygen and
       javadoc, or CMake's typed ids. A name has the qualifiers that the page gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.declared import declared
from pinax_builder.parse.plain_text import plain_text
from pinax_builder.records import Symbol

SIGNATURE = "data-pinax-signature"
"""Attribute of a heading that holds the signature of the member below it."""
DECLARED_KIND = "data-pinax-kind"
"""Attribute of a heading whose text is the names, with commas between, of what it declares: the kind of these."""
MEMBER_HEADING = "memtitle"
"""Class of a heading of a member, as Doxygen writes it."""

_DOMAINS = {
    "py": "python", "c": "c", "cpp": "cpp", "js": "javascript", "std": "", "cmake": "cmake", "rst": "rst",
    "php": "php", "go": "go", "rb": "ruby", "java": "java", "rs": "rust", "rust": "rust", "http": "http",
}  # fmt: skip
"""Sphinx domain → language; empty if the domain has no language."""
_KINDS = {
    "classmethod": "method", "staticmethod": "method", "decoratormethod": "method", "attribute": "property",
    "member": "property", "prop_tgt": "property", "prop_gbl": "property", "prop_dir": "property",
    "prop_sf": "property",
    "prop_test": "property", "prop_inst": "property", "prop_cache": "property", "data": "variable", "var": "variable",
    "envvar": "variable", "exception": "class", "struct": "class", "union": "class", "describe": "term",
    "object": "term",
    "cmdoption": "option", "confval": "option", "2to3fixer": "option", "generator": "option", "cpack_gen": "option",
    "policy": "option", "enumerator": "constant", "opcode": "constant", "decorator": "function", "genex": "function",
    "pdbcommand": "command",
}  # fmt: skip
"""Kind as a domain or generator names it → `Symbol.kind`, if the two differ."""

_NO_SYMBOLS = frozenset(("label", "doc", "term", "token", "guide", "manual"))
"""Roles of inventories that are no symbols."""

_NAMES_IN = etree.XPath(".//*[contains(@class, 'descname') or contains(@class, 'descclassname')]")
"""Finds the name and its prefix in a Sphinx signature."""
_NO_TERMS = frozenset(("footnote", "citation", "field-list"))
"""Classes of definition lists that define nothing."""
_HAS_ID = etree.XPath("boolean(descendant::*[self::a or self::span][@id or @name])")
_TYPED_ID = re.compile(
    r"^(command|variable|prop_[a-z]+|module|policy|envvar|genex|generator|cpack_gen)[:](.+)$", re.IGNORECASE
)
_RUST_ID = re.compile(
    r"^(?:ty)?(method|variant|structfield|associatedconstant|associatedtype|fn|macro|constant)\.(\w+)"
)
_RUST_KINDS = {
    "structfield": "property", "associatedconstant": "constant", "associatedtype": "type", "variant": "constant",
    "fn": "function",
}  # fmt: skip
_ID_PREFIX = re.compile(r"^(?:c|js|rst|std|php|go|rb)\.(?=.)|^module-")
_QUALIFYING = frozenset(("python", "javascript", "c"))
_DECORATORS = re.compile(r"(?:@[\w.]+(?:\([^()]*\))? )+(?=[\w(])")
_CALL = re.compile(
    r"^(?:new\s+|async\s+|static\s+|class:\s*|event:\s*)*['\"]?([A-Za-z_$][\w$.:\[\]@~-]*)['\"]?\s*(\(.*\))?", re.DOTALL
)
_OPTION = re.compile(r"(--?(?:\[no-\])?[A-Za-z0-9][\w-]*)|([a-z]\w*(?:\.[\w<>*-]+)+)(?: \(.*\))?$")
"""A command's option, or a dotted setting such as `core.fileMode`; a remark may follow that."""
_FAMILY = re.compile(r"([a-z]\w*(?:\.\w+)*\.)\*$")
"""A term for a family of settings (`advice.*`), which the list in its body names without their prefix."""

_JAVA_TYPE = re.compile(r"^(Annotation (?:Interface|Type)|Interface|Class|Enum(?: Class)?|Record(?: Class)?) ([\w.]+)")
_DECLARED = re.compile(
    r"(?:(?:async|static|external|public|private|protected|final|abstract|override|implicit|sealed|lazy|case|inline"
    r"|infix) )*"
    r"(def|val|var|fun|fn|func|class|type|module|data|newtype|exception|interface|trait|object) "
    r"([\w.'$]+(?:(?<=_)[^\w\s(\[,.:<>]+)?|[^\w\s(\[]+?(?=[\s(\[]|: |$))"
)
"""A declaration that says by its first word what it declares; an operator ends before its parameters or its type."""
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
    "interface": "interface", "trait": "trait", "object": "class",
}  # fmt: skip
_JAVA_KINDS = {
    "Annotation": "interface", "Interface": "interface", "Class": "class", "Enum": "enum", "Record": "class",
}  # fmt: skip

_TYPE_PAGE = re.compile(r"([^\s<]+)(?: ?<.*>)? (Class|Struct|Union|Namespace|Interface)(?: Template)? Reference\b")
"""Title of a page about one type or namespace, as Doxygen writes it."""
_TYPE_KINDS = {"Interface": "interface", "Namespace": "module"}

_RDOC_ID = re.compile(r"(?:method|attribute)-[ci]-.|(class|module)-(\w+(?:::\w+)*)$")
"""Id of a member, or of what a page is about, as RDoc writes it."""
_RDOC_NAME = re.compile(r"[^\s(\[{]+(?:\[\]=?)?|\[\]=?")
"""Name of a member with which RDoc's line about it begins."""
_RDOC_OWNER = re.compile(r"(?:class|module) (\w+(?:::\w+)*)")
"""Title of a page of RDoc."""

_QDOC_KINDS = {"fn": "function", "flags": "type", "qmlname": "property"}
"""Class of a heading that QDoc writes → `Symbol.kind`."""
_ENUMERATION = re.compile(r"(enum|flags)\b")
_MACRO = re.compile(r"\b[A-Z_0-9]{3,}$")
_QUALIFIED = re.compile(r"[\w:~]+")
_MAX_SIGNATURE_CHARS = 500
"""Length of the longest signature, in characters; the rest is cut."""


def symbol_of_object(domain: str, role: str, name: str) -> Symbol | None:
    """Return the symbol of an object in a Sphinx inventory; None if it is no symbol.

    >>> symbol_of_object("cmake", "command", "command:add_test")
    Symbol(name='add_test', kind='command', language='cmake', signature='', line=0, last_line=0, visibility='')
    """
    if domain not in _DOMAINS or role in _NO_SYMBOLS or role.endswith("Param"):
        return None
    return Symbol(name.removeprefix(f"{role}:"), _KINDS.get(role, role), _DOMAINS[domain])


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
    if classes and classes[0] in _DOMAINS and len(classes) > 1:
        language = _DOMAINS[classes[0]]
        kind = _KINDS.get(classes[1], classes[1])
        names = _sphinx_names(term, identifier, language) or [text]
        return tuple(Symbol(name, kind, language, _cut(text)) for name in names)
    return _symbols_of_plain_term(term, identifier, classes, text)


def _symbols_of_plain_term(term: HtmlElement, identifier: str, classes: list[str], text: str) -> tuple[Symbol, ...]:
    options = [_OPTION.match(spelling) for spelling in text.split(", ")]
    if options[0]:
        names = [(option[1] or option[2]).replace("[no-]", "") for option in options if option]
        return tuple(Symbol(name, "option", "", _cut(text)) for name in dict.fromkeys(names))
    family = _family(term)
    if family and text.isidentifier():
        return (Symbol(family + text, "option", "", _cut(text)),)
    if "glossary" in classes or not (identifier or _has_id(term)):
        return (Symbol(_cut(text), "term"),) if identifier else ()
    strong = next(term.iterdescendants("strong"), None) if "def" in classes else None
    if strong is not None:  # Texinfo: category, result, **name**, arguments
        return (Symbol(plain_text(strong), "function", "", _cut(text)),)
    return (Symbol(_cut(text), "term"),)


def _family(term: HtmlElement) -> str:
    """Return the prefix of the names in a list, if the list is the body of a family of settings; else empty."""
    for body in term.iterancestors("dd"):
        outer = body.getprevious()
        found = _FAMILY.match(plain_text(outer)) if outer is not None and outer.tag == "dt" else None
        return found[1] if found else ""
    return ""


def symbols_of_heading(heading: HtmlElement, ids: list[str], text: str, page_title: str) -> tuple[Symbol, ...]:
    """Return the symbols that a heading with these ids declares; a member is qualified by the page's type."""
    if said := heading.get(DECLARED_KIND):
        return tuple(Symbol(name, said, "", _cut(heading.get(SIGNATURE) or text)) for name in text.split(", "))
    classes = (heading.get("class") or "").split()
    for name in classes:
        if name in _QDOC_KINDS and ids:
            return (_qdoc_symbol(heading, _QDOC_KINDS[name], text),)
    if MEMBER_HEADING in classes and ids:
        return tuple(_declared_symbols(heading, text))
    about = _TYPE_PAGE.match(text) if _titles_page(heading, classes) else None
    if about:
        return (Symbol(about[1], _TYPE_KINDS.get(about[2], "class"), "", _cut(text)),)
    java = _java_symbol(heading, ids, text, page_title)
    if java:
        return (java,)
    ruby = _ruby_symbol(ids, text, page_title)
    if ruby:
        return (ruby,)
    found = [_symbol_of_id(identifier, text) for identifier in ids]
    named = tuple(symbol for symbol in found if symbol)
    return named or _code_heading(heading, ids, text)


def _titles_page(heading: HtmlElement, classes: list[str]) -> bool:
    """Return whether a heading is the title of a page by its class or, in older Doxygen, by that of its box."""
    parent = heading.getparent()
    return heading.tag == "h1" and ("title" in classes or (parent is not None and parent.get("class") == "contents"))


def _declared_symbols(heading: HtmlElement, text: str) -> Iterator[Symbol]:
    """Yield the symbol of a heading above a signature, by the name and kind that this declares."""
    signature = " ".join((heading.get(SIGNATURE) or text).split())
    name, kind = declared(signature)
    shown = text.split("(")[0].strip() if "operator" not in text else name
    if name:
        yield Symbol(name if name.endswith(shown) else shown, kind, "", _cut(signature))


def _symbol_of_id(identifier: str, text: str) -> Symbol | None:
    if identifier.startswith("module-"):
        return Symbol(identifier.removeprefix("module-"), "module", "python")
    typed = _TYPED_ID.match(identifier)
    if typed:
        kind = typed[1].lower()
        return Symbol(typed[2], _KINDS.get(kind, kind), "cmake")
    rust = _RUST_ID.match(identifier)
    if rust and rust[2] in text:  # old javadoc has `method.detail`
        return Symbol(rust[2], _RUST_KINDS.get(rust[1], rust[1]), "rust", _cut(text))
    return None


def _java_symbol(heading: HtmlElement, ids: list[str], text: str, page_title: str) -> Symbol | None:
    """Return the symbol of a heading of javadoc: a type by the page's title, a member qualified by that type."""
    if heading.tag in ("h1", "h2"):
        above = heading.getparent()
        is_javadoc = heading.get("title") is not None or (above is not None and above.get("class") == "header")
        is_title = is_javadoc and "title" in (heading.get("class") or "").split()
        declared_type = _JAVA_TYPE.match(text) if is_title else None
        kinds = _JAVA_KINDS[declared_type[1].split()[0]] if declared_type else ""
        return Symbol(declared_type[2], kinds, "java", _cut(text)) if declared_type else None
    owner = _JAVA_TYPE.match(page_title) if text else None
    if owner is None or not _is_java_member(heading, ids, text):
        return None
    parent = heading.getparent()
    ids = [*ids, parent.get("id") or ""] if parent is not None else ids
    called = any("(" in i or (i.startswith(f"{text}-") and i.endswith("-")) for i in ids)
    kind = "method" if called else "constant" if text.isupper() else "property"
    return Symbol(f"{owner[2]}.{text}", kind, "java", _cut(text))


def _ruby_symbol(ids: list[str], text: str, page_title: str) -> Symbol | None:
    """Return the symbol of a heading of RDoc: what its page is about, or a member qualified by that."""
    found = next(filter(None, map(_RDOC_ID.match, ids)), None)
    if found is None:
        return None
    if found[1]:
        said = text.split()
        is_ruby = len(said) > 1 and said[:2] == [found[1], found[2]]
        return Symbol(found[2], found[1], "ruby", _cut(text)) if is_ruby else None
    owner, name = _RDOC_OWNER.match(page_title), _RDOC_NAME.match(text)
    if owner is None or name is None:
        return None
    kind = "property" if found[0].startswith("attribute") else "method"
    separator = "#" if found[0].partition("-")[2].startswith("i") else "."
    return Symbol(f"{owner[1]}{separator}{name[0]}", kind, "ruby", _cut(text))


def _is_java_member(heading: HtmlElement, ids: list[str], text: str) -> bool:
    """Return whether a heading of javadoc is that of a member.

    A member has a `section` of its own, before JDK 16 an item of a list, and before JDK 7 an anchor with its name.
    """
    parent = heading.getparent()
    names = (parent.get("class") or "").split() if parent is not None else []
    if parent is not None and parent.tag == "section" and "detail" in names:
        return True
    if heading.tag == "h4" and "blockList" in names:
        return True
    return heading.tag == "h3" and bool(ids) and (ids[0] == text or ids[0].startswith(f"{text}("))


def _code_heading(heading: HtmlElement, ids: list[str], text: str) -> tuple[Symbol, ...]:
    """Return the symbol of a heading that is all code, as Node's are: `path.basename(path[, suffix])`."""
    classes = (heading.get("class") or "").split()
    code = heading if "signature" in classes else next(heading.iterdescendants("code"), None)
    if code is None or not text or plain_text(code) not in (text, text.rpartition(": ")[2]):
        return ()
    said = _SAID.fullmatch(text)
    if said and said[2].lower() in _SAID_KINDS:
        return (Symbol(said[1].partition("(")[0], _SAID_KINDS[said[2].lower()], "", _cut(text)),)
    signature = plain_text(code)
    decorators = _DECORATORS.match(signature)
    bare = signature[decorators.end() :] if decorators else signature
    declared = _DECLARED.match(bare)
    if declared:
        is_property = decorators is not None and "@property" in decorators[0]
        kind = "property" if is_property else _declared_kind(declared[1], bare)
        return (Symbol(_by_id(declared[2], ids), kind, "", _cut(signature)),)
    match = _CALL.match(bare) if code is not heading else None
    if not match:
        return ()
    name = _by_id(match[1].rstrip(".:"), ids)
    kind = "class" if text.startswith("Class: ") else "event" if text.startswith("Event: ") else ""
    kind = kind or next((_SAID_KINDS[word] for word in classes if word in _SAID_KINDS), "")
    is_called = match[2] or bare.startswith("new ")
    return (Symbol(name, kind or ("function" if is_called else _value_kind(name)), "", _cut(signature)),)


def _declared_kind(word: str, signature: str) -> str:
    """Return the kind of a declaration; a value without a type, or with an arrow in it, may be a function of OCaml."""
    if word in ("val", "var") and ": " in signature and "->" not in signature:
        return "property"
    return _DECLARED_KINDS.get(word, "function")


def _value_kind(name: str) -> str:
    """Return the kind of what is not called: a constant or property if its name is qualified.

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


def declares_type(heading: HtmlElement, symbols: tuple[Symbol, ...], title: str) -> bool:
    """Return whether a heading is the signature of the type that the page is about."""
    is_type = bool(symbols) and symbols[0].kind in ("class", "trait", "interface") and symbols[0].name == title
    return is_type and "signature" in (heading.get("class") or "").split()


def _qdoc_symbol(heading: HtmlElement, kind: str, text: str) -> Symbol:
    name = heading.find(".//span[@class='name']")
    plain = plain_text(name) if name is not None else text.split("(")[0].split()[-1]
    if _ENUMERATION.match(text):
        kind = "type"
    elif "(" not in text and kind == "function":
        kind = "type" if text.startswith("typedef") else "property" if " : " in text else "variable"
    elif _MACRO.search(plain) and "::" not in text:
        kind = "macro"
    return Symbol(_scope(text, plain) + plain, kind, "cpp", _cut(text))


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


def _sphinx_names(term: HtmlElement, identifier: str, language: str) -> list[str]:
    """Return the names of a Sphinx definition, qualified by its id, else by the prefix that the signature shows.

    An option has a name for each of its spellings. Sphinx marks their arguments, too, as prefixes.
    """
    if identifier and language in _QUALIFYING and not identifier.startswith(("_CPP", "id", "cmdoption")):
        return [_ID_PREFIX.sub("", identifier)]
    marked = _NAMES_IN(term)
    names = [plain_text(span) for span in marked if "descclassname" not in span.get("class")]
    if not names:
        return [_ID_PREFIX.sub("", identifier)] if identifier else []
    if "descclassname" in marked[0].get("class"):
        return [plain_text(marked[0]) + names[0]]
    return names if identifier.startswith("cmdoption") else names[:1]


def _has_id(term: HtmlElement) -> bool:
    return len(term) > 0 and bool(_HAS_ID(term))


def _cut(text: str) -> str:
    return text[:_MAX_SIGNATURE_CHARS]
