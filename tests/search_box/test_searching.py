"""Search in a dialog and in the page: what is loaded, found, said and opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from search_box.box import Box, expect
from site_server import SiteServer

INLINE = '<pinax-search inline bundle="/docs"></pinax-search>'


def test_only_the_trigger_is_loaded_first(visit: Callable[..., Any], server: SiteServer) -> None:
    """Before anybody searches, one module is loaded and nothing of the bundle; pointing at the trigger loads all."""
    begun = len(server.asked)
    page = visit(alone=True)
    trigger = page.get_by_role("button", name="Search")
    expect(trigger).to_be_visible()
    page.wait_for_load_state("networkidle")
    loaded = [path for path in server.paths[begun:] if path.startswith(("/browser", "/docs"))]
    assert loaded == ["/browser/ui/pinax-ui.js"]
    with page.expect_response("**/docs/files/*"):
        trigger.hover()
    assert "/docs/pinax.json" in server.paths[begun:]


def test_pages_have_their_sections_below_them(visit: Callable[..., Any]) -> None:
    """A page stands once, with its best sections below; links lead to the page and to each section."""
    box = Box(visit()).search("oil")
    titles = box.titles()
    assert titles.count("Burning oil") == 1
    assert {"Storing oil", "Old oil"} < set(titles[1:4])
    links = box.rows.evaluate_all("all => all.map((one) => one.href)")
    assert links[0] == "https://docs.example.org/guide/oil.html"
    assert f"{links[0]}#old" in links[1:4]


def test_symbols_stand_first_where_the_query_names_one(visit: Callable[..., Any]) -> None:
    """A definition comes before the pages, with its kind, page and signature, and not again below its page."""
    box = Box(visit()).search("light_up")
    assert box.titles()[:2] == ["lamp.Lamp.light_up", "lamp.Lamp"]
    assert "Lamp.light_up()" not in box.titles()
    expect(box.active).to_contain_text("method · lamp.Lamp")
    expect(box.active.locator(".signature")).to_have_text("Lamp.light_up()")
    url = "https://docs.example.org/api/lamp.html#lamp.Lamp.light_up"
    assert box.active.get_attribute("href") == url
    box.search("lamp light_up")
    expect(box.element.locator(".symbol")).to_have_count(0)


def test_pictures_of_pages(visit: Callable[..., Any]) -> None:
    """A page whose metadata has a picture shows it, if its address is of the web; its room is the same without it."""
    box = Box(visit('<pinax-search bundle="/pictures"></pinax-search>')).search("lamps")
    expect(box.rows).to_have_count(6)
    pictures = box.element.locator("img")
    expect(pictures.first).not_to_have_js_property("naturalWidth", 0)
    assert [str(one).rsplit("/", 1)[1] for one in pictures.evaluate_all("all => all.map((one) => one.src)")] == [
        "wick.svg",
        "none.png",
    ]
    sizes = pictures.evaluate_all("all => all.map((one) => [one.offsetWidth, one.offsetHeight])")
    assert sizes == [[56, 56], [56, 56]]
    expect(pictures.last).to_have_css("visibility", "hidden")
    box.without_missing()


def test_words_are_marked(visit: Callable[..., Any]) -> None:
    """Excerpts have the words of the query marked that are no stop words, and code as code."""
    box = Box(visit()).search("trim the wick")
    expect(box.element.locator(".excerpt mark").first).to_be_visible()
    marked = box.element.locator(".excerpt mark").all_inner_texts()
    assert {text.lower() for text in marked} == {"trim", "wick"}
    expect(box.element.locator(".excerpt code").first).to_have_text("trim --even")


def test_rows_of_tables_are_shown_as_lines(visit: Callable[..., Any]) -> None:
    """Between cells and lines of a cell stands a point; a bar in code stays."""
    box = Box(visit()).search("mantles")
    excerpt = box.element.locator(".excerpt").first
    expect(excerpt).to_contain_text("mantle · burns gas · no wick · see")
    expect(excerpt.locator("code")).to_have_text("mantle | sort")


def test_excerpts_are_read_as_rows_come_into_view(visit: Callable[..., Any]) -> None:
    """Rows below the fold have no excerpt until they are scrolled to, and keep the room that it takes."""
    box = Box(visit()).search("lanterns")
    expect(box.rows).to_have_count(10)
    expect(box.element.locator(".excerpt").first).to_contain_text("Lanterns")
    last = box.element.locator(".excerpt").last
    expect(last).to_be_empty()
    height = last.evaluate("one => one.offsetHeight")
    last.scroll_into_view_if_needed()
    expect(last).to_contain_text("Lanterns")
    assert last.evaluate("one => one.offsetHeight") == height


def test_more_results(visit: Callable[..., Any]) -> None:
    """What is found beyond the first ten comes by a button, or by going down from the last."""
    box = Box(visit()).search("lanterns")
    expect(box.rows).to_have_count(10)
    box.element.get_by_role("button", name="More results").click()
    expect(box.rows).to_have_count(20)
    for _ in range(20):
        box.page.keyboard.press("ArrowDown")
    expect(box.rows).to_have_count(24)
    expect(box.element.get_by_role("button", name="More results")).to_be_hidden()


def test_corrections_and_unknown_words_are_said(visit: Callable[..., Any]) -> None:
    """Results say which word no page has and what was searched instead; so does a search without results."""
    box = Box(visit()).search("lantersn")
    expect(box.element.locator(".said")).to_contain_text("No page contains: lantersn")
    expect(box.element.locator(".said")).to_contain_text("Showing results for “lanterns”")
    box.search("qqqqqqqq")
    expect(box.element.locator(".empty")).to_contain_text("No results for “qqqqqqqq”")
    expect(box.rows).to_have_count(0)
    box.search('"burn lamps"')
    expect(box.element.locator(".said")).to_contain_text("No page has these words in this order")


def test_results_are_announced(visit: Callable[..., Any]) -> None:
    """A screen reader hears how many results there are, once the typing has ended."""
    box = Box(visit()).search("oil")
    expect(box.status).to_have_text("3 results for “oil”")
    expect(box.element.locator(".count")).to_have_text("3 results for “oil”")
    box.search("")
    expect(box.status).to_have_text("")


def test_a_box_in_the_page(visit: Callable[..., Any]) -> None:
    """An inline box stands open in the page and shows results below its field; Escape empties it."""
    box = Box(visit(INLINE))
    expect(box.input).to_be_visible()
    expect(box.dialog).to_have_count(0)
    box.search("wick")
    assert "Choosing a wick" in box.titles()
    box.page.keyboard.press("Escape")
    expect(box.input).to_have_value("")
    expect(box.rows).to_have_count(0)


def test_several_bundles_are_searched_as_one(visit: Callable[..., Any]) -> None:
    """Results of all bundles stand in one list, each with its docset; paths without a URL lie beside their bundle."""
    box = Box(visit('<pinax-search bundle="/docs /history"></pinax-search>')).search("oil")
    assert {"Burning oil", "Whale oil"} < set(box.titles())
    assert set(box.element.locator(".docset").all_inner_texts()) == {"Docs", "History"}
    whale = box.rows.filter(has_text="Whale oil")
    assert str(whale.get_attribute("href")).endswith("/more%20oil/100%25%20%231%3F.html")


def test_pages_where_they_are_published(visit: Callable[..., Any], server: SiteServer) -> None:
    """With `base`, links lead below that address and not below the one that the bundle was built for."""
    box = Box(visit('<pinax-search bundle="/docs" base="/preview/"></pinax-search>')).search("wick")
    box.titles()
    assert box.rows.first.get_attribute("href") == server.url("/preview/guide/oil.html")


def test_a_later_query_wins(visit: Callable[..., Any]) -> None:
    """A query that is typed while another one is under way is the one that is shown."""
    box = Box(visit('<pinax-search bundle="/docs" delay="0"></pinax-search>')).search("")
    for query in ("l", "la", "lan", "gas"):
        box.input.fill(query)
    expect(box.rows.first).to_contain_text("Gas lamps")
    expect(box.element.locator(".count")).to_contain_text("“gas”")


def test_two_boxes_of_one_page(visit: Callable[..., Any]) -> None:
    """Each box has its own bundles and keys; the first one takes the keys that both have."""
    page = visit(
        '<pinax-search id="one" bundle="/docs"></pinax-search>'
        '<pinax-search id="two" keys="mod+shift+k /" bundle="/history"></pinax-search>'
    )
    one, two = Box(page, "#one"), Box(page, "#two")
    page.keyboard.press("Control+k")
    expect(one.dialog).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(two.dialog).to_be_visible()
    two.input.fill("whale")
    assert two.titles() == ["Whale oil"]


def test_scripts_of_the_page_may_use_it(visit: Callable[..., Any]) -> None:
    """It opens with a query, tells what was found and chosen, and closes."""
    page = visit()
    told = """() => {
      globalThis.told = [];
      for (const name of ["pinax-open", "pinax-results", "pinax-select", "pinax-close"])
        document.addEventListener(name, ({ type, detail }) => told.push([type, detail?.total ?? detail?.url ?? null]));
      document.addEventListener("pinax-close", () => document.documentElement.setAttribute("data-closed", ""));
      document.addEventListener("pinax-select", (event) => event.preventDefault());
      return document.querySelector("pinax-search").open("wick");
    }"""
    page.evaluate(told)
    box = Box(page)
    box.titles()
    box.rows.first.click()
    page.evaluate("document.querySelector('pinax-search').close()")
    expect(box.dialog).to_be_hidden()
    expect(box.page.locator("html")).to_have_attribute("data-closed", "")
    url = "https://docs.example.org/guide/oil.html"
    assert page.evaluate("told") == [
        ["pinax-open", None],
        ["pinax-results", 2],
        ["pinax-select", url],
        ["pinax-close", None],
    ]


def test_a_framework_may_set_its_attributes(visit: Callable[..., Any]) -> None:
    """React and Vue set a property in place of an attribute of that name: none of ours is lost by it."""
    page = visit("")
    page.evaluate(
        """() => {
            const element = document.createElement("pinax-search");
            const given = { bundle: "/docs", keys: "mod+j", label: "Look up", placeholder: "Words", theme: "dark" };
            for (const [name, value] of Object.entries(given)) {
                if (name in element) element[name] = value;
                else element.setAttribute(name, value);
            }
            document.querySelector("header").append(element);
        }"""
    )
    page.keyboard.press("Control+j")
    box = Box(page)
    expect(box.dialog).to_have_attribute("aria-label", "Look up")
    box.input.fill("wick")
    assert "Burning oil" in box.titles()
