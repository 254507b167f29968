"""Typos: what is near, what unknown words are corrected to, and that known words cost nothing."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, make_bundle
from pinax_runtime.search import Bundle, CountingSource, MemorySource, Reply, open_bundle
from pinax_runtime.search.terms import allowed_edits, distance, near_words

PAGES = [
    MadePage("python.html", "Python", "The python manual"),
    MadePage("gather.html", "asyncio.gather", "asyncio gather runs awaitables . use asyncio.gather to gather"),
    MadePage("list.html", "Lists", "a list of lists"),
    MadePage("cafe.html", "Généralités", "Les généralités du café"),
    MadePage("user.html", "Users", "call getUserById with the user"),
]


def made(*docsets: MadeDocset) -> Bundle:
    """Open a bundle, each lexicon in one file."""
    return open_bundle(MemorySource(make_bundle(docsets, cutting=Cutting(keys=1000))))


@cache
def bundle() -> Bundle:
    return made(MadeDocset("d", PAGES))


def urls(reply: Reply) -> list[str]:
    """Name the pages found, best first."""
    return [hit.url for hit in reply.hits]


def plain_distance(first: str, second: str) -> int:
    """Compute the distance in the plainest way."""
    rows = [[i + j if not i * j else 0 for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            change = rows[i - 1][j - 1] + (first[i - 1] != second[j - 1])
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, change)
            if i > 1 and j > 1 and first[i - 1] == second[j - 2] and first[i - 2] == second[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


_word = st.text("abcdé", min_size=1, max_size=12)


@given(_word, st.text("abcdé", max_size=12))
def test_the_distance_is_optimal_string_alignment(first: str, second: str) -> None:
    """Distances are those of the textbook's matrix."""
    assert distance(first, second) == plain_distance(first, second)


@given(st.text("abcd", min_size=4, max_size=11), st.data())
def test_every_near_word_is_found(word: str, data: st.DataObject) -> None:
    """No word within reach is missed, whichever letters are edited, and none beyond is given."""
    edits = 1 if len(word) < 8 else 2
    words = [word]
    for _ in range(12):
        base = list(data.draw(st.sampled_from(words)))
        at = data.draw(st.integers(0, len(base) - 2))
        match data.draw(st.integers(0, 3)):
            case 0:
                base[at], base[at + 1] = base[at + 1], base[at]
            case 1:
                base.insert(at, "a")
            case 2 if len(base) > 3:
                del base[at]
            case _:
                base[at] = "d"
        words.append("".join(base))
    found = {near.at: near.distance for near in near_words(word, words, edits)}
    assert found == {
        at: distance for at, other in enumerate(words) if (distance := plain_distance(word, other)) <= edits
    }


@pytest.mark.parametrize(("word", "edits"), [("cat", 0), ("loop", 1), ("generat", 1), ("generate", 2), ("x" * 90, 0)])
def test_longer_words_may_be_further_away(word: str, edits: int) -> None:
    """Below four letters nothing is corrected, from eight on two edits are."""
    assert allowed_edits(word) == edits


def test_a_task_is_corrected_less() -> None:
    """A short word of a task stays as it is, since pages may use another one. A long one may be an edit off."""
    pages = [MadePage("a.html", "Pure functions", "A template of pure functions.")]
    bundle = made(MadeDocset("d", pages))
    assert bundle.search("purge").did_you_mean == "pure"
    assert bundle.search("how do I purge what is in a tempalte").did_you_mean == "how do I purge what is in a template"


@pytest.mark.parametrize(
    ("query", "meant", "page"),
    [
        ("pyhton", "python", "python.html"),  # swapped
        ("pythn ", "python ", "python.html"),  # left out
        ("pythoon", "python", "python.html"),  # put in
        ("pithon", "python", "python.html"),  # changed
        ("Pyhton", "Python", "python.html"),
        ("PYHTON", "PYTHON", "python.html"),
        ("asyncio.gahter", "asyncio.gather", "gather.html"),
        ("awiatalbes", "awaitables", "gather.html"),  # two edits
        ("génréalités", "généralités", "cafe.html"),
        ("geenralites", "généralités", "cafe.html"),  # without accents
        ("getUsrById", "getuserbyid", "user.html"),  # a name whose part is too short to correct
    ],
)
def test_misspelled_words_find_what_was_meant(query: str, meant: str, page: str) -> None:
    """A word that nothing has is searched for as the nearest one, and the reply says so."""
    reply = bundle().search(query)
    assert reply.did_you_mean == meant
    assert urls(reply)[0] == page


def test_unknown_words_are_shown_as_typed() -> None:
    """Unknown words come as typed, not as terms; names of which nothing is known come whole."""
    assert bundle().search("Pyhton of Flurbs flim.flam_Fnord").unknown_words == ["Pyhton", "Flurbs", "flim.flam_Fnord"]
    assert bundle().search("asyncio.flurbing モジュール").unknown_words == ["flurbing", "モジュール"]


@pytest.mark.parametrize("query", ["python", "pyth", "list of lists", '"pyhton"', "pyhton*", "xqz", "qqqqqqqqq"])
def test_nothing_is_corrected_without_need(query: str) -> None:
    """Known words stay, as do unfinished ones that continue, quoted and starred ones, and those with nothing near."""
    corrected = bundle().search(query).did_you_mean
    assert corrected == ("python" if query == '"pyhton"' else "")  # quotes are dropped where nothing holds them


def test_quotes_mean_it_where_there_is_something() -> None:
    """A quoted word is not corrected beside others; only when the quotes find nothing are they, and typos, forgiven."""
    reply = bundle().search('"pyhton" lists')
    assert reply.relaxed
    assert reply.did_you_mean == "python lists"


def test_closer_words_win_and_then_the_more_frequent() -> None:
    """Only the closest words are searched for, and of those the more frequent one is what is suggested."""
    often = [MadePage(f"w{n}.html", text="waiter") for n in range(3)]
    asked = made(MadeDocset("d", [*often, MadePage("r.html", text="writer"), MadePage("x.html", text="waitersse")]))
    reply = asked.search("wriiter")
    assert (reply.did_you_mean, urls(reply)) == ("writer", ["r.html"])
    reply = asked.search("wxiter")
    assert reply.did_you_mean == "waiter"
    assert sorted(urls(reply)) == ["r.html", "w0.html", "w1.html", "w2.html"]


def test_a_corrected_word_counts_less() -> None:
    """Beside a word as typed a corrected one weighs less: of two pages the one with the known word comes first."""
    fill = [MadePage(f"n{n}.html", text="nothing of it") for n in range(6)]
    asked = made(MadeDocset("d", [MadePage("a.html", text="gather"), MadePage("b.html", text="python"), *fill]))
    assert urls(asked.search("gather pyhton "))[:2] == ["a.html", "b.html"]
    assert urls(asked.search("gahter python "))[:2] == ["b.html", "a.html"]


def test_every_language_is_corrected_in_its_own() -> None:
    """A word is corrected by the segment that has it, whatever the other languages have."""
    german = MadePage("de.html", text="Die Häuser der Straße", language="de")
    russian = MadePage("ru.html", text="настройка программы", language="ru")
    asked = made(MadeDocset("d", [*PAGES[:3], german, russian]))
    for query, page in (("Haeuser", "de.html"), ("Strasse", "de.html"), ("настрйока", "ru.html")):
        assert urls(asked.search(query)) == [page], query


def kinds(names: list[str]) -> Counter[str]:
    """Count the files of each kind."""
    return Counter(name.rpartition(".")[2] for name in names)


def test_a_typo_costs_one_file_of_each_segment() -> None:
    """Known words read no lexicon; an unknown one reads that of each segment, once."""
    docsets = [MadeDocset("d", PAGES[:4]), MadeDocset("e", [MadePage("e.html", text="Python again")])]
    source = CountingSource(MemorySource(make_bundle(docsets, cutting=Cutting(keys=1000))))
    asked = open_bundle(source)
    asked.search("python gather lists")
    assert "lexicon" not in kinds(source.names)
    asked.search("pyhton gahter")
    assert kinds(source.names)["lexicon"] == 2
    asked.search("pyton")
    assert kinds(source.names)["lexicon"] == 2
    assert kinds(source.names)["terms"] == 2


@given(st.text('abcdé*"._ -A日', max_size=30))
def test_any_query_is_answered(query: str) -> None:
    """Whatever is typed, correcting it fails in no way."""
    reply = bundle().search(query)
    assert reply.total >= len(reply.hits)
