"""Excerpts quote the section's own text, and show the word that was found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import MemorySource, open_bundle
from pinax_runtime.search.excerpt import _FOLDED, ExcerptCutter, Passage, plain
from pinax_runtime.text import analyzer
from scaling import assert_in_proportion

WORDS = ["needle", "Needles", "the", "running", "a", "configuration", "généralités", "getUserById", "日本語の文書", "ẞ"]
WORDS += [
    "snake_case",
    "--flag",
    "C++",
    "x" * 70,
    "🚀",
    "needle,",
    "(needle)",
    "`needle`",
    "**needle**",
    "ﬁne",
    "İstanbul",
]
_word = st.sampled_from(WORDS)
_line = st.lists(_word, max_size=30).map(" ".join)
_block = st.one_of(
    _line,
    _line.map(lambda line: f"## {line}"),
    _line.map(lambda line: f"[{line}](https://x.dev/a)"),
    _line.map(lambda line: f"```python\n{line}\n```"),
    _line.map(lambda line: f"| {line} | b |\n| --- | --- |\n| c | d |"),
)
markdown = st.lists(_block, max_size=12).map("\n\n".join)
long_markdown = st.tuples(markdown, st.integers(0, 400), markdown).map(
    lambda parts: "\n\n".join([parts[0], *["filler text of no interest at all"] * parts[1], parts[2]])
)


def cut(text: str, *words: str, max_chars: int = 120, algorithm: str = "english", title: str = "") -> str:
    """Cut an excerpt for words, each worth the same."""
    found = analyzer(algorithm)
    terms = {run.parts[0][0]: 1.0 for word in words for run in found.runs(word)}
    return ExcerptCutter(terms, found).cut(Passage.of(text), max_chars, title)


_CASES = (Path(__file__).parent / "cases" / "excerpts.md").read_text(encoding="utf-8")
_CASE = re.compile(
    r"^## (.+)\n\nQuery `(.+?)`, (\d+) characters(?:, titled `(.+)`)?\.\n\n"
    r"````markdown\n([\s\S]*?)\n````\n\n````text\n([\s\S]*?)\n````$",
    re.MULTILINE,
)
CASES = {name: case for name, *case in _CASE.findall(_CASES)}


@pytest.mark.parametrize(("query", "chars", "title", "text", "excerpt"), CASES.values(), ids=CASES)
def test_excerpts_are_as_the_document_says(query: str, chars: str, title: str, text: str, excerpt: str) -> None:
    """Each case of the document has the excerpt that stands below it."""
    assert cut(text, *query.split(), max_chars=int(chars), title=title) == excerpt


def quoted(excerpt: str) -> str:
    """Take the marks of omission off."""
    return excerpt.removeprefix("… ").removesuffix(" …")


@given(long_markdown, st.integers(20, 300))
def test_an_excerpt_is_a_quotation(text: str, max_chars: int) -> None:
    """An excerpt stands word for word in the section's text, on one line, no longer than asked for."""
    excerpt = cut(text, "needle", "running", max_chars=max_chars)
    assert quoted(excerpt) in plain(text)
    assert "\n" not in excerpt
    assert len(quoted(excerpt)) <= max_chars


@given(long_markdown, st.sampled_from(["needle", "configuration", "running"]))
def test_an_excerpt_shows_the_word(text: str, word: str) -> None:
    """Where the text has a word of the query, the excerpt has one too."""
    found = analyzer("english")
    (run,) = found.runs(word)
    wanted = run.parts[0][0]

    def has(passage: str) -> bool:
        return any(wanted in spellings for run in found.runs(passage) for spellings in run.parts)

    assert has(cut(text, word, max_chars=200)) or not has(plain(text))


SPELLED = {
    "inflected": ("x " * 200 + "He configures it" + " y" * 200, "configuration", "english"),
    "umlaut": ("x " * 200 + "die Häuser" + " y" * 200, "Haus", "german"),
    "accents": ("x " * 200 + "généralités" + " y" * 200, "generalite", "french"),
    "Han": ("x " * 200 + "日本語の文書" + " y" * 200, "本語", "none"),
    "camelCase": ("x " * 200 + "getUserById" + " y" * 200, "user", "none"),
    "dotted I": ("x " * 200 + "İİİ naïve" + " y" * 200, "naïve", "none"),
    "growing letters": ("ẞİ" * 200 + " needle " + "y " * 200, "needle", "none"),
    "short": ("x " * 200 + "you try it" + " y" * 200, "tries", "english"),
    "part of other words": ("pruned " * 200 + "he runs", "running", "english"),
    "decomposed": ("x " * 200 + "nai\u0308ve" + " y" * 200, "naïve", "none"),
    "long": ("x " * 5_000 + "needle " + "y " * 5_000, "needle", "none"),
    "no spaces": ("x" * 9_000 + " needle " + "y" * 9_000, "needle", "none"),
}


@pytest.mark.parametrize(("text", "word", "algorithm"), SPELLED.values(), ids=SPELLED)
def test_a_word_is_shown_however_it_is_spelled(text: str, word: str, algorithm: str) -> None:
    """The excerpt is cut where the analyzer finds the word, in any script, wherever it stands."""
    excerpt = cut(text, word, algorithm=algorithm)
    found = analyzer(algorithm)
    terms = {term for run in found.runs(excerpt) for term in run.terms()}
    (run,) = found.runs(word)
    assert run.parts[0][0] in terms
    assert quoted(excerpt) in plain(text)


PLAIN = {
    "escapes": (
        r"At most five\* of \<name\>, C:\dir and 1\. so \[1\]",
        "At most five* of <name>, C:\\dir and 1. so [1]",
    ),
    "an escaped bracket in a link": (r"a [list\[int\]](x.md) b", "a list[int] b"),
    "code spans": (r"call `f(**x, a\*b)` and ``a`\_`` **now**", r"call `f(**x, a\*b)` and ``a`\_`` now"),
    "fences": ("```py\nf(**x)  # [a](b) \\*\n```\n**a**\n~~~~\n~~~\n\\*\n~~~~\n\\*", r"f(**x) # [a](b) \* a ~~~ \* *"),
    "a fence that is not closed": ("a\\*\n\n> ```sh\n> \\*", r"a* > \*"),
    "a fence longer than a piece": ("```\n" + "f(**x)\n" * 400 + "```\n\\*", "f(**x) " * 400 + "*"),
    "cells": ("| a |\n| --- |\n| `x\\|y` \\| z |\n\nand `x\\|y`", r"| a | | `x|y` | z | and `x\|y`"),
}


@pytest.mark.parametrize(("source", "line"), PLAIN.values(), ids=PLAIN)
def test_markup_becomes_text(source: str, line: str) -> None:
    """What a renderer shows is left: escapes are the characters they stand for, and code is as it was written."""
    assert plain(source) == line


def cut_long(text: str, *words: str, title: str = "") -> str:
    """Cut an excerpt of a text that counts as very long."""
    found = analyzer("english")
    terms = {run.parts[0][0]: 1.0 for word in words for run in found.runs(word)}
    return ExcerptCutter(terms, found).cut_long(text, 120, title)


FILLER = "filler text of no interest at all\n" * 3_000

LONG = {
    "at its end": (FILLER + "the needles are here", "needle"),
    "at its start": ("the needles are here\n" + FILLER, "needle"),
    "after a link's target": (f"[a](needle.md)\n{FILLER}the needle is here", "needle"),
    "after many links' targets": ("[a](needle.md)\n" * 2_000 + FILLER + "the needle is here", "needle"),
    "beyond ASCII": (FILLER + "généralités sont ici", "généralité"),
    "without a line end": (FILLER.replace("\n", " ") + " the needle is here", "needle"),
}


@pytest.mark.parametrize(("text", "word"), LONG.values(), ids=LONG)
def test_a_word_is_shown_of_a_very_long_section(text: str, word: str) -> None:
    """Wherever it stands, and though its letters stand elsewhere in what is not shown."""
    excerpt = cut_long(text, word)
    assert word[:6] in excerpt
    assert ".md" not in excerpt
    assert quoted(excerpt) in plain(text)
    assert "…" in excerpt


def test_a_stretch_of_code_is_code() -> None:
    """What stands in a fence that began long before keeps its marks."""
    text = "```py\n" + "f(x)\n" * 20_000 + "needle(**kwargs)  # [a](b)\n" + "f(x)\n" * 9_000 + "```\n"
    assert "needle(**kwargs) # [a](b)" in cut_long(text, "needle")


def test_a_very_long_section_is_shown_from_its_start_where_its_title_is_asked_for() -> None:
    """As any other is."""
    assert cut_long("Start. " + FILLER + "the needle", "needle", title="Needles").startswith("Start. filler")


def test_a_search_shows_the_word_of_a_very_long_section() -> None:
    """One that is not made plain whole is shown alike each time that it is asked for."""
    body = 10 * FILLER + "the needle is here"
    page = MadePage("https://x.dev/a", "A", body)
    bundle = open_bundle(MemorySource(make_bundle([MadeDocset("docs", (page,))])))
    first, again = (bundle.search("needle").hits[0].excerpt for _ in range(2))
    assert first == again
    assert "the needle is here" in first


def test_the_densest_window_wins() -> None:
    """A passage with both words is shown rather than an earlier one with the first."""
    text = "alpha " + "x " * 300 + "beta and alpha together " + "y " * 300
    excerpt = cut(text, "alpha", "beta")
    assert "beta and alpha" in excerpt
    assert excerpt.startswith("… ")
    assert excerpt.endswith(" …")


def test_an_excerpt_begins_with_a_sentence_where_there_is_room() -> None:
    """What stands before the words of the query in their sentence is shown, if both fit."""
    text = "x " * 200 + "It ends. Before that, the needle is found. " + "y " * 200
    assert cut(text, "needle").startswith("… Before that, the needle is found. y")


def test_an_excerpt_holds_its_whole_window() -> None:
    """Words that lie as far apart as an excerpt is long are both shown: nothing before them takes their room."""
    text = "x " * 200 + "alpha " + "y " * 55 + "beta " + "z " * 200
    assert quoted(cut(text, "alpha", "beta")) == "alpha " + "y " * 55 + "beta"


@pytest.mark.parametrize(("title", "begins"), [("Alpha and betas", "What it is"), ("Alpha", "… "), ("", "… ")])
def test_a_section_that_is_asked_for_by_its_title_is_shown_from_its_start(title: str, begins: str) -> None:
    """Its first sentence says what it is; one whose title has only some of the words is shown where all of them are."""
    text = "What it is. " + "x " * 200 + "alpha beta " + "y " * 200
    assert cut(text, "alpha", "beta", title=title).startswith(begins)


def test_a_short_text_is_given_whole() -> None:
    """What fits is not cut and has no marks of omission."""
    assert cut("## Title\n\nA [link](x.html) and `code`.", "nothing") == "Title A link and `code`."


def test_code_keeps_its_lines_content() -> None:
    """Of a code block the fence goes and the code stays."""
    assert plain("a\n\n```python\nx = [1](2)\n# note\n```\nb") != ""
    assert plain("a\n\n```python\nprint(1)\n```\nb") == "a print(1) b"


@pytest.mark.parametrize("text", ["[", "[](", "needle ", "|-", "`", "a[b](c"])
def test_hostile_text_is_cut_in_proportion_to_its_size(text: str) -> None:
    """Megabytes of brackets, pipes or the word itself take no longer than their size."""
    assert_in_proportion(lambda times: cut(text * times, "needle"), 100_000)


@given(st.lists(_line, min_size=1, max_size=8), st.sampled_from(["needle", "configure", "run"]))
def test_excerpts_of_hits_quote_their_section(texts: list[str], query: str) -> None:
    """In a reply each excerpt stands in the text of the section that its id leads to."""
    pages = [MadePage(f"p{n}.md", text=text) for n, text in enumerate(texts)]
    bundle = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages)])))
    for hit in bundle.search(query + " ", limit=20, excerpt_chars=60).hits:
        document = bundle.find(hit.section_id)
        assert document
        assert quoted(hit.excerpt) in plain(document.text(0))


def test_the_excerpt_of_a_section_starts_below_its_title() -> None:
    """The title is in the hit already; repeating it would only cost."""
    section = MadeSection("Cancelling", anchor="cancelling", text="A task is cancelled by its owner.")
    files = make_bundle([MadeDocset("d", [MadePage("a.html", "Tasks", sections=(section,))])])
    bundle = open_bundle(MemorySource(files))
    assert bundle.search("cancelling", sections=True).hits[0].excerpt == "A task is cancelled by its owner."


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("Use the **recursive** pattern `**` here.", "Use the recursive pattern `**` here."),
        ("[*option ...*] [*recipient*]", "[option ...] [recipient]"),
        (r"*int* **ttl** (*sock \** s, *int* ttl)", "int ttl (sock * s, int ttl)"),
        (r"*count*\**hello* seconds", "count*hello seconds"),
        ("***both*** *of\nthem*", "both of them"),
        ("one\n\n---\n\ntwo -- three", "one two -- three"),
        ("2 * 3 * 4, *.c and *.h, a*b*c", "2 * 3 * 4, *.c and *.h, a*b*c"),
    ],
)
def test_marks_of_emphasis_and_rules_go_but_operators_stay(markdown: str, shown: str) -> None:
    """A sign that stands for itself is what the section is about."""
    assert plain(markdown) == shown


@pytest.mark.parametrize("fence", ["```", "~~~~", "1. ```", "> ~~~"])
def test_code_of_a_very_long_section_stays_as_it_is(fence: str) -> None:
    """What stands in a fence that begins far above the excerpt is shown as code: nothing in it is markup."""
    excerpt = cut_long(f"{fence}\n{FILLER}needle(**x, **y)\n{FILLER}", "needle")
    assert "needle(**x, **y)" in excerpt


def test_characters_are_not_kept_for_ever() -> None:
    """A page that holds every character leaves little memory behind."""
    for first in range(0x10000, 0x30000, 0x1000):
        Passage.of_line("".join(map(chr, range(first, first + 0x1000))))
    assert len(_FOLDED) <= 10_000
