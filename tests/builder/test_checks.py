"""What pages lost is summed up by docset, and `--check` acts on it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Set
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.cli import main
from pinax_builder.comparison import PageChecks, checked_share, checks_of, is_checked, summarize
from pinax_builder.records import Fault, Page, Section

URLS = [f"page-{number}.html" for number in range(1_000)]
LOST = Fault("words", 10, 100, is_warning=True, paths=("div.box > p.gone",), words=("tide", "mooring"))


def findings(what: str, pages: Iterable[PageChecks], left_out: Set[str] = frozenset()) -> list[Any]:
    """Return the findings of one kind."""
    return [finding for finding in summarize([pages], left_out).findings if finding.what == what]


def test_all_pages_of_a_small_docset_are_compared() -> None:
    """Up to a number of pages each is compared; of more, a share that depends on the URLs alone."""
    assert checked_share(20) == 1.0
    assert all(is_checked(url, 1.0) for url in URLS)
    assert checked_share(40) * 40 == 20
    assert checked_share(80) == 1 / 3
    assert checked_share(320) * 320 == 80
    assert checked_share(1_000_000) == 0.1
    assert 50 < sum(is_checked(url, 0.1) for url in URLS) < 150


@given(st.integers(20, 10_000))
def test_a_larger_docset_never_has_fewer_pages_compared(pages: int) -> None:
    """One page more raises the number of pages that are compared, or leaves it as it is."""
    assert pages * checked_share(pages) <= (pages + 1) * checked_share(pages + 1) + 1e-9


def test_faults_are_summed_up_with_the_elements_that_lose_most() -> None:
    """A fault of one page in a hundred is a notice; of more, a warning that names elements."""
    few, many = (
        [PageChecks(url, (LOST,) * (url in URLS[:n]), edges=(b"", b"", b"")) for url in URLS[:200]] for n in (1, 5)
    )
    assert [finding.is_warning for finding in findings("words", few)] == [False]
    (finding,) = findings("words", many)
    assert finding.is_warning
    assert (finding.pages, finding.paths) == (5, {"div.box > p.gone": 5})
    assert finding.detail.endswith(" Missing most: tide, mooring.")


def test_pages_that_are_left_out_do_not_count() -> None:
    """A duplicate's faults are no one's."""
    assert findings("words", [PageChecks("a", (LOST,), edges=(b"", b"", b""))], {"a"}) == []


def test_one_title_on_three_pages_is_found() -> None:
    """Titles tell pages apart; three of one name do not."""
    titled = [PageChecks(url, title="Manual" if number < 3 else url) for number, url in enumerate(URLS[:10])]
    (finding,) = findings("titles", titled)
    assert (finding.pages, finding.is_warning) == (3, True)


@pytest.mark.parametrize(
    "row",
    [
        "[A](a{0}) | [B](b) | [C](c)",
        "Manual of lamps, version {0}",
        "| Lamps | version | {0} |\n| --- | --- | --- |",
        "Manual of lamps :: [Index of lamps](x) :: {own}",
        "| [![{own}](next.png)](n{0}) | [![up](up.png)](u) | **{own}** |\n| --- | --- | --- |",
    ],
    ids=["links", "a line", "a table", "a trail with the page's name", "pictures whose labels name pages"],
)
def test_what_many_pages_have_above_their_text_is_chrome(row: str) -> None:
    """Eight pages and 30 % of all are many; the numbers of a block and the targets of its links may differ."""
    kept = [
        _page(
            number, f"{row.replace('{own}', _own(number)) if number < 8 else ''}\n\n# {_own(number)}\n\n{_text(number)}"
        )
        for number in range(20)
    ]
    (finding,) = findings("repeated", checks_of(kept))
    assert (finding.pages, finding.is_warning) == (8, True)
    assert findings("repeated", checks_of(kept[1:])) == []


@pytest.mark.parametrize(
    "notice",
    [
        "Lamps of the harbour",
        "[Index](i.html)",
        "## Comments\n\n" + "This section collects what readers say of it. " * 3,
        "## Results of a search",
    ],
    ids=["a line", "a link", "many words below a heading", "a heading of nothing"],
)
def test_what_many_pages_have_below_their_text_is_chrome(notice: str) -> None:
    """An imprint, a way through the manual, and a notice of twenty words under a heading of its own."""
    kept = [_page(number, f"{_text(number)}\n\n{notice}") for number in range(9)]
    (finding,) = findings("repeated", checks_of(kept))
    assert (finding.pages, finding.is_warning) == (9, True)


@pytest.mark.parametrize(
    "text",
    [
        "{own}\n\nThe same words here.\n\n{own}",
        "# {own}\n\n## Name of the command\n\n{own}",
        "# {own}\n\nAdded in a new version\n\n{own}",
        "```\n#include <lamps.h>\nint main;\n```\n\n{own}",
        "{own}\n\nversion 1",
        "{own}\n\nSee also the lists of [lamps](l) and [wicks](w).",
        "{own}\n\n*Convenience header:* `lamps.h`",
        "{own}\n\n## Lamps\n\nPart of the [lamps](l) suite",
        "{own}\n\n## Copyright\n\n" + "Written by whoever burns oil. " * 6,
    ],
    ids=[
        "between text",
        "a heading of the text",
        "a line below the page's heading",
        "code",
        "a word",
        "a sentence",
        "code in a line",
        "a few words below a heading",
        "a licence",
    ],
)
def test_what_pages_share_is_no_chrome(text: str) -> None:
    """Manual pages of a family describe the same command in the same words, under the same headings."""
    pages = [_page(number, text.replace("{own}", _own(number))) for number in range(9)]
    assert findings("repeated", checks_of(pages)) == []


def test_what_all_pages_of_a_small_docset_have_is_chrome() -> None:
    """Of fewer than eight pages all have to have it."""
    kept = [_page(number, f"Manual of lamps\n\n# {_own(number)}\n\n{_text(number)}") for number in range(5)]
    (finding,) = findings("repeated", checks_of(kept))
    assert finding.pages == 5
    assert findings("repeated", checks_of([*kept, _page(5, _text(5))])) == []


def test_a_line_above_the_own_words_of_a_paragraph_is_chrome() -> None:
    """Pictures of ways stand above the names of the pages that they lead to, in one paragraph."""
    ways = "[![next](n.png)](n{0}) [![up](u.png)](u)"
    pages = [_page(number, f"{ways}  \nNext: {_own(number)}\n\n{_text(number)}") for number in range(9)]
    (finding,) = findings("repeated", checks_of(pages))
    assert finding.pages == 9


def test_a_heading_above_the_title_is_chrome() -> None:
    """The name of a site stands on each page, and the page's own heading below it."""
    pages = [_page(number, f"# Lamps\n\n## {_own(number)}\n\n{_text(number)}") for number in range(9)]
    (finding,) = findings("repeated", checks_of(pages))
    assert finding.pages == 9


@pytest.mark.parametrize(("label", "found"), [(" [source code]", True), (" [{name}]", False), (". [Read more]", False)])
def test_a_label_of_many_links_is_chrome(label: str, found: bool) -> None:
    """One label that leads to five places, on many pages, is no text, unless it continues a sentence."""
    links = "".join(f"The {name} burns{label.format(name=name)}(s#{name}).\n\n" for name in "pqrst")
    pages = [_page(number, f"{_text(number)}\n\n{links}{_text(number)}") for number in range(9)]
    assert bool(findings("repeated", checks_of(pages))) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("**Step of {0}**", True),
        ("*lamp* **light** `{0}`", True),
        ("**Step of {0}:**", False),
        ("**Step of {0}** is done.", False),
        ("**Step of {0}**  ", False),
        ("**--{0}** *number*", False),
        ("> **Step of {0}**", False),
    ],
    ids=["bold", "a signature", "a label", "a sentence", "a line of a paragraph", "an option", "a quote"],
)
def test_lines_that_look_like_headings_have_to_be_sections(line: str, found: bool) -> None:
    """Five lines in bold or in code, each by itself, on a page of fewer sections; two pages and 15 % are too many."""
    steps = "\n\n".join(f"{line.format(name)}\n\nWords of {name}." for name in ("air", "oil", "wick", "glass", "fire"))
    (checks,) = checks_of([_page(0, f"# Lamp\n\n{steps}")])
    for with_lines, others, is_warning in ((2, 8, True), (1, 4, False), (2, 18, False)):
        pages = [checks] * with_lines + [PageChecks(url, edges=(b"", b"", b"")) for url in URLS[1 : 1 + others]]
        assert [finding.is_warning for finding in findings("lines", pages)] == [is_warning] * found


def test_captions_of_tables_are_no_headings() -> None:
    """A line in bold above a table says what the table shows."""
    tables = "\n\n".join(
        f"**Lamps that {verb}**\n\n| a |\n| --- |" for verb in ("burn", "smoke", "leak", "hang", "stand")
    )
    assert not _has("lines", tables)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("Jump to: **A** **B** **D** [E](#e) F G H I K L", True),
        ("| [A](#a) | [B](#b) | C | D | E | F | G | H | I | J |", True),
        ("A B C D E F G H I", False),
        ("Q W E R T Y U I O P", False),
        ("abcdefghijklmnopqrstuvwxyz", False),
        ("```\na b c d e f g h i j k l\n```", False),
    ],
    ids=["a line", "a table", "nine", "not in order", "a word", "code"],
)
def test_a_row_of_letters_is_chrome(row: str, found: bool) -> None:
    """An index has ten letters or more in their order above it and below it."""
    assert _has("letters", f"# Index\n\n{row}\n\nLamp, 7") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Lamp\n\n# Lamp\n\nIt burns.", True),
        ("## Lantern\n\n# Lamp\n\nIt burns.", True),
        ("# Lantern\n\nBright.\n\n# page-0.html\n\nIt burns.\n\n## Oil\n\nWhale's.", True),
        ("# 1 Lamp - Manual\n\nBright.\n\n# 1 Lamp\n\nIt burns.\n\n## Oil\n\nWhale's.", True),
        ("# Lamp\n\nIt burns.\n\n# Indices and tables\n\nOil, 7.", False),
        ("# Lamp\n\nIt burns.\n\n## Lamp\n\nOn shelves.", True),
        ("# Lamp\n\nIt burns.\n\n# Oil\n\nWhale's.\n\n# Wick\n\nCotton.", False),
        ("## Lamp\n\nIt burns.\n\n## Oil\n\nWhale's.", False),
    ],
    ids=[
        "twice",
        "below another",
        "beside another",
        "within another",
        "two",
        "twice on levels",
        "all on one level",
        "none",
    ],
)
def test_a_page_has_one_title(text: str, found: bool) -> None:
    """Its title stands once and first, unless it has no heading of the first level; others are its author's."""
    assert _has("second_title", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("void light\n\n(\n\nint oil\n\n,\n\nint wick\n\n)", True),
        ("- (\n- int oil\n- )", True),
        ("|  |  |\n| --- | --- |\n| void light ( | int oil |\n| ) |  |", True),
        ("void light(int oil) (see below)\n\n| `(` | opens |\n| --- | --- |", False),
        ("```\nvoid light(\n  int oil\n)\n```", False),
    ],
    ids=["paragraphs", "items", "cells", "whole", "code"],
)
def test_a_line_of_brackets_alone_is_a_torn_signature(text: str, found: bool) -> None:
    """What stands on one line in a browser is several blocks."""
    assert _has("torn", f"# Lamp\n\n{text}") == found


def _has(what: str, text: str) -> bool:
    """Return whether a page with a text has a fault."""
    return any(fault.what == what for checks in checks_of([_page(0, text)]) for fault in checks.faults)


def _page(number: int, text: str) -> Page:
    url = URLS[number]
    texts = re.split(r"\n\n(?=#)", text.format(number))
    sections = tuple(Section(0, "", text.partition("\n")[0], "page", text) for text in texts)
    return Page(url, url, url, "", "", sections, marks_body=False, is_compared=True)


def _text(number: int) -> str:
    return " ".join(f"word{_own(number)}x{place}" for place in range(12))


def _own(number: int) -> str:
    return f"lamp{chr(ord('a') + number % 26)}"


def test_source_code_does_not_count(tmp_path: Path) -> None:
    """As many documents are compared beside code as without it."""
    for number in range(15):
        (tmp_path / f"{number}.md").write_text(f"# Page {number}\n\n{_text(number)}\n")
    for number in range(60):
        (tmp_path / f"{number}.py").write_text(f"value_{number} = {number}\n")
    done = CliRunner().invoke(
        main, ["build", f"{tmp_path}", "-o", f"{tmp_path}/b", "--code", "--json", "--workers", "1"]
    )
    assert json.loads(done.stdout)["docsets"][0]["check"]["compared"] == 15


@pytest.mark.parametrize(("title", "code"), [("Page {}", 0), ("Manual", 1)])
def test_check_fails_where_there_is_a_warning(tmp_path: Path, title: str, code: int) -> None:
    """The bundle is written either way, and the report names the finding."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(4):
        text = f"<h1>{title.format(number)}</h1><p>Words of number {number}, and no one else's {number * 7}.</p>"
        (folder / f"{number}.html").write_text(f"<html><head><title>T</title></head><body>{text}</body></html>")
    done = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--check", "--workers", "1"])
    assert done.exit_code == code, done.output
    assert ("titles" in done.output) == ("--check warns of" in done.stderr) == bool(code)
    assert (tmp_path / "b" / "pinax.json").exists()


SHELL = "<div id=app></div><script src=a.js></script>"
EMPTY = "<nav><a href=0.html>Start</a> <a href=1.html>Next</a></nav>"


@pytest.mark.parametrize(
    ("body", "number", "found"),
    [
        (SHELL, 3, "9 pages were rejected (javascript_shell 3), such as r0.html. Build from"),
        (EMPTY, 3, "9 pages were rejected (no_content 3), such as r0.html. Open one in a browser"),
        (EMPTY, 2, ""),
        ("", 3, ""),
    ],
    ids=["scripts", "no content", "few", "empty"],
)
def test_rejected_pages_are_a_warning_if_they_are_many(tmp_path: Path, body: str, number: int, found: str) -> None:
    """The warning has the figure, the reason and a remedy; files that hold nothing do not count."""
    for other in range(6):
        text = f"<h1>Page {other}</h1><p>{_text(other)}</p>"
        (tmp_path / f"{other}.html").write_text(f"<title>Page {other}</title><body>{text}</body>")
    for rejected in range(number):
        (tmp_path / f"r{rejected}.html").write_text(f"<title>R{rejected}</title><body>{body}</body>")
    done = CliRunner().invoke(main, ["build", str(tmp_path), "-o", str(tmp_path / "b"), "--check", "--workers", "1"])
    assert done.exit_code == bool(found), done.output
    assert ("WARNING: rejected:" in done.stderr) == bool(found)
    assert found in done.stderr
