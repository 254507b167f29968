"""Read a Sphinx inventory (`objects.inv`) and add its symbols to pages; turn Sphinx's objects into symbols.

In:    The bytes of an inventory, which may be anything; a Page. A domain, a role and a name, as an inventory or the
       classes of a definition list say them.
Out:   path → (anchor, Symbol) pairs; the Page with more and better symbols. Symbols of our kinds and languages.
Rules: labels, documents, terms and grammar tokens are no symbols. Size and length of lines are bounded.

Strategy: an inventory lists every object of a project with its full name, kind and address. Pages mostly say the same,
but an id loses leading underscores, and an option does not name its program. So each page's symbols are compared with
the inventory's. A less precise name is replaced. A missing one is added to the section with its anchor, else to the
section whose text holds the anchor, else to the section that defines the name's qualifier.

Spec:  Sphinx's inventory version 2, as `sphinx.util.inventory` of release 7 writes it.
Why:   docs/decisions/0016
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from urllib.parse import unquote

from pinax_builder.formats import file_at
from pinax_builder.records import Page, Section, Symbol
from pinax_runtime.format import symbol_components, symbol_key

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
_QUALIFIER_END = re.compile("[.:]")
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


Named = tuple[str, Symbol]
"""(anchor, symbol): an object and its anchor on its page."""

MAX_BYTES = 64 << 20
"""Size of the largest list of an inventory, decompressed, in bytes."""
MAX_LINE_CHARS = 2_000
"""Length of the longest line that is read, in characters."""
_HEADER_LINES = 4
_VERSION = b"# Sphinx inventory version 2"
_LINE = re.compile(r"(\s*+\S++(?:\s++\S++)*?)\s++([\w.+-]++):([\w.+-]++)\s++-?\d++\s++(\S++)\s++.*")


class InventoryError(ValueError):
    """Not an inventory that can be read; the message says why."""


def read_inventory(data: bytes) -> dict[str, tuple[Named, ...]]:
    """Return the objects of each page, by the page's path below the inventory.

    Raises:
        InventoryError: It is of another version, damaged or too large.
    """
    found: dict[str, list[Named]] = {}
    by_path: dict[str, list[Named]] = {}  # as the list spells it, since thousands of lines name one path
    for line in _lines(data):
        named = _LINE.fullmatch(line) if len(line) <= MAX_LINE_CHARS else None
        if named is None:
            continue
        name, domain, role, uri = named.groups()
        symbol = symbol_of_object(domain, role, name)
        if symbol is not None:
            path, _, anchor = (uri[:-1] + name if uri.endswith("$") else uri).partition("#")
            if path not in by_path:
                by_path[path] = found.setdefault(file_at(unquote(path)), [])
            by_path[path].append((anchor, symbol))
    return {path: tuple(items) for path, items in found.items()}


def add_symbols(page: Page, named: Sequence[Named]) -> Page:
    """Return a page with the symbols that an inventory has for it added and corrected."""
    symbols = [list(section.symbols) for section in page.sections]
    finder = _SectionFinder(page.sections)
    keys = {symbol_key(known.name) for of_section in symbols for known in of_section}
    worse = _LessPrecise(symbols, {symbol_key(symbol.name) for _, symbol in named})
    for anchor, symbol in named:
        if (key := symbol_key(symbol.name)) in keys:
            continue
        keys.add(key)
        at, is_own = finder.find(anchor, symbol.name)
        if not is_own:  # the section's title is not its signature
            symbols[at].append(replace(symbol, signature=symbol.name))
        elif (n := worse.take(at, symbol.name)) is None:
            symbols[at].append(symbol)
        elif symbols[at][n].kind == "term":  # all that the markup said is that something is defined
            symbols[at][n] = replace(symbol, signature=symbols[at][n].signature)
        else:
            symbols[at][n] = replace(symbols[at][n], name=symbol.name)
    sections = [
        section if list(section.symbols) == ours else replace(section, symbols=tuple(ours))
        for section, ours in zip(page.sections, symbols, strict=True)
    ]
    return replace(page, sections=tuple(sections))


class _LessPrecise:
    """Finds the symbol of a section whose name is the inventory's without underscores or without its qualifier."""

    def __init__(self, symbols: Sequence[Sequence[Symbol]], official: Set[str]) -> None:
        self._numbers: dict[tuple[int, str, bool], list[int]] = {}
        """Section, name and whether it has lost its underscores → numbers of its symbols, the first one last."""
        self._taken: set[tuple[int, int]] = set()
        for at, of_section in enumerate(symbols):
            for n in reversed(range(len(of_section))):
                name = of_section[n].name.partition("(")[0].strip() or of_section[n].name
                if symbol_key(name) not in official:
                    self._numbers.setdefault((at, name, False), []).append(n)
                    self._numbers.setdefault((at, name.strip("_"), True), []).append(n)

    def take(self, at: int, name: str) -> int | None:
        """Return the number of the first such symbol, and never again; None if there is none."""
        found = []
        ends = (end.end() for end in _QUALIFIER_END.finditer(name))
        for spelled in ((at, name.strip("_"), True), *((at, name[end:], False) for end in ends)):
            numbers = self._numbers.get(spelled, [])
            while numbers and (at, numbers[-1]) in self._taken:
                numbers.pop()
            found += numbers[-1:]
        if not found:
            return None
        self._taken.add((at, min(found)))
        return min(found)


class _SectionFinder:
    """Finds the section of a page that an object belongs to, as an index into the page's sections."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._by_anchor = {section.anchor: at for at, section in enumerate(sections) if section.anchor}
        self._by_alias = {alias: at for at, section in enumerate(sections) for alias in section.aliases}
        names = ((symbol_key(symbol.name), at) for at, section in enumerate(sections) for symbol in section.symbols)
        self._by_name: Mapping[str, int] = dict(reversed(list(names)))

    def find(self, anchor: str, name: str) -> tuple[int, bool]:
        """Return the section of an object, and whether the object's anchor is the section's own.

        It is the section with that anchor, or with one that we made of the same name; else the one to which, or into
        whose text, another id of the page leads; else the one that defines the name's qualifier; else the page's own.
        """
        spellings = (anchor, unquote(anchor), f"~{anchor}")
        own = next((self._by_anchor[spelled] for spelled in spellings if spelled in self._by_anchor), None)
        if own is not None or not anchor:
            return own or 0, True
        qualifier = name[: -len(symbol_components(name)[-1])].rstrip(".:#/")
        owner = self._by_name.get(symbol_key(qualifier), 0)
        return self._by_alias.get(anchor, self._by_alias.get(unquote(anchor), owner)), False


def _lines(data: bytes) -> list[str]:
    *header, body = data.split(b"\n", _HEADER_LINES)
    if len(header) < _HEADER_LINES or header[0].strip() != _VERSION:
        raise InventoryError("it is not a Sphinx inventory of version 2")
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(body, MAX_BYTES)
        if unpacker.unconsumed_tail:
            raise InventoryError(f"its list has more than {MAX_BYTES:,} bytes")
        if not unpacker.eof:
            raise InventoryError("its list is cut off")
        return text.decode("utf-8").splitlines()
    except zlib.error as error:
        raise InventoryError(f"its list cannot be decompressed ({error})") from error
    except UnicodeDecodeError as error:
        raise InventoryError("its list is not UTF-8") from error
