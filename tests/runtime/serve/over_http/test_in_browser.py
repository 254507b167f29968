"""The viewer and the playground in a real Chromium, by mouse and by keys; skipped where there is none.

Each page is watched: what it asks for elsewhere, what its policy forbids and every error of its scripts fail the test.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

import lacking
from pinax_runtime.search import Hit, Library
from pinax_runtime.serve import call_tool
from pinax_runtime.serve.served import Served
from runtime.serve.over_http.conftest import TOKEN, message

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = playwright.expect
PATIENCE_MS = 120_000
"""Nothing here is about speed: on a busy machine a page takes as long as it takes."""
expect.set_options(timeout=PATIENCE_MS)

WIDE = {"width": 1280, "height": 900}

POLL_MS = 1_500
"""So long the page waits between two questions."""
ROW = "#rows tr[data-id]"
HIT = "#hits .hit"
CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")
"""Gives the texts of a page whose color is too near to that of their ground (WCAG 2.2, 1.4.3)."""

AXE = Path(__file__).parents[4] / "build/axe/node_modules/axe-core/axe.min.js"
"""Where `.ci/programs` puts the checker of accessibility."""


def cases(name: str) -> list[tuple[str, str]]:
    """Return the texts of a document, each with the HTML below it."""
    document = (Path(__file__).parent / name).read_text("utf-8")
    return re.findall(r"^~~~~markdown\n(.*?)\n~~~~\n+~~~~html\n(.*?)\n~~~~$", document, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for all tests: Playwright's own, PINAX_CHROMIUM, or the system's."""
    names = (os.environ.get("PINAX_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    with playwright.sync_playwright() as driver:
        own = driver.chromium.executable_path
        found = own if Path(own).exists() else next(filter(None, map(shutil.which, filter(None, names))), None)
        if found is None:
            lacking.skip("There is no Chromium: neither Playwright's own nor one on the PATH.")
        with driver.chromium.launch(executable_path=found) as browser:
            yield browser


@pytest.fixture
def visit(browser: Any, start: Callable[..., str]) -> Iterator[Callable[..., Any]]:
    """Open a page of a server, with a profile of its own: `visit(url, "#/search?q=job", color_scheme="dark")`.

    Pages are closed before the servers of `start` stop.
    """
    contexts, faults = [], []

    def visit(url: str, path: str = "", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": WIDE, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda asked: None if asked.url.startswith(url) else faults.append(asked.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(url + path)
        page.locator("#docsets:not(:empty), dialog[open]").wait_for(state="attached")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert [fault for fault in faults if "401 (Unauthorized)" not in fault] == []  # so a token is asked for


@pytest.fixture
def plain(start: Callable[..., str], library: Library) -> str:
    """A server without a log."""
    return start(Served(library))


@pytest.fixture
def logging(start: Callable[..., str], logged: Served) -> str:
    """A server with a log that is still empty."""
    return start(logged)


def call(server: str, tool: str, client: str = "tester", **arguments: Any) -> None:
    """Call a tool as an agent does."""
    body, headers = message(tool, arguments, client)
    assert httpx2.post(f"{server}mcp", json=body, headers=headers).status_code == 200


def texts(page: Any, selector: str) -> list[str]:
    return page.locator(selector).all_text_contents()


def wait_rows(page: Any, n: int) -> None:
    expect(page.locator(ROW)).to_have_count(n)


def searched(page: Any, act: Callable[[], Any]) -> None:
    """Do something that searches, and wait for what was found to be shown."""
    act()
    expect(page.locator("#hits")).to_have_attribute("aria-busy", "false")


def rounded(hits: Sequence[Hit]) -> Any:
    """Return what equals the hits' scores in two decimals, whichever way a program rounds a half."""
    return pytest.approx([hit.score for hit in hits], abs=0.0051)


def scores(page: Any) -> list[float]:
    return [float(text) for text in texts(page, f"{HIT} .score > b")]


def test_calls_appear_as_they_come(visit: Callable[..., Any], logging: str) -> None:
    """An open page shows each new call at its top, with what it asked for and what it cost, and adds it up."""
    page = visit(logging)
    expect(page.locator(".empty")).to_contain_text("No calls yet")
    call(logging, "list_docs")
    wait_rows(page, 1)
    call(logging, "search_pages", query="clock changes", limit=3)
    wait_rows(page, 2)
    cells = texts(page, f"{ROW}:first-child td")
    assert cells[1:4] == ["search_pages", "clock changes   limit=3", "tester 7"]
    assert int(cells[4].replace(",", "")) > 100
    expect(page.locator(".stat").first).to_have_text("2calls")


def test_calls_are_filtered(visit: Callable[..., Any], logging: str) -> None:
    """Tool, status, client and text each narrow the rows and what they add up to; what passes no filter is said."""
    call(logging, "list_docs")
    call(logging, "search_pages", query="clock changes")
    call(logging, "get_page", client="other", url="nowhere.md")
    page = visit(logging)
    wait_rows(page, 3)
    form = page.locator("#filters")
    for field, value, left in (
        ("tool", "search_pages", ["search_pages"]),
        ("status", "error", ["get_page"]),
        ("status", "not_found", ["get_page"]),
        ("client", "other", ["get_page"]),
        ("text", "clock", ["search_pages"]),
        ("since", "300", ["get_page", "search_pages", "list_docs"]),
    ):
        element = form.locator(f"[name={field}]")
        fill = element.fill if field in ("client", "text") else element.select_option
        fill(value)
        wait_rows(page, len(left))
        assert texts(page, f"{ROW} .tool") == left
        expect(page.locator(".stat b").first).to_have_text(str(len(left)))
        fill("")
        wait_rows(page, 3)
    form.locator("[name=text]").fill("no call has this")
    expect(page.locator(".empty")).to_contain_text("No call passes these filters")


def test_live_can_be_paused(visit: Callable[..., Any], logging: str) -> None:
    """`p` stops new calls from coming in, and pressed again brings what came meanwhile."""
    call(logging, "list_docs")
    page = visit(logging)
    wait_rows(page, 1)
    page.keyboard.press("p")
    call(logging, "list_sections")
    page.wait_for_timeout(2 * POLL_MS)
    assert texts(page, f"{ROW} .tool") == ["list_docs"]
    page.keyboard.press("p")
    wait_rows(page, 2)


def test_an_answer_is_waited_for(visit: Callable[..., Any], logging: str) -> None:
    """While the server has not answered, the page does not ask again: no call could come twice."""
    page = visit(logging)
    expect(page.locator(".empty")).to_contain_text("No calls yet")
    held: list[Any] = []
    page.route("**/api/calls?*after=*", lambda route: held.append(route))  # noqa: PLW0108
    call(logging, "list_docs")
    page.wait_for_timeout(3 * POLL_MS)
    assert len(held) == 1
    held[0].continue_()
    page.unroute("**/api/calls?*after=*")
    wait_rows(page, 1)


def test_a_call_is_opened_by_keys(visit: Callable[..., Any], logging: str, library: Library) -> None:
    """`j` and `Enter` open a call; its reply is what the agent got; `Esc` goes back to its row."""
    call(logging, "get_page", url="guide/schedules.md")
    page = visit(logging)
    wait_rows(page, 1)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    drawer = page.locator("#drawer")
    expect(drawer.locator("h2")).to_have_text("get_page")
    drawer.get_by_role("button", name="See the reply").press("Enter")
    reply = drawer.locator(".sheet").nth(1)
    reply.wait_for()
    assert reply.text_content() == call_tool(library, "get_page", {"url": "guide/schedules.md"}).text
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.locator(ROW)).to_be_focused()


def test_a_logged_search_is_repeated(visit: Callable[..., Any], logging: str) -> None:
    """A search of the log opens in the playground with its query, its unit and its filters."""
    call(logging, "search_documents", query="retry", filters={"type": "guide"})
    page = visit(logging)
    page.locator(ROW).click()
    page.get_by_role("link", name="Open in the playground").click()
    page.locator(HIT).first.wait_for()
    form = page.locator("#query-form")
    assert form.locator("[name=query]").input_value() == "retry"
    assert form.locator("[name=filters]").input_value() == "type=guide"
    assert form.locator("[name=unit]:checked").input_value() == "sections"


def test_what_agents_send_is_text(visit: Callable[..., Any], logging: str) -> None:
    """Markup in a query and in a client's name is shown as it was written and does nothing."""
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    call(logging, "search_pages", client=hostile, query=hostile)
    page = visit(logging)
    page.locator(ROW).click()
    assert hostile in texts(page, f"{ROW} .what")[0]
    assert hostile in texts(page, "#drawer .sheet")[0]
    assert page.locator("#calls img, #drawer img, body script").count() == 0
    page.goto(f"{logging}#/search?q={hostile}")
    page.locator("#found b").first.wait_for()


def test_a_server_without_a_log(visit: Callable[..., Any], plain: str) -> None:
    """Where no log is kept the page says how to start a server with one."""
    page = visit(plain)
    expect(page.locator(".empty")).to_contain_text("pinax-runtime serve BUNDLE --http --log calls.db")


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


def test_keys(visit: Callable[..., Any], plain: str) -> None:
    """Views, fields, hits, explanations and the list of keys are all reached without a mouse."""
    page = visit(plain)
    page.keyboard.press("2")
    expect(page.locator("[name=query]")).to_be_focused()
    searched(page, lambda: page.locator("[name=query]").fill("retry"))
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{HIT} [data-item]").first).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(f"{HIT} [data-item]").nth(1)).to_be_focused()
    page.keyboard.press("e")
    assert page.locator(".why:visible").count() == page.locator(HIT).count()
    page.keyboard.press("Enter")
    expect(page.locator("#drawer .sheet")).to_contain_text("Source:")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("[name=query]")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("#calls")).to_be_visible()


def test_dark_and_light(visit: Callable[..., Any], plain: str) -> None:
    """The page follows the system; `t` overrides it, also after the page is loaded again."""
    ground = "getComputedStyle(document.body).backgroundColor"
    page = visit(plain, color_scheme="light")
    light = page.evaluate(ground)
    page.keyboard.press("t")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark
    assert visit(plain, color_scheme="dark").evaluate(ground) == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_can_be_read(visit: Callable[..., Any], logging: str, scheme: str, width: int) -> None:
    """In both schemes, narrow and wide, every text stands out from its ground and nothing is wider than the page."""
    call(logging, "search_pages", query="a query that is so long that it would not fit into a line of a narrow page")
    call(logging, "get_page", url="nowhere.md")
    page = visit(logging, color_scheme=scheme, viewport={"width": width, "height": 900})
    wait_rows(page, 2)
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{logging}#/search?q=clock+changes&unit=sections")
    page.locator(HIT).first.wait_for()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("e")
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


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


@pytest.mark.parametrize(("text", "shown"), cases("markdown.md"))
def test_markdown_is_shown(visit: Callable[..., Any], plain: str, text: str, shown: str) -> None:
    """Each text of the document becomes the elements below it."""
    render = """async (text) => {
      const { blocks } = await import("/static/markdown.js");
      return blocks(text).map((element) => element.outerHTML).join("\\n");
    }"""
    assert visit(plain).evaluate(render, text) == shown


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Callable[..., Any], logging: str, scheme: str) -> None:
    """Both views, a call, a page, the keys and what goes wrong pass all rules of axe-core, its best practices too."""
    if not AXE.is_file():
        lacking.skip("axe-core is not there; .ci/programs brings it.")
    call(logging, "search_pages", query="clock changes")
    page = visit(logging, color_scheme=scheme)
    wait_rows(page, 1)
    page.evaluate(AXE.read_text("utf-8"))

    def findings() -> list[str]:
        found = page.evaluate("async () => (await axe.run()).violations")
        return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]

    assert findings() == []
    page.locator(ROW).first.click()
    assert findings() == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert findings() == []
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.locator(".questions button").first.wait_for()
    assert findings() == []
    searched(page, lambda: page.locator("[name=query]").fill("retry backoff"))
    page.locator(HIT).first.wait_for()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("e")
    assert findings() == []
    page.locator(f"{HIT} h2 button").first.click()
    page.locator("#drawer .page h3").first.wait_for()
    assert findings() == []
    page.keyboard.press("Escape")
    page.get_by_label("Filters").last.fill("guide")
    expect(page.locator("#search-notice")).to_be_visible()
    assert findings() == []


def test_the_policy_is_in_force(browser: Any, plain: str) -> None:
    """A script written into the page is not run, and nothing can be asked for elsewhere."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(plain)
        refused = """async () => {
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          const asked = await fetch("http://127.0.0.1:9/").then(() => "sent", (error) => error.name);
          return [window.ran ?? false, asked];
        }"""
        violations = []
        page.on("console", lambda said: violations.append(said.text))
        assert page.evaluate(refused) == [False, "TypeError"]
        while len(violations) < 2:
            violations.append(page.wait_for_event("console").text)
        told = "\n".join(violations)
        assert "script-src 'self'" in told
        assert "connect-src 'self'" in told


def test_a_token_is_asked_for(visit: Callable[..., Any], start: Callable[..., str], library: Library) -> None:
    """A server with a token shows nothing without it; a wrong one is refused; it is kept in the tab alone."""
    page = visit(start(Served(library), tokens=(TOKEN,)))
    assert page.locator("#docsets").inner_text() == ""
    field = page.get_by_label("Token").last
    field.fill("wrong")
    field.press("Enter")
    expect(page.locator("#login-error")).to_be_visible()
    page.get_by_label("Token").last.fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.locator("#docsets")).to_contain_text("pages")
    page.reload()
    expect(page.locator("#docsets")).to_contain_text("pages")
    assert TOKEN not in page.url
    assert page.evaluate("localStorage.length") == 0
