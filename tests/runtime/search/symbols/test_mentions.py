"""Documentation and symbols lead to each other: what a section names, and which sections name a symbol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import CountingSource, Library, MemorySource, open_library
from pinax_runtime.search.symbols import name_in, spans

GATHER = "Runs things with `asyncio.gather(*aws)`, or `gather()`."


def made(text: str, anchor: str, symbols: tuple[tuple[str, ...], ...] = (), code: str = "") -> MadeSection:
    return MadeSection(anchor, text, code=code, anchor=anchor, symbols=symbols)


@pytest.fixture(scope="module")
def library() -> Library:
    """A guide, a reference and a source that speak of the same things."""
    guide = MadePage(
        "guide.md",
        "Guide",
        sections=(
            made(GATHER, "gather", code="asyncio.gather"),
            made("Both have `run()`, and `Runner.run` is one.", "run", code="run Runner.run"),
            made("Prose about asyncio.gather without a code span.", "prose"),
            made("```python\nasyncio.gather()\n```", "fence", code="asyncio.gather"),
            made("Call `close`, `copy()`, `None` or `create_task`.", "bare", code="close copy create_task"),
        ),
    )
    reference = MadePage(
        "api.html",
        "API",
        sections=(
            made("Runs all; see `asyncio.gather`.", "asyncio.gather", (("asyncio.gather", "function", "python", "g"),)),
            made("Copies.", "copy", (("copy", "module", "python", "copy"),)),
            made("Starts.", "create_task", (("asyncio.TaskGroup.create_task", "method", "python", "c"),)),
        ),
    )
    code = MadePage(
        "tasks.py",
        "tasks.py",
        facets={"content_type": ["code"]},
        sections=(
            made("`asyncio.gather`", "~gather", (("asyncio.gather", "function", "python", "def gather()", 3, 9),)),
            made("`a.Runner.run`", "~run", (("a.Runner.run", "method", "python", "def run()", 11, 12),)),
            made("`b.run`", "~b", (("b.run", "function", "python", "def run()", 14, 15),)),
            made("`close`", "~close", (("files.close", "function", "python", "def close()", 17, 18),)),
        ),
    )
    docsets = [MadeDocset("docs", [reference, guide]), MadeDocset("lib", [code])]
    return open_library([MemorySource(make_bundle(docsets))])


def named(library: Library, anchor: str) -> list[tuple[str, str]]:
    document = library.find("docs:guide.md")
    assert document is not None
    index = document.find(anchor)
    assert index is not None
    return [(symbol.name, symbol.section_id) for symbol in library.symbols_named(document, index)]


def test_a_name_that_one_symbol_has_is_resolved(library: Library) -> None:
    """Whole and by its end, once, with arguments or without; the source is preferred to what describes it."""
    assert named(library, "gather") == [("asyncio.gather", "lib:tasks.py#~gather")]


def test_a_name_that_several_symbols_have_is_left_alone(library: Library) -> None:
    """`run()` could be either, `Runner.run` is one."""
    assert named(library, "run") == [("a.Runner.run", "lib:tasks.py#~run")]


def test_words_are_no_names_unless_they_look_like_it(library: Library) -> None:
    """A bare word needs a symbol of just that name, one with an underscore the end of one; no module is called."""
    assert named(library, "bare") == [("asyncio.TaskGroup.create_task", "docs:api.html#create_task")]


def test_only_code_spans_name_symbols(library: Library) -> None:
    """Prose and blocks of code name nothing; neither does a section of code, nor what a section defines itself."""
    assert named(library, "prose") == named(library, "fence") == []
    for page, anchor in (("lib:tasks.py", "~gather"), ("docs:api.html", "asyncio.gather")):
        document = library.find(page)
        assert document is not None
        assert library.symbols_named(document, document.find(anchor) or 0) == []


def test_the_sections_that_name_a_symbol_are_found(library: Library) -> None:
    """Sections of documentation with a span that means it: not its own, not prose, blocks or code."""
    assert library.sections_naming("asyncio.gather") == ["docs:guide.md#gather"]
    assert library.sections_naming("a.Runner.run") == ["docs:guide.md#run"]
    assert library.sections_naming("b.run") == []
    assert library.sections_naming("nothing.such") == []


def test_pages_that_list_names_do_not_count() -> None:
    """A table of contents names every symbol and explains none; a page of changes does tell of them."""
    reference = MadePage("api.md", sections=(made("Opens.", "open", (("pool.open", "function", "go", "open"),)),))
    pages = [reference] + [
        MadePage(
            url, text=f"It has `pool.open`: {url}.", sections=(made("`pool.open`", "s", code="pool.open"),), prior=n
        )
        for url, n in (("contents.md", 45), ("changes.md", 65), ("guide.md", 100))
    ]
    library = open_library([MemorySource(make_bundle([MadeDocset("docs", pages)]))])
    assert library.sections_naming("pool.open") == ["docs:changes.md#s", "docs:guide.md#s"]


def test_what_no_code_has_the_end_of_is_not_looked_up() -> None:
    """Where nothing in documentation has the end of a name in its code, its other forms are not looked for."""
    pages = [MadePage(f"p{n:02}.md", sections=(made(f"About `word{n}`.", f"s{n}", code=f"word{n}"),)) for n in range(9)]
    symbol = made("Opens.", "open", (("pool.inner.open", "function", "go", "open"),))
    files = make_bundle([MadeDocset("docs", [*pages, MadePage("z.md", sections=(symbol,))])], cutting=Cutting(2))
    source = CountingSource(MemorySource(files))
    library = open_library([source])
    assert library.find_symbol("pool.inner.open").total == 1
    source.names.clear()
    assert library.sections_naming("pool.inner.open") == []
    assert not [name for name in source.names if name.endswith((".terms", ".symbols", ".texts"))]


def test_sections_can_be_kept_to_docsets(library: Library) -> None:
    """Only the docsets asked for are looked through; what a span means is looked up in all."""
    assert library.sections_naming("asyncio.gather", docs=["lib"]) == []
    assert library.sections_naming("asyncio.gather", docs=["docs"], limit=1) == ["docs:guide.md#gather"]


@pytest.mark.parametrize(
    ("span", "name"),
    [
        ("gather", "gather"),
        ("asyncio.gather()", "asyncio.gather()"),
        ("f(a, b(c))", "f()"),
        ("std::vector<int>", ""),
        ("std::vector::push_back", "std::vector::push_back"),
        ("Array#map", "Array#map"),
        ("~asyncio.Task", "asyncio.Task"),
        ("--force", "--force"),
        ("empty?", ""),
        ("x = 1", ""),
        ("1.5", ""),
        ("", ""),
    ],
)
def test_what_a_span_names(span: str, name: str) -> None:
    """A name is a name from end to end, with its arguments at most."""
    assert name_in(span) == name


def test_spans_are_found_outside_of_fences() -> None:
    """Single and double backticks, in lists and quotes; a fence that is never closed hides what follows."""
    assert list(spans("> `a` and ``b``\n- `c`\n~~~\n`d`\n~~~\n`e`\n```\n`f`\n")) == ["a", "b", "c", "e"]


@given(st.text(alphabet="`~a.()\n >", max_size=300))
def test_any_text_has_spans_or_none(text: str) -> None:
    """Whatever the backticks, a span is a piece of one line."""
    for span in spans(text):
        assert "\n" not in span
        assert name_in(span).count("\n") == 0
