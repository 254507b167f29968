"""What pages lost is summed up by docset, and `--check` acts on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.cli import main
from pinax_builder.comparison import PageChecks, checked_share, checks_of, is_checked, summarize
from pinax_builder.records import Fault, Page, Section

URLS = [f"page-{number}.html" for number in range(1_000)]
LOST = Fault("words", 10, 100, is_warning=True, paths=("div.box > p.gone",), words=("tide", "mooring"))


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
    few, many = ([PageChecks(url, (LOST,) * (url in URLS[:n]), edges=(b"", b"")) for url in URLS[:200]] for n in (1, 5))
    assert [finding.is_warning for finding in summarize([few], set()).findings] == [False]
    (finding,) = summarize([many], set()).warnings
    assert (finding.what, finding.pages, finding.paths) == ("words", 5, {"div.box > p.gone": 5})
    assert finding.detail.endswith(" Missing most: tide, mooring.")


def test_pages_that_are_left_out_do_not_count() -> None:
    """A duplicate's faults are no one's."""
    assert summarize([[PageChecks("a", (LOST,), edges=(b"", b""))]], {"a"}).findings == ()


def test_one_title_on_three_pages_is_found() -> None:
    """Titles tell pages apart; three of one name do not."""
    titled = [PageChecks(url, title="Manual" if number < 3 else url) for number, url in enumerate(URLS[:10])]
    (finding,) = summarize([titled], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("titles", 3, True)


def test_what_many_pages_have_above_their_text_is_chrome() -> None:
    """Eight pages and 30 % of all are many; the numbers of a block and the targets of its links may differ."""
    rows = (
        "[A](a{0}) | [B](b) | [C](c)",
        "Manual of lamps, version {0}",
        "| Lamps | version | {0} |\n| --- | --- | --- |",
    )
    for row in rows:
        kept = [
            _page(number, f"# {_own(number)}\n\n{row if number < 8 else ''}\n\n{_text(number)}") for number in range(20)
        ]
        (finding,) = summarize([checks_of(kept)], set()).findings
        assert (finding.what, finding.pages, finding.is_warning) == ("repeated", 8, True)
        assert summarize([checks_of(kept[1:])], set()).findings == ()


def test_what_many_pages_have_below_their_text_is_chrome_heading_and_all() -> None:
    """A notice about comments may stand under a heading of its own."""
    notice = "## Comments\n\nThis section collects what readers say."
    kept = [_page(number, f"{_text(number)}\n\n{notice}") for number in range(9)]
    (finding,) = summarize([checks_of(kept)], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("repeated", 9, True)


@pytest.mark.parametrize(
    "text",
    [
        "{own}\n\nThe same words here.\n\n{own}",
        "# {own}\n\n## Name of the command\n\n{own}",
        "```\n#include <lamps.h>\nint main;\n```\n\n{own}",
        "{own}\n\nversion 1",
        "{own}\n\n## Copyright\n\nWritten by whoever burns oil.",
    ],
    ids=["between text", "a heading of the text", "code", "two words", "a licence"],
)
def test_what_pages_share_is_no_chrome(text: str) -> None:
    """Manual pages of a family describe the same command in the same words, under the same headings."""
    pages = [_page(number, text.replace("{own}", _own(number))) for number in range(9)]
    assert summarize([checks_of(pages)], set()).findings == ()


def test_a_line_above_the_own_words_of_a_paragraph_is_chrome() -> None:
    """Pictures of ways stand above the names of the pages that they lead to, in one paragraph."""
    ways = "[![next](n.png)](n{0}) [![up](u.png)](u)"
    pages = [_page(number, f"{ways}  \nNext: {_own(number)}\n\n{_text(number)}") for number in range(9)]
    (finding,) = summarize([checks_of(pages)], set()).findings
    assert (finding.what, finding.pages) == ("repeated", 9)


def test_a_heading_above_the_title_is_chrome() -> None:
    """The name of a site stands on each page, and the page's own heading below it."""
    pages = [_page(number, f"# All of the lamps\n\n## {_own(number)}\n\n{_text(number)}") for number in range(9)]
    (finding,) = summarize([checks_of(pages)], set()).findings
    assert (finding.what, finding.pages) == ("repeated", 9)


def _page(number: int, text: str) -> Page:
    url = URLS[number]
    sections = (Section(0, "", url, "page", text.format(number)),)
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
