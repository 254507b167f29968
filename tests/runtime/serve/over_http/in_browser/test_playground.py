"""The playground, by mouse and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.search import Library
from runtime.serve.over_http.in_browser.pages import (
    HIT,
    expect,
    rounded,
    scores,
    searched,
    texts,
)


def cases(name: str) -> list[tuple[str, str]]:
    """Return the texts of a document, each with the HTML below it."""
    document = (Path(__file__).parent / name).read_text("utf-8")
    return re.findall(r"^~~~~markdown\n(.*?)\n~~~~\n+~~~~html\n(.*?)\n~~~~$", document, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("query", "words"), [("clock changes", {"clock", "chang"}), ("Schedules", {"schedul"})])
def test_scores_are_explained(
    visit: Callable[..., Any], plain: str, library: Library, query: str, words: set[str]
) -> None:
    """The playground finds what the library finds; the parts of an explanation add up to the score beside it."""
    page = visit(plain, "#/search")
    searched(page, lambda: page.locator("[name=query]").fill(query))
    assert scores(page) == rounded(library.search(query, limit=10).hits)
    page.locator(f"{HIT} button[aria-expanded]").first.click()
    rows = [row.split("\t") for row in page.locator(f"{HIT} .why tbody").first.inner_text().splitlines()]
    assert {row[0] for row in rows} >= words
    assert sum(float(row[-1]) for row in rows) == pytest.approx(scores(page)[0], abs=0.006 * len(rows))
    widths = page.locator(f"{HIT} .parts").first.locator("i").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert len(widths) >= 2
    assert min(widths) > 0


def test_reads_are_counted(visit: Callable[..., Any], plain: str) -> None:
    """Files and bytes are given by kind and in sum; once all is in memory, a search that may use it reads nothing."""
    page = visit(plain, "#/search?q=clock+changes")
    reads = page.locator("#reads")
    reads.locator(".total").wait_for()
    files = [int(row.split("\t")[1]) for row in reads.locator("tbody").first.inner_text().splitlines()]
    total = re.fullmatch(r"(\d+) files, [\d.]+ kB", reads.locator(".total").inner_text())
    assert total is not None
    assert int(total[1]) == sum(files)
    cold = page.get_by_label("Read anew")
    searched(page, cold.uncheck)
    searched(page, lambda: page.locator("[name=query]").press("Enter"))
    expect(reads.locator(".total")).to_contain_text("in memory")


def test_sliders_rank(visit: Callable[..., Any], plain: str, library: Library) -> None:
    """A slider changes scores as the same parameter of the library does; the settings are told; Reset takes it back."""
    page = visit(plain, "#/search?q=schedule+job")
    page.locator(HIT).first.wait_for()
    usual = scores(page)
    slider = page.get_by_label("title weight")
    searched(page, lambda: slider.fill("0"))
    ranking = replace(library.ranking, title_weight=0)
    found = library.search("schedule job", limit=10, ranking=ranking).hits
    assert scores(page) == rounded(found)
    assert scores(page) != usual
    expect(page.locator("#settings")).to_have_text("--set title_weight=0")
    slider.focus()
    searched(page, lambda: page.keyboard.press("ArrowRight"))
    assert page.locator(".slider.changed [type=number]").input_value() == "0.05"
    searched(page, lambda: page.locator("#reset").click())
    assert scores(page) == usual
    expect(page.locator("#settings")).to_be_hidden()


def test_docsets_units_and_filters(visit: Callable[..., Any], plain: str, library: Library) -> None:
    """What the playground is told to search for changes what it finds, and the address keeps it."""
    page = visit(plain, "#/search?q=job")
    page.locator(HIT).first.wait_for()
    pages = page.locator("#found").inner_text()
    searched(page, lambda: page.get_by_text("Sections", exact=True).click())
    assert page.locator("#found").inner_text() != pages
    searched(page, lambda: page.get_by_label("Docset").select_option("lantern"))
    searched(page, lambda: page.get_by_label("Filters").last.fill("type=guide"))
    found = library.search("job", limit=10, docs=["lantern"], filters={"type": ["guide"]}, sections=True).hits
    assert texts(page, f"{HIT} .path") == [f"{hit.url}#{hit.anchor}" if hit.anchor else hit.url for hit in found]
    page.reload()
    page.locator(HIT).first.wait_for()
    assert page.get_by_label("Filters").last.input_value() == "type=guide"


def test_an_empty_playground_offers_questions(visit: Callable[..., Any], plain: str) -> None:
    """There is something to begin with; a click asks it, and what was offered comes back when the field is emptied."""
    page = visit(plain, "#/search")
    question = page.locator(".questions button").first
    text = question.inner_text()
    question.click()
    page.locator(HIT).first.wait_for()
    assert page.locator("[name=query]").input_value() == text
    page.locator("[name=query]").fill("")
    expect(page.locator(".questions button").first).to_have_text(text)


def test_hits_and_pages_are_rendered(visit: Callable[..., Any], plain: str) -> None:
    """A hit names its docset and shows code as code; its page has headings, and a button to the agent's text."""
    page = visit(plain, "#/search?q=retry+backoff")
    expect(page.locator(f"{HIT} .docset").first).to_have_text("Lantern user guide")
    expect(page.locator(f"{HIT} .excerpt code mark").first).to_be_visible()
    page.locator(f"{HIT} h2 button").first.click()
    shown = page.locator("#drawer .page")
    expect(shown.locator("pre code").first).to_contain_text("retries = 4")
    assert "#" not in shown.locator("h3, h4").first.inner_text()
    page.get_by_role("button", name="As an agent gets it").click()
    expect(page.locator("#drawer .sheet")).to_contain_text("```toml")
    expect(shown).to_be_hidden()


def test_filters_say_what_is_wrong(visit: Callable[..., Any], plain: str) -> None:
    """What is no filter is told with the right form; an unknown facet or value, with those that there are."""
    page = visit(plain, "#/search?q=job")
    field = page.get_by_label("Filters").last
    field.fill("guide")
    expect(page.locator("#search-notice")).to_contain_text("“guide” is no filter. Write name=value")
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("typ=guide")
    expect(page.locator("#found")).to_contain_text("Did you mean 'type'?")
    expect(page.locator("#search-notice")).to_be_hidden()
    field.fill("type=giude")
    expect(page.locator("#found")).to_contain_text("Did you mean 'guide'?")


def test_markdown_is_shown(visit: Callable[..., Any], plain: str) -> None:
    """Each text of the document becomes the elements below it."""
    render = """async (text) => {
      const { blocks } = await import("/static/markdown.js");
      return blocks(text).map((element) => element.outerHTML).join("\\n");
    }"""
    page, known = visit(plain), dict(cases("markdown.md"))
    assert {text: page.evaluate(render, text) for text in known} == known
