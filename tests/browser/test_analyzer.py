"""The analyzer in JavaScript gives the terms that the format page says, which are those of the analyzer in Python."""

from __future__ import annotations

import hashlib
import random
import sys
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import snowballstemmer

from browser import node
from contract.test_analyzer import cases
from pinax_runtime.text import analyzer
from spec_analyzer import SpecAnalyzer, fold

LANGUAGES = {
    "english": "don't naïve Running classes getUserById HTTPServer",
    "german": "Straße Häuser übermäßige Größe",
    "french": "généralités l'été œuvre",
    "russian": "пользователями Ёлка документы",
    "turkish": "İstanbul kullanıcıların ışık",
    "greek": "ΟΔΟΣ χρήστες Σίσυφος",
    "arabic": "المستخدمين كِتاب ٣٤٥",
    "hindi": "उपयोगकर्ताओं हिन्दी १२",
    "finnish": "käyttäjien taloissa",
    "polish": "użytkownikami źdźbło",
    "yiddish": "געשריבענע בּיכער",
    "none": "日本語 カタカナ ｶﾞ 한국어 ภาษาไทย မြန်မာ",
}
"""For each of twelve languages an algorithm and words."""
_SIGNS = [
    " ",
    " ",
    " ",
    ".",
    "::",
    "-",
    "_",
    "--",
    "->",
    "#",
    "++",
    "(",
    ")",
    "/",
    "=",
    "*",
    "@",
    "$",
    "\u00ad",
    "\u200d",
    "\u0301",
    "\U0001e94a",
    "9",
    "operator<<",
]


def _texts(algorithm: str, count: int) -> list[str]:
    """Return texts of words of a language, of their letters, of signs and of any characters."""
    chosen = random.Random(algorithm)
    words = LANGUAGES[algorithm].split()
    letters = "".join(words)

    def piece() -> str:
        kind = chosen.random()
        if kind < 0.3:
            return chosen.choice(words)
        if kind < 0.6:
            return chosen.choice(_SIGNS)
        if kind < 0.97:
            return "".join(chosen.choices(letters, k=chosen.randint(1, 6)))
        return next(
            one
            for one in iter(lambda: chr(chosen.randrange(0x20, 0x1F000)), "")
            if unicodedata.category(one) not in ("Cn", "Cs")
        )

    return ["".join(piece() for _ in range(chosen.randint(1, 14))) for _ in range(count)]


@cache
def _vocabulary(algorithm: str) -> list[str]:
    """Return words that an algorithm finds its endings in."""
    chosen = random.Random(algorithm)
    module = __import__(f"snowballstemmer.{algorithm}_stemmer", fromlist=["_"])
    (stemmer,) = (own for name, own in vars(module).items() if name.endswith("Stemmer") and name != "BaseStemmer")
    endings = sorted({item.s for name, table in vars(stemmer).items() if name.startswith("a_") for item in table})
    letters = sorted(set("".join(endings)) | set("aeinrst"))
    parts = [
        chosen.choices(letters, k=chosen.randint(1, 6)) + chosen.choices(endings, k=chosen.randint(0, 3))
        for _ in range(400)
    ]
    return ["".join(part)[:64] for part in parts] + ["\U0001d4b3\U0001d4b4" + ending for ending in endings[:20]]


def _shown(runs: list[dict[str, Any]]) -> str:
    """Return the words of runs as the document of cases does."""
    lines: list[str] = []
    for run in runs:
        for offset, terms in enumerate(run["words"]):
            wholes = [whole["term"] for whole in run["wholes"] if whole["at"] == offset]
            lines.append(" + ".join([f"{len(lines)}: {' | '.join(terms) or '(not indexed)'}", *wholes]))
    return "\n".join(lines)


def _cut(text: str, run: dict[str, Any]) -> str:
    """Return what a run says that it stands for: JavaScript counts units of 16 bits."""
    return text.encode("utf-16-le", "surrogatepass")[2 * run["start"] : 2 * run["end"]].decode("utf-16-le")


def test_cases_of_the_document() -> None:
    """Each text of the document of cases gives the words that it says."""
    documents = list(cases())
    asked = [{"algorithm": case.algorithm, "texts": [case.text], "words": []} for case in documents]
    for case, answer in zip(documents, node.run("analyzing.mjs", asked), strict=True):
        assert _shown(answer["runs"][0]) == case.terms, case.title


def test_random_texts_in_twelve_languages() -> None:
    """A thousand texts give the runs, words, wholes and offsets that the Python analyzers give."""
    asked = [{"algorithm": algorithm, "texts": _texts(algorithm, 90), "words": []} for algorithm in LANGUAGES]
    assert sum(len(one["texts"]) for one in asked) > 1000
    for one, answer in zip(asked, node.run("analyzing.mjs", asked), strict=True):
        spec = SpecAnalyzer(f"pinax-1:{one['algorithm']}")
        for text, runs in zip(one["texts"], answer["runs"], strict=True):
            expected = list(spec.runs(text))
            assert [(_cut(text, run), run["spelled"], run["words"]) for run in runs] == [
                (text[run.start : run.end], run.words, run.parts) for run in expected
            ], text
            assert [sorted({(whole["at"], whole["term"]) for whole in run["wholes"]}) for run in runs] == [
                sorted(set(run.wholes)) for run in expected
            ], text
            assert [run["words"] for run in runs] == [
                list(map(list, run.parts)) for run in analyzer(one["algorithm"]).runs(text)
            ], text


def test_characters_that_change() -> None:
    """Each character that has a decomposition, a combining class or another case gives what it gives in Python."""
    characters = [
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if unicodedata.decomposition(character) or unicodedata.combining(character) or character.lower() != character
    ]
    texts = [f"x{character}y {character}" for character in characters if not "\uac00" <= character <= "\ud7af"]
    (answer,) = node.run("analyzing.mjs", [{"algorithm": "none", "texts": texts, "words": []}])
    spec = SpecAnalyzer("pinax-1:none")
    different = [
        text
        for text, runs in zip(texts, answer["runs"], strict=True)
        if [run["words"] for run in runs] != [run.parts for run in spec.runs(text)]
    ]
    assert different == []


def test_stemmers_are_the_release_that_the_format_names() -> None:
    """Each algorithm gives the stems and the fingerprint of Python's release, also for characters beyond 16 bits."""
    names = snowballstemmer.algorithms()
    page = (Path(__file__).parents[2] / "docs" / "format.md").read_text("utf-8")
    probes = page[page.index("### 10.3") :].split("```")[1].split()
    asked = [{"algorithm": name, "texts": [], "words": [*probes, *_vocabulary(name)]} for name in names]
    assert len(asked) == 36
    for one, answer in zip(asked, node.run("analyzing.mjs", asked), strict=True):
        stems = snowballstemmer.stemmer(one["algorithm"]).stemWords(one["words"])
        different = [
            (word, right, wrong)
            for word, right, wrong in zip(one["words"], stems, answer["stems"], strict=True)
            if (right or word) != wrong
        ]
        assert different == [], one["algorithm"]
        hashed = hashlib.sha256("\n".join(stems[: len(probes)]).encode()).hexdigest()
        assert hashed[:8] == answer["fingerprint"], one["algorithm"]


@pytest.mark.parametrize("text", ["", "a", "\u1ecd\u0301\u094d", "Ǆ", "ﷺ"])
def test_folding_is_the_same(text: str) -> None:
    """What folding makes of a word is among its terms."""
    (answer,) = node.run("analyzing.mjs", [{"algorithm": "none", "texts": [text], "words": []}])
    assert all(fold(run["words"][0][0]) == run["words"][0][0] for run in answer["runs"][0])
