"""docs/format.md and the code say the same."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path

import msgpack
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from bundle_maker import positions_of
from pinax_runtime.format import (
    FIELDS,
    FORMAT,
    KINDS,
    SECTION_KINDS,
    TABLES,
    Asked,
    CorruptFileError,
    KeyedShard,
    Postings,
    Ranking,
    ShardTable,
    limits,
    pages_from_wire,
    wire,
)
from pinax_runtime.search import knobs
from pinax_runtime.text import UNSPACED_RUN, WORD, Analyzer, compose, fold, stemmers
from pinax_runtime.text.analyzer import _COMPONENT, _HUMP, _MAX_CUT_CHARS, _MAX_PARTS, _PART

ROOT = Path(__file__).parents[2]
KEYED = " ".join(kind for kind in TABLES if kind != "texts")
NUMBER = r"\d+(?:\.\d+)?"
PAGE = (ROOT / "docs/format.md").read_text("utf-8")


def section(number: str) -> str:
    """Return a section of the page, its subsections included."""
    level = "#" * (2 + number.count("."))
    found = re.search(rf"^{level} {re.escape(number)} .*?(?=^#{{2,{len(level)}}} |\Z)", PAGE, re.M | re.S)
    assert found, f"no section {number}"
    return found[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables of a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines]
    return [row for row, below in zip(cells, [*cells[1:], [""]], strict=True) if "---" not in row[0] + below[0]]


def blocks(text: str) -> list[str]:
    """Return the fenced blocks of a text."""
    return re.findall(r"^```\n(.*?)\n```$", text, re.M | re.S)


def test_cited_sections_exist() -> None:
    """Every section that a docstring cites is there."""
    cited = set()
    for source in ("runtime/src", "builder/src"):
        for path in (ROOT / source).rglob("*.py"):
            text = path.read_text("utf-8")
            for found in re.findall(rf"docs/format\.md, sections? ({NUMBER}(?:(?:, | and ){NUMBER})*)", text):
                cited |= set(re.findall(NUMBER, found))
    assert {"3", "5.2", "6.4", "10.3"} <= cited
    for number in cited:
        section(number)


def test_cross_references_lead_somewhere() -> None:
    """Every section that the page refers to is there."""
    for number in set(re.findall(r"sections? (\d+(?:\.\d+)?)", PAGE)):
        section(number)


def test_the_contents_lead_to_headings() -> None:
    """The links at the top are the page's second-level headings, in order."""
    headings = [
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^## (.+)$", PAGE, re.M)
    ]
    assert re.findall(r"\(#([\w-]+)\)", PAGE.split("## 1 ")[0]) == headings


def test_limits_agree() -> None:
    """The table of limits has each limit of the code with its value."""
    units = {"MiB": 1 << 20}
    said = {}
    for _, limit, name in rows(section("9")):
        number, unit = re.match(r"([\d,]+) ?(MiB)?", limit).groups()
        said[name] = int(number.replace(",", "")) * units.get(unit, 1)
    assert said == {name: value for name, value in vars(limits).items() if name.isupper()}


def test_kinds_and_tables_agree() -> None:
    """The page names every kind of file, and of table the columns that it has."""
    assert set(re.findall(r"`(\w+)`", section("3.1").split("one of ")[1].split(". So")[0])) == set(KINDS)
    kinds_of = {row[0]: row[2].replace("all but texts", KEYED) for row in rows(section("4.4")) if len(row) == 4}
    columns = {"first": ["a"], "pages": [1], "sections": [1]}
    for kind in TABLES:
        table = {"digests": bytes(16), "sizes": [1], **columns}
        read = ShardTable.from_wire(kind, table, "x").to_wire()
        said = {name for name in columns if kind in kinds_of[name]}
        assert {name for name in columns if read.get(name)} == said, kind
        for name in said:
            with pytest.raises(CorruptFileError):
                ShardTable.from_wire(kind, {key: value for key, value in table.items() if key != name}, "x")


def test_fields_agree() -> None:
    """Fields have the page's numbers; so have the kinds of sections."""
    assert [(int(row[0]), row[1]) for row in rows(section("7.1"))] == list(enumerate(FIELDS))
    assert all(f"{number} {kind}" in section("8.1") for number, kind in enumerate(SECTION_KINDS))


def test_ranking_agrees() -> None:
    """The page gives each parameter with its default."""
    said = {row[0].removesuffix(" *"): float(row[1]) for row in rows(section("7.3"))}
    assert said == {name: getattr(Ranking(), name) for name in Ranking.__dataclass_fields__}


def test_scores_agree() -> None:
    """The page about ranking has the numbers that the code has."""
    page = (ROOT / "docs/ranking.md").read_text("utf-8")
    numbers = set(re.findall(r"[0-9][0-9.,]*(?<![.,])", page))
    stated = (
        knobs.EXACT_SPELLING_WEIGHT,
        knobs.WORD_OF_NAME_WEIGHT,
        knobs.MIN_TITLE_SHARE,
        knobs.DEFINITION_FACTOR,
        knobs.SOURCE_DEFINITION_FACTOR,
        knobs.PAGE_TITLE_SHARE,
        knobs.PAGE_SHARE,
        knobs.RERANKED,
        knobs.MIN_PROXIMITY_IDF_SHARE,
        knobs.MAX_POSITIONED,
        knobs.MAX_POSITIONED_TOGETHER,
        knobs.PROXIMITY_WINDOW,
        knobs.TASK_PAGE_B,
        knobs.MIN_TASK_WORDS,
        knobs.FIRST_WORD_BONUS,
        knobs.MAX_EXPANSIONS,
        *knobs.CORRECTION_WEIGHTS,
        knobs.DESCRIPTION_SHARE,
        knobs.POSTINGS_BUDGET,
        knobs.BUDGET_PER_WORD,
        knobs.LONG_QUERY_WORDS,
        knobs.TASK_BUDGET,
        knobs.TASK_BUDGET_FROM,
        knobs.MAX_TASK_BUDGET,
        knobs.LOOKUP_SECTIONS,
        knobs.CANDIDATE_PAGES,
        knobs.CANDIDATE_SECTIONS,
        knobs.VARIANT_SHARE,
    )
    assert {f"{number:,g}" if number < 1_000 else f"{number:,}" for number in stated} - numbers == set()
    assert f"{knobs.FIRST_WORD_BONUS:g} points" in page
    assert f"(q × t){' ¹²³'[knobs.TITLE_POWER]}" in page


def test_regular_expressions_agree() -> None:
    """The expressions of section 10 are those of the code."""
    text = section("10.2")
    for pattern in (_PART, _HUMP, _COMPONENT):
        assert f"`{pattern.pattern.replace(WORD, '{WORD}')}`" in text
    assert f"{_MAX_CUT_CHARS} characters" in text
    assert f"at most {_MAX_PARTS} words and {limits.TERM_CHARS} code points" in text


_PIECES = (
    "operator",
    "aB3" * 20,
    "C++",
    "#define",
    "::",
    "->",
    "--no-x",
    "e\u0301",
    "漢字",
    "é",
    "≢",
    "\xad",
    "=>",
    "a.b-c",
)


@settings(max_examples=400)
@given(
    st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(_PIECES), st.characters(max_codepoint=0x7F))).map("".join))
)
def test_the_expression_of_runs_finds_what_the_code_finds(text: str) -> None:
    """The code looks for the same runs as section 10.2 by expressions that are faster."""
    said = "|".join(blocks(section("10.2"))[0].splitlines()).replace("{WORD}", WORD)
    assert Analyzer("none").spellings(text) == [found[0] for found in re.finditer(said, text)]


def test_letters_and_digits_agree() -> None:
    """The letters and digits that section 10.1 replaces are those of the code."""
    letters = blocks(section("10.1"))[2].split()
    pairs = dict(zip(map(_letter, letters[::2]), map(_letter, letters[1::2]), strict=True))
    every = [chr(code) for code in range(0x20000) if not 0xD800 <= code < 0xE000]
    whole = [c for c in every if unicodedata.normalize("NFD", c) == c and not unicodedata.combining(c)]
    assert {c: fold(c) for c in whole if fold(c) != c} == pairs
    zeros = re.findall(r"U\+(\w{4})", section("10.1").split("follow one another")[1].split("as `0`")[0])
    own = {c for c in whole if compose(c) == "0" != unicodedata.normalize("NFKC", c)}
    assert own == {chr(int(code, 16)) for code in zeros}


def _letter(spelled: str) -> str:
    return chr(int(spelled, 16)) if len(spelled) == 4 else spelled


def test_character_ranges_agree() -> None:
    """The ranges of section 10.1 are those of the code."""
    word, unspaced = (_characters(block) for block in blocks(section("10.1"))[:2])
    every = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    assert {c for c in every if re.match(WORD, c)} == {c for c in every if re.match(r"\w", c)} | word
    assert {c for c in every if UNSPACED_RUN.match(c)} == unspaced


def _characters(block: str) -> set[str]:
    found = set()
    for item in block.split():
        first, _, last = item.partition("-")
        found |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    return found


def test_stemmers_agree() -> None:
    """The probe words are the page's, and the installed release has the page's fingerprints."""
    text = section("10.3")
    assert blocks(text)[0].split() == [word for line in stemmers._PROBES for word in line.split()]
    for name, fingerprint in rows(text):
        assert stemmers.fingerprint(name) == fingerprint


def test_the_level_and_the_version_agree() -> None:
    """The page says which level writes, and its history ends with the version that the code writes."""
    assert f"this writer's is {wire.LEVEL}" in section("11.1")
    assert rows(section("12"))[-1][0] == str(FORMAT)


def test_examples_of_values_agree() -> None:
    """The values in sections 6.1, 6.2 and 6.7 are what the encoders give."""
    postings, positions = Postings({2: ([1, 4], [1, 1]), 3: ([4], [2])}), positions_of({1: [0, 5], 4: [7]})
    assert f"`{postings.to_wire().hex(' ')}`" in section("6.1")
    assert f"`{positions.to_wire().hex(' ')}`" in section("6.2")
    assert f"`{wire.decode(Asked([3, 4], [2, 2], [5, 6]).to_wire(), 'x')}`" in section("6.7")


def test_the_file_in_hexadecimal_is_one() -> None:
    """The worked example has the name that the page gives and holds what it says."""
    text = section("B")
    lines = blocks(text)[0].splitlines()
    data = bytes.fromhex("".join(line[6:] for line in lines))
    assert [int(line[:4], 16) for line in lines] == list(range(0, len(data), 16))
    assert f"files/{hashlib.sha256(data).hexdigest()[:32]}.facets" in text
    assert f"It is {len(data)} bytes" in text
    value = msgpack.unpackb(zstandard.ZstdDecompressor().decompress(data))
    shard = KeyedShard.from_wire(value, "x")
    pages = [pages_from_wire(shard.value(at, "x"), "x", 4) for at in range(2)]
    assert dict(zip(shard.keys, pages, strict=True)) == {"tag\0api": [2], "tag\0guide": [0, 1, 3]}
    assert data == wire.pack(shard.to_wire())
    assert bytes.fromhex("".join(row[0] for row in rows(text))) == data
