"""The facets that every page has."""

from __future__ import annotations

import pytest

from pinax_builder.parse.facets import automatic_facets
from pinax_builder.records import Section, Symbol


def facets(text: str = "", path: str = "page.html", language: str = "") -> dict[str, tuple[str, ...]]:
    return automatic_facets(path, language, [Section(0, "", "T", "page", text)])


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
    symbols = (Symbol("a", "function", "python"), Symbol("b", "class", "python"), Symbol("c", "function", "python"))
    found = automatic_facets("page.html", "", [Section(0, "", "T", "page", "", symbols)])
    assert found["symbol_kind"] == ("class", "function")
    assert "symbol_kind" not in facets()


def test_a_page_of_documentation_says_so() -> None:
    """HTML and Markdown are documentation, so that it can be told from source code beside it."""
    assert facets()["content_type"] == ("documentation",)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("docs/guides/x.html", "guide"),
        ("tutorial/reference/x.html", "reference"),
        ("docs/ADR/0001.md", "adr"),
        ("faq.html", "faq"),
        ("api/v2/index.html", "api-reference"),
        ("docs/guidelines/x.html", None),
    ],
)
def test_type_comes_from_the_nearest_telling_folder(path: str, kind: str | None) -> None:
    """The page's own name, then its folders from the nearest on, decide; part of a name decides nothing."""
    assert facets(path=path).get("type") == ((kind,) if kind else None)


def test_the_language_is_a_facet_where_it_is_known() -> None:
    """An unknown language is left out."""
    assert facets(language="de")["language"] == ("de",)
    assert "language" not in facets()
