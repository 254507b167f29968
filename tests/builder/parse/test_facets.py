"""The facets that every page has."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from builder.parse.reading import page_of


def facets(text: str = "Some words.", path: str = "page.md") -> Mapping[str, tuple[str, ...]]:
    return page_of(text, path).facets


def test_code_and_its_languages_are_told_by_the_fences() -> None:
    """Opening fences name languages, also in lists and quotes and of tildes; closing ones do not."""
    text = "```Python\nx\n```\n\n- ```js\n  y\n  ```\n\n> ~~~\n> z\n> ~~~\n\n````md\n```inner\n```\n````"
    found = facets(text)
    assert (found["has_code"], found["code_languages"]) == (("true",), ("js", "md", "python"))


def test_inline_code_is_no_code() -> None:
    """Three backticks within a line open no fence."""
    found = facets("Use ```x``` here\n```y``` too")
    assert (found["has_code"], "code_languages" in found) == (("false",), False)


def test_kinds_of_symbols_are_told() -> None:
    """What a page's sections define is listed by kind; a page that defines nothing has no such facet."""
    defined = "".join(
        f'<dl class="py {kind}"><dt class="sig" id="{name}">{name}</dt><dd>Text.</dd></dl>'
        for name, kind in (("a", "function"), ("b", "class"), ("c", "function"))
    )
    assert facets(defined, "page.html")["symbol_kind"] == ("class", "function")
    assert "symbol_kind" not in facets()


def test_a_page_of_documentation_says_so() -> None:
    """HTML and Markdown are documentation, so that it can be told from source code beside it."""
    assert facets()["content_type"] == ("documentation",)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("docs/guides/x.md", "guide"),
        ("tutorial/reference/x.md", "reference"),
        ("docs/ADR/0001.md", "adr"),
        ("faq.md", "faq"),
        ("api/v2/index.md", "api-reference"),
        ("docs/guidelines/x.md", None),
    ],
)
def test_type_comes_from_the_nearest_telling_folder(path: str, kind: str | None) -> None:
    """The page's own name, then its folders from the nearest on, decide; part of a name decides nothing."""
    assert facets(path=path).get("type") == ((kind,) if kind else None)


def test_the_language_is_a_facet_where_it_is_known() -> None:
    """An unknown language is left out."""
    assert facets("---\nlang: de\n---\nText.")["language"] == ("de",)
    assert "language" not in facets()
