"""Describe the arguments of tools once, for both their JSON schema and the check of their values.

Rules: nothing is reset, clamped or ignored in silence. An unknown argument, a value of another type and a value out of
       range are refused as `invalid_args`, with what is allowed. `null` counts as left out, and so does an empty text
       for an optional argument, because some clients send these. A value whose meaning is plain is taken: one text for
       a list of one, a number, `true` or an object that was written as a text, and another tool's name of the page.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pinax_runtime.serve.errors import ToolError, invalid_args
from pinax_runtime.serve.replies import did_you_mean, quoted

ADDRESS_CHARS = 10_000
"""Longest URL or id that a tool accepts (characters)."""


@dataclass(frozen=True, slots=True)
class Argument(ABC):
    """One argument of a tool. Each subclass is a type of value."""

    name: str
    description: str = ""
    required: bool = False

    @property
    def default(self) -> Any:
        """The value that the handler receives when the argument is left out."""
        return None

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What values are allowed, as the end of a sentence: "'limit' must be …"."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""

    @abstractmethod
    def accept(self, value: Any) -> Any:
        """Return the value that the handler receives.

        Raises:
            ValueError: The value is not allowed.
        """

    def _described(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {**schema, "description": self.description} if self.description else schema


@dataclass(frozen=True, slots=True)
class Text(Argument):
    """A string that is not blank."""

    max_chars: int = ADDRESS_CHARS

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        return f"text of 1 to {self.max_chars:,} characters of Unicode"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return self._described({"type": "string"})

    def accept(self, value: Any) -> str:
        """Check the value."""
        return _check_text(value, self.max_chars)


@dataclass(frozen=True, slots=True)
class Integer(Argument):
    """A whole number within bounds."""

    minimum: int = 1
    maximum: int = 1
    preset: int | None = None

    @property
    def default(self) -> int | None:
        """The preset, if there is one."""
        return self.preset

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        return f"a whole number from {self.minimum:,} to {self.maximum:,}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        schema: dict[str, Any] = {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}
        return self._described(schema if self.preset is None else {**schema, "default": self.preset})

    def accept(self, value: Any) -> int:
        """Check the value. 5.0 is a whole number in JSON; true is not, though Python counts bool as int."""
        value = _decoded(value, (int, float))
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not whole or not self.minimum <= value <= self.maximum:
            raise ValueError
        return int(value)


@dataclass(frozen=True, slots=True)
class TextList(Argument):
    """A list of strings."""

    max_items: int = 50
    max_chars: int = 200

    @property
    def default(self) -> list[str]:
        """An empty list: no restriction."""
        return []

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        return f'a list of 1 to {self.max_items} texts, such as ["…"]'

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return self._described({"type": "array", "items": {"type": "string"}})

    def accept(self, value: Any) -> list[str]:
        """Check the value; one text is a list of one. An empty list is allowed for an optional argument only."""
        value = _decoded(value, list)
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or len(value) > self.max_items or (self.required and not value):
            raise ValueError
        return [_check_text(item, self.max_chars) for item in value]


@dataclass(frozen=True, slots=True)
class Choice(Argument):
    """One of a few words. The first is the default."""

    choices: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The first of the words."""
        return self.choices[0]

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        return f"one of {', '.join(self.choices)}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return self._described({"enum": list(self.choices)})

    def accept(self, value: Any) -> str:
        """Check the value, whatever its case."""
        word = value.strip().casefold() if isinstance(value, str) else value
        if word not in self.choices:
            raise ValueError
        return str(word)


@dataclass(frozen=True, slots=True)
class Boolean(Argument):
    """True or false."""

    @property
    def default(self) -> bool:
        """False."""
        return False

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        return "true or false"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return self._described({"type": "boolean"})

    def accept(self, value: Any) -> bool:
        """Check the value."""
        value = _decoded(value, bool)
        if not isinstance(value, bool):
            raise ValueError
        return value


@dataclass(frozen=True, slots=True)
class FiltersArgument(Argument):
    """Facets that a page must have, written `{facet: value}` or `{facet: [values]}`."""

    max_facets: int = 20
    max_values: int = 50

    @property
    def default(self) -> dict[str, list[str]]:
        """No filters."""
        return {}

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        bounds = f"at most {self.max_facets} facets with {self.max_values} values each"
        return f'an object such as {{"type": "guide"}} or {{"type": ["guide", "reference"]}}, {bounds}'

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return self._described({"type": "object"})

    def accept(self, value: Any) -> dict[str, list[str]]:
        """Check the value, and turn each facet's value into a list."""
        value = _decoded(value, dict)
        if not isinstance(value, dict) or len(value) > self.max_facets:
            raise ValueError
        accepted = {}
        for facet, values in value.items():
            listed = values if isinstance(values, list) else [values]
            if not 1 <= len(listed) <= self.max_values:
                raise ValueError
            accepted[_check_text(facet, 200)] = [_check_text(_spelled(item), 1_000) for item in listed]
        return accepted


_PAGE_NAMES = ("url", "doc_id", "page", "id", "path")
"""Names that tools use for the argument that names a page, and names that models try instead; each is taken."""


def check_arguments(tool: str, arguments: Sequence[Argument], given: Any) -> dict[str, Any]:
    """Return the values of all arguments of a call: checked, or their defaults.

    Raises:
        ToolError: invalid_args; the message names the argument and what is allowed.
    """
    if given is not None and not isinstance(given, Mapping):
        raise invalid_args(f"The arguments of {tool} must be a JSON object, such as {{}}.")
    named = {argument.name: argument for argument in arguments}
    given = _page_named(given or {}, named)
    for name in given:
        if name not in named:
            raise _unknown(tool, str(name), list(named))
    present = {name: value for name, value in given.items() if not _left_out(named[name], value)}
    values = {}
    for argument in arguments:
        if argument.name in present:
            values[argument.name] = _accepted(tool, argument, present[argument.name])
        elif argument.required:
            raise invalid_args(f"{tool} needs '{argument.name}': {argument.allowed}.")
        else:
            values[argument.name] = argument.default
    return values


def input_schema(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the JSON schema of a tool's arguments."""
    schema: dict[str, Any] = {"type": "object", "properties": {item.name: item.schema() for item in arguments}}
    required = [argument.name for argument in arguments if argument.required]
    return {**schema, **({"required": required} if required else {}), "additionalProperties": False}


def _accepted(tool: str, argument: Argument, value: Any) -> Any:
    try:
        return argument.accept(value)
    except (ValueError, OverflowError):
        got = quoted(value, 40) if isinstance(value, str) else quoted(repr(value), 40)[1:-1]
        raise invalid_args(f"{tool}: '{argument.name}' must be {argument.allowed}; got {got}.") from None


def _page_named(given: Mapping[str, Any], named: Mapping[str, Argument]) -> Mapping[str, Any]:
    """Rename the argument that names a page, if it was given under the name that other tools have for it."""
    own = next((name for name in _PAGE_NAMES if name in named), "")
    others = [name for name in given if name in _PAGE_NAMES and name not in named]
    if not own or own in given or len(others) != 1:
        return given
    return {own if name == others[0] else name: value for name, value in given.items()}


def _left_out(argument: Argument, value: Any) -> bool:
    return value is None or (value == "" and not argument.required)


def _unknown(tool: str, name: str, names: list[str]) -> ToolError:
    takes = f"It takes: {', '.join(names)}." if names else "It takes none."
    return invalid_args(f"{tool} has no argument {quoted(name, 40)}.{did_you_mean(name, names)} {takes}")


def _check_text(value: Any, max_chars: int) -> str:
    """Return the string if it is not blank, not too long and valid Unicode; raise ValueError otherwise."""
    if not isinstance(value, str) or not value.strip() or len(value) > max_chars:
        raise ValueError
    value.encode("utf-8")  # a lone surrogate raises UnicodeEncodeError, which is a ValueError
    return value


def _decoded(value: Any, wanted: type | tuple[type, ...]) -> Any:
    """Return the value of the wanted type that a text holds as JSON; any other value as it is."""
    if not isinstance(value, str) or len(value) > ADDRESS_CHARS:
        return value
    try:
        decoded = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return decoded if isinstance(decoded, wanted) else value


def _spelled(value: Any) -> Any:
    """Return a JSON boolean or number as the text that facets of pages use for it."""
    return str(value).lower() if isinstance(value, bool | int) else value
