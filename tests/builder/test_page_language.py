"""Which language a page is in, where what it says and its text differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.made_pages import page
from pinax_builder.page_language import settle_language
from pinax_builder.records import Section
from pinax_builder.segment import plain_sections

ENGLISH = "The lamp is lit with a match, and the flame can be seen from the road when it is dark. " * 4
GERMAN = "Die Lampe wird mit einem Streichholz entzündet, und die Flamme ist von der Straße zu sehen. " * 4
CROATIAN = "Datoteka je na disku i može se obrisati ako nije u mapi koja je za druge korisnike kao što su drugi. " * 4
PERSIAN = "این کتاب برای کاربران نوشته شده است و در آن پیکربندی شبکه را می‌خوانیم. " * 4
UKRAINIAN = "Кожен користувач має свій пароль, який він може змінити, якщо її забуто, у будь-який час. " * 4
JAPANESE = "ランプはマッチで点火され、暗くなると道から炎が見えます。" * 4


@pytest.mark.parametrize(
    ("said", "text", "settled"),
    [
        ("ar", ENGLISH, "en"),
        ("en", JAPANESE, "ja"),
        ("de", GERMAN, "de"),
        ("", GERMAN, "de"),
        ("", CROATIAN, "hr"),
        ("", PERSIAN, "fa"),
        ("", UKRAINIAN, "uk"),
        ("uk", UKRAINIAN, "uk"),
    ],
)
def test_the_text_has_the_last_word(said: str, text: str, settled: str) -> None:
    """A page is in the language of its text, whatever it says; its facet says so."""
    found = settle_language(page("a.html", text, said))
    assert found.language == settled
    assert found.facets["language"] == (settled,)


PACKAGES = "com.sun.net.httpserver.Authenticator com.sun.net.httpserver.Filter com.sun.net.httpserver.Request do o " * 9


@pytest.mark.parametrize("text", ["", "Kurz.", f"{ENGLISH[:90]} {GERMAN[:90]}", f"```\n{ENGLISH}\n```", PACKAGES])
def test_a_page_is_believed_where_its_text_is_not_clear(text: str) -> None:
    """Little text, text in two languages, code, and a few words over and over say nothing of a page's language."""
    assert settle_language(page("a.html", text, "fr")).language == "fr"


def test_source_code_has_no_language_to_speak() -> None:
    """The facet of a page of code names its programming language and stays."""
    code = replace(page("a.py", ENGLISH, ""), facets={"content_type": ("code",), "language": ("python",)})
    assert settle_language(code) == code


def test_only_a_page_that_says_another_language_is_untranslated() -> None:
    """A page that says nothing is in the language of its text, and no copy of another one."""
    assert settle_language(page("a.html", ENGLISH, "ar")).is_untranslated
    assert not settle_language(page("a.html", ENGLISH, "")).is_untranslated
    assert not settle_language(page("a.html", ENGLISH, "en")).is_untranslated


def sections(n_sections: int, text: str) -> tuple[Section, ...]:
    """Return sections under numbered headings, all with the same text."""
    heads = (f"Part {number} of `it`" for number in range(n_sections))
    return tuple(Section(1, f"s{at}", head, "heading", f"## {head}\n\n{text}") for at, head in enumerate(heads))


@pytest.mark.parametrize(("text", "n_kept"), [(ENGLISH, 10), ("`a` " * 120, 4), ("`a` " * 1_200, 0)])
def test_the_plain_text_that_was_looked_at_is_kept(text: str, n_kept: int) -> None:
    """It is that of the sections with the first 800 words, and of no more than a thousand stretches."""
    made = replace(page("a.html", "", ""), sections=sections(40, text))
    settled = settle_language(made)
    assert len(settled.plain) == n_kept
    assert list(plain_sections(settled)) == list(plain_sections(made))
