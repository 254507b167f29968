"""Make the conformance suite: small bundles, queries of every kind, and the answers that every reader must give.

Usage: python tests/data/make_conformance.py [--update]

Without `--update` the bundles stay, and are asked anew: after a change of the ranking. `--update` builds them anew,
too: after the format, or the way that the builder reads pages, changed. docs/conformance.md describes `cases.json`.

In `conformance/`, `pages.txt` has the pages, where `@ BUNDLE/PATH` begins one, and `queries.txt` the queries, where
`@ BUNDLE[=WEIGHT][,…] KIND` begins a list; options of a query follow a tab. The bundle `crowd` is drawn here, with a
seed: so many sections that every bound of the ranking is reached.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.write import segment_files, tables

sys.path.insert(0, str(Path(__file__).parents[1]))
from conformance import CASES, SUITE, answers  # noqa: E402

EPOCH = "1767323045"
LANGUAGES = ("de", "fr", "es", "it", "pt", "nl", "ru", "sv", "fi", "tr", "ar", "el", "zh", "ja", "th")
"""Twelve that have a stemmer, and three whose words are not separated by spaces."""
PATHS = {
    "golden": "../bundles/v1",
    "manual": "manual",
    "languages": "languages",
    "crowd": "crowd",
    "patched": "patched",
}
"""Bundle → its folder, from that of the cases."""

QUESTIONS = {
    "guide:guide/faq.md#why-does-the-printer-print-blank-pages": [
        "nothing shows on the sheet after it went through",
        "cartridge dried out how to clean it",
    ],
    "guide:guide/queue.md": ["how do I see what is stuck behind other work"],
    "guide:guide/templates.md": [
        "send the same letter to many people",
        "how to make a serial letter from a spreadsheet",
    ],
    "guide:guide/fonts.md": ["letters look wrong on another computer"],
}

HOSTILE = {
    "empty": "",
    "space": " \t\n ",
    "one sign": "?",
    "signs": "?!#$%&()=/\\'<>|;:,.-_" * 20,
    "operators": "-> => :: == != <= ++ --",
    "NUL": "queue\x00job",
    "NULs": "\x00" * 100,
    "controls": "queue\x01\x1b[31mjob\x7f\u009f",
    "4,000": "queue " * 700,
    "behind 4,000": "z " * 2000 + "queue",
    "one long word": "a" * 4000,
    "65 letters": "q" * 65,
    "40 letters": "q" * 40,
    "open quote": '"queue job',
    "quotes": '"' * 99,
    "odd quotes": '"queue" "job" "',
    "empty quotes": '"" queue ""',
    "high surrogate": "queue \ud800 job",
    "low surrogate": "\udc00queue",
    "surrogates": "\ud800\ud801" * 10,
    "astral": "\U0001d7d8\U0001f600 queue \U0001d400",
    "4,000 astral": "\U0001f600" * 3998 + " job",
    "many words": " ".join(f"word{n} queue" for n in range(150)),
    "201 names": " ".join(f"a{n}.b" for n in range(80)),
    "stars": "* ** q*j* *queue* queue**",
    "a name": "a.b.c.d.e.f.g.h.i.j",
    "deep name": "queue::" * 90 + "job",
    "combining": "q\u0301\u0302ueue jo\u0308b",
    "joiners": "que\u00adue jo\u200db \u200f",
    "full width": "\uff51\uff55\uff45\uff55\uff45",
    "ligature": "\ufb01rst sheet",
    "sharp s": "STRA\u1e9eE stra\u00dfe",
    "dotted I": "\u0130stanbul \u0131\u015f\u0131k",
    "sigma": "\u039f\u0394\u039f\u03a3 \u03bf\u03b4\u03cc\u03c2",
    "base64": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODk=",
    "bidi": "\u202equeue\u202c \u2066job\u2069",
    "line ends": "queue\r\njob\u2028retry\u2029limit\x85wait",
    "JSON": '{"query": "queue"}',
    "proto": "__proto__ constructor toString hasOwnProperty",
    "numbers": "4 40 4000 \u00b2 \u0664\u0660 \u2167",
    "HTML": "<b>queue</b> &amp; <script>",
}
"""What is hostile in it → query; asked of two bundles."""

COMMON = [
    f"{first}{last}"
    for first in ["ba", "ke", "lo", "mi", "nu", "ro", "sa", "ti"]
    for last in ["den", "fol", "gar", "lim", "ros"]
]
RARE = [f"{word}{ending}" for word in COMMON for ending in ("ax", "ix", "ux", "yx")]


def main() -> None:
    """Build what is to be built, and ask it."""
    if "--update" in sys.argv[1:]:
        build_bundles()
    head, cases = {"format": 1, "bundles": PATHS}, list(asked())
    cases = [{**case, **answer} for case, answer in zip(cases, answers({**head, "cases": cases}), strict=True)]
    lines = ",\n".join(f" {dumps(case)}" for case in cases)
    CASES.write_text(f'{dumps(head)[:-1]}, "cases": [\n{lines}\n]}}\n', "utf-8")


def dumps(value: object) -> str:
    """Write JSON in which only lone surrogates are escaped."""
    return re.sub("[\ud800-\udfff]", lambda lone: f"\\u{ord(lone[0]):04x}", json.dumps(value, ensure_ascii=False))


# The bundles.


def build_bundles() -> None:
    """Build all bundles of the suite but the golden one."""
    os.environ["SOURCE_DATE_EPOCH"] = EPOCH
    tables._BLOCKS, tables._FEWEST = 4, 2  # so that small bundles have all sorts of tables
    with TemporaryDirectory() as folder:
        sources = Path(folder)
        pages = dict(written())
        for path, text in [*pages.items(), *crowd()]:
            (sources / path).parent.mkdir(parents=True, exist_ok=True)
            (sources / path).write_text(text, "utf-8")
        questions = sources / "questions.jsonl"
        questions.write_text("".join(_question_lines()), "utf-8")
        manual, facets = sources / "manual", {"area": ("print",)}
        docsets = (
            DocsetConfig("guide", manual, title="Guide", language="en", include=("guide/**",), facets=facets),
            DocsetConfig("api", manual, title="API", language="en", include=("api/**",), weight=0.8),
            DocsetConfig("src", manual, title="Source", include=("src/**",), code=True, weight=1.2),
        )
        glossary = (("printer", "printing machine"), ("printing machine", "printer"))
        fresh("manual", BuildConfig(docsets, glossary=glossary, questions=questions, ranking={"question_weight": 0.8}))
        fresh("languages", BuildConfig(tuple(DocsetConfig(one, sources / one, language=one) for one in LANGUAGES)))
        with_usual_sizes = dict(segment_files.SIZES)
        segment_files.SIZES["terms"] = 1 << 10  # so that words of some thousand sections are alone
        fresh("crowd", BuildConfig((DocsetConfig("crowd", sources / "crowd", language="en"),)))
        segment_files.SIZES.update(with_usual_sizes)
        # Some pages change, move and go: a patch lies over them.
        patched = DocsetConfig("patched", sources / "patched", language="en")
        some = BuildConfig((patched,), cache=sources / "cache")
        for path, text in _before():
            (sources / "patched" / path).parent.mkdir(parents=True, exist_ok=True)
            (sources / "patched" / path).write_text(text, "utf-8")
        fresh("patched", some)
        for path, text in _after():
            (sources / "patched" / path).write_text(text, "utf-8")
        (sources / "patched/page03.md").unlink()
        build(some, SUITE / "patched", workers=1, patch=True, prune=True)


def fresh(name: str, config: BuildConfig) -> None:
    """Build a bundle that has nothing of an earlier one."""
    shutil.rmtree(SUITE / name, ignore_errors=True)
    build(config, SUITE / name, workers=1)


def written() -> Iterator[tuple[str, str]]:
    """Yield path and text of each page of `pages.txt`."""
    yield from _parts("pages.txt")


def _parts(name: str) -> Iterator[tuple[str, str]]:
    """Yield head and text of each part of a file, where a line that begins with `@ ` is a head."""
    parts = re.split(r"^@ (.+)\n", (SUITE / name).read_text("utf-8"), flags=re.M)
    yield from zip(parts[1::2], parts[2::2], strict=True)


def _question_lines() -> Iterator[str]:
    for address, questions in QUESTIONS.items():
        line = {"id": address, "digest": "0" * 16, "questions": questions, "by": "human", "instructions": 0}
        yield json.dumps(line) + "\n"


def crowd() -> Iterator[tuple[str, str]]:
    """Yield pages of drawn words: more than 128 match a query, and these have more than 10,000 sections."""
    drawn = random.Random("crowd")
    for number in range(135):
        sections = [f"# Page {number} {drawn.choice(RARE)}\n\n{_drawn(drawn)}.\n"]
        for at in range(drawn.randrange(74, 90)):
            sections.append(f"## {drawn.choice(RARE) if at % 9 == 0 else 'Part'}\n\n{_drawn(drawn)}.\n")
        yield f"crowd/p{number:03}.md", "\n".join(sections)


def _drawn(drawn: random.Random) -> str:
    words = [word for word in COMMON if drawn.random() < 0.15] or ["alone"]
    return " ".join([*words, drawn.choice(RARE)] if drawn.random() < 0.1 else words)


def _before() -> Iterator[tuple[str, str]]:
    for number in range(12):
        yield f"page{number:02}.md", f"# Page {number}\n\nA quokka and a {'numbat' if number % 2 else 'wombat'} meet.\n"


def _after() -> Iterator[tuple[str, str]]:
    for number in (2, 5, 8):
        yield f"page{number:02}.md", f"# Page {number}\n\nA quokka and a {'numbat' if number % 2 else 'wombat'} part.\n"
    yield "page04x.md", "# Page 4x\n\nA quokka and a wombat meet.\n"


# The queries.


def asked() -> Iterator[dict[str, Any]]:
    """Yield all cases, without answers."""
    for head, lines in _parts("queries.txt"):
        names, _, kind = head.partition(" ")
        weights = {name: float(weight or 1) for name, _, weight in (one.partition("=") for one in names.split(","))}
        for query, _, options in (line.partition("\t") for line in lines.splitlines()):
            yield {"bundles": weights, "kind": kind, "query": query, **json.loads(options or "{}")}
    for what, query in HOSTILE.items():
        yield from (case(name, f"hostile: {what}", query) for name in ("manual", "languages"))
    yield from (case("languages", f"language {one}", query) for one in LANGUAGES for query in in_language(one))
    yield from on_crowd()


def case(bundle: str, kind: str, query: str, **options: Any) -> dict[str, Any]:
    """Return a case of one bundle."""
    return {"bundles": {bundle: 1.0}, "kind": kind, "query": query, **options}


def in_language(language: str) -> Iterator[str]:
    """Yield queries made of a language's pages: titles, words, phrases, prefixes, typos, sentences, without marks."""
    pages = [text for path, text in written() if path.startswith(f"{language}/")]
    titles = [line.lstrip("# ") for text in pages for line in text.splitlines() if line.startswith("#")]
    texts = [re.sub("^#.*", "", text, flags=re.M).strip() for text in pages]
    sentences = [re.split(r"[.。,،，、\n]", text)[0] for text in texts]
    yield from titles
    yield bare(titles[0])
    yield from (texts[0].splitlines()[0], sentences[-1].upper())
    for sentence, title in zip(sentences, titles, strict=False):
        words = sentence.split()
        if language in ("zh", "ja", "th"):  # words are not separated by spaces
            yield from (sentence[:2], sentence[3:6], f'"{sentence[1:5]}"', sentence[4:5])
            continue
        longest, of_title = max(words, key=len), max(title.split(), key=len)
        yield from (longest, f'"{words[0]} {words[1]}"', f"{longest[:4]}*", f"{of_title[:2]}{of_title[3:]} {words[-1]}")


def bare(text: str) -> str:
    """Write a text in lower case, without marks."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(sign))


def on_crowd() -> Iterator[dict[str, Any]]:
    """Yield queries that reach the bounds: late words, pruned ones, candidates, corrections, prefixes of very many."""
    drawn = random.Random("queries")
    for n in (1, 2, 3, 5):
        yield from (case("crowd", f"{n} common words", " ".join(drawn.sample(COMMON, n))) for _ in range(4))
    for n in (20, 38, 40):
        yield from (case("crowd", "pruned words", " ".join(drawn.sample(COMMON, n))) for _ in range(3))
    for _ in range(4):
        rare, common = drawn.choice(RARE), drawn.sample(COMMON, 3)
        yield case("crowd", "rare and common", f"{rare} {common[0]}")
        yield case("crowd", "rare and common", " ".join([*common, rare, "the", "of"]))
        yield case("crowd", "rare and common", f"{rare} {' '.join(drawn.sample(COMMON, 36))}")
        yield case("crowd", "phrases", f'"{common[0]} {common[1]}"')
        yield case("crowd", "phrases", f'"{sorted(common)[0]} {sorted(common)[1]}" {rare}')
        yield case("crowd", "prefixes", f"{rare[:4]}* {common[0][:3]}*")
        yield case("crowd", "typos", f"{rare[:2]}{rare[3:]} {common[0]}")
        yield case("crowd", "sections", f"{rare} {common[0]}", sections=True)
        yield case("crowd", "tasks", f"how to {common[0]} a {common[1]} of the {rare}")
        yield case("crowd", "deep", common[0], offset=20)


if __name__ == "__main__":
    main()
