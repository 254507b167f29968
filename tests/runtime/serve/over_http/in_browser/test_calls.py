"""The viewer of calls, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pinax_runtime.search import Library
from pinax_runtime.tools import call_tool
from runtime.serve.over_http.in_browser.pages import (
    HIT,
    POLL_MS,
    ROW,
    call,
    expect,
    texts,
    wait_rows,
)


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
    page.clock.run_for(2 * POLL_MS)
    page.wait_for_timeout(100)  # another question would be on its way here
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
    page.clock.run_for(POLL_MS)
    while not held:
        page.wait_for_timeout(10)
    page.clock.run_for(3 * POLL_MS)
    page.wait_for_timeout(100)  # another question would be on its way here
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
