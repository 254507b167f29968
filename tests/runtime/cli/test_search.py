"""pinax-runtime search."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.search import open_bundle
from pinax_runtime.tools import reply_to_json


@pytest.fixture
def found(run: Callable[..., Any], location: Path) -> Callable[..., Any]:
    """What `search --json` gives."""

    def search(*arguments: str) -> Any:
        ended = run("search", location, *arguments, "--json")
        assert ended.code == 0, ended.err
        return json.loads(ended.out)

    return search


def test_for_a_person(run: Callable[..., Any], location: Path) -> None:
    """Hits come with score, title, address and excerpt."""
    ended = run("search", location, "clock changes", "--docs", "lantern")
    assert ended.code == 0
    assert "https://lantern.example.org/docs/guide/schedules.md#clock-changes" in ended.out
    assert "Schedules > Clock changes" in ended.out
    assert re.search(r"^\d+ of \d+ pages$", ended.out, re.M)
    assert re.search(r"^\d+ of \d+ sections$", run("search", location, "clock changes", "--sections").out, re.M)


def test_for_a_program(found: Callable[..., Any]) -> None:
    """--json gives one object with the query, its hits and their number."""
    reply = found("clock changes", "--docs", "lantern")
    assert reply["query"] == "clock changes"
    assert reply["hits"][0]["id"] == "lantern:guide/schedules.md#clock-changes"
    assert reply["total"] >= len(reply["hits"])


def test_what_a_program_is_told(found: Callable[..., Any], location: Path) -> None:
    """Hits are written as the viewer gets them; that quotes were left out is said, here and to a person."""
    reply = open_bundle(location).search('"schedule retry clock"', limit=2)
    told = found('"schedule retry clock"', "--limit", "2")
    positions = [hit.pop("positions") for hit in told["hits"]]
    assert told == {"query": '"schedule retry clock"', **reply_to_json(reply)}
    assert any(positions)
    for hit, spans in zip(told["hits"], positions, strict=True):
        words = [hit["excerpt"][start:end].casefold() for start, end in spans]
        assert all(word.startswith(("schedul", "retr", "clock")) for word in words)
    assert told["relaxed"] is True
    assert {"id", "headings", "facets", "fetched_at"} <= set(told["hits"][0])


def test_quotes_that_were_left_out(run: Callable[..., Any], location: Path) -> None:
    """A person is told, too, that nothing holds the quoted words as they stand."""
    assert "Nothing contains the exact quoted words" in run("search", location, '"schedule retry clock"').out
    assert "Nothing contains the exact quoted words" not in run("search", location, '"clock changes"').out


def test_limit(found: Callable[..., Any]) -> None:
    """--limit is the most hits given."""
    assert len(found("job", "--limit", "2")["hits"]) == 2
    assert len(found("job", "--limit", "5")["hits"]) == 5


def test_sections(found: Callable[..., Any]) -> None:
    """--sections gives several sections of one page; without it a page is given once."""
    pages = [hit["url"] for hit in found("job", "--limit", "20")["hits"]]
    sections = [hit["url"] for hit in found("job", "--limit", "20", "--sections")["hits"]]
    assert len(pages) == len(set(pages))
    assert len(sections) > len(set(sections))


def test_docs(found: Callable[..., Any]) -> None:
    """--docs searches one docset only, or several."""
    assert {hit["docset"] for hit in found("job", "--docs", "lantern-api")["hits"]} == {"lantern-api"}
    both = found("job", "--docs", "lantern-api", "--docs", "lantern", "--limit", "50")
    assert {hit["docset"] for hit in both["hits"]} == {"lantern", "lantern-api"}


def test_filter(found: Callable[..., Any]) -> None:
    """--filter keeps pages with a facet value; several values of one facet are either-or."""
    one = found("job", "--filter", "type=guide", "--limit", "50")
    two = found("job", "--filter", "type=guide", "--filter", "type=runbook", "--limit", "50")
    assert all(hit["facets"]["type"] == ["guide"] for hit in one["hits"])
    assert 0 < one["total"] < two["total"]


def test_nothing_found_is_no_failure(run: Callable[..., Any], location: Path) -> None:
    """No hits is an answer."""
    ended = run("search", location, "flurbelwock")
    assert ended.code == 0
    assert "No hits." in ended.out


def test_set(found: Callable[..., Any]) -> None:
    """--set changes a parameter of the ranking for this query; it may be repeated."""
    usual, twice = found("clock changes"), found("clock changes", "--set", "body_weight=9", "--set", "title_weight=0")
    assert [hit["score"] for hit in usual["hits"]] != [hit["score"] for hit in twice["hits"]]
    assert found("clock changes", "--set", "body_weight=1")["hits"] == usual["hits"]


def test_an_empty_query_is_refused(run: Callable[..., Any], location: Path) -> None:
    """Nothing was asked, which is no search without hits."""
    ended = run("search", location, " ")
    assert ended.code == 2
    assert "The QUERY is empty" in ended.err


def test_set_in_a_batch(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """--set goes for every query of a batch."""
    (tmp_path / "queries.txt").write_text("clock changes\n", "utf-8")
    usual, changed = (
        json.loads(run("search", location, "--batch", tmp_path / "queries.txt", *options).out)["hits"]
        for options in ([], ["--set", "body_weight=9"])
    )
    assert [hit["score"] for hit in usual] != [hit["score"] for hit in changed]


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("bm25_kl=1", "Did you mean 'bm25_k1'?"),
        ("bm25_b=1.1", "from 0 to 1."),
        ("title_weight=-1", "from 0 to 1,000,000."),
        ("title_weight=nan", "from 0 to 1,000,000."),
        ("title_weight=much", "from 0 to 1,000,000."),
        ("title_weight", "NAME=NUMBER"),
    ],
)
def test_a_wrong_setting_is_refused(run: Callable[..., Any], location: Path, setting: str, told: str) -> None:
    """A name that is none and a number out of range are wrong usage, with what is allowed."""
    ended = run("search", location, "clock", "--set", setting)
    assert ended.code == 2
    assert told in ended.err


def test_explain(run: Callable[..., Any], found: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """--explain gives the parts of each score and the files that were read, as text, as JSON and of a batch."""
    told = found("clock changes", "--explain")
    words = told["hits"][0]["explanation"]["words"]
    assert {word["word"] for word in words} == {"clock", "chang"}
    assert told["explanation"]["bytes"] == sum(file["bytes"] for file in told["explanation"]["files"]) > 0
    assert "explanation" not in found("clock changes")["hits"][0]
    (tmp_path / "queries.txt").write_text("clock changes\n", "utf-8")
    row = json.loads(run("search", location, "--batch", tmp_path / "queries.txt", "--explain").out)
    assert row["hits"][0]["explanation"] == told["hits"][0]["explanation"]
    text = run("search", location, "clock changes", "--explain").out
    assert "clock: idf" in text
    assert "docset_weight ×1" in text
    assert "bytes read from" in text


def test_did_you_mean(run: Callable[..., Any], found: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """What was searched for in place of a misspelled word is said in every form, and only then."""
    reply = found("clock chagnes", "--docs", "lantern")
    assert (reply["did_you_mean"], reply["unknown_words"]) == ("clock changes", ["chagnes"])
    assert reply["hits"][0]["id"] == "lantern:guide/schedules.md#clock-changes"
    assert "did_you_mean" not in found("clock changes")
    assert "Searched for: clock changes" in run("search", location, "clock chagnes").out
    (tmp_path / "queries.txt").write_text("clock chagnes\n", "utf-8")
    assert json.loads(run("search", location, "--batch", tmp_path / "queries.txt").out)["did_you_mean"]


def test_batch(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """--batch gives a JSON line for each line, with hits and what reading them took."""
    (tmp_path / "queries.txt").write_text("clock changes\n\nretry with backoff\r\nclock changes\n", "utf-8")
    ended = run("search", location, "--batch", tmp_path / "queries.txt", "--limit", "3")
    assert ended.code == 0
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert [row["query"] for row in rows] == ["clock changes", "", "retry with backoff", "clock changes"]
    assert all(list(row) == ["query", "hits", "ms", "files", "bytes", "rounds"] for row in rows)
    assert all(list(hit) == ["url", "anchor", "title", "score"] for row in rows for hit in row["hits"])
    assert len(rows[0]["hits"]) == 3
    assert rows[1]["hits"] == []
    assert rows[0]["hits"] == rows[3]["hits"]


def test_what_is_in_memory_is_not_read_again(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """A query that is repeated reads nothing."""
    (tmp_path / "queries.txt").write_text("clock changes\nclock changes\n", "utf-8")
    ended = run("search", location, "--batch", tmp_path / "queries.txt")
    first, again = (json.loads(line) for line in ended.out.splitlines())
    assert first["files"] > 0
    assert (again["files"], again["bytes"]) == (0, 0)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["query", "--batch", "file"],
        ["query", "--limit", "0"],
        ["query", "--limit", "201"],
        ["query", "--limit", "a"],
        ["query", "--filter", "type"],
        ["--batch", "/no/such/file"],
        ["query", "--nope"],
    ],
)
def test_wrong_usage(run: Callable[..., Any], location: Path, arguments: list[str]) -> None:
    """Wrong usage ends with code 2 and one line that says what is right."""
    ended = run("search", location, *arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.startswith("error: ")
    assert len(ended.err.splitlines()) == 1
    assert "range" not in ended.err or "in the range 1<=x<=200" in ended.err


@pytest.mark.parametrize("command", ["search", "grep"])
def test_a_query_that_looks_like_an_option(run: Callable[..., Any], location: Path, command: str) -> None:
    """An option that there is not may be what is searched for; the error says how, and so it works."""
    ended = run(command, location, "-delay")
    assert ended.code == 2
    assert "put `--` before it" in ended.err
    assert run(command, location, "--", "-delay").err == ""


def test_unknown_docset(run: Callable[..., Any], location: Path) -> None:
    """A docset that there is not is a failure with the nearest name."""
    ended = run("search", location, "x", "--docs", "lantrn")
    assert ended.code == 1
    assert "Did you mean 'lantern'?" in ended.err


@pytest.mark.parametrize("command", ["search", "grep"])
@pytest.mark.parametrize(
    ("wanted", "said"),
    [("typ=guide", "No page has a facet 'typ'. Did you mean 'type'?"), ("type=guid", "No page has type='guid'.")],
)
def test_a_filter_that_no_page_passes_is_explained(
    run: Callable[..., Any], location: Path, command: str, wanted: str, said: str
) -> None:
    """A facet or a value that there is none of is named, with those that there are."""
    ended = run(command, location, "schedule", "--filter", wanted)
    assert said in ended.out + ended.err


def test_a_program_is_told_of_a_filter_that_no_page_passes(found: Callable[..., Any]) -> None:
    """`hint` has the same sentence."""
    assert found("schedule", "--filter", "typ=guide")["hint"].startswith("No page has a facet 'typ'.")


def test_a_question_about_a_misspelt_option_ends_as_a_question(run: Callable[..., Any], location: Path) -> None:
    """No full stop follows a question mark."""
    assert "Did you mean '--limit'? " in run("search", location, "--limt", "3").err.replace('"', "'")
