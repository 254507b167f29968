"""Check single configuration values.

In:    A value as TOML has it.
Out:   The value as the build uses it.
Rules: each check returns the value or raises NotAllowed, which says what is allowed. It knows nothing of keys or files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from unicodedata import combining, normalize
from urllib.parse import urlsplit

from pinax_builder.crawl.packages import PackageSpec, parse_spec
from pinax_runtime.format import (
    DOCSET_NAME,
    MAX_GOLDEN,
    MAX_PAIRS,
    MAX_WORDS,
    Golden,
    cause_of,
    is_docset_name,
    is_visible_line,
    without_lines,
)

Check = Callable[[object], object]
"""Returns a value in the form that the build uses; raises NotAllowed."""

_LANGUAGE = re.compile(r"([A-Za-z]{2,3})([-_][A-Za-z0-9]{1,8})*")


class NotAllowed(Exception):
    """A value is not allowed; `allowed` says what is."""

    def __init__(self, allowed: str) -> None:
        super().__init__(allowed)
        self.allowed = allowed


def text(value: object) -> str:
    """Check a string that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise NotAllowed("a string")
    return value


def line(max_chars: int) -> Check:
    """Make a check for a text of bounded length; line ends in it become spaces."""

    def check(value: object) -> str:
        if not isinstance(value, str) or not value.strip() or len(" ".join(value.split())) > max_chars:
            raise NotAllowed(f"a string of 1 to {max_chars} characters")
        return " ".join(value.split())

    return check


def table(value: object) -> Mapping[str, object]:
    """Check a table."""
    if not isinstance(value, dict):
        raise NotAllowed("a table")
    return value


def tables(value: object) -> list[Mapping[str, object]]:
    """Check an array of tables."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise NotAllowed("tables, each opened by two brackets on either side")
    return value


def integer(most: int) -> Check:
    """Make a check for a whole number from 1 on."""

    def check(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise NotAllowed(f"a whole number from 1 to {most}")
        return value

    return check


def number(least: float, most: float = math.inf) -> Check:
    """Make a check for a finite number in a range."""
    allowed = f"a number from {least:g} to {most:g}" if most < math.inf else f"a number from {least:g} up"

    def check(value: object) -> float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise NotAllowed(allowed)
        if not math.isfinite(value) or not least <= value <= most:
            raise NotAllowed(allowed)
        return float(value)

    return check


def docset_name(value: object) -> str:
    """Check a docset's name."""
    if not isinstance(value, str) or not is_docset_name(value):
        raise NotAllowed(DOCSET_NAME)
    return value


def name_for(title: str) -> str:
    """Make a docset's name of a folder's name or a title.

    >>> name_for("Qt 5 (docs)"), name_for("Über uns & Co: Docs")
    ('Qt-5-docs', 'Uber-uns-Co-Docs')
    """
    plain = "".join(sign for sign in normalize("NFKD", title) if not combining(sign))
    name = re.sub(r"[^A-Za-z0-9._]+", "-", plain).strip("-")[:64].rstrip(".")
    return name if is_docset_name(name) else f"docs-{name}"[:64].rstrip(".-")


def base_url(value: object) -> str:
    """Check an absolute http(s) URL; the result ends in a slash."""
    return _web_address(value, "?#").rstrip("/") + "/"


def source_url_template(value: object) -> str:
    """Check a URL template: `{path}` is required, `{line}` and `{last_line}` are optional."""
    allowed = "a URL such as https://host.example/project/blob/v1/{path}#L{line}-L{last_line}, without other braces"
    if not isinstance(value, str) or "{path}" not in value or len(value) > 1_000:
        raise NotAllowed(allowed)
    bare = re.sub(r"\{(?:path|line|last_line)\}", "x", value)
    if not re.fullmatch(r"https?://[^\s{}<>\"]+", bare):
        raise NotAllowed(allowed)
    if "{path}" not in without_lines(value):  # a page as a whole has no line to put there
        raise NotAllowed(f"{allowed}; lines can stand behind #, or in a parameter of the query, and the path elsewhere")
    return value


def language(value: object) -> str:
    """Check a BCP 47 tag; the result is its primary subtag in lower case."""
    match = _LANGUAGE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise NotAllowed("a BCP 47 language tag, such as en or pt-BR")
    return match[1].lower()


def globs(value: object) -> tuple[str, ...]:
    """Check a list of globs; one string counts as a list of one."""
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)) or not all(isinstance(item, str) and item for item in items):
        raise NotAllowed('a list of globs, such as ["**/*.html"]')
    return tuple(items)


def patterns(value: object) -> tuple[str, ...]:
    """Check a list of globs and `/regex/` patterns; one string counts as a list of one."""
    items = globs(value)
    for item in items:
        # A glob may begin with a slash, too: `/**/` is one, while `/*` can begin no regular expression.
        if len(item) > 2 and item.startswith("/") and item.endswith("/") and not item.startswith("/*"):
            try:
                re.compile(item[1:-1])
            except (re.error, RecursionError, OverflowError) as error:
                raise NotAllowed(f"a regular expression between slashes ({cause_of(error)})") from None
    return items


def package(value: object) -> PackageSpec:
    """Check what names a repository or package."""
    try:
        return parse_spec(text(value))
    except ValueError as error:
        raise NotAllowed(str(error)) from None


def site_url(value: object) -> str:
    """Check a site's http(s) URL; it may have a query string, but no fragment."""
    return _web_address(value, "#")


def _web_address(value: object, without: str) -> str:
    """Check an absolute http(s) URL that can be published, so one without user and password.

    Args:
        value: The URL.
        without: Signs that must not be in it, `?` or `#`.
    """
    example = "such as https://docs.example.org/en/"
    if not isinstance(value, str):
        raise NotAllowed(f"an absolute http or https URL, {example}")
    for sign, part in (("?", "a query string"), ("#", "a fragment")):
        if sign in without and sign in value:
            raise NotAllowed(f"a URL without {part} (`{sign}`), {example}")
    if re.search(r"[\s\\]", value) or not is_visible_line(value):
        raise NotAllowed(f"a URL without spaces, backslashes or control characters, {example}")
    try:
        parts = urlsplit(value)
        if "@" in parts.netloc:
            raise NotAllowed(
                f"a URL without user and password, which would be in the bundle for all to read, {example}"
            )
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise NotAllowed(f"an absolute http or https URL, {example}")
    except ValueError:  # a port that is no number or too large, or brackets that hold no address
        raise NotAllowed(f"a URL whose host and port can be, {example}") from None
    return value


def flag(value: object) -> bool:
    """Check a boolean."""
    if not isinstance(value, bool):
        raise NotAllowed("true or false")
    return value


def some_of(known: Sequence[str]) -> Check:
    """Make a check for a list of some of the known words; the result has their order."""

    def check(value: object) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or not value or not all(item in known for item in value):
            raise NotAllowed(f"a list of some of {', '.join(known)}")
        return tuple(word for word in known if word in value)

    return check


def headers(value: object) -> tuple[str, ...]:
    """Check a list of headers whose values name environment variables, so that no secret is in the file."""
    allowed = 'headers whose secrets are variables, such as ["Authorization: Bearer $TOKEN"]'
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, (list, tuple)):
        raise NotAllowed(allowed)
    for item in items:
        if not isinstance(item, str) or not re.fullmatch(r"[A-Za-z0-9-]+:[^\r\n]*\$[^\r\n]*", item):
            raise NotAllowed(allowed)
    return tuple(items)


def glossary(value: object) -> tuple[tuple[str, str], ...]:
    """Check a table of expressions, each with its synonyms; the result is the pairs."""
    allowed = f'a table of strings, or lists of them, of up to {MAX_WORDS} words, such as {{ k8s = "kubernetes" }}'
    if not isinstance(value, dict):
        raise NotAllowed(allowed)
    given = {key: meant if isinstance(meant, list) else [meant] for key, meant in value.items()}
    pairs = [(key, meant) for key, several in given.items() for meant in several]
    if not all(given.values()) or not all(
        isinstance(text, str) and 0 < len(text.split()) <= MAX_WORDS for pair in pairs for text in pair
    ):
        raise NotAllowed(allowed)
    if len(pairs) > MAX_PAIRS:
        raise NotAllowed(f"at most {MAX_PAIRS:,} pairs")
    return tuple(pairs)


def golden(value: object) -> tuple[Golden, ...]:
    """Check tables of golden queries."""
    items = tables(value)
    if len(items) > MAX_GOLDEN:
        raise NotAllowed(f"at most {MAX_GOLDEN:,} queries")
    for item in items:
        if unknown := sorted(item.keys() - {"query", "expect", "docs", "within"}):
            raise NotAllowed(f"tables with `query`, `expect`, `docs` and `within`, without `{unknown[0]}`")
    try:
        return tuple(map(Golden.from_json, items))
    except ValueError as error:
        raise NotAllowed(f"tables with `query` and `expect` ({error})") from error


def facets(value: object) -> dict[str, tuple[str, ...]]:
    """Check a table of facet values: strings, numbers, booleans or lists of these."""
    allowed = 'a table of strings or lists of strings, such as { version = "3.11" }'
    if not isinstance(value, dict):
        raise NotAllowed(allowed)
    return {key: _facet_values(given, allowed) for key, given in sorted(value.items())}


def _facet_values(given: object, allowed: str) -> tuple[str, ...]:
    items = given if isinstance(given, (list, tuple)) else [given]
    if not items or not all(isinstance(item, (str, int, float)) and str(item).strip() for item in items):
        raise NotAllowed(allowed)
    values = (str(item).lower() if isinstance(item, bool) else str(item).strip() for item in items)
    return tuple(sorted(set(values)))
