"""Which language a page is in, where what it says and its text differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinax_builder import BuildConfig, DocsetConfig, DocsetReport, build
from pinax_runtime.search import Bundle, open_bundle

ENGLISH = "The lamp is lit with a match, and the flame can be seen from the road when it is dark. " * 4
GERMAN = "Die Lampe wird mit einem Streichholz entzündet, und die Flamme ist von der Straße zu sehen. " * 4
CROATIAN = "Datoteka je na disku i može se obrisati ako nije u mapi koja je za druge korisnike kao što su drugi. " * 4
PERSIAN = "این کتاب برای کاربران نوشته شده است و در آن پیکربندی شبکه را می‌خوانیم. " * 4
UKRAINIAN = "Кожен користувач має свій пароль, який він може змінити, якщо її забуто, у будь-який час. " * 4
JAPANESE = "ランプはマッチで点火され、暗くなると道から炎が見えます。" * 4
PACKAGES = "com.sun.net.httpserver.Authenticator com.sun.net.httpserver.Filter com.sun.net.httpserver.Request do o " * 9
TEXTS = [
    ("ar", ENGLISH, "en"),
    ("en", JAPANESE, "ja"),
    ("de", GERMAN, "de"),
    ("", GERMAN, "de"),
    ("", CROATIAN, "hr"),
    ("", PERSIAN, "fa"),
    ("", UKRAINIAN, "uk"),
    ("uk", UKRAINIAN, "uk"),
]
"""What a page says, its text, and the language that it is in."""
UNCLEAR = ["Kurz.", f"{ENGLISH[:90]} {GERMAN[:90]}", f"```\n{ENGLISH}\n```", PACKAGES]


def built(pages: dict[str, str], folder: Path, **options: bool) -> tuple[DocsetReport, Bundle]:
    """Build pages of a folder, which say their language in front matter."""
    (folder / "site").mkdir()
    for name, text in pages.items():
        (folder / "site" / name).write_text(text, "utf-8")
    config = BuildConfig((DocsetConfig("docs", folder / "site", **options),))
    report = build(config, folder / "bundle", workers=1).docsets[0]
    return report, open_bundle(folder / "bundle")


def page(said: str, text: str, title: str = "Title") -> str:
    """Write a page that says a language."""
    return f"---\ntitle: {title}\n{f'lang: {said}' if said else 'x: y'}\n---\n{text}\n"


def languages(bundle: Bundle) -> dict[str, list[str]]:
    """Return the facet of each page."""
    return {found.url: found.facets["language"] for _, _, found in bundle.docsets["docs"].documents()}


def test_the_text_has_the_last_word(tmp_path: Path) -> None:
    """A page is in the language of its text, whatever it says; its facet says so, and so does the bundle."""
    pages = {f"{at}.md": page(said, f"{text}\n\n{at}", f"T{at}") for at, (said, text, _) in enumerate(TEXTS)}
    _, bundle = built(pages, tmp_path)
    assert languages(bundle) == {f"{at}.md": [settled] for at, (_, _, settled) in enumerate(TEXTS)}
    assert bundle.entry.docsets[0].languages.keys() == {settled for _, _, settled in TEXTS}


def test_a_page_is_believed_where_its_text_is_not_clear(tmp_path: Path) -> None:
    """Little text, text in two languages, code, and a few words over and over say nothing of a page's language."""
    pages = {f"{at}.md": page("fr", text) for at, text in enumerate(UNCLEAR)}
    assert languages(built(pages, tmp_path)[1]) == {name: ["fr"] for name in pages}


def test_source_code_has_no_language_to_speak(tmp_path: Path) -> None:
    """The facet of a page of code names its programming language and stays."""
    _, bundle = built({"a.py": f'"""{ENGLISH}"""\n\n\ndef run():\n    pass\n'}, tmp_path, code=True)
    assert languages(bundle) == {"a.py": ["python"]}


@pytest.mark.parametrize(("said", "stays"), [("ar", "translated-page.md"), ("", "a.md"), ("en", "a.md")])
def test_only_a_page_that_says_another_language_is_untranslated(tmp_path: Path, said: str, stays: str) -> None:
    """It goes, where another page has its text; one that says nothing is in the language of its text, and no copy."""
    report, bundle = built({"a.md": page(said, ENGLISH), "translated-page.md": page("en", ENGLISH)}, tmp_path)
    assert list(languages(bundle)) == [stays]
    assert [rejection.twin for rejection in report.rejections] == [stays]


@pytest.mark.parametrize("text", [ENGLISH, "`a` " * 120, "`a` " * 1_200])
def test_all_sections_are_indexed_whatever_was_looked_at(tmp_path: Path, text: str) -> None:
    """The language is told by the first sections; words of these and of the others are all found where they stand."""
    sections = "".join(f"## Part {number}\n\nOnly word{number:02} here. {text}\n\n" for number in range(40))
    _, bundle = built({"a.md": page("en", sections)}, tmp_path)
    found = [bundle.search(f"word{number:02}").hits[0].anchor for number in range(40)]
    assert found == [f"part-{number}" for number in range(40)]


def test_a_word_is_indexed_as_it_is_shown(tmp_path: Path) -> None:
    """What nobody sees divides no word, though the language is told by the text as it came."""
    _, bundle = built({"a.md": page("en", "Trim the lamp\u2066light.\n\n## Next\n\nMore.")}, tmp_path)
    assert [hit.url for hit in bundle.search("lamplight").hits] == ["a.md"]
