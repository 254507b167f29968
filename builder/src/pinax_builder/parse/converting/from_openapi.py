"""Parse OpenAPI descriptions (2.0 and 3.x, YAML or JSON): each operation and each schema becomes a section.

In:    An admitted page with its text.
Out:   A Page with symbols: operations by their ids, schemas by their names; or a Rejection if it describes no API.
Rules: only references within the document are followed. Schemas are shown to a bounded depth. What is written of all
       references together is bounded.
Spec:  https://spec.openapis.org/oas/v3.1.1.html
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_builder.parse.converting.handing_on import markdown_page, unreadable
from pinax_builder.parse.slugs import slugify
from pinax_builder.records import Admitted, Page, Rejection, Section, Symbol
from pinax_builder.yaml_values import load_yaml
from pinax_runtime.format import cause_of

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""Keys of a path that are operations."""
_MAX_PROPERTIES = 200
"""Largest number of properties that are shown of a schema."""
_MAX_DEPTH = 4
"""Number of levels of objects within objects that are shown."""
_MAX_JUMPS = 20
"""Largest number of references that are followed in a row, since they may go round in a circle."""


def parse_openapi(admitted: Admitted) -> Page | Rejection:
    """Parse one API description."""
    text = admitted.text or ""
    try:
        document = json.loads(text) if text.lstrip().startswith("{") else load_yaml(text)
    except (ValueError, RecursionError) as error:
        return unreadable(admitted, f"The file cannot be read as JSON or YAML ({cause_of(error)})")
    if not isinstance(document, dict) or not ("openapi" in document or "swagger" in document):
        return unreadable(admitted, "The file says neither `openapi` nor `swagger`, so it describes no API")
    api = _Api(document)
    try:
        markdown = "\n\n".join(part for part in api.parts() if part)
    except (ValueError, TypeError, RecursionError) as error:
        return unreadable(admitted, f"The API cannot be described ({cause_of(error)})")
    page = markdown_page(admitted, markdown)
    return page if isinstance(page, Rejection) else _with_symbols(page, api.symbols)


class _Api:
    """An API description, and the symbols of the sections written from it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._left_chars = MAX_PAGE_BYTES
        self.symbols: dict[str, Symbol] = {}
        """Symbol of each section that defines one, by anchor."""

    def parts(self) -> Iterator[str]:
        """Yield blocks of Markdown."""
        info = _table(self._document.get("info"))
        version = f" {info['version']}" if info.get("version") else ""
        yield f"# {info.get('title') or 'API'}{version}"
        yield self._prose(info.get("description") or info.get("summary"))
        servers = [_table(server).get("url") for server in _list(self._document.get("servers"))]
        yield "\n".join(f"- Server: `{url}`" for url in servers if url)
        tags = {_table(tag).get("name"): _table(tag) for tag in _list(self._document.get("tags"))}
        for tag, operations in self._by_tag().items():
            yield f"## {tag}"
            yield self._prose(_table(tags.get(tag)).get("description"))
            for method, path, item, operation in operations:
                yield from self._operation(method, path, item, operation)
        yield from self._webhooks()
        yield from self._schemas()

    def _webhooks(self) -> Iterator[str]:
        """Yield the requests that the API itself sends: `webhooks` of 3.1, and what many write for it in 3.0."""
        webhooks = _table(self._document.get("webhooks") or self._document.get("x-webhooks"))
        if webhooks:
            yield "## Webhooks"
        for name, given in webhooks.items():
            item = self._resolved(given)
            for method in _METHODS:
                if operation := _table(item.get(method)):
                    yield from self._operation(method.upper(), str(name), item, operation)

    def _by_tag(self) -> dict[str, list[tuple[str, str, dict[str, Any], dict[str, Any]]]]:
        grouped: dict[str, list[tuple[str, str, dict[str, Any], dict[str, Any]]]] = {}
        for path, given in _table(self._document.get("paths")).items():
            item = self._resolved(given)
            for method in _METHODS:
                if operation := _table(item.get(method)):
                    tag = str(next(iter(_list(operation.get("tags"))), "Operations"))
                    grouped.setdefault(tag, []).append((method.upper(), str(path), item, operation))
        return grouped

    def _operation(self, method: str, path: str, item: dict[str, Any], operation: dict[str, Any]) -> Iterator[str]:
        name = str(operation.get("operationId") or "")
        anchor = slugify(name or f"{method} {path}")
        self.symbols[anchor] = Symbol(name or f"{method} {path}", "operation", "http", f"{method} {path}")
        yield f"### {method} `{path}` {{#{anchor}}}"
        yield f"**{self._one_line(operation['summary'])}**" if operation.get("summary") else ""
        yield "Deprecated." if operation.get("deprecated") else ""
        yield self._prose(operation.get("description"))
        more = _table(operation.get("externalDocs"))
        yield f"[{self._one_line(more.get('description')) or 'More'}]({more['url']})" if more.get("url") else ""
        parameters = [
            self._resolved(one) for one in (*_list(item.get("parameters")), *_list(operation.get("parameters")))
        ]
        yield _listed("Parameters:", [self._parameter(one) for one in parameters if one.get("name")])
        yield from self._content("Request body", self._resolved(operation.get("requestBody")))
        for status, given in _table(operation.get("responses")).items():
            yield from self._content(f"Response {status}", self._resolved(given))

    def _parameter(self, one: dict[str, Any]) -> str:
        kind = self._kind(one.get("schema") or one)
        need = ", required" if one.get("required") else ""
        said = self._one_line(one.get("description"))
        return self._shown(f"`{one['name']}` ({one.get('in', '')}, {kind}{need}): {said}".rstrip(": "))

    def _content(self, label: str, body: dict[str, Any]) -> Iterator[str]:
        """Yield what a request or a response holds."""
        if not body:
            return
        said = f"{label}: {self._one_line(body.get('description'))}".rstrip(": ")
        media = _table(body.get("content")) or ({"": {"schema": body["schema"]}} if body.get("schema") else {})
        for content_type, given in list(media.items())[:1]:
            schema = _table(given).get("schema")
            shown = f" (`{content_type}`)" if content_type else ""
            yield _listed(
                f"{said}{shown}: {self._kind(schema)}", [] if "$ref" in _table(schema) else self._properties(schema)
            )
        if not media:
            yield f"{said}."

    def _schemas(self) -> Iterator[str]:
        schemas = _table(_table(self._document.get("components")).get("schemas") or self._document.get("definitions"))
        if schemas:
            yield "## Schemas"
        for name, schema in schemas.items():
            anchor = f"schema-{slugify(str(name))}"
            self.symbols[anchor] = Symbol(str(name), "type", "http")
            yield f"### `{name}` {{#{anchor}}}"
            yield self._prose(_table(schema).get("description"))
            yield _listed(f"Type: {self._kind(schema)}", self._properties(schema))

    def _properties(self, schema: Any, depth: int = 0) -> list[str]:
        """Describe a schema's properties as items of a list, those of what it is composed of among them."""
        found: dict[str, Any] = {}
        required: set[str] = set()
        for part in (schema, *_list(_table(schema).get("allOf"))):
            resolved = self._resolved(part) if part is not schema else _table(part)
            found.update(_table(resolved.get("properties")))
            required.update(str(name) for name in _list(resolved.get("required")))
        return [
            self._shown(
                f"`{name}` ({self._kind(given)}{', required' if name in required else ''}): "
                f"{self._one_line(_table(given).get('description'))}".rstrip(": ")
            )
            + self._inner(given, depth + 1)
            for name, given in list(found.items())[:_MAX_PROPERTIES]
        ]

    def _inner(self, given: Any, depth: int) -> str:
        """Describe the properties of an object that has no name of its own, or of each in an array, as a list."""
        schema = _table(given)
        schema = schema if "properties" in schema else _table(schema.get("items"))
        items = self._properties(schema, depth) if "properties" in schema and depth <= _MAX_DEPTH else []
        return "".join(f"\n  {line}" for item in items for line in f"- {item}".split("\n"))

    def _kind(self, given: Any, depth: int = 0) -> str:
        """Name a schema's type in a few words."""
        schema = _table(given)
        if "$ref" in schema:
            return self._shown(str(schema["$ref"]).rpartition("/")[2])
        for key, word in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
            if options := _list(schema.get(key)):
                return word.join(dict.fromkeys(self._kind(one, depth + 1) for one in options[:8])) if depth < 4 else "…"
        kind = schema.get("type")
        named = self._shown(" or ".join(map(str, kind)) if isinstance(kind, list) else str(kind or "any"))
        if named == "array" and depth < 4:
            return f"array of {self._kind(schema.get('items'), depth + 1)}"
        allowed = [schema["const"]] if "const" in schema else _list(schema.get("enum"))[:20]
        values = [self._value(value) for value in allowed]
        named = f"{named}: {', '.join(values)}" if values else named
        default = schema.get("default")
        return named if default is None else f"{named}, default {self._value(default)}"

    def _resolved(self, given: Any) -> dict[str, Any]:
        """Follow a reference within the document; an empty table where it leads nowhere."""
        for _ in range(_MAX_JUMPS):
            table = _table(given)
            reference = table.get("$ref")
            if not isinstance(reference, str):
                return table
            given = self._at(reference)
        return {}

    def _shown(self, text: str) -> str:
        """Return a text that is about to be written.

        Many parameters may refer to one long text, so that what is written is bounded, whatever the file's size.

        Raises:
            ValueError: All texts together are more than a page may have.
        """
        self._left_chars -= 1 + len(text)
        if self._left_chars < 0:
            raise ValueError(f"it would take more than {MAX_PAGE_BYTES:,} characters")
        return text

    def _value(self, value: Any) -> str:
        return self._shown(json.dumps(value, ensure_ascii=False, default=str))

    def _prose(self, value: Any) -> str:
        """Return Markdown of the description; its headings do not open sections, which are operations and schemas."""
        lines = self._shown(value).strip().splitlines() if isinstance(value, str) else []
        return "\n".join(f"**{line.lstrip('# ')}**" if line.startswith("#") else line for line in lines)

    def _one_line(self, value: Any) -> str:
        return " ".join(self._shown(value).split()) if isinstance(value, str) else ""

    def _at(self, reference: str) -> Any:
        found: Any = self._document if reference.startswith("#/") else None
        for key in reference.removeprefix("#/").split("/"):
            found = _table(found).get(key.replace("~1", "/").replace("~0", "~"))
        return found


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _listed(lead: str, items: list[str]) -> str:
    return (
        "\n".join([lead, "", *(f"- {item}" for item in items)]) if items else "" if lead.endswith(":") else f"{lead}."
    )


def _with_symbols(page: Page, symbols: Mapping[str, Symbol]) -> Page:
    def named(section: Section) -> Section:
        symbol = symbols.get(section.anchor)
        return replace(section, symbols=(symbol,) if symbol else ())

    sections = tuple(map(named, page.sections))
    kinds = sorted({symbol.kind for section in sections for symbol in section.symbols})
    return replace(page, sections=sections, facets={**page.facets, **({"symbol_kind": tuple(kinds)} if kinds else {})})
