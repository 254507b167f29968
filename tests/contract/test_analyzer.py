"""Text → terms: cases as documents, and what holds for any text."""

from __future__ import annotations

import re
import sys
import tracemalloc
import unicodedata
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
import snowballstemmer
from hypothesis import example, given
from hypothesis import strategies as st
from snowballstemmer.german_stemmer import GermanStemmer

from pinax_runtime.format import limits
from pinax_runtime.text import KEPT, WORD, Analyzer, Run, analyzer, compose, fold, normalize, stemmers
from pinax_runtime.text.analyzer import _RUN
from spec_analyzer import SpecAnalyzer

CASES = Path(__file__).parent / "cases" / "analyzer.md"


class Case(NamedTuple):
    """One case of the document."""

    title: str
    algorithm: str
    text: str
    terms: str


def cases() -> Iterator[Case]:
    """Read the document."""
    pattern = re.compile(r"^## ([^\n]+)\n\n```(\w+)\n(.+?)\n```\n\n```terms\n(.+?)\n```$", re.M | re.S)
    for found in pattern.finditer(CASES.read_text("utf-8")):
        title, algorithm, text, terms = found.groups()
        yield Case(title, algorithm, _unescape(text), _unescape(terms))


def _unescape(text: str) -> str:
    return re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)


def shown(found: Analyzer | SpecAnalyzer, text: str) -> str:
    """Return the words of a text as the document does."""
    lines: list[str] = []
    for run in found.runs(text):
        for offset, terms in enumerate(run.parts):
            wholes = [term for at, term in run.wholes if at == offset]
            lines.append(" + ".join([f"{len(lines)}: {' | '.join(terms) or '(not indexed)'}", *wholes]))
    return "\n".join(lines)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    """The text gives the words that the document says, also by an analyzer written from the format page alone."""
    assert shown(analyzer(case.algorithm), case.text) == case.terms
    assert shown(SpecAnalyzer(f"pinax-1:{case.algorithm}"), case.text) == case.terms


def test_the_document_is_read_whole() -> None:
    """No case is left out because it is written wrongly."""
    assert len(list(cases())) == CASES.read_text("utf-8").count("\n## ") > 40


_alphabet = st.one_of(
    st.characters(codec="utf-8"),
    st.sampled_from("aeiouyABCXYZ019_.-:+#<>=@$%&|~?*/^!()[]"),
    st.sampled_from("éüßİıŁ\u0301\u0308\u00ad\u200d\u200c日本語がガｶﾞ\uff9e한\u1112ภาहिन्ْكِﷺ½ﬁ"),
)
texts = st.text(_alphabet, max_size=60)
algorithms = st.sampled_from(["none", "english", "german", "turkish", "hindi", "yiddish"])


@given(texts, algorithms)
def test_terms_can_be_filed(text: str, algorithm: str) -> None:
    """No term is empty or longer than the limit, or could not be written."""
    for run in analyzer(algorithm).runs(text):
        for term in run.terms():
            assert 0 < len(term) <= limits.TERM_CHARS
            term.encode()


@given(texts, algorithms)
def test_wholes_stand_at_words_of_their_run(text: str, algorithm: str) -> None:
    """Each whole has the position of one of its run's words, and each run takes at least one."""
    for run in analyzer(algorithm).runs(text):
        assert run.parts
        assert all(0 <= offset < len(run.parts) for offset, _ in run.wholes)


@given(texts)
def test_matches_are_the_runs(text: str) -> None:
    """Runs with offsets are the same runs, in order, and their offsets are into the text itself."""
    found = analyzer("english")
    matches = list(found.matches(text))
    assert [match.run for match in matches] == list(found.runs(text))
    assert all(before.end <= after.start for before, after in zip(matches, matches[1:], strict=False))
    assert [list(found.runs(text[match.start : match.end]))[:1] for match in matches if _alone(text, match.start)] == [
        [match.run] for match in matches if _alone(text, match.start)
    ]


def _alone(text: str, start: int) -> bool:
    return start == 0 or text[start - 1] == " "


@given(texts)
def test_a_run_depends_on_nothing_else(text: str) -> None:
    """An analyzer that has seen other text gives what a new one gives."""
    fresh = Analyzer("english")
    assert list(fresh.runs(text)) == list(analyzer("english").runs(text))
    assert list(fresh.runs(text)) == list(fresh.runs(text))


@given(texts)
@example("\u00c0\u1714")  # decomposed, the virama stands before the accent
@example("\u2262c")  # decomposed, a stroke stands between the sign and the letter
@example("\U0001109a\U0001e94a")
def test_spelling_alike_is_found_alike(text: str) -> None:
    """Composed and decomposed text give the same terms of each word."""
    found = analyzer("none")
    composed, decomposed = (
        [run.parts for run in found.runs(unicodedata.normalize(form, text))] for form in ("NFC", "NFD")
    )
    assert composed == decomposed


def test_every_mark_belongs_to_a_word() -> None:
    """A mark with a combining class changes places when text is decomposed, so none may end a word."""
    marks = [character for character in map(chr, range(sys.maxunicode + 1)) if unicodedata.combining(character)]
    assert [hex(ord(mark)) for mark in marks if not re.match(WORD, mark)] == []


@given(st.from_regex(r"[a-z]{2,8}(?:[._-]|::)[a-z]{2,8}", fullmatch=True))
def test_case_of_lower_identifiers_does_not_matter(identifier: str) -> None:
    """An identifier of one case is found by all terms of its spelling in the other."""
    found = analyzer("english")
    assert list(found.runs(identifier.upper())) == list(found.runs(identifier))


@given(st.lists(st.from_regex(r"[A-Z][a-z]{2,7}", fullmatch=True), min_size=2, max_size=4))
def test_camel_case_is_found_in_any_case(words: list[str]) -> None:
    """A camelCase identifier is found by its lower-case spelling and by its words."""
    found = analyzer("english")
    (run,) = found.runs("".join(words))
    (lower,) = found.runs("".join(words).lower())
    assert set(lower.terms()) <= set(run.terms())
    assert [parts[0] for parts in run.parts] == [_only(found, word.lower()) for word in words]


def _only(found: Analyzer, word: str) -> str:
    (run,) = found.runs(word)
    return run.parts[0][0]


@given(texts)
def test_composing_and_folding_twice_changes_nothing(text: str) -> None:
    """What is composed and folded stays as it is."""
    assert compose(compose(text)) == compose(text)
    folded = fold(normalize(text))
    assert fold(folded) == folded


BLOBS = {
    "one letter": "A" * 1_000_000,
    "humps": "aB" * 500_000,
    "dots": "a." * 500_000,
    "Han": "日" * 300_000,
    "underscores": "_" * 1_000_000,
    "marks": "\u0301" * 300_000,
    "operators": "=" * 1_000_000,
}


@pytest.mark.parametrize("blob", BLOBS.values(), ids=BLOBS)
def test_giant_runs_cost_no_more_than_their_size(blob: str) -> None:
    """A megabyte without a space is gone through in one pass and is not kept."""
    found = Analyzer("english")
    runs = list(found.runs(blob))
    assert sum(len(run.parts) for run in runs) <= len(blob)
    assert found._kept_run.cache_info().currsize <= 1


COSTLY = {"words": "ab.cd.", "humps": "aBc", "Han": "日本", "accents": "éa.", "one letter": "a."}


@pytest.mark.parametrize("unit", COSTLY.values(), ids=COSTLY)
def test_what_an_analyzer_keeps_has_a_bound_in_bytes(unit: str) -> None:
    """Whatever texts and queries hold, a reader's analyzer keeps less than 16 MB."""
    found = Analyzer("english")
    tracemalloc.start()
    try:
        for number in range(KEPT + 100):
            start = chr(0x4E00 + number) if unit == COSTLY["Han"] else f"x{number}."
            deque(found.runs((start + unit * 30)[:32]), 0)
        assert tracemalloc.get_traced_memory()[0] < 16 << 20
    finally:
        tracemalloc.stop()


@given(text=st.text(st.sampled_from("ab_Z9é\u0301語 .:-+/#$@%=*(\n") | st.characters(codec="utf-8"), max_size=40))
def test_runs_are_found_as_the_pattern_says(text: str) -> None:
    """What saves time in looking for runs finds those that the pattern does, and no others."""
    assert Analyzer("none").spellings(text) == re.findall(_RUN, text)


def test_an_analyzer_is_named_and_shared() -> None:
    """An analyzer says its family and algorithm, and there is one of each."""
    assert analyzer("english") is analyzer("english")
    assert analyzer("english").name == "pinax-1:english"
    assert isinstance(next(analyzer("none").runs("x")), Run)


def test_threads_share_a_stemmer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that several threads stem at the same time, in Python, have the stems that they have one by one."""
    monkeypatch.setattr(snowballstemmer, "stemmer", lambda name: GermanStemmer())
    stem = stemmers.stemmer.__wrapped__("german")
    words = [f"{start}{end}" for start in ("häus", "kauf", "lauf", "straß") for end in ("er", "ungen", "lich", "en")]
    alone = [stem(word) for word in words]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda _: [stem(word) for word in words], range(100)))
    finally:
        sys.setswitchinterval(usual)
    assert together == [alone] * 100


def test_an_unknown_algorithm_is_a_key_error() -> None:
    """There is no analyzer for an algorithm that the stemmer does not have."""
    with pytest.raises(KeyError):
        analyzer("klingon")


def test_fingerprints_tell_stemmers_apart() -> None:
    """Each algorithm has a fingerprint of its own, so the probe words reach all of them."""
    prints = {name: stemmers.fingerprint(name) for name in stemmers.names()}
    assert len(set(prints.values())) == len(prints) > 20


def test_a_stemmer_that_differs_in_a_word_has_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    """One word that is stemmed otherwise is enough."""
    before = stemmers.fingerprint("english")
    stem = stemmers.stemmer("english")
    monkeypatch.setattr(stemmers, "stemmer", lambda name: lambda word: "x" if word == "added" else stem(word))
    assert stemmers.fingerprint.__wrapped__("english") != before


@pytest.mark.parametrize(
    ("language", "algorithm"),
    [("en", "english"), ("de-AT", "german"), ("EN", "english"), ("ja", "none"), ("", "none"), ("xx", "none")],
)
def test_languages_have_algorithms(language: str, algorithm: str) -> None:
    """A language subtag leads to its stemmer, or to none."""
    assert stemmers.algorithm(language) == algorithm
