"""Whatever a file of source code holds, it becomes a page that is bounded and repeats nothing."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.parse.reading import page_of
from pinax_builder.languages import CODE_LANGUAGES, CodeLanguage
from pinax_builder.records import Page

DEEPEST = 24
"""Depth of the deepest section of a file."""
EXTENSIONS = sorted({extension for language in CODE_LANGUAGES for extension in language.extensions})
PIECES = [
    "def f():\n",
    "class A {\n",
    "}\n",
    "fn g() {",
    "(",
    ")",
    "<",
    ">",
    '"',
    "'",
    "`",
    "/*",
    "*/",
    "# x\n",
    "// y\n",
]
PIECES += [
    "\n",
    "    ",
    "\t",
    "end\n",
    "namespace n {",
    "#define M(x) x\n",
    "é",
    "\u2028",
    "…",
    "```\n",
    "\\",
    "a = 1\n",
]


def check(page: Page) -> None:
    """Hold what every page promises."""
    anchors = [section.anchor for section in page.sections]
    assert page.sections[0].depth == 0
    assert all(below.depth <= above.depth + 1 for above, below in pairwise(page.sections))
    assert len(set(anchors)) == len(anchors)
    assert anchors[0] == ""
    assert all(anchor and not set(anchor) & set(" #\n") for anchor in anchors[1:])
    for section in page.sections:
        for symbol in section.symbols:
            assert symbol.name.strip()
            assert 1 <= symbol.line <= symbol.last_line


@given(st.sampled_from(EXTENSIONS), st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_text_in_any_language_becomes_a_page(extension: str, pieces: list[str]) -> None:
    """Pieces of code of all languages in any order, in a file of any: sections with anchors, symbols with lines."""
    check(page_of("".join(pieces), f"src/file{extension}"))


@given(st.sampled_from(EXTENSIONS), st.text(max_size=200))
def test_any_characters_become_a_page(extension: str, text: str) -> None:
    """Controls, lone marks, unassigned characters."""
    check(page_of(text, f"file{extension}"))


@pytest.mark.parametrize("language", CODE_LANGUAGES, ids=lambda language: language.name)
@pytest.mark.parametrize("opening", ["{", "(", "if (x) {\n", "class A {\n", "f(function () {\n", "a<"])
def test_deep_nesting_is_read_flat(language: CodeLanguage, opening: str) -> None:
    """Six hundred of what opens something, never closed, neither fail nor nest without end."""
    page = page_of(opening * 600, f"deep{language.extensions[0]}")
    check(page)
    assert max(section.depth for section in page.sections) <= DEEPEST


def test_classes_within_classes_end_at_the_depth_that_is_shown() -> None:
    """A class two hundred deep is still a symbol, of the last section that is shown."""
    text = "".join(f"{' ' * depth}class C{depth}:\n" for depth in range(200)) + " " * 200 + "pass\n"
    page = page_of(text, "deep.py")
    symbols = [symbol.name.rpartition(".")[2] for section in page.sections for symbol in section.symbols]
    assert symbols == ["deep", *(f"C{depth}" for depth in range(200))]
    assert max(section.depth for section in page.sections) == DEEPEST


def test_sections_are_bounded_and_symbols_are_not_lost() -> None:
    """Beyond the most sections of a file, definitions stay in the text and are symbols of the page."""
    page = page_of("".join(f"def f{number}(): pass\n" for number in range(20_010)), "many.py")
    assert len(page.sections) == 20_000
    assert sum(len(section.symbols) for section in page.sections) == 20_011
    assert "def f20009(): pass" in page.sections[0].text


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_system_count_alike(newline: str) -> None:
    """Lines are counted from 1 whatever ends them."""
    page = page_of(newline.join(["x = 1", "", "def f():", "    return x", ""]), "a.py")
    (symbol,) = page.sections[1].symbols
    assert (symbol.name, symbol.line, symbol.last_line) == ("a.f", 3, 4)


@given(st.data())
def test_a_text_stands_in_one_section_only(data: st.DataObject) -> None:
    """Every line of nested classes and functions is shown in exactly one section, whatever their shape."""
    numbers = iter(range(10_000))

    def block(depth: int) -> list[str]:
        lines = []
        for _ in range(data.draw(st.integers(1, 3))):
            kind = data.draw(st.sampled_from(["class", "def", "line"] if depth < 4 else ["line"]))
            number = next(numbers)
            lines.append(
                f"{'    ' * depth}{'' if kind == 'line' else kind + ' '}N{number}N{'' if kind == 'line' else ':'}"
            )
            if kind != "line":
                lines += block(depth + 1)
        return lines

    page = page_of("\n".join(block(0)), "a.py")
    code = [line for section in page.sections for line in section.text.splitlines() if not line.startswith("`")]
    for number in range(next(numbers)):
        assert sum(f"N{number}N" in line for line in code) == 1


def test_a_header_and_its_source_are_two_pages() -> None:
    """`auth.h` and `auth.cc` have their own titles and symbols."""
    header = page_of("namespace auth { bool check(int key); }\n", "src/auth.h")
    source = page_of("namespace auth { bool check(int key) { return key; } }\n", "src/auth.cc")
    assert (header.title, source.title) == ("src/auth.h", "src/auth.cc")
    assert header.facets["language"] == source.facets["language"] == ("cpp",)
    names = [[symbol.name for section in page.sections for symbol in section.symbols] for page in (header, source)]
    assert names == [["auth::check"], ["auth::check"]]


def test_a_page_of_code_says_what_it_is() -> None:
    """Language, kinds of symbols and content type are facets; a folder's name gives no `type`."""
    page = page_of('"""Jobs."""\n\nclass Job:\n    def run(self): ...\n', "api/jobs.py")
    assert page.facets == {
        "code_languages": ("python",),
        "content_type": ("code",),
        "has_code": ("true",),
        "language": ("python",),
        "symbol_kind": ("class", "method", "module"),
    }
    assert (page.title, page.description, page.notices) == ("api/jobs.py", "Jobs.", ())


@pytest.mark.parametrize(("path", "name"), [("db/schema.sql", "sql"), ("Makefile", "makefile"), ("x.zig", "zig")])
def test_a_text_without_a_grammar_is_cut_at_blank_lines_and_says_so(path: str, name: str) -> None:
    """Every line is in one section, in a fence with its language; a notice says that no symbol is known."""
    lines = [f"line {number}" if number % 10 else "" for number in range(1, 200)]
    page = page_of("\n".join(lines), path)
    shown = [line for section in page.sections for line in section.text.splitlines() if line.startswith("line")]
    assert shown == [line for line in lines if line]
    assert len(page.sections) == 4
    assert all(f"```{name}" in section.text for section in page.sections)
    assert page.notices == (
        f"There is no grammar for {name}: the file is cut at blank lines and no symbol of it is known.",
    )


def test_a_table_of_settings_is_called_by_its_name() -> None:
    """The brackets around it are no part of that, as those of other lines are."""
    heads = ("[tool.kite]  # where it flies", "[[tool.kite.line]]", "length = [40, 60]")
    blocks = (f"{head}\n" + "".join(f"key_{n} = {n}\n" for n in range(70)) for head in ("first = 1", *heads))
    page = page_of("\n".join(blocks), "kite.toml")
    assert [section.title for section in page.sections[1:]] == ["tool.kite", "tool.kite.line", "length = [40, 60]"]


def test_running_text_is_documentation_without_a_fence() -> None:
    """A README without an extension is prose."""
    page = page_of("Lantern runs jobs.\n\nIt is small.\n", "README")
    assert page.sections[0].text == "# README\n\nLantern runs jobs.\n\nIt is small."
    assert page.facets["content_type"] == ("documentation",)


def test_a_file_that_its_grammar_cannot_read_is_kept_as_text_and_says_so() -> None:
    """Noise under the name of a source file gives a page whose notice says that nothing is known of it."""
    noise = "".join(random.Random(3).choices("{}()<>[];:,.!@#$%^&*-+=", k=60_000))
    page = page_of(noise, "noise.java")
    check(page)
    if not any(section.symbols for section in page.sections):
        assert page.notices == ("The file could not be read as java; nothing that it defines is known.",)


def test_twins_of_comments_and_code_are_not_told_twice() -> None:
    """A comment that documents a definition is its prose, and not in the code of it or of the file."""
    page = page_of("package a\n\n// Push adds one.\nfunc Push() {}\n", "a.go")
    text = "\n".join(section.text for section in page.sections)
    assert text.count("Push adds one.") == 1


def test_a_section_has_the_lines_of_what_it_shows() -> None:
    """Those of an `impl` are its own, and not those of a name in it; the file has all."""
    page = page_of("use std::fmt;\n\nimpl Iterator for Jobs {\n    type Item = Job;\n}\n", "src/jobs.rs")
    assert [section.lines for section in page.sections] == [(1, 5), (3, 5)]
    assert [symbol.line for symbol in page.sections[1].symbols] == [4]


def test_a_script_is_in_the_language_that_its_first_line_names() -> None:
    """It needs no extension."""
    page = page_of("#!/usr/bin/env bash\n\nrun_tests() {\n    cargo test\n}\n", "test")
    assert page.facets["language"] == ("bash",)
    assert [section.anchor for section in page.sections] == ["", "~run_tests"]
