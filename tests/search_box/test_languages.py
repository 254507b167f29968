"""The texts of the search box in all its languages, and scripts of all directions."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from search_box.box import Box, expect
from search_box.sites import BROWSER

TEXTS = BROWSER / "ui/texts"
LANGUAGES = sorted(path.stem for path in TEXTS.glob("*.js"))
FOREIGN = '<pinax-search bundle="/foreign"></pinax-search>'


def holes(text: Any) -> set[str]:
    """Return the names that are filled in a text, in all its forms."""
    return set(re.findall(r"\{(\w+)\}", text if isinstance(text, str) else " ".join(text.values())))


@pytest.fixture(scope="module")
def texts() -> dict[str, Any]:
    """The texts by language, read by one Node; those in English the others are held against."""
    modules = json.dumps({"en": "texts.js", **{language: f"texts/{language}.js" for language in LANGUAGES}})
    program = f"""
        const found = Object.entries({modules}).map(async ([language, module]) => {{
            const {{ ENGLISH, default: own }} = await import("{(BROWSER / "ui").as_uri()}/" + module);
            return [language, ENGLISH ?? own];
        }});
        console.log(JSON.stringify(Object.fromEntries(await Promise.all(found))));"""
    command = ["node", "--input-type=module", "-e", program]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_there_are_44_languages() -> None:
    """Each language with texts has its word for the trigger, and the other way round."""
    labels = re.search(r"`(af Soek.*?)`", (BROWSER / "ui/pinax-ui.js").read_text("utf-8"), re.DOTALL)
    assert labels
    named = sorted(one.split(" ")[0] for one in re.split(r"[|\n]\s*", labels[1]))
    assert named == sorted([*LANGUAGES, "en"])
    assert len(named) == 44


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_complete(language: str, texts: dict[str, Any]) -> None:
    """It has every text and no other, each with the same names to be filled."""
    own, english = ({name: holes(text) for name, text in texts[one].items()} for one in (language, "en"))
    assert own == english
    assert all(texts[language].values())


@pytest.mark.parametrize(
    ("tag", "word"),
    [
        ("de", "Suchen"),
        ("de-AT", "Suchen"),
        ("pt-BR", "Pesquisar"),
        ("zh-Hant-HK", "搜尋"),
        ("zh-CN", "搜索"),
        ("tlh", "Search"),
    ],
)
def test_the_page_says_which_language(visit: Callable[..., Any], tag: str, word: str) -> None:
    """The nearest `lang` counts, of the element or its page, without the parts that no text knows."""
    page = visit(attributes=f'lang="{tag}"')
    expect(page.locator("pinax-search .trigger span")).to_have_text(word)


def test_results_are_told_in_the_language(visit: Callable[..., Any]) -> None:
    """An element may speak another language than its page; numbers and quotation marks are that language's."""
    box = Box(visit('<pinax-search lang="de" bundle="/docs"></pinax-search>')).search("oil")
    expect(box.element.locator(".count")).to_have_text("Ergebnisse für „oil“: 3")
    expect(box.status).to_have_text("Ergebnisse für „oil“: 3")


def test_right_to_left(visit: Callable[..., Any]) -> None:
    """In Arabic the field and the rows begin at the right, and words are marked."""
    box = Box(visit(FOREIGN, attributes='lang="ar" dir="rtl"')).search("المصابيح")
    expect(box.element.locator("mark").first).to_be_visible()
    assert box.input.evaluate("one => getComputedStyle(one).direction") == "rtl"
    glass, field = box.element.locator(".bar svg").bounding_box(), box.input.bounding_box()
    assert glass
    assert field
    assert glass["x"] > field["x"]
    title, row = box.element.locator(".title").first.bounding_box(), box.rows.first.bounding_box()
    assert title
    assert row
    assert row["x"] + row["width"] - title["x"] - title["width"] < 40


@pytest.mark.parametrize(
    ("language", "query", "title"), [("ja", "ランプ", "ランプの使い方"), ("zh", "油灯", "油灯指南")]
)
def test_words_without_spaces(visit: Callable[..., Any], language: str, query: str, title: str) -> None:
    """Japanese and Chinese are searched and marked."""
    box = Box(visit(FOREIGN, attributes=f'lang="{language}"')).search(query)
    assert title in box.titles()
    expect(box.element.locator("mark").first).to_be_visible()


def test_a_query_is_one_piece_in_a_text_from_right_to_left(visit: Callable[..., Any]) -> None:
    """The count keeps a query in Latin letters together, by the marks that isolate it."""
    box = Box(visit(attributes='lang="ar" dir="rtl"')).search("oil")
    expect(box.element.locator(".count")).to_contain_text("\u2068oil\u2069")
