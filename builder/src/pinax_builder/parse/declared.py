"""Read the name and the kind of what a declaration in C++, or a language like it, declares.

In:    A declaration as Doxygen writes it: `Matrix< T >& Matrix< T >::transpose() const`, `#define MAX 5`.
Out:   Its name with the qualifiers that it has, and a `Symbol.kind`; no name for what is anonymous.
"""

from __future__ import annotations

import re

_TEMPLATE_ARGUMENTS = re.compile(r"\s*<[^<>]*>")
_OPERATOR = re.compile(r"(?:[\w.:]*::)?\boperator\b[^\w\s]*.*")
_POINTER = re.compile(r"\(\s*(?:[\w:]+::)?[*&^]\s*([\w.:]+)")
"""Name of a pointer to a function, which stands within the declaration."""
_NOT_IN_NAMES = re.compile(r"[^\w.:~]")
_FIRST = re.compile(r"(#define|using|typedef|enum(?: class| struct)?|concept)\s+([\w.:]+)")
_KINDS = {"#define": "macro", "using": "type", "typedef": "type", "concept": "type"}


def declared(declaration: str) -> tuple[str, str]:
    """Return the name and kind that a declaration declares.

    >>> declared("TiXmlHandle TiXmlHandle::Child(int index) const")
    ('TiXmlHandle::Child', 'function')
    >>> declared("typedef utf32_t(* get_char)(const void *, size_t)"), declared("struct { ... } value::object")
    (('get_char', 'type'), ('value::object', 'variable'))
    >>> declared("bool List< T >::operator==(int code) const"), declared("#define MAX(a, b) a")
    (('List::operator==', 'function'), ('MAX', 'macro'))
    >>> declared("enum sf::Status : int"), declared("char name::buffer[10]"), declared("anonymous enum")
    (('sf::Status', 'enum'), ('name::buffer', 'variable'), ('', 'enum'))
    """
    text = " ".join(declaration.split())
    first = _FIRST.match(text)
    keyword = first[1].split()[0] if first else ""
    if first and keyword != "typedef":
        return first[2], _KINDS.get(keyword, "enum")
    if text.endswith("enum"):
        return "", "enum"
    before, *rest = text.partition("operator")
    operator = _OPERATOR.search(_plain(before) + "".join(rest))
    if operator:
        name, _, arguments = operator[0].partition("operator")
        sign = arguments[:2] if arguments.startswith("()") else arguments.partition("(")[0]
        return f"{name}operator{sign}".rstrip(), "function"
    return _named(_plain(text), "type" if keyword else "")


def _named(text: str, kind: str) -> tuple[str, str]:
    """Return the name and kind of what is no macro, enumeration or operator."""
    pointer = _POINTER.search(text)
    if pointer:
        return pointer[1], kind or "variable"
    before, parenthesis, _ = text.partition(" = ")[0].partition("(")
    return _last_name(before.rstrip()), kind or ("function" if parenthesis else "variable")


def _last_name(text: str) -> str:
    """Return the last name of a declaration, which the sizes of an array may follow."""
    while text.endswith("]"):
        text = text[: text.rfind("[")].rstrip() if "[" in text else text.rstrip("]")
    return _NOT_IN_NAMES.split(text)[-1].rstrip(".:~")


def _plain(text: str) -> str:
    """Remove the arguments of templates."""
    before = ""
    while before != text:
        before, text = text, _TEMPLATE_ARGUMENTS.sub("", text)
    return text
