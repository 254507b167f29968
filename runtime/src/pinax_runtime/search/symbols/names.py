"""Compare the name of a symbol with what was asked for. No I/O.

Languages part names with different signs, and people type another one than the source: `TaskGroup#create_task`,
`vector->push_back`, `std::vector`. So names are compared by their components, joined by dots.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from pinax_runtime.format import symbol_components
from pinax_runtime.search import knobs
from pinax_runtime.text import compose, words_of

_WORDS = re.compile(r"[\w\u0300-\u036f]+")
_QUOTES = "`'\" "


class Likeness(IntEnum):
    """How a name fits what was asked for, best first."""

    EXACT = 0
    CASELESS = 1
    """The same but for case or separators."""
    SUFFIX = 2
    """Ends with it, after a separator."""
    CASELESS_SUFFIX = 3
    PART = 4
    """Has all of its words somewhere."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that is looked for."""

    name: str
    """As typed, without quotes and empty parentheses."""
    components: tuple[str, ...]
    """What stands between its separators."""
    path: str
    """The same, joined by dots."""
    key: str
    """The path, case-folded."""
    words: tuple[str, ...]
    """Case-folded; a name that fits holds all of them."""

    def likeness(self, name: str) -> Likeness | None:
        """Say how a name fits; None where it does not."""
        if name == self.name:
            return Likeness.EXACT
        path = path_of(name)
        key = path.casefold()
        if key == self.key:
            return Likeness.CASELESS
        if key.endswith("." + self.key):
            return Likeness.SUFFIX if path.endswith("." + self.path) else Likeness.CASELESS_SUFFIX
        return Likeness.PART if self.is_in(key) else None

    def is_in(self, key: str) -> bool:
        """Say whether a case-folded name has all of the words."""
        return all(word in key for word in self.words)


def wanted(text: str) -> Wanted:
    """Take what was typed for a name.

    >>> wanted(" `TaskGroup#create_task()` ").key
    'taskgroup.create_task'
    """
    name = " ".join(text[: knobs.MAX_NAME_CHARS].split()).strip(_QUOTES)
    if not name.endswith("operator()"):
        name = name.removesuffix("()")
    components = tuple(symbol_components(name))
    path = ".".join(components)
    spelled = [word.casefold() for part in _WORDS.findall(compose(path)) for word in words_of(part)]
    return Wanted(name, components, path, path.casefold(), tuple(dict.fromkeys(spelled or [name.casefold()])))


def path_of(name: str) -> str:
    """Return a name's components joined by dots.

    >>> path_of("std::vector::push_back"), path_of("net/http.Client"), path_of("->")
    ('std.vector.push_back', 'net.http.Client', '->')
    """
    return ".".join(symbol_components(name))
