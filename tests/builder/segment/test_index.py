"""Which terms stand where, in which field, and where in the section."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from builder.made_pages import page, parts
from pinax_builder.columns import Block
from pinax_builder.records import Page, PageSummary, Section, SpilledPart, Symbol, Weighted, packed_sections
from pinax_builder.segment import compiled_pages, segment
from pinax_runtime.format import FIELDS, PageRecord, length_code, wire
from scaling import assert_in_proportion

FULL, ASIDE, CODE, CODE_ASIDE, LEAST = 100, 65, 60, 50, 45
"""What scores are multiplied by (percent): of a page that explains, of a log of changes, of an index."""
OWN = Section(0, "", "Queues", "page", "# Queues\n\nA queue holds `put()` items.")
PUT = Section(1, "put", "Queue.put(item)", "definition", "`Queue.put(item)`\n\nPut an item.",
              (Symbol("Queue.put", "method", "python", "Queue.put(item)"),))  # fmt: skip
MORE = Section(1, "~more", "", "more", "Further remarks.")
PAGE = Page("https://x.dev/lib/queue.html", "lib/queue.html", "Queues", "First in, first out", "en", (OWN, PUT, MORE),
            facets={"type": ("api",), "tag": ("a", "b")})  # fmt: skip


class Part:
    """A part as the write stage reads it."""

    def __init__(self, part: SpilledPart) -> None:
        self.tables: dict[str, list[Block]] = {}
        self.entries: dict[str, dict[str, list]] = {"facets": {}, "symbols": {}}
        for kind, key, value in wire.decode_stream(part.entries):
            if kind in self.entries:
                self.entries[kind][key] = value
            else:
                self.tables.setdefault(kind, []).append(Block.from_wire(value))
        records = list(wire.decode_stream(part.records))
        self.pages = [PageRecord.from_wire(page, "a page") for page, _ in records]
        self.texts = [texts for _, texts in records]
        self.part = part

    def columns(self, kind: str, key: str) -> list[list[list[int]]]:
        """Return the columns of a key's groups; empty if it has no rows."""
        for table in self.tables.get(kind, []):
            if key in table.keys:
                at = table.keys.index(key)
                return [[column.tolist() for column in group.columns] for group in table.cut(at, at + 1).groups]
        return []


def indexed(*pages: Page, base_url: str = "https://x.dev/") -> Part:
    """Index pages in English."""
    with TemporaryDirectory() as folder:
        (part,) = segment(list(pages), Path(folder, "part"), base_url, "en")
        return Part(part)


def where(part: Part, term: str) -> dict[str, dict[int, int]]:
    """Return field name → section → frequency of a term; for titles the number of the title's words."""
    found: dict[str, dict[int, int]] = {}
    for fields, sections, counts in part.columns("terms", term):
        for field, section, count in zip(fields, sections, counts, strict=True):
            found.setdefault((*FIELDS, "titled")[field], {})[section] = count
    return found


def in_text(part: Part, term: str) -> dict[str, dict[int, int]]:
    """Return the same without the words of titles."""
    return {field: counts for field, counts in where(part, term).items() if field != "titled"}


def positions(part: Part, term: str) -> list[tuple[int, int]]:
    """Return section and position of each place of a term."""
    if not (groups := part.columns("positions", term)):
        return []
    (sections, counts), (steps,) = groups
    ends = list(accumulate(counts))
    spans = zip(sections, ends, counts, strict=True)
    return [(section, at) for section, end, n in spans for at in accumulate(steps[end - n : end])]


def prior(path: str, *texts: str) -> int:
    """Return what the scores of a page are multiplied by (percent)."""
    sections = tuple(Section(min(at, 1), f"s{at}" if at else "", "", "page", text) for at, text in enumerate(texts))
    (found,) = indexed(Page(path, path, "T", "", "en", sections)).part.priors
    return found


@pytest.mark.parametrize(
    ("term", "fields"),
    [
        ("queue", {"title": {0: 1}, "body": {0: 1}, "headings": {1: 1}, "path": {0: 1}, "symbol": {1: 1}}),
        ("put", {"code": {0: 1}, "headings": {1: 1}, "body": {1: 1}, "symbol": {1: 1}}),
        ("queue.put", {"headings": {1: 1}, "symbol": {1: 1}}),
        ("first", {"description": {0: 2}}),
        ("remark", {"body": {2: 1}}),
        ("lib", {"path": {0: 1}}),
        ("html", {}),
    ],
)
def test_each_text_goes_to_its_field(term: str, fields: dict[str, dict[int, int]]) -> None:
    """Title, headings, body, code, description, path and symbols are kept apart, heading lines counted once."""
    assert in_text(indexed(PAGE), term) == fields


def test_a_definition_whose_term_shows_nothing_is_indexed_from_its_first_line() -> None:
    """No line of it is a title: a fence that it opens with is not taken for one, nor left open."""
    text = "```\nrelay\n```\n\nTurn `on` again."
    part = indexed(Page("https://x.dev/a", "a", "T", "", "en", (OWN, Section(1, "b", "", "definition", text))))
    assert [in_text(part, term)[field] for term, field in (("relay", "code"), ("turn", "body"), ("again", "body"))] == [
        {1: 1}, {1: 1}, {1: 1}
    ]  # fmt: skip
    part = indexed(Page("https://x.dev/a", "a", "T", "", "en", (OWN, Section(1, "b", "", "definition", "A relay."))))
    assert in_text(part, "relay") == {"body": {1: 1}}


def test_the_title_of_a_definition_in_source_code_is_its_bare_name() -> None:
    """Its parameters name other things; what documentation defines has the title that is shown."""
    title, text = "def put(self, item)", "`Queue.put`\n\n```python\ndef put(self, item): ...\n```"
    symbol = Symbol("queue.Queue.put", "method", "python", title, 7, 9)
    source = Section(1, "~Queue.put", title, "definition", text, (symbol,), lines=(7, 9))
    documented = Section(1, "b", "put(item)", "definition", "put(item)", (Symbol("queue.put", "function", "python"),))
    found = where(indexed(Page("a", "a", "T", "", "en", (OWN, source, documented))), "put")
    assert found["titled"] == {1: 1, 2: 2}
    assert "titled" not in where(indexed(Page("a", "a", "T", "", "en", (OWN, source))), "item")


def test_positions_count_the_words_that_are_shown() -> None:
    """Words of the title come first, then the text's; description, path and symbols have no place."""
    part = indexed(PAGE)
    assert positions(part, "queue")[:2] == [(0, 0), (0, 2)]
    assert positions(part, "hold") == [(0, 3)]
    assert positions(part, "item")[0] == (0, 5)
    assert positions(part, "first") == []
    assert positions(part, "queue.put") == []


def test_lengths_are_those_of_body_and_code() -> None:
    """A section's length leaves its heading out; the outline's words count it."""
    part = indexed(PAGE)
    assert part.part.lengths == bytes(map(length_code, (5, 3, 2)))
    assert list(part.part.n_words) == [10]
    assert [section.words for section in part.pages[0].sections] == [6, 6, 2]


def test_facets_and_symbols_are_filed() -> None:
    """Each value of a facet lists its pages, each symbol its definitions by case-folded name."""
    part = indexed(PAGE)
    assert part.entries["facets"] == {"type\0api": [0], "tag\0a": [0], "tag\0b": [0]}
    (definition,) = part.entries["symbols"]["queue.put"]
    assert definition[:5] == [1, "Queue.put", "method", "python", ""]


def test_many_symbols_of_one_section_take_time_in_proportion() -> None:
    """An inventory may name thousands of things at one place. Each run has names of its own, which no cache has."""
    runs = iter(range(100))

    def work(size: int) -> None:
        run = next(runs)
        symbols = tuple(Symbol(f"m{number % 7}.f{run}x{number}", "function") for number in range(size))
        indexed(Page("a", "a", "T", "", "en", (Section(0, "", "T", "page", "Text.", symbols),)))

    assert_in_proportion(work, 16_000)


def test_source_code_is_filed_under_its_bare_name_too() -> None:
    """So a search for it finds what is spelled just so; what a section only has in it is not found by that."""
    symbols = (
        Symbol("queue.Queue", "class", "python", "", 3, 9),
        Symbol("queue.Queue.limit", "property", "python", "", 4),
    )
    source = Section(1, "~Queue", "class Queue", "definition", "class Queue", symbols, lines=(3, 9))
    filed = indexed(Page("a", "a", "T", "", "en", (OWN, source))).entries["symbols"]
    assert {key: [name for _, name, *_ in found] for key, found in filed.items()} == {
        "queue.queue": ["queue.Queue"],
        "queue": ["queue.Queue"],
        "queue.queue.limit": ["queue.Queue.limit"],
    }
    in_tests = indexed(Page("a", "tests/a.py", "T", "", "en", (OWN, source))).entries["symbols"]
    assert in_tests.keys() == {"queue.queue", "queue.queue.limit"}


@pytest.mark.parametrize(("extra", "frequency"), [(1.0, 2), (9.0, 10), (0.0, 1), (-0.5, 1), (-1.0, None)])
def test_weights_change_frequencies(extra: float, frequency: int | None) -> None:
    """A weighted passage counts for more, or less, and for nothing at a weight of zero."""
    own = Section(0, "", "T", "page", "# T\n\nneedle", weighted=(Weighted("needle", extra),))
    part = indexed(Page("https://x.dev/a", "a", "T", "", "en", (own,)))
    assert in_text(part, "needl").get("body", {}).get(0) == frequency


def test_numbers_go_on_from_page_to_page() -> None:
    """Sections are numbered through all pages of a part."""
    part = indexed(PAGE, page("https://x.dev/z.md", "zebra"))
    assert in_text(part, "zebra") == {"body": {3: 1}}
    assert [len(texts) for texts in part.texts] == [3, 2]


@pytest.mark.parametrize(
    ("url", "base", "terms"),
    [
        ("https://x.dev/docs/guide/start.html", "https://x.dev/docs/", {"guid", "start"}),
        ("guide/index.md", "", {"guid"}),
        ("index.html", "", set()),
        ("https://x.dev/docs/", "https://x.dev/docs/", set()),
        ("https://x.dev/a%20b/%C3%BC.html?x=1#y", "https://x.dev/", {"a", "b", "u", "ü"}),
        ("..", "", set()),
        ("a/.hidden", "", {"a", "/.", "hidden"}),
        (".", "", set()),
    ],
)
def test_path_words(url: str, base: str, terms: set[str]) -> None:
    """A path is indexed without base, extension, query and a last index."""
    part = indexed(Page(url, "p", "T", "", "en", (Section(0, "", "T", "page", "# T"),)), base_url=base)
    assert {key for table in part.tables["terms"] for key in table.keys if "path" in where(part, key)} == terms


def test_each_language_is_a_part(tmp_path: Path) -> None:
    """Pages of two languages end in two parts, each with its stemmer; a page without one has the default."""
    given = [page("a.md", "Häuser", "de"), page("b.md", "houses", "en"), page("c.md", "unknown", "")]
    found = {part.language: part for part in parts(given, tmp_path)}
    assert {language: part.algorithm for language, part in found.items()} == {"de": "german", "en": "english"}
    assert [summary.url for summary in found["en"].pages] == ["b.md", "c.md"]
    tables = [value for kind, _, value in wire.decode_stream(found["de"].entries) if kind == "terms"]
    assert "haus" in {key for table in tables for key in Block.from_wire(table).keys}


def test_spilled_entries_are_sorted(tmp_path: Path) -> None:
    """A part's entries come by kind and key, each once, so that parts can be merged as streams."""
    (part,) = parts([page("a.md", "Some words, some more"), page("b.md", "日本語 and Ünïcode")], tmp_path)
    keys = [(kind, key) for kind, key, _ in wire.decode_stream(part.entries)]
    assert keys == sorted(set(keys))
    assert len(part.lengths) == sum(summary.n_sections for summary in part.pages)
    assert part.lengths[0] == length_code(4)


def test_a_title_that_is_shown_besides_the_known_one_is_found() -> None:
    """A page that is known by its front matter's title is found by the words of its first heading, too."""
    sections = (Section(0, "", "Getting going", "page", "# Getting going\n\nWords."),)
    part = indexed(Page("a.md", "a.md", "Quickstart", "", "en", sections))
    assert in_text(part, "quickstart") == {"title": {0: 1}}
    assert in_text(part, "go") == {"headings": {0: 1}}
    assert where(part, "quickstart")["titled"] == {0: 1}


def test_a_first_line_that_only_looks_like_a_heading_is_text() -> None:
    """`#define` is no heading, so its words are the section's."""
    sections = (Section(0, "", "Macros", "page", "#define LIMIT\n"),)
    assert in_text(indexed(Page("a.md", "a.md", "Macros", "", "en", sections)), "limit") == {"body": {0: 1}}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("api/index-files/index-8.html", 45),
        ("api/java/util/class-use/HashMap.html", 45),
        ("genindex-all.html", 45),
        ("qtcore/qtimer-members.html", 45),
        ("releases/3.2.html", 65),
        ("docs/release-15-14.html", 65),
        ("changelog/changelog_10.html", 65),
        ("whatsnew/3.11.html", 65),
        ("manual/New_Features_in_9_6_0.html", 65),
        ("docs/dev/policies.html", 65),
        ("CodingGuidelines.html", 65),
        ("intro/contributing.html", 65),
        ("unittest/test_htmls/loop.html", 65),
        ("examples/bench/mako/template.html", 65),
        ("guides/Migration-Guide-V4.md", 65),
        ("docs/decisions/README.md", 65),
        ("proposals/0012-streams.md", 65),
        ("internals/protocol.html", 65),
        ("guide/migrations.html", 100),
        ("how-to/upgrade-version.html", 100),
        ("guide/design.html", 100),
        ("2024-11-03-a-year.html", 100),
        ("how-to/fixtures.html", 100),
        ("reference/test/client.html", 100),
        ("guide/developing.html", 100),
        ("howto/release-process.html", 100),
        ("tutorial/classes.html", 100),
        ("library/functions.html", 100),
        ("guide/tags/index.html", 100),
        ("reference/files.html", 100),
    ],
)
def test_only_paths_that_explain_nothing_are_held_back(path: str, expected: int) -> None:
    """A path that a person may have given to a page that explains says nothing."""
    assert prior(path, "Some words about it.") == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("lib/tests/routes.py", CODE_ASIDE),
        ("lib/route_test.go", CODE_ASIDE),
        ("test/unit/RouteTest.java", CODE_ASIDE),
        ("src/route.spec.ts", CODE_ASIDE),
        ("src/__tests__/route.js", CODE_ASIDE),
        ("third_party/zlib/inflate.c", CODE_ASIDE),
        ("examples/hello.rs", CODE_ASIDE),
        ("docs_src/first.py", CODE_ASIDE),
        ("lib/test.py", CODE),
        ("src/latest.ts", CODE),
        ("src/Contest.java", CODE),
        ("lib/decisions/tree.py", CODE),
        ("lib/changes.go", CODE),
    ],
)
def test_what_others_wrote_and_what_tests_or_shows_code_is_held_back(path: str, expected: int) -> None:
    """Of source code, its folders and files say so by their names; what is called after changes is code as other."""
    code = Page(
        path, path, path, "", "en", (Section(0, "", path, "page", "import lib"),), facets={"content_type": ("code",)}
    )
    (found,) = indexed(code).part.priors
    assert found == expected


def test_a_change_log_is_known_by_its_headings() -> None:
    """Headings that are versions with their dates tell of changes, numbered chapters explain."""
    log = "\n\n".join(f"## Release 0.{n} (2020-01-1{n})\n\n### docutils/core.py\n\nRepaired." for n in range(5))
    chapters = "\n\n".join(f"## 2.{n} Installing\n\nIt takes a minute." for n in range(5))
    numbers = "\n\n".join(f"## Section 2.{n}\n\nIt takes a minute." for n in range(5))
    assert prior("HISTORY.html", "# History\n\n" + log) == ASIDE
    assert prior("HISTORY.html", "# History\n\n" + chapters) == FULL
    assert prior("manual.html", "# Manual\n\n" + numbers) == FULL


def test_an_index_is_held_back() -> None:
    """Short lines under one letter each are an index; a glossary under letters explains."""
    letters = "ABCDEFGHIJ"
    index = "\n\n".join(f"### {letter}\n\n{letter}bort, Aborting\n{letter}cos, Functions" for letter in letters)
    glossary = "\n\n".join(f"### {letter}\n\n{letter}bort ends what goes on, " + "and more " * 9 for letter in letters)
    assert prior("bookindex.html", index) == LEAST
    assert prior("glossary.html", glossary) == FULL


def test_a_page_that_is_called_an_index_and_has_its_links_is_held_back() -> None:
    """Terms with a link below each are an index if the page says so; a page about an index explains."""
    terms = "\n\n".join(f"`--option-{letter}`\n\n[The resource](pool.html#{letter})" for letter in "abcdef")
    assert prior("manual.html", "## General Index\n\n" + terms) == LEAST
    assert prior("manual.html", "## Options\n\n" + terms) == FULL
    about = "## Index\n\nAn index of a table makes queries fast, as [before](a.html) said."
    assert prior("manual.html", about) == FULL


def summary(url: str, *sections: tuple[str, int]) -> PageSummary:
    """Make a page of sections (digest, words)."""
    digests = packed_sections((digest.encode(), words) for digest, words in sections)
    return PageSummary(url, url.encode(), "", None, len(sections), digests)


def test_links_side_by_side_are_all_links() -> None:
    """Links with nothing between them leave fewer words than they have: the page is all links, not less than that."""
    assert prior("a.html", "[one](a.html)[two](b.html)[three](c.html)[four](d.html)") == LEAST


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("kite.pyi", "`kite.fly`\n\n```python\ndef fly(height: int) -> None: ...\n```", CODE_ASIDE),
        ("kite.d.ts", "`fly`\n\n```typescript\nexport function fly(height: number): void\n```", CODE_ASIDE),
        ("kite.d.ts", "`fly`\n\nLets the kite climb.\n\n```typescript\nfunction fly(height: number): void\n```", CODE),
        ("kite.py", "`kite.fly`\n\n```python\ndef fly(height: int) -> None: ...\n```", CODE),
    ],
)
def test_a_stub_that_explains_nothing_is_an_aside(file: str, text: str, expected: int) -> None:
    """What repeats the declarations of its source is held back; with comments it is as good as that."""
    sections = (Section(0, "", file, "page", f"# {file}"), Section(1, "~fly", "fly", "definition", text))
    code = Page(file, file, file, "", "en", sections, facets={"content_type": ("code",)})
    (found,) = indexed(code).part.priors
    assert found == expected


def test_a_page_that_is_compiled_from_others_is_held_back() -> None:
    """What holds the sections of several others adds nothing to them; two versions of a page are not such."""
    whole = summary("all.html", ("a", 50), ("b", 40), ("c", 60), ("own", 9))
    parts = [summary(f"{name}.html", (name, words)) for name, words in (("a", 50), ("b", 40), ("c", 60))]
    assert compiled_pages([whole, *parts]) == {"all.html"}
    twin = summary("print.html", ("a", 50), ("b", 40), ("c", 60), ("twin", 9))
    assert compiled_pages([whole, twin, *parts]) == {"all.html", "print.html"}
    mostly = summary("b-all.html", ("a", 50), ("b", 40))
    assert compiled_pages([mostly, *parts]) == {"b-all.html"}
    longer = summary("longer.html", ("a", 50), ("d", 25))
    assert compiled_pages([longer, *parts]) == frozenset()
    versions = [summary(f"{version}/a.html", ("a", 50), ("b", 40), ("c", 60)) for version in ("3.11", "3.12", "3.13")]
    assert compiled_pages(versions) == frozenset()


def test_a_section_of_every_page_is_compared_in_proportion_to_the_pages() -> None:
    """A license that ends every page is on as many others as there are pages; few of them are asked about it."""

    def compare(n_pages: int) -> None:
        pages = [summary(f"{n}.html", ("license ", 90), (f"{n:08}", 10 + n % 400)) for n in range(n_pages)]
        assert compiled_pages(pages) == frozenset()

    assert_in_proportion(compare, 8_000)


def test_numbering_is_no_part_of_a_title() -> None:
    """What numbers a title is indexed and takes its positions, but is not counted among its words."""
    sections = (
        Section(0, "", "3. Joins", "page", "# 3. Joins"),
        Section(1, "a", "15.3.5 Managing Default Properties", "heading", "## 15.3.5 Managing Default Properties"),
        Section(1, "b", "3.11", "heading", "## 3.11"),
    )
    page = Page("a.html", "a.html", "3. Joins", "", "en", sections)
    part = indexed(page)
    assert part.part.titled == b"\1\1\1"
    assert where(part, "join")["titled"] == {0: 1}
    assert where(part, "properti")["titled"] == {1: 3}
    assert "titled" in where(part, "15.3.5")
