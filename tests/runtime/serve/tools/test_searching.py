"""search_pages and search_documents: hits, filters, and help where there are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import MemorySource, open_library
from pinax_runtime.tools import call_tool


def test_pages_have_what_an_agent_needs(ask: Callable[..., Any]) -> None:
    """A hit has its docset, URL, title, section, best anchor, excerpt and score; a page is given once."""
    reply = ask("search_pages", query="clock changes", docs=["lantern"])
    assert list(reply["hits"][0]) == ["docset", "url", "title", "section", "anchor", "excerpt", "score"]
    assert reply["hits"][0]["url"] == "https://lantern.example.org/docs/guide/schedules.md"
    assert reply["hits"][0]["section"] == "guide"
    urls = [hit["url"] for hit in reply["hits"]]
    assert len(urls) == len(set(urls))


def test_sections_have_what_an_agent_needs(ask: Callable[..., Any]) -> None:
    """A hit has the id of a section, the address to cite, its titles and a text or excerpt; a section is given once."""
    hits = ask("search_documents", query="clock changes", docs=["lantern"])["hits"]
    assert hits[0]["id"] == "lantern:guide/schedules.md#clock-changes"
    assert hits[0]["path"] == "Schedules > Clock changes"
    assert hits[0]["url"] == "https://lantern.example.org/docs/guide/schedules.md#clock-changes"
    for hit in hits:
        assert list(hit)[:3] == ["id", "url", "path"]
        assert hit.get("text") or hit["excerpt"]
    ids = [hit["id"] for hit in hits]
    assert len(ids) == len(set(ids))


def found_in(*sections: MadeSection) -> list[dict[str, Any]]:
    """Search a page of these sections for "oil"."""
    page = MadePage("lamps.md", "Lamps", "About lamps.", sections=sections)
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", [page])]))])
    hits: list[dict[str, Any]] = json.loads(call_tool(library, "search_documents", {"query": "oil"}).text)["hits"]
    return hits


def pages_found(*pages: MadePage) -> list[dict[str, Any]]:
    """Search pages for "oil"."""
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", list(pages))]))])
    hits: list[dict[str, Any]] = json.loads(call_tool(library, "search_pages", {"query": "oil"}).text)["hits"]
    return hits


def test_a_manual_of_one_page_names_further_sections() -> None:
    """Where three pages match at most, each says what else of it matches well, by an anchor that leads there."""
    sections = [
        MadeSection("Oil for lamps", "Oil is dear.", anchor="a"),
        MadeSection("Wicks", "A wick takes a day to draw oil and wax up.", anchor="b"),
        MadeSection("Oil", "Where oil comes from.", anchor="c"),
        MadeSection("Care", "Nothing of that here.", anchor="d"),
    ]
    manual = MadePage("manual.md", "Manual", "About lamps.", sections=tuple(sections))
    (hit,) = pages_found(manual)
    (other,) = hit["also"]
    paths = {"a": "Oil for lamps", "c": "Oil"}
    assert {hit["anchor"], other["anchor"]} == paths.keys()
    assert other["path"] == paths[other["anchor"]]
    others = [replace(manual, url=f"{number}.md", title=f"Manual {number}") for number in range(3)]
    assert all("also" not in hit for hit in pages_found(*others, manual))


def test_short_sections_bring_their_text() -> None:
    """The first hit has its whole text, and so has a later one if that is about as short as an excerpt."""
    long = "Lamps burn for hours. " * 40
    whole, short, long_one = found_in(
        MadeSection("Oil oil oil", f"Oil. {long}", anchor="a"),
        MadeSection("Oil oil", "Oil is dear.", anchor="b"),
        MadeSection("Oil", f"Oil. {long}", anchor="c"),
    )
    assert len(whole["text"]) > 800
    assert short["text"] == "Oil is dear."
    assert set(long_one) == {"id", "path", "excerpt"}


def test_every_hit_says_why() -> None:
    """A section that is too long to come along shows where the words are; scores are told to no agent."""
    long = "Lamps burn for hours. " * 40
    whole, *others = found_in(
        *(MadeSection(f"Oil {n}", f"Oil of kind {n}. {long}", anchor=f"a{n}") for n in range(5)),
    )
    assert set(whole) == {"id", "path", "text"}
    assert len(others) == 4
    for hit in others:
        assert set(hit) == {"id", "path", "excerpt"}
        assert "Oil" in hit["excerpt"]
        assert len(hit["excerpt"]) <= 110


def test_a_heading_brings_what_is_below_it() -> None:
    """A section without a text of its own is shown with its subsections."""
    first, *_ = found_in(
        MadeSection("Oil", "", anchor="oil", depth=1),
        MadeSection("Whale", "From whales.", anchor="whale", depth=2),
        MadeSection("Olive", "From olives.", anchor="olive", depth=2),
    )
    assert first["id"] == "docs:lamps.md#oil"
    assert "## Whale\n\nFrom whales." in first["text"]
    assert "From olives." in first["text"]


def test_what_is_below_a_heading_is_cut_between_sections() -> None:
    """The first section below comes whole, others while there is room, and a line says how to go on."""
    first, *_ = found_in(
        MadeSection("Oil", "", anchor="oil", depth=1),
        MadeSection("Whale", "From whales. " * 200, anchor="whale", depth=2),
        MadeSection("Olive", "From olives.", anchor="olive", depth=2),
    )
    assert first["text"].count("From whales.") == 200
    assert "From olives." not in first["text"]
    assert first["text"].endswith("[more sections below]")


LONG = " ".join(f"Lamp number{n} burns." for n in range(60))


def test_text_tokens_bring_the_text_of_several_hits() -> None:
    """More room for text brings more sections whole; sections of one page are one text, in order, each once."""
    pages = [
        MadePage(f"{name}.md", name, f"# {name}", sections=sections)
        for name, sections in {
            "Lamps": (
                MadeSection("Care", "## Care\n\nNothing of that.", anchor="care"),
                MadeSection("Oil oil oil", f"## Oil oil oil\n\nOil. {LONG}", anchor="a"),
                MadeSection("Oil oil", f"## Oil oil\n\nOil is dear. {LONG}", anchor="b"),
            ),
            "Wicks": (MadeSection("Oil", f"## Oil\n\nWicks take oil. {LONG}", anchor="c"),),
        }.items()
    ]
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", pages)]))])

    def found(**arguments: Any) -> list[dict[str, Any]]:
        reply = call_tool(library, "search_documents", {"query": "oil", "limit": 3, **arguments})
        assert not reply.is_error
        hits: list[dict[str, Any]] = json.loads(reply.text)["hits"]
        return hits

    by_id = {hit["id"]: hit for hit in found(text_tokens=4_000)}
    assert len(by_id) == 3
    assert by_id["docs:Wicks.md#c"]["text"].endswith("number59 burns.")
    texts = [hit["text"] for hit in by_id.values() if "text" in hit]
    joined = next(text for text in texts if "## Oil oil oil" in text)
    assert joined.index("## Oil oil oil") < joined.index("## Oil oil\n")
    assert "Care" not in joined
    assert " ".join(texts).count("number59") == 3
    (with_another,) = [hit for hit in by_id.values() if "text_in" in hit]
    assert by_id[with_another["text_in"]]["text"] == joined
    assert not any("text" in hit for hit in found(text_tokens=0))
    assert all("excerpt" in hit for hit in found(text_tokens=0))
    short = found(text_tokens=4_000, max_tokens=500)
    assert "number3 " in short[0]["text"]


def test_code_comes_before_prose_where_room_is_short() -> None:
    """A text that does not fit keeps its first paragraph and its code, and shows where something was left out."""
    code = "```\nlamp --oil\n```"
    page = MadePage("oil.md", "Oil", f"Oil is dear.\n\n{LONG}\n\n{LONG}\n\n{code}\n\nThe end.")
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", [page])]))])
    reply = call_tool(library, "search_documents", {"query": "oil", "text_tokens": 100})
    first, begun, omitted, *rest = json.loads(reply.text)["hits"][0]["text"].split("\n\n")
    assert (first, omitted, rest) == ("Oil is dear.", "[…]", [code, "[…]"])
    assert LONG.startswith(begun)


def test_ids_can_be_read(ask: Callable[..., Any], call: Callable[..., Any]) -> None:
    """The id of every hit is taken by the tools that read."""
    for hit in ask("search_documents", query="retry")["hits"]:
        assert not call("get_page", url=hit["id"]).is_error
        doc_id = hit["id"].partition("#")[0]
        assert not call("get_node_content", doc_id=doc_id, node_ids=[hit["id"]]).is_error


def test_doc_id_searches_one_document(ask: Callable[..., Any]) -> None:
    """With a doc_id all hits are in that document."""
    hits = ask("search_documents", query="clock", doc_id="guide/schedules.md")["hits"]
    assert hits
    assert {hit["id"].partition("#")[0] for hit in hits} == {"lantern:guide/schedules.md"}


@pytest.mark.parametrize("tool", ["search_pages", "search_documents", "list_documents"])
def test_typos_are_corrected_and_said(ask: Callable[..., Any], tool: str) -> None:
    """A misspelled word finds what was meant, and the reply says what was searched for; otherwise it says nothing."""
    reply = ask(tool, query="Clock chagnes", docs=["lantern"])
    assert reply["did_you_mean"] == "Clock changes"
    assert reply["total"]
    assert "did_you_mean" not in ask(tool, query="clock changes", docs=["lantern"])


def test_unknown_words_come_as_typed(ask: Callable[..., Any]) -> None:
    """Words that nothing holds are named as they were typed."""
    assert ask("search_pages", query="Flurbelings of clocks")["unknown_words"] == ["Flurbelings"]


@pytest.mark.parametrize("tool", ["search_pages", "search_documents"])
def test_docs_restrict(ask: Callable[..., Any], tool: str) -> None:
    """With docs all hits are of those docsets."""
    hits = ask(tool, query="job", docs=["lantern-api"])["hits"]
    assert hits
    assert all("lantern-api" in (hit.get("docset"), hit.get("id", "").partition(":")[0]) for hit in hits)


@pytest.mark.parametrize("tool", ["search_pages", "search_documents"])
def test_filters_restrict(ask: Callable[..., Any], tool: str) -> None:
    """A filter lets only pages with one of its values pass."""
    everything = ask(tool, query="job", limit=50)["total"]
    filtered = ask(tool, query="job", filters={"type": ["guide", "runbook"]}, limit=50)
    assert 0 < filtered["total"] < everything


@pytest.mark.parametrize("tool", ["search_pages", "search_documents"])
def test_limit_and_cursor(ask: Callable[..., Any], tool: str) -> None:
    """A limit cuts, its cursor continues, and together they are the whole."""
    whole = ask(tool, query="job", limit=9)["hits"]
    first = ask(tool, query="job", limit=4)
    rest = ask(tool, query="job", limit=5, cursor=first["cursor"])
    assert len(first["hits"]) == 4
    assert first["hits"] + rest["hits"] == whole


@pytest.mark.parametrize("tool", ["search_pages", "search_documents", "list_documents"])
def test_quotes_that_were_left_out_are_told(ask: Callable[..., Any], tool: str) -> None:
    """Hits of words whose quoted order nothing holds say so; hits of a phrase that is there do not."""
    assert "without the quotes" in ask(tool, query='"schedule retry clock"')["hint"]
    assert "hint" not in ask(tool, query='"clock changes"')


def test_no_hits_is_an_empty_list_with_a_hint(ask: Callable[..., Any]) -> None:
    """Nothing found is `[]`, not null and not an error, and says what to do next."""
    reply = ask("search_pages", query="flurbelwock")
    assert reply["hits"] == []
    assert reply["total"] == 0
    assert "flurbelwock" in reply["hint"]


@pytest.mark.parametrize(
    ("filters", "says"),
    [
        ({"typ": "guide"}, "Did you mean 'type'?"),
        ({"type": "giude"}, "Did you mean 'guide'?"),
    ],
)
def test_a_filter_that_nothing_passes_is_explained(ask: Callable[..., Any], filters: Any, says: str) -> None:
    """A facet or value that there is not gives no hits and the ones that there are."""
    for tool in ("search_pages", "search_documents"):
        reply = ask(tool, query="job", filters=filters)
        assert reply["hits"] == []
        assert says in reply["hint"]


def test_hint_names_what_narrowed_the_search(ask: Callable[..., Any]) -> None:
    """Where only the document is in the way, the hint says so."""
    reply = ask("search_documents", query="container", doc_id="guide/schedules.md")
    assert reply["hint"] == "Try without doc_id."


def test_unknown_docsets_are_refused(refusal: Callable[..., tuple[str, str]]) -> None:
    """A docset that there is not is not_found with the nearest name."""
    code, message = refusal("search_pages", query="job", docs=["lantrn"])
    assert code == "not_found"
    assert "Did you mean 'lantern'?" in message


def test_unknown_documents_are_refused(refusal: Callable[..., tuple[str, str]]) -> None:
    """A doc_id that there is not is not_found with the nearest id."""
    code, message = refusal("search_documents", query="job", doc_id="guide/scheduled.md")
    assert code == "not_found"
    assert "lantern:guide/schedules.md" in message


def test_links_to_source_give_way_where_a_reply_is_short() -> None:
    """A hit that does not fit in full is given without its link; the id still leads to the section."""
    sections = tuple(
        MadeSection(
            f"run{n}", "A job runs. " * 20, anchor=f"~{n}", symbols=((f"run{n}", "function", "go", "", n, n + 9),)
        )
        for n in range(1, 9)
    )
    page = MadePage("cmd/a.go", "cmd/a.go", sections=sections, facets={"content_type": ["code"]})
    docset = MadeDocset("lib", [page], source_url_template="https://host.example/{path}#L{line}-{last_line}")
    library = open_library([MemorySource(make_bundle([docset]))])
    whole, short = (
        json.loads(call_tool(library, "search_documents", {"query": "job", "max_tokens": room, "limit": 15}).text)[
            "hits"
        ]
        for room in (8_000, 700)
    )
    assert {hit["id"]: hit["url"] for hit in whole}["lib:cmd/a.go#~3"] == "https://host.example/cmd/a.go#L3-12"
    assert all("url" in hit for hit in whole)
    assert [hit["id"] for hit in short] == [hit["id"] for hit in whole]
    assert not all("url" in hit for hit in short)


def test_max_tokens_gives_fewer_hits_and_says_so(ask: Callable[..., Any]) -> None:
    """A budget too small for the limit gives what fits, `truncated`, and a cursor."""
    reply = ask("search_documents", query="job", limit=15, max_tokens=400)
    assert reply["truncated"] is True
    assert 0 < len(reply["hits"]) < 15
    rest = ask("search_documents", query="job", max_tokens=400, cursor=reply["cursor"])
    assert rest["hits"][0] not in reply["hits"]
