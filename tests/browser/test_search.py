"""The reader in JavaScript finds what the runtime finds."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from browser.node import answers, command, run, started
from conformance import CASES, SUITE, TOLERANCE, differences
from pinax_runtime.cli import commands
from pinax_runtime.search import Bundle, open_bundle
from pinax_runtime.search.query import stop_terms

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "tests" / "data" / "bundles" / "v1"
PAGE = ROOT / "docs" / "ranking-words.md"
ASKED = ("query", "docs", "filters", "page", "sections", "offset", "ranking", "facets")
"""Members of a case of the suite that ask."""
QUERIES = (
    "exit codes",
    "how to run a job every hour",
    "retyr job",
    '"exit code" scheduler',
    '"no such phrase anywhere" job',
    "getUs*",
    "lantern.Client.job",
    "Lampe einschalten",
    "naïve 日本",
    "the",
    "",
    "zzznothing x.y run.zzznothing x.z",
)


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    """The golden bundle: docsets in several languages, one of them patched."""
    return open_bundle(BUNDLE)


def test_the_reader_answers_as_the_conformance_suite_says() -> None:
    """It gives the same first ten, in order, with scores equal to nine digits, and says the same of words."""
    suite = json.loads(CASES.read_text("utf-8"))
    folders = {name: str((SUITE / folder).resolve()) for name, folder in suite["bundles"].items()}
    asked = [
        {
            **{name: case[name] for name in ASKED if name in case},
            "bundles": {folders[name]: weight for name, weight in case["bundles"].items()},
        }
        for case in suite["cases"]
    ]
    assert differences(suite["cases"], answers(asked)) == []


def test_both_commands_refuse_an_empty_query() -> None:
    """Nothing was asked: exit code 2, without output."""
    given = ["search", str(BUNDLE), " "]
    ended = CliRunner().invoke(commands, given)
    found = started(*given)
    assert (found.returncode, found.stdout) == (ended.exit_code, ended.stdout) == (2, "")


@pytest.mark.parametrize("query", [query for query in QUERIES if query])
def test_the_command_prints_what_the_runtime_prints(query: str) -> None:
    """Text and JSON of `search` are those of `pinax-runtime search`, with excerpts and the words that are marked."""
    given = ["search", str(BUNDLE), query, "--limit", "5"]
    expected = CliRunner().invoke(commands, given)
    assert command(*given).stdout == expected.stdout
    expected = CliRunner().invoke(commands, [*given, "--json"])
    found = command(*given, "--json")
    assert (found.returncode, _plain(found.stdout)) == (0, _told(expected.stdout)), found.stderr


def _plain(text: str) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(text)
    return reply | {"scores": [hit.pop("score") for hit in reply["hits"]]}


def _told(text: str) -> dict[str, Any]:
    reply = _plain(text)
    return reply | {"scores": pytest.approx(reply["scores"], abs=TOLERANCE)}


@pytest.mark.parametrize(
    "options",
    [
        ("--sections",),
        ("--docs", "lantern", "--docs", "world"),
        ("--filter", "type=guide", "--filter", "type=reference", "--filter", "docset=lantern"),
        ("--set", "bm25_k1=0.9", "--set", "title_weight=1"),
    ],
)
def test_options_do_what_those_of_the_runtime_do(options: tuple[str, ...]) -> None:
    """Sections, docsets, filters and parameters of the ranking change hits and total alike."""
    given = ["search", str(BUNDLE), "run a job", *options, "--json"]
    assert _plain(command(*given).stdout) == _told(CliRunner().invoke(commands, given).stdout)


def test_hits_are_sorted_by_a_value_of_their_pages(bundle: Bundle) -> None:
    """`--sort title` orders the best pages by their titles, and `-title` the other way."""
    found = [started("search", str(BUNDLE), "job", "--json", "--sort", order).stdout for order in ("title", "-title")]
    titles = [[hit["title"].casefold() for hit in json.loads(one)["hits"]] for one in found]
    known = sorted({hit.title.casefold() for hit in bundle.search("job", limit=200).hits})
    assert titles == [sorted(titles[0]), sorted(titles[1], reverse=True)]
    assert (titles[0][0], titles[1][0]) == (known[0], known[-1])


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (["search", "/no/such/folder", "x"], 1, "error: "),
        (["search", str(BUNDLE), "x", "--docs", "nothing"], 1, "error: No docset 'nothing'"),
        (["search", str(BUNDLE)], 2, "error: Give a bundle and a query"),
        (["search", str(BUNDLE), "x", "--limit", "0"], 2, "error: --limit 0"),
        (["search", str(BUNDLE), "x", "--set", "bm25_b=2"], 2, "error: --set bm25_b"),
        (["search", str(BUNDLE), "x", "--set", "nothing=2"], 2, "error: --set nothing"),
        (["search", str(BUNDLE), "x", "--filter", "type"], 2, "error: --filter 'type'"),
        (["search", str(BUNDLE), "x", "--nothing"], 2, "error: No such option: --nothing"),
        (["serve", str(BUNDLE)], 2, "error: No such command 'serve'"),
    ],
)
def test_what_cannot_be_done_is_an_error(given: list[str], code: int, said: str) -> None:
    """Failures end with 1 and wrong usage with 2, and one line says why; `--json` says it as JSON."""
    found = command(*given)
    assert (found.returncode, found.stdout, found.stderr[: len(said)]) == (code, "", said)
    assert json.loads(command(*given, "--json").stdout)["error"]["message"]


def test_the_command_tells_how_it_is_used() -> None:
    """`--help` names every option that the command takes."""
    found = started("--help")
    source = (ROOT / "browser" / "src" / "command.mjs").read_text("utf-8")
    options = set(re.findall(r'"(--[a-z]+)"', source))
    assert found.returncode == 0
    assert {option for option in options if option not in found.stdout} == set()


def test_excerpts_are_those_of_the_runtime(bundle: Bundle) -> None:
    """Each word of the golden bundle's lexicon finds the same passages, with the same words marked."""
    packs = (page.title for docset in bundle.docsets.values() for _, _, page in docset.documents())
    asked = [*dict.fromkeys(packs), *QUERIES]
    cases = [{"bundles": {str(BUNDLE): 1}, "query": query, "excerpts": True} for query in asked]
    differing = []
    for query, answer in zip(asked, answers(cases), strict=True):
        reply = bundle.search(query)
        marked = [bundle.positions(hit, reply.did_you_mean or query) for hit in reply.hits]
        expected = [(hit.excerpt, marks) for hit, marks in zip(reply.hits, marked, strict=True)]
        found = [(one["text"], [(start, end) for start, end in one["marks"]]) for one in answer["excerpts"]]
        if found != expected:
            differing.append((query, found, expected))
    assert differing == []


def test_facets_are_counted_as_the_runtime_counts(bundle: Bundle) -> None:
    """Each facet's values come with the number of matching pages."""
    expected = bundle.search("job", count_facets=True).facets
    (answer,) = answers([{"bundles": {str(BUNDLE): 1}, "query": "job", "facets": True}])
    assert answer["facet_counts"] == {facet: dict(counts) for facet, counts in expected.items()}


def test_a_search_gives_pages_and_sections_at_once() -> None:
    """With `below`, the reply has the pages, and the sections that a search for sections has."""
    pages, sections, both = answers(
        {"bundles": {str(BUNDLE): 1}, "query": "job", **options}
        for options in ({}, {"sections": True, "limit": 5}, {"below": 5})
    )
    assert len(both["below"]) == 5
    assert (both["hits"], both["below"]) == (pages["hits"], sections["hits"])


@pytest.mark.parametrize("query", ["job", ""])
def test_filters_ask_for_any_all_or_none(query: str) -> None:
    """Pages with any of two values, and those with both, are as many as the pages with each; none leaves the rest."""
    asked = [
        ["cli"],
        ["reference"],
        {"any": ["cli", "reference"]},
        {"all": ["cli", "reference"]},
        {"none": ["cli"]},
        {"all": []},
    ]
    cases = [{"bundles": {str(BUNDLE): 1}, "query": query, "filters": {"tags": one}} for one in asked]
    cli, reference, either, both, others, every = (answer["total"] for answer in answers(cases))
    assert 0 < both < either
    assert either + both == cli + reference
    assert others == every - cli


def test_pages_are_listed_without_a_query() -> None:
    """An empty query finds the pages that the filters leave, sorted if one wants; without filters it finds nothing."""
    cases = [
        {"bundles": {str(BUNDLE): 1}, "query": " ", **options}
        for options in ({}, {"filters": {"tags": ["cli"]}}, {"filters": {"tags": ["cli"]}, "sort": "-url"})
    ]
    nothing, listed, backwards = ([url for _, url, *_ in answer["hits"]] for answer in answers(cases))
    assert (nothing, len(listed)) == ([], 2)
    assert backwards == sorted(listed, reverse=True)


def test_lists_of_words_are_those_of_the_page() -> None:
    """The modules have the lists that docs/ranking-words.md has; of English, the terms of the words."""
    listed = re.findall(r"^## ([\w ]+)\n\n```\n(.*?)```", PAGE.read_text("utf-8"), re.M | re.S)
    page = {name: " ".join(words.split()) for name, words in listed}
    stops = {name: words for name, words in page.items() if name.islower()}
    found = run("words.mjs", None)
    assert set(found["stops"].pop("english").split()) == stop_terms("english")
    del stops["english"]
    assert found == {"stops": stops, "kinds": page["Kinds"], "beside": page["Beside kinds"]}


def test_case_folding_is_that_of_unicode() -> None:
    """Every character that Python's Unicode has is folded as Python folds it; Node.js may know more."""
    characters = [one for one in map(chr, range(sys.maxunicode)) if unicodedata.category(one) not in {"Cn", "Cs"}]
    changed = {one: one.casefold() for one in characters if one.casefold() != one}
    found = run("folding.mjs", characters)
    assert {one: folded for one, folded in zip(characters, found, strict=True) if folded != one} == changed
