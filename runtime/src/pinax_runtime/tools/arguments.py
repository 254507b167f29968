"""Declare the arguments of tools, check the values that callers give, and suggest what they probably meant.

An argument is declared once. Its JSON schema, its check and the message that refuses a value come from there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import Any

from pinax_runtime.search import Document, Library
from pinax_runtime.tools.errors import invalid_args, not_found

_SHOWN_CHARS = 100
"""Length to which a message shortens what was given (characters)."""
_LOOKED_AT_CHARS = 300
"""Length of the end of an address that is compared with others (characters)."""
NEAREST = 3
"""Number of pages, or of anchors, that are named in place of one that is not there."""
_CLOSE = 0.6
"""Least likeness of a suggestion, from 0 to 1."""
_ORIGIN = re.compile(r"^[a-z][a-z0-9+.-]*://[^/]*/?|^[^/:]*:")
"""The scheme and host of a URL, or the docset of an id."""
_EXTENSION = re.compile(r"\.[A-Za-z]{2,5}$")
_WORD = re.compile(r"[^\W_]+")
_NEIGHBORS = 400
"""Number of pages around the position of a URL in the sorted list that are compared with it."""


def quoted(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Quote a text for a message: shortened, with a mark in place of unprintable characters."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown) + "'"


def nearest(word: str, known: Iterable[str], n: int = 1) -> list[str]:
    """Return up to n known words with the most similar spelling, whatever the case; none if none is close."""
    folded: dict[str, str] = {}
    for item in known:
        folded.setdefault(item.casefold(), item)
    return [folded[match] for match in get_close_matches(word.casefold(), folded, n, _CLOSE)]


def did_you_mean(word: str, known: Iterable[str], n: int = 1) -> str:
    """Return a question with the nearest known words, after a space; empty if none is close."""
    found = nearest(word, known, n)
    return f" Did you mean {' or '.join(quoted(item) for item in found)}?" if found else ""


def listing(names: Sequence[str], limit: int = 8) -> str:
    """List names for a message: the first few, and how many more there are."""
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(quoted(name, 40) for name in names[:limit]) + more


def check_docs(library: Library, docs: Sequence[str]) -> None:
    """Check that each name is the name of a docset.

    Raises:
        ToolError: not_found, with the names of the docsets.
    """
    names = sorted(library.docsets)
    for name in docs:
        if name not in library.docsets:
            raise not_found(f"No docset {quoted(name)}.{did_you_mean(name, names)} There are: {listing(names)}.")


def nearest_pages(library: Library, url: str, docs: Sequence[str] = ()) -> list[str]:
    """Return the ids of the pages with the most similar addresses, by the file's name or the words of the path."""
    path = _ORIGIN.sub("", url.split("#", 1)[0])[-_LOOKED_AT_CHARS:]
    likeness = {
        document.id: _likeness(path, document.id.partition(":")[2]) for document in _candidates(library, path, docs)
    }
    least = max(_CLOSE, max(likeness.values(), default=0.0) - 0.15)
    likely = sorted((-ratio, page) for page, ratio in likeness.items() if ratio >= least)
    return [page for _, page in likely[:NEAREST]]


def _likeness(wanted: str, path: str) -> float:
    """Compare two paths: 1 for the same file name, 0.9 if `path` has all words of the one that is wanted."""
    words = {word.casefold() for word in _words(wanted)}
    shared = len(words & {word.casefold() for word in _words(path)}) / max(1, len(words))
    one, other = (_EXTENSION.sub("", name.rstrip("/").rsplit("/", 1)[-1]).casefold() for name in (wanted, path))
    return max(SequenceMatcher(None, one, other).ratio(), 0.9 * shared)


def _words(path: str) -> list[str]:
    return _WORD.findall(_EXTENSION.sub("", path))


def _candidates(library: Library, path: str, docs: Sequence[str]) -> Iterator[Document]:
    """Yield the pages whose URLs are sorted near the path, then those that a search for its words finds."""
    for docset in library.chosen(docs):
        for segment in docset.segments:
            for number in segment.neighbors(docset.entry.url + path.lstrip("/"), _NEIGHBORS // 2):
                yield Document(segment, number)
    if words := " ".join(_words(path)):
        hits = library.search(words, limit=5, docs=docs, excerpt_chars=0).hits
        yield from filter(None, (library.find(hit.section_id, docs) for hit in hits))


def nearest_anchors(document: Document, anchor: str) -> list[str]:
    """Return the anchors of a page that are most similar to one, by their spelling or the words of their titles."""
    titled = {alias: alias for alias in document.page.aliases}
    for node in document.nodes():
        if node.anchor:
            titled.setdefault(node.anchor, node.anchor)
            titled.setdefault(re.sub(r"[\W_]+", "-", node.title.casefold()).strip("-"), node.anchor)
    return list(dict.fromkeys(titled[match] for match in nearest(anchor, titled, NEAREST)))


ADDRESS_CHARS = 10_000
"""Longest URL or id that a tool accepts (characters)."""
_MAX_FACETS, _MAX_VALUES = 20, 50
"""Number of facets to filter by, and of values of each."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool; the functions below make one for each type of value."""

    name: str
    schema: Mapping[str, Any]
    """JSON schema of the value."""
    allowed: str
    """The values that are allowed, as the end of a sentence: "'limit' must be …"."""
    accept: Callable[[Any], Any]
    """Returns the value that the handler receives; raises ValueError for a value that is not allowed."""
    default: Any = None
    """The value that the handler receives when the argument is left out; never changed."""
    required: bool = False


def string(name: str, about: str = "", *, required: bool = False, max_chars: int = ADDRESS_CHARS) -> Argument:
    """Declare a string that is not blank."""
    allowed = f"text of 1 to {max_chars:,} characters of Unicode"
    return Argument(
        name, _schema(about, type="string"), allowed, lambda value: _check_text(value, max_chars), required=required
    )


def integer(name: str, minimum: int, maximum: int, preset: int | None = None) -> Argument:
    """Declare a whole number within bounds. 5.0 is one in JSON; true is not, though Python counts bool as int."""

    def accept(value: Any) -> int:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole or not minimum <= value <= maximum:
            raise ValueError
        return int(value)

    schema = {"type": "integer", "minimum": minimum, "maximum": maximum}
    schema = schema if preset is None else {**schema, "default": preset}
    return Argument(name, schema, f"a whole number from {minimum:,} to {maximum:,}", accept, preset)


def strings(
    name: str, about: str = "", *, required: bool = False, max_items: int = 50, max_chars: int = 200
) -> Argument:
    """Declare a list of strings. One string is a list of one; an empty list is allowed unless one is required."""

    def accept(value: Any) -> list[str]:
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or len(value) > max_items or (required and not value):
            raise ValueError
        return [_check_text(item, max_chars) for item in value]

    allowed = f'a list of 1 to {max_items} texts, such as ["…"]'
    return Argument(name, _schema(about, type="array", items={"type": "string"}), allowed, accept, [], required)


def choice(name: str, about: str, choices: Sequence[str]) -> Argument:
    """Declare one of a few words, in any case; the first is the default."""

    def accept(value: Any) -> str:
        word = value.strip().casefold() if isinstance(value, str) else value
        if word not in choices:
            raise ValueError
        return str(word)

    return Argument(name, _schema(about, enum=list(choices)), f"one of {', '.join(choices)}", accept, choices[0])


def boolean(name: str, about: str = "") -> Argument:
    """Declare a value that is true or false."""

    def accept(value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    return Argument(name, _schema(about, type="boolean"), "true or false", accept, False)


def facet_values(name: str, about: str = "") -> Argument:
    """Declare facets that a page must have: `{facet: value}` or `{facet: [values]}`; the handler receives lists."""

    def accept(value: Any) -> dict[str, list[str]]:
        if not isinstance(value, dict) or len(value) > _MAX_FACETS:
            raise ValueError
        accepted = {}
        for facet, values in value.items():
            listed = values if isinstance(values, list) else [values]
            if not 1 <= len(listed) <= _MAX_VALUES:
                raise ValueError
            # Facets of pages are texts: true and 3 are spelled "true" and "3".
            spelled = [str(item).lower() if isinstance(item, bool | int) else item for item in listed]
            accepted[_check_text(facet, 200)] = [_check_text(item, 1_000) for item in spelled]
        return accepted

    bounds = f"at most {_MAX_FACETS} facets with {_MAX_VALUES} values each"
    allowed = f'an object such as {{"type": "guide"}} or {{"type": ["guide", "reference"]}}, {bounds}'
    return Argument(name, _schema(about, type="object"), allowed, accept, {})


def _schema(about: str, **schema: Any) -> Mapping[str, Any]:
    return {**schema, "description": about} if about else schema


_WRITTEN = {"integer": (int, float), "array": (list,), "object": (dict,), "boolean": (bool,)}
"""The types of JSON that a value may have where it is written as a text, by the type in its schema."""
_PAGE_NAMES = ("url", "doc_id", "page", "id", "path", "section", "prefix")
"""Names that tools use for the address of a page, and names that models try instead; each is taken."""
_SECTION_NAMES = ("node_ids", "node_id", "ids", "section_id")
"""The same for the address of a section. An id names its page, too, so each may stand for the other."""
_ALONE = {*_PAGE_NAMES, "node_id"}
"""Those of the names that hold one address."""


def check_arguments(tool: str, arguments: Sequence[Argument], given: Any) -> dict[str, Any]:
    """Return the values of all arguments of a call: checked, or their defaults.

    Raises:
        ToolError: invalid_args; the message names the argument and what is allowed.
    """
    if given is not None and not isinstance(given, Mapping):
        raise invalid_args(f"The arguments of {tool} must be a JSON object, such as {{}}.")
    named = {argument.name: argument for argument in arguments}
    given = _addressed(given or {}, named)
    for name in map(str, given):
        if name not in named:
            takes = f"It takes: {', '.join(named)}." if named else "It takes none."
            raise invalid_args(f"{tool} has no argument {quoted(name, 40)}.{did_you_mean(name, named)} {takes}")
    values = {}
    for argument in arguments:
        value = given.get(argument.name)
        if value is not None and (value != "" or argument.required):
            values[argument.name] = _accepted(tool, argument, value)
        elif argument.required:
            raise invalid_args(f"{tool} needs '{argument.name}': {argument.allowed}.")
        else:
            values[argument.name] = argument.default
    return values


def input_schema(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    schema: dict[str, Any] = {"type": "object", "properties": {item.name: dict(item.schema) for item in arguments}}
    required = [argument.name for argument in arguments if argument.required]
    return {**schema, **({"required": required} if required else {}), "additionalProperties": False}


def _accepted(tool: str, argument: Argument, value: Any) -> Any:
    """Return the value that the handler receives. Any value but a text may be written as JSON in a text."""
    given, kinds = value, _WRITTEN.get(argument.schema.get("type", ""), ())
    if isinstance(value, str) and kinds and len(value) <= ADDRESS_CHARS:
        with suppress(ValueError, RecursionError):
            decoded = json.loads(value)
            value = decoded if isinstance(decoded, kinds) else value
    try:
        return argument.accept(value)
    except (ValueError, OverflowError):
        got = quoted(given, 40) if isinstance(given, str) else quoted(repr(given), 40)[1:-1]
        raise invalid_args(f"{tool}: '{argument.name}' must be {argument.allowed}; got {got}.") from None


def _addressed(given: Mapping[str, Any], named: Mapping[str, Argument]) -> Mapping[str, Any]:
    """Move each address to the argument by which the tool takes it, whatever name of an address it was given by."""
    given = dict(given)
    for own, other in ((_PAGE_NAMES, _SECTION_NAMES), (_SECTION_NAMES, _PAGE_NAMES)):
        for name in [name for name in given if name in own and name not in named]:
            free = [item for item in (*own, *other) if item in named and item not in given]
            if free:
                given[free[0]] = given.pop(name)
    for name in named.keys() & {*_SECTION_NAMES}:
        pages = [page for page in _PAGE_NAMES if page in given]
        if name not in given and pages:
            given[name] = given.pop(pages[0])
    return {name: _single(value) if name in _ALONE and name in named else value for name, value in given.items()}


def _single(value: Any) -> Any:
    """Return the only item of a list: the tool takes one address, where others take several."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _check_text(value: Any, max_chars: int) -> str:
    """Return the string if it is not blank, not too long and valid Unicode; raise ValueError otherwise."""
    if not isinstance(value, str) or not value.strip() or len(value) > max_chars:
        raise ValueError
    value.encode("utf-8")  # a lone surrogate raises UnicodeEncodeError, which is a ValueError
    return value
