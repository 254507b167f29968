"""Results come in the order that docs/ranking.md says, by a ranking that was written from the page alone."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.cli import commands
from pinax_runtime.search import Bundle, knobs, open_bundle
from pinax_runtime.search.query import _KINDS, _MANNERS, _WORDS
from spec_ranking import KINDS, LISTS, NO_PIECES, Bounds, SpecRanking

TESTS = Path(__file__).parents[1]
BUNDLE = TESTS / "data" / "bundles" / "v1"


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    """The golden bundle: docsets in several languages, one of them patched."""
    return open_bundle(BUNDLE)


def queries(ranking: SpecRanking) -> dict[str, list[str]]:
    """Return queries that are drawn from a bundle, by their sort."""
    packs = [pack for one in ranking.segments for kind, pack in one.reader.files(one.manifest) if kind == "pages"]
    pages = [page for pack in packs for page in pack["pages"]]
    titles = sorted({page["title"] for page in pages})
    headings = sorted({title for page in pages for title in page["titles"] if title} - set(titles))[::3]
    words = sorted({word for segment in ranking.segments for word in segment.keys["lexicon"]})
    symbols = sorted({name for segment in ranking.segments for name in segment.keys["symbols"]})
    few, others = words[::12], words[5::12]
    both = list(zip(few, others, strict=False))
    return {
        "titles": titles,
        "headings": headings,
        "words": few,
        "misspelled": [f"{word[:2]}{word[3:]} {other[:1]}{other[2:3]}{other[1:2]}{other[3:]}." for word, other in both],
        "camelCase": [f"{word[:2]}{word[3:]}{other.title()}Lasot" for word, other in both[:12]],
        "tasks": [f"how to {word} the {other} of a job with {word}" for word, other in both[::2]],
        "prefixes": ["getUs*", "getUserB*", "get_us*", " ".join(f"{word[:2]}*" for word in words[::40])],
        "signs": [sign.format(*pair) for pair in both[::5] for sign in SIGNS],
        "names": [*symbols[::4], *(f"{name} (method)" for name in symbols[1::8])],
    }


SIGNS = ('"{}" {}', '"{} {}"', "{:.3}* {}", "{} {:.3}", "{}.{}", "{}_{}()", "e.g. {} {}")


def differing(bundle: Bundle, ranking: SpecRanking, asked: list[str]) -> list[str]:
    """Return the queries for which the two do not give the same first ten pages with the same scores."""
    return [query for query in asked if not _alike(bundle, ranking, query)]


def _alike(bundle: Bundle, ranking: SpecRanking, query: str) -> bool:
    hits = bundle.search(query, excerpt_chars=0).hits
    found = ranking.search(query)
    same_pages = [hit.url for hit in hits] == [url for url, _ in found]
    return same_pages and [hit.score for hit in hits] == pytest.approx([score for _, score in found], abs=0.001)


def test_the_page_ranks_as_the_program(bundle: Bundle) -> None:
    """Both give the same first ten pages, in the same order, for queries of every sort."""
    ranking = SpecRanking(BUNDLE)
    asked = queries(ranking)
    assert sum(map(len, asked.values())) > 200
    assert {sort: differing(bundle, ranking, of_sort) for sort, of_sort in asked.items()} == dict.fromkeys(asked, [])


def test_bounds_are_as_the_page_says(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    """So they do when the bounds are so tight that a third of the queries reach them."""
    for name, bound in (("POSTINGS_BUDGET", 30), ("TASK_BUDGET", 40), ("LOOKUP_SECTIONS", 12)):
        monkeypatch.setattr(knobs, name, bound)
    ranking = SpecRanking(BUNDLE, Bounds(sections=30, for_task=40, looked_up=12))
    assert differing(bundle, ranking, [query for of_sort in queries(ranking).values() for query in of_sort]) == []


def test_questions_count_as_the_page_says(tmp_path: Path) -> None:
    """So they do where pages and sections have questions: in several docsets and languages, weighed, with variants."""
    words = ["needle", "hay", "barn", "fork", "field", "wagon", "horse", "rope"]

    def made(name: str, seed: int, language: str) -> MadePage:
        chance = random.Random(f"{name} {seed}")
        some = [" ".join(chance.choices([*words, "the", "stick", "usb"], k=chance.randrange(2, 9))) for _ in range(6)]
        return MadePage(
            f"{name}{seed:02}.html",
            some[0],
            some[1],
            some[2],
            (MadeSection(some[1], some[3], anchor="s", questions=(some[4], some[0])[: seed % 3]),),
            language=language,
            leader=f"{name}00.html" if seed == 5 else "",
            prior=100 if seed % 4 else 80,
            questions=(some[5], some[2], some[3])[: seed % 4] if seed % 5 else (),
        )

    docsets = [
        MadeDocset("one", [made("a", seed, "en" if seed < 20 else "de") for seed in range(28)]),
        MadeDocset("two", [made("b", seed, "en") for seed in range(9)], weight=1.5),
        MadeDocset("bare", [replace(made("c", seed, "en"), questions=(), sections=()) for seed in range(6)]),
    ]
    for name, data in make_bundle(docsets).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    asked = [f"how to {a} a {b} with {c} and usb" for a in words for b, c in pairwise(words)]
    asked += [f"the {a} of some {b} {a} stikc" for a in words for b in words[:4]] + [
        "usb stick usb pen drives",
        "hay, barn, fork, rope",
    ]
    bundle, ranking = open_bundle(tmp_path), SpecRanking(tmp_path)
    assert differing(bundle, ranking, asked) == []


def test_lists_of_words_agree() -> None:
    """The page of lists has the words that the code has."""
    said = {name: " ".join(words) for name, words in LISTS.items() if name.islower()}
    assert said == {language: " ".join(words.split()) for language, words in _WORDS.items()}
    assert KINDS == _KINDS
    assert {*_KINDS, *_MANNERS, ""} == NO_PIECES


def test_the_example_is_so() -> None:
    """The page shows what a search says of its first hit, and its sum is the score."""
    page = (TESTS.parent / "docs" / "ranking.md").read_text("utf-8").split("**Example.**")[1]
    (shown,) = re.findall(r"^```\n(.*?)^```", page, re.M | re.S)
    arguments = ["search", str(BUNDLE), "exit codes", "--docs", "lantern", "--limit", "1", "--explain"]
    said = CliRunner().invoke(commands, arguments).output.splitlines()
    assert [line for line in shown.splitlines() if line not in said] == []
    first, *added = map(float, re.findall(r"(?:section|page|_title|_coverage|proximity|^) +\+?([\d.]+)", shown, re.M))
    (s1, p1, s2, p2), (s3, p3, title, p4, near) = added[:4], added[4:]
    assert s1 + s2 + s3 + 0.6 * (p1 + p2 + p3 + p4) + title + near == pytest.approx(first, abs=0.05)


def test_the_second_ranking_uses_nothing_of_ours() -> None:
    """It imports no package of ours, and reads no source of it."""
    for name in ("spec_analyzer", "spec_ranking"):
        source = (TESTS / f"{name}.py").read_text("utf-8")
        assert not re.search(r"^\s*(?:import|from) pinax", source, re.M)
        assert "src" not in source
