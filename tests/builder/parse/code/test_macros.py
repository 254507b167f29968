"""What is blanked in C and C++ before a grammar reads it, and what is found there then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.parse.reading import page_of
from pinax_builder.parse.code.blanking import without_macros

PIECES = st.sampled_from(
    ["FOO", "LIB_API", "(", ")", "{", "}", "<", ">", ";", ":", "::", "*", "&", ",", "\n", " ", "class", "int", "name",
     "#if A\n", "#else\n", "#endif\n", "//", "/*", "*/", '"', "'", 'R"x(', "\\\n", "operator", "public:"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map(" ".join))
def test_every_byte_stays_where_it_was(text: str) -> None:
    """Whatever the text, what is parsed differs from it by spaces alone, and has its lines."""
    source = text.encode()
    readable = without_macros(source)
    assert len(readable) == len(source)
    assert all(new == old or new == 32 != old != 10 for new, old in zip(readable, source, strict=True))


@given(st.lists(PIECES, max_size=60).map(" ".join))
def test_a_name_is_found_where_it_stands(text: str) -> None:
    """Whatever macros, conditionals and bodies were blanked, each symbol is named on the lines that it is given."""
    lines = text.split("\n")
    symbols = [symbol for section in page_of(text, "a.cpp").sections for symbol in section.symbols]
    for symbol in symbols:
        # Names are written without the spaces that may stand in the source, as in `operator ==`.
        said = "".join("".join(lines[symbol.line - 1 : symbol.last_line]).split())
        assert "".join(symbol.name.rpartition("::")[2].strip("~*& ").split()) in said


@pytest.mark.parametrize(
    "text",
    [
        "DWORD count;",
        "DWORD const limit = 4;",
        "static struct FOO make(int size) {",
        "HANDLE\nopen_file(int flags) {",
        "template <class T> T MAX(T a, T b) { return a < b ? b : a; }",
        "int f(DWORD size, FILE *out);",
        "x = FOO(a)(b);",
        "enum { LANTERN_RED, LANTERN_BLUE };",
        "case FOO: return BAR * baz;",
        "namespace LANTERN { }",
        '// a LIB_API void in a comment\nchar *s = "LIB_API void";',
        "#define LIB_API LIB_EXPORT void",
        "#define LIB_API 1 /* of\n two lines */\nint a;",
        "#define LIB_API 1 /* of one line */\nint a;",
        "unsigned int LRU_CLOCK(void) {",
        "static void GCTM (State *state) {",
        "inline uint64_t LOAD64(const void *p) {",
        "static int\nmain (void) {",
        "static struct entry\nopen_entry (int flags) {",
        "extern\nentry\nopen_entry (int flags) {",
    ],
)
def test_a_name_in_capitals_stays_where_the_language_has_names(text: str) -> None:
    """Types, functions and constants in capitals are what they are, and what only looks like code is passed over."""
    assert without_macros(text.encode()).decode() == text


@pytest.mark.parametrize("attribute", ["", " __attribute ((pure))"])
def test_a_word_alone_between_a_type_and_a_name_is_a_macro(attribute: str) -> None:
    """What stands on a line of its own between the type of a function and its name is no part of either."""
    text = f"static entry_t\ninternal_function{attribute}\nopen_entry (int flags) {{"
    shown = without_macros(text.encode()).decode()
    assert shown.split() == ["static", "entry_t", "open_entry", "(int", "flags)", "{"]


def test_a_macro_after_the_name_of_a_namespace_goes_with_its_arguments() -> None:
    """What stands in its parentheses are no parameters, so all of it is blanked, and the namespace can be read."""
    shown = without_macros(b"namespace lantern LIB_VISIBILITY(default) { int light(); }").decode()
    assert " ".join(shown.split()) == "namespace lantern { int light(); }"


def test_words_before_a_constructor_are_macros() -> None:
    """What is initialized in its head is a constructor, which has no type."""
    shown = without_macros(b"class Queue {\n  CONSTEXPR GPU_ENABLED\n  Queue() : items() {}\n};").decode()
    assert " ".join(shown.split()) == "class Queue { Queue() : items() {} };"


def test_a_comment_over_lines_of_a_macro_does_not_end_it() -> None:
    """Only its ink is blanked, so that the lines of the macro go on."""
    text = b"#define NEXT(x) do { /* of \\\n two lines */ \\\n x++; } while (0)\n"
    shown = b"#define NEXT(x) do {       \\\n              \\\n x++; } while (0)\n"
    assert without_macros(text) == shown


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#ifdef A\nvoid a() { }\n#else\nvoid b() { }\n#endif\n", ["a", "b"]),
        ("#ifndef GUARD_H\n#define GUARD_H\nint a();\n#endif\n", ["a"]),
        ("struct s {\n#if A\n  int a;\n#endif\n  int b;\n};\n", ["s", "s.a", "s.b"]),
        ("void f() {\n  switch (x) {\n  case 1:\n#if A\n    a();\n#endif\n  }\n}\n", ["f"]),
    ],
)
def test_both_branches_of_whole_declarations_stay(text: str, names: list[str]) -> None:
    """A conditional that the grammar can read is left to it, with all that its branches define."""
    assert [symbol.name for section in page_of(text, "a.c").sections for symbol in section.symbols] == names


def test_the_branch_that_is_never_read_is_not_chosen() -> None:
    """Of a conditional with `#if 0` that cuts through a statement, the other branch is left."""
    page = page_of("int f(\n#if 0\nint a) {\n#else\nint b) {\n#endif\n}", "a.c")
    assert [symbol.signature for section in page.sections for symbol in section.symbols] == ["int f(int b)"]
