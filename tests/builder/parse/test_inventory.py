"""A Sphinx inventory names what pages leave out or name badly; whatever its bytes are, the build goes on."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.parse import InventoryError, add_symbols, read_inventory
from pinax_builder.records import Page, Section, Symbol
from scaling import assert_in_proportion

HEADER = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The rest is compressed using zlib.\n"


def inventory_of(*lines: str) -> bytes:
    """Make an inventory."""
    return HEADER + zlib.compress("\n".join(lines).encode())


def page(*sections: tuple[str, tuple[Symbol, ...]]) -> Page:
    """Make a page with a section for each anchor."""
    own = Section(0, "", "Page", "page", "# Page")
    rest = (Section(1, anchor, anchor, "definition", anchor, symbols) for anchor, symbols in sections)
    return Page("a.html", "a.html", "Page", "", "en", (own, *rest))


def names(found: Page) -> list[list[str]]:
    """Return the names of each section's symbols."""
    return [[symbol.name for symbol in section.symbols] for section in found.sections]


def test_objects_are_given_by_page() -> None:
    """Name, kind, language and anchor; `$` stands for the name, a role before a name goes."""
    found = read_inventory(
        inventory_of(
            "asyncio.gather py:function 1 library/asyncio-task.html#$ -",
            "module:CPack cmake:module 1 module/CPack.html#$ CPack",
            "--no flag std:cmdoption 1 a%20b.html#cmdoption-0 --no flag",
        )
    )
    assert found == {
        "library/asyncio-task.html": (("asyncio.gather", Symbol("asyncio.gather", "function", "python")),),
        "module/CPack.html": (("module:CPack", Symbol("CPack", "module", "cmake")),),
        "a b.html": (("cmdoption-0", Symbol("--no flag", "option", "")),),
    }


@pytest.mark.parametrize("role", ["std:label", "std:doc", "std:term", "std:token", "c:functionParam", "zope:interface"])
def test_what_is_no_symbol_is_left_out(role: str) -> None:
    """Labels, documents, terms, grammar tokens, parameters and domains that nobody knows."""
    assert read_inventory(inventory_of(f"name {role} 1 a.html#x -")) == {}


def test_a_name_that_is_missing_is_added_at_its_anchor() -> None:
    """The section with the anchor defines it; its title is its signature."""
    found = add_symbols(page(("x", ())), [("x", Symbol("json.dump", "function", "python"))])
    assert found.sections[1].symbols == (Symbol("json.dump", "function", "python"),)


def test_a_name_without_a_section_goes_to_what_qualifies_it() -> None:
    """A member of a class goes to the class, anything else to the page; neither has the title for signature."""
    known = page(("Timeout", (Symbol("asyncio.Timeout", "class", "python"),)))
    named = [
        ("gone", Symbol("asyncio.Timeout.when", "method", "python")),
        ("", Symbol("asyncio", "module", "python")),
        ("lost", Symbol("other.thing", "function", "python")),
    ]
    found = add_symbols(known, named)
    assert names(found) == [["asyncio", "other.thing"], ["asyncio.Timeout", "asyncio.Timeout.when"]]
    assert found.sections[1].symbols[1].signature == "asyncio.Timeout.when"


def test_a_name_goes_to_the_section_that_holds_its_anchor() -> None:
    """An anchor in a section's text, or a second one of a heading, leads there; the title is not its signature."""
    own = Section(0, "", "Page", "page", "# Page")
    heading = Section(1, "gdal", "GDAL_PATH", "heading", "## GDAL_PATH", aliases=("std-setting-GDAL_PATH", "c.a b"))
    named = [
        ("std-setting-GDAL_PATH", Symbol("GDAL_PATH", "setting", "python")),
        ("c.a%20b", Symbol("a b", "macro", "c")),
    ]
    found = add_symbols(Page("a.html", "a.html", "Page", "", "en", (own, heading)), named)
    assert names(found) == [[], ["GDAL_PATH", "a b"]]
    assert [symbol.signature for symbol in found.sections[1].symbols] == ["GDAL_PATH", "a b"]


def test_a_section_without_an_anchor_of_its_own_is_known_by_ours() -> None:
    """A page whose markup has no ids, as a Markdown twin, has `~Shelf.ask` where the inventory has `Shelf.ask`."""
    known = page(("~Shelf.ask", (Symbol("ask", "term", "", "ask(question)"),)))
    found = add_symbols(known, [("Shelf.ask", Symbol("Shelf.ask", "method", "python"))])
    assert found.sections[1].symbols == (Symbol("Shelf.ask", "method", "python", "ask(question)"),)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("import__", "__import__"), ("thread.lock", "_thread.lock"), ("--help", "trace.--help")],
)
def test_a_better_name_takes_the_place_of_a_worse_one(ours: str, theirs: str) -> None:
    """One with its underscores, or with its qualifier; the signature stays."""
    found = add_symbols(
        page(("x", (Symbol(ours, "function", "python", "sig"),))), [("x", Symbol(theirs, "f", "python"))]
    )
    assert found.sections[1].symbols == (Symbol(theirs, "function", "python", "sig"),)


def test_what_the_markup_only_calls_a_term_becomes_what_the_inventory_says() -> None:
    """Kind and language come from the inventory where the page had none to give; the signature stays."""
    known = page(("x", (Symbol("light(now)", "term", "", "light(now)"),)))
    found = add_symbols(known, [("x", Symbol("lantern.light", "function", "python"))])
    assert found.sections[1].symbols == (Symbol("lantern.light", "function", "python", "light(now)"),)


def test_names_that_the_page_has_stay_as_they_are() -> None:
    """Nothing is there twice, and a page that names everything is not changed."""
    known = page(("x", (Symbol("a.b", "class", "python", "sig"),)))
    assert (
        add_symbols(known, [("x", Symbol("A.B", "function", "python")), ("y", Symbol("a.b", "f", "python"))]) == known
    )


def test_many_names_of_one_section_take_time_in_proportion() -> None:
    """Whether the page has them all in a less precise form, or none."""

    def work(size: int) -> None:
        known = page(("x", tuple(Symbol(f"f{number}", "function") for number in range(size // 2))))
        add_symbols(known, [("x", Symbol(f"m.f{number}", "function")) for number in range(size)])

    assert_in_proportion(work, 20_000)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a Sphinx inventory of version 2"),
        (b"# Sphinx inventory version 1\n#\n#\n#\n", "not a Sphinx inventory of version 2"),
        (HEADER + b"plain text", "cannot be decompressed"),
        (inventory_of("x py:function 1 a.html#x -" * 50)[:-9], "cut off"),
        (HEADER + zlib.compress(b"\xff\xfe"), "not UTF-8"),
    ],
)
def test_a_bad_inventory_says_why(data: bytes, why: str) -> None:
    """Another version, damage, a part of one."""
    with pytest.raises(InventoryError, match=why):
        read_inventory(data)


def test_a_bomb_is_refused() -> None:
    """No more is decompressed than the bound; lines that are too long are passed over."""
    with pytest.raises(InventoryError, match="more than 67,108,864 bytes"):
        read_inventory(HEADER + zlib.compress(bytes(70_000_000), level=1))
    assert read_inventory(inventory_of("x" * 5_000 + " py:function 1 a.html#x -")) == {}


@given(st.binary(), st.lists(st.text(max_size=40)))
def test_any_bytes_are_read_or_refused(data: bytes, lines: list[str]) -> None:
    """Whatever an inventory holds, it is one or an InventoryError."""
    for given_bytes in (
        data,
        HEADER + data,
        inventory_of(*(line.encode("utf-8", "ignore").decode() for line in lines)),
    ):
        try:
            found = read_inventory(given_bytes)
        except InventoryError:
            continue
        assert all(isinstance(symbol, Symbol) for named in found.values() for _, symbol in named)
