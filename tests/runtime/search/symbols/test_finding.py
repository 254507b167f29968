"""A symbol is found by its name, in any case, by the end of its name and by its words; filters act on the symbol."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle, put
from pinax_runtime.format import ENTRY, BundleError, CorruptFileError, Entry, SegmentManifest, wire
from pinax_runtime.search import Bundle, CountingSource, MemorySource, knobs, open_bundle, open_library, verify

Symbol = tuple[Any, ...]


def page_of(url: str, *symbols: Symbol) -> MadePage:
    """Make a page with a section for each symbol."""
    return MadePage(
        url,
        url,
        "A text.",
        sections=tuple(
            MadeSection(symbol[3] or symbol[0], f"About number {n}.", anchor=f"s{n}", kind="definition",
                        symbols=(symbol,))
            for n, symbol in enumerate(symbols)
        ),
    )  # fmt: skip


def library_of(*symbols: Symbol, keys: int = 4) -> Bundle:
    """Open a bundle of one page with these symbols."""
    return open_bundle(
        MemorySource(make_bundle([MadeDocset("lib", [page_of("a.md", *symbols)])], cutting=Cutting(keys)))
    )


@cache
def small() -> Bundle:
    """A library in several languages."""
    return library_of(
        ("asyncio.gather", "function", "python", "asyncio.gather(*aws)"),
        ("asyncio.TaskGroup", "class", "python", ""),
        ("asyncio.TaskGroup.create_task", "method", "python", "create_task(coro)"),
        ("asyncio.create_task", "function", "python", ""),
        ("std::vector::push_back", "function", "cpp", ""),
        ("operator->", "function", "cpp", ""),
        ("net/http.Client", "struct", "go", ""),
        ("App\\Http\\Kernel", "class", "php", ""),
        ("Widget", "class", "js", ""),
        ("widget", "function", "js", ""),
        ("--dry-run", "option", "", ""),
        ("gather", "term", "", ""),
        ("Pool._gather", "method", "python", "", 12, 20, "private"),
        ("Pool.gather", "method", "python", "", 22, 30, "public"),
        ("PyErr_SetString", "function", "c", ""),
        ("Größe.ändern", "method", "", ""),
    )


def names(query: str, **options: Any) -> list[str]:
    """Return the names that a query finds, in order."""
    return [hit.name for hit in small().find_symbol(query, **options).hits]


def test_asides_come_last() -> None:
    """A stub, a test or an example has a low prior: its definition comes after the one that it repeats."""
    stub = replace(page_of("kite.pyi", ("kite.fly", "function", "python", "", 1, 2, "public")), prior=50)
    source = page_of("wings.py", ("kite._wings._fly.fly", "function", "python", "", 9, 12, "private"))
    library = open_bundle(MemorySource(make_bundle([MadeDocset("lib", [stub, source])])))
    assert [hit.url for hit in library.find_symbol("fly").hits] == ["wings.py", "kite.pyi"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("asyncio.gather", "asyncio.gather"),
        ("ASYNCIO.Gather", "asyncio.gather"),
        ("asyncio.gather()", "asyncio.gather"),
        (" `gather()` ", "gather"),
        ("taskgroup", "asyncio.TaskGroup"),
        ("TaskGroup.create_task", "asyncio.TaskGroup.create_task"),
        ("TaskGroup#create_task", "asyncio.TaskGroup.create_task"),
        ("taskgroup->CREATE_TASK", "asyncio.TaskGroup.create_task"),
        ("vector::push_back", "std::vector::push_back"),
        ("vector.push_back", "std::vector::push_back"),
        ("std.vector.push_back", "std::vector::push_back"),
        ("operator->", "operator->"),
        ("http.Client", "net/http.Client"),
        ("Http\\Kernel", "App\\Http\\Kernel"),
        ("Kernel", "App\\Http\\Kernel"),
        ("--dry-run", "--dry-run"),
        ("widget", "widget"),
        ("Widget", "Widget"),
        ("pyerr_setstring", "PyErr_SetString"),
        ("SetString", "PyErr_SetString"),
        ("pyerr_", "PyErr_SetString"),
        ("dry run", "--dry-run"),
        ("ändern", "Größe.ändern"),
        ("GRÖSSE.ÄNDERN", "Größe.ändern"),
    ],
)
def test_a_name_is_found(query: str, first: str) -> None:
    """Exact, in any case, with other separators, by its end, by its beginning or by its words."""
    assert names(query)[0] == first


def test_the_exact_name_comes_first_then_suffixes_public_before_private() -> None:
    """The name itself, then names that end so: the least qualified first, what is private last."""
    assert names("gather") == ["gather", "Pool.gather", "asyncio.gather"]
    assert names("create_task") == ["asyncio.create_task", "asyncio.TaskGroup.create_task"]


def test_words_count_only_where_nothing_has_the_name() -> None:
    """`create` is part of two names; `gather` names something, so `_gather` is not given for it."""
    assert names("create") == ["asyncio.create_task", "asyncio.TaskGroup.create_task"]
    assert "Pool._gather" not in names("gather")


def test_filters_act_on_the_symbol() -> None:
    """Kind and language are those of the definition, whatever else its page defines; their case does not matter."""
    assert names("gather", kind="method") == ["Pool.gather"]
    assert names("gather", language="Python") == ["Pool.gather", "asyncio.gather"]
    assert names("gather", kind="Function", language="python") == ["asyncio.gather"]
    assert names("widget", kind="class") == ["Widget"]


def test_a_filter_that_leaves_nothing_says_what_there_is() -> None:
    """The reply names the kinds and languages of what has the name."""
    reply = small().find_symbol("gather", kind="enum")
    assert (reply.hits, reply.total, reply.did_you_mean) == ([], 0, "")
    assert (reply.kinds, reply.languages) == (("function", "method", "term"), ("python",))


def test_a_hit_says_all_that_is_known() -> None:
    """Name, kind, language, signature, visibility, lines and section of a definition."""
    hit = small().find_symbol("Pool.gather").hits[0]
    assert (hit.name, hit.kind, hit.language, hit.visibility) == ("Pool.gather", "method", "python", "public")
    assert (hit.docset, hit.section_id, hit.url, hit.anchor) == ("lib", "lib:a.md#s13", "a.md", "s13")
    assert (hit.line, hit.last_line) == (22, 30)
    assert hit.signature == "Pool.gather"
    assert small().find_symbol("asyncio.gather").hits[0].signature == "asyncio.gather(*aws)"


def test_a_misspelled_name_is_looked_for_as_the_nearest() -> None:
    """What was looked for instead is said."""
    bundle = open_bundle(MemorySource(make_bundle([MadeDocset("lib", [
        MadePage("a.md", "gather", "gather gather", sections=(
            MadeSection("asyncio.gather", "Run.", anchor="x", symbols=(("asyncio.gather", "function", "", ""),)),)),
    ])])))  # fmt: skip
    reply = bundle.find_symbol("asyncio.gahter")
    assert (reply.did_you_mean, [hit.name for hit in reply.hits]) == ("asyncio.gather", ["asyncio.gather"])


def test_a_wrong_qualifier_does_not_hide_the_name() -> None:
    """A name that nothing has is looked for by its last two components, then by its last."""
    reply = small().find_symbol("anyio.TaskGroup.create_task")
    assert (reply.did_you_mean, reply.hits[0].name) == ("TaskGroup.create_task", "asyncio.TaskGroup.create_task")
    reply = small().find_symbol("asyncio.tasks.push_back")
    assert (reply.did_you_mean, reply.hits[0].name) == ("push_back", "std::vector::push_back")


@pytest.mark.parametrize("query", ["zork", "...", "::", "", "   ", "\u0000", "()", "x" * 5_000, "a." * 500, "🎉"])
def test_what_is_not_there_is_an_empty_reply(query: str) -> None:
    """Names that nothing has, and what is no name, find nothing and raise nothing."""
    reply = small().find_symbol(query)
    assert (reply.hits, reply.total) == ([], 0)


def test_pages_of_a_result_join_up() -> None:
    """Offset and limit cut one list."""
    every = names("create", limit=50)
    assert [names("create", limit=1, offset=at)[0] for at in range(len(every))] == every


def test_all_docsets_of_all_bundles_are_looked_in() -> None:
    """A name is found wherever it is defined; `docs` chooses."""
    here, there = (
        MemorySource(make_bundle([MadeDocset(name, [page_of("a.md", ("run", "function", "", ""))])]))
        for name in ("one", "two")
    )
    library = open_library([here, there])
    assert [hit.section_id for hit in library.find_symbol("run").hits] == ["one:a.md#s0", "two:a.md#s0"]
    assert [hit.docset for hit in library.find_symbol("run", docs=["two"]).hits] == ["two"]


_component = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,11}", fullmatch=True).filter(lambda name: name.strip("_"))
_names = st.lists(_component, min_size=1, max_size=4)


@settings(max_examples=60)
@given(st.lists(_names, min_size=1, max_size=12), st.sampled_from([".", "::", "#", "/", "->"]))
def test_every_definition_is_found_by_each_of_its_suffixes(components: list[list[str]], separator: str) -> None:
    """Whatever names there are, each is found by all of it and by what follows any of its separators, in any case."""
    bundle = library_of(*((separator.join(parts), "function", "", "") for parts in components))
    for parts in components:
        for start in range(len(parts)):
            suffix = separator.join(parts[start:])
            for typed in (suffix, suffix.lower(), suffix.upper()):
                found = [hit.name for hit in bundle.find_symbol(typed, limit=50).hits]
                assert separator.join(parts) in found
            if start == 0:
                assert bundle.find_symbol(suffix).hits[0].name == suffix


LIKE = (["Pool.gather"], ["pool.gather", "Pool::gather"], ["multi.Pool.gather"], ["multi/pool#gather"])
"""Names that fit `Pool.gather`: itself, in another case, as a suffix, as a suffix in another case."""


def test_names_come_by_how_they_fit() -> None:
    """The name itself is first, then names that are it in another case, then those that end so; others are none."""
    every = [name for alike in LIKE for name in alike] + ["ThreadPool.gather", "gather.Pool", "Pool"]
    bundle = library_of(*((name, "method", "", "") for name in reversed(every)))
    found = [hit.name for hit in bundle.find_symbol("Pool.gather", limit=50).hits]
    assert found[0] == "Pool.gather"
    assert [sorted(found[1:3]), *([name] for name in found[3:])] == [sorted(LIKE[1]), *LIKE[2:]]


@pytest.mark.parametrize(("name", "n_found"), [("ThreadPool.gather", 1), ("gather.Pool", 1), ("Pool", 0)])
def test_a_suffix_begins_after_a_separator(name: str, n_found: int) -> None:
    """What ends otherwise, or has its words in another order, is found where nothing fits; what lacks a word is not."""
    assert library_of((name, "method", "", "")).find_symbol("Pool.gather").total == n_found


@cache
def crowded(n: int, keys: int = 8) -> dict[str, bytes]:
    """Return a bundle with a method of one name in each of many classes."""
    pages = [
        page_of(f"{n:03}.md", *((f"m{n}.C{k}.__init__", "method", "python", "") for k in range(20))) for n in range(n)
    ]
    return make_bundle([MadeDocset("lib", pages)], cutting=Cutting(keys, 20, 200))


def test_a_look_up_reads_few_files() -> None:
    """A name reads the shards of its words, of its key and of the names that end so, and one page for each hit."""
    source = CountingSource(MemorySource(crowded(40)))
    bundle = open_bundle(source)
    assert [hit.name for hit in bundle.find_symbol("C7.__init__", limit=1).hits] == ["m0.C7.__init__"]
    source.names.clear()
    bundle.clear_cache()
    assert bundle.find_symbol("m31.C7.__init__").total == 1
    kinds = [name.rpartition(".")[2] for name in source.names]
    assert (kinds.count("symbols"), kinds.count("definers"), kinds.count("pages")) == (1, 1, 1)
    assert kinds.count("terms") <= 4


def test_a_segment_without_the_end_of_a_name_is_not_asked_for_it() -> None:
    """Where no section has the last component, in whatever case, the shards of the others are not read."""
    files = crowded(4)
    source = CountingSource(MemorySource(files))
    bundle = open_bundle(source)
    assert bundle.find_symbol("m1.C3.nothing").total == 0
    read, there = (sum(name.endswith(".symbols") for name in names) for names in (source.names, files))
    assert read <= 1 < there  # one may hold names that begin with it
    assert bundle.find_symbol("M1.c3.__INIT__").hits[0].name == "m1.C3.__init__"


def test_qualifiers_that_nearly_all_have_are_not_read() -> None:
    """A rare name is found without the postings of the package that every name begins with."""
    names = [f"com.sun.things.Thing{n}.run{n}" for n in range(300)]
    page = page_of("a.md", *((name, "method", "java", "") for name in names))
    files = make_bundle([MadeDocset("lib", [page])], cutting=Cutting(1, blocks=8))
    source = CountingSource(MemorySource(files))
    bundle = open_bundle(source)
    (segment,) = bundle.docsets["lib"].segments
    common = {segment.file_of("terms", term) for term in ("com", "sun", "thing")}
    assert [hit.name for hit in bundle.find_symbol("com.sun.things.Thing7.run7").hits] == [names[7]]
    assert not {f"{ref.file}@{ref.start}" for ref in common if ref} & set(source.names)


def test_a_name_that_thousands_have_is_bounded_and_says_so() -> None:
    """Not more than so many definitions and shards are looked at; the reply says that there are more."""
    source = CountingSource(MemorySource(crowded(60, keys=40)))
    reply = open_bundle(source).find_symbol("__init__", limit=10)
    assert len(reply.hits) == 10
    assert reply.total == knobs.MAX_DEFINITIONS < 60 * 20
    assert not reply.complete
    assert sum(name.endswith(".symbols") for name in source.names) <= 27


def test_a_name_in_more_shards_than_are_read_is_said_to_have_more() -> None:
    """What was found is given, however little; that it is not all is said. A name of few shards is whole."""
    source = CountingSource(MemorySource(crowded(40)))
    bundle = open_bundle(source)
    reply = bundle.find_symbol("__init__", limit=5)
    assert 0 < reply.total < 40 * 20
    assert not reply.complete
    assert sum(name.endswith(".symbols") for name in source.names) == knobs.MAX_SYMBOL_SHARDS
    assert bundle.find_symbol("m31.C7.__init__").complete


def with_segment(change: Any) -> dict[str, bytes]:
    """Return a bundle with its segment's manifest, or another file, changed, and every digest right all the same."""
    files = dict(crowded(4))
    entry = Entry.from_bytes(files[ENTRY], "")
    (docset,) = entry.docsets
    (ref,) = docset.segments
    value = wire.unpack(files[ref.name], ref.name)
    change(value, files)
    fields = {name: getattr(docset, name) for name in docset.__slots__}
    changed = type(docset)(**{**fields, "segments": (put(files, "segment", value),)})
    files[ENTRY] = Entry((changed,), entry.ranking, entry.builder).to_bytes()
    return files


def test_a_bundle_without_definers_is_looked_through() -> None:
    """As earlier writers left them: every shard of symbols is looked at, and the same is found."""
    old = open_bundle(MemorySource(with_segment(lambda value, files: value.pop("definers"))))
    new = open_bundle(MemorySource(crowded(4)))
    for query in ("C7.__init__", "__init__", "c7", "m1.C3.__init__"):
        assert old.find_symbol(query) == new.find_symbol(query)


HOSTILE = {
    "places beyond the files": lambda n: {"files": b"\xff\xff" * n, "more": []},
    "another number of sections": lambda n: {"files": b"\0\0" * (n - 1), "more": []},
    "half a section": lambda n: {"files": b"\0" * (2 * n - 1), "more": []},
    "half a pair": lambda n: {"files": b"\0\0" * n, "more": [1]},
    "a negative place": lambda n: {"files": b"\0\0" * n, "more": [1, -1]},
    "a far place": lambda n: {"files": b"\0\0" * n, "more": [1, 70_000]},
    "no map": lambda n: [1],
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_hostile_definers_are_refused(make: Any) -> None:
    """A damaged or hostile record is an error that names the file, in a look-up and in verify."""

    def change(value: dict[str, Any], files: dict[str, bytes]) -> None:
        ref = put(files, "definers", make(value["sections"]))
        value["definers"] = [ref.digest, ref.size]

    files = with_segment(change)
    bundle = open_bundle(MemorySource(files))
    with pytest.raises(CorruptFileError, match=r"\.definers"):
        bundle.find_symbol("__init__")
    assert [name for name, _ in verify(MemorySource(files)).findings if name.endswith(".definers")]


def test_definers_that_lead_astray_are_found_by_verify() -> None:
    """A look-up can only miss what they hide; verify finds the lie."""

    def change(value: dict[str, Any], files: dict[str, bytes]) -> None:
        ref = put(files, "definers", {"files": b"\0\0" * value["sections"], "more": []})
        value["definers"] = [ref.digest, ref.size]

    files = with_segment(change)
    assert open_bundle(MemorySource(files)).find_symbol("m3.C19.__init__").total == 1
    findings = verify(MemorySource(files)).findings
    assert len(findings) == 1
    assert "no place for" in findings[0][1]


ROWS = {
    "too short": [0],
    "a section that is none": ["x", "n", "k", "", ""],
    "a section beyond the last": [10**9, "n", "", "", ""],
    "a kind that is no text": [0, "n", 5, "", ""],
    "a negative line": [0, "n", "", "", "", -1],
    "a line that is none": [0, "n", "", "", "", True],
    "a visibility that is none": [0, "n", "", "", "", 1, 2, 3],
    "no row": 7,
}


@pytest.mark.parametrize("rows", [[row] for row in ROWS.values()], ids=ROWS)
def test_hostile_definitions_are_refused(rows: Any) -> None:
    """Rows that are no definitions are an error that names the file."""

    def change(value: dict[str, Any], files: dict[str, bytes]) -> None:
        manifest = SegmentManifest.from_wire(value, "x")
        ref = manifest.tables["symbols"].ref(0)
        shard = wire.unpack(files[ref.name], ref.name)
        shard["values"] = [wire.encode(rows)] * len(shard["keys"])
        bad = put(files, "symbols", shard)
        digests = [bad.digest, *manifest.tables["symbols"].digests[1:]]
        value["tables"]["symbols"]["digests"] = b"".join(digests)

    with pytest.raises(BundleError, match=r"\.symbols"):
        open_bundle(MemorySource(with_segment(change))).find_symbol("m0.C0.__init__")


def test_the_anchor_of_a_definition_may_lack_its_tilde() -> None:
    """Definitions of source code have anchors that no site publishes, and people leave the sign out."""
    page = page_of("kite.py", ("kite.fly", "function", "python", "", 1, 2, "public"))
    sections = tuple(replace(section, anchor="~fly") for section in page.sections)
    library = open_bundle(MemorySource(make_bundle([MadeDocset("lib", [replace(page, sections=sections)])])))
    document = library.find("lib:kite.py")
    assert document is not None
    assert document.find("fly") == document.find("~fly") is not None
