"""Turn Sphinx's objects into symbols, by domain and role.

In:    A domain, a role and a name, as an inventory or the classes of a definition list say them.
Out:   Symbols of our kinds and languages.
"""

from __future__ import annotations

from pinax_builder.records import Symbol

DOMAINS = {
    "py": "python", "c": "c", "cpp": "cpp", "js": "javascript", "std": "", "cmake": "cmake", "rst": "rst",
    "php": "php", "go": "go", "rb": "ruby", "java": "java", "rs": "rust", "rust": "rust", "http": "http",
}  # fmt: skip
"""Sphinx domain → language; empty if the domain has no language."""
KINDS = {
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
_MAX_SIGNATURE_CHARS = 500
"""Length of the longest signature, in characters; the rest is cut."""


def symbol_of_object(domain: str, role: str, name: str) -> Symbol | None:
    """Return the symbol of an object in a Sphinx inventory; None if it is no symbol.

    >>> symbol_of_object("cmake", "command", "command:add_test")
    Symbol(name='add_test', kind='command', language='cmake', signature='', line=0, last_line=0, visibility='')
    """
    if domain not in DOMAINS or role in _NO_SYMBOLS or role.endswith("Param"):
        return None
    return Symbol(name.removeprefix(f"{role}:"), KINDS.get(role, role), DOMAINS[domain])


def cut(text: str) -> str:
    """Cut a signature that is too long."""
    return text[:_MAX_SIGNATURE_CHARS]
